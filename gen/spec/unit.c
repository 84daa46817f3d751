/* See unit.h. */
#include "spec/unit.h"

#include <stdio.h>
#include <string.h>

bool text_is_printable(const char *text)
{
    for (const unsigned char *at = (const unsigned char *)text; *at != '\0'; at++) {
        bool second_set = at[0] == 0xC2 && at[1] >= 0x80 && at[1] <= 0x9F; /* U+0080 to U+009F */
        if (*at < 0x20 || *at == 0x7F || second_set)
            return false;
    }
    return true;
}

size_t text_length(const char *text)
{
    size_t length = 0;
    for (; *text != '\0'; text++)
        length += ((unsigned char)*text & 0xC0) != 0x80;
    return length;
}

/* The characters of units, as UTF-8. None becomes * or a quote, which a comment must not have. */
static const struct {
    const char *sign, *ascii;
    bool raised; /* a superscript: a run of them is written behind one ^ */
} signs[] = {
    {"\xC2\xB0", "deg", false},      /* degree sign */
    {"\xC2\xB5", "u", false},        /* micro sign */
    {"\xCE\xBC", "u", false},        /* Greek mu */
    {"\xCE\xA9", "ohm", false},      /* Greek omega */
    {"\xE2\x84\xA6", "ohm", false},  /* ohm sign */
    {"\xE2\x84\x83", "degC", false}, /* degree Celsius */
    {"\xE2\x84\x89", "degF", false}, /* degree Fahrenheit */
    {"\xC3\x85", "angstrom", false}, /* A with a ring */
    {"\xE2\x84\xAB", "angstrom", false},
    {"\xC2\xB7", ".", false},     /* middle dot */
    {"\xE2\x8B\x85", ".", false}, /* dot operator */
    {"\xC3\x97", "x", false},     /* multiplication sign */
    {"\xC3\xB7", "/", false},     /* division sign */
    {"\xE2\x88\x95", "/", false}, /* division slash */
    {"\xE2\x81\x84", "/", false}, /* fraction slash */
    {"\xE2\x88\x92", "-", false}, /* minus sign */
    {"\xE2\x80\x93", "-", false}, /* en dash */
    {"\xE2\x80\xB0", "permille", false},
    {"\xE2\x80\xB2", "arcmin", false}, /* prime */
    {"\xE2\x80\xB3", "arcsec", false}, /* double prime */
    {"\xE2\x88\x9A", "sqrt", false},
    {"\xCF\x80", "pi", false},
    {"\xCE\x94", "delta", false},
    {"\xE2\x88\x86", "delta", false},
    {"\xC2\xA0", " ", false}, /* no-break space */
    {"\xE2\x80\xAF", " ", false},
    {"\xE2\x80\x89", " ", false},
    {"\xE2\x81\xB0", "0", true},
    {"\xC2\xB9", "1", true},
    {"\xC2\xB2", "2", true},
    {"\xC2\xB3", "3", true},
    {"\xE2\x81\xB4", "4", true},
    {"\xE2\x81\xB5", "5", true},
    {"\xE2\x81\xB6", "6", true},
    {"\xE2\x81\xB7", "7", true},
    {"\xE2\x81\xB8", "8", true},
    {"\xE2\x81\xB9", "9", true},
    {"\xE2\x81\xBA", "+", true},
    {"\xE2\x81\xBB", "-", true},
};

enum { N_SIGNS = sizeof(signs) / sizeof(signs[0]), LONGEST = 10 };

static size_t sign_find(const char *at)
{
    size_t i = 0;
    while (i < N_SIGNS && strncmp(at, signs[i].sign, strlen(signs[i].sign)) != 0)
        i++;
    return i;
}

const char *unit_ascii(struct arena *arena, const char *unit)
{
    char *ascii = arena_alloc(arena, LONGEST * strlen(unit) + 1, 1), *to = ascii;
    bool raised = false;
    while (*unit != '\0') {
        size_t sign = sign_find(unit);
        if (sign < N_SIGNS) {
            to += sprintf(to, "%s%s", signs[sign].raised && !raised ? "^" : "", signs[sign].ascii);
            raised = signs[sign].raised;
            unit += strlen(signs[sign].sign);
            continue;
        }
        raised = false;
        *to++ = (char)((unsigned char)*unit < 0x80 ? *unit : '_');
        for (unit++; ((unsigned char)*unit & 0xC0) == 0x80;)
            unit++;
    }
    return ascii;
}
