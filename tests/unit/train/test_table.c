/* Data files: every dialect gives the same numbers, every fault its own message with file and
   line, packed files give what the plain ones give, numbers have the bits of strtod, and a large
   file stays within its memory. EPIGEN_SLOW=1 reads a million rows, EPIGEN_DATA names the
   folder of public data sets. */
#include "base/random.h"
#include "data/decimal.h"
#include "data/table.h"
#include "unit/message.h"

#include <inttypes.h>
#include <locale.h>
#include <lzma.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>
#include <zlib.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

static struct arena *arena;
static char path[256];

static int setup(void **state)
{
    (void)state;
    const char *folder = getenv("TMPDIR");
    snprintf(path, sizeof(path), "%s/test_table.XXXXXX", folder != NULL ? folder : "/tmp");
    int file = mkstemp(path);
    arena = arena_new();
    return file < 0 || close(file) != 0;
}

static int teardown(void **state)
{
    (void)state;
    arena_free(arena);
    message_ignore();
    return unlink(path);
}

/* The table, or NULL and the message. */
static struct table *table_try(const char *from)
{
    message_expect();
    if (setjmp(message_leave) != 0)
        return NULL;
    return table_read(arena, from);
}

static void bytes_write(const void *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static struct table *table_of(const void *bytes, size_t size)
{
    bytes_write(bytes, size);
    return table_try(path);
}

/* What was refused, behind the name of the file. */
static const char *refusal(void)
{
    size_t length = strlen(path);
    return strncmp(message, path, length) == 0 ? message + length : message;
}

/* Names, then numbers: "a|b;1|2;3|4;". */
static const char *table_dump(const struct table *table)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    for (size_t i = 0; table->names != NULL && i < table->columns; i++)
        fprintf(out, "%s%s", table->names[i], i + 1 < table->columns ? "|" : ";");
    for (size_t i = 0; i < table->rows * table->columns; i++)
        fprintf(out, "%.17g%s", table->values[i], (i + 1) % table->columns != 0 ? "|" : ";");
    fclose(out);
    const char *copy = arena_strdup(arena, text);
    free(text);
    return copy;
}

static void dialects_are_read(void **state)
{
    (void)state;
    static const struct {
        const char *text, *dump;
        int first_line;
    } cases[] = {
        {"1,2\n3,4\n", "1|2;3|4;", 1},
        {"1,2\n3,4", "1|2;3|4;", 1}, /* no end of the last line */
        {"1,2\r\n3,4\r\n", "1|2;3|4;", 1},
        {"1,2\r\n3,4\r", "1|2;3|4;", 1},
        {"1;2\n3;4\n", "1|2;3|4;", 1},
        {"1\t2\n3\t4\n", "1|2;3|4;", 1},
        {"1 2\n3 4\n", "1|2;3|4;", 1},
        {"  1   2  \n3\t \t4\n", "1|2;3|4;", 1}, /* runs of blanks and tabs */
        {" 1 ,\t2 \n3,4\n", "1|2;3|4;", 1},      /* blanks around fields */
        {" 1 \t 2 \n3\t4\n", "1|2;3|4;", 1},
        {"1 ; 2\n\t3;4\t\n", "1|2;3|4;", 1},
        {"1\n2\n", "1;2;", 1},
        {"7", "7;", 1},
        {"\xEF\xBB\xBF"
         "1,2\n",
         "1|2;", 1},
        {"\xEF\xBB\xBF"
         "a,b\n1,2\n",
         "a|b;1|2;", 2},
        {"# made by hand\n\n  # twice\n1,2\n\n \t\r\n# in between\n3,4\n#end", "1|2;3|4;", 4},
        {"a,b\n# units\n1,2\n", "a|b;1|2;", 3},
        {"a;b\n1;2\n", "a|b;1|2;", 2},
        {"a b\n1 2\n", "a|b;1|2;", 2},
        {"a\tb\n1\t2\n", "a|b;1|2;", 2},
        {"velocity x,velocity y\n1,2\n", "velocity x|velocity y;1|2;", 2},
        {"velocity x\tvelocity y\n1\t2\n", "velocity x|velocity y;1|2;", 2},
        {"a, in m;b\n1;2\n", "a, in m|b;1|2;", 2}, /* the row tells the separator */
        {"\"a\",\"b,c\"\n1,2\n", "a|b,c;1|2;", 2},
        {" \"a b\"  \"c\"\"d\"\"\" \n1 2\n", "a b|c\"d\";1|2;", 2},
        {"\"a\"b,c\n1,2\n", "\"a\"b|c;1|2;", 2}, /* a quote that is only a part */
        {"\"a b\"\n1\n", "a b;1;", 2},
        {"x,1\n2,3\n", "x|1;2|3;", 2},
        {"2nd,nan\n2,3\n", "2nd|nan;2|3;", 2},
        {"gr\xC3\xB6\xC3\x9F"
         "e,\xE2\x82\xAC,\xF0\x9F\x9A\x81\n1,2,3\n",
         "gr\xC3\xB6\xC3\x9F"
         "e|\xE2\x82\xAC|\xF0\x9F\x9A\x81;1|2|3;",
         2},
        {"+1,-2,.5,5.,1e3,1E-2,-1.5e+1,-0\n", "1|-2|0.5|5|1000|0.01|-15|-0;", 1},
        {"1e-400,0e999999999999,1e-99999999999\n", "0|0|0;", 1},
        {"1.7976931348623157e308,4.9406564584124654e-324\n",
         "1.7976931348623157e+308|4.9406564584124654e-324;", 1},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        const struct table *table = table_of(cases[i].text, strlen(cases[i].text));
        assert_string_equal(message, "");
        assert_string_equal(table_dump(table), cases[i].dump);
        assert_int_equal(table->first_line, cases[i].first_line);
        assert_string_equal(table->file, path);
    }
}

