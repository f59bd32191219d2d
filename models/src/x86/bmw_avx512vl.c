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
 * Element 16 + d describes what Q_j contributes to Q_(j+d) in expand_2: the amount of the rotation, the amount of the right
 * shift (only for s_5, d = 1, and s_4, d = 2), and a mask of all ones if d > 0.
 */
static uint32_t CONTRIBUTION_ROTL_32[32];
static uint64_t CONTRIBUTION_ROTL_64[32];
static uint32_t CONTRIBUTION_SHR_32[32];
static uint64_t CONTRIBUTION_SHR_64[32];
static uint32_t CONTRIBUTION_MASK_32[32];
static uint64_t CONTRIBUTION_MASK_64[32];

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
INLINE words_64 broadcast_lane_64(words_64 a, unsigned i) {
    const __m512i word = _mm512_permutexvar_epi64(_mm512_set1_epi64(i), i < 8 ? a.low : a.high);
    return (words_64){word, word};
}
INLINE words_64 shift_lanes_64(words_64 a, unsigned i) {
    const __m512i zero = _mm512_setzero_si512();
    const __m512i indices = _mm512_loadu_si512((const void *)(LANE_NUMBERS_64 + i % 8));
    const __m512i last = _mm512_permutex2var_epi64(a.high, indices, zero);
    return i < 8 ? (words_64){_mm512_permutex2var_epi64(a.low, indices, a.high), last} : (words_64){last, zero};
}
/* contribution_64() for eight lanes, from element `first` of the tables on. */
INLINE __m512i contribution_half_64(__m512i x, unsigned first) {
    const __m512i rotated = _mm512_rolv_epi64(x, _mm512_loadu_si512((const void *)(CONTRIBUTION_ROTL_64 + first)));
    const __m512i shifted = _mm512_srlv_epi64(x, _mm512_loadu_si512((const void *)(CONTRIBUTION_SHR_64 + first)));
    return xor_and(rotated, shifted, _mm512_loadu_si512((const void *)(CONTRIBUTION_MASK_64 + first)));
}
INLINE words_64 contribution_64(words_64 x, unsigned i) {
    return (words_64){i < 7 ? contribution_half_64(x.low, 16 - i) : _mm512_setzero_si512(),
                      contribution_half_64(x.high, 24 - i)};
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
#define R bmw_R_32
#define K BMW_K_32
#include "bmw_compress_vector.h"
#undef WORD
#undef V
#undef NAME
#undef S
#undef R
#undef K

#define WORD uint64_t
#define V words_64
#define NAME(x) x##_64
#define S bmw_S_64
#define R bmw_R_64
#define K BMW_K_64
#include "bmw_compress_vector.h"

static once_flag tables_once = ONCE_FLAG_INIT;

static void make_tables(void) {
    make_tables_32();
    make_tables_64();
}

TARGET static void absorb_32(uint32_t *state, const uint8_t *blocks, size_t count) {
    __m512i H = _mm512_loadu_si512((const void *)state);
    for (; count > 0; count--, blocks += 64) {
        H = compress_vector_32(H, _mm512_loadu_si512((const void *)blocks));
    }
    _mm512_storeu_si512((void *)state, H);
}

TARGET static void absorb_64(uint64_t *state, const uint8_t *blocks, size_t count) {
    words_64 H = load_64(state);
    for (; count > 0; count--, blocks += 128) {
        const __m512i low = _mm512_loadu_si512((const void *)blocks);
        const __m512i high = _mm512_loadu_si512((const void *)(blocks + 64));
        H = compress_vector_64(H, (words_64){low, high});
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

#endif
