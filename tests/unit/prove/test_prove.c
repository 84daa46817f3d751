/* epiprove against brute force: random properties of random small networks, on regions of so few
   float32 inputs that all of them can be run. Thresholds are values that occur, and their
   neighbours one ulp away. No answer may be wrong; few may be missing. EPI_PROVE_PROPERTIES sets
   how many properties are tried.
   verifies: REQ-PROVEN */
#include "unit/prove/random_net.h"

enum { SIDE = 30, POINTS = SIDE * SIDE };

struct table {
    float y[POINTS][2];
    float x[POINTS][2];
};

/* A region of SIDE by SIDE neighbouring float32 inputs. */
static void region_draw(struct draw *d, struct draw_property *p)
{
    for (size_t i = 0; i < 2; i++) {
        p->low[i] = p->high[i] = (float)uniform(d, -2.9, 2.9);
        if (pick(d, 8) == 0)
            p->low[i] = p->high[i] = (float)uniform(d, -1e-30, 1e-30);
        for (size_t k = 1; k < SIDE; k++)
            p->high[i] = nextafterf(p->high[i], INFINITY);
    }
}

static void table_fill(struct code *code, const struct draw_property *p, struct table *t)
{
    float x[2] = {p->low[0], p->low[1]};
    for (size_t i = 0; i < POINTS; i++) {
        if (i > 0 && i % SIDE == 0) {
            x[0] = nextafterf(x[0], INFINITY);
            x[1] = p->low[1];
        } else if (i > 0) {
            x[1] = nextafterf(x[1], INFINITY);
        }
        const float *y = code_run(code, x);
        for (size_t k = 0; k < 2; k++) {
            t->x[i][k] = x[k];
            t->y[i][k] = y[k];
        }
    }
}

/* A threshold at a value that occurs, most often at the least, or one float32 from it. */
static void atom_draw(struct draw *d, const struct table *t, struct draw_atom *a)
{
    *a = (struct draw_atom){.output = pick(d, 2), .sign = pick(d, 2) == 0 ? 1.0 : -1.0};
    a->strict = pick(d, 2) == 0;
    if (pick(d, 3) == 0) {
        static const double factors[] = {1.0, -1.0, 0.5, -2.0};
        a->has_second = true;
        a->second = 1 - a->output;
        a->other = factors[pick(d, 4)];
    }
    a->threshold = INFINITY;
    for (size_t i = 0; i < POINTS; i++)
        a->threshold = fmin(a->threshold, atom_value(a, t->y[i]));
    if (pick(d, 3) == 0)
        a->threshold = atom_value(a, t->y[pick(d, POINTS)]);
    size_t move = pick(d, 3);
    if (move > 0)
        a->threshold = (double)nextafterf((float)a->threshold, move == 1 ? INFINITY : -INFINITY);
}

static void property_draw(struct draw *d, const struct table *t, struct draw_property *p)
{
    p->n = 1 + pick(d, 2);
    for (size_t i = 0; i < p->n; i++) {
        p->count[i] = 1 + pick(d, 2);
        for (size_t k = 0; k < p->count[i]; k++)
            atom_draw(d, t, &p->atoms[i][k]);
    }
    property_text(d, p);
}

static struct verdict verdict_of(struct arena *arena, const struct program *program,
                                 const char *text, unsigned threads)
{
    struct bounds domain = bounds_of(arena, program);
    struct net *net = net_make(arena, program);
    struct property *property =
        vnnlib_read(arena, net, (struct place){"random", 1}, text, strlen(text), OUTPUT_MEAN);
    property_clamp(arena, net, property);
    assert_int_equal(property->n_regions, 1);
    struct tree tree = {NULL, 0, 0};
    tree_start(&tree);
    struct verdict v =
        region_search(arena, &(struct search_task){net, &domain, &property->regions[0]}, &tree,
                      &(struct limits){threads, 0.0, 2000, 2}, NULL);
    tree_free(&tree);
    return v;
}

static size_t count_wanted(void)
{
    const char *text = getenv("EPI_PROVE_PROPERTIES");
    return text == NULL ? 500 : (size_t)strtoul(text, NULL, 10);
}

static void test_brute_force(void **state)
{
    (void)state;
    struct table *t = malloc(sizeof(*t));
    size_t answers[3] = {0, 0, 0}, wanted = count_wanted();
    for (size_t number = 0; number < wanted; number++) {
        struct draw d = {arena_new(), {number + 1}};
        struct draw_property p = {.n = 0};
        const struct program *program = random_program(&d);
        region_draw(&d, &p);
        table_fill(code_new(d.arena, net_make(d.arena, program)), &p, t);
        property_draw(&d, t, &p);
        bool violated = false;
        for (size_t i = 0; i < POINTS; i++)
            violated = violated || draw_violates(&p, t->y[i]);
        struct verdict v = verdict_of(d.arena, program, p.text, 1 + (unsigned)(number % 2));
        answers[v.answer]++;
        if (v.answer == ANSWER_HOLDS && violated)
            fail_msg("property %zu: holds, but it is violated:\n%s", number, p.text);
        if (v.answer == ANSWER_VIOLATED && !violated)
            fail_msg("property %zu: violated, but it holds:\n%s", number, p.text);
        arena_free(d.arena);
    }
    printf("%zu properties: %zu hold, %zu violated, %zu undecided\n", wanted, answers[0],
           answers[1], answers[2]);
    assert_true(20 * answers[2] <= wanted);
    assert_true(5 * answers[0] >= wanted && 5 * answers[1] >= wanted);
    free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_brute_force),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
