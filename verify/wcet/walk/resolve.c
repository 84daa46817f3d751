/* See resolve.h. Relocation types: ELF for the Arm Architecture, RISC-V ELF psABI. */
#include "wcet/walk/resolve.h"

enum {
    R_ARM_ABS32 = 2,
    R_ARM_THM_CALL = 10,
    R_ARM_THM_JUMP24 = 30,
    R_ARM_THM_MOVW = 47,
    R_ARM_THM_MOVT = 48,
    R_ARM_THM_JUMP19 = 51,
    R_ARM_THM_JUMP11 = 102,
    R_ARM_THM_JUMP8 = 103,
    R_RISCV_BRANCH = 16,
    R_RISCV_JAL = 17,
    R_RISCV_CALL = 18,
    R_RISCV_CALL_PLT = 19,
    R_RISCV_PCREL_HI20 = 23,
    R_RISCV_PCREL_LO12_I = 24,
    R_RISCV_PCREL_LO12_S = 25,
    R_RISCV_HI20 = 26,
    R_RISCV_LO12_I = 27,
    R_RISCV_LO12_S = 28,
    R_RISCV_ALIGN = 43,
    R_RISCV_RVC_BRANCH = 44,
    R_RISCV_RVC_JUMP = 45,
    R_RISCV_RELAX = 51
};

enum role { ROLE_NONE, ROLE_CODE, ROLE_DATA, ROLE_SECOND_HALF, ROLE_STRANGE };

static enum role role_of(const struct object *object, unsigned type)
{
    bool arm = object->machine == MACHINE_ARM;
    if (arm)
        switch (type) {
        case R_ARM_THM_CALL:
        case R_ARM_THM_JUMP24:
        case R_ARM_THM_JUMP19:
        case R_ARM_THM_JUMP11:
        case R_ARM_THM_JUMP8: return ROLE_CODE;
        case R_ARM_ABS32:
        case R_ARM_THM_MOVW:
        case R_ARM_THM_MOVT: return ROLE_DATA;
        default: return ROLE_STRANGE;
        }
    switch (type) {
    case R_RISCV_BRANCH:
    case R_RISCV_JAL:
    case R_RISCV_RVC_BRANCH:
    case R_RISCV_RVC_JUMP: return ROLE_CODE;
    case R_RISCV_CALL:
    case R_RISCV_CALL_PLT:
    case R_RISCV_PCREL_HI20:
    case R_RISCV_HI20:
    case R_RISCV_LO12_I:
    case R_RISCV_LO12_S: return ROLE_DATA;
    case R_RISCV_PCREL_LO12_I:
    case R_RISCV_PCREL_LO12_S: return ROLE_SECOND_HALF; /* refers to the other instruction */
    case R_RISCV_ALIGN:
    case R_RISCV_RELAX: return ROLE_NONE;
    default: return ROLE_STRANGE;
    }
}

/* The first of the two instructions of a RISC-V call. */
static bool is_call(const struct object *object, unsigned type)
{
    return object->machine == MACHINE_RISCV && (type == R_RISCV_CALL || type == R_RISCV_CALL_PLT);
}

static const struct object_relocation *relocation_of(const struct site *site, uint64_t offset,
                                                     unsigned size)
{
    const struct object_relocation *r =
        object_relocation_at(site->object, site->section, offset, offset + size);
    if (r != NULL && role_of(site->object, r->type) == ROLE_STRANGE)
        refuse(site, "relocation of type %u, which is not known", r->type);
    return r;
}

static void place_check(const struct site *site, size_t section, uint64_t offset)
{
    if (section == OBJECT_NOWHERE || !site->object->sections[section].code ||
        offset >= site->object->sections[section].size)
        refuse(site, "goes to where no code is");
}

