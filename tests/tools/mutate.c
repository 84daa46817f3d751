/* mutate: wrong versions of an emitted file, for the test of epivalidate.

   mutate FILE PREFIX DIR SEED COUNT

   Writes DIR/1.c, DIR/2.c ... (.h for a header), each with one change that a checker must find, and
   prints a line for each: file, line of the change (0: the message may point elsewhere), kind, and
   an extended regular expression for the message. A kind is a row of the table: where, which
   lines, what happens to them. At most COUNT mutants of a kind, drawn with SEED. No change is
   neutral: a number becomes another number, and what is swapped depends on its order. */
#include "base/arena.h"
#include "base/fail.h"
#include "base/files.h"
#include "base/random.h"

#include <regex.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum section {
    COMMENT = 1,
    HEAD = 2,
    KERNEL = 4,
    EIGHT = 8, /* a kernel on eight numbers */
    INPUTS = 16,
    BLOCK = 32, /* sums that the stage of a layer calls */
    LAYER = 64,
    OUTPUT = 128,
    ENTRY = 256,
    HEADER = 512,
    TABLES = 1024, /* the inputs of the tiled form */
    TILE = 2048,   /* a function of the tiled form that adds up */
    LOOP = 4096,   /* a function of the tiled form that calls a kernel */
    TILED = 8192,  /* the stage of a layer in the tiled form */
    Q15_KERNEL =
        1 << 14, /* in fixed point: a kernel, the inputs, a function that computes neurons */
    Q15_INPUTS = 1 << 15,
    Q15_BLOCK = 1 << 16,
    Q15_ENTRY = 1 << 17,
    Q15_HEADER = 1 << 18,
    Q15_LAYER = 1 << 19 /* a layer: its tables and calls */
};
enum {
    SUMS = BLOCK | LAYER,
    STAGES = INPUTS | SUMS | OUTPUT | TABLES | TILE | LOOP | TILED,
    CODE = STAGES | ENTRY,
    BODIES = KERNEL | EIGHT | CODE
};

enum edit {
    DIGIT,         /* changes a digit of the group, so that the value changes */
    SIGN,          /* changes the sign in front of the group */
    REPLACE,       /* replaces the group by text */
    OTHER,         /* replaces the group by that of another line of the function */
    REMOVE,        /* removes the line */
    REMOVE_BEHIND, /* removes the line if the line in front of it has text */
    TWICE,         /* repeats the line */
    BEFORE,        /* inserts text as a line in front */
    WRAP,          /* puts the line into a comment */
    SWAP,          /* swaps the line with the next one of the function that has the same group */
};

struct rule {
    const char *kind;
    unsigned where;
    const char *line; /* regular expression; @ is the prefix */
    enum edit edit;
    const char *text;    /* @ is the prefix, % the prefix in capitals */
    const char *message; /* regular expression */
    bool elsewhere;      /* the message need not name the line of the change */
};

#define NUMBER     "(-?[0-9.]+(e[+-][0-9]+)?F)"
#define HEX        "(0x[0-9A-F]{8}U)"
#define SUM        "[a-z0-9_]+"
#define TERM       "^    " SUM " = " SUM " \\+ \\("
#define POINT      "^    " SUM " = " SUM " - @_square\\("
#define STORE      "^    [a-z0-9_]+\\[[0-9]+\\] = "
#define BLOCK_CALL "^    @_[a-z0-9]+_group[0-9]+\\("
#define NEURON     "layer \"[a-z0-9]+\", neuron [0-9]+: "
#define NO_PLACE   "is not declared|expected|function [a-z0-9_]+_inputs"
#define CLAMP      "^    z.*@_clamp[_a-z]*\\("

