/* SPDX-License-Identifier: Apache-2.0 */
/* The interface between the library and a family, and helper functions for families. */
#ifndef FAIRHASH_INTERNAL_H
#define FAIRHASH_INTERNAL_H

#include <string.h>

#include "fairhash.h"

/* The largest padded tail of a message: up to one block of message, and up to one block of padding. */
#define TAIL_BYTES ((size_t)2 * FAIRHASH_MAX_BLOCK_BYTES)

/*
 * A family: a set of related algorithms and the four functions that implement them.
 *
 * Blocks contain the message bits in the order that the algorithm's `bit_order` defines. The library has already moved the bits
 * of a partial byte to their positions in the block (see fairhash_align_partial_byte()).
 */
typedef struct fairhash_family {
    const fairhash_algorithm *algorithms;
    size_t count;

    /* Sets the initial state. The state is zero before the call. Computes the family's tables on the first call. */
    void (*start)(fairhash_context *context);

    /*
     * Absorbs `count` whole blocks. `context->blocks` is the number of blocks absorbed before this call.
     * `context->message_bits` is the length of the message so far. Block number i, counted from 0, holds the last bit of the
     * message if it is the first block with (i + 1) * block_bits >= message_bits.
     */
    void (*absorb)(fairhash_context *context, const uint8_t *blocks, size_t count);

    /*
     * Pads the tail of a message in place.
     *
     * Args:
     *   tail: TAIL_BYTES bytes: the last `fill_bits` bits of the message, then zeros.
     *   fill_bits: 1 to block_bits; 0 only for an empty message.
     *   message_bits: the length of the whole message in bits.
     *
     * Returns:
     *   The length of the padded tail in bytes, a multiple of the block size, at most TAIL_BYTES.
     */
    size_t (*pad)(const fairhash_algorithm *algorithm, uint8_t *tail, size_t fill_bits, uint64_t message_bits);

    /*
     * Finalises the state and writes ceil(digest_bits / 8) bytes of digest. The unused bits of a partial last byte may have any
     * value.
     */
    void (*output)(fairhash_context *context, uint8_t *digest, uint64_t digest_bits);
} fairhash_family;

/*
 * Bytes that precede or follow a message and are absorbed like it: a short start, a string of the caller, and a short end.
 * fairhash_affixes has two functions that make them.
 */
typedef struct fairhash_affix {
    uint8_t start[16];
    size_t start_bytes;
    const uint8_t *string;
    size_t string_bytes;
    uint8_t end[FAIRHASH_MAX_BLOCK_BYTES];
    size_t end_bytes;
} fairhash_affix;

/*
 * What an algorithm absorbs before and after the message, for example a key or a customization string. It is part of the
 * message for the functions of the family: its bits are in `message_bits`, `fill_bits` and the number of blocks.
 */
typedef struct fairhash_affixes {
    bool only_with_key; /* there are no affixes unless fairhash_configure() has set a key */

    /* Set the affix, all of whose fields are zero before the call. Either may be null. A prefix has whole blocks. */
    void (*prefix)(const fairhash_algorithm *algorithm, fairhash_affix *affix);
    void (*suffix)(const fairhash_algorithm *algorithm, fairhash_affix *affix);
} fairhash_affixes;

/* Returns whether the algorithm, with its parameters, adds affixes to a message. */
static inline bool fairhash_has_affixes(const fairhash_algorithm *algorithm) {
    return algorithm->affixes != NULL && (!algorithm->affixes->only_with_key || algorithm->parameters.key_bytes > 0);
}

/* Return the prefix or suffix of the algorithm's messages; an empty one if it has none. */
fairhash_affix fairhash_prefix(const fairhash_algorithm *algorithm);
fairhash_affix fairhash_suffix(const fairhash_algorithm *algorithm);

/* Returns the length of an affix in bytes. */
static inline uint64_t fairhash_affix_bytes(const fairhash_affix *affix) {
    return (uint64_t)affix->start_bytes + affix->string_bytes + affix->end_bytes;
}

