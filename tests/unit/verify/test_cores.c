/* The tables of the cores are complete and sane: a source behind every figure, no class twice, and
   figures that agree with what the manuals say in so many words. */
/* verifies: REQ-WCET */
#include "wcet/cores/core.h"
#include "wcet/cores/pipeline.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
/* */
#include <cmocka.h>

static void each_row_has_a_source(void **state)
{
    (void)state;
    for (size_t i = 0; i < n_cores; i++)
        for (size_t k = 0; k < cores[i]->n_rows; k++) {
            const struct core_row *row = &cores[i]->rows[k];
            assert_non_null(row->source);
            assert_true(strlen(row->source) > 10);
            assert_true(row->cycles >= 1 && row->cycles <= 40);
            assert_true(row->per_register <= 1 && row->extra <= 5 && row->address_extra <= 5);
            bool estimated = strncmp(row->source, "estimate", 8) == 0;
            assert_int_equal(row->published, !estimated);
            assert_ptr_equal(core_row(cores[i], row->class), row); /* no class twice */
        }
}

static void every_core_says_what_it_assumes(void **state)
{
    (void)state;
    for (size_t i = 0; i < n_cores; i++) {
        assert_non_null(cores[i]->assumptions[0]);
        assert_non_null(strstr(cores[i]->assumptions[0], "no interrupt"));
        assert_ptr_equal(core_find(cores[i]->name), cores[i]);
    }
    assert_ptr_equal(core_find("m4f"), &core_cortex_m4f);
}

/* No published timing: nothing of these cores may count towards a bound. */
static void estimates_stay_estimates(void **state)
{
    (void)state;
    for (size_t k = 0; k < core_cortex_m7.n_rows; k++)
        assert_false(core_cortex_m7.rows[k].published);
    for (size_t k = 0; k < core_cortex_m33.n_rows; k++)
        assert_false(core_cortex_m33.rows[k].published);
    for (enum insn_class c = CLASS_FLOAT_ADD; c < N_CLASSES; c++)
        if (core_row(&core_rv32imafc, c) != NULL)
            assert_false(core_row(&core_rv32imafc, c)->published);
}

static void division_is_refused_everywhere(void **state)
{
    (void)state;
    for (size_t i = 0; i < n_cores; i++) {
        const struct core_row *row = core_row(cores[i], CLASS_DIVIDE);
        assert_true(row == NULL ? cores[i]->narrow : row->data_dependent);
    }
    assert_true(core_row(&core_cortex_m3, CLASS_MULTIPLY_LONG)->data_dependent);
}

static void cores_without_an_fpu_have_no_floats(void **state)
{
    (void)state;
    for (size_t i = 0; i < n_cores; i++)
        for (enum insn_class c = CLASS_FLOAT_ADD; c < N_CLASSES; c++)
            if (!cores[i]->has_float)
                assert_null(core_row(cores[i], c));
}

struct figure {
    enum insn_class class;
    unsigned registers, cycles;
};

static void cortex_m4f_is_the_manual(void **state)
{
    (void)state;
    static const struct figure figures[] = {
        {CLASS_FLOAT_ADD, 0, 1},
        {CLASS_FLOAT_MULTIPLY, 0, 1},
        {CLASS_FLOAT_MULTIPLY_ADD, 0, 3},
        {CLASS_FLOAT_DIVIDE, 0, 14},
        {CLASS_FLOAT_ROOT, 0, 14},
        {CLASS_FLOAT_LOAD, 0, 2},
        {CLASS_FLOAT_LOAD_MULTIPLE, 4, 5},
        {CLASS_FLOAT_STORE_MULTIPLE, 16, 17},
        {CLASS_LOAD, 0, 2},
        {CLASS_STORE_MULTIPLE, 3, 4},
        {CLASS_LOAD_MULTIPLE, 2, 3},
        {CLASS_LOAD_MULTIPLE_RETURN, 2, 6},
        {CLASS_CALL, 0, 4},
        {CLASS_JUMP, 0, 4},
        {CLASS_RETURN, 0, 4},
        {CLASS_ALU, 0, 1},
    };
    for (size_t i = 0; i < sizeof(figures) / sizeof(figures[0]); i++) {
        const struct core_row *row = core_row(&core_cortex_m4f, figures[i].class);
        assert_int_equal(row->cycles + row->per_register * figures[i].registers, figures[i].cycles);
    }
}