static const struct rule rules[] = {
    {"weight: digit", SUMS, TERM NUMBER, DIGIT, "", NEURON "weight of .* is .*, the spec says", 0},
    {"weight: sign", SUMS, TERM NUMBER, SIGN, "", NEURON "weight of .* is .*, the spec says", 0},
    {"weight: exponent", SUMS, TERM "[^ ]*(e-)", REPLACE, "e+", NEURON "weight of", 0},
    {"weight: no F", SUMS, TERM "[^ ]*(F) ", REPLACE, "", "expected a float literal", 0},
    {"weight: f", SUMS, TERM "[^ ]*(F) ", REPLACE, "f", "expected a float literal", 0},
    {"weight: long", SUMS, TERM "[^ ]*(F) ", REPLACE, "L", "expected a float literal", 0},
    {"weight: hexadecimal", SUMS, TERM NUMBER, REPLACE, "0x1p0F", "expected a float literal", 0},
    {"weight: from another line", SUMS, TERM NUMBER, OTHER, "", NEURON "weight of", 0},
    {"weight: cast", SUMS, TERM "()", REPLACE, "(float)", "is not declared", 0},
    {"bias: digit", SUMS, "^    float " SUM " = " NUMBER, DIGIT, "", NEURON "bias is", 0},
    {"bias: sign", SUMS, "^    float " SUM " = " NUMBER, SIGN, "", NEURON "bias is", 0},
    {"bias: left out", SUMS, "^    float " SUM "( = .*);", REPLACE, "", "expected '='", 0},
    {"bias: not a constant", SUMS, "^    float " SUM " = " NUMBER, REPLACE, "a0", "literal", 0},
    {"term: dropped", SUMS, TERM, REMOVE, "",
     NEURON "term .*(is missing|the spec says)|nothing read", 1},
    {"term: twice", SUMS, TERM, TWICE, "", NEURON "term .*(one too many|the spec says)", 1},
    {"term: order", SUMS, "^    (" SUM ") = " SUM " \\+ \\(", SWAP, "", NEURON "term|nothing read",
     1},
    {"term: other index", SUMS, TERM ".* \\* " SUM "\\[([0-9]+)\\]", OTHER, "", NEURON "term", 0},
    {"term: outside", SUMS, TERM ".*\\[([0-9]+)\\]", REPLACE, "4096", "is outside", 0},
    {"term: octal", SUMS, TERM ".*\\[([0-9]+)\\]", REPLACE, "010", "expected a decimal", 0},
    {"term: other sum", SUMS, "^    (" SUM ") = " SUM " \\+ \\(", OTHER, "", NEURON "|nothing read",
     1},
    {"term: from other sum", SUMS, "^    " SUM " = (" SUM ") \\+ \\(", OTHER, "", "nothing read",
     1},
    {"term: minus", SUMS, "^    " SUM " = " SUM " (\\+) \\(", REPLACE, "-", NEURON, 1},
    {"term: times", SUMS, "^    " SUM " = " SUM " (\\+) \\(", REPLACE, "*", NEURON, 1},
    {"term: divided", SUMS, TERM ".* (\\*) [a-z]", REPLACE, "/", "expected '\\)'", 0},
    {"term: added", SUMS, TERM ".* (\\*) [a-z]", REPLACE, "+", NEURON "expected the sum", 0},
    {"term: assignment", SUMS, "^    " SUM " (=) " SUM " \\+ \\(", REPLACE, "+=", "expected '='",
     0},
    {"term: fused", SUMS, "^    " SUM " = " SUM " \\+ (\\(.*\\));", REPLACE, "fmaf(1.0F, a0)",
     "is not declared", 0},
    {"term: no parentheses", SUMS, "^    " SUM " = " SUM "( )\\+ \\(", REPLACE, " + 1.0F ",
     "expected ';'", 0},
    {"point: digit", SUMS, POINT ".* - " NUMBER "\\);", DIGIT, "", NEURON "point of|" NEURON "term",
     0},
    {"point: sign", SUMS, POINT ".* - " NUMBER "\\);", SIGN, "", NEURON "point of|" NEURON "term",
     0},
    {"point: dropped", SUMS, POINT, REMOVE, "", NEURON "term .*(is missing|the spec says)", 1},
    {"point: twice", SUMS, POINT, TWICE, "", NEURON "term .*(one too many|the spec says)", 1},
    {"point: order", SUMS, "^    (" SUM ") = " SUM " - @_square", SWAP, "", NEURON "term", 1},
    {"point: added", SUMS, "^    " SUM " = " SUM " (-) @_square", REPLACE, "+", NEURON, 1},
    {"point: not squared", SUMS, "^    " SUM " = " SUM " - (@_square)", REPLACE, "",
     NEURON "expected", 0},
    {"point: sum", SUMS, POINT SUM "\\[[0-9]+\\] (-) ", REPLACE, "+", NEURON "expected the sum", 0},
    {"point: other index", SUMS, POINT SUM "\\[([0-9]+)\\]", OTHER, "", NEURON "term", 0},
    {"store: other sum", SUMS, STORE "(" SUM ");", OTHER, "",
     NEURON "|computed but not used|nothing", 1},
    {"store: other place", SUMS, "^    " SUM "\\[([1-9])\\] = " SUM ";", REPLACE, "0",
     "nothing read", 0},
    {"store: removed", SUMS, STORE SUM ";", REMOVE, "", "ends without storing|before anything", 1},
    {"block: other array", SUMS, TERM ".* \\* (" SUM ")\\[", REPLACE, "in9", "is not declared", 0},
    {"block: other source", LAYER, BLOCK_CALL "(" SUM "), ", REPLACE, "q_v", "is no array", 0},
    {"block: other target", LAYER, BLOCK_CALL ".*&(" SUM ")\\[[0-9]+\\]\\);", REPLACE, "z",
     "stores into another layer|is not declared|is outside", 0},
    {"block: shifted target", LAYER, BLOCK_CALL ".*\\[([0-9]+)\\]\\);", REPLACE, "1",
     "outside|elements|never|nothing read|before anything|without storing", 1},
    {"block: called twice", LAYER, BLOCK_CALL, TWICE, "", "called twice|nothing read", 1},
    {"block: not called", LAYER, BLOCK_CALL, REMOVE, "",
     "never (called|used)|before anything|without storing", 1},
    {"block: calls the other", LAYER, "^    (@_[a-z0-9]+_group[0-9]+)\\(", OTHER, "",
     "another layer|elements|called twice|nothing read|gets a (number|table)|expected|declared|no "
     "such "
     "name",
     1},
    {"block: size of input", SUMS, "^static void @_[a-z0-9_]+\\(const float " SUM "\\[([0-9]+)\\]",
     DIGIT, "", "elements", 0},
    {"block: size of output", BLOCK, "^static void .*out\\[([0-9]+)\\]", REPLACE, "9",
     "elements|ends without storing|is outside", 1},
    {"block: const", SUMS, "^static void @_[a-z0-9_]+\\((const )", REPLACE, "",
     "ends without storing|const array|nothing read", 1},
    {"block: const output", BLOCK, "^static void .*(float) out", REPLACE, "const float",
     "writes to out, which is const", 1},
    {"block: name", SUMS, "^static void .*const float (" SUM ")\\[", REPLACE, "q", "no such name",
     0},
    {"block: sum declared twice", SUMS, "^    float (" SUM ") =", OTHER, "", "declared twice", 1},
    {"block: sum of a macro's name", SUMS, "^    float (" SUM ") =", REPLACE, "unix",
     "no such name", 0},
    {"stage: other source", ENTRY, "^    @_[a-z0-9_]+_layer\\((" SUM "), ", OTHER, "",
     "no such name|declared twice", 1},
    {"stage: other target", ENTRY, "^    @_[a-z0-9_]+_layer\\(.*, (" SUM ")\\);", OTHER, "",
     "stores into another layer|no such name", 1},
    {"stage: part of an array", ENTRY, "^    @_[a-z0-9_]+_layer\\(.*, (" SUM "\\));", REPLACE,
     "&z[0])", "stores into another layer|no such name", 1},
    {"stage: called twice", ENTRY, "^    @_[a-z0-9_]+_layer\\(", TWICE, "", "called twice", 1},
    {"stage: not called", ENTRY, "^    @_[a-z0-9_]+_layer\\(", REMOVE, "",
     "never called|before anything", 1},
    {"stage: calls the other", ENTRY, "^    (@_[a-z0-9]+_layer)\\(", OTHER, "",
     "another layer|called twice|expected", 1},
    {"stage: a block", ENTRY, "^    (@_[a-z0-9]+_)layer\\(", BEFORE, "    @_tanh8(z);",
     "expected the stage|is not declared", 0},
    {"stage: size of output", LAYER, "^static void .*, float " SUM "\\[([0-9]+)\\]\\)", REPLACE,
     "4099", "elements", 0},
    {"stage: const output", LAYER, "^static void .*, (float) " SUM "\\[", REPLACE, "const float",
     "is const|const array", 1},
    {"stage: not static", STAGES, "^(static void) ", REPLACE, "void",
     "entry point: |expected 'static'", 0},
    {"stage: inline", STAGES, "^(static void) ", REPLACE, "static inline void", "expected 'void'",
     0},
    {"stage: returns", STAGES, "^(static void) ", REPLACE, "static float", "expected 'void'", 0},
    {"stage: not inlined", SUMS | OUTPUT, "^static void ", BEFORE,
     "#if defined(__GNUC__)\n__attribute__((noinline))\n#endif", "is not inlined", 1},
    {"activation: other kernel", LAYER, "^    [a-z0-9]+_v.* = @_([a-z_]+)\\(", REPLACE, "square",
     NEURON "[a-z_]+, the spec says|is not declared|never", 0},
    {"activation: left out", LAYER, "^    [a-z0-9]+_v\\[.* = @_", REMOVE, "",
     NEURON "no activation", 1},
    {"activation: twice", LAYER, "^    [a-z0-9]+_v\\[.* = @_", TWICE, "", NEURON, 1},
    {"activation: other number", LAYER, "^    [a-z0-9]+_v\\[([1-9]+)\\] = @_", REPLACE, "0",
     "nothing read", 0},
    {"activation: of another", LAYER, "^    [a-z0-9]+_v.*\\(.*\\[([1-9]+)", REPLACE, "0",
     "nothing read", 1},
    {"activation: eight left out", LAYER, "^    @_[a-z_0-9]+8\\(", REMOVE, "",
     NEURON "no activation|never called", 1},
    {"activation: eight shifted", LAYER, "^    @_[a-z_0-9]+8\\(&[a-z0-9_]+\\[([0-9]+)", REPLACE,
     "4095", "outside|elements", 0},
    {"activation: slope", LAYER | TILED, "^    @_leaky.*, " NUMBER, DIGIT, "", NEURON "slope is",
     1},
    {"activation: min", LAYER | TILED, "^    @_clip[^,]*, " NUMBER, DIGIT, "", NEURON "min is", 1},
    {"activation: max", LAYER | TILED, "^    @_clip.*, " NUMBER, DIGIT, "", NEURON "max is", 1},
    {"activation: alpha", LAYER | TILED, "^    @_elu.*, " NUMBER, DIGIT, "", NEURON "alpha is", 1},
    {"eight: other number", EIGHT, "^    v.*\\(v\\[([1-7])\\]", REPLACE, "0", "nothing read", 1},
    {"eight: other target", EIGHT, "^    v\\[([1-7])\\]", REPLACE, "0", "nothing read", 0},
    {"eight: one left out", EIGHT, "^    v", REMOVE, "", "ends without storing", 1},
    {"eight: other kernel", EIGHT, "^    v.* = @_([a-z_]+)\\(", REPLACE, "flush",
     "expected|not declared", 0},
    {"clamp: min", INPUTS, CLAMP "[^,]*, " HEX, DIGIT, "", "input \".*\": min is", 0},
    {"clamp: max", INPUTS, CLAMP "[^,]*, [^,]*, " HEX, DIGIT, "", "input \".*\": max is", 0},
    {"clamp: NaN", INPUTS, CLAMP "([^,]*, ){3}" HEX, DIGIT, "", "input \".*\": .*NaN is", 0},
    {"clamp: status bit", INPUTS, CLAMP "([^,]*, ){4}" HEX, DIGIT, "", "input \".*\": status bit",
     0},
    {"clamp: other input", INPUTS, CLAMP "x\\[%_IN_([A-Z0-9]+)\\]", OTHER, "", "reads input", 0},
    {"clamp: unknown input", INPUTS, CLAMP "x\\[%_IN_([A-Z0-9]+)\\]", REPLACE, "NONE",
     "is no input", 0},
    {"clamp: by number", INPUTS, CLAMP "x\\[(%_IN_[A-Z0-9]+)\\]", REPLACE, "0", "name of an input",
     0},
    {"clamp: left out", INPUTS, CLAMP, REMOVE, "", "before anything|after the clamps of", 1},
    {"clamp: twice", INPUTS, CLAMP, TWICE, "", "nothing read|inputs", 1},
    {"clamp: not called", INPUTS, CLAMP "()", BEFORE, "    z[0] = x[0];", "name of an input", 0},
    {"clamp: no status", INPUTS, CLAMP ".*, (status)\\);", REPLACE, "status2", "expected 'status'",
     0},
    {"inputs: inlined", INPUTS, "^__attribute__", REMOVE, "", "function [a-z0-9_]+_inputs", 1},
    {"inputs: other attribute", INPUTS, "^__attribute__\\(\\((noinline)", REPLACE, "pure",
     "function [a-z0-9_]+_inputs", 0},
    {"inputs: other name", INPUTS, "^static void @_(inputs)\\(", REPLACE, "inputs2",
     "never called|not declared|expected", 1},
    {"inputs: parameter", INPUTS, "^static void @_inputs\\((const )", REPLACE, "",
     "function [a-z0-9_]+_inputs", 0},
    {"inputs: size", INPUTS, "^static void @_inputs.*z\\[(%_N_IN)", REPLACE, "9",
     "function [a-z0-9_]+_inputs", 0},
    {"inputs: status", INPUTS, CLAMP ".*, (status)\\);", REPLACE, "&status", "expected 'status'",
     0},
    {"inputs: other target", INPUTS, "^    (z)\\[", REPLACE, "h1_v", "'h1_v' is not declared", 0},
    {"inputs: block called", INPUTS, "^    z\\[0\\] = @_clamp", BEFORE, "    @_h1_layer(z, z);",
     ".", 0},
    {"inputs: not called", ENTRY, "^    @_inputs", REMOVE, "", "never|before anything|inputs", 1},
    {"inputs: called twice", ENTRY, "^    @_inputs", TWICE, "", "read twice", 1},
    {"inputs: called with others", ENTRY, "^    @_inputs\\(x, (z)", REPLACE, "x",
     "function [a-z0-9_]+_inputs", 0},
    {"input: flush limit", INPUTS, "^    z.*@_flush\\(.*, " HEX, DIGIT, "", "limit of the flush",
     0},
    {"input: no flush", INPUTS, "^    z.*@_flush", REMOVE_BEHIND, "clamp",
     "input \".*\": small numbers are not flushed", 1},
    {"input: mean", INPUTS, "^    z.* - " NUMBER, DIGIT, "", "input \".*\": mean is", 0},
    {"input: mean sign", INPUTS, "^    z.* - " NUMBER, SIGN, "", "input \".*\": mean is", 0},
    {"input: mean added", INPUTS, "^    z.* (-) [0-9]", REPLACE, "+", "input \".*\": ", 0},
    {"input: mean left out", INPUTS, "^    z.* - ", REMOVE, "", "input \".*\": ", 1},
    {"input: factor", INPUTS, "^    z.* \\* " NUMBER, DIGIT, "", "input \".*\": factor", 0},
    {"input: factor left out", INPUTS, "^    z.* \\* ", REMOVE, "", "input \".*\": ", 1},
    {"input: steps in another order", INPUTS, "^    (z\\[[0-9]+\\]) = z", SWAP, "", "input \"", 1},
    {"output: scale", OUTPUT, "^    r->[ms].* \\* " NUMBER, DIGIT, "", "output .*: scale is", 0},
    {"output: scale left out", OUTPUT, "^    r->[ms].* \\* ", REMOVE, "", "output .*: ", 1},
    {"output: offset", OUTPUT, "^    r->mean.* \\+ " NUMBER, DIGIT, "", "output mean.*: offset is",
     0},
    {"output: floor", OUTPUT, "^    r->sigma.* \\+ " NUMBER, DIGIT, "", "output sigma.*: floor is",
     0},
    {"output: added left out", OUTPUT, "^    r->[ms].* \\+ ", REMOVE, "", "output .*: ", 1},
    {"output: subtracted", OUTPUT, "^    r->[ms].* (\\+) ", REPLACE, "-", "output .*: expected", 0},
    {"output: other source", OUTPUT, "^    r->[ms].* = ([a-z0-9]+_v\\[[0-9]+\\]);", OTHER, "",
     "output .*: made from", 1},
    {"output: other field", OUTPUT, "^    r->(mean)\\[.* = [a-z0-9]+_v", REPLACE, "sigma",
     "in the stage of mean", 0},
    {"output: status", OUTPUT, "^    r->(mean|sigma)\\[", BEFORE, "    r->status = status;",
     "in the stage of", 0},
    {"output: not stored", OUTPUT, "^    r->.* = [a-z0-9]+_v", REMOVE, "", "before anything|never",
     1},
    {"output: steps in another order", OUTPUT, "^    (r->[a-z]+\\[[0-9]+\\]) = r->", SWAP, "",
     "output .*: ", 1},
    {"output: called twice", ENTRY, "^    @_[a-z]+_output\\(", TWICE, "", "called twice", 1},
    {"output: not called", ENTRY, "^    @_[a-z]+_output\\(", REMOVE, "", "never", 1},
    {"output: one more", ENTRY, "^    r->status = status;", BEFORE, "    @_eta_output(status, r);",
     "is not declared|called twice|expected", 1},
    {"output: of another", ENTRY, "^    @_([a-z]+)_output\\(", OTHER, "",
     "called twice|never|stage of|no such name", 1},
    {"output: other array", ENTRY, "^    @_[a-z]+_output\\((" SUM "), ", REPLACE, "z",
     "no such name", 1},
    {"output: other pointer", ENTRY, "^    @_[a-z]+_output\\(.*, (r)\\);", REPLACE, "x",
     "the stage of|expected", 0},
    {"output: parameter", OUTPUT, "^static void .*(const )float", REPLACE, "",
     "ends without storing|nothing", 1},
    {"output: type of the result", OUTPUT, "^static void .*(@_result_t)", REPLACE, "void",
     "the stage of", 0},
    {"eta: not by status", OUTPUT, "^    r->eta.*eta_or_one", REMOVE, "",
     "does not become 1|never called", 1},
    {"eta: by a constant", OUTPUT, "^    r->eta.*, (status)\\)", REPLACE, "0U", "expected 'status'",
     0},
    {"eta: of another", OUTPUT, "eta_or_one\\((r->eta), ", REPLACE, "r->mean[0]", "in the stage of",
     0},
    {"eta: by status first", OUTPUT, "^    r->eta = [a-z0-9]+_v", BEFORE,
     "    r->eta = @_eta_or_one(r->eta, status);", "before anything", 0},
    {"eta: other status", ENTRY, "_eta_output\\(.*(status)", REPLACE, "0U", "expected", 0},
    {"status: not stored", ENTRY, "^    r->status", REMOVE, "", "expected 'r->status", 1},
    {"status: not the word", ENTRY, "^    r->status = (status)", REPLACE, "0U", "expected 'status'",
     0},
    {"status: starts with a bit", ENTRY, "^    uint32_t status = (0U)", REPLACE, "1U",
     "expected '0U'", 0},
    {"status: not declared", ENTRY, "^    uint32_t status", REMOVE, "", "status is not declared",
     1},
    {"status: forgotten", INPUTS, "^    z.*clamp", BEFORE, "    status = 0U;", "not declared", 0},
    {"status: reset", ENTRY, "^    @_", BEFORE, "    status = 0U;", "not declared", 0},
    {"array: size", ENTRY, "^    float [a-z0-9_]+\\[([0-9]+)\\];", DIGIT, "",
     "elements|outside|expected a decimal", 1},
    {"array: name", ENTRY, "^    float ([a-z0-9]+_v)\\[", REPLACE, "z", "declared twice", 0},
    {"array: new name", ENTRY, "^    float ([a-z0-9]+_v)\\[", REPLACE, "q",
     "is no array|not declared", 1},
    {"array: left out", ENTRY, "^    float ", REMOVE, "", "is no array|is not declared", 1},
    {"array: static", ENTRY, "^    (float) ", REPLACE, "static float", "is not declared", 0},
    {"array: one more", ENTRY, "^    float z", BEFORE, "    float q_v[1];", "arrays", 1},
    {"table: digit", LAYER, "^        \\{\\{" NUMBER, DIGIT, "", NEURON "(bias|weight)", 0},
    {"table: sign", LAYER, "^        \\{\\{" NUMBER, SIGN, "", NEURON "(bias|weight)", 0},
    {"table: second digit", LAYER, "^        .*, " NUMBER "\\}\\},", DIGIT, "",
     NEURON "(bias|weight)", 0},
    {"table: no F", LAYER, "^        \\{\\{[^,]*(F),", REPLACE, "", "expected a float literal", 0},
    {"table: of another", LAYER, "^        (\\{\\{.*\\}\\}),", OTHER, "", NEURON "(bias|weight)",
     1},
    {"table: row left out", LAYER, "^        \\{\\{", REMOVE, "", "expected '[{},]'", 1},
    {"table: row twice", LAYER, "^        \\{\\{", TWICE, "", "expected '[{},]'", 1},
    {"table: size", LAYER, "^    static const .*\\[([0-9]+)\\] =", DIGIT, "", "expected '[{},]'",
     1},
    {"table: one more", LAYER, "^    static const ", BEFORE,
     "    static const @_pair weights_77[1] = { {{1.0F, 2.0F}} };", "never used", 0},
    {"table: not const", LAYER, "^    static (const) ", REPLACE, "", "expected 'const'", 0},
    {"table: not static", LAYER, "^    (static const) ", REPLACE, "const", "expected|declared", 0},
    {"table: volatile", LAYER, "^    static const()", REPLACE, " volatile", "type of a pair", 0},
    {"table: other type", LAYER, "^    static const (@_pair) ", REPLACE, "float", "type of a pair",
     0},
    {"table: name", LAYER, "^    static const @_pair ([a-z0-9_]+)\\[", REPLACE, "z",
     "a name of its own|no such name", 0},
    {"table: macro's name", LAYER, "^    static const @_pair ([a-z0-9_]+)\\[", REPLACE, "unix",
     "no such name", 0},
    {"table: of another block", LAYER, BLOCK_CALL ".*&(weights_[0-9]+)\\[", OTHER, "",
     NEURON "(bias|weight)|never used", 1},
    {"table: from the middle", LAYER, BLOCK_CALL ".*&weights_[0-9]+\\[(0)\\]", REPLACE, "1",
     "elements|bias", 1},
    {"table: outside", LAYER, BLOCK_CALL ".*&weights_[0-9]+\\[(0)\\]", REPLACE, "999", "is outside",
     0},
    {"table: an array", LAYER, BLOCK_CALL ".*(&weights_[0-9]+\\[0\\])", REPLACE, "z",
     "something else than a table|called twice|no array", 1},
    {"table: for an array", LAYER, BLOCK_CALL "(z), &weights_0", REPLACE, "&weights_0[0]",
     "gets a table|no such name", 1},
    {"table: longer", BLOCK, "^    const @_pair w0\\[([0-9]+)\\]", REPLACE, "999", "elements", 0},
    {"table: parameter", BLOCK, "^    const @_pair (w0)\\[", REPLACE, "q0", "no such name", 0},
    {"pair: other index", BLOCK, "^    p = @_pair_load\\(&w0\\[([0-9]+)\\]", OTHER, "",
     NEURON "|never", 1},
    {"pair: outside", BLOCK, "^    p = @_pair_load\\(&w0\\[([0-9]+)\\]", REPLACE, "999",
     "is outside", 0},
    {"pair: left out", BLOCK, "^    p = ", REMOVE, "", NEURON "|before anything|never used", 1},
    {"pair: twice", BLOCK, "^    p = ", TWICE, "", "nothing read", 1},
    {"pair: whole", BLOCK, "^    p = (@_pair_load.*);", REPLACE, "w0[0]",
     "expected two constants|expected '.'", 0},
    {"pair: of p", BLOCK, "^    p = @_pair_load\\(&(w0\\[[0-9]+\\])", REPLACE, "p", "no table", 0},
    {"pair: other half", BLOCK, TERM "p.f\\[(0)\\]", REPLACE, "1", NEURON "weight|nothing read", 1},
    {"pair: third", BLOCK, "p.f\\[([01])\\]", REPLACE, "2", "is outside", 0},
    {"pair: written", BLOCK, "^    p = ", BEFORE, "    p.f[0] = 1.0F;", "const", 0},
    {"pair: both", BLOCK, "p(.f\\[[01]\\])", REPLACE, ".double_word", "expected 'f'", 0},
    {"pair: not declared", BLOCK, "^    @_pair p;", REMOVE, "", "expected two|not declared", 1},
    {"pair: renamed", BLOCK, "^    @_pair (p);", REPLACE, "q", "expected p", 0},
    {"core: with a clamp to do", LAYER, "^    @_(tanh)8\\(", REPLACE, "tanh_core",
     NEURON "its sum can leave|is not declared", 1},
    {"entry: name", ENTRY, "^void @_(infer)", REPLACE, "infer2", "entry point: ", 0},
    {"entry: static", ENTRY, "^(void) @_infer", REPLACE, "static void",
     "expected a name of its own", 0},
    {"entry: parameter", ENTRY, "^void @_infer.*(const )", REPLACE, "", "entry point: ", 0},
    {"entry: size", ENTRY, "^void @_infer.*(%_N_IN)", REPLACE, "9", "entry point: ", 0},
    {"entry: result", ENTRY, "^void @_infer.*(@_result_t)", REPLACE, "float", "entry point: ", 0},
    {"type: double", CODE, "^[^/]*(float)", REPLACE, "double", "double", 0},
    {"type: int", ENTRY, "(uint32_t)", REPLACE, "uint16_t", "uint16_t", 0},
    {"insert: if", CODE, "^    .*;$", BEFORE, "    if (1) { }", NO_PLACE, 0},
    {"insert: empty", CODE, "^    .*;$", BEFORE, "    ;", NO_PLACE, 0},
    {"insert: return", CODE, "^    .*;$", BEFORE, "    return;", NO_PLACE, 0},
    {"insert: braces", CODE, "^    .*;$", BEFORE, "    { }", NO_PLACE, 0},
    {"insert: loop", CODE, "^    .*;$", BEFORE, "    for (;;) { }", NO_PLACE, 0},
    {"insert: asm", CODE, "^    .*;$", BEFORE, "    asm(\"\");", NO_PLACE, 0},
    {"insert: local", SUMS, "^    .*;$", BEFORE, "    float a77 = 0.0F;", "not used", 0},
    {"insert: assignment", INPUTS, "^    z\\[0\\] = z", BEFORE, "    z[0] = z[0] * 1.0F;",
     "input|nothing", 1},
    {"insert: to itself", INPUTS, "^    z\\[0\\] = z", BEFORE, "    z[0] = z[0];",
     "changes nothing", 0},
    {"insert: into the entry point", ENTRY, "^    @_", BEFORE, "    z[0] = z[0] * 1.0F;",
     "'z' is not declared", 0},
    {"insert: increment", SUMS, STORE SUM ";", BEFORE, "    ++a0;", "expected a statement", 0},
    {"insert: decrement", SUMS, TERM "(-)", REPLACE, "--", "expected", 0},
    {"insert: comma", SUMS, STORE SUM "(;)$", REPLACE, ", out[0] = 1.0F;", "expected ';'", 0},
    {"insert: output", OUTPUT, "^    r->eta = @_eta_or_one", BEFORE, "    r->eta = r->eta * 0.0F;",
     "output eta", 1},
    {"insert: output behind all", ENTRY, "^    r->status", BEFORE, "    r->eta = r->eta * 0.0F;",
     "expected 'status'", 0},
    {"insert: into x", INPUTS, "^    z", BEFORE, "    x[%_IN_X] = 1.0F;", "is no input|const", 0},
    {"insert: #define", BODIES, "^    .*;$", BEFORE, "#define in0 in1", "preprocessor line", 0},
    {"insert: #undef", BODIES, "^    .*;$", BEFORE, "#undef FLT_EVAL", "preprocessor line", 0},
    {"insert: #if 0", BODIES, "^    .*;$", BEFORE, "#if 0", "preprocessor line", 0},
    {"insert: #pragma", BODIES, "^}", BEFORE, "#pragma GCC optimize (\"fast-math\")",
     "preprocessor line", 0},
    {"insert: _Pragma", CODE, "^    .*;$", BEFORE, "    _Pragma(\"x\")", NO_PLACE, 0},
    {"head: #define", HEAD, "^#", BEFORE, "#define float double",
     "head|#include|kernel \"|function", 0},
    {"head: #include", HEAD, "^#if", BEFORE, "#include <math.h>", "head|kernel \"|function", 0},
    {"head: line left out", HEAD, "^#", REMOVE, "", "head|#include|expected|there twice", 1},
    {"head: line twice", HEAD, "^#", TWICE, "", "head|preprocessor line", 1},
    {"head: #else", HEAD, "^#(endif)", REPLACE, "else", "head|preprocessor line", 0},
    {"head: contraction", HEAD, "CONTRACT (OFF)", REPLACE, "ON", "head", 0},
    {"head: continued by a comment", HEAD, "^#include[^/]*\"()$", REPLACE, " /*\n*/ x", "head", 1},
    {"head: continued by a backslash", HEAD, "^#.*(.)$", REPLACE, "\\",
     "backslash|string|head|kernel \"|function", 0},
    {"head: spec", COMMENT, "spec sha256: ([0-9a-f])", REPLACE, "x", "made of the spec", 0},
    {"head: accuracy", COMMENT, "Accuracy of the kernels: (full\\.)", REPLACE,
     "1e-3: ", "_(e3|core)|the spec says", 1},
    {"head: no accuracy", COMMENT, "Accuracy of the kernels", REMOVE, "", "Accuracy of the kernels",
     1},
    {"head: form", COMMENT, "Form: (unrolled)", REPLACE, "tiled",
     "function .*_inputs|is not read back|no function that|expected", 1},
    {"head: no spec", COMMENT, "spec sha256: ", REMOVE, "", "spec sha256", 1},
    {"kernel: hexadecimal digit", KERNEL, HEX, DIGIT, "", "kernel \"[a-z_]+\": ", 0},
    {"kernel: digit", KERNEL, " " NUMBER, DIGIT, "", "kernel \"[a-z_]+\": ", 0},
    {"kernel: and", KERNEL, " (&) ", REPLACE, "|", "kernel \"[a-z_]+\": ", 0},
    {"kernel: plus", KERNEL, " (\\+) ", REPLACE, "-", "kernel \"[a-z_]+\": ", 0},
    {"kernel: minus", KERNEL, " (-) ", REPLACE, "+", "kernel \"[a-z_]+\": ", 0},
    {"kernel: times", KERNEL, " (\\*) ", REPLACE, "/", "kernel \"[a-z_]+\": ", 0},
    {"kernel: shift", KERNEL, " (>>) ", REPLACE, "<<", "kernel \"[a-z_]+\": ", 0},
    {"kernel: complement", KERNEL, "(~)", REPLACE, "", "kernel \"[a-z_]+\": ", 0},
    {"kernel: shifted further", KERNEL, ">> ([0-9]+)U", DIGIT, "", "kernel \"[a-z_]+\": ", 0},
    {"kernel: line left out", KERNEL, "^    .*;$", REMOVE, "", "kernel \"[a-z_]+\": ", 1},
    {"kernel: line twice", KERNEL, "^    .*;$", TWICE, "", "kernel \"[a-z_]+\": ", 1},
    {"kernel: type", KERNEL, "(float) ", REPLACE, "double", "kernel \"[a-z_]+\": ", 0},
    {"kernel: not const", KERNEL, "(const )", REPLACE, "", "kernel \"[a-z_]+\": ", 0},
    {"kernel: renamed", KERNEL, "^static.* @_([a-z_]+)\\(", REPLACE, "tanh2", "expected", 0},
    {"kernel: another's name", KERNEL, "^static.* @_([a-z_]+)\\(", OTHER, "",
     "kernel \"|'inline', expected 'void'", 1},
    {"kernel: union", KERNEL, "^typedef (union)", REPLACE, "struct", "kernel \"(bits|pair)\"", 0},
    {"comment: hides a statement", CODE, "^    .*;$", WRAP, "", ".", 1},
    {"comment: hides half a statement", SUMS, TERM "[^ ]*( \\* .*\\));", REPLACE, "/* */",
     "expected", 1},
    {"comment: //", BODIES, "^(    ).*;$", REPLACE, "//  ", "// comment", 0},
    {"comment: not ended", BODIES, "^(    ).*;$", REPLACE, "/*  ", "comment|does not end|.", 1},
    {"comment: in a comment", COMMENT, "^ \\*( )", REPLACE, " /* ", "inside the comment", 0},
    {"comment: backslash", COMMENT, "^ \\*.*(.)$", REPLACE, "\\", "backslash", 0},
    {"comment: backslash and space", COMMENT, "^ \\*.*(.)$", REPLACE, "\\ ", "backslash", 0},
    {"comment: trigraph", COMMENT, "^ \\*.*(.)$", REPLACE, "?\?/", "trigraph", 0},
    {"characters: digraph", CODE, "^[^/]*(\\[)", REPLACE, "<:", "has no place|expected '.'", 0},
    {"characters: tab", CODE, "^(    )", REPLACE, "\t", "printable", 0},
    {"characters: UTF-8", CODE, "^(    )", REPLACE, "  \xc2\xa0", "printable", 0},
    {"characters: return", CODE, ";()$", REPLACE, "\r", "printable", 0},
    {"file: code behind", ENTRY, "^(})$", REPLACE, "}\nint g;", "nothing behind", 1},
    {"file: code in between", ENTRY | STAGES, "^(static|void).*", BEFORE, "static float g;",
     "expected 'void'", 0},
    {"file: function in between", ENTRY | STAGES, "^(static|void).*", BEFORE,
     "static void @_x_0(float out[1])\n{\n    out[0] = 1.0F;\n}", "never called|is not declared",
     1},
    {"file: prototype", ENTRY | STAGES, "^(static|void).*", BEFORE, "void g(void);",
     "entry point: |expected 'static'", 0},
    {"header: checksum", HEADER, "_SPEC_SHA256 \"([0-9a-f])", REPLACE, "x",
     "the checksum of the spec is", 0},
    {"header: no checksum", HEADER, "_SPEC_SHA256 (\".*\")$", REPLACE, "0", "checksum of the spec",
     0},
    {"header: no version", HEADER, "_EPIGEN_VERSION (\".*\")$", REPLACE, "", "version of epigen",
     1},
    {"header: code for the version", HEADER, "_EPIGEN_VERSION (\".*\")$", REPLACE, "x()",
     "version of epigen", 0},
    {"header: no options", HEADER, "_EPIGEN_OPTIONS (\".*\")$", REPLACE, "", "options of epigen",
     1},
    {"header: code for the options", HEADER, "_EPIGEN_OPTIONS (\".*\")$", REPLACE, "x()",
     "options of epigen", 0},
    {"header: other clamps", HEADER, "_OPTIONS .*clamps=(needed)\"", REPLACE, "none", "options are",
     0},
    {"header: other form", HEADER, "_OPTIONS .*form=(unrolled)", REPLACE, "tiled", "options are",
     0},
    {"header: other accuracy", HEADER, "_OPTIONS .*accuracy=(full)", REPLACE, "1e-3", "options are",
     0},
    {"header: more options", HEADER, "_OPTIONS .*needed()\"", REPLACE, " --fast", "options are", 0},
    {"header: other version", HEADER, "_EPIGEN_VERSION \"([0-9])", REPLACE, "9",
     "head comment does not say", 1},
    {"header: long version", HEADER, "_EPIGEN_VERSION \"([0-9])", REPLACE,
     "0123456789012345678901234567890123456789012345678901234567890123456789",
     "head comment does not say", 1},
    {"header: bound", HEADER, "_M(IN|AX) \\(" NUMBER "\\)", DIGIT, "", "header: ", 0},
    {"header: sign of a bound", HEADER, "_M(IN|AX) \\(" NUMBER "\\)", SIGN, "", "header: ", 0},
    {"header: number", HEADER, "[ =]([0-9]+),?$", DIGIT, "", "header: ", 0},
    {"header: guard", HEADER, "EPIGEN_([A-Z]+)_H", REPLACE, "OTHER", "header: ", 0},
    {"header: type", HEADER, "(float) ", REPLACE, "double", "header: ", 0},
    {"header: line left out", HEADER, "[a-z;}]", REMOVE, "", "header: ", 1},
    {"header: line twice", HEADER, "[a-z;}]", TWICE, "", "header: |nothing behind the header", 1},
    {"header: field", HEADER, "^    float (mean|sigma|eta)", OTHER, "", "header: ", 0},
    {"header: #define", HEADER, "^(enum|typedef|#define)", BEFORE, "#define float double",
     "header: ", 0},
    {"header: declaration", HEADER, "^(enum|typedef|void)", BEFORE, "int g;", "header: ", 0},
    {"header: name", HEADER, "_(IN|OUT)_([A-Z0-9]+) ", REPLACE, "INN", "header: ", 0},
    {"header: place of an output", HEADER, "_OUT_[A-Z0-9]+ ([0-9]+) ", DIGIT, "", "header: ", 0},
    {"header: other results", HEADER, "_HAS_[A-Z]+ ([01])", DIGIT, "", "header: ", 0},
    {"header: one result more", HEADER, "^    uint32_t status;", BEFORE, "    float eta;",
     "header: ", 1},
};

