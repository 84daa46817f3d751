/* See search.h. The boxes that are open lie on a stack. In each round the topmost ROUND_JOBS of
   them are taken, and each is worked on alone, as a small search of its own with a budget of boxes;
   what it leaves open goes back. A job sees nothing of the others, and results are put together in
   the order of the jobs: so threads change nothing but the time. */
#include "prove/search/search.h"

#include "base/fail.h"
#include "base/jobs.h"
#include "base/random.h"
#include "prove/search/attack.h"

#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    ROUND_JOBS = 64,
    JOB_BOXES = 24,
    POINTS_ENUMERATED = 32,
    SLOPES_TAKEN = 4,
    STACK_WIDE = 1 << 20
};

double clock_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* What one thread works with. */
struct bench {
    struct work *work;
    struct attack attack;
    double *low, *high, *least, *score;
    float *x;
    struct bench *next;
};

/* A box, and which node of the tree it is. */
struct entry {
    size_t node;
    float *low, *high;
};

struct job {
    struct tree tree; /* its first node is the entry's */
    struct entry *open;
    size_t n_open, room;
    size_t boxes;
    bool violated;
    float *x;
};

struct search {
    const struct net *net;
    const struct region *region;
    const struct bounds *domain;
    struct arena *arena;
    struct row *rows; /* of all conjuncts, one behind the other */
    size_t n_rows;
    pthread_mutex_t lock;
    struct bench *idle;
    struct job jobs[ROUND_JOBS];
    struct entry *stack;
    size_t oldest, count, room; /* what is open: from oldest to count */
};

/* --- memory of boxes ------------------------------------------------------------------------ */

static struct entry entry_new(size_t n, size_t node, const float *low, const float *high)
{
    float *ends = malloc(2 * n * sizeof(*ends));
    if (ends == NULL)
        fail("out of memory");
    memcpy(ends, low, n * sizeof(*ends));
    memcpy(ends + n, high, n * sizeof(*ends));
    return (struct entry){node, ends, ends + n};
}

static void entry_push(struct entry **stack, size_t *count, size_t *room, struct entry entry)
{
    if (*count == *room) {
        *room = *room == 0 ? 64 : 2 * *room;
        *stack = realloc(*stack, *room * sizeof(**stack));
        if (*stack == NULL)
            fail("out of memory");
    }
    (*stack)[(*count)++] = entry;
}

static struct bench *bench_take(struct search *s)
{
    pthread_mutex_lock(&s->lock);
    struct bench *bench = s->idle;
    if (bench != NULL)
        s->idle = bench->next;
    pthread_mutex_unlock(&s->lock);
    return bench;
}

static void bench_give(struct search *s, struct bench *bench)
{
    pthread_mutex_lock(&s->lock);
    bench->next = s->idle;
    s->idle = bench;
    pthread_mutex_unlock(&s->lock);
}

/* --- one box -------------------------------------------------------------------------------- */

/* How many float32 inputs a box has, at most a little above `most`. */
static size_t points_count(const float *low, const float *high, size_t n, size_t most)
{
    size_t count = 1;
    for (size_t i = 0; i < n && count <= most; i++) {
        size_t side = 1;
        float f = low[i];
        while (f < high[i] && side <= most) {
            f = nextafterf(f, INFINITY);
            side++;
        }
        count *= side;
    }
    return count;
}

/* Runs every input of the box; x becomes the first that violates the region. */
static enum truth points_run(struct bench *b, const struct entry *box, size_t n, float *x)
{
    enum truth all = TRUTH_NO;
    memcpy(x, box->low, n * sizeof(*x));
    for (;;) {
        enum truth truth = code_violates(b->attack.code, b->attack.region, x);
        if (truth == TRUTH_YES)
            return TRUTH_YES;
        if (truth == TRUTH_UNCLEAR)
            all = TRUTH_UNCLEAR;
        size_t i = 0;
        for (; i < n && x[i] >= box->high[i]; i++)
            x[i] = box->low[i];
        if (i == n)
            return all;
        x[i] = nextafterf(x[i], INFINITY);
    }
}

/* Whether a row excludes all violations of its conjunct in the box. */
static bool row_excludes(double least, bool strict) { return strict ? least >= 0.0 : least > 0.0; }

