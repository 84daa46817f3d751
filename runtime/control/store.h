/*
 * A store of accepted measurements ("points") that survives a loss of power. The caller owns the
 * memory: a block of bytes in FRAM or battery-backed RAM. The same bytes are the file that
 * `epitrain --append` reads. The store has one slot more than points: a put writes the new point
 * into the spare slot, makes it valid by its last word, and only then gives up the point that it
 * replaces. If power fails at any byte, the store still holds every accepted point and no part of
 * another. All words are little-endian:
 *
 *   header, 8 words   "EPIP", version 2, inputs, outputs, slots, policy, 0, CRC-32 of these 7 words
 *   slots             sequence from 1, sequence it replaces or 0, time low, time high,
 *                     inputs, outputs (binary32), CRC-32 of all before, commit
 *   header again      the same 8 words: one of the two is enough
 *
 * commit = (CRC ^ 0x45504950) | 0x01010101, so that no byte of it is 0. A slot is read as follows:
 *
 *   the CRC is right, and at least 3 bytes of the commit       it holds a point
 *   else, the commit has a byte that is 0                      it is empty: a write or a removal
 *                                                              was cut off
 *   else                                                       it holds a damaged point
 *
 * So a store survives flipped bits within one byte of a commit, and sees flipped bits anywhere else
 * in a point. It does not see damage that makes two or more bytes of a commit wrong and one of them
 * 0. The loops of epi_store_put run over words and slots with bounds fixed at compile time; it has
 * no branch on data. With EPI_STORE_REDUNDANT it compares every pair of points: call it outside the
 * control step.
 */
#ifndef EPI_CONTROL_STORE_H
#define EPI_CONTROL_STORE_H

#include "sizes.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The policies of a full store. REFUSE refuses the new point. OLDEST replaces the oldest point.
   REDUNDANT replaces the older one of the two points, the new one included, that are closest to
   each other. */
#define EPI_STORE_REFUSE    0U
#define EPI_STORE_OLDEST    1U
#define EPI_STORE_REDUNDANT 2U

#ifndef EPI_STORE_CAPACITY
#define EPI_STORE_CAPACITY 64U
#endif
#ifndef EPI_STORE_POLICY
#define EPI_STORE_POLICY EPI_STORE_REFUSE
#endif

#if (EPI_STORE_CAPACITY < 1) || (EPI_STORE_CAPACITY > 65535) || (EPI_STORE_POLICY > 2)
#error "EPI_STORE_CAPACITY is 1 to 65535, EPI_STORE_POLICY is 0 to 2"
#endif

#define EPI_STORE_SLOTS        (EPI_STORE_CAPACITY + 1U)
#define EPI_STORE_VALUES       (EPI_N_IN + EPI_N_OUT)
#define EPI_STORE_HEADER_WORDS 8U
#define EPI_STORE_SLOT_WORDS   (6U + EPI_STORE_VALUES)
#define EPI_STORE_SECOND                                                                           \
    (EPI_STORE_HEADER_WORDS +                                                                      \
     (EPI_STORE_SLOTS * EPI_STORE_SLOT_WORDS)) /* word of the second header */
#define EPI_STORE_BYTES (4U * (EPI_STORE_SECOND + EPI_STORE_HEADER_WORDS))

/* The names that the linker sees: with inputs, outputs, capacity and policy (sizes.h). */
#define EPI_STORE_NAME(name)                                                                       \
    EPI_NAMED(name, EPI_N_IN, EPI_N_OUT, EPI_STORE_CAPACITY, EPI_STORE_POLICY)
#define epi_store_format EPI_STORE_NAME(epi_store_format)
#define epi_store_open   EPI_STORE_NAME(epi_store_open)
#define epi_store_put    EPI_STORE_NAME(epi_store_put)
#define epi_crc_word     EPI_STORE_NAME(epi_crc_word)

typedef struct {
    uint32_t next;  /* sequence number of the next point, from 1 on */
    uint32_t spare; /* the slot that the next point goes to */
    uint32_t count; /* points in the store */
    /* A copy of what the slots hold: whether a slot is used, its sequence number, its inputs. Only
       EPI_STORE_REDUNDANT needs the inputs. */
    uint32_t used[EPI_STORE_SLOTS];
    uint32_t sequence[EPI_STORE_SLOTS];
    float x[EPI_STORE_SLOTS][EPI_N_IN];
} epi_store_t;

/* Makes an empty store. */
void epi_store_format(volatile uint8_t memory[EPI_STORE_BYTES], epi_store_t *s);

#define EPI_STORE_FOREIGN 1U /* the memory holds no store of this size and policy: format it */
#define EPI_STORE_DAMAGED 2U /* an accepted point no longer has its checksum and is left out */
#define EPI_STORE_MENDED  4U /* a header or a byte of a commit was wrong and was mended */

/* To be called after every start. It finds the points, completes what a loss of power cut off, and
   mends what it can. It returns 0, FOREIGN, or those of DAMAGED and MENDED that apply. A loss of
   power during this call, or while a format erases the first header, loses no point. Do not call it
   in the control step: it reads the whole memory and branches on what it finds. */
uint32_t epi_store_open(volatile uint8_t memory[EPI_STORE_BYTES], epi_store_t *s);

/* Returns 1 when the point is stored, else 0: a number is not finite, a full store refuses, the
   store has accepted 2^31 - 2 points already, or it was found FOREIGN and not formatted since. The
   spare slot's bytes are written in all cases. EPI_STORE_REDUNDANT multiplies inputs by `weight`
   before it takes their distance: pass 1 / scale of the network's spec, the same at every call. */
uint32_t epi_store_put(volatile uint8_t memory[EPI_STORE_BYTES], epi_store_t *s, uint64_t time,
                       const float x[EPI_N_IN], const float y[EPI_N_OUT],
                       const float weight[EPI_N_IN]);

/* Adds one word to a CRC-32 (IEEE 802.3, reflected). The first `crc` is 0xFFFFFFFF; the caller
   inverts the last result. */
uint32_t epi_crc_word(uint32_t crc, uint32_t word);

#ifdef __cplusplus
}
#endif

#endif
