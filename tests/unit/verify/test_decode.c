/* The decoders of epiwcet: each class of instruction that a core has a time for is reached by an
   instruction, and what their bits do not say for certain is unknown. The encodings are those of
   the GNU assembler; `ahead` is a label behind the instruction. */
#include "wcet/cores/core.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
/* */
#include <cmocka.h>

struct encoding {
    const char *text;
    uint8_t bytes[4];
    enum insn_class class;
};

static const struct encoding thumb[] = {
    {"add r0, r1, r2", {0x01, 0xEB, 0x02, 0x00}, CLASS_ALU},
    {"add.w r0, r1, r2, lsl #3", {0x01, 0xEB, 0xC2, 0x00}, CLASS_ALU},
    {"adr r0, ahead", {0x01, 0xA0}, CLASS_ALU},
    {"cmp r0, #3", {0x03, 0x28}, CLASS_ALU},
    {"ubfx r0, r1, #3, #4", {0xC1, 0xF3, 0xC3, 0x00}, CLASS_ALU},
    {"mul r0, r1, r2", {0x01, 0xFB, 0x02, 0xF0}, CLASS_MULTIPLY},
    {"mla r0, r1, r2, r3", {0x01, 0xFB, 0x02, 0x30}, CLASS_MULTIPLY_ADD},
    {"mls r0, r1, r2, r3", {0x01, 0xFB, 0x12, 0x30}, CLASS_MULTIPLY_ADD},
    {"sxtb16 r0, r1", {0x2F, 0xFA, 0x81, 0xF0}, CLASS_PACKED},
    {"smlad r0, r1, r2, r3", {0x21, 0xFB, 0x02, 0x30}, CLASS_PACKED_MULTIPLY},
    {"umull r0, r1, r2, r3", {0xA2, 0xFB, 0x03, 0x01}, CLASS_MULTIPLY_LONG},
    {"smlal r0, r1, r2, r3", {0xC2, 0xFB, 0x03, 0x01}, CLASS_MULTIPLY_LONG},
    {"sdiv r0, r1, r2", {0x91, 0xFB, 0xF2, 0xF0}, CLASS_DIVIDE},
    {"ldr r0, [r1, #4]", {0x48, 0x68}, CLASS_LOAD},
    {"ldr r0, [r1, r2, lsl #2]", {0x51, 0xF8, 0x22, 0x00}, CLASS_LOAD},
    {"ldrb r0, [r1]", {0x08, 0x78}, CLASS_LOAD_NARROW},
    {"ldrsh r0, [r1, #2]", {0xB1, 0xF9, 0x02, 0x00}, CLASS_LOAD_NARROW},
    {"ldr r0, ahead", {0x01, 0x48}, CLASS_LOAD_LITERAL},
    {"ldm r0!, {r1, r2}", {0x06, 0xC8}, CLASS_LOAD_MULTIPLE},
    {"ldrd r0, r1, [r2]", {0xD2, 0xE9, 0x00, 0x01}, CLASS_LOAD_MULTIPLE},
    {"pop {r4, pc}", {0x10, 0xBD}, CLASS_LOAD_MULTIPLE_RETURN},
    {"ldr pc, [r0]", {0xD0, 0xF8, 0x00, 0xF0}, CLASS_LOAD_MULTIPLE_RETURN},
    {"str r0, [r1]", {0x08, 0x60}, CLASS_STORE},
    {"strb r0, [r1]", {0x08, 0x70}, CLASS_STORE},
    {"push {r4, lr}", {0x10, 0xB5}, CLASS_STORE_MULTIPLE},
    {"strd r0, r1, [r2]", {0xC2, 0xE9, 0x00, 0x01}, CLASS_STORE_MULTIPLE},
    {"b ahead", {0x02, 0xE0}, CLASS_JUMP},
    {"b.w ahead", {0x00, 0xF0, 0x02, 0xB8}, CLASS_JUMP},
    {"beq ahead", {0x02, 0xD0}, CLASS_BRANCH},
    {"bne.w ahead", {0x40, 0xF0, 0x02, 0x80}, CLASS_BRANCH},
    {"cbz r0, ahead", {0x10, 0xB1}, CLASS_BRANCH},
    {"bl ahead", {0x00, 0xF0, 0x02, 0xF8}, CLASS_CALL},
    {"blx r3", {0x98, 0x47}, CLASS_CALL},
    {"bx lr", {0x70, 0x47}, CLASS_RETURN},
    {"mov pc, lr", {0xF7, 0x46}, CLASS_RETURN},
    {"nop", {0x00, 0xBF}, CLASS_NOP},
    {"nop.w", {0xAF, 0xF3, 0x00, 0x80}, CLASS_NOP},
    {"vadd.f32 s0, s1, s2", {0x30, 0xEE, 0x81, 0x0A}, CLASS_FLOAT_ADD},
    {"vsub.f32 s0, s1, s2", {0x30, 0xEE, 0xC1, 0x0A}, CLASS_FLOAT_ADD},
    {"vmul.f32 s0, s1, s2", {0x20, 0xEE, 0x81, 0x0A}, CLASS_FLOAT_MULTIPLY},
    {"vnmul.f32 s0, s1, s2", {0x20, 0xEE, 0xC1, 0x0A}, CLASS_FLOAT_MULTIPLY},
    {"vmla.f32 s0, s1, s2", {0x00, 0xEE, 0x81, 0x0A}, CLASS_FLOAT_MULTIPLY_ADD},
    {"vfma.f32 s0, s1, s2", {0xA0, 0xEE, 0x81, 0x0A}, CLASS_FLOAT_MULTIPLY_ADD},
    {"vfnms.f32 s0, s1, s2", {0x90, 0xEE, 0x81, 0x0A}, CLASS_FLOAT_MULTIPLY_ADD},
    {"vdiv.f32 s0, s1, s2", {0x80, 0xEE, 0x81, 0x0A}, CLASS_FLOAT_DIVIDE},
    {"vsqrt.f32 s0, s1", {0xB1, 0xEE, 0xE0, 0x0A}, CLASS_FLOAT_ROOT},
    {"vcvt.s32.f32 s0, s1", {0xBD, 0xEE, 0xE0, 0x0A}, CLASS_FLOAT_CONVERT},
    {"vcvt.f32.u32 s0, s1", {0xB8, 0xEE, 0x60, 0x0A}, CLASS_FLOAT_CONVERT},
    {"vcvtr.s32.f32 s0, s1", {0xBD, 0xEE, 0x60, 0x0A}, CLASS_FLOAT_CONVERT},
    {"vcvt.f32.s32 s0, s0, #4", {0xBA, 0xEE, 0xCE, 0x0A}, CLASS_FLOAT_CONVERT},
    {"vcmp.f32 s0, s1", {0xB4, 0xEE, 0x60, 0x0A}, CLASS_FLOAT_COMPARE},
    {"vcmpe.f32 s0, #0", {0xB5, 0xEE, 0xC0, 0x0A}, CLASS_FLOAT_COMPARE},
    {"vabs.f32 s0, s1", {0xB0, 0xEE, 0xE0, 0x0A}, CLASS_FLOAT_SIGN},
    {"vneg.f32 s0, s1", {0xB1, 0xEE, 0x60, 0x0A}, CLASS_FLOAT_SIGN},
    {"vmov.f32 s0, s1", {0xB0, 0xEE, 0x60, 0x0A}, CLASS_FLOAT_MOVE},
    {"vmov.f32 s0, #1.0", {0xB7, 0xEE, 0x00, 0x0A}, CLASS_FLOAT_MOVE},
    {"vmov s0, r1", {0x00, 0xEE, 0x10, 0x1A}, CLASS_FLOAT_TRANSFER},
    {"vmov r1, s0", {0x10, 0xEE, 0x10, 0x1A}, CLASS_FLOAT_TRANSFER},
    {"vmrs r0, fpscr", {0xF1, 0xEE, 0x10, 0x0A}, CLASS_FLOAT_TRANSFER},
    {"vmsr fpscr, r0", {0xE1, 0xEE, 0x10, 0x0A}, CLASS_FLOAT_TRANSFER},
    {"vmov s0, s1, r0, r1", {0x41, 0xEC, 0x10, 0x0A}, CLASS_FLOAT_TRANSFER_TWO},
    {"vmov r0, r1, d2", {0x51, 0xEC, 0x12, 0x0B}, CLASS_FLOAT_TRANSFER_TWO},
    {"vldr s0, [r0]", {0x90, 0xED, 0x00, 0x0A}, CLASS_FLOAT_LOAD},
    {"vldr s0, ahead", {0x9F, 0xED, 0x01, 0x0A}, CLASS_FLOAT_LOAD_LITERAL},
    {"vstr s0, [r0]", {0x80, 0xED, 0x00, 0x0A}, CLASS_FLOAT_STORE},
    {"vldmia r0!, {s0-s3}", {0xB0, 0xEC, 0x04, 0x0A}, CLASS_FLOAT_LOAD_MULTIPLE},
    {"vpop {d8}", {0xBD, 0xEC, 0x02, 0x8B}, CLASS_FLOAT_LOAD_MULTIPLE},
    {"vldr d0, [r0]", {0x90, 0xED, 0x00, 0x0B}, CLASS_FLOAT_LOAD_MULTIPLE},
    {"vpush {d8}", {0x2D, 0xED, 0x02, 0x8B}, CLASS_FLOAT_STORE_MULTIPLE},
    {"vstr d0, [r0]", {0x80, 0xED, 0x00, 0x0B}, CLASS_FLOAT_STORE_MULTIPLE},
};

