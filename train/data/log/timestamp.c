/* See timestamp.h. */
#include "data/log/timestamp.h"

#include "data/decimal.h"

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

/* hh:mm, hh:mm:ss or hh:mm:ss.fff */
static bool clock_read(struct cursor *c, double *seconds)
{
    double second = 0.0;
    int hour = number_read(c, 2);
    if (hour < 0 || !sign_read(c, ':'))
        return false;
    int minute = number_read(c, 2);
    if (minute < 0 || minute > 59 || hour > 24)
        return false;
    if (sign_read(c, ':')) {
        const char *behind =
            c->at < c->end && *c->at >= '0' && *c->at <= '9' ? decimal_read(c->at, &second) : NULL;
        if (behind == NULL || behind > c->end || !(second < 61.0))
            return false;
        c->at = behind;
    }
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

static bool date_read(struct cursor *c, double *seconds)
{
    int year = number_read(c, 4);
    if (year < 0 || !sign_read(c, '-'))
        return false;
    int month = number_read(c, 2);
    if (month < 1 || month > 12 || !sign_read(c, '-'))
        return false;
    int day = number_read(c, 2);
    if (day < 1 || day > 31)
        return false;
    *seconds = 86400.0 * days_since_1970(year, month, day);
    return true;
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
    if (!date_read(&c, seconds))
        return false;
    if (c.at < c.end && (sign_read(&c, 'T') || sign_read(&c, ' ')) && !clock_read(&c, &clock))
        return false;
    *seconds += clock;
    return offset_read(&c, seconds) && c.at == c.end;
}
