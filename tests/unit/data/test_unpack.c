/* Packed data files: gzip and xz give what the plain file gives; cut and corrupt files are refused
   with their line. */
#include "unit/data/table_file.h"

#include <lzma.h>
#include <zlib.h>

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
    size_t written = 0;
    uint8_t *data = malloc(room);
    assert_non_null(data);
    assert_int_equal(lzma_easy_buffer_encode(6, LZMA_CHECK_CRC64, NULL, (const uint8_t *)text, size,
                                             data, &written, room),
                     LZMA_OK);
    return (struct bytes){data, written};
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(packed_files_are_read),     TEST(packed_parts_are_joined), TEST(cut_files_are_refused),
        TEST(corrupt_files_are_refused), TEST(corruption_has_its_line), TEST(greedy_xz_is_refused),
    };
    return cmocka_run_group_tests_name("packed files", tests, NULL, NULL);
}