#include "mutate_q15.h"
#include "mutate_q15_tables.h"
#include "mutate_q15_tiled.h"
#include "mutate_tiled.h"

struct line {
    const char *text;
    enum section section;
    size_t function; /* lines of one function have the same number */
};

struct file {
    struct arena *arena;
    struct line *lines;
    size_t count;
    const char *prefix, *upper, *directory, *suffix;
    struct random random;
    size_t written;
};

static size_t draw(struct file *f, size_t n) { return (size_t)(random_bits(&f->random) % n); }

/* The text with the prefix in place of @, and the prefix in capitals in place of %. */
static const char *named(const struct file *f, const char *text)
{
    const char *result = "";
    for (const char *c = text; *c != '\0'; c++)
        result = *c == '@'   ? arena_printf(f->arena, "%s%s", result, f->prefix)
                 : *c == '%' ? arena_printf(f->arena, "%s%s", result, f->upper)
                             : arena_printf(f->arena, "%s%c", result, *c);
    return result;
}

/* The section of the tiled form that a function at the left margin begins. */
static enum section tiled_section(const char *text)
{
    static const struct {
        const char *part;
        enum section section;
    } functions[] = {
        {"_inputs(", TABLES}, {"_layer(", TILED}, {"_output(", OUTPUT}, {"_tile_", TILE}};
    for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++)
        if (strstr(text, functions[i].part) != NULL)
            return functions[i].section;
    return strstr(text, "(float v[") != NULL ? LOOP : BLOCK;
}

