-- SPDX-License-Identifier: Apache-2.0
-- Sends blocks of output word by word. The first DIRECT words go from the state to the output port, while the state keeps them. Then
-- the other words have been copied, and the rounds of the next block of output or of the next message go on while they are sent.
--
--   block_out --+--> words 0 .. DIRECT-1 --------------+--> select --> out_data
--               +--> [held: words DIRECT .. WORDS-1] --+
--
-- The words are selected in groups of four, by two LUT4s a bit: `odd` and `late` select a word of the first pair or pass `odd` on, and
-- `second`, if set, selects a word of the second pair by it. A group that is not selected gives zero, and the groups are ORed.
--
-- `more` and `final` must be valid when load takes effect, and stay until done.
--
-- Widths: words of 64 bits, WORDS words a block; the first word is in the most significant bits.
-- Latency: the first word of a block is sent one cycle after load, then one word a cycle while out_ready is '1'. If the next block is
-- ready in time, no cycle is lost between two blocks.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity keccak_xof_unloader is
  generic (
    WORDS  : positive range 4 to 31; -- words of a block
    DIRECT : positive range 1 to 30  -- words that are sent from the state, fewer than WORDS
  );
  port (
    clk       : in    std_ulogic;                                 -- clock of the datapath and of the output stream
    rst       : in    std_ulogic;                                 -- synchronous reset, active high: nothing is sent
    block_out : in    std_ulogic_vector(64 * WORDS - 1 downto 0); -- from registers; stable from the cycle after load until done
    load      : in    std_ulogic;                                 -- block_out is valid from the next cycle on; stays '1' until done
    more      : in    std_ulogic;                                 -- a further block of output follows this one
    final     : in    unsigned(4 downto 0);                       -- without more: index of the last word to be sent
    done      : out   std_ulogic;                                 -- block_out may change from the next cycle on
    out_data  : out   std_ulogic_vector(63 downto 0);             -- output stream
    out_valid : out   std_ulogic;                                 -- out_data holds a word
    out_ready : in    std_ulogic                                  -- the receiver takes the word in this cycle
  );
end entity keccak_xof_unloader;

architecture rtl of keccak_xof_unloader is

  constant GROUPS : positive := (WORDS + 3) / 4;

  subtype flags_t is std_ulogic_vector(0 to GROUPS - 1);

  type words_t is array (0 to 4 * GROUPS - 1) of std_ulogic_vector(63 downto 0);

  signal held       : words_t;                           -- copies of words DIRECT .. WORDS-1
  signal source     : words_t;                           -- each word where it is sent from; zero after the last one
  signal busy       : std_ulogic;                        -- a word is offered
  signal from_state : std_ulogic;                        -- it is one of the first DIRECT words
  signal at_turn    : std_ulogic;                        -- it is the last one for which the state is needed
  signal at_end     : std_ulogic;                        -- it is the last one of its block or of the output
  signal begins     : std_ulogic;                        -- word 0 is offered in the next cycle, if a block is ready
  signal token      : std_ulogic_vector(0 to WORDS - 1); -- one-hot: its index
  signal next_place : unsigned(4 downto 0);              -- index of the word after it
  signal end_place  : unsigned(4 downto 0);              -- index of the last word that is sent of this block
  signal odd        : flags_t;                           -- of each group: the second word of a pair is offered
  signal late       : flags_t;                           -- the word is not in the first pair
  signal second     : flags_t;                           -- it is in the second pair

begin

  done   <= at_turn and out_ready;
  out_valid <= busy;
  begins    <= not busy or (out_ready and at_end);

  name_words : for i in source'range generate

    direct_word : if i < DIRECT generate
      source(i) <= block_out(64 * (WORDS - i) - 1 downto 64 * (WORDS - i - 1));
    end generate direct_word;

    held_word : if i >= DIRECT and i < WORDS generate
      source(i) <= held(i);
    end generate held_word;

    no_word : if i >= WORDS generate
      source(i) <= (others => '0');
    end generate no_word;

  end generate name_words;

  select_word : process (all) is
    variable chosen : std_ulogic_vector(63 downto 0);
    variable data   : std_ulogic_vector(63 downto 0);
  begin
    data := (others => '0');
    for g in 0 to GROUPS - 1 loop
      chosen := (others => odd(g));
      for i in chosen'range loop
        if late(g) = '0' then
          if odd(g) = '1' then
            chosen(i) := source(4 * g + 1)(i);
          else
            chosen(i) := source(4 * g)(i);
          end if;
        end if;
        if second(g) = '1' then
          if chosen(i) = '1' then
            chosen(i) := source(4 * g + 3)(i);
          else
            chosen(i) := source(4 * g + 2)(i);
          end if;
        end if;
      end loop;
      data := data or chosen;
    end loop;
    out_data <= data;
  end process select_word;

  held_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if from_state = '1' then
        for i in DIRECT to WORDS - 1 loop
          held(i) <= block_out(64 * (WORDS - i) - 1 downto 64 * (WORDS - i - 1));
        end loop;
      end if;
    end if;
  end process held_reg;

  control_reg : process (clk) is
    variable one_word : std_ulogic; -- the output ends with word 0 of the block
    variable ends     : std_ulogic; -- the next word is the last one
    variable turns    : std_ulogic; -- the next word is the last one that is sent from the state
  begin
    if rising_edge(clk) then
      one_word := to_bit(final = 0) and not more;
      ends     := to_bit(next_place = end_place);
      turns    := '0';
      if DIRECT > 1 then
        turns := token(DIRECT - 2);
      end if;
      if rst = '1' then
        busy       <= '0';
        from_state <= '0';
        at_turn    <= '0';
        at_end     <= '0';
      elsif begins = '1' then
        -- with the last word that is sent from the state, load still belongs to this block
        busy       <= load and not from_state;
        from_state <= load and not from_state;
        at_turn    <= load and not from_state and (one_word or to_bit(DIRECT = 1));
        at_end     <= load and not from_state and one_word;
      elsif out_ready = '1' then
        from_state <= from_state and not at_turn;
        at_turn    <= from_state and not at_turn and (turns or ends);
        at_end     <= ends;
      end if;
      if begins = '1' then
        next_place <= to_unsigned(1, 5);
        end_place  <= final;
        if more = '1' then
          end_place <= to_unsigned(WORDS - 1, 5);
        end if;
      elsif out_ready = '1' then
        next_place <= next_place + 1;
      end if;
    end if;
  end process control_reg;

  token_reg : process (clk) is
    variable following : std_ulogic_vector(0 to 4 * GROUPS - 1); -- one-hot: index of the next word
  begin
    if rising_edge(clk) then
      if begins = '1' or out_ready = '1' then
        following := (others => '0');
        following(1 to WORDS - 1) := token(0 to WORDS - 2);
        if begins = '1' then
          following := (0 => '1', others => '0');
        end if;
        token <= following(token'range);
        for g in 0 to GROUPS - 1 loop
          odd(g)    <= following(4 * g + 1) or following(4 * g + 3);
          late(g)   <= not (following(4 * g) or following(4 * g + 1));
          second(g) <= following(4 * g + 2) or following(4 * g + 3);
        end loop;
      end if;
    end if;
  end process token_reg;

end architecture rtl;
