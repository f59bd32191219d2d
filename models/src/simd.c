/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SIMD: G. Leurent, C. Bouillaguet and P.-A. Fouque, "SIMD Is a Message Digest", SHA-3 submission, version 1.1 (with the tweak
 * of Round 2). SIMD-224 and SIMD-256 have n = 4 parallel Feistel ladders, SIMD-384 and SIMD-512 have n = 8.
 */
#include <stdio.h>
#include <string.h>
#include <threads.h>

#include "simd.h"

enum { MAX_N = 8, MAX_POINTS = 32 * MAX_N, PRIME = SIMD_PRIME, EXPANDED = SIMD_EXPANDED };

/*
 * Message expansion 1: the number-theoretic transform of 32n points over the field of 257 elements. alpha has order 32n. The
 * tables are for n = 4 and n = 8. BIT_REVERSED[i] is i with its bits reversed. ROOTS has, from element `half` on, for half =
 * 1, 2, 4, ..., the first `half` powers of the root of unity of order 2 half.
 */
static uint8_t BIT_REVERSED[2][MAX_POINTS];
static int32_t ROOTS[2][MAX_POINTS];

static void make_roots(unsigned n) {
    const unsigned points = 32 * n;
    for (unsigned half = 1; half < points; half *= 2) {
        unsigned power = 1;
        for (unsigned k = 0; k < half; k++) {
            ROOTS[n / 4 - 1][half + k] = power > PRIME / 2 ? (int32_t)power - PRIME : (int32_t)power;
            for (unsigned times = 0; times < points / 2 / half; times++) {
                power = power * simd_alpha(n) % PRIME;
            }
        }
    }
    for (unsigned i = 0; i < points; i++) {
        for (unsigned bit = 1; bit < points; bit *= 2) {
            BIT_REVERSED[n / 4 - 1][i] = (uint8_t)(2 * BIT_REVERSED[n / 4 - 1][i] + ((i & bit) != 0));
        }
    }
}

/*
 * Reduces x modulo 257, where 256 is -1. The result is between -|x| / 256 and 256 + |x| / 256. Right shifts of negative
 * numbers are arithmetic shifts in all compilers that build this file.
 */
static inline int32_t reduce(int32_t x) { return (x & 0xff) - (x >> 8); }

/*
 * Computes y_i = sum of x_j alpha^(ij), up to multiples of 257. The first half of x is the bytes of the block. The second half
 * is zero except for its last element, which is 1, and, in the final block of the message, its third element from the end,
 * which is also 1. These elements make the transform affine.
 *
 * The roots are in -128..128. If |y| <= m before one of the at most eight rounds, then |y| <= 1.5 m + 256 after it. At the
 * end, |y| is less than 20000.
 */
static void transform(int32_t *y, const uint8_t *block, unsigned n, bool final) {
    const unsigned points = 32 * n;
    const uint8_t *bit_reversed = BIT_REVERSED[n / 4 - 1];
    for (unsigned j = 0; j < points; j++) {
        y[bit_reversed[j]] = j < points / 2 ? block[j] : 0;
    }
    y[bit_reversed[points - 1]] = 1;
    y[bit_reversed[points - 3]] = final ? 1 : 0;
    for (unsigned half = 1; half < points; half *= 2) { /* combines two transforms of `half` points into one */
        const int32_t *roots = &ROOTS[n / 4 - 1][half];
        for (unsigned first = 0; first < points; first += 2 * half) {
            for (unsigned i = 0; i < half; i++) {
                const int32_t even = y[first + i];
                const int32_t odd = reduce(y[first + half + i] * roots[i]);
                y[first + i] = even + odd;
                y[first + half + i] = even - odd;
            }
        }
    }
}

/* Returns y modulo 257, in -128..128. */
static inline int32_t centre(int32_t y) {
    const int32_t small = reduce(y);
    return small > PRIME / 2 ? small - PRIME : small;
}

