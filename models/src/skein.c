/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Skein with states of 256 and 512 bits, simple hashing: N. Ferguson et al., "The Skein Hash Function Family", version 1.3.
 * Section numbers and names are those of the specification. Versions 1.1 and 1.2 (rounds 1 and 2 of the SHA-3 competition)
 * differ only in Threefish: version 1.2 changed the rotations, version 1.3 the key-schedule constant.
 */
#include <string.h>
#include <threads.h>

#include "internal.h"

enum version { V1_1, V1_2, V1_3, VERSIONS };

/* 3.3: the largest number of words of a block, the number of rounds, and the number of rounds between two subkeys. */
enum { MAX_N_W = 8, N_R = 72, ROUNDS_PER_SUBKEY = 4 };

/*
 * 3.3.1: the rotations R_d,j. All j of d = 0 are first. An appendix of the specification explains the change after version
 * 1.1.
 */
static const uint8_t R_256_1_1[8 * 2] = {5, 56, 36, 28, 13, 46, 58, 44, 26, 20, 53, 35, 11, 42, 59, 50};
static const uint8_t R_256[8 * 2] = {14, 16, 52, 57, 23, 40, 5, 37, 25, 33, 46, 12, 58, 22, 32, 32};
static const uint8_t R_512_1_1[8 * 4] = {38, 30, 50, 53, 48, 20, 43, 31, 34, 14, 15, 27, 26, 12, 58, 7,
                                         33, 49, 8,  42, 39, 27, 41, 14, 29, 26, 11, 9,  33, 51, 39, 35};
static const uint8_t R_512[8 * 4] = {46, 36, 19, 37, 33, 27, 14, 42, 17, 49, 36, 39, 44, 9,  54, 56,
                                     39, 30, 34, 24, 13, 50, 10, 17, 25, 29, 39, 43, 8,  35, 56, 22};

/* 3.3: word i of the result of a round is word pi(i) of the result of the MIX functions. */
static const uint8_t PI_256[4] = {0, 3, 2, 1};
static const uint8_t PI_512[8] = {2, 1, 4, 7, 6, 5, 0, 3};

/* 3.3.2: the key-schedule constant C_240, and the constant of versions before 1.3. */
static const uint64_t C_240 = UINT64_C(0x1bd11bdaa9fc1a22);
static const uint64_t C_BEFORE_1_3 = UINT64_C(0x5555555555555555);

/*
 * An empty assembly statement that seems to change the array. GCC then keeps the array in memory and uses the registers for the
 * state.
 */
#if defined(__clang__)
#define KEEP_IN_MEMORY(array) ((void)0)
#else
#define KEEP_IN_MEMORY(array) __asm__("" : "+m"(array))
#endif

/* 3.3.2: adds subkey s to v. */
static ALWAYS_INLINE void add_subkey(unsigned N_w, unsigned s, const uint64_t *k, const uint64_t *t, uint64_t *v) {
    UNROLL
    for (unsigned i = 0; i < N_w; i++) {
        v[i] += k[(s + i) % (N_w + 1)];
    }
    v[N_w - 3] += t[s % 3];
    v[N_w - 2] += t[(s + 1) % 3];
    v[N_w - 1] += s;
}

/* 3.4: one step of UBI, H_i+1 = E(H_i, T, M_i) XOR M_i. E is Threefish (3.3). */
static ALWAYS_INLINE void ubi_step(unsigned N_w, const uint8_t *R, const uint8_t *pi, uint64_t C, uint64_t *H,
                                   const uint64_t *T, const uint8_t *M) {
    uint64_t k[MAX_N_W + 1];
    const uint64_t t[3] = {T[0], T[1], T[0] ^ T[1]};
    uint64_t v[MAX_N_W];
    k[N_w] = C;
    UNROLL
    for (unsigned i = 0; i < N_w; i++) {
        k[i] = H[i];
        k[N_w] ^= H[i];
        v[i] = load_le64(M + (size_t)8 * i);
    }
    UNROLL
    for (unsigned d = 0; d < N_R; d++) {
        uint64_t f[MAX_N_W];
        if (d % ROUNDS_PER_SUBKEY == 0) {
            KEEP_IN_MEMORY(k);
            add_subkey(N_w, d / ROUNDS_PER_SUBKEY, k, t, v);
        }
        UNROLL
        for (unsigned j = 0; j < N_w / 2; j++) { /* 3.3.1: MIX_d,j */
            f[2 * j] = v[2 * j] + v[2 * j + 1];
            f[2 * j + 1] = rotl64(v[2 * j + 1], R[d % 8 * (N_w / 2) + j]) ^ f[2 * j];
        }
        UNROLL
        for (unsigned i = 0; i < N_w; i++) {
            v[i] = f[pi[i]];
        }
    }
    add_subkey(N_w, N_R / ROUNDS_PER_SUBKEY, k, t, v);
    UNROLL
    for (unsigned i = 0; i < N_w; i++) {
        H[i] = v[i] ^ load_le64(M + (size_t)8 * i);
    }
}

