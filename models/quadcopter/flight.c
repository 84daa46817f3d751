/* See flight.h. */
#include "flight.h"

#include "law.h"
#include "path.h"
#include "plant.h"
#include "program.h"

#include <math.h>
#include <string.h>
#include <time.h>

enum { CANDIDATE_STEPS = 5 }; /* every 25 ms there is a measurement that may be kept */

static const double kp_plane = 20.0, kd_plane = 20.0, kp_height = 200.0, kd_height = 100.0;
static const float beta = 2.0F, factor_most = 2.0F, trigger_floor = 0.01F;
static const float threshold_low = 0.3F, threshold_high = 0.6F;

/* --- the interpreter as engine -----------------------------------------------------------------
 */

static void *interpreter_deploy(void *context, struct arena *arena, const struct spec *spec)
{
    (void)context;
    return interpreter_new(arena, lower(arena, spec, spec->name, &number_float32));
}

static void interpreter_infer(void *deployed, const float x[2], struct answer *answer)
{
    const struct result *r = interpreter_run(deployed, x);
    *answer = (struct answer){r->mean[0], r->sigma[0], r->eta, r->status};
}

static void interpreter_retire(void *deployed) { (void)deployed; }

const struct engine engine_interpreter = {interpreter_deploy, interpreter_infer, interpreter_retire,
                                          NULL};

/* --- what a flight consists of ------------------------------------------------------------------
 */

struct flight {
    const struct flight_options *o;
    struct arena *arena, *deployed_arena;
    struct learner *learner;
    void *deployed;
    struct plant plant;
    struct random noise, choice;
    uint32_t trigger, on;
    volatile uint8_t *memory;
    epi_store_t *store;
    bool changed; /* since the last deployment */
    double deployed_at;
    struct flight_result r;
};

static void network_deploy(struct flight *f, double time)
{
    const struct engine *e = f->o->engine;
    if (f->deployed != NULL)
        e->retire(f->deployed);
    if (f->deployed_arena != NULL)
        arena_free(f->deployed_arena);
    f->deployed_arena = arena_new();
    const struct spec *spec = f->learner->count == 0 && f->o->fixed != NULL
                                  ? f->o->fixed
                                  : learner_spec(f->learner, f->deployed_arena);
    f->deployed = e->deploy(e->context, f->deployed_arena, spec);
    f->deployed_at = time;
    f->changed = false;
}

/* Thrust and tilt for the set point; the vertical part is the target's code. */
static struct plant_command control(const struct flight *f, const struct setpoint *s,
                                    const struct answer *a)
{
    const struct plant *p = &f->plant;
    const float k_bar[2] = {(float)(PLANT_MASS * kp_height), (float)(PLANT_MASS * kd_height)};
    const float error[2] = {(float)(s->position[2] - p->position[2]),
                            (float)(s->velocity[2] - p->velocity[2])};
    float k[2], lift[1] = {0.0F}, u[1], factor = 1.0F, wish[2];
    if (f->o->selection != SELECT_NONE) {
        epi_feedforward(&a->mean, a->eta, 1.0F, lift);
        if (f->o->gain_by_sigma)
            factor = epi_gain_factor(&a->sigma, beta, 1.0F, factor_most);
    }
    const float bias[1] = {(float)(PLANT_MASS * PLANT_GRAVITY) - lift[0]};
    epi_gain_matrix(k_bar, factor, k);
    epi_gain_apply(k, error, bias, u);
    for (size_t i = 0; i < 2; i++)
        wish[i] = (float)(s->acceleration[i] + kp_plane * (s->position[i] - p->position[i]) +
                          kd_plane * (s->velocity[i] - p->velocity[i]));
    return (struct plant_command){.thrust = (double)u[0],
                                  .roll = -(double)wish[1] / PLANT_GRAVITY,
                                  .pitch = (double)wish[0] / PLANT_GRAVITY};
}

static bool candidate_select(struct flight *f, size_t left, const struct answer *a)
{
    switch (f->o->selection) {
    case SELECT_ALL: return true;
    case SELECT_RANDOM: /* as many as are still wanted, out of those left */
        return random_uniform(&f->choice) * (double)left <
               (double)f->o->quota - (double)f->r.points;
    case SELECT_BERNOULLI:
        return epi_trigger_draw(a->eta, trigger_floor, a->status, &f->trigger) == 1U;
    case SELECT_THRESHOLD:
        return epi_trigger_threshold(a->eta, threshold_low, threshold_high, a->status, &f->on) ==
               1U;
    case SELECT_NONE:
    case SELECT_COUNT: break;
    }
    return false;
}

static double seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Returns whether the measurement was kept. */
static bool candidate_handle(struct flight *f, double time, const float x[2], float y,
                             const struct answer *a, size_t left)
{
    const float weight[2] = {1.0F, 1.0F};
    bool kept =
        candidate_select(f, left, a) &&
        epi_store_put(f->memory, f->store, (uint64_t)(1e6 * time + 0.5), x, &y, weight) == 1U;
    double began = seconds_now();
    f->r.candidates++;
    f->r.points += kept;
    f->r.points_new += kept && path_is_new(time, f->o->rounds);
    if (kept)
        learner_add(f->learner, x, y);
    if (f->learner->count > 0) {
        learner_work(f->learner);
        f->changed = true;
    }
    f->r.training_s += seconds_now() - began;
    if (f->changed && time - f->deployed_at > f->o->deploy_s - 1e-9)
        network_deploy(f, time);
    return kept;
}

