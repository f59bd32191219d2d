/* SPDX-License-Identifier: Apache-2.0 */
/*
 * BLAKE3: "BLAKE3: one function, fast everywhere", version of 2021-11-07. Section numbers, names and order are those of this
 * specification.
 *
 * A message is divided into chunks of 16 blocks. The chaining values of the chunks are the leaves of a binary tree. The state
 * has the chaining value of the current chunk, and the last block of the message, whose flags depend on the rest of the tree.
 * The tree of a context is a stack of the roots of whole subtrees, the largest one first.
 */
#include "blake3.h"

/* The modes, which are the flags of all compressions of a message. */
enum variant { HASH, CONTEXT = DERIVE_KEY_CONTEXT };

/* Words of the state. The last block is there only after absorb() has received it. */
enum {
    KEY = 0,             /* 8 words: 2.3, the key words */
    CHAINING_VALUE = 8,  /* 8 words: of the current chunk */
    LAST_BLOCK = 16,     /* 16 words */
    LAST_LENGTH = 32,    /* the number of message bytes in the last block */
    LAST_FLAGS = 33,     /* its flags, without ROOT */
    MODE_FLAGS = 34,     /* the flags of all compressions */
    SUBTREES = 35,       /* the number of chaining values in the tree of the context */
    CHUNKS = 36,         /* 2 words, lower first: the number of whole chunks in these subtrees */
};

enum { BLOCK_BYTES = 64, CHUNK_BLOCKS = 16, CHUNK_BYTES = BLOCK_BYTES * CHUNK_BLOCKS };

/* The largest number of chunks that are hashed before their parents, 2^8. */
enum { MAX_HEIGHT = 8, MAX_CHUNKS = 1 << MAX_HEIGHT };

/* 2.2: the function G on the state words a, b, c, d and the message words x, y. */
#define G(a, b, c, d, x, y)                                                                                                    \
    do {                                                                                                                       \
        a += b + (x);                                                                                                          \
        d = rotr32(d ^ a, 16);                                                                                                 \
        c += d;                                                                                                                \
        b = rotr32(b ^ c, 12);                                                                                                 \
        a += b + (y);                                                                                                          \
        d = rotr32(d ^ a, 8);                                                                                                  \
        c += d;                                                                                                                \
        b = rotr32(b ^ c, 7);                                                                                                  \
    } while (0)

/* 2.2: round number r, whose message words are permuted r times. */
#define M(r, k) m[BLAKE3_SCHEDULE[r][k]]
#define ROUND(r)                                                                                                               \
    do {                                                                                                                       \
        G(v0, v4, v8, v12, M(r, 0), M(r, 1));                                                                                  \
        G(v1, v5, v9, v13, M(r, 2), M(r, 3));                                                                                  \
        G(v2, v6, v10, v14, M(r, 4), M(r, 5));                                                                                 \
        G(v3, v7, v11, v15, M(r, 6), M(r, 7));                                                                                 \
        G(v0, v5, v10, v15, M(r, 8), M(r, 9));                                                                                 \
        G(v1, v6, v11, v12, M(r, 10), M(r, 11));                                                                               \
        G(v2, v7, v8, v13, M(r, 12), M(r, 13));                                                                                \
        G(v3, v4, v9, v14, M(r, 14), M(r, 15));                                                                                \
    } while (0)

/* 2.2 Compression function: all 16 words of output. */
static void compress(const uint32_t *h, const uint32_t *m, uint64_t t, uint32_t b, uint32_t d, uint32_t *result) {
    uint32_t v0 = h[0], v1 = h[1], v2 = h[2], v3 = h[3], v4 = h[4], v5 = h[5], v6 = h[6], v7 = h[7];
    uint32_t v8 = BLAKE3_IV[0], v9 = BLAKE3_IV[1], v10 = BLAKE3_IV[2], v11 = BLAKE3_IV[3];
    uint32_t v12 = (uint32_t)t, v13 = (uint32_t)(t >> 32), v14 = b, v15 = d;
    ROUND(0);
    ROUND(1);
    ROUND(2);
    ROUND(3);
    ROUND(4);
    ROUND(5);
    ROUND(6);
    const uint32_t left[8] = {v0, v1, v2, v3, v4, v5, v6, v7};
    const uint32_t right[8] = {v8, v9, v10, v11, v12, v13, v14, v15};
    for (unsigned i = 0; i < 8; i++) {
        result[i + 8] = right[i] ^ h[i];
        result[i] = left[i] ^ right[i];
    }
}

