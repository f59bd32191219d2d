/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Fugue in Round 2 of the SHA-3 competition: S. Halevi, W. E. Hall, C. S. Jutla, "The Hash Function Fugue", updated in
 * September 2009. Names are those of the specification. "Fugue 2.0", which its authors published in 2012, is another function;
 * it has fewer SMIX for each word.
 */
#include "fugue.h"

#include <string.h>
#include <threads.h>

#include "gf256.h"

enum { MAX_COLUMNS = 36, MAX_DIGEST_WORDS = 16 };

/*
 * Parameters of a digest size. The digest has `parts` parts of up to four words. A word of message takes `parts` sub-rounds.
 * Each of the 13 last rounds of the final transformation has `parts` steps.
 */
typedef struct parameters {
    unsigned columns;   /* columns of the state S; a column is a word with row 0 in its most significant byte */
    unsigned parts;     /* digest size / 128, rounded up */
    unsigned tix;       /* the column that S_0 is added to before the message word replaces S_0 */
    unsigned g1_rounds; /* sub-rounds at the start of the final transformation */
} parameters;

static const parameters FUGUE_256 = {30, 2, 10, 10};
static const parameters FUGUE_384 = {36, 3, 16, 18};
static const parameters FUGUE_512 = {36, 4, 22, 32};

static const parameters *parameters_of(const fairhash_algorithm *algorithm) {
    return algorithm->digest_bits <= 256 ? &FUGUE_256 : algorithm->digest_bits == 384 ? &FUGUE_384 : &FUGUE_512;
}

/* The circulant matrix of SMIX. T[k][a] is column k of M multiplied by the S-box value of `a`. */
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
 * SMIX: applies the S-box to the bytes of four columns, which gives W. Then applies the "Super-Mix"
 *
 *     M W + diag(r_0, r_1, r_2, r_3) M^T    where r_i is the sum of the bytes in row i of W, except the byte on the diagonal.
 *
 * Then rotates row i to the left by i columns. Both products use T. For a byte in row k and column j of W, T[k] is added to
 * column j of M W. If j is not k, the same word is added to row k of the second product.
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
 * The state in a larger buffer. To rotate it right by three columns, the code moves its start down by three columns and copies
 * its last three columns to the front.
 */
enum { SLIDE_COLUMNS = 180 };

typedef struct sliding_state {
    uint32_t buffer[SLIDE_COLUMNS + MAX_COLUMNS];
} sliding_state;

static inline uint32_t *copy_to_end(sliding_state *state, const uint32_t *S, unsigned columns) {
    uint32_t *start = state->buffer + SLIDE_COLUMNS;
    memmove(start, S, columns * sizeof *S);
    return start;
}

/* A sub-round: ROR3, CMIX, SMIX. Returns the new start of the state. */
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
static inline void absorb_sized(uint32_t *stored, const uint8_t *blocks, size_t count, const parameters *p) {
    sliding_state state;
    uint32_t *S = copy_to_end(&state, stored, p->columns);
    for (; count > 0; count--) {
        if (S < state.buffer + 3 * p->parts) {
            S = copy_to_end(&state, S, p->columns);
        }
        tix(S, load_be32(blocks), p);
        for (unsigned i = 0; i < p->parts; i++) {
            S = sub_round(S, p->columns);
        }
        blocks += 4;
    }
    memcpy(stored, S, p->columns * sizeof *S);
}

/* Calls the function with constant parameters, so that the compiler generates code for each size. */
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

/*
 * The 13 last rounds of G, the additions after them, and the digest. No column moves: the start of the state moves instead.
 * After the rotations of a whole round, it is one column further on. `S` points to the start of the state at the start of a
 * round. SMIX works on the four columns at S + part * part_columns for one part after another, from the last to the first. Part
 * 0 is then one column further on already. The columns after the last one are those from column 0 on, copied when they have
 * their final value.
 *
 * Args:
 *   S: the state, and space for 13 more columns.
 */
