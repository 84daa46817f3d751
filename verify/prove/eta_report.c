/* What --eta says: the far field in closed form, the radius by branch and bound with its bracket,
   the shares of the domain, the worst point, a picture. */
#include "base/child.h"
#include "base/fail.h"
#include "prove/eta/eta.h"
#include "prove/report.h"

#include <math.h>
#include <stdio.h>

/* Up to so many inputs the domain is cut into boxes. */
enum { INPUTS_MAPPED = 4 };

static void worst_print(const struct net *net, const struct climbed *r)
{
    printf("the worst input: ");
    for (size_t i = 0; i < net->n_inputs; i++)
        printf("%s%s = %.6g", i == 0 ? "" : ", ", net->inputs[i].name, (double)r->x[i]);
    printf(" at %.4g from all rows\n", r->value);
}

/* --- the picture ---------------------------------------------------------------------------- */

static void boxes_draw(const struct eta_map *map, size_t n, FILE *gp)
{
    static const char *const colours[] = {"#d95f02", "#1b9e77", "#bbbbbb"};
    for (size_t i = 0; i < map->count; i++) {
        const struct eta_box *b = &map->boxes[i];
        fprintf(gp, "set object rect from %.9g,%.9g to %.9g,%.9g fc rgb '%s' fs solid noborder\n",
                (double)b->low[0], n > 1 ? (double)b->low[1] : 0.0, (double)b->high[0],
                n > 1 ? (double)b->high[1] : 1.0, colours[b->part]);
    }
}

static void rows_draw(const struct data_rows *rows, FILE *gp)
{
    for (size_t i = 0; i < rows->count; i++) {
        double x = rows->z[i * rows->n] * rows->scale[0] + rows->centre[0];
        double y = rows->n > 1 ? rows->z[i * rows->n + 1] * rows->scale[1] + rows->centre[1] : 0.5;
        fprintf(gp, "%.9g %.9g\n", x, y);
    }
    fprintf(gp, "e\n");
}

static void map_plot(const struct net *net, const struct eta_map *map, const struct data_rows *rows,
                     const char *path)
{
    char *const argv[] = {"gnuplot", "-", NULL};
    FILE *gp = tmpfile();
    if (gp == NULL)
        fail("cannot make a temporary file");
    fprintf(gp, "set terminal pngcairo size 800,%d\nset output \"", net->n_inputs > 1 ? 700 : 250);
    for (const char *p = path; *p != '\0'; p++)
        fprintf(gp, "%s%c", *p == '"' || *p == '\\' ? "\\" : "", *p);
    fprintf(
        gp,
        "\"\nset title 'eta proven above 0.5 (orange), not above (green), neither (grey); rows'\n");
    fprintf(gp, "set xrange [%.9g:%.9g]\nset xlabel \"%s\" noenhanced\n", net->inputs[0].low,
            net->inputs[0].high, net->inputs[0].name);
    if (net->n_inputs > 1)
        fprintf(gp, "set yrange [%.9g:%.9g]\nset ylabel \"%s\" noenhanced\n", net->inputs[1].low,
                net->inputs[1].high, net->inputs[1].name);
    else
        fprintf(gp, "set yrange [0:1]\nunset ytics\n");
    boxes_draw(map, net->n_inputs, gp);
    fprintf(gp, "plot '-' with points pt 7 ps 0.3 lc rgb 'black' notitle\n");
    rows_draw(rows, gp);
    rewind(gp);
    if (child_run(&(struct child){argv, gp, NULL, NULL, NULL}) != 0)
        fail("gnuplot failed on %s", path);
    fclose(gp);
}

/* --- the report ----------------------------------------------------------------------------- */

static void map_print(const struct eta_map *map)
{
    printf("of the domain's volume %.4g %% is proven unknown (eta > 0.5), %.4g %% proven known, "
           "%.2g %% undecided\n",
           100.0 * map->share[ETA_UNKNOWN], 100.0 * map->share[ETA_KNOWN],
           100.0 * map->share[ETA_OPEN]);
}

/* The smallest radius that is proven by either way; INFINITY: none. */
static double radius_print(const struct far_field *far, const struct climbed *r, bool mapped,
                           size_t rows)
{
    double radius = far->found ? far->radius : INFINITY;
    if (mapped)
        radius = fmin(radius, fmax(r->bound, 0.0));
    if (isfinite(radius))
        printf("eta is above 0.5 at every point of the domain farther than %.4g from all %zu rows "
               "(proven)\n",
               ceil(radius * 1e4) / 1e4, rows);
    if (far->found)
        printf("by structure, from the weights of %zu units: %.4g\n", far->hats, far->radius);
    else
        printf("no guarantee by structure: %s\n", far->missing);
    return radius;
}

static void json_print(const struct far_field *far, double radius, const struct climbed *r,
                       const struct eta_map *map, size_t rows)
{
    printf("{\"rows\": %zu, \"proven\": %s, \"radius\": %.6g, \"found\": %.6g, "
           "\"structure\": %s, \"unknown\": %.6g, \"known\": %.6g, \"undecided\": %.6g}\n",
           rows, isfinite(radius) ? "true" : "false", isfinite(radius) ? radius : 0.0,
           r->value > 0.0 ? r->value : 0.0, far->found ? "true" : "false", map->share[ETA_UNKNOWN],
           map->share[ETA_KNOWN], map->share[ETA_OPEN]);
}

int eta_report(const struct prover *p, const char *data, const char *plot, bool json)
{
    const struct net *net = p->net;
    if (net_output_count(net, OUTPUT_ETA) == 0)
        fail_at(net->program->spec->file, 1, "the spec has no eta, expected one to prove");
    if (plot != NULL && net->n_inputs > 2)
        fail_usage("--plot: %zu inputs, expected one or two", net->n_inputs);
    struct data_rows rows = rows_read(p->arena, net, data);
    struct eta_options o = {net, p->domain, &rows, p->limits, 0.004};
    struct far_field far = far_field_find(p->arena, net, p->domain, &rows);
    bool mapped = net->n_inputs <= INPUTS_MAPPED;
    double began = clock_seconds();
    o.limits.seconds = p->limits.seconds / 4.0;
    if (!mapped)
        o.limits.boxes = 2000; /* a search for the worst point */
    struct climbed r = eta_radius(p->arena, &o);
    struct eta_map map = {.share = {0.0, 0.0, 1.0}};
    o.limits.seconds = fmax(0.9 * p->limits.seconds - (clock_seconds() - began), 1.0);
    if (mapped)
        map = eta_map_make(p->arena, &o);
    double radius;
    if (json) {
        radius = fmin(far.found ? far.radius : INFINITY, mapped ? fmax(r.bound, 0.0) : INFINITY);
        json_print(&far, radius, &r, &map, rows.count);
    } else {
        radius = radius_print(&far, &r, mapped, rows.count);
        if (mapped)
            printf("by branch and bound (%zu boxes): between %.4g and %.4g\n", r.boxes,
                   fmax(r.value, 0.0), fmax(r.bound, 0.0));
        if (r.value > 0.0)
            worst_print(net, &r);
        if (mapped)
            map_print(&map);
    }
    if (plot != NULL)
        map_plot(net, &map, &rows, plot);
    return isfinite(radius) ? 0 : 3;
}