void resolve_code(const struct site *site, size_t *section, uint64_t *offset)
{
    const struct object *object = site->object;
    const struct insn *insn = site->insn;
    const struct object_relocation *r = relocation_of(site, site->offset, insn->size);
    if (r != NULL && role_of(object, r->type) == ROLE_CODE) {
        const struct object_symbol *symbol = &object->symbols[r->symbol];
        if (symbol->section == OBJECT_NOWHERE || symbol->weak)
            refuse_external(site, true, symbol);
        *section = symbol->section;
        *offset =
            symbol->offset + (r->has_addend ? (uint64_t)r->addend : insn->target - insn->address);
    } else {
        uint64_t target = insn->target & 0xFFFFFFFF;
        const struct object_section *own = &object->sections[site->section];
        bool near = target >= own->address && target - own->address < own->size;
        *section = near ? site->section : object_section_at(object, target);
        if (*section == OBJECT_NOWHERE)
            refuse(site, "goes out of its section, to 0x%llx", (unsigned long long)target);
        *offset = target - object->sections[*section].address;
    }
    place_check(site, *section, *offset);
}

/* The value of a relocation that forms an address; the patched bytes may hold its addend. */
static struct value relocation_value(struct analysis *a, const struct site *site,
                                     const struct object_relocation *r, int64_t stored)
{
    const struct object_symbol *symbol = &site->object->symbols[r->symbol];
    if (symbol->section == OBJECT_NOWHERE || symbol->weak)
        refuse_external(site, is_call(site->object, r->type), symbol);
    int64_t addend = r->has_addend ? r->addend : stored;
    struct value value = {VALUE_PLACE, (int64_t)symbol->offset + addend, symbol->section};
    if (value.number < 0 || (uint64_t)value.number > site->object->sections[value.section].size)
        refuse(site, "refers to what lies outside of %s",
               site->object->sections[value.section].name);
    const struct object_section *section = &site->object->sections[value.section];
    if (!section->code && symbol->is_section && !section->writable)
        range_add(a, value.section, 0,
                  section->size); /* a compiler may address the whole section from here */
    else if (!section->code)
        range_add_datum(a, value.section,
                        symbol->is_section ? (uint64_t)value.number : symbol->offset);
    return value;
}

static struct value literal_value(struct analysis *a, const struct site *site)
{
    const struct object *object = site->object;
    const struct insn *insn = site->insn;
    const struct object_section *section = &object->sections[site->section];
    uint64_t at = insn->target - section->address;
    unsigned size = insn->registers == 2 ? 8 : 4;
    if (insn->target < section->address || at > section->size || section->size - at < size)
        refuse(site, "loads a literal from outside its section");
    range_add(a, site->section, at, at + size);
    int64_t word = 0;
    for (unsigned i = 0; i < 4; i++)
        word |= (int64_t)section->bytes[at + i] << 8 * i;
    const struct object_relocation *r = relocation_of(site, at, 4);
    if (r != NULL)
        return relocation_value(a, site, r, word);
    struct value value = {VALUE_CONSTANT, word, 0};
    size_t target = insn->list != 0 ? object_section_at(object, (uint64_t)word) : OBJECT_NOWHERE;
    if (target == OBJECT_NOWHERE)
        return value;
    uint64_t offset = (uint64_t)word - object->sections[target].address;
    range_add_datum(a, target, offset);
    return object->sections[target].code ? value
                                         : (struct value){VALUE_PLACE, (int64_t)offset, target};
}

struct value resolve_place(struct analysis *a, const struct site *site)
{
    const struct value unknown = {VALUE_UNKNOWN, 0, 0};
    const struct insn *insn = site->insn;
    if (insn->literal)
        return literal_value(a, site);
    const struct object_relocation *r = relocation_of(site, site->offset, insn->size);
    if (r == NULL && insn->relative &&
        site->object->relocatable) /* an auipc that the assembler has resolved */
        return (struct value){VALUE_PLACE,
                              insn->imm - (int64_t)site->object->sections[site->section].address,
                              site->section};
    if (r == NULL || role_of(site->object, r->type) != ROLE_DATA)
        return unknown;
    bool half = insn->effect == EFFECT_CONSTANT || insn->effect == EFFECT_TOP; /* MOVW, MOVT */
    return relocation_value(a, site, r, half ? (int16_t)(insn->imm & 0xFFFF) : 0);
}
