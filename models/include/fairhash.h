/* SPDX-License-Identifier: Apache-2.0 */
/*
 * FairHash software models: the reference implementation for every hardware core.
 *
 * Message and digest lengths are in bits. A message of n bits occupies ceil(n / 8) bytes. The algorithm's `bit_order` defines
 * the order of the bits in a byte. Functions ignore the unused bits of a partial last byte.
 *
 * No function allocates memory. Every function may be called from several threads at once. A context and an output buffer must
 * be used by only one thread at a time.
 *
 * A pointer argument must not be null unless its description says so.
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

/* The largest block and the largest state of any algorithm, in bytes. */
#define FAIRHASH_MAX_BLOCK_BYTES 192
#define FAIRHASH_MAX_STATE_BYTES 256

/* The largest intermediate results of a tree hash function, in bytes: 54 chaining values of BLAKE3. */
#define FAIRHASH_MAX_TREE_BYTES 1728

/* The result of a call. If it is not FAIRHASH_OK, the call has written nothing and has not changed the context. */
typedef enum fairhash_status {
    FAIRHASH_OK = 0,
    FAIRHASH_BAD_ARGUMENT,    /* a required pointer is null */
    FAIRHASH_BAD_STATE,       /* the context is zeroed and not initialised, or its message is finished */
    FAIRHASH_BAD_DIGEST_BITS, /* the algorithm has no digest of this size */
    FAIRHASH_BAD_WORD_BITS,   /* the word width is not 16, 32 or 64 bits, or the block is not a multiple of it */
    FAIRHASH_BAD_SEGMENTS,    /* the segments do not match the padded message; see fairhash_stream() */
    FAIRHASH_TOO_LONG,        /* the message has 2^64 bits or more, or a segment is too long for its header */
    FAIRHASH_TOO_SMALL,       /* the output buffer is too small */
    FAIRHASH_BAD_MESSAGE_BITS, /* the message is not a whole number of bytes, and the algorithm has `whole_bytes` */
    FAIRHASH_BAD_PARAMETERS   /* the algorithm does not take this key, customization string or domain separation byte */
} fairhash_status;

/*
 * Returns a short description of a status.
 *
 * Args:
 *   status: any value, also one that is not in the enumeration.
 *
 * Returns:
 *   A constant string, never null.
 */
FAIRHASH_API const char *fairhash_status_text(fairhash_status status);

/* The order of the message bits in a byte. */
typedef enum fairhash_bit_order {
    /* The most significant bit is first. A partial byte uses its most significant bits. */
    FAIRHASH_MSB_FIRST = 0,
    /* The least significant bit is first. A partial byte uses its least significant bits (FIPS 202, B.1). */
    FAIRHASH_LSB_FIRST = 1,
    /* The least significant bit is first. A partial byte of n bits uses its n most significant bits, of which the lowest is
       first. The Keccak submission to the SHA-3 competition interprets the competition's byte interface like this. */
    FAIRHASH_LSB_FIRST_HIGH_PARTIAL = 2
} fairhash_bit_order;

/*
 * The parameters of an algorithm, for fairhash_configure(). A null pointer or 0 selects the default. An empty string is not the
 * default if its pointer is not null.
 */
typedef struct fairhash_parameters {
    uint64_t digest_bits;         /* the digest size */
    const uint8_t *key;           /* the key of BLAKE2 and BLAKE3 */
    size_t key_bytes;             /* the length of the key: `min_key_bytes` to `max_key_bytes` of the algorithm */
    const uint8_t *customization; /* the customization string of Ascon-CXOF128 and KangarooTwelve, or BLAKE3's context string */
    size_t customization_bytes;   /* the length of the customization string: at most `max_customization_bytes` */
    uint8_t domain;               /* the domain separation byte D of TurboSHAKE, 0x01 to 0x7f */
} fairhash_parameters;

struct fairhash_family;
struct fairhash_affixes;

