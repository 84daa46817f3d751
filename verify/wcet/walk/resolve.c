/* See resolve.h. */
#include "wcet/walk/resolve.h"

#include "wcet/walk/relocations.h"

/* An address is the sum of its two halves wherever the linker puts the section only if both halves
   are of the same address, or RISC-V's lie so close that the upper half is the same: in one block
   of the section's alignment, of at most this size. */
enum { BLOCK_MAX = 2048 };

static void place_check(const struct site *site, size_t section, uint64_t offset)
{
    if (section == OBJECT_NOWHERE || !site->object->sections[section].code ||
        offset >= site->object->sections[section].size)
        refuse(site, "goes to where no code is");
}

/* Whether the file does not say what the symbol will be. */
static bool symbol_is_open(const struct object_symbol *symbol)
{
    return symbol->section == OBJECT_NOWHERE || symbol->weak || symbol->indirect;
}

/* Refuses a distance in code over what the linker may shorten: that of a branch without a
   relocation, or that of a relocation from its symbol. */
static void shortening_check(const struct site *site, size_t section, uint64_t begin,
                             uint64_t target)
{
    uint64_t from = target < begin ? target : begin;
    uint64_t to = target < begin ? begin : target;
    if (site->object->machine != MACHINE_RISCV || !site->object->relocatable)
        return;
    const struct object_relocation *end = site->object->relocations + site->object->n_relocations;
    for (const struct object_relocation *r = object_relocation_at(site->object, section, from, to);
         r != NULL && r < end && r->section == section && r->offset < to; r++)
        if (relocation_shortens(r))
            refuse(site, "counts over code that the linker may shorten, at %s+0x%llx",
                   site->object->sections[section].name, (unsigned long long)r->offset);
}

void resolve_code(const struct site *site, size_t *section, uint64_t *offset)
{
    const struct object *object = site->object;
    const struct insn *insn = site->insn;
    const struct relocation_type *type = NULL;
    const struct object_relocation *r = relocation_of_code(site, &type);
    if (r != NULL && type->role == ROLE_TARGET) {
        const struct object_symbol *symbol = &object->symbols[r->symbol];
        if (symbol_is_open(symbol))
            refuse_external(site, true, symbol);
        *section = symbol->section;
        *offset =
            symbol->offset + (r->has_addend ? (uint64_t)r->addend : insn->target - insn->address);
        shortening_check(site, *section, symbol->offset, *offset);
    } else {
        uint64_t target = insn->target & 0xFFFFFFFF;
        const struct object_section *own = &object->sections[site->section];
        bool near = target >= own->address && target - own->address < own->size;
        *section = near ? site->section : object_section_at(object, target);
        if (*section == OBJECT_NOWHERE)
            refuse(site, "goes out of its section, to 0x%llx", (unsigned long long)target);
        *offset = target - object->sections[*section].address;
        shortening_check(site, *section, site->offset, *offset);
    }
    place_check(site, *section, *offset);
}

/* The address that a relocation refers to; the patched bytes may hold its addend. */
static struct value relocation_value(const struct site *site, const struct object_relocation *r,
                                     int64_t stored)
{
    const struct object_symbol *symbol = &site->object->symbols[r->symbol];
    if (symbol_is_open(symbol))
        refuse_external(site, relocation_calls(site->object, r), symbol);
    int64_t addend = r->has_addend ? r->addend : stored;
    if (site->object->sections[symbol->section].code && addend >= 0)
        shortening_check(site, symbol->section, symbol->offset, symbol->offset + (uint64_t)addend);
    return (struct value){.kind = VALUE_PLACE,
                          .number = ((int64_t)symbol->offset + addend) | symbol->thumb,
                          .section = symbol->section};
}

/* Marks what lies at the address of a relocation as needed. */
static void value_need(struct analysis *a, const struct site *site,
                       const struct object_relocation *r, const struct value *value)
{
    const struct object_symbol *symbol = &site->object->symbols[r->symbol];
    const struct object_section *section = &site->object->sections[value->section];
    bool outside = value->number < 0 || (uint64_t)value->number > section->size;
    if (section->code && outside)
        refuse(site, "refers to what lies outside of %s", section->name);
    /* A compiler may address the whole section from here, also from a point outside of it: from the
       section's symbol, or from a label without a size, such as gcc's .LANCHOR0. Where the linker
       merges data, a label stands for one of them. */
    bool anchor = symbol->is_section || (symbol->size == 0 && !section->merged);
    if (!section->code && (outside || (anchor && !section->writable)))
        range_add(a, value->section, 0, section->size);
    else if (!section->code)
        range_add_datum(a, value->section,
                        symbol->is_section ? (uint64_t)value->number : symbol->offset);
}

/* The value of a word of constants in an executable, or of a word without relocation. */
static struct value word_value(struct analysis *a, const struct site *site, int64_t word)
{
    const struct object *object = site->object;
    struct value value = {.kind = VALUE_CONSTANT, .number = word, .section = 0};
    size_t target =
        site->insn->list != 0 ? object_section_at(object, (uint64_t)word) : OBJECT_NOWHERE;
    if (target == OBJECT_NOWHERE)
        return value;
    uint64_t offset = (uint64_t)word - object->sections[target].address;
    range_add_datum(a, target, offset);
    return object->sections[target].code
               ? value
               : (struct value){.kind = VALUE_PLACE, .number = (int64_t)offset, .section = target};
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
    const struct object_relocation *r = relocation_of_literal(site, at, size);
    if (r == NULL)
        return word_value(a, site, word);
    struct value value = relocation_value(site, r, (int32_t)word);
    value_need(a, site, r, &value);
    return value;
}

