/* Logs as they come: columns that nobody wants hold anything, wanted ones numbers; missing values,
   words of groups, dates; several files as one table. */
#include "data/log/timestamp.h"
#include "data/log/words.h"
#include "unit/data/table_file.h"

#include <math.h>
#include <stdbool.h>

static const char *const wanted[] = {"v", "f"};

static struct table *columns_try(const struct table_paths *paths, const struct log_request *request)
{
    message_expect();
    if (setjmp(message_leave) != 0)
        return NULL;
    return table_read_columns(arena, paths, request);
}

static struct table *columns_of(const char *text, struct log_request request)
{
    const char *one = path;
    request.columns = wanted;
    request.count = LENGTH(wanted);
    request.keys = true;
    bytes_write(text, strlen(text));
    return columns_try(&(struct table_paths){&one, 1}, &request);
}

static void unwanted_columns_hold_anything(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"t,v,f\n12:00,1,2\n12:01,3,4\n", "v|f;1|2;3|4;"},
        {"v,note,f\n1,,2\n3,a b c,4\n5,\"a, b\",6\n", "v|f;1|2;3|4;5|6;"},
        {"note,v,f\nhello world,1,2\nNaN,3,4\n", "v|f;1|2;3|4;"},
        {"v,f,v2,v2\n1,2,x,y\n", "v|f;1|2;"}, /* names that nobody wants may be twice */
        {"v,f,b\xB0\n1,2,\xB0\n", "v|f;1|2;"},
        {"f;stamp;v\n1,5;2026-01-01 12:00:00;2,5\n", "f|v;1.5|2.5;"},
        {"v;note;f\n1;3,5 m;2.5\n", "v|f;1|2.5;"}, /* that comma says nothing of the marks */
        {"v\tf\tnote\n1\t2\ta,b;c\n", "v|f;1|2;"},
        {"v f note\n1 2 \"a b\"\n", "v|f;1|2;"},
        {"\xEF\xBB\xBFv,f\n\n# comment\n1,2\r\n\r\n3,4\n", "v|f;1|2;3|4;"},
        {"v,f,note,\nm/s,N,,\n1,2,x,\n", "v|f;1|2;"},
        {"v,f\n1,2,,\n3,4\n5,6,,,\n", "v|f;1|2;3|4;5|6;"}, /* separators at the end */
        {"v,f,,,\n1,2\n3,4,,\n", "v|f;1|2;3|4;"},
        {"v,f,,\n1,2,,\n3,4,,x\n5,6,y\n", "v|f;1|2;3|4;5|6;"}, /* columns without a name */
        {"v,f,,\n1,2,x,y\n3,4,,x\n", "v|f;1|2;3|4;"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        const struct table *table = columns_of(cases[i][0], (struct log_request){0});
        assert_string_equal(message, "");
        assert_string_equal(table_dump(table), cases[i][1]);
    }
}

static void wanted_columns_are_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
        char decimal;
    } cases[] = {
        {"v,f\n1,2\n3,x\n",
         ":3: column \"f\" of this row is \"x\": expected a number; a column of text may stay "
         "where "
         "\"inputs\" and \"outputs\" do not name it",
         0},
        {"v,f\n1,-inf\n",
         ":2: column \"f\" of this row is \"-inf\": expected a finite number; infinities are "
         "refused "
         "whatever \"missing\" says",
         0},
        {"v,f\n1,1e31\n", ":2: column \"f\" of this row: expected numbers from -1e+30 to 1e+30", 0},
        {"v;f\n1.5;2,5\n",
         ":2: column \"f\" of this row is \"2,5\": expected a decimal point, or \"data: {decimal: "
         "','}\"",
         0},
        {"v;f\n1,5;2.5\n",
         ":2: column \"f\" of this row is \"2.5\": expected a decimal comma as in the rest of the "
         "file, \"data: {decimal: '.'}\" if points are meant",
         0},
        {"v;f\n1;2,5\n",
         ":2: column \"f\" of this row is \"2,5\": expected a decimal point, or \"data: {decimal: "
         "','}\"",
         '.'},
        {"v,f\n1,\n3,NA\n5,6\n",
         ":2: column \"f\" of this row holds no number, and so do 2 of 3 rows in the columns that "
         "are used, expected numbers, or \"data: {missing: drop}\" to leave these rows out",
         0},
        {"v,f\n1,2\n3,4,,5\n", ":3: 4 fields, expected 2 as in line 1", 0},
        {"v,f,\n1,2\n3,4,5,6\n", ":3: 4 fields, expected 2 as in line 1", 0},
        {"v,f,v\n1,2,3\n",
         ":1: columns 1 and 3 are both named \"v\", expected the number of the one that is meant",
         0},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        assert_null(columns_of(cases[i].text, (struct log_request){.decimal = cases[i].decimal}));
        assert_string_equal(refusal(), cases[i].message);
    }
}

