/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What internal.h guarantees to a family, checked with a family for this test. This family adds no padding to whole blocks. It
 * counts the blocks and identifies the block that contains the last bit of the message.
 */
#include "check.h"

enum { BLOCK_BITS = 64, WHOLE_BLOCKS = 3 };

/*
 * Words of the state: the number of blocks, the number of blocks that could contain the last bit, and whether a block followed
 * such a block.
 */
enum { BLOCKS, LAST_BLOCKS, AFTER_LAST };

static void start(fairhash_context *context) { context->state.w64[BLOCKS] = 0; }

static void absorb(fairhash_context *context, const uint8_t *blocks, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const uint64_t end_bits = (context->blocks + i + 1) * BLOCK_BITS;
        context->state.w64[AFTER_LAST] |= context->state.w64[LAST_BLOCKS];
        context->state.w64[LAST_BLOCKS] += end_bits >= context->message_bits;
        CHECK(context->state.w64[BLOCKS]++ == context->blocks + i, "blocks", context->blocks);
        CHECK(blocks[i * BLOCK_BITS / 8] >> 7 == (context->message_bits > 0), "message", i);
    }
}

/* Pads with zeros to one block. */
static size_t pad(const fairhash_algorithm *algorithm, uint8_t *tail, size_t fill_bits, uint64_t message_bits) {
    const size_t expected = message_bits == 0 ? 0 : (message_bits - 1) % BLOCK_BITS + 1;
    CHECK(algorithm->block_bits == BLOCK_BITS && fill_bits == expected, "fill", message_bits);
    CHECK(tail[BLOCK_BITS / 8] == 0, "zeros after the message", message_bits);
    return BLOCK_BITS / 8;
}

static void output(fairhash_context *context, uint8_t *digest, uint64_t digest_bits) {
    CHECK(digest_bits == 24, "digest_bits", digest_bits);
    for (size_t i = 0; i < 3; i++) {
        digest[i] = (uint8_t)context->state.w64[i];
    }
}

void test_family(void) {
    static const fairhash_family family = {NULL, 0, start, absorb, pad, output};
    const fairhash_algorithm algorithm = {.id = "toy", .digest_bits = 24, .block_bits = BLOCK_BITS, .functions = &family};
    uint8_t message[WHOLE_BLOCKS * BLOCK_BITS / 8];
    memset(message, 0xff, sizeof message);
    for (uint64_t bits = 0; bits <= 8 * sizeof message; bits++) {
        const uint64_t blocks = bits == 0 ? 1 : (bits + BLOCK_BITS - 1) / BLOCK_BITS;
        const uint8_t expected[3] = {(uint8_t)blocks, 1, 0};
        uint8_t digest[3];
        uint64_t padded_bytes = 0;
        CHECK(fairhash_padded_bytes(&algorithm, bits, &padded_bytes) == FAIRHASH_OK, "toy", bits);
        CHECK(padded_bytes == blocks * BLOCK_BITS / 8, "toy", bits);
        for (uint64_t max_piece_bits = 1; max_piece_bits <= bits + 1; max_piece_bits += 1 + random_below(BLOCK_BITS)) {
            fairhash_context context;
            CHECK(fairhash_init(&context, &algorithm) == FAIRHASH_OK, "toy", bits);
            for (uint64_t offset = 0; offset < bits; offset += max_piece_bits) {
                const uint64_t piece_bits = max_piece_bits < bits - offset ? max_piece_bits : bits - offset;
                CHECK(fairhash_update(&context, message, piece_bits) == FAIRHASH_OK, "toy", bits);
            }
            CHECK(fairhash_final(&context, digest, 24) == FAIRHASH_OK, "toy", bits);
            CHECK(memcmp(digest, expected, sizeof expected) == 0, "toy", bits);
        }
    }
    /* Every block of the message may be a segment, because no padding follows. */
    const uint64_t segments[WHOLE_BLOCKS] = {1, 1, 1};
    uint64_t words[2 * WHOLE_BLOCKS];
    CHECK(fairhash_stream(&algorithm, 64, message, 8 * sizeof message, segments, WHOLE_BLOCKS, algorithm.digest_bits, words, 2 * WHOLE_BLOCKS) ==
              FAIRHASH_OK,
          "toy", 0);
    /* The length field counts two 32-bit words. The last header contains 64 message bits. */
    CHECK(words[0] == UINT64_C(4) << 32 && words[4] == (UINT64_C(5) << 32 | 64) && words[5] == UINT64_MAX, "toy", 1);
}
