-- SPDX-License-Identifier: Apache-2.0
-- Splits the words for a masked external core into Boolean shares, combines those of its digest, and feeds its port for random bits.
-- The other adapters and the testbench see a core without shares. This bridge connects it to the testbench of all
-- FairHash cores.
--
--                 +-----+ SHARES words whose XOR is the word, entropy  +------+
--   in_data ----->| XOR |--------------------------------------------->|      |
--                 +-----+                                              | core |
--   out_data <----| XOR |<------------- SHARES words ------------------|      |
--                 +-----+                                              +------+
--
-- All shares but the first one are random. They are fresh for every word, and stay while the core makes a word wait (OFFERS), or until
-- the next command (else). The random bits of the core are fresh in every cycle; if it has a port that takes them (ENTROPY_READY),
-- after each cycle in which it is '1'.
--
-- Widths: in_data and out_data have a word and above it other bits of the core's ports, the commands uppermost; with shares, share 0
-- is lowest, and the random bits are above all others, then valid. Latency: none.

library ieee;
use ieee.std_logic_1164.all;

entity share_bridge is
  generic (
    SHARES        : positive             := 2;   -- shares of a word
    W             : positive             := 64;  -- bits of a word of a message
    DIGEST_W      : positive             := 64;  -- bits of a word of a digest
    IN_BITS       : positive             := 65;  -- bits of in_data
    OUT_BITS      : positive             := 65;  -- bits of out_data
    ENTROPY_BITS  : natural              := 0;   -- random bits a cycle
    ENTROPY_VALID : natural range 0 to 1 := 0;   -- 1: the core has a port that says that they are valid
    ENTROPY_READY : natural range 0 to 1 := 0;   -- 1: it has a port that says that it takes them
    COMMANDS      : natural              := 0;   -- bits of in_data that are commands; in_valid is one too
    OFFERS        : natural range 0 to 1 := 1;   -- 1: a word is offered until in_ready is '1'
    SHARED_IN     : positive             := 129; -- bits of shared_in_data
    SHARED_OUT    : positive             := 129  -- bits of shared_out_data
  );
  port (
    clk             : in    std_ulogic;                                 -- clock of the core's streams
    rst             : in    std_ulogic;                                 -- synchronous reset, active high
    in_valid        : in    std_ulogic;                                 -- in_data holds a word
    in_ready        : in    std_ulogic;                                 -- the core takes the word
    in_data         : in    std_ulogic_vector(IN_BITS - 1 downto 0);    -- word and commands
    shared_in_data  : out   std_ulogic_vector(SHARED_IN - 1 downto 0);  -- the same in shares, and random bits
    shared_out_data : in    std_ulogic_vector(SHARED_OUT - 1 downto 0); -- the core's outputs in shares
    out_data        : out   std_ulogic_vector(OUT_BITS - 1 downto 0)    -- the same as a word
  );
end entity share_bridge;

architecture rtl of share_bridge is

  constant MASK_BITS   : natural := (SHARES - 1) * W;
  constant WORDS_BITS  : natural := SHARES * W;
  constant DIGEST_BITS : natural := SHARES * DIGEST_W;
  constant PLAIN_END   : natural := IN_BITS + MASK_BITS; -- where the random bits for the core begin

  signal waits  : std_ulogic; -- the word was offered in the cycle before and not taken
  signal begins : std_ulogic; -- a word is new in this cycle

begin

  new_word : process (all) is
  begin
    begins <= in_valid and not waits;
    for bit_number in IN_BITS - COMMANDS to IN_BITS - 1 loop
      if in_data(bit_number) = '1' then
        begins <= '1';
      end if;
    end loop;
  end process new_word;

  waits_reg : process (clk) is
  begin
    if rising_edge(clk) then
      waits <= '0';
      if OFFERS = 1 and rst = '0' then
        waits <= in_valid and not in_ready;
      end if;
    end if;
  end process waits_reg;

  split : if SHARES > 1 generate

    signal fresh : std_ulogic_vector(MASK_BITS - 1 downto 0); -- the random shares of a new word
    signal saved : std_ulogic_vector(MASK_BITS - 1 downto 0); -- those of the word before
    signal masks : std_ulogic_vector(MASK_BITS - 1 downto 0);

  begin

    generator : entity work.random_bits
      generic map (
        BITS => MASK_BITS,
        SEED => 1
      )
      port map (
        clk     => clk,
        advance => '1',
        random  => fresh
      );

    masks <= fresh when begins = '1' else saved;

    shares_of_word : process (all) is
      variable share : std_ulogic_vector(W - 1 downto 0);
    begin
      share := in_data(W - 1 downto 0);
      for number in 1 to SHARES - 1 loop
        share := share xor masks(number * W - 1 downto (number - 1) * W);
      end loop;
      shared_in_data(WORDS_BITS - 1 downto 0) <= masks & share;
    end process shares_of_word;

    saved_reg : process (clk) is
    begin
      if rising_edge(clk) then
        saved <= masks;
      end if;
    end process saved_reg;

  else generate

    shared_in_data(W - 1 downto 0) <= in_data(W - 1 downto 0);

  end generate split;

  others_in : if IN_BITS > W generate

    shared_in_data(PLAIN_END - 1 downto WORDS_BITS) <= in_data(IN_BITS - 1 downto W);

  end generate others_in;

  entropy : if ENTROPY_BITS > 0 generate

    signal taken : std_ulogic;

  begin

    taken <= shared_out_data(SHARED_OUT - 1) when ENTROPY_READY = 1 else '1';

    generator : entity work.random_bits
      generic map (
        BITS => ENTROPY_BITS,
        SEED => 2
      )
      port map (
        clk     => clk,
        advance => taken,
        random  => shared_in_data(PLAIN_END + ENTROPY_BITS - 1 downto PLAIN_END)
      );

    valid : if ENTROPY_VALID = 1 generate

      shared_in_data(PLAIN_END + ENTROPY_BITS) <= '1';

    end generate valid;

  end generate entropy;

  combine : process (all) is
    variable word : std_ulogic_vector(DIGEST_W - 1 downto 0);
  begin
    word := shared_out_data(DIGEST_W - 1 downto 0);
    for number in 1 to SHARES - 1 loop
      word := word xor shared_out_data((number + 1) * DIGEST_W - 1 downto number * DIGEST_W);
    end loop;
    out_data(DIGEST_W - 1 downto 0) <= word;
  end process combine;

  others_out : if OUT_BITS > DIGEST_W generate

    out_data(OUT_BITS - 1 downto DIGEST_W) <= shared_out_data(OUT_BITS + DIGEST_BITS - DIGEST_W - 1 downto DIGEST_BITS);

  end generate others_out;

end architecture rtl;
