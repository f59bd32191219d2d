/* SPDX-License-Identifier: Apache-2.0 */
/* Contexts: updates of any number of bits are collected into whole blocks, which a family absorbs. */
#include <string.h>

#include "internal.h"

size_t fairhash_context_bytes(void) { return sizeof(fairhash_context); }

/* Sets all fields but `buffer`, which is empty. */
static void start(fairhash_context *context, const fairhash_algorithm *algorithm) {
    context->algorithm = algorithm;
    context->message_bits = 0;
    context->blocks = 0;
    context->fill_bits = 0;
    memset(&context->state, 0, sizeof context->state);
    algorithm->functions->start(context);
}

static void append(fairhash_context *context, const uint8_t *data, uint64_t data_bits);

static void append_affix(fairhash_context *context, const fairhash_affix *affix) {
    append(context, affix->start, 8 * (uint64_t)affix->start_bytes);
    append(context, affix->string, 8 * (uint64_t)affix->string_bytes);
    append(context, affix->end, 8 * (uint64_t)affix->end_bytes);
}

fairhash_status fairhash_init(fairhash_context *context, const fairhash_algorithm *algorithm) {
    if (context == NULL || algorithm == NULL) {
        return FAIRHASH_BAD_ARGUMENT;
    }
    start(context, algorithm);
    if (fairhash_has_affixes(algorithm)) {
        const fairhash_affix prefix = fairhash_prefix(algorithm);
        append_affix(context, &prefix);
    }
    return FAIRHASH_OK;
}

static void absorb(fairhash_context *context, const uint8_t *blocks, size_t count) {
    context->algorithm->functions->absorb(context, blocks, count);
    context->blocks += count;
}

/*
 * Absorbs a full buffer. It is called only if more bits follow, because some algorithms process the last block of a message
 * differently.
 */
static void absorb_full_buffer(fairhash_context *context) {
    if (context->fill_bits == context->algorithm->block_bits) {
        absorb(context, context->buffer, 1);
        context->fill_bits = 0;
    }
}

/* Appends 1 to 8 bits, which are in their order in a block, to the current byte and the next one. */
static void append_bits(fairhash_context *context, uint8_t byte, unsigned bits) {
    const bool msb_first = context->algorithm->bit_order == FAIRHASH_MSB_FIRST;
    while (bits > 0) {
        absorb_full_buffer(context);
        const unsigned used_bits = context->fill_bits % 8;
        const unsigned piece_bits = bits < 8 - used_bits ? bits : 8 - used_bits;
        uint8_t *target = &context->buffer[context->fill_bits / 8];
        const uint8_t shifted = (uint8_t)(msb_first ? byte >> used_bits : byte << used_bits);
        *target = used_bits == 0 ? shifted : (uint8_t)(*target | shifted);
        byte = (uint8_t)(msb_first ? byte << piece_bits : byte >> piece_bits);
        context->fill_bits += piece_bits;
        bits -= piece_bits;
    }
}

/* Appends whole bytes. The message so far must be a whole number of bytes. */
static void append_bytes(fairhash_context *context, const uint8_t *data, uint64_t bytes) {
    const size_t block_bytes = context->algorithm->block_bits / 8;
    while (bytes > 0) {
        absorb_full_buffer(context);
        if (context->fill_bits == 0 && bytes > block_bytes) {
            const size_t count = (size_t)((bytes - 1) / block_bytes);
            absorb(context, data, count);
            data += count * block_bytes;
            bytes -= count * block_bytes;
        }
        const size_t fill_bytes = context->fill_bits / 8;
        const size_t piece_bytes = bytes < block_bytes - fill_bytes ? (size_t)bytes : block_bytes - fill_bytes;
        memcpy(context->buffer + fill_bytes, data, piece_bytes);
        context->fill_bits += (uint32_t)(8 * piece_bytes);
        data += piece_bytes;
        bytes -= piece_bytes;
    }
}

/* Appends bits whose number does not make the message too long. */
static void append(fairhash_context *context, const uint8_t *data, uint64_t data_bits) {
    context->message_bits += data_bits;
    const uint64_t bytes = data_bits / 8;
    const unsigned rest_bits = (unsigned)(data_bits % 8);
    if (context->fill_bits % 8 == 0) {
        append_bytes(context, data, bytes);
    } else {
        for (uint64_t i = 0; i < bytes; i++) {
            append_bits(context, data[i], 8);
        }
    }
    if (rest_bits > 0) {
        append_bits(context, fairhash_align_partial_byte(context->algorithm->bit_order, data[bytes], rest_bits), rest_bits);
    }
}

