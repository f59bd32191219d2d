/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Keccak-p[1600] and its sponge functions: SHA-3 and SHAKE (FIPS 202), TurboSHAKE (RFC 9861), Keccak in Round 3 of the SHA-3
 * competition (the Keccak reference, version 3.0) and in Round 2 (Keccak specifications, version 2). Section numbers, names and
 * order are those of FIPS 202.
 */
#include <string.h>
#include <threads.h>

#include "keccak.h"
#include "keccak_multi_buffer.h"

/* The versions, which differ in what they append to a message, and in the number of rounds. */
enum variant {
    SHA3,      /* 6.1: 01, then pad10*1 */
    SHAKE,     /* 6.2: 1111, then pad10*1 */
    KECCAK,    /* Round 3: pad10*1 */
    KECCAK_R2, /* Round 2: a 1, zeros to the end of a byte, the bytes d/8 and r/8, a 1 and zeros */
    TURBO,     /* RFC 9861, 2.2: the domain separation byte, which has the first 1 of pad10*1, and 12 rounds */
};

/* 3.2.5: the round constants RC of iota. */
static uint64_t RC[ROUNDS];
static once_flag constants_once = ONCE_FLAG_INIT;

/*
 * 3.2.5 Algorithm 5: returns rc(t) for t = 0, 1, 2, ... in consecutive calls. The bits R[0]..R[7] of the register are bits
 * 0..7 of *R.
 */
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

/* 3.3: one round, Rnd(A, i_r). The result is written to another array, so that two rounds need no copy between them. */
static ALWAYS_INLINE void apply_round(uint64_t *result, const uint64_t *A, uint64_t rc) {
    uint64_t C[5];
    uint64_t D[5];
    UNROLL
    for (unsigned x = 0; x < 5; x++) { /* 3.2.1 theta; D is added below */
        C[x] = A[LANE(x, 0)] ^ A[LANE(x, 1)] ^ A[LANE(x, 2)] ^ A[LANE(x, 3)] ^ A[LANE(x, 4)];
    }
    UNROLL
    for (unsigned x = 0; x < 5; x++) {
        D[x] = C[(x + 4) % 5] ^ rotl64(C[(x + 1) % 5], 1);
    }
    UNROLL
    for (unsigned y = 0; y < 5; y++) {
        uint64_t plane[5];
        UNROLL
        for (unsigned x = 0; x < 5; x++) { /* 3.2.3 pi takes lane (x + 3y, x), after 3.2.2 rho has rotated it */
            const unsigned source = LANE(x + 3 * y, x);
            const uint64_t lane = A[source] ^ D[source % 5];
            plane[x] = source == 0 ? lane : rotl64(lane, RHO[source]);
        }
        UNROLL
        for (unsigned x = 0; x < 5; x++) { /* 3.2.4 chi */
            result[LANE(x, y)] = plane[x] ^ (~plane[(x + 1) % 5] & plane[(x + 2) % 5]);
        }
    }
    result[0] ^= rc; /* 3.2.5 iota */
}

/* 3.3, 3.4: Keccak-p[1600, rounds], the last rounds of Keccak-f[1600]. `rounds` is even. */
static ALWAYS_INLINE void permute(uint64_t *state, unsigned rounds) {
    uint64_t A[25];
    uint64_t B[25];
    memcpy(A, state, sizeof A);
    for (unsigned i_r = ROUNDS - rounds; i_r < ROUNDS; i_r += 2) {
        apply_round(B, A, RC[i_r]);
        apply_round(A, B, RC[i_r + 1]);
    }
    memcpy(state, A, sizeof A);
}

static void keccak_p(uint64_t *state, unsigned rounds) { permute(state, rounds); }

#ifdef FAIRHASH_X86
/* The same source compiled with BMI: ANDN computes half of chi, and RORX rotates without overwriting its source. */
__attribute__((target("bmi,bmi2"))) static void keccak_p_bmi2(uint64_t *state, unsigned rounds) { permute(state, rounds); }
#endif

