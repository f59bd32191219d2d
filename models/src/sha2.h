/* SPDX-License-Identifier: Apache-2.0 */
/* Declarations that all implementations of SHA-2 share: the functions and the round of FIPS 180-4. */
#ifndef FAIRHASH_SHA2_H
#define FAIRHASH_SHA2_H

#include "cpu.h"
#include "internal.h"

/*
 * 4.1.2, 4.1.3 Functions of a round. Ch and Maj are the same for both word sizes. They are written with the smallest number of
 * operations.
 */
#define CH(x, y, z) ((((y) ^ (z)) & (x)) ^ (z))
#define MAJ(x, y, z) ((((x) ^ (y)) & ((y) ^ (z))) ^ (y))

static inline uint32_t Sigma0_256(uint32_t x) { return rotr32(x, 2) ^ rotr32(x, 13) ^ rotr32(x, 22); }
static inline uint32_t Sigma1_256(uint32_t x) { return rotr32(x, 6) ^ rotr32(x, 11) ^ rotr32(x, 25); }
static inline uint64_t Sigma0_512(uint64_t x) { return rotr64(x, 28) ^ rotr64(x, 34) ^ rotr64(x, 39); }
static inline uint64_t Sigma1_512(uint64_t x) { return rotr64(x, 14) ^ rotr64(x, 18) ^ rotr64(x, 41); }

/*
 * Prevents the compiler from reordering the additions of a sum. Each round depends on the sum of the previous round, so the
 * terms that are available late must be added last.
 */
#define ORDER_BARRIER(sum) __asm__("" : "+r"(sum))

/*
 * 6.2.2, 6.4.2 step 3, with KW = K_t + W_t. Each round renames the working variables instead of moving them: a..h are
 * v[-t]..v[7-t], with indices modulo 8.
 */
#define VARIABLE(v, t, i) (v)[((i) + 80 - (t)) % 8]
#define STEP(word, Sigma0, Sigma1, v, t, KW)                                                                                   \
    do {                                                                                                                       \
        const word a = VARIABLE(v, t, 0);                                                                                      \
        const word e = VARIABLE(v, t, 4);                                                                                      \
        word sum = VARIABLE(v, t, 7) + (KW) + CH(e, VARIABLE(v, t, 5), VARIABLE(v, t, 6));                                     \
        ORDER_BARRIER(sum);                                                                                                    \
        sum += Sigma1(e); /* T1 */                                                                                             \
        ORDER_BARRIER(sum);                                                                                                    \
        VARIABLE(v, t, 3) += sum;                                                                                              \
        sum += MAJ(a, VARIABLE(v, t, 1), VARIABLE(v, t, 2));                                                                   \
        ORDER_BARRIER(sum);                                                                                                    \
        VARIABLE(v, t, 7) = sum + Sigma0(a);                                                                                   \
    } while (0)

#ifdef FAIRHASH_X86
/*
 * 6.2 or 6.4: hash `count` blocks M into H. K are the constants of 4.2.2 or 4.2.3. Each function needs the instruction sets of
 * the macro before it.
 */
#define FAIRHASH_SHA256_SHANI (FAIRHASH_CPU_SHA | FAIRHASH_CPU_SSSE3)
void fairhash_sha256_shani(uint32_t *H, const uint8_t *M, size_t count, const uint32_t *K);

#define FAIRHASH_SHA512_AVX2 (FAIRHASH_CPU_AVX2 | FAIRHASH_CPU_BMI2)
void fairhash_sha512_avx2(uint64_t *H, const uint8_t *M, size_t count, const uint64_t *K);

#define FAIRHASH_SHA512_AVX512VL (FAIRHASH_SHA512_AVX2 | FAIRHASH_CPU_AVX512VL)
void fairhash_sha512_avx512vl(uint64_t *H, const uint8_t *M, size_t count, const uint64_t *K);
#endif

#endif
