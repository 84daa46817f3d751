/* What a check found, in the formats of continuous integration: SARIF 2.1.0 and JUnit XML. A fault
   that ends the run through fail() is a finding too. */
#ifndef EPIGEN_FINDINGS_H
#define EPIGEN_FINDINGS_H

#include "base/arena.h"

enum findings_kind { FINDINGS_NONE, FINDINGS_SARIF, FINDINGS_JUNIT };

struct findings {
    enum findings_kind kind;
    const char *rule;  /* what is checked: "faithful" */
    const char *about; /* a sentence on the rule */
    const char *file;  /* the subject of the check */
};

/* From here on a fault that ends the run with status 1 is printed on standard output as the one
   finding. */
void findings_watch(const struct findings *findings);

/* Prints the lines of `text`, each a finding; "": none. A line may begin with `file:line: `. */
void findings_print(const struct findings *findings, const char *text);

#endif
