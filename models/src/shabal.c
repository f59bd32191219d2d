/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Shabal: E. Bresson et al., "Shabal, a Submission to NIST's Cryptographic Hash Algorithm Competition", October 2008. Section
 * numbers, names and steps are those of the specification. Round 2 of the competition did not change Shabal. Initial values
 * are computed with the prefix approach of 2.3.1.
 */
#include <string.h>
#include <threads.h>

#include "internal.h"

/* 2.5: the parameters (p, r) = (3, 12). A has r words, B and C have 16 words. */
enum { p = 3, r = 12, L_M = 16 };

/* (A, B, C) between two message rounds, and the last block M, which the final rounds use again. */
typedef struct shabal_state {
    uint32_t A[r];
    uint32_t B[L_M];
    uint32_t C[L_M];
    uint32_t M[L_M];
} shabal_state;

_Static_assert(sizeof(shabal_state) <= FAIRHASH_MAX_STATE_BYTES, "the state fits the context");

/* 2.3.2 The functions U and V of the keyed permutation. */
static inline uint32_t U(uint32_t x) { return 3 * x; }
static inline uint32_t V(uint32_t x) { return 5 * x; }

/* One step of the keyed permutation, for one j and i. The macros write it 48 times, so that every index is a constant. */
#define STEP(j, i)                                                                                                             \
    do {                                                                                                                       \
        const uint32_t inner = A[((i) + 16 * (j)) % r] ^ C[(16 + 8 - (i)) % 16];                                               \
        const uint32_t outer = B[((i) + 13) % 16] ^ (B[((i) + 9) % 16] & ~B[((i) + 6) % 16]) ^ M[i];                           \
        A[((i) + 16 * (j)) % r] = U(inner ^ V(rotl32(A[((i) + 16 * (j) + r - 1) % r], 15))) ^ outer;                           \
        B[i] = ~(rotl32(B[i], 1) ^ A[((i) + 16 * (j)) % r]);                                                                   \
    } while (0)
#define FOUR_STEPS(j, i)                                                                                                       \
    STEP(j, i);                                                                                                                \
    STEP(j, (i) + 1);                                                                                                          \
    STEP(j, (i) + 2);                                                                                                          \
    STEP(j, (i) + 3)
#define SIXTEEN_STEPS(j)                                                                                                       \
    FOUR_STEPS(j, 0);                                                                                                          \
    FOUR_STEPS(j, 4);                                                                                                          \
    FOUR_STEPS(j, 8);                                                                                                          \
    FOUR_STEPS(j, 12)

/*
 * The 48 steps. They are a function apart from the loops before and after them, because compilers vectorise these loops and
 * mixed code is slower.
 */
static void permute_steps(const uint32_t *restrict M, uint32_t *restrict A, uint32_t *restrict B, const uint32_t *restrict C) {
    _Static_assert(p == 3, "one line for each j");
    SIXTEEN_STEPS(0);
    SIXTEEN_STEPS(1);
    SIXTEEN_STEPS(2);
}

/* 2.3.1 A round with the block M of the state and the counter w. */
static void message_round(shabal_state *state, uint64_t w) {
    for (unsigned i = 0; i < L_M; i++) { /* add, and the first loop of P */
        state->B[i] = rotl32(state->B[i] + state->M[i], 17);
    }
    state->A[0] ^= (uint32_t)w; /* counter */
    state->A[1] ^= (uint32_t)(w >> 32);
    permute_steps(state->M, state->A, state->B, state->C);
    for (unsigned i = 0; i < r; i++) { /* the last loop of P: 36 additions, three for each word */
        state->A[i] += state->C[(i + 3) % 16] + state->C[(i + 3 + r) % 16] + state->C[(i + 3 + 2 * r) % 16];
    }
    for (unsigned i = 0; i < L_M; i++) { /* sub and swap */
        const uint32_t old_B = state->B[i];
        state->B[i] = state->C[i] - state->M[i];
        state->C[i] = old_B;
    }
}

static const uint32_t DIGEST_BITS[] = {224, 256, 384, 512};
static shabal_state INITIAL_STATES[LENGTH(DIGEST_BITS)];
static once_flag initial_states_once = ONCE_FLAG_INIT;

/* 2.3.1 Initialization and prefixing: blocks -1 and 0 contain 32 consecutive numbers, from the digest size on. */
static void make_initial_states(void) {
    for (unsigned k = 0; k < LENGTH(DIGEST_BITS); k++) {
        for (unsigned block = 0; block < 2; block++) {
            for (unsigned i = 0; i < L_M; i++) {
                INITIAL_STATES[k].M[i] = DIGEST_BITS[k] + L_M * block + i;
            }
            message_round(&INITIAL_STATES[k], (uint64_t)block - 1);
        }
    }
}

static void start(fairhash_context *context) {
    call_once(&initial_states_once, make_initial_states);
    memcpy(context->state.bytes, &INITIAL_STATES[context->algorithm->variant], sizeof INITIAL_STATES[0]);
}

/* 2.3.1 Message rounds: the counter of the first block is 1. */
static void absorb(fairhash_context *context, const uint8_t *blocks, size_t count) {
    shabal_state state;
    memcpy(&state, context->state.bytes, sizeof state);
    for (size_t k = 0; k < count; k++) {
        for (unsigned i = 0; i < L_M; i++) { /* 2.1.1 Endianness */
            state.M[i] = load_le32(blocks + (size_t)4 * i);
        }
        message_round(&state, context->blocks + k + 1);
        blocks += (size_t)4 * L_M;
    }
    memcpy(context->state.bytes, &state, sizeof state);
}

/* 2.3.1 Padding: a 1 and the smallest number of zeros that completes a block. */
static size_t pad(const fairhash_algorithm *algorithm, uint8_t *tail, size_t fill_bits, uint64_t message_bits) {
    (void)message_bits;
    return fairhash_pad_frame(tail, fill_bits, algorithm->block_bits / 8, 0);
}

/* 2.3.1 Final rounds: three rounds with the last block and its counter. The digest is the last words of C. */
static void output(fairhash_context *context, uint8_t *digest, uint64_t digest_bits) {
    shabal_state state;
    memcpy(&state, context->state.bytes, sizeof state);
    for (unsigned i = 0; i < 3; i++) {
        message_round(&state, context->blocks);
    }
    const size_t bytes = (size_t)digest_bits / 8;
    write_le32(digest, state.C + LENGTH(state.C) - bytes / 4, bytes);
}

extern const fairhash_family fairhash_shabal;

/* The variant is the index in DIGEST_BITS. */
#define SHABAL(index, digest)                                                                                                  \
    {                                                                                                                          \
        .id = "shabal-" #digest, .family = "shabal", .csv_algorithm = "Shabal", .csv_version = "r2", .digest_bits = digest,    \
        .block_bits = 32 * L_M, .bit_order = FAIRHASH_MSB_FIRST, .variant = index, .functions = &fairhash_shabal               \
    }

static const fairhash_algorithm ALGORITHMS[] = {SHABAL(0, 224), SHABAL(1, 256), SHABAL(2, 384), SHABAL(3, 512)};

const fairhash_family fairhash_shabal = {ALGORITHMS, LENGTH(ALGORITHMS), start, absorb, pad, output};
