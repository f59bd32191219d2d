-- SPDX-License-Identifier: Apache-2.0
-- AXI4-Lite registers in front of a component with AXI4-Stream ports of 32 bits: the map of registers.toml.
--
--   AXI4-Lite write --> address, data held --+--> control, status          (reset, interrupt)
--                                            +--> data_fifo --> message_*  (to the component)
--   AXI4-Lite read  <-- register <-----------+--- digest <----- digest_*   (from the component)
--
-- A write to an unknown or read-only register, to a full FIFO, or with a byte not enabled, and a read of an unknown or write-only register,
-- change nothing and are answered by SLVERR. So no access waits for the core.
--
-- Widths: 32 bits. Latency: two cycles for a write, one for a read.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.registers_pkg.all;

entity hash_registers is
  generic (
    DIGEST_BITS : positive := 256; -- bits of a digest, a multiple of 32, at most 512
    BLOCK_BITS  : positive := 512  -- bits of a block
  );
  port (
    clk             : in    std_ulogic;                                   -- clock of all ports
    aresetn         : in    std_ulogic;                                   -- synchronous reset, active low
    s_axi_awaddr    : in    std_ulogic_vector(ADDRESS_BITS - 1 downto 0); -- AXI4-Lite: address of a write, in bytes
    s_axi_awvalid   : in    std_ulogic;                                   -- s_axi_awaddr holds an address
    s_axi_awready   : out   std_ulogic;                                   -- it is taken in this cycle
    s_axi_wdata     : in    std_ulogic_vector(31 downto 0);               -- written word
    s_axi_wstrb     : in    std_ulogic_vector(3 downto 0);                -- written bytes: all must be '1'
    s_axi_wvalid    : in    std_ulogic;                                   -- s_axi_wdata holds a word
    s_axi_wready    : out   std_ulogic;                                   -- it is taken in this cycle
    s_axi_bresp     : out   std_ulogic_vector(1 downto 0);                -- "00" OKAY, "10" SLVERR
    s_axi_bvalid    : out   std_ulogic;                                   -- the write has been done
    s_axi_bready    : in    std_ulogic;                                   -- the master takes the response
    s_axi_araddr    : in    std_ulogic_vector(ADDRESS_BITS - 1 downto 0); -- address of a read, in bytes
    s_axi_arvalid   : in    std_ulogic;                                   -- s_axi_araddr holds an address
    s_axi_arready   : out   std_ulogic;                                   -- it is taken in this cycle
    s_axi_rdata     : out   std_ulogic_vector(31 downto 0);               -- word that was read
    s_axi_rresp     : out   std_ulogic_vector(1 downto 0);                -- "00" OKAY, "10" SLVERR
    s_axi_rvalid    : out   std_ulogic;                                   -- s_axi_rdata holds a word
    s_axi_rready    : in    std_ulogic;                                   -- the master takes it in this cycle
    irq             : out   std_ulogic;                                   -- high while a digest waits and the interrupt is enabled
    component_reset : out   std_ulogic;                                   -- reset of the component, active low
    message_tdata   : out   std_ulogic_vector(31 downto 0);               -- to the component: bytes of a message
    message_tkeep   : out   std_ulogic_vector(3 downto 0);                -- which of them belong to it
    message_tlast   : out   std_ulogic;                                   -- last beat of a message
    message_tvalid  : out   std_ulogic;                                   -- message_tdata holds a beat
    message_tready  : in    std_ulogic;                                   -- it is taken in this cycle
    digest_tdata    : in    std_ulogic_vector(31 downto 0);               -- from the component: bytes of a digest
    digest_tlast    : in    std_ulogic;                                   -- last beat of a digest
    digest_tvalid   : in    std_ulogic;                                   -- digest_tdata holds a beat
    digest_tready   : out   std_ulogic                                    -- it is taken in this cycle
  );
end entity hash_registers;

