/* Lowering: the operations that a spec becomes, and that the results stay the same. */
#include "program/constant.h"
#include "program/count.h"
#include "program/interpret.h"
#include "program/program.h"
#include "unit/testing.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

static const char simple[] =
    "epigen: 1\nname: m\n"
    "inputs: [{name: x, min: -8, max: 8, mean: %s, scale: %s}]\n"
    "layers:\n"
    "  - {name: h, from: inputs, activation: identity, weights: [[%s]], bias: [0.5]}\n"
    "  - {name: s, from: inputs, activation: softplus, weights: [[1]], bias: [0]}\n"
    "  - {name: e, from: inputs, activation: sigmoid, weights: [[1]], bias: [0]}\n"
    "outputs: {mean: {from: h, offset: %s, scale: %s}, sigma: {from: s, floor: 0.1}, eta: {from: "
    "e}}\n";

static struct program *lower_simple(struct arena *arena, const char *mean, const char *scale,
                                    const char *weight, const char *offset, const char *out_scale)
{
    return lower_text(arena, arena_printf(arena, simple, mean, scale, weight, offset, out_scale));
}

static size_t count_kind(const struct program *p, enum op_kind kind) { return count(p).ops[kind]; }

/* Only powers of two fold into weights; operations that change nothing are left out. */
static void folding(void **state)
{
    static const struct {
        const char *mean, *scale, *offset, *out_scale;
        size_t subtract, multiply, add;
    } cases[] = {
        {"0", "1", "0", "1", 0, 0, 1}, /* the one addition is sigma's floor */
        {"0", "4", "0", "8", 0, 0, 1}, /* both scales fold */
        {"0", "0.25", "2", "1", 0, 0, 2},
        {"1.5", "4", "0", "1", 1, 0, 1}, /* (x - mean) / 4: the factor still folds */
        {"0", "3", "0", "1", 0, 1, 1},   /* 1/3 would round */
        {"0", "1", "0", "3", 0, 1, 1},
        {"1.5", "3", "2", "5", 1, 2, 2},
        {"0", "1", "0", "-2", 0, 1, 1}, /* would change the sign of a zero */
    };
    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct arena *arena = arena_new();
        const struct program *p = lower_simple(arena, cases[i].mean, cases[i].scale, "2",
                                               cases[i].offset, cases[i].out_scale);
        assert_int_equal(count_kind(p, OP_SUBTRACT), cases[i].subtract);
        assert_int_equal(count_kind(p, OP_MULTIPLY), cases[i].multiply);
        assert_int_equal(count_kind(p, OP_ADD), cases[i].add);
        arena_free(arena);
    }
}

/* A folded program gives the bits that the documented formula gives. */
/* verifies: SPEC-FOLDING */
static void folding_keeps_the_bits(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    const struct program *p = lower_simple(arena, "0.3", "4", "0.7", "1.1", "0.5");
    struct interpreter *m = interpreter_new(arena, p);
    for (int i = -700; i <= 700; i++) {
        float x = (float)i * 0.01F;
        float z = (x - 0.3F) * 0.25F;
        z = fabsf(z) < 0x1p-30F ? 0.0F : z;
        volatile float product = 0.7F * z;
        volatile float layer = 0.5F + product;
        volatile float scaled = 0.5F * layer;
        float expected = 1.1F + scaled;
        assert_true(interpreter_run(m, &x)->mean[0] == expected);
    }
    arena_free(arena);
}

/* A scale does not fold if a weight would leave the normal range. */
static void folding_stays_normal(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    const struct program *p = lower_simple(arena, "0", "1.67772e7", "2e-38", "0", "1");
    assert_int_equal(count_kind(p, OP_MULTIPLY), 1); /* not a power of two */
    p = lower_simple(arena, "0", "16777216", "2e-38", "0", "1");
    assert_int_equal(count_kind(p, OP_MULTIPLY), 1); /* 2e-38 / 2^24 is no normal float */
    p = lower_simple(arena, "0", "16777216", "2e-30", "0", "1");
    assert_int_equal(count_kind(p, OP_MULTIPLY), 0);
    arena_free(arena);
}

