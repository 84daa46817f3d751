/* The control law of runtime/control against plain formulas with branches, and the faults that a
   controller meets: NaN, stuck sensors, states that a bit flip broke. */
/* supports: AOU-10, AOU-11 */
#include "unit/testing.h"

#include "control/feedforward.c"
#include "control/gain.c"
#include "control/supervisor.c"
#include "control/trigger.c"
#include "control/watch.c"

#include <float.h>
#include <math.h>
#include <stdbool.h>

static float from_bits(uint32_t bits)
{
    epi_bits v;
    v.u = bits;
    return v.f;
}

static const uint32_t special_bits[] = {0x7FC00000U, 0xFFC00001U, 0x7F800001U, 0x7F800000U,
                                        0xFF800000U, 0x80000000U, 0xBF800000U, 0x3F800001U,
                                        0x7F7FFFFFU, 0x40000000U};

static void gain_factor_is_saturated(void **state)
{
    (void)state;
    static const struct {
        float sigma, expected;
    } cases[] = {{0.0F, 1.0F},   {0.25F, 1.5F}, {0.5F, 2.0F},      {0.75F, 2.5F},
                 {0.76F, 2.5F},  {9.0F, 2.5F},  {INFINITY, 2.5F},  {NAN, 2.5F},
                 {-0.25F, 2.5F}, {-NAN, 2.5F},  {-INFINITY, 2.5F}, {FLT_MAX, 2.5F}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        assert_true(epi_gain_factor(&cases[i].sigma, 2.0F, 1.0F, 2.5F) == cases[i].expected);
    const float small = 0.0F;
    assert_true(epi_gain_factor(&small, 2.0F, 1.25F, 2.5F) == 1.25F);
}

static void gain_is_k_bar_times_factor(void **state)
{
    (void)state;
    const float bar[2] = {200.0F, 100.0F}, error[2] = {0.01F, -0.02F}, ff[1] = {0.5F};
    float k[2], u[1];
    epi_gain_matrix(bar, 1.5F, k);
    assert_true(k[0] == 300.0F && k[1] == 150.0F);
    epi_gain_apply(k, error, ff, u);
    assert_true(u[0] == (0.5F + 300.0F * 0.01F) + 150.0F * -0.02F);
}

static void feedforward_fades_with_eta(void **state)
{
    (void)state;
    const float mean = 0.8F;
    float ff;
    epi_feedforward(&mean, 0.25F, 1.0F, &ff);
    assert_true(ff == 0.75F * 0.8F);
    epi_feedforward(&mean, 0.25F, 0.0F, &ff);
    assert_true(ff == 0.8F);
    epi_feedforward(&mean, NAN, 1.0F, &ff);
    assert_true(ff == 0.0F);
    epi_feedforward(&mean, -0.5F, 1.0F, &ff);
    assert_true(ff == 0.0F);
}

/* Within 4.5 standard deviations of the binomial distribution; the seeds are fixed. */
static void trigger_draws_with_probability_eta(void **state)
{
    (void)state;
    static const struct {
        float eta, floor, p;
    } cases[] = {{0.5F, 0.0F, 0.5F},   {0.05F, 0.01F, 0.05F}, {0.0F, 0.01F, 0.01F},
                 {0.0F, 0.0F, 0.0F},   {1.0F, 0.01F, 1.0F},   {0.999F, 0.0F, 0.999F},
                 {0.25F, 0.75F, 0.75F}};
    enum { DRAWS = 200000 };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        uint32_t random = 99U, accepted = 0;
        for (size_t n = 0; n < DRAWS; n++)
            accepted += epi_trigger_draw(cases[i].eta, cases[i].floor, 0U, &random);
        double p = (double)cases[i].p, sd = sqrt(p * (1.0 - p) * DRAWS);
        assert_true(fabs((double)accepted - p * DRAWS) <= 4.5 * sd);
    }
}

static void trigger_takes_nothing_untrusted(void **state)
{
    (void)state;
    uint32_t random = 0U, on = 0U;
    for (uint32_t status = 1U; status != 0U; status <<= 1) {
        assert_int_equal(epi_trigger_draw(1.0F, 1.0F, status, &random), 0);
        assert_int_equal(epi_trigger_threshold(1.0F, 0.3F, 0.6F, status, &on), 0);
    }
    assert_int_equal(on, 0);
    for (size_t i = 0; i < sizeof(special_bits) / sizeof(special_bits[0]); i++) {
        float eta = from_bits(special_bits[i]);
        assert_int_equal(epi_trigger_draw(eta, 0.0F, 0U, &random), 1);
        on = 0U;
        assert_int_equal(epi_trigger_threshold(eta, 0.3F, 0.6F, 0U, &on), 1);
    }
}

