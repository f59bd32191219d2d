/* SPDX-License-Identifier: Apache-2.0 */
/* JH's rounds of jh_e8.h, compiled for AVX2 and for AVX-512VL, which has logic of three operands and rotations. */
#include "cpu.h"
#include "jh_e8.h"

#ifdef FAIRHASH_X86

typedef void f8_function(uint8_t *state, const uint8_t *blocks, size_t count, const jh_constant *C, unsigned rounds, bool half);

__attribute__((target("avx2"))) static void f8_avx2(uint8_t *state, const uint8_t *blocks, size_t count, const jh_constant *C,
                                                    unsigned rounds, bool half) {
    jh_f8(state, blocks, count, C, rounds, half);
}

__attribute__((target("avx2,avx512vl"))) static void f8_avx512vl(uint8_t *state, const uint8_t *blocks, size_t count,
                                                                 const jh_constant *C, unsigned rounds, bool half) {
    jh_f8(state, blocks, count, C, rounds, half);
}

bool fairhash_jh_f8_try_avx2(uint8_t *state, const uint8_t *blocks, size_t count, const jh_constant *C, unsigned rounds,
                             bool half) {
    f8_function *f8 = NULL;
    if (fairhash_cpu_has(FAIRHASH_CPU_AVX2 | FAIRHASH_CPU_AVX512VL)) {
        f8 = f8_avx512vl;
    } else if (fairhash_cpu_has(FAIRHASH_CPU_AVX2)) {
        f8 = f8_avx2;
    }
    if (f8 != NULL) {
        f8(state, blocks, count, C, rounds, half);
    }
    return f8 != NULL;
}

#else

bool fairhash_jh_f8_try_avx2(uint8_t *state, const uint8_t *blocks, size_t count, const jh_constant *C, unsigned rounds,
                             bool half) {
    (void)state;
    (void)blocks;
    (void)count;
    (void)C;
    (void)rounds;
    (void)half;
    return false;
}

#endif
