/* SPDX-License-Identifier: Apache-2.0 */
/* What the forms of Fugue share. */
#ifndef FAIRHASH_FUGUE_H
#define FAIRHASH_FUGUE_H

#include "cpu.h"
#include "internal.h"

#ifdef FAIRHASH_X86
/* absorb() with AES instructions on the state S, for digests of `parts` parts; see fugue.c. */
void fairhash_fugue_absorb_aesni(uint32_t *S, unsigned parts, const uint8_t *blocks, size_t count);
#endif

#endif
