/* SPDX-License-Identifier: Apache-2.0 */
/*
 * FairHash software models: what every hardware core is checked against.
 *
 * All lengths of messages are in bits. Nothing here allocates memory, and every function may be called from several threads
 * as long as each context is used by one thread at a time.
 *
 * A message is a sequence of bits. Functions that take bytes read `bits` bits from ceil(bits / 8) bytes; the order of the bits
 * in them, above all in a partial last byte, is the algorithm's `bit_order`. Unused bits of a partial byte are ignored.
 */
#ifndef FAIRHASH_H
#define FAIRHASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define FAIRHASH_API __attribute__((visibility("default")))
#else
#define FAIRHASH_API
#endif

/* Room for the largest block and chaining state of any algorithm. */
#define FAIRHASH_MAX_BLOCK_BYTES 192
#define FAIRHASH_MAX_STATE_BYTES 256

/* What a call came to; anything but FAIRHASH_OK means that nothing was written and a context was not changed. */
typedef enum fairhash_status {
    FAIRHASH_OK = 0,
    FAIRHASH_BAD_ARGUMENT,    /* a null pointer where one is needed */
    FAIRHASH_BAD_STATE,       /* the context was never started, or is finished */
    FAIRHASH_BAD_DIGEST_BITS, /* not the algorithm's digest size, or zero for one with free output length */
    FAIRHASH_BAD_WORD_BITS,   /* the word is not 16, 32 or 64 bits wide, or does not divide the block */
    FAIRHASH_BAD_SEGMENTS,    /* the segments do not fit the padded message; see fairhash_stream() */
    FAIRHASH_TOO_LONG,        /* the message does not fit a 64-bit count of bits, or a segment its header */
    FAIRHASH_TOO_SMALL        /* the caller's buffer does not hold the result */
} fairhash_status;

/* One sentence about a status, never null. */
FAIRHASH_API const char *fairhash_status_text(fairhash_status status);

/* Which bit of a byte is the message's next one. */
typedef enum fairhash_bit_order {
    /* The most significant bit is first; a partial byte uses its most significant bits. */
    FAIRHASH_MSB_FIRST = 0,
    /* The least significant bit is first; a partial byte uses its least significant bits (FIPS 202, B.1). */
    FAIRHASH_LSB_FIRST = 1,
    /* The least significant bit is first, but a partial byte of n bits uses its n most significant bits, the lowest of these
       first (the Keccak submission's reading of the SHA-3 competition's byte interface). */
    FAIRHASH_LSB_FIRST_HIGH_PARTIAL = 2
} fairhash_bit_order;

struct fairhash_family;

/* One algorithm: a function with a version and a digest size. */
typedef struct fairhash_algorithm {
    const char *id;            /* "keccak-512" */
    const char *family;        /* "keccak" */
    const char *csv_algorithm; /* name and version token in answer files: "Keccak", "r3" */
    const char *csv_version;
    uint32_t digest_bits; /* the default one if `free_output` */
    uint32_t block_bits;  /* a multiple of 8 */
    bool needs_bits;      /* a core needs the number of message bits in the last segment's header */
    bool free_output;     /* any digest size may be asked for */
    fairhash_bit_order bit_order;
    uint32_t variant; /* the family's own number of this version */
    const struct fairhash_family *functions;
} fairhash_algorithm;

/* The number of algorithms, and each of them; null past the end. */
FAIRHASH_API size_t fairhash_count(void);
FAIRHASH_API const fairhash_algorithm *fairhash_at(size_t index);

/* The algorithm with this id, or null. */
FAIRHASH_API const fairhash_algorithm *fairhash_find(const char *id);

/*
 * Instruction sets for which some algorithms have a second, faster form; digests never depend on them. fairhash_cpu() tells those
 * that the processor has and the caller allows, by bits below; fairhash_cpu_allow() allows a set of them to all threads from now on
 * (0: portable code only; UINT32_MAX: everything, as it is at first).
 */
#define FAIRHASH_CPU_SSSE3 1U
#define FAIRHASH_CPU_SSE41 2U
#define FAIRHASH_CPU_AES 4U
#define FAIRHASH_CPU_AVX2 8U
#define FAIRHASH_CPU_BMI2 16U /* and BMI1 */
#define FAIRHASH_CPU_AVX512VL 32U
#define FAIRHASH_CPU_SHA 64U
#define FAIRHASH_CPU_AVX512BW 128U
FAIRHASH_API unsigned fairhash_cpu(void);
FAIRHASH_API void fairhash_cpu_allow(unsigned features);