static void missing_rows_are_dropped(void **state)
{
    (void)state;
    const char text[] = "v,f\n1,2\n3,\nNaN,4\n-,5\n6,n/a\n7,null\nNA,1\nnan,2\n8,9\n";
    const struct table *table = columns_of(text, (struct log_request){.missing = MISSING_DROP});
    assert_string_equal(table_dump(table), "v|f;1|2;8|9;");
    assert_int_equal(table->files[0].dropped, 7);
    table = columns_of(text, (struct log_request){.missing = MISSING_KEEP});
    assert_int_equal(table->rows, 9);
    assert_true(isnan(table->values[3]) && isnan(table->values[4]) && table->values[5] == 4.0);
    static const char *const words[] = {"None", "nil",     "NaT",     "<NA>",  "--",
                                        "#N/A", "#DIV/0!", "#VALUE!", "#REF!", "-nan(ind)"};
    for (size_t i = 0; i < LENGTH(words); i++) { /* the first cell is no comment either */
        const char *two = arena_printf(arena, "v,f\n%s,2\n3,4\n5,%s\n", words[i], words[i]);
        table = columns_of(two, (struct log_request){.missing = MISSING_DROP});
        assert_string_equal(table_dump(table), "v|f;3|4;");
        assert_int_equal(table->files[0].dropped, 2);
    }
    assert_null(columns_of("v,f\n1,\n,2\n", (struct log_request){.missing = MISSING_DROP}));
    assert_string_equal(refusal(),
                        ":2: a value is missing in all of the 2 rows, expected a row without");
    table = columns_of("v,f\n-inf,1e400\n", (struct log_request){.missing = MISSING_KEEP});
    assert_true(table->values[0] == -INFINITY && table->values[1] == INFINITY);
}

static void a_last_line_may_be_cut_off(void **state)
{
    (void)state;
    const char text[] = "v,f\n1,2\n3,4\n5,6\n7";
    assert_null(columns_of(text, (struct log_request){0}));
    assert_string_equal(refusal(),
                        ":5: 1 field, expected 2 as in line 1, or \"data: {missing: drop}\" to "
                        "leave out this last line, which was cut off");
    const struct table *table = columns_of(text, (struct log_request){.missing = MISSING_DROP});
    assert_string_equal(table_dump(table), "v|f;1|2;3|4;5|6;");
    assert_int_equal(table->files[0].dropped, 1);
    table = columns_of(text, (struct log_request){.missing = MISSING_KEEP});
    assert_string_equal(table_dump(table), "v|f;1|2;3|4;5|6;");
    assert_null(
        columns_of("v,f\n1,2\n3,4\n5,6\n7\n", (struct log_request){.missing = MISSING_DROP}));
    assert_string_equal(refusal(), ":5: 1 field, expected 2 as in line 1");
    table = columns_of("v,f\n1,2\n3,4\n5,6\n7,8", (struct log_request){0});
    assert_int_equal(table->rows, 4);
}