/* The section that a line at the left margin begins. */
static enum section section_begun(const char *text, bool tiled)
{
    static const struct {
        const char *part;
        enum section section;
    } functions[] = {
        {"_inputs(", INPUTS}, {"_layer(", LAYER}, {"_output(", OUTPUT}, {"float v[8]", EIGHT}};
    if (strncmp(text, "void ", 5) == 0)
        return ENTRY;
    if (strncmp(text, "__attribute__", 13) == 0)
        return INPUTS;
    if (strncmp(text, "static void", 11) != 0)
        return KERNEL;
    for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++)
        if (strstr(text, functions[i].part) != NULL && !tiled)
            return functions[i].section;
    return tiled ? tiled_section(text) : BLOCK;
}

/* The same section of a file in fixed point. */
static enum section q15_section(enum section section, const char *text)
{
    switch (section) {
    case KERNEL: return Q15_KERNEL;
    case INPUTS: return Q15_INPUTS;
    case BLOCK: return Q15_BLOCK;
    case LAYER: return Q15_LAYER;
    case ENTRY: return Q15_ENTRY;
    case HEAD: return section;
    case HEADER: return strstr(text, "SHA256") != NULL ? section : Q15_HEADER;
    default: return section;
    }
}

static void lines_classify(struct file *f)
{
    enum section open = 0;
    bool comment = false;
    size_t function = 0;
    bool tiled = false, q15 = false;
    for (size_t i = 0; i < f->count; i++) {
        struct line *l = &f->lines[i];
        const char *text = l->text;
        tiled = tiled || strncmp(text, " * Form: tiled.", 15) == 0;
        q15 = q15 || strncmp(text, " * Options: --type=q15 ", 22) == 0;
        bool starts = strncmp(text + strspn(text, " "), "/*", 2) == 0;
        if (!comment && !starts &&
            (strncmp(text, "static ", 7) == 0 || strncmp(text, "void ", 5) == 0 ||
             strncmp(text, "typedef", 7) == 0 || strncmp(text, "__attribute__", 13) == 0)) {
            open = section_begun(text, tiled && !q15);
            function++;
        }
        comment = comment || starts;
        l->function = function;
        l->section = comment ? COMMENT : text[0] == '#' ? HEAD : open;
        if (!comment && strcmp(f->suffix, ".h") == 0)
            l->section = HEADER;
        if (q15)
            l->section = q15_section(l->section, text);
        comment = comment && strstr(text, "*/") == NULL;
        if (text[0] == '}')
            open = 0;
    }
}

