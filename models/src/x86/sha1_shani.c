/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SHA-1 with the SHA extensions (Intel SDM, vol. 2B, SHA1RNDS4 and following), which have an instruction for four rounds.
 * Names and sections are those of FIPS 180-4.
 */
#include "sha1.h"

#ifdef FAIRHASH_X86

#include <immintrin.h>

#define TARGET __attribute__((target("sha,ssse3")))

/* Four rounds with the function and constant of round t. The operand that selects the function must be a constant. */
TARGET static inline __m128i four_rounds(__m128i abcd, __m128i e_W, unsigned t) {
    switch (t / 20) {
    case 0:
        return _mm_sha1rnds4_epu32(abcd, e_W, 0);
    case 1:
        return _mm_sha1rnds4_epu32(abcd, e_W, 1);
    case 2:
        return _mm_sha1rnds4_epu32(abcd, e_W, 2);
    default:
        return _mm_sha1rnds4_epu32(abcd, e_W, 3);
    }
}

/*
 * 6.1.2. The instructions need a, and the first word of the message, in the most significant lane. W is a ring buffer of 4
 * vectors of 4 words.
 */
TARGET void fairhash_sha1_shani(uint32_t *H, const uint8_t *M, size_t count) {
    const __m128i byte_order = _mm_set_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    __m128i abcd = _mm_set_epi32((int)H[0], (int)H[1], (int)H[2], (int)H[3]);
    __m128i e = _mm_set_epi32((int)H[4], 0, 0, 0);
    for (; count > 0; count--) {
        const __m128i abcd_before = abcd;
        const __m128i e_before = e;
        __m128i W[4];
        UNROLL
        for (unsigned t = 0; t < 80; t += 4) {
            __m128i *current = &W[t / 4 % 4];
            if (t < 16) {
                *current = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(const void *)(M + (size_t)4 * t)), byte_order);
            } else {
                const __m128i partial = _mm_xor_si128(_mm_sha1msg1_epu32(*current, W[(t / 4 + 1) % 4]), W[(t / 4 + 2) % 4]);
                *current = _mm_sha1msg2_epu32(partial, W[(t / 4 + 3) % 4]);
            }
            /* After four rounds, e is the former a, rotated left by 30 bits. SHA1NEXTE computes this and adds W. */
            const __m128i e_W = t == 0 ? _mm_add_epi32(e, *current) : _mm_sha1nexte_epu32(e, *current);
            e = abcd;
            abcd = four_rounds(abcd, e_W, t);
        }
        e = _mm_sha1nexte_epu32(e, e_before);
        abcd = _mm_add_epi32(abcd, abcd_before);
        M += 64;
    }
    uint32_t lanes[4];
    _mm_storeu_si128((__m128i *)(void *)lanes, abcd);
    for (unsigned i = 0; i < 4; i++) {
        H[i] = lanes[3 - i];
    }
    _mm_storeu_si128((__m128i *)(void *)lanes, e);
    H[4] = lanes[3];
}

#endif
