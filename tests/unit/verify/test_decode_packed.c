/* The instructions of ARM's DSP extension: their classes and registers, by encodings of the GNU
   assembler, and how many words are such an instruction, counted by the manual's fields. */
/* verifies: REQ-WCET */
#include "wcet/decode/thumb.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
/* */
#include <cmocka.h>

struct encoding {
    const char *text;
    uint8_t bytes[4];
    enum insn_class class;
    uint64_t reads, writes;
};

#define R(n) (UINT64_C(1) << (n))
/* What an instruction reads whose operands are r1 and r2, and r3 too. */
#define TWO   (R(1) | R(2))
#define THREE (TWO | R(3))
/* A sum of 64 bits in r0 and r1, to which r2 and r3 add. */
#define SUM  (R(0) | R(1))
#define LONG (SUM | R(2) | R(3))

static const struct encoding encodings[] = {
    {"smlabb r0, r1, r2, r3", {0x11, 0xFB, 0x02, 0x30}, CLASS_PACKED_MULTIPLY, THREE, R(0)},
    {"smlabt r4, r5, r6, r7",
     {0x15, 0xFB, 0x16, 0x74},
     CLASS_PACKED_MULTIPLY,
     R(5) | R(6) | R(7),
     R(4)},
    {"smlatb r8, r9, sl, fp",
     {0x19, 0xFB, 0x2A, 0xB8},
     CLASS_PACKED_MULTIPLY,
     R(9) | R(10) | R(11),
     R(8)},
    {"smlatt ip, lr, r0, r1", {0x1E, 0xFB, 0x30, 0x1C}, CLASS_PACKED_MULTIPLY, R(14) | SUM, R(12)},
    {"smulbb r0, r1, r2", {0x11, 0xFB, 0x02, 0xF0}, CLASS_PACKED_MULTIPLY, TWO, R(0)},
    {"smulbt r0, r1, r2", {0x11, 0xFB, 0x12, 0xF0}, CLASS_PACKED_MULTIPLY, TWO, R(0)},
    {"smultb r0, r1, r2", {0x11, 0xFB, 0x22, 0xF0}, CLASS_PACKED_MULTIPLY, TWO, R(0)},
    {"smultt r4, r5, r6", {0x15, 0xFB, 0x36, 0xF4}, CLASS_PACKED_MULTIPLY, R(5) | R(6), R(4)},
    {"smlad r0, r1, r2, r3", {0x21, 0xFB, 0x02, 0x30}, CLASS_PACKED_MULTIPLY, THREE, R(0)},
    {"smladx r0, r1, r2, r3", {0x21, 0xFB, 0x12, 0x30}, CLASS_PACKED_MULTIPLY, THREE, R(0)},
    {"smuad r0, r1, r2", {0x21, 0xFB, 0x02, 0xF0}, CLASS_PACKED_MULTIPLY, TWO, R(0)},
    {"smuadx r0, r1, r2", {0x21, 0xFB, 0x12, 0xF0}, CLASS_PACKED_MULTIPLY, TWO, R(0)},
    {"smlawb r0, r1, r2, r3", {0x31, 0xFB, 0x02, 0x30}, CLASS_PACKED_MULTIPLY, THREE, R(0)},
    {"smulwt r0, r1, r2", {0x31, 0xFB, 0x12, 0xF0}, CLASS_PACKED_MULTIPLY, TWO, R(0)},
    {"smlsd r0, r1, r2, r3", {0x41, 0xFB, 0x02, 0x30}, CLASS_PACKED_MULTIPLY, THREE, R(0)},
    {"smusdx r0, r1, r2", {0x41, 0xFB, 0x12, 0xF0}, CLASS_PACKED_MULTIPLY, TWO, R(0)},
    {"smmla r0, r1, r2, r3", {0x51, 0xFB, 0x02, 0x30}, CLASS_PACKED_MULTIPLY, THREE, R(0)},
    {"smmulr r0, r1, r2", {0x51, 0xFB, 0x12, 0xF0}, CLASS_PACKED_MULTIPLY, TWO, R(0)},
    {"smmlsr r0, r1, r2, r3", {0x61, 0xFB, 0x12, 0x30}, CLASS_PACKED_MULTIPLY, THREE, R(0)},
    {"usada8 r0, r1, r2, r3", {0x71, 0xFB, 0x02, 0x30}, CLASS_PACKED_MULTIPLY, THREE, R(0)},
    {"usad8 r0, r1, r2", {0x71, 0xFB, 0x02, 0xF0}, CLASS_PACKED_MULTIPLY, TWO, R(0)},
    {"smlalbt r0, r1, r2, r3", {0xC2, 0xFB, 0x93, 0x01}, CLASS_PACKED_MULTIPLY, LONG, SUM},
    {"smlald r0, r1, r2, r3", {0xC2, 0xFB, 0xC3, 0x01}, CLASS_PACKED_MULTIPLY, LONG, SUM},
    {"smlaldx r0, r1, r2, r3", {0xC2, 0xFB, 0xD3, 0x01}, CLASS_PACKED_MULTIPLY, LONG, SUM},
    {"smlsld r0, r1, r2, r3", {0xD2, 0xFB, 0xC3, 0x01}, CLASS_PACKED_MULTIPLY, LONG, SUM},
    {"umaal r0, r1, r2, r3", {0xE2, 0xFB, 0x63, 0x01}, CLASS_PACKED_MULTIPLY, LONG, SUM},
    {"sxtah r0, r1, r2, ror #8", {0x01, 0xFA, 0x92, 0xF0}, CLASS_PACKED, TWO, R(0)},
    {"uxtah r0, r1, r2", {0x11, 0xFA, 0x82, 0xF0}, CLASS_PACKED, TWO, R(0)},
    {"sxtab r0, r1, r2", {0x41, 0xFA, 0x82, 0xF0}, CLASS_PACKED, TWO, R(0)},
    {"uxtab r0, r1, r2, ror #24", {0x51, 0xFA, 0xB2, 0xF0}, CLASS_PACKED, TWO, R(0)},
    {"sxtb16 r0, r1", {0x2F, 0xFA, 0x81, 0xF0}, CLASS_PACKED, R(1), R(0)},
    {"sxtb16 r0, r1, ror #8", {0x2F, 0xFA, 0x91, 0xF0}, CLASS_PACKED, R(1), R(0)},
    {"sxtab16 r0, r1, r2", {0x21, 0xFA, 0x82, 0xF0}, CLASS_PACKED, TWO, R(0)},
    {"uxtb16 r0, r1", {0x3F, 0xFA, 0x81, 0xF0}, CLASS_PACKED, R(1), R(0)},
    {"uxtab16 r0, r1, r2", {0x31, 0xFA, 0x82, 0xF0}, CLASS_PACKED, TWO, R(0)},
    {"sadd16 r0, r1, r2", {0x91, 0xFA, 0x02, 0xF0}, CLASS_PACKED, TWO, R(0)},
    {"qadd16 r0, r1, r2", {0x91, 0xFA, 0x12, 0xF0}, CLASS_PACKED, TWO, R(0)},
    {"shadd8 r0, r1, r2", {0x81, 0xFA, 0x22, 0xF0}, CLASS_PACKED, TWO, R(0)},
    {"uadd8 r0, r1, r2", {0x81, 0xFA, 0x42, 0xF0}, CLASS_PACKED, TWO, R(0)},
    {"uqsub16 r0, r1, r2", {0xD1, 0xFA, 0x52, 0xF0}, CLASS_PACKED, TWO, R(0)},
    {"uhsax r0, r1, r2", {0xE1, 0xFA, 0x62, 0xF0}, CLASS_PACKED, TWO, R(0)},
    {"sasx r0, r1, r2", {0xA1, 0xFA, 0x02, 0xF0}, CLASS_PACKED, TWO, R(0)},
    {"qadd r0, r1, r2", {0x82, 0xFA, 0x81, 0xF0}, CLASS_PACKED, TWO, R(0)},
    {"qdsub r0, r1, r2", {0x82, 0xFA, 0xB1, 0xF0}, CLASS_PACKED, TWO, R(0)},
    {"sel r0, r1, r2", {0xA1, 0xFA, 0x82, 0xF0}, CLASS_PACKED, TWO, R(0)},
    {"pkhbt r0, r1, r2", {0xC1, 0xEA, 0x02, 0x00}, CLASS_PACKED, TWO, R(0)},
    {"pkhbt r0, r1, r2, lsl #31", {0xC1, 0xEA, 0xC2, 0x70}, CLASS_PACKED, TWO, R(0)},
    {"pkhtb r0, r1, r2, asr #16", {0xC1, 0xEA, 0x22, 0x40}, CLASS_PACKED, TWO, R(0)},
    {"ssat16 r0, #16, r1", {0x21, 0xF3, 0x0F, 0x00}, CLASS_PACKED, R(1), R(0)},
    {"usat16 r0, #15, r1", {0xA1, 0xF3, 0x0F, 0x00}, CLASS_PACKED, R(1), R(0)},
    /* These are older, and on the Cortex-M3 too; of sums the result counts as read. */
    {"ssat r0, #16, r1", {0x01, 0xF3, 0x0F, 0x00}, CLASS_ALU, SUM, R(0)},
    {"ssat r0, #16, r1, asr #5", {0x21, 0xF3, 0x4F, 0x10}, CLASS_ALU, SUM, R(0)},
    {"usat r0, #15, r1, lsl #3", {0x81, 0xF3, 0xCF, 0x00}, CLASS_ALU, SUM, R(0)},
    {"sxth r8, r1, ror #16", {0x0F, 0xFA, 0xA1, 0xF8}, CLASS_ALU, R(1) | R(8), R(8)},
    {"uxtb r0, r1, ror #8", {0x5F, 0xFA, 0x91, 0xF0}, CLASS_ALU, SUM, R(0)},
    {"sxth r0, r1", {0x08, 0xB2}, CLASS_ALU, SUM, R(0)},
    {"ror r0, r1, r2", {0x61, 0xFA, 0x02, 0xF0}, CLASS_ALU, SUM | R(2), R(0)},
    {"ldrsh r0, [r1, r2, lsl #1]", {0x31, 0xF9, 0x12, 0x00}, CLASS_LOAD_NARROW, TWO, R(0)},
    {"ldrsh r0, [r1], #2", {0x31, 0xF9, 0x02, 0x0B}, CLASS_LOAD_NARROW, R(1), R(0) | R(1)},
    {"ldrsh r0, [r1, #-4]!", {0x31, 0xF9, 0x04, 0x0D}, CLASS_LOAD_NARROW, R(1), R(0) | R(1)},
    {"ldrh r0, [r1, #62]", {0xC8, 0x8F}, CLASS_LOAD_NARROW, R(1), R(0)},
    {"strh r0, [r1, #62]", {0xC8, 0x87}, CLASS_STORE, R(0) | R(1), 0},
    {"strh r0, [r1, r2, lsl #1]", {0x21, 0xF8, 0x12, 0x00}, CLASS_STORE, R(0) | TWO, 0},
    {"strh r0, [r1], #2", {0x21, 0xF8, 0x02, 0x0B}, CLASS_STORE, R(0) | R(1), R(1)},
    {"ldm r0!, {r1-r8}", {0xB0, 0xE8, 0xFE, 0x01}, CLASS_LOAD_MULTIPLE, R(0), 0x1FF},
    {"stm r0!, {r1-r4}", {0x1E, 0xC0}, CLASS_STORE_MULTIPLE, 0x1F, R(0)},
    {"ldrd r0, r1, [r2], #8", {0xF2, 0xE8, 0x02, 0x01}, CLASS_LOAD_MULTIPLE, R(2), SUM | R(2)},
    {"strd r0, r1, [r2, #8]", {0xC2, 0xE9, 0x02, 0x01}, CLASS_STORE_MULTIPLE, SUM | R(2), 0},
};
#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

