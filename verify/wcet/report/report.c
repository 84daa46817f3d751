/* The report for people; see report.h. */
#include "wcet/report/report.h"

#include "wcet/walk/walk.h"

#include <inttypes.h>
#include <stdlib.h>

static uint64_t own_total(const struct function *f)
{
    return f->calls * (f->own_cycles + f->own_waits);
}

static int by_cycles(const void *a, const void *b)
{
    const struct function *x = *(const struct function *const *)a;
    const struct function *y = *(const struct function *const *)b;
    if (own_total(x) != own_total(y))
        return own_total(x) > own_total(y) ? -1 : 1;
    return x < y ? -1 : x > y; /* equal ones stay in order of discovery */
}

static void functions_print(const struct analysis *a, FILE *out)
{
    const struct function **sorted = arena_alloc(a->arena, a->n_functions, sizeof(void *));
    for (size_t i = 0; i < a->n_functions; i++)
        sorted[i] = &a->functions[i];
    qsort(sorted, a->n_functions, sizeof(void *), by_cycles);
    fprintf(out, "\n%10s %8s %8s %8s %8s  %s\n", "cycles", "calls", "each", "instr.", "stack",
            "function (without what it calls)");
    for (size_t i = 0; i < a->n_functions; i++) {
        const struct function *f = sorted[i];
        if (f->calls == 0) /* all its calls pass tables: it is listed with these */
            continue;
        fprintf(out, "%10" PRIu64 " %8" PRIu64 " %8" PRIu64 " %8" PRIu64 " %8" PRIu64 "  %s\n",
                own_total(f), f->calls, f->own_cycles + f->own_waits, f->own_instructions,
                f->own_stack, f->name);
    }
}

static void loops_print(const struct analysis *a, FILE *out)
{
    const char *head =
        "\n%10s %8s %8s %8s  loop (in one call of its function; with what it calls)\n";
    for (size_t i = 0; i < a->n_functions; i++) {
        const struct function *f = &a->functions[i];
        for (size_t k = 0; k < f->n_loops && f->calls > 0; k++) {
            const struct loop *loop = &f->loops[k];
            uint64_t cycles = loop_cycles(f, loop);
            if (head != NULL)
                fprintf(out, head, "cycles", "entered", "times", "each");
            head = NULL;
            fprintf(out, "%10" PRIu64 " %8" PRIu64 " %8" PRIu64 " %8" PRIu64 "  %s+0x%" PRIx64 "\n",
                    cycles, loop->entries, loop->bound,
                    (cycles + loop->iterations - 1) / loop->iterations, f->name,
                    loop->head - f->start);
        }
    }
}

static void classes_print(const struct analysis *a, FILE *out)
{
    fprintf(out, "\n%10s %8s  %s\n", "cycles", "instr.", "class");
    for (size_t i = 0; i < N_CLASSES; i++)
        if (a->class_instructions[i] > 0)
            fprintf(out, "%10" PRIu64 " %8" PRIu64 "  %s (%s)\n", a->class_cycles[i],
                    a->class_instructions[i], insn_class_name[i],
                    core_row(a->core, (enum insn_class)i)->source);
    if (a->waits > 0)
        fprintf(out, "%10" PRIu64 " %8s  waiting for flash\n", a->waits, "");
}

const char *const report_assumptions[] = {
    "stores through pointers stay inside their objects: none reaches the return addresses and "
    "registers saved on the stack (those relative to the stack pointer are checked)",
    NULL};

static void assumptions_print(const struct analysis *a, FILE *out)
{
    fprintf(out, "\nassumed:\n");
    for (const char *const *text = a->core->assumptions; *text != NULL; text++)
        fprintf(out, "  - %s\n", *text);
    for (const char *const *text = report_assumptions; *text != NULL; text++)
        fprintf(out, "  - %s\n", *text);
    if (a->by_data > 0)
        fputs(
            "  - tables that are read at an address that depends on data lie in memory whose words "
            "all take the same time: no cache, no bank that another master uses\n",
            out);
    if (a->memory.flash_wait == 0)
        fprintf(out, "  - flash without wait states (--flash-wait)\n");
    else
        fprintf(out,
                "  - flash of %u-byte lines, %u wait states each; %s (--flash-buffers); nothing "
                "fetched ahead but one line, in vain, at every branch, call and return; what the "
                "caller's pointers lead to is not in flash\n",
                a->memory.flash_line, a->memory.flash_wait,
                a->memory.buffers == 2 ? "one line kept for instructions, one for literals"
                                       : "one line kept for both instructions and literals");
    fprintf(out,
            "  - %u cycles more for each of the %" PRIu64 " loads of literals (--literal-wait)\n",
            a->memory.literal_wait, a->literal_loads);
}

