-- SPDX-License-Identifier: Apache-2.0
-- Counts the passes of Ascon-Hash256 on eight columns a cycle, and moves the bytes of message and digest.
--
--   pass 0        also adds the initial value (starting), a block of the message (absorbing), or sends a word of the digest (squeezing)
--   pass 1 .. 11  the rounds that follow
--   last word of the digest: pass 0 stores zeros, and pass 0 of the next message follows. Reset does this too, without output (purging)
--
-- In steps 4 to 11 of pass 0 one byte a step is added or sent. A word of the stream has two bytes: the core waits in the first of them
-- until the word is there and takes it in the second one. A word of the digest is complete in its second byte, which waits while the
-- word before has not been taken.
--
-- Source: NIST SP 800-232, section 5.1. Widths: stream words of 16 bits. Latency: one cycle a step, 12 steps a pass.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.ascon_pkg.all;
use work.shell_pkg.all;

entity ascon_lightweight_control is
  port (
    clk        : in    std_ulogic;                     -- clock
    rst        : in    std_ulogic;                     -- synchronous reset, active high
    word       : in    std_ulogic_vector(15 downto 0); -- word of the message
    word_valid : in    std_ulogic;                     -- there is one
    word_last  : in    std_ulogic;                     -- it is the last one of its message
    word_ready : out   std_ulogic;                     -- the word is taken in this cycle if there is one
    sending    : in    std_ulogic;                     -- a word of the digest has not been taken
    send_byte  : out   std_ulogic;                     -- a byte of the digest leaves the state
    send_word  : out   std_ulogic;                     -- it is the second one of a word
    advance    : out   std_ulogic;                     -- next step
    step       : out   unsigned(3 downto 0);           -- step of the pass
    bank       : out   std_ulogic;                     -- bank of the state that is read
    clear      : out   std_ulogic;                     -- store zeros
    added      : out   std_ulogic_vector(7 downto 0);  -- added to word 0 of the state
    round_byte : out   std_ulogic_vector(7 downto 0)   -- round constant in the step of slice 0, otherwise zero
  );
end entity ascon_lightweight_control;

architecture rtl of ascon_lightweight_control is

  constant LAST_STEP : natural := 11;

  signal count     : unsigned(3 downto 0); -- value of step
  signal pass      : unsigned(3 downto 0);
  signal reading   : std_ulogic;           -- value of bank
  signal starting  : std_ulogic;           -- the next pass 0 adds the initial value
  signal absorbing : std_ulogic;           -- it adds a block
  signal squeezing : std_ulogic;           -- it sends a word of the digest
  signal purging   : std_ulogic;           -- reset: it only stores zeros
  signal left      : unsigned(1 downto 0); -- words of 64 bits of the digest after the next one
  signal byte_step : std_ulogic;           -- steps 4 to 11 of pass 0
  signal moves     : std_ulogic;           -- value of advance
  signal ends_pass : std_ulogic;           -- last step of a pass
  signal clears    : std_ulogic;           -- value of clear

begin

  -- A byte that waits: the first one of a word for the message, the second one of a word for the digest.
  moves      <= not (byte_step and ((absorbing and not word_valid) or (squeezing and count(0) and sending)));
  advance    <= moves;
  step       <= count;
  bank       <= reading;
  ends_pass  <= to_bit(count = LAST_STEP);
  clears     <= purging or (squeezing and byte_step and to_bit(left = 0));
  clear      <= clears;
  word_ready <= absorbing and byte_step and count(0);
  send_byte  <= squeezing and byte_step and not count(0);
  send_word  <= squeezing and byte_step and count(0);
  round_byte <= round_constant(pass) and (7 downto 0 => to_bit(count = 4));

  -- Byte k of the initial value or of the block, in step k + 4.
  choose_byte : process (all) is
  begin
    added <= (others => '0');
    if byte_step = '1' and absorbing = '1' then
      added <= word(15 downto 8);
      if count(0) = '1' then
        added <= word(7 downto 0);
      end if;
    end if;
    if byte_step = '1' and starting = '1' then
      for k in 0 to 7 loop
        if count = k + 4 then
          added <= HASH256_IV(8 * k + 7 downto 8 * k);
        end if;
      end loop;
    end if;
  end process choose_byte;

  step_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        count     <= (others => '0');
        byte_step <= '0';
        reading   <= '0';
      elsif moves = '1' then
        count     <= count + 1;
        byte_step <= (byte_step and not ends_pass) or (to_bit(pass = 0) and to_bit(count = 3));
        if ends_pass = '1' then
          count   <= (others => '0');
          reading <= not reading;
        end if;
      end if;
    end if;
  end process step_reg;

  phase_reg : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        pass      <= (others => '0');
        starting  <= '0';
        absorbing <= '0';
        squeezing <= '0';
        purging   <= '1';
        left      <= (others => '1');
      elsif moves = '1' and ends_pass = '1' then
        pass    <= pass + 1;
        purging <= '0';
        if pass = ROUNDS - 1 or clears = '1' then
          pass <= (others => '0');
        end if;
        if byte_step = '1' then
          starting  <= '0';
          absorbing <= starting or (absorbing and not word_last);
          squeezing <= (absorbing and word_last) or (squeezing and to_bit(left /= 0));
        end if;
        if clears = '1' then
          starting <= '1';
        end if;
        if byte_step = '1' and squeezing = '1' then
          left <= left - 1;
        end if;
      end if;
    end if;
  end process phase_reg;

end architecture rtl;
