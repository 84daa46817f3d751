/* The point store against a list kept by plain code, and under every fault: power lost at every
   byte of a write, the last byte torn; every bit flipped; numbers that are not finite. Included by
   test_store_refuse.c and test_store_redundant.c for the other policies. */
#include "base/random.h"
#include "unit/testing.h"

#ifndef EPI_STORE_POLICY
#define EPI_STORE_POLICY 1U /* EPI_STORE_OLDEST */
#endif
#define EPI_STORE_CAPACITY 5U
#define EPI_STORE_WRITE    byte_write

/* Bytes that can be written before power is lost. The last of them may be torn: it gets any value.
 */
static size_t power;
static int torn; /* -1: whole */

static void byte_write(volatile uint8_t *memory, uint32_t at, uint8_t value)
{
    if (power == 0)
        return;
    power--;
    memory[at] = power == 0 && torn >= 0 ? (uint8_t)torn : value;
}

#include "control/store.c"

#include <math.h>
#include <stdbool.h>

#define ALWAYS SIZE_MAX

struct point {
    uint32_t sequence;
    float x[2], y;
};

struct list {
    size_t count;
    struct point points[EPI_STORE_SLOTS];
};

static const float weight[2] = {1.0F, 2.0F};

/* --- what should be in the store ---------------------------------------------------------------
 */

static void list_drop(struct list *list, size_t i)
{
    list->count--;
    memmove(list->points + i, list->points + i + 1, (list->count - i) * sizeof(list->points[0]));
}

static double pair_gap(const struct point *a, const struct point *b)
{
    float dx = a->x[0] - b->x[0], dy = 2.0F * (a->x[1] - b->x[1]);
    return (double)(dx * dx + dy * dy);
}

/* Points are in order of age: the older of a pair comes first. */
static size_t list_redundant(const struct list *list)
{
    size_t victim = 0;
    double least = INFINITY;
    for (size_t i = 0; i < list->count; i++)
        for (size_t j = i + 1; j < list->count; j++) {
            double gap = pair_gap(&list->points[i], &list->points[j]);
            if (gap < least) {
                least = gap;
                victim = i;
            }
        }
    return victim;
}

static bool list_put(struct list *list, const struct point *p)
{
    if (!isfinite(p->x[0]) || !isfinite(p->x[1]) || !isfinite(p->y))
        return false;
    if (EPI_STORE_POLICY == EPI_STORE_REFUSE && list->count == EPI_STORE_CAPACITY)
        return false;
    list->points[list->count++] = *p;
    if (list->count > EPI_STORE_CAPACITY)
        list_drop(list, EPI_STORE_POLICY == EPI_STORE_OLDEST ? 0 : list_redundant(list));
    return true;
}

/* --- what is in it -----------------------------------------------------------------------------
 */

static struct point point_read(const volatile uint8_t *memory, uint32_t slot)
{
    uint32_t words[7];
    struct point p;
    for (uint32_t i = 0; i < 7; i++)
        words[i] = word_read(memory, slot_word(slot) + i);
    p.sequence = words[0];
    memcpy(p.x, words + 4, sizeof(p.x));
    memcpy(&p.y, words + 6, sizeof(p.y));
    return p;
}

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof(bits));
    return bits;
}

/* By bits: a NaN is itself. */
static bool point_is(const struct point *p, const struct point *q)
{
    return p->sequence == q->sequence && bits_of(p->x[0]) == bits_of(q->x[0]) &&
           bits_of(p->x[1]) == bits_of(q->x[1]) && bits_of(p->y) == bits_of(q->y);
}

static bool holds(const volatile uint8_t *memory, const epi_store_t *s, const struct list *list)
{
    size_t found = 0;
    for (uint32_t slot = 0; slot < EPI_STORE_SLOTS; slot++) {
        struct point p = point_read(memory, slot);
        for (size_t i = 0; i < list->count && s->used[slot] == 1; i++)
            found += point_is(&p, &list->points[i]);
    }
    return found == list->count && s->count == list->count;
}

static struct point point_make(struct random *random)
{
    struct point p = {.x = {(float)random_uniform(random), (float)random_uniform(random)},
                      .y = (float)random_uniform(random)};
    if (random_uniform(random) < 0.1)
        p.x[random_bits(random) & 1] = NAN;
    if (random_uniform(random) < 0.1)
        p.y = random_bits(random) & 1 ? -INFINITY : NAN;
    return p;
}

