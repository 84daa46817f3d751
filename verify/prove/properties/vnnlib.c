/* Reads VNN-LIB 1.0 (SMT-LIB text): declarations of X_i and Y_j, assertions of `and`, `or`, `not`,
   `=>` over linear constraints. The assertions describe a violation. They are brought into a sum of
   products; in each product, bounds of single inputs make its box, and all else its rows. Read it
   from the bottom: vnnlib_read is the list of steps. */
#include "base/fail.h"
#include "prove/properties/exact.h"
#include "prove/properties/property.h"
#include "spec/yaml_tree.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A float32 written out in full has at most 165 characters, a double 1079. */
enum { DEPTH_MOST = 64, PRODUCTS_MOST = 4096, ATOMS_MOST = 1 << 20, NUMBER_MOST = 1100 };

/* --- S-expressions -------------------------------------------------------------------------- */

struct node {
    const char *text; /* NULL: a list */
    struct node *items;
    size_t count;
    int line;
};

struct reader {
    struct arena *arena;
    const char *file, *next, *end;
    int line;
    const struct net *net;
    enum net_output_kind outputs;
    bool *declared; /* (inputs, outputs) */
    size_t n_declared[2];
    size_t atoms;
};

static void blanks_skip(struct reader *r)
{
    for (; r->next < r->end; r->next++) {
        if (*r->next == ';')
            while (r->next + 1 < r->end && r->next[1] != '\n')
                r->next++;
        else if (*r->next == '\n')
            r->line++;
        else if (*r->next != ' ' && *r->next != '\t' && *r->next != '\r')
            return;
    }
}

static bool is_word(char c)
{
    return (isalnum((unsigned char)c) || strchr("_.+-*/<>=!?:|", c) != NULL) && c != '\0';
}

static struct node node_read(struct reader *r, int depth);

static struct node list_read(struct reader *r, int depth)
{
    struct node list = {NULL, NULL, 0, r->line};
    size_t room = 0;
    if (depth == DEPTH_MOST)
        fail_at(r->file, r->line, "more than %d levels of parentheses", DEPTH_MOST);
    r->next++;
    for (;;) {
        blanks_skip(r);
        if (r->next == r->end)
            fail_at(r->file, list.line, "parenthesis is not closed, expected )");
        if (*r->next == ')')
            break;
        if (list.count == room) {
            size_t more = room == 0 ? 4 : 2 * room;
            list.items = arena_grow(r->arena, list.items, room, more, sizeof(*list.items));
            room = more;
        }
        list.items[list.count++] = node_read(r, depth + 1);
    }
    r->next++;
    return list;
}

/* "..." stands in commands that say nothing about the property. */
static struct node string_read(struct reader *r)
{
    int line = r->line;
    for (r->next++; r->next < r->end && *r->next != '"'; r->next++)
        r->line += *r->next == '\n';
    if (r->next == r->end)
        fail_at(r->file, line, "text is not closed, expected \"");
    r->next++;
    return (struct node){"\"", NULL, 0, line};
}

static struct node node_read(struct reader *r, int depth)
{
    const char *start = r->next;
    if (*start == '(')
        return list_read(r, depth);
    if (*start == '"')
        return string_read(r);
    while (r->next < r->end && is_word(*r->next))
        r->next++;
    if (r->next == start) {
        const char text[] = {*start, '\0'};
        fail_at(r->file, r->line, "found \"%s\", expected a word, a number or a parenthesis",
                yaml_excerpt(text).text);
    }
    return (struct node){arena_strndup(r->arena, start, (size_t)(r->next - start)), NULL, 0,
                         r->line};
}

static bool node_is(const struct node *node, const char *text)
{
    return node->text != NULL && strcmp(node->text, text) == 0;
}

/* The word in front of a list, or "". */
static const char *head_of(const struct node *node)
{
    return node->text == NULL && node->count > 0 && node->items[0].text != NULL
               ? node->items[0].text
               : "";
}

/* --- linear expressions --------------------------------------------------------------------- */

/* Coefficients of all variables, inputs before outputs, and a constant behind them. */
struct linear {
    struct interval *c; /* (variables + 1) */
};

static size_t variables_of(const struct reader *r) { return r->net->n_inputs + r->net->n_outputs; }

