/* SPDX-License-Identifier: Apache-2.0 */
#include "fairhash_driver.h"

#include "fairhash_registers.h"

enum { WORD_BYTES = 4, MAGIC = 0x4648, VERSION = 1 };

static uint32_t read_register(const fairhash_device *device, uint32_t offset) { return device->read(device->bus, offset); }

static void write_register(const fairhash_device *device, uint32_t offset, uint32_t value) {
    device->write(device->bus, offset, value);
}

size_t fairhash_digest_bytes(const fairhash_device *device) {
    const uint32_t id = read_register(device, FAIRHASH_ID);
    if (id >> FAIRHASH_ID_MAGIC_SHIFT != MAGIC || (id & FAIRHASH_ID_VERSION) != VERSION) {
        return 0;
    }
    return read_register(device, FAIRHASH_CORE) & FAIRHASH_CORE_DIGEST_BYTES;
}

void fairhash_reset(const fairhash_device *device) {
    const uint32_t enable = read_register(device, FAIRHASH_CONTROL) & FAIRHASH_CONTROL_INTERRUPT_ENABLE;
    write_register(device, FAIRHASH_CONTROL, enable | FAIRHASH_CONTROL_RESET);
}

void fairhash_start(fairhash_message *message, const fairhash_device *device) {
    message->device = device;
    message->word = 0;
    message->filled = 0;
}

/* Waits for room in the data FIFO, then writes the word that has been filled, and starts an empty one. */
static void write_word(fairhash_message *message) {
    while ((read_register(message->device, FAIRHASH_STATUS) & FAIRHASH_STATUS_SPACE) == 0) {
    }
    write_register(message->device, FAIRHASH_DATA, message->word);
    message->word = 0;
    message->filled = 0;
}

/* A full word is written only when a byte follows, because the last word of a message must be announced. */
void fairhash_add(fairhash_message *message, const uint8_t *data, size_t size) {
    for (size_t i = 0; i < size; i++) {
        if (message->filled == WORD_BYTES) {
            write_word(message);
        }
        message->word |= (uint32_t)data[i] << (8 * message->filled);
        message->filled++;
    }
}

void fairhash_finish(fairhash_message *message, uint8_t *digest) {
    const fairhash_device *const device = message->device;
    write_register(device, FAIRHASH_LAST, message->filled);
    write_word(message);
    while ((read_register(device, FAIRHASH_STATUS) & FAIRHASH_STATUS_DONE) == 0) {
    }
    const size_t size = fairhash_digest_bytes(device);
    for (size_t i = 0; i < size; i += WORD_BYTES) {
        const uint32_t word = read_register(device, FAIRHASH_DIGEST + (uint32_t)i);
        for (unsigned byte = 0; byte < WORD_BYTES; byte++) {
            digest[i + byte] = (uint8_t)(word >> (8 * byte));
        }
    }
    write_register(device, FAIRHASH_STATUS, FAIRHASH_STATUS_DONE);
}