static void one_of_two_names_is_meant_by_number(void **state)
{
    (void)state;
    static const char *const numbers[] = {"-1", "f"};
    const char *one = path, text[] = "v,f,v\n1,2,3\n";
    const struct log_request request = {.columns = numbers, .count = 2, .keys = true};
    bytes_write(text, strlen(text));
    assert_string_equal(table_dump(columns_try(&(struct table_paths){&one, 1}, &request)),
                        "f|v;2|3;");
}

static void decimal_commas_are_asked_for(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"v f\n1,5 2\n", "v|f;1.5|2;"},
        {"v,f\n\"1,5\",\"2\"\n", "v|f;1.5|2;"},
        {"v;f\n1,5;2,25\n", "v|f;1.5|2.25;"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        const struct table *table = columns_of(cases[i][0], (struct log_request){.decimal = ','});
        assert_string_equal(message, "");
        assert_string_equal(table_dump(table), cases[i][1]);
        assert_false(table->files[0].comma);
    }
    assert_true(columns_of("v;f\n1;2,5\n", (struct log_request){0})->files[0].comma);
}

static void units_are_taken(void **state)
{
    (void)state;
    const char text[] = "t,v,f\ns,[m/s],\xC2\xB0\x43\n0,1,2\n1,3,4\n";
    const struct table *table = columns_of(text, (struct log_request){0});
    assert_string_equal(table_dump(table), "v|f;1|2;3|4;");
    assert_string_equal(table->units[0], "m/s");
    assert_string_equal(table->units[1], "\xC2\xB0\x43");
    assert_int_equal(table->files[0].units, 2);
    table = columns_of("v,f\n\"(N m)\",-\n1,2\n", (struct log_request){0});
    assert_string_equal(table->units[0], "N m");
    assert_null(table->units[1]);
    /* a column that is read says what the next row cannot, or most units are 1 */
    table = columns_of("t,v,f\ns,m/s,1\n00:01,NaN,\n00:02,1,2\n",
                       (struct log_request){.missing = MISSING_DROP});
    assert_string_equal(table_dump(table), "v|f;1|2;");
    assert_string_equal(table->units[0], "m/s");
    table = columns_of("t,v,f\n1,1,N\n0,1,2\n", (struct log_request){0});
    assert_string_equal(table_dump(table), "v|f;1|2;");
    assert_string_equal(table->units[1], "N");
    assert_null(columns_of("t,v,f\n0,1,N\n0,1,2\n", (struct log_request){0}));
    assert_string_equal(table_dump(columns_of("m,v,f\nx,1,1\n2,1,2\n", (struct log_request){0})),
                        "v|f;1|1;1|2;");
}

static void cells_in_quotes_may_hold_ends_of_lines(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"v,note,f\n1,\"two\nlines\",2\n3,ok,4\n", "v|f;1|2;3|4;"},
        {"v,note,f\r\n1,x,2\r\n3,\"a\r\n\r\n\"\"b\"\" c\n# d\",4\r\n5,,6", "v|f;1|2;3|4;5|6;"},
        {"\"v\n\",\" f\"\n1,2\n3,4\n", "v|f;1|2;3|4;"},
        {"n;v;f\n1;1;2\n1;1;2\n1;1;2\n\"x;\ny\";\"3\r\";4\n", "v|f;1|2;1|2;1|2;3|4;"},
        /* quotes that nothing closes belong to one line */
        {"v,f,note\n1,2,\"5 inch\n3,4,x\n", "v|f;1|2;3|4;"},
        {"v,f,note\n1,2,\"5 inch\n3,4,\"6 inch\n5,6,x\n7,8,", "v|f;1|2;3|4;5|6;7|8;"},
        {"v,f,note\n1,2,\n1,2,\n1,2,\n1,2,\"5 inch\n3,4,\"6\"\n", "v|f;1|2;1|2;1|2;1|2;3|4;"},
        {"n,v,f\n5\" prop,1,2\n5\" prop,3,4\n5\" prop,5,6\n", "v|f;1|2;3|4;5|6;"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        const struct table *table = columns_of(cases[i][0], (struct log_request){0});
        assert_string_equal(message, "");
        assert_string_equal(table_dump(table), cases[i][1]);
    }
    assert_null(columns_of("v,n,f\n1,\"a\nb\",2\n3,c,x\n", (struct log_request){0}));
    assert_non_null(strstr(message, ":4: column \"f\" of this row is \"x\""));
    assert_null(columns_of("v,f,n\n1,2,\"open\n3,4,x\n5,6,x\n7,y,x\n", (struct log_request){0}));
    assert_non_null(strstr(message, ":5: column \"f\" of this row is \"y\""));
    assert_null(columns_of("n,v,f\n\"5 inch,1,2\nx,3,4\n", (struct log_request){0}));
    assert_string_equal(refusal(), ":2: 1 field, a quote in front of the last is never closed, "
                                   "expected 3 as in line 1");
}

