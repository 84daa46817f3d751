/* See relocations.h. Types: ELF for the Arm Architecture, RISC-V ELF psABI. */
#include "wcet/walk/relocations.h"

#include "base/fail.h"

#include <inttypes.h>

enum {
    R_RISCV_CALL = 18,
    R_RISCV_CALL_PLT = 19,
    R_RISCV_PCREL_HI20 = 23,
    R_RISCV_ALIGN = 43,
    R_RISCV_RELAX = 51
};
enum { PAIR_BYTES = 8, WORD_BYTES = 4, AUIPC_BYTES = 4 };

/* The bits of a Thumb instruction of 32 bits: its first half word is the upper one. */
static const struct relocation_type arm_types[] = {
    {2, "R_ARM_ABS32", ROLE_WORD, 0, 0, 1}, /* fits no instruction */
    {10, "R_ARM_THM_CALL", ROLE_TARGET, 4, 0xF800D000, 0xF000D000},
    {30, "R_ARM_THM_JUMP24", ROLE_TARGET, 4, 0xF800D000, 0xF0009000},
    {51, "R_ARM_THM_JUMP19", ROLE_TARGET, 4, 0xF800D000, 0xF0008000},
    {102, "R_ARM_THM_JUMP11", ROLE_TARGET, 2, 0xF800, 0xE000},
    {103, "R_ARM_THM_JUMP8", ROLE_TARGET, 2, 0xF000, 0xD000},
    {47, "R_ARM_THM_MOVW_ABS_NC", ROLE_FIRST, 4, 0xFBF08000, 0xF2400000},
    {48, "R_ARM_THM_MOVT_ABS", ROLE_SECOND, 4, 0xFBF08000, 0xF2C00000},
};

static const struct relocation_type riscv_types[] = {
    {16, "R_RISCV_BRANCH", ROLE_TARGET, 4, 0x7F, 0x63},
    {17, "R_RISCV_JAL", ROLE_TARGET, 4, 0x7F, 0x6F},
    {R_RISCV_CALL, "R_RISCV_CALL", ROLE_FIRST_OF_PAIR, 4, 0x7F, 0x17},
    {R_RISCV_CALL_PLT, "R_RISCV_CALL_PLT", ROLE_FIRST_OF_PAIR, 4, 0x7F, 0x17},
    {R_RISCV_PCREL_HI20, "R_RISCV_PCREL_HI20", ROLE_FIRST, 4, 0x7F, 0x17},
    {24, "R_RISCV_PCREL_LO12_I", ROLE_SECOND_RELATIVE, 4, 0x707F, 0x13}, /* addi */
    {24, "R_RISCV_PCREL_LO12_I", ROLE_SECOND_RELATIVE, 4, 0x7B, 0x03},   /* loads */
    {24, "R_RISCV_PCREL_LO12_I", ROLE_SECOND_RELATIVE, 4, 0x707F, 0x67}, /* jalr */
    {25, "R_RISCV_PCREL_LO12_S", ROLE_SECOND_RELATIVE, 4, 0x7B, 0x23},   /* stores */
    {26, "R_RISCV_HI20", ROLE_FIRST, 4, 0x7F, 0x37},
    {27, "R_RISCV_LO12_I", ROLE_SECOND, 4, 0x707F, 0x13},
    {27, "R_RISCV_LO12_I", ROLE_SECOND, 4, 0x7B, 0x03},
    {27, "R_RISCV_LO12_I", ROLE_SECOND, 4, 0x707F, 0x67},
    {28, "R_RISCV_LO12_S", ROLE_SECOND, 4, 0x7B, 0x23},
    {44, "R_RISCV_RVC_BRANCH", ROLE_TARGET, 2, 0xC003, 0xC001},
    {45, "R_RISCV_RVC_JUMP", ROLE_TARGET, 2, 0xE003, 0xA001}, /* c.j */
    {45, "R_RISCV_RVC_JUMP", ROLE_TARGET, 2, 0xE003, 0x2001}, /* c.jal */
    {R_RISCV_ALIGN, "R_RISCV_ALIGN", ROLE_ADVICE, 0, 0, 0},
    {R_RISCV_RELAX, "R_RISCV_RELAX", ROLE_ADVICE, 0, 0, 0},
};

