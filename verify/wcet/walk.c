/* See walk.h. walk_function is the loop; everything that it does not understand is refused by name
   and address. A counted loop would be taken here, at a backward branch. */
#include "walk.h"

#include "../../gen/fail.h"
#include "refuse.h"
#include "resolve.h"
#include "stream.h"

#include <inttypes.h>
#include <sha2.h>
#include <stdio.h>
#include <string.h>

enum { MAX_DEPTH = 200, MAX_FUNCTIONS = 100000 };
#define MAX_TOTAL (UINT64_C(1) << 52) /* exact in every reader of JSON */

/* One function on its way. */
struct path {
    struct analysis *a;
    size_t index;
    unsigned depth;
    uint64_t offset; /* of the next instruction */
    struct pipeline pipeline;
    struct tracker tracker;
    struct stream stream;
    size_t room;
};

static size_t function_walk(struct analysis *a, size_t section, uint64_t offset, unsigned depth,
                            const struct site *from);

static struct function *current(const struct path *path)
{
    return &path->a->functions[path->index];
}

static struct site site_of(const struct path *path, const struct insn *insn)
{
    const struct function *f = current(path);
    return (struct site){path->a->object,         f->name, f->section, path->offset,
                         path->offset - f->start, insn};
}

static bool decode(const struct object *object, size_t section, uint64_t offset, struct insn *insn)
{
    const struct object_section *s = &object->sections[section];
    return (object->machine == MACHINE_ARM ? decode_thumb : decode_riscv)(
        s->bytes + offset, s->size - offset, s->address + offset, insn);
}

void step_decode(const struct analysis *a, const struct function *function, const struct step *step,
                 struct insn *insn)
{
    decode(a->object, function->section, step->offset, insn);
}

/* The instruction at path->offset, which must be code, known, and of a time that is known. */
static const struct core_row *instruction_read(const struct path *path, struct insn *insn)
{
    const struct analysis *a = path->a;
    const struct function *f = current(path);
    const struct object_section *section = &a->object->sections[f->section];
    *insn = (struct insn){.text = "?"};
    struct site site = site_of(path, insn);
    if (path->offset >= section->size || section->bytes == NULL)
        refuse(&site, "the code runs over the end of its section");
    char kind = object_kind_at(a->object, f->section, path->offset);
    if (kind == 'd')
        refuse(&site, "the code runs into data");
    if (kind == 'a')
        refuse(&site, "32-bit ARM code, which no Cortex-M executes");
    if (!decode(a->object, f->section, path->offset, insn))
        refuse_unknown(&site, section->bytes + path->offset, section->size - path->offset);
    refuse_flow(&site);
    const struct core_row *row = core_row(a->core, insn->class);
    if (row == NULL)
        refuse(&site, "not an instruction of %s", a->core->name);
    if (row->data_dependent)
        refuse(&site, "%s: its time depends on the operands (%s)", insn_class_name[insn->class],
               row->source);
    return row;
}

static struct step *step_add(struct path *path, const struct insn *insn, unsigned cycles)
{
    struct function *f = current(path);
    if (f->n_steps == path->room) {
        size_t room = 2 * path->room + 64;
        f->steps = arena_grow(path->a->arena, f->steps, f->n_steps, room, sizeof(*f->steps));
        path->room = room;
    }
    struct step *step = &f->steps[f->n_steps++];
    *step = (struct step){path->offset, cycles, WALK_NO_CALLEE, (uint16_t)insn->class,
                          (uint16_t)insn->size};
    return step;
}

static void total_add(const struct site *site, uint64_t *total, uint64_t more)
{
    *total += more;
    if (*total > MAX_TOTAL)
        refuse(site, "more than 2^52 instructions or cycles");
}

