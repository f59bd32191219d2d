// SPDX-License-Identifier: Apache-2.0
// Properties of rtl/padding/segmenter.vhd. The reference knows three segments: the one whose words leave, the one whose header is
// pending, and the one that grows; it counts their words, and follows one word.
module proof #(parameter W = 32, parameter BLOCK_BITS = 64, parameter NEEDS_BITS = 0, parameter SEGMENT_BLOCKS = 1,
  parameter MEMORY_WORDS = 4, parameter MOST_MORE = 1, parameter MORE_BITS = 1) (
  input clk, input rst, input [W-1:0] in_data, input [$clog2(W/8):0] in_bytes, input in_ends, input in_ended,
  input [(BLOCK_BITS/W > 2 ? $clog2(BLOCK_BITS/W) : 1)-1:0] in_room, input [MORE_BITS-1:0] in_more, input in_valid, input out_ready
);
  localparam B = $clog2(W / 8);
  localparam WORD = W / 8;
  localparam WORDS = BLOCK_BITS / W;
  localparam R = WORDS > 2 ? $clog2(WORDS) : 1;
  localparam A = MEMORY_WORDS > 2 ? $clog2(MEMORY_WORDS) : 1;

  wire in_ready, out_valid, pending, in_payload, sends_header, header_ends;
  wire [W-1:0] out_data;
  wire [1:0] header_at;
  wire [A:0] write_at, read_at;
  wire [W:0] memory [0:MEMORY_WORDS-1];
  wire [$clog2(SEGMENT_BLOCKS+MOST_MORE+1)-1:0] blocks, next_blocks;
  wire [$clog2(SEGMENT_BLOCKS*WORDS+1)-1:0] words;
  wire       next_last;
  wire [31:0] next_bits;

  segmenter dut (.clk(clk), .rst(rst), .in_data(in_data), .in_room(in_room), .in_ends(in_ends), .in_ended(in_ended),
    .in_bytes(in_bytes), .in_more(in_more), .in_valid(in_valid), .in_ready(in_ready), .out_data(out_data), .out_valid(out_valid),
    .out_ready(out_ready), .pending(pending), .in_payload(in_payload), .header_at(header_at), .write_at(write_at),
    .read_at(read_at), .sends_header(sends_header), .header_ends(header_ends), .blocks(blocks), .words(words), .next_blocks(next_blocks),
    .next_last(next_last), .next_bits(next_bits), .\memory.words[0] (memory[0]), .\memory.words[1] (memory[1]),
    .\memory.words[2] (memory[2]), .\memory.words[3] (memory[3]));

  reset_rule rule (.clk(clk), .rst(rst));
  sender_is_stable #(W + B + R + MORE_BITS + 3) sender (.clk(clk), .rst(rst), .valid(in_valid), .ready(in_ready),
    .data({in_data, in_bytes, in_ends, in_ended, in_room, in_ended ? in_more : {MORE_BITS{1'b0}}}));
  offer_is_stable #(W) offers (.clk(clk), .rst(rst), .valid(out_valid), .ready(out_ready), .data(out_data));

  wire taken = in_valid && in_ready;
  wire given = out_valid && out_ready;

  // The input, as word_padder gives it.
  reg [R-1:0]         room;   // of the next word
  reg                 tail;   // the message has ended before the next word
  reg [MORE_BITS-1:0] more;   // then: blocks after the block of the word before

  wire [MORE_BITS-1:0] next_more = in_room == WORDS - 1 ? more - 1 : more;
  wire                 is_final = in_ended && in_room == 0 && in_more == 0;
  always @(posedge clk) begin
    if (rst) begin
      room <= WORDS - 1;
      tail <= 0;
    end else if (taken) begin
      room <= in_room == 0 ? WORDS - 1 : in_room - 1;
      tail <= in_ended && !is_final;
      more <= in_more;
    end
  end
  always @* if (in_valid) begin
    assume (in_room == room);
    if (tail) assume (in_ended && !in_ends && in_more == next_more);
    else assume (in_ended == in_ends && in_more <= MOST_MORE);
    assume (in_bytes <= WORD && (in_ended || in_bytes == WORD));
  end

  // The segments.
  reg [7:0]  grown;      // words of the growing segment
  reg [15:0] grown_bits; // message bits of it
  reg        known;      // a header is pending
  reg        known_last;
  reg [7:0]  known_words;
  reg [15:0] known_bits;
  reg        handed;     // the last word of a header is offered
  reg        sent_last;
  reg [7:0]  sent_words;
  reg [15:0] sent_bits;
  reg [7:0]  leaving;    // words of the leaving segment that have not been taken by the receiver
  reg [7:0]  missing;    // words of the last closed segment that have not arrived
  reg [1:0]  number;     // the next header word, of those that the receiver takes
  reg        in_header;  // the next word that the receiver takes is one of a header

  wire       closes = taken && (in_ends || (!in_ended && in_room == 0 && grown == SEGMENT_BLOCKS * WORDS - 1));
  wire        hands_over = sends_header && header_ends; // the last word of the pending header is stored, to be offered
  wire        is_last  = handed ? sent_last : known_last;
  wire [30:0] length   = (handed ? sent_words : known_words) * (W / 16) / 2;
  wire [31:0] bits     = is_last ? (handed ? sent_bits : known_bits) : 0;
  wire [63:0] header   = {length, is_last, bits};
  wire [1:0] final_number = W == 64 ? 0 : (W == 32 ? 0 : 1) + (is_last && NEEDS_BITS ? (W == 32 ? 1 : 2) : 0);
  wire [W-1:0] header_word = header >> (64 - W * (number + 1));
  wire       header_given = given && in_header;
  wire       word_given = given && !in_header;

  always @(posedge clk) begin
    if (rst) begin
      grown      <= 0;
      grown_bits <= 0;
      known      <= 0;
      handed     <= 0;
      leaving    <= 0;
      missing    <= 0;
      number     <= 0;
      in_header  <= 1;
    end else begin
      if (closes) begin
        grown      <= 0;
        grown_bits <= 0;
        known      <= 1;
        known_last <= in_ends;
        known_bits <= grown_bits + 8 * in_bytes;
        known_words <= grown + 1 + (in_ends ? in_room + in_more * WORDS : 0);
        missing    <= in_ends ? in_room + in_more * WORDS : 0;
      end else begin
        if (taken && !in_ended) begin
          grown      <= grown + 1;
          grown_bits <= grown_bits + W;
        end
        if (taken && in_ended) missing <= missing - 1;
      end
      if (hands_over) begin
        sent_last  <= known_last;
        sent_words <= known_words;
        sent_bits  <= known_bits;
        if (!closes) known <= 0;
      end
      handed <= hands_over || (handed && !given);
      if (header_given) begin
        number <= number == final_number ? 0 : number + 1;
        if (number == final_number) begin
          in_header <= 0;
          leaving   <= sent_words;
        end
      end
      if (word_given) begin
        leaving <= leaving - 1;
        if (leaving == 1) in_header <= 1;
      end
    end
  end

  (* anyseq *) reg pick;      // follow the word that is taken in this cycle, if none is followed
  reg               followed; // a word is followed
  reg [7:0]         before;   // words inside that were taken before it
  reg [W-1:0]       value;
  reg [7:0]         inside;   // words inside
  always @(posedge clk) begin
    if (rst) begin
      followed <= 0;
      inside   <= 0;
    end else begin
      inside <= inside + taken - word_given;
      if (!followed && taken && pick) begin
        followed <= 1;
        before   <= inside - word_given;
        value    <= in_data;
      end else if (followed && word_given) begin
        before <= before - 1;
        if (before == 0) followed <= 0;
      end
    end
  end

  localparam WITH_BITS = W == 64 || NEEDS_BITS == 1;
  wire [A:0] stored = write_at - read_at; // words in the memory
  wire [7:0] ahead = (handed ? sent_words : leaving) - (out_valid && !in_header); // of them, those of the leaving segment
  integer m;
  function entry(input [7:0] index);
    entry = memory[(read_at + index) % MEMORY_WORDS] >> W;
  endfunction
  function [W-1:0] content(input [7:0] index);
    content = memory[(read_at + index) % MEMORY_WORDS];
  endfunction

  always @* if (!rst) begin
    if (out_valid && in_header) assert ((known || handed) && out_data == header_word);
    if (header_given && number == final_number) assert (handed);
    if (out_valid && !in_header) begin
      assert (inside != 0 && leaving != 0);
      if (followed && before == 0) assert (out_data == value);
    end
    // invariants
    assert (pending == known);
    assert (stored == inside - (out_valid && !in_header));
    assert (stored <= MEMORY_WORDS);
    // a part of a header or of a segment is offered
    assert (in_payload == (handed || leaving > (out_valid && !in_header)));
    assert (handed == (out_valid && in_header && number == final_number && header_at == 0));
    if (!handed) assert (header_at == number + (out_valid && in_header) && header_at <= final_number);
    if (!handed && !known) assert (header_at == 0);
    if (handed) assert (leaving == 0 && sent_words != 0);
    if (in_header) assert (leaving == 0); else assert (leaving != 0 && number == 0);
    if (in_header && leaving == 0) assert (number <= final_number);
    if (known) begin
      assert (next_last == known_last && next_blocks * WORDS == known_words && next_bits == (known_last && WITH_BITS ? known_bits : 0));
      assert (known_words != 0 && known_words <= (SEGMENT_BLOCKS + MOST_MORE) * WORDS && known_bits <= W * known_words);
    end
    assert (blocks == grown / WORDS && grown < SEGMENT_BLOCKS * WORDS && grown_bits == W * grown);
    if (WITH_BITS) assert (words == grown);
    assert (room < WORDS && (tail ? grown == 0 : (grown % WORDS == WORDS - 1 - room)));
    assert (missing == (tail ? (room == WORDS - 1 ? more * WORDS : room + 1 + more * WORDS) : 0));
    if (tail) assert (more <= MOST_MORE && (room != WORDS - 1 || more != 0));
    if (tail) assert (missing <= (known ? known_words : handed ? sent_words : leaving));
    for (m = 0; m < MEMORY_WORDS; m = m + 1)
      if (m < stored) begin
        // the word is the last one of the leaving or the pending segment
        assert (entry(m) == (m + 1 == ahead || (known && m + 1 == ahead + known_words)));
      end
    if (followed) begin
      assert (before < inside);
      if (!(out_valid && !in_header)) assert (content(before) == value);
      else if (before != 0) assert (content(before - 1) == value);
      else assert (out_data == value);
    end
    // all words inside and missing are those of the three segments
    assert (inside + missing == (handed ? sent_words : 0) + leaving + (known ? known_words : 0) + grown);
  end
endmodule
