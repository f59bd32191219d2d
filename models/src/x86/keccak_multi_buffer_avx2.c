/* SPDX-License-Identifier: Apache-2.0 */
/* Multi-buffer Keccak with AVX2: four states. */
#include "cpu.h"

#ifdef FAIRHASH_X86
#define VECTOR_LANES 4
#define TARGET __attribute__((target("avx2")))
#define NAME fairhash_keccak_absorb_4_avx2
#include "keccak_multi_buffer_absorb.h"
#endif
