/* See decimal.h. Numbers of up to 19 digits with a small exponent are rounded here, exactly and ten
   times as fast as by strtod. They are nearly all that data files hold; the C library rounds the
   rest. */
#include "data/decimal.h"

#include "base/fail.h"

#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* All powers of ten that a double holds exactly. */
static const double powers_of_ten[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                       1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                       1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
enum { LARGEST_POWER = sizeof(powers_of_ten) / sizeof(powers_of_ten[0]) - 1 };

struct decimal {
    uint64_t digits; /* the value is digits * 10^exponent */
    int exponent;
    bool negative, complete; /* complete: no digit was left out */
};

/* Sets *value to digits * 10^exponent, rounded once; false if this way cannot decide the rounding.
   The digits are exactly high + low, and the power of ten is exact. The product or quotient is
   computed as head + tail with a relative error below 2^-102: rounding errors of about 2^-53 in a
   tail of at most 2^-52. If moving the tail by 2^-100 up or down does not change the sum, the sum
   is the nearest double. */
static bool decimal_round(const struct decimal *decimal, double *value)
{
    int power = abs(decimal->exponent);
    if (FLT_EVAL_METHOD != 0 || !decimal->complete || power > LARGEST_POWER)
        return false;
    double scale = powers_of_ten[power];
    double high = (double)decimal->digits;
    double low = (double)(int64_t)(decimal->digits - (uint64_t)high);
    bool divide = decimal->exponent < 0;
    double head = divide ? high / scale : high * scale;
    if (low == 0.0) {
        *value = head;
        return true;
    }
    double tail =
        divide ? (fma(-head, scale, high) + low) / scale : fma(high, scale, -head) + low * scale;
    double margin = head * 0x1p-100;
    *value = head + (tail - margin);
    return *value == head + (tail + margin);
}

/* Rounds text[0..length) by the C library, which takes ten times as long. Its decimal point depends
   on the locale, so the locale "C" is set meanwhile and the mark becomes a point in a copy. */
static double text_round(const char *text, size_t length, char mark)
{
    char *copy = calloc(length + 1, 1);
    if (copy == NULL)
        fail("out of memory");
    for (size_t i = 0; i < length; i++)
        copy[i] = (char)(text[i] == mark ? '.' : text[i]);
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    locale_t before = uselocale(plain);
    double value = strtod(copy, NULL);
    uselocale(before);
    freelocale(plain);
    free(copy);
    return value;
}

/* Reads a run of digits. The first 19 significant digits go into the decimal, and each lowers the
   exponent by `step`. */
static const char *digits_scan(const char *at, struct decimal *decimal, int step)
{
    const uint64_t room = 1000000000000000000U;
    for (; is_digit(*at); at++) {
        if (decimal->digits < room) {
            decimal->digits = 10 * decimal->digits + (uint64_t)(*at - '0');
            decimal->exponent -= step;
        } else {
            decimal->complete = false;
        }
    }
    return at;
}

/* Reads an exponent, if a complete one stands here. An exponent of many digits is cut at a number
   that is out of range as well. */
static const char *exponent_scan(const char *at, struct decimal *decimal)
{
    const char *digit = at + 1;
    if (*at != 'e' && *at != 'E')
        return at;
    bool negative = *digit == '-';
    digit += *digit == '-' || *digit == '+';
    if (!is_digit(*digit))
        return at;
    int exponent = 0;
    for (; is_digit(*digit); digit++)
        exponent = exponent < 100000000 ? 10 * exponent + (*digit - '0') : exponent;
    decimal->exponent += negative ? -exponent : exponent;
    return digit;
}

static inline const char *number_read(const char *text, char mark, double *value)
{
    struct decimal decimal = {.complete = true, .negative = *text == '-'};
    const char *start = text + (*text == '-' || *text == '+');
    const char *at = digits_scan(start, &decimal, 0);
    bool any = at > start;
    if (*at == mark) {
        const char *fraction = at + 1;
        at = digits_scan(fraction, &decimal, 1);
        any = any || at > fraction;
    }
    if (!any)
        return NULL;
    at = exponent_scan(at, &decimal);
    if (decimal.digits == 0)
        *value = 0.0;
    else if (!decimal_round(&decimal, value))
        *value = text_round(start, (size_t)(at - start), mark);
    if (decimal.negative)
        *value = -*value;
    return isinf(*value) ? NULL : at;
}

const char *decimal_read(const char *text, double *value) { return number_read(text, '.', value); }

const char *decimal_read_marked(const char *text, char mark, double *value)
{
    return number_read(text, mark, value);
}