/* Message expansion 2, the inner code: I_C(x, y) is the pair of Cx and Cy, modulo 2^16. */
static inline uint32_t I(int32_t C, int32_t x, int32_t y) {
    return ((uint32_t)(C * centre(x)) & 0xffff) | (uint32_t)(C * centre(y)) << 16;
}

/*
 * Computes the words Z. Step i uses the row Z[P(i)]. The first 16 rows contain each y once. The second 16 rows contain each y
 * once more, with another code.
 */
static void expand(uint32_t Z[EXPANDED][MAX_N], const int32_t *y, unsigned n) {
    const unsigned half = 16 * n;
    for (unsigned j = 0; j < n; j++) {
        for (unsigned i = 0; i < 16; i++) {
            Z[i][j] = I(SIMD_CODE_0, y[2 * n * i + 2 * j], y[2 * n * i + 2 * j + 1]);
        }
        for (unsigned i = 0; i < 8; i++) {
            Z[16 + i][j] = I(SIMD_CODE_1, y[2 * n * i + 2 * j], y[2 * n * i + 2 * j + half]);
            Z[24 + i][j] = I(SIMD_CODE_1, y[2 * n * i + 2 * j + 1], y[2 * n * i + 2 * j + 1 + half]);
        }
    }
}

/* The Feistel ladders. */
typedef struct ladders {
    uint32_t A[MAX_N];
    uint32_t B[MAX_N];
    uint32_t C[MAX_N];
    uint32_t D[MAX_N];
} ladders;

static inline uint32_t IF(uint32_t x, uint32_t y, uint32_t z) { return (x & y) | (~x & z); }
static inline uint32_t MAJ(uint32_t x, uint32_t y, uint32_t z) { return (x & y) | (x & z) | (y & z); }

/* Step i of all ladders. A round has eight steps, four with IF and four with MAJ. The last four steps are the feed-forward. */
static inline void step(ladders *s, const uint32_t *W, unsigned n, unsigned i) {
    const unsigned r = simd_rotation(i, 0);
    const unsigned next = simd_rotation(i, 1);
    uint32_t rotated[MAX_N];
    for (unsigned j = 0; j < n; j++) {
        rotated[j] = rotl32(s->A[j], r);
    }
    for (unsigned j = 0; j < n; j++) {
        const uint32_t phi = i % 8 < 4 ? IF(s->A[j], s->B[j], s->C[j]) : MAJ(s->A[j], s->B[j], s->C[j]);
        const uint32_t sum = rotl32(s->D[j] + W[j] + phi, next) + rotated[j ^ simd_neighbour(n, i)];
        s->D[j] = s->C[j];
        s->C[j] = s->B[j];
        s->B[j] = rotated[j];
        s->A[j] = sum;
    }
}

/*
 * Compression: the initial state of the ladders is the chaining value XOR the block. The last four steps use the chaining
 * value as message words.
 */
static inline void compress(uint32_t *chaining, const uint8_t *block, unsigned n, bool final) {
    int32_t y[MAX_POINTS];
    uint32_t Z[EXPANDED][MAX_N];
    transform(y, block, n, final);
    expand(Z, y, n);
    ladders s;
    for (unsigned j = 0; j < n; j++) {
        s.A[j] = chaining[j] ^ load_le32(block + (size_t)4 * j);
        s.B[j] = chaining[n + j] ^ load_le32(block + (size_t)4 * (n + j));
        s.C[j] = chaining[2 * n + j] ^ load_le32(block + (size_t)4 * (2 * n + j));
        s.D[j] = chaining[3 * n + j] ^ load_le32(block + (size_t)4 * (3 * n + j));
    }
    for (unsigned i = 0; i < EXPANDED; i++) {
        step(&s, Z[SIMD_P[i]], n, i);
    }
    for (unsigned i = EXPANDED; i < SIMD_STEPS; i++) {
        step(&s, chaining + (size_t)n * (i - EXPANDED), n, i);
    }
    memcpy(chaining, s.A, n * sizeof s.A[0]);
    memcpy(chaining + n, s.B, n * sizeof s.B[0]);
    memcpy(chaining + (size_t)2 * n, s.C, n * sizeof s.C[0]);
    memcpy(chaining + (size_t)3 * n, s.D, n * sizeof s.D[0]);
}

