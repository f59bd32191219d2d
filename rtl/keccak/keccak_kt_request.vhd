-- SPDX-License-Identifier: Apache-2.0
-- Says of each state that leaves the datapath of KangarooTwelve which of its words is the last one, and whether a further block of
-- output follows.
--
--   header --> [heard] --> [asked] --> [left], see keccak_xof_request --+--> more
--                                        state, chaining value ---------+--> final
--
-- Requests of three messages are stored, because the reader takes a header without waiting for the datapath: `left` is of the message
-- whose output is sent, `asked` of the message whose words have been taken, `heard` of the header after it. `heard` is copied after words
-- of a message have been taken. In a message of several segments the copies from all headers but the last one are replaced later.
--
-- Source: docs/interface.md, "Extendable output". Widths: 32 bits of output bytes, words of 64 bits.
-- Latency: more and final are valid from the fourth cycle after message_ends, and from the third one after squeezes.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity keccak_kt_request is
  generic (
    BLOCK_WORDS : positive range 4 to 31; -- words of a block of output
    STATE_WORDS : positive range 4 to 31; -- words of a state
    VALUE_WORDS : positive range 1 to 31  -- words of a chaining value
  );
  port (
    clk          : in    std_ulogic;                     -- clock
    begun        : in    std_ulogic;                     -- no header is read in this cycle
    bytes        : in    std_ulogic_vector(31 downto 0); -- of the word that is read: in the last word of a header, output bytes
    taken        : in    std_ulogic;                     -- words of the message are taken, or it has ended before the next word
    message_ends : in    std_ulogic;                     -- the last block of the final node is absorbed
    to_trunk     : in    std_ulogic;                     -- the state is not output
    whole_state  : in    std_ulogic;                     -- with to_trunk: it is stored as a whole, else it is a chaining value
    squeezes     : in    std_ulogic;                     -- a further block of output is started
    more         : out   std_ulogic;                     -- a further block of output follows
    final        : out   unsigned(4 downto 0)            -- index of the last word that is needed of the state
  );
end entity keccak_kt_request;

architecture rtl of keccak_kt_request is

  signal heard       : std_ulogic_vector(31 downto 0);
  signal copies      : std_ulogic;           -- the request is copied from heard
  signal output_more : std_ulogic;           -- more, if the state is output
  signal output_end  : unsigned(4 downto 0); -- in its last block: index of the last word

begin

  counter : entity work.keccak_xof_request
    generic map (
      WORDS => BLOCK_WORDS
    )
    port map (
      clk        => clk,
      header     => copies,
      bytes      => heard,
      ends       => message_ends,
      next_block => squeezes,
      more       => output_more,
      final      => output_end
    );

  -- The copy is a cycle late. `heard` is still right: if the last word of a segment is taken, `begun` falls after it.
  heard_reg : process (clk) is
  begin
    if rising_edge(clk) then
      copies <= taken;
      if begun = '0' then
        heard <= bytes;
      end if;
    end if;
  end process heard_reg;

  final_reg : process (clk) is
  begin
    if rising_edge(clk) then
      more <= output_more and not to_trunk;
      if to_trunk = '1' then
        final <= to_unsigned(VALUE_WORDS - 1, 5);
        if whole_state = '1' then
          final <= to_unsigned(STATE_WORDS - 1, 5);
        end if;
      elsif output_more = '1' then
        final <= to_unsigned(BLOCK_WORDS - 1, 5);
      else
        final <= output_end;
      end if;
    end if;
  end process final_reg;

end architecture rtl;
