/* SPDX-License-Identifier: Apache-2.0 */
/* SHAvite-3 with the AES instructions. A vector is four words of shavite3.c. Names and steps are those of shavite3.c. */
#include "shavite3.h"

#ifdef FAIRHASH_X86

#include <immintrin.h>

#define AES_TARGET __attribute__((target("aes,ssse3")))
#define INLINE __attribute__((target("aes,ssse3"), always_inline)) static inline

/* The message expansion, four words at a time. `step` and `words` count vectors. */
INLINE void expand(__m128i *rk, unsigned words, unsigned step, const counter_addition *additions) {
    for (unsigned i = step; i < words; i++) {
        const __m128i old = rk[i - step];
        if (i / step % 2 == 1) {
            const __m128i rotated = _mm_shuffle_epi32(old, 0x39);
            rk[i] = _mm_xor_si128(_mm_aesenc_si128(rotated, _mm_setzero_si128()), rk[i - 1]);
            if (additions->word == 4 * i) {
                rk[i] = _mm_xor_si128(rk[i], _mm_loadu_si128((const __m128i *)additions->added));
                additions++;
            }
        } else if (step == 4) {
            /* The tap is 3 words, so the last word of the new vector depends on its first word. */
            const __m128i three = _mm_xor_si128(old, _mm_srli_si128(rk[i - 1], 4));
            rk[i] = _mm_xor_si128(three, _mm_slli_si128(three, 12));
        } else {
            /* The tap is 7 words. */
            rk[i] = _mm_xor_si128(old, _mm_alignr_epi8(rk[i - 1], rk[i - 2], 4));
        }
    }
}

INLINE __m128i add_F(__m128i left, __m128i right, const __m128i *rk, unsigned aes_rounds) {
    __m128i x = _mm_xor_si128(right, rk[0]);
    for (unsigned i = 1; i < aes_rounds; i++) {
        x = _mm_aesenc_si128(x, rk[i]);
    }
    return _mm_aesenc_si128(x, left);
}

INLINE void C_256(__m128i h[2], __m128i rk[RK_256 / 4], const counter_addition *additions) {
    expand(rk, RK_256 / 4, 4, additions);
    __m128i left = h[0];
    __m128i right = h[1];
    for (unsigned i = 0; i < ROUNDS_256; i += 2) {
        left = add_F(left, right, rk + (size_t)3 * i, 3);
        right = add_F(right, left, rk + (size_t)3 * i + 3, 3);
    }
    h[0] = _mm_xor_si128(h[0], left);
    h[1] = _mm_xor_si128(h[1], right);
}

INLINE void C_512(__m128i h[4], __m128i rk[RK_512 / 4], const counter_addition *additions) {
    expand(rk, RK_512 / 4, 8, additions);
    __m128i a = h[0];
    __m128i b = h[1];
    __m128i c = h[2];
    __m128i d = h[3];
    for (unsigned i = 0; i < ROUNDS_512; i++) {
        const __m128i new_b = add_F(a, b, rk + (size_t)8 * i, 4);
        const __m128i new_d = add_F(c, d, rk + (size_t)8 * i + 4, 4);
        a = d;
        c = b;
        b = new_b;
        d = new_d;
    }
    h[0] = _mm_xor_si128(h[0], a);
    h[1] = _mm_xor_si128(h[1], b);
    h[2] = _mm_xor_si128(h[2], c);
    h[3] = _mm_xor_si128(h[3], d);
}

AES_TARGET void fairhash_shavite3_absorb_aesni(fairhash_context *context, const uint8_t *blocks, size_t count) {
    const __m128i identity = _mm_set_epi8(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    const __m128i byte_swap = _mm_set_epi8(12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3);
    const __m128i byte_order = context->algorithm->variant == PACKAGE ? byte_swap : identity;
    const unsigned vectors = context->algorithm->block_bits / 128;
    __m128i h[4];
    for (unsigned i = 0; i < vectors / 2; i++) {
        h[i] = _mm_loadu_si128((const __m128i *)context->state.bytes + i);
    }
    for (size_t offset = 0; offset < count; offset++) {
        __m128i rk[RK_512 / 4];
        counter_addition additions[COUNTER_ADDITIONS];
        make_counter_additions(context, offset, additions);
        for (unsigned i = 0; i < vectors; i++) {
            rk[i] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)blocks + i), byte_order);
        }
        if (vectors == 4) {
            C_256(h, rk, additions);
        } else {
            C_512(h, rk, additions);
        }
        blocks += (size_t)16 * vectors;
    }
    for (unsigned i = 0; i < vectors / 2; i++) {
        _mm_storeu_si128((__m128i *)context->state.bytes + i, h[i]);
    }
}

#endif