/* One algorithm: a hash function with its version and digest size. */
typedef struct fairhash_algorithm {
    const char *id;                          /* for example "keccak-512" */
    const char *family;                      /* for example "keccak" */
    const char *csv_algorithm;               /* the algorithm's name in answer files, for example "Keccak" */
    const char *csv_version;                 /* the version in answer files, for example "r3" */
    uint32_t digest_bits;                    /* the digest size; the default size if `free_output` */
    uint32_t block_bits;                     /* the block size, a multiple of 8 */
    bool needs_bits;                         /* a core needs the number of message bits in the header of the last segment */
    bool free_output;                        /* an extendable-output function: the caller chooses the digest size */
    fairhash_bit_order bit_order;            /* the order of the message bits in a byte */
    uint32_t variant;                        /* private to the family: selects the version or size */
    const struct fairhash_family *functions; /* private to the library */
    bool whole_bytes;                        /* messages are whole bytes */
    bool any_digest_bytes;                   /* fairhash_configure() can select any digest of 1 to digest_bits / 8 bytes */
    bool takes_domain;                       /* fairhash_configure() can select the domain separation byte */
    uint32_t min_key_bytes;                  /* the length of the shortest key */
    uint32_t max_key_bytes;                  /* the length of the longest key; 0 if the algorithm takes no key */
    uint64_t max_customization_bytes;        /* the length of the longest customization string; 0 if it takes none */
    const struct fairhash_affixes *affixes;  /* private to the library */
    fairhash_parameters parameters;          /* private to the library: what fairhash_configure() has selected */
} fairhash_algorithm;

/* Returns the number of algorithms. */
FAIRHASH_API size_t fairhash_count(void);

/*
 * Returns the algorithm number `index`, counted from 0, or null if `index` is fairhash_count() or more. Algorithms are valid
 * for the life of the program.
 */
FAIRHASH_API const fairhash_algorithm *fairhash_at(size_t index);

/* Returns the algorithm with this id, or null if there is none or `id` is null. */
FAIRHASH_API const fairhash_algorithm *fairhash_find(const char *id);

/*
 * Selects the parameters of an algorithm. The result can be used like an algorithm in all other functions.
 *
 * Args:
 *   configured: receives the algorithm with its parameters. It contains the pointers of `parameters`. It must be valid, and so
 *     must the memory at these pointers, as long as a context uses it.
 *   algorithm: the algorithm, which stays unchanged.
 *   parameters: the parameters. `digest_bits` may be a multiple of 8 up to the algorithm's `digest_bits` if the algorithm has
 *     `any_digest_bytes`, and any number below 2^32 if it has `free_output`.
 *
 * Returns:
 *   FAIRHASH_OK,
 *   FAIRHASH_BAD_ARGUMENT if a pointer is null, or a key or string is null and its length is not 0,
 *   FAIRHASH_BAD_DIGEST_BITS if the algorithm has no digest of this size,
 *   FAIRHASH_BAD_PARAMETERS if the algorithm does not take the key, the customization string or the domain separation byte.
 *     BLAKE3 does not take both a key and a context string.
 */
FAIRHASH_API fairhash_status fairhash_configure(fairhash_algorithm *configured, const fairhash_algorithm *algorithm,
                                                const fairhash_parameters *parameters);

/*
 * Instruction set extensions of x86-64 for which some algorithms have a faster implementation. The digest does not depend on
 * the implementation.
 */
#define FAIRHASH_CPU_SSSE3 1U
#define FAIRHASH_CPU_SSE41 2U
#define FAIRHASH_CPU_AES 4U
#define FAIRHASH_CPU_AVX2 8U
#define FAIRHASH_CPU_BMI2 16U /* BMI1 and BMI2 */
#define FAIRHASH_CPU_AVX512VL 32U
#define FAIRHASH_CPU_SHA 64U
#define FAIRHASH_CPU_AVX512BW 128U

/* Returns the bitwise OR of the FAIRHASH_CPU_ values that the processor supports and fairhash_cpu_allow() allows. */
FAIRHASH_API unsigned fairhash_cpu(void);

