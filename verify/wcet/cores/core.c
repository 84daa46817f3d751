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

void core_check(const struct core *core, const struct object *object)
{
    static const char *const machines[] = {"ARM", "RISC-V"};
    if (object->machine != core->machine)
        fail("%s: compiled for %s, but %s is %s", object->file, machines[object->machine],
             core->name, machines[core->machine]);
    if (object->machine != MACHINE_ARM || object->arm_arch == ARM_ARCH_UNKNOWN)
        return;
    for (const int *arch = core->arm_archs; *arch != ARM_ARCH_UNKNOWN; arch++)
        if (*arch == object->arm_arch)
            return;
    fail("%s: compiled for an architecture (Tag_CPU_arch %d) that %s does not execute",
         object->file, object->arm_arch, core->name);
}