/* The mnemonic is capstone's: a second opinion on what the instruction is. */
static void classes_and_registers(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(encodings); i++) {
        const struct encoding *e = &encodings[i];
        struct insn insn;
        assert_true(decode_thumb(e->bytes, 4, 0x100, &insn));
        size_t name = strcspn(e->text, " ");
        if (insn.class != e->class || insn.reads != e->reads || insn.writes != e->writes ||
            strncmp(insn.text, e->text, name) != 0)
            fail_msg("%s: %s, class %d, reads 0x%llx, writes 0x%llx", e->text, insn.text,
                     (int)insn.class, (unsigned long long)insn.reads,
                     (unsigned long long)insn.writes);
        assert_int_equal(insn.flags, FLAGS_KEPT);
    }
}

/* How many second half words make an instruction of the extension with a first half word: the
   manual's fields. 14 registers are neither the stack pointer nor the program counter. */
static unsigned expected(uint32_t first)
{
    enum { N = 14, SQUARE = N * N, CUBE = N * N * N, PAIRS = N * (N - 1) };
    const bool any = (first & 15) != 13 && (first & 15) != 15;
    const bool none = (first & 15) == 15;
    switch (first & 0xFFF0) {
    case 0xFB10:
        return any ? 4 * SQUARE * (N + 1) : 0; /* two halves to choose; an addend or none */
    case 0xFB20:
    case 0xFB30:
    case 0xFB40:
    case 0xFB50: return any ? 2 * SQUARE * (N + 1) : 0;
    case 0xFB60: return any ? 2 * CUBE : 0;
    case 0xFB70: return any ? SQUARE * (N + 1) : 0;
    case 0xFBC0: return any ? (4 + 2) * N * PAIRS : 0;
    case 0xFBD0: return any ? 2 * N * PAIRS : 0;
    case 0xFBE0: return any ? N * PAIRS : 0;
    case 0xFA00:
    case 0xFA10:
    case 0xFA40:
    case 0xFA50: return any ? 4 * SQUARE : 0; /* four rotations */
    case 0xFA20:
    case 0xFA30: return any || none ? 4 * SQUARE : 0;
    case 0xFA80: return any ? (6 + 4) * SQUARE : 0; /* sums of bytes; four with saturation */
    case 0xFAA0: return any ? (6 + 1) * SQUARE : 0; /* exchanged halves; SEL */
    case 0xFA90:
    case 0xFAC0:
    case 0xFAD0:
    case 0xFAE0: return any ? 6 * SQUARE : 0;
    case 0xEAC0: return any ? 2 * 32 * SQUARE : 0; /* a shift by 0 to 31, either way */
    case 0xF320:
    case 0xF3A0: return any ? 16 * N : 0;
    default: return 0;
    }
}

