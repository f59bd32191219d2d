/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Hamsi in Round 2 of the SHA-3 competition: O. Kucuk, "The Hash Function Hamsi". Names are those of the specification.
 * Section numbers are those of its version of October 2008. There are two versions of Hamsi-224: one with the corrected
 * initial value, and one with the initial value in the submission package. The official answers are those of the package.
 */
#include <string.h>
#include <threads.h>

#include "cpu.h"
#include "hamsi.h"

/* 2.2.2 Initial Values: the author's name and address in UTF-8, divided into four pieces. */
enum variant { IV_224, IV_224_PACKAGE, IV_256, IV_384, IV_512 };
static const char *const INITIAL[] = {
    [IV_224] = "\xc3\x96zg\xc3\xbcl K\xc3\xbc\xc3\xa7\xc3\xbck, Katholieke Uni",
    /* The submission package complements some of the bytes. */
    [IV_224_PACKAGE] = "\x3c\x96zg\x3c\xbcl \xb4\xc3\x43\xc3\xa7\x3c\xbck, Katholieke Uni",
    [IV_256] = "versiteit Leuven, Departement El",
    [IV_384] = "ektrotechniek, Computer Security and Industrial Cryptography, Ka",
    [IV_512] = "steelpark Arenberg 10, bus 2446, B-3001 Leuven-Heverlee, Belgium",
};

static once_flag tables_once = ONCE_FLAG_INIT;

static void start(fairhash_context *context) {
    call_once(&tables_once, fairhash_hamsi_make_expansions);
    const uint8_t *text = (const uint8_t *)INITIAL[context->algorithm->variant];
    for (size_t i = 0; i < context->algorithm->block_bits / 4; i++) {
        context->state.w32[i] = load_be32(text + 4 * i);
    }
}

/* 2.2.3 Message Padding: a 1, zeros to the end of a block, and the number of message bits in 64 bits. */
static size_t pad(const fairhash_algorithm *algorithm, uint8_t *tail, size_t fill_bits, uint64_t message_bits) {
    const size_t length = fairhash_pad_frame(tail, fill_bits, algorithm->block_bits / 8, 8);
    store_be64(tail + length - 8, message_bits);
    return length;
}

/* A state s of 4 rows. `columns` is 4 or 8 and always a constant, so that the compiler generates code for each size. */
typedef uint32_t state_rows[HAMSI_ROWS][HAMSI_MAX_COLUMNS];

/*
 * 2.2.5 Concatenation C: in even rows, two words of the expanded message alternate with two words of the chaining value. In
 * odd rows, the chaining value is first.
 */
static inline void concatenate(state_rows s, const uint32_t *m, const uint32_t *c, unsigned columns) {
    for (unsigned i = 0; i < HAMSI_ROWS * columns; i += 4) {
        const unsigned row = i / columns;
        uint32_t *target = &s[row][i % columns];
        memcpy(target, row % 2 == 0 ? m + i / 2 : c + i / 2, 8);
        memcpy(target + 2, row % 2 == 0 ? c + i / 2 : m + i / 2, 8);
    }
}

