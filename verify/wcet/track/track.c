/* See track.h. */
#include "wcet/track/track.h"

/* The calling conventions. A call may change r0-r3, r12, lr (RISC-V: ra, t0-t6, a0-a7) and must
   keep r4-r11 (RISC-V: gp, tp, s0-s11). */
enum { ARM_CLOBBERED = 0x500F, ARM_KEPT = 0x0FF0 };
#define RISCV_CLOBBERED 0xF003FCE2U
#define RISCV_KEPT      0x0FFC0318U
#define RISCV_COMMON    0x00000018U /* gp, tp */
enum { ARM_SCRATCH = 12, ARM_SP = 13, ARM_LR = 14, ARM_PC = 15, RISCV_RA = 1, RISCV_SP = 2 };
enum { MAX_FRAME = 1 << 30 };

/* A new symbol: an unknown number that differs from all earlier ones. `like` says what it depends
   on. */
static struct value symbol_new(struct tracker *t, struct value like)
{
    like.kind = VALUE_SYMBOL;
    like.number = 0;
    like.section = t->symbols++;
    return like;
}

static const struct value fixed = {.kind = VALUE_UNKNOWN};
static const struct value loaded = {.kind = VALUE_UNKNOWN, .data = true};
static const struct value returned = {.kind = VALUE_UNKNOWN, .data = true, .computed = true};

/* What the result of arithmetic depends on: on data, if a register that it reads does. In a
   function that another one calls, the registers at entry may hold data. */
static struct value result_like(const struct tracker *t, const struct insn *insn)
{
    struct value like = {.kind = VALUE_UNKNOWN, .computed = true};
    uint64_t reads = insn->reads & ~insn->unused;
    like.data = reads >> FIRST_FLOAT != 0 || insn->by_flags;
    for (unsigned r = 0; r < 32; r++) {
        const struct value *v = &t->registers[r];
        if ((reads >> r & 1) == 0)
            continue;
        bool symbol = v->kind == VALUE_SYMBOL, argument = symbol && v->section < 32;
        like.data = like.data || (argument ? !t->is_entry : symbol && v->data);
        like.address = like.address || v->kind == VALUE_PLACE || v->kind == VALUE_FRAME ||
                       value_is_half(v) || (argument ? t->is_entry : symbol && v->address);
    }
    return like;
}

/* What a loaded word depends on: on data, unless it is a constant. */
static struct value load_like(const struct tracker *t, const struct insn *insn,
                              const struct reference *reference)
{
    const struct value place = value_place(t->object, tracker_address(t, insn, reference));
    bool constant = place.kind == VALUE_PLACE && !t->object->sections[place.section].writable;
    return insn->literal || constant ? fixed : loaded;
}

static bool held_at_entry(const struct value *value, size_t reg)
{
    return value->kind == VALUE_SYMBOL && value->section == reg && value->number == 0;
}

void tracker_begin(struct tracker *t, const struct object *object)
{
    bool arm = object->machine == MACHINE_ARM;
    *t = (struct tracker){.object = object,
                          .sp = arm ? ARM_SP : RISCV_SP,
                          .link = arm ? ARM_LR : RISCV_RA,
                          .clobbered = arm ? ARM_CLOBBERED : RISCV_CLOBBERED,
                          .kept = arm ? ARM_KEPT : RISCV_KEPT,
                          .zero_register = !arm};
    for (unsigned r = 0; r < 32; r++)
        t->registers[r] = symbol_new(t, fixed);
    t->registers[t->sp] = (struct value){.kind = VALUE_FRAME};
    if (t->zero_register)
        t->registers[0] = value_constant(0);
}

/* --- flags ------------------------------------------------------------------------------------ */

