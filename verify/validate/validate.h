/* A spec against the two emitted files. */
#ifndef VALIDATE_VALIDATE_H
#define VALIDATE_VALIDATE_H

#include "validate/compare.h"

struct source {
    const char *file; /* label for messages */
    const char *bytes;
    size_t size;
};

/* What was established; see compare.h for the counts. */
struct validation {
    const char *prefix;
    const char *form;     /* "unrolled", "tiled" */
    const char *type;     /* "float32", "q15" */
    const char *accuracy; /* "full", "1e-4", "1e-3" */
    struct comparison found;
    const char *kernels[KERNEL_COUNT]; /* the kernels that the file contains */
    size_t n_kernels;
};

/* The prefix of a file's names, from the header that it includes: #include "prefix.h". */
const char *frame_prefix(struct arena *arena, const struct source *code);

/* A name in capitals. */
const char *names_upper(struct arena *arena, const char *name);

/* Compares the files, whose numbers are float32, with the checked spec, whose sha256 their head
   comments must state. Ends through fail_at at the first difference. */
struct validation validate(struct arena *arena, const struct spec *spec, const char *sha256,
                           const struct source *code, const struct source *header);

/* frame.c: frame_head takes the head of the code file, frame_header compares the whole header. */
void frame_head(struct lexer *lexer, const struct names *names);
struct header_words {
    struct token checksum, version, options; /* strings, which the spec does not give */
};
/* The head of a header, up to the options. */
struct header_words frame_words(struct arena *arena, struct lexer *lexer,
                                const struct names *names);
/* Parts of a header: how many inputs and outputs there are, where each input lies, which outputs
   have a name, and a number as a literal, #define EPI_NAME_TAIL (0.5F). */
void frame_places_print(FILE *out, const struct spec *spec);
void frame_outputs_print(FILE *out, const struct spec *spec);
void frame_number_print(FILE *out, const char *name, const char *tail, float value);
struct header_words frame_header(struct arena *arena, const struct source *header,
                                 const struct names *names, const struct spec *spec);
/* The checksum in the header, which frame_header returned, is that of the spec. */
void frame_checksum(const struct source *header, const struct token *found, const char *sha256);
/* The accuracy of the kernels in the head comment; *suffix gets the suffix of their names. */
const char *frame_accuracy(const struct source *source, const char **suffix);
/* Whether the options in the header ask for all clamps of kernels. */
bool frame_all_clamps(const struct header_words *words);
/* The options in the header are the expected ones, in quotes, and the head comments name them and
   the version too. */
void frame_options(const struct source *code, const struct source *header,
                   const struct header_words *words, const char *expected);
/* The type of number in the options of the head comment, "float32" or "q15". */
const char *frame_type(const struct source *source);
/* The form of the code in the head comment, "unrolled" or "tiled". Ends through fail_at if that is
   a form that is not read. */
const char *frame_form(const struct source *source);
/* The head comment says of which spec the file was made. */
void frame_origin(const struct source *source, const char *sha256);

#endif
