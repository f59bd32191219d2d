/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Messages of more than 2^32 bits, without hashing them. The test sets the number of blocks in a context and leaves its state
 * unchanged. An algorithm that hashes the message length must have different digests for all lengths.
 */
#include "check.h"
#include "haifa.h"

/* The bits after the skipped ones: fewer than any block has. */
static size_t last_bits(const fairhash_algorithm *algorithm) { return valid_length(algorithm, 27); }

static const uint8_t LAST[] = "end";

/* The skipped lengths in bits, rounded down to whole blocks. The first one is small enough for any counter. */
static const uint64_t SKIPPED[] = {UINT64_C(1) << 16, UINT64_C(1) << 32, UINT64_C(3) << 32, UINT64_C(1) << 33,
                                   UINT64_C(1) << 40, UINT64_C(1) << 48, UINT64_C(1) << 62, UINT64_C(1) << 63};

/* Returns a context that has absorbed `blocks` blocks, with the initial state. */
static fairhash_context skip(const fairhash_algorithm *algorithm, uint64_t blocks) {
    fairhash_context context = initial_context(algorithm);
    context.blocks = blocks;
    context.message_bits = blocks * algorithm->block_bits;
    return context;
}

/* Checks that the padded tail contains the whole length, for families whose specification has a field for it. */
static void check_field(const fairhash_algorithm *algorithm, const uint8_t *tail, size_t length, uint64_t bits) {
    uint64_t field = 0;
    for (size_t i = length - 8; i < length; i++) {
        field = field << 8 | tail[i];
    }
    if (strcmp(algorithm->family, "sha2") == 0) {
        CHECK(field == bits, algorithm->id, bits); /* FIPS 180-4, 5.1: the length in bits */
    } else if (strcmp(algorithm->family, "groestl") == 0) {
        const uint64_t blocks = (bits - last_bits(algorithm)) / algorithm->block_bits + length / (algorithm->block_bits / 8);
        CHECK(field == blocks, algorithm->id, bits); /* Groestl 2.0, 3.6: the padded blocks */
    }
}

static void hash_end(const fairhash_algorithm *algorithm, uint64_t blocks, uint8_t *digest) {
    fairhash_context context = skip(algorithm, blocks);
    const uint64_t bits = context.message_bits + last_bits(algorithm);
    CHECK(fairhash_update(&context, LAST, last_bits(algorithm)) == FAIRHASH_OK, algorithm->id, bits);
    CHECK(fairhash_final(&context, digest, algorithm->digest_bits) == FAIRHASH_OK, algorithm->id, bits);

    uint8_t tail[TAIL_BYTES];
    uint8_t direct_digest[MAX_DIGEST_BYTES];
    uint64_t padded_bytes = 0;
    context = skip(algorithm, blocks);
    context.message_bits = bits;
    const size_t length = fairhash_make_tail(algorithm, LAST, bits, tail);
    CHECK(fairhash_padded_bytes(algorithm, bits, &padded_bytes) == FAIRHASH_OK, algorithm->id, bits);
    CHECK(padded_bytes == (bits - last_bits(algorithm)) / 8 + length, algorithm->id, bits);
    check_field(algorithm, tail, length, bits);
    algorithm->functions->absorb(&context, tail, length / (algorithm->block_bits / 8));
    context.blocks += length / (algorithm->block_bits / 8);
    algorithm->functions->output(&context, direct_digest, algorithm->digest_bits);
    CHECK(memcmp(digest, direct_digest, algorithm->digest_bits / 8) == 0, algorithm->id, bits);
}

static void check_lengths(const fairhash_algorithm *algorithm) {
    uint8_t digests[LENGTH(SKIPPED) + 1][MAX_DIGEST_BYTES];
    hash_end(algorithm, 0, digests[LENGTH(SKIPPED)]);
    for (size_t i = 0; i < LENGTH(SKIPPED); i++) {
        hash_end(algorithm, SKIPPED[i] / algorithm->block_bits, digests[i]);
    }
    const size_t digest_bytes = algorithm->digest_bits / 8;
    const bool counts_length = memcmp(digests[0], digests[LENGTH(SKIPPED)], digest_bytes) != 0;
    for (size_t i = 0; i <= LENGTH(SKIPPED); i++) {
        for (size_t j = 0; j < i; j++) {
            CHECK((memcmp(digests[i], digests[j], digest_bytes) != 0) == counts_length, algorithm->id, SKIPPED[j]);
        }
    }
}

