/* SPDX-License-Identifier: Apache-2.0 */
/* Declarations that all implementations of SHA-1 share. */
#ifndef FAIRHASH_SHA1_H
#define FAIRHASH_SHA1_H

#include "cpu.h"
#include "internal.h"

#ifdef FAIRHASH_X86
#define FAIRHASH_SHA1_SHANI (FAIRHASH_CPU_SHA | FAIRHASH_CPU_SSSE3)
/* 6.1.2: hashes `count` blocks M of 64 bytes into H[0]..H[4]. Needs FAIRHASH_SHA1_SHANI. */
void fairhash_sha1_shani(uint32_t *H, const uint8_t *M, size_t count);
#endif

#endif
