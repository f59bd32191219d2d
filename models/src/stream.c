/* SPDX-License-Identifier: Apache-2.0 */
/* The words that a core receives for a message. fairhash.h describes the format, and docs/interface.md the interface. */
#include "internal.h"

/* The sizes of a stream, computed from valid arguments. */
typedef struct stream_sizes {
    uint64_t blocks;            /* blocks of the padded message */
    uint64_t segment_count;     /* number of segments, at least 1 */
    uint64_t last_blocks;       /* blocks of the last segment */
    uint64_t last_bits;         /* message bits in the last segment */
    uint32_t output_bytes;      /* bytes of output that the header of the last segment requests */
    bool with_bits;             /* the header of the last segment has the number of message bits */
    unsigned header_words;      /* words of the header of every segment except the last */
    unsigned last_header_words; /* words of the header of the last segment */
} stream_sizes;

/* Returns whether the length of a segment fits its header, where it has 31 bits and counts 32-bit words. */
static bool fits_header(const fairhash_algorithm *algorithm, uint64_t blocks) {
    return blocks <= (UINT64_C(0x7fffffff) * 32) / algorithm->block_bits;
}

/* Checks the arguments of fairhash_stream() that it has in common with fairhash_stream_words(), and computes the sizes. */
static fairhash_status compute_stream_sizes(const fairhash_algorithm *algorithm, unsigned word_bits, uint64_t message_bits,
                                            const uint64_t *segments, size_t segment_count, stream_sizes *sizes) {
    if (algorithm == NULL || (segments == NULL && segment_count > 0)) {
        return FAIRHASH_BAD_ARGUMENT;
    }
    if ((word_bits != 16 && word_bits != 32 && word_bits != 64) || algorithm->block_bits % word_bits != 0) {
        return FAIRHASH_BAD_WORD_BITS;
    }
    uint64_t bits = 0;
    const fairhash_status status = fairhash_check_length(algorithm, message_bits, &bits);
    if (status != FAIRHASH_OK) {
        return status;
    }
    uint64_t bytes = 0;
    fairhash_padded_bytes(algorithm, message_bits, &bytes);
    sizes->blocks = bytes / (algorithm->block_bits / 8);
    sizes->segment_count = segment_count == 0 ? 1 : segment_count;
    const uint64_t message_blocks = bits / algorithm->block_bits;
    uint64_t earlier_blocks = 0;
    for (uint64_t i = 0; i + 1 < sizes->segment_count; i++) {
        if (segments[i] == 0 || segments[i] > message_blocks - earlier_blocks) {
            return FAIRHASH_BAD_SEGMENTS;
        }
        if (!fits_header(algorithm, segments[i])) {
            return FAIRHASH_TOO_LONG;
        }
        earlier_blocks += segments[i];
    }
    sizes->last_blocks = sizes->blocks - earlier_blocks;
    sizes->last_bits = bits - earlier_blocks * algorithm->block_bits;
    if (sizes->last_blocks == 0 || (segment_count > 0 && segments[segment_count - 1] != sizes->last_blocks)) {
        return FAIRHASH_BAD_SEGMENTS;
    }
    sizes->with_bits = algorithm->needs_bits || (word_bits == 64 && !algorithm->free_output);
    if (!fits_header(algorithm, sizes->last_blocks) || (sizes->with_bits && sizes->last_bits > UINT32_MAX)) {
        return FAIRHASH_TOO_LONG;
    }
    const unsigned last_fields = 1 + (sizes->with_bits ? 1 : 0) + (algorithm->free_output ? 1 : 0);
    sizes->header_words = word_bits == 16 ? 2 : 1;
    sizes->last_header_words = word_bits == 64 ? (last_fields + 1) / 2 : sizes->header_words * last_fields;
    return FAIRHASH_OK;
}

static uint64_t count_words(const fairhash_algorithm *algorithm, unsigned word_bits, const stream_sizes *sizes) {
    return (sizes->segment_count - 1) * sizes->header_words + sizes->last_header_words +
           sizes->blocks * (algorithm->block_bits / word_bits);
}

fairhash_status fairhash_stream_words(const fairhash_algorithm *algorithm, unsigned word_bits, uint64_t message_bits,
                                      const uint64_t *segments, size_t segment_count, uint64_t *word_count) {
    stream_sizes sizes;
    const fairhash_status status = compute_stream_sizes(algorithm, word_bits, message_bits, segments, segment_count, &sizes);
    if (status != FAIRHASH_OK) {
        return status;
    }
    if (word_count == NULL) {
        return FAIRHASH_BAD_ARGUMENT;
    }
    *word_count = count_words(algorithm, word_bits, &sizes);
    return FAIRHASH_OK;
}

/*
 * Writes the header of a segment. `last` are the sizes of the stream if it is the last segment, else null. Returns the position
 * after the header.
 */
