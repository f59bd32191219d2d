/* SPDX-License-Identifier: Apache-2.0 */
/* ECHO with the AES instructions. */
#include "echo.h"

#ifdef FAIRHASH_X86

#include <immintrin.h>

__attribute__((target("aes"), always_inline)) static inline void sub_words(word w[WORDS], uint64_t *k) {
    for (unsigned i = 0; i < WORDS; i++) {
        const __m128i first = _mm_aesenc_si128((__m128i)w[i], _mm_cvtsi64_si128((long long)(*k + i)));
        w[i] = (word)_mm_aesenc_si128(first, _mm_setzero_si128());
    }
    *k += WORDS;
}

__attribute__((target("aes"))) void fairhash_echo_absorb_aesni(fairhash_context *context, const uint8_t *blocks, size_t count) {
    echo_compress(context, blocks, count, sub_words);
}

#endif