/* The same box, the same places; another box, others: no branch of the network stays unseen for
   long. */
static uint64_t box_seed(const struct search *s, const struct bench *b)
{
    struct random seed = {1};
    for (size_t i = 0; i < s->net->n_inputs; i++) {
        uint64_t bits[2];
        memcpy(&bits[0], &b->low[i], sizeof(bits[0]));
        memcpy(&bits[1], &b->high[i], sizeof(bits[1]));
        seed.state ^= bits[0] + 3 * bits[1];
        seed.state = random_bits(&seed);
    }
    return seed.state;
}

/* What a cut along each input promises for a row: its mean slope at some places of the box, times
   the width. The slope of the bound itself misleads: lines that are flat hide what is behind them.
 */
static void scores_add(const struct search *s, struct bench *b, const struct row *row)
{
    struct random random = {box_seed(s, b)};
    for (size_t place = 0; place < SLOPES_TAKEN; place++) {
        for (size_t i = 0; i < s->net->n_inputs; i++) {
            double u = place == 0 ? 0.5 : random_uniform(&random);
            b->x[i] = (float)(b->low[i] + u * (b->high[i] - b->low[i]));
        }
        (void)runner_run(b->attack.runner, b->x);
        const double *slope = runner_gradient(b->attack.runner, row);
        for (size_t i = 0; i < s->net->n_inputs; i++)
            b->score[i] += fabs(slope[i]) * (b->high[i] - b->low[i]);
    }
}

static void box_middle(const struct search *s, struct bench *b)
{
    for (size_t i = 0; i < s->net->n_inputs; i++)
        b->x[i] = (float)fmin(fmax(0.5 * (b->low[i] + b->high[i]), b->low[i]), b->high[i]);
}

/* The largest number in the value of a row. */
static double row_size(const struct net *net, const struct row *row, const float *x,
                       const double *y)
{
    double size = fabs(row->constant.high);
    for (size_t i = 0; i < net->n_inputs; i++)
        size = fmax(size, fabs(row->inputs[i] * (double)x[i]));
    for (size_t i = 0; i < net->n_outputs; i++)
        size = fmax(size, fabs(row->outputs[i] * y[i]));
    return size;
}

/* The row of a conjunct that smaller boxes will exclude first: its bound is the nearest to zero, as
   seen from its value in the middle of the box. A row that is true there, or nearly so for float32,
   excludes nothing. */
static const struct row *row_promising(const struct search *s, struct bench *b, size_t row,
                                       size_t end)
{
    size_t best = row;
    double most = -INFINITY;
    box_middle(s, b);
    const double *y = runner_run(b->attack.runner, b->x);
    for (; row < end; row++) {
        double value = row_value(s->net, &s->rows[row], b->x, y);
        double promise = value - 0x1p-18 * row_size(s->net, &s->rows[row], b->x, y);
        if (promise > 0.0)
            promise /= promise - fmin(b->least[row], 0.0);
        if (promise > most) {
            most = promise;
            best = row;
        }
    }
    return &s->rows[best];
}

/* Bounds all conjuncts; `bound` is the least of their best rows. Returns how many are not excluded;
   score[i] says what a cut along input i promises. */
static size_t box_examine(const struct search *s, struct bench *b, const struct entry *box,
                          double *bound)
{
    const size_t n = s->net->n_inputs;
    size_t open = 0, row = 0;
    for (size_t i = 0; i < n; i++) {
        b->low[i] = (double)box->low[i];
        b->high[i] = (double)box->high[i];
        b->score[i] = 0.0;
    }
    box_bound(b->work, b->low, b->high);
    for (size_t i = 0; i < s->n_rows; i += ROWS_MOST) {
        size_t count = s->n_rows - i < ROWS_MOST ? s->n_rows - i : ROWS_MOST;
        rows_bound(b->work, s->rows + i, count, b->least + i, NULL);
    }
    for (size_t c = 0; c < s->region->n_conjuncts; c++) {
        const struct conjunct *conjunct = &s->region->conjuncts[c];
        bool excluded = false;
        double best = -INFINITY;
        for (size_t k = 0; k < conjunct->n_rows; k++) {
            excluded = excluded || row_excludes(b->least[row + k], conjunct->strict[k]);
            best = fmax(best, b->least[row + k]);
        }
        *bound = fmin(*bound, best);
        if (!excluded && conjunct->n_rows > 0)
            scores_add(s, b, row_promising(s, b, row, row + conjunct->n_rows));
        open += !excluded;
        row += conjunct->n_rows;
    }
    return open;
}

