// SPDX-License-Identifier: Apache-2.0
// A register that replaces a bit of a memory with contents gets the bit as the value after a reset, because a register of standard
// cells has no initial value. All resets come from one cell $initstate, which becomes the core's reset (contents.py).
(* techmap_celltype = "$_DFF_P_" *)
module register_with_contents (input D, C, output Q);
  parameter _TECHMAP_WIREINIT_Q_ = 1'bx;
  wire _TECHMAP_REMOVEINIT_Q_ = 1'b1;
  wire reset;
  \$initstate source (.Y(reset));
  generate
    if (_TECHMAP_WIREINIT_Q_ === 1'b0)
      \$_SDFF_PP0_ _TECHMAP_REPLACE_ (.D(D), .C(C), .R(reset), .Q(Q));
    else if (_TECHMAP_WIREINIT_Q_ === 1'b1)
      \$_SDFF_PP1_ _TECHMAP_REPLACE_ (.D(D), .C(C), .R(reset), .Q(Q));
    else
      wire _TECHMAP_FAIL_ = 1'b1;
  endgenerate
endmodule