static const struct encoding risc_v[] = {
    {"add a0, a1, a2", {0x33, 0x85, 0xC5, 0x00}, CLASS_ALU},
    {"srai a0, a1, 3", {0x13, 0xD5, 0x35, 0x40}, CLASS_ALU},
    {"lui a0, 5", {0x15, 0x65}, CLASS_ALU},
    {"auipc a0, 5", {0x17, 0x55, 0x00, 0x00}, CLASS_ALU},
    {"sltu a0, a1, a2", {0x33, 0xB5, 0xC5, 0x00}, CLASS_ALU},
    {"c.sub a0, a1", {0x0D, 0x8D}, CLASS_ALU},
    {"mul a0, a1, a2", {0x33, 0x85, 0xC5, 0x02}, CLASS_MULTIPLY},
    {"mulhu a0, a1, a2", {0x33, 0xB5, 0xC5, 0x02}, CLASS_MULTIPLY},
    {"div a0, a1, a2", {0x33, 0xC5, 0xC5, 0x02}, CLASS_DIVIDE},
    {"remu a0, a1, a2", {0x33, 0xF5, 0xC5, 0x02}, CLASS_DIVIDE},
    {"lw a0, 4(a1)", {0xC8, 0x41}, CLASS_LOAD},
    {"c.lwsp a0, 4(sp)", {0x12, 0x45}, CLASS_LOAD},
    {"lb a0, 1(a1)", {0x03, 0x85, 0x15, 0x00}, CLASS_LOAD_NARROW},
    {"lbu a0, 1(a1)", {0x03, 0xC5, 0x15, 0x00}, CLASS_LOAD_NARROW},
    {"lh a0, 2(a1)", {0x03, 0x95, 0x25, 0x00}, CLASS_LOAD_NARROW},
    {"lhu a0, 2(a1)", {0x03, 0xD5, 0x25, 0x00}, CLASS_LOAD_NARROW},
    {"sw a0, 4(a1)", {0xC8, 0xC1}, CLASS_STORE},
    {"sb a0, 4(a1)", {0x23, 0x82, 0xA5, 0x00}, CLASS_STORE},
    {"j ahead", {0x21, 0xA0}, CLASS_JUMP},
    {"jr a0", {0x02, 0x85}, CLASS_JUMP},
    {"beq a0, a1, ahead", {0x63, 0x04, 0xB5, 0x00}, CLASS_BRANCH},
    {"c.bnez a0, ahead", {0x01, 0xE5}, CLASS_BRANCH},
    {"jal ahead", {0xEF, 0x00, 0x80, 0x00}, CLASS_CALL},
    {"jalr a0", {0x02, 0x95}, CLASS_CALL},
    {"ret", {0x82, 0x80}, CLASS_RETURN},
    {"nop", {0x01, 0x00}, CLASS_NOP},
    {"fadd.s fa0, fa1, fa2", {0x53, 0xF5, 0xC5, 0x00}, CLASS_FLOAT_ADD},
    {"fsub.s fa0, fa1, fa2", {0x53, 0xF5, 0xC5, 0x08}, CLASS_FLOAT_ADD},
    {"fmul.s fa0, fa1, fa2", {0x53, 0xF5, 0xC5, 0x10}, CLASS_FLOAT_MULTIPLY},
    {"fmadd.s fa0, fa1, fa2, fa3", {0x43, 0xF5, 0xC5, 0x68}, CLASS_FLOAT_MULTIPLY_ADD},
    {"fnmsub.s fa0, fa1, fa2, fa3", {0x4B, 0xF5, 0xC5, 0x68}, CLASS_FLOAT_MULTIPLY_ADD},
    {"fdiv.s fa0, fa1, fa2", {0x53, 0xF5, 0xC5, 0x18}, CLASS_FLOAT_DIVIDE},
    {"fsqrt.s fa0, fa1", {0x53, 0xF5, 0x05, 0x58}, CLASS_FLOAT_ROOT},
    {"fcvt.w.s a0, fa1", {0x53, 0xF5, 0x05, 0xC0}, CLASS_FLOAT_CONVERT},
    {"fcvt.s.wu fa0, a1", {0x53, 0xF5, 0x15, 0xD0}, CLASS_FLOAT_CONVERT},
    {"feq.s a0, fa1, fa2", {0x53, 0xA5, 0xC5, 0xA0}, CLASS_FLOAT_COMPARE},
    {"flt.s a0, fa1, fa2", {0x53, 0x95, 0xC5, 0xA0}, CLASS_FLOAT_COMPARE},
    {"fle.s a0, fa1, fa2", {0x53, 0x85, 0xC5, 0xA0}, CLASS_FLOAT_COMPARE},
    {"fsgnjn.s fa0, fa1, fa2", {0x53, 0x95, 0xC5, 0x20}, CLASS_FLOAT_SIGN},
    {"fmin.s fa0, fa1, fa2", {0x53, 0x85, 0xC5, 0x28}, CLASS_FLOAT_SIGN},
    {"fmv.x.w a0, fa1", {0x53, 0x85, 0x05, 0xE0}, CLASS_FLOAT_TRANSFER},
    {"fmv.w.x fa0, a1", {0x53, 0x85, 0x05, 0xF0}, CLASS_FLOAT_TRANSFER},
    {"fclass.s a0, fa1", {0x53, 0x95, 0x05, 0xE0}, CLASS_FLOAT_TRANSFER},
    {"flw fa0, 4(a1)", {0xC8, 0x61}, CLASS_FLOAT_LOAD},
    {"fsw fa0, 4(a1)", {0xC8, 0xE1}, CLASS_FLOAT_STORE},
};

