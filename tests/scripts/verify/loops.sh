#!/bin/bash
# epiwcet and loops: those whose every branch constants decide, counted by hand and on emulated cores;
# all others refused, each with the right words.
# verifies: REQ-WCET
. tests/scripts/lib.sh
. tests/harness/wcet.sh

# thumb BODY: a function of this body; the same for RISC-V.
thumb() { thumb_head f_infer; printf '%b\n' "$1"; echo '.size f_infer, . - f_infer'; }
risc_v() { function_head f_infer; printf '%b\n' "$1"; echo '.size f_infer, . - f_infer'; }
# counted "INSTRUCTIONS CYCLES STACK" BODY [OPTION...]: of a Cortex-M4F.
counted() { thumb "$2" | figures_are cortex-m4f "$m4f" "$1" "${@:3}"; }
counted_on() { thumb "$4" | figures_are "$1" "$arm -mcpu=$2" "$3"; }
counted_risc_v() { risc_v "$2" | figures_are rv32imafc "$rv32" "$1"; }

# --- counted by hand ------------------------------------------------------------------------------

down="movs r1, #10\n1: subs r1, #1\nbne 1b\nbx lr"
callee=".size f_infer, . - f_infer\n.type g, %function\n.thumb_func\ng:"

# 1; ten times 2, and 4 for the branch but at last 1; 4.
check "up" counted "32 62 0" "movs r1, #0\n1: adds r1, #1\ncmp r1, #10\nbne 1b\nbx lr"
check "up to a register" counted "33 63 0" "movs r1, #0\nmovs r2, #10\n1: adds r1, #1\ncmp r1, r2\nblt 1b\nbx lr"
check "down" counted "22 52 0" "$down"
check "down, compare and branch" counted "21 51 0" "movs r1, #5\nb 2f\n1: nop\n2: subs r1, #1\ncbnz r1, 3f\nbx lr\n3: b 1b"
check "down, by a larger step" counted "12 27 0" "movs r1, #12\n1: subs r1, #3\nbpl 1b\nbx lr" # 12 9 6 3 0 -3
check "a pointer" counted "32 72 0" "add.w r3, r0, #40\n1: ldr r1, [r0], #4\ncmp r0, r3\nbne 1b\nbx lr"
check "a pointer from memory" counted "33 74 0" "ldr r0, [r0]\nadd.w r3, r0, #40\n1: ldr r1, [r0], #4\ncmp r0, r3\nbne 1b\nbx lr"
check "nested" counted "35 71 0" "movs r1, #3\n2: movs r2, #4\n1: subs r2, #1\nbne 1b\nsubs r1, #1\nbne 2b\nbx lr"
check "with a call" counted "23 72 8" "push {r4, lr}\nmovs r4, #5\n1: bl g\nsubs r4, #1\nbne 1b\npop {r4, pc}\n$callee bx lr"
check "a counter that the callee could change and does not" counted "23 72 8" \
    "push {r4, lr}\nmovs r1, #5\n1: bl g\nsubs r1, #1\nbne 1b\npop {r4, pc}\n$callee bx lr"
check "tested at the top" counted "32 59 0" "movs r1, #0\n1: cmp r1, #7\nbeq 2f\nadds r1, #1\nb 1b\n2: bx lr"
check "entered at the test" counted "17 35 0" "movs r1, #5\nb 2f\n1: nop\n2: subs r1, #1\nbne 1b\nbx lr"
check "a counter on the stack" counted "29 60 8" \
    "sub sp, #8\nmovs r1, #6\nstr r1, [sp, #4]\n1: ldr r1, [sp, #4]\nsubs r1, #1\nstr r1, [sp, #4]\nbne 1b\nadd sp, #8\nbx lr"
# A pair of registers is stored and loaded in the order in which it is named. In cycles 3 and 3; six times 2, 1, 3 and 4 (at last 1); 1 and 4.
check "a counter stored as one of two, the higher register first" counted "30 68 8" \
    "sub sp, #8\nmovs r1, #6\nmovs r2, #9\nstrd r2, r1, [sp]\n1: ldr r1, [sp, #4]\nsubs r1, #1\nstrd r2, r1, [sp]\nbne 1b\nadd sp, #8\nbx lr"
