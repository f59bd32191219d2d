/* SPDX-License-Identifier: Apache-2.0 */
/* BLAKE3 with AVX2: eight nodes of the tree at once. */
#include "blake3.h"

#ifdef FAIRHASH_X86

#include <immintrin.h>

#define VECTOR_LANES 8
#define TARGET __attribute__((target("avx2")))
#define NAME fairhash_blake3_nodes_8_avx2
#define INLINE TARGET static inline __attribute__((always_inline))

typedef uint32_t vector __attribute__((vector_size(32)));

/* Rotations by whole bytes are byte shuffles. */
INLINE vector rotate_16(vector x) {
    const __m256i control = _mm256_broadcastsi128_si256(_mm_set_epi8(13, 12, 15, 14, 9, 8, 11, 10, 5, 4, 7, 6, 1, 0, 3, 2));
    return (vector)_mm256_shuffle_epi8((__m256i)x, control);
}

INLINE vector rotate_8(vector x) {
    const __m256i control = _mm256_broadcastsi128_si256(_mm_set_epi8(12, 15, 14, 13, 8, 11, 10, 9, 4, 7, 6, 5, 0, 3, 2, 1));
    return (vector)_mm256_shuffle_epi8((__m256i)x, control);
}

INLINE vector rotate_12(vector x) { return x >> 12 | x << 20; }
INLINE vector rotate_7(vector x) { return x >> 7 | x << 25; }

/* Transposes a matrix of eight rows of eight words: pairs of words, pairs of pairs, and halves of vectors. */
INLINE void transpose(vector *rows) {
    __m256i pairs[8];
    __m256i quads[8];
    for (unsigned i = 0; i < 8; i += 2) {
        pairs[i] = _mm256_unpacklo_epi32((__m256i)rows[i], (__m256i)rows[i + 1]);
        pairs[i + 1] = _mm256_unpackhi_epi32((__m256i)rows[i], (__m256i)rows[i + 1]);
    }
    for (unsigned i = 0; i < 8; i += 4) {
        quads[i] = _mm256_unpacklo_epi64(pairs[i], pairs[i + 2]);
        quads[i + 1] = _mm256_unpackhi_epi64(pairs[i], pairs[i + 2]);
        quads[i + 2] = _mm256_unpacklo_epi64(pairs[i + 1], pairs[i + 3]);
        quads[i + 3] = _mm256_unpackhi_epi64(pairs[i + 1], pairs[i + 3]);
    }
    for (unsigned i = 0; i < 4; i++) {
        rows[i] = (vector)_mm256_permute2x128_si256(quads[i], quads[i + 4], 0x20);
        rows[i + 4] = (vector)_mm256_permute2x128_si256(quads[i], quads[i + 4], 0x31);
    }
}

/* Loads the 16 message words of the block at `offset` of each input. */
INLINE void load_words(vector *m, const uint8_t *const *inputs, size_t offset) {
    for (unsigned lane = 0; lane < VECTOR_LANES; lane++) {
        m[lane] = (vector)_mm256_loadu_si256((const void *)(inputs[lane] + offset));
        m[lane + 8] = (vector)_mm256_loadu_si256((const void *)(inputs[lane] + offset + 32));
    }
    transpose(m);
    transpose(m + 8);
}

/* Stores the eight words of each lane. */
INLINE void store_words(uint32_t (*words)[8], vector *h) {
    transpose(h);
    for (unsigned lane = 0; lane < VECTOR_LANES; lane++) {
        _mm256_storeu_si256((void *)words[lane], (__m256i)h[lane]);
    }
}

#include "blake3_lanes.h"

#endif
