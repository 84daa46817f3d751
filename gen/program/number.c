/* See number.h. */
#include "program/number.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double float32_round(double value) { return (double)(float)value; }

/* C wants a point or an exponent in front of the F suffix; %.9g may give neither. */
static const char *float32_literal(struct arena *arena, double value)
{
    char digits[32];
    int length = snprintf(digits, sizeof(digits), "%.9g", value);
    const char *suffix = strpbrk(digits, ".e") == NULL ? ".0F" : "F";
    memcpy(digits + length, suffix, strlen(suffix) + 1);
    return arena_strdup(arena, digits);
}

static const char *float32_bits(struct arena *arena, double value)
{
    float number = (float)value;
    uint32_t pattern;
    memcpy(&pattern, &number, sizeof(pattern));
    return arena_printf(arena, "0x%08" PRIX32 "U", pattern);
}

const struct number_type number_float32 = {
    .name = "float32",
    .c_type = "float",
    .bytes = 4,
    .largest = (double)FLT_MAX,
    .smallest = (double)FLT_MIN,
    .unit_roundoff = 0x1p-24,
    .round = float32_round,
    .literal = float32_literal,
    .bits = float32_bits,
};

const char *number_down(struct arena *arena, double value, int digits)
{
    double step = fabs(value) * pow(10.0, 1.0 - digits), moved = value;
    const char *text = arena_printf(arena, "%.*g", digits, moved);
    while (strtod(text, NULL) > value) {
        moved -= 0.5 * step;
        text = arena_printf(arena, "%.*g", digits, moved);
    }
    return text;
}

const char *number_up(struct arena *arena, double value, int digits)
{
    const char *text = number_down(arena, -value, digits);
    return text[0] == '-' ? text + 1 : value == 0.0 ? "0" : arena_printf(arena, "-%s", text);
}

const char *number_text(struct arena *arena, float value)
{
    char text[32];
    snprintf(text, sizeof(text), "%.6g", (double)value);
    if (strtof(text, NULL) == value)
        return arena_strdup(arena, text);
    return arena_printf(arena, "%.9g", (double)value);
}
