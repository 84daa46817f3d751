/* The list of cores; see core.h. A new core is a file core_<name>.c and a line in this file:
   ../README.md. */
#include "wcet/cores/core.h"

#include "base/command.h"
#include "base/fail.h"

#include <string.h>

const struct core *const cores[] = {
    &core_cortex_m4f, &core_cortex_m33, &core_cortex_m7, &core_cortex_m3, &core_cortex_m0plus,
    &core_rv32imafc,  &core_cortex_m4,  &core_cortex_m0, &core_rv32imc,
};
const size_t n_cores = sizeof(cores) / sizeof(cores[0]);

const char *const insn_class_name[N_CLASSES] = {
#define X(name, text) [CLASS_##name] = (text),
    INSN_CLASSES(X)
#undef X
};

const struct core *core_find(const char *name)
{
    for (size_t i = 0; i < n_cores; i++) {
        const char *full = cores[i]->name;
        const char *dash = strchr(full, '-');
        if (strcmp(name, full) == 0 || (dash != NULL && strcmp(name, dash + 1) == 0))
            return cores[i];
    }
    fail_usage("--core=%.60s: expected cortex-m4f, cortex-m4, cortex-m33, cortex-m7, cortex-m3, "
               "cortex-m0plus, cortex-m0, rv32imafc or rv32imc",
               name);
}

/* Replaces the time of a multiply. ARM publishes both times of its cores; a RISC-V core with
   another multiplier than the E31's is none that SiFive's manual describes. */
static void multiplier_set(struct core_row *row, unsigned cycles, bool published)
{
    if (row->cycles == cycles)
        return;
    row->cycles = cycles;
    row->published = row->published && published;
    row->source = row->published ? "published as a choice of the chip's maker: --multiplier"
                                 : "estimate: --multiplier, and the figures of the SiFive E31";
}

const struct core *core_with_multiplier(struct arena *arena, const struct core *core,
                                        const char *text)
{
    const unsigned *ends = core->multipliers;
    if (ends[0] == 0)
        fail_usage("--multiplier: the time of a multiply on %s is no choice of the chip's maker",
                   core->name);
    unsigned cycles = (unsigned)command_number("multiplier", text, ends[0], ends[1]);
    if (!core->multipliers_between && cycles != ends[0] && cycles != ends[1])
        fail_usage("--multiplier=%u: expected %u or %u for %s", cycles, ends[0], ends[1],
                   core->name);
    struct core *copy = arena_alloc(arena, 1, sizeof(*copy));
    struct core_row *rows = arena_alloc(arena, core->n_rows, sizeof(*rows));
    *copy = *core;
    copy->rows = rows;
    for (size_t i = 0; i < core->n_rows; i++) {
        rows[i] = core->rows[i];
        if (rows[i].class == CLASS_MULTIPLY)
            multiplier_set(&rows[i], cycles, core->machine == MACHINE_ARM);
    }
    return copy;
}

const struct core_row *core_row(const struct core *core, enum insn_class class)
{
    for (size_t i = 0; i < core->n_rows; i++)
        if (core->rows[i].class == class)
            return &core->rows[i];
    return NULL;
}

static bool executes(const struct core *core, int arch)
{
    for (const int *own = core->arm_archs; *own != ARM_ARCH_UNKNOWN; own++)
        if (*own == arch)
            return true;
    return false;
}

static void arm_check(const struct core *core, const struct object *object)
{
    bool other_profile = object->arm_profile != 'M' &&
                         (object->arm_profile != '\0' || object->arm_arch == ARM_ARCH_V7);
    if (object->arm_arch == ARM_ARCH_UNKNOWN)
        fail("%s: no build attributes (.ARM.attributes), so it does not say for which core it is "
             "compiled",
             object->file);
    if (!executes(core, object->arm_arch) || other_profile)
        fail("%s: compiled for an architecture (Tag_CPU_arch %d, Tag_CPU_arch_profile %d) that %s "
             "does not execute",
             object->file, object->arm_arch, object->arm_profile, core->name);
    if (object->arm_float != 0 && (core->arm_floats >> object->arm_float & 1) == 0)
        fail("%s: compiled for an FPU (Tag_FP_arch %u) that %s does not have", object->file,
             object->arm_float, core->name);
    if (object->hard_float && !core->has_float)
        fail("%s: compiled for floats in float registers, which %s does not have", object->file,
             core->name);
}

/* The length of an extension's name at the begin of a text, without its version. */
static size_t extension_length(const char *text)
{
    size_t end = strchr("zsx", text[0]) == NULL ? 1 : strcspn(text, "_");
    size_t version = end;
    while (version > 1 && text[version - 1] >= '0' && text[version - 1] <= '9')
        version--;
    if (version == end || version < 2 || text[version - 1] != 'p')
        return end;
    version--;
    while (version > 1 && text[version - 1] >= '0' && text[version - 1] <= '9')
        version--;
    return version;
}

static bool extension_known(const struct core *core, const char *text, size_t length)
{
    for (const char *const *known = core->riscv_extensions; *known != NULL; known++)
        if (strlen(*known) == length && strncmp(*known, text, length) == 0)
            return true;
    return false;
}

static void riscv_check(const struct core *core, const struct object *object)
{
    enum { SINGLE_FLOAT = 2, FLOAT_ABI = 6, EMBEDDED = 8 };
    const char *arch = object->riscv_arch;
    const unsigned most = core->has_float ? SINGLE_FLOAT : 0;
    if ((object->riscv_flags & FLOAT_ABI) > most || (object->riscv_flags & EMBEDDED) != 0)
        fail("%s: compiled for a calling convention (e_flags 0x%x) that %s does not have",
             object->file, object->riscv_flags, core->name);
    if (arch == NULL)
        fail("%s: no build attributes (.riscv.attributes), so it does not say for which core it is "
             "compiled",
             object->file);
    if (strncmp(arch, "rv32", 4) != 0)
        fail("%s: compiled for %.20s, but %s is RV32", object->file, arch, core->name);
    for (arch += 4; *arch != '\0';) {
        size_t length = extension_length(arch);
        if (!extension_known(core, arch, length))
            fail("%s: compiled for the extension %.*s, which %s does not have", object->file,
                 (int)(length > 20 ? 20 : length), arch, core->name);
        arch += length;
        arch += strspn(arch, "0123456789p");
        arch += *arch == '_';
    }
}

void core_check(const struct core *core, const struct object *object)
{
    static const char *const machines[] = {"ARM", "RISC-V"};
    if (object->machine != core->machine)
        fail("%s: compiled for %s, but %s is %s", object->file, machines[object->machine],
             core->name, machines[core->machine]);
    if (object->machine == MACHINE_ARM)
        arm_check(core, object);
    else
        riscv_check(core, object);
}
