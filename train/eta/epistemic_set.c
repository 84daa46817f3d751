/* See epistemic_set.h. A set that is made at once finds the N-th smallest distance by counting bits
   and labels the samples in one pass. A set that grows keeps the known samples in a heap with the
   farthest on top, and the unknown ones in a heap with the nearest on top. A new input can only
   shrink distances. When the nearest unknown sample is nearer than the farthest known one, both
   change heaps, and the training input that replaced the one replaces the other. */
#include "eta/epistemic_set.h"

#include "base/fail.h"

#include <string.h>

/* --- a set made at once -------------------------------------------------------------------- */

static uint32_t float_bits(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof(bits));
    return bits;
}

/* Returns the bits of the number that has `rank` others before it in ascending order; *equal
   becomes how many of those others equal it. Floats >= 0 are ordered like their bits, so 11 bits at
   a time are decided, from the top. */
static uint32_t bits_select(const float *x, size_t n, size_t rank, size_t *equal)
{
    static const unsigned shifts[] = {21, 10, 0}, sizes[] = {11, 11, 10};
    uint32_t prefix = 0;
    for (size_t pass = 0; pass < 3; pass++) {
        size_t count[1 << 11] = {0};
        unsigned above = shifts[pass] + sizes[pass];
        for (size_t i = 0; i < n; i++) {
            uint64_t bits = float_bits(x[i]);
            if (bits >> above == (uint64_t)prefix >> above)
                count[bits >> shifts[pass] & ((1U << sizes[pass]) - 1)]++;
        }
        uint32_t digit = 0;
        for (; rank >= count[digit]; digit++)
            rank -= count[digit];
        prefix |= digit << shifts[pass];
    }
    *equal = rank;
    return prefix;
}

void epistemic_choose(enum epistemic_rule rule, const float *distance, const uint32_t *nearest,
                      size_t n_samples, size_t n_inputs, uint32_t *stand_in)
{
    if (n_samples < n_inputs)
        fail("%zu samples for %zu training inputs, expected at least as many", n_samples, n_inputs);
    for (size_t i = 0; i < n_samples; i++)
        stand_in[i] = NEAREST_NONE;
    if (n_inputs == 0)
        return;
    size_t equal = 0;
    uint32_t threshold = bits_select(distance, n_samples, n_inputs - 1, &equal);
    equal++; /* the sample at the threshold itself */
    for (size_t i = 0, chosen = 0; i < n_samples; i++) {
        uint32_t bits = float_bits(distance[i]);
        bool tie = bits == threshold && equal > 0;
        if (bits > threshold || (bits == threshold && !tie))
            continue;
        equal -= tie;
        stand_in[i] = rule == EPISTEMIC_ONCE ? (uint32_t)chosen : nearest[i];
        chosen++;
    }
}

struct epistemic_set *epistemic_set_new(struct arena *arena, const struct nearest_metric *metric,
                                        enum epistemic_rule rule, struct nearest_points inputs,
                                        struct nearest_points samples, unsigned threads)
{
    struct epistemic_set *set = arena_alloc(arena, 1, sizeof(*set));
    float *distance = arena_alloc(arena, samples.count, sizeof(*distance));
    uint32_t *index = arena_alloc(arena, samples.count, sizeof(*index));
    uint32_t *stand_in = arena_alloc(arena, samples.count, sizeof(*stand_in));
    struct arena *scratch = arena_new();
    nearest_query(nearest_new(scratch, metric, inputs, threads), samples, threads, index, distance);
    arena_free(scratch);
    epistemic_choose(rule, distance, index, samples.count, inputs.count, stand_in);
    *set = (struct epistemic_set){.arena = arena, .metric = *metric, .rule = rule};
    set->n_inputs = inputs.count;
    set->n_samples = samples.count;
    set->inputs = inputs.x;
    set->samples = samples.x;
    set->distance = distance;
    set->nearest = index;
    set->stand_in = stand_in;
    return set;
}

const float *epistemic_set_row(const struct epistemic_set *set, size_t i)
{
    uint32_t input = set->stand_in[i];
    return input == NEAREST_NONE ? set->samples + i * set->metric.dims
                                 : set->inputs + input * set->metric.dims;
}

float epistemic_set_label(const struct epistemic_set *set, size_t i)
{
    return set->stand_in[i] == NEAREST_NONE ? 1.0F : 0.0F;
}

/* --- heaps of samples --------------------------------------------------------------------- */

