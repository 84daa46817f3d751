/* An ELF file as plain data: sections, symbols, relocations, and the mapping symbols that tell code
   from literal pools. Everything that comes from the file is checked here, so that
   later passes may trust it: offsets lie in their section, names are printable. Only object.c calls
   libelf. */
#ifndef EPIWCET_OBJECT_H
#define EPIWCET_OBJECT_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum object_machine { MACHINE_ARM, MACHINE_RISCV };

enum {
    OBJECT_MAX_BYTES = 256 * 1024 * 1024,
    OBJECT_MAX_NAME = 120 /* characters of a name that are kept */
};

/* Values of Tag_CPU_arch in ARM's build attributes that an M-profile core can have. */
enum arm_arch {
    ARM_ARCH_UNKNOWN = -1,
    ARM_ARCH_V7 = 10,
    ARM_ARCH_V6M = 11,
    ARM_ARCH_V6SM = 12,
    ARM_ARCH_V7EM = 13,
    ARM_ARCH_V8M_BASE = 16,
    ARM_ARCH_V8M_MAIN = 17
};

/* Values of Tag_FP_arch, as a mask. */
enum arm_float {
    ARM_FLOAT_V3_D16 = 1 << 4,
    ARM_FLOAT_V4_D16 = 1 << 6, /* fpv4-sp-d16 */
    ARM_FLOAT_V5_D16 = 1 << 8  /* fpv5-sp-d16, fpv5-d16 */
};

struct object_section {
    const char *name;
    uint64_t address, size;
    const uint8_t *bytes; /* (size); NULL if the file has no bytes for it (.bss) */
    uint64_t align;
    bool alloc, code, writable;
    bool shrinks; /* the linker may shorten its code (RISC-V) */
    bool merged;  /* the linker may move each datum of it by itself */
    bool shared;  /* one of several definitions, of which the linker takes any (COMDAT) */
};

struct object_symbol {
    const char *name;
    size_t section; /* OBJECT_NOWHERE: not defined here */
    uint64_t offset, size;
    bool function, is_section, thumb;
    bool weak;     /* the linker may take another definition */
    bool indirect; /* a function that chooses another one when the program begins */
};

struct object_relocation {
    size_t section; /* the section that it patches */
    uint64_t offset;
    unsigned type;
    size_t symbol;
    int64_t addend;
    bool has_addend; /* false: the patched bytes hold the addend */
};

/* A mapping symbol: from this offset on there is 't' Thumb, 'a' ARM or 'x' RISC-V code, or 'd'
   data. */
struct object_marker {
    size_t section;
    uint64_t offset;
    char kind;
};

#define OBJECT_NOWHERE ((size_t)-1)

struct object {
    const char *file;
    enum object_machine machine;
    bool relocatable;       /* an object file (.o), not an executable */
    int arm_arch;           /* enum arm_arch or another value */
    char arm_profile;       /* 'M' for a microcontroller; 0: it does not say */
    unsigned arm_float;     /* Tag_FP_arch: the version of the FPU, 0 for none */
    const char *riscv_arch; /* the architecture with its extensions; NULL: it does not say */
    unsigned riscv_flags;   /* e_flags */
    bool hard_float;        /* functions get float arguments in float registers */
    struct object_section *sections;
    size_t n_sections;
    struct object_symbol *symbols;
    size_t n_symbols;
    size_t symbol_section;                 /* the section that holds them */
    const struct object_symbol **by_place; /* the defined ones, by section and offset */
    size_t n_by_place;
    struct object_relocation *relocations; /* by section and offset */
    size_t n_relocations;
    struct object_marker *markers; /* by section and offset */
    size_t n_markers;
};

/* Ends through fail on anything that is not a 32-bit little-endian ELF file for ARM or RISC-V. */
struct object *object_read(struct arena *arena, const char *file, char *bytes, size_t size);

/* The kind of the bytes at a place: a marker's, or code ('t' or 'x') where there is no marker. */
char object_kind_at(const struct object *object, size_t section, uint64_t offset);
/* The first relocation at offset or behind it and before end, or NULL. */
const struct object_relocation *object_relocation_at(const struct object *object, size_t section,
                                                     uint64_t offset, uint64_t end);
/* The section of an executable that holds an address, or OBJECT_NOWHERE. */
size_t object_section_at(const struct object *object, uint64_t address);
/* The function that begins there, or NULL. */
const struct object_symbol *object_function_at(const struct object *object, size_t section,
                                               uint64_t offset);
/* Where the function or datum that begins at offset ends: by its size, or at its next neighbour. */
uint64_t object_end_of(const struct object *object, const struct object_symbol *symbol,
                       size_t section, uint64_t offset);
/* The one function of that name, or (name NULL) the one whose name ends in _infer. */
const struct object_symbol *object_entry(const struct object *object, const char *name);

/* Fills in what a section .ARM.attributes or .riscv.attributes says. */
void attributes_read(struct arena *arena, struct object *object, const uint8_t *bytes, size_t size);

#endif
