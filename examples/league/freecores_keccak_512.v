// SPDX-License-Identifier: Apache-2.0
// The SHA3 core of OpenCores as a stream: it must not see the last word while its buffer is full, and hashes one message per reset.
//
// Latency: none.

module freecores_keccak_512 #(
  parameter W = 32                                   // bits of a word: 32, or 64 for the high-throughput core
) (
  input                   clk,                       // clock
  input                   rst,                       // synchronous, active high
  input  [W-1:0]          word,                      // word of a message, the first byte in the highest bits
  input  [$clog2(W/8)-1:0] bytes,                    // number of bytes of the last word, 0 with the others
  input                   word_valid,                // there is a word
  input                   word_last,                 // it is the last of its message
  output                  word_ready,                // it is taken
  output [511:0]          digest,                    // digest
  output                  digest_valid,              // it is there
  input                   digest_ready               // it is taken
);

  wire buffer_full, out_ready;
  reg  taken;                                        // the digest was taken

  assign word_ready   = !buffer_full;
  assign digest_valid = out_ready && !taken;

  always @(posedge clk) begin : control_reg
    if (rst) taken <= 1'b0;
    else taken <= taken || (digest_valid && digest_ready);
  end

  keccak core (
    .clk(clk), .reset(rst), .in(word), .in_ready(word_valid && word_ready),
    .is_last(word_valid && word_ready && word_last), .byte_num(bytes), .buffer_full(buffer_full),
    .out(digest), .out_ready(out_ready)
  );

endmodule