/* Runs instructions of a class that each read and write these registers. */
static unsigned run(const struct core *core, const struct insn *insns, size_t count)
{
    const struct memory_options memory = {
        .flash_wait = 0, .flash_line = 16, .literal_wait = 0, .buffers = 2};
    struct pipeline pipeline;
    unsigned cycles = 0;
    pipeline_begin(&pipeline, core, &memory, true, 0, 4);
    for (size_t i = 0; i < count; i++)
        cycles += pipeline_step(&pipeline, &insns[i], core_row(core, insns[i].class));
    return cycles;
}

static void a_result_used_at_once_waits(void **state)
{
    (void)state;
    const uint64_t a = UINT64_C(1) << FIRST_FLOAT, b = a << 1, r1 = 2, r2 = 4;
    struct insn chain[] = {{.class = CLASS_FLOAT_MULTIPLY, .writes = a},
                           {.class = CLASS_FLOAT_ADD, .reads = a, .writes = b}};
    assert_int_equal(run(&core_cortex_m4f, chain, 2), 3);
    struct insn apart[] = {chain[0], {.class = CLASS_FLOAT_ADD, .writes = b}, chain[1]};
    assert_int_equal(run(&core_cortex_m4f, apart, 3), 3);
    struct insn sums[] = {
        {.class = CLASS_FLOAT_MULTIPLY_ADD, .reads = a, .late_reads = a, .writes = a},
        {.class = CLASS_FLOAT_MULTIPLY_ADD, .reads = a, .late_reads = a, .writes = a}};
    assert_int_equal(run(&core_cortex_m4f, sums, 2), 6);
    struct insn address[] = {{.class = CLASS_ALU, .writes = r1},
                             {.class = CLASS_LOAD, .reads = r1, .address_reads = r1, .writes = r2}};
    assert_int_equal(run(&core_cortex_m4f, address, 2), 4);
    assert_int_equal(run(&core_cortex_m0plus, address, 2), 3);
    struct insn use[] = {{.class = CLASS_LOAD, .writes = r1},
                         {.class = CLASS_ALU, .reads = r1, .writes = r2}};
    assert_int_equal(run(&core_rv32imafc, use, 2), 3);
    assert_int_equal(run(&core_rv32imafc, use, 1), 1);
}

/* A straight line of 64 bytes touches 4 lines of 16 bytes, or 5 where it does not begin with one;
   the worse is counted in an object, which may end up anywhere. */
static void lines_of_flash_wait(void **state)
{
    (void)state;
    const struct memory_options memory = {
        .flash_wait = 5, .flash_line = 16, .literal_wait = 0, .buffers = 2};
    for (int relocatable = 0; relocatable < 2; relocatable++) {
        struct pipeline pipeline;
        pipeline_begin(&pipeline, &core_cortex_m4f, &memory, relocatable == 1, 0, 4);
        for (uint64_t at = 0; at < 64; at += 4) {
            struct insn insn = {.class = CLASS_ALU, .size = 4, .address = at};
            pipeline_step(&pipeline, &insn, core_row(&core_cortex_m4f, CLASS_ALU));
        }
        assert_int_equal(pipeline_waits(&pipeline), relocatable == 1 ? 25 : 20);
    }
}

