/* See plant.h. */
#include "quadcopter/plant/plant.h"

#include <math.h>

enum { N_STATE = 18 };

static const double inertia[3] = {2.5e-4, 2.5e-4, 3.738e-4}; /* kg m^2 */
static const double arm = 0.086;                             /* m */
static const double yaw_ratio = 15.0 / 611.0;                /* moment over force of a rotor, m */
static const double kp_rotation[3] = {130.0, 130.0, 60.0}, kd_rotation[3] = {3.0, 3.0, 5.0};

struct motion {
    const struct plant_command *command;
    const struct field *field;
    double noise;
};

struct plant plant_at(double x, double y, double z)
{
    return (struct plant){.position = {x, y, z}, .rotation = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
}

/* The torques that lead the attitude to the command and yaw to zero. */
static void torques_wanted(const struct plant *p, const struct plant_command *c, double torque[3])
{
    const double *r = p->rotation;
    const double wanted[3] = {c->roll, c->pitch, 0.0};
    const double angles[3] = {atan2(r[7], r[8]), -asin(fmin(fmax(r[6], -1.0), 1.0)),
                              atan2(r[3], r[0])};
    for (size_t i = 0; i < 3; i++)
        torque[i] = kp_rotation[i] * (wanted[i] - angles[i]) - kd_rotation[i] * p->rates[i];
}

/* The largest share of the torques that keeps a rotor at share + s * change within its limits. */
static double room_of(double share, double change, double most)
{
    double room = change > 0.0 ? most - share : share;
    return fabs(change) <= room ? 1.0 : room / fabs(change);
}

static double rotor_most(const struct plant_command *c)
{
    return c->rotor > 0.0 ? c->rotor : PLANT_MASS * PLANT_GRAVITY;
}

double plant_thrust(const struct plant_command *c)
{
    return fmin(fmax(c->thrust, 0.0), 4.0 * rotor_most(c));
}

/* Limits thrust and torques to what the rotors can give. They are on the arms +x, +y, -x, -y, and
   each gives 0 to rotor_most. Thrust comes first, as in the mixers of flight controllers: one
   factor makes all torques smaller. */
static double rotors_limit(const struct plant_command *c, double torque[3])
{
    const double most = rotor_most(c);
    const double roll = torque[0] / (2.0 * arm), pitch = torque[1] / (2.0 * arm);
    const double yaw = torque[2] / (4.0 * yaw_ratio);
    const double share = 0.25 * plant_thrust(c);
    const double change[4] = {yaw - pitch, roll - yaw, yaw + pitch, -roll - yaw};
    double scale = 1.0;
    for (size_t i = 0; i < 4; i++)
        scale = fmin(scale, room_of(share, change[i], most));
    for (size_t i = 0; i < 3; i++)
        torque[i] *= scale;
    return 4.0 * share;
}

static void derivative(const struct motion *m, const struct plant *p, struct plant *d)
{
    const double *r = p->rotation, *w = p->rates;
    double torque[3];
    torques_wanted(p, m->command, torque);
    double thrust = rotors_limit(m->command, torque);
    double lift =
        m->noise * field_force(m->field, p->position[0], p->position[1]) - m->field->weight;
    for (size_t i = 0; i < 3; i++) {
        d->position[i] = p->velocity[i];
        d->velocity[i] = r[3 * i + 2] * thrust / PLANT_MASS;
        d->rates[i] = (torque[i] - w[(i + 1) % 3] * w[(i + 2) % 3] *
                                       (inertia[(i + 2) % 3] - inertia[(i + 1) % 3])) /
                      inertia[i];
        /* R' = R [w]x */
        d->rotation[3 * i] = r[3 * i + 1] * w[2] - r[3 * i + 2] * w[1];
        d->rotation[3 * i + 1] = r[3 * i + 2] * w[0] - r[3 * i] * w[2];
        d->rotation[3 * i + 2] = r[3 * i] * w[1] - r[3 * i + 1] * w[0];
    }
    d->velocity[2] += lift / PLANT_MASS - PLANT_GRAVITY;
}

/* to = from + h * d, number by number: the struct holds nothing but them. */
static void state_add(struct plant *to, const struct plant *from, double h, const struct plant *d)
{
    double *t = to->position;
    const double *a = from->position, *b = d->position;
    _Static_assert(sizeof(struct plant) == N_STATE * sizeof(double), "numbers only");
    for (size_t i = 0; i < N_STATE; i++)
        t[i] = a[i] + h * b[i];
}

/* The rows of a rotation drift by rounding and truncation; one step of Newton's method towards the
   nearest rotation, R (3 - R^T R) / 2, is enough. */
static void rotation_mend(double r[9])
{
    double product[9], mended[9];
    for (size_t i = 0; i < 9; i++) {
        product[i] = 0.0;
        for (size_t k = 0; k < 3; k++)
            product[i] += r[3 * k + i / 3] * r[3 * k + i % 3];
    }
    for (size_t i = 0; i < 9; i++) {
        mended[i] = 1.5 * r[i];
        for (size_t k = 0; k < 3; k++)
            mended[i] -= 0.5 * r[3 * (i / 3) + k] * product[3 * k + i % 3];
    }
    for (size_t i = 0; i < 9; i++)
        r[i] = mended[i];
}

void plant_step(struct plant *plant, const struct plant_command *command, const struct field *field,
                double noise, unsigned substeps)
{
    const struct motion m = {command, field, noise};
    const double h = PLANT_STEP / (double)substeps;
    for (unsigned i = 0; i < substeps; i++) {
        struct plant k1, k2, k3, k4, at;
        derivative(&m, plant, &k1);
        state_add(&at, plant, 0.5 * h, &k1);
        derivative(&m, &at, &k2);
        state_add(&at, plant, 0.5 * h, &k2);
        derivative(&m, &at, &k3);
        state_add(&at, plant, h, &k3);
        derivative(&m, &at, &k4);
        state_add(plant, plant, h / 6.0, &k1);
        state_add(plant, plant, h / 3.0, &k2);
        state_add(plant, plant, h / 3.0, &k3);
        state_add(plant, plant, h / 6.0, &k4);
        rotation_mend(plant->rotation);
    }
}