static bool put(volatile uint8_t *memory, epi_store_t *s, const struct point *p)
{
    return epi_store_put(memory, s, (uint64_t)1000 * p->sequence, p->x, &p->y, weight) == 1;
}

/* --- tests -------------------------------------------------------------------------------------
 */

static void points_are_kept_by_policy(void **state)
{
    (void)state;
    struct random random = {1};
    volatile uint8_t memory[EPI_STORE_BYTES];
    epi_store_t store, again;
    struct list list = {0};
    power = ALWAYS;
    epi_store_format(memory, &store);
    for (size_t n = 0; n < 3000; n++) {
        struct point p = point_make(&random);
        p.sequence = store.next;
        assert_int_equal(put(memory, &store, &p), list_put(&list, &p));
        assert_true(holds(memory, &store, &list));
        assert_int_equal(epi_store_open(memory, &again), 0);
        assert_true(holds(memory, &again, &list));
        assert_int_equal(again.next, store.next);
        if (n % 3 == 0)
            store = again; /* the state as after a start */
    }
    assert_int_equal(list.count, EPI_STORE_CAPACITY);
}

/* Power is lost after every number of bytes: the store holds the accepted points and no other. */
static void power_may_go_at_any_byte(void **state)
{
    (void)state;
    struct random random = {2};
    volatile uint8_t memory[EPI_STORE_BYTES], trial[EPI_STORE_BYTES];
    epi_store_t store, work;
    struct list before = {0};
    size_t old = 0, new = 0;
    power = ALWAYS;
    epi_store_format(memory, &store);
    for (size_t n = 0; n < 60; n++) {
        struct point p = point_make(&random);
        p.sequence = store.next;
        struct list after = before;
        list_put(&after, &p);
        for (size_t cut = 2; cut < 8 * (EPI_STORE_SLOT_WORDS + 2) + 2; cut++) {
            const size_t bytes = cut / 2, whole = cut % 2;
            memcpy((uint8_t *)trial, (uint8_t *)memory, sizeof(trial));
            work = store;
            power = bytes;
            torn = whole ? -1 : (int)(random_bits(&random) & 0xFF);
            put(trial, &work, &p);
            power = ALWAYS;
            /* a commit whose last byte was torn is one byte off */
            assert_int_equal(epi_store_open(trial, &work) & ~EPI_STORE_MENDED, 0);
            assert_int_equal(epi_store_open(trial, &work), 0);
            bool is_new = holds(trial, &work, &after), is_old = holds(trial, &work, &before);
            assert_true(is_new || is_old);
            new += is_new;
            old += is_old;
            struct point next = {.sequence = work.next, .x = {0.5F, 0.25F}, .y = 1.0F};
            struct list later = is_new ? after : before;
            assert_int_equal(put(trial, &work, &next), list_put(&later, &next));
            assert_true(holds(trial, &work, &later));
        }
        put(memory, &store, &p);
        before = after;
    }
    assert_true(old > 100 && new > 100);
}

/* Power is lost while formatting. Until the second header is erased the old store is whole; then
   there is no store until a header is written; then the store is empty. */
static void power_may_go_while_formatting(void **state)
{
    (void)state;
    const size_t header = (size_t)4 * EPI_STORE_HEADER_WORDS, all = 8U + EPI_STORE_BYTES;
    volatile uint8_t memory[EPI_STORE_BYTES];
    epi_store_t store;
    struct point p = {.sequence = 1, .x = {0.5F, 0.25F}, .y = 1.0F};
    torn = 0xA5;
    for (size_t bytes = 1; bytes < all; bytes++) {
        power = ALWAYS;
        epi_store_format(memory, &store);
        put(memory, &store, &p);
        power = bytes;
        epi_store_format(memory, &store);
        power = ALWAYS;
        uint32_t result = epi_store_open(memory, &store);
        if (bytes <= 4)
            assert_int_equal(result, EPI_STORE_MENDED);
        else
            assert_int_equal(result, bytes <= all - header ? EPI_STORE_FOREIGN : EPI_STORE_MENDED);
        assert_int_equal(store.count, bytes <= 4);
    }
}

