/* SPDX-License-Identifier: Apache-2.0 */
/*
 * BMW-224, -256, -384, -512, Blue Midnight Wish in Round 2 of the SHA-3 competition: D. Gligoroski et al., "Cryptographic Hash
 * Function BLUE MIDNIGHT WISH", September 2009. Names are those of the specification. The compression function is in
 * bmw_compress.h.
 */
#include "bmw.h"

#include <string.h>

/* The initial double pipe: bytes with consecutive values, from 00 (BMW-224, BMW-384), 40 (BMW-256) or 80 (BMW-512). */
#define WORD_32(first, i) ((first) + 4 * (i)) * UINT32_C(0x01010101) + UINT32_C(0x00010203)
#define WORD_64(first, i) ((first) + 8 * (i)) * UINT64_C(0x0101010101010101) + UINT64_C(0x0001020304050607)
#define WORDS(word, first)                                                                                                     \
    {word(first, 0), word(first, 1), word(first, 2),  word(first, 3),  word(first, 4),  word(first, 5),                        \
     word(first, 6), word(first, 7), word(first, 8),  word(first, 9),  word(first, 10), word(first, 11),                       \
     word(first, 12), word(first, 13), word(first, 14), word(first, 15)}
static const uint32_t INITIAL_224[16] = WORDS(WORD_32, 0x00U);
static const uint32_t INITIAL_256[16] = WORDS(WORD_32, 0x40U);
static const uint64_t INITIAL_384[16] = WORDS(WORD_64, 0x00U);
static const uint64_t INITIAL_512[16] = WORDS(WORD_64, 0x80U);

static void start(fairhash_context *context) {
    const uint32_t digest_bits = context->algorithm->digest_bits;
    if (context->algorithm->block_bits == 512) {
        memcpy(context->state.w32, digest_bits == 224 ? INITIAL_224 : INITIAL_256, sizeof INITIAL_256);
    } else {
        memcpy(context->state.w64, digest_bits == 384 ? INITIAL_384 : INITIAL_512, sizeof INITIAL_512);
    }
}

static void absorb(fairhash_context *context, const uint8_t *blocks, size_t count) {
#ifdef FAIRHASH_X86
    if (fairhash_cpu_has(FAIRHASH_CPU_AVX512VL)) {
        fairhash_bmw_absorb_avx512vl(context, blocks, count);
        return;
    }
    if (fairhash_cpu_has(FAIRHASH_CPU_AVX2 | FAIRHASH_CPU_BMI2)) {
        fairhash_bmw_absorb_avx2(context, blocks, count);
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
    if (fairhash_cpu_has(FAIRHASH_CPU_AVX2 | FAIRHASH_CPU_BMI2)) {
        fairhash_bmw_finalise_avx2(context);
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
