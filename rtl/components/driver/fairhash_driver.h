/* SPDX-License-Identifier: Apache-2.0 */
/* Driver of a FairHash component with AXI4-Lite registers (fairhash_registers.h). */
#ifndef FAIRHASH_DRIVER_H
#define FAIRHASH_DRIVER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Access to the registers. On a computer with the component in its memory, `bus` is its address, and read and write use it. */
typedef struct fairhash_device {
    uint32_t (*read)(void *bus, uint32_t offset);
    void (*write)(void *bus, uint32_t offset, uint32_t value);
    void *bus;
} fairhash_device;

/* A message that is being hashed. Start with fairhash_start(); the members are the driver's. */
typedef struct fairhash_message {
    const fairhash_device *device;
    uint32_t word;   /* bytes that have not been written, the first one in the lowest bits */
    unsigned filled; /* their number, 0 to 4 */
} fairhash_message;

/* Returns the bytes of a digest, or 0 if there is no component with this register map. */
size_t fairhash_digest_bytes(const fairhash_device *device);

/* Ends all messages in the component. */
void fairhash_reset(const fairhash_device *device);

/* Starts a message. The component hashes one message at a time. */
void fairhash_start(fairhash_message *message, const fairhash_device *device);

/* Adds `size` bytes to the message. Waits while the data FIFO is full. */
void fairhash_add(fairhash_message *message, const uint8_t *data, size_t size);

/* Ends the message, waits for its digest, and writes fairhash_digest_bytes() bytes to `digest`. */
void fairhash_finish(fairhash_message *message, uint8_t *digest);

#ifdef __cplusplus
}
#endif

#endif
