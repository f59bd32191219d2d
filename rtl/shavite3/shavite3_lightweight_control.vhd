-- SPDX-License-Identifier: Apache-2.0
-- Control of lightweight SHAvite-3: a counter of subkeys and slots. Every subkey has eight slots: four that compute a column of an AES
-- round of F, then four that compute a column of the subkey four subkeys later.
--
--   subkey      slots 0 .. 3                  slots 4 .. 7
--   63          forward: the result of the last block and the chaining value are added; columns 4 to 7, then 0 to 3
--   0 .. 31     AES round of F                message expansion
--   32 .. 35    AES round of F                the first four subkeys of the next block are read; 32 waits for the block
--
-- A message starts with subkey 32, in which only the next block matters. The digest is sent after the forward slots of the last block.
-- A column is in four stages, from its slot (stage 0) to its write (stage 3). Outputs with a number are for that stage.
--
-- Latency: a block takes 296 cycles.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;

entity shavite3_lightweight_control is
  port (
    clk           : in    std_ulogic;                    -- clock
    rst           : in    std_ulogic;                    -- synchronous reset, active high
    full          : in    std_ulogic;                    -- from the loader: a block is in the memory
    loaded_last   : in    std_ulogic;                    -- from the loader: it is the last block of its message
    take          : out   std_ulogic;                    -- its message bits are counted
    free_block    : out   std_ulogic;                    -- to the loader: the block has been read
    port_free     : out   std_ulogic;                    -- to the loader: it may write in this cycle
    unload        : out   std_ulogic;                    -- send the digest
    unload_done   : in    std_ulogic;                    -- its last word is sent
    column_0      : out   std_ulogic_vector(1 downto 0); -- column
    subkey_0      : out   std_ulogic_vector(1 downto 0); -- number of the subkey in the RAM that is read
    rotated_0     : out   std_ulogic;                    -- its bytes are read as the nonlinear step needs them
    expands_0     : out   std_ulogic;                    -- the column is one of the message expansion
    buffer_0      : out   std_ulogic;                    -- half of the RAM that F reads
    address_0     : out   std_ulogic_vector(4 downto 0); -- of the word of the memory that is read
    counter_0     : out   std_ulogic;                    -- add the counter
    ones_0        : out   std_ulogic;                    -- complement what is added
    clear_1       : out   std_ulogic;                    -- no AES round
    half_1        : out   std_ulogic;                    -- half of the state that is read
    adds_half_1   : out   std_ulogic;                    -- it is added
    adds_memory_1 : out   std_ulogic;                    -- the word of the memory is added
    linear_2      : out   std_ulogic;                    -- a word 16 words ago is added
    adds_key_2    : out   std_ulogic;                    -- the subkey is added to the column of F in stage 3
    near_3        : out   std_ulogic;                    -- the word three words ago is added
    far_3         : out   std_ulogic;                    -- the word four words ago is added
    column_3      : out   std_ulogic_vector(1 downto 0); -- number of the column in stage 3
    subkey_3      : out   std_ulogic_vector(1 downto 0); -- number of the subkey in stage 3
    buffer_3      : out   std_ulogic;                    -- half of the RAM to which F writes
    half_3        : out   std_ulogic;                    -- half of the state that is written
    write_f_3     : out   std_ulogic;                    -- write the input of F's next AES round
    write_half_3  : out   std_ulogic;                    -- write the state
    write_key_3   : out   std_ulogic;                    -- write the word of the subkey
    write_chain_3 : out   std_ulogic                     -- write the chaining value to the memory
  );
end entity shavite3_lightweight_control;

architecture rtl of shavite3_lightweight_control is

  subtype stages_t is std_ulogic_vector(1 to 3);

  type pairs_t is array (1 to 3) of std_ulogic_vector(1 downto 0);

  constant FORWARD_SUBKEY : natural := 63;
  constant NEXT_SUBKEY    : natural := 32;
  constant LAST_SUBKEY    : natural := 35;

  signal subkey       : unsigned(5 downto 0);
  signal slot         : unsigned(2 downto 0);
  signal aes_round    : unsigned(1 downto 0);      -- of F: 0 to 2
  signal half         : std_ulogic;                -- F's result is added to columns 4 to 7
  signal starting     : std_ulogic;                -- no block has been processed
  signal last         : std_ulogic;                -- the block is the last one of its message
  signal next_last    : std_ulogic;                -- the same for the next block
  signal unloading    : std_ulogic;
  signal drained      : std_ulogic;                -- the last word of the memory has been added
  signal advance      : std_ulogic;                -- the slot ends with this cycle
  signal forward      : std_ulogic;
  signal expands      : std_ulogic;
  signal loads        : std_ulogic;                -- the column is one of the next block
  signal third        : std_ulogic;                -- last AES round of F
  signal at_wait      : std_ulogic;                -- the slot before the first one of a block
  signal column       : std_ulogic_vector(1 downto 0);
  signal half_now     : std_ulogic;
  signal nonlinear    : std_ulogic;
  signal linear       : std_ulogic;
  signal frees        : std_ulogic;
  signal place        : std_ulogic_vector(0 to 3); -- bit i is '1' in the subkey that includes the counter for the (i + 1)th time
  signal clears       : std_ulogic;
  signal halves       : stages_t;
  signal adds_half    : std_ulogic;
  signal adds_words   : std_ulogic;
  signal linears      : stages_t;
  signal nonlinears   : stages_t;
  signal keys         : stages_t;
  signal columns      : pairs_t;
  signal subkeys      : pairs_t;
  signal buffers      : stages_t;
  signal f_writes     : stages_t;
  signal half_writes  : stages_t;
  signal key_writes   : stages_t;
  signal chain_writes : stages_t;

