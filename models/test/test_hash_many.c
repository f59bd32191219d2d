/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fairhash_hash_many() gives the same digests as fairhash_hash(), for any message lengths, numbers of threads and instruction
 * sets.
 */
#include "check.h"

enum { MAX_COUNT = 40, GUARD = 0xa5 };

static const unsigned ALLOWED[] = {0, FAIRHASH_CPU_AVX2, ~FAIRHASH_CPU_AVX512VL, UINT32_MAX};

typedef struct message_set {
    uint8_t *messages[MAX_COUNT]; /* each message is in a memory block of its exact size */
    uint64_t bits[MAX_COUNT];
    uint8_t expected[MAX_COUNT * MAX_DIGEST_BYTES];
    size_t count;
} message_set;

/* Returns a message length: the same for all messages, or a few bits and one message of 60 blocks, or up to 6 blocks. */
static uint64_t message_length(const fairhash_algorithm *algorithm, size_t pattern, size_t message) {
    switch (pattern) {
    case 0:
        return 3 * (uint64_t)algorithm->block_bits + 8;
    case 1:
        return message == 7 ? 60 * (uint64_t)algorithm->block_bits : random_below(100);
    default:
        return random_below(6 * (uint64_t)algorithm->block_bits);
    }
}

static void make_messages(message_set *set, const fairhash_algorithm *algorithm, uint64_t digest_bits, size_t count,
                          size_t pattern) {
    set->count = count;
    for (size_t i = 0; i < count; i++) {
        set->bits[i] = valid_length(algorithm, message_length(algorithm, pattern, i));
        const size_t bytes = (size_t)(set->bits[i] + 7) / 8;
        set->messages[i] = bytes == 0 ? NULL : malloc(bytes);
        CHECK(bytes == 0 || set->messages[i] != NULL, "memory", bytes);
        for (size_t j = 0; j < bytes; j++) {
            set->messages[i][j] = (uint8_t)random_below(256);
        }
        CHECK(fairhash_hash(algorithm, set->messages[i], set->bits[i], set->expected + i * ((digest_bits + 7) / 8),
                            digest_bits) == FAIRHASH_OK,
              algorithm->id, set->bits[i]);
    }
}

static void check_many(const fairhash_algorithm *algorithm, const message_set *set, uint64_t digest_bits, unsigned threads) {
    uint8_t digests[MAX_COUNT * MAX_DIGEST_BYTES + 1];
    const size_t all_digest_bytes = set->count * (size_t)((digest_bits + 7) / 8);
    memset(digests, GUARD, sizeof digests);
    CHECK(fairhash_hash_many(algorithm, (const uint8_t *const *)set->messages, set->bits, digests, digest_bits, set->count,
                             threads) == FAIRHASH_OK,
          algorithm->id, threads);
    CHECK(memcmp(digests, set->expected, all_digest_bytes) == 0, algorithm->id, set->count);
    CHECK(digests[all_digest_bytes] == GUARD, algorithm->id, set->count);
}

static void check_algorithm(const fairhash_algorithm *algorithm) {
    static const size_t counts[] = {0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 17, MAX_COUNT};
    for (size_t i = 0; i < LENGTH(counts); i++) {
        /* The digest size is not a multiple of 8 in every second case, if the algorithm allows it. */
        const uint64_t digest_bits = algorithm->digest_bits - (algorithm->free_output && i % 2 == 1 ? 4 : 0);
        message_set set;
        make_messages(&set, algorithm, digest_bits, counts[i], i % 3);
        for (size_t j = 0; j < LENGTH(ALLOWED); j++) {
            fairhash_cpu_allow(ALLOWED[j]);
            check_many(algorithm, &set, digest_bits, 1);
        }
        check_many(algorithm, &set, digest_bits, (unsigned)i);
        for (size_t j = 0; j < set.count; j++) {
            free(set.messages[j]);
        }
    }
}

static void check_arguments(const fairhash_algorithm *algorithm) {
    const uint8_t byte = 0;
    const uint8_t *messages[2] = {&byte, NULL};
    uint64_t bits[2] = {8, 1};
    uint8_t digests[2 * MAX_DIGEST_BYTES];
    memset(digests, GUARD, sizeof digests);
    CHECK(fairhash_hash_many(NULL, messages, bits, digests, 256, 1, 1) == FAIRHASH_BAD_ARGUMENT, "hash_many", 0);
    CHECK(fairhash_hash_many(algorithm, NULL, bits, digests, 256, 1, 1) == FAIRHASH_BAD_ARGUMENT, "hash_many", 1);
    CHECK(fairhash_hash_many(algorithm, messages, NULL, digests, 256, 1, 1) == FAIRHASH_BAD_ARGUMENT, "hash_many", 2);
    CHECK(fairhash_hash_many(algorithm, messages, bits, NULL, 256, 1, 1) == FAIRHASH_BAD_ARGUMENT, "hash_many", 3);
    CHECK(fairhash_hash_many(algorithm, messages, bits, digests, 256, 2, 1) == FAIRHASH_BAD_ARGUMENT, "hash_many", 4);
    CHECK(fairhash_hash_many(algorithm, messages, bits, digests, 255, 1, 1) == FAIRHASH_BAD_DIGEST_BITS, "hash_many", 5);
    CHECK(fairhash_hash_many(algorithm, NULL, NULL, NULL, 256, 0, 1) == FAIRHASH_OK, "hash_many", 6);
    for (size_t i = 0; i < sizeof digests; i++) {
        CHECK(digests[i] == GUARD, "nothing written", i);
    }
    bits[1] = 0;
    CHECK(fairhash_hash_many(algorithm, messages, bits, digests, 256, 2, UINT32_MAX) == FAIRHASH_OK, "hash_many", 7);
}

void test_hash_many(void) {
    for (size_t i = 0; i < fairhash_count(); i++) {
        check_algorithm(fairhash_at(i));
    }
    check_arguments(fairhash_find("sha-256"));
}