/* Fixed bits that are not as they must be, registers that must not be there, other instructions. */
static const struct encoding unknown_thumb[] = {
    {"adc.w with bit 15", {0x4A, 0xEB, 0xBD, 0x80}, N_CLASSES},
    {"usat with bit 26", {0x8A, 0xF7, 0xB1, 0x00}, N_CLASSES},
    {"sxth.w with bit 6", {0x0F, 0xFA, 0xD0, 0xF0}, N_CLASSES},
    {"vmov s0, r1 with bit 5", {0x00, 0xEE, 0x30, 0x1A}, N_CLASSES},
    {"vmov.f32 s0, #1.0 with bit 7", {0xB7, 0xEE, 0x80, 0x0A}, N_CLASSES},
    {"vcmpe.f32 s0, #0 with bit 5", {0xB5, 0xEE, 0xE0, 0x0A}, N_CLASSES},
    {"vmsr fpinst2, r0", {0xEA, 0xEE, 0x10, 0x0A}, N_CLASSES},
    {"vmrs r0, mvfr0", {0xF7, 0xEE, 0x10, 0x0A}, N_CLASSES},
    {"clz of two registers", {0xB0, 0xFA, 0x81, 0xF0}, N_CLASSES},
    {"ubfx beyond bit 31", {0xCA, 0xF3, 0x1F, 0x50}, N_CLASSES},
    {"bfi from high to low", {0x60, 0xF3, 0x02, 0x50}, N_CLASSES},
    {"vstmia of 64 registers", {0x85, 0xEC, 0x40, 0xAA}, N_CLASSES},
    {"stm.w of one register", {0xA7, 0xE8, 0x10, 0x00}, N_CLASSES},
    {"ldm.w of pc and lr", {0xB1, 0xE8, 0x02, 0xC0}, N_CLASSES},
    {"ldm.w of sp", {0xB1, 0xE8, 0x02, 0x20}, N_CLASSES},
    {"ldm.w of its moving base", {0xB1, 0xE8, 0x06, 0x00}, N_CLASSES},
    {"ldr r1, [r1], #4", {0x51, 0xF8, 0x04, 0x1B}, N_CLASSES},
    {"ldrb pc, [r0, #1]!", {0x10, 0xF8, 0x01, 0xFF}, N_CLASSES},
    {"smull pc, r0, r7, r12", {0x87, 0xFB, 0x0C, 0xF0}, N_CLASSES},
    {"add.w r0, pc, r1", {0x0F, 0xEB, 0x01, 0x00}, N_CLASSES},
    {"ldrb.w r0, [pc, #4]", {0x9F, 0xF8, 0x04, 0x00}, N_CLASSES},
    {"wfi.w", {0xAF, 0xF3, 0x03, 0x80}, N_CLASSES},
    {"vadd.f64 d0, d0, d1", {0x30, 0xEE, 0x01, 0x0B}, N_CLASSES},
    {"ldrt r0, [r1]", {0x51, 0xF8, 0x00, 0x0E}, N_CLASSES},
    {"vmov.32 d0[1], r0", {0x20, 0xEE, 0x10, 0x0B}, N_CLASSES},
    {"bx lr with bit 0", {0x71, 0x47}, N_CLASSES},
    {"bxns lr", {0x74, 0x47}, N_CLASSES},
    {"mov r0, pc", {0x78, 0x46}, N_CLASSES},
    {"add r0, pc", {0x78, 0x44}, N_CLASSES},
    {"wfi", {0x30, 0xBF}, N_CLASSES},
    {"svc 0", {0x00, 0xDF}, N_CLASSES},
    {"udf", {0x00, 0xDE}, N_CLASSES},
    {"setend", {0x50, 0xB6}, N_CLASSES},
    {"ldm of nothing", {0x00, 0xC8}, N_CLASSES},
    {"stm of its base", {0x03, 0xC0}, N_CLASSES},
};

