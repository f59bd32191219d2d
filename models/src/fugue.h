/* SPDX-License-Identifier: Apache-2.0 */
/* Declarations that all implementations of Fugue share. */
#ifndef FAIRHASH_FUGUE_H
#define FAIRHASH_FUGUE_H

#include "cpu.h"
#include "internal.h"

#ifdef FAIRHASH_X86
/* Absorbs `count` words of message into the state S with AES instructions. `parts` is that of struct parameters in fugue.c. */
void fairhash_fugue_absorb_aesni(uint32_t *S, unsigned parts, const uint8_t *blocks, size_t count);
#endif

#endif
