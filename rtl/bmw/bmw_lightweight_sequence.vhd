-- SPDX-License-Identifier: Apache-2.0
-- Sequence of lightweight BMW-256: what the datapath does in each slot of a block.
--
--   phase     index     slots  makes
--   W         0 .. 15   6      W_i
--   Q         0 .. 15   2      q_i = s(W_i) + H_(i+1)
--   IDLE_1              8      waits for the last q_i; the loader may use the memory
--   ADD       0 .. 15   4      sums of AddElement
--   EXPAND1   0 .. 1    18     q_16, q_17
--   EXPAND2   2 .. 15   11     q_18 .. q_31
--   FOLD      0 .. 1    5      XL, XH
--   IDLE_2              8      waits for XH; the loader may use the memory
--   LOWER     0 .. 7    4      H_0 .. H_7
--   UPPER     0 .. 7    5      H_8 .. H_15
--
-- A result is written four slots after its last one, which is slot 3 (in phase Q, slot 1) of a result after it. So port a does not read
-- in that slot. A block has 480 slots. Four slots of each idle phase would be enough to write the results; the others are for the loader.
--
-- Source: D. Gligoroski et al., "Cryptographic Hash Function BLUE MIDNIGHT WISH", September 2009.
-- Widths: phase and index have 4 bits, a slot 5. Latency: none.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.bmw_pkg.all;
use work.bmw_lightweight_pkg.all;
use work.shell_pkg.all;

entity bmw_lightweight_sequence is
  port (
    phase        : in    phase_t;              -- phase of the block
    index        : in    unsigned(3 downto 0); -- index of the result in the phase
    slot         : in    unsigned(4 downto 0); -- slot of the result
    message_area : in    area_t;               -- area of the block: message, or the double pipe in the final invocation
    chain_area   : in    area_t;               -- area of the chaining value
    before_last  : out   std_ulogic;           -- the next slot is the last one of its result
    last_index   : out   std_ulogic;           -- the result is the last one of its phase
    decoded      : out   slot_t                -- what happens in the slot
  );
end entity bmw_lightweight_sequence;

architecture rtl of bmw_lightweight_sequence is

  type shifts_t is array (0 to 7) of integer range -11 to 8;

  type amounts_t is array (natural range <>) of natural range 0 to 31;

  -- Shifts of f_2, as in bmw_highspeed_f2.
  constant SHIFTS_XH : shifts_t := (5, -7, -5, -1, -3, 6, -4, -11);
  constant SHIFTS_Q  : shifts_t := (-5, 8, 5, 5, 0, -6, 6, 2);
  constant SHIFTS_XL : shifts_t := (8, -6, 6, 4, -3, -4, -7, -2);

  -- Operands of W_i, from index i on, and rotations r_1 to r_7; in order of slots. Slot 3 has no operand.
  constant OPERANDS_W : amounts_t(0 to 7) := (5, 7, 10, 0, 13, 14, 0, 0);
  constant ROTATIONS  : amounts_t(0 to 7) := (3, 7, 13, 0, 16, 19, 23, 27);

  -- Returns the number of the operand that belongs to a slot. Slot 3 has none.
  function operand_of (slot : natural range 0 to 16) return natural is
  begin
    if slot > 3 then
      return slot - 1;
    end if;
    return slot;
  end function operand_of;

