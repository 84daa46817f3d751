/* The quadcopter's parts: the integration converges, the rotors have limits, path and field are
   what they say, and a flight is the same every time. */
#include "quadcopter/flight/flight.h"
#include "quadcopter/flight/law.h"
#include "quadcopter/plant/path.h"
#include "quadcopter/plant/plant.h"
#include "unit/testing.h"

#include <math.h>

/* The plant after a manoeuvre; from a tilt of about 0.5 mrad on its rotors reach their limits. */
static struct plant flown(unsigned substeps, double tilt, double speed, size_t steps)
{
    const struct field field = field_seeded(1);
    struct plant p = plant_at(0.0, 0.03, 0.0);
    p.velocity[0] = speed;
    for (size_t k = 0; k < steps; k++) {
        const double t = PLANT_STEP * (double)k;
        const struct plant_command c = {.thrust = 1.7 + 0.2 * sin(20.0 * t),
                                        .roll = tilt * sin(9.0 * t),
                                        .pitch = tilt * (cos(7.0 * t) - 1.0)};
        plant_step(&p, &c, &field, 0.8, substeps);
    }
    return p;
}

static double distance(const struct plant *a, const struct plant *b)
{
    double sum = 0.0;
    for (size_t i = 0; i < 3; i++)
        sum += fabs(a->position[i] - b->position[i]);
    return sum;
}

/* Half the step, a sixteenth of the error: order 4, seen on a flight through the field without
   tilt, whose steps may be large. With the attitude loop and rotors at their limits, where forces
   have kinks, what epifly uses is still within a micrometre. */
static void integration_converges(void **state)
{
    (void)state;
    const struct plant limit = flown(64, 0.0, 0.6, 40), fine = flown(2, 0.0, 0.6, 40);
    const struct plant coarse = flown(1, 0.0, 0.6, 40);
    double ratio = distance(&coarse, &limit) / distance(&fine, &limit);
    const struct plant hard = flown(1600, 0.1, 0.0, 200);
    const struct plant used = flown(PLANT_SUBSTEPS, 0.1, 0.0, 200);
    print_message("order: %g m, ratio %.1f; at the limits %g m\n", distance(&coarse, &limit), ratio,
                  distance(&used, &hard));
    assert_true(ratio > 12.0 && ratio < 20.0);
    assert_true(distance(&used, &hard) < 1e-6);
}

static void rotors_have_limits(void **state)
{
    (void)state;
    struct field flat = field_seeded(1);
    memset(flat.height, 0, sizeof(flat.height));
    static const struct {
        double thrust, expected; /* acceleration */
    } cases[] = {{PLANT_MASS * PLANT_GRAVITY, 0.0},
                 {100.0, 3.0 * PLANT_GRAVITY},
                 {-5.0, -PLANT_GRAVITY},
                 {2.0 * PLANT_MASS * PLANT_GRAVITY, PLANT_GRAVITY}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct plant p = plant_at(0.0, 0.0, 0.0);
        const struct plant_command c = {.thrust = cases[i].thrust};
        plant_step(&p, &c, &flat, 1.0, PLANT_SUBSTEPS);
        assert_true(fabs(p.velocity[2] / PLANT_STEP - cases[i].expected) < 1e-9);
        assert_true(p.velocity[0] == 0.0 && p.velocity[1] == 0.0);
        assert_true(fabs(plant_thrust(&c) / PLANT_MASS - PLANT_GRAVITY - cases[i].expected) < 1e-9);
    }
}

/* What hangs on the drone pulls it down: hovering, it falls by its weight over the drone's mass. */
static void weight_pulls_down(void **state)
{
    (void)state;
    struct field flat = field_seeded(1);
    memset(flat.height, 0, sizeof(flat.height));
    flat.weight = 0.2;
    struct plant p = plant_at(0.0, 0.0, 0.0);
    const struct plant_command hover = {.thrust = PLANT_MASS * PLANT_GRAVITY};
    plant_step(&p, &hover, &flat, 1.0, PLANT_SUBSTEPS);
    assert_true(fabs(p.velocity[2] / PLANT_STEP + 0.2 / PLANT_MASS) < 1e-9);
}