check "a counter loaded as one of two, the higher register first" counted "31 69 8" \
    "sub sp, #8\nmovs r1, #6\nmovs r2, #9\nstr r1, [sp]\nstr r2, [sp, #4]\n1: ldrd r2, r1, [sp]\nsubs r2, #1\nstr r2, [sp]\nbne 1b\nadd sp, #8\nbx lr"
check "a counter loaded over its base" counted "37 81 8" \
    "sub sp, #8\nmovs r1, #6\nmovs r2, #9\nstr r1, [sp]\nstr r2, [sp, #4]\n1: mov r2, sp\nldrd r2, r1, [r2]\nsubs r2, #1\nstr r2, [sp]\nbne 1b\nadd sp, #8\nbx lr"
check "a large count, in halves" counted "140004 350004 0" "movw r1, #4464\nmovt r1, #1\n1: subs r1, #1\nbne 1b\nmovs r0, #0\nbx lr"
# Two lines and one fetched in vain each time round; one and one in vain for the return.
check "every round fetches anew" counted "22 212 0" "$down" --flash-wait 5 --flash-line 16
check "Cortex-M3" counted_on cortex-m3 cortex-m3 "22 52 0" "$down"
check "Cortex-M0+" counted_on cortex-m0plus cortex-m0plus "22 32 0" "$down"
check "Cortex-M33" counted_on cortex-m33 cortex-m33 "22 52 0" "$down"
check "Cortex-M7" counted_on cortex-m7 cortex-m7 "22 66 0" "$down"
check "RISC-V: down" counted_risc_v "22 55 0" "li a1, 10\n1: addi a1, a1, -1\nbnez a1, 1b\nret"
check "RISC-V: up, unsigned" counted_risc_v "24 57 0" "li a1, 0\nli a2, 10\nnop\n1: addi a1, a1, 1\nbltu a1, a2, 1b\nret"
check "RISC-V: a pointer" counted_risc_v "32 65 0" "addi a2, a0, 40\n1: lw a3, 0(a0)\naddi a0, a0, 4\nbne a0, a2, 1b\nret"

# What counters go through.
check "a counter shifted left" counted "20 38 0" "movs r1, #1\n1: lsls r1, #1\ncmp r1, #64\nbne 1b\nbx lr"
check "a counter shifted right" counted "22 52 0" "movw r1, #1000\n1: lsrs r1, #1\nbne 1b\nbx lr"
check "a negative counter shifted" counted "20 38 0" "mvn r1, #63\n1: asrs r1, r1, #1\ncmn r1, #1\nbne 1b\nbx lr"
check "a complement" counted "21 39 0" "movs r2, #4\nmvns r1, r2\n1: adds r1, #1\ncmp r1, #1\nbne 1b\nbx lr" # -5 to 1
check "a signed byte that wraps" counted "34 58 0" "movs r1, #120\n1: adds r1, #1\nsxtb r1, r1\ncmp r1, #0\nbgt 1b\nbx lr"
check "a byte that wraps" counted "26 44 0" "movs r1, #250\n1: adds r1, #1\nuxtb r1, r1\ncmp r1, #0\nbne 1b\nbx lr"
check "a masked counter" counted "26 44 0" "movs r1, #26\n1: adds r1, #1\nand r1, r1, #31\ncmp r1, #0\nbne 1b\nbx lr"
check "a counter masked by a register" counted "27 45 0" "movs r1, #26\nmovs r2, #31\n1: adds r1, #1\nand r1, r1, r2\ncmp r1, #0\nbne 1b\nbx lr"
check "RISC-V: a counter masked by a register" counted_risc_v "21 42 0" "li a1, 26\nli a2, 31\n1: addi a1, a1, 1\nand a1, a1, a2\nbnez a1, 1b\nret"
check "a step in a register" counted "11 23 0" "movs r1, #20\nmovs r2, #5\n1: subs r1, r1, r2\nbne 1b\nbx lr"
check "a step in a register, shifted" counted "12 21 0" "movs r1, #0\nmovs r2, #1\n1: add r1, r1, r2, lsl #2\ncmp r1, #12\nbne 1b\nbx lr"
check "a distance of pointers" counted "18 34 0" "add r3, r0, #16\n1: ldr r1, [r0], #4\nsubs r2, r3, r0\ncmp r2, #0\nbne 1b\nbx lr"
check "RISC-V: a negative counter shifted" counted_risc_v "15 36 0" "li a1, -64\nli a2, -1\n1: srai a1, a1, 1\nbne a1, a2, 1b\nret"
check "RISC-V: a byte that wraps" counted_risc_v "26 47 0" "li a1, 250\n1: addi a1, a1, 1\nnop\nandi a1, a1, 255\nbnez a1, 1b\nret"

