/* Known text: the parts of an emitted file that are the same in every model. They are compared
   token for token; comments and spacing may differ. In known text, epi_ at the start of a name
   stands for the model's prefix and EPI_ for that prefix in capitals. */
#ifndef VALIDATE_KNOWN_H
#define VALIDATE_KNOWN_H

#include "validate/lexer.h"

struct names {
    const char *prefix; /* the model's prefix: "wind" */
    const char *upper;  /* the prefix in capitals: "WIND" */
};

/* Takes the known text, which must come next; `what` names it in messages: `kernel "tanh"`. */
void known_expect(struct lexer *lexer, const struct names *names, const char *what,
                  const char *text);

/* Whether a token is the name prefix_rest. */
bool known_is_name(const struct token *token, const struct names *names, const char *rest);

/* A function that is pasted into emitted files, as it stood in runtime/float32 when the
   exhaustive check of all 2^32 inputs was last reviewed. */
struct known_kernel {
    const char *name;
    const char *needs; /* a kernel that this one calls, or NULL */
    /* The arguments that emitted code passes, one letter each: v a value, u bits, s status,
       p &status. NULL: only other kernels call this one. */
    const char *arguments;
    const char *text;
};

enum { KERNEL_COUNT = 27 };
extern const struct known_kernel known_kernels[KERNEL_COUNT];

/* The kernel of that name, or NULL. */
const struct known_kernel *known_kernel(const char *name);

#endif
