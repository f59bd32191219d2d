/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Blue Midnight Wish with AVX-512VL. The sixteen words of a message, of a double pipe or of half of Q are in one vector
 * (32-bit words) or two vectors (64-bit words).
 */
#include "cpu.h"

#ifdef FAIRHASH_X86

#include <immintrin.h>
#include <threads.h>

#include "bmw.h"

#define TARGET __attribute__((target("avx2,avx512f,avx512vl")))
#if defined(__clang__)
#undef UNROLL
#define UNROLL _Pragma("clang loop unroll(full)")
#endif
#define INLINE static inline __attribute__((always_inline)) TARGET

/*
 * f_0: the indices of the terms of W_0 ... W_15, in the order of the specification. Bit i of `subtracted` is set if W_i
 * subtracts the term.
 */
static const struct {
    uint8_t index[16];
    uint16_t subtracted;
} BMW_TERMS[5] = {
    {{5, 6, 0, 0, 1, 3, 4, 1, 2, 0, 8, 8, 1, 2, 3, 12}, 0},
    {{7, 8, 7, 1, 2, 2, 0, 4, 5, 3, 1, 0, 3, 4, 5, 4}, 0xcfeb},
    {{10, 11, 9, 8, 9, 10, 3, 5, 6, 6, 4, 2, 6, 7, 8, 6}, 0x9dc0},
    {{13, 14, 12, 10, 11, 12, 11, 12, 13, 7, 7, 5, 9, 10, 11, 9}, 0xdefc},
    {{14, 15, 15, 13, 14, 15, 13, 14, 15, 14, 15, 9, 10, 11, 12, 13}, 0x4192},
};

/* f_2: the shift amounts in H_0 ... H_15. Positive amounts shift left, negative amounts shift right. */
static const int8_t BMW_SHIFTS_XH[16] = {5, -7, -5, -1, -3, 6, -4, -11};
static const int8_t BMW_SHIFTS_Q[16] = {-5, 8, 5, 5, 0, -6, 6, 2};
static const int8_t BMW_SHIFTS_XL[16] = {0, 0, 0, 0, 0, 0, 0, 0, 8, -6, 6, 4, -3, -4, -7, -2};

/* Tables that bmw_compress_vector.h computes. A vector is loaded from any element on. */
static uint32_t LANE_NUMBERS_32[32]; /* 0, 1, ..., 31 */
static uint64_t LANE_NUMBERS_64[32];

/*
 * For 32-bit words: element 16 + d describes what Q_j contributes to Q_(j+d) in expand_2: the amount of the rotation, the
 * amount of the right shift (only for s_5, d = 1, and s_4, d = 2), and a mask of all ones if d > 0.
 */
static uint32_t CONTRIBUTION_ROTL_32[32];
static uint32_t CONTRIBUTION_SHR_32[32];
static uint32_t CONTRIBUTION_MASK_32[32];

/* Returns (a ^ b) & mask. */
INLINE __m512i xor_and(__m512i a, __m512i b, __m512i mask) { return _mm512_ternarylogic_epi32(a, b, mask, 0x28); }

/* Operations on sixteen 32-bit words. Bit i of a mask belongs to lane i. */
INLINE __m512i load_32(const uint32_t *p) { return _mm512_loadu_si512((const void *)p); }
INLINE __m512i broadcast_32(uint32_t x) { return _mm512_set1_epi32((int)x); }
INLINE __m512i add_32(__m512i a, __m512i b) { return _mm512_add_epi32(a, b); }
INLINE __m512i sub_32(__m512i a, __m512i b) { return _mm512_sub_epi32(a, b); }
INLINE __m512i xor_32(__m512i a, __m512i b) { return _mm512_xor_si512(a, b); }
INLINE __m512i shl_32(__m512i a, __m512i n) { return _mm512_sllv_epi32(a, n); }
INLINE __m512i shr_32(__m512i a, __m512i n) { return _mm512_srlv_epi32(a, n); }
INLINE __m512i rotl_32(__m512i a, __m512i n) { return _mm512_rolv_epi32(a, n); }
INLINE __m512i mask_32(unsigned mask, __m512i a) { return _mm512_maskz_mov_epi32((__mmask16)mask, a); }
INLINE __m512i permute_32(__m512i a, __m512i indices) { return _mm512_permutexvar_epi32(indices, a); }
INLINE __m512i broadcast_lane_32(__m512i a, unsigned i) { return permute_32(a, broadcast_32(i)); }
/* Moves words i lanes down. The upper i lanes become zero. */
INLINE __m512i shift_lanes_32(__m512i a, unsigned i) {
    return _mm512_permutex2var_epi32(a, load_32(LANE_NUMBERS_32 + i), _mm512_setzero_si512());
}
/* Returns what the lanes above lane i add for its word, which is in all lanes of x. */
INLINE __m512i contribution_32(__m512i x, unsigned i) {
    const __m512i rotated = rotl_32(x, load_32(CONTRIBUTION_ROTL_32 + 16 - i));
    return xor_and(rotated, shr_32(x, load_32(CONTRIBUTION_SHR_32 + 16 - i)), load_32(CONTRIBUTION_MASK_32 + 16 - i));
}