static inline void last_rounds(uint32_t *S, const parameters *p, uint32_t *digest) {
    const unsigned columns = p->columns;
    const unsigned part_columns = columns / p->parts;
    for (unsigned round = 0; round < 13; round++) {
        S[columns] = S[0];
        S[4] ^= S[0];
        for (unsigned part = 1; part < p->parts; part++) {
            S[part * part_columns] ^= S[0];
        }
        for (unsigned part = p->parts - 1; part > 0; part--) {
            uint32_t *const start = S + part * part_columns;
            smix(start);
            start[4] ^= start[0];
            S[1] ^= start[0];
            for (unsigned other = 1; other < p->parts; other++) {
                if (other != part) {
                    S[other * part_columns + (other > part)] ^= start[0];
                }
            }
        }
        S++;
        smix(S);
    }
    S[4] ^= S[0];
    for (unsigned part = 1; part < p->parts; part++) {
        S[part * part_columns] ^= S[0];
    }
    for (unsigned part = 0; part < p->parts; part++) {
        memcpy(digest + (size_t)4 * part, S + (part == 0 ? 1 : part * part_columns), 4 * sizeof *S);
    }
}

/* The final transformation G, and the digest: four columns after column 0, and four from the start of every other part. */
static inline void finalise_sized(const uint32_t *stored, const parameters *p, uint32_t *digest) {
    sliding_state state;
    uint32_t *S = copy_to_end(&state, stored, p->columns);
    for (unsigned i = 0; i < p->g1_rounds; i++) {
        S = sub_round(S, p->columns);
    }
    last_rounds(S, p, digest);
}

/* Calls the function with constant parameters, so that the compiler generates code for each size. */
static void finalise(const uint32_t *stored, const parameters *p, uint32_t *digest) {
    if (p->parts == 2) {
        finalise_sized(stored, &FUGUE_256, digest);
    } else if (p->parts == 3) {
        finalise_sized(stored, &FUGUE_384, digest);
    } else {
        finalise_sized(stored, &FUGUE_512, digest);
    }
}

/*
 * The initial state is zero except for its last columns. These are the digest of n, where n is the digest size in bits as one
 * word, from a zero state and without padding.
 */
static const unsigned DIGEST_BITS[] = {224, 256, 384, 512};
static uint32_t INITIAL_COLUMNS[LENGTH(DIGEST_BITS)][MAX_DIGEST_WORDS];
static once_flag constants_once = ONCE_FLAG_INIT;

static void make_constants(void) {
    static const parameters *const SIZES[] = {&FUGUE_256, &FUGUE_256, &FUGUE_384, &FUGUE_512};
    make_tables();
    for (unsigned i = 0; i < LENGTH(DIGEST_BITS); i++) {
        const uint8_t n[4] = {0, 0, (uint8_t)(DIGEST_BITS[i] >> 8), (uint8_t)DIGEST_BITS[i]};
        uint32_t S[MAX_COLUMNS] = {0};
        absorb_words(S, n, 1, SIZES[i]);
        finalise(S, SIZES[i], INITIAL_COLUMNS[i]);
    }
}

static void start(fairhash_context *context) {
    call_once(&constants_once, make_constants);
    const size_t words = context->algorithm->digest_bits / 32;
    uint32_t *end = context->state.w32 + parameters_of(context->algorithm)->columns;
    memcpy(end - words, INITIAL_COLUMNS[context->algorithm->variant], words * sizeof *end);
}

/* Padding: zeros to whole words, and the number of message bits in 64 bits. An empty message has no zeros. */
static size_t pad(const fairhash_algorithm *algorithm, uint8_t *tail, size_t fill_bits, uint64_t message_bits) {
    (void)algorithm;
    const size_t length = (fill_bits + 31) / 32 * 4 + 8;
    store_be64(tail + length - 8, message_bits);
    return length;
}

static void output(fairhash_context *context, uint8_t *digest, uint64_t digest_bits) {
    uint32_t words[MAX_DIGEST_WORDS];
    finalise(context->state.w32, parameters_of(context->algorithm), words);
    write_be32(digest, words, (size_t)digest_bits / 8);
}

extern const fairhash_family fairhash_fugue;

/* The variant is the index in DIGEST_BITS. */
#define FUGUE(index, digest)                                                                                                   \
    {                                                                                                                          \
        .id = "fugue-" #digest, .family = "fugue", .csv_algorithm = "Fugue", .csv_version = "2.0", .digest_bits = digest,      \
        .block_bits = 32, .bit_order = FAIRHASH_MSB_FIRST, .variant = index, .functions = &fairhash_fugue                      \
    }

static const fairhash_algorithm ALGORITHMS[] = {FUGUE(0, 224), FUGUE(1, 256), FUGUE(2, 384), FUGUE(3, 512)};

const fairhash_family fairhash_fugue = {ALGORITHMS, LENGTH(ALGORITHMS), start, absorb, pad, output};
