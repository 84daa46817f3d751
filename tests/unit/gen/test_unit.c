/* Units: UTF-8 for people, ASCII in comments of emitted C. */
#include "spec/unit.h"
#include "unit/testing.h"

static void units_become_ascii(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"m/s", "m/s"},
        {"\xC2\xB0\x43", "degC"},
        {"\xC2\xB5m", "um"},
        {"\xCE\xBCs", "us"},
        {"m/s\xC2\xB2", "m/s^2"},
        {"m\xC2\xB7s\xE2\x81\xBB\xC2\xB2", "m.s^-2"},
        {"s\xE2\x81\xBB\xC2\xB9m\xC2\xB3", "s^-1m^3"},
        {"k\xCE\xA9", "kohm"},
        {"\xE2\x84\x83", "degC"},
        {"\xF0\x9F\x9A\x81/s", "_/s"},
        {"", ""},
    };
    struct arena *arena = arena_new();
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        assert_string_equal(unit_ascii(arena, cases[i][0]), cases[i][1]);
    arena_free(arena);
}

static void control_characters_are_found(void **state)
{
    (void)state;
    assert_true(text_is_printable("\xC2\xB0\x43 \xC3\xBC"));
    assert_false(text_is_printable("m\ts"));
    assert_false(text_is_printable("\x7F"));
    assert_false(text_is_printable("\xC2\x85"));
    assert_int_equal(text_length("\xC2\xB0\x43"), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(units_become_ascii),
        cmocka_unit_test(control_characters_are_found),
    };
    return cmocka_run_group_tests_name("unit", tests, NULL, NULL);
}