static uint64_t *put_header(uint64_t *words, const fairhash_algorithm *algorithm, unsigned word_bits, uint64_t blocks,
                            const stream_sizes *last) {
    uint32_t fields[3] = {(uint32_t)(blocks * algorithm->block_bits / 32) << 1 | (last != NULL ? 1U : 0U)};
    unsigned field_count = 1;
    if (last != NULL && last->with_bits) {
        fields[field_count++] = (uint32_t)last->last_bits;
    }
    if (last != NULL && algorithm->free_output) {
        fields[field_count++] = last->output_bytes;
    }
    for (unsigned i = 0; i < field_count; i++) {
        if (word_bits == 16) {
            *words++ = fields[i] >> 16;
            *words++ = fields[i] & 0xffff;
        } else if (word_bits == 32) {
            *words++ = fields[i];
        } else if (i % 2 == 0) {
            *words++ = (uint64_t)fields[i] << 32;
        } else {
            words[-1] |= fields[i];
        }
    }
    return words;
}

/* Writes `count` bytes of whole blocks as words. Returns the position after them. */
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

/*
 * Writes the words of a message with affixes. The padded message is first written to the end of the array, which has eight bytes
 * for each word. Words have at most eight bytes, so a word never overwrites a byte that is still to be read.
 */
static void stream_with_affixes(const fairhash_algorithm *algorithm, unsigned word_bits, const uint8_t *message,
                                uint64_t message_bits, const uint64_t *segments, const stream_sizes *sizes, uint64_t *words) {
    const uint64_t block_bytes = algorithm->block_bits / 8;
    const uint64_t bytes = sizes->blocks * block_bytes;
    uint8_t *padded = (uint8_t *)(words + count_words(algorithm, word_bits, sizes)) - bytes;
    fairhash_pad(algorithm, message, message_bits, padded, bytes);
    for (uint64_t i = 0; i < sizes->segment_count; i++) {
        const bool last = i + 1 == sizes->segment_count;
        const uint64_t blocks = last ? sizes->last_blocks : segments[i];
        words = put_header(words, algorithm, word_bits, blocks, last ? sizes : NULL);
        words = put_bytes(words, word_bits, padded, blocks * block_bytes);
        padded += blocks * block_bytes;
    }
}

fairhash_status fairhash_stream(const fairhash_algorithm *algorithm, unsigned word_bits, const uint8_t *message,
                                uint64_t message_bits, const uint64_t *segments, size_t segment_count, uint64_t digest_bits,
                                uint64_t *words, uint64_t capacity) {
    stream_sizes sizes;
    const fairhash_status status = compute_stream_sizes(algorithm, word_bits, message_bits, segments, segment_count, &sizes);
    if (status != FAIRHASH_OK) {
        return status;
    }
    if (words == NULL || (message == NULL && message_bits > 0)) {
        return FAIRHASH_BAD_ARGUMENT;
    }
    if (!fairhash_valid_digest_bits(algorithm, digest_bits)) {
        return FAIRHASH_BAD_DIGEST_BITS;
    }
    const uint64_t output_bytes = count_bytes(digest_bits);
    if (algorithm->free_output && output_bytes > UINT32_MAX) {
        return FAIRHASH_TOO_LONG;
    }
    sizes.output_bytes = (uint32_t)output_bytes;
    if (capacity < count_words(algorithm, word_bits, &sizes)) {
        return FAIRHASH_TOO_SMALL;
    }
    if (fairhash_has_affixes(algorithm)) {
        stream_with_affixes(algorithm, word_bits, message, message_bits, segments, &sizes, words);
        return FAIRHASH_OK;
    }
    const uint64_t block_bytes = algorithm->block_bits / 8;
    for (uint64_t i = 0; i + 1 < sizes.segment_count; i++) {
        words = put_header(words, algorithm, word_bits, segments[i], NULL);
        words = put_bytes(words, word_bits, message, segments[i] * block_bytes);
        message += segments[i] * block_bytes;
    }
    words = put_header(words, algorithm, word_bits, sizes.last_blocks, &sizes);
    uint8_t tail[TAIL_BYTES];
    if (sizes.last_bits == 0) {
        /* The last segment holds only padding. The tail also holds the last block of the message, which is already written. */
        const size_t tail_bytes = fairhash_make_tail(algorithm, NULL, message_bits, tail);
        put_bytes(words, word_bits, tail + tail_bytes - sizes.last_blocks * block_bytes, sizes.last_blocks * block_bytes);
        return FAIRHASH_OK;
    }
    const uint64_t head_bytes = (sizes.last_bits - fairhash_tail_bits(algorithm, message_bits)) / 8;
    const size_t tail_bytes = fairhash_make_tail(algorithm, message + head_bytes, message_bits, tail);
    words = put_bytes(words, word_bits, message, head_bytes);
    put_bytes(words, word_bits, tail, tail_bytes);
    return FAIRHASH_OK;
}
