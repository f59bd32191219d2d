-- SPDX-License-Identifier: Apache-2.0
-- Ascon-Hash256 and Ascon-XOF128, UNROLL rounds a cycle.
--
--   in --> segment_reader --> inject --> datapath --> word --> out
--                ^              ^  control  ^           ^
--                +--------------+-----------+-----------+
--
-- A digest of Ascon-XOF128 has as many words as the header of the last segment asks for (request).
--
-- Source: NIST SP 800-232, sections 5.1 and 5.2. Widths: words of 64 bits, each one block; io_clk must be the same clock as clk.
-- Latency for N blocks, in cycles: 1 + 1 + 12/UNROLL N + 36/UNROLL + 2 + 1.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.ascon_pkg.all;
use work.shell_pkg.all;

entity ascon_highspeed is
  generic (
    UNROLL : positive             := 1; -- rounds of one cycle: 1, 2 or 4
    XOF    : natural range 0 to 1 := 0  -- 0: Ascon-Hash256, 1: Ascon-XOF128
  );
  port (
    clk       : in    std_ulogic;                     -- clock of the datapath
    io_clk    : in    std_ulogic;                     -- clock of both streams; the same clock as clk
    rst       : in    std_ulogic;                     -- synchronous reset, active high
    in_data   : in    std_ulogic_vector(63 downto 0); -- input stream: headers and padded message
    in_valid  : in    std_ulogic;                     -- in_data holds a word
    in_ready  : out   std_ulogic;                     -- in_data is taken in this cycle if in_valid is '1'
    out_data  : out   std_ulogic_vector(63 downto 0); -- output stream: words of the digest
    out_valid : out   std_ulogic;                     -- out_data holds a word
    out_ready : in    std_ulogic                      -- the receiver takes the word in this cycle
  );
end entity ascon_highspeed;

architecture rtl of ascon_highspeed is

  constant DIGEST_WORDS : positive := 4; -- of Ascon-Hash256

  -- Returns the initial value.
  function iv return lane_t is
  begin
    if XOF = 1 then
      return XOF128_IV;
    end if;
    return HASH256_IV;
  end function iv;

  signal word        : std_ulogic_vector(63 downto 0);
  signal word_valid  : std_ulogic;
  signal word_last   : std_ulogic;
  signal word_ready  : std_ulogic;
  signal taken       : std_ulogic; -- the reader's word is taken
  signal send        : std_ulogic; -- rate is the next word of the digest
  signal sent        : std_ulogic; -- it is taken
  signal ends_output : std_ulogic; -- it is the last one
  signal sending     : std_ulogic; -- out_data has not been taken
  signal rest        : std_ulogic;
  signal advance     : std_ulogic;
  signal step        : unsigned(3 downto 0);
  signal next_step   : unsigned(3 downto 0);
  signal inject      : lane_t;     -- a block in the cycle in which it is added, else zero
  signal rate        : lane_t;

begin

  out_valid <= sending;

  reader : entity work.segment_reader
    generic map (
      W => 64
    )
    port map (
      clk        => io_clk,
      rst        => rst,
      in_data    => in_data,
      in_valid   => in_valid,
      in_ready   => in_ready,
      word       => word,
      word_valid => word_valid,
      word_last  => word_last,
      word_ready => word_ready
    );

  control : entity work.ascon_highspeed_control
    generic map (
      UNROLL => UNROLL
    )
    port map (
      clk         => clk,
      rst         => rst,
      word_valid  => word_valid,
      word_last   => word_last,
      word_ready  => word_ready,
      taken       => taken,
      ends_output => ends_output,
      sending     => sending,
      send        => send,
      sent        => sent,
      rest        => rest,
      advance     => advance,
      step        => step,
      next_step   => next_step
    );

  fixed_length : if XOF = 0 generate
    signal left : unsigned(counter_bits(DIGEST_WORDS) - 1 downto 0); -- words of the digest after the next one
  begin

    ends_output <= to_bit(left = 0);

    left_reg : process (clk) is
    begin
      if rising_edge(clk) then
        if rest = '1' then
          left <= to_unsigned(DIGEST_WORDS - 1, left'length);
        elsif sent = '1' then
          left <= left - 1;
        end if;
      end if;
    end process left_reg;

  end generate fixed_length;

  requested_length : if XOF = 1 generate
    signal header : std_ulogic;
    signal ends   : std_ulogic;
  begin

    header <= in_valid and not word_valid;
    ends   <= taken and word_last;

    request : entity work.ascon_highspeed_request
      port map (
        clk         => clk,
        header      => header,
        bytes       => in_data(31 downto 0),
        ends        => ends,
        sent        => sent,
        ends_output => ends_output
      );

  end generate requested_length;

  datapath : entity work.ascon_highspeed_datapath
    generic map (
      UNROLL => UNROLL,
      IV     => iv
    )
    port map (
      clk       => clk,
      rest      => rest,
      advance   => advance,
      step      => step,
      next_step => next_step,
      inject    => inject,
      rate      => rate
    );

  inject_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if taken = '1' then
        inject <= swap_bytes(word);
      else
        inject <= (others => '0');
      end if;
    end if;
  end process inject_reg;

  output_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        sending <= '0';
      elsif sending = '1' then
        sending <= not out_ready;
      else
        sending <= send;
      end if;
      if sending = '0' then
        out_data <= swap_bytes(rate);
      end if;
    end if;
  end process output_reg;

end architecture rtl;