static unsigned counted(uint32_t first)
{
    unsigned count = 0;
    for (uint32_t second = 0; second < 0x10000; second++) {
        struct insn insn = {.class = N_CLASSES};
        bool known = false;
        count += thumb_packed(first << 16 | second, &insn, &known) && known;
    }
    return count;
}

/* Every bit is looked at: as many words are known as the fields leave. */
static void as_many_words_as_the_manual_has(void **state)
{
    (void)state;
    static const uint32_t registers[] = {1, 13, 15};
    for (uint32_t first = 0xE800; first < 0x10000; first += 0x10)
        for (size_t i = 0; i < COUNT(registers); i++) {
            uint32_t op = first & 0xFF00;
            bool far = op != 0xEA00 && op != 0xF300 && op != 0xFA00 && op != 0xFB00;
            if (far && (i > 0 || first != op))
                continue;
            unsigned count = counted(first | registers[i]);
            if (count != expected(first | registers[i]))
                fail_msg("%x: %u words, expected %u", first | registers[i], count,
                         expected(first | registers[i]));
        }
}

/* The parts of a register that are extended are not the lowest ones where the instruction rotates;
   then its effect on a constant is not that of a plain extension. */
static void a_rotated_extension_has_no_plain_effect(void **state)
{
    (void)state;
    static const struct {
        uint8_t bytes[4];
        enum insn_effect effect;
    } rows[] = {
        {{0x0F, 0xFA, 0x81, 0xF8}, EFFECT_EXTEND}, /* sxth.w r8, r1 */
        {{0x0F, 0xFA, 0x91, 0xF8}, EFFECT_NONE},   /* sxth.w r8, r1, ror #8 */
        {{0x4F, 0xFA, 0xA1, 0xF0}, EFFECT_NONE},   /* sxtb.w r0, r1, ror #16 */
        {{0x1F, 0xFA, 0xA1, 0xF0}, EFFECT_NONE},   /* uxth.w r0, r1, ror #16 */
        {{0x5F, 0xFA, 0xB1, 0xF0}, EFFECT_NONE},   /* uxtb.w r0, r1, ror #24 */
        {{0x5F, 0xFA, 0x81, 0xF0}, EFFECT_MASK},   /* uxtb.w r0, r1 */
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct insn insn;
        assert_true(decode_thumb(rows[i].bytes, 4, 0x100, &insn));
        if (insn.effect != rows[i].effect)
            fail_msg("%s: effect %d", insn.text, (int)insn.effect);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(classes_and_registers),
        cmocka_unit_test(as_many_words_as_the_manual_has),
        cmocka_unit_test(a_rotated_extension_has_no_plain_effect),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
