// SPDX-License-Identifier: Apache-2.0
// Properties of rtl/accelerator/accelerator_buffer.vhd: one row is followed from the input to the output.
module proof #(parameter WIDTH = 8, parameter ROWS = 8, parameter RESERVE = 4) (
  input clk, input rst, input write, input [WIDTH-1:0] write_row, input row_ready
);
  localparam A = $clog2(ROWS);
  wire full, half, empty, row_valid, fetched, held;
  wire [WIDTH-1:0] row, read_data;
  wire [A:0] stored;
  wire [A-1:0] write_address, read_address;

  accelerator_buffer dut (.clk(clk), .rst(rst), .write(write), .write_row(write_row), .full(full), .half(half), .empty(empty),
    .row(row), .row_valid(row_valid), .row_ready(row_ready), .stored(stored), .write_address(write_address),
    .read_address(read_address), .fetched(fetched), .held(held), .read_data(read_data));

  reset_rule rule (.clk(clk), .rst(rst));
  offer_is_stable #(WIDTH) rows (.clk(clk), .rst(rst), .valid(row_valid), .ready(row_ready), .data(row));

  (* anyseq *) reg pick;      // follow the row that is written in this cycle, if none is followed
  reg               followed; // a row is followed
  reg [A+1:0]       before;   // rows in the buffer that were written before it
  reg [A-1:0]       place;    // its address in the memory
  reg [WIDTH-1:0]   value;
  reg [A+1:0]       rows_in;  // rows in the buffer
  reg [2:0]         waits;    // cycles in which the buffer has a row and does not offer one

  wire taken = row_valid && row_ready;

  always @(posedge clk) begin
    if (rst) begin
      followed <= 0;
      rows_in  <= 0;
      waits    <= 0;
    end else begin
      rows_in <= rows_in + write - taken;
      waits   <= empty || row_valid ? 0 : waits + 1;
      if (!followed) begin
        if (write && pick) begin
          followed <= 1;
          before   <= rows_in - taken;
          place    <= write_address;
          value    <= write_row;
        end
      end else if (taken) begin
        before <= before - 1;
        if (before == 0) followed <= 0;
      end
    end
  end

  // the sender writes at most RESERVE rows while full is '1'; here: never into a memory without room
  always @* if (!rst) assume (!(write && stored == ROWS));

  wire [A+1:0] ahead = held + fetched; // rows that have left the memory
  always @* begin
    if (!rst) begin
      assert (full == (stored >= ROWS - RESERVE));
      assert (half == (stored >= ROWS / 2));
      assert (empty == (rows_in == 0));
      assert (waits < 3); // a row is offered at the latest in the third cycle after its write
      if (followed && row_valid && before == 0) assert (row == value);
      // invariants
      assert (stored <= ROWS);
      assert (rows_in == stored + ahead);
      assert (write_address == (read_address + stored[A-1:0]) % ROWS);
      if (!held && !fetched && stored != 0) assert (waits <= 1);
      if (!held && fetched) assert (waits <= 2);
      if (!held && !fetched && stored == 0) assert (waits == 0);
      if (held) assert (waits <= 2);
      if (followed) begin
        assert (before < rows_in);
        if (before >= ahead) assert (place == (read_address + (before - ahead)) % ROWS);
        else if (before == 1 || !held) assert (read_data == value);
      end
    end
  end
endmodule
