/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SHAvite-3: E. Biham and O. Dunkelman, "The SHAvite-3 Hash Function", tweaked version of Round 2 (September 2009). There are
 * two versions: that of the text, and that of the reference code (BugFix of 2009-11-23); shavite3.h describes the difference.
 * Names are those of the specification. The salt is always zero and is omitted.
 */
#include "shavite3.h"

#include <string.h>
#include <threads.h>

#include "aes.h"

/* A message expansion in progress: the block and the subkeys up to `word`, and the next addition of the counter. */
typedef struct expansion {
    uint32_t rk[RK_512];
    unsigned word;
    const counter_addition *next_addition;
} expansion;

/*
 * Returns the next subkey, four words. The message expansion has steps of `step` words: the message block, then nonlinear and
 * linear steps in turn. A nonlinear step applies AES to the words of the step before, rotated by one word, with the last four
 * words as the key. A linear step adds the words `step` and `tap` positions earlier.
 *
 * Subkeys are computed when they are needed, so that the processor can execute the expansion and the rounds in parallel.
 */
static inline const uint32_t *next_subkey(expansion *e, unsigned step, unsigned tap) {
    const unsigned i = e->word;
    uint32_t *rk = e->rk + i;
    e->word += 4;
    if (i < step) {
        return rk;
    }
    if (i / step % 2 == 0) {
        for (unsigned k = 0; k < 4; k++) {
            rk[k] = e->rk[i + k - step] ^ e->rk[i + k - tap];
        }
        return rk;
    }
    const uint32_t *old = e->rk + i - step;
    const uint32_t rotated[4] = {old[1], old[2], old[3], old[0]};
    uint32_t t[4];
    aes_round(rotated, t);
    for (unsigned k = 0; k < 4; k++) {
        rk[k] = t[k] ^ e->rk[i + k - 4];
    }
    if (e->next_addition->word == i) {
        for (unsigned k = 0; k < 4; k++) {
            rk[k] ^= e->next_addition->added[k];
        }
        e->next_addition++;
    }
    return rk;
}

/*
 * Adds F^3 (C_256) or F^4 (C_512) of `right` to `left`. A subkey is added before each round of AES. The last round has no key.
 */
static inline void add_F(uint32_t left[4], const uint32_t right[4], expansion *e, unsigned aes_rounds) {
    uint32_t x[4];
    memcpy(x, right, sizeof x);
    for (unsigned i = 0; i < aes_rounds; i++) {
        const uint32_t *subkey = aes_rounds == 3 ? next_subkey(e, 16, 3) : next_subkey(e, 32, 7);
        uint32_t keyed[4];
        for (unsigned k = 0; k < 4; k++) {
            keyed[k] = x[k] ^ subkey[k];
        }
        aes_round(keyed, x);
    }
    for (unsigned k = 0; k < 4; k++) {
        left[k] ^= x[k];
    }
}

/* C_256: E^256, a Feistel network of two branches, and the addition of the chaining value to its result. */
static void C_256(uint32_t h[8], expansion *e) {
    uint32_t x[8];
    memcpy(x, h, sizeof x);
    for (unsigned i = 0; i < ROUNDS_256; i += 2) {
        add_F(x, x + 4, e, 3);
        add_F(x + 4, x, e, 3);
    }
    for (unsigned i = 0; i < 8; i++) {
        h[i] ^= x[i];
    }
}

/*
 * C_512: four branches. The indices implement the rotation of the branches by one in each round. After 14 rounds, the branches
 * are rotated by two.
 */
static void C_512(uint32_t h[16], expansion *e) {
    uint32_t x[16];
    memcpy(x, h, sizeof x);
    for (unsigned i = 0; i < ROUNDS_512; i++) {
        const unsigned a = 4 * (4 - i % 4);
        add_F(x + a % 16, x + (a + 4) % 16, e, 4);
        add_F(x + (a + 8) % 16, x + (a + 12) % 16, e, 4);
    }
    for (unsigned i = 0; i < 16; i++) {
        h[i] ^= x[(i + 8) % 16];
    }
}

static inline uint32_t load_word(const fairhash_algorithm *algorithm, const uint8_t *p) {
    return algorithm->variant == PACKAGE ? load_be32(p) : load_le32(p);
}

/* Compresses one block into the chaining value. */
static void compress(const fairhash_algorithm *algorithm, uint32_t *h, const uint8_t *block,
                     const counter_addition *additions) {
    expansion e;
    e.word = 0;
    e.next_addition = additions;
    for (unsigned i = 0; i < algorithm->block_bits / 32; i++) {
        e.rk[i] = load_word(algorithm, block + (size_t)4 * i);
    }
    if (algorithm->block_bits == 512) {
        C_256(h, &e);
    } else {
        C_512(h, &e);
    }
}

