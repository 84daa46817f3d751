/* See flight.h. */
#include "quadcopter/flight/flight.h"

#include "program/interpret.h"
#include "program/lower.h"
#include "program/program.h"
#include "quadcopter/flight/yardstick.h"
#include "quadcopter/plant/path.h"
#include "quadcopter/plant/plant.h"

#include <math.h>
#include <string.h>
#include <time.h>

enum { CANDIDATE_STEPS = 5 }; /* every 25 ms a measurement may be kept */

static const double kp_plane = 20.0, kd_plane = 20.0, tilt_most = 0.5;
static const float beta = 2.0F;
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

const struct engine engine_interpreter = {
    .deploy = interpreter_deploy, .infer = interpreter_infer, .retire = interpreter_retire};

/* --- what a flight consists of ------------------------------------------------------------------
 */

struct flight {
    const struct flight_options *o;
    struct arena *arena, *deployed_arena;
    struct learner *learner;
    void *deployed;
    struct plant plant;
    struct random noise, choice;
    autopilot_t pilot;
    autopilot_sensed_t stuck; /* the last readings, which a stuck sensor repeats */
    float stuck_force;
    double surprise; /* the running mean of squared deviations, in units of sigma^2 */
    uint32_t on;     /* state of the trigger with a threshold */
    volatile uint8_t *memory;
    epi_store_t *store;
    bool fell;    /* the supervisor was in FALLBACK during the fault */
    bool changed; /* points were added since the last deployment */
    double deployed_at;
    struct field field; /* as it is now */
    struct yardstick *yardstick;
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
    const struct spec *spec =
        f->o->fixed != NULL ? f->o->fixed : learner_spec(f->learner, f->deployed_arena);
    f->deployed = e->deploy(e->context, f->deployed_arena, spec);
    f->deployed_at = time;
    f->changed = false;
}

/* --- sensors and control -------------------------------------------------------------------------
 */

static bool fault_is_on(const struct flight_options *o, double time)
{
    double begin = 0.4 * path_duration(o->rounds);
    return o->fault != FAULT_NONE && time >= begin && time < begin + FAULT_S;
}

static void sensors_spoil(enum fault fault, const autopilot_sensed_t *stuck,
                          autopilot_sensed_t *sensed)
{
    for (size_t i = 0; i < 3; i++)
        switch (fault) {
        case FAULT_NAN: sensed->position[i] = NAN; break;
        case FAULT_STUCK: sensed->position[i] = stuck->position[i]; break;
        case FAULT_OUTSIDE: sensed->position[i] += 10.0F; break;
        case FAULT_SPEED: sensed->velocity[i] = NAN; break;
        case FAULT_FROZEN: sensed->velocity[i] = stuck->velocity[i]; break;
        case FAULT_FORCE: /* force_measure */
        case FAULT_NONE:
        case FAULT_COUNT: break;
        }
}

static autopilot_sensed_t sensors_read(struct flight *f, const struct setpoint *s, double time)
{
    autopilot_sensed_t sensed = {.height = (float)s->position[2], .climb = (float)s->velocity[2]};
    for (size_t i = 0; i < 3; i++) {
        sensed.position[i] = (float)f->plant.position[i];
        sensed.velocity[i] = (float)f->plant.velocity[i];
    }
    if (fault_is_on(f->o, time))
        sensors_spoil(f->o->fault, &f->stuck, &sensed);
    f->stuck = sensed;
    return sensed;
}

/* The force as the sensor measures it; the autopilot checks it before the step. */
static float force_measure(struct flight *f, double force, double time)
{
    if (f->o->fault != FAULT_FORCE || !fault_is_on(f->o, time))
        f->stuck_force = (float)force;
    autopilot_measure(f->stuck_force, &f->pilot);
    return f->stuck_force;
}

static double tilt_limit(double tilt) { return fmin(fmax(tilt, -tilt_most), tilt_most); }

/* The control step, by the target's code. Without a model the network's answer is "unknown". */
static void pilot_step(struct flight *f, const autopilot_sensed_t *sensed, struct answer *a)
{
    static const struct answer ignorant = {0.0F, 0.0F, 1.0F, UINT32_MAX};
    const struct engine *e = f->o->engine;
    if (e->step != NULL) {
        e->step(f->deployed, sensed, &f->pilot, a);
        return;
    }
    *a = ignorant;
    autopilot_sense(sensed, &f->pilot);
    if (f->o->selection != SELECT_NONE)
        e->infer(f->deployed, sensed->position, a);
    autopilot_act(&a->mean, &a->sigma, a->eta, a->status, &f->pilot);
    autopilot_judge(&a->sigma, a->eta, a->status, &f->pilot);
}

/* The thrust and tilt that lead to the set point. */
static struct plant_command control(struct flight *f, const autopilot_sensed_t *sensed,
                                    const struct setpoint *s, struct answer *a)
{
    const autopilot_t *pilot = &f->pilot;
    double wish[2];
    pilot_step(f, sensed, a);
    for (size_t i = 0; i < 2; i++)
        wish[i] = s->acceleration[i] + kp_plane * (s->position[i] - (double)pilot->position[i]) +
                  kd_plane * (s->velocity[i] - (double)pilot->velocity[i]);
    return (struct plant_command){.thrust = (double)pilot->thrust,
                                  .rotor = f->o->rotor,
                                  .roll = tilt_limit(-wish[1] / PLANT_GRAVITY),
                                  .pitch = tilt_limit(wish[0] / PLANT_GRAVITY)};
}