/* The weights that the scale of an input would go into stand behind those of another source. */
static void folding_finds_its_column(void **state)
{
    static const char text[] =
        "epigen: 1\nname: m\n"
        "inputs: [{name: x, min: -1, max: 1, scale: 16777216}, {name: z, min: -1, max: 1}]\n"
        "layers:\n"
        "  - {name: h, from: inputs, activation: tanh, weights: [[1, 1], [1, 1]], bias: [0, 0]}\n"
        "  - {name: f, from: [h, inputs], activation: identity, weights: [[%s]], bias: [0]}\n"
        "  - {name: s, from: h, activation: softplus, weights: [[1, 1]], bias: [0]}\n"
        "  - {name: e, from: h, activation: sigmoid, weights: [[1, 1]], bias: [0]}\n"
        "outputs: {mean: {from: f}, sigma: {from: s, floor: 0.1}, eta: {from: e}}\n";
    (void)state;
    struct arena *arena = arena_new();
    const struct program *p = lower_text(arena, arena_printf(arena, text, "1, 1, 2e-38, 1"));
    assert_int_equal(count_kind(p, OP_MULTIPLY), 1); /* 2e-38 / 2^24 is no normal float */
    p = lower_text(arena, arena_printf(arena, text, "2e-38, 1, 1, 1"));
    assert_int_equal(count_kind(p, OP_MULTIPLY), 0);
    arena_free(arena);
}

/* Two scales on one weight, of which each could fold alone, but not both. */
static void folding_twice_stays_normal(void **state)
{
    static const struct {
        const char *input, *output;
        double z, expected;
    } cases[] = {
        {"5.42101086e-20", "36893488147419103232", 0.5, 36893488147419103232.0}, /* 2^-64, 2^65 */
        {"1.20892582e24", "8.27180613e-25", 0.5, 8.27180613e-25},                /* 2^80, 2^-80 */
    };
    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct arena *arena = arena_new();
        const char *text = arena_printf(
            arena,
            "epigen: 1\nname: m\ninputs: [{name: x, min: -1e26, max: 1e26, scale: %s}]\n"
            "layers:\n"
            "  - {name: h, from: inputs, activation: identity, weights: [[1]], bias: [0.5]}\n"
            "  - {name: t, from: inputs, activation: tanh, weights: [[1]], bias: [0.5]}\n"
            "  - {name: s, from: t, activation: softplus, weights: [[1]], bias: [0]}\n"
            "  - {name: e, from: t, activation: sigmoid, weights: [[1]], bias: [0]}\n"
            "outputs: {mean: {from: h, scale: %s}, sigma: {from: s, floor: 0.1}, eta: {from: e}}\n",
            cases[i].input, cases[i].output);
        struct interpreter *m = interpreter_new(arena, lower_text(arena, text));
        float x = (float)(cases[i].z * strtod(cases[i].input, NULL));
        float mean = interpreter_run(m, &x)->mean[0];
        assert_true(fabs((double)mean - cases[i].expected) < 1e-6 * cases[i].expected);
        arena_free(arena);
    }
}

/* The scale of a mean does not fold where that would change another output. */
static void folding_leaves_others_alone(void **state)
{
    static const char *const cases[] = {
        /* layers, from of the mean: read twice, not linear, the inputs themselves */
        "  - {name: f, from: inputs, activation: identity, weights: [[1]], bias: [0]}\n"
        "  - {name: s, from: f, activation: softplus, weights: [[1]], bias: [0]}\n",
        "  - {name: f, from: inputs, activation: tanh, weights: [[1]], bias: [0]}\n"
        "  - {name: s, from: inputs, activation: softplus, weights: [[1]], bias: [0]}\n",
        "  - {name: s, from: inputs, activation: softplus, weights: [[1]], bias: [0]}\n",
        /* the bias, the weight would not stay normal */
        "  - {name: f, from: inputs, activation: identity, weights: [[1]], bias: [3e38]}\n"
        "  - {name: s, from: inputs, activation: softplus, weights: [[1]], bias: [0]}\n",
        "  - {name: f, from: inputs, activation: identity, weights: [[3e38]], bias: [0]}\n"
        "  - {name: s, from: inputs, activation: softplus, weights: [[1]], bias: [0]}\n",
    };
    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct arena *arena = arena_new();
        const struct program *p = lower_text(
            arena,
            arena_printf(
                arena,
                "epigen: 1\nname: m\ninputs: [{name: x, min: -1e-3, max: 1e-3, scale: %s}]\n"
                "layers:\n%s"
                "  - {name: e, from: inputs, activation: sigmoid, weights: [[1]], bias: [0]}\n"
                "outputs: {mean: {from: %s, scale: 4}, sigma: {from: s, floor: 0.1}, "
                "eta: {from: e}}\n",
                i == 2 ? "2" : "1", cases[i], i == 2 ? "inputs" : "f"));
        assert_int_equal(count_kind(p, OP_MULTIPLY), i == 2 ? 2 : 1);
        arena_free(arena);
    }
}

