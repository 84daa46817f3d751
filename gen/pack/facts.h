/* What the templates of packages are told about a model: names, units, domains and places in the
   emitted struct, as macro calls. Every template gets the same calls and uses what it needs. */
#ifndef EPIGEN_FACTS_H
#define EPIGEN_FACTS_H

#include "emit/model.h"

/* The texts that manifests ask for; from the spec's provenance, or what stands in for them. */
struct about {
    const char *version, *author, *url, *summary;
};

/* Ends through fail where the spec has a text that cannot stand in a manifest. */
struct about about_read(const struct model *model);

/* The complete m4 input of one file of a package; template: below templates/package. */
void facts_emit(const struct model *model, const struct about *about, const char *template,
                FILE *m4);

#endif
