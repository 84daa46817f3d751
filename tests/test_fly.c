/* The quadcopter's parts: the integration converges, the rotors have limits, path and field are
   what they say, and a flight is the same every time. */
#include "quadcopter/flight.h"
#include "quadcopter/path.h"
#include "quadcopter/plant.h"
#include "testing.h"

#include <math.h>

/* A manoeuvre; from a tilt of about 0.5 mrad on the rotors reach their limits. */
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
    }
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
    for (double t = 0.01; t < 18.7; t += 0.0137) {
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
            double v = field_force(&f, -0.05 + 0.002 * (double)(i % 101),
                                   -0.05 + 0.002 * (double)(i / 101));
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
                                   .deploy_s = 0.2,
                                   .substeps = PLANT_SUBSTEPS,
                                   .engine = &engine_interpreter};
}

static void quota_is_met(void **state)
{
    (void)state;
    const struct field field = field_seeded(1);
    struct flight_options o = options_short(&field, SELECT_RANDOM);
    assert_int_equal(flight_run(&o).points, 20);
    o.quota = 0;
    assert_int_equal(flight_run(&o).points, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integration_converges),       cmocka_unit_test(rotors_have_limits),
        cmocka_unit_test(rotation_stays_one),          cmocka_unit_test(path_is_smooth),
        cmocka_unit_test(field_is_as_high_as_it_says), cmocka_unit_test(quota_is_met),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