/* A flush is left out where the spacing of floats around the mean makes it idle; test_semantics
   checks the bits. */
/* verifies: SPEC-FLUSH */
static void idle_flush_is_left_out(void **state)
{
    static const struct {
        const char *mean, *scale;
        size_t flushes;
    } cases[] = {{"0", "1", 1},        {"1", "1", 0},         {"0.015625", "1", 0}, /* 2^-6 */
                 {"0.01", "1", 1},     {"-1e6", "3", 0},      {"1", "64", 0},
                 {"1", "64.00001", 1}, {"1e-20", "1e-19", 0}, {"1e-20", "1", 1}};
    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct arena *arena = arena_new();
        const struct program *p = lower_simple(arena, cases[i].mean, cases[i].scale, "1", "0", "1");
        assert_int_equal(count_kind(p, OP_FLUSH), cases[i].flushes);
        arena_free(arena);
    }
}

/* verifies: SPEC-ZERO-TERMS */
static void zero_terms_are_dropped(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    const struct program *full = lower_simple(arena, "0", "1", "2", "0", "1");
    const struct program *pruned = lower_simple(arena, "0", "1", "0", "0", "1");
    const struct program *negative = lower_simple(arena, "0", "1", "-0.0", "0", "1");
    assert_int_equal(count_kind(full, OP_TERM), 3);
    assert_int_equal(count_kind(pruned, OP_TERM), 2);
    assert_int_equal(count_kind(negative, OP_TERM), 2);
    assert_int_equal(count(pruned).dropped, 1);
    arena_free(arena);
}

/* The blocks of a hidden layer, and how many activations go eight at a time and one by one. */
struct blocks {
    size_t count, sizes[4], eights, ones;
};

static struct blocks blocks_in(const struct program *p, size_t neurons)
{
    struct blocks b = {0};
    for (size_t i = 0; i < p->n_ops; i++) {
        const struct op *op = &p->ops[i];
        bool hidden = p->buffers[op->buffer].kind == BUFFER_LAYER &&
                      p->buffers[op->buffer].layer->n_out == neurons;
        if (op->kind == OP_BLOCK && hidden && b.count < 4)
            b.sizes[b.count++] = op->count;
        b.eights += op->kind == OP_ACTIVATE && hidden && op->count == 8;
        b.ones += op->kind == OP_ACTIVATE && hidden && op->count == 1;
    }
    return b;
}

static struct blocks blocks_of(size_t n_in, size_t neurons)
{
    struct arena *arena = arena_new();
    struct blocks b = blocks_in(lower_shape(arena, n_in, neurons), neurons);
    arena_free(arena);
    return b;
}

/* Of a layer of sixteen neurons on eight numbers. */
static struct blocks blocks_with(const char *activation, const char *first_weight)
{
    struct arena *arena = arena_new();
    const char *row = "[2, 2, 2, 2, 2, 2, 2, 2]", *rows = row, *ones = "1";
    for (size_t i = 1; i < 15; i++)
        rows = arena_printf(arena, "%s, %s", rows, row);
    for (size_t i = 1; i < 16; i++)
        ones = arena_printf(arena, "%s, 1", ones);
    const char *text = arena_printf(
        arena,
        "epigen: 1\nname: m\ninputs: [{name: x, min: -1, max: 1}]\nlayers:\n"
        "  - {name: a, from: inputs, activation: relu, bias: [1, 1, 1, 1, 1, 1, 1, 1],\n"
        "     weights: [[1], [1], [1], [1], [1], [1], [1], [1]]}\n"
        "  - {name: h, from: a, activation: %s, bias: [%s],\n"
        "     weights: [[%s, 2, 2, 2, 2, 2, 2, 2], %s]}\n"
        "  - {name: e, from: h, activation: sigmoid, weights: [[%s]], bias: [0]}\n"
        "outputs: {mean: {from: e}, sigma: {from: e, floor: 0.5}, eta: {from: e}}\n",
        activation, ones, first_weight, rows, ones);
    struct blocks b = blocks_in(lower_text(arena, text), 16);
    arena_free(arena);
    return b;
}

/* A kernel that is cheaper than a call is part of its block; blocks with other zero weights differ.
 */
