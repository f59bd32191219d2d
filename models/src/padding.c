/* SPDX-License-Identifier: Apache-2.0 */
/* Padding a message to whole blocks. */
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
    const size_t needed = fill_bits / 8 + 1 + field_bytes;
    return (needed + block_bytes - 1) / block_bytes * block_bytes;
}

size_t fairhash_tail_bits(const fairhash_algorithm *algorithm, uint64_t message_bits) {
    return message_bits == 0 ? 0 : (size_t)((message_bits - 1) % algorithm->block_bits) + 1;
}

size_t fairhash_make_tail(const fairhash_algorithm *algorithm, const uint8_t *last, uint64_t message_bits,
                          uint8_t tail[TAIL_BYTES]) {
    const size_t fill = fairhash_tail_bits(algorithm, message_bits);
    memset(tail, 0, TAIL_BYTES);
    if (last != NULL) {
        memcpy(tail, last, fill / 8);
        if (fill % 8 != 0) {
            tail[fill / 8] = fairhash_align_partial_byte(algorithm->bit_order, last[fill / 8], fill % 8);
        }
    }
    return algorithm->functions->pad(algorithm, tail, fill, message_bits);
}

fairhash_status fairhash_padded_bytes(const fairhash_algorithm *algorithm, uint64_t bits, uint64_t *bytes) {
    if (algorithm == NULL || bytes == NULL) {
        return FAIRHASH_BAD_ARGUMENT;
    }
    uint8_t tail[TAIL_BYTES];
    *bytes = (bits - fairhash_tail_bits(algorithm, bits)) / 8 + fairhash_make_tail(algorithm, NULL, bits, tail);
    return FAIRHASH_OK;
}

fairhash_status fairhash_pad(const fairhash_algorithm *algorithm, const uint8_t *message, uint64_t bits, uint8_t *padded,
                             uint64_t capacity) {
    if (algorithm == NULL || padded == NULL || (message == NULL && bits > 0)) {
        return FAIRHASH_BAD_ARGUMENT;
    }
    uint8_t tail[TAIL_BYTES];
    const uint64_t before = (bits - fairhash_tail_bits(algorithm, bits)) / 8;
    const size_t length = fairhash_make_tail(algorithm, bits == 0 ? NULL : message + before, bits, tail);
    if (capacity < before + length) {
        return FAIRHASH_TOO_SMALL;
    }
    if (before > 0) {
        memcpy(padded, message, (size_t)before);
    }
    memcpy(padded + before, tail, length);
    return FAIRHASH_OK;
}
