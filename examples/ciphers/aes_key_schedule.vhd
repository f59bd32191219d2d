-- SPDX-License-Identifier: Apache-2.0
-- The key expansion of AES-128 and AES-256 (FIPS 197, section 5.2), one round key a cycle, in the basis of aes_sbox_pkg.
--
--   AES-128: key --> K(r) --> next four words from the last four
--   AES-256: key --> K(r-1), K(r) --> next four words from the last eight
--
-- In the last round of a block the schedule starts again from the stored key. Latency: round_key is K(r) in the cycle of round r.

library ieee;
use ieee.std_logic_1164.all;
use work.aes_sbox_pkg.all;
use work.aes_pkg.all;

entity aes_key_schedule is
  generic (
    KEY_BITS : positive := 128 -- 128 or 256
  );
  port (
    clk       : in    std_ulogic;                                 -- clock, rising edge
    key_load  : in    std_ulogic_vector(0 to KEY_BITS / 128 - 1); -- data is this part of the key
    step      : in    std_ulogic;                                 -- a round is executed
    last      : in    std_ulogic;                                 -- the round is the last one of a block
    data      : in    state_t;                                    -- part of the key, in the basis
    first_key : out   state_t;                                    -- K(0), the round key before the first round
    round_key : out   state_t                                     -- K(r) in round r
  );
end entity aes_key_schedule;

architecture rtl of aes_key_schedule is

  -- The round constant x^0 (section 5.2).
  constant ONE : byte_t := to_basis(x"01");

  -- Returns the four words that follow the words of `old`, where `temp` is the transformed word before them.
  function next_words (old : state_t; temp : column_t) return state_t is
    variable w0 : column_t;
    variable w1 : column_t;
    variable w2 : column_t;
  begin
    w0 := old(127 downto 96) xor temp;
    w1 := old(95 downto 64) xor w0;
    w2 := old(63 downto 32) xor w1;
    return w0 & w1 & w2 & (old(31 downto 0) xor w2);
  end function next_words;

begin

  short : if KEY_BITS = 128 generate

    signal key     : state_t;
    signal current : state_t;
    signal rcon    : byte_t; -- constant of the next round key; in the last round ONE is used instead

  begin

    first_key <= key;
    round_key <= current;

    schedule_reg : process (clk) is
      variable from          : state_t;
      variable constant_byte : byte_t;
    begin
      if rising_edge(clk) then
        from          := current;
        constant_byte := rcon;
        if last = '1' then
          from          := key;
          constant_byte := ONE;
        end if;
        if step = '1' then
          current <= next_words(from, sub_word(rot_word(from(31 downto 0))) xor (constant_byte & x"000000"));
          rcon    <= double(constant_byte);
        end if;
        if key_load(0) = '1' then
          key <= data;
        end if;
      end if;
    end process schedule_reg;

  end generate short;

  long : if KEY_BITS = 256 generate

    signal key_0    : state_t;
    signal key_1    : state_t;
    signal previous : state_t;
    signal current  : state_t;
    signal rcon     : byte_t;
    signal rotated  : std_ulogic; -- the next round key has an even number: RotWord and the constant are applied

  begin

    first_key <= key_0;
    round_key <= current;

    schedule_reg : process (clk) is
      variable temp : column_t;
    begin
      if rising_edge(clk) then
        temp := current(31 downto 0);
        if rotated = '1' then
          temp := rot_word(temp);
        end if;
        temp := sub_word(temp);
        if rotated = '1' then
          temp := temp xor (rcon & x"000000");
        end if;
        if step = '1' then
          previous <= current;
          current  <= next_words(previous, temp);
          rotated  <= not rotated;
          if rotated = '1' then
            rcon <= double(rcon);
          end if;
          if last = '1' then
            previous <= key_0;
            current  <= key_1;
            rotated  <= '1';
            rcon     <= ONE;
          end if;
        end if;
        if key_load(0) = '1' then
          key_0 <= data;
        end if;
        if key_load(1) = '1' then
          key_1 <= data;
        end if;
      end if;
    end process schedule_reg;

  end generate long;

end architecture rtl;