/* Puts twenty points; `list` gets those that the store keeps. */
static void store_fill(volatile uint8_t *memory, epi_store_t *store, struct list *list)
{
    struct random random = {3};
    power = ALWAYS;
    epi_store_format(memory, store);
    for (size_t n = 0; n < 20; n++) {
        struct point p = point_make(&random);
        p.sequence = store->next;
        put(memory, store, &p);
        list_put(list, &p);
    }
}

static bool is_commit(size_t word)
{
    return word >= EPI_STORE_HEADER_WORDS && word < EPI_STORE_SECOND &&
           (word - EPI_STORE_HEADER_WORDS) % EPI_STORE_SLOT_WORDS == EPI_STORE_SLOT_WORDS - 1U;
}

/* No flipped bit makes a point of something that was not accepted. In a header or a commit it does
   no harm and is mended; anywhere else in a point it is reported, and the others are there. */
static void flipped_bits_are_seen(void **state)
{
    (void)state;
    volatile uint8_t memory[EPI_STORE_BYTES], trial[EPI_STORE_BYTES];
    epi_store_t store, whole;
    struct list list = {0};
    size_t damaged = 0, mended = 0;
    store_fill(memory, &store, &list);
    epi_store_open(memory, &whole);
    for (size_t bit = 0; bit < 8 * (size_t)EPI_STORE_BYTES; bit++) {
        size_t word = bit / 32;
        bool in_header = word < EPI_STORE_HEADER_WORDS || word >= EPI_STORE_SECOND;
        size_t slot = in_header ? 0 : (word - EPI_STORE_HEADER_WORDS) / EPI_STORE_SLOT_WORDS;
        bool of_point = !in_header && whole.used[slot] == 1;
        memcpy((uint8_t *)trial, (uint8_t *)memory, sizeof(trial));
        trial[bit / 8] ^= (uint8_t)(1U << (bit % 8));
        uint32_t result = epi_store_open(trial, &store);
        damaged += result == EPI_STORE_DAMAGED;
        mended += result == EPI_STORE_MENDED;
        if (of_point && !is_commit(word)) {
            assert_int_equal(result, EPI_STORE_DAMAGED);
            assert_int_equal(store.count, list.count - 1);
            assert_int_equal(store.used[slot], 0);
            continue;
        }
        assert_int_equal(result, in_header || of_point ? EPI_STORE_MENDED : 0);
        assert_true(holds(trial, &store, &list));
        if (in_header || of_point)
            assert_memory_equal((uint8_t *)trial, (uint8_t *)memory, sizeof(trial));
    }
    assert_int_equal(damaged, list.count * 32U * (EPI_STORE_SLOT_WORDS - 1U));
    assert_int_equal(mended, (size_t)2 * 32 * EPI_STORE_HEADER_WORDS + list.count * 32U);
}

/* A commit word is overwritten by random bits: its point is kept or reported, unless a byte is 0.
 */
static void lost_commits_are_seen(void **state)
{
    (void)state;
    struct random random = {5};
    volatile uint8_t memory[EPI_STORE_BYTES], trial[EPI_STORE_BYTES];
    epi_store_t store, whole;
    struct list list = {0};
    size_t reported = 0, trials = 0;
    store_fill(memory, &store, &list);
    epi_store_open(memory, &whole);
    for (size_t n = 0; n < 20000; n++) {
        uint32_t slot = (uint32_t)(random_bits(&random) % EPI_STORE_SLOTS);
        uint32_t word = (uint32_t)random_bits(&random);
        if (whole.used[slot] == 0 || bytes_zero(word) > 0)
            continue;
        memcpy((uint8_t *)trial, (uint8_t *)memory, sizeof(trial));
        word_write(trial, slot_word(slot) + SLOT_WORDS - 1U, word);
        reported += epi_store_open(trial, &store) == EPI_STORE_DAMAGED;
        trials++;
    }
    assert_true(trials > 10000);
    assert_int_equal(reported, trials);
}