fairhash_status fairhash_update(fairhash_context *context, const uint8_t *data, uint64_t data_bits) {
    if (context == NULL || (data == NULL && data_bits > 0)) {
        return FAIRHASH_BAD_ARGUMENT;
    }
    if (context->algorithm == NULL) {
        return FAIRHASH_BAD_STATE;
    }
    if (data_bits > UINT64_MAX - context->message_bits) {
        return FAIRHASH_TOO_LONG;
    }
    append(context, data, data_bits);
    return FAIRHASH_OK;
}

bool fairhash_valid_digest_bits(const fairhash_algorithm *algorithm, uint64_t digest_bits) {
    return algorithm->free_output ? digest_bits > 0 : digest_bits == algorithm->digest_bits;
}

void fairhash_write_digest(fairhash_context *context, uint8_t *digest, uint64_t digest_bits) {
    context->algorithm->functions->output(context, digest, digest_bits);
    if (digest_bits % 8 != 0) {
        const uint8_t mask = (uint8_t)(context->algorithm->bit_order == FAIRHASH_MSB_FIRST ? 0xff00U >> digest_bits % 8
                                                                                           : 0xffU >> (8 - digest_bits % 8));
        digest[digest_bits / 8] &= mask;
    }
}

fairhash_status fairhash_final(fairhash_context *context, uint8_t *digest, uint64_t digest_bits) {
    if (context == NULL || digest == NULL) {
        return FAIRHASH_BAD_ARGUMENT;
    }
    const fairhash_algorithm *algorithm = context->algorithm;
    if (algorithm == NULL) {
        return FAIRHASH_BAD_STATE;
    }
    if (!fairhash_valid_digest_bits(algorithm, digest_bits)) {
        return FAIRHASH_BAD_DIGEST_BITS;
    }
    /* A prefix has whole bytes, so the number of absorbed bits shows whether the message has. */
    if (algorithm->whole_bytes && context->message_bits % 8 != 0) {
        return FAIRHASH_BAD_MESSAGE_BITS;
    }
    if (fairhash_has_affixes(algorithm)) {
        const fairhash_affix suffix = fairhash_suffix(algorithm);
        if (fairhash_affix_bytes(&suffix) > (UINT64_MAX - context->message_bits) / 8) {
            return FAIRHASH_TOO_LONG;
        }
        append_affix(context, &suffix);
    }
    uint8_t tail[TAIL_BYTES] = {0};
    memcpy(tail, context->buffer, (size_t)count_bytes(context->fill_bits));
    const size_t length = algorithm->functions->pad(algorithm, tail, context->fill_bits, context->message_bits);
    absorb(context, tail, length / (algorithm->block_bits / 8));
    fairhash_write_digest(context, digest, digest_bits);
    memset(context, 0, sizeof *context);
    return FAIRHASH_OK;
}

/* Absorbs a message with affixes, through the buffer of a context. */
static void hash_with_affixes(const fairhash_algorithm *algorithm, const uint8_t *message, uint64_t message_bits,
                              uint8_t *digest, uint64_t digest_bits) {
    fairhash_context context;
    fairhash_init(&context, algorithm);
    append(&context, message, message_bits);
    fairhash_final(&context, digest, digest_bits);
}

/* Absorbs the message without the buffer of a context: whole blocks from the message itself, then the padded tail. */
fairhash_status fairhash_hash(const fairhash_algorithm *algorithm, const uint8_t *message, uint64_t message_bits,
                              uint8_t *digest, uint64_t digest_bits) {
    if (algorithm == NULL || digest == NULL || (message == NULL && message_bits > 0)) {
        return FAIRHASH_BAD_ARGUMENT;
    }
    if (!fairhash_valid_digest_bits(algorithm, digest_bits)) {
        return FAIRHASH_BAD_DIGEST_BITS;
    }
    uint64_t absorbed_bits = 0;
    const fairhash_status status = fairhash_check_length(algorithm, message_bits, &absorbed_bits);
    if (status != FAIRHASH_OK) {
        return status;
    }
    if (fairhash_has_affixes(algorithm)) {
        hash_with_affixes(algorithm, message, message_bits, digest, digest_bits);
        return FAIRHASH_OK;
    }
    const size_t block_bytes = algorithm->block_bits / 8;
    const size_t head_bytes = (size_t)((message_bits - fairhash_tail_bits(algorithm, message_bits)) / 8);
    fairhash_context context;
    start(&context, algorithm);
    context.message_bits = message_bits;
    if (head_bytes > 0) {
        absorb(&context, message, head_bytes / block_bytes);
    }
    uint8_t tail[TAIL_BYTES];
    const size_t length = fairhash_make_tail(algorithm, message_bits == 0 ? NULL : message + head_bytes, message_bits, tail);
    absorb(&context, tail, length / block_bytes);
    fairhash_write_digest(&context, digest, digest_bits);
    return FAIRHASH_OK;
}