static void blocks_by_layer(void **state)
{
    (void)state;
    struct blocks relu = blocks_with("relu", "2"), pruned = blocks_with("exp", "0");
    assert_int_equal(relu.count, 2);
    assert_int_equal(relu.eights, 0);
    assert_int_equal(relu.ones, 16);
    assert_int_equal(pruned.count, 1);
    assert_int_equal(pruned.eights, 2);
    assert_int_equal(pruned.ones, 0);
}

/* Blocks that share a function, of up to sixteen neurons, and as small a rest as can be;
   activations eight at a time, then one by one. */
static void blocks(void **state)
{
    (void)state;
    struct blocks uneven = blocks_of(40, 43), even = blocks_of(40, 24), full = blocks_of(40, 48);
    struct blocks two = blocks_of(40, 16), six = blocks_of(40, 12), one = blocks_of(40, 10),
                  short_sums = blocks_of(2, 16);
    assert_int_equal(uneven.count, 4);
    assert_int_equal(uneven.sizes[0], 14);
    assert_int_equal(uneven.sizes[2], 14);
    assert_int_equal(uneven.sizes[3], 1);
    assert_int_equal(uneven.eights, 5);
    assert_int_equal(uneven.ones, 3);
    assert_int_equal(even.count, 2);
    assert_int_equal(even.sizes[0], 12);
    assert_int_equal(even.sizes[1], 12);
    assert_int_equal(even.eights, 3);
    assert_int_equal(even.ones, 0);
    assert_int_equal(full.count, 3);
    assert_int_equal(full.sizes[2], 16);
    assert_int_equal(full.eights, 6);
    assert_int_equal(two.count, 2);
    assert_int_equal(two.sizes[0], 8);
    assert_int_equal(six.count, 2);
    assert_int_equal(six.sizes[0], 6);
    assert_int_equal(one.count, 1);
    assert_int_equal(short_sums.count, 1); /* calls would cost more */
}

/* Every lane reads numbers one after the other, and the constants of lanes 2k and 2k + 1 are a pair
   of a block's table. */
static void lanes_are_paired(const struct program *p)
{
    size_t next[BLOCK_LANES] = {0}, constants = 0;
    for (size_t i = 0; i < p->n_ops; i++) {
        const struct op *op = &p->ops[i];
        if (op->kind == OP_BLOCK) {
            memset(next, 0, sizeof(next));
            constants = 0;
        }
        if (op->kind != OP_BIAS && op->kind != OP_TERM)
            continue;
        if (op->kind == OP_TERM)
            assert_int_equal(op->from, next[op->lane]++);
        const struct op *neighbour = op + 1;
        if (constants++ % 2 == 0 && op->lane % 2 == 0 && neighbour->kind == op->kind)
            assert_true(neighbour->lane == op->lane + 1 || neighbour->lane == op->lane);
    }
}

/* Of a layer on twenty-four numbers, behind one of that many. */
static struct blocks ordered_blocks(const char *activation, size_t neurons, const char *last,
                                    bool *in_order)
{
    struct arena *arena = arena_new();
    const char *rows[2] = {"", ""}, *ones[2] = {"", ""}, *row = "";
    for (size_t i = 0; i < 24; i++)
        row = arena_printf(arena, "%s%s2", row, i > 0 ? ", " : "");
    for (size_t i = 0; i < 24 || i < neurons; i++) {
        const char *comma = i > 0 ? ", " : "";
        if (i < 24) {
            rows[0] = arena_printf(arena, "%s%s[1]", rows[0], comma);
            ones[0] = arena_printf(arena, "%s%s1", ones[0], comma);
        }
        if (i < neurons) {
            rows[1] = arena_printf(arena, "%s%s[%s%s]", rows[1], comma, i == 0 ? row + 3 : row,
                                   i == 0 ? last : "");
            ones[1] = arena_printf(arena, "%s%s1", ones[1], comma);
        }
    }
    const struct program *p = lower_text(
        arena, arena_printf(arena,
                            "epigen: 1\nname: m\ninputs: [{name: x, min: -1, max: 1}]\nlayers:\n"
                            "  - {name: a, from: inputs, activation: %s, bias: [%s],\n"
                            "     weights: [%s]}\n"
                            "  - {name: h, from: a, activation: relu, bias: [%s],\n"
                            "     weights: [%s]}\n"
                            "outputs: {mean: {from: h}}\n",
                            activation, ones[0], rows[0], ones[1], rows[1]));
    *in_order = p->in_order;
    if (p->in_order)
        lanes_are_paired(p);
    struct blocks b = blocks_in(p, neurons);
    arena_free(arena);
    return b;
}