/* Returns the sum of the four 128-bit parts of x, in every part. */
INLINE __m512i add_quarters_64(__m512i x) {
    x = _mm512_add_epi64(x, _mm512_shuffle_i64x2(x, x, 0x4e));
    return _mm512_add_epi64(x, _mm512_shuffle_i64x2(x, x, 0xb1));
}
INLINE __m512i add_quarters_32(__m512i x) {
    x = _mm512_add_epi32(x, _mm512_shuffle_i64x2(x, x, 0x4e));
    return _mm512_add_epi32(x, _mm512_shuffle_i64x2(x, x, 0xb1));
}

/* Returns the sum of the words of a in lane 0, and the sum of the words of b in lane 1. */
INLINE __m512i two_sums_32(__m512i a, __m512i b) {
    const __m512i x = _mm512_add_epi32(_mm512_unpacklo_epi32(a, b), _mm512_unpackhi_epi32(a, b));
    return add_quarters_32(_mm512_add_epi32(x, _mm512_shuffle_epi32(x, _MM_PERM_BADC)));
}

/* Computes XL, the XOR of words 0 to 7, and XH, the XOR of all words, in every lane. */
INLINE void xor_sums_32(__m512i x, __m512i *XL, __m512i *XH) {
    x = _mm512_xor_si512(x, _mm512_shuffle_epi32(x, _MM_PERM_BADC));
    x = _mm512_xor_si512(x, _mm512_shuffle_epi32(x, _MM_PERM_CDAB));
    x = _mm512_xor_si512(x, _mm512_shuffle_i64x2(x, x, 0xb1));
    *XL = _mm512_shuffle_i64x2(x, x, 0);
    *XH = _mm512_xor_si512(x, _mm512_shuffle_i64x2(x, x, 0x4e));
}

/* Sixteen 64-bit words, and the same operations on them. */
typedef struct words_64 {
    __m512i low, high;
} words_64;

INLINE words_64 load_64(const uint64_t *p) {
    return (words_64){_mm512_loadu_si512((const void *)p), _mm512_loadu_si512((const void *)(p + 8))};
}
INLINE words_64 broadcast_64(uint64_t x) {
    return (words_64){_mm512_set1_epi64((long long)x), _mm512_set1_epi64((long long)x)};
}
#define LANEWISE_64(name, operation)                                                                                           \
    INLINE words_64 name(words_64 a, words_64 b) {                                                                             \
        return (words_64){operation(a.low, b.low), operation(a.high, b.high)};                                                 \
    }
