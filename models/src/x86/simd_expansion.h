/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A template of the message expansion of SIMD with vectors of 16-bit field elements. Each 128 bits of a vector hold eight
 * points of one block. If n = 4, these are all points for one value of a (see below). If n = 8, they are half of them. The
 * order of the results is the order in the expanded message.
 *
 * The including file defines
 *
 *     EXPANSION_TARGET: the attribute that selects the instruction set
 *     VECTOR_BYTES: the size of a vector
 *     VECTOR(name): the intrinsic of that name
 *     integers: the vector type of these intrinsics
 *     eight_bytes(blocks, offset): loads the eight bytes at `offset` of one block for each 128 bits, as 16-bit elements
 *
 * The transform of 32n points is split three times. Even and odd outputs are two transforms with half the points, of x_j and
 * of alpha^j x_j. These points are all bytes of the block. With j = Ja + b and k = c + 8d, each of the two transforms is
 *
 *     sum over b of omega^(8bd) omega^(bc) (sum over a of omega^(Jac) x_j)
 *
 * where J = 2n and omega = alpha^2. omega^J = 4 has order 8, and omega^8 is 4 with order 8 (n = 4) or 2 with order 16 (n = 8),
 * so both sums need only shifts.
 */
#define EXPANSION_INLINE static inline EXPANSION_TARGET __attribute__((always_inline))

/* Field elements. They are signed numbers with an unsigned type, so that arithmetic is modulo 2^16 and overflow is defined. */
typedef uint16_t points __attribute__((vector_size(VECTOR_BYTES)));
typedef int16_t signed_points __attribute__((vector_size(VECTOR_BYTES)));

EXPANSION_INLINE points load_points(const int16_t *p) {
    points x;
    memcpy(&x, p, sizeof x);
    return x;
}

/* Reduces x modulo 257, where 256 is -1. With q = x / 256, rounded, the result is in -128 - q..127 - q. */
EXPANSION_INLINE points reduce(points x) {
    const points q = (points)VECTOR(mulhrs_epi16)((integers)x, VECTOR(set1_epi16)(128));
    points prime = (points)VECTOR(set1_epi16)(SIMD_PRIME);
    __asm__("" : "+v"(prime)); /* prevents the compiler from replacing the multiplication by a shift and an addition */
    return x - q * prime;
}

/* Returns x modulo 257, in -128..128. The intermediate result is in -127..383. */
EXPANSION_INLINE points centre(points x) {
    const points y = (x & 255) - (points)((signed_points)x >> 8);
    return y - ((points)((signed_points)y > 128) & 257);
}

/* Replaces u by u + v, and v by (u - v) 2^shift. butterfly_reduced() is for products that might not fit 16 bits. */
EXPANSION_INLINE void butterfly(points *u, points *v, int shift) {
    const points difference = *u - *v;
    *u += *v;
    *v = difference << shift;
}

EXPANSION_INLINE void butterfly_reduced(points *u, points *v, int shift) {
    const points difference = *u - *v;
    *u += *v;
    *v = reduce(difference) << shift;
}

/*
 * Transforms eight points with the root 4, in place. Element i of the result is output reverse(i). If |input| <= 256 and no
 * two inputs differ by more than 511, then |output| <= 17408.
 */
EXPANSION_INLINE void transform_8(points *v) {
    butterfly(&v[0], &v[4], 0);
    butterfly(&v[1], &v[5], 2);
    butterfly(&v[2], &v[6], 4);
    butterfly(&v[3], &v[7], 6);
    v[5] = reduce(v[5]);
    v[7] = reduce(v[7]);
    for (unsigned i = 0; i < 8; i += 4) {
        butterfly(&v[i], &v[i + 2], 0);
        butterfly(&v[i + 1], &v[i + 3], 4);
    }
    for (unsigned i = 0; i < 8; i += 2) {
        butterfly(&v[i], &v[i + 1], 0);
    }
}

/*
 * Transforms sixteen points with the root 2, in place. Element i of the result is output reverse(i). If |input| <= 226, then
 * |output| <= 30861.
 */
EXPANSION_INLINE void transform_16(points *v) {
    for (int i = 0; i < 7; i++) {
        butterfly(&v[i], &v[i + 8], i);
    }
    butterfly_reduced(&v[7], &v[15], 7);
    v[10] = reduce(v[10]);
    v[11] = reduce(v[11]);
    v[13] = reduce(v[13]);
    v[14] = reduce(v[14]);
    v[15] = reduce(v[15]);
    for (int i = 0; i < 3; i++) {
        butterfly(&v[i], &v[i + 4], 2 * i);
        butterfly(&v[i + 8], &v[i + 12], 2 * i);
    }
    butterfly_reduced(&v[3], &v[7], 6);
    butterfly(&v[11], &v[15], 6);
    v[5] = reduce(v[5]);
    v[7] = reduce(v[7]);
    v[13] = reduce(v[13]);
    v[15] = reduce(v[15]);
    for (unsigned i = 0; i < 16; i += 4) {
        butterfly(&v[i], &v[i + 2], 0);
        butterfly(&v[i + 1], &v[i + 3], 4);
    }
    for (unsigned i = 0; i < 16; i += 2) {
        butterfly(&v[i], &v[i + 1], 0);
    }
}

