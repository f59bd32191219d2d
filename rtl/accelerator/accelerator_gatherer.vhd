-- SPDX-License-Identifier: Apache-2.0
-- Gathers the digests of one core, and gives each one the id and the status of its message.
--
--   ids of ended messages --> queue of ids --> result_id, result_status
--   digest words ------------> register -----> result_digest
--
-- A core sends its digests in the order in which the last blocks of their messages were sent to it, so a queue of ids is enough.
-- room is '0' while the queue is full. It holds more messages than the core has in flight, so that a core with several of
-- them never waits for turns that the queue prevents.
--
-- Widths: W bits a word, DIGEST_BITS bits a digest. Latency: one cycle from the last word of a digest to result_valid.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.shell_pkg.all;
use work.accelerator_pkg.all;

entity accelerator_gatherer is
  generic (
    W           : positive := 64;  -- bits of a word
    DIGEST_BITS : positive := 256; -- bits of a digest
    IDS         : positive := 4    -- size of the queue of ids: a power of two, at least 2 more than the messages in flight
  );
  port (
    clk           : in    std_ulogic;                                  -- clock of all ports
    rst           : in    std_ulogic;                                  -- synchronous reset, active high
    ended         : in    std_ulogic;                                  -- a message ends in this cycle
    id            : in    std_ulogic_vector(ID_BITS - 1 downto 0);     -- its id
    status        : in    status_t;                                    -- its status
    room          : out   std_ulogic;                                  -- a message may end
    in_data       : in    std_ulogic_vector(W - 1 downto 0);           -- from the core: words of digests
    in_valid      : in    std_ulogic;                                  -- in_data holds a word
    in_ready      : out   std_ulogic;                                  -- in_data is taken in this cycle if in_valid is '1'
    result_valid  : out   std_ulogic;                                  -- the other result_* hold a result
    result_id     : out   std_ulogic_vector(ID_BITS - 1 downto 0);     -- id of a message
    result_status : out   status_t;                                    -- its status
    result_digest : out   std_ulogic_vector(DIGEST_BITS - 1 downto 0); -- its digest, first byte in the top bits
    result_taken  : in    std_ulogic                                   -- the result is taken in this cycle
  );
end entity accelerator_gatherer;

architecture rtl of accelerator_gatherer is

  constant WORDS      : positive := DIGEST_BITS / W;
  constant COUNT_BITS : positive := counter_bits(WORDS);
  constant IDS_BITS   : positive := counter_bits(IDS);

  type entries_t is array (0 to IDS - 1) of std_ulogic_vector(ID_BITS + status_t'length - 1 downto 0);

  signal entries : entries_t;
  signal head    : unsigned(IDS_BITS - 1 downto 0);
  signal tail    : unsigned(IDS_BITS - 1 downto 0);
  signal waiting : unsigned(IDS_BITS downto 0);       -- messages in the queue
  signal oldest  : std_ulogic_vector(ID_BITS + status_t'length - 1 downto 0);
  signal count   : unsigned(COUNT_BITS - 1 downto 0); -- words of the digest in the register
  signal whole   : std_ulogic;                        -- the register holds a digest
  signal taken   : std_ulogic;                        -- a word is taken in this cycle
  signal digest  : std_ulogic_vector(DIGEST_BITS + W - 1 downto 0);

begin

  room          <= not waiting(IDS_BITS);
  in_ready      <= not whole;
  taken         <= in_valid and not whole;
  oldest        <= entries(to_integer(head));
  result_valid  <= whole;
  result_id     <= oldest(ID_BITS + status_t'length - 1 downto status_t'length);
  result_status <= oldest(status_t'length - 1 downto 0);
  result_digest <= digest(DIGEST_BITS - 1 downto 0);

  control_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        head    <= (others => '0');
        tail    <= (others => '0');
        waiting <= (others => '0');
        count   <= (others => '0');
        whole   <= '0';
      else
        if ended = '1' and result_taken = '0' then
          waiting <= waiting + 1;
        elsif ended = '0' and result_taken = '1' then
          waiting <= waiting - 1;
        end if;
        if ended = '1' then
          tail <= tail + 1;
        end if;
        if result_taken = '1' then
          head  <= head + 1;
          whole <= '0';
        elsif taken = '1' then
          count <= count + 1;
          if count = WORDS - 1 then
            count <= (others => '0');
            whole <= '1';
          end if;
        end if;
      end if;
    end if;
  end process control_reg;

  entries_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if ended = '1' then
        entries(to_integer(tail)) <= id & status;
      end if;
    end if;
  end process entries_reg;

  digest_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if taken = '1' then
        digest <= digest(DIGEST_BITS - 1 downto 0) & in_data;
      end if;
    end if;
  end process digest_reg;

end architecture rtl;
