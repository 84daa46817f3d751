/* See store.h. A put writes a point in two phases: all but its last word, then that word. The
   writes are volatile, so they happen in the order of the code. For memory behind a cache or a
   driver, define EPI_STORE_WRITE(memory, at, byte), which must return when the byte is safe. */
#include "store.h"

#include "unit.h"

#ifndef EPI_STORE_WRITE
#define EPI_STORE_WRITE(memory, at, byte) ((memory)[(at)] = (byte))
#endif

#define MAGIC        0x50495045U /* "EPIP" */
#define VERSION      2U
#define COMMIT_KEY   0x45504950U
#define SLOTS        EPI_STORE_SLOTS
#define CAPACITY     EPI_STORE_CAPACITY
#define HEADER_WORDS EPI_STORE_HEADER_WORDS
#define SECOND       EPI_STORE_SECOND
#define SLOT_WORDS   EPI_STORE_SLOT_WORDS
#define VALUES       EPI_STORE_VALUES
#define N_IN         EPI_N_IN
#define N_OUT        EPI_N_OUT
/* No point has this sequence number: numbers below 2^31 can be compared by subtraction. */
#define LAST_SEQUENCE 0x7FFFFFFFU

/* --- words and bytes ------------------------------------------------------------------------- */

static uint32_t word_read(const volatile uint8_t memory[EPI_STORE_BYTES], uint32_t word)
{
    const uint32_t at = 4U * word;
    const uint32_t a = memory[at];
    const uint32_t b = memory[at + 1U];
    const uint32_t c = memory[at + 2U];
    const uint32_t d = memory[at + 3U];

    return a | (b << 8U) | (c << 16U) | (d << 24U);
}

static void word_write(volatile uint8_t memory[EPI_STORE_BYTES], uint32_t word, uint32_t value)
{
    const uint32_t at = 4U * word;

    EPI_STORE_WRITE(memory, at, (uint8_t)(value & 0xFFU));
    EPI_STORE_WRITE(memory, at + 1U, (uint8_t)((value >> 8U) & 0xFFU));
    EPI_STORE_WRITE(memory, at + 2U, (uint8_t)((value >> 16U) & 0xFFU));
    EPI_STORE_WRITE(memory, at + 3U, (uint8_t)(value >> 24U));
}

static uint32_t slot_word(uint32_t slot) { return HEADER_WORDS + (slot * SLOT_WORDS); }

static uint32_t float_bits(float value)
{
    /* cppcheck-suppress misra-c2012-19.2 */
    epi_bits v;

    v.f = value;
    return v.u;
}

static uint32_t crc_step(uint32_t crc) { return (crc >> 1U) ^ (0xEDB88320U & (0U - (crc & 1U))); }

static uint32_t crc_byte(uint32_t crc)
{
    return crc_step(crc_step(crc_step(crc_step(crc_step(crc_step(crc_step(crc_step(crc))))))));
}

uint32_t epi_crc_word(uint32_t crc, uint32_t word)
{
    return crc_byte(crc_byte(crc_byte(crc_byte(crc ^ word))));
}

static uint32_t commit_of(uint32_t crc) { return (crc ^ COMMIT_KEY) | 0x01010101U; }

/* --- the header ------------------------------------------------------------------------------ */

static void header_make(uint32_t words[EPI_STORE_HEADER_WORDS])
{
    uint32_t crc = 0xFFFFFFFFU;
    uint32_t i;

    words[0] = MAGIC;
    words[1] = VERSION;
    words[2] = N_IN;
    words[3] = N_OUT;
    words[4] = SLOTS;
    words[5] = EPI_STORE_POLICY;
    words[6] = 0U;
    for (i = 0U; i < (HEADER_WORDS - 1U); i++) {
        crc = epi_crc_word(crc, words[i]);
    }
    words[HEADER_WORDS - 1U] = ~crc;
}

static void state_clear(epi_store_t *s)
{
    uint32_t i;
    uint32_t j;

    s->next = 1U;
    s->spare = 0U;
    s->count = 0U;
    for (i = 0U; i < SLOTS; i++) {
        s->used[i] = 0U;
        s->sequence[i] = 0U;
        for (j = 0U; j < N_IN; j++) {
            s->x[i][j] = 0.0F;
        }
    }
}

static void header_write(volatile uint8_t memory[EPI_STORE_BYTES], uint32_t first)
{
    uint32_t words[EPI_STORE_HEADER_WORDS];
    uint32_t i;

    header_make(words);
    for (i = 0U; i < HEADER_WORDS; i++) {
        word_write(memory, first + i, words[i]);
    }
}

/* Both headers are erased first and written last, and a header ends with its checksum. So a block
   whose format was cut off is no store. */