static struct linear linear_new(const struct reader *r)
{
    return (struct linear){arena_alloc(r->arena, variables_of(r) + 1, sizeof(struct interval))};
}

/* X_3, Y_0, or a name of the spec; the number of variables if it is none of them. */
static size_t variable_find(const struct reader *r, const char *name)
{
    const struct net *net = r->net;
    if ((name[0] == 'X' || name[0] == 'Y') && name[1] == '_' && isdigit((unsigned char)name[2])) {
        char *end;
        unsigned long index = strtoul(name + 2, &end, 10);
        if (*end == '\0' && name[0] == 'X' && index < net->n_inputs)
            return index;
        if (*end == '\0' && name[0] == 'Y' && index < net_output_count(net, r->outputs))
            return net->n_inputs + net_output_first(net, r->outputs) + index;
    }
    size_t input = net_input_find(net, name), output = net_output_find(net, name);
    if (input < net->n_inputs)
        return input;
    return output < net->n_outputs ? net->n_inputs + output : variables_of(r);
}

static bool number_is(const char *text)
{
    if (*text == '+' || *text == '-')
        text++;
    if (!(isdigit((unsigned char)*text) || *text == '.'))
        return false;
    char *end;
    (void)strtod(text, &end);
    return *end == '\0' && text[1] != 'x' && text[1] != 'X';
}

static struct linear atom_linear(const struct reader *r, const struct node *node)
{
    struct linear l = linear_new(r);
    if (number_is(node->text)) {
        if (strlen(node->text) > NUMBER_MOST)
            fail_at(r->file, node->line, "number of %zu characters, expected at most %d",
                    strlen(node->text), NUMBER_MOST);
        struct interval v = exact_number(node->text);
        if (!(fabs(v.low) <= 1e100 && fabs(v.high) <= 1e100))
            fail_at(r->file, node->line, "number %s, expected one below 1e100 in magnitude",
                    yaml_excerpt(node->text).text);
        l.c[variables_of(r)] = v;
        return l;
    }
    size_t variable = variable_find(r, node->text);
    if (variable == variables_of(r))
        fail_at(r->file, node->line,
                "\"%s\" is no input or output of the spec, expected X_0 to X_%zu, Y_0 to Y_%zu or "
                "a name",
                yaml_excerpt(node->text).text, r->net->n_inputs - 1,
                net_output_count(r->net, r->outputs) - 1);
    if (!r->declared[variable])
        fail_at(r->file, node->line, "\"%s\" is not declared in front of its use",
                yaml_excerpt(node->text).text);
    l.c[variable] = (struct interval){1.0, 1.0};
    return l;
}

static struct linear linear_read(const struct reader *r, const struct node *node);

static bool is_constant(const struct reader *r, const struct linear *l)
{
    for (size_t i = 0; i < variables_of(r); i++)
        if (l->c[i].low != 0.0 || l->c[i].high != 0.0)
            return false;
    return true;
}

static void linear_add(const struct reader *r, struct linear *sum, const struct linear *l,
                       bool negative)
{
    for (size_t i = 0; i <= variables_of(r); i++)
        if (l->c[i].low != 0.0 || l->c[i].high != 0.0)
            sum->c[i] = exact_add(sum->c[i], negative ? exact_negate(l->c[i]) : l->c[i]);
}

static struct linear linear_times(const struct reader *r, const struct linear *a,
                                  const struct linear *b, int line)
{
    const struct linear *constant = is_constant(r, a) ? a : b, *other = constant == a ? b : a;
    struct linear product = linear_new(r);
    if (!is_constant(r, constant))
        fail_at(r->file, line, "product of two variables, expected linear constraints");
    for (size_t i = 0; i <= variables_of(r); i++)
        product.c[i] = exact_multiply(constant->c[variables_of(r)], other->c[i]);
    return product;
}

static struct linear linear_over(const struct reader *r, const struct linear *a,
                                 const struct linear *b, int line)
{
    const struct interval divisor = b->c[variables_of(r)];
    struct linear quotient = linear_new(r);
    if (!is_constant(r, b) || (divisor.low <= 0.0 && divisor.high >= 0.0))
        fail_at(r->file, line, "divides by zero or by a variable, expected linear constraints");
    for (size_t i = 0; i <= variables_of(r); i++)
        if (a->c[i].low != 0.0 || a->c[i].high != 0.0)
            quotient.c[i] = exact_divide(a->c[i], divisor);
    return quotient;
}

