/* See foreign.h. */
#include "given/foreign.h"

#include "import/import.h"

struct spec *foreign_read(struct arena *arena, const char *file, const char *name,
                          const struct import_domain *domain)
{
    const struct import_options options = {.name = name, .domain = domain, .plain = domain != NULL};
    return import_read(arena, file, &options)->spec;
}
