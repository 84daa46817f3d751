/* Relocations of code: what each type says about the instruction that it patches, and which
   instructions it can patch. The linker writes into the bytes at a relocation whatever they are, so
   an instruction with a relocation that does not fit it is not the one that will run. */
#ifndef EPIWCET_RELOCATIONS_H
#define EPIWCET_RELOCATIONS_H

#include "wcet/walk/refuse.h"

enum relocation_role {
    ROLE_TARGET,          /* where a jump or call goes */
    ROLE_WORD,            /* a word that holds an address */
    ROLE_FIRST,           /* half of an address */
    ROLE_FIRST_OF_PAIR,   /* half of an address; the jump behind it has the other half */
    ROLE_SECOND,          /* the other half of an address */
    ROLE_SECOND_RELATIVE, /* the other half; refers to the instruction with the first */
    ROLE_ADVICE           /* where the linker may shorten the code */
};

struct relocation_type {
    unsigned type;
    const char *name;
    enum relocation_role role;
    unsigned size; /* bytes of the instruction; 0: any */
    uint32_t mask, bits;
};

/* Ends through fail if a relocation lets the linker remove other instructions than those that do
   nothing. */
void relocations_check(const struct object *object);
/* The relocation of the instruction at a site, or NULL; *type gets its type. Refuses one that does
   not fit, that begins elsewhere in the instruction, and a second one. */
const struct object_relocation *relocation_of_code(const struct site *site,
                                                   const struct relocation_type **type);
/* Whether the linker may shorten the code at a relocation of a RISC-V object, and whether the
   relocation is of a call in two instructions. */
bool relocation_shortens(const struct object_relocation *relocation);
bool relocation_calls(const struct object *object, const struct object_relocation *relocation);
/* The relocation of the literal in bytes [at, at + size) of the site's section, or NULL. */
const struct object_relocation *relocation_of_literal(const struct site *site, uint64_t at,
                                                      unsigned size);
/* The relocation whose two instructions end with the one at the site, or NULL. */
const struct object_relocation *relocation_of_pair(const struct site *site);
/* The relocation of the first half of a relative address, at a place in code, or NULL. */
const struct object_relocation *relocation_of_first(const struct site *site, size_t section,
                                                    uint64_t offset);

#endif
