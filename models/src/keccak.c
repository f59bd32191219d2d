/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Keccak-f[1600] and its sponges: SHA-3 and SHAKE (FIPS 202, whose section numbers, names and order are kept), Keccak of the
 * SHA-3 competition's Round 3 (the Keccak reference, version 3.0) and Round 2 (Keccak specifications, version 2).
 */
#include <string.h>
#include <threads.h>

#include "internal.h"
#include "keccak_lanes.h"

enum { ROUNDS = 24 };

/* What a message is followed by. */
enum variant {
    SHA3,      /* 6.1: 01, then pad10*1 */
    SHAKE,     /* 6.2: 1111, then pad10*1 */
    KECCAK,    /* Round 3: pad10*1 */
    KECCAK_R2, /* Round 2: 1, zeros to a byte, a byte d/8, a byte r/8, then 1 and zeros */
};

/* 3.2.5: the round constants RC of iota. */
static uint64_t RC[ROUNDS];
static once_flag constants_once = ONCE_FLAG_INIT;

/* 3.2.5 Algorithm 5, rc(t) for t = 0, 1, 2, ...: the register's bits R[0]..R[7] are bits 0..7 of *R. */
static unsigned next_rc(unsigned *R) {
    const unsigned rc = *R & 1;
    *R <<= 1;
    if (*R & 0x100) {
        *R ^= 0x171;
    }
    return rc;
}

/* 3.2.5 Algorithm 6, steps 2 and 3. */
static void make_constants(void) {
    unsigned R = 1;
    for (unsigned i_r = 0; i_r < ROUNDS; i_r++) {
        for (unsigned j = 0; j <= 6; j++) {
            RC[i_r] |= (uint64_t)next_rc(&R) << ((1U << j) - 1);
        }
    }
}

const uint64_t *fairhash_keccak_constants(void) {
    call_once(&constants_once, make_constants);
    return RC;
}

/* 3.1.2: lane (x, y) is A[x + 5y]; bit z of a lane is bit z of its word. The coordinates below are constants, modulo 5. */
#define LANE(x, y) ((x) % 5 + 5 * ((y) % 5))

/* Lanes stay in registers only where every index is a constant. */
#if defined(__GNUC__) && !defined(__clang__)
#define UNROLL _Pragma("GCC unroll 25")
#else
#define UNROLL
#endif

/* 3.2.1 theta. */
static inline void theta(uint64_t *A) {
    uint64_t C[5];
    UNROLL
    for (unsigned x = 0; x < 5; x++) {
        C[x] = A[LANE(x, 0)] ^ A[LANE(x, 1)] ^ A[LANE(x, 2)] ^ A[LANE(x, 3)] ^ A[LANE(x, 4)];
    }
    UNROLL
    for (unsigned x = 0; x < 5; x++) {
        const uint64_t D = C[(x + 4) % 5] ^ rotl64(C[(x + 1) % 5], 1);
        UNROLL
        for (unsigned y = 0; y < 5; y++) {
            A[LANE(x, y)] ^= D;
        }
    }
}

/*
 * 3.2.2 rho and 3.2.3 pi in one walk: after t steps of (x, y) -> (y, 2x + 3y) from (1, 0) a lane is rotated by
 * (t + 1)(t + 2)/2; pi moves the lane at (x, y) to (y, 2x + 3y), the walk's next place.
 */
static inline void rho_pi(uint64_t *A) {
    uint64_t moving = A[LANE(1, 0)];
    unsigned x = 1;
    unsigned y = 0;
    UNROLL
    for (unsigned t = 0; t < 24; t++) {
        const unsigned next = (2 * x + 3 * y) % 5;
        x = y;
        y = next;
        const uint64_t kept = A[LANE(x, y)];
        A[LANE(x, y)] = rotl64(moving, (t + 1) * (t + 2) / 2 % 64);
        moving = kept;
    }
}

/* 3.2.4 chi. */
static inline void chi(uint64_t *A) {
    UNROLL
    for (unsigned y = 0; y < 5; y++) {
        uint64_t row[5];
        memcpy(row, &A[LANE(0, y)], sizeof row);
        UNROLL
        for (unsigned x = 0; x < 5; x++) {
            A[LANE(x, y)] = row[x] ^ (~row[(x + 1) % 5] & row[(x + 2) % 5]);
        }
    }
}

/* 3.3, 3.4: Keccak-f[1600] = Keccak-p[1600, 24]. */
static void keccak_f(uint64_t *state) {
    uint64_t A[25];
    memcpy(A, state, sizeof A);
    for (unsigned i_r = 0; i_r < ROUNDS; i_r++) {
        theta(A);
        rho_pi(A);
        chi(A);
        A[0] ^= RC[i_r]; /* 3.2.5 iota */
    }
    memcpy(state, A, sizeof A);
}

