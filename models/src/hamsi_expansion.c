/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The message expansion of Hamsi, 2.2.4: two linear codes over GF(4), [128, 16, 70] for 32-bit blocks and [256, 32, 131] for
 * 64-bit blocks. The specification lists their generator matrices, which come from a table of known codes. This file
 * constructs the codes from their structure:
 *
 * [128, 16, 70] is quasi-cyclic of index 2 with two more symbols. The first 63 symbols are a cyclic code, the next 63 symbols
 * are a cyclic filter of these, and the last two are a filter with period 21 up to factors.
 *
 * [256, 32, 131] is a concatenated code: the Reed-Solomon code [43, 11, 33] over GF(64), each symbol of which is encoded by
 * the hexacode [6, 3, 4]. It is shortened once and punctured once.
 */
#include <string.h>

#include "hamsi.h"

_Alignas(64) uint32_t fairhash_hamsi_expansion_256[8][16][8];
_Alignas(64) uint32_t fairhash_hamsi_expansion_512[16][16][16];

/* GF(4): the element x + y alpha is the number x + 2y, with alpha^2 = alpha + 1. */
enum { ALPHA = 2, ALPHA_2 = 3 };

static uint8_t multiply_4(uint8_t a, uint8_t b) {
    return (uint8_t)((b & 1U ? a : 0U) ^ (b & 2U ? (unsigned)a << 1 : 0U) ^ (a & b & 2U ? 7U : 0U));
}

/* GF(64) over GF(4): the element z[0] + z[1] beta + z[2] beta^2, with beta^3 = beta^2 + beta + alpha. beta is a generator. */
typedef struct gf64 {
    uint8_t z[3];
} gf64;

static gf64 add_64(gf64 a, gf64 b) {
    return (gf64){{(uint8_t)(a.z[0] ^ b.z[0]), (uint8_t)(a.z[1] ^ b.z[1]), (uint8_t)(a.z[2] ^ b.z[2])}};
}

static gf64 times_beta(gf64 a) {
    return (gf64){{multiply_4(ALPHA, a.z[2]), (uint8_t)(a.z[0] ^ a.z[2]), (uint8_t)(a.z[1] ^ a.z[2])}};
}

static gf64 multiply_64(gf64 a, gf64 b) {
    gf64 product = {{0, 0, 0}};
    for (unsigned i = 3; i-- > 0;) {
        product = times_beta(product);
        for (unsigned j = 0; j < 3; j++) {
            product.z[j] ^= multiply_4(a.z[j], b.z[i]);
        }
    }
    return product;
}

/* Returns the sum of filter[k] * sequence[k]. */
static uint8_t apply_filter(const uint8_t filter[16], const uint8_t *sequence) {
    uint8_t sum = 0;
    for (unsigned k = 0; k < 16; k++) {
        sum ^= multiply_4(filter[k], sequence[k]);
    }
    return sum;
}

/* Encodes with [128, 16, 70]. The message is the start of the codeword. */
static void encode_256(const uint8_t *message, uint8_t *codeword) {
    enum { CYCLE = 63 };
    static const uint8_t RECURRENCE[16] = {2, 1, 1, 0, 2, 1, 1, 2, 0, 1, 3, 0, 0, 3, 1, 3};
    static const uint8_t SECOND_FILTER[16] = {1, 0, 2, 2, 2, 0, 0, 0, 3, 3, 0, 1, 3, 2, 1, 3};
    static const uint8_t TAIL_FILTER[16] = {2, 1, 0, 1, 3, 2, 2, 0, 3, 3, 1, 1, 0, 1, 0, 0};
    uint8_t sequence[CYCLE + 16];
    memcpy(sequence, message, 16);
    for (unsigned j = 0; j < CYCLE; j++) {
        sequence[j + 16] = apply_filter(RECURRENCE, sequence + j);
    }
    for (unsigned j = 0; j < CYCLE; j++) {
        codeword[j] = sequence[j];
        codeword[CYCLE + j] = apply_filter(SECOND_FILTER, sequence + j);
    }
    for (unsigned j = 0; j < 2; j++) {
        codeword[2 * CYCLE + j] = apply_filter(TAIL_FILTER, sequence + j);
    }
}

/*
 * [43, 11, 33]: codewords are polynomials of degree 42 or less with the roots beta^1 .. beta^32. The message is the 11 highest
 * coefficients.
 */
enum { RS_LENGTH = 43, RS_MESSAGE = 11, RS_PARITY = RS_LENGTH - RS_MESSAGE };

/* The generator polynomial: the product of all x + beta^i. */
static gf64 g[RS_PARITY + 1];

