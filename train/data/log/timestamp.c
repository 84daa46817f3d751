/* See timestamp.h. */
#include "data/log/timestamp.h"

#include "data/decimal.h"

#include <string.h>

/* What is left of a text. */
struct cursor {
    const char *at, *end;
};

/* Reads a number of exactly `digits` digits; -1: there is none. */
static int number_read(struct cursor *c, int digits)
{
    int value = 0;
    for (int i = 0; i < digits; i++) {
        if (c->at + i >= c->end || c->at[i] < '0' || c->at[i] > '9')
            return -1;
        value = 10 * value + (c->at[i] - '0');
    }
    c->at += digits;
    return value;
}

static bool sign_read(struct cursor *c, char sign)
{
    bool found = c->at < c->end && *c->at == sign;
    c->at += found;
    return found;
}

/* Reads ss, ss.fff or ss,fff. */
static bool second_read(struct cursor *c, double *second)
{
    if (c->at == c->end || *c->at < '0' || *c->at > '9')
        return false;
    const char *comma = memchr(c->at, ',', (size_t)(c->end - c->at));
    const char *behind = decimal_read_marked(c->at, comma != NULL ? ',' : '.', second);
    if (behind == NULL || behind > c->end || !(*second < 61.0))
        return false;
    c->at = behind;
    return true;
}

/* hh:mm, hh:mm:ss or hh:mm:ss.fff; the hour may have one digit */
static bool clock_read(struct cursor *c, double *seconds)
{
    double second = 0.0;
    int hour = number_read(c, c->at + 1 < c->end && c->at[1] == ':' ? 1 : 2);
    if (hour < 0 || !sign_read(c, ':'))
        return false;
    int minute = number_read(c, 2);
    if (minute < 0 || minute > 59 || hour > 24)
        return false;
    if (sign_read(c, ':') && !second_read(c, &second))
        return false;
    *seconds = 3600.0 * hour + 60.0 * minute + second;
    return true;
}

/* The end of a date without signs, 20260301T120001. */
static bool clock_read_short(struct cursor *c, double *seconds)
{
    double second = 0.0;
    int hour = number_read(c, 2), minute = number_read(c, 2);
    if (hour < 0 || hour > 24 || minute < 0 || minute > 59)
        return false;
    if (c->at < c->end && *c->at >= '0' && *c->at <= '9' && !second_read(c, &second))
        return false;
    *seconds = 3600.0 * hour + 60.0 * minute + second;
    return true;
}

/* The days from 1970-01-01 to a date, by the Gregorian calendar. */
static double days_since_1970(int year, int month, int day)
{
    static const int before[] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
    int years = month <= 2 ? year - 1 : year; /* whose leap days have passed */
    int leap_days = years / 4 - years / 100 + years / 400;
    return 365.0 * (year - 1970) + leap_days - 477 + before[month - 1] + day - 1;
}

/* Sets the seconds of a date. Where a day and a month are both possible for a number, only the
   order of its kind is: 01.03.2026 is in March, and 01/03/2026 is no date. */
static bool date_set(int year, int month, int day, double *seconds)
{
    if (year < 0 || month < 1 || month > 12 || day < 1 || day > 31)
        return false;
    *seconds = 86400.0 * days_since_1970(year, month, day);
    return true;
}

/* 01.03.2026 */
static bool date_read_dotted(struct cursor *c, double *seconds)
{
    int day = number_read(c, 2);
    int month = day >= 0 && sign_read(c, '.') ? number_read(c, 2) : -1;
    int year = month >= 0 && sign_read(c, '.') ? number_read(c, 4) : -1;
    return date_set(year, month, day, seconds);
}

/* 2026-03-01 or 2026/03/01; with `sign` '\0' 20260301 */
static bool date_read_signed(struct cursor *c, char sign, double *seconds)
{
    int year = number_read(c, 4);
    int month = year >= 0 && (sign == '\0' || sign_read(c, sign)) ? number_read(c, 2) : -1;
    int day = month >= 0 && (sign == '\0' || sign_read(c, sign)) ? number_read(c, 2) : -1;
    return date_set(year, month, day, seconds);
}

/* Reads a date; *brief: it is one without signs, as its time of day is then. */
static bool date_read(struct cursor *c, double *seconds, bool *brief)
{
    size_t length = (size_t)(c->end - c->at);
    *brief = length > 8 && c->at[8] == 'T';
    if (*brief)
        return date_read_signed(c, '\0', seconds);
    if (length > 2 && c->at[2] == '.')
        return date_read_dotted(c, seconds);
    return date_read_signed(c, length > 4 && c->at[4] == '/' ? '/' : '-', seconds);
}

/* Z, +01:00, -0130 or nothing. */
static bool offset_read(struct cursor *c, double *seconds)
{
    if (c->at == c->end || sign_read(c, 'Z'))
        return true;
    bool east = sign_read(c, '+');
    if (!east && !sign_read(c, '-'))
        return false;
    int hours = number_read(c, 2);
    sign_read(c, ':');
    int minutes = c->at == c->end ? 0 : number_read(c, 2);
    *seconds -= (east ? 60.0 : -60.0) * (60.0 * hours + minutes);
    return hours >= 0 && minutes >= 0;
}

bool timestamp_read(const struct field *field, double *seconds)
{
    struct cursor c = {field->text + field->quoted, field->end - field->quoted};
    struct cursor clock_only = c;
    double clock = 0.0;
    if (clock_read(&clock_only, seconds) && clock_only.at == clock_only.end)
        return true;
    bool brief;
    if (!date_read(&c, seconds, &brief))
        return false;
    if (c.at < c.end && (sign_read(&c, 'T') || sign_read(&c, ' ')) &&
        !(brief ? clock_read_short(&c, &clock) : clock_read(&c, &clock)))
        return false;
    *seconds += clock;
    return offset_read(&c, seconds) && c.at == c.end;
}