/* 2.3.1 Addition of Constants and Counter. Hamsi-256 uses the first 4 constants of each row. */
const uint32_t fairhash_hamsi_alpha[2][HAMSI_ROWS][HAMSI_MAX_COLUMNS] = {
    {
        {0xff00f0f0, 0xccccaaaa, 0xf0f0cccc, 0xff00aaaa, 0xccccaaaa, 0xf0f0ff00, 0xaaaacccc, 0xf0f0ff00},
        {0xf0f0cccc, 0xaaaaff00, 0xccccff00, 0xaaaaf0f0, 0xaaaaf0f0, 0xff00cccc, 0xccccf0f0, 0xff00aaaa},
        {0xccccaaaa, 0xff00f0f0, 0xff00aaaa, 0xf0f0cccc, 0xf0f0ff00, 0xccccaaaa, 0xf0f0ff00, 0xaaaacccc},
        {0xaaaaff00, 0xf0f0cccc, 0xaaaaf0f0, 0xccccff00, 0xff00cccc, 0xaaaaf0f0, 0xff00aaaa, 0xccccf0f0},
    },
    {
        {0xcaf9639c, 0x0ff0f9c0, 0x639c0ff0, 0xcaf9f9c0, 0x0ff0f9c0, 0x639ccaf9, 0xf9c00ff0, 0x639ccaf9},
        {0x639c0ff0, 0xf9c0caf9, 0x0ff0caf9, 0xf9c0639c, 0xf9c0639c, 0xcaf90ff0, 0x0ff0639c, 0xcaf9f9c0},
        {0x0ff0f9c0, 0xcaf9639c, 0xcaf9f9c0, 0x639c0ff0, 0x639ccaf9, 0x0ff0f9c0, 0x639ccaf9, 0xf9c00ff0},
        {0xf9c0caf9, 0x639c0ff0, 0xf9c0639c, 0x0ff0caf9, 0xcaf90ff0, 0xf9c0639c, 0xcaf9f9c0, 0x0ff0639c},
    },
};

static inline void add_constants(state_rows s, const uint32_t (*alpha)[HAMSI_MAX_COLUMNS], uint32_t counter, unsigned columns) {
    for (unsigned row = 0; row < HAMSI_ROWS; row++) {
        for (unsigned j = 0; j < columns; j++) {
            s[row][j] ^= alpha[row][j];
        }
    }
    s[0][1] ^= counter;
}

/* 2.3.2 Substitution Layer: the S-box 8 6 7 9 3 C A F D 1 E 4 0 B 5 2 on the four bits of a column. Row 0 is the lowest bit. */
static inline void substitute(state_rows s, unsigned columns) {
    for (unsigned j = 0; j < columns; j++) {
        const uint32_t a = s[0][j];
        const uint32_t b = s[1][j];
        const uint32_t c = s[2][j];
        const uint32_t d = s[3][j];
        const uint32_t p = (a & c) ^ d;
        const uint32_t r = (a | d) ^ b;
        s[0][j] = b ^ c ^ p;
        s[1][j] = (r | (a ^ b ^ c ^ p)) ^ p;
        s[3][j] = ~(a ^ c ^ (b & ~p));
        s[2][j] = ~(r ^ s[1][j] ^ s[3][j]);
    }
}

/* 2.3.3 Diffusion Layer: L of four words. */
static inline void L(uint32_t *a, uint32_t *b, uint32_t *c, uint32_t *d) {
    *a = rotl32(*a, 13);
    *c = rotl32(*c, 3);
    *b = rotl32(*b ^ *a ^ *c, 1);
    *d = rotl32(*d ^ *c ^ *a << 3, 7);
    *a = rotl32(*a ^ *b ^ *d, 5);
    *c = rotl32(*c ^ *d ^ *b << 7, 22);
}

static inline void diffuse(state_rows s, unsigned columns) {
    for (unsigned j = 0; j < columns; j++) {
        L(&s[0][j], &s[1][(j + 1) % columns], &s[2][(j + 2) % columns], &s[3][(j + 3) % columns]);
    }
    if (columns == 8) {
        L(&s[0][0], &s[0][2], &s[0][5], &s[0][7]);
        L(&s[2][0], &s[2][3], &s[2][5], &s[2][6]);
        L(&s[1][1], &s[1][3], &s[1][4], &s[1][6]);
        L(&s[3][1], &s[3][2], &s[3][4], &s[3][7]);
    }
}

/* 2.3 The permutation P, and 2.4 P_f, which has other constants and twice as many rounds. */
static inline void permute(state_rows s, bool is_final, unsigned rounds, unsigned columns) {
    for (unsigned round = 0; round < (is_final ? 2 * rounds : rounds); round++) {
        add_constants(s, fairhash_hamsi_alpha[is_final], round, columns);
        substitute(s, columns);
        diffuse(s, columns);
    }
}

