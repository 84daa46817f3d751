/* The list of cores; see core.h. A new core is a file core_<name>.c and a line in this file:
   ../README.md. */
#include "wcet/cores/core.h"

#include "base/fail.h"

#include <string.h>

const struct core *const cores[] = {
    &core_cortex_m4f, &core_cortex_m33,    &core_cortex_m7,
    &core_cortex_m3,  &core_cortex_m0plus, &core_rv32imafc,
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
    fail_usage("--core=%.60s: expected cortex-m4f, cortex-m33, cortex-m7, cortex-m3, cortex-m0plus "
               "or rv32imafc",
               name);
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

static bool extension_known(const char *text, size_t length)
{
    /* Those of RV32IMAFC, their parts by their later names, and what holds no float or integer
       instruction that the decoder knows. */
    static const char *const known[] = {"i",        "m",     "a",   "f",   "c",     "zicsr",
                                        "zifencei", "zmmul", "zca", "zcf", "zaamo", "zalrsc"};
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
        if (strlen(known[i]) == length && strncmp(known[i], text, length) == 0)
            return true;
    return false;
}

static void riscv_check(const struct core *core, const struct object *object)
{
    enum { SINGLE_FLOAT = 2, FLOAT_ABI = 6, EMBEDDED = 8 };
    const char *arch = object->riscv_arch;
    if ((object->riscv_flags & FLOAT_ABI) > SINGLE_FLOAT || (object->riscv_flags & EMBEDDED) != 0)
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
        if (!extension_known(arch, length))
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
