/* How good are the models that a recipe gives: trains it with N seeds, from the first on, and
   prints every measure by seed, then its median, worst, mean and standard error.

     bars RECIPE [--seeds N] [--first SEED] [--known DISTANCE] [--unknown FILE]... [--specs DIR]

   In RECIPE {} stands for the seed, so that every seed may have data of its own. Two seeds run at a
   time, each in a process.

   rmse, smse, nll, msll   of the first output on the test rows; smse is over their variance
   train_known             share of the training inputs with eta < 0.5
   test_known              share of the test rows with eta <= 0.5
   --known D               auroc: of eta on the test rows; those nearer than D to a training input
                           (Euclidean, units of the data) are known, those beyond 2 D unknown,
                           the others left out. With one input also eta_middle and eta_beyond,
                           the least eta over |x| <= 0.5 and over |x| >= 3
   --unknown FILE          auroc_1, auroc_2, ...: of eta on the rows of FILE against the test rows
   --specs DIR             writes what epigen reads for each seed as DIR/SEED.yaml
 */
#include "base/fail.h"
#include "base/files.h"
#include "data/metrics.h"
#include "data/table.h"
#include "epiout.h"
#include "prepare.h"
#include "program/interpret.h"
#include "recipe_read.h"
#include "result/export.h"

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_SEEDS = 100, MOST_FILES = 4, PROCESSES = 2 };

enum measure {
    RMSE,
    SMSE,
    NLL,
    MSLL,
    TRAIN_KNOWN,
    TEST_KNOWN,
    AUROC,
    ETA_MIDDLE,
    ETA_BEYOND,
    AUROC_FILE,
    MEASURES = AUROC_FILE + MOST_FILES
};

static const char *const measure_name[MEASURES] = {
    "rmse",       "smse",       "nll",     "msll",    "train_known", "test_known", "auroc",
    "eta_middle", "eta_beyond", "auroc_1", "auroc_2", "auroc_3",     "auroc_4"};

/* NAN: not measured */
struct figures {
    double value[MEASURES];
};

struct options {
    const char *recipe;
    unsigned long seeds, first;
    double known; /* 0: none */
    const char *unknown[MOST_FILES];
    size_t n_unknown;
    const char *specs; /* NULL: none */
};

struct trained {
    const struct recipe *recipe;
    const struct problem *problem;
    const struct network *network;
};

/* --- training, as epitrain does it --------------------------------------------------------------
 */

static const char *seed_insert(struct arena *arena, const char *path, unsigned long seed)
{
    const char *mark = strstr(path, "{}");
    if (mark == NULL)
        return path;
    return arena_printf(arena, "%.*s%lu%s", (int)(mark - path), path, seed, mark + 2);
}

static struct trained model_train(struct arena *arena, const char *path, unsigned long seed)
{
    size_t size;
    const char *bytes = file_read(arena, path, SPEC_MAX_BYTES, &size);
    struct recipe *recipe = recipe_read(arena, path, bytes, size);
    recipe->seed = recipe->split.seed = seed;
    recipe->threads = 1;
    FILE *warnings = fopen("/dev/null", "w");
    if (warnings == NULL)
        fail("/dev/null: %s", strerror(errno));
    struct problem *problem = problem_prepare(arena, recipe, warnings);
    fclose(warnings);
    struct epiout e = epiout_fit(arena, recipe, &problem->train, &problem->validation, NULL);
    return (struct trained){recipe, problem, e.network};
}

/* --- measures ------------------------------------------------------------------------------------
 */

static float *eta_of(struct arena *arena, const struct trained *m, const struct rows *rows)
{
    float *eta = arena_alloc(arena, rows->count, sizeof(*eta));
    network_predict(m->network, rows, NULL, NULL, eta);
    return eta;
}

static double share_known(const float *eta, size_t n, float limit)
{
    size_t known = 0;
    for (size_t i = 0; i < n; i++)
        known += eta[i] <= limit;
    return (double)known / (double)n;
}

static void accuracy_measure(struct arena *arena, const struct trained *m, struct figures *figures)
{
    const struct rows *test = &m->problem->test;
    const struct scaling *output = &m->problem->outputs[0];
    double scale = (double)output->scale, offset = (double)output->mean;
    size_t n = test->count, n_out = test->n_out;
    float *mean = arena_alloc(arena, n * n_out, sizeof(*mean));
    float *sigma = arena_alloc(arena, n * n_out, sizeof(*sigma));
    double *columns = arena_alloc(arena, 3 * n, sizeof(*columns));
    struct predictions p = {n, columns, columns + n, columns + 2 * n};
    double centre = 0.0, variance = 0.0;
    network_predict(m->network, test, mean, sigma, NULL);
    for (size_t i = 0; i < n; i++) {
        columns[i] = offset + scale * (double)test->y[i * n_out];
        columns[n + i] = offset + scale * (double)mean[i * n_out];
        columns[2 * n + i] = scale * (double)sigma[i * n_out];
        centre += columns[i] / (double)n;
    }
    for (size_t i = 0; i < n; i++)
        variance += (columns[i] - centre) * (columns[i] - centre) / (double)n;
    figures->value[RMSE] = metrics_rmse(&p);
    figures->value[SMSE] = figures->value[RMSE] * figures->value[RMSE] / variance;
    figures->value[NLL] = metrics_nll(&p);
    figures->value[MSLL] = metrics_msll(&p, offset, scale);
}