static void faults_are_refused(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"", ":1: empty, expected rows of numbers"},
        {"\n\n", ":2: no rows of numbers"},
        {"# nothing\n", ":1: no rows of numbers"},
        {"a,b\n", ":1: a header but no rows of numbers"},
        {"#\na,b\n\n#\n", ":2: a header but no rows of numbers"},
        {"1,2\n3\n", ":2: 1 field, expected 2 as in line 1"},
        {"#\n1,2\n\n3,4,5\n", ":4: 3 fields, expected 2 as in line 2"},
        {"a,b\n1,2\n1,2\n1,2,\n", ":4: 3 fields, expected 2 as in line 1"},
        {"a,b,c\n1,2\n", ":2: 2 fields, expected 3 as in line 1"},
        {"a,b\n1\n", ":2: 1 field, expected 2 as in line 1"},
        {"a\n1,2\n",
         ":2: column \"a\": \"1,2\": decimal commas are not supported, expected a decimal point"},
        {"velocity x,velocity y\n1,2,3\n", ":2: 3 fields, expected 2 as in line 1"},
        {"1 2\n1,2\n", ":2: 1 field, expected 2 as in line 1"},
        {"1,2\n1;2\n", ":2: 1 field, expected 2 as in line 1"},
        {"1,2\nx,y,z\n", ":2: 3 fields, expected 2 as in line 1"},
        {"1,2\n3,x4\n", ":2: column 2: \"x4\": expected a number"},
        {"a,b\n3,4x\n", ":2: column \"b\": \"4x\": expected a number"},
        {"a,b\n3,4 5\n", ":2: column \"b\": \"4 5\": expected a number"},
        {"a,b\n3,4\n3,4 5\n", ":3: column \"b\": \"4 5\": expected a number"},
        {"1,2\n3,0x10\n", ":2: column 2: \"0x10\": expected a number"},
        {"1,2\n3,1e\n", ":2: column 2: \"1e\": expected a number"},
        {"1,2\n3,1e+\n", ":2: column 2: \"1e+\": expected a number"},
        {"1,2\n3,--1\n", ":2: column 2: \"--1\": expected a number"},
        {"1,2\n3,.\n", ":2: column 2: \".\": expected a number"},
        {"1,2\n3,1.2.3\n", ":2: column 2: \"1.2.3\": expected a number"},
        {"1,2\n3,4 # four\n", ":2: column 2: \"4 # four\": expected a number"},
        {"1,2\n3,\xE2\x88\x92"
         "4\n",
         ":2: column 2: \"?4\": expected a number"},
        {"1,2\n3,\"4\"\n", ":2: column 2: \"4\": expected a number, without quotes"},
        {"1,2\n3,\"4\n", ":2: column 2: \"4: expected a number, without quotes"},
        {"1,2\n3,NaN\n", ":2: column 2: \"NaN\": expected a finite number"},
        {"1,2\n3,-nan(0x7)\n", ":2: column 2: \"-nan(0x7)\": expected a finite number"},
        {"1,2\n3,+INF\n", ":2: column 2: \"+INF\": expected a finite number"},
        {"1,2\n3,-Infinity\n", ":2: column 2: \"-Infinity\": expected a finite number"},
        {"1,2\n3,-1.#QNAN0\n", ":2: column 2: \"-1.#QNAN0\": expected a finite number"},
        {"nan,2\n3,4\n", ":1: column 1: \"nan\": expected a finite number"}, /* no header */
        {"1,2\n,4\n", ":2: column 1 is empty, expected a number"},
        {"1,2\n3, \n", ":2: column 2 is empty, expected a number"},
        {"1,,2\n", ":1: column 2 is empty, expected a number"},
        {"1\t2\t\n", ":1: column 3 is empty, expected a number"},
        {"a;b\n;\n", ":2: column \"a\" is empty, expected a number"},
        {"1,1e309\n", ":1: column 2: \"1e309\": too large for a double"},
        {"1,-1.8e308\n", ":1: column 2: \"-1.8e308\": too large for a double"},
        {"1;1,5\n", ":1: column 2: \"1,5\": decimal commas are not supported, expected a decimal "
                    "point"},
        {"a\tb\n1\t-1,5e3\n", ":2: column \"b\": \"-1,5e3\": decimal commas are not supported, "
                              "expected a decimal point"},
        {"1,5 2,5\n", ":1: column 1: \"1,5\": decimal commas are not supported, expected a decimal "
                      "point"},
        {"a,,b\n1,2,3\n", ":1: column 2 has no name"},
        {"a,\"\"\n1,2\n", ":1: column 2 has no name"},
        {"a,b,a\n1,2,3\n", ":1: columns 1 and 3 are both named \"a\""},
        {"a,\"a\"\n1,2\n", ":1: columns 1 and 2 are both named \"a\""},
        {"a,\"b\n1,2\n", ":1: the quote in front of the name of column 2 is never closed"},
        {"a,b\xB0\n1,2\n", ":1: byte 0xB0 in the name of column 2, expected UTF-8"},
        {"a,\xC0\x80\n1,2\n", ":1: byte 0xC0 in the name of column 2, expected UTF-8"},
        {"a,\xED\xA0\x80\n1,2\n", ":1: byte 0xED in the name of column 2, expected UTF-8"},
        {"a,\xE2\x82\n1,2\n", ":1: byte 0xE2 in the name of column 2, expected UTF-8"},
        {"1,2\r3,4\r", ":1: byte 0x0D, expected text: numbers in columns"},
        {"a\x1B,b\n1,2\n", ":1: byte 0x1B, expected text: numbers in columns"},
        {"\x7F"
         "ELF\n",
         ":1: byte 0x7F, expected text: numbers in columns"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        assert_null(table_of(cases[i][0], strlen(cases[i][0])));
        assert_string_equal(refusal(), cases[i][1]);
    }
}

