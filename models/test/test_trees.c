/* SPDX-License-Identifier: Apache-2.0 */
/* Tree hash functions: messages of many chunks, in pieces and with all instruction sets. */
#include "check.h"

enum { MAX_BYTES = 300000, LENGTHS = 12 };

static const unsigned ALLOWED[] = {0, FAIRHASH_CPU_AVX2, ~FAIRHASH_CPU_AVX512VL, UINT32_MAX};
static uint8_t message[MAX_BYTES];

/* Returns the length of a message: around a multiple of a chunk, or any. */
static size_t random_length(size_t chunk_bytes) {
    if (random_below(2) == 0) {
        return (size_t)random_below(MAX_BYTES);
    }
    const size_t chunks = 1 + (size_t)random_below(MAX_BYTES / chunk_bytes - 1);
    return chunks * chunk_bytes + (size_t)random_below(3) - 1;
}

static void check_length(const fairhash_algorithm *algorithm, size_t bytes) {
    uint8_t expected[MAX_DIGEST_BYTES];
    uint8_t digest[MAX_DIGEST_BYTES];
    const size_t digest_bytes = algorithm->digest_bits / 8;
    fairhash_cpu_allow(0);
    CHECK(fairhash_hash(algorithm, message, 8 * bytes, expected, algorithm->digest_bits) == FAIRHASH_OK, algorithm->id, bytes);
    for (size_t i = 0; i < LENGTH(ALLOWED); i++) {
        fairhash_cpu_allow(ALLOWED[i]);
        CHECK(fairhash_hash(algorithm, message, 8 * bytes, digest, algorithm->digest_bits) == FAIRHASH_OK, algorithm->id, bytes);
        CHECK(memcmp(digest, expected, digest_bytes) == 0, algorithm->id, bytes);
    }
    fairhash_context context;
    CHECK(fairhash_init(&context, algorithm) == FAIRHASH_OK, algorithm->id, bytes);
    for (size_t offset = 0, piece = 0; offset < bytes; offset += piece) {
        piece = 1 + (size_t)random_below(random_below(2) == 0 ? 100 : bytes);
        piece = piece < bytes - offset ? piece : bytes - offset;
        fairhash_cpu_allow(ALLOWED[random_below(LENGTH(ALLOWED))]);
        CHECK(fairhash_update(&context, message + offset, 8 * piece) == FAIRHASH_OK, algorithm->id, bytes);
    }
    CHECK(fairhash_final(&context, digest, algorithm->digest_bits) == FAIRHASH_OK, algorithm->id, bytes);
    CHECK(memcmp(digest, expected, digest_bytes) == 0, algorithm->id, bytes);
    fairhash_cpu_allow(UINT32_MAX);
}

void test_trees(void) {
    static const struct {
        const char *id;
        size_t chunk_bytes;
    } trees[] = {{"blake3", 1024}, {"kt128", 8192}, {"kt256", 8192}};
    for (size_t i = 0; i < sizeof message; i++) {
        message[i] = (uint8_t)random_below(256);
    }
    for (size_t i = 0; i < LENGTH(trees); i++) {
        for (size_t n = 0; n < LENGTHS; n++) {
            check_length(fairhash_find(trees[i].id), random_length(trees[i].chunk_bytes));
        }
    }
}