architecture rtl of hash_registers is

  constant OKAY         : std_ulogic_vector(1 downto 0) := "00";
  constant SLVERR       : std_ulogic_vector(1 downto 0) := "10";
  constant DEPTH_BITS   : positive                      := 4; -- the data FIFO has 16 words
  constant DIGEST_WORDS : positive                      := DIGEST_BITS / 32;

  signal write_address : unsigned(ADDRESS_BITS - 1 downto 2);
  signal write_data    : std_ulogic_vector(31 downto 0);
  signal all_bytes     : std_ulogic;                                  -- of write_data are enabled
  signal has_address   : std_ulogic;
  signal has_data      : std_ulogic;
  signal responds      : std_ulogic;                                  -- s_axi_bvalid
  signal writes        : std_ulogic;                                  -- the register is written in this cycle
  signal read_address  : unsigned(ADDRESS_BITS - 1 downto 2);
  signal has_word      : std_ulogic;                                  -- s_axi_rvalid
  signal fifo_rst      : std_ulogic;
  signal fifo_in       : std_ulogic_vector(36 downto 0);              -- last, keep, data
  signal fifo_out      : std_ulogic_vector(36 downto 0);
  signal fifo_valid    : std_ulogic;
  signal fifo_ready    : std_ulogic;
  signal space         : unsigned(DEPTH_BITS downto 0);
  signal keep          : std_ulogic_vector(3 downto 0);               -- of the word that ends the message
  signal ends          : std_ulogic;                                  -- the next word ends the message
  signal restarts      : std_ulogic;                                  -- the command `reset`, one cycle
  signal enabled       : std_ulogic;                                  -- the interrupt is enabled
  signal done          : std_ulogic;
  signal overflow      : std_ulogic;
  signal digest        : std_ulogic_vector(DIGEST_BITS - 1 downto 0); -- first word in the lowest bits
  signal status        : std_ulogic_vector(31 downto 0);
  signal control       : std_ulogic_vector(31 downto 0);

  function at (address : unsigned(ADDRESS_BITS - 1 downto 2); register_offset : natural) return boolean is
  begin
    return address = register_offset / 4;
  end function at;