static void absorb(fairhash_context *context, const uint8_t *blocks, size_t count) {
#ifdef FAIRHASH_X86
    if (fairhash_cpu_has(FAIRHASH_CPU_SSSE3 | FAIRHASH_CPU_AES)) {
        fairhash_shavite3_absorb_aesni(context, blocks, count);
        return;
    }
#endif
    for (size_t offset = 0; offset < count; offset++) {
        counter_addition additions[COUNTER_ADDITIONS];
        make_counter_additions(context, offset, additions);
        compress(context->algorithm, context->state.w32, blocks, additions);
        blocks += context->algorithm->block_bits / 8;
    }
}

/*
 * Padding: a 1, zeros, the length of the message in 64 bits (C_256) or 128 bits (C_512), and the digest size in 16 bits, both
 * least significant byte first.
 */
static size_t pad(const fairhash_algorithm *algorithm, uint8_t *tail, size_t fill_bits, uint64_t message_bits) {
    const size_t field_bytes = algorithm->block_bits / 64 + 2;
    const size_t length = fairhash_pad_frame(tail, fill_bits, algorithm->block_bits / 8, field_bytes);
    store_le64(tail + length - field_bytes, message_bits);
    tail[length - 2] = (uint8_t)algorithm->digest_bits;
    tail[length - 1] = (uint8_t)(algorithm->digest_bits >> 8);
    return length;
}

/* The digest is the first bytes of the chaining value. */
static void output(fairhash_context *context, uint8_t *digest, uint64_t digest_bits) {
    if (context->algorithm->variant == PACKAGE) {
        write_be32(digest, context->state.w32, (size_t)digest_bits / 8);
    } else {
        write_le32(digest, context->state.w32, (size_t)digest_bits / 8);
    }
}

extern const fairhash_family fairhash_shavite3;

#define ONE_SIZE(prefix, version, digest, block, variant_value)                                                                \
    {                                                                                                                          \
        .id = prefix "-" #digest, .family = "shavite3", .csv_algorithm = "SHAvite-3", .csv_version = (version),                \
        .digest_bits = (digest), .block_bits = (block), .needs_bits = true, .bit_order = FAIRHASH_MSB_FIRST,                   \
        .variant = (variant_value), .functions = &fairhash_shavite3                                                            \
    }
#define ALL_SIZES(prefix, version, variant_value)                                                                              \
    ONE_SIZE(prefix, version, 224, 512, variant_value), ONE_SIZE(prefix, version, 256, 512, variant_value),                    \
        ONE_SIZE(prefix, version, 384, 1024, variant_value), ONE_SIZE(prefix, version, 512, 1024, variant_value)

static const fairhash_algorithm ALGORITHMS[] = {
    ALL_SIZES("shavite3", "r2-package", PACKAGE),
    ALL_SIZES("shavite3-spec", "r2-spec", SPECIFICATION),
};

/* The initial values, by variant and digest size. */
static uint32_t IV[SPECIFICATION + 1][4][16];
static once_flag initial_values_once = ONCE_FLAG_INIT;

/* An algorithm from fairhash_configure() is a copy, so only its fields identify it. The sizes are 224, 256, 384 and 512 bits. */
static uint32_t *initial_value(const fairhash_algorithm *algorithm) {
    return IV[algorithm->variant][algorithm->digest_bits / 128 - 1];
}

/*
 * IV_m is C(MIV, m, 0), where MIV is C(0, 0, 0). Both blocks have the counter 0. The second block starts with the digest size.
 */
static void make_initial_values(void) {
    fairhash_aes_make_tables();
    for (unsigned i = 0; i < LENGTH(ALGORITHMS); i++) {
        const fairhash_context empty = {.algorithm = &ALGORITHMS[i]};
        uint32_t *const iv = initial_value(&ALGORITHMS[i]);
        counter_addition additions[COUNTER_ADDITIONS];
        uint8_t block[128] = {0};
        make_counter_additions(&empty, 0, additions);
        compress(&ALGORITHMS[i], iv, block, additions);
        block[0] = (uint8_t)ALGORITHMS[i].digest_bits;
        block[1] = (uint8_t)(ALGORITHMS[i].digest_bits >> 8);
        compress(&ALGORITHMS[i], iv, block, additions);
    }
}

static void start(fairhash_context *context) {
    call_once(&initial_values_once, make_initial_values);
    memcpy(context->state.w32, initial_value(context->algorithm), sizeof IV[0][0]);
}

const fairhash_family fairhash_shavite3 = {ALGORITHMS, LENGTH(ALGORITHMS), start, absorb, pad, output};
