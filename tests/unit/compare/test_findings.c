/* The table marks the best learner, has a dash where there is no value, and has no block without
   figures. */
#include "compare/show/findings.h"
#include "unit/testing.h"

#include <math.h>

enum { LEARNERS = 3 };
static const struct regressor *const learners[LEARNERS] = {&regressor_gp, &regressor_bnn,
                                                           &regressor_knn};

/* The table of one seed; `with` of the learners from `first` on. The caller frees it. */
static char *table_of(const struct outcome *outcomes, size_t first, size_t with)
{
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    findings_table(&(struct findings){.name = "name",
                                      .output = "y",
                                      .learners = learners + first,
                                      .n_learners = with,
                                      .seeds = 1,
                                      .n_plain = with,
                                      .outcomes = outcomes,
                                      .test = 20,
                                      .repeated = 5},
                   f);
    fclose(f);
    return text;
}

static void outcomes_clear(struct outcome *outcomes)
{
    for (size_t i = 0; i < LEARNERS; i++)
        for (size_t m = 0; m < MEASURES; m++)
            outcomes[i].value[m] = NAN;
}

static size_t stars(const char *text)
{
    size_t n = 0;
    for (text = strstr(text, "\n\n"); *text != '\0'; text++)
        n += *text == '*';
    return n;
}

static void the_best_is_better_than_one(void **state)
{
    struct outcome o[LEARNERS];
    (void)state;
    outcomes_clear(o);
    for (size_t m = 0; m < MEASURES; m++) {
        o[0].value[m] = o[1].value[m] = 0.5;
        char *text = table_of(o, 0, LEARNERS);
        assert_int_equal(stars(text), 0);
        free(text);
        o[0].value[m] = 0.75;
        text = table_of(o, 0, LEARNERS);
        assert_int_equal(stars(text), 1);
        free(text);
        outcomes_clear(o);
    }
}

static void an_infinity_is_never_best(void **state)
{
    struct outcome o[LEARNERS];
    (void)state;
    outcomes_clear(o);
    o[0].value[MEASURE_SMSE] = INFINITY;
    o[1].value[MEASURE_SMSE] = 2.0;
    o[0].value[MEASURE_AUROC] = INFINITY; /* higher would be better */
    o[1].value[MEASURE_AUROC] = 0.9;
    char *text = table_of(o, 0, LEARNERS);
    assert_non_null(strstr(text, "2*"));
    assert_null(strstr(text, "inf*"));
    free(text);
}

static void what_has_no_value_is_a_dash(void **state)
{
    struct outcome o[LEARNERS];
    (void)state;
    outcomes_clear(o);
    o[0].value[MEASURE_RMSE] = 1.0;
    char *text = table_of(o, 0, LEARNERS);
    assert_non_null(strstr(text, "SMSE"));
    assert_null(strstr(text, "AUROC")); /* nobody asked */
    assert_null(strstr(text, "nan"));
    free(text);
    o[2].value[MEASURE_BYTES] = 12.0;
    text = table_of(o + 2, 2, 1);
    assert_null(strstr(text, "RMSE"));
    assert_null(strstr(text, "\n\n               \n")); /* a block with no column */
    free(text);
}

/* A learner with tried settings has a row of its own, and the settings are counted over the seeds;
   test rows that a learner may remember are told. */
static void tried_settings_are_listed(void **state)
{
    const struct regressor *twice[] = {&regressor_gp, &regressor_gp};
    struct outcome o[4];
    char *text = NULL;
    size_t size = 0;
    (void)state;
    for (size_t i = 0; i < 4; i++) {
        for (size_t m = 0; m < MEASURES; m++)
            o[i].value[m] = (double)i;
        o[i].trial = i < 2 ? 0 : 2;
    }
    FILE *f = open_memstream(&text, &size);
    const struct findings findings = {.name = "name",
                                      .output = "y",
                                      .learners = twice,
                                      .n_learners = 2,
                                      .seeds = 2,
                                      .n_plain = 1,
                                      .outcomes = o,
                                      .test = 20,
                                      .repeated = 5};
    findings_table(&findings, f);
    findings_csv(&findings, f);
    fclose(f);
    assert_non_null(strstr(text, "\nGP, tuned  "));
    assert_non_null(
        strstr(text, "recipe says (0); 3 times that (0); 10 times (2); 30 times (0).\n"));
    assert_non_null(strstr(text, "Of the 20 test rows of the first seed 5 have"));
    assert_non_null(strstr(text, "\nname,y,gp-tuned,2,3,"));
    assert_non_null(strstr(text, ",3,3\n")); /* the last measure and the number of the settings */
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_best_is_better_than_one),
        cmocka_unit_test(an_infinity_is_never_best),
        cmocka_unit_test(what_has_no_value_is_a_dash),
        cmocka_unit_test(tried_settings_are_listed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
