-- SPDX-License-Identifier: Apache-2.0
-- State of keccak_xof_slices, and N slices of a round a cycle, as keccak_slices_datapath. The state is always stored with theta of the
-- next round, also after the last round; output is read without it.
--
--   RAM of each lane --> [previous] --> rho --> pi, chi --> add --> [rows] --> theta --> RAM of each lane
--          |                                     lanes                           |
--          |                                                      sums of columns v
--          +--> select lane --> xor <-- select column <-- RAM of the sums --------+
--                                |
--                                v
--                           output_part
--
-- So the rounds of a further block of output start without a pass over the state for theta alone. Theta adds the same word to the
-- five lanes of a column: the sums of two columns that it added in the latest pass are stored, 5 x 64 bits.
--
-- Source: FIPS 202, section 3.2; paper B.
-- Widths: N bits of each lane, lane 0 on the right of lanes. Latency: a word is written one step after it is read.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.keccak_pkg.all;

entity keccak_xof_slices_datapath is
  generic (
    N            : positive; -- slices
    ADDRESS_BITS : positive; -- log2(64 / N)
    BLOCK_LANES  : positive  -- lanes of a block
  );
  port (
    clk             : in    std_ulogic;                                                       -- clock
    advance         : in    std_ulogic;                                                       -- the step ends with this cycle
    clear           : in    std_ulogic;                                                       -- the words after chi become zero
    write           : in    std_ulogic;                                                       -- write a word of each lane
    read_addresses  : in    std_ulogic_vector(ADDRESS_BITS * 2 ** ADDRESS_BITS - 1 downto 0); -- from keccak_slices_addresses
    write_addresses : in    std_ulogic_vector(ADDRESS_BITS * 2 ** ADDRESS_BITS - 1 downto 0); -- the address of each RAM that is written
    lanes           : in    std_ulogic_vector(BLOCK_LANES * N - 1 downto 0);                  -- block and round constant
    written_part    : in    std_ulogic_vector(ADDRESS_BITS - 1 downto 0);                     -- index of the word that is written
    output_lane     : in    unsigned(4 downto 0);                                             -- lane of the word of output
    output_column   : in    std_ulogic_vector(0 to 4);                                        -- its column, one-hot
    part_index      : in    std_ulogic_vector(ADDRESS_BITS - 1 downto 0);                     -- its index in the lane
    output_part     : out   std_ulogic_vector(N - 1 downto 0)                                 -- the word
  );
end entity keccak_xof_slices_datapath;

architecture rtl of keccak_xof_slices_datapath is

  subtype word_t is std_ulogic_vector(N - 1 downto 0);

  type words_t is array (natural range <>) of word_t;

  signal stored     : words_t(0 to 24);          -- words that are read from the RAMs
  signal previous   : words_t(0 to 24);          -- words of the previous step
  signal rotated    : words_t(0 to 24);          -- words after rho
  signal chi_word   : words_t(0 to 24);
  signal rows       : words_t(0 to 24);          -- words after chi and iota, with the block
  signal upper      : words_t(0 to 4);           -- sums of the four upper bits of the columns
  signal top        : std_ulogic_vector(0 to 4); -- parities of the last slice of the previous step
  signal added      : words_t(0 to 4);           -- what theta adds to each column
  signal written    : words_t(0 to 24);
  signal added_then : words_t(0 to 4);           -- what it added to the stored word
  signal candidates : words_t(0 to 31);          -- stored words of the block's lanes, then zeros
  signal read_lane  : word_t;                    -- stored word of the output's lane

begin

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

  each_column : for x in 0 to 4 generate

    sums : entity work.memory_distributed
      generic map (
        ADDRESS_BITS => ADDRESS_BITS,
        WORD_BITS    => N
      )
      port map (
        clk           => clk,
        write         => write,
        write_address => written_part,
        write_data    => added(x),
        read_address  => part_index,
        read_data     => added_then(x)
      );

  end generate each_column;

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
      chi_word(i) <= a(i)(N - 1 downto 0);
      if i < BLOCK_LANES then
        chi_word(i) <= a(i)(N - 1 downto 0) xor lanes(N * (i + 1) - 1 downto N * i);
      end if;
    end loop;
  end process rows_of_slices;

  -- Theta adds the parities of two columns, that is ten bits. The sum is split into the four upper bits of each column and the two
  -- bits of the bottom plane (y = 4), so that each part is one LUT4.
  theta_of_slices : process (all) is
    variable upper_below  : std_ulogic_vector(N downto 0); -- the slice before, then the N slices
    variable bottom_below : std_ulogic_vector(N downto 0);
  begin
    for x in 0 to 4 loop
      upper(x) <= rows(x) xor rows(x + 5) xor rows(x + 10) xor rows(x + 15);
    end loop;
    for x in 0 to 4 loop
      upper_below  := upper((x + 1) mod 5) & top((x + 1) mod 5);
      bottom_below := rows((x + 1) mod 5 + 20) & '0';
      added(x)     <= upper((x + 4) mod 5) xor rows((x + 4) mod 5 + 20) xor upper_below(N - 1 downto 0) xor bottom_below(N - 1 downto 0);
    end loop;
    for i in 0 to 24 loop
      written(i) <= rows(i) xor added(i mod 5);
    end loop;
  end process theta_of_slices;

  lanes_of_output : for i in candidates'range generate

    in_block : if i < BLOCK_LANES generate
      candidates(i) <= stored(i);
    end generate in_block;

    after_block : if i >= BLOCK_LANES generate
      candidates(i) <= (others => '0');
    end generate after_block;

  end generate lanes_of_output;

  read_lane <= candidates(to_integer(output_lane));

  part_of_output : process (all) is
    variable sum : word_t;
  begin
    sum := (others => '0');
    for x in 0 to 4 loop
      sum := sum or (added_then(x) and (N - 1 downto 0 => output_column(x)));
    end loop;
    output_part <= read_lane xor sum;
  end process part_of_output;

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