static struct linear linear_read(const struct reader *r, const struct node *node)
{
    if (node->text != NULL)
        return atom_linear(r, node);
    const char *head = head_of(node);
    bool plus = strcmp(head, "+") == 0, minus = strcmp(head, "-") == 0;
    bool over = strcmp(head, "/") == 0;
    if ((!plus && !minus && !over && strcmp(head, "*") != 0) || node->count < 2)
        fail_at(r->file, node->line,
                "\"%s\", expected a number, a variable, (+ ...), (- ...), (* ...) or (/ ...)",
                yaml_excerpt(head).text);
    struct linear sum = linear_new(r), first = linear_read(r, &node->items[1]);
    linear_add(r, &sum, &first, minus && node->count == 2);
    for (size_t i = 2; i < node->count; i++) {
        struct linear l = linear_read(r, &node->items[i]);
        if (plus || minus)
            linear_add(r, &sum, &l, minus);
        else
            sum =
                over ? linear_over(r, &sum, &l, node->line) : linear_times(r, &sum, &l, node->line);
    }
    return sum;
}

/* Coefficients and numbers stay where double has neither infinities nor denormals. */
static void linear_check(const struct reader *r, const struct linear *l, int line)
{
    for (size_t i = 0; i <= variables_of(r); i++) {
        double size = fmax(fabs(l->c[i].low), fabs(l->c[i].high));
        if (!(size <= 1e100) || (i < variables_of(r) && size > 0.0 && size < 1e-100))
            fail_at(r->file, line,
                    "a number or coefficient of %g, expected a coefficient from 1e-100 to 1e100 "
                    "in magnitude, a number up to 1e100",
                    size);
    }
}

/* --- sums of products ----------------------------------------------------------------------- */

/* linear <= 0, or < 0. */
struct atom {
    struct linear linear;
    bool strict;
    int line;
};

struct product_of {
    struct atom *atoms;
    size_t count;
};

struct products {
    struct product_of *items;
    size_t count;
};

static struct products products_or(struct reader *r, struct products a, struct products b, int line)
{
    if (a.count + b.count > PRODUCTS_MOST)
        fail_at(r->file, line, "more than %d alternatives", PRODUCTS_MOST);
    struct products sum = {
        arena_grow(r->arena, a.items, a.count, a.count + b.count, sizeof(*a.items)),
        a.count + b.count};
    for (size_t i = 0; i < b.count; i++)
        sum.items[a.count + i] = b.items[i];
    return sum;
}

static struct products products_and(struct reader *r, struct products a, struct products b,
                                    int line)
{
    if (a.count * b.count > PRODUCTS_MOST)
        fail_at(r->file, line, "more than %d alternatives", PRODUCTS_MOST);
    struct products all = {arena_alloc(r->arena, a.count * b.count + 1, sizeof(*all.items)), 0};
    for (size_t i = 0; i < a.count; i++)
        for (size_t j = 0; j < b.count; j++) {
            const struct product_of *p = &a.items[i], *q = &b.items[j];
            struct product_of *both = &all.items[all.count++];
            both->count = p->count + q->count;
            r->atoms += both->count;
            if (r->atoms > ATOMS_MOST)
                fail_at(r->file, line, "more than %d constraints when written out", ATOMS_MOST);
            both->atoms =
                arena_grow(r->arena, p->atoms, p->count, both->count + 1, sizeof(*p->atoms));
            if (q->count > 0)
                memcpy(both->atoms + p->count, q->atoms, q->count * sizeof(*q->atoms));
        }
    return all;
}

/* a <= b as a - b <= 0; not (a <= b) is b - a < 0. */
static struct products two_compare(struct reader *r, const struct node *a_node, bool less,
                                   bool strict)
{
    struct linear a = linear_read(r, a_node), b = linear_read(r, a_node + 1);
    struct atom *atom = arena_alloc(r->arena, 1, sizeof(*atom));
    *atom = (struct atom){linear_new(r), strict, a_node->line};
    linear_add(r, &atom->linear, &a, !less);
    linear_add(r, &atom->linear, &b, less);
    linear_check(r, &atom->linear, a_node->line);
    struct products one = {arena_alloc(r->arena, 1, sizeof(*one.items)), 1};
    one.items[0] = (struct product_of){atom, 1};
    return one;
}