static const struct encoding unknown_risc_v[] = {
    {"fadd.s with rounding 5", {0x53, 0xD5, 0xC5, 0x00}, N_CLASSES},
    {"fmadd.s with rounding 6", {0x43, 0xE5, 0xC5, 0x68}, N_CLASSES},
    {"fadd.d", {0x53, 0xF5, 0xC5, 0x02}, N_CLASSES},
    {"fsqrt.s with rs2", {0x53, 0xF5, 0x15, 0x58}, N_CLASSES},
    {"fcvt.l.s", {0x53, 0xF5, 0x25, 0xC0}, N_CLASSES},
    {"fmv.x.w with rs2", {0x53, 0x85, 0x15, 0xE0}, N_CLASSES},
    {"fsgnj.s with funct3 3", {0x53, 0xB5, 0xC5, 0x20}, N_CLASSES},
    {"fmin.s with funct3 2", {0x53, 0xA5, 0xC5, 0x28}, N_CLASSES},
    {"fcmp with funct3 3", {0x53, 0xB5, 0xC5, 0xA0}, N_CLASSES},
    {"fmv.w.x with funct3 1", {0x53, 0x95, 0x05, 0xF0}, N_CLASSES},
    {"jalr with funct3 1", {0x67, 0x90, 0x00, 0x00}, N_CLASSES},
    {"jal t0", {0xEF, 0x02, 0x00, 0x00}, N_CLASSES},
    {"jalr t0", {0xE7, 0x02, 0x05, 0x00}, N_CLASSES},
    {"slli by 33", {0x13, 0x95, 0x15, 0x02}, N_CLASSES},
    {"lwu", {0x03, 0xE5, 0x45, 0x00}, N_CLASSES},
    {"ld", {0x03, 0xB5, 0x45, 0x00}, N_CLASSES},
    {"fld", {0x07, 0xB5, 0x45, 0x00}, N_CLASSES},
    {"amoadd.w", {0x2F, 0xA5, 0xC5, 0x00}, N_CLASSES},
    {"csrr", {0x73, 0x25, 0x00, 0xC0}, N_CLASSES},
    {"fence", {0x0F, 0x00, 0xF0, 0x0F}, N_CLASSES},
    {"ecall", {0x73, 0x00, 0x00, 0x00}, N_CLASSES},
    {"mulw", {0x3B, 0x85, 0xC5, 0x02}, N_CLASSES},
    {"andn", {0x33, 0xF5, 0xC5, 0x40}, N_CLASSES},
    {"nothing", {0x00, 0x00}, N_CLASSES},
    {"c.ebreak", {0x02, 0x90}, N_CLASSES},
    {"c.fld", {0x08, 0x21}, N_CLASSES},
    {"c.fldsp", {0x02, 0x25}, N_CLASSES},
    {"c.slli by 33", {0x06, 0x15}, N_CLASSES},
    {"c.srli by 33", {0x05, 0x91}, N_CLASSES},
    {"c.addi4spn of 0", {0x08, 0x00}, N_CLASSES},
    {"c.lui of 0", {0x01, 0x65}, N_CLASSES},
    {"c.lwsp to zero", {0x12, 0x40}, N_CLASSES},
    {"c.jr zero", {0x02, 0x80}, N_CLASSES},
};

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

