/* The trainer reads what the target's store writes, although the two share no code. A damaged file
   is refused by name, or its accepted points are read. */
#include "base/random.h"
#include "data/points.h"
#include "unit/message.h"
#include "unit/testing.h"

#define EPI_N_IN           3U
#define EPI_N_OUT          2U
#define EPI_STORE_CAPACITY 6U
#define EPI_STORE_POLICY   1U
#include "control/store.c"

#include <math.h>
#include <stdbool.h>

/* Puts 13 points, of which the store keeps the last six: 8 to 13. */
static void store_fill(volatile uint8_t *memory)
{
    const float weight[3] = {1.0F, 1.0F, 1.0F};
    epi_store_t store;
    epi_store_format(memory, &store);
    for (uint32_t n = 1; n <= 13; n++) {
        const float x[3] = {(float)n, 0.5F, -1e-30F}, y[2] = {2.0F * (float)n, 1e30F};
        epi_store_put(memory, &store, (uint64_t)n << 33, x, y, weight);
    }
}

static struct points *read_all(struct arena *arena, const volatile uint8_t *memory)
{
    return points_read(arena, "points.bin", (const char *)memory, (size_t)EPI_STORE_BYTES, 3, 2);
}

static void points_come_back(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    volatile uint8_t memory[EPI_STORE_BYTES];
    store_fill(memory);
    const struct points *p = read_all(arena, memory);
    assert_int_equal(p->count, 6);
    assert_int_equal(p->unfinished, 0);
    for (size_t i = 0; i < 6; i++) {
        assert_true(p->x[3 * i] == (float)(i + 8) && p->x[3 * i + 1] == 0.5F);
        assert_true(p->x[3 * i + 2] == -1e-30F && p->y[2 * i + 1] == 1e30F);
        assert_true(p->y[2 * i] == 2.0F * (float)(i + 8));
        assert_true(p->time[i] == (uint64_t)(i + 8) << 33);
    }
    arena_free(arena);
}

/* The state after a loss of power behind the commit: the replaced point is still there. */
static void replaced_point_is_left_out(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    volatile uint8_t before[EPI_STORE_BYTES], memory[EPI_STORE_BYTES];
    const float x[3] = {99.0F, 0.0F, 0.0F}, y[2] = {0.0F, 0.0F}, weight[3] = {1.0F, 1.0F, 1.0F};
    epi_store_t store;
    store_fill(before);
    store_fill(memory);
    epi_store_open(memory, &store);
    epi_store_put(memory, &store, 0, x, y, weight);
    size_t commit = (size_t)4 * (slot_word(store.spare) + SLOT_WORDS - 1U);
    memcpy((uint8_t *)memory + commit, (uint8_t *)before + commit, 4);
    const struct points *p = read_all(arena, memory);
    assert_int_equal(p->count, 6);
    assert_true(p->x[0] == 9.0F && p->x[15] == 99.0F);
    memory[commit] = 0U; /* power was lost while the point was being removed */
    memory[commit + 1] = 0U;
    p = read_all(arena, memory);
    assert_int_equal(p->count, 6);
    assert_int_equal(p->unfinished, 1);
    assert_int_equal(p->n_damaged, 0);
    arena_free(arena);
}

static const char *refused_as(volatile uint8_t *memory, size_t size, size_t n_in)
{
    struct arena *volatile arena = arena_new();
    message_expect();
    if (setjmp(message_leave) == 0)
        points_read(arena, "points.bin", (const char *)memory, size, n_in, 2);
    message_ignore();
    arena_free(arena);
    return message;
}

static void broken_files_are_refused(void **state)
{
    (void)state;
    volatile uint8_t memory[EPI_STORE_BYTES + 1];
    store_fill(memory);
    assert_string_equal(refused_as(memory, (size_t)EPI_STORE_BYTES, 3), "");
    assert_non_null(strstr(refused_as(memory, 31, 3), "points.bin: not a point store"));
    assert_non_null(
        strstr(refused_as(memory, (size_t)EPI_STORE_BYTES - 1, 3), "expected two headers of 32"));
    assert_non_null(
        strstr(refused_as(memory, (size_t)EPI_STORE_BYTES + 1, 3), "expected two headers of 32"));
    assert_non_null(
        strstr(refused_as(memory, (size_t)EPI_STORE_BYTES, 4), "3 inputs and 2 outputs"));
    memory[4] = 1;
    assert_non_null(strstr(refused_as(memory, 40, 3), "both headers are damaged"));
    memory[0] = 'X';
    memory[EPI_STORE_BYTES - 1U] ^= 1U;
    assert_non_null(strstr(refused_as(memory, (size_t)EPI_STORE_BYTES, 3), "not a point store"));
}

/* Flips every bit of the file. In a header or a commit it does no harm; in a point, that point is
   named and the others are read. */
static void flipped_bits_cost_one_point_at_most(void **state)
{
    (void)state;
    volatile uint8_t memory[EPI_STORE_BYTES];
    epi_store_t store;
    store_fill(memory);
    epi_store_open(memory, &store);
    for (size_t bit = 0; bit < 8 * (size_t)EPI_STORE_BYTES; bit++) {
        struct arena *arena = arena_new();
        size_t word = bit / 32, slot = (word - HEADER_WORDS) / SLOT_WORDS;
        bool in_slot = word >= HEADER_WORDS && word < SECOND;
        bool commit = in_slot && (word - HEADER_WORDS) % SLOT_WORDS == SLOT_WORDS - 1U;
        bool lost = in_slot && store.used[slot] == 1U && !commit;
        memory[bit / 8] ^= (uint8_t)(1U << (bit % 8));
        const struct points *p = read_all(arena, memory);
        assert_int_equal(p->count, lost ? 5 : 6);
        assert_int_equal(p->n_damaged, lost);
        if (lost)
            assert_int_equal(p->damaged[0], slot);
        memory[bit / 8] ^= (uint8_t)(1U << (bit % 8));
        arena_free(arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_come_back),
        cmocka_unit_test(replaced_point_is_left_out),
        cmocka_unit_test(broken_files_are_refused),
        cmocka_unit_test(flipped_bits_cost_one_point_at_most),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
