/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SIMD's compression with AVX2. The transform works on vectors of sixteen field elements in 16 bits: one block of 128 bytes if
 * n = 8, two blocks of 64 bytes, one in each half of every vector, if n = 4. Its outputs appear in the very order in which the
 * expanded message takes them; then the ladders run, one vector element each.
 *
 * Points are split three times. Even and odd outputs are two transforms, of x_j and of alpha^j x_j, with half the points, which
 * are all the bytes of the block. With j = Ja + b and k = c + 8d each of them is, for omega = alpha^2,
 *     sum over b of omega^(8bd) omega^(bc) (sum over a of omega^(Jac) x_j),    J = 2n,
 * where omega^J = 4 has order 8 and omega^8 is 4 (n = 4, order 8) or 2 (n = 8, order 16): both sums need shifts only.
 */
#include "simd.h"

#ifdef FAIRHASH_X86

#include <immintrin.h>
#include <stdalign.h>
#include <string.h>
#include <threads.h>

#define AVX2 __attribute__((target("avx2")))
#define AVX2_INLINE static inline __attribute__((target("avx2"), always_inline))

/* Sixteen field elements, numbers with a sign, kept as unsigned ones so that arithmetic is modulo 2^16. */
typedef uint16_t points __attribute__((vector_size(32)));
typedef int16_t signed_points __attribute__((vector_size(32)));

/* For n = 4 (both halves alike) and n = 8: alpha^j for j = Ja + b, omega^(bc), and which bytes the affine ones belong to. */
typedef struct tables {
    alignas(32) int16_t alpha[8][16];
    alignas(32) int16_t omega[8][16];
    alignas(32) int16_t affine[2][16];
} tables;

static tables TABLES[2];
static once_flag tables_once = ONCE_FLAG_INIT;

static int16_t alpha_to(unsigned n, unsigned exponent) {
    unsigned power = 1;
    for (unsigned i = 0; i < exponent; i++) {
        power = power * simd_alpha(n) % SIMD_PRIME;
    }
    return (int16_t)(power > SIMD_PRIME / 2 ? (int)power - SIMD_PRIME : (int)power);
}

static void make_tables(void) {
    for (unsigned n = 4; n <= 8; n += 4) {
        tables *table = &TABLES[n / 4 - 1];
        for (unsigned lane = 0; lane < 16; lane++) {
            const unsigned b = lane % (2 * n);
            for (unsigned a = 0; a < 8; a++) {
                table->alpha[a][lane] = alpha_to(n, 2 * n * a + b);
                table->omega[a][lane] = alpha_to(n, 2 * a * b);
            }
            table->affine[0][lane] = b == 2 * n - 1;
            table->affine[1][lane] = b == 2 * n - 1 || b == 2 * n - 3;
        }
    }
}

AVX2_INLINE points load_points(const int16_t *p) { return (points)_mm256_load_si256((const __m256i *)p); }

/* x modulo 257, for 256 is -1; q is x / 256, rounded, and the result in -128 - q..127 - q. */
AVX2_INLINE points reduce(points x) {
    const points q = (points)_mm256_mulhrs_epi16((__m256i)x, _mm256_set1_epi16(128));
    return x - q * 257;
}

/* x modulo 257, in -128..128: at first in -127..383. */
AVX2_INLINE points centre(points x) {
    const points y = (x & 255) - (points)((signed_points)x >> 8);
    return y - ((points)((signed_points)y > 128) & 257);
}

/* u and v become u + v and (u - v) 2^shift. Values are reduced wherever the product might not fit 16 bits. */
AVX2_INLINE void butterfly(points *u, points *v, int shift) {
    const points difference = *u - *v;
    *u += *v;
    *v = difference << shift;
}

AVX2_INLINE void butterfly_reduced(points *u, points *v, int shift) {
    const points difference = *u - *v;
    *u += *v;
    *v = reduce(difference) << shift;
}

/*
 * Eight points, in place, root 4; place i holds output reverse(i). If no input exceeds 256 in size and no two differ by more
 * than 511, no output exceeds 17408.
 */
AVX2_INLINE void transform_8(points *v) {
    butterfly(&v[0], &v[4], 0);
    butterfly(&v[1], &v[5], 2);
    butterfly(&v[2], &v[6], 4);
    butterfly(&v[3], &v[7], 6);
    v[5] = reduce(v[5]);
    v[7] = reduce(v[7]);
    for (unsigned i = 0; i < 8; i += 4) {
        butterfly(&v[i], &v[i + 2], 0);
        butterfly(&v[i + 1], &v[i + 3], 4);
    }
    for (unsigned i = 0; i < 8; i += 2) {
        butterfly(&v[i], &v[i + 1], 0);
    }
}

