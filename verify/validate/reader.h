/* Reading an emitted file back. Its code is straight-line, so it is simply executed, with
   formulas in place of numbers: what stands in a variable afterwards says how it was
   computed, whatever functions and temporaries it went through. Nothing is simplified, so
   the formula has the file's order of summation. What is not understood is refused. */
#ifndef VALIDATE_READER_H
#define VALIDATE_READER_H

#include "spec/spec.h"
#include "validate/known.h"

enum value_kind {
    VALUE_CONSTANT,
    VALUE_INPUT, /* an input as the caller gave it */
    VALUE_SUM,
    VALUE_DIFFERENCE,
    VALUE_PRODUCT,
    VALUE_CALL /* of a kernel */
};

/* A formula. Two uses of one computed number point to the same value. */
struct value {
    enum value_kind kind;
    int line;       /* of the file, where it is computed */
    bool known;     /* compare: this is number `place` of layer `source` (or of the inputs) */
    int source;     /* as in spec.h */
    size_t place;   /* known: see above; VALUE_INPUT: which one */
    float constant; /* VALUE_CONSTANT */
    uint32_t *bits; /* VALUE_CALL: the bit patterns passed, in order */
    const struct kernel *kernel; /* VALUE_CALL */
    struct value *left, *right;  /* operands; VALUE_CALL: the values passed */
};

struct cell {
    struct value *value; /* NULL: nothing yet */
    bool read;           /* since it was written */
};

/* An array, or a single number (count 1). */
struct variable {
    const char *name;
    size_t name_length;
    struct cell *cells; /* those of the argument, if it is a parameter */
    size_t count;
    bool array, writable;
    bool pairs;          /* a table, or p: elements of two cells each */
    struct cell *before; /* a parameter to be written: what stood in its cells, else NULL */
    int line;
};

struct scope {
    struct variable *variables; /* they move when one is added */
    size_t count, capacity;
};

struct variable *scope_find(struct scope *scope, const struct token *name);
/* Adds a variable with empty cells, or with those given. A name is declared once. */
struct variable *scope_add(struct arena *arena, struct scope *scope, const struct lexer *lexer,
                           const struct token *name, size_t count, struct cell *cells);

/* A function of the file that is no kernel. */
struct function {
    struct token name;
    struct lexer body; /* at the opening parenthesis of its parameters */
    size_t n_kernels;  /* in front of it */
    size_t calls;
    bool apart; /* the inputs' own */
};

struct reader {
    struct arena *arena;
    struct lexer lexer;
    const struct names *names;
    const struct spec *spec;
    const char *accuracy; /* of the kernels: what their names end with */

    const struct kernel *kernels[KERNEL_COUNT]; /* those that the file contains */
    bool kernel_used[KERNEL_COUNT];
    size_t n_kernels;
    size_t visible; /* of them, where the text now read stands */
    struct function *functions;
    size_t n_functions, capacity;

    struct scope entry, function; /* the variables of the entry point, of the function it calls */
    struct scope tables;          /* of constants, in the entry point */
    struct scope result;          /* mean, sigma, eta behind the caller's pointer r */
    struct scope *scope;          /* where names are looked up: &entry or &function */
    const struct cell *inputs;    /* the cells of x */
    unsigned depth;               /* of parentheses */
    size_t n_clamped;             /* inputs that have had their say in the status word */
    bool status_declared, status_stored;
    bool apart; /* in the inputs' own function */
};

/* Reads all functions of the file, the head being done, up to its end. Inputs are found by their
   names in the spec. Ends through fail_at. */
void reader_run(struct reader *reader);
/* Refuses functions and kernels that are there without need. */
void reader_finish(const struct reader *reader);

/* expression.c: formulas and the places where they are kept. */
struct place {
    struct variable *variable;
    struct cell *cell;
};
struct place place_take(struct reader *reader);
void place_write(struct reader *reader, struct place place, struct value *value, int line);
struct value *expression_take(struct reader *reader);

/* table.c: constants that functions are given two at a time. */
bool pair_is_next(const struct reader *reader);
void table_take(struct reader *reader);
struct variable *table_argument(struct reader *reader, size_t *first);
void table_bind(struct reader *reader, const struct variable *table, size_t first);
void pair_declare(struct reader *reader);
void pair_copy(struct reader *reader);
size_t pair_member(struct reader *reader);
void tables_finish(const struct reader *reader);

#endif
