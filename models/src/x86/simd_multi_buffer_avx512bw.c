/* SPDX-License-Identifier: Apache-2.0 */
/* Multi-buffer SIMD with AVX-512BW and AVX-512VL: four messages in 512-bit vectors. */
#include "simd.h"

#ifdef FAIRHASH_X86

#include <immintrin.h>
#include <stdalign.h>
#include <string.h>

#define AVX512 __attribute__((target("avx512f,avx512vl,avx512bw")))
#define AVX512_INLINE static inline __attribute__((target("avx512f,avx512vl,avx512bw"), always_inline))

AVX512_INLINE __m512i eight_bytes(const uint8_t *const *blocks, size_t offset) {
    return _mm512_cvtepu8_epi16(
        _mm256_set_epi64x((long long)load_le64(blocks[3] + offset), (long long)load_le64(blocks[2] + offset),
                          (long long)load_le64(blocks[1] + offset), (long long)load_le64(blocks[0] + offset)));
}

#define EXPANSION_TARGET AVX512
#define VECTOR_BYTES 64
#define VECTOR(name) _mm512_##name
typedef __m512i integers;
#include "simd_expansion.h"

#define LADDERS_TARGET AVX512
#define LADDERS_NAME(w, n, s, vectors) fairhash_simd_ladders_##w##_##n##_##s##_##vectors##_avx512bw
#define IF(w, x, y, z) TERNARY_LOGIC_##w(x, y, z, 0xca)
#define MAJ(w, x, y, z) TERNARY_LOGIC_##w(x, y, z, 0xe8)
#define TERNARY_LOGIC_16(x, y, z, truth) ((words_16)_mm512_ternarylogic_epi32((__m512i)(x), (__m512i)(y), (__m512i)(z), truth))
#include "simd_ladders.h"

typedef uint32_t words_16 __attribute__((vector_size(64)));

AVX512_INLINE words_16 load_16(const void *p) { return (words_16)_mm512_loadu_si512(p); }

AVX512_INLINE words_16 load_block_16(const uint8_t *const *blocks, unsigned s, size_t offset) {
    const __m512i lower = _mm512_castsi256_si512((__m256i)load_block_8(blocks, s, offset));
    return (words_16)_mm512_inserti64x4(lower, (__m256i)load_block_8(blocks + 2, s, offset), 1);
}

AVX512_INLINE words_16 swap_elements_16(words_16 x, unsigned distance) {
    switch (distance) {
    case 0:
        return x;
    case 1:
        return (words_16)_mm512_shuffle_epi32((__m512i)x, 0xb1);
    case 2:
        return (words_16)_mm512_shuffle_epi32((__m512i)x, 0x4e);
    default:
        return (words_16)_mm512_shuffle_epi32((__m512i)x, 0x1b);
    }
}

DEFINE_LADDERS(16, 4, 4, 1)
DEFINE_LADDERS(16, 8, 4, 2)

AVX512 void fairhash_simd_compress_multi_avx512bw(uint32_t *const *chaining, const uint8_t *const *blocks, const bool *final,
                                                  size_t count, unsigned n) {
    if (n == 4) {
        compress_multi(chaining, blocks, final, count, 4, 1, fairhash_simd_ladders_16_4_4_1_avx512bw);
    } else {
        compress_multi(chaining, blocks, final, count, 8, 2, fairhash_simd_ladders_16_8_4_2_avx512bw);
    }
}

#endif
