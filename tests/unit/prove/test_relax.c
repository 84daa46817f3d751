/* The lines of epiprove hold what the kernels compute: on intervals of all sizes, also on single
   sums where a kernel is at its worst, for every activation and accuracy. And bounds of boxes hold
   what random networks compute in them, by both computations: that of the proof and that of the
   checker.
   verifies: REQ-PROVEN */
#include "prove/bounds/relax.h"
#include "prove/log/affine.h"
#include "unit/prove/random_net.h"

/* A program whose layer h has the activation. */
static struct program *program_of(struct arena *arena, enum activation act, enum accuracy accuracy)
{
    const char *more = act == ACT_CLIP  ? ", min: -0.7, max: 1.3"
                       : act == ACT_ELU ? ", alpha: 1.7"
                                        : "";
    struct program *p = lower_text(
        arena, arena_printf(arena,
                            "epigen: 1\nname: m\ninputs: [{name: x, min: -20, max: 20}]\nlayers:\n"
                            "  - {name: h, from: inputs, activation: %s, weights: [[1]], bias: "
                            "[0]%s}\noutputs: {mean: {from: h}}\n",
                            activation_name[act], more));
    p->accuracy = accuracy;
    return p;
}

static void lines_check(const struct program *p, double low, double high, struct draw *d)
{
    const struct spec_layer *layer = &p->spec->layers[0];
    const struct activation_kernel *kernel = activation_kernel(layer->activation, p->accuracy);
    struct interval sums = {low, high};
    struct lines lines = relax_lines(p, layer, sums);
    struct interval values = relax_values(p, layer, sums);
    for (size_t i = 0; i < 12; i++) {
        float s = (float)(i == 0 ? low : i == 1 ? high : uniform(d, low, high));
        s = fmaxf(fminf(s, (float)high), (float)low);
        double v = (double)kernel->run(s, layer->parameters);
        double below = lines.lower.slope * (double)s + lines.lower.at_zero;
        double above = lines.upper.slope * (double)s + lines.upper.at_zero;
        if (!(below <= v && v <= above && values.low <= v && v <= values.high))
            fail_msg(
                "%s: %.9g of %.9g, lines %.12g and %.12g, values %.12g to %.12g on %.9g to %.9g",
                activation_name[layer->activation], v, (double)s, below, above, values.low,
                values.high, low, high);
    }
}

static void test_lines(void **state)
{
    (void)state;
    for (size_t act = 0; act < ACT_COUNT; act++)
        for (size_t accuracy = 0; accuracy < ACCURACY_COUNT; accuracy++) {
            struct draw d = {arena_new(), {act + 1}};
            const struct program *p =
                program_of(d.arena, (enum activation)act, (enum accuracy)accuracy);
            for (size_t i = 0; i < 4000; i++) {
                double centre = uniform(&d, -20.0, 20.0) * pow(10.0, -(double)pick(&d, 5));
                double width = uniform(&d, 0.0, 20.0) * pow(10.0, -(double)pick(&d, 12));
                float low = (float)fmax(centre - width, -20.0);
                float high = (float)fmin(centre + width, 20.0);
                if (pick(&d, 4) == 0)
                    high = low;
                lines_check(p, (double)low, (double)fmaxf(low, high), &d);
            }
            arena_free(d.arena);
        }
}

/* The sum at which a kernel is farthest from its function, in units of its stated error. */
static void test_worst_sums(void **state)
{
    (void)state;
    for (size_t act = 0; act < ACT_COUNT; act++) {
        struct draw d = {arena_new(), {7}};
        const struct program *p = program_of(d.arena, (enum activation)act, ACCURACY_FULL);
        const struct spec_layer *layer = &p->spec->layers[0];
        const struct activation_row *row = activation_row((enum activation)act);
        float worst = 0.0F;
        double most = 0.0;
        for (size_t i = 0; i < 300000; i++) {
            float s = (float)uniform(&d, -12.0, 12.0);
            double exact = row->exact((double)s, layer->parameters);
            double error = fabs((double)row->kernels[0].run(s, layer->parameters) - exact) /
                           (1e-300 + bounds_kernel_error(p, (enum activation)act, fabs(exact)));
            if (error > most) {
                most = error;
                worst = s;
            }
        }
        lines_check(p, (double)worst, (double)worst, &d);
        arena_free(d.arena);
    }
}