static void trigger_can_be_replayed(void **state)
{
    (void)state;
    uint32_t a = 5U, b = 5U, c = 6U, differ = 0U;
    for (size_t i = 0; i < 1000; i++) {
        uint32_t first = epi_trigger_draw(0.5F, 0.0F, 0U, &a);
        /* the generator advances for refused measurements too */
        assert_int_equal(first, epi_trigger_draw(0.5F, 0.0F, 0U, &b));
        differ += first != epi_trigger_draw(0.5F, 0.0F, 0U, &c);
        epi_trigger_draw(0.5F, 0.0F, 1U, &a);
        epi_trigger_draw(0.1F, 0.0F, 0U, &b);
    }
    assert_in_range(differ, 400, 600);
}

static void threshold_has_hysteresis(void **state)
{
    (void)state;
    static const struct {
        float eta;
        uint32_t expected;
    } steps[] = {{0.1F, 0}, {0.59F, 0}, {0.6F, 1}, {0.31F, 1}, {0.3F, 1},
                 {0.2F, 0}, {0.5F, 0},  {0.9F, 1}, {0.0F, 0}};
    uint32_t on = 0;
    for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++)
        assert_int_equal(epi_trigger_threshold(steps[i].eta, 0.3F, 0.6F, 0U, &on),
                         steps[i].expected);
}

static void watch_sees_dead_sensors(void **state)
{
    (void)state;
    epi_watch_t w = {0};
    assert_int_equal(epi_watch(1.0F, 3U, &w), 0);
    assert_int_equal(epi_watch(1.0F, 3U, &w), 0);
    assert_int_equal(epi_watch(1.0F, 3U, &w), 0);
    for (size_t i = 0; i < 10; i++)
        assert_int_equal(epi_watch(1.0F, 3U, &w), EPI_WATCH_STUCK);
    assert_int_equal(epi_watch(1.0000001F, 3U, &w), 0);
    assert_int_equal(epi_watch(INFINITY, 3U, &w), EPI_WATCH_NOT_FINITE);
    for (size_t i = 0; i < 3; i++)
        epi_watch(NAN, 3U, &w);
    assert_int_equal(epi_watch(NAN, 3U, &w), EPI_WATCH_NOT_FINITE | EPI_WATCH_STUCK);
    assert_int_equal(epi_watch(FLT_MAX, 3U, &w), 0);
}

/* --- the supervisor: the table of its header, written again with branches --------------------- */

static uint32_t reached(uint32_t count, uint32_t steps) { return count > 0 && count >= steps; }

/* Whether no sequence of steps can lead to these counts. */
static bool counts_wrong(const epi_supervisor_limits_t *l, const epi_supervisor_t *s)
{
    const uint32_t most = 1U << 30;
    if (s->fault > most || s->doubt > most || s->clear > most || s->calm > most)
        return true;
    switch (s->state) {
    case EPI_NOMINAL: return reached(s->fault, l->worse) || reached(s->doubt, l->worse);
    case EPI_CAUTIOUS: return reached(s->fault, l->worse) || reached(s->clear, l->better);
    case EPI_FALLBACK: return reached(s->calm, l->better);
    default: return false;
    }
}

static void reference_step(uint32_t evidence, const epi_supervisor_limits_t *l, epi_supervisor_t *s)
{
    uint32_t next = s->state;
    if (counts_wrong(l, s)) {
        *s = (epi_supervisor_t){.state = EPI_FALLBACK};
        return;
    }
    s->fault = evidence >= EPI_FAULT ? s->fault + 1 : 0;
    s->doubt = evidence != EPI_CLEAR ? s->doubt + 1 : 0;
    s->clear = evidence == EPI_CLEAR ? s->clear + 1 : 0;
    s->calm = evidence < EPI_FAULT ? s->calm + 1 : 0;
    switch (s->state) {
    case EPI_NOMINAL:
        if (reached(s->fault, l->worse))
            next = EPI_FALLBACK;
        else if (reached(s->doubt, l->worse))
            next = EPI_CAUTIOUS;
        break;
    case EPI_CAUTIOUS:
        if (reached(s->fault, l->worse))
            next = EPI_FALLBACK;
        else if (reached(s->clear, l->better))
            next = EPI_NOMINAL;
        break;
    case EPI_FALLBACK:
        if (reached(s->calm, l->better))
            next = EPI_CAUTIOUS;
        break;
    default: next = EPI_FALLBACK;
    }
    if (next != s->state)
        *s = (epi_supervisor_t){.state = next};
}

