/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The round function of Luffa (luffa_rounds.h), compiled for AVX2 and for AVX2 with AVX-512VL, which has rotations and
 * three-operand logic.
 */
#include "cpu.h"
#include "luffa.h"

#ifdef FAIRHASH_X86

#define AVX2 __attribute__((target("avx2")))
#define AVX512VL __attribute__((target("avx2,avx512vl")))

#define FUNCTION_ATTRIBUTES AVX2 static inline __attribute__((always_inline))
#define LANES 4
#include "luffa_rounds.h"
#define LANES 8
#include "luffa_rounds.h"

/* Calls the function with constant w, so that the compiler generates code for each w. */
#define ROUNDS(state, blocks, count, w, constants)                                                                             \
    do {                                                                                                                       \
        if ((w) == 3) {                                                                                                        \
            rounds_4(state, blocks, count, 3, constants);                                                                      \
        } else if ((w) == 4) {                                                                                                 \
            rounds_4(state, blocks, count, 4, constants);                                                                      \
        } else {                                                                                                               \
            rounds_8(state, blocks, count, 5, constants);                                                                      \
        }                                                                                                                      \
    } while (0)

AVX2 static void rounds_avx2(uint32_t *state, const uint8_t *blocks, size_t count, unsigned w,
                             const luffa_constants *constants) {
    ROUNDS(state, blocks, count, w, constants);
}

AVX512VL static void rounds_avx512vl(uint32_t *state, const uint8_t *blocks, size_t count, unsigned w,
                                     const luffa_constants *constants) {
    ROUNDS(state, blocks, count, w, constants);
}

bool fairhash_luffa_try_avx2(uint32_t *state, const uint8_t *blocks, size_t count, unsigned w,
                             const luffa_constants *constants) {
    if (fairhash_cpu_has(FAIRHASH_CPU_AVX2 | FAIRHASH_CPU_AVX512VL)) {
        rounds_avx512vl(state, blocks, count, w, constants);
        return true;
    }
    if (fairhash_cpu_has(FAIRHASH_CPU_AVX2)) {
        rounds_avx2(state, blocks, count, w, constants);
        return true;
    }
    return false;
}

#else

bool fairhash_luffa_try_avx2(uint32_t *state, const uint8_t *blocks, size_t count, unsigned w,
                             const luffa_constants *constants) {
    (void)state;
    (void)blocks;
    (void)count;
    (void)w;
    (void)constants;
    return false;
}

#endif