/* Call the function with constant parameters, so that the compiler generates code for each size and version. */
static void ubi_step_256(uint64_t C, uint64_t *H, const uint64_t *T, const uint8_t *M) {
    ubi_step(4, R_256, PI_256, C, H, T, M);
}

static void ubi_step_512(uint64_t C, uint64_t *H, const uint64_t *T, const uint8_t *M) {
    ubi_step(8, R_512, PI_512, C, H, T, M);
}

static void ubi_step_256_1_1(uint64_t C, uint64_t *H, const uint64_t *T, const uint8_t *M) {
    ubi_step(4, R_256_1_1, PI_256, C, H, T, M);
}

static void ubi_step_512_1_1(uint64_t C, uint64_t *H, const uint64_t *T, const uint8_t *M) {
    ubi_step(8, R_512_1_1, PI_512, C, H, T, M);
}

static void process_block(unsigned N_w, enum version version, uint64_t *H, const uint64_t *T, const uint8_t *M) {
    const uint64_t C = version == V1_3 ? C_240 : C_BEFORE_1_3;
    if (version == V1_1) {
        (N_w == 4 ? ubi_step_256_1_1 : ubi_step_512_1_1)(C, H, T, M);
    } else {
        (N_w == 4 ? ubi_step_256 : ubi_step_512)(C, H, T, M);
    }
}

/* 3.4: the upper word of a tweak. The lower word is the position. 3.5.1: the types. */
enum type { T_CFG = 4, T_MSG = 48, T_OUT = 63 };
static const uint64_t BIT_PAD = UINT64_C(1) << (119 - 64);
static const uint64_t FIRST = UINT64_C(1) << (126 - 64);
static const uint64_t FINAL = UINT64_C(1) << (127 - 64);

static uint64_t type_field(enum type type) { return (uint64_t)type << (120 - 64); }

/* 3.4: UBI of a string that fits one block. M has `bytes` bytes and then zeros. */
static void ubi_one_block(unsigned N_w, enum version version, uint64_t *G, enum type type, const uint8_t *M, uint64_t bytes) {
    const uint64_t T[2] = {bytes, type_field(type) | FIRST | FINAL};
    process_block(N_w, version, G, T, M);
}

/* G_0 of simple hashing, for each version, 4 or 8 words, and digest size. */
static uint64_t INITIAL_G[VERSIONS][2][4][MAX_N_W];
static once_flag initial_g_once = ONCE_FLAG_INIT;
static const uint16_t DIGEST_BITS[4] = {224, 256, 384, 512};

/* 3.5.4: G_0 = UBI(K', C, T_cfg). K' is zero and C is the configuration string of 3.5.2. */
static void make_initial_g(void) {
    for (unsigned digest = 0; digest < LENGTH(DIGEST_BITS); digest++) {
        uint8_t C[8 * MAX_N_W] = {'S', 'H', 'A', '3', 1}; /* schema and version; the tree parameters are zero */
        C[8] = (uint8_t)DIGEST_BITS[digest];
        C[9] = (uint8_t)(DIGEST_BITS[digest] >> 8);
        for (unsigned version = 0; version < VERSIONS; version++) {
            ubi_one_block(4, (enum version)version, INITIAL_G[version][0][digest], T_CFG, C, 32);
            ubi_one_block(8, (enum version)version, INITIAL_G[version][1][digest], T_CFG, C, 32);
        }
    }
}