# Each condition on both sides of its border: which way it goes decides how often the loop runs.
conditions_decide() {
    local condition last times
    while read -r condition last times; do
        thumb "movs r1, #0\n1: adds r1, #1\nmovs r2, #0\nsubs r2, #3\nadds r2, r2, r1\ncmp r2, #$last\nb$condition 1b\nbx lr" | assemble "$m4f"
        "$epiwcet" --core m4f --json "$work/code.o" >"$work/json"
        echo "$condition $last: expected $((2 + 6 * times))"
        prints $((2 + 6 * times)) figure instructions <"$work/json"
    done <<'END'
ne 0 3
ne 7 10
lt 0 3
le 0 4
lt 5 8
mi 0 3
hi 0 3
hs 1 3
END
}
check "conditions" conditions_decide

# --- refused --------------------------------------------------------------------------------------

refused() { refused_body "$@"; }
undecided="backward (a loop): constants do not decide how often"
check "a count from an argument" refused "$undecided" "1: subs r0, #1\nbne 1b\nbx lr"
check "a bound from an argument" refused "$undecided" "movs r1, #0\n1: adds r1, #1\ncmp r1, r0\nbne 1b\nbx lr"
check "a bound from memory" refused "$undecided" "ldr r2, [r0]\nmovs r1, #0\n1: adds r1, #1\ncmp r1, r2\nbne 1b\nbx lr"
check "a bound that the loop loads" refused "$undecided" "movs r2, #9\nmovs r1, #0\n1: adds r1, #1\nldr r2, [r0]\ncmp r1, r2\nbne 1b\nbx lr"
check "a second exit" refused "+0x8 (address 0x8): beq" "movs r1, #9\n1: ldr r2, [r0], #4\ncmp r2, #3\nbeq 2f\nsubs r1, #1\nbne 1b\n2: bx lr"
check "a counter changed on a condition" refused "conditional branch: constants do not decide where it goes" \
    "movs r1, #9\n1: cmp r0, #3\nbeq 2f\nsubs r1, #1\n2: subs r1, #1\nbne 1b\nbx lr"