/* Each word of a constant waits for its own fetch, wherever it is. */
static void every_literal_word_waits(void **state)
{
    (void)state;
    const struct memory_options memory = {
        .flash_wait = 0, .flash_line = 16, .literal_wait = 3, .buffers = 2};
    struct pipeline pipeline;
    pipeline_begin(&pipeline, &core_cortex_m4f, &memory, false, 0, 4);
    pipeline_literal(&pipeline, 0, 4, 8, 2);
    assert_int_equal(pipeline.clock, 6);
    pipeline_scattered(&pipeline, 2);
    assert_int_equal(pipeline.clock, 12);
}

/* A call waits for the sum that the instruction before it has begun. */
static void calls_wait_for_results(void **state)
{
    (void)state;
    const struct memory_options memory = {
        .flash_wait = 0, .flash_line = 16, .literal_wait = 0, .buffers = 2};
    struct pipeline pipeline;
    struct insn sum = {.class = CLASS_FLOAT_ADD, .size = 4, .writes = UINT64_C(1) << 40};
    pipeline_begin(&pipeline, &core_cortex_m4f, &memory, false, 0, 4);
    assert_int_equal(pipeline_step(&pipeline, &sum, core_row(&core_cortex_m4f, CLASS_FLOAT_ADD)),
                     1);
    assert_int_equal(pipeline_drain(&pipeline), 1);
    assert_int_equal(pipeline_drain(&pipeline), 0);
}

/* Every figure a second time, in the order of the manuals' tables: cycles, cycles a register,
   cycles until the result can be used, and until it can be an address; true: the time depends on
   the operands. Whoever corrects a figure says so here as well. */