static void nul_bytes_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        size_t size;
        const char *message;
    } cases[] = {
        {"1,2\n3,4\0\n", 9, ":2: byte 0x00, expected text: numbers in columns"},
        {"1,2\n3\0,4\n", 9, ":2: byte 0x00, expected text: numbers in columns"},
        {"1,2\n\0\n", 6, ":2: byte 0x00, expected text: numbers in columns"},
        {"#\0\n1,2\n", 7, ":1: byte 0x00, expected text: numbers in columns"},
        {"a,\0b\n1,2\n", 9, ":1: byte 0x00, expected text: numbers in columns"},
        {"\0\0\0\0", 4, ":1: byte 0x00, expected text: numbers in columns"},
        {"\xFF\xFE"
         "1\0,\0",
         6, ":1: byte 0x00, expected text: numbers in columns"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        assert_null(table_of(cases[i].bytes, cases[i].size));
        assert_string_equal(refusal(), cases[i].message);
    }
}

static void files_that_cannot_be_read(void **state)
{
    (void)state;
    assert_null(table_try("/nowhere/data.csv"));
    assert_string_equal(message, "/nowhere/data.csv: No such file or directory");
    assert_null(table_try("/"));
    assert_string_equal(message, "/: Is a directory");
}

static void standard_input_is_read(void **state)
{
    (void)state;
    bytes_write("a,b\n1,2\n", 8);
    assert_non_null(freopen(path, "rb", stdin));
    const struct table *table = table_try("-");
    assert_non_null(table);
    assert_string_equal(table_dump(table), "a|b;1|2;");
    assert_string_equal(table->file, "standard input");
    bytes_write("1,2\n1\n", 6);
    assert_non_null(freopen(path, "rb", stdin));
    assert_null(table_try("-"));
    assert_string_equal(message, "standard input:2: 1 field, expected 2 as in line 1");
}

