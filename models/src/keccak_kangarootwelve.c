/* SPDX-License-Identifier: Apache-2.0 */
/*
 * KangarooTwelve, as KT128 and KT256: RFC 9861, section 3. S is the message, the customization string and its encoded length.
 * It is divided into chunks S_0, S_1 and so on. The final node is S_0 and the chaining values of the other chunks.
 *
 * The state has the final node, and the tree of the context has the chunk that is being absorbed. The variant of the algorithm
 * is its security level: 128 or 256 bits.
 */
#include <string.h>

#include "keccak.h"
#include "keccak_multi_buffer.h"

enum { CHUNK_BYTES = 8192, WORD_BYTES = 8, MAX_CV_BYTES = 64, MAX_RATE_BYTES = 168 };

/* 3.2, 3.3: the domain separation bytes of TurboSHAKE. */
enum { SINGLE_NODE = 0x07, FINAL_NODE = 0x06, INNER_NODE = 0x0b };

/* The number of bytes in the current block of a sponge follows its 25 lanes. */
enum { LANES = 25, FILL = LANES };

static size_t rate_bytes(const fairhash_algorithm *algorithm) { return algorithm->variant == 128 ? 168 : 136; }

/* The length of a chaining value: twice the security level. */
static size_t cv_bytes(const fairhash_algorithm *algorithm) { return algorithm->variant / 4; }

static void add_byte(uint64_t *sponge, size_t position, uint8_t byte) {
    sponge[position / WORD_BYTES] ^= (uint64_t)byte << 8 * (position % WORD_BYTES);
}

/* Absorbs bytes into a sponge. A full block is permuted at once, because padding always follows. */
static void absorb_bytes(uint64_t *sponge, size_t rate, const uint8_t *bytes, size_t count) {
    while (count > 0) {
        if (sponge[FILL] == 0 && count >= rate) {
            fairhash_keccak_absorb(sponge, TURBO_ROUNDS, bytes, count / rate, rate / WORD_BYTES);
            bytes += count / rate * rate;
            count %= rate;
            continue;
        }
        if (sponge[FILL] % WORD_BYTES == 0 && count >= WORD_BYTES) {
            sponge[sponge[FILL] / WORD_BYTES] ^= load_le64(bytes);
            sponge[FILL] += WORD_BYTES;
            bytes += WORD_BYTES;
            count -= WORD_BYTES;
        } else {
            add_byte(sponge, (size_t)sponge[FILL]++, *bytes++);
            count--;
        }
        if (sponge[FILL] == rate) {
            fairhash_keccak_permute(sponge, TURBO_ROUNDS);
            sponge[FILL] = 0;
        }
    }
}

/* 2.2: adds the padding and permutes, so that the output can be squeezed. */
static void finish_sponge(uint64_t *sponge, size_t rate, uint8_t domain) {
    add_byte(sponge, (size_t)sponge[FILL], domain);
    add_byte(sponge, rate - 1, 0x80);
    fairhash_keccak_permute(sponge, TURBO_ROUNDS);
}

/* 3.2: adds the chaining value of the current chunk to the final node. */
static void finish_chunk(fairhash_context *context) {
    const size_t rate = rate_bytes(context->algorithm);
    const size_t length = cv_bytes(context->algorithm);
    uint64_t *const chunk = context->tree.w64;
    uint8_t cv[MAX_CV_BYTES];
    finish_sponge(chunk, rate, INNER_NODE);
    write_le64(cv, chunk, length);
    absorb_bytes(context->state.w64, rate, cv, length);
}

#ifdef FAIRHASH_X86
/* Absorbs blocks into `width` sponges: 8 with AVX-512, 4 with AVX2. */
static void absorb_lanes(uint64_t *const *sponges, const uint8_t *const *blocks, size_t width, size_t rate, size_t count) {
    if (width == 8) {
        fairhash_keccak_absorb_8_avx512vl(sponges, blocks, TURBO_ROUNDS, rate / WORD_BYTES, count);
    } else {
        fairhash_keccak_absorb_4_avx2(sponges, blocks, TURBO_ROUNDS, rate / WORD_BYTES, count);
    }
}

/* 3.2: adds the chaining values of `used` whole chunks to the final node. The other lanes process the first chunk again. */
static void absorb_chunks(fairhash_context *context, const uint8_t *chunks, size_t used, size_t width) {
    const size_t rate = rate_bytes(context->algorithm);
    const size_t length = cv_bytes(context->algorithm);
    const size_t whole_bytes = CHUNK_BYTES / rate * rate;
    uint64_t storage[MAX_LANES][LANES] = {{0}};
    uint8_t last_blocks[MAX_LANES][MAX_RATE_BYTES] = {{0}};
    uint64_t *sponges[MAX_LANES] = {NULL};
    const uint8_t *blocks[MAX_LANES] = {NULL};
    for (size_t i = 0; i < width; i++) {
        const size_t chunk = i < used ? i : 0;
        sponges[i] = storage[chunk];
        blocks[i] = chunks + chunk * CHUNK_BYTES;
    }
    absorb_lanes(sponges, blocks, width, rate, CHUNK_BYTES / rate);
    for (size_t i = 0; i < width; i++) {
        memcpy(last_blocks[i], blocks[i] + whole_bytes, CHUNK_BYTES - whole_bytes);
        last_blocks[i][CHUNK_BYTES - whole_bytes] = INNER_NODE;
        last_blocks[i][rate - 1] ^= 0x80;
        blocks[i] = last_blocks[i];
    }
    absorb_lanes(sponges, blocks, width, rate, 1);
    for (size_t i = 0; i < used; i++) {
        uint8_t cv[MAX_CV_BYTES];
        write_le64(cv, storage[i], length);
        absorb_bytes(context->state.w64, rate, cv, length);
    }
}
#endif

