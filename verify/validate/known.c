/* See known.h. `tests/scripts/verify/validate.sh --update` writes the text of the kernels into
   kernel_text.h, from runtime/float32. Before you accept a changed kernel, run `make exhaustive`
   and read the difference. */
#include "validate/known.h"

#include "base/fail.h"
#include "validate/kernel_text.h"

#include <string.h>

/* A kernel of an activation has the activation's name, with the suffix of its accuracy. */
const struct known_kernel known_kernels[KERNEL_COUNT] = {
    {"bits", NULL, NULL, text_bits},
    {"clamp", "bits", "vuuuup", text_clamp},
    {"clamp_zero", "bits", "vuuuup", text_clamp_zero},
    {"eta_or_one", "bits", "vs", text_eta_or_one},
    {"flush", "bits", "vu", text_flush},
    {"abs", "bits", NULL, text_abs},
    {"relu", "abs", "v", text_relu},
    {"leaky_relu", "relu", "vv", text_leaky_relu},
    {"tanh_core", NULL, "v", text_tanh_core},
    {"tanh", "tanh_core", "v", text_tanh},
    {"tanh_e4_core", "abs", "v", text_tanh_e4_core},
    {"tanh_e4", "tanh_e4_core", "v", text_tanh_e4},
    {"tanh_e3_core", "abs", "v", text_tanh_e3_core},
    {"tanh_e3", "tanh_e3_core", "v", text_tanh_e3},
    {"exp_core", "bits", NULL, text_exp_core},
    {"exp", "exp_core", "v", text_exp},
    {"sigmoid", "exp_core", "v", text_sigmoid},
    {"sigmoid_e4", "bits", "v", text_sigmoid_e4},
    {"sigmoid_e3", "bits", "v", text_sigmoid_e3},
    {"softplus", "exp_core", "v", text_softplus},
    {"softplus_e4", "bits", "v", text_softplus_e4},
    {"softplus_e3", "bits", "v", text_softplus_e3},
    {"square", NULL, "v", text_square},
    {"elu", "bits", "vv", text_elu},
    {"silu", "exp_core", "v", text_silu},
    {"clip", "bits", "vvv", text_clip},
    {"pair", NULL, NULL, text_pair},
};

const struct known_kernel *known_kernel(const char *name)
{
    for (size_t i = 0; i < KERNEL_COUNT; i++)
        if (strcmp(known_kernels[i].name, name) == 0)
            return &known_kernels[i];
    return NULL;
}

/* Whether token is head followed by tail, which is not NUL-terminated. */
static bool is_joined(const struct token *t, const char *head, const char *tail, size_t tail_length)
{
    size_t length = strlen(head);
    return t->length == length + tail_length && memcmp(t->text, head, length) == 0 &&
           memcmp(t->text + length, tail, tail_length) == 0;
}

bool known_is_name(const struct token *t, const struct names *names, const char *rest)
{
    size_t length = strlen(names->prefix);
    return t->kind == TOKEN_NAME && t->length > length && t->text[length] == '_' &&
           is_joined(t, names->prefix, t->text + length, t->length - length) &&
           t->length - length - 1 == strlen(rest) &&
           memcmp(t->text + length + 1, rest, strlen(rest)) == 0;
}

/* Whether a token of the file is one of the known text. */
static bool is_same(const struct token *found, const struct token *known, const struct names *names)
{
    static const size_t mark = 3; /* epi, EPI */
    if (found->kind != known->kind || found->directive != known->directive ||
        (found->directive && found->first != known->first))
        return false;
    bool marked = known->kind == TOKEN_NAME && known->length > mark && known->text[mark] == '_';
    if (marked && memcmp(known->text, "epi", mark) == 0)
        return is_joined(found, names->prefix, known->text + mark, known->length - mark);
    if (marked && memcmp(known->text, "EPI", mark) == 0)
        return is_joined(found, names->upper, known->text + mark, known->length - mark);
    return token_equal(found, known);
}

void known_expect(struct lexer *l, const struct names *names, const char *what, const char *text)
{
    struct lexer known = lexer_begin(what, text, strlen(text));
    for (; known.token.kind != TOKEN_END; lexer_next(&known), lexer_next(l))
        if (!is_same(&l->token, &known.token, names))
            fail_at(l->file, l->token.line, "%s: %s%s, expected %s%s", what,
                    token_text(&l->token).text, l->token.directive ? " in a preprocessor line" : "",
                    token_text(&known.token).text,
                    known.token.directive ? " in a preprocessor line" : "");
}