LANEWISE_64(add_64, _mm512_add_epi64)
LANEWISE_64(sub_64, _mm512_sub_epi64)
LANEWISE_64(xor_64, _mm512_xor_si512)
LANEWISE_64(shl_64, _mm512_sllv_epi64)
LANEWISE_64(shr_64, _mm512_srlv_epi64)
LANEWISE_64(rotl_64, _mm512_rolv_epi64)
INLINE words_64 mask_64(unsigned mask, words_64 a) {
    return (words_64){_mm512_maskz_mov_epi64((__mmask8)(mask & 0xff), a.low),
                      _mm512_maskz_mov_epi64((__mmask8)(mask >> 8), a.high)};
}
INLINE words_64 permute_64(words_64 a, words_64 indices) {
    return (words_64){_mm512_permutex2var_epi64(a.low, indices.low, a.high),
                      _mm512_permutex2var_epi64(a.low, indices.high, a.high)};
}
INLINE words_64 two_sums_64(words_64 a, words_64 b) {
    const __m512i x = _mm512_add_epi64(a.low, a.high);
    const __m512i y = _mm512_add_epi64(b.low, b.high);
    const __m512i sums = add_quarters_64(_mm512_add_epi64(_mm512_unpacklo_epi64(x, y), _mm512_unpackhi_epi64(x, y)));
    return (words_64){sums, sums};
}
INLINE __m512i xor_all_64(__m512i x) {
    x = _mm512_xor_si512(x, _mm512_shuffle_epi32(x, _MM_PERM_BADC));
    x = _mm512_xor_si512(x, _mm512_shuffle_i64x2(x, x, 0x4e));
    return _mm512_xor_si512(x, _mm512_shuffle_i64x2(x, x, 0xb1));
}
INLINE void xor_sums_64(words_64 x, words_64 *XL, words_64 *XH) {
    XL->low = XL->high = xor_all_64(x.low);
    XH->low = XH->high = _mm512_xor_si512(XL->low, xor_all_64(x.high));
}

#define WORD uint32_t
#define V __m512i
#define NAME(x) x##_32
#define S bmw_S_32
#define K BMW_K_32
#include "bmw_compress_vector.h"
#undef WORD
#undef V
#undef NAME
#undef S
#undef K

#define WORD uint64_t
#define V words_64
#define NAME(x) x##_64
#define S bmw_S_64
#define K BMW_K_64
#include "bmw_compress_vector.h"

static once_flag tables_once = ONCE_FLAG_INIT;

static void make_tables(void) {
    make_tables_32();
    make_tables_64();
    for (unsigned i = 0; i < 32; i++) {
        CONTRIBUTION_ROTL_32[i] = i > 16 + 2 && i % 2 == 1 ? bmw_R_32[(31 - i) / 2] : 0;
        CONTRIBUTION_SHR_32[i] = i == 17 || i == 18 ? 19 - i : 32;
        CONTRIBUTION_MASK_32[i] = i > 16 ? UINT32_MAX : 0;
    }
}

/* Adds to each sum the term i of expand_2 that is in Q_0 ... Q_15. Term i of lane j is word Q_(i + j). */
#define ADD_TERM(i) sums = add_32(sums, shift_lanes_32(Q, i))
#define ADD_ROTATED_TERM(i) sums = add_32(sums, rotl_32(shift_lanes_32(Q, i), broadcast_32(bmw_R_32[(i) / 2])))
/* Adds what Q_(i + 16) contributes to later sums of expand_2: the rotated word, or s_4 or s_5 of it. */
#define ADD_CONTRIBUTION(i) sums = add_32(sums, contribution_32(broadcast_lane_32(sums, i), i))

/*
 * f_1: returns Q_16 ... Q_31. Lane i has Q_(i + 16). First, all sums get their terms from Q_0 ... Q_15. Then each new word,
 * from Q_16 on, is added to the sums of later words.
 */
INLINE __m512i f1_32(__m512i Q, __m512i M, __m512i H) {
    __m512i sums = Q;
    ADD_ROTATED_TERM(1);
    ADD_TERM(2);
    ADD_ROTATED_TERM(3);
    ADD_TERM(4);
    ADD_ROTATED_TERM(5);
    ADD_TERM(6);
    ADD_ROTATED_TERM(7);
    ADD_TERM(8);
    ADD_ROTATED_TERM(9);
    ADD_TERM(10);
    ADD_ROTATED_TERM(11);
    ADD_TERM(12);
    ADD_ROTATED_TERM(13);
    sums = add_32(mask_32(0xfffc, sums), first_sums_32(Q, M, H));
    const __m512i Q_16 = broadcast_lane_32(sums, 0);
    const __m512i s0 = s_32(Q_16, &S_EXPAND_1_32, 3); /* only for lane 1, because Q_17 is computed by expand_1 */
    sums = add_32(sums, xor_32(mask_32(0xfffc, contribution_32(Q_16, 0)), mask_32(2, s0)));
    ADD_CONTRIBUTION(1);
    ADD_CONTRIBUTION(2);
    ADD_CONTRIBUTION(3);
    ADD_CONTRIBUTION(4);
    ADD_CONTRIBUTION(5);
    ADD_CONTRIBUTION(6);
    ADD_CONTRIBUTION(7);
    ADD_CONTRIBUTION(8);
    ADD_CONTRIBUTION(9);
    ADD_CONTRIBUTION(10);
    ADD_CONTRIBUTION(11);
    ADD_CONTRIBUTION(12);
    ADD_CONTRIBUTION(13);
    ADD_CONTRIBUTION(14);
    return sums;
}