begin

  decode : process (all) is
    variable i       : word_index_t;
    variable low_i   : natural range 0 to 7;
    variable s       : natural range 0 to 31;
    variable result  : slot_t;
    variable last    : natural range 0 to 31;
    variable results : natural range 0 to 15;
  begin
    i      := to_integer(index);
    low_i  := to_integer(index(2 downto 0));
    s      := to_integer(slot);
    result := NO_SLOT;
    last   := 7;
    results := 15;

    case phase is

      when PHASE_W =>

        last          := 5;
        result.target := at(AREA_Q, 0);
        if s /= 3 then
          for m in 0 to 5 loop
            if m = s and m /= 3 then
              result.a := at(message_area, OPERANDS_W(m));
              result.b := at(chain_area, OPERANDS_W(m));
              for n in 0 to 15 loop
                if n = i then
                  result.sum.subtract := subtracted(n, (n + OPERANDS_W(m)) mod 16);
                end if;
              end loop;
            end if;
          end loop;
          result.sum.b_xor := '1';
          result.sum.add   := '1';
        end if;

      when PHASE_Q =>

        last           := 1;
        result.target  := at(AREA_Q, 0);
        result.sum.add := '1';
        if s = 0 then
          result.a := at(AREA_Q, 0);
          for n in 0 to 15 loop
            if n = i then
              if n mod 5 = 4 then
                result.b         := at(AREA_Q, 0);
                result.sum.b_xor := '1';
                result.change    := shift_by(-1);
              else
                result.change.s_used := '1';
                result.change.k      := to_unsigned(n mod 5, 2);
              end if;
            end if;
          end loop;
        else
          result.b         := at(chain_area, 1);
          result.sum.b_add := '1';
        end if;

      when PHASE_ADD =>

        last            := 3;
        result.target   := at(AREA_ADDED, 0);
        result.sum.add  := '1';
        result.by_index := '1';
        if s = 0 then
          result.a := at(message_area, 0);
        elsif s = 1 then
          result.a := at(message_area, 3);
        elsif s = 2 then
          result.a            := at(message_area, 10);
          result.sum.subtract := '1';
        else
          result.b         := at(AREA_K, 0);
          result.sum.b_add := '1';
        end if;

      when PHASE_EXPAND1 =>

        last           := 17;
        results        := 1;
        result.target  := at(AREA_Q, 16);
        result.sum.add := to_bit(s /= 3);
        if s = 17 then
          result.a         := at(AREA_ADDED, 0);
          result.b         := at(chain_area, 7);
          result.sum.b_xor := '1';
        elsif s /= 3 then
          for m in 0 to 16 loop
            if m = s and m /= 3 then
              result.a        := at(AREA_Q, operand_of(m));
              result.change.k := to_unsigned((operand_of(m) + 1) mod 4, 2);
            end if;
          end loop;
          result.change.s_used := '1';
        end if;

      when PHASE_EXPAND2 =>

        last           := 10;
        result.target  := at(AREA_Q, 16);
        result.sum.add := to_bit(s /= 3);
        if slot(3) = '0' and s /= 3 then
          result.sum.b_add := '1';
          for m in 0 to 7 loop
            if m = s and m /= 3 then
              result.a      := at(AREA_Q, 2 * operand_of(m) + 1);
              result.b      := at(AREA_Q, 2 * operand_of(m));
              result.change := rotate_by(ROTATIONS(m));
            end if;
          end loop;
        elsif s = 8 then
          result.a         := at(AREA_ADDED, 0);
          result.b         := at(chain_area, 7);
          result.sum.b_xor := '1';
        elsif s = 9 then
          result.a         := at(AREA_Q, 14);
          result.b         := at(AREA_Q, 14);
          result.sum.b_xor := '1';
          result.change    := shift_by(-1);
        elsif s = 10 then
          result.a         := at(AREA_Q, 15);
          result.b         := at(AREA_Q, 15);
          result.sum.b_xor := '1';
          result.change    := shift_by(-2);
        end if;

      when PHASE_FOLD =>

        last            := 4;
        results         := 1;
        result.target   := at(AREA_FOLDED, 0);
        result.sum.keep := to_bit(i /= 0 or s /= 0);
        result.sum.add  := to_bit(s = 4);
        result.sum.b_xor := to_bit(s /= 3);
        for m in 0 to 4 loop
          if m = s and m /= 3 then
            result.a := at(AREA_Q, 16 + 2 * operand_of(m), '1');
            result.b := at(AREA_Q, 17 + 2 * operand_of(m), '1');
          end if;
        end loop;
        result.a.offset(3) := index(0);
        result.b.offset(3) := index(0);

      when PHASE_LOWER =>

        last             := 3;
        results          := 7;
        result.target    := at(AREA_CHAIN, 0);
        result.sum.keep  := slot(0);
        result.sum.add   := slot(0);
        result.sum.b_xor := to_bit(s /= 1);
        if s = 0 then
          result.a      := at(AREA_FOLDED, 1, '1');
          result.b      := at(message_area, 0);
          for n in 0 to 7 loop
            if n = low_i then
              result.change := shift_by(SHIFTS_XH(n));
            end if;
          end loop;
        elsif s = 1 then
          result.a      := at(AREA_Q, 16);
          for n in 0 to 7 loop
            if n = low_i then
              result.change := shift_by(SHIFTS_Q(n));
            end if;
          end loop;
        elsif s = 2 then
          result.a := at(AREA_FOLDED, 0, '1');
          result.b := at(AREA_Q, 24);
        else
          result.b := at(AREA_Q, 0);
        end if;

      when PHASE_UPPER =>

        last             := 4;
        results          := 7;
        result.target    := at(AREA_CHAIN, 8);
        result.sum.keep  := to_bit(s = 2 or s = 4);
        result.sum.add   := not slot(0);
        result.sum.b_xor := to_bit(s /= 0);
        if s = 0 then
          result.a      := at(AREA_CHAIN, 4, '0', '1');
          for n in 0 to 7 loop
            if n = low_i then
              result.change := rotate_by(9 + n);
            end if;
          end loop;
        elsif s = 1 then
          result.a := at(AREA_FOLDED, 1, '1');
          result.b := at(AREA_Q, 24);
        elsif s = 2 then
          result.b := at(message_area, 8);
        elsif s = 3 then
          result.b := at(AREA_Q, 8);
        else
          result.a      := at(AREA_FOLDED, 0, '1');
          result.b      := at(AREA_Q, 23, '0', '1');
          for n in 0 to 7 loop
            if n = low_i then
              result.change := shift_by(SHIFTS_XL(n));
            end if;
          end loop;
        end if;

      -- Named, since GHDL's synthesis loses what `when others` assigns.
      when PHASE_IDLE_1 | PHASE_IDLE_2 =>

        results := 0;

      when others =>

        null;

    end case;

    result.sum.first := to_bit(s = 0 or (phase = PHASE_LOWER and s = 1) or (phase = PHASE_FOLD));
    before_last      <= '0';
    for m in 0 to 16 loop
      if m = s and m + 1 = last then
        before_last <= '1';
      end if;
    end loop;
    last_index       <= to_bit(i = results);
    result.sum.ends  := to_bit(s = last and phase /= PHASE_IDLE_1 and phase /= PHASE_IDLE_2);
    decoded <= result;
  end process decode;

end architecture rtl;
