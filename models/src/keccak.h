/* SPDX-License-Identifier: Apache-2.0 */
/* What the forms of Keccak's absorbing share. */
#ifndef FAIRHASH_KECCAK_H
#define FAIRHASH_KECCAK_H

#include "cpu.h"
#include "internal.h"

enum { FAIRHASH_KECCAK_ROUNDS = 24 };

#ifdef FAIRHASH_X86
/* Absorbs `count` blocks of `lanes` lanes into a state; RC are the round constants. Needs FAIRHASH_CPU_AVX512VL. */
void fairhash_keccak_absorb_avx512(uint64_t *state, const uint64_t *RC, const uint8_t *blocks, size_t count, size_t lanes);
#endif

#endif