/* Counts the supervisor's states, and notes how far from the path a fault led. */
static void state_count(struct flight *f, const struct setpoint *s, double time)
{
    const double *p = f->plant.position;
    uint32_t state = f->pilot.supervisor.state;
    f->r.steps_in[state]++;
    if (f->o->fault == FAULT_NONE || time < 0.4 * path_duration(f->o->rounds))
        return;
    f->r.fault_worst = fmax(f->r.fault_worst, fabs(p[2] - s->position[2]));
    f->r.fault_far = fmax(f->r.fault_far, hypot(p[0] - s->position[0], p[1] - s->position[1]));
    f->fell = f->fell || (fault_is_on(f->o, time) && state == EPI_FALLBACK);
    f->r.fault_fallback = f->fell && state != EPI_FALLBACK;
}

size_t flight_steps(unsigned rounds) { return (size_t)(path_duration(rounds) / PLANT_STEP + 0.5); }

static size_t candidates_of(unsigned rounds)
{
    return (flight_steps(rounds) + CANDIDATE_STEPS - 1) / CANDIDATE_STEPS;
}

/* Whether to keep a candidate. A measurement with a fault is never kept. */
static bool candidate_select(struct flight *f, size_t left, const float x[2],
                             const struct answer *a)
{
    const size_t all = candidates_of(f->o->rounds);
    uint32_t status = f->pilot.fault | a->status;
    switch (f->o->selection) {
    case SELECT_ALL: return status == 0;
    case SELECT_RANDOM: /* draws the missing points from the candidates left */
        return random_uniform(&f->choice) * (double)left <
                   (double)f->o->quota - (double)f->r.points &&
               status == 0;
    case SELECT_EVERY:
        return status == 0 &&
               (f->r.candidates + 1) * f->o->quota / all > f->r.candidates * f->o->quota / all;
    case SELECT_FIRST: return status == 0 && f->r.points < f->o->quota;
    case SELECT_DISTANCE: return status == 0 && learner_distance(f->learner, x) > f->o->level;
    case SELECT_PROCESS: return status == 0 && yardstick_deviation(f->yardstick, x) > f->o->level;
    case SELECT_BERNOULLI: return f->pilot.keep == 1U;
    case SELECT_THRESHOLD:
        return epi_trigger_threshold(a->eta, threshold_low, threshold_high, status, &f->on) == 1U;
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

/* Whether a good measurement was made where eta calls the place known. */
static bool place_is_known(const struct flight *f, const struct answer *a)
{
    return f->pilot.fault == 0 && a->status == 0 && a->eta < 0.5F;
}

/* Forgets all points when the measurements contradict the model: when the running mean of their
   squared deviations from f^, in units of sigma^2 and where eta calls the place known, is far
   above 1. Four measurements in a row that are off by five sigma are enough. */
static void surprise_follow(struct flight *f, float y, const struct answer *a)
{
    const double share = 1.0 / 6.0, most = 8.0;
    if (!place_is_known(f, a) || f->o->remember)
        return;
    double z = (double)((y - a->mean) / a->sigma);
    f->surprise += share * (fmin(z * z, 25.0) - f->surprise);
    if (f->surprise > most && f->o->fixed == NULL) {
        learner_forget(f->learner);
        epi_store_format(f->memory, f->store);
        f->surprise = 1.0;
        f->changed = true;
        f->r.forgotten++;
    }
}

static void point_learn(struct flight *f, const float x[2], float y)
{
    learner_add(f->learner, x, y);
    if (f->o->store > 0)
        learner_thin(f->learner, f->o->store, f->o->redundant);
}

/* Returns whether the measurement was kept. */
static bool candidate_handle(struct flight *f, double time, const float x[2], float y,
                             const struct answer *a, size_t left)
{
    const float weight[2] = {1.0F, 1.0F};
    bool kept =
        candidate_select(f, left, x, a) &&
        epi_store_put(f->memory, f->store, (uint64_t)(1e6 * time + 0.5), x, &y, weight) == 1U;
    double began = seconds_now();
    surprise_follow(f, y, a);
    learner_see(f->learner, x);
    f->r.candidates++;
    f->r.points += kept;
    f->r.fault_kept += kept && fault_is_on(f->o, time);
    f->r.points_new += kept && path_is_new(time, f->o->rounds);
    if (kept && f->o->fixed == NULL)
        point_learn(f, x, y);
    else if (!f->o->drop && place_is_known(f, a))
        learner_merge(f->learner, x, y);
    if (kept && f->o->selection == SELECT_PROCESS)
        yardstick_add(f->yardstick, x);
    if (f->learner->count > 0) {
        learner_work(f->learner, f->o->steps);
        f->changed = true;
    }
    f->r.training_s += seconds_now() - began;
    if (f->changed && time - f->deployed_at > f->o->deploy_s - 1e-9)
        network_deploy(f, time);
    return kept;
}

static void error_count(struct flight *f, const struct setpoint *s, double time,
                        const struct plant_command *wanted)
{
    double thrust = plant_thrust(wanted);
    double error = f->plant.position[2] - s->position[2];
    f->r.rmse += error * error;
    f->r.rmse_after += time >= f->o->change.time_s ? error * error : 0.0;
    f->r.worst = fmax(f->r.worst, fabs(error));
    f->r.energy += thrust * thrust * PLANT_STEP;
}

/* FNV-1a, 64 bits. */
static void fingerprint_add(uint64_t *hash, const void *bytes, size_t size)
{
    const unsigned char *b = bytes;
    for (size_t i = 0; i < size; i++)
        *hash = (*hash ^ b[i]) * 0x100000001B3U;
}

static void step_record(struct flight *f, size_t k, const struct answer *a,
                        const struct plant_command *c)
{
    uint64_t *hash = &f->r.fingerprint;
    fingerprint_add(hash, &f->plant, sizeof(f->plant));
    fingerprint_add(hash, a, sizeof(*a));
    fingerprint_add(hash, c, sizeof(*c));
    if (f->o->positions != NULL)
        memcpy(f->o->positions[k], f->plant.position, sizeof(f->plant.position));
}

unsigned flight_rounds_most(void)
{
    unsigned rounds = 0;
    while (candidates_of(rounds + 1) <= EPI_STORE_CAPACITY)
        rounds++;
    return rounds;
}

static void air_change(struct flight *f, double time)
{
    const struct change *c = &f->o->change;
    if (time >= c->time_s && c->time_s > 0.0) {
        f->field.shift = c->shift;
        f->field.weight = c->load * PLANT_GRAVITY;
    }
}

static void fly(struct flight *f)
{
    const struct flight_options *o = f->o;
    size_t steps = flight_steps(o->rounds), candidates = candidates_of(o->rounds);
    for (size_t k = 0; k < steps; k++) {
        double time = PLANT_STEP * (double)k;
        struct setpoint s = path_at(time, o->rounds);
        air_change(f, time);
        autopilot_sensed_t sensed = sensors_read(f, &s, time);
        const float *x = sensed.position;
        double noise = 0.5 * (1.0 + random_uniform(&f->noise));
        double force = noise * field_force(&f->field, f->plant.position[0], f->plant.position[1]) -
                       f->field.weight;
        struct answer a;
        bool kept = false, candidate = k % CANDIDATE_STEPS == 0 && o->selection != SELECT_NONE;
        float measured = candidate ? force_measure(f, force, time) : 0.0F;
        struct plant_command c = control(f, &sensed, &s, &a);
        error_count(f, &s, time, &c);
        state_count(f, &s, time);
        if (candidate)
            kept = candidate_handle(f, time, x, measured, &a, candidates - k / CANDIDATE_STEPS);
        if (o->trace != NULL)
            fprintf(o->trace, "%.3f,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%d,%u\n", time,
                    f->plant.position[0], f->plant.position[1],
                    f->plant.position[2] - s.position[2], force, (double)a.mean, (double)a.sigma,
                    (double)a.eta, kept, (unsigned)f->pilot.supervisor.state);
        step_record(f, k, &a, &c);
        plant_step(&f->plant, &c, &f->field, noise, o->substeps);
    }
    f->r.rmse = sqrt(f->r.rmse / (double)steps);
    f->r.rmse_after = sqrt(f->r.rmse_after / ((double)steps - o->change.time_s / PLANT_STEP));
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
        fprintf(out, "%g,%g,%.6g,%.6g,%.6g,%.6g\n", x, y, 0.75 * field_force(&f->field, x, y),
                (double)a.mean, (double)a.sigma, (double)a.eta);
    }
}

struct flight_result flight_run(const struct flight_options *o)
{
    struct arena *arena = arena_new();
    struct flight f = {
        .o = o, .arena = arena, .field = *o->field, .plant = plant_at(0.0, 0.0, PATH_HEIGHT)};
    f.r.fingerprint = 0xCBF29CE484222325U;
    f.noise.state = o->seed;
    f.choice.state = o->seed ^ 0x63686F696365U;
    f.pilot.discount = o->law == LAW_DISCOUNT ? 1.0F : 0.0F;
    autopilot_start(&f.pilot, o->gain_by_sigma ? beta : 0.0F, (uint32_t)(o->seed * 2654435761U));
    f.yardstick = yardstick_new(arena);
    f.learner = learner_new(arena, o->seed ^ 0x6C6561726EU);
    f.memory = arena_alloc(arena, sizeof(uint8_t[EPI_STORE_BYTES]), 1);
    f.store = arena_alloc(arena, 1, sizeof(*f.store));
    epi_store_format(f.memory, f.store);
    network_deploy(&f, 0.0);
    if (o->trace != NULL)
        fprintf(o->trace, "time,x,y,error,force,mean,sigma,eta,kept,state\n");
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
