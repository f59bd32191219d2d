/* SPDX-License-Identifier: Apache-2.0 */
/* Padding of a message to whole blocks. */
#include <string.h>

#include "internal.h"

uint8_t fairhash_align_partial_byte(fairhash_bit_order order, uint8_t byte, unsigned bits) {
    switch (order) {
    case FAIRHASH_MSB_FIRST:
        return (uint8_t)(byte & (0xff00U >> bits));
    case FAIRHASH_LSB_FIRST:
        return (uint8_t)(byte & (0xffU >> (8 - bits)));
    case FAIRHASH_LSB_FIRST_HIGH_PARTIAL:
        break;
    }
    return (uint8_t)(byte >> (8 - bits));
}

size_t fairhash_pad_frame(uint8_t *tail, size_t fill_bits, size_t block_bytes, size_t field_bytes) {
    tail[fill_bits / 8] |= (uint8_t)(0x80U >> (fill_bits % 8));
    const size_t needed_bytes = fill_bits / 8 + 1 + field_bytes;
    return (needed_bytes + block_bytes - 1) / block_bytes * block_bytes;
}

size_t fairhash_tail_bits(const fairhash_algorithm *algorithm, uint64_t message_bits) {
    if (message_bits <= algorithm->block_bits) {
        return (size_t)message_bits; /* without a division */
    }
    return (size_t)((message_bits - 1) % algorithm->block_bits) + 1;
}

size_t fairhash_make_tail(const fairhash_algorithm *algorithm, const uint8_t *last, uint64_t message_bits,
                          uint8_t tail[TAIL_BYTES]) {
    const size_t fill_bits = fairhash_tail_bits(algorithm, message_bits);
    memset(tail, 0, TAIL_BYTES);
    if (last != NULL) {
        memcpy(tail, last, fill_bits / 8);
        if (fill_bits % 8 != 0) {
            tail[fill_bits / 8] = fairhash_align_partial_byte(algorithm->bit_order, last[fill_bits / 8], fill_bits % 8);
        }
    }
    return algorithm->functions->pad(algorithm, tail, fill_bits, message_bits);
}

fairhash_status fairhash_padded_bytes(const fairhash_algorithm *algorithm, uint64_t message_bits, uint64_t *padded_bytes) {
    if (algorithm == NULL || padded_bytes == NULL) {
        return FAIRHASH_BAD_ARGUMENT;
    }
    uint64_t bits = 0;
    const fairhash_status status = fairhash_check_length(algorithm, message_bits, &bits);
    if (status != FAIRHASH_OK) {
        return status;
    }
    uint8_t tail[TAIL_BYTES];
    *padded_bytes = (bits - fairhash_tail_bits(algorithm, bits)) / 8 + fairhash_make_tail(algorithm, NULL, bits, tail);
    return FAIRHASH_OK;
}

/* Copies bytes unless there are none. Returns the position after them. */
static uint8_t *put_bytes(uint8_t *target, const uint8_t *bytes, size_t count) {
    if (count > 0) {
        memcpy(target, bytes, count);
    }
    return target + count;
}

static uint8_t *put_affix(uint8_t *target, const fairhash_affix *affix) {
    target = put_bytes(target, affix->start, affix->start_bytes);
    target = put_bytes(target, affix->string, affix->string_bytes);
    return put_bytes(target, affix->end, affix->end_bytes);
}

/* Pads a message with its affixes. A message with a suffix has whole bytes. */
static void pad_with_affixes(const fairhash_algorithm *algorithm, const uint8_t *message, uint64_t message_bits,
                             uint64_t absorbed_bits, uint8_t *padded) {
    const fairhash_affix prefix = fairhash_prefix(algorithm);
    const fairhash_affix suffix = fairhash_suffix(algorithm);
    uint8_t *target = put_affix(padded, &prefix);
    target = put_bytes(target, message, (size_t)count_bytes(message_bits));
    put_affix(target, &suffix);
    const size_t head_bytes = (size_t)((absorbed_bits - fairhash_tail_bits(algorithm, absorbed_bits)) / 8);
    uint8_t tail[TAIL_BYTES];
    const size_t tail_bytes = fairhash_make_tail(algorithm, padded + head_bytes, absorbed_bits, tail);
    memcpy(padded + head_bytes, tail, tail_bytes);
}

fairhash_status fairhash_pad(const fairhash_algorithm *algorithm, const uint8_t *message, uint64_t message_bits,
                             uint8_t *padded, uint64_t capacity) {
    if (algorithm == NULL || padded == NULL || (message == NULL && message_bits > 0)) {
        return FAIRHASH_BAD_ARGUMENT;
    }
    uint64_t length = 0;
    const fairhash_status status = fairhash_padded_bytes(algorithm, message_bits, &length);
    if (status != FAIRHASH_OK) {
        return status;
    }
    if (capacity < length) {
        return FAIRHASH_TOO_SMALL;
    }
    if (fairhash_has_affixes(algorithm)) {
        uint64_t absorbed_bits = 0;
        fairhash_check_length(algorithm, message_bits, &absorbed_bits);
        pad_with_affixes(algorithm, message, message_bits, absorbed_bits, padded);
        return FAIRHASH_OK;
    }
    const uint64_t head_bytes = (message_bits - fairhash_tail_bits(algorithm, message_bits)) / 8;
    uint8_t tail[TAIL_BYTES];
    const size_t tail_bytes =
        fairhash_make_tail(algorithm, message_bits == 0 ? NULL : message + head_bytes, message_bits, tail);
    put_bytes(padded, message, (size_t)head_bytes);
    memcpy(padded + head_bytes, tail, tail_bytes);
    return FAIRHASH_OK;
}
