/* trace_cycles CORE MULTIPLIER ELF PROFILE: the cycles of an executed path, by epiwcet's table of
   the core.

   PROFILE is what the trace plugin (verify/target) writes: how often each address ran. What epiwcet
   refuses to bound, since its path depends on data, can so be counted on the path that it took.
   Results that are not ready yet are not waited for. A conditional branch counts as not taken as
   often as the instruction behind it can have run because of it. MULTIPLIER: cycles of a multiply
   where the core leaves a choice, else 0. */
#include "base/fail.h"
#include "base/files.h"
#include "wcet/cores/core.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct profile {
    uint64_t *address, *count;
    size_t size;
};

static struct profile profile_read(struct arena *arena, const char *path)
{
    enum { MOST = 1 << 18 };
    struct profile p = {arena_alloc(arena, MOST, sizeof(*p.address)),
                        arena_alloc(arena, MOST, sizeof(*p.count)), 0};
    FILE *file = fopen(path, "r");
    if (file == NULL)
        fail("%s: cannot be read", path);
    char line[64];
    while (p.size < MOST && fgets(line, sizeof(line), file) != NULL) {
        char *end;
        p.address[p.size] = strtoull(line, &end, 16);
        p.count[p.size++] = strtoull(end, NULL, 10);
        if (end == line)
            fail("%s: expected an address and a count in each line", path);
    }
    if (p.size == 0 || !feof(file))
        fail("%s: expected 1 to %d lines", path, MOST - 1);
    fclose(file);
    return p;
}

/* How often an address ran; addresses ascend. */
static uint64_t ran(const struct profile *p, size_t from, uint64_t address)
{
    for (size_t i = from; i < p->size && p->address[i] <= address; i++)
        if (p->address[i] == address)
            return p->count[i];
    return 0;
}

static struct insn insn_at(const struct object *object, uint64_t address)
{
    const struct object_section *s = &object->sections[object_section_at(object, address)];
    const uint64_t offset = address - s->address;
    struct insn insn;
    if (!decode_thumb(s->bytes + offset, (size_t)(s->size - offset), address, &insn))
        fail("%s: the instruction at 0x%" PRIx64 " is unknown", object->file, address);
    return insn;
}

static unsigned cycles_of(const struct core *core, enum insn_class class, const struct insn *insn)
{
    const struct core_row *row = core_row(core, class);
    if (row == NULL)
        fail("%s has no %s", core->name, insn_class_name[class]);
    return row->cycles + row->per_register * insn->registers;
}

int main(int argc, char **argv)
{
    fail_program = "trace_cycles";
    if (argc != 5)
        fail_usage("expected CORE MULTIPLIER ELF PROFILE");
    struct arena *arena = arena_new();
    const struct core *core = core_find(argv[1]);
    if (strcmp(argv[2], "0") != 0)
        core = core_with_multiplier(arena, core, argv[2]);
    size_t size;
    char *bytes = file_read(arena, argv[3], (size_t)1 << 26, &size);
    const struct object *object = object_read(arena, argv[3], bytes, size);
    const struct profile p = profile_read(arena, argv[4]);
    uint64_t instructions = 0, cycles = 0;
    for (size_t i = 0; i < p.size; i++) {
        const struct insn insn = insn_at(object, p.address[i]);
        const uint64_t behind = ran(&p, i, insn.address + insn.size);
        const uint64_t passed = behind < p.count[i] ? behind : p.count[i];
        instructions += p.count[i];
        if (insn.class == CLASS_BRANCH)
            cycles += passed * cycles_of(core, CLASS_BRANCH_PASSED, &insn) +
                      (p.count[i] - passed) * cycles_of(core, CLASS_BRANCH, &insn);
        else
            cycles += p.count[i] * cycles_of(core, insn.class, &insn);
    }
    printf("instructions=%" PRIu64 " cycles=%" PRIu64 "\n", instructions, cycles);
    arena_free(arena);
    return 0;
}
