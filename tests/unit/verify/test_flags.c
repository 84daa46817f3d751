/* epiwcet follows a branch by the flags: each condition against what it means, on numbers around
   every border, and which Thumb instructions set them, by their encodings. */
#include "wcet/track/flags.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
/* */
#include <cmocka.h>

static const uint32_t borders[] = {0U,          1U,          2U,          0x7FFFFFFEU,
                                   0x7FFFFFFFU, 0x80000000U, 0x80000001U, 0xFFFFFFFEU,
                                   0xFFFFFFFFU, 49U,         50U,         51U};
enum { N_BORDERS = sizeof(borders) / sizeof(borders[0]) };

static bool decided(struct flags flags, enum condition condition)
{
    bool holds = false;
    assert_true(condition_decide(flags, condition, &holds));
    return holds;
}

static void conditions_mean_what_they_say(void **state)
{
    (void)state;
    for (size_t i = 0; i < N_BORDERS; i++)
        for (size_t k = 0; k < N_BORDERS; k++) {
            uint32_t a = borders[i], b = borders[k];
            struct flags f = flags_subtract(a, b);
            int64_t difference = (int64_t)(int32_t)a - (int32_t)b;
            assert_int_equal(decided(f, IF_EQUAL), a == b);
            assert_int_equal(decided(f, IF_NOT_EQUAL), a != b);
            assert_int_equal(decided(f, IF_CARRY), a >= b);
            assert_int_equal(decided(f, IF_NO_CARRY), a < b);
            assert_int_equal(decided(f, IF_HIGHER), a > b);
            assert_int_equal(decided(f, IF_LOWER_OR_SAME), a <= b);
            assert_int_equal(decided(f, IF_LESS), difference < 0);
            assert_int_equal(decided(f, IF_GREATER_OR_EQUAL), difference >= 0);
            assert_int_equal(decided(f, IF_GREATER), difference > 0);
            assert_int_equal(decided(f, IF_LESS_OR_EQUAL), difference <= 0);
            assert_int_equal(decided(f, IF_NEGATIVE), (a - b) >> 31);
            assert_int_equal(decided(f, IF_NOT_NEGATIVE), !((a - b) >> 31));
            bool fits = difference >= INT32_MIN && difference <= INT32_MAX;
            assert_int_equal(decided(f, IF_OVERFLOW), !fits);
            assert_int_equal(decided(f, IF_NO_OVERFLOW), fits);
        }
}

static void sums_carry_and_overflow(void **state)
{
    (void)state;
    for (size_t i = 0; i < N_BORDERS; i++)
        for (size_t k = 0; k < N_BORDERS; k++) {
            uint32_t a = borders[i], b = borders[k];
            struct flags f = flags_add(a, b);
            int64_t sum = (int64_t)(int32_t)a + (int32_t)b;
            assert_int_equal(decided(f, IF_CARRY), (uint64_t)a + b > UINT32_MAX);
            assert_int_equal(decided(f, IF_OVERFLOW), sum < INT32_MIN || sum > INT32_MAX);
            assert_int_equal(decided(f, IF_EQUAL), a + b == 0);
            assert_int_equal(decided(f, IF_NEGATIVE), (a + b) >> 31);
        }
}

/* Of two unknown numbers at a known distance neither carry nor overflow is known. */
static void a_distance_decides_no_order(void **state)
{
    (void)state;
    static const enum condition open[] = {IF_CARRY,         IF_NO_CARRY,         IF_HIGHER,
                                          IF_LOWER_OR_SAME, IF_GREATER_OR_EQUAL, IF_LESS,
                                          IF_GREATER,       IF_LESS_OR_EQUAL,    IF_OVERFLOW};
    bool holds;
    for (size_t i = 0; i < sizeof(open) / sizeof(open[0]); i++)
        assert_false(condition_decide(flags_result(4), open[i], &holds));
    assert_true(decided(flags_result(0), IF_EQUAL));
    assert_true(decided(flags_result(4), IF_NOT_EQUAL));
    assert_false(condition_decide((struct flags){0, 0}, IF_EQUAL, &holds));
}

