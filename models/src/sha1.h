/* SPDX-License-Identifier: Apache-2.0 */
/* The form of SHA-1's 6.1.2 for the SHA extensions of x86: `count` blocks M of 64 bytes into H[0]..H[4]. */
#ifndef FAIRHASH_SHA1_H
#define FAIRHASH_SHA1_H

#include "cpu.h"

#ifdef FAIRHASH_X86
#define FAIRHASH_SHA1_SHANI (FAIRHASH_CPU_SHA | FAIRHASH_CPU_SSSE3)
void fairhash_sha1_shani(uint32_t *H, const uint8_t *M, size_t count);
#endif

#endif
