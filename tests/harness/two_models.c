/* The controller around one model, for tests/scripts/control/two_models.sh, which makes of this
   file one copy for each of two models that run in one program: `model` stands for their prefix.
   The sizes of runtime/control are this model's, which may lack sigma, eta or both. */
#include "model.h"

#include "control/feedforward.h"
#include "control/gain.h"
#include "control/store.h"
#include "control/supervisor.h"
#include "control/trigger.h"
#include "control/watch.h"

uint32_t model_control(void);

#if (MODEL_N_IN != EPI_N_IN) || (MODEL_N_OUT != EPI_N_OUT)
#error "the sizes of runtime/control are not those of this model"
#endif

enum { STEPS = 40 };

static uint32_t sum_bits(uint32_t sum, float value)
{
    const union {
        float f;
        uint32_t u;
    } v = {.f = value};
    return (sum ^ v.u) * 16777619U;
}

static volatile uint8_t memory[EPI_STORE_BYTES];
static epi_store_t store;

/* What the model says besides its mean: 0 in place of what it does not say. */
static float eta_of(const model_result_t *r)
{
#if MODEL_HAS_ETA
    return r->eta;
#else
    (void)r;
    return 0.0F;
#endif
}

static float sigma_of(const model_result_t *r, uint32_t output)
{
#if MODEL_HAS_SIGMA
    return r->sigma[output];
#else
    (void)r;
    (void)output;
    return 0.0F;
#endif
}

static uint32_t evidence_of(const model_result_t *r, uint32_t state,
                            const epi_supervisor_limits_t *limits)
{
#if (MODEL_HAS_ETA == 0) && (MODEL_HAS_SIGMA == 0)
    (void)state;
    (void)limits;
    return epi_supervisor_status(r->status);
#else
    return epi_supervisor_evidence(eta_of(r), sigma_of(r, 0U), r->status, state, limits);
#endif
}

/* k = K of the noise, or K_bar. */
static void gain_of(const model_result_t *r, const float k_bar[EPI_N_K], float k[EPI_N_K])
{
#if MODEL_HAS_SIGMA
    epi_gain_matrix(k_bar, epi_gain_factor(r->sigma, 0.5F, 1.0F, 4.0F), k);
#else
    (void)r;
    for (uint32_t i = 0U; i < EPI_N_K; i++)
        k[i] = k_bar[i];
#endif
}

/* One step of the controller; returns the sum with the bits of all that it computes. */
static uint32_t step(uint32_t number, uint32_t sum, epi_supervisor_t *supervisor, uint32_t *random)
{
    static const epi_supervisor_limits_t limits = {0.3F, 0.6F, 10.0F, 2U, 3U};
    float x[EPI_N_IN], weight[EPI_N_IN], ff[EPI_N_OUT], k_bar[EPI_N_K], k[EPI_N_K];
    model_result_t r;
    for (uint32_t i = 0U; i < EPI_N_IN; i++) {
        x[i] = ((float)number - 20.0F) * 0.11F * (float)(i + 1U);
        weight[i] = 1.0F;
    }
    for (uint32_t i = 0U; i < EPI_N_K; i++)
        k_bar[i] = (float)(i + 1U);
    model_infer(x, &r);
    const uint32_t evidence = evidence_of(&r, supervisor->state, &limits);
    epi_trust_t trust;
    epi_supervisor_trust(epi_supervisor_step(evidence, &limits, supervisor), &trust);
    epi_feedforward(r.mean, eta_of(&r), trust.discount, ff);
    gain_of(&r, k_bar, k);
    if (epi_trigger_draw(eta_of(&r), 0.01F, r.status, random) != 0U)
        sum += epi_store_put(memory, &store, number, x, r.mean, weight);
    for (uint32_t i = 0U; i < EPI_N_OUT; i++)
        sum = sum_bits(sum_bits(sum, ff[i]), sigma_of(&r, i));
    for (uint32_t i = 0U; i < EPI_N_K; i++)
        sum = sum_bits(sum, k[i]);
    return sum_bits(sum, eta_of(&r)) ^ r.status ^ supervisor->state;
}

uint32_t model_control(void)
{
    epi_supervisor_t supervisor = {.state = EPI_NOMINAL};
    uint32_t sum = model_selftest(), random = 1U;
    epi_store_format(memory, &store);
    if (sum != 0U || epi_store_open(memory, &store) != 0U)
        return 0U; /* the model or its store does not work here */
    for (uint32_t i = 0U; i < STEPS; i++)
        sum = step(i, sum, &supervisor, &random);
    return sum ^ store.count;
}