/* Walks what is called, unless it has been, and adds it up. */
static void call_take(struct path *path, const struct insn *insn, size_t section, uint64_t offset)
{
    struct analysis *a = path->a;
    struct site site = site_of(path, insn);
    size_t callee = function_walk(a, section, offset, path->depth + 1, &site);
    struct function *f = current(path); /* the array may have moved */
    const struct function *g = &a->functions[callee];
    uint64_t depth = tracker_depth(&path->tracker) + g->stack;
    f->steps[f->n_steps - 1].callee = (uint32_t)callee;
    total_add(&site, &f->instructions, g->instructions);
    total_add(&site, &f->cycles, g->cycles);
    if (depth > f->stack)
        f->stack = depth;
    stream_call(&path->stream, (uint32_t)callee, g->changed);
}

static bool inside(const struct function *f, size_t section, uint64_t offset)
{
    return section == f->section && offset >= f->start && offset < f->end;
}

/* What the walk knows of a caller's registers holds only if the callee keeps them. */
static void kept_check(const struct path *path, const struct site *site)
{
    unsigned lost = tracker_lost(&path->tracker);
    if (lost != NO_REGISTER)
        refuse(site, "does not restore %c%u, which a function must keep",
               path->a->object->machine == MACHINE_ARM ? 'r' : 'x', lost);
}

/* Where a jump goes on: further down in the function, or into another one that returns for it.
   False: the function ends here. */
static bool jump_take(struct path *path, const struct insn *insn, size_t section, uint64_t offset)
{
    const struct function *f = current(path);
    struct site site = site_of(path, insn);
    if (inside(f, section, offset)) {
        if (offset <= path->offset)
            refuse(&site, "backward branch (a loop)");
        path->offset = offset;
        return true;
    }
    if (tracker_depth(&path->tracker) != 0 || !tracker_returns(&path->tracker, path->tracker.link))
        refuse(&site, "jump out of the function with its frame still in place");
    kept_check(path, &site);
    call_take(path, insn, section, offset);
    return false;
}

static void return_check(const struct path *path, const struct insn *insn)
{
    struct site site = site_of(path, insn);
    if (!tracker_returns(&path->tracker, insn->rd))
        refuse(&site, "indirect branch");
    if (tracker_depth(&path->tracker) != 0)
        refuse(&site, "returns with another stack pointer than it was called with");
    kept_check(path, &site);
}

/* A register that holds the place of code, or the address of code in an executable. */
static bool code_value(const struct path *path, unsigned reg, int64_t more, size_t *section,
                       uint64_t *offset)
{
    const struct object *object = path->a->object;
    struct value v = reg < 32 ? path->tracker.registers[reg] : (struct value){VALUE_UNKNOWN, 0, 0};
    if (v.kind == VALUE_PLACE && object->sections[v.section].code) {
        *section = v.section;
        *offset = (uint64_t)(v.number + more);
        return *offset < object->sections[*section].size;
    }
    if (v.kind != VALUE_CONSTANT)
        return false;
    uint64_t address = (uint64_t)(v.number + more) & 0xFFFFFFFE;
    *section = object_section_at(object, address);
    if (*section == OBJECT_NOWHERE || !object->sections[*section].code)
        return false;
    *offset = address - object->sections[*section].address;
    return true;
}

/* Goes on behind an instruction. False: the function ends here. */
static bool flow_take(struct path *path, const struct insn *insn)
{
    struct site site = site_of(path, insn);
    size_t section = 0;
    uint64_t offset = 0;
    bool call = insn->flow == FLOW_CALL || insn->flow == FLOW_CALL_REGISTER;
    switch (insn->flow) {
    case FLOW_JUMP:
    case FLOW_CALL: resolve_code(&site, &section, &offset); break;
    case FLOW_CALL_REGISTER:
        if (!code_value(path, insn->rd, insn->imm, &section, &offset))
            refuse(&site, "indirect call");
        break;
    case FLOW_REGISTER:
        if (!code_value(path, insn->rd, insn->imm, &section, &offset)) {
            return_check(path, insn);
            return false;
        }
        break;
    default: path->offset += insn->size; return true;
    }
    if (!call)
        return jump_take(path, insn, section, offset);
    call_take(path, insn, section, offset);
    tracker_call(&path->tracker);
    path->offset += insn->size;
    return true;
}

