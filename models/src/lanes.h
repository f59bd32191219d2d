/* SPDX-License-Identifier: Apache-2.0 */
/* The families that hash several messages at once, one line each: LANES(name) for `fairhash_lanes_name` in name_lanes.c. */
LANES(keccak)
LANES(simd)