/* a <= b, or a chain a <= b <= c. */
static struct products comparison_read(struct reader *r, const struct node *node, bool less,
                                       bool strict, bool negated)
{
    struct products all = {NULL, 0};
    if (node->count < 3)
        fail_at(r->file, node->line, "comparison of %zu expressions, expected two",
                node->count - 1);
    for (size_t i = 1; i + 1 < node->count; i++) {
        struct products one = two_compare(r, &node->items[i], less, strict);
        all = i == 1    ? one
              : negated ? products_or(r, all, one, node->line)
                        : products_and(r, all, one, node->line);
    }
    return all;
}

/* What is always true is one product of nothing, what never is no product. */
static struct products truth_read(struct reader *r, bool value)
{
    return (struct products){arena_alloc(r->arena, 1, sizeof(struct product_of)), value};
}

static struct products formula_read(struct reader *r, const struct node *node, bool negated);

static struct products several_read(struct reader *r, const struct node *node, bool all,
                                    bool negated)
{
    struct products sum = {NULL, 0};
    if (node->count < 2)
        fail_at(r->file, node->line, "\"%s\" of nothing, expected constraints", head_of(node));
    for (size_t i = 1; i < node->count; i++) {
        struct products one = formula_read(r, &node->items[i], negated);
        sum = i == 1 ? one
              : all  ? products_and(r, sum, one, node->line)
                     : products_or(r, sum, one, node->line);
    }
    return sum;
}

static struct products formula_read(struct reader *r, const struct node *node, bool negated)
{
    const char *head = head_of(node);
    if (strcmp(head, "and") == 0 || strcmp(head, "or") == 0)
        return several_read(r, node, (strcmp(head, "and") == 0) != negated, negated);
    if (strcmp(head, "not") == 0 && node->count == 2)
        return formula_read(r, &node->items[1], !negated);
    if (strcmp(head, "<=") == 0 || strcmp(head, "<") == 0)
        return comparison_read(r, node, !negated, (strcmp(head, "<") == 0) != negated, negated);
    if (strcmp(head, ">=") == 0 || strcmp(head, ">") == 0)
        return comparison_read(r, node, negated, (strcmp(head, ">") == 0) != negated, negated);
    if (strcmp(head, "=>") == 0 && node->count == 3) {
        struct products first = formula_read(r, &node->items[1], !negated);
        struct products second = formula_read(r, &node->items[2], negated);
        return negated ? products_and(r, first, second, node->line)
                       : products_or(r, first, second, node->line);
    }
    if (strcmp(head, "=") == 0) {
        struct products below = comparison_read(r, node, true, negated, negated);
        struct products above = comparison_read(r, node, false, negated, negated);
        return negated ? products_or(r, below, above, node->line)
                       : products_and(r, below, above, node->line);
    }
    if (node_is(node, "true") || node_is(node, "false"))
        return truth_read(r, node_is(node, "true") != negated);
    if (node->text != NULL)
        fail_at(r->file, node->line, "\"%s\", expected a constraint in parentheses",
                yaml_excerpt(node->text).text);
    fail_at(r->file, node->line,
            "constraint \"%s\" is not supported, expected and, or, not, =>, <=, <, >=, >, =",
            yaml_excerpt(head).text);
}

/* --- regions -------------------------------------------------------------------------------- */

/* The input of which an atom is a bound, or n_inputs: X <= c, -X < c ... */
static size_t bound_input(const struct reader *r, const struct atom *atom)
{
    size_t input = r->net->n_inputs;
    for (size_t i = 0; i < variables_of(r); i++) {
        struct interval c = atom->linear.c[i];
        if (c.low == 0.0 && c.high == 0.0)
            continue;
        if (input < r->net->n_inputs || i >= r->net->n_inputs || c.low != c.high ||
            fabs(c.low) != 1.0)
            return r->net->n_inputs;
        input = i;
    }
    return input;
}

/* What the region says of one input before it is rounded to float32. */
struct side {
    struct interval low, high;
    bool above, below; /* the end itself is excluded */
};