/* A line of `length` bytes, blanks for the most part, with `ending` behind. */
static struct table *table_of_long_line(size_t length, const char *ending)
{
    char *text = malloc(length + 16);
    assert_non_null(text);
    memset(text, ' ', length);
    text[0] = '1';
    text[length - 1] = '2';
    memcpy(text + length, ending, strlen(ending) + 1);
    struct table *table = table_of(text, length + strlen(ending));
    free(text);
    return table;
}

static void lines_have_a_limit(void **state)
{
    (void)state;
    static const char *const endings[] = {"", "\r", "\n", "\r\n", "\n3 4\n", "\r\n3 4\n"};
    for (size_t i = 0; i < LENGTH(endings); i++) {
        const struct table *table = table_of_long_line(TABLE_LINE_LIMIT, endings[i]);
        assert_string_equal(message, "");
        assert_string_equal(table_dump(table), i < 4 ? "1|2;" : "1|2;3|4;");
        for (size_t more = 1; more < 4; more++) {
            assert_null(table_of_long_line(TABLE_LINE_LIMIT + more, endings[i]));
            assert_string_equal(refusal(),
                                ":1: the line is longer than 1000000 bytes, the limit for a line");
        }
    }
    assert_null(table_of_long_line((size_t)5 * TABLE_LINE_LIMIT, "\n"));
    assert_string_equal(refusal(),
                        ":1: the line is longer than 1000000 bytes, the limit for a line");
}

static struct table *table_of_columns(size_t columns)
{
    char *text = malloc(2 * columns);
    assert_non_null(text);
    for (size_t i = 0; i < columns; i++)
        memcpy(text + 2 * i, i + 1 < columns ? "7," : "7\n", 2);
    struct table *table = table_of(text, 2 * columns);
    free(text);
    return table;
}

static void columns_have_a_limit(void **state)
{
    (void)state;
    const struct table *table = table_of_columns(TABLE_COLUMN_LIMIT);
    assert_string_equal(message, "");
    assert_int_equal(table->columns, TABLE_COLUMN_LIMIT);
    assert_null(table_of_columns(TABLE_COLUMN_LIMIT + 1));
    assert_string_equal(refusal(), ":1: 65537 fields, more than the limit of 65536");
}

/* --- packed files ---------------------------------------------------------------------------- */

struct bytes {
    unsigned char *data;
    size_t size;
};

