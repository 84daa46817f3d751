/* See exact.h. */
#include "prove/properties/exact.h"

#include <fenv.h>
#include <math.h>
#include <stdlib.h>

/* strtod rounds as the mode says. */
struct interval exact_number(const char *text)
{
    struct interval v;
    fesetround(FE_DOWNWARD);
    v.low = strtod(text, NULL);
    fesetround(FE_UPWARD);
    v.high = strtod(text, NULL);
    fesetround(FE_TONEAREST);
    return v;
}

/* What a sum of two doubles leaves out, exactly (Knuth). */
static double sum_rest(double a, double b, double sum)
{
    double part = sum - a;
    return (a - (sum - part)) + (b - part);
}

static double down(double value, double rest)
{
    return rest < 0.0 ? nextafter(value, -INFINITY) : value;
}

static double up(double value, double rest)
{
    return rest > 0.0 ? nextafter(value, INFINITY) : value;
}

struct interval exact_add(struct interval a, struct interval b)
{
    double low = a.low + b.low, high = a.high + b.high;
    return (struct interval){down(low, sum_rest(a.low, b.low, low)),
                             up(high, sum_rest(a.high, b.high, high))};
}

struct interval exact_divide(struct interval a, struct interval b)
{
    const double ends[4][2] = {{a.low, b.low}, {a.low, b.high}, {a.high, b.low}, {a.high, b.high}};
    struct interval r = {INFINITY, -INFINITY};
    for (int i = 0; i < 4; i++) {
        double quotient = ends[i][0] / ends[i][1];
        bool tiny = fabs(quotient) < 1e-250 || fabs(ends[i][0]) < 1e-250;
        bool exact = ends[i][0] == 0.0 || (!tiny && fma(quotient, ends[i][1], -ends[i][0]) == 0.0);
        r.low = fmin(r.low, exact ? quotient : nextafter(quotient, -INFINITY));
        r.high = fmax(r.high, exact ? quotient : nextafter(quotient, INFINITY));
    }
    return r;
}

struct interval exact_multiply(struct interval a, struct interval b)
{
    const double ends[4][2] = {{a.low, b.low}, {a.low, b.high}, {a.high, b.low}, {a.high, b.high}};
    struct interval r = {INFINITY, -INFINITY};
    for (int i = 0; i < 4; i++) {
        double product = ends[i][0] * ends[i][1], rest = fma(ends[i][0], ends[i][1], -product);
        bool tiny = fabs(product) < 1e-250 && ends[i][0] != 0.0 && ends[i][1] != 0.0;
        r.low = fmin(r.low, down(product, tiny ? -1.0 : rest));
        r.high = fmax(r.high, up(product, tiny ? 1.0 : rest));
    }
    return r;
}

float float_below(double value)
{
    float f = (float)value;
    return (double)f > value ? nextafterf(f, -INFINITY) : f;
}

float float_above(double value)
{
    float f = (float)value;
    return (double)f < value ? nextafterf(f, INFINITY) : f;
}
