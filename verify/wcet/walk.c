/* See walk.h. function_walk follows the code as the core would, instruction after instruction, also
   round a loop: each conditional branch on the way must be decided by what the tracker knows of
   constants, so that every input goes the same way. Everything else is refused by name and address.
 */
#include "walk.h"

#include "../../gen/fail.h"
#include "refuse.h"
#include "resolve.h"
#include "stream.h"

#include <inttypes.h>
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
    struct steps steps;
    uint64_t executed, branches; /* instructions, conditional branches among them */
    struct visit scratch;        /* the instruction at hand, if it is not kept */
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
static void instruction_read(const struct path *path, struct visit *visit)
{
    const struct analysis *a = path->a;
    const struct function *f = current(path);
    const struct object_section *section = &a->object->sections[f->section];
    struct insn *insn = &visit->insn;
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
    visit->row = core_row(a->core, insn->class);
    if (visit->row == NULL)
        refuse(&site, "not an instruction of %s", a->core->name);
    if (visit->row->data_dependent)
        refuse(&site, "%s: its time depends on the operands (%s)", insn_class_name[insn->class],
               visit->row->source);
    visit->place = resolve_place(path->a, &site);
}

/* The same, kept when it is here for the second time. */
static const struct visit *instruction_visit(struct path *path)
{
    struct step *step = steps_find(&path->steps, path->offset);
    if (step != NULL && step->visit != NULL)
        return step->visit;
    instruction_read(path, &path->scratch);
    if (step == NULL)
        return &path->scratch;
    step->visit = arena_alloc(path->a->arena, 1, sizeof(*step->visit));
    *step->visit = path->scratch;
    return step->visit;
}

static void total_add(const struct site *site, uint64_t *total, uint64_t more)
{
    *total += more;
    if (*total > MAX_TOTAL)
        refuse(site, "more than 2^52 instructions or cycles");
}

