/* The reader of an emitted file. The code is straight-line, or has loops with constant bounds, so
   the reader executes it with formulas in place of numbers. Afterwards each variable holds the
   formula of its number, whatever functions and temporaries that number went through. The reader
   simplifies nothing, so a formula keeps the file's order of summation. It refuses whatever it does
   not understand. */
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
    int line;   /* line of the file that computes the value */
    bool known; /* set by compare.c: this is number `place` of layer `source` (or of the inputs) */
    int source; /* as in spec.h */
    size_t place;                      /* see `known`; for VALUE_INPUT the number of the input */
    float constant;                    /* VALUE_CONSTANT */
    uint32_t *bits;                    /* VALUE_CALL: the bit patterns passed, in order */
    const struct known_kernel *kernel; /* VALUE_CALL */
    struct value *left, *right;        /* operands; VALUE_CALL: the values passed */
    struct value *third;               /* VALUE_CALL: the third value passed, or NULL */
};

struct cell {
    struct value *value; /* NULL: nothing has been stored yet */
    bool read;           /* the value was used since it was stored */
};

/* An array, or a single number (count 1). */
struct variable {
    const char *name;
    size_t name_length;
    struct cell *cells; /* a parameter shares the cells of its argument */
    size_t count;
    bool array, writable;
    bool pairs;          /* elements have two cells each: a table, or the pair p */
    size_t columns;      /* of a table of the tiled form, which has count / columns rows; else 0 */
    struct cell *before; /* of a writable parameter: its cells before the call; else NULL */
    int line;
};

struct scope {
    struct variable *variables; /* adding a variable may move this array */
    size_t count, capacity;
};

struct variable *scope_find(struct scope *scope, const struct token *name);
/* Adds a variable with empty cells, or with `cells` unless that is NULL. Refuses a name that the
   scope has already. */
struct variable *scope_add(struct arena *arena, struct scope *scope, const struct lexer *lexer,
                           const struct token *name, size_t count, struct cell *cells);

/* A function of the file that is no kernel. */
struct function {
    struct token name;
    struct lexer body; /* stands at the opening parenthesis of its parameters */
    size_t n_kernels;  /* kernels defined in front of it, which it may call */
    size_t calls;      /* calls read so far */
};

struct reader {
    struct arena *arena;
    struct lexer lexer;
    const struct names *names;
    const struct spec *spec;
    bool all_clamps;      /* the options ask for all clamps of kernels */
    const char *accuracy; /* suffix of the kernels' names: "", "_e4" or "_e3" */
    bool tiled;           /* the head comment says that the file is of the tiled form */

    const struct known_kernel *kernels[KERNEL_COUNT]; /* the kernels that the file contains */
    bool kernel_used[KERNEL_COUNT];
    size_t n_kernels;
    size_t visible; /* how many of `kernels` the code being read may call */
    struct function *functions;
    size_t n_functions, capacity;

    /* The variables of the entry point, of the stage that it calls, of the block that a stage
     * calls. */
    struct scope entry, stage, block;
    struct scope tables;       /* tables of constants in the stage */
    struct scope result;       /* mean, sigma, eta behind the caller's pointer r */
    struct scope *scope;       /* where names are looked up: &entry, &stage or &block */
    const struct cell *inputs; /* the cells of x */
    unsigned depth;            /* open parentheses of the formula being read */
    bool in_loop;              /* the text being read is the body of a loop, in the turn i = turn */
    size_t turn;
    size_t n_clamped; /* inputs whose clamp has set its bit of the status word */
    bool status_declared, status_stored;
    bool in_inputs;     /* the text being read is the body of NAME_inputs */
    const char *output; /* of the stage of a result: "mean", "sigma" or "eta"; else NULL */
};

/* Reads all functions of the file, from behind its head to its end. Finds inputs by their names in
   the spec. Ends through fail_at on the first fault. */
void reader_run(struct reader *reader);
/* Refuses functions, kernels and constants that nothing uses. */
void reader_finish(const struct reader *reader);

/* Reads `place = formula;`. */
void assignment_take(struct reader *reader);

/* expression.c: formulas, and the places that store them. */
struct place {
    struct variable *variable;
    struct cell *cell;
};
struct place place_take(struct reader *reader);
void place_write(struct reader *reader, struct place place, struct value *value, int line);
struct value *expression_take(struct reader *reader);

/* table.c: tables of constants, which functions read two at a time. */
bool pair_is_next(const struct reader *reader);
void table_take(struct reader *reader);
struct variable *table_argument(struct reader *reader, size_t *first);
void table_bind(struct reader *reader, const struct variable *table, size_t first);
void pair_declare(struct reader *reader);
void pair_copy(struct reader *reader);
size_t pair_member(struct reader *reader);
void tables_finish(const struct reader *reader);

/* loop.c: loops of the tiled form. */
void loop_run(struct reader *reader);
size_t index_take(struct reader *reader);

/* matrix.c: tables of the tiled form, with rows and columns, and the functions that read them. */
void matrix_take(struct reader *reader);
void matrix_rows_take(struct reader *reader, struct cell *cells, size_t rows, size_t columns);
const struct variable *matrix_find(struct reader *reader, const struct token *name);
void matrix_bind(struct reader *reader, const struct token *name, const struct variable *table);
size_t matrix_cell(struct reader *reader, const struct variable *table);
bool tile_is_named(const struct reader *reader, const struct token *name, size_t in, size_t out);
bool kernel_loop_is_named(const struct reader *reader, const struct token *name, size_t count);
bool sums_are_next(const struct reader *reader);
void sums_declare(struct reader *reader);
void sums_finish(struct reader *reader);

/* inputs.c: the body of NAME_inputs in the tiled form, up to its closing brace. */
void tiled_inputs_take(struct reader *reader);

#endif
