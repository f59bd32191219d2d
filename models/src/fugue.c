/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Fugue, Round 2 of the SHA-3 competition: S. Halevi, W. E. Hall, C. S. Jutla, "The Hash Function Fugue", updated in
 * September 2009, whose names are kept. (The "Fugue 2.0" that its authors published in 2012 is another function: it has
 * fewer SMIX for each word.)
 */
#include "fugue.h"

#include <string.h>
#include <threads.h>

#include "gf256.h"

enum { MAX_COLUMNS = 36, MAX_DIGEST_WORDS = 16 };

/*
 * What tells the sizes apart. The digest has `parts` parts of up to four words; a word of the message has as many sub-rounds,
 * and each of the 13 rounds that end the final transformation as many steps.
 */
typedef struct parameters {
    unsigned columns;   /* of the state S; a column is a word, row 0 in its most significant byte */
    unsigned parts;     /* n / 128, rounded up */
    unsigned tix;       /* the column that takes S_0 before the message's word replaces it */
    unsigned g1_rounds; /* sub-rounds that start the final transformation */
} parameters;

static const parameters FUGUE_256 = {30, 2, 10, 10};
static const parameters FUGUE_384 = {36, 3, 16, 18};
static const parameters FUGUE_512 = {36, 4, 22, 32};

static const parameters *parameters_of(const fairhash_algorithm *algorithm) {
    return algorithm->digest_bits <= 256 ? &FUGUE_256 : algorithm->digest_bits == 384 ? &FUGUE_384 : &FUGUE_512;
}

/* SMIX multiplies by elements of this circulant matrix; T[k][a] is its column k times the S-box's value of `a`. */
static const uint8_t M[4][4] = {{1, 4, 7, 1}, {1, 1, 4, 7}, {7, 1, 1, 4}, {4, 7, 1, 1}};
static uint32_t T[4][256];

static void make_tables(void) {
    for (unsigned a = 0; a < 256; a++) {
        const uint8_t s = fairhash_aes_sbox((uint8_t)a);
        for (unsigned k = 0; k < 4; k++) {
            for (unsigned i = 0; i < 4; i++) {
                T[k][a] = T[k][a] << 8 | fairhash_gf256_multiply(M[i][k], s);
            }
        }
    }
}

/*
 * SMIX: the S-box on the bytes of four columns, giving W, then the "Super-Mix"
 *
 *     M W + diag(r_0, r_1, r_2, r_3) M^T    with r_i the sum of row i of W without the diagonal's byte,
 *
 * then row i is rotated left by i places. T serves both products: a byte of row k of W adds T[k] to its column of M W, and,
 * off the diagonal, the bytes of the same word are what it adds to row k of the second product.
 */
static inline void smix(uint32_t *S) {
    uint32_t columns[4] = {0, 0, 0, 0};
    uint32_t rows[4] = {0, 0, 0, 0};
    for (unsigned j = 0; j < 4; j++) {
        for (unsigned k = 0; k < 4; k++) {
            const uint32_t product = T[k][S[j] >> (24 - 8 * k) & 0xff];
            columns[j] ^= product;
            rows[k] ^= k == j ? 0 : product;
        }
    }
    for (unsigned j = 0; j < 4; j++) {
        S[j] = 0;
        for (unsigned i = 0; i < 4; i++) {
            const uint32_t rotated = j == 0 ? rows[i] : rotl32(rows[i], 8 * j);
            S[j] |= (columns[(j + i) % 4] ^ rotated) & 0xff000000U >> 8 * i;
        }
    }
}

/*
 * The state in a larger buffer: rotating it right by three columns is moving its start down by three, and copying its last
 * three columns before it.
 */
enum { SLIDE_COLUMNS = 180 };

typedef struct sliding_state {
    uint32_t buffer[SLIDE_COLUMNS + MAX_COLUMNS];
} sliding_state;

static inline uint32_t *to_the_end(sliding_state *state, const uint32_t *S, unsigned columns) {
    uint32_t *start = state->buffer + SLIDE_COLUMNS;
    memmove(start, S, columns * sizeof *S);
    return start;
}

/* A sub-round: ROR3, CMIX, SMIX; returns the state's new start. */
static inline uint32_t *sub_round(uint32_t *S, unsigned columns) {
    S -= 3;
    for (unsigned i = 0; i < 3; i++) {
        S[i] = S[columns + i] ^ S[4 + i];
        S[columns / 2 + i] ^= S[4 + i];
    }
    smix(S);
    return S;
}

/* TIX(I). */
static inline void tix(uint32_t *S, uint32_t I, const parameters *p) {
    S[p->tix] ^= S[0];
    S[0] = I;
    S[8] ^= S[0];
    for (unsigned i = 0; i + 1 < p->parts; i++) {
        S[1 + 3 * i] ^= S[p->columns - 3 * p->parts + 3 * i];
    }
}

/* The round transformation R(I): TIX and the sub-rounds. */
static inline void absorb_sized(uint32_t *kept, const uint8_t *blocks, size_t count, const parameters *p) {
    sliding_state state;
    uint32_t *S = to_the_end(&state, kept, p->columns);
    for (; count > 0; count--) {
        if (S < state.buffer + 3 * p->parts) {
            S = to_the_end(&state, S, p->columns);
        }
        tix(S, load_be32(blocks), p);
        for (unsigned i = 0; i < p->parts; i++) {
            S = sub_round(S, p->columns);
        }
        blocks += 4;
    }
    memcpy(kept, S, p->columns * sizeof *S);
}

