-- SPDX-License-Identifier: Apache-2.0
-- Sends the results of all sources over the output stream: those of the cores, and those of messages that the distributor refused.
--
--   results --> round robin --> register of one result --> m_axis_*
--
-- A result is a packet: 8 bytes with id (bits 15..0) and status (bits 18..16), then the digest, filled with zeros to whole rows.
-- m_axis_tkeep marks the bytes that are not such zeros. The digest of a message with an error is all zeros.
-- On the stream, the first byte is in the lowest bits.
--
-- The last source has no digest. Widths: BUS_BITS a row, DIGEST_BITS a digest. Latency: two cycles. A result takes as many cycles
-- as it has rows, and one more if it has only one.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;
use work.accelerator_pkg.all;

entity accelerator_collector is
  generic (
    BUS_BITS    : positive := 256; -- bits of a row
    DIGEST_BITS : positive := 256; -- bits of a digest
    CORES       : positive := 2    -- number of cores
  );
  port (
    clk            : in    std_ulogic;                                                    -- clock of all ports
    rst            : in    std_ulogic;                                                    -- synchronous reset, active high
    result_valid   : in    std_ulogic_vector(CORES downto 0);                             -- for each source: the next ports hold a result
    result_ids     : in    std_ulogic_vector((CORES + 1) * ID_BITS - 1 downto 0);         -- ids, source 0 in the lowest bits
    result_status  : in    std_ulogic_vector((CORES + 1) * status_t'length - 1 downto 0); -- their status
    result_digests : in    std_ulogic_vector(CORES * DIGEST_BITS - 1 downto 0);           -- their digests, without the last source
    result_taken   : out   std_ulogic_vector(CORES downto 0);                             -- the result is taken in this cycle
    m_axis_tdata   : out   std_ulogic_vector(BUS_BITS - 1 downto 0);                      -- AXI4-Stream output: rows of results
    m_axis_tkeep   : out   std_ulogic_vector(BUS_BITS / 8 - 1 downto 0);                  -- bytes of the row that belong to the result
    m_axis_tlast   : out   std_ulogic;                                                    -- last row of a result
    m_axis_tvalid  : out   std_ulogic;                                                    -- m_axis_tdata holds a row
    m_axis_tready  : in    std_ulogic                                                     -- the receiver takes the row in this cycle
  );
end entity accelerator_collector;

architecture rtl of accelerator_collector is

  constant HEADER_BITS : positive := 64;
  constant ROWS        : positive := ceil_div(HEADER_BITS + DIGEST_BITS, BUS_BITS);
  constant ROWS_BITS   : positive := counter_bits(ROWS);
  constant LAST_BYTES  : positive := (HEADER_BITS + DIGEST_BITS - (ROWS - 1) * BUS_BITS) / 8;

  signal granted   : std_ulogic_vector(CORES downto 0);               -- the source whose result is sent next, one-hot
  signal has_grant : std_ulogic;                                      -- granted is not zero
  signal latest    : std_ulogic_vector(CORES downto 0);               -- the source whose result was sent last, one-hot
  signal requests  : std_ulogic_vector(CORES downto 0);
  signal load      : std_ulogic;                                      -- a result is taken in this cycle
  signal id        : std_ulogic_vector(ID_BITS - 1 downto 0);
  signal status    : status_t;
  signal digest    : std_ulogic_vector(DIGEST_BITS - 1 downto 0);
  signal held      : std_ulogic_vector(ROWS * BUS_BITS - 1 downto 0); -- rows to be sent, the next one in the lowest bits
  signal busy      : std_ulogic;                                      -- held holds rows
  signal row       : unsigned(ROWS_BITS - 1 downto 0);                -- index of the next row
  signal is_final  : std_ulogic;                                      -- it is the last one of its result

begin

  is_final      <= to_bit(row = ROWS - 1);
  load          <= has_grant and (not busy or (is_final and m_axis_tready));
  result_taken  <= granted and (CORES downto 0 => load);
  requests      <= result_valid and not granted;
  m_axis_tdata  <= held(BUS_BITS - 1 downto 0);
  m_axis_tvalid <= busy;
  m_axis_tlast  <= is_final;

  mark_bytes : process (all) is
  begin
    m_axis_tkeep <= (others => '1');
    for i in LAST_BYTES to BUS_BITS / 8 - 1 loop
      m_axis_tkeep(i) <= not is_final;
    end loop;
  end process mark_bytes;

  choose_result : process (all) is
    variable chosen_id     : std_ulogic_vector(ID_BITS - 1 downto 0);
    variable chosen_status : status_t;
    variable chosen_digest : std_ulogic_vector(DIGEST_BITS - 1 downto 0);
  begin
    chosen_id     := (others => '0');
    chosen_status := (others => '0');
    chosen_digest := (others => '0');
    for i in 0 to CORES loop
      chosen_id     := chosen_id or (result_ids(i * ID_BITS + ID_BITS - 1 downto i * ID_BITS) and (ID_BITS - 1 downto 0 => granted(i)));
      chosen_status := chosen_status or (result_status(i * status_t'length + status_t'length - 1 downto i * status_t'length) and
                                          (status_t'length - 1 downto 0 => granted(i)));
    end loop;
    for i in 0 to CORES - 1 loop
      chosen_digest := chosen_digest or (result_digests(i * DIGEST_BITS + DIGEST_BITS - 1 downto i * DIGEST_BITS) and
                                          (DIGEST_BITS - 1 downto 0 => granted(i)));
    end loop;
    id     <= chosen_id;
    status <= chosen_status;
    digest <= swap_bytes(chosen_digest);
    if chosen_status /= STATUS_OK then
      digest <= (others => '0');
    end if;
  end process choose_result;

  control_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        granted   <= (others => '0');
        has_grant <= '0';
        latest    <= (others => '0');
        latest(0) <= '1';
        busy      <= '0';
        row       <= (others => '0');
      else
        if load = '1' then
          latest    <= granted;
          granted   <= next_one(requests, granted);
          has_grant <= or requests;
        elsif has_grant = '0' then
          granted   <= next_one(requests, latest);
          has_grant <= or requests;
        end if;
        if load = '1' then
          busy <= '1';
          row  <= (others => '0');
        elsif busy = '1' and m_axis_tready = '1' then
          busy <= not is_final;
          row  <= row + 1;
        end if;
      end if;
    end if;
  end process control_reg;

  held_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if load = '1' then
        held                                                            <= (others => '0');
        held(ID_BITS - 1 downto 0)                                      <= id;
        held(ID_BITS + status_t'length - 1 downto ID_BITS)              <= status;
        held(HEADER_BITS + DIGEST_BITS - 1 downto HEADER_BITS)          <= digest;
      elsif m_axis_tready = '1' then
        held <= std_ulogic_vector(shift_right(unsigned(held), BUS_BITS));
      end if;
    end if;
  end process held_reg;

end architecture rtl;