static uint32_t bytes_at(const struct object *object, size_t section, uint64_t offset,
                         unsigned size)
{
    uint32_t bits = 0;
    for (unsigned i = 0; i < size && offset + i < object->sections[section].size; i++)
        bits |= (uint32_t)object->sections[section].bytes[offset + i] << 8 * i;
    return object->machine == MACHINE_ARM && size == 4 ? bits << 16 | bits >> 16 : bits;
}

static _Noreturn void refuse_misfit(const struct site *site, const struct object_relocation *r,
                                    const char *name, const char *what)
{
    refuse(site, "relocation %s against %s at %s+0x%" PRIx64 " %s", name,
           site->object->symbols[r->symbol].name, site->object->sections[r->section].name,
           r->offset, what);
}

/* The row of a type for an instruction of these bits; any row of the type if none fits. */
static const struct relocation_type *type_find(const struct site *site,
                                               const struct object_relocation *r, uint32_t bits,
                                               unsigned size, bool *fits)
{
    bool arm = site->object->machine == MACHINE_ARM;
    const struct relocation_type *types = arm ? arm_types : riscv_types, *found = NULL;
    size_t n = arm ? sizeof(arm_types) / sizeof(arm_types[0])
                   : sizeof(riscv_types) / sizeof(riscv_types[0]);
    *fits = false;
    for (size_t i = 0; i < n && !*fits; i++)
        if (types[i].type == r->type) {
            found = &types[i];
            *fits = (types[i].size == 0 || types[i].size == size) &&
                    (bits & types[i].mask) == types[i].bits;
        }
    if (found == NULL)
        refuse(site, "relocation of type %u at %s+0x%" PRIx64 ", which is not known", r->type,
               site->object->sections[r->section].name, r->offset);
    return found;
}

/* How many bytes the linker patches. */
static unsigned patched_bytes(const struct relocation_type *type)
{
    if (type->role == ROLE_ADVICE)
        return 0;
    return type->role == ROLE_FIRST_OF_PAIR ? PAIR_BYTES : type->size == 2 ? 2 : WORD_BYTES;
}

/* Whether the bytes are instructions that do nothing. */
static bool are_nops(const struct object *object, size_t section, uint64_t at, uint64_t end)
{
    while (at < end) {
        bool narrow = bytes_at(object, section, at, 2) == 0x0001;
        if (!narrow && bytes_at(object, section, at, 4) != 0x00000013)
            return false;
        at += narrow ? 2 : 4;
    }
    return at == end;
}

void relocations_check(const struct object *object)
{
    for (size_t i = 0; i < object->n_relocations && object->machine == MACHINE_RISCV; i++) {
        const struct object_relocation *r = &object->relocations[i];
        const struct object_section *section = &object->sections[r->section];
        if (r->type != R_RISCV_ALIGN || !section->code || section->bytes == NULL)
            continue;
        if (r->addend < 0 ||
            !are_nops(object, r->section, r->offset, r->offset + (uint64_t)r->addend))
            fail("%s: relocation R_RISCV_ALIGN at %s+0x%" PRIx64
                 " lets the linker remove instructions that do something",
                 object->file, section->name, r->offset);
    }
}

bool relocation_shortens(const struct object_relocation *r)
{
    return r->type == R_RISCV_RELAX || (r->type == R_RISCV_ALIGN && r->addend > 0);
}

bool relocation_calls(const struct object *object, const struct object_relocation *r)
{
    return object->machine == MACHINE_RISCV &&
           (r->type == R_RISCV_CALL || r->type == R_RISCV_CALL_PLT);
}

/* Refuses a relocation that begins before the instruction and reaches into it. The second
   instruction of a pair is part of the pair. */
