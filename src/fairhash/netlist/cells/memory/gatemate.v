// SPDX-License-Identifier: Apache-2.0
// Block RAM of Cologne Chip GateMate, from DS1001 (GateMate FPGA data sheet) and UG1001 (primitives library). In the mode SDP, port A
// only writes and port B only reads, and a word occupies both ports' data pins. Words of 1 and 2 bits use four bits of each five.

module CC_BRAM_20K (
  output [19:0] A_DO, B_DO,
  output ECC_1B_ERR, ECC_2B_ERR,
  input A_CLK, B_CLK, A_EN, B_EN, A_WE, B_WE,
  input [15:0] A_ADDR, B_ADDR,
  input [19:0] A_DI, B_DI, A_BM, B_BM
);
  parameter LOC = "UNPLACED", RAM_MODE = "SDP", A_WR_MODE = "NO_CHANGE", B_WR_MODE = "NO_CHANGE";
  parameter A_RD_WIDTH = 0, A_WR_WIDTH = 0, B_RD_WIDTH = 0, B_WR_WIDTH = 0;
  parameter A_CLK_INV = 1'b0, B_CLK_INV = 1'b0, A_EN_INV = 1'b0, B_EN_INV = 1'b0, A_WE_INV = 1'b0, B_WE_INV = 1'b0;
  parameter A_DO_REG = 1'b0, B_DO_REG = 1'b0, ECC_EN = 1'b0;
  parameter [319:0] INIT_00 = 320'b0, INIT_01 = 320'b0, INIT_02 = 320'b0, INIT_03 = 320'b0, INIT_04 = 320'b0, INIT_05 = 320'b0, INIT_06 = 320'b0, INIT_07 = 320'b0;
  parameter [319:0] INIT_08 = 320'b0, INIT_09 = 320'b0, INIT_0A = 320'b0, INIT_0B = 320'b0, INIT_0C = 320'b0, INIT_0D = 320'b0, INIT_0E = 320'b0, INIT_0F = 320'b0;
  parameter [319:0] INIT_10 = 320'b0, INIT_11 = 320'b0, INIT_12 = 320'b0, INIT_13 = 320'b0, INIT_14 = 320'b0, INIT_15 = 320'b0, INIT_16 = 320'b0, INIT_17 = 320'b0;
  parameter [319:0] INIT_18 = 320'b0, INIT_19 = 320'b0, INIT_1A = 320'b0, INIT_1B = 320'b0, INIT_1C = 320'b0, INIT_1D = 320'b0, INIT_1E = 320'b0, INIT_1F = 320'b0;
  parameter [319:0] INIT_20 = 320'b0, INIT_21 = 320'b0, INIT_22 = 320'b0, INIT_23 = 320'b0, INIT_24 = 320'b0, INIT_25 = 320'b0, INIT_26 = 320'b0, INIT_27 = 320'b0;
  parameter [319:0] INIT_28 = 320'b0, INIT_29 = 320'b0, INIT_2A = 320'b0, INIT_2B = 320'b0, INIT_2C = 320'b0, INIT_2D = 320'b0, INIT_2E = 320'b0, INIT_2F = 320'b0;
  parameter [319:0] INIT_30 = 320'b0, INIT_31 = 320'b0, INIT_32 = 320'b0, INIT_33 = 320'b0, INIT_34 = 320'b0, INIT_35 = 320'b0, INIT_36 = 320'b0, INIT_37 = 320'b0;
  parameter [319:0] INIT_38 = 320'b0, INIT_39 = 320'b0, INIT_3A = 320'b0, INIT_3B = 320'b0, INIT_3C = 320'b0, INIT_3D = 320'b0, INIT_3E = 320'b0, INIT_3F = 320'b0;
  // A port without function has width 0; its word is then a unit here.
  localparam USED_A = A_RD_WIDTH > A_WR_WIDTH ? A_RD_WIDTH : A_WR_WIDTH;
  localparam USED_B = B_RD_WIDTH > B_WR_WIDTH ? B_RD_WIDTH : B_WR_WIDTH;
  localparam WIDTH_A = SDP ? 40 : USED_A == 0 ? 5 : USED_A;
  localparam WIDTH_B = SDP ? 40 : USED_B == 0 ? 5 : USED_B;
  localparam SDP = RAM_MODE == "SDP";
  generate
    if (A_CLK_INV || B_CLK_INV || A_DO_REG || B_DO_REG || ECC_EN
        || (SDP && (USED_A % 40 != 0 || USED_B % 40 != 0))) CC_BRAM_20K_in_a_mode_without_model unsupported ();
  endgenerate
  wire [39:0] data_a = SDP ? {B_DI, A_DI} : A_DI;
  wire [39:0] mask_a = SDP ? {B_BM, A_BM} : A_BM;
  wire [WIDTH_A-1:0] q_a;
  wire [WIDTH_B-1:0] q_b;
  fairhash_block_ram #(
    .ADDRESS_BITS(14), .UNIT(5), .UNIT_BITS(2), .WIDTH_A(WIDTH_A), .WIDTH_B(WIDTH_B),
    .MODE_A(A_WR_MODE == "WRITE_THROUGH" ? "WRITETHROUGH" : "NORMAL"),
    .MODE_B(B_WR_MODE == "WRITE_THROUGH" ? "WRITETHROUGH" : "NORMAL"),
    .INIT({
    INIT_3F, INIT_3E, INIT_3D, INIT_3C, INIT_3B, INIT_3A, INIT_39, INIT_38, INIT_37, INIT_36, INIT_35, INIT_34,
    INIT_33, INIT_32, INIT_31, INIT_30, INIT_2F, INIT_2E, INIT_2D, INIT_2C, INIT_2B, INIT_2A, INIT_29, INIT_28,
    INIT_27, INIT_26, INIT_25, INIT_24, INIT_23, INIT_22, INIT_21, INIT_20, INIT_1F, INIT_1E, INIT_1D, INIT_1C,
    INIT_1B, INIT_1A, INIT_19, INIT_18, INIT_17, INIT_16, INIT_15, INIT_14, INIT_13, INIT_12, INIT_11, INIT_10,
    INIT_0F, INIT_0E, INIT_0D, INIT_0C, INIT_0B, INIT_0A, INIT_09, INIT_08, INIT_07, INIT_06, INIT_05, INIT_04,
    INIT_03, INIT_02, INIT_01, INIT_00
  })
  ) ram (
    .clk_a(A_CLK), .enable_a(A_EN ^ A_EN_INV), .write_a(A_WE ^ A_WE_INV), .reset_a(1'b0), .address_a({A_ADDR[15:7], A_ADDR[5:1]}),
    .mask_a(mask_a[WIDTH_A-1:0]), .data_a(data_a[WIDTH_A-1:0]), .q_a(q_a),
    .clk_b(B_CLK), .enable_b(B_EN ^ B_EN_INV), .write_b(SDP ? 1'b0 : B_WE ^ B_WE_INV), .reset_b(1'b0), .address_b({B_ADDR[15:7], B_ADDR[5:1]}),
    .mask_b(B_BM), .data_b(B_DI), .q_b(q_b));
  wire [39:0] read_b = q_b;
  assign A_DO = SDP ? read_b[19:0] : q_a;
  assign B_DO = SDP ? read_b[39:20] : read_b[19:0];
endmodule

module CC_BRAM_40K (
  output [39:0] A_DO, B_DO,
  output A_ECC_1B_ERR, B_ECC_1B_ERR, A_ECC_2B_ERR, B_ECC_2B_ERR, A_CO, B_CO,
  input A_CLK, B_CLK, A_EN, B_EN, A_WE, B_WE, A_CI, B_CI,
  input [15:0] A_ADDR, B_ADDR,
  input [39:0] A_DI, B_DI, A_BM, B_BM
);
  parameter LOC = "UNPLACED", RAM_MODE = "SDP", A_WR_MODE = "NO_CHANGE", B_WR_MODE = "NO_CHANGE";
  parameter A_RD_WIDTH = 0, A_WR_WIDTH = 0, B_RD_WIDTH = 0, B_WR_WIDTH = 0;
  parameter A_CLK_INV = 1'b0, B_CLK_INV = 1'b0, A_EN_INV = 1'b0, B_EN_INV = 1'b0, A_WE_INV = 1'b0, B_WE_INV = 1'b0;
  parameter A_DO_REG = 1'b0, B_DO_REG = 1'b0, A_ECC_EN = 1'b0, B_ECC_EN = 1'b0, CAS = "NONE";
  parameter [319:0] INIT_00 = 320'b0, INIT_01 = 320'b0, INIT_02 = 320'b0, INIT_03 = 320'b0, INIT_04 = 320'b0, INIT_05 = 320'b0, INIT_06 = 320'b0, INIT_07 = 320'b0;
  parameter [319:0] INIT_08 = 320'b0, INIT_09 = 320'b0, INIT_0A = 320'b0, INIT_0B = 320'b0, INIT_0C = 320'b0, INIT_0D = 320'b0, INIT_0E = 320'b0, INIT_0F = 320'b0;
  parameter [319:0] INIT_10 = 320'b0, INIT_11 = 320'b0, INIT_12 = 320'b0, INIT_13 = 320'b0, INIT_14 = 320'b0, INIT_15 = 320'b0, INIT_16 = 320'b0, INIT_17 = 320'b0;
  parameter [319:0] INIT_18 = 320'b0, INIT_19 = 320'b0, INIT_1A = 320'b0, INIT_1B = 320'b0, INIT_1C = 320'b0, INIT_1D = 320'b0, INIT_1E = 320'b0, INIT_1F = 320'b0;
  parameter [319:0] INIT_20 = 320'b0, INIT_21 = 320'b0, INIT_22 = 320'b0, INIT_23 = 320'b0, INIT_24 = 320'b0, INIT_25 = 320'b0, INIT_26 = 320'b0, INIT_27 = 320'b0;
  parameter [319:0] INIT_28 = 320'b0, INIT_29 = 320'b0, INIT_2A = 320'b0, INIT_2B = 320'b0, INIT_2C = 320'b0, INIT_2D = 320'b0, INIT_2E = 320'b0, INIT_2F = 320'b0;
  parameter [319:0] INIT_30 = 320'b0, INIT_31 = 320'b0, INIT_32 = 320'b0, INIT_33 = 320'b0, INIT_34 = 320'b0, INIT_35 = 320'b0, INIT_36 = 320'b0, INIT_37 = 320'b0;
  parameter [319:0] INIT_38 = 320'b0, INIT_39 = 320'b0, INIT_3A = 320'b0, INIT_3B = 320'b0, INIT_3C = 320'b0, INIT_3D = 320'b0, INIT_3E = 320'b0, INIT_3F = 320'b0;
  parameter [319:0] INIT_40 = 320'b0, INIT_41 = 320'b0, INIT_42 = 320'b0, INIT_43 = 320'b0, INIT_44 = 320'b0, INIT_45 = 320'b0, INIT_46 = 320'b0, INIT_47 = 320'b0;
  parameter [319:0] INIT_48 = 320'b0, INIT_49 = 320'b0, INIT_4A = 320'b0, INIT_4B = 320'b0, INIT_4C = 320'b0, INIT_4D = 320'b0, INIT_4E = 320'b0, INIT_4F = 320'b0;
  parameter [319:0] INIT_50 = 320'b0, INIT_51 = 320'b0, INIT_52 = 320'b0, INIT_53 = 320'b0, INIT_54 = 320'b0, INIT_55 = 320'b0, INIT_56 = 320'b0, INIT_57 = 320'b0;
  parameter [319:0] INIT_58 = 320'b0, INIT_59 = 320'b0, INIT_5A = 320'b0, INIT_5B = 320'b0, INIT_5C = 320'b0, INIT_5D = 320'b0, INIT_5E = 320'b0, INIT_5F = 320'b0;
  parameter [319:0] INIT_60 = 320'b0, INIT_61 = 320'b0, INIT_62 = 320'b0, INIT_63 = 320'b0, INIT_64 = 320'b0, INIT_65 = 320'b0, INIT_66 = 320'b0, INIT_67 = 320'b0;
  parameter [319:0] INIT_68 = 320'b0, INIT_69 = 320'b0, INIT_6A = 320'b0, INIT_6B = 320'b0, INIT_6C = 320'b0, INIT_6D = 320'b0, INIT_6E = 320'b0, INIT_6F = 320'b0;
  parameter [319:0] INIT_70 = 320'b0, INIT_71 = 320'b0, INIT_72 = 320'b0, INIT_73 = 320'b0, INIT_74 = 320'b0, INIT_75 = 320'b0, INIT_76 = 320'b0, INIT_77 = 320'b0;
  parameter [319:0] INIT_78 = 320'b0, INIT_79 = 320'b0, INIT_7A = 320'b0, INIT_7B = 320'b0, INIT_7C = 320'b0, INIT_7D = 320'b0, INIT_7E = 320'b0, INIT_7F = 320'b0;
  // A port without function has width 0; its word is then a unit here.
  localparam USED_A = A_RD_WIDTH > A_WR_WIDTH ? A_RD_WIDTH : A_WR_WIDTH;
  localparam USED_B = B_RD_WIDTH > B_WR_WIDTH ? B_RD_WIDTH : B_WR_WIDTH;
  localparam WIDTH_A = SDP ? 80 : USED_A == 0 ? 5 : USED_A;
  localparam WIDTH_B = SDP ? 80 : USED_B == 0 ? 5 : USED_B;
  localparam SDP = RAM_MODE == "SDP";
  generate
    if (A_CLK_INV || B_CLK_INV || A_DO_REG || B_DO_REG || A_ECC_EN || B_ECC_EN || CAS != "NONE"
        || (SDP && (USED_A % 80 != 0 || USED_B % 80 != 0))) CC_BRAM_40K_in_a_mode_without_model unsupported ();
  endgenerate
  wire [79:0] data_a = SDP ? {B_DI, A_DI} : A_DI;
  wire [79:0] mask_a = SDP ? {B_BM, A_BM} : A_BM;
  wire [WIDTH_A-1:0] q_a;
  wire [WIDTH_B-1:0] q_b;
  fairhash_block_ram #(
    .ADDRESS_BITS(15), .UNIT(5), .UNIT_BITS(2), .WIDTH_A(WIDTH_A), .WIDTH_B(WIDTH_B),
    .MODE_A(A_WR_MODE == "WRITE_THROUGH" ? "WRITETHROUGH" : "NORMAL"),
    .MODE_B(B_WR_MODE == "WRITE_THROUGH" ? "WRITETHROUGH" : "NORMAL"),
    .INIT({
    INIT_7F, INIT_7E, INIT_7D, INIT_7C, INIT_7B, INIT_7A, INIT_79, INIT_78, INIT_77, INIT_76, INIT_75, INIT_74,
    INIT_73, INIT_72, INIT_71, INIT_70, INIT_6F, INIT_6E, INIT_6D, INIT_6C, INIT_6B, INIT_6A, INIT_69, INIT_68,
    INIT_67, INIT_66, INIT_65, INIT_64, INIT_63, INIT_62, INIT_61, INIT_60, INIT_5F, INIT_5E, INIT_5D, INIT_5C,
    INIT_5B, INIT_5A, INIT_59, INIT_58, INIT_57, INIT_56, INIT_55, INIT_54, INIT_53, INIT_52, INIT_51, INIT_50,
    INIT_4F, INIT_4E, INIT_4D, INIT_4C, INIT_4B, INIT_4A, INIT_49, INIT_48, INIT_47, INIT_46, INIT_45, INIT_44,
    INIT_43, INIT_42, INIT_41, INIT_40, INIT_3F, INIT_3E, INIT_3D, INIT_3C, INIT_3B, INIT_3A, INIT_39, INIT_38,
    INIT_37, INIT_36, INIT_35, INIT_34, INIT_33, INIT_32, INIT_31, INIT_30, INIT_2F, INIT_2E, INIT_2D, INIT_2C,
    INIT_2B, INIT_2A, INIT_29, INIT_28, INIT_27, INIT_26, INIT_25, INIT_24, INIT_23, INIT_22, INIT_21, INIT_20,
    INIT_1F, INIT_1E, INIT_1D, INIT_1C, INIT_1B, INIT_1A, INIT_19, INIT_18, INIT_17, INIT_16, INIT_15, INIT_14,
    INIT_13, INIT_12, INIT_11, INIT_10, INIT_0F, INIT_0E, INIT_0D, INIT_0C, INIT_0B, INIT_0A, INIT_09, INIT_08,
    INIT_07, INIT_06, INIT_05, INIT_04, INIT_03, INIT_02, INIT_01, INIT_00
  })
  ) ram (
    .clk_a(A_CLK), .enable_a(A_EN ^ A_EN_INV), .write_a(A_WE ^ A_WE_INV), .reset_a(1'b0), .address_a(A_ADDR[15:1]),
    .mask_a(mask_a[WIDTH_A-1:0]), .data_a(data_a[WIDTH_A-1:0]), .q_a(q_a),
    .clk_b(B_CLK), .enable_b(B_EN ^ B_EN_INV), .write_b(SDP ? 1'b0 : B_WE ^ B_WE_INV), .reset_b(1'b0), .address_b(B_ADDR[15:1]),
    .mask_b(B_BM), .data_b(B_DI), .q_b(q_b));
  wire [79:0] read_b = q_b;
  assign A_DO = SDP ? read_b[39:0] : q_a;
  assign B_DO = SDP ? read_b[79:40] : read_b[39:0];
endmodule
