/* Gives any bytes to epiwcet as an ELF file. Reading and walking must end in an analysis or in one
   readable message, without a fault of memory, on every core of its machine. The figures of an
   analysis must add up. Build with -fsanitize=fuzzer,address,undefined, link -lelf -lcapstone, and
   run on objects as tests/scripts/project/fuzz.sh makes them. */
#include "fuzzing.h"
#include "wcet/report/report.h"
#include "wcet/walk/walk.h"

static void analysis_check(const struct analysis *a)
{
    static FILE *nowhere;
    uint64_t instructions = 0, cycles = a->waits;
    if (nowhere == NULL)
        nowhere = fopen("/dev/null", "w");
    expect(nowhere != NULL, "/dev/null");
    for (size_t i = 0; i < N_CLASSES; i++) {
        instructions += a->class_instructions[i];
        cycles += a->class_cycles[i];
    }
    expect(instructions == a->functions[0].instructions, "instructions do not add up");
    expect(cycles == a->functions[0].cycles, "cycles do not add up");
    report_text(a, NULL, nowhere);
    report_json(a, NULL, nowhere);
    report_listing(a, nowhere);
}

static void object_try(struct arena *arena, const uint8_t *data, size_t size,
                       const struct core *core)
{
    const struct memory_options memory = {
        .flash_wait = 3, .flash_line = 16, .literal_wait = 1, .buffers = 2};
    if (setjmp(fuzz_refused) != 0)
        return;
    char *bytes = arena_alloc(arena, size + 1, 1);
    memcpy(bytes, data, size);
    const struct object *object = object_read(arena, "fuzz.o", bytes, size);
    core_check(core, object);
    analysis_check(walk(arena, object, core, &memory, NULL, 5000));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_begin("fuzz.o:");
    for (size_t i = 0; i < n_cores; i++) {
        struct arena *arena = arena_new();
        object_try(arena, data, size, cores[i]);
        arena_free(arena);
    }
    return 0;
}