static void start(fairhash_context *context) {
    (void)context;
    call_once(&constants_once, make_constants);
}

/* 4 Sponge construction, Algorithm 8 steps 5 and 6. */
static void absorb(fairhash_context *context, const uint8_t *blocks, size_t count) {
    const size_t lanes = context->algorithm->block_bits / 64;
    for (; count > 0; count--) {
        for (size_t i = 0; i < lanes; i++) {
            context->state.w64[i] ^= load_le64(blocks + 8 * i);
        }
        keccak_f(context->state.w64);
        blocks += 8 * lanes;
    }
}

/* Sets bit `position`; bits of a byte count from its least significant one (B.1). */
static void set_bit(uint8_t *tail, size_t position) { tail[position / 8] |= (uint8_t)(1U << position % 8); }

/* The least multiple of `step` that is at least `bits`. */
static size_t round_up(size_t bits, size_t step) { return (bits + step - 1) / step * step; }

static size_t pad(const fairhash_algorithm *algorithm, uint8_t *tail, size_t fill_bits, uint64_t message_bits) {
    (void)message_bits;
    const size_t rate = algorithm->block_bits;
    size_t end = fill_bits;
    switch ((enum variant)algorithm->variant) {
    case KECCAK_R2: /* Keccak specifications version 2: pad(M, 8) || enc(d, 8) || enc(r/8, 8), all that padded to r */
        set_bit(tail, end);
        end = round_up(end + 1, 8);
        tail[end / 8] = (uint8_t)(algorithm->digest_bits / 8);
        tail[end / 8 + 1] = (uint8_t)(rate / 8);
        end += 16;
        set_bit(tail, end);
        return round_up(end + 1, rate) / 8;
    case SHA3:
        set_bit(tail, end + 1);
        end += 2;
        break;
    case SHAKE:
        for (size_t i = 0; i < 4; i++) {
            set_bit(tail, end + i);
        }
        end += 4;
        break;
    case KECCAK:
        break;
    }
    /* 5.1 pad10*1 */
    set_bit(tail, end);
    end = round_up(end + 2, rate);
    set_bit(tail, end - 1);
    return end / 8;
}

/* Algorithm 8 steps 7 to 10. */
static void output(fairhash_context *context, uint8_t *digest, uint64_t digest_bits) {
    const size_t rate_bytes = context->algorithm->block_bits / 8;
    const uint64_t bytes = (digest_bits + 7) / 8;
    size_t place = 0;
    for (uint64_t i = 0; i < bytes; i++) {
        if (place == rate_bytes) {
            keccak_f(context->state.w64);
            place = 0;
        }
        digest[i] = byte_le64(context->state.w64, place++);
    }
}

extern const fairhash_family fairhash_keccak;

/* The capacity is twice the digest size; the submission's partial bytes are the competition's. */
#define SPONGE(name, csv, version, digest, rate, order, kind, free)                                                            \
    {                                                                                                                          \
        .id = (name), .family = "keccak", .csv_algorithm = (csv), .csv_version = (version), .digest_bits = (digest),           \
        .block_bits = (rate), .free_output = (free), .bit_order = (order), .variant = (kind), .functions = &fairhash_keccak    \
    }
#define FIXED(prefix, csv, version, digest, order, kind)                                                                       \
    SPONGE(prefix "-" #digest, csv, version, digest, 1600 - 2 * digest, order, kind, false)
#define ALL_SIZES(prefix, csv, version, order, kind)                                                                           \
    FIXED(prefix, csv, version, 224, order, kind), FIXED(prefix, csv, version, 256, order, kind),                              \
        FIXED(prefix, csv, version, 384, order, kind), FIXED(prefix, csv, version, 512, order, kind)

static const fairhash_algorithm ALGORITHMS[] = {
    ALL_SIZES("keccak", "Keccak", "r3", FAIRHASH_LSB_FIRST_HIGH_PARTIAL, KECCAK),
    ALL_SIZES("keccak-r2", "Keccak", "r2", FAIRHASH_LSB_FIRST_HIGH_PARTIAL, KECCAK_R2),
    ALL_SIZES("sha3", "SHA-3", "FIPS202", FAIRHASH_LSB_FIRST, SHA3),
    SPONGE("shake128", "SHAKE128", "FIPS202", 256, 1344, FAIRHASH_LSB_FIRST, SHAKE, true),
    SPONGE("shake256", "SHAKE256", "FIPS202", 512, 1088, FAIRHASH_LSB_FIRST, SHAKE, true),
};

const fairhash_family fairhash_keccak = {ALGORITHMS, LENGTH(ALGORITHMS), start, absorb, pad, output};