static struct bytes gzip_pack(const char *text, size_t size)
{
    z_stream stream = {0};
    assert_int_equal(deflateInit2(&stream, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY),
                     Z_OK);
    size_t room = deflateBound(&stream, size);
    struct bytes packed = {malloc(room), 0};
    stream.next_in = (Bytef *)text;
    stream.avail_in = (uInt)size;
    stream.next_out = packed.data;
    stream.avail_out = (uInt)room;
    assert_int_equal(deflate(&stream, Z_FINISH), Z_STREAM_END);
    packed.size = stream.total_out;
    deflateEnd(&stream);
    return packed;
}

static struct bytes xz_pack(const char *text, size_t size)
{
    size_t room = lzma_stream_buffer_bound(size);
    struct bytes packed = {malloc(room), 0};
    assert_int_equal(lzma_easy_buffer_encode(6, LZMA_CHECK_CRC64, NULL, (const uint8_t *)text, size,
                                             packed.data, &packed.size, room),
                     LZMA_OK);
    return packed;
}

static const struct packer {
    const char *name;
    struct bytes (*pack)(const char *text, size_t size);
} packers[] = {{"gzip", gzip_pack}, {"xz", xz_pack}};

static void packed_files_are_read(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(packers); i++) {
        struct bytes packed = packers[i].pack("a,b\n1,2\n", 8);
        const struct table *table = table_of(packed.data, packed.size);
        assert_string_equal(message, "");
        assert_string_equal(table_dump(table), "a|b;1|2;");
        free(packed.data);
        packed = packers[i].pack("1,2\n3\n", 6);
        assert_null(table_of(packed.data, packed.size));
        assert_string_equal(refusal(), ":2: 1 field, expected 2 as in line 1");
        free(packed.data);
    }
}

/* Several packed parts in a row are one text, cut anywhere. */
static void packed_parts_are_joined(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(packers); i++) {
        struct bytes one = packers[i].pack("a,b\n1,", 6), two = packers[i].pack("2\n3,4\n", 6);
        one.data = realloc(one.data, one.size + two.size);
        memcpy(one.data + one.size, two.data, two.size);
        const struct table *table = table_of(one.data, one.size + two.size);
        assert_string_equal(message, "");
        assert_string_equal(table_dump(table), "a|b;1|2;3|4;");
        free(one.data);
        free(two.data);
    }
}

static void cut_files_are_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(packers); i++) {
        struct bytes packed = packers[i].pack("a,b\n1,2\n", 8);
        const char *expected =
            arena_printf(arena, "the %s data end too early: truncated file", packers[i].name);
        for (size_t size = 6; size < packed.size; size++) {
            assert_null(table_of(packed.data, size));
            assert_non_null(strstr(message, expected));
        }
        free(packed.data);
    }
}

/* A file with a flipped bit is refused, unless the bit means nothing, such as the date in a gzip
 * header. */
static void corrupt_files_are_refused(void **state)
{
    (void)state;
    static const char text[] = "1,2\n3,4\n5,6\n7,8\n1,2\n3,4\n5,6\n7,8\n";
    for (size_t i = 0; i < LENGTH(packers); i++) {
        struct bytes packed = packers[i].pack(text, sizeof(text) - 1);
        size_t refused = 0;
        for (size_t bit = 0; bit < 8 * packed.size; bit++) {
            packed.data[bit / 8] ^= (unsigned char)(1U << (bit % 8));
            const struct table *table = table_of(packed.data, packed.size);
            refused += table == NULL;
            if (table != NULL)
                assert_string_equal(table_dump(table), "1|2;3|4;5|6;7|8;1|2;3|4;5|6;7|8;");
            packed.data[bit / 8] ^= (unsigned char)(1U << (bit % 8));
        }
        print_message("%s: %zu of %zu flipped bits refused\n", packers[i].name, refused,
                      8 * packed.size);
        assert_true(refused >= 8 * packed.size - 80);
        free(packed.data);
    }
}

