/* The words of a column of groups, each with a number. A table holds numbers, so a word stands in
   it as a number beyond all that a column may hold. */
#ifndef EPITRAIN_WORDS_H
#define EPITRAIN_WORDS_H

#include "base/arena.h"

struct words;
struct words *words_new(struct arena *arena);

/* The number of the word text[0..length), from 0 on in the order in which words appear. The text
   holds no NUL. */
size_t words_number(struct words *words, const char *text, size_t length);

/* The word with this number; NULL: there is none. */
const char *words_text(const struct words *words, size_t number);

/* A word as a value of a table, and back. Both are exact for numbers below 2^53. */
static inline double word_value(size_t number) { return 0x1p100 * (double)(number + 1); }
static inline size_t value_word(double value) { return (size_t)(value * 0x1p-100) - 1; }

#endif