/* The input to cut: the one that moves the bound most; in doubt the widest in its units. */
static size_t input_choose(const struct search *s, const struct bench *b, const struct entry *box)
{
    size_t best = s->net->n_inputs;
    double most = -1.0;
    for (size_t i = 0; i < s->net->n_inputs; i++) {
        double width = (b->high[i] - b->low[i]) * fabs(s->net->inputs[i].factor);
        double score = b->score[i] + 1e-12 * width;
        if (box->low[i] < box->high[i] && score > most) {
            most = score;
            best = i;
        }
    }
    return best;
}

static float middle_of(float low, float high)
{
    float middle = (float)(0.5 * ((double)low + (double)high));
    return middle >= high ? nextafterf(high, -INFINITY) : middle;
}

static bool box_violates(const struct search *s, struct bench *b, const struct entry *box)
{
    box_middle(s, b);
    b->attack.low = box->low;
    b->attack.high = box->high;
    return attack_from(&b->attack, 2, b->x);
}

/* --- jobs ----------------------------------------------------------------------------------- */

static void job_violated(struct job *job, const float *x, size_t n)
{
    if (job->violated)
        return;
    job->violated = true;
    job->x = malloc(n * sizeof(*x));
    if (job->x == NULL)
        fail("out of memory");
    memcpy(job->x, x, n * sizeof(*x));
}

/* Settles a box or cuts it; children go on the job's stack. */
static void box_work(struct search *s, struct job *job, struct bench *b, struct entry box)
{
    const size_t n = s->net->n_inputs;
    struct tree_node *node = &job->tree.nodes[box.node];
    double bound = INFINITY;
    job->boxes++;
    if (box_examine(s, b, &box, &bound) == 0) {
        *node = (struct tree_node){.cut = (float)bound, .state = NODE_PROVEN};
    } else if (box_violates(s, b, &box)) {
        job_violated(job, b->x, n);
    } else if (points_count(box.low, box.high, n, POINTS_ENUMERATED) <= POINTS_ENUMERATED) {
        enum truth truth = points_run(b, &box, n, b->x);
        if (truth == TRUTH_YES)
            job_violated(job, b->x, n);
        node->state = truth == TRUTH_NO ? NODE_POINTS : NODE_OPEN;
    } else {
        size_t input = input_choose(s, b, &box);
        float cut = middle_of(box.low[input], box.high[input]);
        size_t child = tree_cut(&job->tree, box.node, input, cut);
        struct entry upper = entry_new(n, child + 1, box.low, box.high);
        struct entry lower = entry_new(n, child, box.low, box.high);
        box_upper(upper.low, input, cut);
        box_lower(lower.high, input, cut);
        entry_push(&job->open, &job->n_open, &job->room, upper);
        entry_push(&job->open, &job->n_open, &job->room, lower);
    }
    free(box.low);
}

static void job_run(void *context, size_t number)
{
    struct search *s = context;
    struct job *job = &s->jobs[number];
    struct bench *bench = bench_take(s);
    while (job->n_open > 0 && job->boxes < JOB_BOXES && !job->violated)
        box_work(s, job, bench, job->open[--job->n_open]);
    bench_give(s, bench);
}

/* A job's nodes become nodes of the tree; what it left open goes on the stack. */
static void job_merge(struct search *s, struct job *job, struct tree *tree, size_t node)
{
    const size_t base = tree->count - 1; /* of the job's node 1 */
    for (size_t i = 0; i < job->tree.count; i++) {
        struct tree_node from = job->tree.nodes[i];
        size_t to = i == 0 ? node : base + i;
        if (from.state == NODE_CUT)
            tree_cut(tree, to, from.input, from.cut);
        if (from.state == NODE_CUT)
            tree->nodes[to].child = (uint32_t)(base + from.child);
        else
            tree->nodes[to] = from;
    }
    for (size_t i = 0; i < job->n_open; i++) {
        struct entry e = job->open[i];
        e.node = e.node == 0 ? node : base + e.node;
        entry_push(&s->stack, &s->count, &s->room, e);
    }
}

