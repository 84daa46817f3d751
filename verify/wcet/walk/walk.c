/* See walk.h. function_walk executes one instruction after the other, also around loops. The
   constants that the tracker knows must decide each conditional branch, so that all inputs take the
   same path. The walk refuses everything else by name and address. */
#include "wcet/walk/walk.h"

#include "base/fail.h"
#include "wcet/walk/addresses.h"
#include "wcet/walk/alignment.h"
#include "wcet/walk/functions.h"
#include "wcet/walk/pointers.h"
#include "wcet/walk/relocations.h"
#include "wcet/walk/resolve.h"
#include "wcet/walk/stream.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { MAX_DEPTH = 200, MAX_FUNCTIONS = 100000 };
/* Every reader of JSON represents whole numbers up to this one exactly. */
#define MAX_TOTAL (UINT64_C(1) << 52)

/* The state of the walk through one function. */
struct path {
    struct analysis *a;
    size_t index;
    unsigned depth;
    uint64_t offset; /* of the next instruction */
    struct pipeline pipeline;
    struct tracker tracker;
    struct stream stream;
    struct steps steps;
    uint64_t executed, branches; /* instructions, and conditional branches among them */
    struct visit scratch;        /* the current instruction, if no step keeps it */
};

static size_t function_walk(struct analysis *a, const struct value *where, unsigned depth,
                            const struct context *context, const struct site *from);

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

/* Reads the instruction at path->offset. Refuses data, an unknown instruction, and one whose time
   is unknown. */
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
    if (path->offset % 2 != 0)
        refuse(&site, "code at an odd address");
    if (section->writable)
        refuse(&site, "code in %s, a section that the program may write to", section->name);
    char kind = object_kind_at(a->object, f->section, path->offset);
    if (kind == 'd')
        refuse(&site, "the code runs into data");
    if (kind == 'a')
        refuse(&site, "32-bit ARM code, which no Cortex-M executes");
    if (!decode(a->object, f->section, path->offset, insn))
        refuse_unknown(&site, section->bytes + path->offset, section->size - path->offset);
    refuse_flow(&site);
    visit->row = core_row(a->core, insn->class);
    bool wide = a->core->narrow && insn->size > 2 && insn->flow != FLOW_CALL;
    if (visit->row == NULL || wide)
        refuse(&site, "not an instruction of %s", a->core->name);
    if (visit->row->data_dependent)
        refuse(&site, "%s: its time depends on the operands (%s)", insn_class_name[insn->class],
               visit->row->source);
    visit->reference = resolve_reference(path->a, &site);
}

/* The instruction at path->offset; from its second run on its step keeps it. */
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

/* Walks the called function with the tables that it gets, unless that has been done. */
static size_t callee_walk(struct path *path, const struct site *site, size_t section,
                          uint64_t offset)
{
    struct analysis *a = path->a;
    struct context context = {.which = 0};
    const struct value where = {.kind = VALUE_PLACE, .number = (int64_t)offset, .section = section};
    size_t callee = function_walk(a, &where, path->depth + 1, NULL, site);
    pointers_follow(a, current(path), &path->tracker, &a->functions[callee], &context);
    if (context.which != 0)
        callee = function_walk(a, &where, path->depth + 1, &context, site);
    addresses_follow(a, current(path), site, &path->tracker, &a->functions[callee]);
    return callee;
}

/* Adds the figures of a callee. */
static void call_take(struct path *path, const struct insn *insn, struct step *step, size_t section,
                      uint64_t offset)
{
    struct analysis *a = path->a;
    struct site site = site_of(path, insn);
    unsigned passed = tracker_passes(&path->tracker);
    if (passed != NO_REGISTER)
        refuse(&site, "passes on a register of its caller, in %c%u",
               a->object->machine == MACHINE_ARM ? 'r' : 'x', passed);
    size_t callee = callee_walk(path, &site, section, offset);
    struct function *f = current(path); /* the array may have moved */
    const struct function *g = &a->functions[callee];
    uint64_t depth = tracker_depth(&path->tracker) + g->stack;
    if (step->callee == WALK_NO_CALLEE)
        step->callee = (uint32_t)callee;
    if (a->functions[step->callee].start != g->start ||
        a->functions[step->callee].section != g->section)
        refuse(&site, "calls now %s and now %s", a->functions[step->callee].name, g->name);
    step->called += g->busy;
    function_calls(a, f, callee);
    tracker_reach(&path->tracker, g->above);
    total_add(&site, &f->instructions, g->instructions);
    total_add(&site, &f->busy, g->busy);
    total_add(&site, &f->cycles, g->cycles);
    if (depth > f->stack)
        f->stack = depth;
    stream_call(&path->stream, (uint32_t)callee, g->changed);
}

