/* See track.h. */
#include "track.h"

/* Registers that a call may change: r0-r3, r12, lr; ra, t0-t6, a0-a7. And those that it must keep:
   r4-r11; s0-s11. */
enum { ARM_CLOBBERED = 0x500F, ARM_KEPT = 0x0FF0 };
#define RISCV_CLOBBERED 0xF003FCE2U
#define RISCV_KEPT      0x0FFC0300U
enum { ARM_SP = 13, ARM_LR = 14, RISCV_RA = 1, RISCV_SP = 2 };
enum { MAX_FRAME = 1 << 30 };

void tracker_begin(struct tracker *t, enum object_machine machine)
{
    bool arm = machine == MACHINE_ARM;
    *t = (struct tracker){.sp = arm ? ARM_SP : RISCV_SP,
                          .link = arm ? ARM_LR : RISCV_RA,
                          .clobbered = arm ? ARM_CLOBBERED : RISCV_CLOBBERED,
                          .kept = arm ? ARM_KEPT : RISCV_KEPT,
                          .zero_register = !arm};
    for (unsigned r = 0; r < 32; r++)
        t->registers[r] = (struct value){.kind = VALUE_ENTRY, .number = r};
    t->registers[t->sp] = (struct value){.kind = VALUE_FRAME};
    if (t->zero_register)
        t->registers[0] = (struct value){.kind = VALUE_CONSTANT};
}

static struct value value_add(struct value value, int64_t number)
{
    if (value.kind == VALUE_ENTRY && number != 0)
        return (struct value){.kind = VALUE_UNKNOWN};
    value.number += number;
    if (value.kind == VALUE_CONSTANT)
        value.number &= 0xFFFFFFFF;
    return value;
}

/* What lay on the stack in these bytes is there no more. */
static void saved_forget(struct tracker *t, int64_t at, unsigned bytes)
{
    for (unsigned k = 0; k < 32; k++)
        if (t->saved_at[k] < at + (int64_t)bytes && at < t->saved_at[k] + 4)
            t->saved[k] = false;
}

static struct value saved_find(const struct tracker *t, int64_t at)
{
    for (unsigned k = 0; k < 32; k++)
        if (t->saved[k] && t->saved_at[k] == at)
            return (struct value){.kind = VALUE_ENTRY, .number = k};
    return (struct value){.kind = VALUE_UNKNOWN};
}

/* Values of the integer registers of a load; what a store puts on the stack or overwrites there. */
static void memory_step(struct tracker *t, const struct insn *insn)
{
    struct value base = t->registers[insn->rn];
    bool stack = base.kind == VALUE_FRAME;
    int64_t at = base.number + insn->slot;
    if (stack && !insn->load)
        saved_forget(t, at, insn->stored);
    for (unsigned r = 0; r < 32; r++) {
        if ((insn->list >> r & 1) == 0)
            continue;
        const struct value *value = &t->registers[r];
        if (insn->load) {
            t->registers[r] = stack ? saved_find(t, at) : (struct value){.kind = VALUE_UNKNOWN};
        } else if (stack && value->kind == VALUE_ENTRY) {
            t->saved[value->number] = true;
            t->saved_at[value->number] = at;
        }
        at += 4;
    }
    if (insn->delta != 0)
        t->registers[insn->rn] = value_add(base, insn->delta);
}

/* Whether base or index points to the stack. */
static bool stack_is_indexed(const struct tracker *t, const struct insn *insn)
{
    return t->registers[insn->rn].kind == VALUE_FRAME ||
           (insn->rm < 32 && t->registers[insn->rm].kind == VALUE_FRAME);
}

/* Everything that an instruction writes and this pass does not follow. */
static void writes_forget(struct tracker *t, const struct insn *insn)
{
    for (unsigned r = 0; r < 32; r++)
        if ((insn->writes >> r & 1) != 0)
            t->registers[r] = (struct value){.kind = VALUE_UNKNOWN};
}

static void effect_apply(struct tracker *t, const struct insn *insn)
{
    struct value result = {.kind = VALUE_UNKNOWN};
    switch (insn->effect) {
    case EFFECT_NONE: writes_forget(t, insn); return;
    case EFFECT_MEMORY: {
        struct value base = t->registers[insn->rn];
        writes_forget(t, insn);
        t->registers[insn->rn] = base;
        memory_step(t, insn);
        return;
    }
    case EFFECT_CONSTANT:
        result = (struct value){.kind = VALUE_CONSTANT, .number = insn->imm};
        break;
    case EFFECT_TOP:
        result = t->registers[insn->rd];
        if (result.kind == VALUE_CONSTANT)
            result.number = (result.number & 0xFFFF) | (insn->imm & 0xFFFF) << 16;
        break;
    case EFFECT_ADD_REGISTER:
        if (t->registers[insn->rm].kind == VALUE_CONSTANT)
            result = value_add(t->registers[insn->rn], (int32_t)t->registers[insn->rm].number);
        else if (t->registers[insn->rn].kind == VALUE_CONSTANT)
            result = value_add(t->registers[insn->rm], (int32_t)t->registers[insn->rn].number);
        break;
    case EFFECT_ADD: result = value_add(t->registers[insn->rn], insn->imm); break;
    }
    t->registers[insn->rd] = result;
}

const char *tracker_step(struct tracker *t, const struct insn *insn, const struct value *place)
{
    if (insn->indexed && insn->stored > 0 && stack_is_indexed(t, insn))
        return "stores to the stack at a place that cannot be followed";
    effect_apply(t, insn);
    /* A literal, or an address with a relocation, replaces what the bits alone say. */
    if (place->kind != VALUE_UNKNOWN && (insn->writes & 0xFFFFFFFF) != 0 &&
        (insn->literal || insn->effect != EFFECT_MEMORY))
        for (unsigned r = 0; r < 32; r++)
            if ((insn->writes >> r & 1) != 0)
                t->registers[r] = *place;
    if (t->zero_register)
        t->registers[0] = (struct value){.kind = VALUE_CONSTANT};
    const struct value *sp = &t->registers[t->sp];
    if (sp->kind != VALUE_FRAME || sp->number > 0 || sp->number < -MAX_FRAME)
        return "sets the stack pointer in a way that cannot be followed";
    for (unsigned k = 0; k < 32; k++) /* below the stack pointer a callee stores what it likes */
        t->saved[k] = t->saved[k] && t->saved_at[k] >= sp->number;
    if (tracker_depth(t) > t->deepest)
        t->deepest = tracker_depth(t);
    return NULL;
}

void tracker_call(struct tracker *t)
{
    for (unsigned r = 0; r < 32; r++)
        if ((t->clobbered >> r & 1) != 0)
            t->registers[r] = (struct value){.kind = VALUE_UNKNOWN};
}

bool tracker_returns(const struct tracker *t, unsigned reg)
{
    return reg < 32 && t->registers[reg].kind == VALUE_ENTRY &&
           t->registers[reg].number == (int64_t)t->link;
}

unsigned tracker_lost(const struct tracker *t)
{
    for (unsigned r = 0; r < 32; r++)
        if ((t->kept >> r & 1) != 0 &&
            (t->registers[r].kind != VALUE_ENTRY || t->registers[r].number != (int64_t)r))
            return r;
    return NO_REGISTER;
}

uint64_t tracker_depth(const struct tracker *t) { return (uint64_t)-t->registers[t->sp].number; }
