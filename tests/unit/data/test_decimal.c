/* Decimal numbers have the bits that strtod gives, in every locale. */
#include "base/random.h"
#include "data/decimal.h"
#include "unit/data/table_file.h"

#include <inttypes.h>
#include <locale.h>
#include <math.h>
#include <time.h>

static void digits_print(FILE *out, struct random *random, size_t count)
{
    for (size_t i = 0; i < count; i++)
        fputc('0' + (int)(random_bits(random) % 10), out);
}

/* Prints a number as people and programs write them, or a hard one: half way between two doubles
   (exactly, or with a last digit that decides), at the edge of underflow, with many zeros. */
static void number_print(FILE *out, struct random *random)
{
    double value;
    uint64_t bits = random_bits(random);
    uint64_t odd = (bits >> 11) | (UINT64_C(1) << 53) | 1; /* 54 bits: half way */
    switch (random_bits(random) % 9) {
    case 0: fprintf(out, "%.*f", (int)(bits % 12), random_uniform(random) * 200 - 100); break;
    case 1: fprintf(out, "%.*e", (int)(bits % 22), random_uniform(random) * 20 - 10); break;
    case 2:
        memcpy(&value, &bits, sizeof(value));
        fprintf(out, "%.*g", (int)(random_bits(random) % 25), isfinite(value) ? value : 1.0);
        break;
    case 3: fprintf(out, "%" PRIu64, bits >> (random_bits(random) % 60)); break;
    case 4: fprintf(out, "%" PRIu64 "%se%d", odd, bits & 1 ? "" : ".0", (int)(bits % 5)); break;
    case 5:
        fprintf(out, "%.*f%d", 60, (double)(odd >> 1) * 0x1p-50 + 0x1p-51, (int)(bits % 2));
        break;
    case 6: fprintf(out, "%.17ge-%d", random_uniform(random), 290 + (int)(bits % 40)); break;
    case 7:
        digits_print(out, random, bits % 30);
        fputs(".", out);
        digits_print(out, random, 1 + (bits >> 8) % 30);
        fprintf(out, "E%+d", (int)((bits >> 16) % 60) - 30);
        break;
    default:
        fprintf(out, "%s0.%0*d", bits & 1 ? "-" : "+", (int)(bits % 40), 0);
        digits_print(out, random, 1 + (bits >> 8) % 20);
        break;
    }
}

/* -0 is another number than 0 here. */
static uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof(bits));
    return bits;
}

static void numbers_have_the_bits_of_strtod(void **state)
{
    (void)state;
    const char *given = getenv("EPIGEN_SEED");
    struct random random = {given != NULL ? strtoull(given, NULL, 10) : (uint64_t)time(NULL)};
    print_message("EPIGEN_SEED=%" PRIu64 "\n", random.state);
    char text[256];
    for (size_t i = 0; i < 100000; i++) {
        FILE *out = fmemopen(text, sizeof(text), "w");
        number_print(out, &random);
        fclose(out);
        char *end;
        double expected = strtod(text, &end), value = 0;
        const char *behind = decimal_read(text, &value);
        const char *wanted = isinf(expected) ? NULL : end; /* 2e308, say */
        if (behind != wanted || bits_of(value) != bits_of(expected))
            fail_msg("%s read as %a, expected %a", text, value, expected);
    }
}

static void numbers_ignore_the_locale(void **state)
{
    (void)state;
    static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "de_DE", "fr_FR.UTF-8"};
    const char *found = NULL;
    double value = 0;
    for (size_t i = 0; i < LENGTH(names) && found == NULL; i++)
        found = setlocale(LC_ALL, names[i]);
    if (found == NULL) {
        print_message("no locale with a decimal comma is installed\n");
        skip();
    }
    const char text[] = "1.5000000000000000000000000";
    const char *end = decimal_read(text, &value);
    char local[8];
    snprintf(local, sizeof(local), "%.1f", 1.5);
    setlocale(LC_ALL, "C");
    assert_string_equal(local, "1,5"); /* the locale was really in force, and is again */
    assert_true(value == 1.5 && *end == '\0');
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_have_the_bits_of_strtod),
        cmocka_unit_test(numbers_ignore_the_locale),
    };
    return cmocka_run_group_tests_name("decimal numbers", tests, NULL, NULL);
}
