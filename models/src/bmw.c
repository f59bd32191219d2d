/* SPDX-License-Identifier: Apache-2.0 */
/*
 * BMW-224, -256, -384, -512, Blue Midnight Wish in Round 2 of the SHA-3 competition: D. Gligoroski et al., "Cryptographic Hash
 * Function BLUE MIDNIGHT WISH", September 2009. Names are those of the specification. The compression function is in
 * bmw_compress.h.
 */
#include "bmw.h"

#include <string.h>

/* The initial double pipe: bytes with consecutive values, from 00 (BMW-224, BMW-384), 40 (BMW-256) or 80 (BMW-512). */
static void start(fairhash_context *context) {
    const uint32_t digest_bits = context->algorithm->digest_bits;
    const uint64_t first_byte = digest_bits == 256 ? 0x40 : digest_bits == 512 ? 0x80 : 0;
    if (context->algorithm->block_bits == 512) {
        for (unsigned i = 0; i < 16; i++) {
            context->state.w32[i] = (uint32_t)(first_byte + 4 * i) * UINT32_C(0x01010101) + UINT32_C(0x00010203);
        }
    } else {
        for (unsigned i = 0; i < 16; i++) {
            context->state.w64[i] = (first_byte + 8 * i) * UINT64_C(0x0101010101010101) + UINT64_C(0x0001020304050607);
        }
    }
}

static void absorb(fairhash_context *context, const uint8_t *blocks, size_t count) {
#ifdef FAIRHASH_X86
    if (fairhash_cpu_has(FAIRHASH_CPU_AVX512VL)) {
        fairhash_bmw_absorb_avx512vl(context, blocks, count);
        return;
    }
    if (fairhash_cpu_has(FAIRHASH_CPU_BMI2)) {
        fairhash_bmw_absorb_bmi2(context, blocks, count);
        return;
    }
#endif
    bmw_absorb(context, blocks, count);
}

/* Preprocessing: a 1, zeros, and the length in 64 bits, least significant byte first. */
static size_t pad(const fairhash_algorithm *algorithm, uint8_t *tail, size_t fill_bits, uint64_t message_bits) {
    const size_t length = fairhash_pad_frame(tail, fill_bits, algorithm->block_bits / 8, 8);
    store_le64(tail + length - 8, message_bits);
    return length;
}

static void finalise(fairhash_context *context) {
#ifdef FAIRHASH_X86
    if (fairhash_cpu_has(FAIRHASH_CPU_AVX512VL)) {
        fairhash_bmw_finalise_avx512vl(context);
        return;
    }
    if (fairhash_cpu_has(FAIRHASH_CPU_BMI2)) {
        fairhash_bmw_finalise_bmi2(context);
        return;
    }
#endif
    bmw_finalise(context);
}

/* The digest is the last words of the double pipe after finalization. */
static void output(fairhash_context *context, uint8_t *digest, uint64_t digest_bits) {
    const size_t bytes = (size_t)digest_bits / 8;
    finalise(context);
    if (context->algorithm->block_bits == 512) {
        write_le32(digest, context->state.w32 + 16 - bytes / 4, bytes);
    } else {
        write_le64(digest, context->state.w64 + 16 - bytes / 8, bytes);
    }
}

extern const fairhash_family fairhash_bmw;

#define BMW(digest)                                                                                                            \
    {                                                                                                                          \
        .id = "bmw-" #digest, .family = "bmw", .csv_algorithm = "BMW", .csv_version = "r2", .digest_bits = (digest),           \
        .block_bits = (digest) <= 256 ? 512 : 1024, .bit_order = FAIRHASH_MSB_FIRST, .functions = &fairhash_bmw                \
    }

static const fairhash_algorithm ALGORITHMS[] = {BMW(224), BMW(256), BMW(384), BMW(512)};

const fairhash_family fairhash_bmw = {ALGORITHMS, LENGTH(ALGORITHMS), start, absorb, pad, output};
