/* SPDX-License-Identifier: Apache-2.0 */
/* What a family supplies, and the small tools all families share. */
#ifndef FAIRHASH_INTERNAL_H
#define FAIRHASH_INTERNAL_H

#include "fairhash.h"

/* Padding starts with up to one whole block of message and adds less than one block and the family's fixed fields. */
#define TAIL_BYTES ((size_t)2 * FAIRHASH_MAX_BLOCK_BYTES)

/*
 * A family: its algorithms and four functions. Bits of a message are handed over in the order `bit_order` says, a partial
 * byte already moved to where the block needs it.
 */
typedef struct fairhash_family {
    const fairhash_algorithm *algorithms;
    size_t count;

    /* Sets the state before the first block; makes the family's tables if need be. */
    void (*start)(fairhash_context *context);

    /*
     * Absorbs `count` whole blocks. `context->blocks` is the number absorbed before this call. The block that holds the last
     * bit of the message is the one after which (blocks + 1) * block_bits >= message_bits holds for the first time.
     */
    void (*absorb)(fairhash_context *context, const uint8_t *blocks, size_t count);

    /*
     * Pads. `tail` holds the last 0..block_bits bits of a message of `message_bits` bits, `fill_bits` of them, and zeros
     * after them. Returns the length of the padded tail in bytes, whole blocks, at most TAIL_BYTES.
     */
    size_t (*pad)(const fairhash_algorithm *algorithm, uint8_t *tail, size_t fill_bits, uint64_t message_bits);

    /* Finalises the state and writes the digest; the last partial byte may hold further bits. */
    void (*output)(fairhash_context *context, uint8_t *digest, uint64_t digest_bits);
} fairhash_family;

/*
 * Several messages at once, for families that gain by it: a second structure, so that the others need not mention it. A family
 * offers `const fairhash_multi_buffer fairhash_<family>_multi_buffer` in models/src/<family>_multi_buffer.c and one line in
 * multi_buffer_families.h.
 */
typedef struct fairhash_multi_buffer {
    const fairhash_family *family;

    /* How many messages absorb() takes best on this processor, at most MAX_LANES; 1 if it cannot help this algorithm. */
    size_t (*width)(const fairhash_algorithm *algorithm);

    /*
     * Does for each of `lanes` messages, 2..MAX_LANES of one algorithm, what the family's absorb() does for one: all absorb
     * `count` blocks, contexts[i] those at blocks[i]. The lanes may be at different places of their messages. What the caller
     * allows of the processor may change between width() and absorb().
     */
    void (*absorb)(fairhash_context *const contexts[], const uint8_t *const blocks[], size_t lanes, size_t count);
} fairhash_multi_buffer;

enum { MAX_LANES = 16 };

/* The lanes that an algorithm's family offers, or null. */
const fairhash_multi_buffer *fairhash_find_multi_buffer(const fairhash_algorithm *algorithm);

/* Elements of an array. */
#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

/* The bits of a message that wait for padding: up to one whole block, none only of an empty message. */
size_t fairhash_tail_bits(const fairhash_algorithm *algorithm, uint64_t message_bits);

/* Writes the padded tail of a message whose last fairhash_tail_bits() bits start at `last`; returns its length in bytes. */
size_t fairhash_make_tail(const fairhash_algorithm *algorithm, const uint8_t *last, uint64_t message_bits,
                          uint8_t tail[TAIL_BYTES]);

/* The bits of a partial byte, moved to where the block needs them, other bits cleared; `bits` is 1..8. */
uint8_t fairhash_align_partial_byte(fairhash_bit_order order, uint8_t byte, unsigned bits);

/* Whether the algorithm has a digest of that size. */
bool fairhash_valid_digest_bits(const fairhash_algorithm *algorithm, uint64_t digest_bits);

/* The family's output() of a message whose blocks are all absorbed; unused bits of a partial last byte are cleared. */
void fairhash_write_digest(fairhash_context *context, uint8_t *digest, uint64_t digest_bits);

/*
 * A 1, zeros, and a field of `field_bytes` bytes kept free at the end of the last block: the frame of Merkle-Damgard padding.
 * For most-significant-bit-first families. Returns the padded length in bytes.
 */
size_t fairhash_pad_frame(uint8_t *tail, size_t fill_bits, size_t block_bytes, size_t field_bytes);

static inline uint32_t load_be32(const uint8_t *p) {
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | (uint32_t)p[3];
}

static inline uint64_t load_be64(const uint8_t *p) { return (uint64_t)load_be32(p) << 32 | load_be32(p + 4); }

static inline uint32_t load_le32(const uint8_t *p) {
    return (uint32_t)p[3] << 24 | (uint32_t)p[2] << 16 | (uint32_t)p[1] << 8 | (uint32_t)p[0];
}

static inline uint64_t load_le64(const uint8_t *p) { return (uint64_t)load_le32(p + 4) << 32 | load_le32(p); }

static inline void store_be64(uint8_t *p, uint64_t value) {
    for (unsigned i = 0; i < 8; i++) {
        p[i] = (uint8_t)(value >> (56 - 8 * i));
    }
}

/* Byte `i` of a sequence of words whose bytes are stored most / least significant first. */
static inline uint8_t byte_be32(const uint32_t *words, size_t i) { return (uint8_t)(words[i / 4] >> (24 - 8 * (i % 4))); }
static inline uint8_t byte_be64(const uint64_t *words, size_t i) { return (uint8_t)(words[i / 8] >> (56 - 8 * (i % 8))); }
static inline uint8_t byte_le32(const uint32_t *words, size_t i) { return (uint8_t)(words[i / 4] >> (8 * (i % 4))); }
static inline uint8_t byte_le64(const uint64_t *words, size_t i) { return (uint8_t)(words[i / 8] >> (8 * (i % 8))); }

/* Rotations; 0 < n < width. */
static inline uint32_t rotl32(uint32_t x, unsigned n) { return x << n | x >> (32 - n); }
static inline uint32_t rotr32(uint32_t x, unsigned n) { return x >> n | x << (32 - n); }
static inline uint64_t rotl64(uint64_t x, unsigned n) { return x << n | x >> (64 - n); }
static inline uint64_t rotr64(uint64_t x, unsigned n) { return x >> n | x << (64 - n); }

#endif