/* The message carries the line that could not be completed. */
static void corruption_has_its_line(void **state)
{
    (void)state;
    struct bytes packed = gzip_pack("1,2\n3,4\n5,6\n", 12);
    packed.data[packed.size - 8] ^= 1; /* the checksum */
    assert_null(table_of(packed.data, packed.size));
    assert_string_equal(refusal(), ":4: the gzip data are corrupt");
    free(packed.data);
    packed = gzip_pack("1,2\n3,4\n5,6\n", 12);
    packed.data = realloc(packed.data, packed.size + 5);
    memcpy(packed.data + packed.size, "more\n", 5);
    assert_null(table_of(packed.data, packed.size + 5));
    assert_string_equal(refusal(), ":4: the gzip data are corrupt");
    free(packed.data);
}

static void greedy_xz_is_refused(void **state)
{
    (void)state;
    lzma_options_lzma options;
    assert_false(lzma_lzma_preset(&options, 1));
    options.dict_size = 256U << 20;
    lzma_filter filters[] = {{LZMA_FILTER_LZMA2, &options}, {LZMA_VLI_UNKNOWN, NULL}};
    uint8_t packed[256];
    size_t size = 0;
    assert_int_equal(lzma_stream_buffer_encode(filters, LZMA_CHECK_CRC32, NULL,
                                               (const uint8_t *)"1,2\n", 4, packed, &size,
                                               sizeof(packed)),
                     LZMA_OK);
    assert_null(table_of(packed, size));
    assert_string_equal(refusal(), ":1: the xz data need too much memory, expected what `xz -9` "
                                   "makes or less");
}

/* --- numbers --------------------------------------------------------------------------------- */

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
        if (behind != wanted || memcmp(&value, &expected, sizeof(value)) != 0)
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

/* --- large and real files -------------------------------------------------------------------- */

enum { WIDTH = 20 };

/* Eight decimals of a number in [0, 10): k / 10^8 rounds once, as the text must. */
static void rows_write(size_t rows)
{
    struct random random = {1};
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    for (size_t i = 0; i < rows * WIDTH; i++) {
        unsigned k = (unsigned)(random_bits(&random) % 1000000000);
        fprintf(file, "%u.%08u%c", k / 100000000, k % 100000000,
                i % WIDTH < WIDTH - 1 ? ',' : '\n');
    }
    assert_int_equal(fclose(file), 0);
}

static void rows_check(const struct table *table)
{
    struct random random = {1};
    for (size_t i = 0; i < table->rows * WIDTH; i++)
        assert_true(table->values[i] == (double)(random_bits(&random) % 1000000000) / 1e8);
}

static bool memory_is_measurable(void)
{
#if defined(__SANITIZE_ADDRESS__)
    return false; /* a sanitizer's shadow memory and kept blocks would count */
#elif defined(__has_feature)
    return !__has_feature(address_sanitizer);
#else
    return true;
#endif
}

static void many_rows(void **state)
{
    (void)state;
    size_t rows = getenv("EPIGEN_SLOW") != NULL ? 1000000 : 20000;
    size_t budget_kb = 3 * rows * WIDTH * sizeof(double) / 1024 + 64 * 1024;
    struct timespec began, ended;
    struct rusage usage;
    rows_write(rows);
    clock_gettime(CLOCK_MONOTONIC, &began);
    const struct table *table = table_try(path);
    clock_gettime(CLOCK_MONOTONIC, &ended);
    getrusage(RUSAGE_SELF, &usage);
    assert_string_equal(message, "");
    assert_int_equal(table->rows, rows);
    assert_int_equal(table->columns, WIDTH);
    print_message("%zu x %d: %.2f s, at most %ld MB resident, budget %zu MB\n", rows, WIDTH,
                  (double)(ended.tv_sec - began.tv_sec) +
                      1e-9 * (double)(ended.tv_nsec - began.tv_nsec),
                  usage.ru_maxrss / 1024, budget_kb / 1024);
    if (memory_is_measurable())
        assert_true((size_t)usage.ru_maxrss <= budget_kb);
    rows_check(table);
}

