-- SPDX-License-Identifier: Apache-2.0
-- Hands over a digest word by word, with the last chi and iota of Keccak-f done on the words as they leave: the ring of rounds
-- need not keep a state for its digest, and 64 functions do what takes one for each bit of the digest elsewhere.
--
--              +- held -+     +- offered ---------+
--   rows ----->| lanes  |---->| one lane, others  |-- OR --> newest --> older --> oldest
--              +--------+     | zero              |             |         |         |
--                             +-------------------+             +---------+---------+--> chi, iota --> queue of two --> out_data
--
-- Lanes come in the order x = 0, 1, ..; the first word leaves with the third lane of a row. Behind the last lane of an upper row
-- lanes 0 and 1 come again where they are needed.
--
-- rows: two rows of pi's result, first lane in the most significant bits. `load` is taken only with `free`. First word six cycles
-- after load, then a word a cycle while out_ready is high, with two cycles between rows.
-- clk is the I/O clock; `tick` marks its cycles whose end is also an edge of the datapath's clock, where load counts.

library ieee;
use ieee.std_logic_1164.all;
use work.keccak_pkg.all;
use work.shell_pkg.all;

entity keccak_row_unloader is
  generic (
    DIGEST_BITS : positive range 192 to 512
  );
  port (
    clk       : in    std_ulogic;
    rst       : in    std_ulogic;
    tick      : in    std_ulogic;
    rows      : in    std_ulogic_vector(639 downto 0);
    load      : in    std_ulogic;
    free      : out   std_ulogic;
    out_data  : out   std_ulogic_vector(63 downto 0);
    out_valid : out   std_ulogic;
    out_ready : in    std_ulogic
  );
end entity keccak_row_unloader;

architecture rtl of keccak_row_unloader is

  constant WORDS : positive := DIGEST_BITS / 64;
  -- Lanes of the first row that are read: its words, and the two behind each.
  constant FIRST_ROW : positive := minimum(WORDS, 5) + 2;
  constant TWO_ROWS  : natural  := boolean'pos(WORDS > 5);
  constant READS     : positive := FIRST_ROW + TWO_ROWS * (WORDS - 3);
  -- A lane is the newest one place behind that at which it is read.
  constant PLACES    : positive        := READS + 1;
  constant LANES     : positive        := 5 + 5 * TWO_ROWS;
  constant LAST_IOTA : constant_bits_t := round_constant(ROUNDS - 1);

  type lanes_t is array (0 to LANES - 1) of lane_t;

  -- Which lane is read at each place of the order.
  function lane_read (place : natural) return natural is
  begin
    if place < FIRST_ROW then
      return place mod 5;
    end if;
    return 5 + (place - FIRST_ROW) mod 5;
  end function lane_read;

  -- Whether a word leaves at this place.
  function makes_word (place : natural) return boolean is
  begin
    return (place >= 3 and place <= FIRST_ROW) or place >= FIRST_ROW + 3;
  end function makes_word;

  signal held    : lanes_t;
  signal offered : lanes_t;
  signal begins  : std_ulogic;
  signal token   : std_ulogic_vector(0 to PLACES - 1);
  signal read    : lane_t;
  signal newest  : lane_t;
  signal older   : lane_t;
  signal oldest  : lane_t;
  signal busy    : std_ulogic;
  signal moves   : std_ulogic;
  signal makes   : std_ulogic;
  signal pushes  : std_ulogic;
  signal pops    : std_ulogic;
  signal second  : std_ulogic;
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

  -- The queue is what lets a register say whether the lanes move: with a word in it at most, one more fits.
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
