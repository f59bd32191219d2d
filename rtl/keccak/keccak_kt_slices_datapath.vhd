-- SPDX-License-Identifier: Apache-2.0
-- State of keccak_kt_slices, and 4 slices of a round in each step: keccak_slices_datapath for blocks of 25 lanes, from which each lane
-- can be read.
--
--            +-----------------------------------------------------------------+
--            v                                                                 |
--   25 RAMs, one a lane --> rho, pi --> chi, + lanes --> [rows] --> theta -----+
--            |               ^                                       ^
--            |            [previous]: bits of the previous word      [top]: parities of the slice before
--            +--> select --> output_word
--
-- A word of a lane is 4 bits, one of each slice. Pi, chi, iota and theta stay in a slice, except for the parities that theta takes
-- from the slice before. The state in the RAMs is that after theta. In the last round of a node theta is left out.
--
-- Source: FIPS 202, section 3.2. Widths: words of 4 bits, lane 0 on the right. Latency: a word is written one step after it is read.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.keccak_pkg.all;

entity keccak_kt_slices_datapath is
  port (
    clk             : in    std_ulogic;                     -- clock
    advance         : in    std_ulogic;                     -- the step ends with this cycle
    clear           : in    std_ulogic;                     -- the words after chi become zero
    theta_off       : in    std_ulogic;                     -- write the words without theta
    write           : in    std_ulogic;                     -- write a word of each lane
    read_addresses  : in    std_ulogic_vector(63 downto 0); -- from keccak_slices_addresses
    write_addresses : in    std_ulogic_vector(63 downto 0); -- the address of each RAM that is written
    lanes           : in    std_ulogic_vector(99 downto 0); -- block and round constant
    output_lane     : in    unsigned(4 downto 0);           -- lane of the word of output
    output_word     : out   std_ulogic_vector(3 downto 0)   -- word of that lane that is read
  );
end entity keccak_kt_slices_datapath;

architecture rtl of keccak_kt_slices_datapath is

  constant N            : positive := 4; -- slices
  constant ADDRESS_BITS : positive := 4; -- log2(64 / N)

  subtype word_t is std_ulogic_vector(N - 1 downto 0);

  type words_t is array (natural range <>) of word_t;

  signal stored   : words_t(0 to 24);          -- words that are read from the RAMs
  signal previous : words_t(0 to 24);          -- words of the previous step
  signal rotated  : words_t(0 to 24);          -- words after rho
  signal chi_word : words_t(0 to 24);
  signal rows     : words_t(0 to 24);          -- words after chi and iota, with the block
  signal upper    : words_t(0 to 4);           -- sums of the four upper bits of the columns
  signal top      : std_ulogic_vector(0 to 4); -- parities of the last slice of the previous step
  signal written  : words_t(0 to 24);
  signal choices  : words_t(0 to 31);          -- words that are read, then zeros

begin

  choices(0 to 24)  <= stored;
  choices(25 to 31) <= (others => (others => '0'));
  output_word       <= choices(to_integer(output_lane));

  each_lane : for i in 0 to 24 generate
    constant Q : natural := rho_offset(i) / N;
    constant S : natural := rho_offset(i) mod N;
  begin

    ram : entity work.memory_distributed
      generic map (
        ADDRESS_BITS => ADDRESS_BITS,
        WORD_BITS    => N
      )
      port map (
        clk           => clk,
        write         => write,
        write_address => write_addresses(ADDRESS_BITS * (Q + 1) - 1 downto ADDRESS_BITS * Q),
        write_data    => written(i),
        read_address  => read_addresses(ADDRESS_BITS * (Q + 1) - 1 downto ADDRESS_BITS * Q),
        read_data     => stored(i)
      );

    each_bit : for k in 0 to N - 1 generate

      within : if k >= S generate
        rotated(i)(k) <= stored(i)(k - S);
      end generate within;

      across : if k < S generate
        rotated(i)(k) <= previous(i)(N + k - S);
      end generate across;

    end generate each_bit;

  end generate each_lane;

  -- The functions of the package take lanes of 64 bits; synthesis removes the unused bits.
  rows_of_slices : process (all) is
    variable a : state_t;
  begin
    a := (others => (others => '0'));
    for i in 0 to 24 loop
      a(i)(N - 1 downto 0) := rotated(i);
    end loop;
    a := chi(pi(a));
    for i in 0 to 24 loop
      chi_word(i) <= a(i)(N - 1 downto 0) xor lanes(N * (i + 1) - 1 downto N * i);
    end loop;
  end process rows_of_slices;

  -- Theta adds the parities of two columns, that is ten bits. The sum is split into the four upper bits of each column and the two
  -- bits of the bottom plane (y = 4), so that each part is one LUT4.
  theta_of_slices : process (all) is
    variable upper_below  : std_ulogic_vector(N downto 0); -- the slice before, then the N slices
    variable bottom_below : std_ulogic_vector(N downto 0);
    variable added        : word_t;
  begin
    for x in 0 to 4 loop
      upper(x) <= rows(x) xor rows(x + 5) xor rows(x + 10) xor rows(x + 15);
    end loop;
    for x in 0 to 4 loop
      upper_below  := upper((x + 1) mod 5) & top((x + 1) mod 5);
      bottom_below := rows((x + 1) mod 5 + 20) & '0';
      added        := upper((x + 4) mod 5) xor rows((x + 4) mod 5 + 20) xor upper_below(N - 1 downto 0) xor bottom_below(N - 1 downto 0);
      for y in 0 to 4 loop
        written(x + 5 * y) <= rows(x + 5 * y) xor (added and (N - 1 downto 0 => not theta_off));
      end loop;
    end loop;
  end process theta_of_slices;

  rows_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if clear = '1' then
        rows <= (others => (others => '0'));
      elsif advance = '1' then
        rows <= chi_word;
      end if;
      if advance = '1' then
        previous <= stored;
        for x in 0 to 4 loop
          top(x) <= upper(x)(N - 1) xor rows(x + 20)(N - 1);
        end loop;
      end if;
    end if;
  end process rows_reg;

end architecture rtl;
