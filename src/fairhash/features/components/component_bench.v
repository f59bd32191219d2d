// SPDX-License-Identifier: Apache-2.0
// Hashes messages by the component in simulation_top and compares with expected digests. Prints "PASS: <digests>" or
// "FAIL: <reason>". The parameters come from the command line of iverilog, and +seed=NUMBER from that of vvp.
//
// Seed 0: messages back to back without a pause. Otherwise both sides pause at random, the clocks have other periods, and a reset ends
// a first message that is not hashed.
`timescale 1ns / 1ps

module component_bench;

  parameter REGISTERS = 0;      // 1: the component has AXI4-Lite registers, 0: AXI4-Stream
  parameter LANES = 4;          // bytes of a beat of AXI4-Stream
  parameter DIGEST = 32;        // bytes of a digest
  parameter MESSAGES = 1;       // number of messages
  parameter BYTES = 1;          // bytes of all messages
  parameter IO_RATIO = 1;       // cycles of core_io_clk in one of core_clk
  parameter RESET_CYCLES = 16;  // of aclk, after power-up
  parameter WAIT = 100000;      // cycles of aclk without a digest that are an error
  parameter CONTROL = 0;        // addresses of registers
  parameter STATUS = 0;
  parameter LAST = 0;
  parameter DATA = 0;
  parameter RESULT = 0;

  reg [7:0] message_bytes [0:BYTES];
  reg [31:0] lengths [0:MESSAGES];
  reg [8 * DIGEST - 1:0] expected [0:MESSAGES];

  reg aclk = 0;
  reg aresetn = 0;
  reg core_clk = 0;
  reg core_io_clk = 0;
  reg [8 * LANES - 1:0] s_axis_tdata = 0;
  reg [LANES - 1:0] s_axis_tkeep = 0;
  reg s_axis_tlast = 0;
  reg s_axis_tvalid = 0;
  wire s_axis_tready;
  wire [8 * LANES - 1:0] m_axis_tdata;
  wire [LANES - 1:0] m_axis_tkeep;
  wire m_axis_tlast;
  wire m_axis_tvalid;
  reg m_axis_tready = 0;
  reg [6:0] s_axi_awaddr = 0;
  reg s_axi_awvalid = 0;
  wire s_axi_awready;
  reg [31:0] s_axi_wdata = 0;
  reg [3:0] s_axi_wstrb = 15;
  reg s_axi_wvalid = 0;
  wire s_axi_wready;
  wire [1:0] s_axi_bresp;
  wire s_axi_bvalid;
  reg s_axi_bready = 0;
  reg [6:0] s_axi_araddr = 0;
  reg s_axi_arvalid = 0;
  wire s_axi_arready;
  wire [31:0] s_axi_rdata;
  wire [1:0] s_axi_rresp;
  wire s_axi_rvalid;
  reg s_axi_rready = 0;
  wire irq;

  simulation_top dut(
    .aclk(aclk), .aresetn(aresetn), .core_clk(core_clk), .core_io_clk(core_io_clk),
    .s_axis_tdata(s_axis_tdata), .s_axis_tkeep(s_axis_tkeep), .s_axis_tlast(s_axis_tlast), .s_axis_tvalid(s_axis_tvalid),
    .s_axis_tready(s_axis_tready), .m_axis_tdata(m_axis_tdata), .m_axis_tkeep(m_axis_tkeep), .m_axis_tlast(m_axis_tlast),
    .m_axis_tvalid(m_axis_tvalid), .m_axis_tready(m_axis_tready),
    .s_axi_awaddr(s_axi_awaddr), .s_axi_awvalid(s_axi_awvalid), .s_axi_awready(s_axi_awready), .s_axi_wdata(s_axi_wdata),
    .s_axi_wstrb(s_axi_wstrb), .s_axi_wvalid(s_axi_wvalid), .s_axi_wready(s_axi_wready), .s_axi_bresp(s_axi_bresp),
    .s_axi_bvalid(s_axi_bvalid), .s_axi_bready(s_axi_bready), .s_axi_araddr(s_axi_araddr), .s_axi_arvalid(s_axi_arvalid),
    .s_axi_arready(s_axi_arready), .s_axi_rdata(s_axi_rdata), .s_axi_rresp(s_axi_rresp), .s_axi_rvalid(s_axi_rvalid),
    .s_axi_rready(s_axi_rready), .irq(irq)
  );

  integer seed = 0;
  integer state;                   // of all random numbers
  integer bus_half = 5000;         // half periods in ps
  integer core_half = 3700;
  integer io_cycle = 0;
  reg receives = 0;                // digests arrive at m_axis
  reg [8 * DIGEST - 1:0] digest;
  integer received = 0;            // digests
  integer received_bytes = 0;      // of the next digest
  integer waited = 0;
  integer lane;
  reg held = 0;                    // m_axis held a beat that was not taken
  reg [9 * LANES:0] held_beat;

  always begin
    #(bus_half / 1000.0) aclk = ~aclk;
  end

  always begin
    #(core_half / 1000.0) core_io_clk = 1;
    core_clk = io_cycle == 0;
    io_cycle = (io_cycle + 1) % IO_RATIO;
    #(core_half / 1000.0) core_io_clk = 0;
    core_clk = 0;
  end

  task fail(input [8 * 64 - 1:0] reason);
    begin
      $display("FAIL: %0s, after %0d digests", reason, received);
      $finish;
    end
  endtask

  function pause(input unused);
    pause = seed != 0 && $random(state) % 4 == 0;
  endfunction

  task compare;
    begin
      if (digest !== expected[received]) begin
        $display("message %0d of %0d bytes: %h, expected %h", received, lengths[received], digest, expected[received]);
        fail("wrong digest");
      end
      received = received + 1;
      waited = 0;
    end
  endtask

  always @(posedge aclk) begin
    waited = waited + 1;
    if (waited > WAIT) fail("no digest");
  end

  // Inputs change at the falling edge of aclk; one nanosecond later all signals have the values of the next rising edge.
  always begin
    @(negedge aclk);
    m_axis_tready = !pause(0);
    #1;
    if (aresetn && receives) begin
      if (m_axis_tvalid !== 0 && m_axis_tvalid !== 1) fail("m_axis_tvalid is undefined");
      if (held && (!m_axis_tvalid || held_beat !== {m_axis_tdata, m_axis_tkeep, m_axis_tlast})) fail("m_axis changed before it was taken");
      held = m_axis_tvalid && !m_axis_tready;
      held_beat = {m_axis_tdata, m_axis_tkeep, m_axis_tlast};
      if (m_axis_tvalid && m_axis_tready) begin
        for (lane = 0; lane < LANES; lane = lane + 1)
          if (m_axis_tkeep[lane]) begin
            digest = {digest[8 * DIGEST - 9:0], m_axis_tdata[8 * lane +: 8]};
            received_bytes = received_bytes + 1;
          end
        if (m_axis_tlast) begin
          if (received_bytes != DIGEST) fail("a digest of another length");
          if (received == MESSAGES) fail("a digest of no message");
          received_bytes = 0;
          compare;
        end
      end
    end
    else held = 0;
  end

  // Offers the beat that has been prepared until it is taken, and returns at the falling edge after that.
  task offer;
    begin
      while (pause(0)) @(negedge aclk);
      s_axis_tvalid = 1;
      #1;
      while (s_axis_tready !== 1) begin
        @(negedge aclk);
        #1;
      end
      @(negedge aclk);
      s_axis_tvalid = 0;
      s_axis_tdata = $random(state);
      s_axis_tkeep = 0;
    end
  endtask

  task send(input integer first, input integer length, input integer most_beats);
    integer at;
    integer i;
    integer beats;
    begin
      beats = 0;
      for (at = 0; (at == 0 || at < length) && beats < most_beats; at = at + LANES) begin
        for (i = 0; i < LANES && at + i < length; i = i + 1) begin
          s_axis_tdata[8 * i +: 8] = message_bytes[first + at + i];
          s_axis_tkeep[i] = 1;
        end
        s_axis_tlast = at + LANES >= length;
        offer;
        beats = beats + 1;
      end
    end
  endtask

  task reset(input integer cycles);
    begin
      aresetn = 0;
      repeat (cycles) @(negedge aclk);
      aresetn = 1;
    end
  endtask

  task write_register(input [6:0] address, input [31:0] value);
    reg address_taken;
    reg data_taken;
    begin
      s_axi_awaddr = address;
      s_axi_wdata = value;
      address_taken = 0;
      data_taken = 0;
      while (!address_taken || !data_taken) begin
        s_axi_awvalid = s_axi_awvalid || (!address_taken && !pause(0));
        s_axi_wvalid = s_axi_wvalid || (!data_taken && !pause(0));
        #1;
        if (s_axi_awvalid && s_axi_awready) address_taken = 1;
        if (s_axi_wvalid && s_axi_wready) data_taken = 1;
        @(negedge aclk);
        if (address_taken) s_axi_awvalid = 0;
        if (data_taken) s_axi_wvalid = 0;
      end
      while (pause(0)) @(negedge aclk);
      s_axi_bready = 1;
      #1;
      while (s_axi_bvalid !== 1) begin
        @(negedge aclk);
        #1;
      end
      if (s_axi_bresp !== 0) fail("a write was refused");
      @(negedge aclk);
      s_axi_bready = 0;
    end
  endtask

  task read_register(input [6:0] address, output [31:0] value);
    begin
      while (pause(0)) @(negedge aclk);
      s_axi_araddr = address;
      s_axi_arvalid = 1;
      #1;
      while (s_axi_arready !== 1) begin
        @(negedge aclk);
        #1;
      end
      @(negedge aclk);
      s_axi_arvalid = 0;
      while (pause(0)) @(negedge aclk);
      s_axi_rready = 1;
      #1;
      while (s_axi_rvalid !== 1) begin
        @(negedge aclk);
        #1;
      end
      if (s_axi_rresp !== 0) fail("a read was refused");
      value = s_axi_rdata;
      @(negedge aclk);
      s_axi_rready = 0;
    end
  endtask

  // Writes the message word by word, and returns when all of it, or `most_words`, has been written.
  task write_message(input integer first, input integer length, input integer most_words);
    integer at;
    integer i;
    integer words;
    reg [31:0] value;
    begin
      words = 0;
      for (at = 0; (at == 0 || at < length) && words < most_words; at = at + 4) begin
        value = 0;
        while (value[15:8] == 0) read_register(STATUS, value);
        if (at + 4 >= length) write_register(LAST, length - at);
        for (i = 0; i < 4; i = i + 1) value[8 * i +: 8] = at + i < length ? message_bytes[first + at + i] : $random(state);
        write_register(DATA, value);
        words = words + 1;
      end
    end
  endtask

  task read_digest;
    integer i;
    integer lane_of_word;
    reg [31:0] value;
    begin
      value = 0;
      while (!value[0]) read_register(STATUS, value);
      for (i = 0; i < DIGEST; i = i + 4) begin
        read_register(RESULT + i, value);
        for (lane_of_word = 0; lane_of_word < 4 && i + lane_of_word < DIGEST; lane_of_word = lane_of_word + 1)
          digest = {digest[8 * DIGEST - 9:0], value[8 * lane_of_word +: 8]};
      end
      compare;
      write_register(STATUS, 1);
    end
  endtask

  integer message;
  integer first;

  initial begin
    $readmemh("bytes.hex", message_bytes);
    $readmemh("lengths.hex", lengths);
    $readmemh("expected.hex", expected);
    if (!$value$plusargs("seed=%d", seed)) seed = 0;
    state = seed + 1;
    if (seed != 0) begin
      bus_half = 3000 + $unsigned($random(state)) % 5000;
      core_half = 3000 + $unsigned($random(state)) % 5000;
    end
    @(negedge aclk);
    reset(RESET_CYCLES);
    if (seed != 0 && REGISTERS) begin
      write_message(0, BYTES, 1 + $unsigned($random(state)) % 40);
      write_register(CONTROL, 1);
    end
    else if (seed != 0) begin
      send(0, BYTES, 1 + $unsigned($random(state)) % 40);
      reset(1);
    end
    receives = !REGISTERS;
    first = 0;
    for (message = 0; message < MESSAGES; message = message + 1) begin
      if (REGISTERS) write_message(first, lengths[message], BYTES + 1);
      else send(first, lengths[message], BYTES + 1);
      first = first + lengths[message];
      if (REGISTERS) read_digest;
    end
    wait (received == MESSAGES);
    repeat (100) @(negedge aclk);
    $display("PASS: %0d", received);
    $finish;
  end

endmodule
