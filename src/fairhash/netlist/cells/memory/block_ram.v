// SPDX-License-Identifier: Apache-2.0
// A block RAM with two ports, which the models of all families' block RAM use. A port's word may be narrower than a row of the
// memory. Simulated by the netlist engine, which has $mem_v2 itself.
//
// The memory consists of units of UNIT bits. A word is one unit, several, or a part of the lower 2**UNIT_BITS bits of a unit; the
// other bits of a unit are parity bits, which narrow words do not reach. An address counts bits without parity bits.
//
// If both ports access the same word in a cycle and one of them writes, a read by the other gives the old word here. Vendors leave
// it undefined.

// The bits of a row that a word occupies, and the word at them.
module fairhash_word #(
  parameter ROW = 36, UNIT = 9, UNIT_BITS = 3, WIDTH = 36,
  parameter LOW = UNIT_BITS + $clog2(ROW / UNIT)
) (
  input [LOW-1:0] low,
  input [WIDTH-1:0] mask, data,
  input [ROW-1:0] row,
  output [ROW-1:0] row_mask, row_data,
  output reg [WIDTH-1:0] word
);
  // address bits within a word
  localparam SPAN = WIDTH < UNIT ? $clog2(WIDTH) : UNIT_BITS + $clog2(WIDTH / UNIT);
  wire [ROW-1:0] selected;
  genvar i;
  generate
    for (i = 0; i < ROW; i = i + 1) begin
      localparam BIT = i % UNIT;
      localparam IN_WORD = WIDTH < UNIT ? BIT % WIDTH : i % WIDTH;
      localparam POSITION = ((i / UNIT) << UNIT_BITS) + (WIDTH < UNIT ? BIT : 0);
      if (WIDTH < UNIT && BIT >= (1 << UNIT_BITS)) assign selected[i] = 1'b0;
      else if (SPAN == LOW) assign selected[i] = 1'b1;
      else assign selected[i] = low[LOW-1:SPAN] == (POSITION >> SPAN);
      assign row_mask[i] = selected[i] & mask[IN_WORD];
      assign row_data[i] = data[IN_WORD];
    end
  endgenerate
  integer j;
  always @* begin
    word = 0;
    for (j = 0; j < ROW; j = j + 1)
      word[WIDTH < UNIT ? (j % UNIT) % WIDTH : j % WIDTH] = word[WIDTH < UNIT ? (j % UNIT) % WIDTH : j % WIDTH] | (row[j] & selected[j]);
  end
endmodule