/* Blocks are wider than sixteen neurons where a compiler may keep the order of statements, that is
   where no activations go in groups, and where that pays. */
static void blocks_in_order(void **state)
{
    static const struct {
        const char *activation, *last;
        size_t neurons, count, lanes;
        bool in_order;
    } cases[] = {
        {"relu", ", 2", 50, 2, 25, true},
        {"relu", ", 2", 34, 2, 17, true},
        {"relu", ", 2", 32, 2, 16, false}, /* equal blocks of sixteen */
        {"relu", ", 2", 64, 4, 16, false},
        {"identity", ", 2", 50, 2, 25, true},
        {"tanh", ", 2", 50, 4, 16, false}, /* groups of eight, which a compiler mixes */
        {"leaky_relu", ", 2", 50, 4, 16, false},
        {"relu", ", 0", 50, 4, 16, false}, /* blocks are not alike */
    };
    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        bool in_order;
        const struct blocks b =
            ordered_blocks(cases[i].activation, cases[i].neurons, cases[i].last, &in_order);
        if (in_order != cases[i].in_order || b.count != cases[i].count ||
            b.sizes[0] != cases[i].lanes)
            fail_msg("case %zu: %zu blocks of %zu, in order: %d", i, b.count, b.sizes[0], in_order);
    }
}

/* The 32nd and later inputs share bit 31. */
/* verifies: SPEC-STATUS */
static void status_bits(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    const struct program *p = lower_shape(arena, 40, 2);
    struct interpreter *m = interpreter_new(arena, p);
    for (size_t i = 0; i < 40; i++) {
        float x[40] = {0};
        x[i] = i % 2 == 0 ? NAN : 1e9F;
        const struct result *r = interpreter_run(m, x);
        assert_int_equal(r->status, 1U << (i < 31 ? i : 31));
        assert_true(r->eta == 1.0F);
    }
    arena_free(arena);
}

/* What stands in for a NaN: the mean, or the bound of the domain that is nearest to it. */
/* verifies: SPEC-CLAMP */
static void nan_becomes_the_mean(void **state)
{
    static const char text[] =
        "epigen: 1\nname: m\ninputs: [{name: x, min: -1, max: 2, mean: %s}]\nlayers:\n"
        "  - {name: s, from: inputs, activation: exp, weights: [[1]], bias: [0]}\n"
        "  - {name: e, from: inputs, activation: sigmoid, weights: [[1]], bias: [0]}\n"
        "outputs: {mean: {from: inputs}, sigma: {from: s, floor: 0.1}, eta: {from: e}}\n";
    static const struct {
        const char *mean;
        double expected;
    } cases[] = {{"0.5", 0.5}, {"3", 2.0}, {"-4", -1.0}};
    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct arena *arena = arena_new();
        const struct program *p = lower_text(arena, arena_printf(arena, text, cases[i].mean));
        assert_true(p->domains[0].substitute == cases[i].expected);
        arena_free(arena);
    }
}

/* Layers stand in any order in the file, and several may read one. */
static void order_of_layers(void **state)
{
    static const char text[] =
        "epigen: 1\nname: m\ninputs: [{name: x, min: -1, max: 1}]\n"
        "layers:\n"
        "  - {name: top, from: [b, a], activation: identity, weights: [[1, 10]], bias: [0]}\n"
        "  - {name: b, from: a, activation: identity, weights: [[3]], bias: [1]}\n"
        "  - {name: a, from: inputs, activation: identity, weights: [[2]], bias: [0]}\n"
        "  - {name: s, from: a, activation: relu, weights: [[1]], bias: [0]}\n"
        "  - {name: e, from: a, activation: sigmoid, weights: [[0]], bias: [0]}\n"
        "outputs: {mean: {from: top}, sigma: {from: s, floor: 0.5}, eta: {from: e}}\n";
    (void)state;
    struct arena *arena = arena_new();
    struct interpreter *m = interpreter_new(arena, lower_text(arena, text));
    const struct result *r = interpreter_run(m, (float[]){0.5F});
    assert_true(r->mean[0] == 1.0F * (3.0F * 1.0F + 1.0F) + 10.0F * 1.0F);
    assert_true(r->sigma[0] == 1.5F);
    assert_true(r->eta == 0.5F);
    arena_free(arena);
}

