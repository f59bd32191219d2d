-- SPDX-License-Identifier: Apache-2.0
-- The round constants of Keccak-f[1600] for UNROLL rounds a step, made one step ahead. GENERATOR selects one of four circuits
-- (paper D, section IV-A):
--
--   GENERATOR 0   a table of bytes: only the bits that can be '1', packed as in paper D, Table I
--   GENERATOR 1   a table of whole lanes
--   GENERATOR 2   the shift register of the specification (FIPS 202, Algorithm 5), seven shifts a round; only UNROLL = 1
--   GENERATOR 3   a circular buffer of 24 whole lanes in registers ([5] of paper D); only UNROLL = 1
--
-- A step is one cycle of `enable`. The core's steps are numbered 1 .. 24 / UNROLL. `clear` announces that the core is idle in
-- the next cycle: the constant is then zero, and the first step after that is step 1.
--
-- Widths: 64 bits for each round, the first round's in the most significant bits (on the left).
-- Latency: one cycle; lanes comes from registers.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.keccak_pkg.all;

entity keccak_constants is
  generic (
    UNROLL    : positive;            -- rounds of one step
    GENERATOR : natural range 0 to 3 -- circuit, see above
  );
  port (
    clk       : in    std_ulogic;                                 -- clock
    rst       : in    std_ulogic;                                 -- synchronous reset, active high; used by GENERATOR 3
    clear     : in    std_ulogic;                                 -- the core is idle in the next cycle: lanes is zero
    enable    : in    std_ulogic;                                 -- the next cycle is step next_step
    next_step : in    unsigned(4 downto 0);                       -- number of the next step, 1 .. 24 / UNROLL
    lanes     : out   std_ulogic_vector(64 * UNROLL - 1 downto 0) -- round constants, first round's on the left
  );
end entity keccak_constants;

architecture rtl of keccak_constants is

  constant INDEX_BITS : positive := 5;

begin

  by_table : if GENERATOR < 2 generate

    rounds_of_step : for r in 0 to UNROLL - 1 generate
      type bytes_t is array (0 to 2 ** INDEX_BITS - 1) of std_ulogic_vector(7 downto 0);

      type lanes_t is array (0 to 2 ** INDEX_BITS - 1) of lane_t;

      -- Returns the byte that holds the bits of a round constant: bits 0, 1, 3, 7, 15, 31 and 63 of the lane are bits 0, 1, 3, 4,
      -- 5, 6 and 7 of the byte.
      function packed (bits : constant_bits_t) return std_ulogic_vector is
        variable byte : std_ulogic_vector(7 downto 0) := (others => '0');
      begin
        byte(0) := bits(0);
        byte(1) := bits(1);
        for j in 2 to 6 loop
          byte(j + 1) := bits(j);
        end loop;
        return byte;
      end function packed;

      -- Returns the bits of a round constant from its byte: the inverse of `packed`.
      function unpacked (byte : std_ulogic_vector(7 downto 0)) return constant_bits_t is
        variable bits : constant_bits_t;
      begin
        bits(0) := byte(0);
        bits(1) := byte(1);
        for j in 2 to 6 loop
          bits(j) := byte(j + 1);
        end loop;
        return bits;
      end function unpacked;

      function bytes_by_step return bytes_t is
        variable table : bytes_t := (others => (others => '0'));
      begin
        for step in 1 to ROUNDS / UNROLL loop
          table(step) := packed(round_constant((step - 1) * UNROLL + r));
        end loop;
        return table;
      end function bytes_by_step;

      function lanes_by_step return lanes_t is
        variable table : lanes_t := (others => (others => '0'));
      begin
        for step in 1 to ROUNDS / UNROLL loop
          table(step) := iota_lane(round_constant((step - 1) * UNROLL + r));
        end loop;
        return table;
      end function lanes_by_step;

      constant BYTE_OF_STEP : bytes_t := bytes_by_step;
      constant LANE_OF_STEP : lanes_t := lanes_by_step;

      signal byte : std_ulogic_vector(7 downto 0);
      signal lane : lane_t;
    begin

      lanes(64 * (UNROLL - r) - 1 downto 64 * (UNROLL - r - 1)) <= lane;

      of_bytes : if GENERATOR = 0 generate
        lane <= iota_lane(unpacked(byte));

        byte_reg : process (clk) is
        begin
          if rising_edge(clk) then
            if clear = '1' then
              byte <= (others => '0');
            elsif enable = '1' then
              byte <= BYTE_OF_STEP(to_integer(next_step));
            end if;
          end if;
        end process byte_reg;

      end generate of_bytes;

      of_lanes : if GENERATOR = 1 generate

        lane_reg : process (clk) is
        begin
          if rising_edge(clk) then
            if clear = '1' then
              lane <= (others => '0');
            elsif enable = '1' then
              lane <= LANE_OF_STEP(to_integer(next_step));
            end if;
          end if;
        end process lane_reg;

      end generate of_lanes;

    end generate rounds_of_step;

  end generate by_table;

  by_shift_register : if GENERATOR = 2 generate
    constant SEED : std_ulogic_vector(0 to 7) := "10000000";

    -- Returns the LFSR x^8 + x^6 + x^5 + x^4 + 1 after one shift.
    function shifted (r : std_ulogic_vector(0 to 7)) return std_ulogic_vector is
    begin
      return r(7) & r(0 to 2) & (r(3) xor r(7)) & (r(4) xor r(7)) & (r(5) xor r(7)) & r(6);
    end function shifted;

    signal r         : std_ulogic_vector(0 to 7);
    signal bits      : constant_bits_t;
    signal next_r    : std_ulogic_vector(0 to 7);
    signal next_bits : constant_bits_t;
  begin

    lanes <= iota_lane(bits);

    step_on : process (all) is
      variable now : std_ulogic_vector(0 to 7);
    begin
      now := r;
      if next_step = 1 then
        now := SEED;
      end if;
      for j in 0 to 6 loop
        next_bits(j) <= now(0);
        now          := shifted(now);
      end loop;
      next_r <= now;
    end process step_on;

    shift_reg : process (clk) is
    begin
      if rising_edge(clk) then
        if clear = '1' then
          bits <= (others => '0');
        elsif enable = '1' then
          bits <= next_bits;
          r    <= next_r;
        end if;
      end if;
    end process shift_reg;

  end generate by_shift_register;

  by_buffer : if GENERATOR = 3 generate
    type lanes_t is array (0 to ROUNDS - 1) of lane_t;

    function all_lanes return lanes_t is
      variable table : lanes_t;
    begin
      for i in table'range loop
        table(i) := iota_lane(round_constant(i));
      end loop;
      return table;
    end function all_lanes;

    signal ring : lanes_t;
  begin

    ring_reg : process (clk) is
    begin
      if rising_edge(clk) then
        if rst = '1' then
          ring <= all_lanes;
        elsif clear = '0' and enable = '1' then
          ring <= ring(1 to ROUNDS - 1) & ring(0);
        end if;
        if clear = '1' then
          lanes <= (others => '0');
        elsif enable = '1' then
          lanes <= ring(0);
        end if;
      end if;
    end process ring_reg;

  end generate by_buffer;

end architecture rtl;