check "a counter changed in an IT block" refused "IT block" "movs r1, #9\n1: cmp r0, #3\nit eq\nsubeq r1, #1\nsubs r1, #1\nbne 1b\nbx lr"
check "a counter changed by a callee" refused "$undecided" "push {r4, lr}\nmovs r1, #5\n1: bl g\nsubs r1, #1\nbne 1b\npop {r4, pc}\n$callee ldr r1, [r0]\nbx lr"
check "a counter that a veneer may change" refused "$undecided" "push {r4, lr}\nmov r12, #5\n1: bl g\nsubs r12, #1\nbne 1b\npop {r4, pc}\n$callee bx lr"
check "a kept register changed by a callee" refused "does not restore r4" "push {r4, lr}\nmovs r4, #5\n1: bl g\nsubs r4, #1\nbne 1b\npop {r4, pc}\n$callee movs r4, #7\nbx lr"
check "a while on data" refused "$undecided" "1: ldrb r1, [r0], #1\ncmp r1, #0\nbne 1b\nbx lr"
check "a while on data, tested at the top" refused "constants do not decide where it goes" "1: ldrb r1, [r0], #1\ncbz r1, 2f\nb 1b\n2: bx lr"
check "a counter loaded over by a byte" refused "$undecided" "movs r1, #9\n1: subs r1, #1\nldrb r1, [r1]\ncmp r1, #2\nbne 1b\nbx lr"
check "a counter divided" refused "integer division" "movs r1, #9\nmovs r2, #2\n1: udiv r1, r1, r2\ncmp r1, #0\nbne 1b\nbx lr"
check "flags of a float comparison" refused "$undecided" "movs r1, #9\n1: subs r1, #1\nvcmp.f32 s0, s1\nvmrs APSR_nzcv, fpscr\nbne 1b\nbx lr"
check "flags that a callee leaves" refused "$undecided" "push {r4, lr}\nmovs r4, #5\n1: subs r4, #1\nbl g\nbne 1b\npop {r4, pc}\n$callee bx lr"
check "flags of a shift" refused "$undecided" "movs r1, #9\n1: subs r1, #1\nlsrs r2, r0, #3\nbne 1b\nbx lr"
check "the order of addresses" refused "$undecided" "add.w r3, r0, #40\n1: ldr r1, [r0], #4\ncmp r0, r3\nblo 1b\nbx lr"
check "pointers to different things" refused "$undecided" "add.w r3, r1, #40\n1: ldr r2, [r0], #4\ncmp r0, r3\nbne 1b\nbx lr"
check "a loop that nothing leaves" refused "backward branch (a loop) that nothing leaves" "nop\n1: nop\nb 1b"
check "an indirect jump in a loop" refused "indirect branch" "movs r1, #9\n1: subs r1, #1\nbx r0\nbne 1b\nbx lr"
check "a jump through a table in a loop" refused "indirect branch" "movs r1, #9\n1: tbb [pc, r1]\n.byte 1, 1\nsubs r1, #1\nbne 1b\nbx lr"
check "a stack that grows" refused "stack pointer" "movs r1, #9\n1: push {r0}\nsubs r1, #1\nbne 1b\nbx lr"
check "a return address overwritten on the way" refused "indirect branch" \
    "push {r4, lr}\nsub sp, #8\nmov r2, sp\nmovs r1, #4\n1: str r0, [r2], #4\nsubs r1, #1\nbne 1b\nadd sp, #8\npop {r4, pc}"
escaping="sub sp, #8\nadd r2, sp, #4\nstr r2, [r0]\nmovs r1, #6\nstr r1, [sp, #4]\n1: ldr r1, [sp, #4]\nsubs r1, #1\nstr r1, [sp, #4]"
check "a counter on the stack that a pointer may reach" refused "$undecided" "$escaping\nstr r0, [r3]\nbne 1b\nadd sp, #8\nbx lr"
check "a counter on the stack that a callee may reach" refused "$undecided" \
    "push {r4, lr}\nsub sp, #8\nadd r0, sp, #4\nmovs r1, #6\nstr r1, [sp, #4]\n1: add r0, sp, #4\nbl g\nldr r1, [sp, #4]\nsubs r1, #1\nstr r1, [sp, #4]\nbne 1b\nadd sp, #8\npop {r4, pc}\n$callee bx lr"
check "a counter on the stack, half of it overwritten" refused "$undecided" \
    "sub sp, #8\nmovs r1, #6\nstr r1, [sp, #4]\n1: ldr r1, [sp, #4]\nsubs r1, #1\nstr r1, [sp, #4]\nstrb r0, [sp, #6]\nbne 1b\nadd sp, #8\nbx lr"