/* What a register holds between the two instructions that form an address. */
static struct value half_of(const struct site *site, const struct value *whole)
{
    struct value half = {.kind = VALUE_HALF, .number = whole->number, .section = whole->section};
    if (site->object->machine == MACHINE_RISCV) {
        uint64_t align = site->object->sections[whole->section].align;
        int64_t block = align > BLOCK_MAX ? BLOCK_MAX : (int64_t)align;
        half.number -= ((half.number % block) + block) % block;
    }
    return half;
}

/* The first of two instructions: MOVW, LUI, AUIPC. */
static struct reference first_reference(const struct site *site, const struct object_relocation *r)
{
    const struct value whole = relocation_value(site, r, (int16_t)(site->insn->imm & 0xFFFF));
    struct reference reference = {REFERENCE_FIRST, value_unknown, half_of(site, &whole)};
    if (site->insn->relative)
        reference.half = (struct value){
            .kind = VALUE_HALF_RELATIVE, .number = (int64_t)site->offset, .section = site->section};
    return reference;
}

/* The second of two instructions, of which `first` has the relocation of the address, and lies at
   `place` if the address is relative. */
static struct reference second_reference(struct analysis *a, const struct site *site,
                                         const struct object_relocation *first,
                                         const struct value *place)
{
    struct reference reference = {.part = REFERENCE_SECOND};
    reference.value = relocation_value(site, first, (int16_t)(site->insn->imm & 0xFFFF));
    value_need(a, site, first, &reference.value);
    reference.half = place != NULL ? *place : half_of(site, &reference.value);
    return reference;
}

/* The second of two instructions of a relative address: its relocation refers to the first. */
static struct reference relative_reference(struct analysis *a, const struct site *site,
                                           const struct object_relocation *r)
{
    const struct object_symbol *label = &site->object->symbols[r->symbol];
    const struct object_relocation *first =
        label->section == OBJECT_NOWHERE ? NULL
                                         : relocation_of_first(site, label->section, label->offset);
    if (first == NULL || r->addend != 0)
        refuse(site, "relocation of the lower half of an address, which refers to no upper half");
    const struct value place = {
        .kind = VALUE_HALF_RELATIVE, .number = (int64_t)label->offset, .section = label->section};
    return second_reference(a, site, first, &place);
}

/* Refuses the first instruction of a call in two if the second one is not behind it. */
static void pair_check(const struct site *site)
{
    const struct object_section *section = &site->object->sections[site->section];
    struct insn next;
    uint64_t at = site->offset + site->insn->size;
    bool known = at < section->size && decode_riscv(section->bytes + at, section->size - at,
                                                    section->address + at, &next);
    bool jumps = known && (next.flow == FLOW_REGISTER || next.flow == FLOW_CALL_REGISTER);
    if (!jumps || next.size != 4 || next.rd != site->insn->rd || next.imm != 0)
        refuse(site, "relocation of a call in two instructions, and the second is not behind it");
}

/* An address relative to the program counter that the assembler has resolved. */
static struct value relative_value(const struct site *site)
{
    const struct object_section *section = &site->object->sections[site->section];
    if (site->object->machine == MACHINE_ARM && section->align < 4)
        refuse(site,
               "relative to an address that is rounded to 4 bytes, in %s, which is aligned "
               "to %u only",
               section->name, (unsigned)section->align);
    return (struct value){.kind = VALUE_PLACE,
                          .number = site->insn->imm - (int64_t)section->address,
                          .section = site->section};
}

struct reference resolve_reference(struct analysis *a, const struct site *site)
{
    const struct insn *insn = site->insn;
    const struct reference none = {REFERENCE_NONE, value_unknown, value_unknown};
    const struct relocation_type *type = NULL;
    const struct object_relocation *r = relocation_of_code(site, &type);
    const struct object_relocation *pair = relocation_of_pair(site);
    if (pair != NULL && r != NULL)
        refuse(site, "relocation of type %u in the second instruction of a call", r->type);
    if (pair != NULL) {
        const struct value place = {
            .kind = VALUE_HALF_RELATIVE, .number = (int64_t)pair->offset, .section = site->section};
        return second_reference(a, site, pair, &place);
    }
    if (insn->literal)
        return (struct reference){REFERENCE_WHOLE, literal_value(a, site), value_unknown};
    if (r == NULL && insn->relative && site->object->relocatable)
        return (struct reference){REFERENCE_WHOLE, relative_value(site), value_unknown};
    if (r == NULL || type->role == ROLE_TARGET)
        return none;
    if (type->role == ROLE_FIRST_OF_PAIR)
        pair_check(site);
    if (type->role == ROLE_FIRST || type->role == ROLE_FIRST_OF_PAIR)
        return first_reference(site, r);
    return type->role == ROLE_SECOND ? second_reference(a, site, r, NULL)
                                     : relative_reference(a, site, r);
}