static struct flags compare(const struct tracker *t, const struct insn *insn)
{
    const struct flags lost = {0, 0};
    struct value right = value_constant(insn->against);
    if (insn->left >= 32 || (insn->right >= 32 && insn->right != NO_REGISTER))
        return lost;
    const struct value *left = &t->registers[insn->left];
    if (insn->right < 32)
        right = t->registers[insn->right];
    uint32_t a, b, distance;
    if (value_number(t->object, left, &a) && value_number(t->object, &right, &b))
        return insn->flags == FLAGS_ADD ? flags_add(a, b) : flags_subtract(a, b);
    if (insn->flags == FLAGS_SUBTRACT && value_distance(t->object, left, &right, &distance))
        return flags_result(distance); /* only the distance is known, so C and V are unknown */
    return lost;
}

static void flags_follow(struct tracker *t, const struct insn *insn, struct flags compared)
{
    uint32_t result;
    switch (insn->flags) {
    case FLAGS_KEPT: return;
    case FLAGS_SUBTRACT:
    case FLAGS_ADD: t->flags = compared; return;
    case FLAGS_RESULT:
        if (insn->rd < 32 && value_number(t->object, &t->registers[insn->rd], &result)) {
            t->flags = flags_result(result);
            return;
        }
        break;
    case FLAGS_LOST: break;
    }
    t->flags = (struct flags){0, 0};
}

bool tracker_decides(const struct tracker *t, const struct insn *insn, bool *taken)
{
    return condition_decide(insn->flags == FLAGS_SUBTRACT ? compare(t, insn) : t->flags,
                            insn->condition, taken);
}

/* --- the stack -------------------------------------------------------------------------------- */

/* Forgets what the stack held in these bytes. */
static void frame_overwrite(struct tracker *t, int64_t at, uint64_t bytes)
{
    int64_t end = at + (int64_t)bytes;
    for (unsigned k = 0; k < 32; k++)
        if (t->saved_at[k] < end && at < t->saved_at[k] + 4)
            t->saved[k] = false;
    slots_overwrite(&t->slots, at, bytes);
    if (end > 0 && (uint64_t)end > t->above)
        t->above = (uint64_t)end;
}

void tracker_reach(struct tracker *t, uint64_t bytes)
{
    if (bytes > 0)
        frame_overwrite(t, t->registers[t->sp].number, bytes);
}

static struct value frame_load(struct tracker *t, int64_t at)
{
    for (unsigned k = 0; k < 32; k++)
        if (t->saved[k] && t->saved_at[k] == at)
            return (struct value){.kind = VALUE_SYMBOL, .section = k};
    struct value value = slots_load(&t->slots, at);
    return value.kind == VALUE_UNKNOWN ? symbol_new(t, loaded) : value;
}

static void frame_store(struct tracker *t, int64_t at, const struct value *value)
{
    slots_store(&t->slots, at, *value);
    if (value->kind != VALUE_SYMBOL || value->section >= 32 || value->number != 0)
        return;
    t->saved[value->section] = true;
    t->saved_at[value->section] = at;
}

/* The registers whose value leaves the tracked registers by this instruction: into memory, or into
   arithmetic with unknown numbers. To be called when the tracker has taken the instruction. */
static uint32_t values_leak(const struct tracker *t, const struct insn *insn)
{
    uint32_t leaking = 0;
    bool sums = insn->effect == EFFECT_ADD || insn->effect == EFFECT_ADD_REGISTER ||
                insn->effect == EFFECT_SUBTRACT_REGISTER || insn->effect == EFFECT_TOP;
    bool loses = sums && insn->rd < 32 ? t->registers[insn->rd].kind == VALUE_SYMBOL &&
                                             t->registers[insn->rd].section + 1 == t->symbols
                                       : insn->writes != 0 || insn->stored > 0;
    for (unsigned r = 0; r < 32; r++) {
        bool base = insn->effect == EFFECT_MEMORY && r == insn->rn;
        bool data = !insn->load && (insn->list >> r & 1) != 0;
        if ((insn->reads >> r & 1) != 0 && (base ? data : loses && !(insn->indexed && insn->load)))
            leaking |= UINT32_C(1) << r;
    }
    return leaking;
}

/* Notes addresses of the frame and of tables that leave the tracked registers. `before` has the
   registers' values before the instruction. */