void epi_store_format(volatile uint8_t memory[EPI_STORE_BYTES], epi_store_t *s)
{
    uint32_t i;

    word_write(memory, 0U, 0U);
    word_write(memory, SECOND, 0U);
    for (i = 0U; i < (SLOTS * SLOT_WORDS); i++) {
        word_write(memory, HEADER_WORDS + i, 0U);
    }
    header_write(memory, 0U);
    header_write(memory, SECOND);
    state_clear(s);
}

/* --- opening --------------------------------------------------------------------------------- */

static uint32_t header_differs(const volatile uint8_t memory[EPI_STORE_BYTES], uint32_t first)
{
    uint32_t words[EPI_STORE_HEADER_WORDS];
    uint32_t differs = 0U;
    uint32_t i;

    header_make(words);
    for (i = 0U; i < HEADER_WORDS; i++) {
        differs |= words[i] ^ word_read(memory, first + i);
    }
    return epi_nonzero(differs);
}

/* Mends one header by the other; with both wrong the memory is FOREIGN. */
static uint32_t headers_mend(volatile uint8_t memory[EPI_STORE_BYTES])
{
    const uint32_t first = header_differs(memory, 0U);
    const uint32_t second = header_differs(memory, SECOND);
    uint32_t result = 0U;

    if ((first & second) != 0U) {
        result = EPI_STORE_FOREIGN;
    } else if (first != 0U) {
        header_write(memory, 0U);
        result = EPI_STORE_MENDED;
    } else if (second != 0U) {
        header_write(memory, SECOND);
        result = EPI_STORE_MENDED;
    } else {
        /* both are right */
    }
    return result;
}

/* How many bytes of the word are 0. */
static uint32_t bytes_zero(uint32_t word)
{
    return (1U - epi_nonzero(word & 0xFFU)) + (1U - epi_nonzero(word & 0xFF00U)) +
           (1U - epi_nonzero(word & 0xFF0000U)) + (1U - epi_nonzero(word & 0xFF000000U));
}

/* What a slot holds: 1 a point, EPI_STORE_MENDED a point with one wrong byte in its commit, 0 no
   point, EPI_STORE_DAMAGED a damaged point. The damage may be in the stored checksum: then the
   commit belongs to the checksum of the words. */
static uint32_t slot_check(const volatile uint8_t memory[EPI_STORE_BYTES], uint32_t slot)
{
    const uint32_t first = slot_word(slot);
    const uint32_t stored = word_read(memory, first + 4U + VALUES);
    const uint32_t commit = word_read(memory, first + 5U + VALUES);
    uint32_t crc = 0xFFFFFFFFU;
    uint32_t same;
    uint32_t other;
    uint32_t result;
    uint32_t i;

    for (i = 0U; i < (4U + VALUES); i++) {
        crc = epi_crc_word(crc, word_read(memory, first + i));
    }
    crc = ~crc;
    same = bytes_zero(commit ^ commit_of(stored));
    other = bytes_zero(commit ^ commit_of(crc));
    if ((same < 3U) && (other < 3U) && (bytes_zero(commit) > 0U)) {
        result = 0U; /* a write or a removal was cut off */
    } else if ((stored != crc) || (same < 3U)) {
        result = EPI_STORE_DAMAGED;
    } else if (same == 3U) {
        result = EPI_STORE_MENDED;
    } else {
        result = 1U;
    }
    return result;
}

/* The first slot without a point. */
static uint32_t slot_free(const epi_store_t *s)
{
    uint32_t found = 0U;
    uint32_t i;

    for (i = 0U; i < SLOTS; i++) {
        const uint32_t k = 0U - s->used[(SLOTS - 1U) - i];
        found = (found & k) | (((SLOTS - 1U) - i) & ~k);
    }
    return found;
}

static void point_forget(volatile uint8_t memory[EPI_STORE_BYTES], epi_store_t *s, uint32_t slot)
{
    word_write(memory, slot_word(slot) + (SLOT_WORDS - 1U), 0U);
    s->used[slot] = 0U;
}

/* Removes the point that the newest one has replaced, if a loss of power left it there. */
static void replaced_forget(volatile uint8_t memory[EPI_STORE_BYTES], epi_store_t *s,
                            uint32_t newest)
{
    const uint32_t replaced = word_read(memory, slot_word(newest) + 1U);
    uint32_t i;

    for (i = 0U; i < SLOTS; i++) {
        if ((s->used[i] == 1U) && (s->sequence[i] == replaced)) {
            point_forget(memory, s, i);
            s->count--;
        }
    }
}

