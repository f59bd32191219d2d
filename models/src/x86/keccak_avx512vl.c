/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Keccak-p[1600] with AVX-512VL, which has three-input logic and rotations of 64-bit elements. Registers hold two lanes. Names
 * and sections are those of FIPS 202.
 *
 * A[x][k] is the pair of lanes (x, 2k) and (x, 2k + 1). The second lane of pair k = 2 is zero. Theta adds whole pairs. Pi
 * moves the lanes of a plane to a sheet, so both lanes of a new pair come from the same half of two old pairs.
 */
#include "keccak.h"

#ifdef FAIRHASH_X86

#include <immintrin.h>
#include <string.h>

#define AVX512 __attribute__((target("avx512f,avx512vl")))
#define INLINE AVX512 __attribute__((always_inline)) static inline

#if defined(__clang__)
#define UNROLL_2
#else
#define UNROLL_2 _Pragma("GCC unroll 2")
#endif

enum { PAIRS = 3, LOADED_LANES = 28 /* a block is loaded in groups of four lanes */ };

/* Truth tables of three-input functions for vpternlogq. */
enum { XOR3 = 0x96, CHI = 0xd2 /* a ^ (~b & c) */ };

/* 3.2.1 theta and 3.2.2 rho. */
INLINE void theta_rho(__m128i A[5][PAIRS]) {
    __m128i C[5]; /* the column sum in both halves */
    UNROLL
    for (unsigned x = 0; x < 5; x++) {
        const __m128i halves = _mm_ternarylogic_epi64(A[x][0], A[x][1], A[x][2], XOR3);
        C[x] = _mm_xor_si128(halves, _mm_shuffle_epi32(halves, 0x4e));
    }
    UNROLL
    for (unsigned x = 0; x < 5; x++) {
        const __m128i rotated = _mm_rol_epi64(C[(x + 1) % 5], 1);
        UNROLL
        for (unsigned k = 0; k < PAIRS; k++) {
            const __m128i sum = _mm_ternarylogic_epi64(A[x][k], C[(x + 4) % 5], rotated, XOR3);
            A[x][k] = _mm_rolv_epi64(sum, _mm_set_epi64x(k == 2 ? 0 : RHO[LANE(x, 2 * k + 1)], RHO[LANE(x, 2 * k)]));
        }
    }
}

/* 3.2.3 pi: the new lane (x, y) is the old lane (x + 3y, x). This is half x mod 2 of pair x / 2. */
INLINE void pi(__m128i A[5][PAIRS]) {
    __m128i B[5][PAIRS];
    UNROLL
    for (unsigned x = 0; x < 5; x++) {
        UNROLL
        for (unsigned k = 0; k < PAIRS; k++) {
            const __m128i first = A[(x + 3 * (2 * k)) % 5][x / 2];
            const __m128i second = k == 2 ? first : A[(x + 3 * (2 * k + 1)) % 5][x / 2];
            if (x % 2 == 1) {
                B[x][k] = _mm_unpackhi_epi64(first, second);
            } else {
                B[x][k] = k == 2 ? first : _mm_unpacklo_epi64(first, second);
            }
        }
    }
    memcpy(A, B, sizeof B);
}

/* 3.2.4 chi. It also clears the unused half of pair 2. */
INLINE void chi(__m128i A[5][PAIRS]) {
    UNROLL
    for (unsigned k = 0; k < PAIRS; k++) {
        const __m128i row[5] = {A[0][k], A[1][k], A[2][k], A[3][k], A[4][k]};
        UNROLL
        for (unsigned x = 0; x < 5; x++) {
            A[x][k] = _mm_maskz_ternarylogic_epi64(k == 2 ? 1 : 3, row[x], row[(x + 1) % 5], row[(x + 2) % 5], CHI);
        }
    }
}

/* 3.1.2: loads a pair from an array of 25 lanes, or stores it. */
INLINE __m128i load_pair(const uint64_t *lanes, unsigned x, unsigned k) {
    return _mm_set_epi64x(k == 2 ? 0 : (long long)lanes[LANE(x, 2 * k + 1)], (long long)lanes[LANE(x, 2 * k)]);
}

INLINE void store_pair(uint64_t *lanes, unsigned x, unsigned k, __m128i pair) {
    uint64_t words[2];
    _mm_storeu_si128((__m128i *)words, pair);
    lanes[LANE(x, 2 * k)] = words[0];
    if (k < 2) {
        lanes[LANE(x, 2 * k + 1)] = words[1];
    }
}

AVX512 void fairhash_keccak_absorb_avx512vl(uint64_t *state, const uint64_t *RC, unsigned rounds, const uint8_t *blocks,
                                            size_t count, size_t lanes) {
    __m128i A[5][PAIRS];
    uint64_t block[LOADED_LANES] = {0};
    UNROLL
    for (unsigned x = 0; x < 5; x++) {
        UNROLL
        for (unsigned k = 0; k < PAIRS; k++) {
            A[x][k] = load_pair(state, x, k);
        }
    }
    for (; count > 0; count--) {
        /* memcpy() would be a function call, before which the compiler saves the registers that hold lanes. */
        for (size_t i = 0; i < LOADED_LANES && i < lanes; i += 4) {
            const __mmask8 mask = (__mmask8)(((1U << lanes) - 1) >> i & 0xf);
            _mm256_storeu_si256((__m256i *)&block[i], _mm256_maskz_loadu_epi64(mask, blocks + 8 * i));
        }
        UNROLL
        for (unsigned x = 0; x < 5; x++) {
            UNROLL
            for (unsigned k = 0; k < PAIRS; k++) {
                A[x][k] = _mm_xor_si128(A[x][k], load_pair(block, x, k));
            }
        }
        UNROLL_2
        for (unsigned i_r = 0; i_r < rounds; i_r++) {
            theta_rho(A);
            pi(A);
            chi(A);
            A[0][0] = _mm_xor_si128(A[0][0], _mm_loadl_epi64((const __m128i *)&RC[i_r])); /* 3.2.5 iota */
        }
        blocks += 8 * lanes;
    }
    UNROLL
    for (unsigned x = 0; x < 5; x++) {
        UNROLL
        for (unsigned k = 0; k < PAIRS; k++) {
            store_pair(state, x, k, A[x][k]);
        }
    }
}

#endif
