/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SIMD: G. Leurent, C. Bouillaguet and P.-A. Fouque, "SIMD Is a Message Digest", SHA-3 submission, version 1.1 (with the tweak
 * of Round 2). SIMD-224 and SIMD-256 run n = 4 Feistel ladders side by side, SIMD-384 and SIMD-512 n = 8.
 */
#include <stdio.h>
#include <string.h>
#include <threads.h>

#include "simd.h"

enum { MAX_N = 8, MAX_POINTS = 32 * MAX_N, PRIME = SIMD_PRIME, EXPANDED = SIMD_EXPANDED };

/*
 * Message expansion 1: the number-theoretic transform of 32n points over the field of 257 elements, alpha having order 32n.
 * Tables for n = 4 and n = 8: every number with its bits reversed, and, from place `half` on, for half = 1, 2, 4, ..., the
 * first `half` powers of the root of unity of order 2 half.
 */
static uint8_t REVERSED[2][MAX_POINTS];
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
            REVERSED[n / 4 - 1][i] = (uint8_t)(2 * REVERSED[n / 4 - 1][i] + ((i & bit) != 0));
        }
    }
}

/* x modulo 257, where 256 is -1: between -|x| / 256 and 256 + |x| / 256. Compilers shift negative numbers arithmetically. */
static inline int32_t reduce(int32_t x) { return (x & 0xff) - (x >> 8); }

/*
 * y_i = sum of x_j alpha^(ij), up to multiples of 257. The block's bytes are the first half of x. The second half is zero but
 * for its last element, 1, and in the message's final block the third from last, 1 too: they make the transform affine. With
 * roots in -128..128 each of at most eight rounds takes y from m to at most 1.5 m + 256 in size, to less than 20000 in the end.
 */
static void transform(int32_t *y, const uint8_t *block, unsigned n, bool final) {
    const unsigned points = 32 * n;
    const uint8_t *reversed = REVERSED[n / 4 - 1];
    for (unsigned j = 0; j < points; j++) {
        y[reversed[j]] = j < points / 2 ? block[j] : 0;
    }
    y[reversed[points - 1]] = 1;
    y[reversed[points - 3]] = final ? 1 : 0;
    for (unsigned half = 1; half < points; half *= 2) { /* two transforms of `half` points make one of twice as many */
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

/* y modulo 257, in -128..128. */
static inline int32_t centre(int32_t y) {
    const int32_t small = reduce(y);
    return small > PRIME / 2 ? small - PRIME : small;
}

/* Message expansion 2, the inner code: I_C(x, y) is Cx and Cy, modulo 2^16. */
static inline uint32_t I(int32_t C, int32_t x, int32_t y) {
    return ((uint32_t)(C * centre(x)) & 0xffff) | (uint32_t)(C * centre(y)) << 16;
}

/* Words Z, of which step i takes Z^(P(i)): the first half holds each y once, the second once more and with another code. */
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

/* Step i of all ladders; rounds of eight steps, four with IF and four with MAJ. The last four steps are the feed-forward's. */
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

/* Compression: the ladders start from the chaining value xor the block, and take the chaining value in the last four steps. */
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

/* Initialisation: the name and version, as a block, are compressed from zero. */
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
        if (n == 4) { /* one body for each n */
            compress(chaining, blocks + 64 * k, 4, final);
        } else {
            compress(chaining, blocks + 128 * k, 8, final);
        }
    }
}

/* The message's blocks, and the final one. */
static void absorb(fairhash_context *context, const uint8_t *blocks, size_t count) {
    const uint32_t block_bits = context->algorithm->block_bits;
    const uint64_t final = simd_blocks_before_final(context);
    const size_t before = count < final - context->blocks ? count : (size_t)(final - context->blocks);
    compress_all(context->state.w32, blocks, before, block_bits / 128, false);
    compress_all(context->state.w32, blocks + before * (block_bits / 8), count - before, block_bits / 128, true);
}

/* Padding: zeros to whole blocks, and one more block with the length in bits, the least significant byte first. */
static size_t pad(const fairhash_algorithm *algorithm, uint8_t *tail, size_t fill_bits, uint64_t message_bits) {
    const size_t block_bytes = algorithm->block_bits / 8;
    const size_t before = fill_bits == 0 ? 0 : block_bytes;
    for (unsigned i = 0; i < 8; i++) {
        tail[before + i] = (uint8_t)(message_bits >> (8 * i));
    }
    return before + block_bytes;
}

/* The first words of A, B, C, D. */
static void output(fairhash_context *context, uint8_t *digest, uint64_t digest_bits) {
    for (size_t i = 0; i < digest_bits / 8; i++) {
        digest[i] = byte_le32(context->state.w32, i);
    }
}

extern const fairhash_family fairhash_simd;

/* The variant is the place in DIGEST_BITS. */
#define SIMD(place, digest, block)                                                                                             \
    {                                                                                                                          \
        .id = "simd-" #digest, .family = "simd", .csv_algorithm = "SIMD", .csv_version = "1.1", .digest_bits = digest,         \
        .block_bits = block, .bit_order = FAIRHASH_MSB_FIRST, .variant = place, .functions = &fairhash_simd                    \
    }

static const fairhash_algorithm ALGORITHMS[] = {SIMD(0, 224, 512), SIMD(1, 256, 512), SIMD(2, 384, 1024), SIMD(3, 512, 1024)};

const fairhash_family fairhash_simd = {ALGORITHMS, LENGTH(ALGORITHMS), start, absorb, pad, output};
