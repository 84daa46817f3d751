/* Which names can stand in emitted C. Names of a spec become parts of functions, types and macros
   in a user's firmware, which a C++ compiler may read too. So a name must be an identifier that
   both languages leave to the user, and that neither the generator nor m4 uses. */
#include "spec/spec.h"

#include <string.h>

/* Keywords of C (to C23) and C++ (to C++20), the types of <stdint.h>, and the words compilers
   predefine as macros. */
static const char *const reserved[] = {
    "alignas",
    "alignof",
    "and",
    "and_eq",
    "asm",
    "auto",
    "bitand",
    "bitor",
    "bool",
    "break",
    "case",
    "catch",
    "char",
    "char16_t",
    "char32_t",
    "char8_t",
    "class",
    "co_await",
    "co_return",
    "co_yield",
    "compl",
    "concept",
    "const",
    "const_cast",
    "consteval",
    "constexpr",
    "constinit",
    "continue",
    "decltype",
    "default",
    "defined",
    "delete",
    "do",
    "double",
    "dynamic_cast",
    "else",
    "enum",
    "explicit",
    "export",
    "extern",
    "false",
    "float",
    "for",
    "friend",
    "goto",
    "i386",
    "if",
    "inline",
    "int",
    "int16_t",
    "int32_t",
    "int64_t",
    "int8_t",
    "intmax_t",
    "intptr_t",
    "linux",
    "long",
    "main",
    "mutable",
    "namespace",
    "new",
    "noexcept",
    "not",
    "not_eq",
    "nullptr",
    "operator",
    "or",
    "or_eq",
    "private",
    "protected",
    "ptrdiff_t",
    "public",
    "register",
    "reinterpret_cast",
    "requires",
    "restrict",
    "return",
    "short",
    "signed",
    "size_t",
    "sizeof",
    "static",
    "static_assert",
    "static_cast",
    "stdint", /* stdint.h would hide the C library's header */
    "struct",
    "switch",
    "template",
    "this",
    "thread_local",
    "throw",
    "true",
    "try",
    "typedef",
    "typeid",
    "typename",
    "typeof",
    "typeof_unqual",
    "uint16_t",
    "uint32_t",
    "uint64_t",
    "uint8_t",
    "uintmax_t",
    "uintptr_t",
    "union",
    "unix",
    "unsigned",
    "using",
    "virtual",
    "void",
    "volatile",
    "wchar_t",
    "while",
    "xor",
    "xor_eq",
    "NULL",
};

static int letter_lower(int c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; }

static int is_letter(int c) { return letter_lower(c) >= 'a' && letter_lower(c) <= 'z'; }

static int is_identifier(const char *name)
{
    if (!is_letter(name[0]) && name[0] != '_')
        return 0;
    for (; *name != '\0'; name++)
        if (!is_letter(*name) && !(*name >= '0' && *name <= '9') && *name != '_')
            return 0;
    return 1;
}

static int is_reserved(const char *name)
{
    for (size_t i = 0; i < sizeof(reserved) / sizeof(reserved[0]); i++)
        if (strcmp(name, reserved[i]) == 0)
            return 1;
    return 0;
}

/* True for the word and for all names that start with it and an underscore: the name itself is
   also used as a prefix, in lower case and in capitals. */
static int has_prefix(const char *name, const char *word)
{
    while (*word != '\0' && letter_lower(*name) == *word) {
        name++;
        word++;
    }
    return *word == '\0' && (*name == '\0' || *name == '_');
}

_Static_assert(SPEC_MAX_NAME == 22 && SPEC_MAX_LABEL == 32, "length_words spells them out");

static const char *length_words(size_t max_length)
{
    if (max_length == SPEC_MAX_NAME)
        return "a name of at most 22 characters";
    return max_length == SPEC_MAX_LABEL ? "a name of at most 32 characters" : "a shorter name";
}

/* Headers, without their .h: a model of such a name emits a file that hides one of them where both
   are searched for. Of the C libraries' own those are here that their other headers include. */
/* clang-format off */
static const char *const headers[] = {
    /* C, to C23 */
    "assert", "complex", "ctype", "errno", "fenv", "inttypes", "iso646",
    "limits", "locale", "math", "setjmp", "signal", "stdalign", "stdarg",
    "stdatomic", "stdbit", "stdbool", "stdckdint", "stddef", "stdint", "stdio",
    "stdlib", "stdnoreturn", "string", "tgmath", "threads", "time", "uchar",
    "wchar", "wctype",
    /* POSIX, to 2024 */
    "aio", "cpio", "devctl", "dirent", "dlfcn", "endian", "fcntl",
    "fmtmsg", "fnmatch", "ftw", "glob", "grp", "iconv", "langinfo",
    "libgen", "libintl", "monetary", "mqueue", "ndbm", "netdb", "nl_types",
    "poll", "pthread", "pwd", "regex", "sched", "search", "semaphore",
    "spawn", "strings", "stropts", "syslog", "tar", "termios", "trace",
    "ulimit", "unistd", "utime", "utmpx", "wordexp",
    /* glibc, newlib, compilers */
    "alloca", "byteswap", "features", "getopt", "ieeefp", "malloc", "memory",
    "newlib", "paths", "picolibc", "syslimits", "unwind", "varargs", "xlocale",
    /* runtime/float32 */
    "abs", "bits", "clamp", "clamp_zero", "clip", "elu", "eta_or_one",
    "exp", "exp_core", "flush", "kernels", "leaky_relu", "pair", "relu",
    "sigmoid", "sigmoid_e3", "sigmoid_e4", "silu", "softplus", "softplus_e3", "softplus_e4",
    "square", "tanh", "tanh_core", "tanh_e3", "tanh_e3_core", "tanh_e4", "tanh_e4_core",
    /* runtime/control */
    "feedforward", "gain", "sizes", "store", "supervisor", "trigger", "unit",
    "watch",
};
/* clang-format on */

static int same_in_any_case(const char *a, const char *b)
{
    while (*a != '\0' && letter_lower(*a) == letter_lower(*b)) {
        a++;
        b++;
    }
    return *a == '\0' && *b == '\0';
}

static int has_suffix(const char *name, const char *suffix)
{
    size_t length = strlen(name), tail = strlen(suffix);
    return length >= tail && same_in_any_case(name + length - tail, suffix);
}

const char *identifier_fault(const char *name, size_t max_length)
{
    if (!is_identifier(name))
        return "a C identifier: letters, digits and _, no digit in front";
    if (strlen(name) > max_length)
        return length_words(max_length);
    if (name[0] == '_')
        return "a name without an underscore in front";
    if (is_reserved(name))
        return "a name that is not a word of C or C++";
    if (has_prefix(name, "m4") || has_prefix(name, "epi"))
        return "a name that does not start with m4_ or epi_ in any case, the generator's own";
    return NULL;
}

/* Files of some systems have one name in capitals and without. */
const char *model_name_fault(const char *name)
{
    const char *fault = identifier_fault(name, SPEC_MAX_NAME);
    if (fault != NULL)
        return fault;
    for (size_t i = 0; i < sizeof(headers) / sizeof(headers[0]); i++)
        if (same_in_any_case(name, headers[i]))
            return "a name that no header of C, POSIX or epigen has: NAME.h would hide it";
    if (has_suffix(name, "_vectors") || has_suffix(name, "_selftest"))
        return "a name that does not end with _vectors or _selftest, as files of other models do";
    return NULL;
}