/* A load of a constant: from a literal pool, or through a register that points to constants. */
static void literal_take(struct path *path, const struct insn *insn, const struct value *place)
{
    struct analysis *a = path->a;
    const struct object_section *sections = a->object->sections;
    uint64_t address;
    if (insn->literal) {
        address = insn->target;
    } else if (insn->effect == EFFECT_MEMORY && insn->load) {
        const struct value *base =
            place->kind == VALUE_PLACE ? place : &path->tracker.registers[insn->rn];
        if (base->kind != VALUE_PLACE || sections[base->section].writable)
            return;
        address = sections[base->section].address + (uint64_t)(base->number + insn->slot);
    } else {
        return;
    }
    unsigned words = insn->registers > 1 ? insn->registers : 1;
    pipeline_literal(&path->pipeline, address, words);
    current(path)->own_literals += words;
}

/* One instruction: its time, what it does to registers and stack, what of the object it needs. */
static void instruction_take(struct path *path, const struct insn *insn, const struct core_row *row)
{
    struct analysis *a = path->a;
    struct site site = site_of(path, insn);
    uint64_t before = path->pipeline.clock;
    struct value place = resolve_place(a, &site);
    pipeline_step(&path->pipeline, insn, row);
    literal_take(path, insn, &place);
    if (insn->flow != FLOW_NEXT)
        pipeline_drain(&path->pipeline);
    a->bound = a->bound && row->published;
    const struct function *f = current(path);
    stream_add(&path->stream, &path->tracker, insn,
               a->object->sections[f->section].bytes + path->offset, &place);
    if (!inside(f, f->section, path->offset)) /* behind the end of its symbol */
        range_add(a, f->section, path->offset, path->offset + insn->size);
    step_add(path, insn, (unsigned)(path->pipeline.clock - before));
    bool saves_link = insn->flow == FLOW_CALL || insn->flow == FLOW_CALL_REGISTER;
    const char *lost = saves_link ? NULL : tracker_step(&path->tracker, insn, &place);
    if (lost != NULL)
        refuse(&site, "%s", lost);
}

static void function_finish(struct path *path)
{
    struct analysis *a = path->a;
    struct function *f = current(path);
    struct site site = site_of(path, &(struct insn){.text = ""});
    f->own_cycles = path->pipeline.clock;
    f->own_waits = pipeline_waits(&path->pipeline);
    f->own_stack = path->tracker.deepest;
    if (f->own_stack > f->stack)
        f->stack = f->own_stack;
    total_add(&site, &f->instructions, f->n_steps);
    total_add(&site, &f->cycles, f->own_cycles);
    total_add(&site, &f->cycles, f->own_waits);
    range_add(a, f->section, f->start, f->end);
    stream_end(&path->stream, f->stream);
    f->changed = path->stream.changed;
    f->done = true;
}

static size_t function_add(struct analysis *a, size_t section, uint64_t offset)
{
    const struct object_symbol *symbol = object_function_at(a->object, section, offset);
    if (a->n_functions == a->room) {
        size_t room = 2 * a->room + 16;
        a->functions =
            arena_grow(a->arena, a->functions, a->n_functions, room, sizeof(*a->functions));
        a->room = room;
    }
    struct function *f = &a->functions[a->n_functions];
    *f = (struct function){.section = section, .start = offset};
    f->name = symbol != NULL ? symbol->name : arena_printf(a->arena, "function_%" PRIx64, offset);
    f->end = object_end_of(a->object, symbol, section, offset);
    return a->n_functions++;
}