/* Takes the point of a slot into the state; returns 1 if it is the newest so far. */
static uint32_t point_recall(const volatile uint8_t memory[EPI_STORE_BYTES], epi_store_t *s,
                             uint32_t slot)
{
    const uint32_t first = slot_word(slot);
    const uint32_t sequence = word_read(memory, first);
    uint32_t newest = 0U;
    uint32_t i;

    s->used[slot] = 1U;
    s->sequence[slot] = sequence;
    s->count++;
    for (i = 0U; i < N_IN; i++) {
        /* cppcheck-suppress misra-c2012-19.2 */
        epi_bits v;
        v.u = word_read(memory, first + 4U + i);
        s->x[slot][i] = v.f;
    }
    if (sequence >= s->next) {
        s->next = sequence + 1U;
        newest = 1U;
    }
    return newest;
}

/* Writes only the byte that is wrong, so that a loss of power cannot spoil the others. */
static void commit_mend(volatile uint8_t memory[EPI_STORE_BYTES], uint32_t slot)
{
    const uint32_t commit = slot_word(slot) + 5U + VALUES;
    const uint32_t right = commit_of(word_read(memory, commit - 1U));
    uint32_t i;

    for (i = 0U; i < 4U; i++) {
        const uint8_t byte = (uint8_t)((right >> (8U * i)) & 0xFFU);
        if (memory[(4U * commit) + i] != byte) {
            EPI_STORE_WRITE(memory, (4U * commit) + i, byte);
        }
    }
}

/* Completes a write or a removal that was cut off: the commit of an empty slot becomes 0. A byte
   that is 0 is not written again, so that one stays 0 if power is lost here or while a put clears
   the slot: else torn bytes could look like the commit of a damaged point. A removal was cut off
   behind the first bytes, so the last ones go first: the rest never comes closer to a commit. */
static void commit_clear(volatile uint8_t memory[EPI_STORE_BYTES], uint32_t slot)
{
    const uint32_t at = 4U * (slot_word(slot) + 5U + VALUES);
    uint32_t i;

    for (i = 0U; i < 4U; i++) {
        const uint32_t byte = (at + 3U) - i;
        if (memory[byte] != 0U) {
            EPI_STORE_WRITE(memory, byte, 0U);
        }
    }
}

static uint32_t points_recall(volatile uint8_t memory[EPI_STORE_BYTES], epi_store_t *s)
{
    uint32_t result = 0U;
    uint32_t newest = 0U;
    uint32_t i;

    for (i = 0U; i < SLOTS; i++) {
        const uint32_t found = slot_check(memory, i);
        result |= found & (EPI_STORE_DAMAGED | EPI_STORE_MENDED);
        if ((found == 1U) || (found == EPI_STORE_MENDED)) {
            const uint32_t k = 0U - point_recall(memory, s, i);
            newest = (i & k) | (newest & ~k);
        }
        if (found == EPI_STORE_MENDED) {
            commit_mend(memory, i);
        }
        if (found == 0U) {
            commit_clear(memory, i);
        }
    }
    if (s->count > 0U) {
        replaced_forget(memory, s, newest);
    }
    return result;
}

uint32_t epi_store_open(volatile uint8_t memory[EPI_STORE_BYTES], epi_store_t *s)
{
    uint32_t result = headers_mend(memory);

    state_clear(s);
    if (result == EPI_STORE_FOREIGN) {
        s->next = LAST_SEQUENCE; /* so that a put accepts nothing before a format */
    } else {
        result |= points_recall(memory, s);
        s->spare = slot_free(s);
    }
    return result;
}

/* --- putting --------------------------------------------------------------------------------- */

static uint32_t words_finite(const uint32_t words[EPI_STORE_SLOT_WORDS])
{
    uint32_t odd = 0U;
    uint32_t i;

    for (i = 0U; i < VALUES; i++) {
        odd |= 1U - epi_below(words[4U + i] & 0x7FFFFFFFU, 0x7F800000U);
    }
    return 1U - odd;
}

static void words_fill(uint32_t words[EPI_STORE_SLOT_WORDS], uint64_t time, const float x[EPI_N_IN],
                       const float y[EPI_N_OUT])
{
    uint32_t i;

    words[2] = (uint32_t)(time & 0xFFFFFFFFU);
    words[3] = (uint32_t)(time >> 32U);
    for (i = 0U; i < N_IN; i++) {
        words[4U + i] = float_bits(x[i]);
    }
    for (i = 0U; i < N_OUT; i++) {
        words[4U + N_IN + i] = float_bits(y[i]);
    }
}

#if EPI_STORE_POLICY == EPI_STORE_REFUSE
/* A store that refuses replaces no point, so its spare slot stays the same. */
static uint32_t slot_victim(const epi_store_t *s, const float weight[EPI_N_IN])
{
    (void)weight;
    return s->spare;
}
#endif