/* 2.2.4 Message Expansion: adds up the expansions of the block's nibbles. */
static inline void expand(uint32_t *m, const uint8_t *block, unsigned columns) {
    memset(m, 0, (size_t)8 * columns);
    for (unsigned i = 0; i < 2 * columns; i++) {
        const unsigned nibble = (i % 2 == 0 ? block[i / 2] >> 4 : block[i / 2]) & 0xfU;
        const uint32_t *words =
            columns == 4 ? fairhash_hamsi_expansion_256[i][nibble] : fairhash_hamsi_expansion_512[i][nibble];
        for (unsigned j = 0; j < 2 * columns; j++) {
            m[j] ^= words[j];
        }
    }
}

/* 2.2.1 General Design: h = T(P(C(E(M), h))) + h. The truncation T (2.3.4) takes the first and the third row. */
static inline void absorb_sized(fairhash_context *context, const uint8_t *blocks, size_t count, unsigned rounds,
                                unsigned columns) {
    uint32_t h[2 * HAMSI_MAX_COLUMNS];
    memcpy(h, context->state.w32, (size_t)8 * columns);
    const uint64_t last_index = hamsi_last_block(context) - context->blocks;
    for (size_t block = 0; block < count; block++) {
        uint32_t m[2 * HAMSI_MAX_COLUMNS];
        state_rows s;
        expand(m, blocks + block * columns, columns);
        concatenate(s, m, h, columns);
        permute(s, block == last_index, rounds, columns);
        for (unsigned j = 0; j < columns; j++) {
            h[j] ^= s[0][j];
            h[columns + j] ^= s[2][j];
        }
    }
    memcpy(context->state.w32, h, (size_t)8 * columns);
}

static void absorb(fairhash_context *context, const uint8_t *blocks, size_t count) {
#ifdef FAIRHASH_X86
    if (fairhash_cpu_has(FAIRHASH_CPU_AVX2 | FAIRHASH_CPU_AVX512VL)) {
        fairhash_hamsi_absorb_avx512vl(context, blocks, count);
        return;
    }
    if (fairhash_cpu_has(FAIRHASH_CPU_AVX2)) {
        fairhash_hamsi_absorb_avx2(context, blocks, count);
        return;
    }
#endif
    if (context->algorithm->block_bits == 32) {
        absorb_sized(context, blocks, count, HAMSI_256_ROUNDS, 4);
    } else {
        absorb_sized(context, blocks, count, HAMSI_512_ROUNDS, 8);
    }
}

/* 2.5 Truncations: T_224 takes the first seven words. T_384 omits words 2, 7, 11 and 14. */
static void output(fairhash_context *context, uint8_t *digest, uint64_t digest_bits) {
    static const uint8_t T_384[] = {0, 1, 3, 4, 5, 6, 8, 9, 10, 12, 13, 15};
    for (size_t i = 0; i < digest_bits / 8; i++) {
        const size_t word = digest_bits == 384 ? T_384[i / 4] : i / 4;
        digest[i] = byte_be32(context->state.w32, 4 * word + i % 4);
    }
}

extern const fairhash_family fairhash_hamsi;

#define HAMSI(prefix, version, digest, block, iv)                                                                              \
    {                                                                                                                          \
        .id = prefix #digest, .family = "hamsi", .csv_algorithm = "Hamsi", .csv_version = (version),                           \
        .digest_bits = (digest), .block_bits = (block), .bit_order = FAIRHASH_MSB_FIRST, .variant = (iv),                      \
        .functions = &fairhash_hamsi                                                                                           \
    }

static const fairhash_algorithm ALGORITHMS[] = {
    HAMSI("hamsi-", "r2-IV-corrected", 224, 32, IV_224), HAMSI("hamsi-package-", "r2-package", 224, 32, IV_224_PACKAGE),
    HAMSI("hamsi-", "r2", 256, 32, IV_256),              HAMSI("hamsi-", "r2", 384, 64, IV_384),
    HAMSI("hamsi-", "r2", 512, 64, IV_512),
};

const fairhash_family fairhash_hamsi = {ALGORITHMS, LENGTH(ALGORITHMS), start, absorb, pad, output};