/* A spec without sigma or eta has no operation and no place for them. */
/* verifies: SPEC-OPTIONAL */
static void results_as_the_spec_has_them(void **state)
{
    static const char text[] =
        "epigen: 1\nname: m\ninputs: [{name: x, min: -1, max: 1}]\nlayers:\n"
        "  - {name: f, from: inputs, activation: identity, weights: [[2]], bias: [0]}\n"
        "  - {name: e, from: f, activation: sigmoid, weights: [[0.5]], bias: [0]}\n"
        "  - {name: g, from: e, activation: relu, weights: [[1], [1]], bias: [0, 1]}\n"
        "outputs: {mean: {from: g}%s%s}\n";
    static const struct {
        const char *sigma, *eta;
        size_t results;
    } cases[] = {{"", "", 2},
                 {"", ", eta: {from: e}", 3},
                 {", sigma: {from: g, floor: 0.5}", "", 4},
                 {", sigma: {from: g, floor: 0.5}", ", eta: {from: e}", 5}};
    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct arena *arena = arena_new();
        const struct program *p =
            lower_text(arena, arena_printf(arena, text, cases[i].sigma, cases[i].eta));
        bool sigma = *cases[i].sigma != '\0', eta = *cases[i].eta != '\0';
        assert_int_equal(p->n_buffers, 1 + 3 + 1 + sigma + eta);
        assert_int_equal(p->n_values, 1 + 4 + cases[i].results);
        assert_int_equal(count_kind(p, OP_ETA_OR_ONE), eta);
        assert_int_equal(p->ops[p->n_ops - 1].buffer, p->n_buffers - 1);
        const struct result *r = interpreter_run(interpreter_new(arena, p), (float[]){2.0F});
        assert_true(r->mean[1] == r->mean[0] + 1.0F && r->status == 1U);
        assert_int_equal(r->sigma != NULL, sigma);
        assert_true(r->sigma == NULL || r->sigma[0] == r->mean[0] + 0.5F);
        assert_true(!eta || r->eta == 1.0F);
        arena_free(arena);
    }
}

/* Which sigma and eta say nothing. */
static void constants_are_found(void **state)
{
    static const char text[] =
        "epigen: 1\nname: m\ninputs: [{name: x, min: -1, max: 1}]\nlayers:\n"
        "  - {name: h, from: inputs, activation: %s, weights: [[%s]], bias: [%s]}\n"
        "  - {name: k, from: inputs, activation: tanh, weights: [[0]], bias: [1]}\n"
        "  - {name: s, from: [h, k], activation: softplus, weights: [[%s, 1], [0, 1]], bias: [0, "
        "1]}\n"
        "  - {name: e, from: h, activation: sigmoid, weights: [[3]], bias: [0]}\n"
        "outputs: {mean: {from: [h, inputs]}, sigma: {from: s, floor: 0.5}, eta: {from: e}}\n";
    static const struct {
        const char *activation, *weight, *bias, *sigma_weight;
        bool sigma, eta;
    } cases[] = {{"tanh", "1", "0", "1", false, false},
                 {"tanh", "1", "0", "0", true, false}, /* one of two numbers is enough */
                 {"tanh", "0", "0.5", "1", true, true},
                 {"relu", "1", "-1.5", "1", true, true}, /* never above 0 in the domain */
                 {"relu", "1", "-0.5", "1", false, false}};
    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct arena *arena = arena_new();
        const struct program *p =
            lower_text(arena, arena_printf(arena, text, cases[i].activation, cases[i].weight,
                                           cases[i].bias, cases[i].sigma_weight));
        const struct bounds bounds = bounds_of(arena, p);
        assert_int_equal(result_is_constant(arena, p, &bounds, BUFFER_SIGMA), cases[i].sigma);
        assert_int_equal(result_is_constant(arena, p, &bounds, BUFFER_ETA), cases[i].eta);
        assert_false(result_is_constant(arena, p, &bounds, BUFFER_MEAN));
        arena_free(arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(folding),
        cmocka_unit_test(folding_keeps_the_bits),
        cmocka_unit_test(folding_stays_normal),
        cmocka_unit_test(folding_finds_its_column),
        cmocka_unit_test(folding_twice_stays_normal),
        cmocka_unit_test(folding_leaves_others_alone),
        cmocka_unit_test(idle_flush_is_left_out),
        cmocka_unit_test(zero_terms_are_dropped),
        cmocka_unit_test(blocks),
        cmocka_unit_test(blocks_by_layer),
        cmocka_unit_test(blocks_in_order),
        cmocka_unit_test(status_bits),
        cmocka_unit_test(nan_becomes_the_mean),
        cmocka_unit_test(order_of_layers),
        cmocka_unit_test(results_as_the_spec_has_them),
        cmocka_unit_test(constants_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