/* 2.2: the truncated output, a chaining value. It may replace h. */
static void compress_block(uint32_t *result, const uint32_t *h, const uint8_t *block, uint64_t t, uint32_t b, uint32_t d) {
    uint32_t m[16];
    uint32_t all[16];
    for (unsigned i = 0; i < 16; i++) {
        m[i] = load_le32(block + (size_t)4 * i);
    }
    compress(h, m, t, b, d, all);
    memcpy(result, all, 8 * sizeof all[0]);
}

/* 2.5 Parent node chaining values: the message is the two children. The result may replace the left child. */
static void compress_parent(uint32_t *result, const uint32_t *key, const uint32_t *left, const uint32_t *right, uint32_t mode) {
    uint32_t m[16];
    uint32_t all[16];
    memcpy(m, left, 8 * sizeof m[0]);
    memcpy(m + 8, right, 8 * sizeof m[0]);
    compress(key, m, 0, BLOCK_BYTES, mode | PARENT, all);
    memcpy(result, all, 8 * sizeof all[0]);
}

static uint64_t load_chunks(const uint32_t *state) { return (uint64_t)state[CHUNKS + 1] << 32 | state[CHUNKS]; }

static void store_chunks(uint32_t *state, uint64_t chunks) {
    state[CHUNKS] = (uint32_t)chunks;
    state[CHUNKS + 1] = (uint32_t)(chunks >> 32);
}

/*
 * Adds the root of a subtree of 2^height chunks to the stack, and merges whole subtrees (2.1: the left subtree of a node is the
 * largest whole one). More of the message must follow, so no root of the whole tree is merged.
 */
static void push_subtree(fairhash_context *context, const uint32_t *chaining_value, unsigned height) {
    uint32_t *const state = context->state.w32;
    const uint64_t chunks = load_chunks(state) + (UINT64_C(1) << height);
    store_chunks(state, chunks);
    uint32_t *top = context->tree.w32 + (size_t)8 * state[SUBTREES];
    memcpy(top, chaining_value, 8 * sizeof top[0]);
    /* The number of subtrees is the number of ones of the number of chunks, unless a test has skipped a part of the message. */
    for (; (chunks >> height & 1) == 0 && state[SUBTREES] > 0; height++) {
        compress_parent(top - 8, state + KEY, top - 8, top, state[MODE_FLAGS]);
        top -= 8;
        state[SUBTREES]--;
    }
    state[SUBTREES]++;
}

/* 2.4 Chunk chaining values: absorbs a block that is not the last one of the message. `index` counts blocks of the message. */
static void absorb_block(fairhash_context *context, const uint8_t *block, uint64_t index) {
    uint32_t *const state = context->state.w32;
    const unsigned position = index % CHUNK_BLOCKS;
    const uint32_t flags = state[MODE_FLAGS] | (position == 0 ? CHUNK_START : 0U) | (position == CHUNK_BLOCKS - 1 ? CHUNK_END : 0U);
    uint32_t *const h = state + CHAINING_VALUE;
    compress_block(h, position == 0 ? state + KEY : h, block, index / CHUNK_BLOCKS, BLOCK_BYTES, flags);
    if (position == CHUNK_BLOCKS - 1) {
        push_subtree(context, h, 0);
    }
}

/* Stores the last block of the message, and what its compression needs. */
static void store_last_block(fairhash_context *context, const uint8_t *block, uint64_t index) {
    uint32_t *const state = context->state.w32;
    for (unsigned i = 0; i < 16; i++) {
        state[LAST_BLOCK + i] = load_le32(block + (size_t)4 * i);
    }
    const bool first = index % CHUNK_BLOCKS == 0;
    state[LAST_LENGTH] = (uint32_t)(context->message_bits / 8 - index * BLOCK_BYTES);
    state[LAST_FLAGS] = state[MODE_FLAGS] | CHUNK_END | (first ? CHUNK_START : 0U);
    if (first) {
        memcpy(state + CHAINING_VALUE, state + KEY, 8 * sizeof state[0]);
    }
}

#ifdef FAIRHASH_X86
/* Returns the number of nodes that are compressed at once with the instruction sets allowed now. */
static size_t lanes(void) {
    if (fairhash_cpu_has(FAIRHASH_CPU_AVX512VL)) {
        return 16;
    }
    return fairhash_cpu_has(FAIRHASH_CPU_AVX2) ? 8 : 1;
}

