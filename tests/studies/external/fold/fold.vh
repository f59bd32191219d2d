// SPDX-License-Identifier: Apache-2.0
`define START 64'h0123456789abcdef