#if EPI_STORE_POLICY == EPI_STORE_OLDEST
static uint32_t slot_victim(const epi_store_t *s, const float weight[EPI_N_IN])
{
    uint32_t oldest = LAST_SEQUENCE;
    uint32_t victim = 0U;
    uint32_t i;

    (void)weight;
    for (i = 0U; i < SLOTS; i++) {
        const uint32_t sequence = s->sequence[i] | (LAST_SEQUENCE & (s->used[i] - 1U));
        const uint32_t k = 0U - epi_below(sequence, oldest);
        oldest = (sequence & k) | (oldest & ~k);
        victim = (i & k) | (victim & ~k);
    }
    return victim;
}
#endif

#if EPI_STORE_POLICY == EPI_STORE_REDUNDANT
/* The bits of the squared distance of two points, which compare like the distance. A pair with a
   free slot gets the largest distance. */
static uint32_t pair_distance(const epi_store_t *s, uint32_t i, uint32_t j,
                              const float weight[EPI_N_IN])
{
    const uint32_t two_points = s->used[i] & s->used[j];
    float sum = 0.0F;
    uint32_t d;

    for (d = 0U; d < N_IN; d++) {
        const float difference = (s->x[i][d] - s->x[j][d]) * weight[d];
        sum = sum + (difference * difference);
    }
    return (float_bits(sum) | (two_points - 1U)) & 0x7FFFFFFFU;
}

/* The older point of the closest pair. The slots form a ring, in which the two slots of a pair are
   1 to SLOTS / 2 steps apart. So both loops have a constant bound, and all pairs are compared. */
static uint32_t slot_victim(const epi_store_t *s, const float weight[EPI_N_IN])
{
    uint32_t closest = 0x7FFFFFFFU;
    uint32_t victim = 0U;
    uint32_t way;
    uint32_t i;

    for (way = 1U; way <= (SLOTS / 2U); way++) {
        for (i = 0U; i < SLOTS; i++) {
            const uint32_t past = (((SLOTS - 1U) - way) - i) >> 31U; /* counters, no data */
            const uint32_t j = (i + way) - (SLOTS & (0U - past));
            const uint32_t distance = pair_distance(s, i, j, weight);
            const uint32_t k = 0U - epi_below(distance, closest);
            const uint32_t older = 0U - epi_below(s->sequence[i], s->sequence[j]);
            closest = (distance & k) | (closest & ~k);
            victim = (((i & older) | (j & ~older)) & k) | (victim & ~k);
        }
    }
    return victim;
}
#endif

/* Notes the new point in the state, as free slot if it is not accepted. */
static void state_add(epi_store_t *s, const float x[EPI_N_IN], uint32_t good)
{
    uint32_t i;

    s->used[s->spare] = good;
    s->sequence[s->spare] = s->next;
    for (i = 0U; i < N_IN; i++) {
        s->x[s->spare][i] = x[i];
    }
}

uint32_t epi_store_put(volatile uint8_t memory[EPI_STORE_BYTES], epi_store_t *s, uint64_t time,
                       const float x[EPI_N_IN], const float y[EPI_N_OUT],
                       const float weight[EPI_N_IN])
{
    const uint32_t full = 1U - epi_below(s->count, CAPACITY);
    const uint32_t first = slot_word(s->spare);
    uint32_t words[EPI_STORE_SLOT_WORDS];
    uint32_t crc = 0xFFFFFFFFU;
    uint32_t good;
    uint32_t next;
    uint32_t k;
    uint32_t i;

    words_fill(words, time, x, y);
    good = words_finite(words) & epi_below(s->next, LAST_SEQUENCE);
#if EPI_STORE_POLICY == EPI_STORE_REFUSE
    good &= 1U - full;
#endif
    state_add(s, x, good);
    k = 0U - (full & good);
    next = (slot_victim(s, weight) & k) | (slot_free(s) & ~k);
    /* Damage may have left a commit in the spare slot. */
    word_write(memory, first + 5U + VALUES, 0U);
    words[0] = s->next;
    words[1] = s->sequence[next] & k;
    for (i = 0U; i < (4U + VALUES); i++) {
        crc = epi_crc_word(crc, words[i]);
        word_write(memory, first + i, words[i]);
    }
    word_write(memory, first + 4U + VALUES, ~crc);
    word_write(memory, first + 5U + VALUES, commit_of(~crc) & (0U - good));
    /* Removes the replaced point; without one this slot is free already. */
    point_forget(memory, s, next);
    s->count += good & (1U - full);
    s->next += good;
    s->spare = next;
    return good;
}
