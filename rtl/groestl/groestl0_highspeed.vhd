-- SPDX-License-Identifier: Apache-2.0
-- Groestl-0 with 256- and 512-bit digests. P and Q share one round of logic in two pipeline stages.
-- Source: paper A, section 4 and Table 1.
-- Widths: DIGEST_BITS = 256: 8 columns, 10 rounds, io_clk equal to clk. DIGEST_BITS = 512: 16 columns, 14 rounds, io_clk at twice
-- the rate of clk with edges aligned.
-- Latency for N blocks, in cycles of clk: 2 + 8 + 21 N + 20 + 4 (256), 3 + 16/2 + 29 N + 28 + 8/2 (512).
--
--   in --> segment_reader --[--> word_pairs --]--> basis --> block_loader --> datapath --> unloader --> basis --> out
--                                                                 ^              ^            ^
--                                                                 +--- control --+------------+
--
-- word_pairs is only in the core of 512 bits, which uses crossing_unloader as its unloader. "basis" is the change of basis of
-- aes_sbox_pkg: the datapath computes in a basis in which the S-box and doubling are small.

library ieee;
use ieee.std_logic_1164.all;
use work.aes_sbox_pkg.all;
use work.groestl_pkg.all;

entity groestl0_highspeed is
  generic (
    DIGEST_BITS : positive := 256 -- bits of the digest: 256 or 512
  );
  port (
    clk       : in    std_ulogic;                     -- datapath clock
    io_clk    : in    std_ulogic;                     -- clock of in_* and out_*: clk (256 bits), or twice its rate (512 bits)
    rst       : in    std_ulogic;                     -- synchronous reset, active high
    in_data   : in    std_ulogic_vector(63 downto 0); -- headers and message words, first byte most significant
    in_valid  : in    std_ulogic;                     -- in_data holds a word
    in_ready  : out   std_ulogic;                     -- in_data is taken in this io_clk cycle if in_valid
    out_data  : out   std_ulogic_vector(63 downto 0); -- next word of the digest, first byte most significant
    out_valid : out   std_ulogic;                     -- out_data holds a word; it stays until it is taken
    out_ready : in    std_ulogic                      -- receiver takes out_data in this io_clk cycle if out_valid
  );
end entity groestl0_highspeed;

architecture rtl of groestl0_highspeed is

  constant COLUMNS   : positive := DIGEST_BITS / 32;
  constant IO_RATIO  : positive := COLUMNS / 8;
  constant LOAD_BITS : positive := 64 * IO_RATIO;

  signal tick        : std_ulogic;                                   -- this cycle of io_clk ends with a rising edge of clk
  signal word        : std_ulogic_vector(63 downto 0);
  signal word_valid  : std_ulogic;
  signal word_last   : std_ulogic;
  signal word_ready  : std_ulogic;
  signal group_word  : std_ulogic_vector(LOAD_BITS - 1 downto 0);    -- one word (256 bits) or two words (512 bits), on clk
  signal group_valid : std_ulogic;
  signal group_last  : std_ulogic;
  signal group_ready : std_ulogic;
  signal load_word   : std_ulogic_vector(LOAD_BITS - 1 downto 0);    -- group_word in the basis, prepared by scatter
  signal want        : std_ulogic;                                   -- requests the next block (step 2R-2), then its last word (step 2R-1)
  signal present     : std_ulogic;                                   -- the requested part is taken in this cycle if want is '1'
  signal held        : std_ulogic_vector(64 * COLUMNS - 1 downto 0); -- block for the datapath
  signal port_word   : std_ulogic_vector(LOAD_BITS - 1 downto 0);
  signal last        : std_ulogic;
  signal advance     : std_ulogic;                                   -- the registers of the datapath go to the next step
  signal resting     : std_ulogic;                                   -- no block is in process: the chaining value is the initial value
  signal clear       : std_ulogic;                                   -- sets the S-box products to zero: the first stage passes nothing on
  signal chain       : std_ulogic;
  signal keep        : std_ulogic;                                   -- the chaining value takes the result; not with the digest
  signal add_block   : std_ulogic;
  signal add_port    : std_ulogic;
  signal p_constant  : byte_t;
  signal q_constant  : byte_t;
  signal digest      : std_ulogic_vector(DIGEST_BITS - 1 downto 0);
  signal out_free    : std_ulogic;
  signal out_load    : std_ulogic;