/* Sixteen points, in place, root 2; place i holds output reverse(i). Inputs up to 226 in size give outputs up to 30861. */
AVX2_INLINE void transform_16(points *v) {
    for (int i = 0; i < 7; i++) {
        butterfly(&v[i], &v[i + 8], i);
    }
    butterfly_reduced(&v[7], &v[15], 7);
    v[10] = reduce(v[10]);
    v[11] = reduce(v[11]);
    v[13] = reduce(v[13]);
    v[14] = reduce(v[14]);
    v[15] = reduce(v[15]);
    for (int i = 0; i < 3; i++) {
        butterfly(&v[i], &v[i + 4], 2 * i);
        butterfly(&v[i + 8], &v[i + 12], 2 * i);
    }
    butterfly_reduced(&v[3], &v[7], 6);
    butterfly(&v[11], &v[15], 6);
    v[5] = reduce(v[5]);
    v[7] = reduce(v[7]);
    v[13] = reduce(v[13]);
    v[15] = reduce(v[15]);
    for (unsigned i = 0; i < 16; i += 4) {
        butterfly(&v[i], &v[i + 2], 0);
        butterfly(&v[i + 1], &v[i + 3], 4);
    }
    for (unsigned i = 0; i < 16; i += 2) {
        butterfly(&v[i], &v[i + 1], 0);
    }
}

static const uint8_t REVERSED_8[8] = {0, 4, 2, 6, 1, 5, 3, 7};
static const uint8_t REVERSED_16[16] = {0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15};

/* In each half of the vectors, eight rows of eight become columns. */
AVX2_INLINE void transpose(points *v) {
    __m256i s[8];
    __m256i t[8];
    for (unsigned i = 0; i < 4; i++) {
        s[2 * i] = _mm256_unpacklo_epi16((__m256i)v[i], (__m256i)v[i + 4]);
        s[2 * i + 1] = _mm256_unpackhi_epi16((__m256i)v[i], (__m256i)v[i + 4]);
    }
    for (unsigned i = 0; i < 4; i++) {
        t[2 * i] = _mm256_unpacklo_epi16(s[i], s[i + 4]);
        t[2 * i + 1] = _mm256_unpackhi_epi16(s[i], s[i + 4]);
    }
    for (unsigned i = 0; i < 4; i++) {
        v[2 * i] = (points)_mm256_unpacklo_epi16(t[i], t[i + 4]);
        v[2 * i + 1] = (points)_mm256_unpackhi_epi16(t[i], t[i + 4]);
    }
}

/* The sums over a, times omega^(bc): vectors for c = 0..7, element b. */
AVX2_INLINE void first_sums(points *sums, points *x, const tables *table) {
    transform_8(x);
    for (unsigned i = 0; i < 8; i++) {
        const unsigned c = REVERSED_8[i];
        sums[c] = reduce(x[i]);
        if (c > 0) {
            sums[c] = reduce(sums[c] * load_points(table->omega[c]));
        }
    }
}

/* Both first sums of the vectors x, `even` without and `odd` with alpha^j; vector b of the result has elements c. */
AVX2_INLINE void even_and_odd(points *even, points *odd, points *x, const tables *table, bool final) {
    const points affine = load_points(table->affine[final]);
    points y[8];
    for (unsigned a = 0; a < 8; a++) { /* alpha^(16n) is -1: x_(j + 16n) adds to even and subtracts from odd outputs */
        y[a] = reduce((a < 7 ? x[a] : x[a] - affine) * load_points(table->alpha[a]));
    }
    x[7] += affine;
    first_sums(even, x, table);
    first_sums(odd, y, table);
    transpose(even);
    transpose(odd);
}

AVX2_INLINE void store_words(uint32_t *W, __m256i words) { _mm256_store_si256((__m256i *)W, words); }

/* n = 4: row i of Z gets four words of the block `first` and four of `second`. */
AVX2 static void expand_4(uint32_t Z[SIMD_EXPANDED][8], const uint8_t *first, const uint8_t *second, bool final) {
    points x[8];
    points even[8];
    points odd[8];
    for (unsigned a = 0; a < 8; a++) {
        const long long low = (long long)load_le64(first + (size_t)8 * a);
        const long long high = (long long)load_le64(second + (size_t)8 * a);
        x[a] = (points)_mm256_cvtepu8_epi16(_mm_set_epi64x(high, low));
    }
    even_and_odd(even, odd, x, &TABLES[0], final);
    transform_8(even);
    transform_8(odd);
    __m256i y[2][8]; /* y_(16d + 2k) and y_(16d + 2k + 1) in element k of number d */
    for (unsigned i = 0; i < 8; i++) {
        y[0][REVERSED_8[i]] = (__m256i)centre(even[i]);
        y[1][REVERSED_8[i]] = (__m256i)centre(odd[i]);
    }
    const __m256i code_0 = _mm256_set1_epi16(SIMD_CODE_0);
    const __m256i code_1 = _mm256_set1_epi16(SIMD_CODE_1);
    for (unsigned d = 0; d < 8; d++) {
        const __m256i low = _mm256_mullo_epi16(y[0][d], code_0);
        const __m256i high = _mm256_mullo_epi16(y[1][d], code_0);
        store_words(Z[2 * d], _mm256_unpacklo_epi16(low, high));
        store_words(Z[2 * d + 1], _mm256_unpackhi_epi16(low, high));
    }
    for (unsigned odd_ones = 0; odd_ones < 2; odd_ones++) {
        for (unsigned d = 0; d < 4; d++) {
            const __m256i low = _mm256_mullo_epi16(y[odd_ones][d], code_1);
            const __m256i high = _mm256_mullo_epi16(y[odd_ones][d + 4], code_1);
            store_words(Z[16 + 8 * odd_ones + 2 * d], _mm256_unpacklo_epi16(low, high));
            store_words(Z[16 + 8 * odd_ones + 2 * d + 1], _mm256_unpackhi_epi16(low, high));
        }
    }
}

