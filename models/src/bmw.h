/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The compression function of Blue Midnight Wish for both word sizes, and an absorb() that uses it. Each implementation
 * compiles this header with its own instruction set.
 */
#ifndef FAIRHASH_BMW_H
#define FAIRHASH_BMW_H

#include "cpu.h"
#include "internal.h"

/*
 * Functions must be inlined into the caller, to be compiled with its instruction set. An implementation that has functions of
 * its own for parts of them defines BMW_INLINE with the instruction set of these.
 */
#ifndef BMW_INLINE
#define BMW_INLINE static ALWAYS_INLINE
#endif

/* The rotation amounts of s_0 ... s_3 and of r_1 ... r_7. K_j is j times K. */
static const unsigned bmw_S_32[4][2] = {{4, 19}, {8, 23}, {12, 25}, {15, 29}};
static const unsigned bmw_S_64[4][2] = {{4, 37}, {13, 43}, {19, 53}, {28, 59}};
static const unsigned bmw_R_32[7] = {3, 7, 13, 16, 19, 23, 27};
static const unsigned bmw_R_64[7] = {5, 11, 27, 32, 37, 43, 53};
#define BMW_K_32 UINT32_C(0x05555555)
#define BMW_K_64 UINT64_C(0x0555555555555555)

/* Word 0 of CONST^final. Word i is i more. */
#define BMW_CONST_FINAL_32 UINT32_C(0xaaaaaaa0)
#define BMW_CONST_FINAL_64 UINT64_C(0xaaaaaaaaaaaaaaa0)

#define WORD uint32_t
#define ROTL rotl32
#define NAME(x) bmw_##x##_32
#define K BMW_K_32
#include "bmw_compress.h"
#undef WORD
#undef ROTL
#undef NAME
#undef K

#define WORD uint64_t
#define ROTL rotl64
#define NAME(x) bmw_##x##_64
#define K BMW_K_64
#ifdef BMW_EXPAND_1_TERMS_64
#define EXPAND_1_TERMS BMW_EXPAND_1_TERMS_64
#endif
#include "bmw_compress.h"
#undef WORD
#undef ROTL
#undef NAME
#undef K

/* Absorbs blocks. Words are little-endian. */
BMW_INLINE void bmw_absorb(fairhash_context *context, const uint8_t *blocks, size_t count) {
    for (; count > 0; count--) {
        if (context->algorithm->block_bits == 512) {
            uint32_t M[16];
            for (unsigned i = 0; i < 16; i++) {
                M[i] = load_le32(blocks + (size_t)4 * i);
            }
            bmw_compress_32(context->state.w32, M);
        } else {
            uint64_t M[16];
            for (unsigned i = 0; i < 16; i++) {
                M[i] = load_le64(blocks + (size_t)8 * i);
            }
            bmw_compress_64(context->state.w64, M);
        }
        blocks += context->algorithm->block_bits / 8;
    }
}

/* Finalization: replaces the double pipe by the result of compressing it as a message with H = CONST^final. */
BMW_INLINE void bmw_finalise(fairhash_context *context) {
    if (context->algorithm->block_bits == 512) {
        uint32_t M[16];
        memcpy(M, context->state.w32, sizeof M);
        for (unsigned i = 0; i < 16; i++) {
            context->state.w32[i] = BMW_CONST_FINAL_32 + i;
        }
        bmw_compress_32(context->state.w32, M);
    } else {
        uint64_t M[16];
        memcpy(M, context->state.w64, sizeof M);
        for (unsigned i = 0; i < 16; i++) {
            context->state.w64[i] = BMW_CONST_FINAL_64 + i;
        }
        bmw_compress_64(context->state.w64, M);
    }
}

#ifdef FAIRHASH_X86
/* absorb() and bmw_finalise() with FAIRHASH_CPU_BMI2, with FAIRHASH_CPU_AVX2 and _BMI2, and with FAIRHASH_CPU_AVX512VL. */
void fairhash_bmw_absorb_bmi2(fairhash_context *context, const uint8_t *blocks, size_t count);
void fairhash_bmw_finalise_bmi2(fairhash_context *context);
void fairhash_bmw_absorb_avx2(fairhash_context *context, const uint8_t *blocks, size_t count);
void fairhash_bmw_finalise_avx2(fairhash_context *context);
void fairhash_bmw_absorb_avx512vl(fairhash_context *context, const uint8_t *blocks, size_t count);
void fairhash_bmw_finalise_avx512vl(fairhash_context *context);
#endif

#endif