static void classes_check(const struct encoding *list, size_t n, enum object_machine machine)
{
    bool reached[N_CLASSES] = {false};
    for (size_t i = 0; i < n; i++) {
        struct insn insn;
        bool known = (machine == MACHINE_ARM ? decode_thumb : decode_riscv)(
            list[i].bytes, sizeof(list[i].bytes), 0x100, &insn);
        if (!known || insn.class != list[i].class)
            fail_msg("%s: %s, class %d", list[i].text, insn.text, (int)insn.class);
        reached[insn.class] = true;
    }
    reached[CLASS_BRANCH_PASSED] = true; /* a branch that the walk finds not to be taken */
    for (size_t c = 0; c < n_cores; c++)
        for (size_t k = 0; k < cores[c]->n_rows && cores[c]->machine == machine; k++)
            if (!reached[cores[c]->rows[k].class])
                fail_msg("%s: no instruction of class %d", cores[c]->name,
                         (int)cores[c]->rows[k].class);
}

static void every_class_of_arm_is_reached(void **state)
{
    (void)state;
    classes_check(thumb, COUNT(thumb), MACHINE_ARM);
}

static void every_class_of_risc_v_is_reached(void **state)
{
    (void)state;
    classes_check(risc_v, COUNT(risc_v), MACHINE_RISCV);
}

