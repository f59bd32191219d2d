# SPDX-License-Identifier: Apache-2.0
"""The frame: a register at every port of the core, so that each path of the core starts and ends in a register.

::

    pin -> [frame_in_data]  -> in_data  +------+ out_data  -> [frame_out_data]  -> pin
    pin -> [frame_in_valid] -> in_valid | core | out_valid -> [frame_out_valid] -> pin
    pin <- [frame_in_ready] <- in_ready +------+ out_ready <- [frame_out_ready] <- pin

rst is registered by clk, the other ports by io_clk; a core with one clock has clk in place of io_clk. If the device
has too few pins, the data ports are folded: a shift register collects the input word, and another one after the output
register sends the output word. The paths between the core and the frame contain registers only.
"""

from dataclasses import dataclass

from fairhash.catalog.core import Core

FRAME = "frame"
"""Name of the measured top module."""
CORE = "core"
"""Name of the core's instance in it."""


@dataclass(frozen=True)
class Frame:
    """The frame of one core."""

    verilog: str
    """The frame as Verilog, with the core as a black box."""
    clocks: tuple[str, ...]
    """Names of the clock pins."""
    folded: bool
    """Whether the data ports are connected through shift registers."""


def build_frame(core: Core, user_pins: int) -> Frame:
    """Return the frame of `core` for a device with `user_pins` pins, clock pins included."""
    clocks = ("clk",) if core.io_ratio == 1 else ("clk", "io_clk")
    in_width, out_width = core.in_port_bits, core.out_port_bits
    fixed = len(clocks) + 5
    in_lanes, out_lanes, folded = in_width, out_width, False
    if fixed + in_width + out_width > user_pins:
        lanes, folded = (user_pins - fixed - 1) // 2, True
        in_lanes, out_lanes = min(lanes, in_width), min(lanes, out_width)
    io_clk = clocks[-1]
    pins = [f"input {clock}" for clock in clocks]
    pins += ["input rst", f"input [{in_lanes - 1}:0] in_data", "input in_valid", "output in_ready"]
    pins += [f"output [{out_lanes - 1}:0] out_data", "output out_valid", "input out_ready", *(["input load"] * folded)]
    registers = f"reg [{in_width - 1}:0] frame_in_data, frame_out_data"
    if in_width != out_width:
        registers = f"reg [{in_width - 1}:0] frame_in_data;\n  reg [{out_width - 1}:0] frame_out_data"
    data_in = f"input [{in_width - 1}:0] in_data"
    text = f"""\
module {FRAME}({", ".join(pins)});
  reg frame_rst, frame_in_valid, frame_in_ready, frame_out_valid, frame_out_ready;
  {registers};
  wire core_in_ready, core_out_valid;
  wire [{out_width - 1}:0] core_out_data;
  always @(posedge clk) frame_rst <= rst;
  always @(posedge {io_clk}) begin
    frame_in_data <= {_shifted("frame_in_data", "in_data", in_width, in_lanes)};
    frame_in_valid <= in_valid;
    frame_in_ready <= core_in_ready;
    frame_out_data <= core_out_data;
    frame_out_valid <= core_out_valid;
    frame_out_ready <= out_ready;
  end
  assign in_ready = frame_in_ready;
  assign out_valid = frame_out_valid;
{_output(out_width, out_lanes, io_clk) if folded else "  assign out_data = frame_out_data;"}
  {core.entity} {CORE}(.clk(clk), .io_clk({io_clk}), .rst(frame_rst),
    .in_data(frame_in_data), .in_valid(frame_in_valid), .in_ready(core_in_ready),
    .out_data(core_out_data), .out_valid(core_out_valid), .out_ready(frame_out_ready));
endmodule
(* blackbox *)
module {core.entity}(input clk, input io_clk, input rst, {data_in}, input in_valid, output in_ready,
  output [{out_width - 1}:0] out_data, output out_valid, input out_ready);
endmodule
"""
    return Frame(text, clocks, folded)


def _shifted(register: str, arriving: str, width: int, lanes: int) -> str:
    """Verilog for the next value of a shift register: shifted left by `lanes` bits, the arriving bits at the end."""
    return arriving if lanes == width else f"{{{register}[{width - lanes - 1}:0], {arriving}}}"


def _output(width: int, lanes: int, io_clk: str) -> str:
    zeros = f"{lanes}'d0"
    return f"""\
  reg frame_load;
  reg [{width - 1}:0] frame_out_shift;
  always @(posedge {io_clk}) begin
    frame_load <= load;
    frame_out_shift <= frame_load ? frame_out_data : {_shifted("frame_out_shift", zeros, width, lanes)};
  end
  assign out_data = frame_out_shift[{width - 1}:{width - lanes}];"""