/* Power is lost while a header or a commit is being mended: the next start mends it. */
static void power_may_go_while_mending(void **state)
{
    (void)state;
    volatile uint8_t memory[EPI_STORE_BYTES], trial[EPI_STORE_BYTES];
    epi_store_t store;
    struct list list = {0};
    store_fill(memory, &store, &list);
    for (size_t bit = 3; bit < 8 * (size_t)EPI_STORE_BYTES; bit += 5)
        for (size_t bytes = 1; bytes < 34; bytes += 3) {
            size_t word = bit / 32;
            if (word >= EPI_STORE_HEADER_WORDS && word < EPI_STORE_SECOND && !is_commit(word))
                continue;
            memcpy((uint8_t *)trial, (uint8_t *)memory, sizeof(trial));
            trial[bit / 8] ^= (uint8_t)(1U << (bit % 8));
            power = bytes;
            torn = 0x5A;
            epi_store_open(trial, &store);
            power = ALWAYS;
            assert_int_equal(epi_store_open(trial, &store) & ~EPI_STORE_MENDED, 0);
            assert_true(holds(trial, &store, &list));
        }
}

/* --- loss after loss ---------------------------------------------------------------------------
 */

/* How often power is lost in a run. `make power-losses` sets EPI_POWER_LOSSES to more. */
static size_t losses_wanted(void)
{
    const char *text = getenv("EPI_POWER_LOSSES");
    return text == NULL ? 40000 : strtoul(text, NULL, 10);
}

/* A flight that loses power again and again: what is in the memory stays there. */
struct flight {
    struct random random;
    volatile uint8_t memory[EPI_STORE_BYTES];
    epi_store_t store;
    struct list list; /* what the store holds after the last start that went well */
    size_t losses, mended, at_start;
};

/* Power for up to `most` bytes; half of the losses tear the last byte. */
static void power_limit(struct flight *f, size_t most)
{
    uint64_t bits = random_bits(&f->random);
    power = 1 + (size_t)((bits >> 16) % most);
    torn = bits & 1 ? (int)(bits >> 8 & 0xFF) : -1;
}

/* Starts until one is not cut off. The first ones may lose power while they mend. */
static void flight_start(struct flight *f)
{
    while (random_bits(&f->random) % 3 == 0) {
        power_limit(f, 6);
        uint32_t result = epi_store_open(f->memory, &f->store);
        assert_int_equal(result & ~EPI_STORE_MENDED, 0);
        f->losses += power == 0;
        f->at_start += power == 0;
    }
    power = ALWAYS;
    uint32_t result = epi_store_open(f->memory, &f->store);
    assert_int_equal(result & ~EPI_STORE_MENDED, 0);
    f->mended += result == EPI_STORE_MENDED;
}

/* A bit of an accepted point flips: the next start says so. */
static void flight_damage(struct flight *f)
{
    volatile uint8_t trial[EPI_STORE_BYTES];
    epi_store_t work;
    uint64_t bits = random_bits(&f->random);
    uint32_t slot = (uint32_t)(bits % EPI_STORE_SLOTS), word = bits >> 8 & 7;
    if (f->store.used[slot] == 0)
        return;
    memcpy((uint8_t *)trial, (uint8_t *)f->memory, sizeof(trial));
    trial[(size_t)4 * (slot_word(slot) + word) + (bits >> 16 & 3)] ^=
        (uint8_t)(1U << (bits >> 24 & 7));
    assert_int_equal(epi_store_open(trial, &work), EPI_STORE_DAMAGED);
    assert_int_equal(work.count, f->list.count - 1);
}

/* A put that may lose power, and the start behind it: the point is there or is not. */
static void flight_put(struct flight *f)
{
    struct point p = point_make(&f->random);
    p.sequence = f->store.next;
    struct list before = f->list, after = before;
    list_put(&after, &p);
    power_limit(f, (size_t)4 * (EPI_STORE_SLOT_WORDS + 2U));
    put(f->memory, &f->store, &p);
    f->losses += power == 0;
    flight_start(f);
    bool is_new = holds(f->memory, &f->store, &after);
    assert_true(is_new || holds(f->memory, &f->store, &before));
    f->list = is_new ? after : before;
}

