/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The families with multi-buffer hashing, one line each: MULTI_BUFFER(name) for the structure `fairhash_name_multi_buffer` in
 * name_multi_buffer.c.
 */
MULTI_BUFFER(keccak)
MULTI_BUFFER(simd)
