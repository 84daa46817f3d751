#!/bin/bash
# epiwcet on integer code: the DSP extension, cores without an FPU, how long a multiply takes, tables
# that gcc reaches from one label; figures by hand, what compilers make of products of half words.
# verifies: REQ-WCET, REQ-CONSTANT-TIME
. tests/scripts/lib.sh
. tests/harness/wcet.sh
m4="$arm -mcpu=cortex-m4 -mfloat-abi=soft"
m3="$arm -mcpu=cortex-m3"
m0plus="$arm -mcpu=cortex-m0plus"
m0="$arm -mcpu=cortex-m0"
rv32imc="riscv64-unknown-elf-gcc -march=rv32imc -mabi=ilp32"

thumb() { thumb_head f_infer; printf '%b\n.size f_infer, . - f_infer\n' "$1"; }
risc_v() { function_head f_infer; printf '%b\n.size f_infer, . - f_infer\n' "$1"; }

# As refused_body, where the whole file is refused and no single instruction.
refused_words() { thumb "$2" | refuses cortex-m7 "$m4" "$1"; }

# --- figures by hand ------------------------------------------------------------------------------

# 2 + 2 and 1 + 4 for the loads, of which the first waits for no address; 5 sums and products; a
# saturation whose result is an address 1 cycle later; 1 + 3 for the return.
dsp() {
    cat <<'END'
    ldr r2, [r0]            @ 2
    ldrsh r3, [r0, #4]      @ 2
    ldm r1!, {r4-r7}        @ 1 + 4
    smlad r3, r2, r4, r3    @ 1
    smlabb r3, r2, r5, r3   @ 1
    sxtb16 r2, r6, ror #8   @ 1
    smuadx r2, r2, r7       @ 1
    pkhbt r3, r3, r2, lsl #16 @ 1
    usat r3, #8, r3, asr #4 @ 1
    ldr r2, [r1, r3, lsl #2] @ 2, waits 1
END
}
# The registers r4 to r7 belong to the caller.
dsp_function() { thumb "push {r4-r7}\n$(dsp)\npop {r4-r7}\nbx lr"; }
count_dsp() { dsp_function | figures_are "$1" "$2" "$3"; }
check "DSP instructions counted by hand" count_dsp cortex-m4 "$m4" "13 32 16"
check "the same with an FPU" count_dsp cortex-m4f "$m4f" "13 32 16"
check "the same on a Cortex-M33, an estimate" count_dsp cortex-m33 "$m4f" "13 32 16"

products='movs r2, #3\nmuls r2, r0, r2\nldr r1, [r3]\nmuls r1, r2, r1\nbx lr'
count_products() { thumb "$products" | figures_are "$1" "$2" "$3" "${@:4}"; }
check "Cortex-M0+: 32 cycles a product" count_products cortex-m0plus "$m0plus" "5 69 0"
check "Cortex-M0+: one cycle" count_products cortex-m0plus "$m0plus" "5 7 0" --multiplier=1
check "Cortex-M0: its return takes 3" count_products cortex-m0 "$m0" "5 8 0" --multiplier=1
check "Cortex-M0: 32 cycles a product" count_products cortex-m0 "$m0" "5 70 0" --multiplier=32
# MLA takes 2 cycles on the Cortex-M3, 1 on the M4.
count_sums() { thumb 'mla r2, r0, r1, r2\nmls r2, r0, r1, r2\nsmulbb r0, r0, r1\nbx lr' | sed "$3" | figures_are "$1" "$2" "$4"; }
check "Cortex-M4: sums of products" count_sums cortex-m4 "$m4" "" "4 7 0"
check "Cortex-M3: two cycles for a sum" count_sums cortex-m3 "$m3" /smulbb/d "3 8 0"
# A call and its return, a return from the stack.
calls='push {r4, lr}\nbl g\npop {r4, pc}\n.size f_infer, . - f_infer\n.type g, %function\n.thumb_func\ng: b 1f\nnop\n1: bx lr'
count_calls() { thumb "$calls" | figures_are "$1" "$2" "$3"; }
check "Cortex-M0: jumps" count_calls cortex-m0 "$m0" "5 19 8"
check "Cortex-M0+: jumps" count_calls cortex-m0plus "$m0plus" "5 15 8"

risc='lw a2, 0(a0)\nlh a3, 4(a0)\nmul a2, a2, a3\nadd a2, a2, a3\nsh a2, 0(a1)\nret'
# 1 + 1; the product waits 2 for the half word and takes 5; 1 + 1 + 4.
count_risc() { risc_v "$risc" | figures_are rv32imc "$rv32imc" "$1" "${@:2}"; }
check "RV32IMC counted by hand" count_risc "6 15 0"
check "RV32IMC with another multiplier" count_risc "6 11 0" --multiplier=1
kind() { "$epiwcet" --json "$@" "$work/code.o" | figure kind; }
a_choice_is_reported() {
    thumb "$products" | assemble "$m0plus"
    prints bound kind --core=m0plus --multiplier=1
    "$epiwcet" --core=m0plus --multiplier=1 "$work/code.o" | grep "choice of the chip's maker: --multiplier"
    "$epiwcet" --core=m0plus --multiplier=1 --json "$work/code.o" >"$work/old.json"
    prints 1 figure multiplier <"$work/old.json"
    refuted "$epiwcet" --core=m0plus --against "$work/old.json" "$work/code.o" 2>&1 |
        grep 'was made with multiplier 1, this run has 32: not comparable'
    "$epiwcet" --core=m0plus --multiplier=1 --against "$work/old.json" "$work/code.o" | grep 'identical apart'
    risc_v "$risc" | assemble "$rv32imc"
    prints bound kind --core=rv32imc
    prints bound kind --core=rv32imc --multiplier=5
    prints estimate kind --core=rv32imc --multiplier=1
}
check "the report says which multiplier" a_choice_is_reported
wrong_multipliers() {
    local call
    for call in "m0plus --multiplier=2" "m0plus --multiplier=0" "m0 --multiplier=33" "rv32imc --multiplier=65" \
        "rv32imc --multiplier=x" "m4 --multiplier=1" "m3 --multiplier=1" "rv32imafc --multiplier=1"; do
        # shellcheck disable=SC2086
        exits_with 2 multiplier "$epiwcet" --core=$call "$work/code.o"
    done
}
check "a multiplier that the core does not have" wrong_multipliers

# A counter that STRD stores beside another word, both from one register, is still known afterwards;
# so is one that a store through a pointer cannot reach, since no address of the frame is stored.
stored_twice() {
    thumb 'sub sp, #16\nmovs r2, #3\nstrd r2, r2, [sp, #8]\n1: str r1, [r0]\nldr r2, [sp, #%s]\nsubs r2, #1\nstr r2, [sp, #%s]\nbne 1b\nadd sp, #16\nbx lr' |
        sed "s/%s/$1/" | figures_are cortex-m4 "$m4" "$2"
}
check "a register stored twice, its first word" stored_twice 8 "20 40 16"
check "a register stored twice, its second word" stored_twice 12 "20 40 16"

# --- refusals -------------------------------------------------------------------------------------

# An object says for which architecture it is; .inst hides an instruction from the assembler.
check "SMLAD on a Cortex-M3" refused_body "smlad r2, r2, r1, r0: not an instruction of cortex-m3" ".inst.w 0xfb220201\nbx lr" cortex-m3 "$m3"
check "SXTB16 on a Cortex-M3" refused_body "not an instruction of cortex-m3" ".inst.w 0xfa2ff080\nbx lr" cortex-m3 "$m3"
check "an object for DSP on a Cortex-M3" refused_body "compiled for an architecture" "bx lr" cortex-m3 "$m4"
check "a float on a Cortex-M4 without FPU" refused_body "not an instruction of cortex-m4" ".inst.w 0xee300a20\nbx lr" cortex-m4 "$m4"
check "an object for an FPU on a core without" refused_body "compiled for an FPU" "bx lr" cortex-m4 "$m4f"
check "SMLAD of the stack pointer" refused_body "without a known time" ".inst.w 0xfb2d0201\nbx lr"
check "SMULL on a Cortex-M3" refused_body "its time depends on the operands" "smull r0, r1, r2, r3\nbx lr" cortex-m3 "$m3"
check "a division on a Cortex-M4" refused_body "its time depends on the operands" "sdiv r0, r0, r1\nbx lr" cortex-m4 "$m4"
refuses_risc() { risc_v "$3" | refuses rv32imc "$2" "$1"; }
check "RV32IMC: a division" refuses_risc "its time depends on the operands" "$rv32imc" "div a0, a0, a1\nret"
check "RV32IMC: an object with atomics" refuses_risc "extension a, which rv32imc does not have" "riscv64-unknown-elf-gcc -march=rv32imac -mabi=ilp32" ret
check "RV32IMC: an object for an FPU" refuses_risc "calling convention" "$rv32" ret
check "RV32IMC: a float in spite of its attributes" refuses_risc "not an instruction of rv32imc" "$rv32imc" ".insn r 0x53, 7, 0, x10, x11, x12\nret"

# --- tables reached from one label ----------------------------------------------------------------

# gcc addresses several tables from .LANCHOR0, a label without a size: all of them count as flash.
cat >"$work/anchor.c" <<'END'
#include <stdint.h>
static const int16_t a[300] = {1, 2}, b[300] = {3, 4}, c[300] = {5, 6};
static const uint64_t d[40] = {7, UINT64_C(0x1234567890)};
static const uint8_t e[3] = {7, 9, 11};
void t_infer(const int16_t *x, int32_t *y);
void t_infer(const int16_t *x, int32_t *y)
{
    uint32_t sum = e[1];
    for (int i = 0; i < 300; i++) sum += (uint32_t)(a[i] * x[i] + b[i] * x[i + 1]) + (uint32_t)c[299 - i];
    for (int i = 0; i < 40; i++) sum += (uint32_t)d[i] + (uint32_t)(d[i] >> 32);
    y[0] = (int32_t)sum + e[2];
}
END
anchors_resolve() {
    local level bytes
    for level in -O1 -O2 -O3 -Os "-O2 -mno-relax" "-O2 -mcmodel=medany" "-O2 -msmall-data-limit=0"; do
        # shellcheck disable=SC2086
        $rv32imc -std=c99 -ffreestanding $level -c "$work/anchor.c" -o "$work/anchor.o"
        "$epiwcet" --core rv32imc --json "$work/anchor.o" >"$work/json"
        bytes=$(riscv64-unknown-elf-size "$work/anchor.o" | awk 'NR == 2 { print $1 }')
        echo "$level: $bytes"
        prints "$bytes 0" figures flash ram
    done
    # Some of these objects do have such a label.
    riscv64-unknown-elf-readelf -sW "$work/anchor.o" | grep LANCHOR0
}
check "RV32: tables reached from .LANCHOR0" anchors_resolve

# --- addresses that depend on data ----------------------------------------------------------------

# by_data COUNT BODY: how many loads and stores have an address by data.
by_data() {
    thumb "$2" | assemble "${3:-$m4}"
    "$epiwcet" --core m4f --json "$work/code.o" >"$work/json"
    prints "$1" figures addresses_by_data
}
pool='bx lr\n.align 2\n2: .word v\n.section .rodata\n.align 2\nv: .word 1, 2, 3, 4, 5\n.text'
callee='\n.size f_infer, . - f_infer\n.type g, %function\n.thumb_func\ng: '
check "pointers of the caller, constant indices" by_data 0 "movs r2, #4\nldr r3, [r0, r2]\nldr r2, 2f\nldr r3, [r2, #8]\nstr r3, [r1, #4]\n$pool"
check "an index that was loaded" by_data 1 "ldr r2, 2f\nldr r3, [r0]\nldr r3, [r2, r3]\n$pool"
check "an index that was computed" by_data 1 "ldr r2, 2f\nldrsh r3, [r0, #2]\nadds r3, #3\nadd r3, r2, r3, lsl #2\nldr r3, [r3]\n$pool"
check "a store by an index" by_data 1 "ldr r3, [r0]\nstr r2, [r1, r3, lsl #2]\nbx lr"
check "the caller's pointer, an index by arithmetic" by_data 1 "ldr r3, [r0]\nmul r3, r3, r3\nldrh r3, [r0, r3]\nbx lr"
check "arithmetic with constants alone" by_data 0 "movs r2, #3\nmovs r3, #4\nmul r3, r2, r3\nldr r2, 2f\nldr r3, [r2, r3]\n$pool"
check "a constant that is an index" by_data 0 "ldr r2, 2f\nldr r3, [r2]\nldr r3, [r2, r3]\n$pool"
check "a mask of a borrow" by_data 1 "ldr r3, [r0]\nmovs r2, #0\ncmp r3, #7\nsbc r2, r2, r2\nand r2, r2, #4\nldr r3, [r0, r2]\nbx lr"
check "a selection by bytes" by_data 1 "ldr r3, [r0]\nmovs r2, #0\nmovs r1, #4\nuadd8 r3, r3, r3\nsel r2, r2, r1\nldr r3, [r0, r2]\nbx lr"
check "a float as an index" by_data 1 "vmov r3, s0\nldr r3, [r0, r3]\nbx lr" "$m4f"
check "a register that is written alone" by_data 0 "ldr r3, [r0]\nmovs r2, #2\nmul r3, r2, r2\nldr r3, [r0, r3]\nbx lr"
check "a pointer that a callee gets" by_data 1 "push {r3, lr}\nldr r3, [r0]\nldr r0, 2f\nadd r0, r0, r3\nbl g\npop {r3, pc}\n.align 2\n2: .word v\n.section .rodata\n.align 2\nv: .word 1, 2\n.text${callee}ldr r0, [r0]\nbx lr"
check "an index that a callee gets" by_data 2 "push {r3, lr}\nldr r1, [r0]\nbl g\nmovs r1, #4\nbl g\nldr r1, [r0]\nbl g\npop {r3, pc}${callee}ldr r3, [r0, r1]\nbx lr"
check "a constant index that a callee gets" by_data 0 "push {r3, lr}\nmovs r1, #4\nbl g\npop {r3, pc}${callee}ldr r0, [r0, r1]\nbx lr"
check "what a callee computes of what it gets" by_data 1 "push {r3, lr}\nbl g\npop {r3, pc}${callee}add r0, r0, r1\nldr r0, [r0]\nbx lr"
check "what a callee returns" by_data 1 "push {r3, lr}\nbl g\nldr r0, [r0]\npop {r3, pc}${callee}lsls r0, r0, #2\nbx lr"
# A pointer that comes back from memory is one that a function put there, as long as none by data was stored.
check "a pointer from memory" by_data 0 "ldr r2, [r0]\nldr r3, [r2]\nbx lr"
check "a pointer from memory, where one by data is" by_data 1 \
    "ldr r3, 2f\nldr r2, [r0]\nadd r3, r3, r2\nstr r3, [r0, #4]\nldr r3, [r0, #4]\nldr r3, [r3]\n$pool"

lookup="ldr r2, 2f\nldr r3, [r0]\nldr r3, [r2, r3]\n$pool"
check "a core with a cache" refused_body "ldr r3, [r2, r3]: its address depends on data, and cortex-m7 has a cache" "$lookup" cortex-m7 "$m4"
check "a core with a cache, through a callee" refused_body "bl #" "push {r3, lr}\nldr r1, [r0]\nbl g\npop {r3, pc}${callee}ldr r0, [r0, r1]\nbx lr" cortex-m7 "$m4"
check "a core with a cache, through memory" refused_words "an address that depends on data is stored, and cortex-m7 has a cache" \
    "ldr r3, 2f\nldr r2, [r0]\nadd r3, r3, r2\nstr r3, [r0, #4]\nldr r3, [r0, #4]\nldr r3, [r3]\n$pool"
tables_in_tcm() {
    thumb "$lookup" | assemble "$m4"
    "$epiwcet" --core m7 --tables=tcm "$work/code.o" >"$work/text"
    grep '^addresses     1 loads and stores at an address that depends on data' "$work/text"
    grep 'memory whose words all take the same time' "$work/text"
    thumb 'bx lr' | assemble "$m4"
    "$epiwcet" --core m4 "$work/code.o" >"$work/text"
    grep '^addresses     0 ' "$work/text"
    refuted grep 'memory whose words' "$work/text"
    exits_with 2 'expected tcm' "$epiwcet" --core m7 --tables=flash "$work/code.o"
}
check "tables in tightly coupled memory" tables_in_tcm

# --- compiled -------------------------------------------------------------------------------------

cp tests/harness/integers.c "$work/"
# accepts CORE ENTRIES COMPILER...: every level, gcc and clang.
accepts() {
    local level entry by core=$1 compiler
    read -ra compiler <<<"${*:3}"
    for level in -O0 -O1 -O2 -O3 -Os; do
        "${compiler[@]}" -std=gnu99 -ffreestanding "$level" -c "$work/integers.c" -o "$work/level.o" || return 1
        for entry in $2; do
            echo "$level $entry"
            "$epiwcet" --core "$core" --entry "${entry}_infer" --json "$work/level.o" >"$work/json"
            if [ "$entry" = table ]; then by=4; else by=0; fi
            prints "0 $by" figures ram addresses_by_data
        done
    done
}
all="literals pairs table"
check "gcc for Cortex-M4" accepts cortex-m4 "$all dual" "$m4"
check "clang for Cortex-M4" accepts cortex-m4 "$all dual" clang --target=arm-none-eabi -mcpu=cortex-m4 -mfloat-abi=soft -mthumb
check "gcc for Cortex-M33" accepts cortex-m33 "$all dual" "$arm -mcpu=cortex-m33 -mfloat-abi=soft"
check "gcc for Cortex-M3" accepts cortex-m3 "$all" "$m3"
check "clang for Cortex-M3" accepts cortex-m3 "$all" clang --target=arm-none-eabi -mcpu=cortex-m3 -mthumb
check "gcc for Cortex-M0+" accepts cortex-m0plus "$all" "$m0plus"
check "clang for Cortex-M0+" accepts cortex-m0plus "$all" clang --target=arm-none-eabi -mcpu=cortex-m0plus -mthumb
check "gcc for Cortex-M0" accepts cortex-m0 "$all" "$m0"
check "gcc for RV32IMC" accepts rv32imc "$all" "$rv32imc"
check "clang for RV32IMC" accepts rv32imc "$all" clang --target=riscv32 -march=rv32imc -mabi=ilp32 -msmall-data-limit=0

# --- emulated -------------------------------------------------------------------------------------

# The same code in the place of a network in fixed point; this machine says what its self-test expects.
fixed=$work/fixed
mkdir -p "$fixed"
cp tests/harness/integers.c "$fixed/"
cat >"$fixed/model.h" <<'END'
#ifndef MODEL_H
#define MODEL_H
#include <stdint.h>
enum { MODEL_N_IN = 16, MODEL_N_OUT = 12, MODEL_ETA_ONE = 16384 };
#define MODEL_HAS_SIGMA 0
#define MODEL_HAS_ETA 1
typedef struct { int16_t mean[MODEL_N_OUT]; int16_t eta; uint32_t status; } model_result_t;
void model_infer(const int16_t x[MODEL_N_IN], model_result_t *r);
uint32_t model_selftest(void);
#endif
END
cat >"$fixed/model.c" <<'END'
#include "model.h"
#include "integers.c"
void model_infer(const int16_t x[MODEL_N_IN], model_result_t *r)
{
    literals_infer(x, &r->mean[0]);
    pairs_infer(x, &r->mean[4]);
    table_infer(x, &r->mean[8]);
    r->eta = 16384;
    r->status = 0U;
}
END
cat >"$fixed/model_selftest.c" <<'END'
#include "model_vectors.h"
uint32_t model_selftest(void)
{
    uint32_t wrong = 0U;
    for (int i = 0; i < 40; i++) {
        model_result_t r;
        model_infer(model_x[i], &r);
        for (int k = 0; k < MODEL_N_OUT; k++) wrong += r.mean[k] != model_mean[i][k] ? 1U : 0U;
    }
    return wrong;
}
END
cat >"$work/vectors.c" <<'END'
#include "model.h"
#include <stdio.h>
int main(void)
{
    int16_t x[40][MODEL_N_IN];
    uint32_t state = 1;
    puts("#ifndef MODEL_VECTORS_H\n#define MODEL_VECTORS_H\n#include \"model.h\"\nstatic const int16_t model_x[40][MODEL_N_IN] = {");
    for (int i = 0; i < 40 * MODEL_N_IN; i++) {
        state = state * 1664525U + 1013904223U;
        x[0][i] = (int16_t)(uint16_t)(state >> 16);
        printf("%d,\n", x[0][i]);
    }
    puts("};\nstatic const int16_t model_mean[40][MODEL_N_OUT] = {");
    for (int i = 0; i < 40; i++) {
        model_result_t r;
        model_infer(x[i], &r);
        for (int k = 0; k < MODEL_N_OUT; k++) printf("%d,\n", r.mean[k]);
    }
    puts("};\n#endif");
}
END
gcc -I "$fixed" "$work/vectors.c" "$fixed/model.c" -o "$work/vectors"
"$work/vectors" >"$fixed/model_vectors.h"
verify/target/trace-plugin "$work/trace_plugin.so"
export TRACE_PLUGIN=$work/trace_plugin.so
executes() { LOOPS=1 equals_emulation "$1" "$2" "$fixed"; }
check "a Cortex-M0 executes as many instructions" executes cortex-m0 m0
check "a Cortex-M0+ executes as many instructions" executes cortex-m0plus m0plus
check "a Cortex-M3 executes as many instructions" executes cortex-m3 m3
check "a Cortex-M4 executes as many instructions" executes cortex-m4f m4
check "a Cortex-M33 executes as many instructions" executes cortex-m33 m33
check "RV32IMC executes as many instructions" executes rv32imc rv32imc
# A wrong answer on one board, and a result that breaks the contract.
a_fault_is_seen() {
    mkdir -p "$work/faulty"
    cp "$fixed"/* "$work/faulty"
    sed -i "$1" "$work/faulty/model.c"
    LOOPS=1 fault=$2 equals_emulation cortex-m3 m3 "$work/faulty"
}
check "a self-test that fails is seen" a_fault_is_seen 's/r->eta = 16384/r->eta = 16384; r->mean[3] ^= 1/' 'the self-test fails'
check "an eta above 1 is seen" a_fault_is_seen 's/r->eta = 16384/r->eta = 16385/' 'outputs outside the contract'
check "an eta below 1 outside of the domain is seen" a_fault_is_seen 's/r->status = 0U/r->status = 1U; r->eta = 16383/' 'outputs outside the contract'
finish
