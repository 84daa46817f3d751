/* See sil.h. */
#include "quadcopter/flight/sil.h"

#include "base/child.h"
#include "base/fail.h"
#include "base/files.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* As in thermal.h. */
struct thermal_result {
    float mean[1], sigma[1], eta;
    uint32_t status;
};
typedef void thermal_infer(const float x[2], struct thermal_result *r);

struct loaded {
    void *library;
    thermal_infer *infer;
};

static void program_run(char *const *argv, const char *what)
{
    if (child_run(&(struct child){.argv = argv}) != 0)
        fail("%s failed, expected it to make a network from what was learned", what);
}

static void spec_save(struct arena *arena, const struct spec *spec, const char *path)
{
    struct output output = {.path = path};
    output.text = spec_text(arena, spec, &output.size);
    files_write(arena, &output, 1);
}

static void *sil_deploy(void *context, struct arena *arena, const struct spec *spec)
{
    struct sil *s = context;
    struct loaded *l = arena_alloc(arena, 1, sizeof(*l));
    char *yaml = arena_printf(arena, "%s/thermal.yaml", s->directory);
    char *source = arena_printf(arena, "%s/thermal.c", s->directory);
    char *library = arena_printf(arena, "%s/thermal_%zu.so", s->directory, s->count++);
    char *compiler = getenv("CC") == NULL ? "cc" : getenv("CC");
    spec_save(arena, spec, yaml);
    program_run((char *[]){arena_strdup(arena, s->epigen), yaml, "-o",
                           arena_strdup(arena, s->directory), NULL},
                "epigen");
    program_run((char *[]){compiler, "-std=c99", "-O1", "-ffp-contract=off", "-fPIC", "-shared",
                           source, "-o", library, NULL},
                compiler);
    l->library = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    unlink(library); /* it stays loaded */
    void *symbol = l->library == NULL ? NULL : dlsym(l->library, "thermal_infer");
    if (symbol == NULL)
        fail("%s: cannot be loaded: %s", library, dlerror());
    memcpy(&l->infer, &symbol, sizeof(symbol)); /* ISO C has no cast from object to function */
    return l;
}

static void sil_infer(void *deployed, const float x[2], struct answer *answer)
{
    const struct loaded *l = deployed;
    struct thermal_result r;
    l->infer(x, &r);
    *answer = (struct answer){r.mean[0], r.sigma[0], r.eta, r.status};
}

static void sil_retire(void *deployed) { dlclose(((struct loaded *)deployed)->library); }

struct engine sil_engine(struct sil *sil)
{
    return (struct engine){
        .deploy = sil_deploy, .infer = sil_infer, .retire = sil_retire, .context = sil};
}