/* Nothing accepted is lost, nothing else is there, and a write that was cut off is no damage. */
static void power_may_go_again_and_again(void **state)
{
    (void)state;
    static struct flight f;
    size_t wanted = losses_wanted();
    f = (struct flight){.random = {7 + EPI_STORE_POLICY}};
    power = ALWAYS;
    while (f.losses < wanted) {
        if (random_bits(&f.random) % 64 == 0 || f.losses == 0) { /* a store that is not yet full */
            epi_store_format(f.memory, &f.store);
            f.list.count = 0;
        }
        flight_put(&f);
        if (random_bits(&f.random) % 4 == 0)
            flight_damage(&f);
    }
    print_message("%zu losses of power, %zu of them at a start; %zu starts mended\n", f.losses,
                  f.at_start, f.mended);
    assert_true(f.at_start > 0 && f.mended > 0);
}

/* The slot of a damaged point is written again and power is lost: the damage was reported once, and
   from the moment on that its commit is cleared it is none any more. */
static void damage_is_overwritten(void **state)
{
    (void)state;
    volatile uint8_t memory[EPI_STORE_BYTES], trial[EPI_STORE_BYTES];
    epi_store_t store, work;
    struct list list = {0};
    struct point p = {.x = {0.5F, 0.25F}, .y = 1.0F};
    store_fill(memory, &store, &list);
    memory[(size_t)4 * (slot_word((store.spare + 1U) % EPI_STORE_SLOTS) + 5U)] ^= 1U;
    uint32_t other = store.spare;
    assert_int_equal(epi_store_open(memory, &store), EPI_STORE_DAMAGED);
    store.spare = (other + 1U) % EPI_STORE_SLOTS; /* either free slot may come first */
    for (size_t bytes = 4; bytes < (size_t)4 * EPI_STORE_SLOT_WORDS; bytes++) {
        memcpy((uint8_t *)trial, (uint8_t *)memory, sizeof(trial));
        work = store;
        power = bytes;
        torn = -1;
        put(trial, &work, &p);
        power = ALWAYS;
        assert_int_equal(epi_store_open(trial, &work), 0);
        assert_int_equal(work.count, list.count - 1);
    }
}

static void memory_of_others_is_refused(void **state)
{
    (void)state;
    struct random random = {4};
    volatile uint8_t memory[EPI_STORE_BYTES];
    epi_store_t store;
    for (size_t n = 0; n < 100; n++) {
        for (size_t i = 0; i < (size_t)EPI_STORE_BYTES; i++)
            memory[i] = n == 0 ? 0 : n == 1 ? 0xFF : (uint8_t)random_bits(&random);
        assert_int_equal(epi_store_open(memory, &store), EPI_STORE_FOREIGN);
        struct point p = {.sequence = 1, .x = {0.5F, 0.25F}, .y = 1.0F};
        assert_false(put(memory, &store, &p)); /* the next start would lose it */
        epi_store_format(memory, &store);
        assert_true(put(memory, &store, &p));
        assert_int_equal(epi_store_open(memory, &store), 0);
        assert_int_equal(store.count, 1);
    }
}

static void sequences_end(void **state)
{
    (void)state;
    volatile uint8_t memory[EPI_STORE_BYTES];
    epi_store_t store;
    struct point p = {.x = {0.5F, 0.25F}, .y = 1.0F};
    power = ALWAYS;
    epi_store_format(memory, &store);
    store.next = 0x7FFFFFFEU;
    assert_true(put(memory, &store, &p));
    assert_false(put(memory, &store, &p));
    assert_int_equal(epi_store_open(memory, &store), 0);
    assert_int_equal(store.count, 1);
    assert_false(put(memory, &store, &p));
}

/* The standard's check value: CRC-32 of "123456789" is 0xCBF43926; of its first eight bytes
   0x9AE0DAAF. */
static void checksum_is_crc32(void **state)
{
    (void)state;
    uint32_t crc = epi_crc_word(0xFFFFFFFFU, 0x34333231U);
    assert_int_equal(~epi_crc_word(crc, 0x38373635U), 0x9AE0DAAFU);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_are_kept_by_policy),
        cmocka_unit_test(power_may_go_at_any_byte),
        cmocka_unit_test(power_may_go_while_formatting),
        cmocka_unit_test(flipped_bits_are_seen),
        cmocka_unit_test(lost_commits_are_seen),
        cmocka_unit_test(power_may_go_while_mending),
        cmocka_unit_test(power_may_go_again_and_again),
        cmocka_unit_test(damage_is_overwritten),
        cmocka_unit_test(memory_of_others_is_refused),
        cmocka_unit_test(sequences_end),
        cmocka_unit_test(checksum_is_crc32),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