/* A message has fewer than 2^64 bits: a longer update returns an error and changes nothing. */
static void check_limit(const fairhash_algorithm *algorithm) {
    fairhash_context context = skip(algorithm, (UINT64_MAX - 8) / algorithm->block_bits);
    const uint64_t bits_left = UINT64_MAX - context.message_bits;
    const uint8_t message[FAIRHASH_MAX_BLOCK_BYTES + 1] = {0};
    const fairhash_context saved = context;
    CHECK(fairhash_update(&context, message, bits_left + 1) == FAIRHASH_TOO_LONG, algorithm->id, bits_left);
    CHECK(fairhash_update(&context, message, UINT64_MAX) == FAIRHASH_TOO_LONG, algorithm->id, bits_left);
    CHECK(memcmp(&saved, &context, sizeof context) == 0, algorithm->id, bits_left);
    CHECK(fairhash_update(&context, message, bits_left) == FAIRHASH_OK, algorithm->id, bits_left);
    CHECK(fairhash_update(&context, message, 1) == FAIRHASH_TOO_LONG, algorithm->id, 0);
    CHECK(fairhash_update(&context, message, 0) == FAIRHASH_OK, algorithm->id, 0);
}

/* What KangarooTwelve adds after the longest message of whole bytes makes it too long. No function reads the message then. */
static void check_suffix(const fairhash_algorithm *algorithm) {
    const uint64_t bits = UINT64_MAX - 7;
    uint8_t digest[MAX_DIGEST_BYTES] = {0};
    uint64_t bytes = 0;
    fairhash_context context = skip(algorithm, 0);
    context.message_bits = bits;
    const fairhash_context saved = context;
    CHECK(fairhash_final(&context, digest, algorithm->digest_bits) == FAIRHASH_TOO_LONG, algorithm->id, 0);
    CHECK(memcmp(&saved, &context, sizeof context) == 0, algorithm->id, 0);
    CHECK(fairhash_hash(algorithm, LAST, bits, digest, algorithm->digest_bits) == FAIRHASH_TOO_LONG, algorithm->id, 1);
    CHECK(fairhash_padded_bytes(algorithm, bits, &bytes) == FAIRHASH_TOO_LONG, algorithm->id, 2);
    CHECK(fairhash_pad(algorithm, LAST, bits, digest, sizeof digest) == FAIRHASH_TOO_LONG, algorithm->id, 3);
    CHECK(fairhash_stream_words(algorithm, 64, bits, NULL, 0, &bytes) == FAIRHASH_TOO_LONG, algorithm->id, 4);
    CHECK(bytes == 0 && digest[0] == 0, "nothing written", 0);
}

/* The block of padding after the longest message has no message bits, although it starts at bit 2^64 or later. */
static void check_counter(const fairhash_algorithm *algorithm) {
    const fairhash_context context = {.algorithm = algorithm,
                                      .message_bits = UINT64_MAX,
                                      .blocks = UINT64_MAX / algorithm->block_bits};
    CHECK(haifa_counter(&context, 0) == UINT64_MAX, algorithm->id, 0);
    CHECK(haifa_counter(&context, 1) == 0, algorithm->id, 1);
}

void test_long(void) {
    check_counter(fairhash_find("blake-256"));
    check_counter(fairhash_find("echo-256"));
    check_suffix(fairhash_find("kt128"));
    for (size_t i = 0; i < fairhash_count(); i++) {
        /* The end of a message is not at the end of the absorbed bits if there are affixes. */
        if (!fairhash_has_affixes(fairhash_at(i))) {
            check_lengths(fairhash_at(i));
        }
        check_limit(fairhash_at(i));
    }
}