/* The lines of an open quote are read to the end of the file, or of the memory, and given back. */
static void many_lines_are_given_back(void **state)
{
    (void)state;
    char *text = arena_alloc(arena, 3000000, 1), *at = text;
    at += sprintf(at, "v,f,note\n1,2,\n1,2,\n1,2,\"open\n");
    for (size_t i = 0; i < 900; i++)
        at += sprintf(at, "1,2,%1200d\n", 0);
    at += sprintf(at, "1,2,\"a\n");
    for (size_t i = 0; i < 900; i++)
        at += sprintf(at, "%100d\n", 0);
    sprintf(at, "\"\n1,2,x");
    const struct table *table = columns_of(text, (struct log_request){0});
    assert_string_equal(message, "");
    assert_int_equal(table->rows, 905);
}

static void a_comment_may_be_the_header(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"#t [ns],v,f\n0,1,2\n", "v|f;1|2;"},
        {"# made by hand\n#  f   v\n\n1 2\n3 4\n", "f|v;1|2;3|4;"},
        {"# v, f\n# m/s, N\n1,2\n", "v|f;1|2;"},
        {"\xEF\xBB\xBF#v;f\n1,5;2\n", "v|f;1.5|2;"},
        {"# f,v\nv,f\n1,2\n", "v|f;1|2;"}, /* the header goes first */
        {"# f,\"v\n# v,1,f\n# v,f\n1,2\n", "v|f;1|2;"},
        {"# v,f\n1,2\n# f,v\n3,4\n", "v|f;1|2;3|4;"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        const struct table *table = columns_of(cases[i][0], (struct log_request){0});
        assert_string_equal(message, "");
        assert_string_equal(table_dump(table), cases[i][1]);
    }
    static const char *const numbers[] = {"1"};
    const char *one = path;
    const struct log_request request = {.columns = numbers, .count = 1};
    bytes_write("# v f\n1 2\n", 10); /* nobody asks for a name */
    assert_null(columns_try(&(struct table_paths){&one, 1}, &request)->names);
}

static void spreadsheets_write_latin_1(void **state)
{
    (void)state;
    static const char *const asked[] = {"Gr\xC3\xB6\xC3\x9F"
                                        "e",
                                        "f"};
    const char *one = path, text[] = "Gr\xF6\xDF"
                                     "e;f;\xFC\n\xB0;\xB5m/s\xB2;\x80\n1;2;x\n";
    const struct log_request request = {.columns = asked, .count = 2, .keys = true};
    bytes_write(text, strlen(text));
    const struct table *table = columns_try(&(struct table_paths){&one, 1}, &request);
    assert_string_equal(message, "");
    assert_string_equal(table->units[0], "\xC2\xB0");
    assert_string_equal(table->units[1], "\xC2\xB5m/s\xC2\xB2");
    assert_true(table->files[0].latin);
    table = columns_of("v,f,\x80\n1,2,x\n", (struct log_request){0});
    assert_string_equal(message, "");
    assert_false(table->files[0].latin);
}

