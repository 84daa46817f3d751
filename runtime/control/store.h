/*
 * Accepted measurements, kept through a loss of power in memory that the caller owns: a block of
 * bytes in FRAM or battery-backed RAM, whose bytes are also the file that `epitrain --append`
 * reads. There is one slot more than points: a point is written whole into the spare slot, then
 * counts by its last word, and only then the point it replaces is given up. Cut off at any byte,
 * the store holds every accepted point and no part of another. All words are little-endian:
 *
 *   header, 8 words   "EPIP", version 2, inputs, outputs, slots, policy, 0, CRC-32 of these 7 words
 *   slots             sequence from 1, sequence it replaces or 0, time low, time high,
 *                     inputs, outputs (binary32), CRC-32 of all before, commit
 *   header again      the same 8 words: one of the two is enough
 *
 * commit = (CRC ^ 0x45504950) | 0x01010101: no byte of it is 0. A slot counts when its CRC is right
 * and at least three bytes of the commit are; else, a commit with a byte that is 0 was not written
 * to its end, or is being taken back, and the slot counts for nothing; any other slot is an
 * accepted point that is damaged. So flipped bits within one byte of a commit do not matter,
 * flipped bits anywhere else in a point are seen. Not seen: damage that leaves two or more bytes of
 * a commit wrong and one of its bytes 0. epi_store_put has loops over words and slots with bounds
 * fixed at compile time, and no branch on data; with EPI_STORE_REDUNDANT every pair of points is
 * compared: call it outside the control step.
 */
#ifndef EPI_CONTROL_STORE_H
#define EPI_CONTROL_STORE_H

#include "sizes.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What happens when the store is full: the new point is refused; it replaces the oldest; it
   replaces the older of the two points that are closest to each other, itself included. */
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

typedef struct {
    uint32_t next;  /* sequence of the next point, 1 at first */
    uint32_t spare; /* the slot that will take it */
    uint32_t count; /* points */
    /* The lookout for redundant points; not used by the other policies. */
    uint32_t used[EPI_STORE_SLOTS];
    uint32_t sequence[EPI_STORE_SLOTS];
    float x[EPI_STORE_SLOTS][EPI_N_IN];
} epi_store_t;

/* An empty store. */
void epi_store_format(volatile uint8_t memory[EPI_STORE_BYTES], epi_store_t *s);

#define EPI_STORE_FOREIGN 1U /* no store of this size and policy: format it before a put */
#define EPI_STORE_DAMAGED 2U /* an accepted point no longer has its checksum; it is left out */
#define EPI_STORE_MENDED  4U /* a header or a byte of a commit was wrong and is right again */

/* After a start: finds what is there, ends what a loss of power cut off, and mends what it can.
   Returns 0, FOREIGN, or what applies of the others. Power lost meanwhile, or as a format
   begins, leaves what was there. Not for the control step:
   it reads everything and branches on what it finds. */
uint32_t epi_store_open(volatile uint8_t memory[EPI_STORE_BYTES], epi_store_t *s);

/* Returns 1 when the point is stored, else 0: a number that is not finite, a full store that
   refuses, 2^31 - 2 points so far, or a store that was found FOREIGN and not formatted since (the
   bytes of a slot are written even then). For EPI_STORE_REDUNDANT inputs are multiplied by `weight`
   before their distance is taken: 1 / scale of the network's spec, the same at every call. */
uint32_t epi_store_put(volatile uint8_t memory[EPI_STORE_BYTES], epi_store_t *s, uint64_t time,
                       const float x[EPI_N_IN], const float y[EPI_N_OUT],
                       const float weight[EPI_N_IN]);

/* CRC-32 (IEEE 802.3, reflected) of one more word; starts at 0xFFFFFFFF, the result is inverted. */
uint32_t epi_crc_word(uint32_t crc, uint32_t word);

#ifdef __cplusplus
}
#endif

#endif
