/* SPDX-License-Identifier: Apache-2.0 */
/* All implementations of an algorithm give the same digests, also if the implementation changes in the middle of a message. */
#include "check.h"

enum { MESSAGE_BYTES = 3000 };

/* Together they select every implementation that the processor has. */
static const unsigned ALLOWED[] = {0,
                                   FAIRHASH_CPU_SSSE3 | FAIRHASH_CPU_AES,
                                   FAIRHASH_CPU_SSSE3 | FAIRHASH_CPU_AES | FAIRHASH_CPU_SSE41,
                                   FAIRHASH_CPU_SSSE3 | FAIRHASH_CPU_SHA,
                                   FAIRHASH_CPU_BMI2,
                                   FAIRHASH_CPU_AVX2,
                                   FAIRHASH_CPU_AVX2 | FAIRHASH_CPU_BMI2,
                                   FAIRHASH_CPU_AVX512VL,
                                   ~FAIRHASH_CPU_AVX512VL,
                                   ~FAIRHASH_CPU_AVX512BW,
                                   UINT32_MAX};

static uint8_t message[MESSAGE_BYTES];

static void check_algorithm(const fairhash_algorithm *algorithm) {
    uint8_t expected[MAX_DIGEST_BYTES];
    uint8_t digest[MAX_DIGEST_BYTES];
    const size_t digest_bytes = (algorithm->digest_bits + 7) / 8;
    fairhash_cpu_allow(0);
    CHECK(fairhash_hash(algorithm, message, 8 * sizeof message, expected, algorithm->digest_bits) == FAIRHASH_OK, algorithm->id,
          0);
    for (size_t i = 0; i < LENGTH(ALLOWED); i++) {
        fairhash_cpu_allow(ALLOWED[i]);
        CHECK(fairhash_hash(algorithm, message, 8 * sizeof message, digest, algorithm->digest_bits) == FAIRHASH_OK,
              algorithm->id, ALLOWED[i]);
        CHECK(memcmp(digest, expected, digest_bytes) == 0, algorithm->id, ALLOWED[i]);
    }
    fairhash_context context;
    CHECK(fairhash_init(&context, algorithm) == FAIRHASH_OK, algorithm->id, 0);
    for (size_t offset = 0; offset < sizeof message; offset += 100) {
        fairhash_cpu_allow(ALLOWED[random_below(LENGTH(ALLOWED))]);
        CHECK(fairhash_update(&context, message + offset, 800) == FAIRHASH_OK, algorithm->id, offset);
    }
    CHECK(fairhash_final(&context, digest, algorithm->digest_bits) == FAIRHASH_OK, algorithm->id, 0);
    CHECK(memcmp(digest, expected, digest_bytes) == 0, algorithm->id, 1);
}

void test_cpu(void) {
    for (size_t i = 0; i < sizeof message; i++) {
        message[i] = (uint8_t)random_below(256);
    }
    for (size_t i = 0; i < fairhash_count(); i++) {
        check_algorithm(fairhash_at(i));
    }
    fairhash_cpu_allow(0);
    CHECK(fairhash_cpu() == 0, "cpu", fairhash_cpu());
    fairhash_cpu_allow(UINT32_MAX);
}
