// SPDX-License-Identifier: Apache-2.0
// Block RAM of Lattice iCE40, from FPGA-TN-02002 (memory usage guide for iCE40 devices) and the iCE technology library. The variants
// with clocks of the other edge (SB_RAM40_4KNR, SB_RAM40_4KNW, SB_RAM40_4KNRNW) have no model: cores use rising edges only.

module SB_RAM40_4K (
  output [15:0] RDATA,
  input RCLK, RCLKE, RE, WCLK, WCLKE, WE,
  input [10:0] RADDR, WADDR,
  input [15:0] MASK, WDATA
);
  parameter READ_MODE = 0, WRITE_MODE = 0;
  parameter [255:0] INIT_0 = 256'b0, INIT_1 = 256'b0, INIT_2 = 256'b0, INIT_3 = 256'b0, INIT_4 = 256'b0, INIT_5 = 256'b0, INIT_6 = 256'b0, INIT_7 = 256'b0;
  parameter [255:0] INIT_8 = 256'b0, INIT_9 = 256'b0, INIT_A = 256'b0, INIT_B = 256'b0, INIT_C = 256'b0, INIT_D = 256'b0, INIT_E = 256'b0, INIT_F = 256'b0;
  // Words of 16 >> MODE bits: a word takes one bit of each group of 1 << MODE bits of a row, at the pin given here.
  localparam WRITE_GROUP = 1 << WRITE_MODE, WRITE_PIN = WRITE_GROUP / 2 - (WRITE_MODE != 0);
  localparam READ_GROUP = 1 << READ_MODE, READ_PIN = READ_GROUP / 2 - (READ_MODE != 0);
  wire [15:0] row, written, writes, word;
  reg [15:0] q;
  genvar i;
  generate
    for (i = 0; i < 16; i = i + 1) begin
      assign written[i] = WDATA[(i / WRITE_GROUP) * WRITE_GROUP + WRITE_PIN];
      if (WRITE_MODE == 0) assign writes[i] = ~MASK[i] & WE & WCLKE;
      else assign writes[i] = (WADDR[8 +: WRITE_MODE] == i % WRITE_GROUP) & WE & WCLKE;
      if (READ_MODE == 0) assign word[i] = row[i];
      else assign word[i] = row[i] & (RADDR[8 +: READ_MODE] == i % READ_GROUP);
      if (i % READ_GROUP == READ_PIN) assign RDATA[i] = |q[(i / READ_GROUP) * READ_GROUP +: READ_GROUP];
      else assign RDATA[i] = 1'b0;
    end
  endgenerate
  \$mem_v2 #(
    .MEMID("\\words"), .SIZE(256), .OFFSET(0), .ABITS(8), .WIDTH(16), .INIT({
      INIT_F, INIT_E, INIT_D, INIT_C, INIT_B, INIT_A, INIT_9, INIT_8, INIT_7, INIT_6, INIT_5, INIT_4, INIT_3, INIT_2, INIT_1, INIT_0
    }),
    .RD_PORTS(1), .RD_CLK_ENABLE(1'b0), .RD_CLK_POLARITY(1'b1), .RD_TRANSPARENCY_MASK(1'b0), .RD_COLLISION_X_MASK(1'b0),
    .RD_WIDE_CONTINUATION(1'b0), .RD_CE_OVER_SRST(1'b0), .RD_ARST_VALUE(16'bx), .RD_SRST_VALUE(16'bx), .RD_INIT_VALUE(16'bx),
    .WR_PORTS(1), .WR_CLK_ENABLE(1'b1), .WR_CLK_POLARITY(1'b1), .WR_PRIORITY_MASK(1'b0), .WR_WIDE_CONTINUATION(1'b0)
  ) words (
    .RD_CLK(1'b0), .RD_EN(1'b1), .RD_ARST(1'b0), .RD_SRST(1'b0), .RD_ADDR(RADDR[7:0]), .RD_DATA(row),
    .WR_CLK(WCLK), .WR_ADDR(WADDR[7:0]), .WR_EN(writes), .WR_DATA(written));
  always @(posedge RCLK)
    if (RE & RCLKE) q <= word;
endmodule