struct heap {
    bool farthest_first;
    uint32_t *sample; /* the heap */
    size_t count;
};

/* What a growing set needs. Its arrays are the ones that the set points to. */
struct epistemic_stream {
    struct nearest *inputs_nearest, *samples_nearest;
    size_t input_room, sample_room;
    float *inputs, *samples, *distance;
    uint32_t *nearest, *stand_in;
    uint32_t *place;   /* (sample_room) the place of a sample in its heap */
    uint32_t *claimed; /* (sample_room) scratch: samples with a new nearest input */
    struct heap known, unknown;
};

/* Orders samples by distance and then by number, so that no two are equal. */
static bool sample_nearer(const struct epistemic_stream *s, uint32_t a, uint32_t b)
{
    return s->distance[a] < s->distance[b] || (s->distance[a] == s->distance[b] && a < b);
}

static bool sample_above(const struct epistemic_stream *s, const struct heap *heap, uint32_t a,
                         uint32_t b)
{
    return heap->farthest_first ? sample_nearer(s, b, a) : sample_nearer(s, a, b);
}

static void heap_set(struct epistemic_stream *s, struct heap *heap, size_t place, uint32_t sample)
{
    heap->sample[place] = sample;
    s->place[sample] = (uint32_t)place;
}

static void heap_up(struct epistemic_stream *s, struct heap *heap, size_t place)
{
    uint32_t sample = heap->sample[place];
    for (; place > 0; place = (place - 1) / 2) {
        uint32_t parent = heap->sample[(place - 1) / 2];
        if (!sample_above(s, heap, sample, parent))
            break;
        heap_set(s, heap, place, parent);
    }
    heap_set(s, heap, place, sample);
}

static void heap_down(struct epistemic_stream *s, struct heap *heap, size_t place)
{
    uint32_t sample = heap->sample[place];
    for (size_t child; (child = 2 * place + 1) < heap->count; place = child) {
        if (child + 1 < heap->count &&
            sample_above(s, heap, heap->sample[child + 1], heap->sample[child]))
            child++;
        if (!sample_above(s, heap, heap->sample[child], sample))
            break;
        heap_set(s, heap, place, heap->sample[child]);
    }
    heap_set(s, heap, place, sample);
}

static void heap_push(struct epistemic_stream *s, struct heap *heap, uint32_t sample)
{
    heap_set(s, heap, heap->count++, sample);
    heap_up(s, heap, heap->count - 1);
}

static uint32_t heap_pop(struct epistemic_stream *s, struct heap *heap)
{
    uint32_t top = heap->sample[0];
    heap_set(s, heap, 0, heap->sample[--heap->count]);
    heap_down(s, heap, 0);
    return top;
}

/* --- a set that grows point by point ------------------------------------------------------- */

static bool sample_known(const struct epistemic_stream *s, uint32_t sample)
{
    return s->stand_in[sample] != NEAREST_NONE;
}

static size_t room_for(size_t n, size_t room)
{
    return n <= room ? room : n < 2 * room ? 2 * room : n;
}

static void inputs_reserve(struct epistemic_set *set, size_t n)
{
    struct epistemic_stream *s = set->stream;
    size_t room = room_for(n, s->input_room);
    if (room == s->input_room)
        return;
    s->inputs = arena_grow(set->arena, set->inputs, set->n_inputs, room,
                           set->metric.dims * sizeof(*s->inputs));
    s->input_room = room;
    set->inputs = s->inputs;
}

static void samples_reserve(struct epistemic_set *set, size_t n)
{
    struct epistemic_stream *s = set->stream;
    struct arena *arena = set->arena;
    size_t old = set->n_samples, room = room_for(n, s->sample_room), size = sizeof(uint32_t);
    if (room == s->sample_room)
        return;
    s->samples = arena_grow(arena, set->samples, old, room, set->metric.dims * sizeof(float));
    s->distance = arena_grow(arena, set->distance, old, room, sizeof(float));
    s->nearest = arena_grow(arena, set->nearest, old, room, size);
    s->stand_in = arena_grow(arena, set->stand_in, old, room, size);
    s->place = arena_grow(arena, s->place, s->sample_room == 0 ? 0 : old, room, size);
    s->claimed = arena_alloc(arena, room, size);
    s->known.sample = arena_grow(arena, s->known.sample, s->known.count, room, size);
    s->unknown.sample = arena_grow(arena, s->unknown.sample, s->unknown.count, room, size);
    s->sample_room = room;
    set->samples = s->samples;
    set->distance = s->distance;
    set->nearest = s->nearest;
    set->stand_in = s->stand_in;
}