// MODE: NORMAL (a write keeps q), WRITETHROUGH (q becomes the written word) or READBEFOREWRITE (q becomes the old word).
// RESET: SYNC or ASYNC.
module fairhash_port_output #(parameter WIDTH = 36, parameter MODE = "NORMAL", RESET = "SYNC") (
  input clk, enable, write, reset,
  input [WIDTH-1:0] mask, data, word,
  output reg [WIDTH-1:0] q
);
  wire load = enable & (MODE == "NORMAL" ? ~write : 1'b1);
  wire [WIDTH-1:0] through = {WIDTH{write}} & mask;
  wire [WIDTH-1:0] next = MODE == "WRITETHROUGH" ? (through & data) | (~through & word) : word;
  generate
    if (RESET == "ASYNC") begin
      always @(posedge clk, posedge reset)
        if (reset) q <= 0;
        else if (load) q <= next;
    end else begin
      always @(posedge clk)
        if (reset) q <= 0;
        else if (load) q <= next;
    end
  endgenerate
endmodule

module fairhash_block_ram #(
  parameter ADDRESS_BITS = 14, UNIT = 9, UNIT_BITS = 3, WIDTH_A = 36, WIDTH_B = 36,
  parameter MODE_A = "NORMAL", MODE_B = "NORMAL", RESET = "SYNC",
  parameter [(UNIT << (ADDRESS_BITS - UNIT_BITS)) - 1:0] INIT = 0
) (
  input clk_a, enable_a, write_a, reset_a, clk_b, enable_b, write_b, reset_b,
  input [ADDRESS_BITS-1:0] address_a, address_b,
  input [WIDTH_A-1:0] mask_a, data_a,
  input [WIDTH_B-1:0] mask_b, data_b,
  output [WIDTH_A-1:0] q_a,
  output [WIDTH_B-1:0] q_b
);
  localparam WIDEST = WIDTH_A > WIDTH_B ? WIDTH_A : WIDTH_B;
  localparam ROW = WIDEST > UNIT ? WIDEST : UNIT;
  localparam LOW = UNIT_BITS + $clog2(ROW / UNIT);
  localparam HIGH = ADDRESS_BITS - LOW;
  wire [ROW-1:0] row_a, row_b, mask_row_a, mask_row_b, data_row_a, data_row_b;
  wire [WIDTH_A-1:0] word_a;
  wire [WIDTH_B-1:0] word_b;
  fairhash_word #(.ROW(ROW), .UNIT(UNIT), .UNIT_BITS(UNIT_BITS), .WIDTH(WIDTH_A)) select_a (
    .low(address_a[LOW-1:0]), .mask(mask_a), .data(data_a), .row(row_a),
    .row_mask(mask_row_a), .row_data(data_row_a), .word(word_a));
  fairhash_word #(.ROW(ROW), .UNIT(UNIT), .UNIT_BITS(UNIT_BITS), .WIDTH(WIDTH_B)) select_b (
    .low(address_b[LOW-1:0]), .mask(mask_b), .data(data_b), .row(row_b),
    .row_mask(mask_row_b), .row_data(data_row_b), .word(word_b));
  \$mem_v2 #(
    .MEMID("\\words"), .SIZE(1 << HIGH), .OFFSET(0), .ABITS(HIGH), .WIDTH(ROW), .INIT(INIT),
    .RD_PORTS(2), .RD_CLK_ENABLE(2'b00), .RD_CLK_POLARITY(2'b11), .RD_TRANSPARENCY_MASK(4'b0), .RD_COLLISION_X_MASK(4'b0),
    .RD_WIDE_CONTINUATION(2'b0), .RD_CE_OVER_SRST(2'b0), .RD_ARST_VALUE({(2 * ROW){1'bx}}), .RD_SRST_VALUE({(2 * ROW){1'bx}}),
    .RD_INIT_VALUE({(2 * ROW){1'bx}}),
    .WR_PORTS(2), .WR_CLK_ENABLE(2'b11), .WR_CLK_POLARITY(2'b11), .WR_PRIORITY_MASK(4'b0), .WR_WIDE_CONTINUATION(2'b0)
  ) words (
    .RD_CLK(2'b0), .RD_EN(2'b11), .RD_ARST(2'b0), .RD_SRST(2'b0),
    .RD_ADDR({address_b[ADDRESS_BITS-1:LOW], address_a[ADDRESS_BITS-1:LOW]}), .RD_DATA({row_b, row_a}),
    .WR_CLK({clk_b, clk_a}), .WR_ADDR({address_b[ADDRESS_BITS-1:LOW], address_a[ADDRESS_BITS-1:LOW]}),
    .WR_EN({mask_row_b & {ROW{enable_b & write_b}}, mask_row_a & {ROW{enable_a & write_a}}}),
    .WR_DATA({data_row_b, data_row_a}));
  fairhash_port_output #(.WIDTH(WIDTH_A), .MODE(MODE_A), .RESET(RESET)) output_a (
    .clk(clk_a), .enable(enable_a), .write(write_a), .reset(reset_a), .mask(mask_a), .data(data_a), .word(word_a), .q(q_a));
  fairhash_port_output #(.WIDTH(WIDTH_B), .MODE(MODE_B), .RESET(RESET)) output_b (
    .clk(clk_b), .enable(enable_b), .write(write_b), .reset(reset_b), .mask(mask_b), .data(data_b), .word(word_b), .q(q_b));
endmodule

// A small RAM with a write port and a read port without register.
module fairhash_lut_ram #(parameter ADDRESS_BITS = 4, WIDTH = 4, parameter [(WIDTH << ADDRESS_BITS) - 1:0] INIT = 0) (
  input clk, write,
  input [ADDRESS_BITS-1:0] write_address, read_address,
  input [WIDTH-1:0] data,
  output [WIDTH-1:0] q
);
  \$mem_v2 #(
    .MEMID("\\words"), .SIZE(1 << ADDRESS_BITS), .OFFSET(0), .ABITS(ADDRESS_BITS), .WIDTH(WIDTH), .INIT(INIT),
    .RD_PORTS(1), .RD_CLK_ENABLE(1'b0), .RD_CLK_POLARITY(1'b1), .RD_TRANSPARENCY_MASK(1'b0), .RD_COLLISION_X_MASK(1'b0),
    .RD_WIDE_CONTINUATION(1'b0), .RD_CE_OVER_SRST(1'b0), .RD_ARST_VALUE({WIDTH{1'bx}}), .RD_SRST_VALUE({WIDTH{1'bx}}),
    .RD_INIT_VALUE({WIDTH{1'bx}}),
    .WR_PORTS(1), .WR_CLK_ENABLE(1'b1), .WR_CLK_POLARITY(1'b1), .WR_PRIORITY_MASK(1'b0), .WR_WIDE_CONTINUATION(1'b0)
  ) words (
    .RD_CLK(1'b0), .RD_EN(1'b1), .RD_ARST(1'b0), .RD_SRST(1'b0), .RD_ADDR(read_address), .RD_DATA(q),
    .WR_CLK(clk), .WR_ADDR(write_address), .WR_EN({WIDTH{write}}), .WR_DATA(data));
endmodule
