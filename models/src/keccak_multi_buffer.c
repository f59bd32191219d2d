/* SPDX-License-Identifier: Apache-2.0 */
/* Multi-buffer hashing with Keccak. Lane i of a vector holds a word of message i. */
#include "cpu.h"
#include "internal.h"
#include "keccak.h"
#include "keccak_multi_buffer.h"

extern const fairhash_family fairhash_keccak;
extern const fairhash_multi_buffer fairhash_keccak_multi_buffer;

static size_t width(const fairhash_algorithm *algorithm) {
    (void)algorithm;
    if (fairhash_cpu_has(FAIRHASH_CPU_AVX512VL)) {
        return 8;
    }
    return fairhash_cpu_has(FAIRHASH_CPU_AVX2) ? 4 : 1;
}

#ifdef FAIRHASH_X86
/*
 * Absorbs blocks of `used` messages in vectors of `lanes` lanes. The unused lanes process the first message again.
 *
 * An AVX-512 vector with only four used lanes takes less time than a full AVX2 vector, because AVX2 needs three instructions
 * for a rotation.
 */
static void absorb_vector(fairhash_context *const contexts[], const uint8_t *const blocks[], size_t used, size_t lanes,
                          size_t count) {
    uint64_t *states[8];
    const uint8_t *inputs[8];
    for (size_t i = 0; i < lanes; i++) {
        states[i] = contexts[i < used ? i : 0]->state.w64;
        inputs[i] = blocks[i < used ? i : 0];
    }
    const size_t block_lanes = contexts[0]->algorithm->block_bits / 64;
    const unsigned rounds = fairhash_keccak_rounds(contexts[0]->algorithm);
    if (lanes == 8) {
        fairhash_keccak_absorb_8_avx512vl(states, inputs, rounds, block_lanes, count);
    } else {
        fairhash_keccak_absorb_4_avx2(states, inputs, rounds, block_lanes, count);
    }
}
#endif

static void absorb(fairhash_context *const contexts[], const uint8_t *const blocks[], size_t lanes, size_t count) {
    const size_t max_lanes = width(contexts[0]->algorithm);
    for (size_t first = 0, used = 0; first < lanes; first += used) {
        used = lanes - first < max_lanes ? lanes - first : max_lanes;
#ifdef FAIRHASH_X86
        if (used > 1) {
            absorb_vector(contexts + first, blocks + first, used, max_lanes, count);
            continue;
        }
#endif
        fairhash_keccak.absorb(contexts[first], blocks[first], count);
    }
}

const fairhash_multi_buffer fairhash_keccak_multi_buffer = {&fairhash_keccak, width, absorb};