/* Two consecutive words of Q: Q_2k and Q_(2k + 1). */
typedef __m128i pair;

INLINE void split_64(pair *pairs, words_64 x) {
    pairs[0] = _mm512_castsi512_si128(x.low);
    pairs[1] = _mm512_extracti32x4_epi32(x.low, 1);
    pairs[2] = _mm512_extracti32x4_epi32(x.low, 2);
    pairs[3] = _mm512_extracti32x4_epi32(x.low, 3);
    pairs[4] = _mm512_castsi512_si128(x.high);
    pairs[5] = _mm512_extracti32x4_epi32(x.high, 1);
    pairs[6] = _mm512_extracti32x4_epi32(x.high, 2);
    pairs[7] = _mm512_extracti32x4_epi32(x.high, 3);
}

INLINE __m512i join_64(const pair *pairs) {
    __m512i x = _mm512_inserti32x4(_mm512_castsi128_si512(pairs[0]), pairs[1], 1);
    x = _mm512_inserti32x4(x, pairs[2], 2);
    return _mm512_inserti32x4(x, pairs[3], 3);
}

/*
 * The terms of expand_2 that are rotated, from a pair with its words swapped to the pair `distance` pairs later. The last word
 * before the sum, Q_(j-1), is not rotated: s_5 applies to it.
 */
INLINE pair rotated_terms(pair swapped, unsigned distance) {
    const unsigned low = distance == 1 ? 0 : bmw_R_64[8 - distance];
    const unsigned high = distance == 8 ? 0 : bmw_R_64[7 - distance];
    const pair rotated = _mm_rolv_epi64(swapped, _mm_set_epi64x((int)high, (int)low));
    if (distance == 1) {
        return _mm_xor_si128(rotated, _mm_srlv_epi64(swapped, _mm_set_epi64x(64, 2)));
    }
    return distance == 8 ? _mm_move_epi64(rotated) : rotated; /* Q_(j-17) is no term */
}

/*
 * f_1 for 64-bit words. Each pair depends on the pair before it, so the time is that of the steps from one pair to the next. In
 * registers of one pair these are shorter than in registers of eight words, where words cross between lanes.
 */
INLINE words_64 f1_64(words_64 Q_low, words_64 M, words_64 H) {
    pair Q[16];
    pair swapped[15];
    split_64(Q, Q_low);
    split_64(Q + 8, first_sums_64(Q_low, M, H));
    /* expand_1: Q_17 has the term s_0(Q_16) */
    pair s0 = _mm_xor_si128(_mm_srli_epi64(Q[8], 1), _mm_slli_epi64(Q[8], 3));
    s0 = _mm_xor_si128(s0, _mm_rol_epi64(Q[8], 4));
    s0 = _mm_xor_si128(s0, _mm_rol_epi64(Q[8], 37));
    Q[8] = _mm_add_epi64(Q[8], _mm_slli_si128(s0, 8));
    pair unrotated = _mm_add_epi64(_mm_add_epi64(_mm_add_epi64(Q[1], Q[2]), _mm_add_epi64(Q[3], Q[4])),
                                   _mm_add_epi64(_mm_add_epi64(Q[5], Q[6]), Q[7]));
    UNROLL
    for (unsigned k = 1; k < 9; k++) {
        swapped[k] = _mm_shuffle_epi32(Q[k], 0x4e);
    }
    UNROLL
    for (unsigned j = 9; j < 16; j++) {
        /* unrotated: Q_(2j-16), Q_(2j-14), ... Q_(2j-4), and one further on for the second word */
        pair sum = _mm_add_epi64(Q[j], unrotated);
        UNROLL
        for (unsigned distance = 8; distance > 1; distance--) {
            sum = _mm_add_epi64(sum, rotated_terms(swapped[j - distance], distance));
        }
        const pair s4 = _mm_xor_si128(Q[j - 1], _mm_srli_epi64(Q[j - 1], 1));
        sum = _mm_add_epi64(sum, s4);
        sum = _mm_add_epi64(sum, rotated_terms(swapped[j - 1], 1));
        const pair s5 = _mm_xor_si128(sum, _mm_srli_epi64(sum, 2));
        Q[j] = _mm_add_epi64(sum, _mm_slli_si128(s5, 8));
        unrotated = _mm_add_epi64(unrotated, _mm_sub_epi64(Q[j - 1], Q[j - 8]));
        if (j < 15) {
            swapped[j] = _mm_shuffle_epi32(Q[j], 0x4e);
        }
    }
    return (words_64){join_64(Q + 8), join_64(Q + 12)};
}