/* A message on its way into an algorithm. Its fields belong to the library; a copy is an independent message. */
typedef struct fairhash_context {
    const fairhash_algorithm *algorithm;
    uint64_t message_bits; /* accepted so far */
    uint64_t blocks;       /* absorbed so far */
    uint32_t fill_bits;    /* waiting in `buffer`; a full block waits until more of the message comes */
    uint8_t buffer[FAIRHASH_MAX_BLOCK_BYTES];
    union {
        uint8_t bytes[FAIRHASH_MAX_STATE_BYTES];
        uint32_t w32[FAIRHASH_MAX_STATE_BYTES / 4];
        uint64_t w64[FAIRHASH_MAX_STATE_BYTES / 8];
    } state;
} fairhash_context;

/* sizeof(fairhash_context), for bindings that cannot read this header. */
FAIRHASH_API size_t fairhash_context_bytes(void);

/* Starts a message. */
FAIRHASH_API fairhash_status fairhash_init(fairhash_context *context, const fairhash_algorithm *algorithm);

/*
 * Appends `bits` bits to the message. Any number is allowed any time: after an update whose length is no multiple of 8, the
 * next update's first bit directly follows, so that the digest depends on the bits alone and not on how they were cut.
 * `data` may be null if `bits` is 0.
 */
FAIRHASH_API fairhash_status fairhash_update(fairhash_context *context, const uint8_t *data, uint64_t bits);

/*
 * Ends the message and writes ceil(digest_bits / 8) bytes. `digest_bits` must be the algorithm's unless `free_output`; unused
 * bits of a partial last byte are zero. The context is cleared and must be started again before its next use.
 */
FAIRHASH_API fairhash_status fairhash_final(fairhash_context *context, uint8_t *digest, uint64_t digest_bits);

/* init, update and final in one call. */
FAIRHASH_API fairhash_status fairhash_hash(const fairhash_algorithm *algorithm, const uint8_t *message, uint64_t bits,
                                           uint8_t *digest, uint64_t digest_bits);

/*
 * Hashes `count` messages: messages[i] of bits[i] bits, null only if it has none. Digest i is written to
 * `digests` + i * ceil(digest_bits / 8). The messages may have any lengths. `threads` threads share them, the caller's one of
 * them, 256 at most; 0 means as many as the machine has processors. Where an algorithm gains by several messages at once in the
 * lanes of vector registers, each thread does that. Nothing is written unless all arguments are good.
 */
FAIRHASH_API fairhash_status fairhash_hash_many(const fairhash_algorithm *algorithm, const uint8_t *const messages[],
                                                const uint64_t bits[], uint8_t *digests, uint64_t digest_bits, size_t count,
                                                unsigned threads);

/* The number of bytes a message of `bits` bits has once padded to whole blocks. */
FAIRHASH_API fairhash_status fairhash_padded_bytes(const fairhash_algorithm *algorithm, uint64_t bits, uint64_t *bytes);

/* Writes the padded message, fairhash_padded_bytes() bytes, into `padded` of `capacity` bytes. */
FAIRHASH_API fairhash_status fairhash_pad(const fairhash_algorithm *algorithm, const uint8_t *message, uint64_t bits,
                                          uint8_t *padded, uint64_t capacity);

/*
 * The words a core receives for one message: per segment a header and the segment's padded blocks, most significant byte
 * first (docs/architecture.md, "A core on the wire"). `word_bits` is 16, 32 or 64; each word takes one uint64_t.
 *
 * `segments` holds the number of blocks of each of `segment_count` segments; null and 0 mean one segment. Every segment has at
 * least one block, together they are the padded message, and all padding is in the last one: no earlier segment reaches
 * beyond the message's whole blocks. A segment has fewer than 2^31 32-bit words; the message bits in the last one are fewer
 * than 2^32 wherever the header holds them.
 *
 * fairhash_stream_words() tells how many words there are; fairhash_stream() writes them into `words` of `capacity` words.
 */
FAIRHASH_API fairhash_status fairhash_stream_words(const fairhash_algorithm *algorithm, unsigned word_bits, uint64_t bits,
                                                   const uint64_t *segments, size_t segment_count, uint64_t *count);
FAIRHASH_API fairhash_status fairhash_stream(const fairhash_algorithm *algorithm, unsigned word_bits, const uint8_t *message,
                                             uint64_t bits, const uint64_t *segments, size_t segment_count, uint64_t *words,
                                             uint64_t capacity);

#ifdef __cplusplus
}
#endif

#endif
