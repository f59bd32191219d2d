/* SPDX-License-Identifier: Apache-2.0 */
/* Multi-buffer hashing with SIMD. The ladders of several messages are in one vector. */
#include "simd.h"

extern const fairhash_family fairhash_simd;
extern const fairhash_multi_buffer fairhash_simd_multi_buffer;

static bool has_avx512(void) { return fairhash_cpu_has(FAIRHASH_CPU_AVX512VL | FAIRHASH_CPU_AVX512BW); }

static size_t max_messages(const fairhash_algorithm *algorithm, bool avx512) {
    if (avx512) {
        return SIMD_MAX_MESSAGES;
    }
    return fairhash_cpu_has(FAIRHASH_CPU_AVX2) ? 2048 / algorithm->block_bits : 1;
}

static size_t width(const fairhash_algorithm *algorithm) { return max_messages(algorithm, has_avx512()); }

#ifdef FAIRHASH_X86
/*
 * Absorbs blocks of `used` messages in vectors of `lanes` messages, 2 or more. The unused lanes process the first message
 * again.
 */
static void absorb_vector(fairhash_context *const contexts[], const uint8_t *const blocks[], size_t used, size_t lanes,
                          size_t count, bool avx512) {
    const uint32_t block_bits = contexts[0]->algorithm->block_bits;
    uint32_t *chaining[SIMD_MAX_MESSAGES];
    const uint8_t *inputs[SIMD_MAX_MESSAGES];
    bool final[SIMD_MAX_MESSAGES];
    for (size_t i = 0; i < lanes; i++) {
        chaining[i] = contexts[i < used ? i : 0]->state.w32;
        inputs[i] = blocks[i < used ? i : 0];
    }
    /* Each run ends before the final block of any message. */
    for (size_t absorbed = 0, run_length = 0; absorbed < count; absorbed += run_length) {
        run_length = count - absorbed;
        for (size_t i = 0; i < lanes; i++) {
            const fairhash_context *const context = contexts[i < used ? i : 0];
            const uint64_t blocks_before = simd_blocks_before_final(context) - context->blocks;
            final[i] = blocks_before <= absorbed;
            run_length = !final[i] && blocks_before - absorbed < run_length ? (size_t)(blocks_before - absorbed) : run_length;
        }
        if (avx512) {
            fairhash_simd_compress_multi_avx512bw(chaining, inputs, final, run_length, block_bits / 128);
        } else {
            fairhash_simd_compress_multi_avx2(chaining, inputs, final, run_length, block_bits / 128);
        }
        for (size_t i = 0; i < lanes; i++) {
            inputs[i] += run_length * (block_bits / 8);
        }
    }
}
#endif

static void absorb(fairhash_context *const contexts[], const uint8_t *const blocks[], size_t lanes, size_t count) {
    const bool avx512 = has_avx512();
    const size_t max_lanes = max_messages(contexts[0]->algorithm, avx512);
    for (size_t first = 0, used = 0; first < lanes; first += used) {
        used = lanes - first < max_lanes ? lanes - first : max_lanes;
#ifdef FAIRHASH_X86
        if (used > 1) {
            absorb_vector(contexts + first, blocks + first, used, max_lanes, count, avx512);
            continue;
        }
#endif
        fairhash_simd.absorb(contexts[first], blocks[first], count);
    }
}

const fairhash_multi_buffer fairhash_simd_multi_buffer = {&fairhash_simd, width, absorb};