/*
 * Checks the length of a message.
 *
 * Args:
 *   absorbed_bits: receives the length of the message with its affixes in bits.
 *
 * Returns:
 *   FAIRHASH_OK, FAIRHASH_BAD_MESSAGE_BITS, or FAIRHASH_TOO_LONG if `absorbed_bits` would be 2^64 or more.
 */
fairhash_status fairhash_check_length(const fairhash_algorithm *algorithm, uint64_t message_bits, uint64_t *absorbed_bits);

/*
 * Multi-buffer hashing: absorbing blocks of several messages at once, one message in each lane of a vector register. It is
 * optional. A family that has it defines `const fairhash_multi_buffer fairhash_<family>_multi_buffer` in
 * <family>_multi_buffer.c and adds one line to multi_buffer_families.h.
 */
typedef struct fairhash_multi_buffer {
    const fairhash_family *family;

    /*
     * Returns the number of messages for which absorb() is fastest with the instruction sets allowed now, at most MAX_LANES. It
     * is 1 if absorb() is not faster than the family's absorb().
     */
    size_t (*width)(const fairhash_algorithm *algorithm);

    /*
     * Absorbs `count` blocks of each of several messages, as the family's absorb() does for one message. The messages may have
     * absorbed different numbers of blocks before. The allowed instruction sets may change between width() and absorb().
     *
     * Args:
     *   contexts: the contexts of the messages, all of the same algorithm.
     *   blocks: blocks[i] points to the next `count` blocks of message i.
     *   lanes: the number of messages, 2 to MAX_LANES.
     *   count: the number of blocks of each message.
     */
    void (*absorb)(fairhash_context *const contexts[], const uint8_t *const blocks[], size_t lanes, size_t count);
} fairhash_multi_buffer;

enum { MAX_LANES = 16 };

/* Returns the multi-buffer functions of the algorithm's family, or null if it has none. */
const fairhash_multi_buffer *fairhash_find_multi_buffer(const fairhash_algorithm *algorithm);

/*
 * Before a loop with a constant number of iterations, at most 80: unrolls it. In an unrolled loop, array indices are constants, so
 * arrays stay in registers. GCC unrolls a loop only if told to. Clang unrolls these loops by default.
 */
#if defined(__clang__)
#define UNROLL
#else
#define UNROLL _Pragma("GCC unroll 80")
#endif

/* Inlines a function into its callers, which compile it with constant arguments or with another instruction set. */
#define ALWAYS_INLINE __attribute__((always_inline)) inline

/* Returns the number of bytes that `bits` bits occupy. */
static inline uint64_t count_bytes(uint64_t bits) { return bits / 8 + (bits % 8 != 0 ? 1 : 0); }

/* The number of elements of an array. */
#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

/* Returns the number of message bits that are padded: the last 1 to block_bits bits, or 0 for an empty message. */
size_t fairhash_tail_bits(const fairhash_algorithm *algorithm, uint64_t message_bits);

/*
 * Writes the padded tail of a message.
 *
 * Args:
 *   last: the last fairhash_tail_bits() bits of the message, or null for zero bits.
 *   message_bits: the length of the whole message in bits.
 *   tail: receives the padded tail.
 *
 * Returns:
 *   The length of the padded tail in bytes.
 */
size_t fairhash_make_tail(const fairhash_algorithm *algorithm, const uint8_t *last, uint64_t message_bits,
                          uint8_t tail[TAIL_BYTES]);

/* Returns the first `bits` (1 to 8) message bits of a byte at their positions in a block, and zeros in the other positions. */
uint8_t fairhash_align_partial_byte(fairhash_bit_order order, uint8_t byte, unsigned bits);

/* Returns whether the algorithm has a digest of this size. */
bool fairhash_valid_digest_bits(const fairhash_algorithm *algorithm, uint64_t digest_bits);

/* Calls the family's output() after the last block, and clears the unused bits of a partial last byte. */
void fairhash_write_digest(fairhash_context *context, uint8_t *digest, uint64_t digest_bits);

