/* The tables of kernels, each word computed anew by its definition in epigen-spec(5), FIXED POINT,
   Tables, with the mathematical library's functions. See q15_reader.h. */
#include "base/fail.h"
#include "validate/q15/q15_reader.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* The function in a table and its second derivative; words are `step` of its argument apart. */
struct curve {
    double (*value)(double x);
    double (*second)(double x);
    double step;
};

static double tanh_second(double x) { return -2 * tanh(x) * (1 - tanh(x) * tanh(x)); }

static double softplus_value(double x) { return log1p(exp(-x)); }
static double softplus_second(double x)
{
    const double s = 1 / (1 + exp(x));
    return s * (1 - s);
}

static double silu_value(double x) { return x / (1 + exp(x)); }
static double silu_second(double x)
{
    const double s = 1 / (1 + exp(x)), slope = -s * (1 - s);
    return 2 * slope - x * slope * (1 - 2 * s);
}

static double power_value(double x) { return exp2(x - 1); }
static double power_second(double x)
{
    const double log_2 = log(2);
    return log_2 * log_2 * exp2(x - 1);
}

static const struct curve tanh_curve = {tanh, tanh_second, 1.0 / 32};
static const struct curve softplus_curve = {softplus_value, softplus_second, 1.0 / 32};
static const struct curve silu_curve = {silu_value, silu_second, 1.0 / 32};
static const struct curve power_curve = {power_value, power_second, 1.0 / 64};

/* The number where step i begins: less than the curve by half of what a line misses in its middle.
 */
static double start_of(const struct curve *c, double i)
{
    const double x = i * c->step;
    return c->value(x) - c->step * c->step / 16 * c->second(x);
}

static uint32_t word_of(double upper, double lower)
{
    return (uint32_t)(int32_t)upper << 16 | ((uint32_t)(int32_t)lower & UINT32_C(0xFFFF));
}

/* In units of 2^-16, growing in units of 2^-20. */
static uint32_t fine_word(const struct curve *c, size_t place)
{
    const double i = (double)place, upper = rint(ldexp(start_of(c, i), 16));
    return word_of(upper, rint(ldexp(start_of(c, i + 1), 20) - 16 * upper));
}

uint32_t q15_tanh_word(size_t place)
{
    const double i = (place < 256 ? (double)place : (double)place - 512) + 1.0 / 256;
    const double upper = fmin(rint(ldexp(start_of(&tanh_curve, i), 15)), 32767);
    return word_of(upper, fmin(rint(ldexp(start_of(&tanh_curve, i + 1), 15)), 32767) - upper);
}

uint32_t q15_softplus_word(size_t place) { return fine_word(&softplus_curve, place); }
uint32_t q15_silu_word(size_t place) { return fine_word(&silu_curve, place); }
uint32_t q15_exp_word(size_t place) { return fine_word(&power_curve, place); }

/* The text has {} where the numbers of the table stand. */
void q15_table_take(struct q15_reader *r, const struct q15_kernel *kernel)
{
    struct lexer *l = &r->lexer;
    const char *what = arena_printf(r->arena, "kernel \"%s\"", kernel->name);
    const size_t length = (size_t)(strstr(kernel->text, "{}") - kernel->text) + 1;
    q15_text_take(r, what, arena_strndup(r->arena, kernel->text, length));
    for (size_t i = 0; i < kernel->words; i++) {
        const int line = l->token.line;
        const uint32_t expected = kernel->word(i), found = lexer_bits(l);
        if (found != expected)
            fail_at(l->file, line,
                    "%s: word %zu of its table is 0x%08" PRIX32
                    ", its definition says 0x%08" PRIX32,
                    what, i, found, expected);
        if (i + 1 < kernel->words)
            q15_text_take(r, what, ",");
    }
    q15_text_take(r, what, kernel->text + length);
}
