/* Texts and numbers in pages: whatever they hold, they are neither HTML nor macros, and read back.
 */
#include "page/json.h"
#include "page/page.h"
#include "unit/testing.h"

#include <math.h>

static void texts_are_no_html(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"force [N]", "force &#91;N&#93;"},
        {"<b>&\"'", "&#60;b&#62;&#38;&#34;&#39;"},
        {"EPI_PREFIX m4_exit", "EPI&#95;PREFIX m4&#95;exit"},
        {"|> <| $1 // `", "&#124;&#62; &#60;&#124; &#36;1 &#47;&#47; &#96;"},
        {"\xC2\xB0\x43", "\xC2\xB0\x43"},
        {"\x01", "&#65533;"},
        {"", ""},
    };
    struct arena *arena = arena_new();
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        assert_string_equal(page_text(arena, cases[i][0]), cases[i][1]);
    arena_free(arena);
}

static void bytes_become_base64(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"", ""},
        {"f", "Zg=="},
        {"fo", "Zm8="},
        {"foo", "Zm9v"},
        {"foob", "Zm9vYg=="},
        {"fooba", "Zm9vYmE="},
        {"foobar", "Zm9vYmFy"}, /* RFC 4648 */
        {"\xFB\xFF\xFE", "+//+"},
    };
    char text[32];
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        size_t length = base64_write((const unsigned char *)cases[i][0], strlen(cases[i][0]), text);
        assert_string_equal(text, cases[i][1]);
        assert_int_equal(length, strlen(cases[i][1]));
    }
}

static void data_are_json(void **state)
{
    (void)state;
    char *text = NULL;
    size_t size = 0;
    struct json json = {open_memstream(&text, &size), true};
    const float floats[] = {1.0F, -2.0F};
    json_open(&json, NULL, '{');
    json_text(&json, "unit", "</script>\"\\\t_");
    json_text(&json, "none", NULL);
    json_double(&json, "nan", (double)NAN);
    json_float(&json, "tenth", 0.1F);
    json_open(&json, "list", '[');
    json_whole(&json, NULL, 1);
    json_bool(&json, NULL, true);
    json_close(&json, ']');
    json_floats(&json, "floats", floats, 2);
    json_close(&json, '}');
    fclose(json.out);
    assert_string_equal(text, "{\"unit\": \"\\u003c/script\\u003e\\u0022\\u005c\\u0009\\u005f\",\n"
                              "\"none\": null,\n\"nan\": null,\n\"tenth\": 0.100000001,\n"
                              "\"list\": [1,\ntrue],\n\"floats\": \"AACAPwAAAMA=\"}");
    free(text);
}

/* Long data are written in pieces, which must meet without a seam. */
static void pieces_have_no_seam(void **state)
{
    (void)state;
    enum { N = 5000 };
    static float zeros[N];
    char *text = NULL;
    size_t size = 0;
    struct json json = {open_memstream(&text, &size), true};
    json_floats(&json, NULL, zeros, N);
    fclose(json.out);
    assert_int_equal(size, 2 + (4 * N + 2) / 3 * 4);
    assert_int_equal(strspn(text + 1, "A"), (4 * N * 8 + 5) / 6);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_are_no_html),
        cmocka_unit_test(bytes_become_base64),
        cmocka_unit_test(data_are_json),
        cmocka_unit_test(pieces_have_no_seam),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