/* In the units of the data. */
static double train_distance(const struct problem *p, const float *x)
{
    double least = INFINITY;
    for (size_t i = 0; i < p->train.count; i++) {
        double sum = 0.0;
        for (size_t j = 0; j < p->train.n_in; j++) {
            double d = (double)p->inputs[j].scale *
                       ((double)x[j] - (double)p->train.x[i * p->train.n_in + j]);
            sum += d * d;
        }
        least = fmin(least, sum);
    }
    return sqrt(least);
}

static void known_measure(struct arena *arena, const struct trained *m, const float *eta,
                          double distance, struct figures *figures)
{
    const struct rows *test = &m->problem->test;
    float *known = arena_alloc(arena, test->count, sizeof(*known));
    float *unknown = arena_alloc(arena, test->count, sizeof(*unknown));
    size_t n_known = 0, n_unknown = 0;
    for (size_t i = 0; i < test->count; i++) {
        double d = train_distance(m->problem, test->x + i * test->n_in);
        if (d < distance)
            known[n_known++] = eta[i];
        else if (d > 2.0 * distance)
            unknown[n_unknown++] = eta[i];
    }
    figures->value[AUROC] = metrics_auroc(known, n_known, unknown, n_unknown);
}

static void interval_measure(const struct trained *m, const float *eta, struct figures *figures)
{
    const struct scaling *input = &m->problem->inputs[0];
    double middle = INFINITY, beyond = INFINITY;
    for (size_t i = 0; i < m->problem->test.count; i++) {
        double x = (double)input->mean + (double)input->scale * (double)m->problem->test.x[i];
        if (fabs(x) <= 0.5 + 1e-6)
            middle = fmin(middle, (double)eta[i]);
        if (fabs(x) >= 3.0 - 1e-6)
            beyond = fmin(beyond, (double)eta[i]);
    }
    figures->value[ETA_MIDDLE] = middle;
    figures->value[ETA_BEYOND] = beyond;
}

/* The inputs in a file, standardised like the training rows. */
static struct rows rows_load(struct arena *arena, const struct trained *m, const char *path)
{
    const struct table *table = table_read(arena, path);
    size_t n_in = m->recipe->n_inputs;
    float *x = arena_alloc(arena, table->rows * n_in, sizeof(*x));
    for (size_t j = 0; j < n_in; j++) {
        const struct column *c = &m->recipe->inputs[j];
        const struct scaling *s = &m->problem->inputs[j];
        size_t column = table_column(table, c->name, m->recipe->file, c->line);
        for (size_t i = 0; i < table->rows; i++)
            x[i * n_in + j] =
                (float)((table->values[i * table->columns + column] - (double)s->mean) /
                        (double)s->scale);
    }
    return (struct rows){.count = table->rows, .n_in = n_in, .x = x};
}

static void spec_save(struct arena *arena, const struct trained *m, const char *folder,
                      unsigned long seed)
{
    struct spec *spec =
        export_spec(arena, m->network, m->recipe->name, m->problem->inputs, m->problem->outputs);
    struct output output = {.path = arena_printf(arena, "%s/%lu.yaml", folder, seed)};
    output.text = spec_text(arena, spec, &output.size);
    files_write(arena, &output, 1);
}

static struct figures seed_measure(const struct options *o, unsigned long seed)
{
    struct arena *arena = arena_new();
    struct trained m = model_train(arena, seed_insert(arena, o->recipe, seed), seed);
    const struct rows *train = &m.problem->train, *test = &m.problem->test;
    struct figures figures;
    for (size_t i = 0; i < MEASURES; i++)
        figures.value[i] = NAN;
    if (test->count == 0)
        fail("%s: no test rows", o->recipe);
    const float *eta = eta_of(arena, &m, test);
    accuracy_measure(arena, &m, &figures);
    figures.value[TRAIN_KNOWN] =
        share_known(eta_of(arena, &m, train), train->count, nextafterf(0.5F, 0.0F));
    figures.value[TEST_KNOWN] = share_known(eta, test->count, 0.5F);
    if (o->known > 0.0)
        known_measure(arena, &m, eta, o->known, &figures);
    if (o->known > 0.0 && test->n_in == 1)
        interval_measure(&m, eta, &figures);
    for (size_t i = 0; i < o->n_unknown; i++) {
        struct rows rows = rows_load(arena, &m, o->unknown[i]);
        figures.value[AUROC_FILE + i] =
            metrics_auroc(eta, test->count, eta_of(arena, &m, &rows), rows.count);
    }
    if (o->specs != NULL)
        spec_save(arena, &m, o->specs, seed);
    arena_free(arena);
    return figures;
}