static void these_are_unknown(void **state)
{
    (void)state;
    struct insn insn;
    for (size_t i = 0; i < COUNT(unknown_thumb); i++)
        if (decode_thumb(unknown_thumb[i].bytes, sizeof(unknown_thumb[i].bytes), 0x100, &insn))
            fail_msg("%s: %s", unknown_thumb[i].text, insn.text);
    for (size_t i = 0; i < COUNT(unknown_risc_v); i++)
        if (decode_riscv(unknown_risc_v[i].bytes, sizeof(unknown_risc_v[i].bytes), 0x100, &insn))
            fail_msg("%s: %s", unknown_risc_v[i].text, insn.text);
}

/* A load or store needs an address that is a multiple of what it moves, up to a word. */
static void accesses_have_an_alignment(void **state)
{
    (void)state;
    static const struct {
        struct encoding encoding;
        unsigned align;
    } accesses[] = {
        {{"ldr r0, [r1]", {0x08, 0x68}, CLASS_LOAD}, 4},
        {{"ldrh r0, [r1]", {0x08, 0x88}, CLASS_LOAD_NARROW}, 2},
        {{"ldrsh r0, [r1, r2]", {0x88, 0x5E}, CLASS_LOAD_NARROW}, 2},
        {{"ldrb r0, [r1]", {0x08, 0x78}, CLASS_LOAD_NARROW}, 1},
        {{"ldrsb r0, [r1, r2]", {0x88, 0x56}, CLASS_LOAD_NARROW}, 1},
        {{"str r0, [r1]", {0x08, 0x60}, CLASS_STORE}, 4},
        {{"strh r0, [r1]", {0x08, 0x80}, CLASS_STORE}, 2},
        {{"strb r0, [r1]", {0x08, 0x70}, CLASS_STORE}, 1},
        {{"push {r4, lr}", {0x10, 0xB5}, CLASS_STORE_MULTIPLE}, 4},
        {{"ldrd r0, r1, [r2]", {0xD2, 0xE9, 0x00, 0x01}, CLASS_LOAD_MULTIPLE}, 4},
        {{"vldr s0, [r0]", {0x90, 0xED, 0x00, 0x0A}, CLASS_FLOAT_LOAD}, 4},
        {{"vldr d0, [r0]", {0x90, 0xED, 0x00, 0x0B}, CLASS_FLOAT_LOAD_MULTIPLE}, 4},
        {{"vldmia r0, {s0-s3}", {0x90, 0xEC, 0x04, 0x0A}, CLASS_FLOAT_LOAD_MULTIPLE}, 4},
        {{"add r0, r1, r2", {0x88, 0x18}, CLASS_ALU}, 0},
    };
    static const unsigned widths[] = {1, 2, 4};
    struct insn insn;
    for (size_t i = 0; i < COUNT(accesses); i++) {
        assert_true(decode_thumb(accesses[i].encoding.bytes, 4, 0x100, &insn));
        assert_int_equal(insn.class, accesses[i].encoding.class);
        if (insn.align != accesses[i].align)
            fail_msg("%s: %u", accesses[i].encoding.text, insn.align);
    }
    for (unsigned f3 = 0; f3 < 3; f3++) {
        const uint8_t load[] = {0x03, (uint8_t)(0x05 | f3 << 4), 0x05, 0x00};
        const uint8_t store[] = {0x23, (uint8_t)(f3 << 4), 0xB5, 0x00};
        assert_true(decode_riscv(load, 4, 0x100, &insn));
        assert_int_equal(insn.align, widths[f3]);
        assert_true(decode_riscv(store, 4, 0x100, &insn));
        assert_int_equal(insn.align, widths[f3]);
    }
}