/* --- the search ----------------------------------------------------------------------------- */

static double volume_share(const struct search *s, const struct entry *box)
{
    double share = 1.0;
    for (size_t i = 0; i < s->net->n_inputs; i++) {
        double whole = (double)s->region->high[i] - (double)s->region->low[i];
        if (whole > 0.0)
            share *= ((double)box->high[i] - (double)box->low[i]) / whole;
    }
    return share;
}

static double open_share(const struct search *s)
{
    double share = 0.0;
    for (size_t i = s->oldest; i < s->count; i++)
        share += volume_share(s, &s->stack[i]);
    return share;
}

/* Puts what is open in a tree on the stack; the lower halves come to lie on top. */
static void tree_stack(struct search *s, const struct tree *tree, struct entry box)
{
    struct entry *todo = NULL;
    size_t count = 0, room = 0;
    entry_push(&todo, &count, &room, box);
    while (count > 0) {
        struct entry e = todo[--count];
        const struct tree_node *node = &tree->nodes[e.node];
        if (node->state == NODE_OPEN) {
            entry_push(&s->stack, &s->count, &s->room, e);
            continue;
        }
        if (node->state == NODE_CUT) {
            struct entry lower = entry_new(s->net->n_inputs, node->child, e.low, e.high);
            struct entry upper = entry_new(s->net->n_inputs, node->child + 1, e.low, e.high);
            box_lower(lower.high, node->input, node->cut);
            box_upper(upper.low, node->input, node->cut);
            entry_push(&todo, &count, &room, lower);
            entry_push(&todo, &count, &room, upper);
        }
        free(e.low);
    }
    free(todo);
}

static void benches_make(struct search *s, unsigned threads)
{
    const size_t n = s->net->n_inputs;
    bool *needed = arena_alloc(s->arena, s->net->n_outputs, sizeof(*needed));
    for (size_t r = 0; r < s->n_rows; r++)
        for (size_t i = 0; i < s->net->n_outputs; i++)
            needed[i] = needed[i] || s->rows[r].outputs[i] != 0.0;
    for (unsigned t = 0; t < (threads == 0 ? 1 : threads); t++) {
        struct bench *b = arena_alloc(s->arena, 1, sizeof(*b));
        b->work = work_new(s->arena, s->net, s->domain);
        work_need(b->work, needed);
        b->attack = (struct attack){.runner = runner_new(s->arena, s->net),
                                    .code = code_new(s->arena, s->net),
                                    .net = s->net,
                                    .region = s->region};
        b->low = arena_alloc(s->arena, 3 * n, sizeof(double));
        b->high = b->low + n;
        b->score = b->high + n;
        b->least = arena_alloc(s->arena, s->n_rows + 1, sizeof(double));
        b->x = arena_alloc(s->arena, n, sizeof(float));
        bench_give(s, b);
    }
}

static void rows_collect(struct search *s)
{
    for (size_t c = 0; c < s->region->n_conjuncts; c++)
        s->n_rows += s->region->conjuncts[c].n_rows;
    s->rows = arena_alloc(s->arena, s->n_rows + 1, sizeof(*s->rows));
    size_t row = 0;
    for (size_t c = 0; c < s->region->n_conjuncts; c++)
        for (size_t k = 0; k < s->region->conjuncts[c].n_rows; k++)
            s->rows[row++] = s->region->conjuncts[c].rows[k];
}

/* Three of four boxes come from the top of the stack; the fourth is the oldest, so that a violation
   elsewhere is not left waiting while one corner is worked out. */
static struct entry entry_take(struct search *s, size_t turn)
{
    if (turn % 4 == 3 && s->count - s->oldest > 1 && s->count < STACK_WIDE)
        return s->stack[s->oldest++];
    return s->stack[--s->count];
}