static void spreadsheets_name_the_separator(void **state)
{
    (void)state;
    static const char *const cases[] = {
        "sep=;\r\nv;f\r\n1,5;2\r\n",
        "\xEF\xBB\xBF\"SEP=;\"\nv;f\n1,5;2\n",
        "sep=,\nv,f\n1.5,2\n",
    };
    for (size_t i = 0; i < LENGTH(cases); i++)
        assert_string_equal(table_dump(columns_of(cases[i], (struct log_request){0})),
                            "v|f;1.5|2;");
}

static void groups_and_times(void **state)
{
    (void)state;
    const char text[] = "flight,v,f,t\nA,1,2,2026-01-01\nB 2,3,4,1970-01-02T00:00:01Z\n"
                        "\"A\",5,6,00:01\nA,7,8,9\n12,1,1,1\n";
    const struct table *table =
        columns_of(text, (struct log_request){.group = "flight", .time = "t"});
    assert_string_equal(message, "");
    assert_int_equal(table->columns, 4);
    const double *values = table->values;
    assert_true(values[0] == word_value(0) && values[4] == word_value(1));
    assert_true(values[8] == word_value(0) && values[12] == word_value(0) && values[16] == 12.0);
    assert_string_equal(words_text(table->words, value_word(values[4])), "B 2");
    assert_true(values[3] == 1767225600.0 && values[7] == 86401.0 && values[11] == 60.0);
    assert_null(columns_of("v,f,t\n1,2,noon\n", (struct log_request){.time = "t"}));
    assert_non_null(strstr(
        message, ":2: column \"t\" of this row is \"noon\": expected a number, a time such as "));
    assert_non_null(strstr(message, "; \"data: {order: time}\" without"));
    assert_null(columns_of("g,v,f\n,1,2\n", (struct log_request){.group = "g"}));
    assert_non_null(strstr(message, ":2: column \"g\" of this row holds no number"));
}

static void timestamps(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double seconds; /* NAN: refused */
    } cases[] = {
        {"1970-01-01", 0},
        {"2000-02-29 00:00:00", 951782400},
        {"2000-03-01T00:00:00.25Z", 951868800.25},
        {"2026-11-18T12:00:00+01:00", 1794999600},
        {"2026-11-18T12:00-0130", 1795008600},
        {"1999-12-31T23:59:60", 946684800},
        {"23:59:59.5", 86399.5},
        {"2026-13-01", NAN},
        {"2026-01-32", NAN},
        {"2026-1-1", NAN},
        {"1970-01-02 00:00:01,5", 86401.5},
        {"1970/01/02 1:00:01", 90001},
        {"02.01.1970 00:00", 86400},
        {"19700102T000001Z", 86401},
        {"19700102T0001,", NAN},
        {"9:05", 32700},
        {"02/01/1970", NAN}, /* in January, or in February */
        {"1970/01-02", NAN},
        {"13.13.1970", NAN},
        {"32.01.1970", NAN},
        {"1.1.1970", NAN},
        {"19700102", NAN},
        {"1970", NAN},
        {"12:61", NAN},
        {"12:00:", NAN},
        {"12:00 pm", NAN},
        {"2026-01-01T12", NAN},
        {"12", NAN},
        {"", NAN},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        double seconds = NAN;
        const struct field field = {cases[i].text, cases[i].text + strlen(cases[i].text), false,
                                    true};
        assert_int_equal(timestamp_read(&field, &seconds), !isnan(cases[i].seconds));
        if (!isnan(cases[i].seconds))
            assert_true(seconds == cases[i].seconds);
    }
}

/* --- several files ---------------------------------------------------------------------------- */

static char other[300];