static void supervisor_same(const epi_supervisor_t *a, const epi_supervisor_t *b)
{
    assert_int_equal(a->state, b->state);
    assert_int_equal(a->fault, b->fault);
    assert_int_equal(a->doubt, b->doubt);
    assert_int_equal(a->clear, b->clear);
    assert_int_equal(a->calm, b->calm);
}

/* Every state with every count from 0 to 5, every evidence, every debounce from 0 to 4. */
static void supervisor_follows_its_table(void **state)
{
    (void)state;
    static const uint32_t states[] = {0, 1, 2, 3, 4, 5, 6, 0x80000000U, 0xFFFFFFFFU};
    for (uint32_t n = 0; n < 9U * 6 * 6 * 6 * 6 * 5 * 5 * 5; n++) {
        uint32_t m = n;
        epi_supervisor_t s = {.state = states[m % 9]};
        m /= 9;
        s.fault = m % 6, m /= 6;
        s.doubt = m % 6, m /= 6;
        s.clear = m % 6, m /= 6;
        s.calm = m % 6, m /= 6;
        epi_supervisor_limits_t l = {0.3F, 0.6F, 1.0F, m % 5, m / 5 % 5};
        uint32_t evidence = m / 25 % 5;
        epi_supervisor_t expected = s;
        reference_step(evidence, &l, &expected);
        assert_int_equal(epi_supervisor_step(evidence, &l, &s), expected.state);
        supervisor_same(&s, &expected);
    }
}

/* Every sequence of nine steps of evidence from the start. */
static void supervisor_sequences(void **state)
{
    (void)state;
    enum { SEQUENCES = 19683 };
    for (uint32_t worse = 1; worse <= 3; worse++)
        for (uint32_t n = 0; n < SEQUENCES; n++) {
            epi_supervisor_limits_t l = {0.3F, 0.6F, 1.0F, worse, 2};
            epi_supervisor_t s = {0}, expected = {0};
            for (uint32_t m = n, i = 0; i < 9; i++, m /= 3) {
                epi_supervisor_step(m % 3, &l, &s);
                reference_step(m % 3, &l, &expected);
                supervisor_same(&s, &expected);
            }
        }
}

static void supervisor_counts_stay_in_range(void **state)
{
    (void)state;
    const epi_supervisor_limits_t l = {0.3F, 0.6F, 1.0F, 5U, 1U << 29};
    epi_supervisor_t s = {.clear = 1U << 30, .calm = 1U << 30};
    epi_supervisor_step(EPI_CLEAR, &l, &s);
    assert_int_equal(s.clear, 1U << 30);
    assert_int_equal(s.calm, 1U << 30);
}

/* Impossible counts, in every member, state and evidence. */
static void supervisor_sees_wrong_counts(void **state)
{
    (void)state;
    const epi_supervisor_limits_t l = {0.3F, 0.6F, 1.0F, 1U << 30, 1U << 30};
    static const uint32_t counts[] = {0x40000001U, 0x7FFFFFFFU, 0x80000000U, 0x80000001U,
                                      0xC0000000U, 0xC0000001U, 0xFFFFFFFFU};
    for (uint32_t n = 0; n < 7U * 4 * 3 * 3; n++) {
        epi_supervisor_t s = {.state = n / 28 % 3}, expected = {.state = EPI_FALLBACK};
        uint32_t *const places[] = {&s.fault, &s.doubt, &s.clear, &s.calm};
        *places[n / 7 % 4] = counts[n % 7];
        assert_int_equal(epi_supervisor_step(n / 84, &l, &s), EPI_FALLBACK);
        supervisor_same(&s, &expected);
    }
}