/*
 * Sets the instruction sets that the library may use. The setting applies to all threads, and to messages in progress.
 *
 * Args:
 *   features: a bitwise OR of FAIRHASH_CPU_ values. 0 selects portable code. UINT32_MAX, the default, allows all.
 */
FAIRHASH_API void fairhash_cpu_allow(unsigned features);

/* A message in progress. The fields are private to the library. A copy of a context is an independent message. */
typedef struct fairhash_context {
    const fairhash_algorithm *algorithm; /* null if the context is zeroed or its message is finished */
    uint64_t message_bits;               /* the bits received so far: of what precedes the message, and of the message */
    uint64_t blocks;                     /* the blocks absorbed so far */
    uint32_t fill_bits;                  /* the bits in `buffer`; a full buffer is not absorbed before more bits arrive */
    uint8_t buffer[FAIRHASH_MAX_BLOCK_BYTES];
    union {
        uint8_t bytes[FAIRHASH_MAX_STATE_BYTES];
        uint32_t w32[FAIRHASH_MAX_STATE_BYTES / 4];
        uint64_t w64[FAIRHASH_MAX_STATE_BYTES / 8];
    } state;
    union {
        uint32_t w32[FAIRHASH_MAX_TREE_BYTES / 4];
        uint64_t w64[FAIRHASH_MAX_TREE_BYTES / 8];
    } tree; /* not initialised before a family uses it */
} fairhash_context;

/* Returns sizeof(fairhash_context), for bindings that cannot read this header. */
FAIRHASH_API size_t fairhash_context_bytes(void);

/*
 * Starts a message.
 *
 * Args:
 *   context: the context to initialise. Its previous contents are ignored.
 *   algorithm: the algorithm of the message.
 *
 * Returns:
 *   FAIRHASH_OK, or FAIRHASH_BAD_ARGUMENT if a pointer is null.
 */
FAIRHASH_API fairhash_status fairhash_init(fairhash_context *context, const fairhash_algorithm *algorithm);

/*
 * Appends bits to the message.
 *
 * The first bit of an update follows the last bit of the previous update, also if the previous length is not a multiple of 8.
 * The digest therefore does not depend on how the message is divided into updates.
 *
 * Args:
 *   context: an initialised context.
 *   data: ceil(data_bits / 8) bytes, in the algorithm's bit order. May be null if `data_bits` is 0.
 *   data_bits: the number of bits to append. Any number is allowed in any call.
 *
 * Returns:
 *   FAIRHASH_OK,
 *   FAIRHASH_BAD_ARGUMENT if a required pointer is null,
 *   FAIRHASH_BAD_STATE if the context is zeroed or its message is finished,
 *   FAIRHASH_TOO_LONG if the message, with what the algorithm adds before it, would have 2^64 bits or more.
 */
FAIRHASH_API fairhash_status fairhash_update(fairhash_context *context, const uint8_t *data, uint64_t data_bits);

/*
 * Finishes the message, writes the digest and clears the context. The context must be initialised again before its next use.
 *
 * Args:
 *   context: an initialised context.
 *   digest: receives ceil(digest_bits / 8) bytes. The unused bits of a partial last byte are zero.
 *   digest_bits: the algorithm's `digest_bits`, or any number except 0 if the algorithm has `free_output`.
 *
 * Returns:
 *   FAIRHASH_OK,
 *   FAIRHASH_BAD_ARGUMENT if a pointer is null,
 *   FAIRHASH_BAD_STATE if the context is zeroed or its message is finished,
 *   FAIRHASH_BAD_DIGEST_BITS if the algorithm has no digest of this size,
 *   FAIRHASH_BAD_MESSAGE_BITS if the message must be whole bytes and is not,
 *   FAIRHASH_TOO_LONG if the message and what the algorithm adds to it have 2^64 bits or more.
 */