struct encoding {
    const char *text;
    uint8_t bytes[4];
    bool sets;
};

static void flags_are_set_by_these(void **state)
{
    (void)state;
    static const struct encoding encodings[] = {
        {"adds r1, r1, r2", {0x89, 0x18}, true},
        {"movs r0, r1", {0x08, 0x00}, true},
        {"subs r1, #1", {0x01, 0x39}, true},
        {"cmp r1, #10", {0x0A, 0x29}, true},
        {"tst r0, r1", {0x08, 0x42}, true},
        {"mvns r0, r0", {0xC0, 0x43}, true},
        {"cmp r12, lr", {0xF4, 0x45}, true},
        {"add r1, r12", {0x61, 0x44}, false},
        {"mov r1, r2", {0x11, 0x46}, false},
        {"add r0, sp, #8", {0x02, 0xA8}, false},
        {"uxtb r0, r0", {0xC0, 0xB2}, false},
        {"ldr r0, [r1]", {0x08, 0x68}, false},
        {"add.w r3, r0, #40", {0x00, 0xF1, 0x28, 0x03}, false},
        {"subs.w r12, r12, #1", {0xBC, 0xF1, 0x01, 0x0C}, true},
        {"cmp.w r0, #300", {0xB0, 0xF5, 0x96, 0x7F}, true},
        {"movw r1, #4464", {0x41, 0xF2, 0x70, 0x11}, false},
        {"addw r1, r1, #1000", {0x01, 0xF2, 0xE8, 0x31}, false},
        {"eor.w r0, r3, r0, lsr #1", {0x83, 0xEA, 0x50, 0x00}, false},
        {"cmp.w r1, r2, lsl #2", {0xB1, 0xEB, 0x82, 0x0F}, true},
        {"lsls.w r1, r2, r3", {0x12, 0xFA, 0x03, 0xF1}, true},
        {"lsl.w r1, r2, r3", {0x02, 0xFA, 0x03, 0xF1}, false},
        {"uxth.w r1, r8", {0x1F, 0xFA, 0x88, 0xF1}, false},
        {"vmrs APSR_nzcv, fpscr", {0xF1, 0xEE, 0x10, 0xFA}, true},
        {"vadd.f32 s0, s0, s1", {0x30, 0xEE, 0x20, 0x0A}, false},
    };
    for (size_t i = 0; i < sizeof(encodings) / sizeof(encodings[0]); i++) {
        const struct encoding *e = &encodings[i];
        struct insn insn;
        assert_true(decode_thumb(e->bytes, sizeof(e->bytes), 0x100, &insn));
        if (thumb_sets_flags(e->bytes, insn.size) != e->sets ||
            (insn.flags != FLAGS_KEPT) != e->sets)
            fail_msg("%s (%s)", e->text, insn.text);
    }
}

/* Loads at a base and a shifted index: the shift counts when a table of constants is read. */
static void an_index_is_shifted(void **state)
{
    (void)state;
    for (unsigned shift = 0; shift < 4; shift++) {
        uint8_t bytes[] = {0x51, 0xF8, (uint8_t)(0x02 | shift << 4), 0x30}; /* ldr.w r3, [r1, r2] */
        struct insn insn;
        assert_true(decode_thumb(bytes, sizeof(bytes), 0, &insn));
        assert_true(insn.indexed && insn.load);
        assert_int_equal(insn.rn, 1);
        assert_int_equal(insn.rm, 2);
        assert_int_equal(insn.shift, shift);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(conditions_mean_what_they_say), cmocka_unit_test(sums_carry_and_overflow),
        cmocka_unit_test(a_distance_decides_no_order),   cmocka_unit_test(flags_are_set_by_these),
        cmocka_unit_test(an_index_is_shifted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