static bool is_in_function(const struct function *f, size_t section, uint64_t offset)
{
    return section == f->section && offset >= f->start && offset < f->end;
}

/* Refuses a function that does not restore a register, because the walk relies on that for callers.
 */
static void kept_check(const struct path *path, const struct site *site)
{
    unsigned lost = tracker_lost(&path->tracker);
    if (lost != NO_REGISTER)
        refuse(site, "does not restore %c%u, which a function must keep",
               path->a->object->machine == MACHINE_ARM ? 'r' : 'x', lost);
}

/* Follows a jump: to a place in this function, or into another function, which then returns for
   this one. Returns false if the function ends here. */
static bool jump_take(struct path *path, const struct insn *insn, struct step *step, size_t section,
                      uint64_t offset)
{
    const struct function *f = current(path);
    struct site site = site_of(path, insn);
    if (is_in_function(f, section, offset)) {
        if (offset <= path->offset &&
            !steps_loop(&path->steps, offset, path->offset, path->branches))
            refuse(&site, "backward branch (a loop) that nothing leaves");
        path->offset = offset;
        return true;
    }
    if (tracker_depth(&path->tracker) != 0 ||
        !tracker_is_return(&path->tracker, &path->tracker.registers[path->tracker.link]))
        refuse(&site, "jump out of the function with its frame still in place");
    kept_check(path, &site);
    call_take(path, insn, step, section, offset);
    return false;
}

static void return_check(const struct path *path, const struct insn *insn,
                         const struct value *target)
{
    struct site site = site_of(path, insn);
    if (!tracker_is_return(&path->tracker, target))
        refuse(&site, "indirect branch");
    if (tracker_depth(&path->tracker) != 0)
        refuse(&site, "returns with another stack pointer than it was called with");
    kept_check(path, &site);
}

/* Whether a value is the address of code; fills in its place. The lowest bit of an address says on
   ARM that the code is Thumb; RISC-V ignores it. */
static bool code_value(const struct path *path, const struct value *target, size_t *section,
                       uint64_t *offset)
{
    const struct object *object = path->a->object;
    struct value v = *target;
    bool thumb = (v.number & 1) != 0;
    v.number &= ~INT64_C(1);
    v = value_place(object, v);
    if (v.kind != VALUE_PLACE || !object->sections[v.section].code ||
        (object->machine == MACHINE_ARM && !thumb))
        return false;
    *section = v.section;
    *offset = (uint64_t)v.number;
    return *offset < object->sections[*section].size;
}