void report_text(const struct analysis *a, const struct earlier *earlier, FILE *out)
{
    const struct function *entry = &a->functions[0];
    fprintf(out, "entry         %s in %s\n", entry->name, a->object->file);
    fprintf(out, "core          %s (%s)\n", a->core->name, a->core->title);
    fprintf(out, "instructions  %" PRIu64 ", the same for every input\n", entry->instructions);
    fprintf(out, "cycles        %" PRIu64 "%s\n", entry->cycles,
            a->bound ? " at most: a bound under the assumptions below"
                     : ": an ESTIMATE, not a bound (no published timing for this core's classes "
                       "marked so)");
    fprintf(out, "              %" PRIu64 " when every load of a literal waits for a fetch\n",
            cycles_contended(a));
    fprintf(out, "stack         %" PRIu64 " bytes\n", entry->stack);
    fprintf(out, "flash         %" PRIu64 " bytes: code, literals, constants\n", a->flash);
    fprintf(out, "ram           %" PRIu64 " bytes\n", a->ram);
    fprintf(out, "addresses     %" PRIu64 " loads and stores at an address that depends on data\n",
            a->by_data);
    fprintf(out, "stream        %s\n", a->stream);
    functions_print(a, out);
    loops_print(a, out);
    classes_print(a, out);
    assumptions_print(a, out);
    if (earlier != NULL)
        against_text(a, earlier, out);
}

static void loop_list(const struct function *f, uint64_t offset, FILE *out)
{
    for (size_t i = 0; i < f->n_loops; i++) {
        const struct loop *loop = &f->loops[i];
        if (loop->head != offset)
            continue;
        uint64_t cycles = loop_cycles(f, loop);
        fprintf(out, "%8s loop: %" PRIu64 " times", "", loop->bound);
        if (loop->entries > 1)
            fprintf(out, " at most, entered %" PRIu64 " times", loop->entries);
        fprintf(out, ", %" PRIu64 " cycles each, %" PRIu64 " in all\n",
                (cycles + loop->iterations - 1) / loop->iterations, cycles);
    }
}

static void step_list(const struct analysis *a, const struct function *f, const struct step *step,
                      FILE *out)
{
    struct insn insn;
    step_decode(a, f, step, &insn);
    fprintf(out, "%8" PRIx64 " %4u  %s", a->object->sections[f->section].address + step->offset,
            step->most, insn.text);
    if (step->class == CLASS_BRANCH_PASSED)
        fprintf(out, "  (not taken)");
    if (step->callee != WALK_NO_CALLEE)
        fprintf(out, "  -> %s, %" PRIu64, a->functions[step->callee].name,
                a->functions[step->callee].cycles);
    if (step->times > 1)
        fprintf(out, "  x %" PRIu64 ": %" PRIu64, step->times, step->cycles);
    fputc('\n', out);
}

void report_listing(const struct analysis *a, FILE *out)
{
    for (size_t i = 0; i < a->n_functions; i++) {
        const struct function *f = &a->functions[i];
        if (f->calls == 0)
            continue;
        fprintf(out, "%s%s: %" PRIu64 " instructions, %" PRIu64 " cycles", i == 0 ? "" : "\n",
                f->name, f->own_instructions, f->own_cycles);
        if (f->own_waits > 0)
            fprintf(out, " and %" PRIu64 " waiting for flash", f->own_waits);
        fprintf(out, ", %" PRIu64 " calls\n", f->calls);
        for (size_t k = 0; k < f->n_steps; k++) {
            if (k == 0 || f->steps[k].offset != f->steps[k - 1].offset)
                loop_list(f, f->steps[k].offset, out);
            step_list(a, f, &f->steps[k], out);
        }
    }
}
