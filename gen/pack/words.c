/* See words.h. */
#include "pack/words.h"

#include <stddef.h>

/* Names of targets that CMake keeps for itself. */
/* clang-format off */
const char *const words_cmake[] = {
    "ALL_BUILD", "Continuous", "Experimental", "INSTALL", "Nightly", "NightlyMemoryCheck",
    "PACKAGE", "RUN_TESTS", "ZERO_CHECK", "all", "clean", "depend", "edit_cache", "help",
    "install", "package", "package_source", "preinstall", "rebuild_cache", "test",
    NULL,
};
/* clang-format on */

/* Keywords of Python 3.11, and its own modules, which are found before installed ones. */
/* clang-format off */
const char *const words_python[] = {
    "False", "None", "True", "abc", "aifc", "and", "antigravity", "argparse", "array", "as",
    "assert", "ast", "async", "asynchat", "asyncio", "asyncore", "atexit", "audioop", "await",
    "base64", "bdb", "binascii", "bisect", "break", "builtins", "bz2", "cProfile", "calendar",
    "cgi", "cgitb", "chunk", "class", "cmath", "cmd", "code", "codecs", "codeop", "collections",
    "colorsys", "compileall", "concurrent", "configparser", "contextlib", "contextvars",
    "continue", "copy", "copyreg", "crypt", "csv", "ctypes", "curses", "dataclasses",
    "datetime", "dbm", "decimal", "def", "del", "difflib", "dis", "distutils", "doctest",
    "elif", "else", "email", "encodings", "ensurepip", "enum", "errno", "except",
    "faulthandler", "fcntl", "filecmp", "fileinput", "finally", "fnmatch", "for", "fractions",
    "from", "ftplib", "functools", "gc", "genericpath", "getopt", "getpass", "gettext", "glob",
    "global", "graphlib", "grp", "gzip", "hashlib", "heapq", "hmac", "html", "http", "idlelib",
    "if", "imaplib", "imghdr", "imp", "import", "importlib", "in", "inspect", "io", "ipaddress",
    "is", "itertools", "json", "keyword", "lambda", "lib2to3", "linecache", "locale", "logging",
    "lzma", "mailbox", "mailcap", "marshal", "math", "mimetypes", "mmap", "modulefinder",
    "msilib", "msvcrt", "multiprocessing", "netrc", "nis", "nntplib", "nonlocal", "not", "nt",
    "ntpath", "nturl2path", "numbers", "numpy", "opcode", "operator", "optparse", "or", "os",
    "ossaudiodev", "pass", "pathlib", "pdb", "pickle", "pickletools", "pipes", "pkgutil",
    "platform", "plistlib", "poplib", "posix", "posixpath", "pprint", "profile", "pstats",
    "pty", "pwd", "py_compile", "pyclbr", "pydoc", "pydoc_data", "pyexpat", "queue", "quopri",
    "raise", "random", "re", "readline", "reprlib", "resource", "return", "rlcompleter",
    "runpy", "sched", "secrets", "select", "selectors", "shelve", "shlex", "shutil", "signal",
    "site", "smtpd", "smtplib", "sndhdr", "socket", "socketserver", "spwd", "sqlite3",
    "sre_compile", "sre_constants", "sre_parse", "ssl", "stat", "statistics", "string",
    "stringprep", "struct", "subprocess", "sunau", "symtable", "sys", "sysconfig", "syslog",
    "tabnanny", "tarfile", "telnetlib", "tempfile", "termios", "textwrap", "this", "threading",
    "time", "timeit", "tkinter", "token", "tokenize", "tomllib", "trace", "traceback",
    "tracemalloc", "try", "tty", "turtle", "turtledemo", "types", "typing", "unicodedata",
    "unittest", "urllib", "uu", "uuid", "venv", "warnings", "wave", "weakref", "webbrowser",
    "while", "winreg", "winsound", "with", "wsgiref", "xdrlib", "xml", "xmlrpc", "yield",
    "zipapp", "zipfile", "zipimport", "zlib", "zoneinfo",
    NULL,
};
/* clang-format on */

/* Keywords of Rust, kept ones too, and the crates that come with it. */
/* clang-format off */
const char *const words_rust[] = {
    "Self", "abstract", "alloc", "as", "async", "await", "become", "box", "build", "core",
    "crate", "do", "dyn", "extern", "final", "fn", "gen", "impl", "in", "let", "loop", "macro",
    "match", "mod", "move", "mut", "override", "priv", "proc_macro", "pub", "ref", "self",
    "std", "super", "test", "trait", "try", "type", "unsafe", "unsized", "use", "where", "yield",
    NULL,
};
/* clang-format on */
