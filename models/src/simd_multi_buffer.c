/* SPDX-License-Identifier: Apache-2.0 */
/* Several messages through SIMD at once, their ladders side by side in wider vectors. */
#include "simd.h"

extern const fairhash_family fairhash_simd;
extern const fairhash_multi_buffer fairhash_simd_multi_buffer;

static bool has_avx512(void) { return fairhash_cpu_has(FAIRHASH_CPU_AVX512VL | FAIRHASH_CPU_AVX512BW); }

static size_t width_of(const fairhash_algorithm *algorithm, bool avx512) {
    if (avx512) {
        return SIMD_MOST_MESSAGES;
    }
    return fairhash_cpu_has(FAIRHASH_CPU_AVX2) ? 2048 / algorithm->block_bits : 1;
}

static size_t width(const fairhash_algorithm *algorithm) { return width_of(algorithm, has_avx512()); }

#ifdef FAIRHASH_X86
/* Absorbs `used` messages into vectors of `lanes`, 2 or more; the others repeat the first. */
static void absorb_vector(fairhash_context *const contexts[], const uint8_t *const blocks[], size_t used, size_t lanes,
                          size_t count, bool avx512) {
    const uint32_t block_bits = contexts[0]->algorithm->block_bits;
    uint32_t *chaining[SIMD_MOST_MESSAGES];
    const uint8_t *from[SIMD_MOST_MESSAGES];
    bool final[SIMD_MOST_MESSAGES];
    for (size_t i = 0; i < lanes; i++) {
        chaining[i] = contexts[i < used ? i : 0]->state.w32;
        from[i] = blocks[i < used ? i : 0];
    }
    for (size_t done = 0, run = 0; done < count; done += run) { /* up to where the final block of a message is the next one */
        run = count - done;
        for (size_t i = 0; i < lanes; i++) {
            const fairhash_context *const context = contexts[i < used ? i : 0];
            const uint64_t before = simd_blocks_before_final(context) - context->blocks;
            final[i] = before <= done;
            run = !final[i] && before - done < run ? (size_t)(before - done) : run;
        }
        if (avx512) {
            fairhash_simd_compress_multi_avx512bw(chaining, from, final, run, block_bits / 128);
        } else {
            fairhash_simd_compress_multi_avx2(chaining, from, final, run, block_bits / 128);
        }
        for (size_t i = 0; i < lanes; i++) {
            from[i] += run * (block_bits / 8);
        }
    }
}
#endif

static void absorb(fairhash_context *const contexts[], const uint8_t *const blocks[], size_t lanes, size_t count) {
    const bool avx512 = has_avx512();
    const size_t most = width_of(contexts[0]->algorithm, avx512);
    for (size_t done = 0, used = 0; done < lanes; done += used) {
        used = lanes - done < most ? lanes - done : most;
#ifdef FAIRHASH_X86
        if (used > 1) {
            absorb_vector(contexts + done, blocks + done, used, most, count, avx512);
            continue;
        }
#endif
        fairhash_simd.absorb(contexts[done], blocks[done], count);
    }
}

const fairhash_multi_buffer fairhash_simd_multi_buffer = {&fairhash_simd, width, absorb};
