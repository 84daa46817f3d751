/* See track.h. */
#include "track.h"

/* Registers that a call may change: r0-r3, r12, lr; ra, t0-t6, a0-a7. */
enum { ARM_CLOBBERED = 0x500F };
#define RISCV_CLOBBERED 0xF003FCE2U
enum { ARM_SP = 13, ARM_LR = 14, RISCV_RA = 1, RISCV_SP = 2 };
enum { MAX_FRAME = 1 << 30 };

void tracker_begin(struct tracker *t, enum object_machine machine)
{
    bool arm = machine == MACHINE_ARM;
    *t = (struct tracker){.sp = arm ? ARM_SP : RISCV_SP,
                          .link = arm ? ARM_LR : RISCV_RA,
                          .clobbered = arm ? ARM_CLOBBERED : RISCV_CLOBBERED,
                          .zero_register = !arm};
    t->registers[t->sp].kind = VALUE_FRAME;
    t->registers[t->link].kind = VALUE_RETURN;
    if (t->zero_register)
        t->registers[0].kind = VALUE_CONSTANT;
}

static struct value value_add(struct value value, int64_t number)
{
    if (value.kind == VALUE_RETURN && number != 0)
        return (struct value){.kind = VALUE_UNKNOWN};
    value.number += number;
    if (value.kind == VALUE_CONSTANT)
        value.number &= 0xFFFFFFFF;
    return value;
}

/* Values of the integer registers of a load; where the return address was saved. */
static void memory_step(struct tracker *t, const struct insn *insn)
{
    struct value base = t->registers[insn->rn];
    int64_t at = base.number + insn->slot;
    for (unsigned r = 0; r < 32; r++) {
        if ((insn->list >> r & 1) == 0)
            continue;
        bool saved = base.kind == VALUE_FRAME && t->saved && t->saved_at == at;
        if (insn->load) {
            t->registers[r] = (struct value){.kind = saved ? VALUE_RETURN : VALUE_UNKNOWN};
        } else if (base.kind == VALUE_FRAME && t->registers[r].kind == VALUE_RETURN) {
            t->saved = true;
            t->saved_at = at;
        } else if (saved) {
            t->saved = false; /* overwritten */
        }
        at += 4;
    }
    if (insn->delta != 0)
        t->registers[insn->rn] = value_add(base, insn->delta);
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

bool tracker_step(struct tracker *t, const struct insn *insn, const struct value *place)
{
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
        return false;
    if (tracker_depth(t) > t->deepest)
        t->deepest = tracker_depth(t);
    return true;
}

void tracker_call(struct tracker *t)
{
    for (unsigned r = 0; r < 32; r++)
        if ((t->clobbered >> r & 1) != 0)
            t->registers[r] = (struct value){.kind = VALUE_UNKNOWN};
}

uint64_t tracker_depth(const struct tracker *t) { return (uint64_t)-t->registers[t->sp].number; }
