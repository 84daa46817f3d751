/* The number type a program computes in: one row says all that differs between types.
   Constants are carried as double, which holds every float32 exactly, and are rounded to
   the type when the program is made. */
#ifndef EPIGEN_NUMBER_H
#define EPIGEN_NUMBER_H

#include "base/arena.h"

struct number_type {
    const char *name;   /* also the folder of its kernels: runtime/<name>/ */
    const char *c_type; /* as written in emitted C */
    unsigned bytes;
    double largest;                /* finite */
    double smallest;               /* positive and normal */
    double unit_roundoff;          /* largest relative error of one operation */
    double (*round)(double value); /* to nearest */
    const char *(*literal)(struct arena *arena, double value); /* reads back exactly */
    const char *(*bits)(struct arena *arena, double value); /* the pattern as an unsigned literal */
};

extern const struct number_type number_float32;

/* A number in so many decimal digits, not above and not below the value. */
const char *number_down(struct arena *arena, double value, int digits);
const char *number_up(struct arena *arena, double value, int digits);

/* A float32 for people: 6 digits where they read back as the same number, else 9. */
const char *number_text(struct arena *arena, float value);

#endif