/* The compression function: returns f_2(M, f_1(M, H, f_0(M, H))). */
INLINE __m512i compress_32(__m512i H, __m512i M) {
    const __m512i low = f0_vector_32(M, H);
    return f2_vector_32(low, f1_32(low, M, H), M);
}
INLINE words_64 compress_64(words_64 H, words_64 M) {
    const words_64 low = f0_vector_64(M, H);
    return f2_vector_64(low, f1_64(low, M, H), M);
}

/*
 * Makes the compiler read the tables again for each block. It would otherwise copy all of them to the stack before the first
 * block: there are more vectors than registers. For one block the copies took as long as the block.
 */
#define READ_TABLES_AGAIN __asm__ volatile("" ::: "memory")

TARGET static void absorb_32(uint32_t *state, const uint8_t *blocks, size_t count) {
    __m512i H = _mm512_loadu_si512((const void *)state);
    for (; count > 0; count--, blocks += 64) {
        READ_TABLES_AGAIN;
        H = compress_32(H, _mm512_loadu_si512((const void *)blocks));
    }
    _mm512_storeu_si512((void *)state, H);
}

TARGET static void absorb_64(uint64_t *state, const uint8_t *blocks, size_t count) {
    words_64 H = load_64(state);
    for (; count > 0; count--, blocks += 128) {
        READ_TABLES_AGAIN;
        const __m512i low = _mm512_loadu_si512((const void *)blocks);
        const __m512i high = _mm512_loadu_si512((const void *)(blocks + 64));
        H = compress_64(H, (words_64){low, high});
    }
    _mm512_storeu_si512((void *)state, H.low);
    _mm512_storeu_si512((void *)(state + 8), H.high);
}

void fairhash_bmw_absorb_avx512vl(fairhash_context *context, const uint8_t *blocks, size_t count) {
    call_once(&tables_once, make_tables);
    if (context->algorithm->block_bits == 512) {
        absorb_32(context->state.w32, blocks, count);
    } else {
        absorb_64(context->state.w64, blocks, count);
    }
}

TARGET static void finalise_32(uint32_t *state) {
    const __m512i CONST_FINAL = add_32(load_32(LANE_NUMBERS_32), broadcast_32(BMW_CONST_FINAL_32));
    _mm512_storeu_si512((void *)state, compress_32(CONST_FINAL, load_32(state)));
}

TARGET static void finalise_64(uint64_t *state) {
    const words_64 CONST_FINAL = add_64(load_64(LANE_NUMBERS_64), broadcast_64(BMW_CONST_FINAL_64));
    const words_64 H = compress_64(CONST_FINAL, load_64(state));
    _mm512_storeu_si512((void *)state, H.low);
    _mm512_storeu_si512((void *)(state + 8), H.high);
}

/* An update may have used another implementation, so the tables may not exist yet. */
void fairhash_bmw_finalise_avx512vl(fairhash_context *context) {
    call_once(&tables_once, make_tables);
    if (context->algorithm->block_bits == 512) {
        finalise_32(context->state.w32);
    } else {
        finalise_64(context->state.w64);
    }
}

#endif
