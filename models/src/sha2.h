/* SPDX-License-Identifier: Apache-2.0 */
/* What the forms of SHA-2 share: the functions and the step of FIPS 180-4, and the forms for instruction sets of x86. */
#ifndef FAIRHASH_SHA2_H
#define FAIRHASH_SHA2_H

#include "cpu.h"
#include "internal.h"

/* 4.1.2, 4.1.3 Functions of a round. Ch and Maj are the same for both word sizes, here in their shortest forms. */
#define CH(x, y, z) ((((y) ^ (z)) & (x)) ^ (z))
#define MAJ(x, y, z) ((((x) ^ (y)) & ((y) ^ (z))) ^ (y))

static inline uint32_t Sigma0_256(uint32_t x) { return rotr32(x, 2) ^ rotr32(x, 13) ^ rotr32(x, 22); }
static inline uint32_t Sigma1_256(uint32_t x) { return rotr32(x, 6) ^ rotr32(x, 11) ^ rotr32(x, 25); }
static inline uint64_t Sigma0_512(uint64_t x) { return rotr64(x, 28) ^ rotr64(x, 34) ^ rotr64(x, 39); }
static inline uint64_t Sigma1_512(uint64_t x) { return rotr64(x, 14) ^ rotr64(x, 18) ^ rotr64(x, 41); }

/* Keeps sums in their order: compilers would add early terms late, and each round waits for the sum before it. */
#ifdef __GNUC__
#define SO_FAR(sum) __asm__("" : "+r"(sum))
#else
#define SO_FAR(sum) (void)(sum)
#endif

/*
 * 6.2.2, 6.4.2 step 3, with KW = K_t + W_t. Instead of moving the working variables, each round renames them: a..h are v[-t] to
 * v[7-t] modulo 8. They stay in registers only where every index is a constant, hence in unrolled loops.
 */
#define VARIABLE(v, t, i) (v)[((i) + 80 - (t)) % 8]
#define STEP(word, Sigma0, Sigma1, v, t, KW)                                                                                   \
    do {                                                                                                                       \
        const word a = VARIABLE(v, t, 0);                                                                                      \
        const word e = VARIABLE(v, t, 4);                                                                                      \
        word sum = VARIABLE(v, t, 7) + (KW) + CH(e, VARIABLE(v, t, 5), VARIABLE(v, t, 6));                                     \
        SO_FAR(sum);                                                                                                           \
        sum += Sigma1(e); /* T1 */                                                                                             \
        SO_FAR(sum);                                                                                                           \
        VARIABLE(v, t, 3) += sum;                                                                                              \
        sum += MAJ(a, VARIABLE(v, t, 1), VARIABLE(v, t, 2));                                                                   \
        SO_FAR(sum);                                                                                                           \
        VARIABLE(v, t, 7) = sum + Sigma0(a);                                                                                   \
    } while (0)

#if defined(__GNUC__) && !defined(__clang__)
#define UNROLL _Pragma("GCC unroll 16")
#else
#define UNROLL
#endif

#ifdef FAIRHASH_X86
/* `count` blocks M into H, 6.2 or 6.4, with the constants K of that section. */
#define FAIRHASH_SHA256_SHANI (FAIRHASH_CPU_SHA | FAIRHASH_CPU_SSSE3)
void fairhash_sha256_shani(uint32_t *H, const uint8_t *M, size_t count, const uint32_t *K);

#define FAIRHASH_SHA512_AVX2 (FAIRHASH_CPU_AVX2 | FAIRHASH_CPU_BMI2)
void fairhash_sha512_avx2(uint64_t *H, const uint8_t *M, size_t count, const uint64_t *K);

#define FAIRHASH_SHA512_AVX512VL (FAIRHASH_SHA512_AVX2 | FAIRHASH_CPU_AVX512VL)
void fairhash_sha512_avx512vl(uint64_t *H, const uint8_t *M, size_t count, const uint64_t *K);
#endif

#endif
