/* See object.h. */
#include "wcet/object/object.h"

#include "base/fail.h"

#include <gelf.h>
#include <libelf.h>
#include <stdlib.h>
#include <string.h>

enum { EM_ARM_NUMBER = 40, EM_RISCV_NUMBER = 243, SHT_CREL_NUMBER = 0x40000014 };

/* The state of reading: the object, and what only reading needs. */
struct reader {
    struct arena *arena;
    struct object *object;
    Elf *elf;
};

/* The name without characters that messages or JSON cannot hold. */
static const char *name_clean(struct arena *arena, const char *name)
{
    if (name == NULL)
        return "?";
    size_t length = strnlen(name, OBJECT_MAX_NAME);
    char *copy = arena_strndup(arena, name, length);
    for (size_t i = 0; i < length; i++)
        if (copy[i] < 0x20 || copy[i] > 0x7E || copy[i] == '"' || copy[i] == '\\')
            copy[i] = '?';
    return copy;
}

static _Noreturn void corrupt(const struct reader *reader, const char *what)
{
    fail("%s: corrupted: %s", reader->object->file, what);
}

static void header_check(const struct reader *reader)
{
    struct object *object = reader->object;
    GElf_Ehdr header;
    if (elf_kind(reader->elf) != ELF_K_ELF || gelf_getehdr(reader->elf, &header) == NULL)
        fail("%s: not an ELF file", object->file);
    if (header.e_ident[EI_CLASS] != ELFCLASS32 || header.e_ident[EI_DATA] != ELFDATA2LSB)
        fail("%s: expected a 32-bit little-endian ELF file", object->file);
    if (header.e_type != ET_REL && header.e_type != ET_EXEC)
        fail("%s: expected an object file or an executable", object->file);
    if (header.e_machine != EM_ARM_NUMBER && header.e_machine != EM_RISCV_NUMBER)
        fail("%s: made for machine %d, expected ARM or RISC-V", object->file, header.e_machine);
    object->machine = header.e_machine == EM_ARM_NUMBER ? MACHINE_ARM : MACHINE_RISCV;
    object->relocatable = header.e_type == ET_REL;
    object->riscv_flags = object->machine == MACHINE_RISCV ? header.e_flags : 0;
    object->hard_float = (object->riscv_flags & EF_RISCV_FLOAT_ABI) != 0;
}

static void section_read(const struct reader *reader, size_t index, size_t names)
{
    struct object_section *section = &reader->object->sections[index];
    Elf_Scn *scn = elf_getscn(reader->elf, index);
    GElf_Shdr header;
    if (scn == NULL || gelf_getshdr(scn, &header) == NULL)
        corrupt(reader, "a section header cannot be read");
    section->name = name_clean(reader->arena, elf_strptr(reader->elf, names, header.sh_name));
    section->address = header.sh_addr;
    section->size = header.sh_size;
    section->align = header.sh_addralign == 0 ? 1 : header.sh_addralign;
    section->alloc = (header.sh_flags & SHF_ALLOC) != 0;
    section->code = section->alloc && (header.sh_flags & SHF_EXECINSTR) != 0;
    section->writable = (header.sh_flags & SHF_WRITE) != 0;
    if (header.sh_type == SHT_CREL_NUMBER || header.sh_type == SHT_RELR)
        fail("%s: relocations of a kind that is not known (%s)", reader->object->file,
             section->name);
    section->merged = reader->object->relocatable && (header.sh_flags & SHF_MERGE) != 0;
    if (header.sh_type == SHT_NOBITS || header.sh_type == SHT_NULL || header.sh_size == 0)
        return;
    const Elf_Data *data = elf_rawdata(scn, NULL);
    if (data == NULL || data->d_buf == NULL || data->d_size != header.sh_size)
        corrupt(reader, "a section lies outside the file");
    section->bytes = data->d_buf;
    const char *attributes =
        reader->object->machine == MACHINE_ARM ? ".ARM.attributes" : ".riscv.attributes";
    if (strcmp(section->name, attributes) == 0)
        attributes_read(reader->arena, reader->object, section->bytes, section->size);
}