begin

  forward   <= to_bit(subkey = FORWARD_SUBKEY);
  expands   <= slot(2) and not forward;
  loads     <= expands and subkey(5) and not last;
  third     <= aes_round(1);
  nonlinear <= expands and not subkey(5) and not subkey(2);
  linear    <= expands and not subkey(5) and subkey(2);
  at_wait   <= to_bit(subkey = NEXT_SUBKEY and slot = 0);
  advance   <= not unloading and not (at_wait and not full and not last);
  take      <= at_wait and full and not last and not unloading;
  half_now  <= not slot(2) when forward = '1' else half;
  column    <= std_ulogic_vector(slot(1 downto 0));
  unload    <= unloading and drained;

  count_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' or unload_done = '1' then
        subkey    <= to_unsigned(NEXT_SUBKEY, 6);
        slot      <= "000";
        aes_round <= "00";
        half      <= '0';
        starting  <= '1';
        last      <= '0';
        unloading <= '0';
      elsif advance = '1' then
        slot <= slot + 1;
        if at_wait = '1' then
          next_last <= loaded_last;
        end if;
        if slot = 7 then
          subkey <= subkey + 1;
          if subkey = LAST_SUBKEY then
            subkey <= to_unsigned(FORWARD_SUBKEY, 6);
          end if;
          aes_round <= aes_round + 1;
          if third = '1' then
            aes_round <= "00";
            half      <= not half;
          end if;
          if forward = '1' then
            aes_round <= "00";
            half      <= '0';
            starting  <= '0';
            last      <= next_last and not last;
            unloading <= last;
          end if;
        end if;
      end if;
    end if;
  end process count_reg;

  -- Stage 0.

  column_0  <= column;
  subkey_0  <= std_ulogic_vector(subkey(1 downto 0)) when expands = '1' else std_ulogic_vector(subkey(1 downto 0) + 1);
  rotated_0 <= nonlinear;
  expands_0 <= expands;
  buffer_0  <= subkey(0);
  address_0 <= '1' & starting & half_now & column when forward = '1' else '0' & std_ulogic_vector(subkey(1 downto 0)) & column;

  -- Words 16, 56, 84 and 124 start the subkeys to which the counter is added. Its second word is zero.
  place(0)  <= expands and to_bit(subkey = 0);
  place(1)  <= expands and to_bit(subkey = 10);
  place(2)  <= expands and to_bit(subkey = 17);
  place(3)  <= expands and to_bit(subkey = 27);
  counter_0 <= ((place(0) or place(3)) and to_bit(column = "00")) or (place(1) and to_bit(column = "10")) or
               (place(2) and to_bit(column = "11"));
  ones_0    <= (place(0) and to_bit(column = "01")) or (place(1) and to_bit(column = "10")) or
               ((place(2) or place(3)) and to_bit(column = "11"));

  stages_reg : process (clk) is
  begin
    if rising_edge(clk) then
      drained    <= unloading;
      clears     <= forward or (expands and not nonlinear);
      halves     <= half_now & halves(1 to 2);
      adds_half  <= (third and not expands and not forward) or (forward and not starting);
      adds_words <= loads or forward;
      linears    <= linear & linears(1 to 2);
      nonlinears <= nonlinear & nonlinears(1 to 2);
      keys       <= not expands & keys(1 to 2);
      columns    <= (column, columns(1), columns(2));
      subkeys    <= (std_ulogic_vector(subkey(1 downto 0)), subkeys(1), subkeys(2));
      buffers    <= not subkey(0) & buffers(1 to 2);
      if rst = '1' then
        frees        <= '0';
        f_writes     <= "000";
        half_writes  <= "000";
        key_writes   <= "000";
        chain_writes <= "000";
      else
        frees        <= advance and loads and to_bit(subkey(1 downto 0) = 3 and slot = 7);
        f_writes     <= (advance and not slot(2)) & f_writes(1 to 2);
        half_writes  <= (advance and (forward or (third and not slot(2)))) & half_writes(1 to 2);
        key_writes   <= (advance and expands) & key_writes(1 to 2);
        chain_writes <= (advance and forward) & chain_writes(1 to 2);
      end if;
    end if;
  end process stages_reg;

  free_block    <= frees;
  port_free     <= not chain_writes(3);
  clear_1       <= clears;
  half_1        <= halves(1);
  adds_half_1   <= adds_half;
  adds_memory_1 <= adds_words;
  linear_2      <= linears(2);
  adds_key_2    <= keys(2);
  near_3        <= linears(3);
  far_3         <= nonlinears(3);
  column_3      <= columns(3);
  subkey_3      <= subkeys(3);
  buffer_3      <= buffers(3);
  half_3        <= halves(3);
  write_f_3     <= f_writes(3);
  write_half_3  <= half_writes(3);
  write_key_3   <= key_writes(3);
  write_chain_3 <= chain_writes(3);

end architecture rtl;
