// SPDX-License-Identifier: Apache-2.0
// SHA-256 (FIPS 180-4, sections 4.1.2, 5.3.3 and 6.2.2) with AXI4-Stream ports: one round a cycle, in plain Verilog.
//
// s_axis: the padded message, 32 bits a beat, most significant byte first, tlast with its last word.
// m_axis: the digest, 8 beats, tlast with the last.
//
// The first 16 rounds of a block each take a word, so they run while it arrives: 64 cycles of rounds and one for the sums,
// 65 cycles a block. Digest words follow, 8 cycles.

module sha256_axis (
  input             aclk,
  input             aresetn,
  input      [31:0] s_axis_tdata,
  input             s_axis_tvalid,
  output            s_axis_tready,
  input             s_axis_tlast,
  output     [31:0] m_axis_tdata,
  output            m_axis_tvalid,
  input             m_axis_tready,
  output            m_axis_tlast
);

  // H(0), the first word in the top bits.
  localparam [255:0] INITIAL = 256'h6a09e667_bb67ae85_3c6ef372_a54ff53a_510e527f_9b05688c_1f83d9ab_5be0cd19;

  reg [255:0] hash;     // H(i)
  reg [255:0] working;  // a, b, ..., h
  reg [511:0] window;   // the last 16 words of the schedule, the oldest in the top bits
  reg [5:0]   round;
  reg         summing;  // the working variables are added to the hash
  reg         sending;  // the hash is the digest
  reg         last;     // the block is the message's last
  reg [2:0]   beat;

  // 4.1.2: the functions; 4.2.2: the constants.
  function [31:0] rotr(input [31:0] x, input [4:0] n);
    rotr = (x >> n) | (x << (6'd32 - n));
  endfunction

  function [31:0] constant(input [5:0] t);
    case (t)
      0: constant = 32'h428a2f98; 1: constant = 32'h71374491; 2: constant = 32'hb5c0fbcf;
      3: constant = 32'he9b5dba5; 4: constant = 32'h3956c25b; 5: constant = 32'h59f111f1;
      6: constant = 32'h923f82a4; 7: constant = 32'hab1c5ed5; 8: constant = 32'hd807aa98;
      9: constant = 32'h12835b01; 10: constant = 32'h243185be; 11: constant = 32'h550c7dc3;
      12: constant = 32'h72be5d74; 13: constant = 32'h80deb1fe; 14: constant = 32'h9bdc06a7;
      15: constant = 32'hc19bf174; 16: constant = 32'he49b69c1; 17: constant = 32'hefbe4786;
      18: constant = 32'h0fc19dc6; 19: constant = 32'h240ca1cc; 20: constant = 32'h2de92c6f;
      21: constant = 32'h4a7484aa; 22: constant = 32'h5cb0a9dc; 23: constant = 32'h76f988da;
      24: constant = 32'h983e5152; 25: constant = 32'ha831c66d; 26: constant = 32'hb00327c8;
      27: constant = 32'hbf597fc7; 28: constant = 32'hc6e00bf3; 29: constant = 32'hd5a79147;
      30: constant = 32'h06ca6351; 31: constant = 32'h14292967; 32: constant = 32'h27b70a85;
      33: constant = 32'h2e1b2138; 34: constant = 32'h4d2c6dfc; 35: constant = 32'h53380d13;
      36: constant = 32'h650a7354; 37: constant = 32'h766a0abb; 38: constant = 32'h81c2c92e;
      39: constant = 32'h92722c85; 40: constant = 32'ha2bfe8a1; 41: constant = 32'ha81a664b;
      42: constant = 32'hc24b8b70; 43: constant = 32'hc76c51a3; 44: constant = 32'hd192e819;
      45: constant = 32'hd6990624; 46: constant = 32'hf40e3585; 47: constant = 32'h106aa070;
      48: constant = 32'h19a4c116; 49: constant = 32'h1e376c08; 50: constant = 32'h2748774c;
      51: constant = 32'h34b0bcb5; 52: constant = 32'h391c0cb3; 53: constant = 32'h4ed8aa4a;
      54: constant = 32'h5b9cca4f; 55: constant = 32'h682e6ff3; 56: constant = 32'h748f82ee;
      57: constant = 32'h78a5636f; 58: constant = 32'h84c87814; 59: constant = 32'h8cc70208;
      60: constant = 32'h90befffa; 61: constant = 32'ha4506ceb; 62: constant = 32'hbef9a3f7;
      63: constant = 32'hc67178f2;
    endcase
  endfunction

  wire arriving = round < 16;
  wire steps = !summing && !sending && (!arriving || s_axis_tvalid);

  // 6.2.2, step 1: the message schedule.
  wire [31:0] w15 = window[479:448];
  wire [31:0] w2 = window[63:32];
  wire [31:0] sigma0 = rotr(w15, 7) ^ rotr(w15, 18) ^ (w15 >> 3);
  wire [31:0] sigma1 = rotr(w2, 17) ^ rotr(w2, 19) ^ (w2 >> 10);
  wire [31:0] scheduled = sigma1 + window[223:192] + sigma0 + window[511:480];
  wire [31:0] w = arriving ? s_axis_tdata : scheduled;

  // Step 3: one round. Round 0 starts from the hash (step 2).
  wire [31:0] a, b, c, d, e, f, g, h;
  assign {a, b, c, d, e, f, g, h} = round == 0 ? hash : working;
  wire [31:0] ch = (e & f) ^ (~e & g);
  wire [31:0] maj = (a & b) ^ (a & c) ^ (b & c);
  wire [31:0] sum0 = rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22);
  wire [31:0] sum1 = rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25);
  wire [31:0] t1 = h + sum1 + ch + constant(round) + w;
  wire [31:0] t2 = sum0 + maj;

  assign s_axis_tready = arriving && !summing && !sending;
  assign m_axis_tdata = hash[255:224];
  assign m_axis_tvalid = sending;
  assign m_axis_tlast = beat == 7;

  always @(posedge aclk) begin
    if (steps) begin
      working <= {t1 + t2, a, b, c, d + t1, e, f, g};
      window <= {window[479:0], w};
    end
  end

  // Step 4: the intermediate hash value; the digest leaves word by word.
  integer i;
  always @(posedge aclk) begin
    if (!aresetn || (sending && m_axis_tready && m_axis_tlast))
      hash <= INITIAL;
    else if (sending && m_axis_tready)
      hash <= {hash[223:0], 32'd0};
    else if (summing)
      for (i = 0; i < 8; i = i + 1)
        hash[32*i +: 32] <= hash[32*i +: 32] + working[32*i +: 32];
  end

  always @(posedge aclk) begin
    if (!aresetn) begin
      round <= 0;
      summing <= 0;
      sending <= 0;
      beat <= 0;
    end else begin
      if (steps) begin
        round <= round + 1;
        summing <= round == 63;
      end
      if (summing) begin
        summing <= 0;
        sending <= last;
      end
      if (sending && m_axis_tready) begin
        beat <= beat + 1;
        sending <= !m_axis_tlast;
      end
    end
  end

  always @(posedge aclk)
    if (steps && arriving) last <= s_axis_tlast;

endmodule