static const uint8_t BIT_REVERSED_8[8] = {0, 4, 2, 6, 1, 5, 3, 7};
static const uint8_t BIT_REVERSED_16[16] = {0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15};

/* Transposes 8 x 8 elements in each 128 bits of the vectors. */
EXPANSION_INLINE void transpose(points *v) {
    integers s[8];
    integers t[8];
    for (unsigned i = 0; i < 4; i++) {
        s[2 * i] = VECTOR(unpacklo_epi16)((integers)v[i], (integers)v[i + 4]);
        s[2 * i + 1] = VECTOR(unpackhi_epi16)((integers)v[i], (integers)v[i + 4]);
    }
    for (unsigned i = 0; i < 4; i++) {
        t[2 * i] = VECTOR(unpacklo_epi16)(s[i], s[i + 4]);
        t[2 * i + 1] = VECTOR(unpackhi_epi16)(s[i], s[i + 4]);
    }
    for (unsigned i = 0; i < 4; i++) {
        v[2 * i] = (points)VECTOR(unpacklo_epi16)(t[i], t[i + 4]);
        v[2 * i + 1] = (points)VECTOR(unpackhi_epi16)(t[i], t[i + 4]);
    }
}

/* Computes the sums over a, times omega^(bc). The vectors of the result are c = 0..7, and their elements are b. */
EXPANSION_INLINE void first_sums(points *sums, points *x, const simd_tables *table) {
    transform_8(x);
    for (unsigned i = 0; i < 8; i++) {
        const unsigned c = BIT_REVERSED_8[i];
        sums[c] = reduce(x[i]);
        if (c > 0) {
            sums[c] = reduce(sums[c] * load_points(table->omega[c]));
        }
    }
}

/*
 * Computes the first sums of the points x (`even`) and of alpha^j x_j (`odd`). The vectors of the results are b, and their
 * elements are c.
 */
EXPANSION_INLINE void even_and_odd(points *even, points *odd, points *x, const simd_tables *table, points affine) {
    points y[8];
    /* alpha^(16n) is -1, so x_(j + 16n) is added to even outputs and subtracted from odd outputs. */
    for (unsigned a = 0; a < 8; a++) {
        y[a] = reduce((a < 7 ? x[a] : x[a] - affine) * load_points(table->alpha[a]));
    }
    x[7] += affine;
    first_sums(even, x, table);
    first_sums(odd, y, table);
    transpose(even);
    transpose(odd);
}

EXPANSION_INLINE void store_words(uint32_t *W, integers words) { memcpy(W, &words, sizeof words); }

/* n = 4: row i of Z gets four words of each block. `row` is the distance of two rows in words. */
EXPANSION_INLINE void expand_4(uint32_t *Z, size_t row, const uint8_t *const *blocks, const simd_tables *table,
                               const int16_t *affine) {
    points x[8];
    points even[8];
    points odd[8];
    for (unsigned a = 0; a < 8; a++) {
        x[a] = (points)eight_bytes(blocks, (size_t)8 * a);
    }
    even_and_odd(even, odd, x, table, load_points(affine));
    transform_8(even);
    transform_8(odd);
    integers y[2][8]; /* y[0][d] has y_(16d + 2k) in element k, y[1][d] has y_(16d + 2k + 1) */
    for (unsigned i = 0; i < 8; i++) {
        y[0][BIT_REVERSED_8[i]] = (integers)centre(even[i]);
        y[1][BIT_REVERSED_8[i]] = (integers)centre(odd[i]);
    }
    const integers code_0 = VECTOR(set1_epi16)(SIMD_CODE_0);
    const integers code_1 = VECTOR(set1_epi16)(SIMD_CODE_1);
    for (unsigned d = 0; d < 8; d++) {
        const integers low = VECTOR(mullo_epi16)(y[0][d], code_0);
        const integers high = VECTOR(mullo_epi16)(y[1][d], code_0);
        store_words(Z + 2 * d * row, VECTOR(unpacklo_epi16)(low, high));
        store_words(Z + (2 * d + 1) * row, VECTOR(unpackhi_epi16)(low, high));
    }
    for (unsigned parity = 0; parity < 2; parity++) {
        for (unsigned d = 0; d < 4; d++) {
            const integers low = VECTOR(mullo_epi16)(y[parity][d], code_1);
            const integers high = VECTOR(mullo_epi16)(y[parity][d + 4], code_1);
            store_words(Z + (16 + 8 * parity + 2 * d) * row, VECTOR(unpacklo_epi16)(low, high));
            store_words(Z + (17 + 8 * parity + 2 * d) * row, VECTOR(unpackhi_epi16)(low, high));
        }
    }
}

/*
 * n = 8: row i of Z gets the lower four words of each block, and then the upper four words of each block. The points with b =
 * 0..7 and with b = 8..15 are in different vectors, with their own tables and affine elements.
 */