static struct file file_load(struct arena *arena, const char *path, const char *prefix)
{
    struct file f = {.arena = arena, .prefix = prefix, .suffix = strrchr(path, '.')};
    size_t size;
    char *text = file_read(arena, path, (size_t)64 << 20, &size),
         *upper = arena_strdup(arena, prefix);
    for (char *c = upper; *c != '\0'; c++)
        *c = *c >= 'a' && *c <= 'z' ? (char)(*c - 'a' + 'A') : *c;
    f.upper = upper;
    for (size_t i = 0; i < size; i++)
        f.count += text[i] == '\n';
    f.lines = arena_alloc(arena, f.count, sizeof(*f.lines));
    for (size_t i = 0; i < f.count; i++) {
        size_t length = strcspn(text, "\n");
        f.lines[i].text = arena_strndup(arena, text, length);
        text += length + 1;
    }
    lines_classify(&f);
    return f;
}

/* The group that a rule changes: the last one that is not part of another. */
static regmatch_t group_of(const regmatch_t match[8])
{
    regmatch_t last = match[1];
    for (size_t i = 2; i < 8; i++)
        if (match[i].rm_so >= 0 && match[i].rm_so >= last.rm_eo)
            last = match[i];
    return last.rm_so < 0 ? match[0] : last;
}

