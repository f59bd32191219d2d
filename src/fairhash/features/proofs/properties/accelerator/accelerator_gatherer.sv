// SPDX-License-Identifier: Apache-2.0
// Properties of rtl/accelerator/accelerator_gatherer.vhd: one message is followed from its end to its result, and one word of each
// digest from the core to the result.
module proof #(parameter W = 8, parameter DIGEST_BITS = 16, parameter IDS = 4) (
  input clk, input rst, input ended, input [15:0] id, input [2:0] status, input [W-1:0] in_data, input in_valid, input result_taken
);
  localparam WORDS = DIGEST_BITS / W;
  wire room, in_ready, result_valid;
  wire [15:0] result_id;
  wire [2:0] result_status;
  wire [DIGEST_BITS-1:0] result_digest;
  localparam A = $clog2(IDS);
  wire [A-1:0] head, tail;
  wire [A:0] waiting;
  wire [$clog2(DIGEST_BITS / W > 1 ? DIGEST_BITS / W : 2)-1:0] count;
  wire [DIGEST_BITS+W-1:0] digest;
  wire [18:0] entries [0:7]; // as many as IDS are used

  // each element of the array is a port of its own
  generate if (IDS == 4) begin : four
    accelerator_gatherer dut (.clk(clk), .rst(rst), .ended(ended), .id(id), .status(status), .room(room), .in_data(in_data),
      .in_valid(in_valid), .in_ready(in_ready), .result_valid(result_valid), .result_id(result_id), .result_status(result_status),
      .result_digest(result_digest), .result_taken(result_taken), .head(head), .tail(tail), .waiting(waiting),
      .count(count), .digest(digest), .\entries[0] (entries[0]), .\entries[1] (entries[1]), .\entries[2] (entries[2]),
      .\entries[3] (entries[3]));
  end else begin : eight
    accelerator_gatherer dut (.clk(clk), .rst(rst), .ended(ended), .id(id), .status(status), .room(room), .in_data(in_data),
      .in_valid(in_valid), .in_ready(in_ready), .result_valid(result_valid), .result_id(result_id), .result_status(result_status),
      .result_digest(result_digest), .result_taken(result_taken), .head(head), .tail(tail), .waiting(waiting),
      .count(count), .digest(digest), .\entries[0] (entries[0]), .\entries[1] (entries[1]), .\entries[2] (entries[2]),
      .\entries[3] (entries[3]), .\entries[4] (entries[4]), .\entries[5] (entries[5]), .\entries[6] (entries[6]),
      .\entries[7] (entries[7]));
  end endgenerate

  reset_rule rule (.clk(clk), .rst(rst));
  sender_is_stable #(W) core (.clk(clk), .rst(rst), .valid(in_valid), .ready(in_ready), .data(in_data));
  offer_is_stable #(19 + DIGEST_BITS) results (.clk(clk), .rst(rst), .valid(result_valid), .ready(result_taken),
    .data({result_id, result_status, result_digest}));

  wire taken = in_valid && in_ready;
  wire [6:0] index, tracked;
  wire [W-1:0] value;
  block_tracker #(W, WORDS) tracker (.clk(clk), .rst(rst), .taken(taken), .word(in_data), .index(index), .tracked(tracked),
    .value(value));

  (* anyseq *) reg pick;      // follow the message that ends in this cycle, if none is followed
  reg               followed; // a message is followed
  reg [3:0]         before;   // messages without a taken result that ended before it
  reg [3:0]         ends;     // messages that ended and whose result has not been taken
  reg               whole;    // a digest has arrived and its result has not been taken
  reg [18:0]        message;  // id and status of the followed message
  reg               had_room = 0;

  always @(posedge clk) begin
    had_room <= room && !ended && !rst;
    if (rst) begin
      followed <= 0;
      ends     <= 0;
      whole    <= 0;
    end else begin
      ends <= ends + ended - result_taken;
      if (result_taken) whole <= 0;
      else if (taken && index == WORDS - 1) whole <= 1;
      if (!followed) begin
        if (ended && pick) begin
          followed <= 1;
          before   <= ends - result_taken;
          message  <= {id, status};
        end
      end else if (result_taken) begin
        before <= before - 1;
        if (before == 0) followed <= 0;
      end
    end
  end

  wire [A-1:0] place = head + before[A-1:0]; // of the followed message in the queue
  wire [18:0] queued = entries[place];

  always @* if (!rst) begin
    // a message ends only while there is room (proof of the feeder), and a result is taken only if there is one
    assume (!(ended && !room));
    assume (!(result_taken && !result_valid));
    // the core sends the words of a digest only after its message has ended
    assume (!(in_valid && ends == whole));

    // no deadlock: words are taken unless a result waits, and after the last word of a digest there is a result
    assert (in_ready == !result_valid);
    assert (result_valid == whole);
    // '0' only while IDS messages wait for their results; once '1', it stays until a message ends
    assert (room == (ends < IDS));
    if (had_room) assert (room);
    // results in the order of the messages, each with its own id and status, and with each word of its digest
    if (followed && result_valid && before == 0) assert ({result_id, result_status} == message);
    if (result_valid) assert (result_digest[W*(WORDS-1-tracked) +: W] == value);
    // invariants
    assert (ends <= IDS && waiting == ends);
    assert (tail == head + ends[A-1:0]);
    assert (count == index);
    if (whole) assert (index == 0 && ends != 0);
    if (tracked < index) assert (digest[W*(index-1-tracked) +: W] == value);
    if (followed) assert (before < ends && queued == message);
  end
endmodule