/* --- boxes ---------------------------------------------------------------------------------- */

struct both {
    const struct net *net;
    struct work *work;
    struct affine *affine;
    struct code *code;
    struct row *rows; /* each output, and minus it */
};

static void box_check(const struct both *b, struct draw *d, const float *low, const float *high)
{
    const size_t n = b->net->n_outputs;
    double least[16], wide_low[2], wide_high[2], affine[16];
    for (size_t i = 0; i < 2; i++) {
        wide_low[i] = (double)low[i];
        wide_high[i] = (double)high[i];
    }
    box_bound(b->work, wide_low, wide_high);
    rows_bound(b->work, b->rows, 2 * n, least, NULL);
    affine_run(b->affine, low, high);
    for (size_t r = 0; r < 2 * n; r++)
        affine[r] = affine_least(b->affine, b->rows[r].inputs, b->rows[r].outputs, 0.0, NULL);
    for (size_t k = 0; k < 20; k++) {
        float x[2];
        for (size_t i = 0; i < 2; i++) {
            x[i] = k < 4 ? (k >> i & 1U ? high[i] : low[i])
                         : (float)uniform(d, wide_low[i], wide_high[i]);
            x[i] = fmaxf(fminf(x[i], high[i]), low[i]);
        }
        const float *y = code_run(b->code, x);
        for (size_t r = 0; r < 2 * n; r++) {
            double v = r % 2 == 0 ? (double)y[r / 2] : -(double)y[r / 2];
            struct interval range = output_range(b->work, r / 2);
            if (least[r] > v || affine[r] > v ||
                !(range.low <= (double)y[r / 2] && (double)y[r / 2] <= range.high))
                fail_msg("output %zu is %.9g, proof %.12g, checker %.12g", r / 2, v, least[r],
                         affine[r]);
        }
    }
}

static struct both both_new(struct draw *d, const struct program *program)
{
    struct both b = {.net = net_make(d->arena, program)};
    struct bounds *domain = arena_alloc(d->arena, 1, sizeof(*domain));
    *domain = bounds_of(d->arena, program);
    b.work = work_new(d->arena, b.net, domain);
    b.affine = affine_new(d->arena, program->spec, program->accuracy);
    b.code = code_new(d->arena, b.net);
    b.rows = arena_alloc(d->arena, 2 * b.net->n_outputs, sizeof(*b.rows));
    for (size_t r = 0; r < 2 * b.net->n_outputs; r++) {
        b.rows[r].inputs = arena_alloc(d->arena, 2, sizeof(double));
        b.rows[r].outputs = arena_alloc(d->arena, b.net->n_outputs, sizeof(double));
        b.rows[r].outputs[r / 2] = r % 2 == 0 ? 1.0 : -1.0;
    }
    return b;
}

static void test_boxes(void **state)
{
    (void)state;
    for (size_t number = 0; number < 250; number++) {
        struct draw d = {arena_new(), {1000 + number}};
        struct program *program = random_program(&d);
        program->accuracy = (enum accuracy)pick(&d, ACCURACY_COUNT);
        struct both b = both_new(&d, program);
        for (size_t i = 0; i < 12; i++) {
            float low[2], high[2];
            for (size_t k = 0; k < 2; k++) {
                double centre = uniform(&d, -2.5, 2.5);
                double width = uniform(&d, 0.0, 2.0) * pow(10.0, -(double)pick(&d, 9));
                low[k] = (float)fmax(centre - width, -3.0);
                high[k] = fmaxf((float)fmin(centre + width, 3.0), low[k]);
            }
            box_check(&b, &d, low, high);
        }
        arena_free(d.arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_worst_sums),
        cmocka_unit_test(test_boxes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
