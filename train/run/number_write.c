/* See number_write.h. Nine digits of a float are a product of two doubles, rounded; only where that
   product is too near to a half to tell, or a power of ten is not exact, the C library decides. */
#include "run/number_write.h"

#include <locale.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { DIGITS = 9 };

static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
enum { LARGEST_POWER = sizeof(powers) / sizeof(powers[0]) - 1 };

static size_t library_write(char to[NUMBER_ROOM], float value)
{
    char text[NUMBER_ROOM];
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    locale_t before = uselocale(plain);
    int length = snprintf(text, sizeof(text), "%.9g", (double)value);
    uselocale(before);
    freelocale(plain);
    memcpy(to, text, (size_t)length);
    return (size_t)length;
}

/* value = digits * 10^(exponent - 8), digits of nine places; false: the library must decide. */
static bool digits_find(double value, uint32_t *digits, int *exponent)
{
    const double half_unclear = 1e-6;
    int binary;
    frexp(value, &binary);
    *exponent = (int)floor((binary - 1) * 0.30102999566398120);
    for (int tries = 0; tries < 2; tries++) {
        int power = DIGITS - 1 - *exponent;
        if (power > LARGEST_POWER || power < -LARGEST_POWER)
            return false;
        double scaled = power >= 0 ? value * powers[power] : value / powers[-power];
        if (scaled >= 1e9) {
            ++*exponent;
            continue;
        }
        double whole = floor(scaled), rest = scaled - whole;
        if (scaled < 1e8 || fabs(rest - 0.5) < half_unclear)
            return false;
        *digits = (uint32_t)whole + (rest > 0.5);
        return *digits < 1000000000U;
    }
    return false;
}

static size_t exponent_write(char *to, int exponent)
{
    unsigned magnitude = (unsigned)(exponent < 0 ? -exponent : exponent);
    to[0] = 'e';
    to[1] = exponent < 0 ? '-' : '+';
    to[2] = (char)('0' + magnitude / 10);
    to[3] = (char)('0' + magnitude % 10);
    return 4;
}

/* Writes text[0..count) with a point behind its first `whole` digits; with whole < 1 there are
   zeros in front. */
static size_t point_write(char *to, const char *text, int count, int whole)
{
    char *at = to;
    if (whole < 1) {
        *at++ = '0';
        *at++ = '.';
        for (; whole < 0; whole++)
            *at++ = '0';
        memcpy(at, text, (size_t)count);
        return (size_t)(at - to) + (size_t)count;
    }
    for (int i = 0; i < (count > whole ? count : whole); i++) {
        if (i == whole)
            *at++ = '.';
        *at++ = (char)(i < count ? text[i] : '0');
    }
    return (size_t)(at - to);
}

size_t number_write(char to[NUMBER_ROOM], float value)
{
    char text[DIGITS], *at = to;
    uint32_t digits;
    int exponent, count = DIGITS;
    if (signbit(value))
        *at++ = '-';
    if (value == 0.0F) {
        *at++ = '0';
        return (size_t)(at - to);
    }
    if (!digits_find(fabs((double)value), &digits, &exponent))
        return library_write(to, value);
    for (int i = DIGITS - 1; i >= 0; i--, digits /= 10)
        text[i] = (char)('0' + digits % 10);
    while (text[count - 1] == '0')
        count--;
    bool plain = exponent >= -4 && exponent < DIGITS;
    at += point_write(at, text, count, plain ? exponent + 1 : 1);
    if (!plain)
        at += exponent_write(at, exponent);
    return (size_t)(at - to);
}

size_t whole_write(char to[NUMBER_ROOM], unsigned long long value)
{
    char text[NUMBER_ROOM];
    size_t count = 0;
    do
        text[count++] = (char)('0' + value % 10);
    while ((value /= 10) > 0);
    for (size_t i = 0; i < count; i++)
        to[i] = text[count - 1 - i];
    return count;
}