static bool begins_with(const char *name, const char *prefix)
{
    return strncmp(name, prefix, strlen(prefix)) == 0;
}

/* Refuses an object that a linker compiles anew (link-time optimization): its machine code, if it
   has any, is not what will run. */
static void lto_check(const struct reader *reader)
{
    const struct object *object = reader->object;
    bool intermediate = false, code = false;
    for (size_t i = 0; i < object->n_sections; i++) {
        const struct object_section *s = &object->sections[i];
        intermediate = intermediate || begins_with(s->name, ".gnu.lto_") ||
                       begins_with(s->name, ".gnu.offload_lto_") ||
                       begins_with(s->name, ".llvm.lto");
        code = code || (s->code && s->size > 0);
    }
    if (!intermediate || !object->relocatable)
        return;
    if (code)
        fail("%s: compiled with -flto as a fat object: the linker may compile it anew, so that "
             "other "
             "code runs; compile without -flto, or with -fno-lto",
             object->file);
    fail("%s: compiled with -flto: it has no machine code; compile without -flto, or with -fno-lto",
         object->file);
}

/* Marks the sections of a group of which the linker keeps one in all files. */
static void group_read(const struct reader *reader, size_t index)
{
    const struct object *object = reader->object;
    Elf_Scn *scn = elf_getscn(reader->elf, index);
    GElf_Shdr header;
    if (!object->relocatable || gelf_getshdr(scn, &header) == NULL || header.sh_type != SHT_GROUP)
        return;
    const Elf_Data *data = elf_getdata(scn, NULL);
    if (data == NULL || data->d_buf == NULL)
        corrupt(reader, "a group of sections cannot be read");
    const uint32_t *words = data->d_buf;
    for (size_t i = 1; i < data->d_size / sizeof(*words) && (words[0] & GRP_COMDAT) != 0; i++)
        if (words[i] < object->n_sections)
            object->sections[words[i]].shared = true;
}

static void sections_read(const struct reader *reader)
{
    struct object *object = reader->object;
    size_t names;
    if (elf_getshdrnum(reader->elf, &object->n_sections) != 0 ||
        elf_getshdrstrndx(reader->elf, &names) != 0)
        corrupt(reader, "no table of sections");
    object->sections =
        arena_alloc(reader->arena, object->n_sections + 1, sizeof(*object->sections));
    for (size_t i = 0; i < object->n_sections; i++)
        section_read(reader, i, names);
    for (size_t i = 0; i < object->n_sections; i++)
        group_read(reader, i);
    lto_check(reader);
}

/* The kind of a mapping symbol ($t, $d, $x, alone or before a dot), or 0. RISC-V may append the
   architecture to $x. */
static char marker_kind(const char *name)
{
    if (name[0] != '$' || strchr("atdx", name[1]) == NULL || name[1] == '\0')
        return '\0';
    return name[2] == '\0' || name[2] == '.' || strncmp(name + 2, "rv", 2) == 0 ? name[1] : '\0';
}

static void marker_add(const struct reader *reader, const struct object_symbol *symbol)
{
    struct object *object = reader->object;
    char kind = marker_kind(symbol->name);
    if (kind == '\0' || symbol->section == OBJECT_NOWHERE)
        return;
    object->markers[object->n_markers++] =
        (struct object_marker){symbol->section, symbol->offset, kind};
}