pair="sub sp, #8\nmovs r1, #6\nmovs r2, #9\nstrd r2, r1, [sp]"
check "a counter overwritten by two that are one" refused "$undecided" \
    "$pair\n1: ldr r1, [sp, #4]\nsubs r1, #1\nstrd r0, r0, [sp]\nbne 1b\nadd sp, #8\nbx lr"
check "two words into one register" refused "instruction without a known time" "$pair\n.inst.w 0xE9DD1100\nadd sp, #8\nbx lr"
check "a word into a base that moves" refused "instruction without a known time" "$pair\nmov r2, sp\n.inst.w 0xE8F21202\nadd sp, #8\nbx lr"
check "one call, now of this, now of that" refused "calls now g and now h" \
    "push {r4, r5, r6, lr}\nmovs r5, #2\nldr r4, =g\n1: blx r4\nadds r4, #4\nsubs r5, #1\nbne 1b\npop {r4, r5, r6, pc}\n.ltorg\n$callee nop\nbx lr\n.size g, . - g\n.type h, %function\n.thumb_func\nh: nop\nbx lr"
check "RISC-V: a count from an argument" risc_v_refuses "$undecided" "1: addi a0, a0, -1\nbnez a0, 1b\nret"
check "RISC-V: a bound from memory" risc_v_refuses "$undecided" "lw a2, 0(a0)\nli a1, 0\n1: addi a1, a1, 1\nblt a1, a2, 1b\nret"
check "RISC-V: the order of addresses" risc_v_refuses "$undecided" "addi a2, a0, 40\n1: lw a3, 0(a0)\naddi a0, a0, 4\nbltu a0, a2, 1b\nret"
check "RISC-V: a global pointer that is not kept" risc_v_refuses "does not restore x3" "li gp, 3\nret"
# 0, 2, 4 ... is never 5. Four million instructions are followed: a second, so without sanitizers.
skipped() { local epiwcet=build/epiwcet; refused "a loop without end" "movs r1, #0\n1: adds r1, #2\ncmp r1, #5\nbne 1b\nbx lr"; }
check "a step that skips the bound" skipped

# --- tables of constants --------------------------------------------------------------------------

# literals COUNT WAITS BODY: executed loads of constants from flash, and 5 cycles for each line: of code, of literals,
# of the table (all three anew in each round), and one fetched in vain at every branch.
table="\n.section .rodata\n.align 4\nt: .word 1, 2, 3, 4, 5, 6, 7, 8\n.size t, . - t\n.type t, %object"
literals() {
    thumb "$3\n.ltorg$table" | sed '/^.size f_infer/d' | assemble "$m4f"
    "$epiwcet" --core m4f --flash-wait 5 --json "$work/code.o" >"$work/json"
    prints "$1 $2" figures literal_loads flash_wait_cycles
}
size=".size f_infer, . - f_infer"
check "a table read in a loop" literals 9 135 ".balign 16\nldr r0, =t\nmovs r1, #8\n1: ldr r2, [r0], #4\nsubs r1, #1\nbne 1b\nbx lr\n$size"
check "a table that a callee reads" literals 9 195 ".balign 16\npush {r3, lr}\nldr r0, =t\nbl g\npop {r3, pc}\n$callee movs r1, #8\n1: ldr r2, [r0], #4\nsubs r1, #1\nbne 1b\nbx lr\n.size g, . - g"
check "a table passed on" literals 9 170 ".balign 16\npush {r3, lr}\nldr r0, =t\nbl g\npop {r3, pc}\n$callee nop\nb h\n.size g, . - g\n.type h, %function\n.thumb_func\nh: movs r1, #8\n1: ldr r2, [r0], #4\nsubs r1, #1\nbne 1b\nbx lr\n.size h, . - h"
check "a table and its rows" literals 9 205 ".balign 16\npush {r4, r5, r6, lr}\nldr r4, =t\nmovs r5, #2\n2: mov r0, r4\nbl g\nadds r4, #16\nsubs r5, #1\nbne 2b\npop {r4, r5, r6, pc}\n$callee movs r1, #4\n1: ldr r2, [r0], #4\nsubs r1, #1\nbne 1b\nbx lr\n.size g, . - g"
check "a table by an unknown index" literals 2 25 ".balign 16\nldr r0, =t\nldr r2, [r0, r1]\nbx lr\n$size"
check "a table whose address was stored" literals 2 20 ".balign 16\nldr r0, =t\nstr r0, [r1]\nldr r2, [r1]\nldr r3, [r2]\nbx lr\n$size"
check "a table lost in a callee" literals 2 45 ".balign 16\npush {r3, lr}\nldr r0, =t\nbl g\npop {r3, pc}\n$callee add r3, r0, r1\nldr r2, [r3]\nbx lr\n.size g, . - g"
check "variables are no table" literals 1 15 ".balign 16\nldr r0, =v\nldr r2, [r0]\nldr r3, [r1]\nbx lr\n$size\n.ltorg\n.data\n.align 2\nv: .word 1"

