/* SPDX-License-Identifier: Apache-2.0 */
/* The rounds of JH (jh_e8.h), compiled for AVX2 and for AVX2 with AVX-512VL, which has three-operand logic and rotations. */
#include "cpu.h"
#include "jh_e8.h"

#ifdef FAIRHASH_X86

typedef void f8_function(uint8_t *state, const uint8_t *blocks, size_t count, const jh_constant *C, unsigned rounds,
                         bool half_round);

__attribute__((target("avx2"))) static void f8_avx2(uint8_t *state, const uint8_t *blocks, size_t count, const jh_constant *C,
                                                    unsigned rounds, bool half_round) {
    jh_f8(state, blocks, count, C, rounds, half_round);
}

__attribute__((target("avx2,avx512vl"))) static void f8_avx512vl(uint8_t *state, const uint8_t *blocks, size_t count,
                                                                 const jh_constant *C, unsigned rounds, bool half_round) {
    jh_f8(state, blocks, count, C, rounds, half_round);
}

bool fairhash_jh_f8_try_avx2(uint8_t *state, const uint8_t *blocks, size_t count, const jh_constant *C, unsigned rounds,
                             bool half_round) {
    f8_function *f8 = NULL;
    if (fairhash_cpu_has(FAIRHASH_CPU_AVX2 | FAIRHASH_CPU_AVX512VL)) {
        f8 = f8_avx512vl;
    } else if (fairhash_cpu_has(FAIRHASH_CPU_AVX2)) {
        f8 = f8_avx2;
    }
    if (f8 != NULL) {
        f8(state, blocks, count, C, rounds, half_round);
    }
    return f8 != NULL;
}

#else

bool fairhash_jh_f8_try_avx2(uint8_t *state, const uint8_t *blocks, size_t count, const jh_constant *C, unsigned rounds,
                             bool half_round) {
    (void)state;
    (void)blocks;
    (void)count;
    (void)C;
    (void)rounds;
    (void)half_round;
    return false;
}

#endif