static void figures_are_as_checked(void **state)
{
    struct figures {
        unsigned cycles, per_register, extra, address_extra;
        bool data_dependent;
    };
    static const struct core *const columns[] = {
        &core_cortex_m4f, &core_cortex_m33, &core_cortex_m7, &core_cortex_m3, &core_cortex_m0plus,
        &core_rv32imafc,  &core_cortex_m4,  &core_cortex_m0, &core_rv32imc};
#define NONE                                                                                       \
    {                                                                                              \
        0, 0, 0, 0                                                                                 \
    }
    static const struct figures table[N_CLASSES][sizeof(columns) / sizeof(columns[0])] = {
        /* clang-format off */
        [CLASS_ALU] = {{1, 0, 0, 1}, {1, 0, 0, 1}, {1, 0, 0, 1}, {1, 0, 0, 1}, {1, 0, 0, 0}, {1, 0, 0, 0}, {1, 0, 0, 1}, {1, 0, 0, 0}, {1, 0, 0, 0}},
        [CLASS_MULTIPLY] = {{1, 0, 0, 1}, {1, 0, 0, 1}, {1, 0, 1, 1}, {1, 0, 0, 1}, {32, 0, 0, 0}, {5, 0, 0, 0}, {1, 0, 0, 1}, {32, 0, 0, 0}, {5, 0, 0, 0}},
        [CLASS_MULTIPLY_ADD] = {{1, 0, 0, 1}, {1, 0, 0, 1}, {1, 0, 1, 1}, {2, 0, 0, 1}, NONE, NONE, {1, 0, 0, 1}, NONE, NONE},
        [CLASS_MULTIPLY_LONG] = {{1, 0, 0, 1}, {1, 0, 0, 1}, {1, 0, 1, 1}, {7, 0, 0, 1, true}, NONE, NONE, {1, 0, 0, 1}, NONE, NONE},
        [CLASS_PACKED] = {{1, 0, 0, 1}, {1, 0, 0, 1}, {1, 0, 1, 1}, NONE, NONE, NONE, {1, 0, 0, 1}, NONE, NONE},
        [CLASS_PACKED_MULTIPLY] = {{1, 0, 0, 1}, {1, 0, 0, 1}, {1, 0, 1, 1}, NONE, NONE, NONE, {1, 0, 0, 1}, NONE, NONE},
        [CLASS_DIVIDE] = {{12, 0, 0, 1, true}, {12, 0, 0, 1, true}, {12, 0, 0, 1, true}, {12, 0, 0, 1, true}, NONE, {33, 0, 0, 0, true}, {12, 0, 0, 1, true}, NONE, {33, 0, 0, 0, true}},
        [CLASS_LOAD] = {{2, 0, 0, 0}, {2, 0, 0, 0}, {1, 0, 1, 2}, {2, 0, 0, 0}, {2, 0, 0, 0}, {1, 0, 1, 1}, {2, 0, 0, 0}, {2, 0, 0, 0}, {1, 0, 1, 1}},
        [CLASS_LOAD_NARROW] = {{2, 0, 0, 0}, {2, 0, 0, 0}, {1, 0, 1, 2}, {2, 0, 0, 0}, {2, 0, 0, 0}, {1, 0, 2, 2}, {2, 0, 0, 0}, {2, 0, 0, 0}, {1, 0, 2, 2}},
        [CLASS_LOAD_LITERAL] = {{2, 0, 0, 0}, {2, 0, 0, 0}, {1, 0, 1, 2}, {2, 0, 0, 0}, {2, 0, 0, 0}, NONE, {2, 0, 0, 0}, {2, 0, 0, 0}, NONE},
        [CLASS_LOAD_MULTIPLE] = {{1, 1, 0, 0}, {1, 1, 0, 0}, {1, 1, 1, 2}, {1, 1, 0, 0}, {1, 1, 0, 0}, NONE, {1, 1, 0, 0}, {1, 1, 0, 0}, NONE},
        [CLASS_LOAD_MULTIPLE_RETURN] = {{4, 1, 0, 0}, {4, 1, 0, 0}, {5, 1, 1, 2}, {4, 1, 0, 0}, {3, 1, 0, 0}, NONE, {4, 1, 0, 0}, {4, 1, 0, 0}, NONE},
        [CLASS_STORE] = {{2, 0, 0, 0}, {2, 0, 0, 0}, {1, 0, 0, 0}, {2, 0, 0, 0}, {2, 0, 0, 0}, {1, 0, 0, 0}, {2, 0, 0, 0}, {2, 0, 0, 0}, {1, 0, 0, 0}},
        [CLASS_STORE_MULTIPLE] = {{1, 1, 0, 0}, {1, 1, 0, 0}, {1, 1, 0, 0}, {1, 1, 0, 0}, {1, 1, 0, 0}, NONE, {1, 1, 0, 0}, {1, 1, 0, 0}, NONE},
        [CLASS_JUMP] = {{4, 0, 0, 0}, {4, 0, 0, 0}, {5, 0, 0, 0}, {4, 0, 0, 0}, {2, 0, 0, 0}, {4, 0, 0, 0}, {4, 0, 0, 0}, {3, 0, 0, 0}, {4, 0, 0, 0}},
        [CLASS_BRANCH] = {{4, 0, 0, 0}, {4, 0, 0, 0}, {5, 0, 0, 0}, {4, 0, 0, 0}, {2, 0, 0, 0}, {4, 0, 0, 0}, {4, 0, 0, 0}, {3, 0, 0, 0}, {4, 0, 0, 0}},
        [CLASS_BRANCH_PASSED] = {{1, 0, 0, 0}, {1, 0, 0, 0}, {5, 0, 0, 0}, {1, 0, 0, 0}, {1, 0, 0, 0}, {4, 0, 0, 0}, {1, 0, 0, 0}, {1, 0, 0, 0}, {4, 0, 0, 0}},
        [CLASS_CALL] = {{4, 0, 0, 0}, {4, 0, 0, 0}, {5, 0, 0, 0}, {4, 0, 0, 0}, {3, 0, 0, 0}, {4, 0, 0, 0}, {4, 0, 0, 0}, {4, 0, 0, 0}, {4, 0, 0, 0}},
        [CLASS_RETURN] = {{4, 0, 0, 0}, {4, 0, 0, 0}, {5, 0, 0, 0}, {4, 0, 0, 0}, {2, 0, 0, 0}, {4, 0, 0, 0}, {4, 0, 0, 0}, {3, 0, 0, 0}, {4, 0, 0, 0}},
        [CLASS_NOP] = {{1, 0, 0, 0}, {1, 0, 0, 0}, {1, 0, 0, 0}, {1, 0, 0, 0}, {1, 0, 0, 0}, {1, 0, 0, 0}, {1, 0, 0, 0}, {1, 0, 0, 0}, {1, 0, 0, 0}},
        [CLASS_FLOAT_ADD] = {{1, 0, 1, 0}, {1, 0, 1, 0}, {1, 0, 2, 0}, NONE, NONE, {1, 0, 3, 0}, NONE, NONE, NONE},
        [CLASS_FLOAT_MULTIPLY] = {{1, 0, 1, 0}, {1, 0, 1, 0}, {1, 0, 2, 0}, NONE, NONE, {1, 0, 4, 0}, NONE, NONE, NONE},
        [CLASS_FLOAT_MULTIPLY_ADD] = {{3, 0, 1, 0}, {3, 0, 1, 0}, {1, 0, 5, 0}, NONE, NONE, {1, 0, 4, 0}, NONE, NONE, NONE},
        [CLASS_FLOAT_DIVIDE] = {{14, 0, 1, 0}, {14, 0, 1, 0}, {16, 0, 0, 0}, NONE, NONE, {20, 0, 0, 0}, NONE, NONE, NONE},
        [CLASS_FLOAT_ROOT] = {{14, 0, 1, 0}, {14, 0, 1, 0}, {16, 0, 0, 0}, NONE, NONE, {20, 0, 0, 0}, NONE, NONE, NONE},
        [CLASS_FLOAT_CONVERT] = {{1, 0, 1, 0}, {1, 0, 1, 0}, {1, 0, 2, 0}, NONE, NONE, {1, 0, 3, 3}, NONE, NONE, NONE},
        [CLASS_FLOAT_COMPARE] = {{1, 0, 0, 0}, {1, 0, 0, 0}, {1, 0, 2, 0}, NONE, NONE, {1, 0, 3, 3}, NONE, NONE, NONE},
        [CLASS_FLOAT_SIGN] = {{1, 0, 0, 0}, {1, 0, 0, 0}, {1, 0, 2, 0}, NONE, NONE, {1, 0, 3, 0}, NONE, NONE, NONE},
        [CLASS_FLOAT_MOVE] = {{1, 0, 0, 0}, {1, 0, 0, 0}, {1, 0, 2, 0}, NONE, NONE, NONE, NONE, NONE, NONE},
        [CLASS_FLOAT_TRANSFER] = {{2, 0, 0, 1}, {2, 0, 0, 1}, {1, 0, 2, 3}, NONE, NONE, {1, 0, 3, 3}, NONE, NONE, NONE},
        [CLASS_FLOAT_TRANSFER_TWO] = {{2, 0, 0, 1}, {2, 0, 0, 1}, {2, 0, 2, 3}, NONE, NONE, NONE, NONE, NONE, NONE},
        [CLASS_FLOAT_LOAD] = {{2, 0, 0, 0}, {2, 0, 0, 0}, {1, 0, 2, 0}, NONE, NONE, {1, 0, 1, 0}, NONE, NONE, NONE},
        [CLASS_FLOAT_LOAD_LITERAL] = {{2, 0, 0, 0}, {2, 0, 0, 0}, {1, 0, 2, 0}, NONE, NONE, NONE, NONE, NONE, NONE},
        [CLASS_FLOAT_STORE] = {{2, 0, 0, 0}, {2, 0, 0, 0}, {1, 0, 0, 0}, NONE, NONE, {1, 0, 0, 0}, NONE, NONE, NONE},
        [CLASS_FLOAT_LOAD_MULTIPLE] = {{1, 1, 0, 0}, {1, 1, 0, 0}, {1, 1, 2, 0}, NONE, NONE, NONE, NONE, NONE, NONE},
        [CLASS_FLOAT_STORE_MULTIPLE] = {{1, 1, 0, 0}, {1, 1, 0, 0}, {1, 1, 0, 0}, NONE, NONE, NONE, NONE, NONE, NONE},
        /* clang-format on */
    };
#undef NONE
    (void)state;
    assert_int_equal(sizeof(columns) / sizeof(columns[0]), n_cores);
    for (size_t class = 0; class < N_CLASSES; class ++)
        for (size_t i = 0; i < n_cores; i++) {
            const struct core_row *row = core_row(columns[i], (enum insn_class) class);
            const struct figures *f = &table[class][i],
                                 got = row == NULL
                                           ? (struct figures){0}
                                           : (struct figures){row->cycles, row->per_register,
                                                              row->extra, row->address_extra,
                                                              row->data_dependent};
            if (got.cycles != f->cycles || got.per_register != f->per_register ||
                got.extra != f->extra || got.address_extra != f->address_extra ||
                got.data_dependent != f->data_dependent)
                fail_msg("%s, class %zu: %u %u %u %u", columns[i]->name, class, got.cycles,
                         got.per_register, got.extra, got.address_extra);
        }
}

