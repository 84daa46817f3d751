/* See refuse.h. */
#include "wcet/walk/refuse.h"

#include "base/fail.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void refuse(const struct site *site, const char *format, ...)
{
    char reason[512];
    va_list args;
    va_start(args, format);
    vsnprintf(reason, sizeof(reason), format, args);
    va_end(args);
    fail("%s: %s+0x%" PRIx64 " (address 0x%" PRIx64 "): %s: %s", site->object->file, site->function,
         site->distance, site->object->sections[site->section].address + site->offset,
         site->insn->text, reason);
}

void refuse_unknown(const struct site *site, const uint8_t *bytes, size_t available)
{
    char text[16] = "";
    for (size_t i = 0; i < 4 && i < available; i++)
        snprintf(text + 3 * i, sizeof(text) - 3 * i, "%02x%s", bytes[i],
                 i < 3 && i + 1 < available ? " " : "");
    if (strcmp(site->insn->text, "?") == 0)
        refuse(site, "unknown instruction (bytes %s)", text);
    refuse(site, "instruction without a known time (bytes %s)", text);
}

/* Whether a branch goes back: by its relocation, or by its own distance. */
static bool goes_back(const struct site *site)
{
    const struct insn *insn = site->insn;
    const struct object_relocation *r =
        object_relocation_at(site->object, site->section, site->offset, site->offset + insn->size);
    if (r == NULL || !r->has_addend)
        return insn->target <= insn->address;
    const struct object_symbol *symbol = &site->object->symbols[r->symbol];
    return symbol->section == site->section && symbol->offset + (uint64_t)r->addend <= site->offset;
}

void refuse_branch(const struct site *site)
{
    if (goes_back(site))
        refuse(site, "conditional branch, backward (a loop): constants do not decide how often");
    refuse(site, "conditional branch: constants do not decide where it goes");
}

void refuse_flow(const struct site *site)
{
    const struct insn *insn = site->insn;
    switch (insn->flow) {
    case FLOW_TABLE: refuse(site, "indirect branch (through a table)");
    case FLOW_IT: refuse(site, "conditional instructions (an IT block)");
    default: break;
    }
}

static bool begins_with(const char *name, const char *prefix)
{
    return strncmp(name, prefix, strlen(prefix)) == 0;
}

static bool ends_with(const char *name, const char *suffix)
{
    size_t length = strlen(name), tail = strlen(suffix);
    return length >= tail && strcmp(name + length - tail, suffix) == 0;
}

/* Whether the name is a helper of the run-time ABI (__aeabi_fadd, __aeabi_d2f, __aeabi_ui2f) or of
   libgcc (__mulsf3, __floatsisf, __fixsfsi, __extendsfdf2, __eqsf2). */
static bool is_float_helper(const char *name)
{
    static const char *const aeabi[] = {"__aeabi_f",   "__aeabi_d",  "__aeabi_i2",
                                        "__aeabi_ui2", "__aeabi_l2", "__aeabi_ul2",
                                        "__aeabi_cf",  "__aeabi_cd", "__aeabi_h2"};
    static const char *const tails[] = {"sf2", "sf3", "df2", "df3", "sisf", "sidf", "sfsi", "dfsi"};
    for (size_t i = 0; i < sizeof(aeabi) / sizeof(aeabi[0]); i++)
        if (begins_with(name, aeabi[i]))
            return true;
    for (size_t i = 0; i < sizeof(tails) / sizeof(tails[0]); i++)
        if (begins_with(name, "__") && ends_with(name, tails[i]))
            return true;
    return false;
}

static bool is_integer_helper(const char *name)
{
    static const char *const names[] = {"__aeabi_idiv",  "__aeabi_uidiv", "__aeabi_ldiv",
                                        "__aeabi_uldiv", "__divsi3",      "__udivsi3",
                                        "__modsi3",      "__umodsi3"};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (begins_with(name, names[i]))
            return true;
    return false;
}

void refuse_helper(const struct site *site, const char *name)
{
    if (is_integer_helper(name))
        refuse(site, "calls %s: integer division, whose time depends on the operands", name);
    if (is_float_helper(name))
        refuse(site, "calls %s, a soft-float helper whose time depends on the operands%s", name,
               site->object->hard_float ? "" : " (the object is compiled for soft float)");
}

void refuse_external(const struct site *site, bool call, const struct object_symbol *symbol)
{
    refuse_helper(site, symbol->name);
    refuse(site, "%s %s, %s", call ? "calls" : "refers to", symbol->name,
           symbol->indirect                    ? "which chooses a function at run time (IFUNC)"
           : symbol->section == OBJECT_NOWHERE ? "which is not in this file"
           : site->object->sections[symbol->section].shared
               ? "a definition in a COMDAT group, which the linker may replace"
               : "a weak definition, which the linker may replace");
}
