/* SPDX-License-Identifier: Apache-2.0 */
/* What the two forms of SHA-1 share, and the one for the SHA extensions of x86. */
#ifndef FAIRHASH_SHA1_H
#define FAIRHASH_SHA1_H

#include "cpu.h"

/* The working variables stay in registers only where every index is a constant. */
#if defined(__GNUC__) && !defined(__clang__)
#define UNROLL _Pragma("GCC unroll 20")
#else
#define UNROLL
#endif

#ifdef FAIRHASH_X86
#define FAIRHASH_SHA1_SHANI (FAIRHASH_CPU_SHA | FAIRHASH_CPU_SSSE3)
/* 6.1.2: `count` blocks M of 64 bytes into H[0]..H[4]. */
void fairhash_sha1_shani(uint32_t *H, const uint8_t *M, size_t count);
#endif

#endif