EXPANSION_INLINE void expand_8_halves(uint32_t *Z, const uint8_t *const *blocks, const simd_tables *tables,
                                      const int16_t *lower_affine, const int16_t *upper_affine) {
    enum { HALF = VECTOR_BYTES / 4, ROW = 2 * HALF };
    points y[2][16]; /* even outputs, odd outputs */
    for (unsigned half = 0; half < 2; half++) {
        points x[8];
        for (unsigned a = 0; a < 8; a++) {
            x[a] = (points)eight_bytes(blocks, 16 * a + 8 * half);
        }
        even_and_odd(&y[0][8 * half], &y[1][8 * half], x, &tables[SIMD_TABLES_8_HALVES + half],
                     load_points(half == 0 ? lower_affine : upper_affine));
    }
    const integers code_0 = VECTOR(set1_epi16)(SIMD_CODE_0);
    const integers code_1 = VECTOR(set1_epi16)(SIMD_CODE_1);
    for (unsigned odd = 0; odd < 2; odd++) {
        transform_16(y[odd]);
        for (unsigned i = 0; i < 16; i++) {
            y[odd][i] = centre(y[odd][i]);
        }
        for (unsigned d = 0; d < 8; d++) {
            const integers low = VECTOR(mullo_epi16)((integers)y[odd][BIT_REVERSED_16[d]], code_1);
            const integers high = VECTOR(mullo_epi16)((integers)y[odd][BIT_REVERSED_16[d + 8]], code_1);
            store_words(Z + (16 + 8 * odd + d) * ROW, VECTOR(unpacklo_epi16)(low, high));
            store_words(Z + (16 + 8 * odd + d) * ROW + HALF, VECTOR(unpackhi_epi16)(low, high));
        }
    }
    for (unsigned d = 0; d < 16; d++) {
        const integers low = VECTOR(mullo_epi16)((integers)y[0][BIT_REVERSED_16[d]], code_0);
        const integers high = VECTOR(mullo_epi16)((integers)y[1][BIT_REVERSED_16[d]], code_0);
        store_words(Z + d * ROW, VECTOR(unpacklo_epi16)(low, high));
        store_words(Z + d * ROW + HALF, VECTOR(unpackhi_epi16)(low, high));
    }
}

/*
 * Compresses `count` blocks of each of several messages. final[i] is true if all blocks of message i are final blocks. Each
 * 128 bits of a vector hold four ladders. If n = 4, these are all ladders of a message, and `vectors` vectors hold all
 * messages. If n = 8, the first of two vectors holds the lower four ladders of each message, and the second vector the upper
 * four.
 */
EXPANSION_INLINE void compress_multi(uint32_t *const *chaining, const uint8_t *const *blocks, const bool *final, size_t count,
                                     unsigned n, unsigned vectors, fairhash_simd_ladders *ladders) {
    enum { WORDS = VECTOR_BYTES / 4, GROUPS = WORDS / 4, MAX_VECTORS = 2 };
    alignas(VECTOR_BYTES) uint32_t Z[SIMD_EXPANDED * MAX_VECTORS * WORDS];
    alignas(VECTOR_BYTES) uint32_t H[4 * MAX_VECTORS * WORDS];
    alignas(VECTOR_BYTES) int16_t affine[MAX_VECTORS][2 * WORDS];
    const uint8_t *inputs[SIMD_MAX_MESSAGES];
    const simd_tables *const tables = fairhash_simd_tables();
    const unsigned messages = n == 4 ? GROUPS * vectors : GROUPS;
    for (unsigned i = 0; i < messages; i++) {
        inputs[i] = blocks[i];
    }
    for (unsigned i = 0; i < GROUPS * vectors; i++) { /* each group of four ladders */
        const unsigned message = i % messages;
        const unsigned part = i / messages;
        const simd_tables *const table = &tables[n == 4 ? SIMD_TABLES_4 : SIMD_TABLES_8_HALVES + part];
        memcpy(&affine[i / GROUPS][8 * (i % GROUPS)], table->affine[final[message]], 8 * sizeof affine[0][0]);
        for (unsigned k = 0; k < 4; k++) {
            memcpy(H + (size_t)4 * (GROUPS * vectors * k + i), chaining[message] + (size_t)n * k + (size_t)4 * part, 16);
        }
    }
    for (; count > 0; count--) {
        if (n == 8) {
            expand_8_halves(Z, inputs, tables, affine[0], affine[1]);
        }
        for (unsigned v = 0; n == 4 && v < vectors; v++) {
            expand_4(Z + (size_t)WORDS * v, (size_t)WORDS * vectors, inputs + (size_t)GROUPS * v, &tables[SIMD_TABLES_4],
                     affine[v]);
        }
        ladders(H, inputs, Z);
        for (unsigned i = 0; i < messages; i++) {
            inputs[i] += (size_t)16 * n;
        }
    }
    for (unsigned i = 0; i < GROUPS * vectors; i++) {
        for (unsigned k = 0; k < 4; k++) {
            memcpy(chaining[i % messages] + (size_t)n * k + (size_t)4 * (i / messages),
                   H + (size_t)4 * (GROUPS * vectors * k + i), 16);
        }
    }
}
