-- SPDX-License-Identifier: Apache-2.0
-- Sends a digest word by word and computes the last chi and iota of Keccak-f on the words as they leave. So the ring does not
-- have to keep a state for its digest, and chi takes 64 LUT4s instead of one for each bit of the digest.
--
--              +- held -+     +- offered ---------+
--   rows ----->| lanes  |---->| one lane, others  |-- OR --> newest --> older --> oldest
--              +--------+     | zero              |             |         |         |
--                             +-------------------+             +---------+---------+--> chi, iota --> queue of two --> out_data
--
-- Chi needs three neighbouring lanes of a plane for one word. The lanes are read in the order x = 0, 1, .., so the first word
-- leaves with the third lane of a plane. After the last lane of the first plane, lanes 0 and 1 are read again if a word needs them.
--
-- `load` takes effect only in a cycle in which `free` and `tick` are '1'. With one clock, tick is constant '1'.
--
-- Source: FIPS 202, sections 3.2.4 and 3.2.5.
-- Widths: rows holds ten lanes of 64 bits (planes y = 0 and y = 1 after pi); the first lane is in the most significant bits.
-- Latency: the first word is sent six cycles after load, then one word a cycle while out_ready is '1', with two idle cycles between
-- the planes.

library ieee;
use ieee.std_logic_1164.all;
use work.keccak_pkg.all;
use work.shell_pkg.all;

entity keccak_row_unloader is
  generic (
    DIGEST_BITS : positive range 192 to 512 -- bits of a digest
  );
  port (
    clk       : in    std_ulogic;                      -- I/O clock
    rst       : in    std_ulogic;                      -- synchronous reset, active high
    tick      : in    std_ulogic;                      -- this cycle ends with an edge of the ring's clock
    rows      : in    std_ulogic_vector(639 downto 0); -- ten lanes whose chi is the digest
    load      : in    std_ulogic;                      -- copy rows if free and tick are '1'
    free      : out   std_ulogic;                      -- the previous digest has been sent
    out_data  : out   std_ulogic_vector(63 downto 0);  -- output stream: words of the digest
    out_valid : out   std_ulogic;                      -- out_data holds a word
    out_ready : in    std_ulogic                       -- the receiver takes the word in this cycle
  );
end entity keccak_row_unloader;

architecture rtl of keccak_row_unloader is

  constant WORDS : positive := DIGEST_BITS / 64;
  -- Number of lanes that are read for the first plane: one for each word of the digest in it, and two more for the last word.
  constant FIRST_ROW : positive := minimum(WORDS, 5) + 2;
  constant TWO_ROWS  : natural  := boolean'pos(WORDS > 5);
  constant READS     : positive := FIRST_ROW + TWO_ROWS * (WORDS - 3);
  -- Number of positions in the order of reads. A lane is in `newest` one position after its read, so there is one more.
  constant PLACES    : positive        := READS + 1;
  constant LANES     : positive        := 5 + 5 * TWO_ROWS;
  constant LAST_IOTA : constant_bits_t := round_constant(ROUNDS - 1);

  type lanes_t is array (0 to LANES - 1) of lane_t;

  -- Returns the index of the lane that is read at position PLACE of the order.
  function lane_read (place : natural) return natural is
  begin
    if place < FIRST_ROW then
      return place mod 5;
    end if;
    return 5 + (place - FIRST_ROW) mod 5;
  end function lane_read;

  -- Returns true if a word leaves at position PLACE.
  function makes_word (place : natural) return boolean is
  begin
    return (place >= 3 and place <= FIRST_ROW) or place >= FIRST_ROW + 3;
  end function makes_word;

  signal held    : lanes_t;
  signal offered : lanes_t;
  signal begins  : std_ulogic;                         -- the first lane is read in this cycle
  signal token   : std_ulogic_vector(0 to PLACES - 1); -- one-hot: position in the order of reads
  signal read    : lane_t;
  signal newest  : lane_t;
  signal older   : lane_t;
  signal oldest  : lane_t;
  signal busy    : std_ulogic;
  signal moves   : std_ulogic;                         -- the lanes shift in this cycle
  signal makes   : std_ulogic;                         -- a word is complete at this position
  signal pushes  : std_ulogic;
  signal pops    : std_ulogic;
  signal second  : std_ulogic;                         -- the queue holds two words
  signal word    : lane_t;
  signal waiting : lane_t;
  signal start   : std_ulogic;

begin

  free      <= not busy;
  start     <= load and tick and not busy;
  pushes <= moves and makes;
  pops   <= out_valid and out_ready;

  select_lane : process (all) is
    variable lane : lane_t;
  begin
    lane := (others => '0');
    for i in offered'range loop
      lane := lane or offered(i);
    end loop;
    read <= lane;
  end process select_lane;

  make_word : process (all) is
    variable lane : lane_t;
  begin
    lane := oldest xor (not older and newest);
    if token(3) = '1' then
      lane := lane xor iota_lane(LAST_IOTA);
    end if;
    word <= swap_bytes(lane);
  end process make_word;

  control_reg : process (clk) is
    variable makes_next : std_ulogic;
  begin
    if rising_edge(clk) then
      if rst = '1' then
        busy   <= '0';
        begins <= '0';
        makes  <= '0';
        token  <= (others => '0');
      elsif start = '1' then
        busy   <= '1';
        begins <= '1';
      elsif moves = '1' then
        makes_next := '0';
        for place in 1 to PLACES - 1 loop
          if makes_word(place) then
            makes_next := makes_next or token(place - 1);
          end if;
        end loop;
        busy   <= busy and not token(PLACES - 1);
        begins <= '0';
        makes  <= makes_next;
        token  <= begins & token(0 to PLACES - 2);
      end if;
    end if;
  end process control_reg;

  -- The queue of two words allows `moves` to be a register: when it holds at most one word, there is always room for one more.
  queue_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        out_valid <= '0';
        second    <= '0';
        moves     <= '1';
      else
        out_valid <= pushes or second or (out_valid and not pops);
        second    <= (out_valid and pushes and not pops) or (second and not pops);
        moves     <= not ((out_valid and pushes and not pops) or (second and not pops));
      end if;
    end if;
  end process queue_reg;

  word_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if moves = '1' then
        waiting <= word;
      end if;
      if second = '1' then
        if pops = '1' then
          out_data <= waiting;
        end if;
      elsif out_valid = '0' or pops = '1' then
        out_data <= word;
      end if;
    end if;
  end process word_reg;

  held_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if start = '1' then
        for i in held'range loop
          held(i) <= rows(639 - 64 * i downto 576 - 64 * i);
        end loop;
      end if;
    end if;
  end process held_reg;

  offered_reg : process (clk) is
    variable due : std_ulogic;
  begin
    if rising_edge(clk) then
      for i in offered'range loop
        due := begins and to_bit(i = 0);
        for place in 1 to READS - 1 loop
          if lane_read(place) = i then
            due := due or token(place - 1);
          end if;
        end loop;
        if moves = '1' and due = '0' then
          offered(i) <= (others => '0');
        elsif moves = '1' then
          offered(i) <= held(i);
        end if;
      end loop;
    end if;
  end process offered_reg;

  history_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if moves = '1' then
        newest <= read;
        older  <= newest;
        oldest <= older;
      end if;
    end if;
  end process history_reg;

end architecture rtl;
