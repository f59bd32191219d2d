/* SPDX-License-Identifier: Apache-2.0 */
/* Parameters: which of them an algorithm takes, and that all functions of the library use them. */
#include "check.h"

static const uint8_t BYTES[300] = {1, 2, 3};

static fairhash_status configure(const char *id, fairhash_parameters parameters) {
    fairhash_algorithm configured;
    return fairhash_configure(&configured, fairhash_find(id), &parameters);
}

static void test_limits(void) {
    fairhash_algorithm configured;
    const fairhash_parameters none = {0};
    CHECK(fairhash_configure(NULL, fairhash_find("blake3"), &none) == FAIRHASH_BAD_ARGUMENT, "configure", 0);
    CHECK(fairhash_configure(&configured, NULL, &none) == FAIRHASH_BAD_ARGUMENT, "configure", 1);
    CHECK(fairhash_configure(&configured, fairhash_find("blake3"), NULL) == FAIRHASH_BAD_ARGUMENT, "configure", 2);
    CHECK(configure("blake3", (fairhash_parameters){.key_bytes = 32}) == FAIRHASH_BAD_ARGUMENT, "key", 0);
    CHECK(configure("kt128", (fairhash_parameters){.customization_bytes = 1}) == FAIRHASH_BAD_ARGUMENT, "string", 0);
    static const struct {
        const char *id;
        fairhash_parameters parameters;
        fairhash_status expected;
    } cases[] = {
        {"sha-256", {.digest_bits = 256}, FAIRHASH_OK},
        {"sha-256", {.digest_bits = 128}, FAIRHASH_BAD_DIGEST_BITS},
        {"sha-256", {.key = BYTES, .key_bytes = 1}, FAIRHASH_BAD_PARAMETERS},
        {"sha-256", {.customization = BYTES}, FAIRHASH_BAD_PARAMETERS},
        {"sha-256", {.domain = 1}, FAIRHASH_BAD_PARAMETERS},
        {"blake2b-512", {.digest_bits = 8}, FAIRHASH_OK},
        {"blake2b-512", {.digest_bits = 12}, FAIRHASH_BAD_DIGEST_BITS},
        {"blake2b-512", {.digest_bits = 520}, FAIRHASH_BAD_DIGEST_BITS},
        {"blake2b-512", {.key = BYTES, .key_bytes = 64}, FAIRHASH_OK},
        {"blake2b-512", {.key = BYTES, .key_bytes = 65}, FAIRHASH_BAD_PARAMETERS},
        {"blake2b-512", {.key = BYTES, .key_bytes = 0}, FAIRHASH_BAD_PARAMETERS},
        {"blake2s-256", {.key = BYTES, .key_bytes = 33}, FAIRHASH_BAD_PARAMETERS},
        {"blake3", {.key = BYTES, .key_bytes = 31}, FAIRHASH_BAD_PARAMETERS},
        {"blake3", {.key = BYTES, .key_bytes = 32, .customization = BYTES}, FAIRHASH_BAD_PARAMETERS},
        {"blake3", {.digest_bits = 9}, FAIRHASH_OK},
        {"ascon-cxof128", {.customization = BYTES, .customization_bytes = 256}, FAIRHASH_OK},
        {"ascon-cxof128", {.customization = BYTES, .customization_bytes = 257}, FAIRHASH_BAD_PARAMETERS},
        {"ascon-xof128", {.customization = BYTES, .customization_bytes = 1}, FAIRHASH_BAD_PARAMETERS},
        {"turboshake128", {.domain = 0x7f}, FAIRHASH_OK},
        {"turboshake128", {.domain = 0x80}, FAIRHASH_BAD_PARAMETERS},
        {"shake128", {.digest_bits = UINT64_MAX}, FAIRHASH_BAD_DIGEST_BITS},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        CHECK(configure(cases[i].id, cases[i].parameters) == cases[i].expected, cases[i].id, i);
    }
}

/* A message that is not whole bytes is refused, and nothing is written. */
static void test_message_bits(void) {
    const fairhash_algorithm *algorithm = fairhash_find("blake2s-256");
    const uint8_t *message = BYTES;
    const uint64_t bits = 9;
    uint8_t digest[32] = {0};
    uint64_t count = 0;
    fairhash_context context;
    CHECK(fairhash_hash(algorithm, message, bits, digest, 256) == FAIRHASH_BAD_MESSAGE_BITS, "hash", bits);
    CHECK(fairhash_hash_many(algorithm, &message, &bits, digest, 256, 1, 1) == FAIRHASH_BAD_MESSAGE_BITS, "many", bits);
    CHECK(fairhash_padded_bytes(algorithm, bits, &count) == FAIRHASH_BAD_MESSAGE_BITS, "padded", bits);
    CHECK(fairhash_pad(algorithm, message, bits, digest, 32) == FAIRHASH_BAD_MESSAGE_BITS, "pad", bits);
    CHECK(fairhash_stream_words(algorithm, 64, bits, NULL, 0, &count) == FAIRHASH_BAD_MESSAGE_BITS, "words", bits);
    CHECK(fairhash_init(&context, algorithm) == FAIRHASH_OK, "init", 0);
    CHECK(fairhash_update(&context, message, bits) == FAIRHASH_OK, "update", bits);
    CHECK(fairhash_final(&context, digest, 256) == FAIRHASH_BAD_MESSAGE_BITS, "final", bits);
    CHECK(digest[0] == 0 && count == 0, "nothing written", 0);
    CHECK(fairhash_update(&context, message, 7) == FAIRHASH_OK, "update", 16);
    CHECK(fairhash_final(&context, digest, 256) == FAIRHASH_OK, "final", 16);
}

