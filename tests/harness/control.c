/* Calls every function of runtime/control with random and extreme inputs and prints all results as
   bits. The text must be the same on every machine. */
#include "../../verify/target/board.h"

#include "control/feedforward.h"
#include "control/gain.h"
#include "control/store.h"
#include "control/supervisor.h"
#include "control/trigger.h"
#include "control/watch.h"

typedef union {
    float f;
    uint32_t u;
} bits;

static uint32_t state = 2463534242U;

static uint32_t random_next(void)
{
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}

/* A number, mostly from -0.5 to 1.5, sometimes of any bits. */
static float number_make(void)
{
    bits b;
    b.f = (float)(random_next() >> 8) * 0x1p-23F - 0.5F;
    if (random_next() % 8U == 0U)
        b.u = random_next();
    return b.f;
}

static void print_word(uint32_t value)
{
    char text[10];
    for (uint32_t i = 0; i < 8U; i++)
        text[i] = "0123456789abcdef"[(value >> (28U - 4U * i)) & 15U];
    text[8] = '\n';
    text[9] = '\0';
    board_print(text);
}

static void print_float(float value)
{
    const bits b = {value};
    /* machines differ in the sign and payload of a NaN, of which nothing is promised */
    print_word((b.u & 0x7FFFFFFFU) > 0x7F800000U ? 0x7FC00000U : b.u);
}

static void law_try(void)
{
    float sigma[EPI_N_OUT], mean[EPI_N_OUT], ff[EPI_N_OUT], bar[EPI_N_K], k[EPI_N_K];
    float error[EPI_N_X], bias[EPI_N_U], u[EPI_N_U];
    for (uint32_t i = 0; i < EPI_N_OUT; i++) {
        sigma[i] = number_make();
        mean[i] = number_make();
    }
    for (uint32_t i = 0; i < EPI_N_K; i++)
        bar[i] = number_make();
    for (uint32_t i = 0; i < EPI_N_X; i++)
        error[i] = number_make();
    for (uint32_t i = 0; i < EPI_N_U; i++)
        bias[i] = number_make();
    float factor = epi_gain_factor(sigma, 2.0F, 1.0F, 1.75F);
    epi_gain_matrix(bar, factor, k);
    epi_gain_apply(k, error, bias, u);
    epi_feedforward(mean, number_make(), 1.0F, ff);
    print_float(factor);
    print_float(u[0]);
    print_float(ff[0]);
}

static void decisions_try(void)
{
    static uint32_t random = 7U, on;
    static epi_watch_t watch;
    static epi_supervisor_t supervisor;
    static const epi_supervisor_limits_t limits = {0.3F, 0.6F, 1.2F, 2U, 3U};
    const float eta = number_make(), sigma = number_make();
    const uint32_t status = epi_watch(eta, 2U, &watch);
    uint32_t word = epi_trigger_draw(eta, 0.01F, status, &random);
    word |= epi_trigger_threshold(eta, 0.3F, 0.6F, status, &on) << 1;
    const uint32_t evidence =
        epi_supervisor_evidence(eta, sigma, status, supervisor.state, &limits);
    word |= epi_supervisor_step(evidence, &limits, &supervisor) << 2;
    word |= epi_supervisor_status(status) << 4;
    print_word(word | (status >> 16) | (random << 16));
    epi_trust_t trust;
    epi_supervisor_trust(supervisor.state, &trust);
    print_float(trust.weight + 2.0F * trust.discount + 4.0F * trust.stiffness);
}

static volatile uint8_t memory[EPI_STORE_BYTES];
static epi_store_t store;

/* Damages every seventh byte in turn, then both headers. */
static void damage_try(void)
{
    for (uint32_t at = 0; at < EPI_STORE_BYTES; at += 7U) {
        const uint8_t kept = memory[at];
        memory[at] ^= 0x10U;
        print_word((epi_store_open(memory, &store) << 16) | store.count);
        memory[at] = kept;
    }
    memory[1] ^= 1U;
    memory[EPI_STORE_BYTES - 1U] ^= 1U;
    print_word(epi_store_open(memory, &store));
}

/* A loss of power before the replaced point is removed. */
static void replaced_try(const float x[EPI_N_IN], const float y[EPI_N_OUT],
                         const float weight[EPI_N_IN])
{
    static uint8_t before[EPI_STORE_BYTES];
    for (uint32_t i = 0; i < EPI_STORE_BYTES; i++)
        before[i] = memory[i];
    print_word(epi_store_put(memory, &store, 1U, x, y, weight));
    const uint32_t commit =
        4U * (EPI_STORE_HEADER_WORDS + ((store.spare + 1U) * EPI_STORE_SLOT_WORDS) - 1U);
    for (uint32_t i = commit; i < commit + 4U; i++)
        memory[i] = before[i];
    print_word((epi_store_open(memory, &store) << 16) | store.count);
}

static void store_try(void)
{
    float x[EPI_N_IN], y[EPI_N_OUT], weight[EPI_N_IN];
    uint32_t crc = 0xFFFFFFFFU;
    for (uint32_t i = 0; i < EPI_N_IN; i++)
        weight[i] = 1.5F;
    epi_store_format(memory, &store);
    for (uint32_t n = 0; n < 3U * EPI_STORE_CAPACITY; n++) {
        for (uint32_t i = 0; i < EPI_N_IN; i++)
            x[i] = number_make();
        for (uint32_t i = 0; i < EPI_N_OUT; i++)
            y[i] = number_make();
        print_word(epi_store_put(memory, &store, (uint64_t)n << 30, x, y, weight));
    }
    for (uint32_t i = 0; i < EPI_STORE_BYTES; i++)
        crc = epi_crc_word(crc, memory[i]);
    print_word(crc);
    print_word(epi_store_open(memory, &store));
    print_word(store.count);
    for (uint32_t i = 0; i < EPI_N_IN; i++)
        x[i] = 0.5F;
    for (uint32_t i = 0; i < EPI_N_OUT; i++)
        y[i] = 0.25F;
    replaced_try(x, y, weight);
    damage_try();
}

int main(void)
{
    for (uint32_t i = 0; i < 400U; i++) {
        law_try();
        decisions_try();
    }
    for (uint32_t i = 0; i < 2U; i++)
        store_try();
    return 0;
}
