/* SPDX-License-Identifier: Apache-2.0 */
/* SIMD's ladders where AVX-512 has rotations and functions of three operands for vectors of the usual widths. */
#include "simd.h"

#ifdef FAIRHASH_X86

#define LADDERS_TARGET __attribute__((target("avx512f,avx512vl")))
#define LADDERS_NAME(w, n, s, vectors) fairhash_simd_ladders_##w##_##n##_##s##_##vectors##_avx512vl
#define IF(w, x, y, z) TERNARY_##w(x, y, z, 0xca)
#define MAJ(w, x, y, z) TERNARY_##w(x, y, z, 0xe8)
#define TERNARY_4(x, y, z, truth) ((words_4)_mm_ternarylogic_epi32((__m128i)(x), (__m128i)(y), (__m128i)(z), truth))
#define TERNARY_8(x, y, z, truth) ((words_8)_mm256_ternarylogic_epi32((__m256i)(x), (__m256i)(y), (__m256i)(z), truth))
#include "simd_ladders.h"

DEFINE_LADDERS(4, 4, 4, 1)
DEFINE_LADDERS(8, 8, 8, 1)

#endif