/* The number with one digit changed. */
static const char *digit_change(struct file *f, const char *number)
{
    char *text = arena_strdup(f->arena, number);
    size_t length = strcspn(text, "FUe");
    for (int tries = 0; tries < 100; tries++) {
        size_t at = draw(f, length);
        char digit = (char)('0' + draw(f, 10)), old = text[at];
        bool hex = strncmp(text, "0x", 2) == 0;
        if (strchr(".-x", old) != NULL || (hex && at < 2) || (!hex && at == 0 && digit == '0'))
            continue;
        text[at] = digit;
        if (hex ? strtoul(text, NULL, 16) != strtoul(number, NULL, 16)
                : strtof(text, NULL) != strtof(number, NULL))
            return text;
        text[at] = old;
    }
    return NULL;
}

/* The group's text on another line of the function, if it differs from `own`; or NULL. */
static const char *group_elsewhere(struct file *f, regex_t *pattern, size_t line, const char *own)
{
    size_t first = draw(f, f->count);
    for (size_t k = 0; k < f->count; k++) {
        const struct line *l = &f->lines[(first + k) % f->count];
        regmatch_t match[8];
        if (l->section != f->lines[line].section ||
            (l->section != KERNEL && l->function != f->lines[line].function) ||
            regexec(pattern, l->text, 8, match, 0) != 0)
            continue;
        regmatch_t g = group_of(match);
        const char *text = arena_strndup(f->arena, l->text + g.rm_so, (size_t)(g.rm_eo - g.rm_so));
        if (strcmp(text, own) != 0)
            return text;
    }
    return NULL;
}