/*
 * Compresses nodes of the same shape in lanes.
 *
 * Args:
 *   nodes: what they have in common, and the counter of the first node. `inputs` is not used.
 *   input: the first node. The others follow.
 *   count: the number of nodes.
 *   width: the number of lanes: 8 or 16.
 *   chaining_values: receives those of the nodes. It may be `input`.
 */
static void compress_nodes(blake3_nodes nodes, const uint8_t *input, size_t count, size_t width,
                           uint32_t (*chaining_values)[8]) {
    for (size_t first = 0; first < count; first += width) {
        const size_t used = count - first < width ? count - first : width;
        const uint8_t *inputs[BLAKE3_MAX_LANES] = {NULL};
        uint32_t results[BLAKE3_MAX_LANES][8];
        for (size_t lane = 0; lane < width; lane++) {
            inputs[lane] = input + (first + (lane < used ? lane : 0)) * nodes.blocks * BLOCK_BYTES;
        }
        nodes.inputs = inputs;
        if (width == 16) {
            fairhash_blake3_nodes_16_avx512vl(&nodes, results);
        } else {
            fairhash_blake3_nodes_8_avx2(&nodes, results);
        }
        memcpy(chaining_values[first], results, used * sizeof results[0]);
        nodes.counter += nodes.counts ? width : 0;
    }
}

/* Absorbs whole chunks, none of which is the last one of the message. `chunk` is the number of the first one. */
static void absorb_chunks(fairhash_context *context, const uint8_t *chunks, size_t count, uint64_t chunk, size_t width) {
    const uint32_t *const state = context->state.w32;
    uint32_t chaining_values[MAX_CHUNKS][8];
    const blake3_nodes leaves = {
        .blocks = CHUNK_BLOCKS,
        .key = state + KEY,
        .counter = chunk,
        .counts = true,
        .flags = state[MODE_FLAGS],
        .first_flags = CHUNK_START,
        .last_flags = CHUNK_END,
    };
    const blake3_nodes parents = {.blocks = 1, .key = state + KEY, .flags = state[MODE_FLAGS] | PARENT};
    compress_nodes(leaves, chunks, count, width, chaining_values);
    /* 2.1: the chunks are divided into whole subtrees, as the position in the message allows. */
    for (size_t done = 0; done < count;) {
        unsigned height = 0;
        while (height < MAX_HEIGHT && (2U << height) <= count - done && ((chunk + done) >> height & 1) == 0) {
            height++;
        }
        for (size_t nodes = (size_t)1 << height; nodes > 1; nodes /= 2) {
            if (nodes == 2) {
                compress_parent(chaining_values[done], state + KEY, chaining_values[done], chaining_values[done + 1],
                                state[MODE_FLAGS]);
            } else {
                compress_nodes(parents, (const uint8_t *)chaining_values[done], nodes / 2, width, chaining_values + done);
            }
        }
        push_subtree(context, chaining_values[done], height);
        done += (size_t)1 << height;
    }
}
#endif

/* Absorbs whole chunks in lanes if there are several. Returns the number of absorbed blocks. `index` counts blocks. */
static size_t absorb_whole_chunks(fairhash_context *context, const uint8_t *blocks, size_t count, uint64_t index) {
#ifdef FAIRHASH_X86
    /* The chunk with the last bit of the message is not absorbed here. */
    const uint64_t chunks_before_last = (context->message_bits - 1) / (8 * CHUNK_BYTES) - index / CHUNK_BLOCKS;
    const size_t width = lanes();
    size_t chunks = count / CHUNK_BLOCKS;
    chunks = chunks < chunks_before_last ? chunks : (size_t)chunks_before_last;
    chunks = chunks < MAX_CHUNKS ? chunks : MAX_CHUNKS;
    if (width > 1 && chunks > 1) {
        absorb_chunks(context, blocks, chunks, index / CHUNK_BLOCKS, width);
        return chunks * CHUNK_BLOCKS;
    }
#else
    (void)context, (void)blocks, (void)count, (void)index;
#endif
    return 0;
}

static void absorb(fairhash_context *context, const uint8_t *blocks, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const uint64_t index = context->blocks + i;
        if (index % CHUNK_BLOCKS == 0 && count - i > CHUNK_BLOCKS) {
            const size_t absorbed = absorb_whole_chunks(context, blocks, count - i, index);
            if (absorbed > 0) {
                blocks += absorbed * BLOCK_BYTES;
                i += absorbed - 1;
                continue;
            }
        }
        /* A message that is not finished may end within a byte. */
        if (context->message_bits - 8 * BLOCK_BYTES * index <= 8 * BLOCK_BYTES) {
            store_last_block(context, blocks, index);
        } else {
            absorb_block(context, blocks, index);
        }
        blocks += BLOCK_BYTES;
    }
}

