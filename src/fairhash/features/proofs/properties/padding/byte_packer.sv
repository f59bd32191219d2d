// SPDX-License-Identifier: Apache-2.0
// Properties of rtl/padding/byte_packer.vhd: one byte is followed from the input to the output, and so is the end of each message.
module proof #(parameter W = 16) (
  input clk, input rst, input [W-1:0] in_data, input [$clog2(W/8):0] in_bytes, input in_last, input in_valid, input out_ready
);
  localparam B = $clog2(W / 8);
  localparam WORD = W / 8;
  wire in_ready, out_last, out_valid, ends;
  wire [W-1:0] out_data, held;
  wire [B:0] out_bytes, waiting;

  byte_packer dut (.clk(clk), .rst(rst), .in_data(in_data), .in_bytes(in_bytes), .in_last(in_last), .in_valid(in_valid),
    .in_ready(in_ready), .out_data(out_data), .out_bytes(out_bytes), .out_last(out_last), .out_valid(out_valid),
    .out_ready(out_ready), .held(held), .waiting(waiting), .ends(ends));

  reset_rule rule (.clk(clk), .rst(rst));
  sender_is_stable #(W + B + 2) sender (.clk(clk), .rst(rst), .valid(in_valid), .ready(in_ready),
    .data({in_last, in_bytes, in_data}));
  offer_is_stable #(W + B + 2) words (.clk(clk), .rst(rst), .valid(out_valid), .ready(out_ready),
    .data({out_last, out_bytes, out_data}));

  (* anyseq *) reg       pick;     // follow a byte of the word that is taken in this cycle, if none is followed
  (* anyseq *) reg [B:0] which;    // the byte of it
  reg                    followed; // a byte is followed
  reg [B+1:0]            before;   // bytes inside that arrived before it
  reg [7:0]              value;
  reg [B+1:0]            inside;   // bytes that were taken and have not left
  reg                    open;     // the end of a message was taken and has not left
  reg [B+1:0]            until_end; // bytes inside before that end

  wire         taken = in_valid && in_ready;
  wire         given = out_valid && out_ready;
  wire [B+1:0] gone  = given ? out_bytes : 0;

  always @(posedge clk) begin
    if (rst) begin
      followed <= 0;
      inside   <= 0;
      open     <= 0;
    end else begin
      inside <= inside + (taken ? in_bytes : 0) - gone;
      if (!followed && taken && pick && which < in_bytes) begin
        followed <= 1;
        before   <= inside + which - gone;
        value    <= in_data >> 8 * (WORD - 1 - which);
      end else if (followed) begin
        before <= before - gone;
        if (before < gone) followed <= 0;
      end
      if (taken && in_last) begin
        open      <= 1;
        until_end <= inside + in_bytes - gone;
      end else if (open) begin
        until_end <= until_end - gone;
        if (given && out_last) open <= 0;
      end
    end
  end

  wire [B+1:0] ahead = out_valid ? out_bytes : 0; // bytes in the output word
  wire [W-1:0] beyond = held << 8 * waiting;
  wire [7:0] byte_of_word = out_data >> 8 * (WORD - 1 - before);
  wire [7:0] byte_held = held >> 8 * (WORD - 1 - (before - ahead));

  always @* begin
    if (in_valid) assume (in_bytes <= WORD && (in_bytes != 0 || in_last));
    if (!rst) begin
      if (followed && out_valid && before < out_bytes) assert (byte_of_word == value);
      // a word is full unless it ends its message; it ends it exactly if the end is after its bytes
      if (out_valid) assert (out_bytes <= WORD && (out_bytes == WORD || out_last));
      if (out_valid) assert (out_last == (open && until_end == out_bytes));
      if (open) assert (out_valid && until_end >= out_bytes);
      if (taken && in_last) assert (!open || given);
      // the input is taken unless the output waits, or has just ended a message in two words
      if (!in_ready) assert (out_valid);
      assert (in_ready == (!ends && (!out_valid || out_ready)));
      // invariants
      assert (inside == waiting + ahead && waiting <= WORD);
      if (followed) assert (before < inside);
      if (followed && before >= ahead) assert (byte_held == value);
      if (ends) assert (open && !out_last && until_end == inside && waiting != 0);
      if (open && !ends) assert (out_last);
      if (waiting < WORD) assert (beyond == 0);
    end
  end
endmodule