/* Once round the large square, then to the small one and round it, each from its corner next to the
 * origin. */
static void path_has_its_corners(void **state)
{
    static const double corners[][2] = {
        {0, 0},         {0.1, 0},       {0.1, 0.1},     {0, 0.1},       {0, 0},
        {0.025, 0.025}, {0.075, 0.025}, {0.075, 0.075}, {0.025, 0.075}, {0.025, 0.025}};
    (void)state;
    for (size_t k = 0; k < sizeof(corners) / sizeof(corners[0]); k++) {
        const struct setpoint p = path_at(PATH_EDGE * (double)k, 1);
        for (size_t i = 0; i < 2; i++)
            if (fabs(p.position[i] - corners[k][i]) > 1e-12)
                fail_msg("corner %zu: %g, %g", k, p.position[0], p.position[1]);
        assert_true(p.position[2] == PATH_HEIGHT);
    }
}

/* Without thrust there is no torque: a body as wide as it is long turns as Euler says, its rates
   across the axis going round at the rate about it times (Iz - Ix) / Ix. */
static void free_fall_turns_as_euler_says(void **state)
{
    (void)state;
    const double turn = 2.0 * (3.738e-4 - 2.5e-4) / 2.5e-4, time = 50.0 * PLANT_STEP;
    struct field flat = field_seeded(1);
    memset(flat.height, 0, sizeof(flat.height));
    struct plant p = plant_at(0.0, 0.0, 0.0);
    p.rates[0] = 1.0;
    p.rates[2] = 2.0;
    for (size_t k = 0; k < 50; k++)
        plant_step(&p, &(struct plant_command){.thrust = 0.0}, &flat, 1.0, PLANT_SUBSTEPS);
    assert_true(fabs(p.rates[0] - cos(turn * time)) < 1e-9);
    assert_true(fabs(p.rates[1] - sin(turn * time)) < 1e-9);
    assert_true(fabs(p.rates[2] - 2.0) < 1e-9);
    assert_true(fabs(p.velocity[2] + PLANT_GRAVITY * time) < 1e-9);
}

/* In air that is stronger than the rotors, the energy is that of the thrust that they gave. */
static void energy_is_what_rotors_give(void **state)
{
    (void)state;
    struct field strong = field_seeded(1);
    for (size_t i = 0; i < FIELD_BUMPS; i++)
        strong.height[i] = -20.0;
    const struct flight_options o = {.selection = SELECT_NONE,
                                     .field = &strong,
                                     .seed = 1,
                                     .rounds = 1,
                                     .deploy_s = 1.0,
                                     .substeps = PLANT_SUBSTEPS,
                                     .engine = &engine_interpreter};
    const double most = 4.0 * PLANT_MASS * PLANT_GRAVITY;
    const struct flight_result r = flight_run(&o);
    assert_true(r.worst > 0.1 && r.energy > 0.5 * most * most * path_duration(1));
    assert_true(r.energy <= most * most * path_duration(1) * (1.0 + 1e-12));
}

static void rotation_stays_one(void **state)
{
    (void)state;
    const struct plant p = flown(PLANT_SUBSTEPS, 0.1, 0.0, 200);
    for (size_t i = 0; i < 9; i++) {
        double product = 0.0;
        for (size_t k = 0; k < 3; k++)
            product += p.rotation[3 * (i / 3) + k] * p.rotation[3 * (i % 3) + k];
        assert_true(fabs(product - (i % 4 == 0 ? 1.0 : 0.0)) < 1e-12);
    }
}

