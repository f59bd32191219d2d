-- SPDX-License-Identifier: Apache-2.0
-- The key schedules of TDEA in EDE form (SP 800-67): that of DES with K1, its reverse with K2, then that with K3, one round a cycle.
--
--   +--> C, D of the key in use --> rotated by 1 or 2 --+--> in the last round of a DES --> ring
--   |                                                   |
--   +---------------------------------------------------+       ring: in use <-- next <-- after next
--
-- The key in use holds C(r), D(r) in round r of an encryption, and C(17-r), D(17-r) in round r of a decryption. After 16 rounds it
-- has turned by 28 positions, so that it is ready for the next block. The two sequences of rotations are the same: 1 position after
-- the rounds 1, 8, 15 and 16, else 2. Only the directions differ. An encryption starts with C(1), D(1), a decryption with C(16) =
-- C(0), D(0), so K1 and K3 are stored rotated. Latency: `key` belongs to the round that is executed in this cycle.

library ieee;
use ieee.std_logic_1164.all;
use work.des_pkg.all;

entity des_key_schedule is
  port (
    clk      : in    std_ulogic;                -- clock, rising edge
    key_load : in    std_ulogic_vector(0 to 2); -- data is K1, K2 or K3
    advance  : in    std_ulogic;                -- a round of a plaintext block is executed
    single   : in    std_ulogic;                -- the round is 1, 8, 15 or 16 of a DES
    des_last : in    std_ulogic;                -- the round is the last one of a DES
    decrypt  : in    std_ulogic;                -- the round belongs to the decryption with K2
    data     : in    block_t;                   -- key with parity
    key      : out   schedule_t                 -- C and D of the round
  );
end entity des_key_schedule;

architecture rtl of des_key_schedule is

  signal current    : schedule_t;
  signal following  : schedule_t;
  signal third      : schedule_t;
  signal load       : std_ulogic;
  signal loaded_key : schedule_t;

begin

  key        <= current;
  load       <= key_load(0) or key_load(1) or key_load(2);
  loaded_key <= pc1(data) when key_load(1) = '1' else
                rotate_left(pc1(data));

  key_reg : process (clk) is
    variable turned : schedule_t;
  begin
    if rising_edge(clk) then
      if decrypt = '1' then
        turned := rotate_right(current);
        if single = '0' then
          turned := rotate_right(turned);
        end if;
      else
        turned := rotate_left(current);
        if single = '0' then
          turned := rotate_left(turned);
        end if;
      end if;
      if load = '1' then
        third <= loaded_key;
      elsif advance = '1' and des_last = '1' then
        third <= turned;
      end if;
      if load = '1' or (advance = '1' and des_last = '1') then
        following <= third;
        current   <= following;
      elsif advance = '1' then
        current <= turned;
      end if;
    end if;
  end process key_reg;

end architecture rtl;