static void start(fairhash_context *context) {
    (void)context;
    call_once(&constants_once, make_constants);
}

void fairhash_keccak_absorb(uint64_t *state, unsigned rounds, const uint8_t *blocks, size_t count, size_t lanes) {
#ifdef FAIRHASH_X86
    if (fairhash_cpu_has(FAIRHASH_CPU_AVX512VL)) {
        fairhash_keccak_absorb_avx512vl(state, RC + ROUNDS - rounds, rounds, blocks, count, lanes);
        return;
    }
    void (*const p)(uint64_t *, unsigned) = fairhash_cpu_has(FAIRHASH_CPU_BMI2) ? keccak_p_bmi2 : keccak_p;
#else
    void (*const p)(uint64_t *, unsigned) = keccak_p;
#endif
    for (; count > 0; count--) {
        for (size_t i = 0; i < lanes; i++) {
            state[i] ^= load_le64(blocks + 8 * i);
        }
        p(state, rounds);
        blocks += 8 * lanes;
    }
}

void fairhash_keccak_permute(uint64_t *state, unsigned rounds) {
    static const uint8_t NO_LANES[1] = {0};
    fairhash_keccak_absorb(state, rounds, NO_LANES, 1, 0);
}

unsigned fairhash_keccak_rounds(const fairhash_algorithm *algorithm) {
    return algorithm->variant == TURBO ? TURBO_ROUNDS : ROUNDS;
}

/* 4 Sponge construction, Algorithm 8 steps 5 and 6. */
static void absorb(fairhash_context *context, const uint8_t *blocks, size_t count) {
    const fairhash_algorithm *algorithm = context->algorithm;
    fairhash_keccak_absorb(context->state.w64, fairhash_keccak_rounds(algorithm), blocks, count, algorithm->block_bits / 64);
}

/* Sets bit `position`. Bit 0 of a byte is its least significant bit (B.1). */
static void set_bit(uint8_t *tail, size_t position) { tail[position / 8] |= (uint8_t)(1U << position % 8); }

/* Rounds `bits` up to a multiple of `step`. */
static size_t round_up(size_t bits, size_t step) { return (bits + step - 1) / step * step; }

static size_t pad(const fairhash_algorithm *algorithm, uint8_t *tail, size_t fill_bits, uint64_t message_bits) {
    (void)message_bits;
    const size_t rate = algorithm->block_bits;
    size_t end = fill_bits;
    switch ((enum variant)algorithm->variant) {
    case KECCAK_R2: /* Keccak specifications version 2: pad(M, 8) || enc(d, 8) || enc(r/8, 8), padded to r bits */
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
    case TURBO: /* RFC 9861, 2.2: messages are whole bytes */
        tail[end / 8] = algorithm->parameters.domain == 0 ? TURBO_DOMAIN : algorithm->parameters.domain;
        end = round_up(end + 8, rate);
        tail[end / 8 - 1] ^= 0x80;
        return end / 8;
    case KECCAK:
        break;
    }
    /* 5.1 pad10*1 */
    set_bit(tail, end);
    end = round_up(end + 2, rate);
    set_bit(tail, end - 1);
    return end / 8;
}

void fairhash_keccak_squeeze(uint64_t *state, unsigned rounds, size_t rate_bytes, uint8_t *bytes, uint64_t count) {
    for (; count > rate_bytes; count -= rate_bytes) {
        write_le64(bytes, state, rate_bytes);
        bytes += rate_bytes;
        fairhash_keccak_permute(state, rounds);
    }
    write_le64(bytes, state, (size_t)count);
}

/* 4 Sponge construction, Algorithm 8 steps 7 to 10. */
static void output(fairhash_context *context, uint8_t *digest, uint64_t digest_bits) {
    const fairhash_algorithm *algorithm = context->algorithm;
    fairhash_keccak_squeeze(context->state.w64, fairhash_keccak_rounds(algorithm), algorithm->block_bits / 8, digest,
                            count_bytes(digest_bits));
}