static const uint32_t DIGEST_BITS[] = {224, 256, 384, 512};
static uint32_t IV[LENGTH(DIGEST_BITS)][4 * MAX_N];
static once_flag tables_once = ONCE_FLAG_INIT;

/* Initialisation: the initial value is the compression of the algorithm's name and version, as a block, from zero. */
static void make_tables(void) {
    make_roots(4);
    make_roots(8);
    for (unsigned k = 0; k < LENGTH(DIGEST_BITS); k++) {
        uint8_t block[16 * MAX_N] = {0};
        (void)snprintf((char *)block, sizeof block, "SIMD-%u v1.1", (unsigned)DIGEST_BITS[k]);
        compress(IV[k], block, DIGEST_BITS[k] <= 256 ? 4 : 8, false);
    }
}

static void start(fairhash_context *context) {
    call_once(&tables_once, make_tables);
    memcpy(context->state.w32, IV[context->algorithm->variant], sizeof IV[0]);
}

static void compress_all(uint32_t *chaining, const uint8_t *blocks, size_t count, unsigned n, bool final) {
#ifdef FAIRHASH_X86
    if (fairhash_cpu_has(FAIRHASH_CPU_AVX2)) {
        fairhash_simd_compress_avx2(chaining, blocks, count, n, final);
        return;
    }
#endif
    for (size_t k = 0; k < count; k++) {
        if (n == 4) { /* constants, so that the compiler generates code for each n */
            compress(chaining, blocks + 64 * k, 4, final);
        } else {
            compress(chaining, blocks + 128 * k, 8, final);
        }
    }
}

/* Compresses blocks of the message, and the final block. */
static void absorb(fairhash_context *context, const uint8_t *blocks, size_t count) {
    const uint32_t block_bits = context->algorithm->block_bits;
    const uint64_t final_index = simd_blocks_before_final(context);
    const size_t blocks_before = count < final_index - context->blocks ? count : (size_t)(final_index - context->blocks);
    compress_all(context->state.w32, blocks, blocks_before, block_bits / 128, false);
    compress_all(context->state.w32, blocks + blocks_before * (block_bits / 8), count - blocks_before, block_bits / 128, true);
}

/* Padding: zeros to whole blocks, and one more block with the length in bits, least significant byte first. */
static size_t pad(const fairhash_algorithm *algorithm, uint8_t *tail, size_t fill_bits, uint64_t message_bits) {
    const size_t block_bytes = algorithm->block_bits / 8;
    const size_t length_offset = fill_bits == 0 ? 0 : block_bytes;
    store_le64(tail + length_offset, message_bits);
    return length_offset + block_bytes;
}

/* The digest is the first words of A, B, C, D. */
static void output(fairhash_context *context, uint8_t *digest, uint64_t digest_bits) {
    write_le32(digest, context->state.w32, (size_t)digest_bits / 8);
}

extern const fairhash_family fairhash_simd;

/* The variant is the index in DIGEST_BITS. */
#define SIMD(index, digest, block)                                                                                             \
    {                                                                                                                          \
        .id = "simd-" #digest, .family = "simd", .csv_algorithm = "SIMD", .csv_version = "1.1", .digest_bits = digest,         \
        .block_bits = block, .bit_order = FAIRHASH_MSB_FIRST, .variant = index, .functions = &fairhash_simd                    \
    }

static const fairhash_algorithm ALGORITHMS[] = {SIMD(0, 224, 512), SIMD(1, 256, 512), SIMD(2, 384, 1024), SIMD(3, 512, 1024)};

const fairhash_family fairhash_simd = {ALGORITHMS, LENGTH(ALGORITHMS), start, absorb, pad, output};