static void public_data_sets(void **state)
{
    (void)state;
    static const struct {
        const char *file;
        size_t rows, columns;
        const char *last_name;
        double last;
    } cases[] = {
        {"crazyflie/train.csv", 13071, 13, "res_az", 0},
        {"sarcos/sarcos_4449.csv", 4449, 28, "tau7", 0},
        {"paper/1D_split_train.csv", 200, 2, NULL, 0},
        {"paper/pmsm_temperature_train.csv", 5000, 0, NULL, 0},
        {"uci/energy/data.txt", 768, 9, NULL, 16.64},
        {"uci/kin8nm/data.txt", 8192, 9, NULL, 0},
        {"uci/bostonHousing/data.txt", 506, 14, NULL, 11.9},
        {"uci/wine-quality-red/data.txt", 1599, 12, NULL, 6},
    };
    const char *folder = getenv("EPIGEN_DATA");
    size_t read = 0;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        const char *file =
            arena_printf(arena, "%s/%s", folder != NULL ? folder : "../shared/data", cases[i].file);
        if (access(file, R_OK) != 0) {
            print_message("%s is not there\n", file);
            continue;
        }
        const struct table *table = table_try(file);
        assert_string_equal(message, "");
        assert_int_equal(table->rows, cases[i].rows);
        if (cases[i].columns != 0)
            assert_int_equal(table->columns, cases[i].columns);
        if (cases[i].last_name != NULL)
            assert_string_equal(table->names[table->columns - 1], cases[i].last_name);
        if (cases[i].last != 0)
            assert_true(table->values[table->rows * table->columns - 1] == cases[i].last);
        read++;
    }
    if (read == 0)
        skip();
}

/* --- columns and warnings -------------------------------------------------------------------- */

static size_t column_try(const struct table *table, const char *name)
{
    message_expect();
    if (setjmp(message_leave) != 0)
        return SIZE_MAX;
    return table_column(table, name, "recipe.yaml", 4);
}

static void columns_are_found(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        size_t column;
    } cases[] = {{"a", 0}, {"b c", 1}, {"1", 2},  {"2", 1},
                 {"3", 2}, {"-1", 2},  {"-3", 0}, {"03", 2}};
    const struct table *table = table_of("a,b c,1\n1,2,3\n", 14);
    for (size_t i = 0; i < LENGTH(cases); i++)
        assert_int_equal(column_try(table, cases[i].name), cases[i].column);
}

static void missing_columns_are_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = {"A",
                                        "0",
                                        "4",
                                        "-4",
                                        "-0",
                                        "-",
                                        "",
                                        "+1",
                                        "1.0",
                                        "2x",
                                        "18446744073709551617",
                                        "99999999999999999999999999"};
    const struct table *table = table_of("a,b\xC3\xB6,c\n1,2,3\n", 14);
    for (size_t i = 0; i < LENGTH(wrong); i++) {
        assert_int_equal(column_try(table, wrong[i]), SIZE_MAX);
        assert_string_equal(message, arena_printf(arena,
                                                  "recipe.yaml:4: no column \"%s\" in %s, which "
                                                  "has 3: a, b?, c",
                                                  wrong[i], path));
    }
    table = table_of("1,2,3\n", 6);
    assert_int_equal(column_try(table, "a"), SIZE_MAX);
    assert_string_equal(message, arena_printf(arena,
                                              "recipe.yaml:4: no column \"a\" in %s, which has no "
                                              "header: expected a number from 1 to 3",
                                              path));
}

/* Many long names are cut, the message stays whole. */
static void long_lists_of_names_are_cut(void **state)
{
    (void)state;
    char *text = arena_alloc(arena, 100 * 60 + 400, 1);
    size_t used = 0;
    for (int i = 0; i < 100; i++)
        used += (size_t)sprintf(text + used, "%sname_%0*d", i == 0 ? "" : ",", 1 + i / 2, i);
    for (int i = 0; i < 100; i++)
        used += (size_t)sprintf(text + used, i == 0 ? "\n1" : ",1");
    const struct table *table = table_of(text, used);
    assert_int_equal(column_try(table, "x"), SIZE_MAX);
    assert_non_null(strstr(message, "which has 100: name_0, name_1, name_02, name_03"));
    assert_string_equal(message + strlen(message) - 5, ", ...");
}

