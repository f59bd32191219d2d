-- SPDX-License-Identifier: Apache-2.0
-- The state of Ascon, eight columns a cycle. A pass is the linear diffusion of one round and the substitution of the next one.
--
--   +--> [memory, one for each word] --> slice read now --+--> diffusion --> XOR --> substitution --> [result] --+
--   |                                     [window]     ---+                 ^                                    |
--   |                                                               added, round constant                        |
--   +------------------------------------------------------------------------------------------------------------+
--
-- A memory has two banks of eight slices; slice k is bits 8 k + 7 downto 8 k of its word. A pass reads one bank and writes the other one.
-- Diffusion needs bits of five slices at most. One of them is read in this cycle, the others were read in the cycles before (window). So a
-- pass has 12 steps: steps 4 to 11 give slices 0 to 7, and in the first four steps the windows are filled. The result is written in the
-- cycle after its step.
--
-- Source: NIST SP 800-232, section 3. Widths: slices of 8 bits, five of them a step. Latency: one cycle a step, 12 a round.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.ascon_pkg.all;

entity ascon_lightweight_datapath is
  port (
    clk        : in    std_ulogic;                    -- clock
    advance    : in    std_ulogic;                    -- next step
    step       : in    unsigned(3 downto 0);          -- step of the pass, 0 to 11
    bank       : in    std_ulogic;                    -- bank that is read
    clear      : in    std_ulogic;                    -- the result is zero
    added      : in    std_ulogic_vector(7 downto 0); -- added to the slice of word 0
    round_byte : in    std_ulogic_vector(7 downto 0); -- added to the slice of word 2
    rate       : out   std_ulogic_vector(7 downto 0)  -- slice of word 0 after the diffusion
  );
end entity ascon_lightweight_datapath;

architecture rtl of ascon_lightweight_datapath is

  subtype slice_t is std_ulogic_vector(7 downto 0);

  -- A window is the slice that is read and the four before it, which are the bits to its right.
  subtype window_t is std_ulogic_vector(39 downto 0);

  type slices_t is array (0 to 4) of slice_t;

  type windows_t is array (0 to 4) of window_t;

  type numbers_t is array (0 to 4) of natural;

  -- How many slices a word is read ahead of the slice that is computed. With this, all bits that diffusion needs are in the window.
  constant AHEAD : numbers_t := (4, 0, 1, 3, 1);

  -- Where the bit AMOUNT to the left of bit 0 of the computed slice is in the window. Rotations by more than half of a word count to the
  -- other side.
  function place (word_index : natural; amount : natural) return natural is
  begin
    if amount > 32 then
      return 8 * (4 - AHEAD(word_index)) + amount - 64;
    end if;
    return 8 * (4 - AHEAD(word_index)) + amount;
  end function place;

  signal read_now      : slices_t;
  signal earlier       : windows_t;                     -- the four slices read before, in bits 31 downto 0
  signal diffused_now  : slices_t;
  signal result        : std_ulogic_vector(39 downto 0);
  signal result_bank   : std_ulogic;
  signal result_index  : unsigned(2 downto 0);
  signal result_valid  : std_ulogic;
  signal write_address : std_ulogic_vector(3 downto 0);

begin

  rate          <= diffused_now(0);
  write_address <= result_bank & std_ulogic_vector(result_index);

  every_word : for i in slices_t'range generate
    constant FIRST  : natural := place(i, ROTATIONS(i, 0));
    constant SECOND : natural := place(i, ROTATIONS(i, 1));
    constant SELF   : natural := place(i, 0);

    signal slice_index  : unsigned(2 downto 0); -- number of the slice that is read
    signal read_address : std_ulogic_vector(3 downto 0);
    signal window       : window_t;
  begin

    slice_index     <= step(2 downto 0) + (AHEAD(i) + 4) mod 8;
    read_address    <= bank & std_ulogic_vector(slice_index);
    window          <= read_now(i) & earlier(i)(31 downto 0);
    diffused_now(i) <= window(SELF + 7 downto SELF) xor window(FIRST + 7 downto FIRST) xor window(SECOND + 7 downto SECOND);

    memory : entity work.memory_distributed
      generic map (
        ADDRESS_BITS => 4,
        WORD_BITS    => 8
      )
      port map (
        clk           => clk,
        write         => result_valid,
        write_address => write_address,
        write_data    => result(39 - 8 * i downto 32 - 8 * i),
        read_address  => read_address,
        read_data     => read_now(i)
      );

    window_reg : process (clk) is
    begin
      if rising_edge(clk) then
        if advance = '1' then
          earlier(i) <= x"00" & window(39 downto 8);
        end if;
      end if;
    end process window_reg;

  end generate every_word;

  result_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if clear = '1' then
        result <= (others => '0');
      elsif advance = '1' then
        result <= substituted((diffused_now(0) xor added) & diffused_now(1) & (diffused_now(2) xor round_byte) & diffused_now(3)
                              & diffused_now(4));
      end if;
      if advance = '1' then
        result_bank  <= not bank;
        result_index <= not step(2) & step(1 downto 0);
        result_valid <= step(2) or step(3);
      end if;
    end if;
  end process result_reg;

end architecture rtl;