static void path_is_smooth(void **state)
{
    (void)state;
    const double h = 1e-5;
    assert_true(path_duration(3) == 18.75);
    for (size_t step = 0; step < 1365; step++) { /* up to 18.7 s */
        const double t = 0.01 + 0.0137 * (double)step;
        const struct setpoint a = path_at(t - h, 3), b = path_at(t, 3), c = path_at(t + h, 3);
        for (size_t i = 0; i < 3; i++) {
            assert_true(fabs((c.position[i] - a.position[i]) / (2 * h) - b.velocity[i]) < 1e-6);
            assert_true(fabs((c.velocity[i] - a.velocity[i]) / (2 * h) - b.acceleration[i]) < 1e-2);
        }
    }
    assert_true(path_is_new(2.9, 3) && !path_is_new(3.1, 3) && !path_is_new(8.9, 3));
    assert_true(path_is_new(9.1, 3) && path_is_new(12.7, 3) && !path_is_new(12.8, 3));
}

static void field_is_as_high_as_it_says(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        const struct field f = field_seeded(seed);
        double most = 0.0, least = INFINITY;
        for (size_t i = 0; i < 10201; i++) {
            const size_t row = i / 101, column = i % 101;
            double v = field_force(&f, -0.05 + 0.002 * (double)column, -0.05 + 0.002 * (double)row);
            most = fmax(most, v);
            least = fmin(least, v);
        }
        assert_true(most > 1.55 && most < 1.65 && least >= 0.0);
    }
}

static struct flight_options options_short(const struct field *field, enum selection selection)
{
    return (struct flight_options){.selection = selection,
                                   .gain_by_sigma = true,
                                   .field = field,
                                   .seed = 1,
                                   .rounds = 1,
                                   .quota = 20,
                                   .steps = 60,
                                   .law = LAW_DISCOUNT,
                                   .deploy_s = 0.2,
                                   .substeps = PLANT_SUBSTEPS,
                                   .engine = &engine_interpreter};
}

static void quota_is_met(void **state)
{
    static const enum selection counted[] = {SELECT_RANDOM, SELECT_EVERY, SELECT_FIRST};
    (void)state;
    const struct field field = field_seeded(1);
    for (size_t i = 0; i < 3; i++) {
        struct flight_options o = options_short(&field, counted[i]);
        o.steps = 1;
        assert_int_equal(flight_run(&o).points, 20);
        o.quota = 0;
        assert_int_equal(flight_run(&o).points, 0);
    }
}

/* A yardstick with a level takes fewer points at a higher one. */
static void levels_thin_points(void **state)
{
    static const enum selection levelled[] = {SELECT_DISTANCE, SELECT_PROCESS};
    static const double levels[2][2] = {{2e-3, 8e-3}, {0.1, 0.2}};
    (void)state;
    const struct field field = field_seeded(1);
    for (size_t i = 0; i < 2; i++) {
        struct flight_options o = options_short(&field, levelled[i]);
        o.steps = 1;
        o.level = levels[i][0];
        const size_t many = flight_run(&o).points;
        o.level = levels[i][1];
        const size_t few = flight_run(&o).points;
        print_message("%zu and %zu points\n", many, few);
        assert_true(many < 225 && 2 * few < many && few > 5);
    }
}

/* eta of a network at a place, standardised. */
static double eta_at(const struct known *k, double x, double y)
{
    struct arena *arena = arena_new();
    struct spec spec = {.layers = arena_alloc(arena, 3, sizeof(struct spec_layer))};
    double logit = 0.0;
    known_export(k, arena, &spec);
    const struct spec_layer *hats = &spec.layers[1], *eta = &spec.layers[2];
    const double in[5] = {x, y, x * x, y * y, (x + y) * (x + y)};
    logit = (double)eta->bias[0];
    for (size_t i = 0; i < hats->n_out; i++) {
        double sum = (double)hats->bias[i];
        for (size_t j = 0; j < 5; j++)
            sum += (double)hats->weights[5 * i + j] * in[j];
        logit += (double)eta->weights[i] * fmax(sum, 0.0);
    }
    arena_free(arena);
    return 1.0 / (1.0 + exp(-logit));
}