begin

  phase : entity work.io_phase
    generic map (
      RATIO => IO_RATIO
    )
    port map (
      clk    => clk,
      io_clk => io_clk,
      rst    => rst,
      tick   => tick
    );

  reader : entity work.segment_reader
    generic map (
      W => 64
    )
    port map (
      clk        => io_clk,
      rst        => rst,
      in_data    => in_data,
      in_valid   => in_valid,
      in_ready   => in_ready,
      word       => word,
      word_valid => word_valid,
      word_last  => word_last,
      word_ready => word_ready
    );

  same_clock : if IO_RATIO = 1 generate
    group_word  <= word;
    group_valid <= word_valid;
    group_last  <= word_last;
    word_ready  <= group_ready;
  end generate same_clock;

  fast_io_clock : if IO_RATIO = 2 generate

    pairs : entity work.word_pairs
      generic map (
        W => 64
      )
      port map (
        clk        => clk,
        io_clk     => io_clk,
        rst        => rst,
        tick       => tick,
        word       => word,
        word_valid => word_valid,
        word_last  => word_last,
        word_ready => word_ready,
        pair       => group_word,
        pair_valid => group_valid,
        pair_last  => group_last,
        pair_ready => group_ready
      );

  end generate fast_io_clock;

  change_basis : process (all) is
    variable columns_of_word : state_t(0 to IO_RATIO - 1);
  begin
    columns_of_word := to_state(group_word);
    for i in 0 to 8 * IO_RATIO - 1 loop
      load_word(LOAD_BITS - 8 * i - 1 downto LOAD_BITS - 8 * i - 8) <= scatter(columns_of_word(i / 8)(i mod 8));
    end loop;
  end process change_basis;

  loader : entity work.block_loader
    generic map (
      W     => LOAD_BITS,
      WORDS => 8
    )
    port map (
      clk        => clk,
      rst        => rst,
      word       => load_word,
      word_valid => group_valid,
      word_last  => group_last,
      word_ready => group_ready,
      want       => want,
      present    => present,
      held       => held,
      port_word  => port_word,
      last       => last
    );

  control : entity work.groestl0_highspeed_control
    generic map (
      ROUNDS => rounds(COLUMNS)
    )
    port map (
      clk        => clk,
      rst        => rst,
      want       => want,
      present    => present,
      last       => last,
      out_free   => out_free,
      out_load   => out_load,
      advance    => advance,
      resting    => resting,
      clear      => clear,
      chain      => chain,
      keep       => keep,
      add_block  => add_block,
      add_port   => add_port,
      p_constant => p_constant,
      q_constant => q_constant
    );

  datapath : entity work.groestl0_highspeed_datapath
    generic map (
      COLUMNS => COLUMNS
    )
    port map (
      clk        => clk,
      advance    => advance,
      resting    => resting,
      clear      => clear,
      chain      => chain,
      keep       => keep,
      add_block  => add_block,
      add_port   => add_port,
      p_constant => p_constant,
      q_constant => q_constant,
      held       => held,
      port_word  => port_word,
      digest     => digest
    );

  same_clock_out : if IO_RATIO = 1 generate
    signal digest_word : std_ulogic_vector(63 downto 0);
  begin

    out_data <= restored(digest_word);

    unload : entity work.unloader
      generic map (
        W     => 64,
        WORDS => DIGEST_BITS / 64
      )
      port map (
        clk       => io_clk,
        rst       => rst,
        tick      => tick,
        digest    => digest,
        kept      => digest,
        load      => out_load,
        free      => out_free,
        out_data  => digest_word,
        out_valid => out_valid,
        out_ready => out_ready
      );

  end generate same_clock_out;

  fast_io_clock_out : if IO_RATIO = 2 generate
    signal first             : std_ulogic_vector(63 downto 0); -- word 0, before the core's change
    signal first_changed     : std_ulogic_vector(63 downto 0);
    signal following         : std_ulogic_vector(63 downto 0);
    signal following_changed : std_ulogic_vector(63 downto 0);
  begin

    first_changed     <= restored(first);
    following_changed <= restored(following);

    unload : entity work.crossing_unloader
      generic map (
        W     => 64,
        WORDS => DIGEST_BITS / 64
      )
      port map (
        clk               => clk,
        io_clk            => io_clk,
        rst               => rst,
        tick              => tick,
        digest            => digest,
        load              => out_load,
        free              => out_free,
        first             => first,
        first_changed     => first_changed,
        following         => following,
        following_changed => following_changed,
        out_data          => out_data,
        out_valid         => out_valid,
        out_ready         => out_ready
      );

  end generate fast_io_clock_out;

end architecture rtl;