begin

  s_axi_awready   <= not has_address;
  s_axi_wready    <= not has_data;
  s_axi_bvalid    <= responds;
  s_axi_arready   <= not has_word;
  s_axi_rvalid    <= has_word;
  writes          <= has_address and has_data and not responds;
  read_address    <= unsigned(s_axi_araddr(ADDRESS_BITS - 1 downto 2));
  irq             <= done and enabled;
  component_reset <= aresetn and not restarts;
  fifo_rst        <= restarts or not aresetn;
  fifo_in         <= ends & keep & write_data when ends = '1' else
                     "01111" & write_data;
  fifo_valid      <= writes and all_bytes when at(write_address, DATA_OFFSET) else
                     '0';
  message_tdata   <= fifo_out(31 downto 0);
  message_tkeep   <= fifo_out(35 downto 32);
  message_tlast   <= fifo_out(36);
  digest_tready   <= not done;

  fifo : entity work.data_fifo
    generic map (
      W            => 37,
      ADDRESS_BITS => DEPTH_BITS
    )
    port map (
      clk       => clk,
      rst       => fifo_rst,
      in_data   => fifo_in,
      in_valid  => fifo_valid,
      in_ready  => fifo_ready,
      space     => space,
      out_data  => fifo_out,
      out_valid => message_tvalid,
      out_ready => message_tready
    );

  status_bits : process (all) is
  begin
    control                                         <= (others => '0');
    control(CONTROL_INTERRUPT_ENABLE)               <= enabled;
    status                                          <= (others => '0');
    status(STATUS_DONE)                             <= done;
    status(STATUS_OVERFLOW)                            <= overflow;
    status(STATUS_SPACE + DEPTH_BITS downto STATUS_SPACE) <= std_ulogic_vector(space);
  end process status_bits;

  write_channel_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if aresetn = '0' then
        has_address <= '0';
        has_data    <= '0';
        responds    <= '0';
      else
        if s_axi_awvalid = '1' and has_address = '0' then
          has_address <= '1';
        end if;
        if s_axi_wvalid = '1' and has_data = '0' then
          has_data <= '1';
        end if;
        if writes = '1' then
          has_address <= '0';
          has_data    <= '0';
          responds    <= '1';
        elsif s_axi_bready = '1' then
          responds <= '0';
        end if;
      end if;
    end if;
  end process write_channel_reg;

  written_word_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if has_address = '0' then
        write_address <= unsigned(s_axi_awaddr(ADDRESS_BITS - 1 downto 2));
      end if;
      if has_data = '0' then
        write_data <= s_axi_wdata;
        all_bytes  <= s_axi_wstrb(0) and s_axi_wstrb(1) and s_axi_wstrb(2) and s_axi_wstrb(3);
      end if;
    end if;
  end process written_word_reg;

  response_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if writes = '1' then
        s_axi_bresp <= SLVERR;
        if all_bytes = '1' then
          if at(write_address, CONTROL_OFFSET) or at(write_address, STATUS_OFFSET) or at(write_address, LAST_OFFSET)
             or (at(write_address, DATA_OFFSET) and fifo_ready = '1') then
            s_axi_bresp <= OKAY;
          end if;
        end if;
      end if;
    end if;
  end process response_reg;

  control_reg : process (clk) is
  begin
    if rising_edge(clk) then
      restarts <= '0';
      if fifo_rst = '1' then
        ends     <= '0';
        done     <= '0';
        overflow <= '0';
      else
        if fifo_valid = '1' then
          ends     <= ends and not fifo_ready;
          overflow <= overflow or not fifo_ready;
        end if;
        if writes = '1' and all_bytes = '1' then
          if at(write_address, LAST_OFFSET) then
            ends <= '1';
          end if;
          if at(write_address, STATUS_OFFSET) then
            done     <= done and not write_data(STATUS_DONE);
            overflow <= overflow and not write_data(STATUS_OVERFLOW);
          end if;
          if at(write_address, CONTROL_OFFSET) then
            restarts <= write_data(CONTROL_RESET);
          end if;
        end if;
        if digest_tvalid = '1' and done = '0' then
          done <= digest_tlast;
        end if;
      end if;
      if aresetn = '0' then
        enabled <= '0';
      elsif writes = '1' and all_bytes = '1' and at(write_address, CONTROL_OFFSET) then
        enabled <= write_data(CONTROL_INTERRUPT_ENABLE);
      end if;
    end if;
  end process control_reg;

  keep_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if writes = '1' and at(write_address, LAST_OFFSET) then
        for i in keep'range loop
          keep(i) <= '0';
          if unsigned(write_data(LAST_BYTES + 2 downto LAST_BYTES)) > i then
            keep(i) <= '1';
          end if;
        end loop;
      end if;
    end if;
  end process keep_reg;

  digest_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if digest_tvalid = '1' and done = '0' then
        digest <= digest_tdata & digest(DIGEST_BITS - 1 downto 32);
      end if;
    end if;
  end process digest_reg;

  read_valid_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if aresetn = '0' then
        has_word <= '0';
      else
        has_word <= s_axi_arvalid when has_word = '0' else
                    not s_axi_rready;
      end if;
    end if;
  end process read_valid_reg;

  read_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if has_word = '0' then
        s_axi_rresp <= OKAY;
        s_axi_rdata <= (others => '0');
        if at(read_address, ID_OFFSET) then
          s_axi_rdata <= x"46480001";
        elsif at(read_address, CORE_OFFSET) then
          s_axi_rdata <= x"00" & std_ulogic_vector(to_unsigned(BLOCK_BITS / 8, 16)) & std_ulogic_vector(to_unsigned(DIGEST_BITS / 8, 8));
        elsif at(read_address, CONTROL_OFFSET) then
          s_axi_rdata <= control;
        elsif at(read_address, STATUS_OFFSET) then
          s_axi_rdata <= status;
        else
          s_axi_rresp <= SLVERR;
        end if;
        for i in 0 to DIGEST_WORDS - 1 loop
          if at(read_address, DIGEST_OFFSET + 4 * i) then
            s_axi_rresp <= OKAY;
            s_axi_rdata <= digest(32 * i + 31 downto 32 * i);
          end if;
        end loop;
      end if;
    end if;
  end process read_reg;

end architecture rtl;