static void leaks_note(struct tracker *t, const struct insn *insn, const struct value before[32])
{
    uint32_t leaking = values_leak(t, insn);
    for (unsigned r = 0; r < 32; r++) {
        const struct value *v = &before[r];
        if ((leaking >> r & 1) == 0)
            continue;
        t->slots.escaped = t->slots.escaped || v->kind == VALUE_FRAME;
        t->leaked = t->leaked || value_is_table(t->object, v) || value_is_half(v);
        t->address_stored = t->address_stored || (insn->stored > 0 && v->data && v->address);
        if (v->kind == VALUE_SYMBOL && v->section < 32)
            t->derived |= UINT32_C(1) << v->section;
    }
}

/* --- instructions ----------------------------------------------------------------------------- */

/* The address that the second of two instructions completes, whose first one set `reg`. */
static struct value address_complete(const struct tracker *t, unsigned reg,
                                     const struct reference *reference)
{
    bool fits = reg < 32 && value_same_half(&t->registers[reg], &reference->half);
    return fits ? reference->value : value_unknown;
}

struct value tracker_address(const struct tracker *t, const struct insn *insn,
                             const struct reference *reference)
{
    if (insn->rn >= 32 || (insn->indexed && insn->rm >= 32))
        return value_unknown;
    if (reference->part == REFERENCE_SECOND)
        return address_complete(t, insn->rn, reference);
    if (insn->indexed)
        return value_sum(&t->registers[insn->rn], &t->registers[insn->rm], insn->shift);
    return value_add(t->registers[insn->rn], insn->slot);
}

/* Whether a distance from this address may be another one in the linked program: the linker
   shortens RISC-V code. */
static bool code_may_shrink(const struct tracker *t, const struct value *value)
{
    return value->kind == VALUE_PLACE && t->object->sections[value->section].code &&
           t->object->sections[value->section].shrinks;
}

struct value tracker_target(const struct tracker *t, const struct insn *insn,
                            const struct reference *reference)
{
    if (reference->part == REFERENCE_SECOND)
        return address_complete(t, insn->rd, reference);
    if (insn->rd >= 32 || (insn->imm != 0 && code_may_shrink(t, &t->registers[insn->rd])))
        return value_unknown;
    return value_add(t->registers[insn->rd], insn->imm);
}

/* Whether the value is what a register that a function must keep held at entry: its caller's, and
   nothing that the function may know. RISC-V's gp and tp are everybody's. */
static bool is_of_caller(const struct tracker *t, const struct value *value)
{
    uint32_t common = t->zero_register ? RISCV_COMMON : 0;
    return value->kind == VALUE_SYMBOL && value->section < 32 &&
           ((t->kept & ~common) >> value->section & 1) != 0;
}

unsigned tracker_passes(const struct tracker *t)
{
    for (unsigned r = 0; r < 32; r++)
        if ((t->clobbered >> r & 1) != 0 && r != t->link && is_of_caller(t, &t->registers[r]))
            return r;
    return NO_REGISTER;
}

/* Applies a store to the stack frame. Returns NULL, or why its place is unknown. */
static const char *store_follow(struct tracker *t, const struct insn *insn,
                                const struct reference *reference)
{
    struct value address = tracker_address(t, insn, reference);
    const struct value *n = insn->rn < 32 ? &t->registers[insn->rn] : &value_unknown;
    const struct value *m = insn->indexed && insn->rm < 32 ? &t->registers[insn->rm] : n;
    const struct value place = value_place(t->object, address);
    bool near_frame = n->kind == VALUE_FRAME || m->kind == VALUE_FRAME;
    if (is_of_caller(t, n) || is_of_caller(t, m))
        return "stores through a register of its caller, which may point to the caller's stack";
    if (place.kind == VALUE_PLACE && !t->object->sections[place.section].writable)
        return "stores to code or constants";
    if (address.kind == VALUE_FRAME)
        frame_overwrite(t, address.number, insn->stored);
    else if (near_frame)
        return "stores to the stack at a place that cannot be followed";
    else if (address.kind != VALUE_PLACE && t->slots.escaped)
        slots_forget(&t->slots);
    return NULL;
}