/* Along a bent curve of many more points than hats: low on every point, high from 0.6 off it on,
   high again where points were taken out. */
static void known_is_near_points(void **state)
{
    enum { POINTS = 200 };
    (void)state;
    struct arena *arena = arena_new();
    struct known *k = known_new(arena, 0.1);
    for (size_t i = 0; i < POINTS; i++) {
        const double t = 0.1 * (double)i;
        const float x[2] = {(float)(t < 10.0 ? t - 5.0 : 5.0), (float)(t < 10.0 ? -5.0 : t - 15.0)};
        known_add(k, x);
        k->sigma[i] = 0.01 + 0.99 / (double)POINTS;
    }
    for (size_t i = 0; i < POINTS; i++) {
        const double x = (double)k->x[i][0], y = (double)k->x[i][1];
        assert_true(eta_at(k, x, y) < 0.3);
        assert_true(eta_at(k, x - 0.6, y + 0.6) > 0.99 || i < 20 || i > POINTS - 20);
    }
    assert_true(eta_at(k, 0.0, 0.0) > 0.99 && eta_at(k, -5.0, 5.0) > 0.99);
    for (size_t i = 0; i < POINTS / 2; i++)
        known_remove(k, 0);
    assert_true(eta_at(k, 0.0, -5.0) > 0.99 && eta_at(k, 5.0, 0.0) < 0.3);
    assert_true(known_distance(k, (const float[2]){0.0F, -5.0F}) > 4.9);
    known_clear(k);
    assert_true(eta_at(k, 5.0, 0.0) > 0.99);
    arena_free(arena);
}

/* What a learner says at a place after many steps. */
static struct answer learned_at(struct learner *l, const float x[2])
{
    struct arena *arena = arena_new();
    struct answer a;
    learner_see(l, x);
    learner_work(l, 3000);
    engine_interpreter.infer(engine_interpreter.deploy(NULL, arena, learner_spec(l, arena)), x, &a);
    arena_free(arena);
    return a;
}

/* What is merged into a point counts as if it were stored: the mean is that of all measurements,
   and sigma their spread. */
static void merged_points_are_learned(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct learner *l = learner_new(arena, 1);
    const float x[2] = {0.05F, 0.05F};
    learner_merge(l, x, 1.0F); /* into nothing */
    assert_int_equal(l->count, 0);
    learner_add(l, x, 1.0F);
    for (size_t i = 0; i < 9; i++)
        learner_merge(l, x, 1.0F);
    for (size_t i = 0; i < 10; i++)
        learner_merge(l, x, i % 2 == 0 ? 0.8F : 1.2F);
    learner_add(l, x, 0.0F);
    learner_add(l, x, 0.0F);
    const struct answer a = learned_at(l, x);
    print_message("%g +- %g N\n", (double)a.mean, (double)a.sigma);
    assert_true(l->count == 3 && l->known->stand[0] == 20 && l->known->stand[1] == 1);
    assert_true(fabs((double)a.mean - 20.0 / 22.0) < 0.04);
    assert_true(fabs((double)a.sigma - sqrt((2.0 * 20.0 / 22.0 + 10.0 * 0.04) / 22.0)) < 0.04);
    learner_thin(l, 2, false);
    assert_true(l->known->stand[0] == 1 && l->spread[0] == 0.0);
    arena_free(arena);
}

/* The place of a point moves to the mean of its measurements; what is known stays. */
static void merged_points_move(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct learner *l = learner_new(arena, 1);
    const float place[2] = {0.05F, 0.05F}, beside[2] = {0.052F, 0.046F}, far[2] = {0.15F, 0.05F};
    learner_add(l, far, 1.0F);
    learner_add(l, place, 0.5F);
    learner_merge(l, beside, 1.0F);
    assert_true(fabsf(l->x[2] - 0.05F) < 1e-5F && fabsf(l->x[3] + 0.1F) < 1e-5F);
    assert_true(fabsf(l->y[1] - 1.5F) < 1e-5F && fabs(l->spread[1] - 0.5) < 1e-5);
    assert_true(fabs(learner_distance(l, place)) < 1e-6 && l->known->stand[0] == 1);
    arena_free(arena);
}

