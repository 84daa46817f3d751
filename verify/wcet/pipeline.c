/* See pipeline.h. */
#include "pipeline.h"

#define NO_LINE UINT64_MAX

static void lines_forget(struct pipeline *p)
{
    for (unsigned i = 0; i < p->shifts; i++)
        p->line[i] = p->literal_line[i] = NO_LINE;
}

void pipeline_begin(struct pipeline *p, const struct core *core,
                    const struct memory_options *memory, bool relocatable, uint64_t align)
{
    *p = (struct pipeline){.core = core, .memory = *memory, .shifts = 1};
    p->shift_step = align < 2                    ? 2
                    : align > memory->flash_line ? memory->flash_line
                                                 : (unsigned)align;
    if (relocatable && memory->flash_wait > 0 && memory->flash_line > p->shift_step)
        p->shifts = memory->flash_line / p->shift_step;
    lines_forget(p);
}

static void lines_fetch(struct pipeline *p, uint64_t last[], uint64_t address, unsigned size)
{
    if (p->memory.flash_wait == 0)
        return;
    for (unsigned i = 0; i < p->shifts; i++) {
        uint64_t at = address + (uint64_t)i * p->shift_step;
        uint64_t from = at / p->memory.flash_line, to = (at + size - 1) / p->memory.flash_line;
        uint64_t fetched = from == last[i] ? to - from : to - from + 1;
        p->waits[i] += fetched * p->memory.flash_wait;
        last[i] = to;
    }
}

void pipeline_literal(struct pipeline *p, uint64_t address, unsigned words)
{
    if (p->memory.buffers == 1)
        lines_forget(p);
    lines_fetch(p, p->literal_line, address, 4 * words);
    if (p->memory.buffers == 1)
        lines_forget(p);
    p->clock += (uint64_t)p->memory.literal_wait * words;
}

/* When everything that an instruction reads is there. The addend of a multiply-add is consumed a
   cycle later than its factors. */
static uint64_t operands_ready(const struct pipeline *p, const struct insn *insn)
{
    uint64_t when = p->clock;
    for (unsigned r = 0; r < 64; r++) {
        uint64_t bit = UINT64_C(1) << r;
        if (((insn->reads | insn->writes) & bit) == 0)
            continue;
        bool waits = (insn->reads & bit) != 0 || p->core->waits_for_writes;
        uint64_t need = waits ? p->ready[r] : 0;
        if ((insn->late_reads & bit) != 0 && need > 0)
            need--;
        if ((insn->address_reads & bit) != 0 && p->ready_address[r] > need)
            need = p->ready_address[r];
        if (need > when)
            when = need;
    }
    return when;
}

unsigned pipeline_step(struct pipeline *p, const struct insn *insn, const struct core_row *row)
{
    uint64_t began = p->clock;
    uint64_t start = operands_ready(p, insn);
    p->clock = start + row->cycles + (uint64_t)row->per_register * insn->registers;
    for (unsigned r = 0; r < 64; r++) {
        if ((insn->writes >> r & 1) == 0)
            continue;
        p->ready[r] = p->clock + row->extra;
        p->ready_address[r] =
            p->clock + (row->address_extra > row->extra ? row->address_extra : row->extra);
    }
    lines_fetch(p, p->line, insn->address, insn->size);
    return (unsigned)(p->clock - began);
}

unsigned pipeline_drain(struct pipeline *p)
{
    uint64_t began = p->clock;
    for (unsigned r = 0; r < 64; r++) {
        uint64_t ready = p->ready[r] > p->ready_address[r] ? p->ready[r] : p->ready_address[r];
        if (ready > p->clock)
            p->clock = ready;
    }
    lines_forget(p);
    for (unsigned i = 0; i < p->shifts; i++)
        p->waits[i] += p->memory.flash_wait; /* what was fetched ahead, in vain */
    return (unsigned)(p->clock - began);
}

uint64_t pipeline_waits(const struct pipeline *p)
{
    uint64_t worst = 0;
    for (unsigned i = 0; i < p->shifts; i++)
        if (p->waits[i] > worst)
            worst = p->waits[i];
    return worst;
}
