/* See elementary.h. Arguments are reduced, without rounding errors, to intervals on which a short
   series is exact enough. */
#include "net/elementary.h"

#include <math.h>
#include <stddef.h>

/* ln 2 in two parts: whole multiples of the first, up to 2^11, are exact. */
static const double ln2_high = 0x1.62e42fefa38p-1, ln2_low = 0x1.ef35793c7673p-45;

/* c[0] + c[1] z + ... + c[n - 1] z^(n - 1) */
static double polynomial(const double *c, size_t n, double z)
{
    double sum = c[n - 1];
    for (size_t i = n - 1; i-- > 0;)
        sum = sum * z + c[i];
    return sum;
}

/* x = m 2^e with m from sqrt(1/2) to sqrt(2); log m = 2 atanh(s), s = (m - 1) / (m + 1). */
double elementary_log(double x)
{
    static const double c[] = {1.0 / 3,  1.0 / 5,  1.0 / 7,  1.0 / 9,  1.0 / 11,
                               1.0 / 13, 1.0 / 15, 1.0 / 17, 1.0 / 19, 1.0 / 21};
    int e;
    double m = frexp(x, &e);
    if (m < 0.70710678118654752) {
        m = 2.0 * m;
        e--;
    }
    double s = (m - 1.0) / (m + 1.0), z = s * s, twice = 2.0 * s;
    return e * ln2_high + (twice + (twice * (z * polynomial(c, 10, z)) + e * ln2_low));
}

/* x = n ln 2 + r with |r| <= 0.35. */
double elementary_exp(double x)
{
    static const double c[] = {1.0,
                               1.0,
                               1.0 / 2,
                               1.0 / 6,
                               1.0 / 24,
                               1.0 / 120,
                               1.0 / 720,
                               1.0 / 5040,
                               1.0 / 40320,
                               1.0 / 362880,
                               1.0 / 3628800,
                               1.0 / 39916800,
                               1.0 / 479001600,
                               1.0 / 6227020800};
    if (!(x > -745.0))
        return isnan(x) ? x : 0.0;
    if (x > 709.7)
        return INFINITY;
    double n = rint(x * 1.4426950408889634);
    double r = (x - n * ln2_high) - n * ln2_low;
    return ldexp(polynomial(c, 14, r), (int)n);
}

double elementary_logit(double p)
{
    double within = fmin(fmax(p, 1e-6), 1.0 - 1e-6);
    return elementary_log(within / (1.0 - within));
}

double elementary_pow(double x, double y) { return elementary_exp(y * elementary_log(x)); }

/* The angle is folded to an eighth of a turn, where the series of sine and cosine are short. */
double elementary_cos_turns(double turns)
{
    static const double c[] = {1.0,
                               -1.0 / 2,
                               1.0 / 24,
                               -1.0 / 720,
                               1.0 / 40320,
                               -1.0 / 3628800,
                               1.0 / 479001600,
                               -1.0 / 87178291200,
                               1.0 / 20922789888000};
    static const double s[] = {1.0,
                               -1.0 / 6,
                               1.0 / 120,
                               -1.0 / 5040,
                               1.0 / 362880,
                               -1.0 / 39916800,
                               1.0 / 6227020800,
                               -1.0 / 1307674368000,
                               1.0 / 355687428096000};
    const double two_pi = 6.28318530717958647692;
    double t = fabs(turns - rint(turns)), sign = t > 0.25 ? -1.0 : 1.0;
    t = t > 0.25 ? 0.5 - t : t;
    double angle = two_pi * (t > 0.125 ? 0.25 - t : t), z = angle * angle;
    return sign * (t > 0.125 ? angle * polynomial(s, 9, z) : polynomial(c, 9, z));
}
