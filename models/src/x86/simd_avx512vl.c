/* SPDX-License-Identifier: Apache-2.0 */
/* The ladders of SIMD with AVX-512VL, which has rotations and three-operand logic for vectors of 128 and 256 bits. */
#include "simd.h"

#ifdef FAIRHASH_X86

#define LADDERS_TARGET __attribute__((target("avx512f,avx512vl")))
#define LADDERS_NAME(w, n, s, vectors) fairhash_simd_ladders_##w##_##n##_##s##_##vectors##_avx512vl
#define IF(w, x, y, z) TERNARY_LOGIC_##w(x, y, z, 0xca)
#define MAJ(w, x, y, z) TERNARY_LOGIC_##w(x, y, z, 0xe8)
#define TERNARY_LOGIC_4(x, y, z, truth) ((words_4)_mm_ternarylogic_epi32((__m128i)(x), (__m128i)(y), (__m128i)(z), truth))
#define TERNARY_LOGIC_8(x, y, z, truth) ((words_8)_mm256_ternarylogic_epi32((__m256i)(x), (__m256i)(y), (__m256i)(z), truth))
#include "simd_ladders.h"

DEFINE_LADDERS(4, 4, 4, 1)
DEFINE_LADDERS(8, 8, 8, 1)

#endif
