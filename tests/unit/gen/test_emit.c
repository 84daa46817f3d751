/* What decides about emitted code: blocks that may share a function, clamps that may be left out.
 */
#include "emit/emit_parts.h"
#include "emit/shapes.h"
#include "unit/testing.h"

#include <stdbool.h>

enum { ROWS = 32, COLUMNS = 3 };

static void row_print(FILE *f, size_t row, bool (*lacks)(size_t row, size_t column))
{
    for (size_t column = 0; column < COLUMNS; column++)
        fprintf(f, "%s%s", column == 0 ? row == 0 ? "[" : ", [" : ", ",
                lacks(row, column) ? "0" : "0.25");
    fputs("]", f);
}

/* A layer of two blocks of 16 neurons each, some weights of which are 0. */
static struct program *blocks_lower(struct arena *arena, bool (*lacks)(size_t row, size_t column))
{
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    fputs("epigen: 1\nname: m\ninputs:\n", f);
    for (size_t i = 0; i < COLUMNS; i++)
        fprintf(f, "  - {name: x%zu, min: -1, max: 1}\n", i);
    fputs("layers:\n  - {name: h, from: inputs, activation: exp, weights: [", f);
    for (size_t row = 0; row < ROWS; row++)
        row_print(f, row, lacks);
    fputs("], bias: [", f);
    for (size_t row = 0; row < ROWS; row++)
        fputs(row == 0 ? "0.5" : ", 0.5", f);
    fputs("]}\n  - {name: e, from: inputs, activation: sigmoid, weights: [[1, 1, 1]], bias: [0]}\n"
          "outputs: {mean: {from: h}, sigma: {from: h, floor: 0.1}, eta: {from: e}}\n",
          f);
    fclose(f);
    struct program *program = lower_text(arena, arena_strdup(arena, text));
    free(text);
    return program;
}

static bool lacks_nothing(size_t row, size_t column) { return row * column > 1000; }
static bool lacks_alike(size_t row, size_t column) { return row % 16 == 3 && column == 1; }
/* Another input in the second block. */
static bool lacks_inputs(size_t row, size_t column) { return column == row / 16; }
/* Another neuron in the second block. */
static bool lacks_neurons(size_t row, size_t column) { return column == 0 && row % 16 == row / 16; }

static void only_blocks_alike_share(void **state)
{
    static const struct {
        bool (*lacks)(size_t row, size_t column);
        size_t blocks;
    } cases[] = {{lacks_alike, 2}, {lacks_inputs, 1}, {lacks_neurons, 1}};
    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct arena *arena = arena_new();
        const struct shapes shapes = shapes_of(arena, blocks_lower(arena, cases[i].lacks), true);
        assert_int_equal(shapes.count, 3);
        for (size_t k = 0; k < 2; k++)
            assert_int_equal(shapes.all[k].n_blocks, cases[i].blocks);
        assert_ptr_equal(shape_find(&shapes, shapes.all[1].block), &shapes.all[1]);
        arena_free(arena);
    }
}

static void sharing_can_be_switched_off(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    const struct program *program = blocks_lower(arena, lacks_nothing);
    const struct shapes alone = shapes_of(arena, program, false);
    for (size_t i = 0; i < alone.count; i++)
        assert_false(shape_is_shared(&alone.all[i]));
    assert_true(shape_is_shared(&shapes_of(arena, program, true).all[0]));
    arena_free(arena);
}

/* A sum of one weight 1 and a bias, of which tanh's clamp at 8.6875 is idle or not. */
static void clamps_look_at_both_ends(void **state)
{
    static const struct {
        const char *bias;
        bool idle;
    } cases[] = {{"0", true},  {"7.5", true}, {"-7.5", true},
                 {"8", false}, {"-8", false}, {"-20", false}};
    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct arena *arena = arena_new();
        struct program *program = lower_text(
            arena, arena_printf(
                       arena,
                       "epigen: 1\nname: m\ninputs: [{name: x, min: -1, max: 1}]\nlayers:\n"
                       "  - {name: h, from: inputs, activation: tanh, weights: [[1]], bias: [%s]}\n"
                       "  - {name: s, from: h, activation: exp, weights: [[1]], bias: [0]}\n"
                       "  - {name: e, from: h, activation: sigmoid, weights: [[1]], bias: [0]}\n"
                       "outputs: {mean: {from: h}, sigma: {from: s, floor: 0.1}, eta: {from: e}}\n",
                       cases[i].bias));
        struct model model = {.arena = arena, .program = program};
        model.contracts = bounds_by_contract(arena, program);
        const struct buffer *h = &program->buffers[program_buffer(0)];
        if (clamp_is_idle(&model, h, 0, 1) != cases[i].idle)
            fail_msg("bias %s", cases[i].bias);
        model.all_clamps = true;
        assert_false(clamp_is_idle(&model, h, 0, 1));
        arena_free(arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_blocks_alike_share),
        cmocka_unit_test(sharing_can_be_switched_off),
        cmocka_unit_test(clamps_look_at_both_ends),
    };
    return cmocka_run_group_tests_name("emit", tests, NULL, NULL);
}