/* Copies values between integer registers and the frame, for a load or store of words. */
static void words_follow(struct tracker *t, const struct insn *insn, struct value like)
{
    const struct value base = t->registers[insn->rn];
    bool stack = base.kind == VALUE_FRAME;
    int64_t at = base.number + insn->slot;
    for (unsigned i = 0; i < 32; i++) {
        unsigned r = insn->descending ? 31 - i : i;
        if ((insn->list >> r & 1) == 0)
            continue;
        if (insn->load)
            t->registers[r] = stack ? frame_load(t, at) : symbol_new(t, like);
        else if (stack)
            frame_store(t, at, &t->registers[r]);
        if (insn->twice && stack)
            frame_store(t, at + 4, &t->registers[r]);
        at += 4;
    }
    if (insn->delta != 0)
        t->registers[insn->rn] = value_add(base, insn->delta);
}

/* Makes the registers of a mask unknown. */
static void writes_forget(struct tracker *t, uint64_t writes, struct value like)
{
    for (unsigned r = 0; r < 32; r++)
        if ((writes >> r & 1) != 0)
            t->registers[r] = symbol_new(t, like);
}

static struct value result_of(const struct tracker *t, const struct insn *insn)
{
    const struct value *d = &t->registers[insn->rd];
    if (insn->effect == EFFECT_CONSTANT)
        return value_constant(insn->imm);
    if (insn->effect == EFFECT_TOP)
        return d->kind == VALUE_CONSTANT
                   ? value_constant((d->number & 0xFFFF) | (insn->imm & 0xFFFF) << 16)
                   : value_unknown;
    if (insn->rn >= 32)
        return value_unknown;
    const struct value *n = &t->registers[insn->rn];
    const struct value *m = insn->rm < 32 ? &t->registers[insn->rm] : &value_unknown;
    switch (insn->effect) {
    case EFFECT_ADD: return value_add(*n, insn->imm);
    case EFFECT_ADD_REGISTER: return value_sum(n, m, insn->shift);
    case EFFECT_SUBTRACT_REGISTER: return value_difference(t->object, n, m);
    case EFFECT_AND_REGISTER:
        return n->kind == VALUE_CONSTANT && m->kind == VALUE_CONSTANT
                   ? value_constant(n->number & m->number)
                   : value_unknown;
    default: break;
    }
    bool shifts = insn->effect != EFFECT_MASK;
    if (n->kind != VALUE_CONSTANT || (shifts && (insn->imm < 0 || insn->imm > 31)))
        return value_unknown;
    return value_constant(number_compute(insn, n->number));
}

static void effect_apply(struct tracker *t, const struct insn *insn,
                         const struct reference *reference)
{
    const struct value like = insn->load ? load_like(t, insn, reference) : result_like(t, insn);
    if (insn->effect == EFFECT_NONE) {
        writes_forget(t, insn->writes, like);
    } else if (insn->effect == EFFECT_MEMORY) {
        uint64_t base = insn->delta != 0 ? UINT64_C(1) << insn->rn : 0;
        writes_forget(t, insn->writes & ~base & ~(uint64_t)insn->list, like);
        words_follow(t, insn, like);
    } else if (insn->rd < 32) {
        struct value result = result_of(t, insn);
        bool moves = insn->effect == EFFECT_ADD && insn->imm == 0;
        if (!moves && code_may_shrink(t, &result))
            result = value_unknown;
        t->registers[insn->rd] = result.kind == VALUE_UNKNOWN ? symbol_new(t, like) : result;
    }
}

/* Checks the stack pointer behind an instruction. Returns NULL, or why it is unknown. */
static const char *stack_follow(struct tracker *t)
{
    const struct value *sp = &t->registers[t->sp];
    if (sp->kind != VALUE_FRAME || sp->number > 0 || sp->number < -MAX_FRAME || sp->number % 4 != 0)
        return "sets the stack pointer in a way that cannot be followed";
    for (unsigned k = 0; k < 32; k++) /* a callee may overwrite what lies below the stack pointer */
        t->saved[k] = t->saved[k] && t->saved_at[k] >= sp->number;
    slots_drop_below(&t->slots, sp->number);
    if (tracker_depth(t) > t->deepest)
        t->deepest = tracker_depth(t);
    return NULL;
}

