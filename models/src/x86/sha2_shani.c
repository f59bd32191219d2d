/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SHA-224 and SHA-256 with the SHA extensions (Intel SDM, vol. 2B, SHA256RNDS2 and following), which have an instruction for
 * two rounds. Names and sections are those of FIPS 180-4.
 */
#include "sha2.h"

#ifdef FAIRHASH_X86

#include <immintrin.h>

/* Returns the lower half of `low` and the upper half of `high`. */
__attribute__((target("ssse3"), always_inline)) static inline __m128i select_halves(__m128i low, __m128i high) {
    return _mm_castpd_si128(_mm_shuffle_pd(_mm_castsi128_pd(low), _mm_castsi128_pd(high), 2));
}

/*
 * 6.2.2. The instructions need the working variables in two vectors: a, b, e, f and c, d, g, h, from the most significant lane
 * down. The first word of the message must be in the least significant lane. W is a ring buffer of 4 vectors of 4 words.
 */
__attribute__((target("sha,ssse3"))) void fairhash_sha256_shani(uint32_t *H, const uint8_t *M, size_t count,
                                                                const uint32_t *K) {
    const __m128i big_endian = _mm_set_epi8(12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3);
    /*
     * The words of H move in vectors. With -march=native, GCC 12 used vectors of 256 bits for single words. The instructions of
     * SHA-256 have no VEX encoding, and the function took 130 times as long (Sapphire Rapids).
     */
    const __m128i cdab = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(const void *)H), 0xb1);
    const __m128i efgh = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(const void *)(H + 4)), 0x1b);
    __m128i abef = _mm_alignr_epi8(cdab, efgh, 8);
    __m128i cdgh = select_halves(efgh, cdab);
    for (; count > 0; count--) {
        const __m128i abef_before = abef;
        const __m128i cdgh_before = cdgh;
        __m128i W[4];
        UNROLL
        for (unsigned t = 0; t < 64; t += 4) {
            __m128i *current = &W[t / 4 % 4];
            if (t < 16) {
                *current = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(const void *)(M + (size_t)4 * t)), big_endian);
            } else {
                const __m128i last = W[(t / 4 + 3) % 4];
                const __m128i W_t_minus_7 = _mm_alignr_epi8(last, W[(t / 4 + 2) % 4], 4);
                const __m128i partial = _mm_add_epi32(_mm_sha256msg1_epu32(*current, W[(t / 4 + 1) % 4]), W_t_minus_7);
                *current = _mm_sha256msg2_epu32(partial, last);
            }
            /*
             * After two rounds, the former a, b, e, f are c, d, g, h. The two vectors therefore swap roles after two rounds,
             * and again after four.
             */
            const __m128i KW = _mm_add_epi32(_mm_loadu_si128((const __m128i *)(const void *)(K + t)), *current);
            cdgh = _mm_sha256rnds2_epu32(cdgh, abef, KW);
            abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_unpackhi_epi64(KW, KW));
        }
        abef = _mm_add_epi32(abef, abef_before);
        cdgh = _mm_add_epi32(cdgh, cdgh_before);
        M += 64;
    }
    const __m128i feba = _mm_shuffle_epi32(abef, 0x1b);
    const __m128i dchg = _mm_shuffle_epi32(cdgh, 0xb1);
    _mm_storeu_si128((__m128i *)(void *)H, select_halves(feba, dchg));
    _mm_storeu_si128((__m128i *)(void *)(H + 4), _mm_alignr_epi8(dchg, feba, 8));
}

#endif