static void make_generator(void) {
    gf64 root = {{1, 0, 0}};
    g[0] = root;
    for (unsigned degree = 1; degree <= RS_PARITY; degree++) {
        root = times_beta(root);
        for (unsigned i = degree; i > 0; i--) {
            g[i] = add_64(g[i - 1], multiply_64(root, g[i]));
        }
        g[0] = multiply_64(root, g[0]);
    }
}

/* Computes the parity coefficients from the message coefficients: the remainder modulo g. */
static void encode_reed_solomon(gf64 polynomial[RS_LENGTH]) {
    gf64 remainder[RS_LENGTH];
    memcpy(remainder, polynomial, sizeof remainder);
    for (unsigned top = RS_LENGTH; top-- > RS_PARITY;) {
        const gf64 quotient = remainder[top];
        for (unsigned i = 0; i <= RS_PARITY; i++) {
            gf64 *coefficient = &remainder[top - RS_PARITY + i];
            *coefficient = add_64(*coefficient, multiply_64(quotient, g[i]));
        }
    }
    memcpy(polynomial, remainder, RS_PARITY * sizeof remainder[0]);
}

/*
 * Encodes with [256, 32, 131]. In the codeword, the message coefficients are first, lowest first, and the parity coefficients
 * follow. Shortening omits the third symbol of the sixth message coefficient. Puncturing omits the last symbol of the
 * codeword.
 */
static void encode_512(const uint8_t *message, uint8_t *codeword) {
    static const uint8_t HEXACODE[3][3] = {{1, ALPHA_2, ALPHA_2}, {ALPHA_2, ALPHA_2, 1}, {ALPHA_2, 1, ALPHA_2}};
    enum { SHORTENED = 5 };
    gf64 polynomial[RS_LENGTH] = {{{0, 0, 0}}};
    for (unsigned i = 0; i < RS_MESSAGE; i++) {
        const unsigned symbols = i == SHORTENED ? 2 : 3;
        memcpy(polynomial[RS_PARITY + i].z, message, symbols);
        message += symbols;
    }
    encode_reed_solomon(polynomial);
    size_t length = 0;
    for (unsigned i = 0; i < RS_LENGTH; i++) {
        const uint8_t *z = polynomial[(RS_PARITY + i) % RS_LENGTH].z;
        for (unsigned j = 0; j < (i == SHORTENED ? 2U : 3U); j++) {
            codeword[length++] = z[j];
        }
        for (unsigned j = 0; j < (i == RS_LENGTH - 1 ? 2U : 3U); j++) {
            codeword[length++] = (uint8_t)(multiply_4(HEXACODE[0][j], z[0]) ^ multiply_4(HEXACODE[1][j], z[1]) ^
                                           multiply_4(HEXACODE[2][j], z[2]));
        }
    }
}

/*
 * Converts a codeword to words. The components x of its symbols are in the first half of the words, the components y in the
 * second half. In each half, the first half of the codeword is in the lower 16 bits of the words, and its second half in the
 * upper 16 bits.
 */
static void make_words(const uint8_t *codeword, size_t word_count, uint32_t *words) {
    const size_t half = 8 * word_count;
    for (size_t n = 0; n < 2 * half; n++) {
        const unsigned bit = (unsigned)(15 - n % 16) + (n < half ? 0 : 16);
        words[n % half / 16] |= (uint32_t)(codeword[n] & 1U) << bit;
        words[word_count / 2 + n % half / 16] |= (uint32_t)(codeword[n] >> 1) << bit;
    }
}

/*
 * Fills a table. A symbol is a pair of bits of the block, 2 * first + second. The expansion of a nibble with more than one bit
 * is the sum of the expansions of its lowest bit and of its other bits.
 */
static void make_expansion(void (*encode)(const uint8_t *, uint8_t *), size_t word_count, uint32_t *table) {
    for (size_t nibble = 0; nibble < word_count; nibble++) {
        for (unsigned value = 1; value < 16; value++) {
            const unsigned other_bits = value & (value - 1);
            uint32_t *words = table + value * word_count;
            if (other_bits == 0) {
                uint8_t message[32] = {0};
                uint8_t codeword[256];
                message[2 * nibble] = (uint8_t)(value >> 2);
                message[2 * nibble + 1] = (uint8_t)(value & 3U);
                encode(message, codeword);
                make_words(codeword, word_count, words);
            } else {
                for (size_t i = 0; i < word_count; i++) {
                    words[i] = table[other_bits * word_count + i] ^ table[(value ^ other_bits) * word_count + i];
                }
            }
        }
        table += 16 * word_count;
    }
}

void fairhash_hamsi_make_expansions(void) {
    make_generator();
    make_expansion(encode_256, 8, &fairhash_hamsi_expansion_256[0][0][0]);
    make_expansion(encode_512, 16, &fairhash_hamsi_expansion_512[0][0][0]);
}
