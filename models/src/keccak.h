/* SPDX-License-Identifier: Apache-2.0 */
/* Declarations that all implementations of Keccak share. */
#ifndef FAIRHASH_KECCAK_H
#define FAIRHASH_KECCAK_H

#include "cpu.h"
#include "internal.h"

enum {
    ROUNDS = 24,
    TURBO_ROUNDS = 12,   /* RFC 9861, 2.2 */
    TURBO_DOMAIN = 0x1f, /* RFC 9861, 2.1: the domain separation byte if the caller chooses none */
};

/* 3.1.2: lane (x, y) of a state is word x + 5y. Bit z of a lane is bit z of the word. Coordinates are modulo 5. */
#define LANE(x, y) ((x) % 5 + 5 * ((y) % 5))

/*
 * FIPS 202, 3.2.2, table 2, modulo 64: the offsets of rho. They are written as constants, so that compilers put them into the
 * rotation instructions.
 */
static const uint8_t RHO[25] = {
    0,  1,  62, 28, 27, /* y = 0 */
    36, 44, 6,  55, 20, /* y = 1 */
    3,  10, 43, 25, 39, /* y = 2 */
    41, 45, 15, 21, 8,  /* y = 3 */
    18, 2,  61, 56, 14, /* y = 4 */
};

/* Returns the number of rounds of a sponge function. */
unsigned fairhash_keccak_rounds(const fairhash_algorithm *algorithm);

/*
 * Absorbs `count` blocks of `lanes` lanes into a state, with Keccak-p[1600, rounds]. fairhash_keccak_constants() must have been
 * called before.
 */
void fairhash_keccak_absorb(uint64_t *state, unsigned rounds, const uint8_t *blocks, size_t count, size_t lanes);

/* Applies Keccak-p[1600, rounds] to a state. */
void fairhash_keccak_permute(uint64_t *state, unsigned rounds);

/* Writes `count` bytes of output of a state to which Keccak-p was applied after the last block. */
void fairhash_keccak_squeeze(uint64_t *state, unsigned rounds, size_t rate_bytes, uint8_t *bytes, uint64_t count);

/* KangarooTwelve, which is a family of its own for the library. */
extern const fairhash_family fairhash_kangarootwelve;
extern const fairhash_affixes fairhash_kangarootwelve_affixes;

#ifdef FAIRHASH_X86
/*
 * Absorbs `count` blocks of `lanes` lanes into a state. RC are the constants of the `rounds` rounds. Needs
 * FAIRHASH_CPU_AVX512VL.
 */
void fairhash_keccak_absorb_avx512vl(uint64_t *state, const uint64_t *RC, unsigned rounds, const uint8_t *blocks, size_t count,
                                     size_t lanes);
#endif

#endif