/* Walks the function at a place, once; returns its index. */
static size_t function_walk(struct analysis *a, size_t section, uint64_t offset, unsigned depth,
                            const struct site *from)
{
    for (size_t i = 0; i < a->n_functions; i++)
        if (a->functions[i].section == section && a->functions[i].start == offset) {
            if (!a->functions[i].done)
                refuse(from, "recursion: %s calls itself, directly or through others",
                       a->functions[i].name);
            return i;
        }
    if (depth > MAX_DEPTH || a->n_functions > MAX_FUNCTIONS)
        refuse(from, "calls nest deeper than %d", MAX_DEPTH);
    struct path path = {
        .a = a, .index = function_add(a, section, offset), .depth = depth, .offset = offset};
    refuse_helper(from, a->functions[path.index].name);
    const struct object_section *s = &a->object->sections[section];
    pipeline_begin(&path.pipeline, a->core, &a->memory, a->object->relocatable, s->align);
    tracker_begin(&path.tracker, a->object->machine);
    stream_begin(&path.stream, a->object);
    struct insn insn;
    do
        instruction_take(&path, &insn, instruction_read(&path, &insn));
    while (flow_take(&path, &insn));
    function_finish(&path);
    return path.index;
}

/* How often each function runs. A callee is found after its first caller, but not after all of
   them, so the counts spread until nothing changes; the call graph has no cycle. */
static void calls_count(struct analysis *a)
{
    uint64_t *order = arena_alloc(a->arena, a->n_functions, sizeof(*order));
    size_t n = 0;
    /* Functions are done in an order in which callees come first: by what they hold. */
    bool *seen = arena_alloc(a->arena, a->n_functions, sizeof(*seen));
    size_t *stack = arena_alloc(a->arena, a->n_functions + 1, sizeof(*stack));
    size_t *next = arena_alloc(a->arena, a->n_functions, sizeof(*next));
    size_t top = 0;
    stack[top++] = 0;
    seen[0] = true;
    while (top > 0) {
        size_t i = stack[top - 1];
        const struct function *f = &a->functions[i];
        while (next[i] < f->n_steps &&
               (f->steps[next[i]].callee == WALK_NO_CALLEE || seen[f->steps[next[i]].callee]))
            next[i]++;
        if (next[i] == f->n_steps) {
            order[n++] = i;
            top--;
        } else {
            stack[top] = f->steps[next[i]].callee;
            seen[stack[top++]] = true;
        }
    }
    a->functions[0].calls = 1;
    while (n-- > 0) { /* callers first */
        const struct function *f = &a->functions[order[n]];
        for (size_t i = 0; i < f->n_steps; i++)
            if (f->steps[i].callee != WALK_NO_CALLEE)
                a->functions[f->steps[i].callee].calls += f->calls;
    }
}

static void classes_sum(struct analysis *a)
{
    for (size_t i = 0; i < a->n_functions; i++) {
        const struct function *f = &a->functions[i];
        for (size_t k = 0; k < f->n_steps; k++) {
            a->class_instructions[f->steps[k].class] += f->calls;
            a->class_cycles[f->steps[k].class] += f->calls * f->steps[k].cycles;
        }
        a->waits += f->calls * f->own_waits;
        a->literal_loads += f->calls * f->own_literals;
    }
}

static void stream_sum(struct analysis *a)
{
    SHA2_CTX all;
    SHA256Init(&all);
    for (size_t i = 0; i < a->n_functions; i++)
        SHA256Update(&all, a->functions[i].stream, sizeof(a->functions[i].stream));
    SHA256End(&all, a->stream);
}

uint64_t cycles_contended(const struct analysis *a)
{
    return a->functions[0].cycles + (a->memory.literal_wait == 0 ? a->literal_loads : 0);
}

struct analysis *walk(struct arena *arena, const struct object *object, const struct core *core,
                      const struct memory_options *memory, const char *entry)
{
    struct analysis *a = arena_alloc(arena, 1, sizeof(*a));
    *a = (struct analysis){
        .arena = arena, .object = object, .core = core, .memory = *memory, .bound = true};
    const struct object_symbol *symbol = object_entry(object, entry);
    if (symbol->weak)
        fail("%s: %s is a weak definition, which the linker may replace", object->file,
             symbol->name);
    struct site site = {object,
                        symbol->name,
                        symbol->section,
                        symbol->offset,
                        0,
                        &(struct insn){.text = "the entry"}};
    function_walk(a, symbol->section, symbol->offset, 0, &site);
    calls_count(a);
    classes_sum(a);
    ranges_sum(a);
    stream_sum(a);
    return a;
}