static void earlier_check(const struct site *site, const struct object_relocation *r)
{
    bool fits;
    uint64_t distance = site->offset - r->offset;
    const struct relocation_type *type = type_find(site, r, 0, 0, &fits);
    if (patched_bytes(type) > distance &&
        !(type->role == ROLE_FIRST_OF_PAIR && distance == AUIPC_BYTES))
        refuse_misfit(site, r, type->name, "reaches into this instruction");
}

/* Takes a relocation that begins at the instruction. */
static bool type_check(const struct site *site, const struct object_relocation *r,
                       const struct relocation_type **type)
{
    const struct insn *insn = site->insn;
    bool fits;
    *type = type_find(site, r, bytes_at(site->object, site->section, site->offset, insn->size),
                      insn->size, &fits);
    if (!fits)
        refuse_misfit(site, r, (*type)->name, "does not fit this instruction");
    return (*type)->role != ROLE_ADVICE;
}

const struct object_relocation *relocation_of_code(const struct site *site,
                                                   const struct relocation_type **type)
{
    const struct object *object = site->object;
    const struct object_relocation *found = NULL,
                                   *end = object->relocations + object->n_relocations;
    uint64_t begin = site->offset < PAIR_BYTES ? 0 : site->offset - PAIR_BYTES;
    const struct object_relocation *r =
        object_relocation_at(object, site->section, begin, site->offset + site->insn->size);
    for (; r != NULL && r < end && r->section == site->section &&
           r->offset < site->offset + site->insn->size;
         r++) {
        const struct relocation_type *one;
        if (r->offset < site->offset) {
            earlier_check(site, r);
            continue;
        }
        if (r->offset > site->offset)
            refuse_misfit(site, r, type_find(site, r, 0, 0, &(bool){false})->name,
                          "begins inside this instruction");
        if (!type_check(site, r, &one))
            continue;
        if (found != NULL)
            refuse_misfit(site, r, one->name, "is the second one of this instruction");
        found = r;
        *type = one;
    }
    return found;
}

const struct object_relocation *relocation_of_literal(const struct site *site, uint64_t at,
                                                      unsigned size)
{
    const struct object *object = site->object;
    const struct object_relocation *end = object->relocations + object->n_relocations;
    uint64_t begin = at < PAIR_BYTES ? 0 : at - PAIR_BYTES;
    const struct object_relocation *found = NULL;
    for (const struct object_relocation *r =
             object_relocation_at(object, site->section, begin, at + size);
         r != NULL && r < end && r->section == site->section && r->offset < at + size; r++) {
        bool fits;
        const struct relocation_type *type = type_find(site, r, 0, 0, &fits);
        if (r->offset + patched_bytes(type) <= at)
            continue;
        if (type->role != ROLE_WORD || r->offset % WORD_BYTES != at % WORD_BYTES || r->offset < at)
            refuse_misfit(site, r, type->name, "does not fit the word that is loaded");
        if (found == NULL && r->offset == at)
            found = r;
        else if (r->offset == at)
            refuse_misfit(site, r, type->name, "is the second one of the word that is loaded");
    }
    return found;
}

static const struct object_relocation *relocation_between(const struct site *site, size_t section,
                                                          uint64_t offset, unsigned low,
                                                          unsigned high)
{
    const struct object *object = site->object;
    const struct object_relocation *r = object_relocation_at(object, section, offset, offset + 1);
    const struct object_relocation *end = object->relocations + object->n_relocations;
    for (; r != NULL && r < end && r->section == section && r->offset == offset; r++)
        if (r->type >= low && r->type <= high)
            return r;
    return NULL;
}

const struct object_relocation *relocation_of_pair(const struct site *site)
{
    if (site->object->machine != MACHINE_RISCV || site->offset < AUIPC_BYTES)
        return NULL;
    return relocation_between(site, site->section, site->offset - AUIPC_BYTES, R_RISCV_CALL,
                              R_RISCV_CALL_PLT);
}

const struct object_relocation *relocation_of_first(const struct site *site, size_t section,
                                                    uint64_t offset)
{
    return relocation_between(site, section, offset, R_RISCV_PCREL_HI20, R_RISCV_PCREL_HI20);
}