static void warnings(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t inputs[2], n_inputs;
        const char *expected; /* F stands for the file */
    } cases[] = {
        {"1,2,3\n2,3,4\n", {0, 1}, 2, ""},
        {"1,2,3\n1,3,4\n", {0, 1}, 2, "epigen: F: warning: input column 1 is 1 in every row\n"},
        {"a,b\n1,2\n1,2\n",
         {1, 1},
         1,
         "epigen: F: warning: input column \"b\" is 2 in every row\n"
         "epigen: F: warning: 1 of 2 rows repeats the inputs of an earlier row\n"},
        {"1,2,3\n1,3,4\n2,2,7\n1,2,9\n1,2,9\n",
         {0, 1},
         2,
         "epigen: F: warning: 2 of 5 rows repeat the inputs of an earlier row\n"},
        {"0,1\n-0,1\n1,3\n",
         {0, 1},
         2,
         "epigen: F: warning: 1 of 3 rows repeats the inputs of an earlier row\n"},
        {"1,2\n", {0, 1}, 2, ""},
        {"1,2\n1,2\n", {0, 0}, 0, ""},
        {"1.5,x\n1,2\n2,3\n",
         {0, 0},
         1,
         "epigen: F: warning: the header has 1 number among its 2 names\n"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        const struct table *table = table_of(cases[i].text, strlen(cases[i].text));
        struct table named = *table;
        named.file = "F";
        char *text = NULL;
        size_t size = 0;
        FILE *err = open_memstream(&text, &size);
        table_warn(&named, cases[i].inputs, cases[i].n_inputs, false, err);
        fclose(err);
        assert_string_equal(text, cases[i].expected);
        free(text);
    }
}

/* Compares with counting by pairs. Few different values make many rows repeat. */
static void repeated_rows_are_counted(void **state)
{
    (void)state;
    enum { ROWS = 700 };
    struct random random = {5};
    double values[ROWS][2];
    const size_t inputs[] = {0, 1};
    size_t expected = 0;
    for (size_t i = 0; i < ROWS; i++) {
        bool seen = false;
        for (size_t k = 0; k < 2; k++)
            values[i][k] = (double)(random_bits(&random) % 25) * 0.125;
        for (size_t j = 0; j < i && !seen; j++)
            seen = values[j][0] == values[i][0] && values[j][1] == values[i][1];
        expected += seen;
    }
    const struct table table = {.file = "F", .rows = ROWS, .columns = 2, .values = values[0]};
    char text[256] = "";
    FILE *err = fmemopen(text, sizeof(text), "w");
    table_warn(&table, inputs, 2, false, err);
    fclose(err);
    assert_string_equal(text, arena_printf(arena,
                                           "epigen: F: warning: %zu of 700 rows repeat the inputs "
                                           "of an earlier row\n",
                                           expected));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(dialects_are_read),
        TEST(faults_are_refused),
        TEST(nul_bytes_are_refused),
        TEST(files_that_cannot_be_read),
        TEST(standard_input_is_read),
        TEST(lines_have_a_limit),
        TEST(columns_have_a_limit),
        TEST(packed_files_are_read),
        TEST(packed_parts_are_joined),
        TEST(cut_files_are_refused),
        TEST(corrupt_files_are_refused),
        TEST(corruption_has_its_line),
        TEST(greedy_xz_is_refused),
        TEST(numbers_have_the_bits_of_strtod),
        TEST(numbers_ignore_the_locale),
        TEST(many_rows),
        TEST(public_data_sets),
        TEST(columns_are_found),
        TEST(missing_columns_are_refused),
        TEST(long_lists_of_names_are_cut),
        TEST(warnings),
        TEST(repeated_rows_are_counted),
    };
    return cmocka_run_group_tests_name("table", tests, NULL, NULL);
}