FAIRHASH_API fairhash_status fairhash_final(fairhash_context *context, uint8_t *digest, uint64_t digest_bits);

/*
 * Hashes one message: fairhash_init(), fairhash_update() and fairhash_final() in one call.
 *
 * Args:
 *   algorithm: the algorithm.
 *   message: ceil(message_bits / 8) bytes, in the algorithm's bit order. May be null if `message_bits` is 0.
 *   message_bits: the length of the message in bits.
 *   digest: receives ceil(digest_bits / 8) bytes. The unused bits of a partial last byte are zero.
 *   digest_bits: the algorithm's `digest_bits`, or any number except 0 if the algorithm has `free_output`.
 *
 * Returns:
 *   FAIRHASH_OK,
 *   FAIRHASH_BAD_ARGUMENT if a required pointer is null,
 *   FAIRHASH_BAD_DIGEST_BITS if the algorithm has no digest of this size,
 *   FAIRHASH_BAD_MESSAGE_BITS if the message must be whole bytes and is not,
 *   FAIRHASH_TOO_LONG if the message and what the algorithm adds to it have 2^64 bits or more.
 */
FAIRHASH_API fairhash_status fairhash_hash(const fairhash_algorithm *algorithm, const uint8_t *message, uint64_t message_bits,
                                           uint8_t *digest, uint64_t digest_bits);

/*
 * Hashes several messages of any lengths. Some algorithms process several messages at once, one in each lane of a vector
 * register.
 *
 * Args:
 *   algorithm: the algorithm of all messages.
 *   messages: `count` messages. messages[i] may be null if message_bits[i] is 0.
 *   message_bits: the lengths of the `count` messages in bits.
 *   digests: receives `count` digests. Digest i starts at byte i * ceil(digest_bits / 8).
 *   digest_bits: the size of each digest, as in fairhash_hash().
 *   count: the number of messages. If it is 0, the three arrays may be null.
 *   threads: the number of threads, including the calling thread. 0 selects the number of processors. At most 256 are used. If
 *     the system cannot start a thread, the call uses fewer threads.
 *
 * Returns:
 *   FAIRHASH_OK,
 *   FAIRHASH_BAD_ARGUMENT if a required pointer is null,
 *   FAIRHASH_BAD_DIGEST_BITS if the algorithm has no digest of this size,
 *   FAIRHASH_BAD_MESSAGE_BITS if the messages must be whole bytes and one is not,
 *   FAIRHASH_TOO_LONG if a message and what the algorithm adds to it have 2^64 bits or more.
 */
FAIRHASH_API fairhash_status fairhash_hash_many(const fairhash_algorithm *algorithm, const uint8_t *const messages[],
                                                const uint64_t message_bits[], uint8_t *digests, uint64_t digest_bits,
                                                size_t count, unsigned threads);

/*
 * Computes the length of a padded message.
 *
 * Args:
 *   algorithm: the algorithm.
 *   message_bits: the length of the message in bits.
 *   padded_bytes: receives the length of the padded message in bytes, a multiple of the block size.
 *
 * Returns:
 *   FAIRHASH_OK,
 *   FAIRHASH_BAD_ARGUMENT if a pointer is null,
 *   FAIRHASH_BAD_MESSAGE_BITS if the message must be whole bytes and is not,
 *   FAIRHASH_TOO_LONG if the message and what the algorithm adds to it have 2^64 bits or more.
 */
FAIRHASH_API fairhash_status fairhash_padded_bytes(const fairhash_algorithm *algorithm, uint64_t message_bits,
                                                   uint64_t *padded_bytes);

/*
 * Pads a message.
 *
 * Args:
 *   algorithm: the algorithm.
 *   message: ceil(message_bits / 8) bytes, in the algorithm's bit order. May be null if `message_bits` is 0.
 *   message_bits: the length of the message in bits.
 *   padded: receives as many bytes as fairhash_padded_bytes() reports.
 *   capacity: the size of `padded` in bytes.
 *
 * Returns:
 *   FAIRHASH_OK,
 *   FAIRHASH_BAD_ARGUMENT if a required pointer is null,
 *   FAIRHASH_BAD_MESSAGE_BITS or FAIRHASH_TOO_LONG as in fairhash_padded_bytes(),
 *   FAIRHASH_TOO_SMALL if `capacity` is less than the padded length.
 */
