/* SPDX-License-Identifier: Apache-2.0 */
/* Invalid arguments: functions return the status that fairhash.h documents, and change nothing. */
#include "check.h"

static const uint8_t MESSAGE[256] = {0};

static void test_messages(const fairhash_algorithm *sha256) {
    fairhash_context context = {0};
    fairhash_context saved;
    uint8_t digest[MAX_DIGEST_BYTES];
    CHECK(fairhash_init(NULL, sha256) == FAIRHASH_BAD_ARGUMENT, "init", 0);
    CHECK(fairhash_init(&context, NULL) == FAIRHASH_BAD_ARGUMENT, "init", 1);
    CHECK(fairhash_update(&context, MESSAGE, 8) == FAIRHASH_BAD_STATE, "never started", 0);
    CHECK(fairhash_final(&context, digest, 256) == FAIRHASH_BAD_STATE, "never started", 1);
    CHECK(fairhash_init(&context, sha256) == FAIRHASH_OK, "init", 2);
    CHECK(fairhash_update(&context, MESSAGE, 13) == FAIRHASH_OK, "update", 0);
    saved = context;
    CHECK(fairhash_update(NULL, MESSAGE, 8) == FAIRHASH_BAD_ARGUMENT, "update", 1);
    CHECK(fairhash_update(&context, NULL, 8) == FAIRHASH_BAD_ARGUMENT, "update", 2);
    CHECK(fairhash_update(&context, NULL, 0) == FAIRHASH_OK, "update", 3);
    CHECK(fairhash_update(&context, MESSAGE, UINT64_MAX) == FAIRHASH_TOO_LONG, "update", 4);
    CHECK(fairhash_final(NULL, digest, 256) == FAIRHASH_BAD_ARGUMENT, "final", 0);
    CHECK(fairhash_final(&context, NULL, 256) == FAIRHASH_BAD_ARGUMENT, "final", 1);
    CHECK(fairhash_final(&context, digest, 255) == FAIRHASH_BAD_DIGEST_BITS, "final", 2);
    CHECK(fairhash_final(&context, digest, 0) == FAIRHASH_BAD_DIGEST_BITS, "final", 3);
    CHECK(memcmp(&saved, &context, sizeof context) == 0, "unchanged", 0);
    CHECK(fairhash_final(&context, digest, 256) == FAIRHASH_OK, "final", 4);
    CHECK(fairhash_update(&context, MESSAGE, 8) == FAIRHASH_BAD_STATE, "finished", 0);
    CHECK(fairhash_hash(NULL, MESSAGE, 8, digest, 256) == FAIRHASH_BAD_ARGUMENT, "hash", 0);
    CHECK(fairhash_hash(sha256, NULL, 8, digest, 256) == FAIRHASH_BAD_ARGUMENT, "hash", 1);
    CHECK(fairhash_hash(fairhash_find("shake128"), NULL, 0, digest, 0) == FAIRHASH_BAD_DIGEST_BITS, "hash", 2);
}