# --- reports --------------------------------------------------------------------------------------

nested="movs r1, #3\n2: movs r2, #4\n1: subs r2, #1\nbne 1b\nsubs r1, #1\nbne 2b\nbx lr"
loops_are_reported() {
    thumb "$nested" | assemble "$m4f"
    "$epiwcet" --core m4f --json "$work/code.o" >"$work/json"
    python3 - "$work/json" <<'END'
import json, sys
report = json.load(open(sys.argv[1]))
outer, inner = report["loops"]
assert outer == {"function": "f_infer", "address": 2, "bound": 3, "entries": 1, "iterations": 3, "cycles": 66}, outer
assert inner == {"function": "f_infer", "address": 4, "bound": 4, "entries": 3, "iterations": 12, "cycles": 51}, inner
assert report["instructions"] == sum(c["instructions"] for c in report["classes"]) == 35
assert report["cycles"] == sum(c["cycles"] for c in report["classes"]) == 71
END
    "$epiwcet" --core m4f "$work/code.o" >"$work/text"
    grep -qE '^ +66 +1 +3 +22  f_infer\+0x2$' "$work/text"
    grep -qE '^ +51 +3 +4 +5  f_infer\+0x4$' "$work/text"
    "$epiwcet" --core m4f --junit --max-cycles 71 "$work/code.o" | grep 'failures="0"'
    thumb "bx lr" | assemble "$m4f"
    "$epiwcet" --core m4f --json "$work/code.o" | grep '"loops": \[\],'
}
loops_are_listed() {
    thumb "$nested" | assemble "$m4f"
    "$epiwcet" --core m4f --listing "$work/code.o" >"$work/listing"
    cat "$work/listing"
    grep -q 'loop: 3 times, 22 cycles each, 66 in all' "$work/listing"
    grep -q 'loop: 4 times at most, entered 3 times, 5 cycles each, 51 in all' "$work/listing"
    grep -qE '^ +6 +4  bne #4  x 9: 36$' "$work/listing"
    grep -qE '^ +6 +1  bne #4  \(not taken\)  x 3: 3$' "$work/listing"
}
stream() {
    thumb "$1" | assemble "$m4f"
    "$epiwcet" --core m4f --json "$work/code.o" | figure stream
}
counts_are_no_constants() {
    local ten eleven one other
    ten=$(stream "$down")
    eleven=$(stream "${down/10/11}")
    [ "$ten" != "$eleven" ]
    one=$(stream "vldr s3, 9f\n$down\n.align 2\n9: .float 1.7")
    other=$(stream "vldr s3, 9f\n$down\n.align 2\n9: .float 2.3")
    [ -n "$one" ]
    [ "$one" = "$other" ]
    thumb "$down" | assemble "$m4f"
    "$epiwcet" --core m4f --json "$work/code.o" >"$work/old.json"
    "$epiwcet" --core m4f --same-stream --against "$work/old.json" "$work/code.o" | grep 'identical apart'
    thumb "${down/10/11}" | assemble "$m4f"
    refuted "$epiwcet" --core m4f --same-stream --against "$work/old.json" "$work/code.o"
}
check "text and JSON" loops_are_reported
check "the listing" loops_are_listed
check "another count is another stream" counts_are_no_constants

