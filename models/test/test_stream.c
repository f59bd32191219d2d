/* SPDX-License-Identifier: Apache-2.0 */
/* Compares streams with headers written by hand (the format is in fairhash.h) and with the padded message. */
#include "check.h"

enum { MAX_WORDS = MAX_MESSAGE_BYTES };

/* SHA-256 of 1030 bits in three segments of one block, with and without the number of bits and of output bytes in the header. */
static void test_headers(void) {
    const uint64_t segments[] = {1, 1, 1};
    const uint64_t bits = 1030;
    const uint8_t message[129] = {0};
    static const struct {
        unsigned word_bits;
        bool needs_bits;
        bool free_output;
        uint64_t first[2]; /* header of the first two segments: length 16 words, not the last segment */
        uint64_t last[6];  /* of the third segment: length 16 words, last segment, 1030 - 1024 = 6 message bits, 32 output bytes */
        size_t first_words, last_words;
    } cases[] = {
        {64, false, false, {0x2000000000}, {0x2100000006}, 1, 1},
        {64, true, false, {0x2000000000}, {0x2100000006}, 1, 1},
        {64, false, true, {0x2000000000}, {0x2100000020}, 1, 1},
        {64, true, true, {0x2000000000}, {0x2100000006, 0x2000000000}, 1, 2},
        {32, false, false, {0x20}, {0x21}, 1, 1},
        {32, true, false, {0x20}, {0x21, 6}, 1, 2},
        {32, false, true, {0x20}, {0x21, 32}, 1, 2},
        {32, true, true, {0x20}, {0x21, 6, 32}, 1, 3},
        {16, false, false, {0, 0x20}, {0, 0x21}, 2, 2},
        {16, true, false, {0, 0x20}, {0, 0x21, 0, 6}, 2, 4},
        {16, false, true, {0, 0x20}, {0, 0x21, 0, 32}, 2, 4},
        {16, true, true, {0, 0x20}, {0, 0x21, 0, 6, 0, 32}, 2, 6},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        fairhash_algorithm algorithm = *fairhash_find("sha-256");
        algorithm.needs_bits = cases[i].needs_bits;
        algorithm.free_output = cases[i].free_output;
        const size_t block_words = 512 / cases[i].word_bits;
        const size_t first = cases[i].first_words;
        const size_t second_offset = first + block_words;
        const size_t last_offset = 2 * second_offset;
        uint64_t words[MAX_WORDS];
        uint64_t count = 0;
        CHECK(fairhash_stream_words(&algorithm, cases[i].word_bits, bits, segments, 3, &count) == FAIRHASH_OK, "case", i);
        CHECK(count == last_offset + cases[i].last_words + block_words, "case", i);
        CHECK(fairhash_stream(&algorithm, cases[i].word_bits, message, bits, segments, 3, algorithm.digest_bits, words, count) == FAIRHASH_OK, "case",
              i);
        CHECK(memcmp(words, cases[i].first, first * sizeof words[0]) == 0, "case", i);
        CHECK(memcmp(words + second_offset, cases[i].first, first * sizeof words[0]) == 0, "case", i);
        CHECK(memcmp(words + last_offset, cases[i].last, cases[i].last_words * sizeof words[0]) == 0, "case", i);
        CHECK(words[count - 1] == bits, "the length that SHA-256 pads with", i);
    }
}

/* The words of a stream without the headers are the padded message, for any division into segments. */
static void check_segments(const fairhash_algorithm *algorithm, unsigned word_bits, size_t bits) {
    static bool message_bits[MAX_MESSAGE_BITS];
    uint8_t message[MAX_MESSAGE_BYTES];
    uint8_t padded[MAX_MESSAGE_BYTES + TAIL_BYTES];
    uint64_t words[MAX_WORDS];
    uint64_t segments[8];
    size_t segment_count = 0;
    uint64_t bytes = 0;
    uint64_t count = 0;
    random_bits(message_bits, bits);
    encode(message_bits, bits, algorithm->bit_order, message);
    CHECK(fairhash_padded_bytes(algorithm, bits, &bytes) == FAIRHASH_OK, algorithm->id, bits);
    CHECK(fairhash_pad(algorithm, message, bits, padded, bytes) == FAIRHASH_OK, algorithm->id, bits);
    const uint64_t blocks = bytes * 8 / algorithm->block_bits;
    uint64_t previous_blocks = 0;
    const uint64_t message_blocks = bits / algorithm->block_bits;
    while (previous_blocks < message_blocks && segment_count < LENGTH(segments) - 1) {
        const uint64_t segment_blocks = 1 + random_below(message_blocks - previous_blocks);
        if (previous_blocks + segment_blocks == blocks) {
            break;
        }
        segments[segment_count++] = segment_blocks;
        previous_blocks += segment_blocks;
    }
    segments[segment_count++] = blocks - previous_blocks;
    CHECK(fairhash_stream_words(algorithm, word_bits, bits, segments, segment_count, &count) == FAIRHASH_OK, algorithm->id,
          bits);
    CHECK(count <= MAX_WORDS, algorithm->id, bits);
    CHECK(fairhash_stream(algorithm, word_bits, message, bits, segments, segment_count, algorithm->digest_bits, words, count - 1) == FAIRHASH_TOO_SMALL,
          algorithm->id, bits);
    CHECK(fairhash_stream(algorithm, word_bits, message, bits, segments, segment_count, algorithm->digest_bits, words, count) == FAIRHASH_OK,
          algorithm->id, bits);
    const uint64_t *word = words;
    const uint8_t *byte = padded;
    for (size_t s = 0; s < segment_count; s++) {
        const bool last = s + 1 == segment_count;
        const unsigned fields = 1 + (last && algorithm->needs_bits ? 1 : 0) + (last && algorithm->free_output ? 1 : 0);
        word += word_bits == 64 ? (fields + 1) / 2 : (word_bits == 16 ? 2 : 1) * fields;
        for (uint64_t i = 0; i < segments[s] * algorithm->block_bits / word_bits; i++, word++) {
            for (unsigned shift = word_bits; shift > 0; shift -= 8) {
                CHECK(*byte++ == (*word >> (shift - 8) & 0xff), algorithm->id, bits);
            }
        }
    }
    CHECK(word == words + count && byte == padded + bytes, algorithm->id, bits);
}

void test_stream(void) {
    test_headers();
    for (size_t i = 0; i < fairhash_count(); i++) {
        const fairhash_algorithm *algorithm = fairhash_at(i);
        for (unsigned word_bits = 16; word_bits <= 64; word_bits *= 2) {
            if (algorithm->block_bits % word_bits != 0) {
                continue;
            }
            for (size_t n = 0; n < 20; n++) {
                check_segments(algorithm, word_bits, (size_t)random_below(4 * algorithm->block_bits + 1));
                check_segments(algorithm, word_bits, n % 5 * algorithm->block_bits);
            }
        }
    }
}