/* 2.4: zeros up to the end of the block. An empty message has a block of zeros. */
static size_t pad(const fairhash_algorithm *algorithm, uint8_t *tail, size_t fill_bits, uint64_t message_bits) {
    (void)algorithm;
    (void)tail;
    (void)fill_bits;
    (void)message_bits;
    return BLOCK_BYTES;
}

/* 2.6 Extendable output: the root is compressed with the counters 0, 1, 2 and so on. */
static void output(fairhash_context *context, uint8_t *digest, uint64_t digest_bits) {
    uint32_t *const state = context->state.w32;
    uint32_t h[8];
    uint32_t m[16];
    uint64_t t = context->blocks > 0 ? (context->blocks - 1) / CHUNK_BLOCKS : 0;
    uint32_t length = state[LAST_LENGTH];
    uint32_t flags = state[LAST_FLAGS];
    uint32_t all[16];
    memcpy(h, state + CHAINING_VALUE, sizeof h);
    memcpy(m, state + LAST_BLOCK, sizeof m);
    for (uint32_t left = state[SUBTREES]; left > 0; left--) {
        compress(h, m, t, length, flags, all);
        memcpy(m, context->tree.w32 + (size_t)8 * (left - 1), 8 * sizeof m[0]);
        memcpy(m + 8, all, 8 * sizeof m[0]);
        memcpy(h, state + KEY, sizeof h);
        t = 0;
        length = BLOCK_BYTES;
        flags = state[MODE_FLAGS] | PARENT;
    }
    const uint64_t bytes = count_bytes(digest_bits);
    for (uint64_t i = 0; i < bytes; i += BLOCK_BYTES) {
        compress(h, m, i / BLOCK_BYTES, length, flags | ROOT, all);
        write_le32(digest + i, all, bytes - i < BLOCK_BYTES ? (size_t)(bytes - i) : BLOCK_BYTES);
    }
}

extern const fairhash_family fairhash_blake3;

#define BLAKE3(variant_value, ...)                                                                                             \
    {                                                                                                                          \
        .id = "blake3", .family = "blake3", .csv_algorithm = "BLAKE3", .csv_version = "1", .digest_bits = 256,                 \
        .block_bits = 8 * BLOCK_BYTES, .needs_bits = true, .free_output = true, .bit_order = FAIRHASH_LSB_FIRST,               \
        .variant = (variant_value), .functions = &fairhash_blake3, .whole_bytes = true, __VA_ARGS__                            \
    }

static const fairhash_algorithm ALGORITHMS[] = {
    BLAKE3(HASH, .min_key_bytes = 32, .max_key_bytes = 32, .max_customization_bytes = SIZE_MAX / 8),
};

/* 2.3: the first of the two hashes of the mode derive_key. It is not in the list, because its result is only a key. */
static const fairhash_algorithm DERIVE_KEY_CONTEXT_ALGORITHM = BLAKE3(CONTEXT, .min_key_bytes = 0);

/* 2.3 Modes: the key words and the flags. With a customization string the mode is derive_key, and it is the context string. */
static void start(fairhash_context *context) {
    const fairhash_parameters *parameters = &context->algorithm->parameters;
    uint32_t *const state = context->state.w32;
    uint8_t derived_key[32];
    const uint8_t *key = parameters->key;
    state[MODE_FLAGS] = context->algorithm->variant;
    if (key != NULL) {
        state[MODE_FLAGS] = KEYED_HASH;
    } else if (parameters->customization != NULL) {
        fairhash_hash(&DERIVE_KEY_CONTEXT_ALGORITHM, parameters->customization, 8 * (uint64_t)parameters->customization_bytes,
                      derived_key, 256);
        key = derived_key;
        state[MODE_FLAGS] = DERIVE_KEY_MATERIAL;
    }
    for (unsigned i = 0; i < 8; i++) {
        state[KEY + i] = key == NULL ? BLAKE3_IV[i] : load_le32(key + (size_t)4 * i);
    }
}

const fairhash_family fairhash_blake3 = {ALGORITHMS, LENGTH(ALGORITHMS), start, absorb, pad, output};