/* Continues behind an instruction. Returns false if the function ends here. */
static bool flow_take(struct path *path, const struct visit *visit, struct step *step)
{
    const struct insn *insn = &visit->insn;
    struct site site = site_of(path, insn);
    struct value target = tracker_target(&path->tracker, insn, &visit->reference);
    size_t section = 0;
    uint64_t offset = 0;
    bool call = insn->flow == FLOW_CALL || insn->flow == FLOW_CALL_REGISTER;
    switch (step->class == CLASS_BRANCH_PASSED ? FLOW_NEXT : insn->flow) {
    case FLOW_CONDITIONAL:
    case FLOW_JUMP:
    case FLOW_CALL: resolve_code(&site, &section, &offset); break;
    case FLOW_CALL_REGISTER:
        if (!code_value(path, &target, &section, &offset))
            refuse(&site, "indirect call");
        break;
    case FLOW_REGISTER:
        if (!code_value(path, &target, &section, &offset)) {
            return_check(path, insn, &target);
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

/* Whether a conditional branch is not taken. Refuses a branch that constants do not decide. */
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

static void executed_count(struct path *path, const struct insn *insn, const struct step *step)
{
    struct site site = site_of(path, insn);
    path->executed++;
    if (step->times > 1 && path->a->left-- == 0)
        refuse(&site, "a loop without end, or too long to be followed");
}

/* Executes one instruction: its time, its effect on registers and stack, the data that it needs.
   Returns its step. */
static struct step *instruction_take(struct path *path, const struct visit *visit)
{
    struct analysis *a = path->a;
    const struct insn *insn = &visit->insn;
    struct site site = site_of(path, insn);
    uint64_t before = path->pipeline.clock;
    bool passes = branch_passes(path, insn);
    alignment_check(&site, &path->tracker, &visit->reference);
    const struct core_row *row = passes ? core_row(a->core, CLASS_BRANCH_PASSED) : visit->row;
    pipeline_step(&path->pipeline, insn, row);
    addresses_take(a, current(path), &site, &path->tracker, visit);
    literal_take(current(path), a->object, &path->pipeline, &path->tracker, visit);
    if (insn->flow != FLOW_NEXT)
        pipeline_drain(&path->pipeline);
    a->bound = a->bound && row->published;
    const struct function *f = current(path);
    stream_add(&path->stream, &path->tracker, insn,
               a->object->sections[f->section].bytes + path->offset, &visit->reference);
    struct step *step = steps_add(&path->steps, path->offset, insn, row->class);
    executed_count(path, insn, step);
    /* Code may go on behind the end of the function's symbol. */
    if (step->times == 1 && !is_in_function(f, f->section, path->offset))
        range_add(a, f->section, path->offset, path->offset + insn->size);
    uint64_t cycles = path->pipeline.clock - before;
    step->cycles += cycles;
    if (cycles > step->most)
        step->most = (uint32_t)cycles;
    bool saves_link = insn->flow == FLOW_CALL || insn->flow == FLOW_CALL_REGISTER;
    const char *lost = saves_link ? NULL : tracker_step(&path->tracker, insn, &visit->reference);
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
    f->derived = path->tracker.derived;
    a->leaked = a->leaked || path->tracker.leaked;
    a->address_stored = a->address_stored || path->tracker.address_stored;
    steps_finish(&path->steps);
    f->steps = path->steps.list;
    f->n_steps = path->steps.n;
    f->loops = path->steps.loops;
    f->n_loops = path->steps.n_loops;
    f->own_instructions = path->executed;
    total_add(&site, &f->instructions, f->own_instructions);
    total_add(&site, &f->busy, f->own_cycles);
    total_add(&site, &f->cycles, f->own_cycles);
    total_add(&site, &f->cycles, f->own_waits);
    range_add(a, f->section, f->start, f->end);
    stream_end(&path->stream, f->stream);
    f->changed = path->stream.changed;
    f->done = true;
}

static void function_begin(struct path *path, const struct context *context)
{
    const struct analysis *a = path->a;
    const struct function *f = current(path);
    pipeline_begin(&path->pipeline, a->core, &a->memory, a->object->relocatable, f->section,
                   a->object->sections[f->section].align);
    tracker_begin(&path->tracker, a->object);
    path->tracker.is_entry = path->depth == 0;
    stream_begin(&path->stream, a->object);
    path->steps.arena = a->arena;
    for (unsigned r = 0; context != NULL && r < 32; r++)
        if ((context->which >> r & 1) != 0)
            path->tracker.registers[r] = context->values[r];
}

/* Walks the function at a place, once for each context; returns its index. */
static size_t function_walk(struct analysis *a, const struct value *where, unsigned depth,
                            const struct context *context, const struct site *from)
{
    size_t found = function_find(a, where, context, from);
    if (found < a->n_functions)
        return found;
    if (depth > MAX_DEPTH || a->n_functions > MAX_FUNCTIONS)
        refuse(from, "calls nest deeper than %d", MAX_DEPTH);
    uint64_t offset = (uint64_t)where->number;
    struct path path = {.a = a,
                        .index = function_add(a, where->section, offset, context),
                        .depth = depth,
                        .offset = offset};
    refuse_helper(from, a->functions[path.index].name);
    function_begin(&path, context);
    const struct visit *visit;
    do
        visit = instruction_visit(&path);
    while (flow_take(&path, visit, instruction_take(&path, visit)));
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
    relocations_check(object);
    const struct object_symbol *symbol = object_entry(object, entry);
    if (symbol->weak)
        fail("%s: %s is %s, which the linker may replace", object->file, symbol->name,
             object->sections[symbol->section].shared ? "in a COMDAT group" : "a weak definition");
    struct site site = {object,
                        symbol->name,
                        symbol->section,
                        symbol->offset,
                        0,
                        &(struct insn){.text = "the entry"}};
    const struct value where = {
        .kind = VALUE_PLACE, .number = (int64_t)symbol->offset, .section = symbol->section};
    function_walk(a, &where, 0, NULL, &site);
    analysis_sum(a);
    addresses_sum(a);
    return a;
}
