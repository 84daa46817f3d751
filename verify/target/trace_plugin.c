/* A qemu TCG plugin: counts the instructions of every call of one function and hashes the
   addresses they were fetched from. A call lasts from the execution of `entry` until something
   outside [begin, end) executes; a callback on every single instruction makes the count exact.
   An instruction that an IT block skips is counted like one it executes (the core fetches
   both), so run-target looks for those in the object.

   Arguments: entry=ADDRESS,begin=ADDRESS,end=ADDRESS,out=FILE[,profile=FILE]. `out` gets the
   totals as name=value lines, `profile` how often each address ran in the last whole call.

   Debian ships no qemu-plugin.h; this is the part of API version 1 that is used here. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t qemu_plugin_id_t;
struct qemu_plugin_tb;
struct qemu_plugin_insn;
enum qemu_plugin_cb_flags { QEMU_PLUGIN_CB_NO_REGS };

void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t id,
                                           void (*callback)(qemu_plugin_id_t,
                                                            struct qemu_plugin_tb *));
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *insn,
                                            void (*callback)(unsigned, void *),
                                            enum qemu_plugin_cb_flags flags, void *user);
void qemu_plugin_register_atexit_cb(qemu_plugin_id_t id, void (*callback)(qemu_plugin_id_t, void *),
                                    void *user);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *tb, size_t index);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *insn);

__attribute__((visibility("default"))) int qemu_plugin_version = 1;
__attribute__((visibility("default"))) int
qemu_plugin_install(qemu_plugin_id_t id, const void *info, int argc, char **argv);

struct call {
    uint64_t instructions;
    uint64_t trace; /* FNV-1a over the addresses, in order */
};

static uint64_t entry, begin, end;
static const char *out_path, *profile_path;

static bool in_call; /* the traced function is being executed */
static struct call now;
static struct call *calls;
static size_t n_calls, capacity;
static uint32_t *ran, *ran_last; /* how often each half word of [begin, end) ran: in this call, in
                                    the last complete call */

static void die(const char *what)
{
    fprintf(stderr, "trace_plugin: %s\n", what);
    exit(2);
}

static size_t profile_size(void) { return (size_t)((end - begin) / 2U + 1U); }

static void call_begin(void)
{
    in_call = true;
    now = (struct call){0, 0xCBF29CE484222325U};
    memset(ran, 0, profile_size() * sizeof(*ran));
}

static void call_end(void)
{
    in_call = false;
    if (n_calls == capacity) {
        capacity = capacity * 2 + 1024;
        calls = realloc(calls, capacity * sizeof(*calls));
        if (calls == NULL)
            die("out of memory");
    }
    calls[n_calls++] = now;
    uint32_t *spare = ran_last;
    ran_last = ran;
    ran = spare;
}

static void executed(unsigned vcpu, void *user)
{
    const uint64_t address = (uintptr_t)user;
    (void)vcpu;
    if (in_call && (address < begin || address >= end))
        call_end();
    if (address == entry)
        call_begin();
    if (!in_call)
        return;
    now.instructions++;
    now.trace = (now.trace ^ address) * 0x100000001B3U;
    ran[(address - begin) / 2U]++;
}

static void translated(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
    (void)id;
    for (size_t i = 0; i < qemu_plugin_tb_n_insns(tb); i++) {
        struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);
        /* qemu's callbacks take a pointer; here it is the address itself. */
        void *address =
            (void *)(uintptr_t)qemu_plugin_insn_vaddr(insn); /* NOLINT(performance-no-int-to-ptr) */
        qemu_plugin_register_vcpu_insn_exec_cb(insn, executed, QEMU_PLUGIN_CB_NO_REGS, address);
    }
}

static int compare(const void *a, const void *b)
{
    const struct call *x = a, *y = b;
    if (x->instructions != y->instructions)
        return x->instructions < y->instructions ? -1 : 1;
    return x->trace < y->trace ? -1 : x->trace > y->trace;
}

static void profile_write(void)
{
    FILE *out = fopen(profile_path, "w");
    if (out == NULL)
        die("cannot write the profile");
    for (size_t i = 0; i < profile_size(); i++)
        if (ran_last[i] != 0)
            fprintf(out, "%" PRIx64 " %" PRIu32 "\n", begin + 2U * i, ran_last[i]);
    fclose(out);
}

static void finish(qemu_plugin_id_t id, void *user)
{
    size_t counts = 0, traces = 0;
    FILE *out = fopen(out_path, "w");
    (void)id;
    (void)user;
    if (out == NULL)
        die("cannot write the totals");
    qsort(calls, n_calls, sizeof(*calls), compare);
    for (size_t i = 0; i < n_calls; i++) {
        bool first = i == 0;
        counts += first || calls[i].instructions != calls[i - 1].instructions;
        traces += first || compare(&calls[i], &calls[i - 1]) != 0;
    }
    fprintf(out, "calls=%zu\ndistinct_counts=%zu\ntraces=%zu\n", n_calls, counts, traces);
    if (n_calls > 0)
        fprintf(out, "instructions_min=%" PRIu64 "\ninstructions_max=%" PRIu64 "\n",
                calls[0].instructions, calls[n_calls - 1].instructions);
    fclose(out);
    if (profile_path != NULL)
        profile_write();
}

static void argument_read(const char *argument)
{
    const char *equals = strchr(argument, '=');
    const char *value = equals == NULL ? "" : equals + 1;
    if (strncmp(argument, "entry=", 6) == 0)
        entry = strtoull(value, NULL, 16);
    else if (strncmp(argument, "begin=", 6) == 0)
        begin = strtoull(value, NULL, 16);
    else if (strncmp(argument, "end=", 4) == 0)
        end = strtoull(value, NULL, 16);
    else if (strncmp(argument, "out=", 4) == 0)
        out_path = strdup(value);
    else if (strncmp(argument, "profile=", 8) == 0)
        profile_path = strdup(value);
    else
        die("unknown argument");
}

int qemu_plugin_install(qemu_plugin_id_t id, const void *info, int argc, char **argv)
{
    (void)info;
    for (int i = 0; i < argc; i++)
        argument_read(argv[i]);
    if (begin > entry || entry >= end || out_path == NULL)
        die("expected entry=, begin=, end= and out=, the entry within [begin, end)");
    ran = calloc(profile_size(), sizeof(*ran));
    ran_last = calloc(profile_size(), sizeof(*ran_last));
    if (ran == NULL || ran_last == NULL)
        die("out of memory");
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    qemu_plugin_register_atexit_cb(id, finish, NULL);
    return 0;
}