/* A literal or a relocation replaces what the instruction's bits say: sets the registers that it
   writes. `completed` is the address that the second of two instructions completes. */
static void reference_follow(struct tracker *t, const struct insn *insn,
                             const struct reference *reference, struct value completed)
{
    struct value value = reference->part == REFERENCE_FIRST    ? reference->half
                         : reference->part == REFERENCE_SECOND ? completed
                                                               : reference->value;
    if (reference->part == REFERENCE_NONE || (insn->effect == EFFECT_MEMORY && !insn->literal))
        return;
    for (unsigned r = 0; r < 32; r++)
        if ((insn->writes >> r & 1) != 0)
            t->registers[r] = value.kind == VALUE_UNKNOWN ? symbol_new(t, loaded) : value;
}

/* Whether an instruction completes the half of another address, or loads or stores through half of
   an address. */
static bool half_misused(const struct tracker *t, const struct insn *insn,
                         const struct reference *reference)
{
    bool memory = insn->effect == EFFECT_MEMORY || insn->indexed;
    if (insn->literal || insn->rn >= 32)
        return false;
    if (insn->indexed && insn->rm < 32 && value_is_half(&t->registers[insn->rm]))
        return true;
    if (!value_is_half(&t->registers[insn->rn]))
        return false;
    return reference->part == REFERENCE_SECOND
               ? address_complete(t, insn->rn, reference).kind == VALUE_UNKNOWN
               : memory;
}

const char *tracker_step(struct tracker *t, const struct insn *insn,
                         const struct reference *reference)
{
    struct value before[32];
    if (half_misused(t, insn, reference))
        return "takes half of an address for an address, without its other half";
    struct value completed = address_complete(t, insn->rn, reference);
    if (!t->zero_register)
        t->registers[ARM_PC] =
            symbol_new(t, fixed); /* the program counter differs at every instruction */
    for (unsigned r = 0; r < 32; r++)
        before[r] = t->registers[r];
    const char *lost = insn->stored > 0 ? store_follow(t, insn, reference) : NULL;
    if (lost != NULL)
        return lost;
    struct flags compared = compare(t, insn);
    effect_apply(t, insn, reference);
    reference_follow(t, insn, reference, completed);
    if (insn->flow != FLOW_CONDITIONAL)
        flags_follow(t, insn, compared);
    leaks_note(t, insn, before);
    if (t->zero_register)
        t->registers[0] = value_constant(0);
    return stack_follow(t);
}

/* A compiler that sees the callee may keep values in registers that the callee could change and
   does not. The linker's veneers may change the scratch register. */
void tracker_call(struct tracker *t, uint32_t changed)
{
    uint32_t always = UINT32_C(1) << t->link | (t->zero_register ? 0 : UINT32_C(1) << ARM_SCRATCH);
    for (unsigned r = 0; r < 32; r++)
        if ((t->clobbered >> r & 1) != 0 && r != t->link && t->registers[r].kind == VALUE_FRAME)
            t->slots.escaped = true;
    writes_forget(t, t->clobbered & (changed | always), returned);
    t->flags = (struct flags){0, 0};
    if (t->slots.escaped)
        slots_forget(&t->slots);
}

bool tracker_is_return(const struct tracker *t, const struct value *value)
{
    return held_at_entry(value, t->link);
}

unsigned tracker_lost(const struct tracker *t)
{
    for (unsigned r = 0; r < 32; r++)
        if ((t->kept >> r & 1) != 0 && !held_at_entry(&t->registers[r], r))
            return r;
    return NO_REGISTER;
}

uint64_t tracker_depth(const struct tracker *t) { return (uint64_t)-t->registers[t->sp].number; }
