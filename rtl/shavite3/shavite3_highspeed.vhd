-- SPDX-License-Identifier: Apache-2.0
-- SHAvite-3 with one AES round of each F in each clock cycle, and half as many AES columns for the message expansion. This is the
-- core: stream input, counter, message expansion, rounds, control and stream output.
-- Source: paper A, section 4 and Table 1.
--
--   in --> bits_reader --> basis --> loader --> keys --> order --> feistel --> sender --> basis --> out
--               |                       ^         ^                   ^            ^
--               +--> counter -----------|---------+     control       |            |
--                                       +---------------+-------------+------------+
--
-- `basis` converts bytes between the stream and the basis of ops/aes_sbox_pkg, in which the S-box is small.
--
-- Widths: words of 64 bits. DIGEST_BITS = 256 is C_256: 12 rounds of three AES rounds, blocks of 512 bits. DIGEST_BITS = 512 is
-- C_512: 14 rounds of two times four AES rounds, blocks of 1024 bits.
-- Latency for N blocks: 2 + 8 + 37 N + 4 cycles of clk for 256 bits, 5 + 16 + 57 N + 8 for 512 bits.

library ieee;
use ieee.std_logic_1164.all;
use work.shavite3_pkg.all;

entity shavite3_highspeed is
  generic (
    DIGEST_BITS : positive := 256 -- bits of the digest: 256 or 512
  );
  port (
    clk       : in    std_ulogic;                     -- core clock
    io_clk    : in    std_ulogic;                     -- interface clock; the same clock as clk for this core
    rst       : in    std_ulogic;                     -- synchronous reset, active high: the core becomes idle
    in_data   : in    std_ulogic_vector(63 downto 0); -- input stream: headers and padded message, most significant byte first
    in_valid  : in    std_ulogic;                     -- in_data holds a word
    in_ready  : out   std_ulogic;                     -- the core takes a valid word in this cycle
    out_data  : out   std_ulogic_vector(63 downto 0); -- output stream: words of the digest, most significant byte first
    out_valid : out   std_ulogic;                     -- out_data holds a word; the word stays until it is taken
    out_ready : in    std_ulogic                      -- the receiver takes a valid word in this cycle
  );
end entity shavite3_highspeed;

architecture rtl of shavite3_highspeed is

  constant BRANCHES   : positive := DIGEST_BITS / 256; -- 1 for C_256, 2 for C_512
  constant BLOCK_BITS : positive := 2 * DIGEST_BITS;
  constant WORDS      : positive := 4 * BRANCHES;      -- words of a row of the message expansion

  signal word            : std_ulogic_vector(63 downto 0);
  signal basis_word      : std_ulogic_vector(63 downto 0);
  signal word_valid      : std_ulogic;
  signal word_ready      : std_ulogic;
  signal block_last      : std_ulogic;
  signal before_last     : std_ulogic;
  signal message_bits    : std_ulogic_vector(31 downto 0);
  signal want            : std_ulogic;                                 -- the loader may take the last word of a block
  signal take            : std_ulogic;                                 -- the last word of the block is taken in this cycle
  signal last            : std_ulogic;                                 -- the block in the expansion is the last one of its message
  signal row_word        : std_ulogic_vector(32 * WORDS - 1 downto 0); -- row of the block from the loader, as one vector
  signal row             : columns_t(0 to WORDS - 1);                  -- row of the block
  signal added           : columns_t(0 to WORDS - 1);                  -- what is added to a row
  signal added_again     : column_t;                                   -- what is also added to word 2 of a row in C_256
  signal advance         : std_ulogic;                                 -- the row and the AES round are completed in this cycle
  signal stalled         : std_ulogic;                                 -- the core waits for the receiver of the digest
  signal restart         : std_ulogic;
  signal quiet           : std_ulogic;                                 -- the rounds are reset until a first block reaches them
  signal stay_linear     : std_ulogic;
  signal enter_linear    : std_ulogic;
  signal stay_nonlinear  : std_ulogic;
  signal enter_nonlinear : std_ulogic;
  signal is_nonlinear    : std_ulogic;
  signal takes_late      : std_ulogic_vector(0 to 3);
  signal soon_linear     : std_ulogic;
  signal soon_nonlinear  : std_ulogic;
  signal counts          : std_ulogic_vector(place_t);
  signal place           : std_ulogic_vector(0 to 3);                  -- C_512: bit i is '1' in row i of a round
  signal begins_round    : std_ulogic;
  signal adds_left       : std_ulogic;
  signal adds_right      : std_ulogic;
  signal adds_state      : std_ulogic;
  signal lower           : columns_t(0 to WORDS / 2 - 1);
  signal made            : columns_t(WORDS / 2 to WORDS - 1);
  signal plain           : columns_t(WORDS / 2 to WORDS - 1);          -- upper half of row v - 1: second operand
  signal even            : columns_t(0 to WORDS - 1);                  -- key of the next AES round: first operand
  signal odd             : columns_t(0 to WORDS - 1);                  -- key of the next AES round: second operand
  signal key_before      : columns_t(0 to WORDS - 1);                  -- key of the cycle before
  signal result          : columns_t(0 to 2 * WORDS - 1);              -- chaining value from the rounds
  signal digest          : std_ulogic_vector(DIGEST_BITS - 1 downto 0);
  signal digest_word     : std_ulogic_vector(63 downto 0);
  signal sending         : std_ulogic;
  signal fresh           : std_ulogic;                                 -- the digest has been sent
  signal out_load        : std_ulogic;

