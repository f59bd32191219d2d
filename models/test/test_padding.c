/* SPDX-License-Identifier: Apache-2.0 */
/* The padded message is what the algorithm absorbs: absorbing the blocks of fairhash_pad() gives the digest of the message. */
#include "check.h"

static void check_length(const fairhash_algorithm *algorithm, size_t count) {
    static bool bits[MAX_MESSAGE_BITS];
    uint8_t message[MAX_MESSAGE_BYTES];
    uint8_t padded[MAX_MESSAGE_BYTES + TAIL_BYTES];
    uint8_t digest[MAX_DIGEST_BYTES];
    uint8_t expected[MAX_DIGEST_BYTES];
    const size_t block_bytes = algorithm->block_bits / 8;
    uint64_t length = 0;
    count = valid_length(algorithm, count);
    const uint64_t absorbed_bits = absorbed_length(algorithm, count);
    const fairhash_affix prefix = fairhash_prefix(algorithm);
    random_bits(bits, count);
    encode(bits, count, algorithm->bit_order, message);
    CHECK(fairhash_padded_bytes(algorithm, count, &length) == FAIRHASH_OK, algorithm->id, count);
    CHECK(length % block_bytes == 0 && length * 8 >= absorbed_bits && length <= absorbed_bits / 8 + TAIL_BYTES, algorithm->id, count);
    CHECK(fairhash_pad(algorithm, message, count, padded, length - 1) == FAIRHASH_TOO_SMALL, algorithm->id, count);
    CHECK(fairhash_pad(algorithm, message, count, padded, length) == FAIRHASH_OK, algorithm->id, count);
    CHECK(memcmp(message, padded + fairhash_affix_bytes(&prefix), count / 8) == 0, algorithm->id, count);

    fairhash_context context = initial_context(algorithm);
    context.message_bits = absorbed_bits;
    for (uint64_t offset = 0; offset < length; offset += block_bytes) {
        algorithm->functions->absorb(&context, padded + offset, 1);
        context.blocks++;
    }
    algorithm->functions->output(&context, digest, algorithm->digest_bits);
    CHECK(fairhash_hash(algorithm, message, count, expected, algorithm->digest_bits) == FAIRHASH_OK, algorithm->id, count);
    CHECK(memcmp(digest, expected, algorithm->digest_bits / 8) == 0, algorithm->id, count);
}

void test_padding(void) {
    for (size_t i = 0; i < fairhash_count(); i++) {
        const fairhash_algorithm *algorithm = fairhash_at(i);
        for (size_t count = 0; count <= 2 * algorithm->block_bits + 8; count += count < 16 ? 1 : 1 + random_below(8)) {
            check_length(algorithm, count);
        }
        for (size_t blocks = 1; blocks <= 4; blocks++) {
            for (size_t missing_bits = 0; missing_bits <= 140 && missing_bits <= blocks * algorithm->block_bits;
                 missing_bits++) {
                check_length(algorithm, blocks * algorithm->block_bits - missing_bits);
            }
        }
    }
}