static void stream_open(struct epistemic_set *set)
{
    struct epistemic_stream *s = arena_alloc(set->arena, 1, sizeof(*s));
    set->stream = s;
    s->known.farthest_first = true;
    inputs_reserve(set, set->n_inputs + 1);
    samples_reserve(set, set->n_samples + 1);
    s->inputs_nearest = nearest_new(set->arena, &set->metric,
                                    (struct nearest_points){set->inputs, set->n_inputs}, 1);
    s->samples_nearest = nearest_new(set->arena, &set->metric,
                                     (struct nearest_points){set->samples, set->n_samples}, 1);
    nearest_reach_all(s->samples_nearest, s->distance);
    for (uint32_t i = 0; i < set->n_samples; i++)
        heap_push(s, sample_known(s, i) ? &s->known : &s->unknown, i);
}

static void input_append(struct epistemic_set *set, const float *input)
{
    struct epistemic_stream *s = set->stream;
    size_t dims = set->metric.dims;
    inputs_reserve(set, set->n_inputs + 1);
    memcpy(s->inputs + set->n_inputs * dims, input, dims * sizeof(*input));
    nearest_insert(s->inputs_nearest, input, 0.0F);
    set->n_inputs++;
}

/* Makes the newest input the nearest of a sample. The heap is in order again before the next sample
   changes, as heap_up and heap_down require. */
static void sample_update(struct epistemic_set *set, uint32_t sample)
{
    struct epistemic_stream *s = set->stream;
    s->nearest[sample] = (uint32_t)(set->n_inputs - 1);
    s->distance[sample] = nearest_reach(s->samples_nearest, sample);
    if (!sample_known(s, sample)) {
        heap_up(s, &s->unknown, s->place[sample]);
        return;
    }
    heap_down(s, &s->known, s->place[sample]);
    if (set->rule == EPISTEMIC_ARGMIN)
        s->stand_in[sample] = s->nearest[sample];
}

static void samples_append(struct epistemic_set *set, const float *samples, size_t n)
{
    struct epistemic_stream *s = set->stream;
    size_t dims = set->metric.dims, first = set->n_samples;
    samples_reserve(set, first + n);
    if (n > 0)
        memcpy(s->samples + first * dims, samples, n * dims * sizeof(*samples));
    nearest_query(s->inputs_nearest, (struct nearest_points){samples, n}, 1, s->nearest + first,
                  s->distance + first);
    for (size_t i = first; i < first + n; i++) {
        s->stand_in[i] = NEAREST_NONE;
        nearest_insert(s->samples_nearest, s->samples + i * dims, s->distance[i]);
        heap_push(s, &s->unknown, (uint32_t)i);
    }
    set->n_samples = first + n;
}

/* The nearest unknown sample becomes known: the input replaces it. */
static void sample_promote(struct epistemic_set *set, uint32_t input)
{
    struct epistemic_stream *s = set->stream;
    uint32_t sample = heap_pop(s, &s->unknown);
    s->stand_in[sample] = set->rule == EPISTEMIC_ONCE ? input : s->nearest[sample];
    heap_push(s, &s->known, sample);
}

static void samples_exchange(struct epistemic_set *set)
{
    struct epistemic_stream *s = set->stream;
    while (s->unknown.count > 0 && sample_nearer(s, s->unknown.sample[0], s->known.sample[0])) {
        uint32_t sample = heap_pop(s, &s->known), input = s->stand_in[sample];
        s->stand_in[sample] = NEAREST_NONE;
        sample_promote(set, input);
        heap_push(s, &s->unknown, sample);
    }
}

void epistemic_set_add(struct epistemic_set *set, const float *input, const float *samples,
                       size_t n)
{
    if (set->n_samples + n < set->n_inputs + 1)
        fail("%zu samples for %zu training inputs, expected at least as many", set->n_samples + n,
             set->n_inputs + 1);
    if (set->stream == NULL)
        stream_open(set);
    struct epistemic_stream *s = set->stream;
    input_append(set, input);
    size_t claimed = nearest_claim(s->samples_nearest, input, s->claimed);
    for (size_t i = 0; i < claimed; i++)
        sample_update(set, s->claimed[i]);
    samples_append(set, samples, n);
    sample_promote(set, (uint32_t)(set->n_inputs - 1));
    samples_exchange(set);
}