extern const fairhash_family fairhash_keccak;

/* The capacity is twice the digest size. The Keccak submission uses the partial bytes of the SHA-3 competition. */
#define SPONGE(name, csv, version, digest, rate, order, variant_value, xof)                                                    \
    {                                                                                                                          \
        .id = (name), .family = "keccak", .csv_algorithm = (csv), .csv_version = (version), .digest_bits = (digest),           \
        .block_bits = (rate), .free_output = (xof), .bit_order = (order), .variant = (variant_value),                          \
        .functions = &fairhash_keccak                                                                                          \
    }
#define FIXED(prefix, csv, version, digest, order, variant_value)                                                              \
    SPONGE(prefix "-" #digest, csv, version, digest, 1600 - 2 * digest, order, variant_value, false)
#define ALL_SIZES(prefix, csv, version, order, variant_value)                                                                  \
    FIXED(prefix, csv, version, 224, order, variant_value), FIXED(prefix, csv, version, 256, order, variant_value),            \
        FIXED(prefix, csv, version, 384, order, variant_value), FIXED(prefix, csv, version, 512, order, variant_value)

/* RFC 9861, 2: TurboSHAKE with the domain separation byte TURBO_DOMAIN, unless fairhash_configure() has selected another. */
#define TURBO_SHAKE(bits, digest, rate)                                                                                        \
    {                                                                                                                          \
        .id = "turboshake" #bits, .family = "keccak", .csv_algorithm = "TurboSHAKE" #bits, .csv_version = "RFC9861-D1F",       \
        .digest_bits = (digest), .block_bits = (rate), .free_output = true, .bit_order = FAIRHASH_LSB_FIRST,                   \
        .variant = TURBO, .functions = &fairhash_keccak, .whole_bytes = true, .takes_domain = true                             \
    }

/* RFC 9861, 3: KangarooTwelve. The nodes of the tree are no whole blocks, but a message of one node is. */
#define KT(bits, csv, digest, rate)                                                                                            \
    {                                                                                                                          \
        .id = "kt" #bits, .family = "keccak", .csv_algorithm = (csv), .csv_version = "RFC9861", .digest_bits = (digest),       \
        .block_bits = (rate), .needs_bits = true, .free_output = true, .bit_order = FAIRHASH_LSB_FIRST, .variant = (bits),     \
        .functions = &fairhash_kangarootwelve, .whole_bytes = true, .max_customization_bytes = SIZE_MAX / 16,                  \
        .affixes = &fairhash_kangarootwelve_affixes                                                                            \
    }

static const fairhash_algorithm ALGORITHMS[] = {
    ALL_SIZES("keccak", "Keccak", "r3", FAIRHASH_LSB_FIRST_HIGH_PARTIAL, KECCAK),
    ALL_SIZES("keccak-r2", "Keccak", "r2", FAIRHASH_LSB_FIRST_HIGH_PARTIAL, KECCAK_R2),
    ALL_SIZES("sha3", "SHA-3", "FIPS202", FAIRHASH_LSB_FIRST, SHA3),
    SPONGE("shake128", "SHAKE128", "FIPS202", 256, 1344, FAIRHASH_LSB_FIRST, SHAKE, true),
    SPONGE("shake256", "SHAKE256", "FIPS202", 512, 1088, FAIRHASH_LSB_FIRST, SHAKE, true),
    TURBO_SHAKE(128, 256, 1344),
    TURBO_SHAKE(256, 512, 1088),
    KT(128, "KangarooTwelve", 256, 1344),
    KT(256, "KT256", 512, 1088),
};

const fairhash_family fairhash_keccak = {ALGORITHMS, LENGTH(ALGORITHMS), start, absorb, pad, output};
