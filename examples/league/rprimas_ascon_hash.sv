// SPDX-License-Identifier: Apache-2.0
// Ascon-Hash256 of ascon-verilog as a stream of words. The core has a mode, a type of data, valid bits for bytes in place of a valid
// signal, and a flag that announces an empty message before its start.
//
// An empty message is one word without bytes; it is taken in the cycle that starts the core. Widths: 32 bits.

`include "config.sv"

module rprimas_ascon_hash (
  input  logic        clk,           // clock
  input  logic        rst,           // synchronous, active high
  input  logic [31:0] s_axis_tdata,  // word of a message, the first byte in the lowest bits
  input  logic [3:0]  s_axis_tkeep,  // its bytes
  input  logic        s_axis_tvalid, // there is a word
  input  logic        s_axis_tlast,  // it is the last of its message
  output logic        s_axis_tready, // it is taken
  output logic [31:0] m_axis_tdata,  // word of a digest
  output logic        m_axis_tvalid, // there is a word
  output logic        m_axis_tlast,  // it is the last of its digest
  input  logic        m_axis_tready  // it is taken
);

  logic started;                     // the core works on a message
  logic empty;                       // a message without bytes begins
  logic bdi_ready;

  assign empty         = s_axis_tvalid && s_axis_tlast && s_axis_tkeep == '0;
  assign s_axis_tready = started ? bdi_ready : empty;

  always_ff @(posedge clk) begin : control_reg
    if (rst) started <= 1'b0;
    else if (started) started <= !(m_axis_tvalid && m_axis_tready && m_axis_tlast);
    else started <= s_axis_tvalid;
  end

  ascon_core core (
    .clk(clk),
    .rst(rst),
    .key('0),
    .key_valid(1'b0),
    .key_ready(),
    .bdi(s_axis_tdata),
    .bdi_valid(started && s_axis_tvalid ? s_axis_tkeep : 4'b0),
    .bdi_ready(bdi_ready),
    .bdi_type(D_MSG),
    .bdi_eot(s_axis_tlast),
    .bdi_eoi(started ? s_axis_tlast : empty),
    .mode(!started && s_axis_tvalid ? M_HASH : M_NOP),
    .bdo(m_axis_tdata),
    .bdo_valid(m_axis_tvalid),
    .bdo_ready(m_axis_tready),
    .bdo_type(),
    .bdo_eot(m_axis_tlast),
    .bdo_eoo(1'b0),
    .auth(),
    .auth_valid(),
    .done()
  );

endmodule