static void bound_take(struct side *side, const struct atom *atom, size_t input, size_t constant)
{
    struct interval c = exact_negate(atom->linear.c[constant]); /* +-X <= c */
    if (atom->linear.c[input].low > 0.0 && c.high <= side->high.high) {
        side->below = atom->strict || (side->below && c.high == side->high.high);
        side->high = c;
    }
    if (atom->linear.c[input].low < 0.0 && -c.high >= side->low.low) {
        side->above = atom->strict || (side->above && -c.high == side->low.low);
        side->low = exact_negate(c);
    }
}

/* Float32 numbers between the ends; where there is none, as for X = 0.1, those next to them. */
static bool side_round(const struct side *side, float *low, float *high)
{
    *low = float_above(side->low.high);
    *high = float_below(side->high.low);
    if (side->above && (double)*low == side->low.low)
        *low = nextafterf(*low, INFINITY);
    if (side->below && (double)*high == side->high.high)
        *high = nextafterf(*high, -INFINITY);
    if (*low <= *high)
        return true;
    if (side->low.low > side->high.high || side->above || side->below)
        return false;
    *low = float_below(side->low.low);
    *high = float_above(side->high.high);
    return true;
}

static void row_take(const struct reader *r, const struct atom *atom, struct conjunct *c)
{
    const struct net *net = r->net;
    struct row *row = &c->rows[c->n_rows];
    row->inputs = arena_alloc(r->arena, net->n_inputs, sizeof(double));
    row->outputs = arena_alloc(r->arena, net->n_outputs, sizeof(double));
    for (size_t i = 0; i < variables_of(r); i++) {
        struct interval v = atom->linear.c[i];
        double middle = 0.5 * (v.low + v.high);
        if (v.high - v.low > 0x1p-51 * fabs(middle))
            fail_at(r->file, atom->line, "a coefficient cancels, expected each variable once");
        row->inexact = row->inexact || v.low != v.high;
        *(i < net->n_inputs ? &row->inputs[i] : &row->outputs[i - net->n_inputs]) = middle;
    }
    row->constant = exact_negate(atom->linear.c[variables_of(r)]);
    c->strict[c->n_rows++] = atom->strict;
}

static bool region_same(const struct net *net, const struct region *a, const struct region *b)
{
    return memcmp(a->low, b->low, net->n_inputs * sizeof(float)) == 0 &&
           memcmp(a->high, b->high, net->n_inputs * sizeof(float)) == 0;
}

/* Adds a product to the region with its box, or as a new region. */
static void product_take(struct reader *r, const struct product_of *p, struct property *property)
{
    const struct net *net = r->net;
    struct side *sides = arena_alloc(r->arena, net->n_inputs, sizeof(*sides));
    struct conjunct c = {arena_alloc(r->arena, p->count + 1, sizeof(*c.rows)),
                         arena_alloc(r->arena, p->count + 1, sizeof(*c.strict)), 0};
    struct region region = {.low = arena_alloc(r->arena, net->n_inputs, sizeof(float)),
                            .high = arena_alloc(r->arena, net->n_inputs, sizeof(float))};
    for (size_t i = 0; i < net->n_inputs; i++)
        sides[i] = (struct side){{net->inputs[i].low, net->inputs[i].low},
                                 {net->inputs[i].high, net->inputs[i].high},
                                 false,
                                 false};
    bool *given = arena_alloc(r->arena, 2 * net->n_inputs + 1, sizeof(*given));
    for (size_t i = 0; i < p->count; i++) {
        size_t input = bound_input(r, &p->atoms[i]);
        if (input == net->n_inputs) {
            row_take(r, &p->atoms[i], &c);
            continue;
        }
        bool upper = p->atoms[i].linear.c[input].low > 0.0;
        if (!given[2 * input + upper] && upper)
            sides[input].high = (struct interval){INFINITY, INFINITY};
        if (!given[2 * input + upper] && !upper)
            sides[input].low = (struct interval){-INFINITY, -INFINITY};
        given[2 * input + upper] = true;
        bound_take(&sides[input], &p->atoms[i], input, variables_of(r));
    }
    for (size_t i = 0; i < net->n_inputs; i++)
        if (!side_round(&sides[i], &region.low[i], &region.high[i]))
            return; /* no such input */
    size_t k = 0;
    while (k < property->n_regions && !region_same(net, &property->regions[k], &region))
        k++;
    if (k == property->n_regions)
        property->regions[property->n_regions++] = region;
    struct region *to = &property->regions[k];
    to->conjuncts = arena_grow(r->arena, to->conjuncts, to->n_conjuncts, to->n_conjuncts + 1,
                               sizeof(*to->conjuncts));
    to->conjuncts[to->n_conjuncts++] = c;
}

