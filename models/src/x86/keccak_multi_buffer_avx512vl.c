/* SPDX-License-Identifier: Apache-2.0 */
/* Multi-buffer Keccak with AVX-512VL: eight states. */
#include "cpu.h"

#ifdef FAIRHASH_X86
#include <immintrin.h>

#define XOR3(a, b, c) ((vector)_mm512_ternarylogic_epi64((__m512i)(a), (__m512i)(b), (__m512i)(c), 0x96))
#define VECTOR_LANES 8
#define TARGET __attribute__((target("avx512f,avx512vl")))
#define NAME fairhash_keccak_absorb_8_avx512vl
#include "keccak_multi_buffer_absorb.h"
#endif
