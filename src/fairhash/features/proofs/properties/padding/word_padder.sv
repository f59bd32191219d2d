// SPDX-License-Identifier: Apache-2.0
// Properties of rtl/padding/word_padder.vhd. The reference counts the bytes of a message in its last block, and asks a formula how
// many blocks the padded message still takes: ceil((fill + MARK_BYTES + FIELD_BYTES) / block), but at least one.
module proof #(parameter W = 16, parameter BLOCK_BITS = 64, parameter MARK = 128, parameter MARK_BYTES = 1,
  parameter FIELD_BYTES = 0, parameter MORE_BITS = 1) (
  input clk, input rst, input [W-1:0] in_data, input [$clog2(W/8):0] in_bytes, input in_last, input in_valid,
  input [W-1:0] field, input out_ready
);
  localparam B = $clog2(W / 8);
  localparam WORD = W / 8;
  localparam WORDS = BLOCK_BITS / W;
  localparam BLOCK = BLOCK_BITS / 8;
  localparam R = WORDS > 2 ? $clog2(WORDS) : 1;

  wire in_ready, load, load_first, load_starts, load_whole, load_ended, out_ends, out_ended, out_valid;
  wire [B:0] load_bytes, out_bytes;
  wire [W-1:0] out_data;
  wire [R-1:0] out_room, room;
  wire [MORE_BITS-1:0] out_more;
  localparam M = MARK_BYTES > 0 ? MARK_BYTES : 1;
  wire padding, first;
  wire [8*M-1:0] rest;

  word_padder dut (.clk(clk), .rst(rst), .in_data(in_data), .in_bytes(in_bytes), .in_last(in_last), .in_valid(in_valid),
    .in_ready(in_ready), .field(field), .load(load), .load_first(load_first), .load_starts(load_starts), .load_whole(load_whole),
    .load_bytes(load_bytes), .load_ended(load_ended), .out_data(out_data), .out_room(out_room), .out_ends(out_ends),
    .out_ended(out_ended), .out_bytes(out_bytes), .out_more(out_more), .out_valid(out_valid), .out_ready(out_ready),
    .padding(padding), .first(first), .room(room), .rest(rest));

  reset_rule rule (.clk(clk), .rst(rst));
  sender_is_stable #(W + B + 2) sender (.clk(clk), .rst(rst), .valid(in_valid), .ready(in_ready),
    .data({in_last, in_bytes, in_data}));
  // the field follows out_room and out_more, which stay
  sender_is_stable #(W) fields (.clk(clk), .rst(rst), .valid(out_valid), .ready(out_ready), .data(field));
  offer_is_stable #(W + R + B + MORE_BITS + 3) words (.clk(clk), .rst(rst), .valid(out_valid), .ready(out_ready),
    .data({out_data, out_room, out_bytes, out_ends, out_ended, out_ended ? out_more : {MORE_BITS{1'b0}}}));

  reg         have;      // a word is offered
  reg [W-1:0] message;   // its message bytes, zeros after them
  reg [B:0]   bytes;     // their number
  reg [15:0]  at;        // bytes of its block before it
  reg         ended;     // the message has ended with it, or before
  reg         last;      // it holds the end
  reg [15:0]  mark_at;   // bytes from the end of the message to this word, once it has ended
  reg [15:0]  due;       // words that follow it, once the message has ended
  reg [15:0]  next_at;   // bytes of the block before the next word
  reg         begun;     // the message of the next word has begun

  wire taken = in_valid && in_ready;
  wire given = out_valid && out_ready;
  wire made  = (!have || given) && have && ended && due != 0; // a word of padding follows
  wire [15:0] fill   = next_at + in_bytes;
  wire [15:0] needed = (fill + MARK_BYTES + FIELD_BYTES + BLOCK - 1) / BLOCK;
  wire [15:0] blocks = needed == 0 ? 1 : needed;

  // the mark as bytes from the end of the message on
  integer i;
  reg [W-1:0] expected;
  reg [15:0]  place;
  always @* begin
    expected = message;
    for (i = 0; i < WORD; i = i + 1) begin
      place = last ? i - bytes : mark_at + i;
      if (ended && (!last || i >= bytes) && place < MARK_BYTES)
        expected[8 * (WORD - 1 - i) +: 8] = MARK >> 8 * (MARK_BYTES - 1 - place);
    end
    if (ended) expected = expected | field;
  end

  // what is left of it for the next word
  integer k;
  reg [8*M-1:0] left;
  reg [15:0]    next_place;
  always @* begin
    left = 0;
    for (k = 0; k < M; k = k + 1) begin
      next_place = (last ? mark_at : mark_at + WORD) + k;
      if (next_place < MARK_BYTES) left[8 * (M - 1 - k) +: 8] = MARK >> 8 * (MARK_BYTES - 1 - next_place);
    end
  end

  integer j;
  always @(posedge clk) begin
    if (rst) begin
      have    <= 0;
      next_at <= 0;
      begun   <= 0;
    end else begin
      have <= taken || made || (have && !given);
      if (taken || made) begin
        next_at <= next_at + WORD == BLOCK ? 0 : next_at + WORD;
        begun   <= taken ? !(in_last && blocks * WORDS == next_at / WORD + 1) : due != 1;
      end
    end
    if (taken) begin
      for (j = 0; j < WORD; j = j + 1)
        message[8 * (WORD - 1 - j) +: 8] <= !in_last || j < in_bytes ? in_data[8 * (WORD - 1 - j) +: 8] : 8'b0;
      bytes   <= in_bytes;
      at      <= next_at;
      ended   <= in_last;
      last    <= in_last;
      due     <= blocks * WORDS - next_at / WORD - 1;
      mark_at <= WORD - in_bytes;
    end else if (made) begin
      message <= 0;
      bytes   <= 0;
      at      <= next_at;
      last    <= 0;
      due     <= due - 1;
      if (!last) mark_at <= mark_at + WORD > 255 ? 255 : mark_at + WORD;
    end
  end

  always @* begin
    if (in_valid) assume (in_bytes <= WORD && (in_last || in_bytes == WORD));
    // last_finder or byte_packer removes an end without bytes where nothing follows a message
    if (in_valid && begun && MARK_BYTES + FIELD_BYTES == 0) assume (in_bytes != 0);
    if (!rst) begin
      assert (out_valid == have);
      assert (in_ready == ((!have || out_ready) && !(have && ended && due != 0)));
      if (have) begin
        assert (out_data == expected);
        assert (out_room == WORDS - 1 - at / WORD);
        assert (out_ended == ended && out_ends == last && out_bytes == bytes);
        if (ended) assert (out_more == due / WORDS);
      end
      assert (load == (taken || made));
      if (load) begin
        assert (load_first == !begun && load_starts == (next_at == 0) && load_ended == made);
        assert (load_bytes == (made ? 0 : in_bytes) && load_whole == (taken && in_bytes == WORD));
      end
      // invariants
      assert (next_at < BLOCK && next_at % WORD == 0 && room == WORDS - 1 - next_at / WORD);
      assert (padding == (have && ended && due != 0));
      assert (first == !begun);
      if (have) assert (at < BLOCK && at % WORD == 0 && next_at == (at + WORD == BLOCK ? 0 : at + WORD));
      if (have && ended) assert (begun == (due != 0) && due % WORDS == (WORDS - next_at / WORD) % WORDS);
      if (have && !ended) assert (begun && bytes == WORD && !last);
      if (have && last) assert (ended && bytes <= WORD && mark_at == WORD - bytes);
      if (have && ended && !last) assert (bytes == 0 && message == 0 && mark_at <= 255);
      if (have && ended) assert (due <= 3 * WORDS && (due == 0 || rest == left));
    end
  end
endmodule