/* n = 8: row i of Z gets eight words of the block. */
AVX2 static void expand_8(uint32_t Z[SIMD_EXPANDED][8], const uint8_t *block, bool final) {
    points x[8];
    points even[8];
    points odd[8];
    points both[16]; /* even ones in the lower half, odd ones in the upper */
    for (unsigned a = 0; a < 8; a++) {
        x[a] = (points)_mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)(block + (size_t)16 * a)));
    }
    even_and_odd(even, odd, x, &TABLES[1], final);
    for (unsigned b = 0; b < 8; b++) {
        both[b] = (points)_mm256_permute2x128_si256((__m256i)even[b], (__m256i)odd[b], 0x20);
        both[b + 8] = (points)_mm256_permute2x128_si256((__m256i)even[b], (__m256i)odd[b], 0x31);
    }
    transform_16(both);
    __m256i y[16]; /* y_(16d + 2k) and y_(16d + 2k + 1) in elements k and 8 + k of number d */
    for (unsigned i = 0; i < 16; i++) {
        y[REVERSED_16[i]] = (__m256i)centre(both[i]);
    }
    const __m256i code_0 = _mm256_set1_epi16(SIMD_CODE_0);
    const __m256i code_1 = _mm256_set1_epi16(SIMD_CODE_1);
    const __m256i pairs = _mm256_broadcastsi128_si256(_mm_set_epi8(15, 14, 7, 6, 13, 12, 5, 4, 11, 10, 3, 2, 9, 8, 1, 0));
    for (unsigned d = 0; d < 16; d++) {
        const __m256i words = _mm256_permute4x64_epi64(_mm256_mullo_epi16(y[d], code_0), 0xd8);
        store_words(Z[d], _mm256_shuffle_epi8(words, pairs));
    }
    for (unsigned d = 0; d < 8; d++) {
        const __m256i low = _mm256_mullo_epi16(y[d], code_1);
        const __m256i high = _mm256_mullo_epi16(y[d + 8], code_1);
        const __m256i first = _mm256_unpacklo_epi16(low, high);
        const __m256i second = _mm256_unpackhi_epi16(low, high);
        store_words(Z[16 + d], _mm256_permute2x128_si256(first, second, 0x20));
        store_words(Z[24 + d], _mm256_permute2x128_si256(first, second, 0x31));
    }
}

#define LADDERS_TARGET AVX2
#define LADDERS_NAME(n) fairhash_simd_ladders_##n##_avx2
#define IF(n, x, y, z) ((((y) ^ (z)) & (x)) ^ (z))
#define MAJ(n, x, y, z) (((y) & (z)) | (((y) | (z)) & (x)))
#include "simd_ladders.h"

AVX2 void fairhash_simd_avx2(uint32_t *chaining, const uint8_t *blocks, size_t count, unsigned n, bool final) {
    alignas(32) uint32_t Z[SIMD_EXPANDED][8];
    call_once(&tables_once, make_tables);
    const bool avx512 = fairhash_has(FAIRHASH_CPU_AVX512VL);
    fairhash_simd_ladders *const ladders_4 = avx512 ? fairhash_simd_ladders_4_avx512 : fairhash_simd_ladders_4_avx2;
    fairhash_simd_ladders *const ladders_8 = avx512 ? fairhash_simd_ladders_8_avx512 : fairhash_simd_ladders_8_avx2;
    for (; n == 8 && count > 0; count--) {
        expand_8(Z, blocks, final);
        ladders_8(chaining, blocks, Z[0]);
        blocks += 128;
    }
    for (; count > 0; count--) { /* two blocks at once; a single one is expanded twice */
        const uint8_t *second = count > 1 ? blocks + 64 : blocks;
        expand_4(Z, blocks, second, final);
        ladders_4(chaining, blocks, Z[0]);
        if (count > 1) {
            ladders_4(chaining, second, &Z[0][4]);
            count--;
        }
        blocks = second + 64;
    }
}

#endif