/* The next line of the function with the same group, or 0. */
static size_t partner_find(const struct file *f, regex_t *pattern, size_t line, const char *own)
{
    for (size_t i = line + 1; i < f->count && f->lines[i].function == f->lines[line].function;
         i++) {
        regmatch_t match[8];
        if (regexec(pattern, f->lines[i].text, 8, match, 0) != 0)
            continue;
        regmatch_t g = group_of(match);
        if (strncmp(f->lines[i].text + g.rm_so, own, (size_t)(g.rm_eo - g.rm_so)) == 0 &&
            strlen(own) == (size_t)(g.rm_eo - g.rm_so))
            return i;
    }
    return 0;
}

static void mutant_write(struct file *f, const struct rule *rule, size_t line, const char *text,
                         size_t partner)
{
    const char *name = arena_printf(f->arena, "%zu%s", ++f->written, f->suffix);
    FILE *out = fopen(arena_printf(f->arena, "%s/%s", f->directory, name), "w");
    if (out == NULL)
        fail("cannot write to %s", f->directory);
    for (size_t i = 0; i < f->count; i++) {
        if (i == line)
            fputs(text, out);
        else
            fprintf(out, "%s\n",
                    i == partner && partner != 0 ? f->lines[line].text : f->lines[i].text);
    }
    if (fclose(out) != 0)
        fail("cannot write to %s", f->directory);
    printf("%s\t%zu\t%s\t%s\n", name, rule->elsewhere ? 0 : line + 1, rule->kind, rule->message);
}

