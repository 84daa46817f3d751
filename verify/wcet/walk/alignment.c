/* See alignment.h. */
#include "wcet/walk/alignment.h"

void alignment_check(const struct site *site, const struct tracker *t,
                     const struct reference *reference)
{
    const struct object *object = site->object;
    const struct insn *insn = site->insn;
    if (insn->align <= 1)
        return;
    struct value address = {.kind = VALUE_PLACE,
                            .number =
                                (int64_t)(insn->target - object->sections[site->section].address),
                            .section = site->section};
    if (!insn->literal)
        address = value_place(object, tracker_address(t, insn, reference));
    if (address.kind == VALUE_UNKNOWN || value_is_half(&address))
        return;
    if (address.kind == VALUE_PLACE) {
        const struct object_section *section = &object->sections[address.section];
        if (object->relocatable && section->align < insn->align)
            refuse(site, "loads or stores %u bytes at once in %s, which is aligned to %u only",
                   insn->align, section->name, (unsigned)section->align);
        address.number += (int64_t)section->address;
    }
    if (address.number % (int64_t)insn->align != 0)
        refuse(site,
               "unaligned: the address is not a multiple of %u, and the tables of times are "
               "for those that are",
               insn->align);
}
