-- SPDX-License-Identifier: Apache-2.0
-- Everything around one core of the accelerator: a buffer and a reader for each message in flight (a lane), the feeder of the
-- core, and the gatherer of its digests. The core itself is connected to core_*.
--
--   write_row --> buffer --> reader --> feeder --> queue --> core_in_*
--                                         | ended
--                                         v
--       result_* <--------------------- gatherer <---------- core_out_*
--
-- Widths: BUS_BITS a row, W bits a word, DIGEST_BITS a digest. Latency: six cycles from write_row to the header of the segment.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;
use work.accelerator_pkg.all;

entity accelerator_unit is
  generic (
    W            : positive := 64;   -- bits of a word
    BUS_BITS     : positive := 256;  -- bits of a row
    BLOCK_BITS   : positive := 1088; -- bits of a block
    DIGEST_BITS  : positive := 256;  -- bits of a digest
    NEEDS_BITS   : boolean  := true; -- the last header of a message holds its number of bits, also for W < 64
    LANES        : positive := 1;    -- messages in flight
    BUFFER_BYTES : positive := 8192  -- size of each buffer: a power of two, at least 8 rows
  );
  port (
    clk            : in    std_ulogic;                                  -- clock of all ports
    rst            : in    std_ulogic;                                  -- synchronous reset, active high
    write          : in    std_ulogic_vector(LANES - 1 downto 0);       -- write_row is stored by this lane, one-hot or zero
    write_row      : in    std_ulogic_vector(BUS_BITS + 1 downto 0);    -- a row, flags in the top bits
    full           : out   std_ulogic_vector(LANES - 1 downto 0);       -- the buffer of the lane is full
    half           : out   std_ulogic_vector(LANES - 1 downto 0);       -- it is at least half full
    empty          : out   std_ulogic_vector(LANES - 1 downto 0);       -- it is empty
    starved        : out   std_ulogic;                                  -- the core waits for a row of one lane
    core_in_data   : out   std_ulogic_vector(W - 1 downto 0);           -- to the core: headers and padded messages
    core_in_valid  : out   std_ulogic;                                  -- core_in_data holds a word
    core_in_ready  : in    std_ulogic;                                  -- the core takes the word in this cycle
    core_in_mark   : out   std_ulogic;                                  -- for simulation: the word is the last one of a block
    core_out_data  : in    std_ulogic_vector(W - 1 downto 0);           -- from the core: digests
    core_out_valid : in    std_ulogic;                                  -- core_out_data holds a word
    core_out_ready : out   std_ulogic;                                  -- the word is taken in this cycle
    result_valid   : out   std_ulogic;                                  -- the other result_* hold a result
    result_id      : out   std_ulogic_vector(ID_BITS - 1 downto 0);     -- id of a message
    result_status  : out   status_t;                                    -- its status
    result_digest  : out   std_ulogic_vector(DIGEST_BITS - 1 downto 0); -- its digest, first byte in the top bits
    result_taken   : in    std_ulogic                                   -- the result is taken in this cycle
  );
end entity accelerator_unit;

architecture rtl of accelerator_unit is

  type rows_t is array (0 to LANES - 1) of std_ulogic_vector(BUS_BITS + 1 downto 0);

  type ids_t is array (0 to LANES - 1) of std_ulogic_vector(ID_BITS - 1 downto 0);

  type lengths_t is array (0 to LANES - 1) of std_ulogic_vector(30 downto 0);

  type bits_t is array (0 to LANES - 1) of std_ulogic_vector(LENGTH_BITS - 1 downto 0);

  type statuses_t is array (0 to LANES - 1) of status_t;

  type words_t is array (0 to LANES - 1) of std_ulogic_vector(W - 1 downto 0);

  subtype lanes_t is std_ulogic_vector(LANES - 1 downto 0);

  signal rows         : rows_t;
  signal row_valid    : lanes_t;
  signal row_ready    : lanes_t;
  signal is_empty     : lanes_t;
  signal waiting      : lanes_t;
  signal valid        : lanes_t;
  signal last         : lanes_t;
  signal is_final     : lanes_t;
  signal ids          : ids_t;
  signal lengths      : lengths_t;
  signal bits         : bits_t;
  signal statuses     : statuses_t;
  signal words        : words_t;
  signal word_valid   : lanes_t;
  signal word_ready   : lanes_t;
  signal lane         : lanes_t;                                 -- the lane that the feeder has chosen, one-hot
  signal lane_id      : std_ulogic_vector(ID_BITS - 1 downto 0); -- of that lane, as the following signals
  signal lane_length  : std_ulogic_vector(30 downto 0);
  signal lane_bits    : std_ulogic_vector(LENGTH_BITS - 1 downto 0);
  signal lane_status  : status_t;
  signal lane_word    : std_ulogic_vector(W - 1 downto 0);
  signal feeder_ready : std_ulogic;
  signal block_end    : std_ulogic;
  signal room         : std_ulogic;                              -- the queue of ids is not full: a message may end
  signal ended        : std_ulogic;
  signal sent_data    : std_ulogic_vector(W downto 0);
  signal sent_valid   : std_ulogic;
  signal sent_ready   : std_ulogic;
  signal offered      : std_ulogic_vector(W downto 0);           -- oldest word of the queue