/* Room of the oldest is used again. */
static void stack_settle(struct search *s)
{
    if (2 * s->oldest < s->count)
        return;
    memmove(s->stack, s->stack + s->oldest, (s->count - s->oldest) * sizeof(*s->stack));
    s->count -= s->oldest;
    s->oldest = 0;
}

/* One round. Returns the violation of the first job that has one. */
static const float *round_run(struct search *s, struct tree *tree, struct verdict *v,
                              unsigned threads)
{
    size_t open = s->count - s->oldest, n = open < ROUND_JOBS ? open : ROUND_JOBS;
    size_t nodes[ROUND_JOBS];
    const float *x = NULL;
    for (size_t i = 0; i < n; i++) {
        struct job *job = &s->jobs[i];
        struct entry e = entry_take(s, i);
        nodes[i] = e.node;
        e.node = 0;
        job->n_open = job->boxes = 0;
        job->violated = false;
        tree_start(&job->tree);
        entry_push(&job->open, &job->n_open, &job->room, e);
    }
    stack_settle(s);
    jobs_run(&(struct jobs){n, job_run, NULL, s}, threads);
    for (size_t i = n; i-- > 0;) { /* the first job's boxes come to lie on top */
        struct job *job = &s->jobs[i];
        v->boxes += job->boxes;
        job_merge(s, job, tree, nodes[i]);
        if (job->violated)
            x = job->x;
    }
    return x;
}

volatile sig_atomic_t search_interrupted;

bool limit_reached(const struct limits *limits, size_t boxes, double began)
{
    return search_interrupted ||
           (limits->seconds > 0.0 && clock_seconds() - began >= limits->seconds) ||
           (limits->boxes > 0 && boxes >= limits->boxes);
}

static void search_free(struct search *s)
{
    for (size_t i = s->oldest; i < s->count; i++)
        free(s->stack[i].low);
    for (size_t i = 0; i < ROUND_JOBS; i++) {
        tree_free(&s->jobs[i].tree);
        free(s->jobs[i].open);
        free(s->jobs[i].x);
    }
    free(s->stack);
    arena_free(s->arena);
    free(s);
}

/* Boxes that cannot be cut or decided stay open in the tree without lying on the stack. */
static size_t tree_open(const struct tree *tree)
{
    size_t open = 0;
    for (size_t i = 0; i < tree->count; i++)
        open += tree->nodes[i].state == NODE_OPEN;
    return open;
}

static void verdict_close(const struct search *s, const struct tree *tree, struct verdict *v)
{
    v->open = tree_open(tree);
    v->share = open_share(s);
    v->exhausted = s->count == s->oldest && v->open > 0;
    v->answer = v->open == 0 ? ANSWER_HOLDS : ANSWER_UNDECIDED;
}

struct verdict region_search(struct arena *arena, const struct search_task *task, struct tree *tree,
                             const struct limits *limits, const struct watcher *watcher)
{
    const struct net *net = task->net;
    const struct region *region = task->region;
    struct verdict v = {.x = arena_alloc(arena, net->n_inputs, sizeof(float))};
    double began = clock_seconds();
    struct search *s = calloc(1, sizeof(*s));
    if (s == NULL)
        fail("out of memory");
    s->net = net;
    s->region = region;
    s->domain = task->domain;
    s->arena = arena_new();
    pthread_mutex_init(&s->lock, NULL);
    rows_collect(s);
    benches_make(s, limits->threads);
    tree_stack(s, tree, entry_new(net->n_inputs, 0, region->low, region->high));
    bool violated = s->count > s->oldest && attack_region(net, region, limits->starts, v.x);
    while (!violated && s->count > s->oldest && !limit_reached(limits, v.boxes, began)) {
        const float *x = round_run(s, tree, &v, limits->threads);
        if (x != NULL) {
            violated = true;
            memcpy(v.x, x, net->n_inputs * sizeof(*x));
        }
        if (watcher != NULL && watcher->tell != NULL)
            watcher->tell(watcher->context, v.boxes, s->count - s->oldest, open_share(s));
        if (watcher != NULL && watcher->keep != NULL)
            watcher->keep(watcher->context);
    }
    verdict_close(s, tree, &v);
    if (violated)
        v.answer = ANSWER_VIOLATED;
    v.seconds = clock_seconds() - began;
    search_free(s);
    return v;
}