static struct object_symbol symbol_convert(const struct reader *reader, const GElf_Sym *raw,
                                           size_t names)
{
    const struct object *object = reader->object;
    struct object_symbol symbol = {.section = OBJECT_NOWHERE, .size = raw->st_size};
    int type = GELF_ST_TYPE(raw->st_info);
    uint64_t value = raw->st_value;
    symbol.name = name_clean(reader->arena, elf_strptr(reader->elf, names, raw->st_name));
    symbol.is_section = type == STT_SECTION;
    symbol.function = type == STT_FUNC;
    symbol.indirect = type == STT_GNU_IFUNC;
    symbol.weak = object->relocatable && GELF_ST_BIND(raw->st_info) == STB_WEAK;
    if (object->machine == MACHINE_ARM && symbol.function) {
        symbol.thumb = (value & 1) != 0;
        value &= ~UINT64_C(1);
    }
    if (raw->st_shndx == SHN_UNDEF || raw->st_shndx >= object->n_sections)
        return symbol; /* undefined, absolute or common */
    const struct object_section *section = &object->sections[raw->st_shndx];
    if (symbol.is_section)
        symbol.name = section->name;
    symbol.offset = object->relocatable ? value : value - section->address;
    if (!object->relocatable && value < section->address)
        return symbol;
    /* A compiler may count from a point behind the end of a section of data. */
    if (symbol.offset <= section->size || (object->relocatable && !section->code))
        symbol.section = raw->st_shndx;
    symbol.weak = symbol.weak || section->shared;
    return symbol;
}

static void symbols_read(const struct reader *reader)
{
    struct object *object = reader->object;
    Elf_Scn *scn = NULL;
    GElf_Shdr header;
    while ((scn = elf_nextscn(reader->elf, scn)) != NULL)
        if (gelf_getshdr(scn, &header) != NULL && header.sh_type == SHT_SYMTAB)
            break;
    if (scn == NULL)
        fail("%s: no symbols, so no function can be found in it", object->file);
    Elf_Data *data = elf_getdata(scn, NULL);
    object->symbol_section = elf_ndxscn(scn);
    if (data == NULL || header.sh_entsize == 0)
        corrupt(reader, "the symbols cannot be read");
    size_t count = data->d_size / header.sh_entsize;
    object->symbols = arena_alloc(reader->arena, count + 1, sizeof(*object->symbols));
    object->markers = arena_alloc(reader->arena, count + 1, sizeof(*object->markers));
    for (size_t i = 0; i < count; i++) {
        GElf_Sym raw;
        if (i > INT32_MAX || gelf_getsym(data, (int)i, &raw) == NULL)
            corrupt(reader, "a symbol cannot be read");
        object->symbols[i] = symbol_convert(reader, &raw, header.sh_link);
        marker_add(reader, &object->symbols[i]);
    }
    object->n_symbols = count;
}

static int place_compare(size_t s, uint64_t o, size_t t, uint64_t p)
{
    if (s != t)
        return s < t ? -1 : 1;
    return o < p ? -1 : o > p;
}

static int symbol_compare(const void *a, const void *b)
{
    const struct object_symbol *x = *(const struct object_symbol *const *)a;
    const struct object_symbol *y = *(const struct object_symbol *const *)b;
    int order = place_compare(x->section, x->offset, y->section, y->offset);
    return order != 0 ? order : x < y ? -1 : x > y;
}

static void symbols_sort(const struct reader *reader)
{
    struct object *object = reader->object;
    object->by_place = arena_alloc(reader->arena, object->n_symbols + 1, sizeof(void *));
    for (size_t i = 0; i < object->n_symbols; i++) {
        const struct object_symbol *symbol = &object->symbols[i];
        if (symbol->section != OBJECT_NOWHERE && marker_kind(symbol->name) == '\0')
            object->by_place[object->n_by_place++] = symbol;
    }
    if (object->n_by_place > 0)
        qsort(object->by_place, object->n_by_place, sizeof(void *), symbol_compare);
}

static void relocation_add(const struct reader *reader, struct object_relocation r, uint64_t info)
{
    struct object *object = reader->object;
    r.type = (unsigned)GELF_R_TYPE(info);
    r.symbol = GELF_R_SYM(info);
    if (r.symbol >= object->n_symbols || r.offset >= object->sections[r.section].size)
        corrupt(reader, "a relocation points outside");
    if (object->machine == MACHINE_RISCV &&
        (r.type == R_RISCV_RELAX || (r.type == R_RISCV_ALIGN && r.addend > 0)))
        object->sections[r.section].shrinks = true;
    object->relocations[object->n_relocations++] = r;
}