/* Walks what is called, unless it has been, and adds it up. */
static void call_take(struct path *path, const struct insn *insn, struct step *step, size_t section,
                      uint64_t offset)
{
    struct analysis *a = path->a;
    struct site site = site_of(path, insn);
    size_t callee = function_walk(a, section, offset, path->depth + 1, &site);
    struct function *f = current(path); /* the array may have moved */
    const struct function *g = &a->functions[callee];
    uint64_t depth = tracker_depth(&path->tracker) + g->stack;
    if (step->callee != WALK_NO_CALLEE && step->callee != callee)
        refuse(&site, "calls now %s and now %s", a->functions[step->callee].name, g->name);
    step->callee = (uint32_t)callee;
    tracker_reach(&path->tracker, g->above);
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
static bool jump_take(struct path *path, const struct insn *insn, struct step *step, size_t section,
                      uint64_t offset)
{
    const struct function *f = current(path);
    struct site site = site_of(path, insn);
    if (inside(f, section, offset)) {
        if (offset <= path->offset &&
            !steps_loop(&path->steps, offset, path->offset, path->branches))
            refuse(&site, "backward branch (a loop) that nothing leaves");
        path->offset = offset;
        return true;
    }
    if (tracker_depth(&path->tracker) != 0 || !tracker_returns(&path->tracker, path->tracker.link))
        refuse(&site, "jump out of the function with its frame still in place");
    kept_check(path, &site);
    call_take(path, insn, step, section, offset);
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
static bool flow_take(struct path *path, const struct insn *insn, struct step *step)
{
    struct site site = site_of(path, insn);
    size_t section = 0;
    uint64_t offset = 0;
    bool call = insn->flow == FLOW_CALL || insn->flow == FLOW_CALL_REGISTER;
    switch (step->class == CLASS_BRANCH_PASSED ? FLOW_NEXT : insn->flow) {
    case FLOW_CONDITIONAL:
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
        return jump_take(path, insn, step, section, offset);
    call_take(path, insn, step, section, offset);
    tracker_call(&path->tracker, (uint32_t)path->a->functions[step->callee].changed);
    path->offset += insn->size;
    return true;
}

/* A load of a constant: from a literal pool, or through a register that points to constants. */
static void literal_take(struct path *path, const struct insn *insn, const struct value *place)
{
    const struct object *object = path->a->object;
    bool loads = insn->load && (insn->effect == EFFECT_MEMORY || insn->indexed);
    uint64_t address = insn->target;
    if (!insn->literal && !loads)
        return;
    if (!insn->literal) {
        struct value where =
            place->kind == VALUE_PLACE ? *place : tracker_address(&path->tracker, insn);
        where = value_place(object, where);
        if (where.kind != VALUE_PLACE || object->sections[where.section].writable)
            return;
        if (place->kind == VALUE_PLACE)
            where.number += insn->slot;
        address = object->sections[where.section].address + (uint64_t)where.number;
    }
    unsigned words = insn->registers > 1 ? insn->registers : 1;
    pipeline_literal(&path->pipeline, address, words);
    current(path)->own_literals += words;
}

/* Which way a conditional branch goes: the same for every input, or the run ends here. */
static bool branch_passes(struct path *path, const struct insn *insn)
{
    bool taken;
    struct site site = site_of(path, insn);
    if (insn->flow != FLOW_CONDITIONAL)
        return false;
    if (!tracker_decides(&path->tracker, insn, &taken))
        refuse_branch(&site);
    path->branches++;
    stream_branch(&path->stream, taken);
    return !taken;
}

static void executed_count(struct path *path, const struct insn *insn)
{
    struct site site = site_of(path, insn);
    path->executed++;
    if (path->a->left-- == 0)
        refuse(&site, "a loop without end, or too long to be followed");
}

/* One instruction: its time, what it does to registers and stack, what of the object it needs.
   Returns where it is noted. */
static struct step *instruction_take(struct path *path, const struct visit *visit)
{
    struct analysis *a = path->a;
    const struct insn *insn = &visit->insn;
    struct site site = site_of(path, insn);
    uint64_t before = path->pipeline.clock;
    bool passes = branch_passes(path, insn);
    const struct core_row *row = passes ? core_row(a->core, CLASS_BRANCH_PASSED) : visit->row;
    executed_count(path, insn);
    pipeline_step(&path->pipeline, insn, row);
    literal_take(path, insn, &visit->place);
    if (insn->flow != FLOW_NEXT)
        pipeline_drain(&path->pipeline);
    a->bound = a->bound && row->published;
    const struct function *f = current(path);
    stream_add(&path->stream, &path->tracker, insn,
               a->object->sections[f->section].bytes + path->offset, &visit->place);
    struct step *step = steps_add(&path->steps, path->offset, insn, row->class);
    if (step->times == 1 && !inside(f, f->section, path->offset)) /* behind the end of its symbol */
        range_add(a, f->section, path->offset, path->offset + insn->size);
    uint64_t cycles = path->pipeline.clock - before;
    step->cycles += cycles;
    if (cycles > step->most)
        step->most = (uint32_t)cycles;
    bool saves_link = insn->flow == FLOW_CALL || insn->flow == FLOW_CALL_REGISTER;
    const char *lost = saves_link ? NULL : tracker_step(&path->tracker, insn, &visit->place);
    if (lost != NULL)
        refuse(&site, "%s", lost);
    return step;
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
    f->above = path->tracker.above;
    steps_finish(&path->steps);
    f->steps = path->steps.list;
    f->n_steps = path->steps.n;
    f->loops = path->steps.loops;
    f->n_loops = path->steps.n_loops;
    f->own_instructions = path->executed;
    total_add(&site, &f->instructions, f->own_instructions);
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
    tracker_begin(&path.tracker, a->object);
    stream_begin(&path.stream, a->object);
    path.steps.arena = a->arena;
    const struct visit *visit;
    do
        visit = instruction_visit(&path);
    while (flow_take(&path, &visit->insn, instruction_take(&path, visit)));
    function_finish(&path);
    return path.index;
}

struct analysis *walk(struct arena *arena, const struct object *object, const struct core *core,
                      const struct memory_options *memory, const char *entry, uint64_t limit)
{
    struct analysis *a = arena_alloc(arena, 1, sizeof(*a));
    *a = (struct analysis){.arena = arena,
                           .object = object,
                           .core = core,
                           .memory = *memory,
                           .left = limit,
                           .bound = true};
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
    analysis_sum(a);
    return a;
}