# --- compiled -------------------------------------------------------------------------------------

# Loops as people write them, in the place of a network; its own vectors do not fit, which is no matter.
make_model many "$work/many"
cat >"$work/many/model.c" <<'END'
#include "model.h"
static const float w[MODEL_N_IN][10] = {{0.5F, 1.5F, -2.0F}, {3.5F}};
__attribute__((noinline)) static float half(float x) { return (x * 0.5F) + 0.25F; }
static uint32_t checksum(const uint8_t *bytes)
{
    uint32_t crc = 0xFFFFFFFFU;
    for (uint32_t i = 0U; i < 16U; i++) {
        crc ^= bytes[i];
        for (uint32_t k = 0U; k < 8U; k++) {
            crc = (crc >> 1U) ^ (0xEDB88320U & (0U - (crc & 1U)));
        }
    }
    return crc;
}
void model_infer(const float x[MODEL_N_IN], model_result_t *r)
{
    float h[10];
    volatile uint8_t copy[24];
    for (uint32_t j = 0U; j < 10U; j++) {
        float sum = 0.0F;
        for (uint32_t i = 0U; i < MODEL_N_IN; i++) {
            sum += w[i][j] * x[i];
        }
        h[j] = half(sum);
    }
    for (uint32_t i = 24U; i > 0U; i -= 3U) {
        copy[i - 1U] = (uint8_t)i;
    }
    for (uint32_t j = 0U; j < MODEL_N_OUT; j++) {
        r->mean[j] = h[j] + h[9U - j];
        r->sigma[j] = 1.0F + (float)copy[2];
    }
    r->eta = 0.5F;
    r->status = checksum((const uint8_t *)x);
}
END
executed() { OPT=$3 LOOPS=1 fault='the self-test fails' equals_emulation "$1" "$2" "$work/many"; }
# The linker puts tables beside the code; they are found there too.
tables_in_executables() {
    local file
    for file in firmware.elf model.o; do
        "$epiwcet" --core m33 --entry model_infer --json "$work/m33/$file" | figure literal_loads
    done | tee "$work/loads"
    awk '$1 < 400 || (NR > 1 && $1 != last) { bad = 1 } { last = $1 } END { exit bad || NR != 2 }' "$work/loads"
}
check "Cortex-M4F executes as many instructions, -O1" executed cortex-m4f m4 -O1
check "Cortex-M4F executes as many instructions, -O2" executed cortex-m4f m4 -O2
check "Cortex-M4F executes as many instructions, -Os" executed cortex-m4f m4 -Os
check "Cortex-M7 executes as many instructions" executed cortex-m7 m7 -O3
check "Cortex-M33 executes as many instructions" executed cortex-m33 m33 -O2
check "tables in an executable" tables_in_executables
check "RV32 executes as many instructions" executed rv32imafc rv32 -O2

accepts() {
    local level compiler loops
    read -ra compiler <<<"${*:2}"
    for level in $levels; do
        "${compiler[@]}" -std=c99 -ffreestanding -ffp-contract=off "$level" -c "$work/many/model.c" -o "$work/level.o"
        "$epiwcet" --core "$1" --json "$work/level.o" >"$work/json"
        loops=$(grep -c '"bound"' "$work/json") || true
        echo "$level: $loops loops"
        [ "$loops" -ge 1 ]
    done
}
levels="-O1 -O2 -O3 -Os"
check "gcc for Cortex-M4F" accepts cortex-m4f "$m4f"
check "clang for Cortex-M4F" accepts cortex-m4f clang --target=arm-none-eabi -mcpu=cortex-m4 -mfloat-abi=hard -mthumb
check "gcc for RV32" accepts rv32imafc "$rv32"
check "clang for RV32" accepts rv32imafc clang --target=riscv32 -march=rv32imafc -mabi=ilp32f -msmall-data-limit=0
finish
