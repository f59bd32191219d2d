/* SPDX-License-Identifier: Apache-2.0 */
/* The compression of SIMD with AVX2, for one message and for several messages. */
#include "simd.h"

#ifdef FAIRHASH_X86

#include <immintrin.h>
#include <stdalign.h>
#include <string.h>
#include <threads.h>

#define AVX2 __attribute__((target("avx2")))
#define AVX2_INLINE static inline __attribute__((target("avx2"), always_inline))

static simd_tables TABLES[SIMD_TABLES];
static once_flag tables_once = ONCE_FLAG_INIT;

static int16_t alpha_to(unsigned n, unsigned exponent) {
    unsigned power = 1;
    for (unsigned i = 0; i < exponent; i++) {
        power = power * simd_alpha(n) % SIMD_PRIME;
    }
    return (int16_t)(power > SIMD_PRIME / 2 ? (int)power - SIMD_PRIME : (int)power);
}

/* Computes the tables for n, with `width` elements from b = first on. They repeat in a vector. */
static void make_table(simd_tables *table, unsigned n, unsigned first, unsigned width) {
    for (unsigned lane = 0; lane < SIMD_MAX_POINTS; lane++) {
        const unsigned b = first + lane % width;
        for (unsigned a = 0; a < 8; a++) {
            table->alpha[a][lane] = alpha_to(n, 2 * n * a + b);
            table->omega[a][lane] = alpha_to(n, 2 * a * b);
        }
        table->affine[0][lane] = b == 2 * n - 1;
        table->affine[1][lane] = b == 2 * n - 1 || b == 2 * n - 3;
    }
}

static void make_tables(void) {
    make_table(&TABLES[SIMD_TABLES_4], 4, 0, 8);
    make_table(&TABLES[SIMD_TABLES_8], 8, 0, 16);
    make_table(&TABLES[SIMD_TABLES_8_HALVES], 8, 0, 8);
    make_table(&TABLES[SIMD_TABLES_8_HALVES + 1], 8, 8, 8);
}

const simd_tables *fairhash_simd_tables(void) {
    call_once(&tables_once, make_tables);
    return TABLES;
}

AVX2_INLINE __m256i eight_bytes(const uint8_t *const *blocks, size_t offset) {
    const long long low = (long long)load_le64(blocks[0] + offset);
    const long long high = (long long)load_le64(blocks[1] + offset);
    return _mm256_cvtepu8_epi16(_mm_set_epi64x(high, low));
}

#define EXPANSION_TARGET AVX2
#define VECTOR_BYTES 32
#define VECTOR(name) _mm256_##name
typedef __m256i integers;
#include "simd_expansion.h"

/*
 * Message expansion for n = 8 and one message: row i of Z gets eight words of the block. Each half of a vector holds eight
 * points, as in simd_expansion.h.
 */
AVX2 static void expand_8(uint32_t Z[SIMD_EXPANDED][8], const uint8_t *block, const simd_tables *table, const int16_t *affine) {
    points x[8];
    points even[8];
    points odd[8];
    points outputs[16]; /* even outputs in the lower half, odd outputs in the upper half */
    for (unsigned a = 0; a < 8; a++) {
        x[a] = (points)_mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)(block + (size_t)16 * a)));
    }
    even_and_odd(even, odd, x, table, load_points(affine));
    for (unsigned b = 0; b < 8; b++) {
        outputs[b] = (points)_mm256_permute2x128_si256((__m256i)even[b], (__m256i)odd[b], 0x20);
        outputs[b + 8] = (points)_mm256_permute2x128_si256((__m256i)even[b], (__m256i)odd[b], 0x31);
    }
    transform_16(outputs);
    __m256i y[16]; /* y[d] has y_(16d + 2k) in element k and y_(16d + 2k + 1) in element 8 + k */
    for (unsigned i = 0; i < 16; i++) {
        y[BIT_REVERSED_16[i]] = (__m256i)centre(outputs[i]);
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
#define LADDERS_NAME(w, n, s, vectors) fairhash_simd_ladders_##w##_##n##_##s##_##vectors##_avx2
#define IF(w, x, y, z) ((((y) ^ (z)) & (x)) ^ (z))
#define MAJ(w, x, y, z) (((y) & (z)) | (((y) | (z)) & (x)))
#include "simd_ladders.h"

DEFINE_LADDERS(4, 4, 4, 1)
DEFINE_LADDERS(8, 8, 8, 1)
DEFINE_LADDERS(8, 4, 4, 2)
DEFINE_LADDERS(8, 8, 4, 2)

/*
 * Compresses blocks for n = 4. Two blocks of the message are expanded at once; a single block is expanded twice. Their ladders
 * run one after the other.
 */
AVX2 static void compress_4(uint32_t *chaining, const uint8_t *blocks, size_t count, bool final,
                            fairhash_simd_ladders *ladders) {
    alignas(32) uint32_t Z[SIMD_EXPANDED][8];
    const simd_tables *const table = &fairhash_simd_tables()[SIMD_TABLES_4];
    while (count > 0) {
        const uint8_t *const block_pair[2] = {blocks, count > 1 ? blocks + 64 : blocks};
        expand_4(Z[0], 8, block_pair, table, table->affine[final]);
        ladders(chaining, &block_pair[0], Z[0]);
        if (count > 1) {
            ladders(chaining, &block_pair[1], &Z[0][4]);
            count--;
        }
        count--;
        blocks = block_pair[1] + 64;
    }
}

AVX2 static void compress_8(uint32_t *chaining, const uint8_t *blocks, size_t count, bool final,
                            fairhash_simd_ladders *ladders) {
    alignas(32) uint32_t Z[SIMD_EXPANDED][8];
    const simd_tables *const table = &fairhash_simd_tables()[SIMD_TABLES_8];
    for (; count > 0; count--) {
        expand_8(Z, blocks, table, table->affine[final]);
        ladders(chaining, &blocks, Z[0]);
        blocks += 128;
    }
}

void fairhash_simd_compress_avx2(uint32_t *chaining, const uint8_t *blocks, size_t count, unsigned n, bool final) {
    const bool avx512 = fairhash_cpu_has(FAIRHASH_CPU_AVX512VL);
    if (n == 4) {
        compress_4(chaining, blocks, count, final,
                   avx512 ? fairhash_simd_ladders_4_4_4_1_avx512vl : fairhash_simd_ladders_4_4_4_1_avx2);
    } else {
        compress_8(chaining, blocks, count, final,
                   avx512 ? fairhash_simd_ladders_8_8_8_1_avx512vl : fairhash_simd_ladders_8_8_8_1_avx2);
    }
}

AVX2 void fairhash_simd_compress_multi_avx2(uint32_t *const *chaining, const uint8_t *const *blocks, const bool *final,
                                            size_t count, unsigned n) {
    if (n == 4) {
        compress_multi(chaining, blocks, final, count, 4, 2, fairhash_simd_ladders_8_4_4_2_avx2);
    } else {
        compress_multi(chaining, blocks, final, count, 8, 2, fairhash_simd_ladders_8_8_4_2_avx2);
    }
}

#endif