begin

  empty <= is_empty;

  lanes_of_core : for i in 0 to LANES - 1 generate

    message_buffer : entity work.accelerator_buffer
      generic map (
        WIDTH => BUS_BITS + 2,
        ROWS  => 8 * BUFFER_BYTES / BUS_BITS
      )
      port map (
        clk       => clk,
        rst       => rst,
        write     => write(i),
        write_row => write_row,
        full      => full(i),
        half      => half(i),
        empty     => is_empty(i),
        row       => rows(i),
        row_valid => row_valid(i),
        row_ready => row_ready(i)
      );

    reader : entity work.accelerator_reader
      generic map (
        W          => W,
        BUS_BITS   => BUS_BITS,
        BLOCK_BITS => BLOCK_BITS,
        TURNS      => LANES > 1
      )
      port map (
        clk           => clk,
        rst           => rst,
        row           => rows(i),
        row_valid     => row_valid(i),
        row_ready     => row_ready(i),
        waiting       => waiting(i),
        packet_valid  => valid(i),
        packet_id     => ids(i),
        packet_last   => last(i),
        packet_final  => is_final(i),
        packet_length => lengths(i),
        packet_bits   => bits(i),
        packet_status => statuses(i),
        word          => words(i),
        word_valid    => word_valid(i),
        word_ready    => word_ready(i),
        block_end     => block_end
      );

    word_ready(i) <= feeder_ready and lane(i);

  end generate lanes_of_core;

  select_lane : process (all) is
  begin
    lane_id     <= ids(0);
    lane_length <= lengths(0);
    lane_bits   <= bits(0);
    lane_status <= statuses(0);
    lane_word   <= words(0);
    for i in 1 to LANES - 1 loop
      if lane(i) = '1' then
        lane_id     <= ids(i);
        lane_length <= lengths(i);
        lane_bits   <= bits(i);
        lane_status <= statuses(i);
        lane_word   <= words(i);
      end if;
    end loop;
  end process select_lane;

  feeder : entity work.accelerator_feeder
    generic map (
      W          => W,
      BLOCK_BITS => BLOCK_BITS,
      NEEDS_BITS => NEEDS_BITS,
      LANES      => LANES
    )
    port map (
      clk           => clk,
      rst           => rst,
      lane          => lane,
      lane_empty    => or (is_empty and lane),
      waiting       => or (waiting and lane),
      packet_valid  => or (valid and lane),
      packet_last   => or (last and lane),
      packet_final  => or (is_final and lane),
      packet_length => lane_length,
      packet_bits   => lane_bits,
      word          => lane_word,
      word_valid    => or (word_valid and lane),
      word_ready    => feeder_ready,
      block_end     => block_end,
      any_packet    => or valid,
      starved       => starved,
      room          => room,
      ended         => ended,
      out_data      => sent_data,
      out_valid     => sent_valid,
      out_ready     => sent_ready
    );

  queue : entity work.word_queue
    generic map (
      W => W + 1
    )
    port map (
      clk       => clk,
      rst       => rst,
      in_data   => sent_data,
      in_valid  => sent_valid,
      in_ready  => sent_ready,
      out_data  => offered,
      out_valid => core_in_valid,
      out_ready => core_in_ready
    );

  core_in_data <= offered(W - 1 downto 0);
  core_in_mark <= offered(W);

  gatherer : entity work.accelerator_gatherer
    generic map (
      W           => W,
      DIGEST_BITS => DIGEST_BITS,
      IDS         => 2 ** counter_bits(LANES + 2)
    )
    port map (
      clk           => clk,
      rst           => rst,
      ended         => ended,
      id            => lane_id,
      status        => lane_status,
      room          => room,
      in_data       => core_out_data,
      in_valid      => core_out_valid,
      in_ready      => core_out_ready,
      result_valid  => result_valid,
      result_id     => result_id,
      result_status => result_status,
      result_digest => result_digest,
      result_taken  => result_taken
    );

end architecture rtl;