/* Absorbs whole chunks in lanes if `count` bytes have several. Returns the number of absorbed bytes. */
static size_t absorb_whole_chunks(fairhash_context *context, const uint8_t *bytes, size_t count) {
    size_t absorbed = 0;
#ifdef FAIRHASH_X86
    const size_t width = fairhash_cpu_has(FAIRHASH_CPU_AVX512VL) ? 8 : fairhash_cpu_has(FAIRHASH_CPU_AVX2) ? 4 : 1;
    while (width > 1 && (count - absorbed) / CHUNK_BYTES > 1) {
        const size_t chunks = (count - absorbed) / CHUNK_BYTES;
        const size_t used = chunks < width ? chunks : width;
        absorb_chunks(context, bytes + absorbed, used, width);
        absorbed += used * CHUNK_BYTES;
    }
#else
    (void)context, (void)bytes, (void)count;
#endif
    return absorbed;
}

static void start(fairhash_context *context) {
    (void)context;
    fairhash_keccak_constants();
}

/*
 * Absorbs bytes of S up to the end of a chunk, or several whole chunks. Returns their number.
 *
 * Args:
 *   position: the position of the first byte in S.
 *   count: the number of bytes available, at least 1.
 */
static size_t absorb_part(fairhash_context *context, uint64_t position, const uint8_t *bytes, size_t count) {
    static const uint8_t AFTER_FIRST_CHUNK[8] = {0x03};
    const size_t rate = rate_bytes(context->algorithm);
    const size_t left = CHUNK_BYTES - (size_t)(position % CHUNK_BYTES);
    const size_t part = count < left ? count : left;
    if (position < CHUNK_BYTES) {
        absorb_bytes(context->state.w64, rate, bytes, part);
        return part;
    }
    if (position == CHUNK_BYTES) {
        absorb_bytes(context->state.w64, rate, AFTER_FIRST_CHUNK, sizeof AFTER_FIRST_CHUNK);
    }
    if (left == CHUNK_BYTES) {
        const size_t absorbed = absorb_whole_chunks(context, bytes, count);
        if (absorbed > 0) {
            return absorbed;
        }
        memset(context->tree.w64, 0, (FILL + 1) * sizeof context->tree.w64[0]);
    }
    absorb_bytes(context->tree.w64, rate, bytes, part);
    if (part == left) {
        finish_chunk(context);
    }
    return part;
}

/* Absorbs the bytes of S in blocks of the stream. What padding adds to the last block is left out. */
static void absorb(fairhash_context *context, const uint8_t *blocks, size_t count) {
    /* A message that is not finished may end within a byte. */
    const uint64_t length = count_bytes(context->message_bits);
    const size_t rate = rate_bytes(context->algorithm);
    uint64_t position = context->blocks * rate;
    size_t left = count * rate;
    const uint64_t rest = length > position ? length - position : 0;
    left = rest < left ? (size_t)rest : left;
    while (left > 0) {
        const size_t part = absorb_part(context, position, blocks, left);
        blocks += part;
        position += part;
        left -= part;
    }
}

/*
 * For hardware: the domain separation byte of the node with the end of S, and zeros up to the end of a block. The nodes of the
 * tree are no whole blocks, so the last 1 of their padding is not part of it.
 */
static size_t pad(const fairhash_algorithm *algorithm, uint8_t *tail, size_t fill_bits, uint64_t message_bits) {
    const size_t rate = rate_bytes(algorithm);
    tail[fill_bits / 8] = message_bits > 8 * CHUNK_BYTES ? INNER_NODE : SINGLE_NODE;
    return (fill_bits / 8 + rate) / rate * rate;
}

/* 3.3 length_encode: the bytes of x, most significant first and without leading zeros, and their number. Returns the length. */
static size_t length_encode(uint64_t x, uint8_t code[9]) {
    size_t bytes = 0;
    while (bytes < 8 && x >> 8 * bytes != 0) {
        bytes++;
    }
    for (size_t i = 0; i < bytes; i++) {
        code[i] = (uint8_t)(x >> 8 * (bytes - 1 - i));
    }
    code[bytes] = (uint8_t)bytes;
    return bytes + 1;
}

static void output(fairhash_context *context, uint8_t *digest, uint64_t digest_bits) {
    const size_t rate = rate_bytes(context->algorithm);
    const uint64_t length = context->message_bits / 8;
    uint64_t *const node = context->state.w64;
    if (length > CHUNK_BYTES) {
        if (length % CHUNK_BYTES != 0) {
            finish_chunk(context);
        }
        static const uint8_t END[2] = {0xff, 0xff};
        uint8_t code[9];
        const size_t code_bytes = length_encode((length - 1) / CHUNK_BYTES, code);
        absorb_bytes(node, rate, code, code_bytes);
        absorb_bytes(node, rate, END, sizeof END);
    }
    finish_sponge(node, rate, length > CHUNK_BYTES ? FINAL_NODE : SINGLE_NODE);
    fairhash_keccak_squeeze(node, TURBO_ROUNDS, rate, digest, count_bytes(digest_bits));
}

/* 3.2: the customization string and its length. */
static void suffix(const fairhash_algorithm *algorithm, fairhash_affix *affix) {
    affix->string = algorithm->parameters.customization;
    affix->string_bytes = algorithm->parameters.customization_bytes;
    affix->end_bytes = length_encode(affix->string_bytes, affix->end);
}

const fairhash_affixes fairhash_kangarootwelve_affixes = {.suffix = suffix};

const fairhash_family fairhash_kangarootwelve = {NULL, 0, start, absorb, pad, output};
