/* See pipeline.h. */
#include "wcet/cores/pipeline.h"

#define NO_LINE UINT64_MAX

static void lines_forget(struct pipeline *p)
{
    if (p->memory.flash_wait == 0)
        return;
    for (unsigned i = 0; i < PIPELINE_MAX_SHIFTS; i++)
        p->line[i] = p->literal_line[i] = NO_LINE;
}

static void flash_begin(const struct pipeline *p, struct flash *f, size_t section, uint64_t align)
{
    unsigned line = p->memory.flash_line;
    *f = (struct flash){.section = section, .shifts = 1};
    f->step = align < 2 ? 2 : align > line ? line : (unsigned)align;
    if (p->relocatable && p->memory.flash_wait > 0 && line > f->step)
        f->shifts = line / f->step;
}

void pipeline_begin(struct pipeline *p, const struct core *core,
                    const struct memory_options *memory, bool relocatable, size_t section,
                    uint64_t align)
{
    *p = (struct pipeline){
        .core = core, .memory = *memory, .relocatable = relocatable, .literal_section = section};
    flash_begin(p, &p->code, section, align);
    lines_forget(p);
}

static void lines_fetch(const struct pipeline *p, struct flash *f, uint64_t last[],
                        uint64_t address, unsigned size)
{
    if (p->memory.flash_wait == 0)
        return;
    for (unsigned i = 0; i < f->shifts; i++) {
        uint64_t at = address + (uint64_t)i * f->step;
        uint64_t from = at / p->memory.flash_line, to = (at + size - 1) / p->memory.flash_line;
        uint64_t fetched = from == last[i] ? to - from : to - from + 1;
        f->waits[i] += fetched * p->memory.flash_wait;
        last[i] = to;
    }
}

/* The flash of a section with constants, or NULL if there are more than PIPELINE_MAX_TABLES. */
static struct flash *flash_find(struct pipeline *p, size_t section, uint64_t align)
{
    if (section == p->code.section)
        return &p->code;
    for (unsigned i = 0; i < p->n_tables; i++)
        if (p->tables[i].section == section)
            return &p->tables[i];
    if (p->n_tables == PIPELINE_MAX_TABLES)
        return NULL;
    flash_begin(p, &p->tables[p->n_tables], section, align);
    return &p->tables[p->n_tables++];
}

void pipeline_literal(struct pipeline *p, size_t section, uint64_t align, uint64_t address,
                      unsigned words)
{
    struct flash *flash = flash_find(p, section, align);
    if (p->memory.buffers == 1)
        lines_forget(p);
    if (section != p->literal_section || flash == NULL)
        for (unsigned i = 0; i < PIPELINE_MAX_SHIFTS; i++)
            p->literal_line[i] = NO_LINE;
    p->literal_section = section;
    if (flash != NULL)
        lines_fetch(p, flash, p->literal_line, address, 4 * words);
    else /* assumes that every word is in a line of its own */
        p->lost += (uint64_t)p->memory.flash_wait * words;
    if (p->memory.buffers == 1)
        lines_forget(p);
    p->clock += (uint64_t)p->memory.literal_wait * words;
}

void pipeline_scattered(struct pipeline *p, unsigned words)
{
    lines_forget(p);
    p->lost += (uint64_t)p->memory.flash_wait * words;
    p->clock += (uint64_t)p->memory.literal_wait * words;
}

/* The cycle in which all operands of an instruction are ready. A multiply-add needs its addend a
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
    lines_fetch(p, &p->code, p->line, insn->address, insn->size);
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
    for (unsigned i = 0; i < p->code.shifts; i++)
        p->code.waits[i] += p->memory.flash_wait; /* the line fetched ahead is not used */
    return (unsigned)(p->clock - began);
}

static uint64_t flash_worst(const struct flash *f)
{
    uint64_t worst = 0;
    for (unsigned i = 0; i < f->shifts; i++)
        if (f->waits[i] > worst)
            worst = f->waits[i];
    return worst;
}

uint64_t pipeline_waits(const struct pipeline *p)
{
    uint64_t waits = flash_worst(&p->code) + p->lost;
    for (unsigned i = 0; i < p->n_tables; i++)
        waits += flash_worst(&p->tables[i]);
    return waits;
}
