/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Ascon-Hash256, Ascon-XOF128 and Ascon-CXOF128: NIST SP 800-232. Section numbers, names and order are those of the standard.
 */
#include <string.h>
#include <threads.h>

#include "cpu.h"
#include "internal.h"

/* The functions, which differ in their initial value and in the customization string. */
enum variant { HASH256, XOF128, CXOF128, VARIANTS };

enum { ROUNDS = 12, RATE_BYTES = 8 };

/* 3.2 Constant-addition layer: the constants of the rounds 0 to 11 of Ascon-p[12]. */
static const uint8_t CONSTANTS[ROUNDS] = {0xf0, 0xe1, 0xd2, 0xc3, 0xb4, 0xa5, 0x96, 0x87, 0x78, 0x69, 0x5a, 0x4b};

/* 5.1 to 5.3, table 12: the initial values, in 64-bit words. */
static const uint64_t IV[VARIANTS] = {
    [HASH256] = UINT64_C(0x0000080100cc0002),
    [XOF128] = UINT64_C(0x0000080000cc0003),
    [CXOF128] = UINT64_C(0x0000080000cc0004),
};

/* The states after the initialization. */
static uint64_t INITIAL_STATES[VARIANTS][5];
static once_flag states_once = ONCE_FLAG_INIT;

/* 3 Ascon-p[12]. */
static ALWAYS_INLINE void permute_rounds(uint64_t *S) {
    uint64_t x0 = S[0], x1 = S[1], x2 = S[2], x3 = S[3], x4 = S[4];
    UNROLL
    for (unsigned i = 0; i < ROUNDS; i++) {
        x2 ^= CONSTANTS[i];
        /* 3.3 Substitution layer, with the S-box of figure 2: two additions around the chi function of Keccak. */
        x0 ^= x4;
        x4 ^= x3;
        x2 ^= x1;
        const uint64_t t0 = x0 ^ (~x1 & x2);
        const uint64_t t1 = x1 ^ (~x2 & x3);
        const uint64_t t2 = x2 ^ (~x3 & x4);
        const uint64_t t3 = x3 ^ (~x4 & x0);
        const uint64_t t4 = x4 ^ (~x0 & x1);
        x1 = t1 ^ t0;
        x0 = t0 ^ t4;
        x3 = t3 ^ t2;
        x2 = ~t2;
        x4 = t4;
        /* 3.4 Linear diffusion layer. */
        x0 ^= rotr64(x0, 19) ^ rotr64(x0, 28);
        x1 ^= rotr64(x1, 61) ^ rotr64(x1, 39);
        x2 ^= rotr64(x2, 1) ^ rotr64(x2, 6);
        x3 ^= rotr64(x3, 10) ^ rotr64(x3, 17);
        x4 ^= rotr64(x4, 7) ^ rotr64(x4, 41);
    }
    S[0] = x0;
    S[1] = x1;
    S[2] = x2;
    S[3] = x3;
    S[4] = x4;
}

static void permute(uint64_t *S) { permute_rounds(S); }

/* Absorbs message words. */
static ALWAYS_INLINE void absorb_words(uint64_t *S, const uint8_t *words, size_t count) {
    for (; count > 0; count--) {
        S[0] ^= load_le64(words);
        permute_rounds(S);
        words += RATE_BYTES;
    }
}

static void absorb_portable(uint64_t *S, const uint8_t *words, size_t count) { absorb_words(S, words, count); }

#ifdef FAIRHASH_X86
/* The same source compiled with BMI: RORX rotates without overwriting its source, and ANDN is a part of the S-box. */
__attribute__((target("bmi,bmi2"))) static void absorb_bmi2(uint64_t *S, const uint8_t *words, size_t count) {
    absorb_words(S, words, count);
}
#endif

static void make_states(void) {
    for (unsigned i = 0; i < VARIANTS; i++) {
        INITIAL_STATES[i][0] = IV[i];
        permute(INITIAL_STATES[i]);
    }
}

/* 5.1, 5.2, 5.3 Initialization. */
static void start(fairhash_context *context) {
    call_once(&states_once, make_states);
    memcpy(context->state.w64, INITIAL_STATES[context->algorithm->variant], sizeof INITIAL_STATES[0]);
}

/* Absorbing the message, and for Ascon-CXOF128 the customization string before it. */
static void absorb(fairhash_context *context, const uint8_t *blocks, size_t count) {
#ifdef FAIRHASH_X86
    if (fairhash_cpu_has(FAIRHASH_CPU_BMI2)) {
        absorb_bmi2(context->state.w64, blocks, count);
        return;
    }
#endif
    absorb_portable(context->state.w64, blocks, count);
}

/* 2.1 pad: a 1 and zeros. A word is little-endian, so the 1 after whole bytes is the byte 0x01 (appendix A). */
static size_t pad(const fairhash_algorithm *algorithm, uint8_t *tail, size_t fill_bits, uint64_t message_bits) {
    (void)algorithm;
    (void)message_bits;
    tail[fill_bits / 8] |= (uint8_t)(1U << fill_bits % 8);
    return (fill_bits / (8 * RATE_BYTES) + 1) * RATE_BYTES;
}

/* Squeezing the hash. */
static void output(fairhash_context *context, uint8_t *digest, uint64_t digest_bits) {
    const uint64_t bytes = count_bytes(digest_bits);
    for (uint64_t i = 0; i < bytes; i++) {
        if (i > 0 && i % RATE_BYTES == 0) {
            permute(context->state.w64);
        }
        digest[i] = byte_le64(context->state.w64, i % RATE_BYTES);
    }
}

/* 5.3 Customization: the blocks Z_0, the length of the customization string in bits, and Z_1 to Z_m, the padded string. */
static void prefix(const fairhash_algorithm *algorithm, fairhash_affix *affix) {
    const size_t bytes = algorithm->parameters.customization_bytes;
    store_le64(affix->start, 8 * (uint64_t)bytes);
    affix->start_bytes = RATE_BYTES;
    affix->string = algorithm->parameters.customization;
    affix->string_bytes = bytes;
    affix->end[0] = 1;
    affix->end_bytes = RATE_BYTES - bytes % RATE_BYTES;
}

static const fairhash_affixes CUSTOMIZATION = {.prefix = prefix};

extern const fairhash_family fairhash_ascon;

#define ASCON(name, csv, variant_value, ...)                                                                                   \
    {                                                                                                                          \
        .id = (name), .family = "ascon", .csv_algorithm = (csv), .csv_version = "SP800-232", .digest_bits = 256,               \
        .block_bits = 64, .bit_order = FAIRHASH_LSB_FIRST, .variant = (variant_value), .functions = &fairhash_ascon,           \
        __VA_ARGS__                                                                                                            \
    }

/* 5.3: a customization string has at most 2048 bits. */
static const fairhash_algorithm ALGORITHMS[] = {
    ASCON("ascon-hash256", "Ascon-Hash256", HASH256, .free_output = false),
    ASCON("ascon-xof128", "Ascon-XOF128", XOF128, .free_output = true),
    ASCON("ascon-cxof128", "Ascon-CXOF128", CXOF128, .free_output = true, .max_customization_bytes = 256,
          .affixes = &CUSTOMIZATION),
};

const fairhash_family fairhash_ascon = {ALGORITHMS, LENGTH(ALGORITHMS), start, absorb, pad, output};
