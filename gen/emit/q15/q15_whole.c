/* See q15_whole.h. */
#include "emit/q15/q15_whole.h"

#include "base/fail.h"
#include "emit/q15/q15_emit.h"
#include "emit/q15/q15_names.h"
#include "program/q15/errors.h"

const char *const q15_core_name[Q15_CORES] = {"portable", "cortex-m4", "cortex-m0plus", "cortex-m3",
                                              "rv32imc"};

const struct q15_emitted_file q15_emitted_files[EMITTED_FILES] = {
    {".h", q15_emit_header},
    {".c", q15_emit_source},
    {"_vectors.h", q15_emit_vectors},
    {"_selftest.c", q15_emit_selftest},
};

struct q15_model q15_model_make(struct arena *arena, const struct spec *spec, const char *sha256,
                                const struct q15_wanted *wanted)
{
    q15_names_check(arena, spec);
    const struct q15_program *program = q15_lower(
        arena, spec, wanted->prefix == NULL ? spec->name : wanted->prefix, wanted->tables);
    if (wanted->accuracy > 0.0)
        q15_accuracy_check(program, wanted->accuracy);
    return (struct q15_model){
        .arena = arena,
        .program = program,
        .form = wanted->form,
        .core = wanted->core,
        .sha256 = sha256,
        .vectors = q15_vectors_make(
            arena, program, wanted->vectors == 0 ? q15_vectors_default(program) : wanted->vectors),
    };
}

static struct output file_make(const struct q15_model *model, const struct q15_emitted_file *file,
                               const struct data_dirs *dirs)
{
    const char *prefix = model->program->prefix;
    struct output output = {.path = arena_printf(model->arena, "%s%s", prefix, file->suffix)};
    FILE *calls = tmpfile();
    if (calls == NULL)
        fail("cannot make a temporary file");
    file->emit(model, calls);
    output.text = macro_expand(model->arena, dirs, prefix, calls, &output.size);
    fclose(calls);
    return output;
}

void q15_model_emit(const struct q15_model *model, const struct data_dirs *dirs,
                    struct output outputs[EMITTED_FILES])
{
    for (size_t i = 0; i < EMITTED_FILES; i++)
        outputs[i] = file_make(model, &q15_emitted_files[i], dirs);
}