static void relocations_of(const struct reader *reader, Elf_Scn *scn, const GElf_Shdr *header)
{
    struct object *object = reader->object;
    bool rela = header->sh_type == SHT_RELA;
    Elf_Data *data = elf_getdata(scn, NULL);
    if (data == NULL || header->sh_entsize == 0 || header->sh_info >= object->n_sections)
        corrupt(reader, "the relocations cannot be read");
    if (header->sh_link != object->symbol_section)
        corrupt(reader, "relocations of other symbols");
    size_t count = data->d_size / header->sh_entsize;
    object->relocations =
        arena_grow(reader->arena, object->relocations, object->n_relocations,
                   object->n_relocations + count + 1, sizeof(*object->relocations));
    for (size_t i = 0; i < count; i++) {
        struct object_relocation r = {.section = header->sh_info, .has_addend = rela};
        GElf_Rela with;
        GElf_Rel without;
        if (i > INT32_MAX || (rela ? gelf_getrela(data, (int)i, &with) == NULL
                                   : gelf_getrel(data, (int)i, &without) == NULL))
            corrupt(reader, "a relocation cannot be read");
        r.offset = rela ? with.r_offset : without.r_offset;
        r.addend = rela ? with.r_addend : 0;
        relocation_add(reader, r, rela ? with.r_info : without.r_info);
    }
}

static int relocation_compare(const void *a, const void *b)
{
    const struct object_relocation *x = a, *y = b;
    int order = place_compare(x->section, x->offset, y->section, y->offset);
    return order != 0 ? order : x->type < y->type ? -1 : x->type > y->type;
}

static int marker_compare(const void *a, const void *b)
{
    const struct object_marker *x = a, *y = b;
    int order = place_compare(x->section, x->offset, y->section, y->offset);
    return order != 0 ? order : x->kind < y->kind ? -1 : x->kind > y->kind;
}

/* Reads the relocations of an object file. Those that a linker leaves in an executable
   (--emit-relocs) are applied already. */
static void relocations_read(const struct reader *reader)
{
    struct object *object = reader->object;
    Elf_Scn *scn = NULL;
    GElf_Shdr header;
    /* no pointer to none: others count from it */
    object->relocations = arena_alloc(reader->arena, 1, sizeof(*object->relocations));
    while (object->relocatable && (scn = elf_nextscn(reader->elf, scn)) != NULL)
        if (gelf_getshdr(scn, &header) != NULL &&
            (header.sh_type == SHT_RELA || header.sh_type == SHT_REL))
            relocations_of(reader, scn, &header);
    if (object->n_relocations > 0)
        qsort(object->relocations, object->n_relocations, sizeof(*object->relocations),
              relocation_compare);
    if (object->n_markers > 0)
        qsort(object->markers, object->n_markers, sizeof(*object->markers), marker_compare);
}

/* libelf's memory, which holds the sections' bytes, lives until the next object is read. */
static Elf *elf_open(char *bytes, size_t size)
{
    static Elf *last;
    elf_version(EV_CURRENT);
    elf_end(last);
    last = elf_memory(bytes, size);
    return last;
}

struct object *object_read(struct arena *arena, const char *file, char *bytes, size_t size)
{
    static const char bitcode[] = {'B', 'C', (char)0xC0, (char)0xDE};
    struct object *object = arena_alloc(arena, 1, sizeof(*object));
    if (size >= sizeof(bitcode) && memcmp(bytes, bitcode, sizeof(bitcode)) == 0)
        fail("%s: LLVM bitcode, not machine code: compile without -flto, or with -fno-lto", file);
    *object = (struct object){.file = file, .arm_arch = ARM_ARCH_UNKNOWN};
    struct reader reader = {arena, object, elf_open(bytes, size)};
    if (reader.elf == NULL)
        fail("%s: not an ELF file", file);
    header_check(&reader);
    sections_read(&reader);
    symbols_read(&reader);
    symbols_sort(&reader);
    relocations_read(&reader);
    return object;
}