static void start(fairhash_context *context) {
    const fairhash_algorithm *algorithm = context->algorithm;
    call_once(&initial_g_once, make_initial_g);
    memcpy(context->state.w64, INITIAL_G[algorithm->variant][algorithm->block_bits / 512][algorithm->digest_bits / 128 - 1],
           algorithm->block_bits / 8);
}

/* 3.4: UBI(G_0, M, T_msg). The position is the number of message bytes up to the end of the block. It counts a partial byte. */
static void absorb(fairhash_context *context, const uint8_t *blocks, size_t count) {
    const fairhash_algorithm *algorithm = context->algorithm;
    const uint64_t block_bytes = algorithm->block_bits / 8;
    const uint64_t message_bytes = count_bytes(context->message_bits);
    for (uint64_t i = context->blocks; i < context->blocks + count; i++) {
        uint64_t T[2] = {(i + 1) * block_bytes, type_field(T_MSG)};
        T[1] |= i == 0 ? FIRST : 0;
        if (T[0] >= message_bytes) {
            T[0] = message_bytes;
            T[1] |= context->message_bits % 8 != 0 ? FINAL | BIT_PAD : FINAL;
        }
        process_block(algorithm->block_bits / 64, (enum version)algorithm->variant, context->state.w64, T, blocks);
        blocks += block_bytes;
    }
}

/* 3.4: a 1 and zeros to the end of a partial byte, then zero bytes. The padded empty message is one block. */
static size_t pad(const fairhash_algorithm *algorithm, uint8_t *tail, size_t fill_bits, uint64_t message_bits) {
    (void)message_bits;
    if (fill_bits % 8 != 0) {
        tail[fill_bits / 8] |= (uint8_t)(0x80U >> fill_bits % 8);
    }
    return algorithm->block_bits / 8;
}

/* 3.5.3 the output function: UBI(G_1, i, T_out), where the counter i = 0, 1, ... has 8 bytes. */
static void output(fairhash_context *context, uint8_t *digest, uint64_t digest_bits) {
    const fairhash_algorithm *algorithm = context->algorithm;
    const size_t block_bytes = algorithm->block_bits / 8;
    uint8_t counter[8 * MAX_N_W] = {0};
    uint64_t G[MAX_N_W];
    for (size_t i = 0; i < digest_bits / 8; i++) {
        if (i % block_bytes == 0) {
            counter[0] = (uint8_t)(i / block_bytes);
            memcpy(G, context->state.w64, block_bytes);
            ubi_one_block(algorithm->block_bits / 64, (enum version)algorithm->variant, G, T_OUT, counter, 8);
        }
        digest[i] = byte_le64(G, i % block_bytes);
    }
}

extern const fairhash_family fairhash_skein;

#define SKEIN(prefix, csv, variant_value, state, digest)                                                                       \
    {                                                                                                                          \
        .id = prefix "-" #state "-" #digest, .family = "skein", .csv_algorithm = "Skein-" #state, .csv_version = (csv),        \
        .digest_bits = (digest), .block_bits = (state), .needs_bits = true, .bit_order = FAIRHASH_MSB_FIRST,                   \
        .variant = (variant_value), .functions = &fairhash_skein                                                               \
    }
#define ALL_SIZES(prefix, csv, variant_value, state)                                                                           \
    SKEIN(prefix, csv, variant_value, state, 224), SKEIN(prefix, csv, variant_value, state, 256),                              \
        SKEIN(prefix, csv, variant_value, state, 384), SKEIN(prefix, csv, variant_value, state, 512)

/* The algorithms for which there are official answers. */
static const fairhash_algorithm ALGORITHMS[] = {
    SKEIN("skein-r1", "1.1", V1_1, 256, 224),
    SKEIN("skein-r1", "1.1", V1_1, 256, 256),
    SKEIN("skein-r1", "1.1", V1_1, 512, 384),
    SKEIN("skein-r1", "1.1", V1_1, 512, 512),
    SKEIN("skein-r2", "1.2", V1_2, 256, 224),
    SKEIN("skein-r2", "1.2", V1_2, 256, 256),
    ALL_SIZES("skein-r2", "1.2", V1_2, 512),
    ALL_SIZES("skein", "1.3", V1_3, 256),
    ALL_SIZES("skein", "1.3", V1_3, 512),
};

const fairhash_family fairhash_skein = {ALGORITHMS, LENGTH(ALGORITHMS), start, absorb, pad, output};
