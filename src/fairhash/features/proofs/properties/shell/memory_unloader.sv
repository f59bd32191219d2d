// SPDX-License-Identifier: Apache-2.0
// Properties of rtl/shell/memory_unloader.vhd, with the memory and the register `held` of a datapath.
module proof #(parameter WORDS = 8) (
  input clk, input rst, input unload, input out_ready, input [32*WORDS-1:0] next_digest, input [31:0] other
);
  wire done, read, capture, out_valid, all_read, waits, lower;
  wire [15:0] out_data;
  wire [$clog2(WORDS)-1:0] read_index;

  reg [32*WORDS-1:0] digest; // word 0 in the most significant bits; stable while unload is '1'
  reg [31:0] was_read;       // output of the memory
  reg [31:0] held;           // the datapath's register

  memory_unloader dut (.clk(clk), .rst(rst), .unload(unload), .done(done), .read(read), .read_index(read_index), .capture(capture),
    .held(held), .out_data(out_data), .out_valid(out_valid), .out_ready(out_ready), .all_read(all_read), .waits(waits),
    .lower(lower));

  reset_rule #(1) rule (.clk(clk), .rst(rst));
  offer_is_stable #(16) words (.clk(clk), .rst(rst), .valid(out_valid), .ready(out_ready), .data(out_data));

  reg [6:0] sent;           // 16-bit words of the digest that have been taken
  reg       unloading = 0;  // unload must stay
  reg       over = 0;       // unload must be '0'

  wire taken = out_valid && out_ready;
  wire [6:0] reads = all_read ? WORDS : read_index; // words that have been read
  wire [31:0] current = digest[32*(WORDS-1-sent[6:1]) +: 32];

  always @(posedge clk) begin
    unloading <= unload && !done && !rst;
    over      <= done && !rst;
    if (rst || !unload) digest <= next_digest;
    if (read) was_read <= digest[32*(WORDS-1-read_index) +: 32];
    if (capture) held <= was_read;
    else if (!unload) held <= other;
    if (rst || done) sent <= 0;
    else if (taken) sent <= sent + 1;
  end

  always @* begin
    if (!rst && unloading) assume (unload);
    if (over) assume (!unload);
    if (!rst) begin
      if (out_valid) assert (unload && out_data == (sent[0] ? current[15:0] : current[31:16]));
      assert (done == (taken && sent == 2 * WORDS - 1));
      // invariants
      assert (sent < 2 * WORDS);
      if (!unloading) assert (reads == 0 && !waits && !out_valid && sent == 0);
      if (over) assert (!unloading);
      assert (reads == sent[6:1] + out_valid + waits);
      assert (lower == sent[0]);
      if (sent[0]) assert (out_valid);
      if (all_read) assert (read_index == (WORDS & ((1 << $clog2(WORDS)) - 1)));
      else assert (read_index < WORDS);
      if (out_valid) assert (held == current);
      if (waits) assert (was_read == digest[32*(WORDS-reads) +: 32]);
    end
  end
endmodule
