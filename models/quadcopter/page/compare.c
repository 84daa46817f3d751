/* See compare.h. */
#include "quadcopter/page/compare.h"

static void ratio_write(const struct results *r, enum selection s, enum variant v, FILE *out)
{
    const struct kind epiout = {SELECT_BERNOULLI, v}, other = {s, v};
    if (!results_have(r, s, v) || !results_have(r, SELECT_BERNOULLI, v)) {
        fprintf(out, " - |");
        return;
    }
    struct mean ratio = ratio_of(r, epiout, other, RMSE);
    fprintf(out, " %.3f +- %.3f (%.0f points) |", ratio.value, ratio.error,
            mean_of(r, s, v, POINTS).value);
}

void comparisons_write(const struct results *r, FILE *out)
{
    fprintf(out,
            "\n## EpiOut's RMSE over that of other selections\n\nGain by sigma; in brackets the "
            "points of the other selection. Standard errors are in pairs, seed by seed.\n\n"
            "| over | %s law | %s law |\n|---|---|---|\n",
            law_names[r->law], law_names[LAW_COUNT - 1 - r->law]);
    for (size_t s = SELECT_ALL; s < SELECT_COUNT; s++) {
        if (s == SELECT_BERNOULLI || !results_have(r, (enum selection)s, BY_SIGMA))
            continue;
        fprintf(out, "| %s |", selection_names[s]);
        ratio_write(r, (enum selection)s, BY_SIGMA, out);
        ratio_write(r, (enum selection)s, OTHER_LAW, out);
        fprintf(out, "\n");
    }
}

void scenarios_write(const struct results *r, FILE *out)
{
    size_t first = 0;
    fprintf(out,
            "\n## A model that is wrong, few points, little training\n\nGain by sigma. `after`: "
            "from the change on. `forgot`: times that measurements contradicted the model\nso "
            "that all points were forgotten. The ratio is that of the group's first row over "
            "this one, in pairs.\n\n"
            "| | flight | RMSE [mm] | after [mm] | accepted | forgot | ratio, after |\n"
            "|---|---|---|---|---|---|---|\n");
    for (size_t i = 0; i < SCENARIO_COUNT; i++) {
        const struct scenario *s = &scenarios[i];
        first = s->group[0] != '\0' ? i : first;
        struct mean rmse = scenario_mean(r, i, RMSE), after = scenario_mean(r, i, RMSE_AFTER);
        struct mean ratio = scenario_ratio(r, first, i, RMSE_AFTER);
        fprintf(out, "| %s | %s | %.2f +- %.2f | %.2f +- %.2f | %.0f | %.1f | %.2f +- %.2f |\n",
                s->group, s->name, 1e3 * rmse.value, 1e3 * rmse.error, 1e3 * after.value,
                1e3 * after.error, scenario_mean(r, i, POINTS).value,
                scenario_mean(r, i, FORGOTTEN).value, ratio.value, ratio.error);
    }
}
