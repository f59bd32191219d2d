/* SPDX-License-Identifier: Apache-2.0 */
/* The digest does not depend on how a message is divided into updates. */
#include "check.h"

enum { MESSAGES = 40 };

/* Returns a random length of the next update: often whole bytes, sometimes 0, sometimes all remaining bits. */
static size_t random_update_bits(size_t remaining_bits) {
    switch (random_below(5)) {
    case 0:
        return 0;
    case 1:
        return remaining_bits;
    case 2:
        return (size_t)random_below(remaining_bits + 1) / 8 * 8;
    case 3:
        return (size_t)random_below(remaining_bits < 16 ? remaining_bits + 1 : 16);
    default:
        return (size_t)random_below(remaining_bits + 1);
    }
}

static void check_message(const fairhash_algorithm *algorithm, size_t count) {
    static bool bits[MAX_MESSAGE_BITS];
    uint8_t bytes[MAX_MESSAGE_BYTES];
    uint8_t digest[MAX_DIGEST_BYTES];
    uint8_t digest_of_pieces[MAX_DIGEST_BYTES];
    random_bits(bits, count);
    encode(bits, count, algorithm->bit_order, bytes);
    CHECK(fairhash_hash(algorithm, bytes, count, digest, algorithm->digest_bits) == FAIRHASH_OK, algorithm->id, count);

    fairhash_context context;
    CHECK(fairhash_init(&context, algorithm) == FAIRHASH_OK, algorithm->id, count);
    for (size_t offset = 0, update_bits = 0; offset < count; offset += update_bits) {
        update_bits = random_update_bits(count - offset);
        /* The address sanitizer detects a read beyond a memory block of the exact size. */
        uint8_t *memory = malloc((update_bits + 7) / 8 + 1);
        CHECK(memory != NULL, "memory", update_bits);
        uint8_t *start = memory + 1;
        encode(bits + offset, update_bits, algorithm->bit_order, start);
        CHECK(fairhash_update(&context, start, update_bits) == FAIRHASH_OK, algorithm->id, count);
        free(memory);
    }
    CHECK(fairhash_final(&context, digest_of_pieces, algorithm->digest_bits) == FAIRHASH_OK, algorithm->id, count);
    CHECK(memcmp(digest, digest_of_pieces, (algorithm->digest_bits + 7) / 8) == 0, algorithm->id, count);
}

/* A longer output starts with the shorter output, for any number of bits. */
static void check_free_output(const fairhash_algorithm *algorithm) {
    uint8_t digest[MAX_MESSAGE_BYTES];
    const uint64_t all = 8 * sizeof digest;
    CHECK(fairhash_hash(algorithm, NULL, 0, digest, all) == FAIRHASH_OK, algorithm->id, all);
    for (uint64_t bits = 1; bits < all; bits += 1 + random_below(200)) {
        uint8_t part[MAX_MESSAGE_BYTES];
        CHECK(fairhash_hash(algorithm, NULL, 0, part, bits) == FAIRHASH_OK, algorithm->id, bits);
        CHECK(memcmp(digest, part, bits / 8) == 0, algorithm->id, bits);
        if (bits % 8 != 0) {
            CHECK(part[bits / 8] == (digest[bits / 8] & (0xff >> (8 - bits % 8))), algorithm->id, bits);
        }
    }
}

void test_updates(void) {
    for (size_t i = 0; i < fairhash_count(); i++) {
        const fairhash_algorithm *algorithm = fairhash_at(i);
        for (size_t n = 0; n < MESSAGES; n++) {
            check_message(algorithm, valid_length(algorithm, random_below(4 * algorithm->block_bits + 1)));
        }
        for (size_t blocks = 0; blocks <= 4; blocks++) {
            check_message(algorithm, blocks * algorithm->block_bits);
        }
        if (algorithm->free_output) {
            check_free_output(algorithm);
        }
    }
}