static void error_count(struct flight *f, const struct setpoint *s, double thrust)
{
    double error = f->plant.position[2] - s->position[2];
    f->r.rmse += error * error;
    f->r.worst = fmax(f->r.worst, fabs(error));
    f->r.energy += thrust * thrust * PLANT_STEP;
}

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof(bits));
    return bits;
}

static void case_write(FILE *out, const float x[2], const struct answer *a)
{
    fprintf(out, "    {{0x%08XU, 0x%08XU}, {0x%08XU, 0x%08XU, 0x%08XU, 0x%08XU}},\n", bits_of(x[0]),
            bits_of(x[1]), bits_of(a->mean), bits_of(a->sigma), bits_of(a->eta), a->status);
}

static size_t steps_of(unsigned rounds)
{
    return (size_t)(path_duration(rounds) / PLANT_STEP + 0.5);
}

static size_t candidates_of(unsigned rounds)
{
    return (steps_of(rounds) + CANDIDATE_STEPS - 1) / CANDIDATE_STEPS;
}

unsigned flight_rounds_most(void)
{
    unsigned rounds = 0;
    while (candidates_of(rounds + 1) <= EPI_STORE_CAPACITY)
        rounds++;
    return rounds;
}

static void fly(struct flight *f)
{
    const struct flight_options *o = f->o;
    size_t steps = steps_of(o->rounds), candidates = candidates_of(o->rounds);
    for (size_t k = 0; k < steps; k++) {
        double time = PLANT_STEP * (double)k;
        struct setpoint s = path_at(time, o->rounds);
        const float x[2] = {(float)f->plant.position[0], (float)f->plant.position[1]};
        double noise = 0.5 * (1.0 + random_uniform(&f->noise));
        double force = noise * field_force(o->field, f->plant.position[0], f->plant.position[1]);
        struct answer a = {0};
        bool kept = false;
        o->engine->infer(f->deployed, x, &a);
        struct plant_command c = control(f, &s, &a);
        error_count(f, &s, c.thrust);
        if (k % CANDIDATE_STEPS == 0 && o->selection != SELECT_NONE)
            kept = candidate_handle(f, time, x, (float)force, &a, candidates - k / CANDIDATE_STEPS);
        if (o->trace != NULL)
            fprintf(o->trace, "%.3f,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%d\n", time,
                    f->plant.position[0], f->plant.position[1],
                    f->plant.position[2] - s.position[2], force, (double)a.mean, (double)a.sigma,
                    (double)a.eta, kept);
        if (o->cases != NULL)
            case_write(o->cases, x, &a);
        plant_step(&f->plant, &c, o->field, noise, o->substeps);
    }
    f->r.rmse = sqrt(f->r.rmse / (double)steps);
}

static void map_write(const struct flight *f, FILE *out)
{
    enum { GRID = 81 };
    fprintf(out, "x,y,force,mean,sigma,eta\n");
    for (size_t i = 0; i < (size_t)GRID * GRID; i++) {
        double step = (FIELD_HIGH - FIELD_LOW) / (GRID - 1);
        size_t row = i / GRID;
        double x = FIELD_LOW + step * (double)(i % GRID), y = FIELD_LOW + step * (double)row;
        const float at[2] = {(float)x, (float)y};
        struct answer a;
        f->o->engine->infer(f->deployed, at, &a);
        fprintf(out, "%g,%g,%.6g,%.6g,%.6g,%.6g\n", x, y, 0.75 * field_force(f->o->field, x, y),
                (double)a.mean, (double)a.sigma, (double)a.eta);
    }
}

struct flight_result flight_run(const struct flight_options *o)
{
    struct arena *arena = arena_new();
    struct flight f = {.o = o, .arena = arena, .plant = plant_at(0.0, 0.0, PATH_HEIGHT)};
    f.noise.state = o->seed;
    f.choice.state = o->seed ^ 0x63686F696365U;
    f.trigger = (uint32_t)(o->seed * 2654435761U);
    f.learner = learner_new(arena, o->seed ^ 0x6C6561726EU);
    f.memory = arena_alloc(arena, sizeof(uint8_t[EPI_STORE_BYTES]), 1);
    f.store = arena_alloc(arena, 1, sizeof(*f.store));
    epi_store_format(f.memory, f.store);
    network_deploy(&f, 0.0);
    if (o->trace != NULL)
        fprintf(o->trace, "time,x,y,error,force,mean,sigma,eta,kept\n");
    fly(&f);
    if (f.changed)
        network_deploy(&f, path_duration(o->rounds));
    if (o->map != NULL)
        map_write(&f, o->map);
    if (o->points != NULL)
        fwrite((const uint8_t *)f.memory, 1, sizeof(uint8_t[EPI_STORE_BYTES]), o->points);
    if (o->spec != NULL)
        spec_write(learner_spec(f.learner, arena), o->spec);
    if (f.deployed != NULL)
        o->engine->retire(f.deployed);
    arena_free(f.deployed_arena);
    arena_free(arena);
    return f.r;
}
