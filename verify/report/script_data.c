/* What the script of the page gets: names, the model as WebAssembly, rows, figures that are drawn.
 */
#include "report/report.h"

#include <string.h>

static void inputs_json(struct json *j, const struct spec *spec, const struct sweep *sweep)
{
    json_open(j, "inputs", '[');
    for (size_t i = 0; i < spec->n_inputs; i++) {
        const struct spec_input *in = &spec->inputs[i];
        json_open(j, NULL, '{');
        json_text(j, "name", in->name);
        json_text(j, "unit", in->unit);
        json_float(j, "min", in->min);
        json_float(j, "max", in->max);
        json_float(j, "scale", in->scale);
        json_float(j, "start", sweep->start[i]);
        json_close(j, '}');
    }
    json_close(j, ']');
}

static void outputs_json(struct json *j, const struct report *r)
{
    const struct spec *spec = r->model->program->spec;
    json_open(j, "outputs", '[');
    for (size_t k = 0; k < spec->mean.count; k++) {
        json_open(j, NULL, '{');
        json_text(j, "name", output_label(r, k));
        json_text(j, "unit", spec->mean.unit);
        json_float(j, "low", r->sweep->low[k]);
        json_float(j, "high", r->sweep->high[k]);
        json_close(j, '}');
    }
    json_close(j, ']');
    json_bool(j, "sigma", spec_has(&spec->sigma));
    json_bool(j, "eta", spec_has(&spec->eta));
}

static void answers_json(struct json *j, const struct report *r, const struct answers_at *a)
{
    const struct spec *spec = r->model->program->spec;
    json_floats(j, "mean", a->mean, a->count * spec->mean.count);
    if (spec_has(&spec->sigma))
        json_floats(j, "sigma", a->sigma, a->count * spec->mean.count);
    if (spec_has(&spec->eta))
        json_floats(j, "eta", a->eta, a->count);
}

static void curves_json(struct json *j, const struct report *r)
{
    const struct sweep *s = r->sweep;
    if (s->curves == NULL)
        return;
    json_open(j, "curves", '[');
    for (size_t i = 0; i < s->n_curves; i++) {
        json_open(j, NULL, '{');
        answers_json(j, r, &s->curves[i]);
        json_close(j, '}');
    }
    json_close(j, ']');
    if (s->map == NULL)
        return;
    json_open(j, "map", '{');
    json_whole(j, "points", MAP_POINTS);
    answers_json(j, r, s->map);
    json_close(j, '}');
}

static void counts_json(struct json *j, const char *key, const size_t *counts, size_t n)
{
    json_open(j, key, '[');
    for (size_t i = 0; i < n; i++)
        json_whole(j, NULL, counts[i]);
    json_close(j, ']');
}

static void set_figures_json(struct json *j, const struct spec *spec, const struct rows_set *set)
{
    json_open(j, "histograms", '[');
    for (size_t i = 0; i < spec->n_inputs; i++) {
        json_open(j, NULL, '{');
        counts_json(j, "counts", set->inputs[i].counts, INPUT_BINS);
        json_whole(j, "below", set->inputs[i].below);
        json_whole(j, "above", set->inputs[i].above);
        json_close(j, '}');
    }
    json_close(j, ']');
    if (spec_has(&spec->eta))
        counts_json(j, "etaCounts", set->eta_counts, ETA_BINS);
    if (!set->measured || !spec_has(&spec->sigma))
        return;
    json_open(j, "bySigma", '[');
    for (size_t k = 0; k < spec->mean.count; k++)
        counts_json(j, NULL, set->outputs[k].by_sigma, SIGMA_BINS + 1);
    json_close(j, ']');
}

static void set_json(struct json *j, const struct report *r, const char *key,
                     const struct rows_set *set)
{
    const struct spec *spec = r->model->program->spec;
    size_t n = set == NULL ? 0 : set->shown, n_out = spec->mean.count;
    const char *sha256 = provenance_find(r, "data_sha256");
    if (set == NULL)
        return;
    json_open(j, key, '{');
    json_text(j, "file", set->file);
    json_whole(j, "all", set->all - set->incomplete);
    json_whole(j, "shown", n);
    json_bool(j, "training", sha256 != NULL && strcmp(sha256, set->sha256) == 0);
    json_floats(j, "number", set->number, n);
    json_floats(j, "x", set->x, n * spec->n_inputs);
    json_floats(j, "mean", set->mean, n * n_out);
    if (set->time != NULL)
        json_floats(j, "time", set->time, n);
    if (set->y != NULL)
        json_floats(j, "y", set->y, n * n_out);
    if (set->sigma != NULL)
        json_floats(j, "sigma", set->sigma, n * n_out);
    if (set->eta != NULL)
        json_floats(j, "eta", set->eta, n);
    set_figures_json(j, spec, set);
    json_close(j, '}');
}

static void costs_json(struct json *j, const struct report *r)
{
    json_open(j, "costs", '[');
    for (size_t i = 0; i < r->n_costs; i++) {
        const struct cost *c = &r->costs[i];
        if (c->why != NULL)
            continue;
        json_open(j, NULL, '{');
        json_text(j, "core", core_label(c->core));
        json_whole(j, "cycles", c->cycles);
        json_whole(j, "partsCycles", c->parts_cycles);
        json_open(j, "parts", '[');
        for (size_t k = 0; k < c->n_parts; k++) {
            json_open(j, NULL, '{');
            json_text(j, "name", c->parts[k].name);
            json_whole(j, "cycles", c->parts[k].cycles);
            json_close(j, '}');
        }
        json_close(j, ']');
        json_close(j, '}');
    }
    json_close(j, ']');
    json_open(j, "cores", '[');
    for (size_t i = 0; cost_cores[i] != NULL; i++) {
        struct core_figures f = figures_find(r, cost_cores[i]);
        if (!core_known(&f))
            continue;
        json_open(j, NULL, '{');
        json_text(j, "core", core_label(f.core));
        json_text(j, "kind", f.kind);
        json_whole(j, "cycles", f.cycles);
        json_close(j, '}');
    }
    json_close(j, ']');
    json_whole(j, "maxCycles", r->max_cycles);
    if (r->front == NULL)
        return;
    json_open(j, "front", '{');
    json_floats(j, "cycles", r->front->cycles, r->front->count);
    json_floats(j, "nll", r->front->nll, r->front->count);
    json_floats(j, "rmse", r->front->rmse, r->front->count);
    json_close(j, '}');
}

void script_data_write(struct page *page, const struct report *r)
{
    const struct spec *spec = r->model->program->spec;
    struct json *j = &page->json;
    page_data(page);
    json_text(j, "kind", "model");
    json_text(j, "name", r->model->program->prefix);
    json_text(j, "specSha256", r->model->sha256);
    inputs_json(j, spec, r->sweep);
    outputs_json(j, r);
    json_whole(j, "vectors", r->model->vectors.count);
    if (r->wasm.bytes != NULL)
        json_bytes(j, "wasm", r->wasm.bytes, r->wasm.size);
    curves_json(j, r);
    set_json(j, r, "data", r->data);
    set_json(j, r, "test", r->test);
    costs_json(j, r);
}
