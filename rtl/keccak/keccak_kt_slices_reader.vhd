-- SPDX-License-Identifier: Apache-2.0
-- Reads segments of KangarooTwelve in words of 16 bits, removes their headers, marks the word in which the message ends, and drops
-- the zeros after it.
--
--   in_data --> narrow_reader ----------------> word
--      |            |   ^ ends_block
--      |            |   +-- [place]
--      |            +-- [final_block] --+--> ends
--      +--> [left] -- [at_zero] ---------+
--
-- narrow_reader takes the length of a segment. The other words of the header of a last segment do not reach it: the number of message
-- bits, and the number of output bytes, which is ignored. Each takes two words, upper half first.
--
-- The cycle after each block takes no word: the carry that says whether the next block is the last one is long, and is stored.
--
-- `left` is the number of words in front of the one with the domain separation byte, which is in the last block of a message. So seven bits
-- of the number are enough, and they may wrap in the blocks before.
--
-- Source: docs/interface.md. Widths: words of 16 bits, 84 words a block; a message has at most 2**32 bits.
-- Latency: no delay for payload; one cycle for each word of the header.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity keccak_kt_slices_reader is
  port (
    clk         : in    std_ulogic;                     -- clock
    rst         : in    std_ulogic;                     -- synchronous reset, active high
    in_data     : in    std_ulogic_vector(15 downto 0); -- input stream: headers and payload
    in_valid    : in    std_ulogic;                     -- in_data holds a word
    in_ready    : out   std_ulogic;                     -- in_data is taken in this cycle if in_valid is '1'
    word        : out   std_ulogic_vector(15 downto 0); -- word of the message
    word_valid  : out   std_ulogic;                     -- word holds a word of the message
    word_ready  : in    std_ulogic;                     -- it is taken in this cycle if word_valid is '1'
    ends        : out   std_ulogic;                     -- with word_valid: the word has the domain separation byte
    only_domain : out   std_ulogic;                     -- with ends: and no byte of the message
    dropping    : out   std_ulogic                      -- the message has ended, but not all its words have arrived
  );
end entity keccak_kt_slices_reader;

architecture rtl of keccak_kt_slices_reader is

  constant BLOCK_BITS : positive := 1344;
  constant LAST_PLACE : natural  := BLOCK_BITS / 16 - 1;

  signal lengths_second : std_ulogic;                -- the next word of a header is the lower half of the length
  signal numbers        : std_ulogic_vector(0 to 3); -- one-hot: the next word is this one of the numbers of bits and bytes
  signal in_numbers     : std_ulogic;                -- one of them is
  signal length_valid   : std_ulogic;                -- a word of a length is taken
  signal inner_valid    : std_ulogic;                -- narrow_reader is offered a word
  signal inner_ready    : std_ulogic;
  signal payload_valid  : std_ulogic;
  signal payload_ready  : std_ulogic;
  signal block_last     : std_ulogic;
  signal final_block    : std_ulogic;                -- value of block_last, from the first word of a block on
  signal pausing        : std_ulogic;                -- the cycle after a block
  signal at_zero        : std_ulogic;                -- left is zero
  signal at_end         : std_ulogic;                -- the next word is the last one of its block
  signal at_domain      : std_ulogic;                -- the next word has the domain separation byte
  signal skipping       : std_ulogic;                -- value of dropping
  signal taken          : std_ulogic;                -- a word of payload is taken or dropped
  signal place          : unsigned(6 downto 0);      -- of the next word in its block
  signal left           : unsigned(6 downto 0);

begin

  inner_valid   <= in_valid and not in_numbers and not pausing;
  in_ready      <= (inner_ready and not pausing) or in_numbers;
  length_valid  <= inner_valid and not payload_valid;
  payload_ready <= word_ready or skipping;
  word_valid    <= payload_valid and not skipping;
  at_end        <= to_bit(place = LAST_PLACE);
  taken         <= payload_valid and payload_ready;
  at_domain     <= final_block and at_zero;
  ends          <= at_domain;
  dropping      <= skipping;

  segments : entity work.narrow_reader
    generic map (
      BLOCK_BITS => BLOCK_BITS
    )
    port map (
      clk          => clk,
      rst          => rst,
      in_data      => in_data,
      in_valid     => inner_valid,
      in_ready     => inner_ready,
      word         => word,
      word_valid   => payload_valid,
      word_ready   => payload_ready,
      ends_block   => at_end,
      block_last   => block_last,
      before_last  => open,
      message_bits => open
    );

  state_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        lengths_second <= '0';
        numbers        <= (others => '0');
        in_numbers     <= '0';
        skipping       <= '0';
        pausing        <= '0';
        place          <= (others => '0');
      else
        pausing <= taken and at_end;
        if length_valid = '1' then
          lengths_second <= not lengths_second;
          numbers(0)     <= lengths_second and in_data(0);
          in_numbers     <= lengths_second and in_data(0);
        elsif in_valid = '1' and in_numbers = '1' then
          numbers    <= '0' & numbers(0 to 2);
          in_numbers <= not numbers(3);
        end if;
        if taken = '1' then
          place <= place + 1;
          if at_end = '1' then
            place <= (others => '0');
          end if;
          skipping <= (at_domain or skipping) and not at_end;
        end if;
      end if;
    end if;
  end process state_reg;

  left_reg : process (clk) is
  begin
    if rising_edge(clk) then
      final_block <= block_last;
      at_zero     <= to_bit(left = 0);
      if taken = '1' then
        at_zero <= to_bit(left = 1);
      end if;
      if numbers(1) = '1' then
        left        <= unsigned(in_data(10 downto 4));
        only_domain <= not in_data(3);
      elsif taken = '1' then
        left <= left - 1;
      end if;
    end if;
  end process left_reg;

end architecture rtl;
