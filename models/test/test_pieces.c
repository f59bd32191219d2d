/* SPDX-License-Identifier: Apache-2.0 */
/* A digest depends on the message's bits alone, not on how updates cut them. */
#include "check.h"

enum { MESSAGES = 40 };

/* A random length of the next piece: often whole bytes, sometimes none, sometimes all that is left. */
static size_t piece_bits(size_t left) {
    switch (random_below(5)) {
    case 0:
        return 0;
    case 1:
        return left;
    case 2:
        return (size_t)random_below(left + 1) / 8 * 8;
    case 3:
        return (size_t)random_below(left < 16 ? left + 1 : 16);
    default:
        return (size_t)random_below(left + 1);
    }
}

static void check_message(const fairhash_algorithm *algorithm, size_t count) {
    static bool bits[MAX_MESSAGE_BITS];
    uint8_t bytes[MAX_MESSAGE_BYTES];
    uint8_t whole[MAX_DIGEST_BYTES];
    uint8_t pieces[MAX_DIGEST_BYTES];
    random_bits(bits, count);
    encode(bits, count, algorithm->bit_order, bytes);
    CHECK(fairhash_hash(algorithm, bytes, count, whole, algorithm->digest_bits) == FAIRHASH_OK, algorithm->id, count);

    fairhash_context context;
    CHECK(fairhash_init(&context, algorithm) == FAIRHASH_OK, algorithm->id, count);
    for (size_t done = 0, piece = 0; done < count; done += piece) {
        piece = piece_bits(count - done);
        /* Memory of exactly the piece's size lets the address sanitizer see a read beyond it. */
        uint8_t *exact = malloc((piece + 7) / 8 + 1);
        CHECK(exact != NULL, "memory", piece);
        uint8_t *start = exact + 1;
        encode(bits + done, piece, algorithm->bit_order, start);
        CHECK(fairhash_update(&context, start, piece) == FAIRHASH_OK, algorithm->id, count);
        free(exact);
    }
    CHECK(fairhash_final(&context, pieces, algorithm->digest_bits) == FAIRHASH_OK, algorithm->id, count);
    CHECK(memcmp(whole, pieces, (algorithm->digest_bits + 7) / 8) == 0, algorithm->id, count);
}

/* Longer output begins with shorter output, whatever the number of bits. */
static void check_free_output(const fairhash_algorithm *algorithm) {
    uint8_t whole[MAX_MESSAGE_BYTES];
    const uint64_t all = 8 * sizeof whole;
    CHECK(fairhash_hash(algorithm, NULL, 0, whole, all) == FAIRHASH_OK, algorithm->id, all);
    for (uint64_t bits = 1; bits < all; bits += 1 + random_below(200)) {
        uint8_t part[MAX_MESSAGE_BYTES];
        CHECK(fairhash_hash(algorithm, NULL, 0, part, bits) == FAIRHASH_OK, algorithm->id, bits);
        CHECK(memcmp(whole, part, bits / 8) == 0, algorithm->id, bits);
        if (bits % 8 != 0) {
            CHECK(part[bits / 8] == (whole[bits / 8] & (0xff >> (8 - bits % 8))), algorithm->id, bits);
        }
    }
}

void test_pieces(void) {
    for (size_t i = 0; i < fairhash_count(); i++) {
        const fairhash_algorithm *algorithm = fairhash_at(i);
        for (size_t n = 0; n < MESSAGES; n++) {
            check_message(algorithm, (size_t)random_below(4 * algorithm->block_bits + 1));
        }
        for (size_t blocks = 0; blocks <= 4; blocks++) {
            check_message(algorithm, blocks * algorithm->block_bits);
        }
        if (algorithm->free_output) {
            check_free_output(algorithm);
        }
    }
}
