/* SPDX-License-Identifier: Apache-2.0 */
/* A padded message as the words a core receives: docs/architecture.md, "A core on the wire". */
#include "internal.h"

/* A checked request. */
typedef struct plan {
    uint64_t blocks;        /* of the padded message */
    uint64_t segment_count; /* at least 1 */
    uint64_t last_blocks;   /* of the last segment */
    uint64_t last_bits;     /* message bits in the last segment */
    unsigned header_words;  /* of a segment that is not the last */
    unsigned last_header_words;
} plan;

/* A header's length field has 31 bits and counts 32-bit words. */
static bool fits_header(const fairhash_algorithm *algorithm, uint64_t blocks) {
    return blocks <= (UINT64_C(0x7fffffff) * 32) / algorithm->block_bits;
}

static fairhash_status make_plan(const fairhash_algorithm *algorithm, unsigned word_bits, uint64_t bits,
                                 const uint64_t *segments, size_t segment_count, plan *made) {
    if (algorithm == NULL || (segments == NULL && segment_count > 0)) {
        return FAIRHASH_BAD_ARGUMENT;
    }
    if ((word_bits != 16 && word_bits != 32 && word_bits != 64) || algorithm->block_bits % word_bits != 0) {
        return FAIRHASH_BAD_WORD_BITS;
    }
    uint64_t bytes = 0;
    fairhash_padded_bytes(algorithm, bits, &bytes);
    made->blocks = bytes / (algorithm->block_bits / 8);
    made->segment_count = segment_count == 0 ? 1 : segment_count;
    const uint64_t message_blocks = bits / algorithm->block_bits;
    uint64_t before = 0;
    for (uint64_t i = 0; i + 1 < made->segment_count; i++) {
        if (segments[i] == 0 || segments[i] > message_blocks - before) {
            return FAIRHASH_BAD_SEGMENTS;
        }
        if (!fits_header(algorithm, segments[i])) {
            return FAIRHASH_TOO_LONG;
        }
        before += segments[i];
    }
    made->last_blocks = made->blocks - before;
    made->last_bits = bits - before * algorithm->block_bits;
    if (made->last_blocks == 0 || (segment_count > 0 && segments[segment_count - 1] != made->last_blocks)) {
        return FAIRHASH_BAD_SEGMENTS;
    }
    if (!fits_header(algorithm, made->last_blocks) ||
        ((word_bits == 64 || algorithm->needs_bits) && made->last_bits > UINT32_MAX)) {
        return FAIRHASH_TOO_LONG;
    }
    made->header_words = word_bits == 16 ? 2 : 1;
    made->last_header_words = word_bits == 64 ? 1 : made->header_words * (algorithm->needs_bits ? 2 : 1);
    return FAIRHASH_OK;
}

static uint64_t plan_words(const fairhash_algorithm *algorithm, unsigned word_bits, const plan *made) {
    return (made->segment_count - 1) * made->header_words + made->last_header_words +
           made->blocks * (algorithm->block_bits / word_bits);
}

fairhash_status fairhash_stream_words(const fairhash_algorithm *algorithm, unsigned word_bits, uint64_t bits,
                                      const uint64_t *segments, size_t segment_count, uint64_t *count) {
    plan made;
    const fairhash_status status = make_plan(algorithm, word_bits, bits, segments, segment_count, &made);
    if (status != FAIRHASH_OK) {
        return status;
    }
    if (count == NULL) {
        return FAIRHASH_BAD_ARGUMENT;
    }
    *count = plan_words(algorithm, word_bits, &made);
    return FAIRHASH_OK;
}

/* Writes 32 bits of a header as words of 16 or 32 bits; returns the place after them. */
static uint64_t *put_32(uint64_t *words, unsigned word_bits, uint32_t value) {
    if (word_bits == 16) {
        *words++ = value >> 16;
        *words++ = value & 0xffff;
    } else {
        *words++ = value;
    }
    return words;
}

/* Writes a segment's header; returns the place after it. `bits` is 0 unless it is the last. */
static uint64_t *put_header(uint64_t *words, const fairhash_algorithm *algorithm, unsigned word_bits, uint64_t blocks, bool last,
                            uint64_t bits) {
    const uint32_t length = (uint32_t)(blocks * algorithm->block_bits / 32);
    const uint32_t first = length << 1 | (last ? 1U : 0U);
    const uint32_t second = (uint32_t)bits;
    if (word_bits == 64) {
        *words++ = (uint64_t)first << 32 | second;
        return words;
    }
    words = put_32(words, word_bits, first);
    return last && algorithm->needs_bits ? put_32(words, word_bits, second) : words;
}

/* Writes whole blocks as words; returns the place after them. */
static uint64_t *put_bytes(uint64_t *words, unsigned word_bits, const uint8_t *bytes, uint64_t count) {
    for (uint64_t i = 0; i < count; i += word_bits / 8) {
        uint64_t word = 0;
        for (unsigned j = 0; j < word_bits / 8; j++) {
            word = word << 8 | bytes[i + j];
        }
        *words++ = word;
    }
    return words;
}

fairhash_status fairhash_stream(const fairhash_algorithm *algorithm, unsigned word_bits, const uint8_t *message, uint64_t bits,
                                const uint64_t *segments, size_t segment_count, uint64_t *words, uint64_t capacity) {
    plan made;
    const fairhash_status status = make_plan(algorithm, word_bits, bits, segments, segment_count, &made);
    if (status != FAIRHASH_OK) {
        return status;
    }
    if (words == NULL || (message == NULL && bits > 0)) {
        return FAIRHASH_BAD_ARGUMENT;
    }
    if (capacity < plan_words(algorithm, word_bits, &made)) {
        return FAIRHASH_TOO_SMALL;
    }
    const uint64_t block_bytes = algorithm->block_bits / 8;
    for (uint64_t i = 0; i + 1 < made.segment_count; i++) {
        words = put_header(words, algorithm, word_bits, segments[i], false, 0);
        words = put_bytes(words, word_bits, message, segments[i] * block_bytes);
        message += segments[i] * block_bytes;
    }
    words = put_header(words, algorithm, word_bits, made.last_blocks, true, made.last_bits);
    uint8_t tail[TAIL_BYTES];
    if (made.last_bits == 0) {
        /* The message ended with the segments before; a tail starts with its last block, which is not part of this one. */
        const size_t length = fairhash_make_tail(algorithm, NULL, bits, tail);
        put_bytes(words, word_bits, tail + length - made.last_blocks * block_bytes, made.last_blocks * block_bytes);
        return FAIRHASH_OK;
    }
    const uint64_t before = (made.last_bits - fairhash_tail_bits(algorithm, bits)) / 8;
    const size_t length = fairhash_make_tail(algorithm, message + before, bits, tail);
    words = put_bytes(words, word_bits, message, before);
    put_bytes(words, word_bits, tail, length);
    return FAIRHASH_OK;
}