/* Hashing in pieces, of many messages and of padded blocks gives the digest of fairhash_hash(), with parameters too. */
static void check_configured(const fairhash_algorithm *algorithm, size_t message_bytes) {
    const uint64_t digest_bits = algorithm->digest_bits;
    const uint64_t bits = 8 * (uint64_t)message_bytes;
    const uint8_t *message = BYTES;
    uint8_t expected[MAX_DIGEST_BYTES];
    uint8_t digest[MAX_DIGEST_BYTES];
    uint8_t padded[3 * sizeof BYTES];
    uint64_t words[3 * sizeof BYTES];
    uint64_t length = 0;
    uint64_t count = 0;
    CHECK(fairhash_hash(algorithm, message, bits, expected, digest_bits) == FAIRHASH_OK, algorithm->id, bits);
    CHECK(fairhash_hash_many(algorithm, &message, &bits, digest, digest_bits, 1, 1) == FAIRHASH_OK, algorithm->id, bits);
    CHECK(memcmp(digest, expected, digest_bits / 8) == 0, algorithm->id, bits);
    fairhash_context context;
    CHECK(fairhash_init(&context, algorithm) == FAIRHASH_OK, algorithm->id, bits);
    for (uint64_t i = 0; i < bits; i += 8) {
        CHECK(fairhash_update(&context, message + i / 8, 3) == FAIRHASH_OK, algorithm->id, bits);
        const uint8_t rest = (uint8_t)(message[i / 8] >> 3);
        CHECK(fairhash_update(&context, &rest, 5) == FAIRHASH_OK, algorithm->id, bits);
    }
    CHECK(fairhash_final(&context, digest, digest_bits) == FAIRHASH_OK, algorithm->id, bits);
    CHECK(memcmp(digest, expected, digest_bits / 8) == 0, algorithm->id, bits);
    CHECK(fairhash_padded_bytes(algorithm, bits, &length) == FAIRHASH_OK && length <= sizeof padded, algorithm->id, bits);
    CHECK(fairhash_pad(algorithm, message, bits, padded, length) == FAIRHASH_OK, algorithm->id, bits);
    context = initial_context(algorithm);
    context.message_bits = absorbed_length(algorithm, bits);
    algorithm->functions->absorb(&context, padded, length * 8 / algorithm->block_bits);
    context.blocks = length * 8 / algorithm->block_bits;
    algorithm->functions->output(&context, digest, digest_bits);
    CHECK(memcmp(digest, expected, digest_bits / 8) == 0, algorithm->id, bits);
    CHECK(fairhash_stream_words(algorithm, 64, bits, NULL, 0, &count) == FAIRHASH_OK, algorithm->id, bits);
    CHECK(fairhash_stream(algorithm, 64, message, bits, NULL, 0, digest_bits, words, count) == FAIRHASH_OK, algorithm->id, bits);
    CHECK(words[count - 1] == load_be64(padded + length - 8), algorithm->id, bits);
}

/* An algorithm that is configured without parameters is the algorithm itself, at another address. */
static void check_copy(const fairhash_algorithm *algorithm) {
    const fairhash_parameters none = {0};
    fairhash_algorithm copy;
    uint8_t expected[MAX_DIGEST_BYTES];
    uint8_t digest[MAX_DIGEST_BYTES];
    CHECK(fairhash_configure(&copy, algorithm, &none) == FAIRHASH_OK, algorithm->id, 0);
    CHECK(fairhash_hash(algorithm, BYTES, 800, expected, algorithm->digest_bits) == FAIRHASH_OK, algorithm->id, 0);
    CHECK(fairhash_hash(&copy, BYTES, 800, digest, algorithm->digest_bits) == FAIRHASH_OK, algorithm->id, 0);
    CHECK(memcmp(digest, expected, algorithm->digest_bits / 8) == 0, algorithm->id, 0);
}

void test_parameters(void) {
    static const struct {
        const char *id;
        fairhash_parameters parameters;
    } cases[] = {
        {"blake2b-512", {.digest_bits = 72, .key = BYTES, .key_bytes = 5}},
        {"blake2s-256", {.key = BYTES, .key_bytes = 32}},
        {"blake3", {.key = BYTES, .key_bytes = 32}},
        {"blake3", {.customization = BYTES, .customization_bytes = 100}},
        {"ascon-cxof128", {.customization = BYTES, .customization_bytes = 20}},
        {"kt128", {.customization = BYTES, .customization_bytes = 257}},
        {"kt256", {.customization = BYTES, .customization_bytes = 1}},
        {"turboshake256", {.domain = 7}},
    };
    test_limits();
    test_message_bits();
    for (size_t i = 0; i < fairhash_count(); i++) {
        check_copy(fairhash_at(i));
    }
    for (size_t i = 0; i < LENGTH(cases); i++) {
        fairhash_algorithm algorithm;
        CHECK(fairhash_configure(&algorithm, fairhash_find(cases[i].id), &cases[i].parameters) == FAIRHASH_OK, cases[i].id, i);
        for (size_t bytes = 0; bytes <= sizeof BYTES; bytes += 1 + random_below(40)) {
            check_configured(&algorithm, bytes);
        }
    }
}
