/* SPDX-License-Identifier: Apache-2.0 */
/* Several messages through Keccak at once: lane i of a vector belongs to message i. */
#include "cpu.h"
#include "internal.h"
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
 * Absorbs with `used` of a vector's `lanes`; the others repeat the first. Half of an AVX-512 vector takes less time than a
 * whole one of AVX2, whose rotations are three instructions.
 */
static void absorb_vector(fairhash_context *const contexts[], const uint8_t *const blocks[], size_t used, size_t lanes,
                          size_t count) {
    uint64_t *states[8];
    const uint8_t *from[8];
    for (size_t i = 0; i < lanes; i++) {
        states[i] = contexts[i < used ? i : 0]->state.w64;
        from[i] = blocks[i < used ? i : 0];
    }
    const size_t block_lanes = contexts[0]->algorithm->block_bits / 64;
    if (lanes == 8) {
        fairhash_keccak_absorb_8_avx512vl(states, from, block_lanes, count);
    } else {
        fairhash_keccak_absorb_4_avx2(states, from, block_lanes, count);
    }
}
#endif

static void absorb(fairhash_context *const contexts[], const uint8_t *const blocks[], size_t lanes, size_t count) {
    const size_t most = width(contexts[0]->algorithm);
    for (size_t done = 0, used = 0; done < lanes; done += used) {
        used = lanes - done < most ? lanes - done : most;
#ifdef FAIRHASH_X86
        if (used > 1) {
            absorb_vector(contexts + done, blocks + done, used, most, count);
            continue;
        }
#endif
        fairhash_keccak.absorb(contexts[done], blocks[done], count);
    }
}

const fairhash_multi_buffer fairhash_keccak_multi_buffer = {&fairhash_keccak, width, absorb};