/* Measurements that are not kept teach, unless they are dropped; of all data none is. */
static void refused_measurements_teach(void **state)
{
    (void)state;
    const struct field field = field_seeded(1);
    static const enum selection selections[] = {SELECT_BERNOULLI, SELECT_EVERY, SELECT_ALL};
    for (size_t i = 0; i < 3; i++) {
        struct flight_options o = options_short(&field, selections[i]);
        o.deploy_s = 0.025;
        const uint64_t usual = flight_run(&o).fingerprint;
        o.drop = true;
        assert_true((flight_run(&o).fingerprint == usual) == (i == 2));
    }
}

/* A vehicle that speeds up is not beyond its points all the time: no doubt on the first edges. */
static void a_start_is_no_doubt(void **state)
{
    (void)state;
    for (uint64_t seed = 17; seed <= 20; seed += 3) {
        const struct field field = field_seeded(seed);
        struct flight_options o = options_short(&field, SELECT_BERNOULLI);
        o.seed = seed;
        o.deploy_s = 0.025;
        assert_int_equal(flight_run(&o).steps_in[EPI_CAUTIOUS], 0);
    }
}

/* Few points do not make a noisy place known: eta stays about a half. */
static void noise_needs_points(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct known *k = known_new(arena, 0.1);
    const float quiet[2] = {-2.0F, 0.0F}, noisy[2] = {2.0F, 0.0F};
    known_add(k, quiet);
    known_add(k, noisy);
    k->sigma[0] = 0.1;
    k->sigma[1] = 1.0;
    assert_true(eta_at(k, -2.0, 0.0) < 0.01);
    assert_true(eta_at(k, 2.05, 0.0) > 0.05 && eta_at(k, 2.05, 0.0) < 0.9);
    k->stand[1] = 20;
    assert_true(eta_at(k, 2.05, 0.0) < 0.01);
    k->stand[1] = 1;
    assert_true(eta_at(k, 2.05, 0.0) > 0.05);
    for (size_t i = 0; i < 20; i++) {
        known_add(k, noisy);
        k->sigma[2 + i] = 1.0;
    }
    assert_true(eta_at(k, 2.05, 0.0) < 0.01);
    arena_free(arena);
}

/* The field moves: what contradicts the measurements is forgotten, and the flight is better for it.
   Without a change nothing is forgotten. */
static void wrong_model_is_forgotten(void **state)
{
    (void)state;
    const struct field field = field_seeded(1);
    struct flight_options o = options_short(&field, SELECT_BERNOULLI);
    o.rounds = 2;
    o.deploy_s = 0.025;
    o.steps = 30;
    assert_int_equal(flight_run(&o).forgotten, 0);
    o.change = (struct change){.time_s = 3.0, .shift = 0.03};
    const struct flight_result forgets = flight_run(&o);
    o.remember = true;
    const struct flight_result remembers = flight_run(&o);
    print_message("after the change: %g mm, %g mm\n", 1e3 * forgets.rmse_after,
                  1e3 * remembers.rmse_after);
    assert_true(forgets.forgotten > 0 && remembers.forgotten == 0);
    assert_true(forgets.rmse_after < 0.8 * remembers.rmse_after);
}

/* A weight is felt in the air's force; a rotor with less to give leaves its path. */
static void load_and_limit_are_felt(void **state)
{
    (void)state;
    const struct field field = field_seeded(1);
    struct flight_options o = options_short(&field, SELECT_NONE);
    const double usual = flight_run(&o).worst;
    o.change = (struct change){.time_s = 1.0, .load = 0.3};
    assert_true(flight_run(&o).worst > usual + 0.005);
    o.change = (struct change){0};
    o.rotor = 0.3 * PLANT_MASS * PLANT_GRAVITY;
    const double most = 4.0 * o.rotor;
    const struct flight_result r = flight_run(&o);
    assert_true(r.energy <= most * most * path_duration(1));
}