/* --multiplier replaces the time of a multiply and nothing else. */
static void a_multiplier_is_chosen(void **state)
{
    (void)state;
    static const struct {
        const struct core *core;
        const char *text;
        unsigned cycles;
        bool published;
    } rows[] = {
        {&core_cortex_m0plus, "1", 1, true}, {&core_cortex_m0plus, "32", 32, true},
        {&core_cortex_m0, "1", 1, true},     {&core_rv32imc, "5", 5, true},
        {&core_rv32imc, "1", 1, false},      {&core_rv32imc, "64", 64, false},
    };
    struct arena *arena = arena_new();
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const struct core *core = core_with_multiplier(arena, rows[i].core, rows[i].text);
        for (size_t k = 0; k < core->n_rows; k++) {
            const struct core_row *row = &core->rows[k], *old = &rows[i].core->rows[k];
            bool multiply = row->class == CLASS_MULTIPLY;
            assert_int_equal(row->class, old->class);
            assert_int_equal(row->cycles, multiply ? rows[i].cycles : old->cycles);
            assert_int_equal(row->published, multiply ? rows[i].published : old->published);
            assert_int_equal(strncmp(row->source, "estimate", 8) != 0, row->published);
        }
        assert_string_equal(core->name, rows[i].core->name);
    }
    arena_free(arena);
}

/* What has no FPU executes no object for one; a Cortex-M3 has no DSP extension. */
static void cores_without_the_extension(void **state)
{
    (void)state;
    const struct core *without[] = {&core_cortex_m3, &core_cortex_m0plus, &core_cortex_m0};
    for (size_t i = 0; i < sizeof(without) / sizeof(without[0]); i++) {
        assert_null(core_row(without[i], CLASS_PACKED));
        assert_null(core_row(without[i], CLASS_PACKED_MULTIPLY));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_row_has_a_source),
        cmocka_unit_test(figures_are_as_checked),
        cmocka_unit_test(every_core_says_what_it_assumes),
        cmocka_unit_test(estimates_stay_estimates),
        cmocka_unit_test(division_is_refused_everywhere),
        cmocka_unit_test(cores_without_an_fpu_have_no_floats),
        cmocka_unit_test(a_multiplier_is_chosen),
        cmocka_unit_test(cores_without_the_extension),
        cmocka_unit_test(cortex_m4f_is_the_manual),
        cmocka_unit_test(a_result_used_at_once_waits),
        cmocka_unit_test(lines_of_flash_wait),
        cmocka_unit_test(every_literal_word_waits),
        cmocka_unit_test(calls_wait_for_results),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