static void test_streams(const fairhash_algorithm *sha256) {
    const uint64_t valid[] = {1, 2};            /* 1000 bits have 3 padded blocks and one block without padding */
    const uint64_t padding_in_first[] = {2, 1}; /* padding would start in the first segment */
    const uint64_t empty[] = {0, 3};
    const uint64_t too_many[] = {1, 3};
    const uint64_t too_few[] = {1, 1};
    const uint64_t huge[] = {UINT64_MAX, 4}; /* the sum overflows to 3 */
    uint64_t words[64];
    uint64_t count = 0;
    CHECK(fairhash_stream_words(sha256, 32, 1000, valid, 2, &count) == FAIRHASH_OK && count == 50, "valid", count);
    CHECK(fairhash_stream_words(sha256, 32, 1000, padding_in_first, 2, &count) == FAIRHASH_BAD_SEGMENTS, "padding in first", 0);
    CHECK(fairhash_stream_words(sha256, 32, 1000, empty, 2, &count) == FAIRHASH_BAD_SEGMENTS, "empty", 0);
    CHECK(fairhash_stream_words(sha256, 32, 1000, too_many, 2, &count) == FAIRHASH_BAD_SEGMENTS, "too many", 0);
    CHECK(fairhash_stream_words(sha256, 32, 1000, too_few, 2, &count) == FAIRHASH_BAD_SEGMENTS, "too few", 0);
    CHECK(fairhash_stream_words(sha256, 32, 1000, huge, 2, &count) == FAIRHASH_BAD_SEGMENTS, "huge", 0);
    CHECK(fairhash_stream_words(sha256, 32, 1000, NULL, 2, &count) == FAIRHASH_BAD_ARGUMENT, "null", 0);
    CHECK(fairhash_stream_words(NULL, 32, 1000, NULL, 0, &count) == FAIRHASH_BAD_ARGUMENT, "null", 1);
    CHECK(fairhash_stream_words(sha256, 32, 1000, NULL, 0, NULL) == FAIRHASH_BAD_ARGUMENT, "null", 2);
    CHECK(fairhash_stream(sha256, 32, NULL, 1000, NULL, 0, 256, words, 64) == FAIRHASH_BAD_ARGUMENT, "null", 3);
    CHECK(fairhash_stream(sha256, 32, MESSAGE, 1000, NULL, 0, 256, NULL, 64) == FAIRHASH_BAD_ARGUMENT, "null", 4);
    CHECK(fairhash_stream(sha256, 32, MESSAGE, 1000, NULL, 0, 255, words, 64) == FAIRHASH_BAD_DIGEST_BITS, "digest", 255);
    const fairhash_algorithm *shake128 = fairhash_find("shake128");
    const uint64_t most_bits = UINT64_C(8) * UINT32_MAX; /* of a digest whose bytes a header can count */
    CHECK(fairhash_stream(shake128, 64, MESSAGE, 1000, NULL, 0, 0, words, 64) == FAIRHASH_BAD_DIGEST_BITS, "digest", 0);
    CHECK(fairhash_stream(shake128, 64, MESSAGE, 1000, NULL, 0, most_bits, words, 64) == FAIRHASH_OK, "digest", most_bits);
    CHECK(fairhash_stream(shake128, 64, MESSAGE, 1000, NULL, 0, most_bits + 1, words, 64) == FAIRHASH_TOO_LONG, "digest", 1);
    CHECK(fairhash_stream_words(sha256, 8, 1000, NULL, 0, &count) == FAIRHASH_BAD_WORD_BITS, "word", 8);
    CHECK(fairhash_stream_words(sha256, 0, 1000, NULL, 0, &count) == FAIRHASH_BAD_WORD_BITS, "word", 0);
    fairhash_algorithm small_block = *sha256;
    small_block.block_bits = 32;
    CHECK(fairhash_stream_words(&small_block, 64, 0, NULL, 0, &count) == FAIRHASH_BAD_WORD_BITS, "block", 32);
    /* 2^32 message bits do not fit the header for 64-bit words. Other headers of SHA-256 do not contain the number of bits. */
    CHECK(fairhash_stream_words(sha256, 64, UINT64_C(1) << 32, NULL, 0, &count) == FAIRHASH_TOO_LONG, "bits", 64);
    CHECK(fairhash_stream_words(sha256, 32, UINT64_C(1) << 32, NULL, 0, &count) == FAIRHASH_OK, "bits", 32);
    CHECK(fairhash_stream_words(sha256, 32, UINT64_C(1) << 36, NULL, 0, &count) == FAIRHASH_TOO_LONG, "length", 32);
}

void test_arguments(void) {
    const fairhash_algorithm *sha256 = fairhash_find("sha-256");
    uint8_t padded[256];
    uint64_t bytes = 0;
    CHECK(sha256 != NULL && fairhash_find("sha-257") == NULL && fairhash_find(NULL) == NULL, "find", 0);
    CHECK(fairhash_at(fairhash_count()) == NULL, "at", 0);
    for (size_t i = 0; i < fairhash_count(); i++) {
        CHECK(fairhash_find(fairhash_at(i)->id) == fairhash_at(i), fairhash_at(i)->id, i);
    }
    const char *unknown = fairhash_status_text((fairhash_status)(FAIRHASH_BAD_PARAMETERS + 1));
    for (int status = FAIRHASH_OK; status <= FAIRHASH_BAD_PARAMETERS; status++) {
        CHECK(strcmp(fairhash_status_text((fairhash_status)status), unknown) != 0, "text", status);
    }
    CHECK(fairhash_padded_bytes(NULL, 0, &bytes) == FAIRHASH_BAD_ARGUMENT, "padded", 0);
    CHECK(fairhash_padded_bytes(sha256, 0, NULL) == FAIRHASH_BAD_ARGUMENT, "padded", 1);
    CHECK(fairhash_pad(NULL, MESSAGE, 8, padded, 64) == FAIRHASH_BAD_ARGUMENT, "pad", 0);
    CHECK(fairhash_pad(sha256, NULL, 8, padded, 64) == FAIRHASH_BAD_ARGUMENT, "pad", 1);
    CHECK(fairhash_pad(sha256, MESSAGE, 8, NULL, 64) == FAIRHASH_BAD_ARGUMENT, "pad", 2);
    test_messages(sha256);
    test_streams(sha256);
}