FAIRHASH_API fairhash_status fairhash_pad(const fairhash_algorithm *algorithm, const uint8_t *message, uint64_t message_bits,
                                          uint8_t *padded, uint64_t capacity);

/*
 * Counts the words that fairhash_stream() writes.
 *
 * Args:
 *   algorithm, word_bits, message_bits, segments, segment_count: as in fairhash_stream().
 *   word_count: receives the number of words.
 *
 * Returns:
 *   FAIRHASH_OK, FAIRHASH_BAD_ARGUMENT if a required pointer is null, or another status of fairhash_stream() that depends on these
 *   arguments only.
 */
FAIRHASH_API fairhash_status fairhash_stream_words(const fairhash_algorithm *algorithm, unsigned word_bits,
                                                   uint64_t message_bits, const uint64_t *segments, size_t segment_count,
                                                   uint64_t *word_count);

/*
 * Writes the words that a hardware core receives for one message.
 *
 * The padded message is divided into segments. The words of a segment are its header and then its blocks, most significant byte
 * first. A header has one to three 32-bit fields, most significant 16 bits first where words are narrower:
 *
 *   length: bits 31..1 are the length of the segment in 32-bit words, without the header. Bit 0 is 1 in the last segment.
 *   message bits: the number of message bits in the segment. Only in the last segment of an algorithm with `needs_bits`.
 *   output bytes: ceil(digest_bits / 8). Only in the last segment of an algorithm with `free_output`.
 *
 * With 64-bit words, a header has two fields a word, the first one in the upper half. If there is no second or fourth field, 0
 * takes its place, except that the last segment of an algorithm without `free_output` always has the number of message bits.
 *
 * Args:
 *   algorithm: the algorithm.
 *   word_bits: the width of a word: 16, 32 or 64 bits. The block size must be a multiple of it.
 *   message: ceil(message_bits / 8) bytes, in the algorithm's bit order. May be null if `message_bits` is 0.
 *   message_bits: the length of the message in bits.
 *   segments: the number of blocks in each segment, at least 1. Their sum must be the number of padded blocks. Segments before
 *     the last one must contain no padding: their sum is at most floor(message_bits / block_bits). May be null if
 *     `segment_count` is 0.
 *   segment_count: the number of segments. 0 selects one segment.
 *   digest_bits: the size of the digest that the core is to send, as in fairhash_final().
 *   words: receives the words, one in each element.
 *   capacity: the number of elements of `words`.
 *
 * Returns:
 *   FAIRHASH_OK,
 *   FAIRHASH_BAD_ARGUMENT if a required pointer is null,
 *   FAIRHASH_BAD_WORD_BITS if `word_bits` is not valid,
 *   FAIRHASH_BAD_MESSAGE_BITS if the message must be whole bytes and is not,
 *   FAIRHASH_BAD_SEGMENTS if `segments` does not match the padded message,
 *   FAIRHASH_BAD_DIGEST_BITS if the algorithm has no digest of this size,
 *   FAIRHASH_TOO_LONG as in fairhash_padded_bytes(), if a segment has 2^31 or more 32-bit words, or if the header has the number
 *     of message bits or of output bytes and it is 2^32 or more,
 *   FAIRHASH_TOO_SMALL if `words` cannot hold all words.
 */
FAIRHASH_API fairhash_status fairhash_stream(const fairhash_algorithm *algorithm, unsigned word_bits, const uint8_t *message,
                                             uint64_t message_bits, const uint64_t *segments, size_t segment_count,
                                             uint64_t digest_bits, uint64_t *words, uint64_t capacity);

#ifdef __cplusplus
}
#endif

#endif
