/* SPDX-License-Identifier: Apache-2.0 */
/* Registers of a FairHash component. Made from rtl/components/registers.toml; do not edit. */
#ifndef FAIRHASH_REGISTERS_H
#define FAIRHASH_REGISTERS_H

/* Identifies this register map. */
#define FAIRHASH_ID 0x00u
#define FAIRHASH_ID_VERSION 0x0000ffffu /* version of the map: 1 */
#define FAIRHASH_ID_MAGIC 0xffff0000u /* 0x4648, "FH" */
#define FAIRHASH_ID_MAGIC_SHIFT 16

/* Sizes of the hash function. */
#define FAIRHASH_CORE 0x04u
#define FAIRHASH_CORE_DIGEST_BYTES 0x000000ffu /* bytes of a digest */
#define FAIRHASH_CORE_BLOCK_BYTES 0x00ffff00u /* bytes of a block */
#define FAIRHASH_CORE_BLOCK_BYTES_SHIFT 8

/* Commands, and the interrupt. */
#define FAIRHASH_CONTROL 0x08u
#define FAIRHASH_CONTROL_RESET 0x00000001u /* ends all messages, empties the data FIFO, and clears done and overflow */
#define FAIRHASH_CONTROL_INTERRUPT_ENABLE 0x00000002u /* the output irq is high while this bit and done are 1 */
#define FAIRHASH_CONTROL_INTERRUPT_ENABLE_SHIFT 1

/* State of the message and of the data FIFO. */
#define FAIRHASH_STATUS 0x0cu
#define FAIRHASH_STATUS_DONE 0x00000001u /* digest holds a digest. Clear it when it has been read; the digest of the next message waits until then */
#define FAIRHASH_STATUS_OVERFLOW 0x00000002u /* a word was written to data while the data FIFO was full, and was lost */
#define FAIRHASH_STATUS_OVERFLOW_SHIFT 1
#define FAIRHASH_STATUS_SPACE 0x0000ff00u /* free words of the data FIFO */
#define FAIRHASH_STATUS_SPACE_SHIFT 8

/* Announces the end of a message. */
#define FAIRHASH_LAST 0x10u
#define FAIRHASH_LAST_BYTES 0x00000007u /* 0 to 4: the next word written to data ends the message, and this many of its bytes belong to it. 0 only for an empty message */

/* Takes a message, four bytes a word. */
#define FAIRHASH_DATA 0x14u
#define FAIRHASH_DATA_BYTES 0xffffffffu /* next bytes of the message, the first one in the lowest bits */

/* The digest while done is 1. */
#define FAIRHASH_DIGEST 0x40u
#define FAIRHASH_DIGEST_WORDS 16u
#define FAIRHASH_DIGEST_BYTES 0xffffffffu /* next bytes of the digest, the first one in the lowest bits */

#endif