/* --- commands ------------------------------------------------------------------------------- */

static void declaration_read(struct reader *r, const struct node *node)
{
    bool function = node_is(&node->items[0], "declare-fun");
    size_t type = function ? 3 : 2;
    if (node->count != type + 1 || node->items[1].text == NULL ||
        (function && (node->items[2].text != NULL || node->items[2].count != 0)))
        fail_at(r->file, node->line, "declaration, expected (declare-const NAME Real)");
    if (!node_is(&node->items[type], "Real"))
        fail_at(r->file, node->line, "\"%s\" has another type, expected Real",
                yaml_excerpt(node->items[1].text).text);
    size_t variable = variable_find(r, node->items[1].text);
    if (variable == variables_of(r))
        fail_at(
            r->file, node->line,
            "\"%s\" is no input or output of the spec, which has %zu inputs and %zu such outputs",
            yaml_excerpt(node->items[1].text).text, r->net->n_inputs,
            net_output_count(r->net, r->outputs));
    if (r->declared[variable])
        fail_at(r->file, node->line, "\"%s\" is declared twice", node->items[1].text);
    r->declared[variable] = true;
    r->n_declared[variable >= r->net->n_inputs]++;
}

/* What SMT-LIB has beside declarations and assertions, and says nothing about the property. */
static bool is_idle(const char *command)
{
    static const char *const idle[] = {"set-logic", "set-info",  "set-option", "check-sat",
                                       "get-model", "get-value", "exit"};
    for (size_t i = 0; i < sizeof(idle) / sizeof(idle[0]); i++)
        if (strcmp(command, idle[i]) == 0)
            return true;
    return false;
}

static struct products commands_read(struct reader *r)
{
    struct products all = {arena_alloc(r->arena, 1, sizeof(struct product_of)), 1};
    bool asserted = false;
    for (blanks_skip(r); r->next < r->end; blanks_skip(r)) {
        struct node node = node_read(r, 0);
        const char *head = head_of(&node);
        if (strcmp(head, "declare-const") == 0 || strcmp(head, "declare-fun") == 0) {
            declaration_read(r, &node);
        } else if (strcmp(head, "assert") == 0 && node.count == 2) {
            all = products_and(r, all, formula_read(r, &node.items[1], false), node.line);
            asserted = true;
        } else if (!is_idle(head)) {
            fail_at(r->file, node.line, "command \"%s\", expected declare-const or assert",
                    yaml_excerpt(node.text != NULL ? node.text : head).text);
        }
    }
    if (!asserted)
        fail_at(r->file, r->line, "no assertion, expected (assert ...)");
    return all;
}

/* A property of another network has other numbers of inputs. */
static void counts_check(const struct reader *r)
{
    if (r->n_declared[0] != r->net->n_inputs)
        fail_at(r->file, r->line, "%zu inputs are declared, expected %zu as in the spec",
                r->n_declared[0], r->net->n_inputs);
}

struct property *vnnlib_read(struct arena *arena, const struct net *net, struct place place,
                             const char *bytes, size_t size, enum net_output_kind outputs)
{
    const char *file = place.file;
    struct reader r = {.arena = arena,
                       .file = file,
                       .next = bytes,
                       .end = bytes + size,
                       .line = place.line,
                       .net = net,
                       .outputs = outputs};
    r.declared = arena_alloc(arena, net->n_inputs + net->n_outputs + 1, sizeof(*r.declared));
    struct products all = commands_read(&r);
    counts_check(&r);
    struct property *property = arena_alloc(arena, 1, sizeof(*property));
    property->name = property->text = property->file = file;
    property->line = place.line;
    property->regions = arena_alloc(arena, all.count + 1, sizeof(*property->regions));
    for (size_t i = 0; i < all.count; i++)
        product_take(&r, &all.items[i], property);
    if (property->n_regions == 0)
        property->note = "the bounds of the inputs are as meant: no input lies between them";
    return property;
}
