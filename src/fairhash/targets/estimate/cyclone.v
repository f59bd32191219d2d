// SPDX-License-Identifier: Apache-2.0
// What Yosys' script for Cyclone IV leaves out: sums on carry chains, and registers' synchronous clear.
//
// Sums on the carry chains of Cyclone II to IV (CYIV-51002, "LE Operating Modes"): one logic element a bit, in arithmetic mode; the
// upper half of its table is the sum of a, b and the carry, the lower half the next carry. An element in front takes a carry that is
// not constant into the chain.

(* techmap_celltype = "$alu" *)
module _80_cyclone_alu (A, B, CI, BI, X, Y, CO);
  parameter A_SIGNED = 0;
  parameter B_SIGNED = 0;
  parameter A_WIDTH = 1;
  parameter B_WIDTH = 1;
  parameter Y_WIDTH = 1;
  parameter _TECHMAP_CONSTMSK_CI_ = 0;
  parameter _TECHMAP_CONSTMSK_BI_ = 0;
  parameter _TECHMAP_CONSTVAL_BI_ = 0;

  (* force_downto *)
  input [A_WIDTH-1:0] A;
  (* force_downto *)
  input [B_WIDTH-1:0] B;
  input CI, BI;
  (* force_downto *)
  output [Y_WIDTH-1:0] X, Y, CO;

  wire _TECHMAP_FAIL_ = Y_WIDTH <= 2;

  (* force_downto *)
  wire [Y_WIDTH-1:0] left, right, other;
  \$pos #(.A_SIGNED(A_SIGNED), .A_WIDTH(A_WIDTH), .Y_WIDTH(Y_WIDTH)) left_conv (.A(A), .Y(left));
  \$pos #(.A_SIGNED(B_SIGNED), .A_WIDTH(B_WIDTH), .Y_WIDTH(Y_WIDTH)) right_conv (.A(B), .Y(right));

  // a constant inversion goes into the table
  localparam INVERT = _TECHMAP_CONSTMSK_BI_ && _TECHMAP_CONSTVAL_BI_;
  assign other = _TECHMAP_CONSTMSK_BI_ ? right : right ^ {Y_WIDTH{BI}};

  wire first;
  generate
    if (_TECHMAP_CONSTMSK_CI_) assign first = CI;
    else
      cycloneive_lcell_comb #(.lut_mask(16'h00AA), .sum_lutc_input("cin")) enter (
        .dataa(CI), .datab(1'b1), .datac(1'b1), .datad(1'b1), .cin(1'b0), .cout(first));
  endgenerate

  (* force_downto *)
  wire [Y_WIDTH:0] carry = {CO, first};
  genvar i;
  generate
    for (i = 0; i < Y_WIDTH; i = i + 1) begin : slice
      cycloneive_lcell_comb #(.lut_mask(INVERT ? 16'h69B2 : 16'h96E8), .sum_lutc_input("cin")) adder (
        .dataa(left[i]), .datab(other[i]), .datac(1'b1), .datad(1'b1), .cin(carry[i]), .combout(Y[i]), .cout(CO[i]));
    end
  endgenerate

  assign X = left ^ right ^ {Y_WIDTH{BI}};
endmodule

// Clear acts only while enabled, as Yosys' $_SDFFCE_PP0P_ has it and the logic element too (CYIV-51002, "LE Features").
module \$_SDFFCE_PP0P_ (input D, C, R, E, output Q);
  parameter _TECHMAP_WIREINIT_Q_ = 1'bx;
  dffeas #(.is_wysiwyg("TRUE"), .power_up(_TECHMAP_WIREINIT_Q_ === 1'b1 ? "high" : "low")) _TECHMAP_REPLACE_ (
    .d(D), .q(Q), .clk(C), .clrn(1'b1), .prn(1'b1), .ena(E), .asdata(1'b0), .aload(1'b0), .sclr(R), .sload(1'b0));
  wire _TECHMAP_REMOVEINIT_Q_ = 1;
endmodule