/* Called with constants, so that the compiler makes one body for each size. */
static void absorb_words(uint32_t *S, const uint8_t *blocks, size_t count, const parameters *p) {
    if (p->parts == 2) {
        absorb_sized(S, blocks, count, &FUGUE_256);
    } else if (p->parts == 3) {
        absorb_sized(S, blocks, count, &FUGUE_384);
    } else {
        absorb_sized(S, blocks, count, &FUGUE_512);
    }
}

static void absorb(fairhash_context *context, const uint8_t *blocks, size_t count) {
    const parameters *p = parameters_of(context->algorithm);
#ifdef FAIRHASH_X86
    if (fairhash_cpu_has(FAIRHASH_CPU_AES | FAIRHASH_CPU_SSSE3 | FAIRHASH_CPU_SSE41)) {
        fairhash_fugue_absorb_aesni(context->state.w32, p->parts, blocks, count);
        return;
    }
#endif
    absorb_words(context->state.w32, blocks, count, p);
}

static void rotate_right(uint32_t *S, unsigned by, unsigned columns) {
    uint32_t before[MAX_COLUMNS];
    memcpy(before, S, columns * sizeof *S);
    for (unsigned j = 0; j < columns; j++) {
        S[(j + by) % columns] = before[j];
    }
}

/* The final transformation G, and the digest: after column 0, four columns; four from the start of every other part. */
static void finalise(const uint32_t *kept, const parameters *p, uint32_t *digest) {
    const unsigned part_columns = p->columns / p->parts;
    sliding_state state;
    uint32_t *S = to_the_end(&state, kept, p->columns);
    for (unsigned i = 0; i < p->g1_rounds; i++) {
        S = sub_round(S, p->columns);
    }
    for (unsigned round = 0; round <= 13; round++) {
        for (unsigned step = 0; step < p->parts; step++) {
            S[4] ^= S[0];
            for (unsigned part = 1; part < p->parts; part++) {
                S[part * part_columns + (part <= step)] ^= S[0];
            }
            if (round == 13) {
                break;
            }
            rotate_right(S, step + 1 < p->parts ? part_columns : part_columns - 1, p->columns);
            smix(S);
        }
    }
    for (unsigned part = 0; part < p->parts; part++) {
        memcpy(digest + (size_t)4 * part, S + (part == 0 ? 1 : part * part_columns), 4 * sizeof *S);
    }
}

/*
 * The initial state is zero but for the last columns, which are the digest of n, the digest's size in bits, as one word, from
 * a state of zeros and without padding.
 */
static const unsigned DIGEST_BITS[] = {224, 256, 384, 512};
static uint32_t INITIAL[LENGTH(DIGEST_BITS)][MAX_DIGEST_WORDS];
static once_flag once = ONCE_FLAG_INIT;

static void make_constants(void) {
    static const parameters *const SIZES[] = {&FUGUE_256, &FUGUE_256, &FUGUE_384, &FUGUE_512};
    make_tables();
    for (unsigned i = 0; i < LENGTH(DIGEST_BITS); i++) {
        const uint8_t n[4] = {0, 0, (uint8_t)(DIGEST_BITS[i] >> 8), (uint8_t)DIGEST_BITS[i]};
        uint32_t S[MAX_COLUMNS] = {0};
        absorb_words(S, n, 1, SIZES[i]);
        finalise(S, SIZES[i], INITIAL[i]);
    }
}

static void start(fairhash_context *context) {
    call_once(&once, make_constants);
    const size_t words = context->algorithm->digest_bits / 32;
    uint32_t *end = context->state.w32 + parameters_of(context->algorithm)->columns;
    memcpy(end - words, INITIAL[context->algorithm->variant], words * sizeof *end);
}

/* Zeros to whole words, none for an empty message, and the number of bits in 64 bits. */
static size_t pad(const fairhash_algorithm *algorithm, uint8_t *tail, size_t fill_bits, uint64_t message_bits) {
    (void)algorithm;
    const size_t length = (fill_bits + 31) / 32 * 4 + 8;
    store_be64(tail + length - 8, message_bits);
    return length;
}

static void output(fairhash_context *context, uint8_t *digest, uint64_t digest_bits) {
    uint32_t words[MAX_DIGEST_WORDS];
    finalise(context->state.w32, parameters_of(context->algorithm), words);
    for (size_t i = 0; i < digest_bits / 8; i++) {
        digest[i] = byte_be32(words, i);
    }
}

extern const fairhash_family fairhash_fugue;

/* The variant is the place in DIGEST_BITS. */
#define FUGUE(place, digest)                                                                                                   \
    {                                                                                                                          \
        .id = "fugue-" #digest, .family = "fugue", .csv_algorithm = "Fugue", .csv_version = "2.0", .digest_bits = digest,      \
        .block_bits = 32, .bit_order = FAIRHASH_MSB_FIRST, .variant = place, .functions = &fairhash_fugue                      \
    }

static const fairhash_algorithm ALGORITHMS[] = {FUGUE(0, 224), FUGUE(1, 256), FUGUE(2, 384), FUGUE(3, 512)};

const fairhash_family fairhash_fugue = {ALGORITHMS, LENGTH(ALGORITHMS), start, absorb, pad, output};