/* One step with an error of 1 mm: the thrust beyond hovering. */
static double thrust_in(uint32_t state, float discount, uint32_t status)
{
    const autopilot_sensed_t s = {{0.05F, 0.05F, -0.001F}, {0.0F, 0.0F, 0.0F}, 0.0F, 0.0F};
    const float mean[1] = {0.5F}, sigma[1] = {0.1F};
    autopilot_t a = {0};
    a.supervisor.state = state;
    a.discount = discount;
    autopilot_start(&a, 2.0F, 1U);
    autopilot_sense(&s, &a);
    autopilot_act(mean, sigma, 0.25F, status, &a);
    return (double)a.thrust - PLANT_MASS * PLANT_GRAVITY;
}

static void law_trusts_by_state(void **state)
{
    (void)state;
    assert_true(fabs(thrust_in(EPI_NOMINAL, 1.0F, 0) - (0.001 * 36.0 * 1.2 - 0.5)) < 1e-6);
    assert_true(fabs(thrust_in(EPI_CAUTIOUS, 1.0F, 0) - (0.001 * 36.0 * 1.2 - 0.75 * 0.5)) < 1e-6);
    assert_true(fabs(thrust_in(EPI_CAUTIOUS, 0.0F, 0) - (0.001 * 36.0 * 1.2 - 0.5)) < 1e-6);
    assert_true(fabs(thrust_in(EPI_FALLBACK, 1.0F, 0) - 0.001 * 36.0) < 1e-6);
    assert_true(fabs(thrust_in(EPI_NOMINAL, 1.0F, 1) - 0.001 * 36.0) <
                1e-6); /* a fault counts at once */
}

/* The thrust is finite whatever the sensors give; the last good position moves on by the velocity.
 */
static void law_is_finite(void **state)
{
    (void)state;
    static const float odd[] = {NAN, INFINITY, -INFINITY, 3e38F, -3e38F, 1e-42F};
    const float mean[1] = {0.5F}, sigma[1] = {0.1F};
    for (size_t n = 0; n < (size_t)6 * 64; n++) {
        autopilot_t a = {0};
        autopilot_start(&a, 2.0F, 1U);
        for (uint32_t i = 0; i < 40; i++) {
            float moved = 1e-4F * (float)i, alive = 1e-6F * (float)(i % 2);
            autopilot_sensed_t s = {
                {0.05F + moved, 0.05F, moved}, {0.02F + alive, 0.0F, 0.02F}, 0.F, 0.F};
            for (size_t k = 0; k < 3 && i >= 10; k++) {
                s.position[k] = n >> k & 1 ? odd[n / 64] : s.position[k];
                s.velocity[k] = n >> (3 + k) & 1 ? odd[n / 64] : s.velocity[k];
            }
            autopilot_sense(&s, &a);
            autopilot_act(mean, sigma, 0.25F, 0, &a);
            autopilot_judge(sigma, 0.25F, 0, &a);
            assert_true(isfinite(a.thrust) && fabsf(a.thrust) < 10.0F);
            for (size_t k = 0; k < 3; k++)
                assert_true(fabsf(a.position[k]) < 0.1F && fabsf(a.velocity[k]) < 20.0F);
        }
        if ((n & 7) != 0 && n % 64 < 8 && n < 64) { /* only the position is odd, and not a number */
            assert_int_equal(a.supervisor.state, EPI_FALLBACK);
            assert_true(fabsf(a.position[0] - 0.0539F) < 1e-5F && a.keep == 0);
        }
    }
}