static struct table *files_asked(const char *one, const char *two, const char *const asked[2])
{
    const struct log_request request = {.columns = asked, .count = 2, .keys = true};
    const char *const paths[] = {path, other};
    bytes_write(one, strlen(one));
    snprintf(other, sizeof(other), "%s.2", path);
    FILE *file = fopen(other, "wb");
    assert_non_null(file);
    fputs(two, file);
    assert_int_equal(fclose(file), 0);
    struct table *table = columns_try(&(struct table_paths){paths, 2}, &request);
    assert_int_equal(unlink(other), 0);
    return table;
}

static struct table *files_of(const char *one, const char *two)
{
    return files_asked(one, two, wanted);
}

static void several_files_are_one_table(void **state)
{
    (void)state;
    const struct table *table = files_of("t,v,f\n0,1,2\n1,3,4\n", "f;v;t\n1,5;7;x\n");
    assert_string_equal(message, "");
    assert_string_equal(table_dump(table), "v|f;1|2;3|4;7|1.5;"); /* columns by name */
    assert_int_equal(table->n_files, 2);
    assert_int_equal(table->files[1].first, 2);
    char digest[SHA256_DIGEST_STRING_LENGTH];
    const char both[] = "t,v,f\n0,1,2\n1,3,4\nf;v;t\n1,5;7;x\n";
    assert_string_equal(table->sha256, SHA256Data((const void *)both, strlen(both), digest));
}

static void other_headers_are_refused(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"v,g\n1,2\n", "no column \"f\", expected the same header as in "},
        {"v,f,w\n1,2,3\n", "column 3 is \"w\", expected the same header as in "},
        {"1,2\n", "no header, expected the same header as in "},
        {"v,f,\n1,2,3\n", "3 columns, expected 2 as in "},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        assert_null(files_of("v,f\n1,2\n", cases[i][0]));
        assert_string_equal(message, arena_printf(arena, "%s:1: %s%s", other, cases[i][1], path));
    }
}

static void files_with_a_name_twice(void **state)
{
    (void)state;
    static const char *const numbers[] = {"3", "f"};
    const struct table *table = files_asked("v,f,v\n1,2,3\n", "f,v,v\n5,6,7\n", numbers);
    assert_string_equal(message, "");
    assert_string_equal(table_dump(table), "f|v;2|3;5|7;");
    assert_null(files_asked("v,f,v\n1,2,3\n", "v,v,f\n5,6,7\n", numbers));
    assert_string_equal(
        message,
        arena_printf(arena, "%s:1: 2 columns are named \"v\", none of them column 3", other));
}

static void words_are_numbered(void **state)
{
    (void)state;
    struct words *words = words_new(arena);
    for (size_t round = 0; round < 2; round++)
        for (size_t i = 0; i < 1000; i++) {
            const char *word = arena_printf(arena, "word %zu and more", i);
            assert_int_equal(words_number(words, word, strlen(word) - 9), i);
            assert_int_equal(value_word(word_value(i)), i);
        }
    assert_string_equal(words_text(words, 77), "word 77");
    assert_null(words_text(words, 1000));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(unwanted_columns_hold_anything),
        TEST(wanted_columns_are_numbers),
        TEST(missing_rows_are_dropped),
        TEST(a_last_line_may_be_cut_off),
        TEST(one_of_two_names_is_meant_by_number),
        TEST(decimal_commas_are_asked_for),
        TEST(units_are_taken),
        TEST(cells_in_quotes_may_hold_ends_of_lines),
        TEST(many_lines_are_given_back),
        TEST(a_comment_may_be_the_header),
        TEST(spreadsheets_write_latin_1),
        TEST(spreadsheets_name_the_separator),
        TEST(groups_and_times),
        TEST(timestamps),
        TEST(several_files_are_one_table),
        TEST(other_headers_are_refused),
        TEST(files_with_a_name_twice),
        TEST(words_are_numbered),
    };
    return cmocka_run_group_tests_name("log", tests, NULL, NULL);
}