/* --- one process for each seed -------------------------------------------------------------------
 */

struct process {
    pid_t id;
    int end;
};

static struct process process_start(const struct options *o, unsigned long seed)
{
    int ends[2];
    if (pipe(ends) != 0)
        fail("pipe: %s", strerror(errno));
    struct process p = {fork(), ends[0]};
    if (p.id < 0)
        fail("fork: %s", strerror(errno));
    if (p.id == 0) {
        struct figures figures = seed_measure(o, seed);
        _exit(write(ends[1], &figures, sizeof(figures)) == (ssize_t)sizeof(figures) ? 0 : 1);
    }
    close(ends[1]);
    return p;
}

static struct figures process_finish(struct process p)
{
    struct figures figures;
    int status;
    bool whole = read(p.end, &figures, sizeof(figures)) == (ssize_t)sizeof(figures);
    close(p.end);
    if (waitpid(p.id, &status, 0) != p.id || status != 0 || !whole)
        exit(EXIT_INPUT); /* the process has said why */
    return figures;
}

/* --- printing ------------------------------------------------------------------------------------
 */

static int double_compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static void measure_print(const struct figures *results, size_t n, enum measure measure)
{
    double sorted[MOST_SEEDS], mean = 0.0, square = 0.0;
    for (size_t i = 0; i < n; i++) {
        sorted[i] = results[i].value[measure];
        mean += sorted[i] / (double)n;
    }
    for (size_t i = 0; i < n; i++)
        square += (sorted[i] - mean) * (sorted[i] - mean);
    qsort(sorted, n, sizeof(*sorted), double_compare);
    double error = n < 2 ? 0.0 : sqrt(square / (double)(n - 1) / (double)n);
    printf("%-12s %10.4f %10.4f %10.4f %10.4f\n", measure_name[measure],
           0.5 * (sorted[(n - 1) / 2] + sorted[n / 2]), measure <= MSLL ? sorted[n - 1] : sorted[0],
           mean, error);
}

static void results_print(const struct figures *results, size_t n, unsigned long first)
{
    bool measured[MEASURES];
    printf("%-12s", "seed");
    for (size_t k = 0; k < MEASURES; k++) {
        measured[k] = !isnan(results[0].value[k]);
        if (measured[k])
            printf(" %11s", measure_name[k]);
    }
    for (size_t i = 0; i < n; i++) {
        printf("\n%-12zu", (size_t)first + i);
        for (size_t k = 0; k < MEASURES; k++)
            if (measured[k])
                printf(" %11.4f", results[i].value[k]);
    }
    printf("\n%-12s %10s %10s %10s %10s\n", "measure", "median", "worst", "mean", "error");
    for (size_t k = 0; k < MEASURES; k++)
        if (measured[k])
            measure_print(results, n, (enum measure)k);
}

static struct options options_parse(int argc, char **argv)
{
    static const struct option table[] = {
        {"seeds", required_argument, NULL, 's'}, {"first", required_argument, NULL, 'f'},
        {"known", required_argument, NULL, 'k'}, {"unknown", required_argument, NULL, 'u'},
        {"specs", required_argument, NULL, 'p'}, {NULL, 0, NULL, 0}};
    struct options o = {.seeds = 1, .first = 1};
    int option;
    while ((option = getopt_long(argc, argv, "", table, NULL)) != -1) {
        if (option == 's')
            o.seeds = strtoul(optarg, NULL, 10);
        else if (option == 'f')
            o.first = strtoul(optarg, NULL, 10);
        else if (option == 'k')
            o.known = strtod(optarg, NULL);
        else if (option == 'u' && o.n_unknown < MOST_FILES)
            o.unknown[o.n_unknown++] = optarg;
        else if (option == 'p')
            o.specs = optarg;
        else
            fail_usage("see the top of bars.c");
    }
    if (optind + 1 != argc || o.seeds < 1 || o.seeds > MOST_SEEDS || !(o.known >= 0.0))
        fail_usage("expected RECIPE [--seeds N] [--first SEED] [--known DISTANCE] "
                   "[--unknown FILE]... [--specs DIR]");
    o.recipe = argv[optind];
    return o;
}

int main(int argc, char **argv)
{
    fail_program = "bars";
    struct options o = options_parse(argc, argv);
    struct figures results[MOST_SEEDS];
    struct process running[PROCESSES];
    for (unsigned long i = 0; i < o.seeds + PROCESSES; i++) {
        if (i >= PROCESSES && i - PROCESSES < o.seeds)
            results[i - PROCESSES] = process_finish(running[i % PROCESSES]);
        if (i < o.seeds)
            running[i % PROCESSES] = process_start(&o, o.first + i);
    }
    results_print(results, o.seeds, o.first);
    return 0;
}