begin

  basis_word <= columns_bits(to_columns(word));
  row        <= bits_columns(row_word);
  digest     <= columns_bits(result);
  out_data   <= to_word(bits_columns(digest_word));

  reader : entity work.bits_reader
    generic map (
      BLOCK_BITS => BLOCK_BITS
    )
    port map (
      clk          => io_clk,
      rst          => rst,
      in_data      => in_data,
      in_valid     => in_valid,
      in_ready     => in_ready,
      word         => word,
      word_valid   => word_valid,
      word_last    => open,
      word_ready   => word_ready,
      block_last   => block_last,
      before_last  => before_last,
      message_bits => message_bits
    );

  counter : entity work.shavite3_highspeed_counter
    generic map (
      BRANCHES => BRANCHES
    )
    port map (
      clk          => clk,
      restart      => restart,
      count        => take,
      block_last   => block_last,
      before_last  => before_last,
      message_bits => message_bits,
      advance      => advance,
      places       => counts,
      added        => added,
      added_again  => added_again
    );

  loader : entity work.shavite3_highspeed_loader
    generic map (
      LANES => 2 * BRANCHES
    )
    port map (
      clk        => clk,
      rst        => rst,
      word       => basis_word,
      word_valid => word_valid,
      word_ready => word_ready,
      want       => want,
      take       => take,
      row        => row_word
    );

  last_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if take = '1' then
        last <= block_last;
      end if;
    end if;
  end process last_reg;

  control : entity work.shavite3_highspeed_control
    generic map (
      BRANCHES => BRANCHES
    )
    port map (
      clk             => clk,
      rst             => rst,
      want            => want,
      take            => take,
      last            => last,
      sending         => sending,
      out_load        => out_load,
      advance         => advance,
      stalled         => stalled,
      restart         => restart,
      quiet           => quiet,
      stay_linear     => stay_linear,
      enter_linear    => enter_linear,
      stay_nonlinear  => stay_nonlinear,
      enter_nonlinear => enter_nonlinear,
      is_nonlinear    => is_nonlinear,
      takes_late      => takes_late,
      soon_linear     => soon_linear,
      soon_nonlinear  => soon_nonlinear,
      counts          => counts,
      place           => place,
      begins_round    => begins_round,
      adds_left       => adds_left,
      adds_right      => adds_right,
      adds_state      => adds_state
    );

  keys : entity work.shavite3_highspeed_keys
    generic map (
      BRANCHES => BRANCHES
    )
    port map (
      clk             => clk,
      advance         => advance,
      stalled         => stalled,
      stay_linear     => stay_linear,
      enter_linear    => enter_linear,
      stay_nonlinear  => stay_nonlinear,
      enter_nonlinear => enter_nonlinear,
      is_nonlinear    => is_nonlinear,
      takes_late      => takes_late,
      soon_linear     => soon_linear,
      soon_nonlinear  => soon_nonlinear,
      added           => added,
      added_again     => added_again,
      row             => row,
      lower           => lower,
      made            => made,
      plain           => plain
    );

  order : entity work.shavite3_highspeed_order
    generic map (
      BRANCHES => BRANCHES
    )
    port map (
      clk        => clk,
      advance    => advance,
      place      => place,
      lower      => lower,
      made       => made,
      plain      => plain,
      even       => even,
      odd        => odd,
      key_before => key_before
    );

  feistel : entity work.shavite3_highspeed_feistel
    generic map (
      BRANCHES => BRANCHES
    )
    port map (
      clk          => clk,
      advance      => advance,
      quiet        => quiet,
      fresh        => fresh,
      begins_round => begins_round,
      adds_left    => adds_left,
      adds_right   => adds_right,
      adds_state   => adds_state,
      even         => even,
      odd          => odd,
      key_before   => key_before,
      digest       => result
    );

  sender : entity work.shavite3_highspeed_sender
    generic map (
      WORDS => DIGEST_BITS / 64
    )
    port map (
      clk       => clk,
      rst       => rst,
      load      => out_load,
      digest    => digest,
      sending   => sending,
      fresh     => fresh,
      out_data  => digest_word,
      out_valid => out_valid,
      out_ready => out_ready
    );

end architecture rtl;