/*
 * Merkle-Damgard padding without the value of the length field: a 1 bit and zeros up to the end of a block.
 *
 * Args:
 *   tail, fill_bits: as in the family's pad(). The bit order must be FAIRHASH_MSB_FIRST.
 *   block_bytes: the block size in bytes.
 *   field_bytes: the size of the field to reserve at the end of the last block, in bytes. It stays zero.
 *
 * Returns:
 *   The length of the padded tail in bytes.
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

/*
 * Stores of words. On little-endian hosts, GCC and Clang make one instruction of each. They do not find it in loops over bytes
 * when the loop around them is vectorised.
 */
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
static inline void store_le32(uint8_t *p, uint32_t value) { memcpy(p, &value, sizeof value); }
static inline void store_le64(uint8_t *p, uint64_t value) { memcpy(p, &value, sizeof value); }
static inline void store_be32(uint8_t *p, uint32_t value) { store_le32(p, __builtin_bswap32(value)); }
static inline void store_be64(uint8_t *p, uint64_t value) { store_le64(p, __builtin_bswap64(value)); }
#else
#define STORE_BYTES(name, word, shift)                                                                                         \
    static inline void name(uint8_t *p, word value) {                                                                          \
        for (unsigned i = 0; i < sizeof value; i++) {                                                                          \
            p[i] = (uint8_t)(value >> (shift));                                                                                \
        }                                                                                                                      \
    }
STORE_BYTES(store_le32, uint32_t, 8 * i)
STORE_BYTES(store_le64, uint64_t, 8 * i)
STORE_BYTES(store_be32, uint32_t, 24 - 8 * i)
STORE_BYTES(store_be64, uint64_t, 56 - 8 * i)
#endif

/* Returns byte `i` of an array of words in big-endian (be) or little-endian (le) byte order. */
static inline uint8_t byte_be32(const uint32_t *words, size_t i) { return (uint8_t)(words[i / 4] >> (24 - 8 * (i % 4))); }
static inline uint8_t byte_be64(const uint64_t *words, size_t i) { return (uint8_t)(words[i / 8] >> (56 - 8 * (i % 8))); }
static inline uint8_t byte_le32(const uint32_t *words, size_t i) { return (uint8_t)(words[i / 4] >> (8 * (i % 4))); }
static inline uint8_t byte_le64(const uint64_t *words, size_t i) { return (uint8_t)(words[i / 8] >> (8 * (i % 8))); }

/* Write the first `bytes` bytes of an array of words in big-endian (be) or little-endian (le) byte order. */
#define WRITE_WORDS(order_bits, word)                                                                                          \
    static inline void write_##order_bits(uint8_t *bytes_out, const word *words, size_t bytes) {                               \
        const size_t whole_words = bytes / sizeof(word);                                                                       \
        for (size_t i = 0; i < whole_words; i++) {                                                                             \
            store_##order_bits(bytes_out + i * sizeof(word), words[i]);                                                        \
        }                                                                                                                      \
        for (size_t i = whole_words * sizeof(word); i < bytes; i++) {                                                          \
            bytes_out[i] = byte_##order_bits(words, i);                                                                        \
        }                                                                                                                      \
    }

WRITE_WORDS(be32, uint32_t)
WRITE_WORDS(be64, uint64_t)
WRITE_WORDS(le32, uint32_t)
WRITE_WORDS(le64, uint64_t)

/* Rotations to the left and to the right by n bits, 0 < n < width. */
static inline uint32_t rotl32(uint32_t x, unsigned n) { return x << n | x >> (32 - n); }
static inline uint32_t rotr32(uint32_t x, unsigned n) { return x >> n | x << (32 - n); }
static inline uint64_t rotl64(uint64_t x, unsigned n) { return x << n | x >> (64 - n); }
static inline uint64_t rotr64(uint64_t x, unsigned n) { return x >> n | x << (64 - n); }

#endif
