/* What the forms of emitted code have in common: macro calls, names in C, kernels, and the
   operations outside of layers. A form is one file emit_<form>.c; emit.c is what stands around. */
#ifndef EPIGEN_EMIT_PARTS_H
#define EPIGEN_EMIT_PARTS_H

#include "emit.h"
#include "shapes.h"

/* EPI_<macro>(<|argument|>, ...): every argument quoted, so that m4 sees it as it is. format: the
   arguments, separated by '\t'. */
void emit_call(FILE *m4, const char *macro, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

const char *upper_text(struct arena *arena, const char *name);
/* The C name of a buffer inside the entry point. */
const char *buffer_text(struct arena *arena, const struct buffer *buffer);
/* A value as C writes it; eta is no array. */
const char *value_text(const struct model *model, uint16_t buffer, uint32_t index);

/* The kernels, in an order in which each stands behind those it calls. */
struct kernel {
    const char *name;
    enum activation activation; /* ACT_IDENTITY: it is only called by other kernels */
    const char *needs;          /* another kernel, or NULL */
    enum accuracy accuracy;     /* for which it is, ACCURACY_COUNT: for all */
    double inside; /* up to this magnitude NAME_inside does the same without a clamp; 0: none */
};
enum { KERNEL_COUNT = 14 };
extern const struct kernel kernels[KERNEL_COUNT];

bool kernel_is_needed(const struct model *model, const struct kernel *kernel);
/* The kernel of an activation, at the accuracy of the program. */
const struct kernel *kernel_find(const struct program *program, enum activation activation);

/* An operation outside of blocks: of an input or an output. */
void emit_plain_op(const struct model *model, const struct op *op, FILE *m4);

/* The forms: what each puts among the kernels, and its operations. */
void emit_unrolled_kernels(const struct model *model, const struct shapes *shapes, FILE *m4);
void emit_unrolled_tables(const struct model *model, const struct shapes *shapes, FILE *m4);
void emit_unrolled_ops(const struct model *model, const struct shapes *shapes, FILE *m4);

#endif