/* Makes the mutant of a line that the rule fits, if it has one. */
static bool line_mutate(struct file *f, const struct rule *rule, regex_t *pattern, size_t line)
{
    const char *text = f->lines[line].text, *new = named(f, rule->text);
    regmatch_t match[8];
    if (regexec(pattern, text, 8, match, 0) != 0)
        return false;
    regmatch_t g = group_of(match);
    const char *own = arena_strndup(f->arena, text + g.rm_so, (size_t)(g.rm_eo - g.rm_so));
    size_t partner = 0;
    switch (rule->edit) {
    case REMOVE: mutant_write(f, rule, line, "", 0); return true;
    case REMOVE_BEHIND:
        if (line == 0 || strstr(f->lines[line - 1].text, new) == NULL)
            return false;
        mutant_write(f, rule, line, "", 0);
        return true;
    case TWICE: new = arena_printf(f->arena, "%s\n%s\n", text, text); break;
    case BEFORE: new = arena_printf(f->arena, "%s\n%s\n", new, text); break;
    case WRAP: new = arena_printf(f->arena, "/* %s */\n", text); break;
    case SWAP:
        partner = partner_find(f, pattern, line, own);
        new = partner == 0 || strcmp(text, f->lines[partner].text) == 0
                  ? NULL
                  : arena_printf(f->arena, "%s\n", f->lines[partner].text);
        break;
    case DIGIT: new = digit_change(f, own); break;
    case SIGN: new = *own == '-' ? own + 1 : arena_printf(f->arena, "-%s", own); break;
    case OTHER: new = group_elsewhere(f, pattern, line, own); break;
    case REPLACE: new = strcmp(new, own) == 0 ? NULL : new; break;
    }
    if (new == NULL)
        return false;
    if (rule->edit == DIGIT || rule->edit == SIGN || rule->edit == OTHER || rule->edit == REPLACE)
        new = arena_printf(f->arena, "%.*s%s%s\n", (int)g.rm_so, text, new, text + g.rm_eo);
    mutant_write(f, rule, line, new, partner);
    return true;
}

/* Up to `most` mutants, from lines drawn at random. */
static void rule_apply(struct file *f, const struct rule *rule, size_t most)
{
    size_t *fitting = arena_alloc(f->arena, f->count, sizeof(*fitting)), count = 0;
    regex_t pattern;
    if (regcomp(&pattern, named(f, rule->line), REG_EXTENDED) != 0)
        fail("kind %s: bad pattern", rule->kind);
    for (size_t i = 0; i < f->count; i++)
        if ((f->lines[i].section & rule->where) != 0 &&
            regexec(&pattern, f->lines[i].text, 0, NULL, 0) == 0)
            fitting[count++] = i;
    for (size_t made = 0; made < most && count > 0;) {
        size_t k = draw(f, count);
        made += line_mutate(f, rule, &pattern, fitting[k]);
        fitting[k] = fitting[--count];
    }
    regfree(&pattern);
}

int main(int argc, char **argv)
{
    fail_program = "mutate";
    if (argc != 6 || strrchr(argv[1], '.') == NULL)
        fail_usage("expected FILE PREFIX DIR SEED COUNT");
    struct arena *arena = arena_new();
    struct file f = file_load(arena, argv[1], argv[2]);
    f.directory = argv[3];
    f.random.state = strtoul(argv[4], NULL, 10);
    for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++)
        rule_apply(&f, &rules[i], strtoul(argv[5], NULL, 10));
    for (size_t i = 0; i < sizeof(tiled_rules) / sizeof(tiled_rules[0]); i++)
        rule_apply(&f, &tiled_rules[i], strtoul(argv[5], NULL, 10));
    for (size_t i = 0; i < sizeof(q15_rules) / sizeof(q15_rules[0]); i++)
        rule_apply(&f, &q15_rules[i], strtoul(argv[5], NULL, 10));
    for (size_t i = 0; i < sizeof(q15_tiled_rules) / sizeof(q15_tiled_rules[0]); i++)
        rule_apply(&f, &q15_tiled_rules[i], strtoul(argv[5], NULL, 10));
    for (size_t i = 0; i < sizeof(q15_table_rules) / sizeof(q15_table_rules[0]); i++)
        rule_apply(&f, &q15_table_rules[i], strtoul(argv[5], NULL, 10));
    arena_free(arena);
    return 0;
}
