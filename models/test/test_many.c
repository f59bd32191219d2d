/* SPDX-License-Identifier: Apache-2.0 */
/* Many messages at once get the digests that each gets alone, whatever their lengths, the threads and the processor's forms. */
#include "check.h"

enum { MAX_COUNT = 40, GUARD = 0xa5 };

static const unsigned ALLOWED[] = {0, FAIRHASH_CPU_AVX2, ~FAIRHASH_CPU_AVX512VL, UINT32_MAX};

typedef struct many {
    uint8_t *messages[MAX_COUNT]; /* each in memory of exactly its size */
    uint64_t bits[MAX_COUNT];
    uint8_t expected[MAX_COUNT * MAX_DIGEST_BYTES];
    size_t count;
} many;

/* Lengths of all kinds: the same for all, a few blocks, one much longer than the others. */
static uint64_t length(const fairhash_algorithm *algorithm, size_t kind, size_t message) {
    switch (kind) {
    case 0:
        return 3 * (uint64_t)algorithm->block_bits + 8;
    case 1:
        return message == 7 ? 60 * (uint64_t)algorithm->block_bits : random_below(100);
    default:
        return random_below(6 * (uint64_t)algorithm->block_bits);
    }
}

static void make(many *made, const fairhash_algorithm *algorithm, uint64_t digest_bits, size_t count, size_t kind) {
    made->count = count;
    for (size_t i = 0; i < count; i++) {
        made->bits[i] = length(algorithm, kind, i);
        const size_t bytes = (size_t)(made->bits[i] + 7) / 8;
        made->messages[i] = bytes == 0 ? NULL : malloc(bytes);
        CHECK(bytes == 0 || made->messages[i] != NULL, "memory", bytes);
        for (size_t j = 0; j < bytes; j++) {
            made->messages[i][j] = (uint8_t)random_below(256);
        }
        CHECK(fairhash_hash(algorithm, made->messages[i], made->bits[i], made->expected + i * ((digest_bits + 7) / 8),
                            digest_bits) == FAIRHASH_OK,
              algorithm->id, made->bits[i]);
    }
}

static void check_many(const fairhash_algorithm *algorithm, const many *made, uint64_t digest_bits, unsigned threads) {
    uint8_t digests[MAX_COUNT * MAX_DIGEST_BYTES + 1];
    const size_t size = made->count * (size_t)((digest_bits + 7) / 8);
    memset(digests, GUARD, sizeof digests);
    CHECK(fairhash_hash_many(algorithm, (const uint8_t *const *)made->messages, made->bits, digests, digest_bits, made->count,
                             threads) == FAIRHASH_OK,
          algorithm->id, threads);
    CHECK(memcmp(digests, made->expected, size) == 0, algorithm->id, made->count);
    CHECK(digests[size] == GUARD, algorithm->id, made->count);
}

static void check_algorithm(const fairhash_algorithm *algorithm) {
    static const size_t counts[] = {0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 17, MAX_COUNT};
    for (size_t i = 0; i < LENGTH(counts); i++) {
        /* Half a byte where the size is free. */
        const uint64_t digest_bits = algorithm->digest_bits - (algorithm->free_output && i % 2 == 1 ? 4 : 0);
        many made;
        make(&made, algorithm, digest_bits, counts[i], i % 3);
        for (size_t j = 0; j < LENGTH(ALLOWED); j++) {
            fairhash_cpu_allow(ALLOWED[j]);
            check_many(algorithm, &made, digest_bits, 1);
        }
        check_many(algorithm, &made, digest_bits, (unsigned)i);
        for (size_t j = 0; j < made.count; j++) {
            free(made.messages[j]);
        }
    }
}

static void check_arguments(const fairhash_algorithm *algorithm) {
    const uint8_t byte = 0;
    const uint8_t *messages[2] = {&byte, NULL};
    uint64_t bits[2] = {8, 1};
    uint8_t digests[2 * MAX_DIGEST_BYTES];
    memset(digests, GUARD, sizeof digests);
    CHECK(fairhash_hash_many(NULL, messages, bits, digests, 256, 1, 1) == FAIRHASH_BAD_ARGUMENT, "many", 0);
    CHECK(fairhash_hash_many(algorithm, NULL, bits, digests, 256, 1, 1) == FAIRHASH_BAD_ARGUMENT, "many", 1);
    CHECK(fairhash_hash_many(algorithm, messages, NULL, digests, 256, 1, 1) == FAIRHASH_BAD_ARGUMENT, "many", 2);
    CHECK(fairhash_hash_many(algorithm, messages, bits, NULL, 256, 1, 1) == FAIRHASH_BAD_ARGUMENT, "many", 3);
    CHECK(fairhash_hash_many(algorithm, messages, bits, digests, 256, 2, 1) == FAIRHASH_BAD_ARGUMENT, "many", 4);
    CHECK(fairhash_hash_many(algorithm, messages, bits, digests, 255, 1, 1) == FAIRHASH_BAD_DIGEST_BITS, "many", 5);
    CHECK(fairhash_hash_many(algorithm, NULL, NULL, NULL, 256, 0, 1) == FAIRHASH_OK, "many", 6);
    for (size_t i = 0; i < sizeof digests; i++) {
        CHECK(digests[i] == GUARD, "nothing written", i);
    }
    bits[1] = 0;
    CHECK(fairhash_hash_many(algorithm, messages, bits, digests, 256, 2, UINT32_MAX) == FAIRHASH_OK, "many", 7);
}

void test_many(void) {
    for (size_t i = 0; i < fairhash_count(); i++) {
        check_algorithm(fairhash_at(i));
    }
    check_arguments(fairhash_find("sha-256"));
}
