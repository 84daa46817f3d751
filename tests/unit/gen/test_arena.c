/* Memory: zeroed, aligned for any type, never two blocks in one place, sizes that do not exist
 * refused. */
#include "base/arena.h"
#include "unit/message.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { BLOCKS = 300 };

/* Sizes around those of a chunk, so that blocks end at its very end and beyond. */
static size_t size_of(size_t i)
{
    static const size_t sizes[] = {0, 1, 15, 16, 17, 240, 4096, 65536, 262128, 262144, 262145};
    return sizes[i * 7919 % (sizeof(sizes) / sizeof(sizes[0]))] / (i % 5 + 1);
}

static bool is_filled(const unsigned char *block, size_t size, int byte)
{
    size_t same = 0;
    while (same < size && block[same] == byte)
        same++;
    return same == size;
}

static void blocks_are_apart(void **state)
{
    (void)state;
    static unsigned char *blocks[BLOCKS];
    struct arena *arena = arena_new();
    for (size_t i = 0; i < BLOCKS; i++) {
        blocks[i] = arena_alloc(arena, size_of(i), 1);
        assert_int_equal((uintptr_t)blocks[i] % 16, 0);
        assert_true(is_filled(blocks[i], size_of(i), 0));
        memset(blocks[i], (int)(i % 255 + 1), size_of(i));
    }
    for (size_t i = 0; i < BLOCKS; i++)
        assert_true(is_filled(blocks[i], size_of(i), (int)(i % 255 + 1)));
    arena_free(arena);
}

/* A chunk filled to its last byte, by blocks of 16 and of 32. */
static void chunk_ends(void **state)
{
    (void)state;
    for (size_t size = 16; size <= 48; size += 16) {
        struct arena *arena = arena_new();
        for (size_t i = 0; i < (1 << 19) / size; i++)
            memset(arena_alloc(arena, 1, size), 1, size); /* the sanitizer looks on */
        arena_free(arena);
    }
}

static void growing_keeps(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    const int three[] = {1, 2, 3};
    int *grown = arena_grow(arena, three, 3, 5, sizeof(*three));
    assert_memory_equal(grown, ((int[]){1, 2, 3, 0, 0}), 5 * sizeof(int));
    assert_non_null(arena_grow(arena, NULL, 0, 4, sizeof(*three)));
    assert_string_equal(arena_strndup(arena, "abcd", 3), "abc");
    assert_string_equal(arena_printf(arena, "%d %s", 7, "of nine"), "7 of nine");
    arena_free(arena);
}

static const char *refusal(struct arena *arena, size_t count, size_t size)
{
    message_expect();
    if (setjmp(message_leave) == 0)
        arena_alloc(arena, count, size);
    message_ignore();
    return message;
}

static void sizes_that_do_not_exist(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    assert_string_equal(refusal(arena, SIZE_MAX / 8 + 2, 8), "out of memory"); /* wraps to 8 */
    assert_string_equal(refusal(arena, SIZE_MAX, 1), "out of memory");
    assert_string_equal(refusal(arena, SIZE_MAX, 0), "");
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_are_apart),
        cmocka_unit_test(chunk_ends),
        cmocka_unit_test(growing_keeps),
        cmocka_unit_test(sizes_that_do_not_exist),
    };
    return cmocka_run_group_tests_name("arena", tests, NULL, NULL);
}
