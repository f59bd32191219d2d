/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Groestl-0 (Round 2 of the SHA-3 competition) and Groestl (final round): P. Gauravaram et al., "Groestl - a SHA-3 candidate",
 * version 2.0 of March 2011. Section numbers and names are those of the specification, which has a section on the difference
 * between the versions.
 */
#include "groestl.h"

#include <string.h>
#include <threads.h>

#include "gf256.h"

/*
 * 3.4.3 SubBytes and 3.4.5 MixBytes in one table: T[i][a] is the result for a column that has `a` in row i and no contribution
 * from the other rows.
 */
static uint64_t T[ROWS][256];
static once_flag tables_once = ONCE_FLAG_INIT;

static void make_tables(void) {
#ifdef FAIRHASH_X86
    fairhash_groestl_make_tables_aesni();
#endif
    static const uint8_t B[ROWS] = {2, 2, 3, 4, 5, 3, 5, 7}; /* MixBytes: circ(02, 02, 03, 04, 05, 03, 05, 07) */
    for (unsigned a = 0; a < 256; a++) {
        const uint8_t s = fairhash_aes_sbox((uint8_t)a);
        for (unsigned i = 0; i < ROWS; i++) {
            for (unsigned row = 0; row < ROWS; row++) {
                T[i][a] = T[i][a] << 8 | fairhash_gf256_multiply(B[(i + ROWS - row) % ROWS], s);
            }
        }
    }
}

static inline void permute(uint64_t *A, const permutation *p) {
    for (unsigned round = 0; round < p->rounds; round++) {
        uint64_t old[MAX_COLUMNS];
        add_round_constant(A, p, round);
        memcpy(old, A, p->columns * sizeof A[0]);
        for (unsigned j = 0; j < p->columns; j++) {
            uint64_t column = 0;
            for (unsigned i = 0; i < ROWS; i++) {
                column ^= T[i][old[(j + p->sigma[i]) % p->columns] >> (56 - 8 * i) & 0xff];
            }
            A[j] = column;
        }
    }
}

/* Calls the function with constant parameters, so that the compiler generates code for each permutation. */
static void P(const fairhash_algorithm *algorithm, uint64_t *A) {
    if (algorithm->block_bits == 512) {
        permute(A, algorithm->variant == GROESTL_0 ? &P_512_0 : &P_512);
    } else {
        permute(A, algorithm->variant == GROESTL_0 ? &P_1024_0 : &P_1024);
    }
}

static void Q(const fairhash_algorithm *algorithm, uint64_t *A) {
    if (algorithm->block_bits == 512) {
        permute(A, algorithm->variant == GROESTL_0 ? &Q_512_0 : &Q_512);
    } else {
        permute(A, algorithm->variant == GROESTL_0 ? &Q_1024_0 : &Q_1024);
    }
}

/* 3.5 Initial values: the digest size in bits, as a number with the width of the state. */
static void start(fairhash_context *context) {
    call_once(&tables_once, make_tables);
    context->state.w64[context->algorithm->block_bits / 64 - 1] = context->algorithm->digest_bits;
}

/* 3.2 The compression function construction: f(h, m) = P(h + m) + Q(m) + h. */
static void absorb(fairhash_context *context, const uint8_t *blocks, size_t count) {
#ifdef FAIRHASH_X86
    if (fairhash_cpu_has(FAIRHASH_CPU_SSSE3 | FAIRHASH_CPU_AES)) {
        fairhash_groestl_absorb_aesni(context, blocks, count);
        return;
    }
#endif
    const unsigned columns = context->algorithm->block_bits / 64;
    uint64_t *h = context->state.w64;
    for (; count > 0; count--) {
        uint64_t m[MAX_COLUMNS];
        uint64_t hm[MAX_COLUMNS];
        for (unsigned j = 0; j < columns; j++) {
            m[j] = load_be64(blocks + (size_t)8 * j);
            hm[j] = h[j] ^ m[j];
        }
        P(context->algorithm, hm);
        Q(context->algorithm, m);
        for (unsigned j = 0; j < columns; j++) {
            h[j] ^= hm[j] ^ m[j];
        }
        blocks += (size_t)8 * columns;
    }
}

/* 3.6 Padding: a 1, zeros, and the number of blocks in 64 bits. */
static size_t pad(const fairhash_algorithm *algorithm, uint8_t *tail, size_t fill_bits, uint64_t message_bits) {
    const size_t length = fairhash_pad_frame(tail, fill_bits, algorithm->block_bits / 8, 8);
    const uint64_t blocks_before = (message_bits - fill_bits) / algorithm->block_bits;
    store_be64(tail + length - 8, blocks_before + length / (algorithm->block_bits / 8));
    return length;
}

/* 3.3 The output transformation: the last bits of P(x) + x. */
static void output(fairhash_context *context, uint8_t *digest, uint64_t digest_bits) {
    const unsigned columns = context->algorithm->block_bits / 64;
    uint64_t x[MAX_COLUMNS];
    memcpy(x, context->state.w64, columns * sizeof x[0]);
    P(context->algorithm, x);
    for (unsigned j = 0; j < columns; j++) {
        x[j] ^= context->state.w64[j];
    }
    const size_t bytes = (size_t)digest_bits / 8;
    for (size_t i = 0; i < bytes; i++) {
        digest[i] = byte_be64(x, (size_t)8 * columns - bytes + i);
    }
}

extern const fairhash_family fairhash_groestl;

#define ONE_SIZE(prefix, version, digest, block, variant_value)                                                                \
    {                                                                                                                          \
        .id = prefix "-" #digest, .family = "groestl", .csv_algorithm = "Groestl", .csv_version = (version),                   \
        .digest_bits = (digest), .block_bits = (block), .bit_order = FAIRHASH_MSB_FIRST, .variant = (variant_value),           \
        .functions = &fairhash_groestl                                                                                         \
    }
#define ALL_SIZES(prefix, version, variant_value)                                                                              \
    ONE_SIZE(prefix, version, 224, 512, variant_value), ONE_SIZE(prefix, version, 256, 512, variant_value),                    \
        ONE_SIZE(prefix, version, 384, 1024, variant_value), ONE_SIZE(prefix, version, 512, 1024, variant_value)

static const fairhash_algorithm ALGORITHMS[] = {
    ALL_SIZES("groestl0", "r2", GROESTL_0),
    ALL_SIZES("groestl", "final", GROESTL),
};

const fairhash_family fairhash_groestl = {ALGORITHMS, LENGTH(ALGORITHMS), start, absorb, pad, output};