/* Addresses relative to the program counter, which is rounded down to 4 and 4 ahead. */
static void an_address_is_relative(void **state)
{
    (void)state;
    static const struct {
        uint8_t bytes[4];
        int64_t target;
    } rows[] = {
        {{0x02, 0xA0}, 0x104 + 8},                /* adr r0, #8 */
        {{0x0F, 0xF2, 0x0A, 0x00}, 0x104 + 10},   /* adr.w r0, #10 */
        {{0xAF, 0xF2, 0x0A, 0x00}, 0x104 - 10},   /* adr.w r0, #-10 */
        {{0x0F, 0xF6, 0xFF, 0x70}, 0x104 + 4095}, /* adr.w r0, #4095 */
    };
    for (size_t i = 0; i < COUNT(rows); i++)
        for (uint64_t address = 0x100; address < 0x104; address += 2) {
            struct insn insn;
            assert_true(decode_thumb(rows[i].bytes, 4, address, &insn));
            assert_true(insn.relative && insn.effect == EFFECT_CONSTANT && insn.rd == 0);
            assert_int_equal(insn.imm, rows[i].target);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_class_of_arm_is_reached),
        cmocka_unit_test(every_class_of_risc_v_is_reached),
        cmocka_unit_test(these_are_unknown),
        cmocka_unit_test(accesses_have_an_alignment),
        cmocka_unit_test(an_address_is_relative),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
