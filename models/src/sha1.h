/* SPDX-License-Identifier: Apache-2.0 */
/* Declarations that all implementations of SHA-1 share. */
#ifndef FAIRHASH_SHA1_H
#define FAIRHASH_SHA1_H

#include "cpu.h"

/*
 * The working variables are in an array. The compiler keeps them in registers only if every index is a constant, so loops over
 * rounds are unrolled.
 */
#if defined(__GNUC__) && !defined(__clang__)
#define UNROLL _Pragma("GCC unroll 20")
#else
#define UNROLL
#endif

#ifdef FAIRHASH_X86
#define FAIRHASH_SHA1_SHANI (FAIRHASH_CPU_SHA | FAIRHASH_CPU_SSSE3)
/* 6.1.2: hashes `count` blocks M of 64 bytes into H[0]..H[4]. Needs FAIRHASH_SHA1_SHANI. */
void fairhash_sha1_shani(uint32_t *H, const uint8_t *M, size_t count);
#endif

#endif