static void supervisor_weighs_evidence(void **state)
{
    (void)state;
    const epi_supervisor_limits_t l = {0.3F, 0.6F, 1.0F, 1U, 1U};
    static const struct {
        float eta, sigma;
        uint32_t status, state, expected;
    } cases[] = {
        {0.0F, 0.1F, 0, EPI_NOMINAL, EPI_CLEAR},  {0.59F, 0.1F, 0, EPI_NOMINAL, EPI_CLEAR},
        {0.6F, 0.1F, 0, EPI_NOMINAL, EPI_DOUBT},  {0.59F, 0.1F, 0, EPI_CAUTIOUS, EPI_DOUBT},
        {0.3F, 0.1F, 0, EPI_CAUTIOUS, EPI_DOUBT}, {0.29F, 0.1F, 0, EPI_CAUTIOUS, EPI_CLEAR},
        {0.3F, 0.1F, 0, EPI_FALLBACK, EPI_DOUBT}, {0.0F, 1.0F, 0, EPI_NOMINAL, EPI_CLEAR},
        {0.0F, 1.1F, 0, EPI_NOMINAL, EPI_DOUBT},  {0.0F, NAN, 0, EPI_NOMINAL, EPI_DOUBT},
        {0.0F, -1.F, 0, EPI_NOMINAL, EPI_DOUBT},  {NAN, 0.1F, 0, EPI_NOMINAL, EPI_DOUBT},
        {0.0F, 0.1F, 1, EPI_NOMINAL, EPI_FAULT},  {1.0F, 9.0F, 0x80000000U, 1, EPI_FAULT},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        assert_int_equal(epi_supervisor_evidence(cases[i].eta, cases[i].sigma, cases[i].status,
                                                 cases[i].state, &l),
                         cases[i].expected);
}

/* A network without eta and sigma: its status is all that the supervisor sees. */
static void supervisor_works_on_status_alone(void **state)
{
    (void)state;
    const epi_supervisor_limits_t l = {0.3F, 0.6F, 1.0F, 2U, 3U};
    static const uint32_t faults[] = {1U, 0x80U, 0x80000000U, UINT32_MAX};
    static const uint32_t statuses[] = {0, 4, 0, 4, 4, 0, 0, 0, 0, 0, 0, 0},
                          states[] = {0, 0, 0, 0, 2, 2, 2, 1, 1, 1, 0, 0};
    epi_supervisor_t s = {0};
    for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++)
        assert_int_equal(epi_supervisor_status(faults[i]), EPI_FAULT);
    for (size_t i = 0; i < sizeof(states) / sizeof(states[0]); i++) {
        const uint32_t evidence = epi_supervisor_status(statuses[i]);
        assert_int_equal(evidence, epi_supervisor_evidence(0.0F, 0.0F, statuses[i], s.state, &l));
        assert_int_equal(epi_supervisor_step(evidence, &l, &s), states[i]);
    }
}

/* The second table of its header. */
static void supervisor_says_what_to_trust(void **state)
{
    (void)state;
    static const struct {
        uint32_t state;
        epi_trust_t expected;
    } cases[] = {{EPI_NOMINAL, {1.0F, 0.0F, 1.0F}},  {EPI_CAUTIOUS, {1.0F, 1.0F, 1.0F}},
                 {EPI_FALLBACK, {0.0F, 1.0F, 0.0F}}, {3U, {0.0F, 1.0F, 0.0F}},
                 {0x80000000U, {0.0F, 1.0F, 0.0F}},  {0xFFFFFFFFU, {0.0F, 1.0F, 0.0F}}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        epi_trust_t trust;
        epi_supervisor_trust(cases[i].state, &trust);
        assert_memory_equal(&trust, &cases[i].expected, sizeof(trust));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gain_factor_is_saturated),
        cmocka_unit_test(gain_is_k_bar_times_factor),
        cmocka_unit_test(feedforward_fades_with_eta),
        cmocka_unit_test(trigger_draws_with_probability_eta),
        cmocka_unit_test(trigger_takes_nothing_untrusted),
        cmocka_unit_test(trigger_can_be_replayed),
        cmocka_unit_test(threshold_has_hysteresis),
        cmocka_unit_test(watch_sees_dead_sensors),
        cmocka_unit_test(supervisor_follows_its_table),
        cmocka_unit_test(supervisor_sequences),
        cmocka_unit_test(supervisor_counts_stay_in_range),
        cmocka_unit_test(supervisor_sees_wrong_counts),
        cmocka_unit_test(supervisor_weighs_evidence),
        cmocka_unit_test(supervisor_works_on_status_alone),
        cmocka_unit_test(supervisor_says_what_to_trust),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
