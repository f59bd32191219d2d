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
    uint8_t first_byte = 0;
    if (digest_bits == 256) {
        first_byte = 0x40;
    } else if (digest_bits == 512) {
        first_byte = 0x80;
    }
    uint8_t bytes[128];
    for (unsigned i = 0; i < sizeof bytes; i++) {
        bytes[i] = (uint8_t)(first_byte + i);
    }
    for (unsigned i = 0; i < 16; i++) {
        if (context->algorithm->block_bits == 512) {
            context->state.w32[i] = load_be32(bytes + (size_t)4 * i);
        } else {
            context->state.w64[i] = load_be64(bytes + (size_t)8 * i);
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
    for (unsigned i = 0; i < 8; i++) {
        tail[length - 8 + i] = (uint8_t)(message_bits >> 8 * i);
    }
    return length;
}

/* Finalization: compress the double pipe as a message, with H = CONST^final. The digest is the last words of the result. */
static void output(fairhash_context *context, uint8_t *digest, uint64_t digest_bits) {
    const size_t bytes = (size_t)digest_bits / 8;
    if (context->algorithm->block_bits == 512) {
        uint32_t H[16];
        for (unsigned i = 0; i < 16; i++) {
            H[i] = 0xaaaaaaa0 + i;
        }
        bmw_compress_32(H, context->state.w32);
        for (size_t i = 0; i < bytes; i++) {
            digest[i] = byte_le32(H, sizeof H - bytes + i);
        }
    } else {
        uint64_t H[16];
        for (unsigned i = 0; i < 16; i++) {
            H[i] = 0xaaaaaaaaaaaaaaa0 + i;
        }
        bmw_compress_64(H, context->state.w64);
        for (size_t i = 0; i < bytes; i++) {
            digest[i] = byte_le64(H, sizeof H - bytes + i);
        }
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
