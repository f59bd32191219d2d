// SPDX-License-Identifier: Apache-2.0
// Cells of Intel's Cyclone II, III and IV as their documents describe them (CYIV-51002, "Logic Elements and Logic Array Blocks"; the
// Quartus primitive guide UG-01 "Designing with Low-Level Primitives"): logic element and its register.
// No initial values: power-up must not hide a missing reset.

// An inverter that mapping leaves between registers and sums; no cell of its own, it goes into the tables beside it.
module \$_NOT_ (input A, output Y);
  assign Y = ~A;
endmodule

// One table of four inputs. In arithmetic mode the third is the carry; the lower half of the table (datad low) is the next carry.
module cycloneive_lcell_comb (input dataa, datab, datac, datad, cin, output combout, cout);
  parameter [15:0] lut_mask = 16'h0000;
  parameter sum_lutc_input = "datac";
  parameter dont_touch = "off";
  parameter lpm_type = "cycloneive_lcell_comb";
  wire third = sum_lutc_input == "cin" ? cin : datac;
  assign combout = lut_mask[{datad, third, datab, dataa}];
  assign cout = lut_mask[{1'b0, cin, datab, dataa}];
endmodule

// clrn and prn act at once and when low; below them asynchronous load, then enable, then synchronous clear before load.
module dffeas (input d, clk, clrn, prn, ena, asdata, aload, sclr, sload, output reg q);
  parameter power_up = "DONT_CARE";
  parameter is_wysiwyg = "false";
  wire next = sclr ? 1'b0 : sload ? asdata : d;
  always @(posedge clk, negedge clrn)
    if (!clrn) q <= 1'b0;
    else if (ena) q <= next;
endmodule