/* The fault of a step in which all readings are good but for the given velocity and force. */
static uint32_t fault_of(autopilot_t *a, uint32_t step, float climb, float force)
{
    const float moved = 1e-4F * (float)step, mean[1] = {0.5F}, sigma[1] = {0.1F};
    const autopilot_sensed_t s = {{0.05F + moved, 0.05F, moved}, {0.02F, 0.0F, climb}, 0.F, 0.F};
    autopilot_measure(force, a);
    autopilot_sense(&s, a);
    autopilot_act(mean, sigma, 1.0F, 0, a);
    return a->fault;
}

/* A frozen velocity is replaced by that of the positions; with an impossible force nothing is kept.
 */
static void dead_sensors_are_seen(void **state)
{
    (void)state;
    static const float wrong[] = {NAN, INFINITY, -INFINITY, 100.0F, -5.5F, 0.7F};
    autopilot_t a = {0};
    autopilot_start(&a, 2.0F, 1U);
    assert_int_equal(fault_of(&a, 0, 0.02F, 0.5F), 0);
    assert_int_equal(fault_of(&a, 1, 0.03F, 0.6F), 0);
    assert_int_equal(a.keep, 1);
    assert_int_equal(fault_of(&a, 2, 0.03F, 0.7F), AUTOPILOT_SPEED);
    assert_true(fabsf(a.velocity[2] - 1e-4F / AUTOPILOT_STEP) < 1e-4F && a.keep == 0);
    for (uint32_t i = 0; i < 6; i++) {
        float before = i == 5 ? 0.7F : 0.1F * (float)i;
        (void)fault_of(&a, 3 + 2 * i, 0.04F, before);
        assert_int_equal(fault_of(&a, 4 + 2 * i, 0.05F, wrong[i]), AUTOPILOT_FORCE);
        assert_int_equal(a.keep, 0);
    }
    assert_int_equal(fault_of(&a, 40, 0.06F, 0.8F), 0);
}

/* With a fault the flight stays as near to its path as without a model, keeps nothing of it, and
   recovers; tests/scripts/control/fly.sh has the other faults. */
static void faults_do_no_harm(void **state)
{
    (void)state;
    const struct field field = field_seeded(1);
    struct flight_options o = options_short(&field, SELECT_NONE);
    const double limit = 1.25 * flight_run(&o).worst;
    o.selection = SELECT_BERNOULLI;
    o.fault = FAULT_OUTSIDE;
    const struct flight_result r = flight_run(&o);
    assert_true(r.points > 20 && r.fault_kept == 0 && r.fault_fallback);
    assert_true(r.fault_worst < limit && r.fault_far < 0.025);
    assert_true(r.steps_in[EPI_FALLBACK] > 300 && r.steps_in[EPI_FALLBACK] < 500);
    print_message("nominal %zu, cautious %zu\n", r.steps_in[0], r.steps_in[1]);
    assert_true(r.steps_in[EPI_NOMINAL] >
                10); /* a flight starts NOMINAL, and is so again when it has learned */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integration_converges),
        cmocka_unit_test(rotors_have_limits),
        cmocka_unit_test(rotation_stays_one),
        cmocka_unit_test(path_is_smooth),
        cmocka_unit_test(field_is_as_high_as_it_says),
        cmocka_unit_test(quota_is_met),
        cmocka_unit_test(levels_thin_points),
        cmocka_unit_test(known_is_near_points),
        cmocka_unit_test(merged_points_are_learned),
        cmocka_unit_test(merged_points_move),
        cmocka_unit_test(refused_measurements_teach),
        cmocka_unit_test(a_start_is_no_doubt),
        cmocka_unit_test(noise_needs_points),
        cmocka_unit_test(wrong_model_is_forgotten),
        cmocka_unit_test(load_and_limit_are_felt),
        cmocka_unit_test(law_trusts_by_state),
        cmocka_unit_test(law_is_finite),
        cmocka_unit_test(faults_do_no_harm),
        cmocka_unit_test(energy_is_what_rotors_give),
        cmocka_unit_test(dead_sensors_are_seen),
        cmocka_unit_test(path_has_its_corners),
        cmocka_unit_test(weight_pulls_down),
        cmocka_unit_test(free_fall_turns_as_euler_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
