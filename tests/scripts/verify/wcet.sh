#!/bin/bash
# epiwcet: figures of code counted by hand, what it must refuse and in which words, its reports, and
# its count of instructions against what an emulated core executes.
# verifies: REQ-WCET, REQ-CONSTANT-TIME
# supports: AOU-4, AOU-5, AOU-16
. tests/scripts/lib.sh
. tests/harness/wcet.sh

straight_line() {
    thumb_head f_infer
    cat <<'EOF'
    push {r4, lr}           @ 1 + 2
    vmul.f32 s0, s0, s1     @ 1
    vadd.f32 s0, s0, s2     @ 1, waits 1 for the product
    vldr s3, [r0]           @ 2
    vstr s0, [r0, #4]       @ 2
    add r0, r0, #8          @ 1
    ldr r1, [r0]            @ 2, waits 1 for the address
    vfma.f32 s0, s1, s2     @ 3
    vfma.f32 s0, s1, s2     @ 3: the addend is needed late
    vmul.f32 s4, s0, s0     @ 1, waits 1
    vdiv.f32 s5, s0, s1     @ 14
    vmov r2, s5             @ 2, waits 1
    pop {r4, pc}            @ 1 + 2 + 3
EOF
    echo '.size f_infer, . - f_infer'
}

# A call, a tail call, a jump over a literal pool, a frame below a frame.
calls() {
    thumb_head inner
    cat <<'EOF'
    sub sp, #16             @ 1
    add sp, #16             @ 1
    bx lr                   @ 1 + 3
    .size inner, . - inner
EOF
    thumb_head f_infer
    cat <<'EOF'
    push {r3, r4, r5, lr}   @ 1 + 4
    bl inner                @ 1 + 3
    vldr s0, .Lpool         @ 2
    b .Lover                @ 1 + 3
    .align 2
.Lpool: .word 0x3f8ccccd
.Lover:
    pop {r3, r4, r5, lr}    @ 1 + 4
    b inner                 @ 1 + 3
    .size f_infer, . - f_infer
EOF
}

risc_v() {
    function_head f_infer
    cat <<'EOF'
    addi sp, sp, -16        # 1
    sw ra, 12(sp)           # 1
    fadd.s fa0, fa0, fa1    # 1
    fmul.s fa0, fa0, fa2    # 1, waits 3
    flw fa1, 0(a0)          # 1
    fadd.s fa0, fa0, fa1    # 1, waits 3 for the product (4 after it, one is gone)
    lw ra, 12(sp)           # 1
    addi sp, sp, 16         # 1
    ret                     # 1 + 3, waits 1 for the sum when it returns
    .size f_infer, . - f_infer
EOF
}

integers() {
    thumb_head f_infer
    printf 'movs r2, #3\nmuls r2, r0\nldr r1, [r2]\nbx lr\n.size f_infer, . - f_infer\n'
}

counted_by_hand() { straight_line | figures_are cortex-m4f "$m4f" "13 45 8"; }
counted_calls() { calls | figures_are cortex-m4f "$m4f" "12 36 32"; }
counted_risc_v() { risc_v | figures_are rv32imafc "$rv32" "9 18 16"; }
# One cycle more for the address on the M3; 32 cycles for a product on the M0+.
counted_m3() { integers | figures_are cortex-m3 "$arm -mcpu=cortex-m3" "4 9 0"; }
counted_m0plus() { integers | figures_are cortex-m0plus "$arm -mcpu=cortex-m0plus" "4 37 0"; }
# 12 instructions in 30 bytes of two functions, each fetched anew after a call; a literal.
counted_literals() { calls | figures_are cortex-m4f "$m4f" "12 39 32" --literal-wait 3; }

flash_waits() {
    local fast slow lines
    straight_line | assemble "$m4f"
    fast=$("$epiwcet" --core m4f --json "$work/code.o" | figure cycles)
    slow=$("$epiwcet" --core m4f --json --flash-wait 5 --flash-line 16 "$work/code.o" | figure cycles)
    lines=$(((slow - fast) / 5)) # 46 bytes, at the worst place, and a line fetched behind the return
    echo "$fast $slow"
    [ $(((slow - fast) % 5)) -eq 0 ]
    [ "$lines" -eq 5 ]
}
# Two literals of one line: that line once, or the line and the code's again for each of them.
flash_buffers() {
    local waits
    { thumb_head f_infer; printf '.balign 16\nvldr s0, 1f\nvldr s1, 1f + 4\nnop\nbx lr\n.balign 16\n1: .float 1, 2\n.size f_infer, . - f_infer\n'; } |
        assemble "$m4f"
    for waits in "" "--flash-buffers=2" "--flash-buffers=1"; do
        # shellcheck disable=SC2086
        "$epiwcet" --core m4f --json --flash-wait 5 $waits "$work/code.o" | figure flash_wait_cycles
    done | tee "$work/waits"
    # code, literals, behind the return: 3 lines; with one buffer 2 for each literal.
    prints "15 15 30" paste -s -d ' ' "$work/waits"
}
literal_contention() {
    calls | assemble "$m4f"
    "$epiwcet" --core m4f --json "$work/code.o" >"$work/json"
    prints "37 36" figures cycles_with_literal_contention cycles
    "$epiwcet" --core m4f "$work/code.o" | grep '^ *37 when every load of a literal waits'
    "$epiwcet" --core m4f --json --literal-wait 3 "$work/code.o" >"$work/json"
    prints 39 figures cycles_with_literal_contention
}

# 2 bytes of f_infer, which runs on into g, and the 4 of g; a pool behind g.
falls_through() {
    { thumb_head f_infer; printf 'vldr s0, 1f\n.size f_infer, . - f_infer\n.type g, %%function\n.thumb_func\ng: nop\nbx lr\n.size g, . - g\n.align 2\n1: .word 1\n'; } |
        assemble "$m4f"
    "$epiwcet" --core m4f --json "$work/code.o" >"$work/json"
    prints 12 figures flash
}

# Tables that the compiler reaches from one address.
whole_tables() {
    local bytes
    printf '%s\n' 'static const float a[300] = {1.5F, 2.5F}, b[200] = {3.5F}, c[100] = {4.5F};' \
        'float t_infer(int i, int j);' 'float t_infer(int i, int j) { return a[i] * b[j] + c[i]; }' >"$work/tables.c"
    # shellcheck disable=SC2086
    $m4f -O2 -c "$work/tables.c" -o "$work/tables.o"
    "$epiwcet" --core m4f --json "$work/tables.o" >"$work/json"
    bytes=$(arm-none-eabi-size "$work/tables.o" | awk 'NR == 2 { print $1 }')
    prints "$bytes" figures flash
}

check "flash of code behind its symbol" falls_through
check "flash of tables side by side" whole_tables
check "a straight line counted by hand" counted_by_hand
check "calls, tail calls, a literal pool" counted_calls
check "RISC-V counted by hand" counted_risc_v
check "Cortex-M3: an address costs a cycle" counted_m3
check "Cortex-M0+: the slow multiplier" counted_m0plus
check "loads of literals can wait" counted_literals
check "every line of flash waits" flash_waits
check "one line for code and literals" flash_buffers
check "literals that wait for a fetch" literal_contention

# --- refusals -----------------------------------------------------------------------------------

check "a branch" refused_body "f_infer+0x2 (address 0x2): beq" "cmp r0, #0\nbeq 1f\nmovs r0, #1\n1: bx lr"
check "a branch, by name" refused_body "conditional branch" "cmp r0, #0\nbeq 1f\nmovs r0, #1\n1: bx lr"
check "compare and branch" refused_body "conditional branch" "cbz r0, 1f\nnop\n1: bx lr"
check "an IT block" refused_body "IT block" "cmp r0, #0\nit eq\nmoveq r0, #1\nbx lr"
check "an IT block of floats" refused_body "IT block" "cmp r0, #0\nite gt\nvmovgt.f32 s0, s1\nvmovle.f32 s0, s2\nbx lr"
check "a division" refused_body "integer division: its time depends on the operands" "udiv r0, r0, r1\nbx lr"
check "an indirect branch" refused_body "indirect branch" "bx r0"
check "a branch through a table" refused_body "indirect branch" "tbb [pc, r0]\n.byte 1, 1\nbx lr"
check "a return to nowhere" refused_body "indirect branch" "push {lr}\nbl g\nadd sp, #4\nbx lr\ng: bx lr"
check "an indirect call" refused_body "indirect call" "push {lr}\nblx r0\npop {pc}"
check "an external call" refused_body "calls elsewhere, which is not in this file" "push {lr}\nbl elsewhere\npop {pc}"
check "a soft-float helper" refused_body "calls __aeabi_fmul, a soft-float helper" "push {lr}\nbl __aeabi_fmul\npop {pc}"
check "a soft-float helper of libgcc" refused_body "calls __muldf3, a soft-float helper" "push {lr}\nbl __muldf3\npop {pc}"
check "a division helper" refused_body "calls __aeabi_uidiv: integer division" "push {lr}\nbl __aeabi_uidiv\npop {pc}" cortex-m0plus "$arm -mcpu=cortex-m0plus"
check "recursion" refused_body "recursion: f_infer calls itself" "push {lr}\nbl f_infer\npop {pc}"
check "recursion through another" refused_body "recursion: f_infer" "push {lr}\nbl g\npop {pc}\n.size f_infer, . - f_infer\n.type g, %function\n.thumb_func\ng: push {lr}\nbl f_infer\npop {pc}\n.size g, . - g"
check "an unknown instruction" refused_body "unknown instruction (bytes ff ff ff ff)" ".inst.w 0xffffffff\nbx lr"
check "an instruction without a time" refused_body "without a known time" "dsb\nbx lr"
check "a double" refused_body "without a known time" ".inst.w 0xee300b01\nbx lr" # vadd.f64 d0, d0, d1
check "a float on a core without" refused_body "not an instruction of cortex-m3" ".inst.w 0xee300a20\nbx lr" cortex-m3 "$arm -mcpu=cortex-m3" # vadd.f32 s0, s0, s1
check "a long product on the M3" refused_body "its time depends on the operands" "umull r0, r1, r2, r3\nbx lr" cortex-m3 "$arm -mcpu=cortex-m3"
check "code that runs out" refused_body "over the end of its section" "nop"
check "code that runs into data" refused_body "runs into data" "nop\n.align 2\n.word 0"
check "a strange stack pointer" refused_body "stack pointer" "mov sp, r0\nbx lr"
check "a stack that is not put back" refused_body "another stack pointer" "sub sp, #8\nbx lr"
check "an outside variable" refused_body "refers to counter, which is not in this file" "ldr r0, 1f\nbx lr\n.align 2\n1: .word counter"

check "a return address overwritten" refused_body "indirect branch" "push {r3, lr}\nstr r0, [sp, #4]\npop {r3, pc}"
check "a return address overwritten by a byte" refused_body "indirect branch" "push {r3, lr}\nstrb r0, [sp, #4]\npop {r3, pc}"
check "a return address overwritten by a float" refused_body "indirect branch" "push {r3, lr}\nvstr s0, [sp, #4]\npop {r3, pc}"
check "a return address overwritten by two" refused_body "indirect branch" "push {r3, lr}\nvstr d0, [sp]\npop {r3, pc}"
check "a return address overwritten by a list" refused_body "indirect branch" "push {r3, lr}\nadd r1, sp, #4\nvstmia r1, {s0}\npop {r3, pc}"
check "a return address below the stack pointer" refused_body "indirect branch" "push {r3, lr}\nadd sp, #8\nbl g\nsub sp, #8\npop {r3, pc}\n.size f_infer, . - f_infer\n.type g, %function\n.thumb_func\ng: bx lr"
check "a store over the stack by an index" refused_body "stores to the stack at a place" "push {r3, lr}\nmov r2, sp\nstr r0, [r2, r1]\npop {r3, pc}"
check "a return address overwritten by an index" refused_body "indirect branch" "push {r3, lr}\nmov r2, sp\nmovs r3, #1\nstr r0, [r2, r3, lsl #2]\npop {r3, pc}"
check "a return address overwritten by a callee" refused_body "indirect branch" \
    "push {r3, lr}\nbl g\npop {r3, pc}\n.size f_infer, . - f_infer\n.type g, %function\n.thumb_func\ng: str r0, [sp, #4]\nbx lr"
check "a register half changed" refused_body "does not restore r4" "movt r4, #1\nbx lr"
check "a register that is not kept" refused_body "does not restore r4" "movs r4, #1\nbx lr"
check "a callee that changes where a call goes" refused_body "does not restore r4" \
    "push {r4, lr}\nldr r4, =k\nbl g\nblx r4\npop {r4, pc}\n.size f_infer, . - f_infer\n.type g, %function\n.thumb_func\ng: ldr r4, =h\nbx lr\n.type k, %function\n.thumb_func\nk: bx lr\n.type h, %function\n.thumb_func\nh: nop\nbx lr\n.ltorg"
check "a tail call without a register" refused_body "does not restore r5" "movs r5, #1\nb g\n.size f_infer, . - f_infer\n.type g, %function\n.thumb_func\ng: bx lr"

# The linker may put another definition in the place of a weak one; in an executable it has chosen.
weak() {
    printf '.weak g\n.type g, %%function\ng: %s\n.size g, . - g\n' "$1"
    function_head f_infer
}
weak_call="push {r3, lr}\nbl g\npop {r3, pc}\n.size f_infer, . - f_infer"
weak_thumb() { printf '.syntax unified\n.thumb\n.text\n.thumb_func\n'; weak 'bx lr' | sed 's/^f_infer:/.thumb_func\nf_infer:/'; printf '%b\n' "$weak_call"; }
weak_is_refused() { weak_thumb | refuses cortex-m4f "$m4f" "calls g, a weak definition"; }
weak_riscv_is_refused() {
    { echo .text; weak ret; printf 'addi sp, sp, -16\nsw ra, 12(sp)\ncall g\nlw ra, 12(sp)\naddi sp, sp, 16\nret\n'; } |
        refuses rv32imafc "$rv32" "calls g, a weak definition"
}
weak_entry_is_refused() {
    { thumb_head f_infer; printf '.weak f_infer\nbx lr\n.size f_infer, . - f_infer\n'; } | refuses cortex-m4f "$m4f" "f_infer is a weak definition"
}
weak_is_final_when_linked() {
    weak_thumb | assemble "$m4f"
    # shellcheck disable=SC2086
    $m4f -nostdlib -Wl,-e,f_infer "$work/code.o" -o "$work/code.elf"
    "$epiwcet" --core m4f --json "$work/code.elf" | grep '"instructions": 4'
}
check "a weak function" weak_is_refused
check "a weak entry" weak_entry_is_refused
check "RISC-V: a weak function" weak_riscv_is_refused
check "a weak function, linked" weak_is_final_when_linked

check "RISC-V: a branch" risc_v_refuses "conditional branch" "beqz a0, 1f\nnop\n1: ret"
check "RISC-V: a return address overwritten" risc_v_refuses "indirect branch" "addi sp, sp, -16\nsw ra, 12(sp)\nfsw fa0, 12(sp)\nlw ra, 12(sp)\naddi sp, sp, 16\nret"
check "RISC-V: a register that is not kept" risc_v_refuses "does not restore x9" "li s1, 3\nret"
check "RISC-V: a division" risc_v_refuses "integer division: its time depends" "remu a0, a0, a1\nret"
check "RISC-V: an indirect branch" risc_v_refuses "indirect branch" "jr a0"
check "RISC-V: an external call" risc_v_refuses "calls elsewhere" "addi sp, sp, -16\nsw ra, 12(sp)\ncall elsewhere\nlw ra, 12(sp)\naddi sp, sp, 16\nret"
check "RISC-V: a soft-float helper" risc_v_refuses "__mulsf3, a soft-float helper" "addi sp, sp, -16\nsw ra, 12(sp)\ncall __mulsf3\nlw ra, 12(sp)\naddi sp, sp, 16\nret"
check "RISC-V: an unknown instruction" risc_v_refuses "unknown instruction" "fence\nret"

# --- bits of an instruction that matter ------------------------------------------------------------

check "RISC-V: a return with an offset" risc_v_refuses "indirect branch" "jr 4(ra)"
check "RISC-V: a call with an offset" risc_v_refuses "indirect call" "addi sp, sp, -16\nsw ra, 12(sp)\njalr 4(a0)\nlw ra, 12(sp)\naddi sp, sp, 16\nret"
check "RISC-V: a mode of rounding that there is not" risc_v_refuses "unknown instruction" ".insn r 0x53, 5, 0, fa0, fa1, fa2\nret"
check "a base that moves and is loaded" refused_body "without a known time" ".inst.w 0xf8511b04\nbx lr"
check "the program counter as an operand" refused_body "without a known time" "mov r0, pc\nbx lr"
check "a jump to an address that is not Thumb" refused_body "indirect branch" "ldr r0, 1f\nbx r0\n2: bx lr\n.align 2\n1: .word 2b"
check "a stack pointer between words" refused_body "stack pointer" "sub sp, sp, #6\nadd sp, sp, #6\nbx lr"
check "a wide instruction on the M0+" refused_body "not an instruction of cortex-m0plus" ".inst.w 0xeb000001\nbx lr" cortex-m0plus "$arm -mcpu=cortex-m0plus"
# A constant beside the code is in flash, by whatever instruction its address is formed.
adr_is_a_table() {
    { thumb_head f_infer; printf 'adr r1, 1f\nldr r0, [r1]\nbx lr\n.align 2\n1: .word 5\n.size f_infer, . - f_infer\n'; } | assemble "$m4f"
    "$epiwcet" --core m4f --json "$work/code.o" >"$work/json"
    prints "3 1" figures instructions literal_loads
}
check "an address relative to the program counter" adr_is_a_table

# --- addresses in two halves -----------------------------------------------------------------------

half="without its other half"
variables="\n.data\n.align 3\nv: .word 1\nw: .word 2\n.text"
check "MOVW without MOVT" refused_body "$half" "movw r0, #:lower16:v\nldr r0, [r0]\nbx lr$variables"
check "MOVW without MOVT, an index" refused_body "$half" "movw r1, #:lower16:v\nldr r0, [r0, r1]\nbx lr$variables"
check "MOVT of another address" refused_body "$half" "movw r0, #:lower16:v\nmovt r0, #:upper16:w\nldr r0, [r0]\nbx lr$variables"
check "a call through half of an address" refused_body "indirect call" "push {r4, lr}\nmovw r0, #:lower16:g\nblx r0\npop {r4, pc}\n.size f_infer, . - f_infer\n.type g, %function\n.thumb_func\ng: bx lr"
check "RISC-V: LUI without its lower half" risc_v_refuses "$half" "lui a0, %hi(v)\nlw a0, 0(a0)\nret$variables"
check "RISC-V: LUI, and a store" risc_v_refuses "$half" "lui a0, %hi(v)\nsw a1, 0(a0)\nret$variables"
check "RISC-V: AUIPC without its lower half" risc_v_refuses "$half" "1: auipc a0, %pcrel_hi(v)\nlw a0, 0(a0)\nret$variables"
check "RISC-V: the lower half of another AUIPC" risc_v_refuses "$half" "1: auipc a0, %pcrel_hi(v)\n2: auipc a1, %pcrel_hi(v)\nlw a0, %pcrel_lo(2b)(a0)\nret$variables"
check "RISC-V: the lower half of another address" risc_v_refuses "$half" "lui a0, %hi(v)\nlw a0, %lo(x)(a0)\nret\n.data\n.align 3\nv: .word 1, 2\nx: .word 3\n.text"
check "RISC-V: the second instruction of a call alone" risc_v_refuses "indirect branch" "j 1f\n.option norelax\n.reloc ., R_RISCV_CALL, g\nauipc t1, 0\n1: jr t1\ng: ret"
# Both halves, of a word and of its neighbour in the same block of the section's alignment: a load each.
whole_addresses() {
    { thumb_head f_infer; printf 'movw r0, #:lower16:v\nmovw r1, #:lower16:w\nmovt r0, #:upper16:v\nldr r0, [r0]\nbx lr\n.size f_infer, . - f_infer%b' "$variables\n"; } |
        figures_are cortex-m4f "$m4f" "5 10 0"
    { function_head f_infer; printf 'lui a0, %%hi(v)\nlw a1, %%lo(v)(a0)\nlw a2, %%lo(w)(a0)\nla a0, v\nlw a0, 0(a0)\nret\n.size f_infer, . - f_infer%b' "$variables\n"; } |
        figures_are rv32imafc "$rv32" "7 10 0"
    "$epiwcet" --core rv32imafc --json "$work/code.o" >"$work/json"
    prints 8 figures ram
}
check "addresses in two halves" whole_addresses
# The linker may move each constant of a merged section: two in a line of the object may be two lines.
merged_constants() {
    { function_head f_infer; printf 'lui a0, %%hi(1f)\nflw fa0, %%lo(1f)(a0)\nlui a0, %%hi(2f)\nflw fa1, %%lo(2f)(a0)\nret\n.size f_infer, . - f_infer\n.section .rodata.cst4,"aM"%s,@progbits,4\n.align 2\n1: .word 1\n2: .word 2\n' ""; } |
        assemble "$rv32"
    sed 's/"aM"/"a"/; s/,4$//' "$work/code.s" >"$work/plain.s"
    "$epiwcet" --core rv32imafc --flash-wait 5 --json "$work/code.o" | figure literal_loads
    "$epiwcet" --core rv32imafc --flash-wait 5 --json "$work/code.o" | figure flash_wait_cycles >"$work/merged"
    # shellcheck disable=SC2086
    $rv32 -c "$work/plain.s" -o "$work/plain.o"
    "$epiwcet" --core rv32imafc --flash-wait 5 --json "$work/plain.o" | figure flash_wait_cycles >"$work/apart"
    paste "$work/merged" "$work/apart" | tee "$work/both"
    awk '$2 == "" || $1 <= $2 { bad = 1 } END { exit bad || NR != 1 }' "$work/both"
}
check "RISC-V: constants that the linker merges" merged_constants

# --- relocations that do not fit -------------------------------------------------------------------

misfit="does not fit this instruction"
check "R_ARM_ABS32 on an instruction" refused_body "relocation R_ARM_ABS32 against f_infer at .text+0x2 $misfit" "nop\n.reloc ., R_ARM_ABS32, f_infer\nnop.w\nbx lr"
check "R_ARM_THM_CALL on NOP" refused_body "R_ARM_THM_CALL against f_infer at .text+0x0 $misfit" ".reloc ., R_ARM_THM_CALL, f_infer\nnop.w\nbx lr"
check "R_ARM_THM_CALL on a jump" refused_body "$misfit" ".reloc ., R_ARM_THM_CALL, g\nb.w g\ng: bx lr"
check "R_ARM_THM_JUMP11 on NOP" refused_body "$misfit" ".reloc ., R_ARM_THM_JUMP11, f_infer\nnop\nbx lr"
check "R_ARM_THM_JUMP8 on a load" refused_body "$misfit" ".reloc ., R_ARM_THM_JUMP8, f_infer\nldr r0, [r0]\nbx lr"
check "R_ARM_THM_MOVW_ABS_NC on MOVT" refused_body "$misfit" ".reloc ., R_ARM_THM_MOVW_ABS_NC, f_infer\nmovt r0, #0\nbx lr"
check "a relocation inside an instruction" refused_body "begins inside this instruction" ".reloc . + 2, R_ARM_THM_JUMP11, f_infer\nnop.w\nbx lr"
check "a relocation that reaches into the next" refused_body "reaches into this instruction" "b 1f\n.reloc ., R_ARM_THM_CALL, f_infer\nnop\n1: nop\nbx lr"
check "two relocations of one instruction" refused_body "is the second one of this instruction" "push {r4, lr}\n.reloc ., R_ARM_THM_CALL, g\nbl g\npop {r4, pc}\n.size f_infer, . - f_infer\n.type g, %function\n.global g\n.thumb_func\ng: bx lr"
check "a literal with a relocation of code" refused_body "does not fit the word that is loaded" "ldr r0, 1f\nbx lr\n.align 2\n1: .reloc ., R_ARM_THM_CALL, f_infer\n.word 0"
check "a literal with a relocation in its middle" refused_body "does not fit the word that is loaded" "ldr r0, 1f\nbx lr\n.align 2\n1: .reloc . + 2, R_ARM_ABS32, f_infer\n.word 0, 0"
check "a relocation of another kind" refused_body "which is not known" ".reloc ., R_ARM_THM_PC8, f_infer\nldr r0, [r0]\nbx lr"
check "RISC-V: R_RISCV_JAL on ADDI" risc_v_refuses "R_RISCV_JAL against f_infer" ".reloc ., R_RISCV_JAL, f_infer\naddi a0, a0, 100\nret"
check "RISC-V: R_RISCV_BRANCH on a jump" risc_v_refuses "$misfit" ".option norvc\n.reloc ., R_RISCV_BRANCH, f_infer\nj 1f\n1: ret"
check "RISC-V: R_RISCV_LO12_I on a shift" risc_v_refuses "$misfit" ".reloc ., R_RISCV_LO12_I, f_infer\n.option norvc\nslli a0, a0, 1\nret"
check "RISC-V: R_RISCV_LO12_S on a load" risc_v_refuses "$misfit" ".reloc ., R_RISCV_LO12_S, f_infer\n.option norvc\nlw a0, 0(a0)\nret"
check "RISC-V: R_RISCV_HI20 on AUIPC" risc_v_refuses "$misfit" ".reloc ., R_RISCV_HI20, f_infer\nauipc a0, 0\nret"
check "RISC-V: R_RISCV_CALL without its jump" risc_v_refuses "the second is not behind it" ".reloc ., R_RISCV_CALL, f_infer\nauipc t1, 0\nret"
check "RISC-V: a lower half that refers to no upper half" risc_v_refuses "refers to no upper half" "1: lw a0, %pcrel_lo(1b)(a0)\nret"
check "RISC-V: the linker would remove instructions" risc_v_refuses "lets the linker remove instructions that do something" ".reloc ., R_RISCV_ALIGN, 4\n.option norvc\naddi a0, a0, 100\nret"
check "RISC-V: a branch over code that the linker shortens" risc_v_refuses "counts over code that the linker may shorten" \
    ".insn 0xa029\ncall g\n2: ret\ng: ret" # c.j 2f

# --- accesses that are not aligned -----------------------------------------------------------------

unaligned="unaligned: the address is not a multiple of"
check "a word at an odd distance" refused_body "$unaligned 4" "ldr r0, [r0, #1]\nbx lr"
check "a half word at an odd distance" refused_body "$unaligned 2" "ldrh r0, [r0, #3]\nbx lr"
check "a word between words of the stack" refused_body "$unaligned 4" "sub sp, #8\nstr r0, [sp, #2]\nadd sp, #8\nbx lr"
check "a float between words, by an index" refused_body "$unaligned 4" "movs r1, #2\nldr r0, [r0, r1]\nbx lr"
check "a pointer that moves by 2" refused_body "$unaligned 4" "movs r1, #4\n1: ldr r2, [r0], #2\nsubs r1, #1\nbne 1b\nbx lr"
check "a literal between words" refused_body "$unaligned 4" "ldr.w r0, [pc, #2]\nbx lr\n.word 0, 0"
check "a word at a constant address" refused_body "$unaligned 4" "movw r1, #0x1002\nldr r0, [r1]\nbx lr"
check "a word in a section of bytes" refused_body "which is aligned to 1 only" "ldr r0, =v\nldr r0, [r0]\nbx lr\n.ltorg\n.data\nv: .word 1\n.text"
check "RISC-V: a word at a half word" risc_v_refuses "$unaligned 4" "lw a0, 2(a0)\nret"
check "RISC-V: a float at a half word" risc_v_refuses "$unaligned 4" "flw fa0, 6(a0)\nret"
check "RISC-V: a half word at a byte" risc_v_refuses "$unaligned 2" "sh a1, 5(a0)\nret"
bytes_anywhere() { { thumb_head f_infer; printf 'ldrb r1, [r0, #1]\nldrh r2, [r0, #2]\nstrb r1, [r0, #3]\nbx lr\n.size f_infer, . - f_infer\n'; } | figures_are cortex-m4f "$m4f" "4 10 0"; }
check "bytes anywhere, half words at even distances" bytes_anywhere

# --- what the object says about itself -------------------------------------------------------------

echo 'int f_infer(int x); int f_infer(int x) { return x + 1; }' >"$work/plain.c"
# compiled WORDS CORE COMPILER...: plain.c, compiled in this way, is refused with these words; -: it is accepted.
compiled() {
    "${@:3}" -O1 -c "$work/plain.c" -o "$work/plain.o"
    if [ "$1" = - ]; then
        "$epiwcet" --core "$2" "$work/plain.o" | grep '^instructions'
    else
        exits_with 1 "$1" "$epiwcet" --core "$2" "$work/plain.o"
    fi
}
riscv=riscv64-unknown-elf-gcc
# shellcheck disable=SC2086
check "a fat object of link-time optimization" compiled "as a fat object.*compile without -flto, or with -fno-lto" m4f $m4f -flto -ffat-lto-objects
# shellcheck disable=SC2086
check "a pure object of link-time optimization" compiled "no machine code; compile without -flto" m4f $m4f -flto
check "link-time optimization of clang" compiled "LLVM bitcode" m4f clang --target=arm-none-eabi -mcpu=cortex-m4 -mthumb -flto
# shellcheck disable=SC2086
check "-fno-lto" compiled - m4f $m4f -flto -fno-lto
check "an application processor" compiled "Tag_CPU_arch 10, Tag_CPU_arch_profile 65. that cortex-m4f does not execute" m4f arm-none-eabi-gcc -mthumb -mcpu=cortex-a8
check "Armv8.1-M on a Cortex-M33" compiled "Tag_CPU_arch 21" m33 arm-none-eabi-gcc -mthumb -mcpu=cortex-m55
check "a Cortex-M4 on a Cortex-M3" compiled "that cortex-m3 does not execute" m3 arm-none-eabi-gcc -mthumb -mcpu=cortex-m4
check "a Cortex-M3 on a Cortex-M0+" compiled "that cortex-m0plus does not execute" m0plus arm-none-eabi-gcc -mthumb -mcpu=cortex-m3
check "the FPU of a Cortex-M7 on a Cortex-M4F" compiled "an FPU (Tag_FP_arch 8) that cortex-m4f does not have" m4f arm-none-eabi-gcc -mthumb -mcpu=cortex-m7 -mfpu=fpv5-d16 -mfloat-abi=hard
# shellcheck disable=SC2086
check "a Cortex-M4F on a Cortex-M7" compiled - m7 $m4f
check "a Cortex-M0+ on a Cortex-M4F" compiled - m4f arm-none-eabi-gcc -mthumb -mcpu=cortex-m0plus
check "a Cortex-M3 on a Cortex-M33" compiled - m33 arm-none-eabi-gcc -mthumb -mcpu=cortex-m3
check "RISC-V: floats in registers of doubles" compiled "a calling convention (e_flags 0x5)" rv32imafc $riscv -march=rv32imafdc -mabi=ilp32d
check "RISC-V: doubles" compiled "the extension d, which rv32imafc does not have" rv32imafc $riscv -march=rv32imafdc -mabi=ilp32f
check "RISC-V: a longer extension" compiled "the extension zba, which" rv32imafc $riscv -march=rv32imafc_zba -mabi=ilp32f
check "RISC-V: half of the registers" compiled "a calling convention (e_flags 0x8)" rv32imafc $riscv -march=rv32e -mabi=ilp32e
check "RISC-V: fewer extensions, and those of the system" compiled - rv32imafc $riscv -march=rv32ic_zicsr_zifencei -mabi=ilp32
without_attributes() {
    # shellcheck disable=SC2086
    $m4f -O1 -c "$work/plain.c" -o "$work/plain.o"
    arm-none-eabi-objcopy -R .ARM.attributes "$work/plain.o" "$work/stripped.o"
    exits_with 1 "no build attributes (.ARM.attributes)" "$epiwcet" --core m4f "$work/stripped.o"
    $riscv -march=rv32imac -mabi=ilp32 -O1 -c "$work/plain.c" -o "$work/plain.o"
    riscv64-unknown-elf-objcopy -R .riscv.attributes "$work/plain.o" "$work/stripped.o"
    exits_with 1 "no build attributes (.riscv.attributes)" "$epiwcet" --core rv32imafc "$work/stripped.o"
}
check "no attributes" without_attributes
thumb_call="push {r4, lr}\nbl g\npop {r4, pc}\n.size f_infer, . - f_infer"
check "a function of which the linker takes any" refused_body "calls g, a definition in a COMDAT group" "$thumb_call\n.section .text.g,\"axG\",%progbits,g,comdat\n.global g\n.type g, %function\n.thumb_func\ng: bx lr\n.text"
check "a function chosen at run time" refused_body "calls g, which chooses a function at run time" "$thumb_call\n.global g\n.type g, %gnu_indirect_function\n.thumb_func\ng: bx lr"
check "code that can be written" refused_body "a section that the program may write to" "push {r4, lr}\nbl g\npop {r4, pc}\n.size f_infer, . - f_infer\n.section .fast,\"awx\",%progbits\n.type g, %function\n.global g\n.thumb_func\ng: bx lr\n.text"

# A counter on the stack, and its address in a register that a function must keep.
counter="push {r4, lr}\nsub sp, #8\nadd r4, sp, #4\nmovs r1, #3\nstr r1, [sp, #4]\n1: bl g\nldr r1, [sp, #4]\nsubs r1, #1\nstr r1, [sp, #4]\nbne 1b\nadd sp, #8\npop {r4, pc}\n.size f_infer, . - f_infer\n.type g, %function\n.thumb_func\n"
check "a store through a register of the caller" refused_body "stores through a register of its caller" "${counter}g: str r0, [r4]\nbx lr"
check "a register of the caller passed on" refused_body "passes on a register of its caller, in r0" "${counter}g: mov r0, r4\nb h\n.type h, %function\n.thumb_func\nh: str r1, [r0]\nbx lr"
check "a store to a literal" refused_body "stores to code or constants" "adr r1, 1f\nmovs r2, #9\nstr r2, [r1]\nldr r0, 1f\n2: subs r0, #1\nbne 2b\nbx lr\n.align 2\n1: .word 3"
check "a store to a table" refused_body "stores to code or constants" "ldr r1, =t\nstr r2, [r1]\nbx lr\n.ltorg\n.section .rodata\n.align 2\nt: .word 1\n.text"
check "RISC-V: a distance in code that the linker shortens" risc_v_refuses "indirect branch" "la t0, g\njr 12(t0)\n.size f_infer, . - f_infer\n.type g, %function\ng: call h\nnop\nnop\nh: ret"
check "RISC-V: a jump to a distance from a symbol" risc_v_refuses "counts over code that the linker may shorten" "j g + 8\n.size f_infer, . - f_infer\n.global g\n.type g, %function\ng: call h\nret\nh: ret"

no_entry() { { thumb_head other; echo 'bx lr'; } | refuses cortex-m4f "$m4f" "no function whose name ends in _infer"; }
two_entries() { { thumb_head a_infer; echo 'bx lr'; thumb_head b_infer; echo 'bx lr'; } | refuses cortex-m4f "$m4f" "both a_infer and b_infer could be the entry"; }
wrong_machine() { { function_head f_infer; echo ret; } | refuses cortex-m4f "$rv32" "compiled for RISC-V, but cortex-m4f is ARM"; }
newer_architecture() { { thumb_head f_infer; echo 'bx lr'; } | refuses cortex-m4f "$arm -mcpu=cortex-m33" "that cortex-m4f does not execute"; }
missing_entry() {
    straight_line | assemble "$m4f"
    refuted "$epiwcet" --core m4f --entry g "$work/code.o" 2>&1 | grep "no function g in it"
}
not_elf() {
    echo 'int main;' >"$work/text"
    refuted "$epiwcet" --core m4f "$work/text" 2>&1 | grep "not an ELF file"
}
host_object() {
    echo 'int f_infer(void); int f_infer(void) { return 0; }' >"$work/host.c"
    gcc -c "$work/host.c" -o "$work/host.o"
    refuted "$epiwcet" --core m4f "$work/host.o" 2>&1 | grep "expected a 32-bit little-endian ELF file"
}
# Every cut and every flipped byte of a small object: an answer or a message, never a crash.
damaged() {
    local size status i
    calls | assemble "$m4f"
    size=$(stat -c %s "$work/code.o")
    for ((i = 0; i < size; i += 7)); do
        status=0
        head -c "$i" "$work/code.o" | build/epiwcet --core m4f - >/dev/null 2>"$work/err" || status=$?
        [ "$status" -eq 1 ] || { echo "cut at $i: status $status"; return 1; }
    done
}

check "no entry" no_entry
check "two entries" two_entries
check "an entry that is not there" missing_entry
check "the wrong machine" wrong_machine
check "a newer architecture" newer_architecture
check "a text" not_elf
check "an object for the host" host_object
check "truncated objects" damaged

# --- reports -------------------------------------------------------------------------------------

json_has_its_keys() {
    straight_line | assemble "$m4f"
    "$epiwcet" --core cortex-m4f --json "$work/code.o" >"$work/code.json"
    python3 - "$work/code.json" <<'EOF'
import json, sys
report = json.load(open(sys.argv[1]))
assert report["entry"] == "f_infer" and report["core"] == "cortex-m4f" and report["kind"] == "bound"
for key in ("instructions", "cycles", "stack", "flash", "ram"):
    assert isinstance(report[key], int), key
assert report["instructions"] == sum(c["instructions"] for c in report["classes"])
assert report["cycles"] == sum(c["cycles"] for c in report["classes"])
assert all(c["source"] for c in report["classes"]) and report["assumptions"]
EOF
}
junit_is_well_formed() {
    refuted "$epiwcet" --core m4f --junit --max-cycles 44 --max-stack 8 "$work/code.o" >"$work/junit.xml"
    python3 - "$work/junit.xml" <<'EOF'
import sys, xml.etree.ElementTree as tree
suite = tree.parse(sys.argv[1]).getroot()
cases = suite.findall("testcase")
assert suite.tag == "testsuite" and suite.get("tests") == "3" == str(len(cases))
assert suite.get("failures") == "1" == str(len(suite.findall("testcase/failure")))
EOF
}
bars_hold() {
    "$epiwcet" --core m4f --max-cycles 45 --max-stack 8 --max-flash 46 "$work/code.o" >/dev/null
    for bar in "--max-cycles 44" "--max-stack 7" "--max-flash 45"; do
        # shellcheck disable=SC2086
        refuted "$epiwcet" --core m4f $bar "$work/code.o" 2>"$work/err" >/dev/null
        grep -q "exceeds $bar" "$work/err"
    done
}
listing_has_costs() {
    "$epiwcet" --core m4f --listing "$work/code.o" >"$work/listing"
    grep -q '^ *e *3  ldr r1, \[r0\]$' "$work/listing" || grep -qE '^ +[0-9a-f]+ +3  ldr r1, \[r0\]$' "$work/listing"
    # shellcheck disable=SC2016 # an awk program
    prints 45 awk '$2 ~ /^[0-9]+$/ && NR > 1 { sum += $2 } END { print sum }' "$work/listing"
}
an_estimate_says_so() {
    "$epiwcet" --core m7 "$work/code.o" >"$work/estimate"
    grep -q '^cycles .*ESTIMATE, not a bound' "$work/estimate"
    "$epiwcet" --core m33 --json "$work/code.o" >"$work/json"
    prints estimate figures kind
    refuted grep -qE '^cycles .* at most' "$work/estimate"
}
assumptions_are_stated() {
    "$epiwcet" --core m4f "$work/code.o" >"$work/bound"
    local words
    for words in 'no interrupt' 'no other bus master' 'wait states' 'stores through pointers stay inside' \
        'one cycle more, which no table has' 'Table 7-1'; do
        grep "$words" "$work/bound"
    done
}
usage_is_checked() {
    local status
    for call in "" "--core m5 x" "--core m4f" "--core m4f --flash-line 12 x" "--core m4f --json --junit x" \
        "--core m4f --flash-buffers 3 x" "--core m4f --same-stream x"; do
        status=0
        # shellcheck disable=SC2086
        "$epiwcet" $call >/dev/null 2>&1 || status=$?
        [ "$status" -eq 2 ] || { echo "status $status: epiwcet $call"; return 1; }
    done
}
options_are_documented() {
    local option
    for option in $("$epiwcet" --help | grep -oE -- '--[a-z-]+' | sort -u); do
        grep -q -- "Fl Fl ${option#--}" verify/wcet/epiwcet.1 ||
            grep -q -- "| ${option#--}\b\|Fl Fl .*| ${option#--}" verify/wcet/epiwcet.1 ||
            { echo "epiwcet.1 lacks $option"; return 1; }
    done
}

check "JSON" json_has_its_keys
check "JUnit" junit_is_well_formed
check "bars" bars_hold
check "the listing adds up" listing_has_costs
check "an estimate is no bound" an_estimate_says_so
check "assumptions and sources" assumptions_are_stated
check "wrong calls" usage_is_checked
check "the man page has every option" options_are_documented

# --- networks ------------------------------------------------------------------------------------

# retrained SEED: inputs and outputs of seed 1, their scaling moved a little, and other weights: what
# a new run of training on the same kind of data gives.
retrained() {
    mkdir -p "$work/seed$1"
    build/tools/make_spec one 3 20,20 2 tanh "$1" >"$work/seed$1/other.yaml"
    build/tools/make_spec one 3 20,20 2 tanh 1 >"$work/seed$1/first.yaml"
    { sed '/^layers:/,$d' "$work/seed$1/first.yaml" | moved "$1"
      sed -n '/^layers:/,/^outputs:/p' "$work/seed$1/other.yaml" | sed '$d'
      sed -n '/^outputs:/,$p' "$work/seed$1/first.yaml"; } >"$work/seed$1/spec.yaml"
    "$epigen" --clamps=all "$work/seed$1/spec.yaml" --prefix=model -o "$work/seed$1"
    # shellcheck disable=SC2086
    $m4f -std=c99 -O2 -ffp-contract=off -c "$work/seed$1/model.c" -o "$work/seed$1/model.o"
}

# moved SEED: the inputs of a spec with all numbers that have a fraction a few thousandths larger.
moved() {
    awk -v seed="$1" '/min:/ { n = split($0, part, " ")
            for (i = 1; i <= n; i++)
                if (part[i] ~ /^-?[0-9]+[.][0-9]+[,}]$/) {
                    tail = substr(part[i], length(part[i]))
                    part[i] = sprintf("%.9g%s", part[i] * (1 + 0.001 * (seed - 1)), tail)
                }
            line = "  " part[1]
            for (i = 2; i <= n; i++) line = line " " part[i]
            print line; next }
        { print }'
}
retraining_keeps_the_stream() {
    local seed
    for seed in 1 2 3; do retrained "$seed"; done
    refuted cmp -s "$work/seed1/model.o" "$work/seed2/model.o"
    "$epiwcet" --core m4f --json "$work/seed1/model.o" >"$work/old.json"
    for seed in 2 3; do
        "$epiwcet" --core m4f --against "$work/old.json" "$work/seed$seed/model.o" >"$work/text"
        tail -n 8 "$work/text"
        grep -q 'identical apart from constants' "$work/text"
        prints 5 grep -c ', unchanged' "$work/text"
    done
}
# trained SEED SPLIT LEVEL: what epitrain makes of one small recipe, compiled into trained$1.o.
trained() {
    cat >"$work/trained.yaml" <<EOF
epitrain: 1
name: trained
data: {train: trained.csv, validation: 0.3, inputs: [x, y], outputs: [z]$2}
network: {trunk: [6], eta: [5]}
fit: {epochs: 5, rate: 0.01}
epistemic: {teacher: samples, steps: 30, samples: 1000}
EOF
    build/epitrain "$work/trained.yaml" --seed="$1" -o "$work/trained$1.yaml" 2>"$work/err"
    "$epigen" --clamps=all "$work/trained$1.yaml" --prefix=model -o "$work/trained$1"
    # shellcheck disable=SC2086
    $m4f -std=c99 "$3" -ffp-contract=off -c "$work/trained$1/model.c" -o "$work/trained$1.o"
}
# Two trainings, with another seed but the same rows held out.
training_again_keeps_the_stream() {
    awk 'BEGIN { srand(5); print "x,y,z"
        for (i = 0; i < 90; i++) { x = rand(); y = 7 * rand(); print x "," y "," sin(5 * x) + y } }' >"$work/trained.csv"
    trained 1 ", split_seed: 3" "$1"
    trained 2 ", split_seed: 3" "$1"
    refuted cmp -s "$work/trained1.o" "$work/trained2.o"
    sed -n '/^inputs:/,/^layers:/p' "$work/trained1.yaml" >"$work/inputs1"
    [ -s "$work/inputs1" ]
    sed -n '/^inputs:/,/^layers:/p' "$work/trained2.yaml" | diff "$work/inputs1" -
    "$epiwcet" --core m4f --json "$work/trained1.o" >"$work/trained.json"
    "$epiwcet" --core m4f --against "$work/trained.json" "$work/trained2.o" >"$work/text"
    tail -n 8 "$work/text"
    grep -q 'identical apart from constants' "$work/text"
}
# stream BODY: the hash of a function.
stream() {
    { thumb_head f_infer; printf '%b\n.size f_infer, . - f_infer\n' "$1"; } | assemble "$m4f"
    "$epiwcet" --core m4f --json "$work/code.o" | figure stream
}
# Not only constants: another operation on variables, operands swapped, another address.
no_constants() {
    local one other first second
    while IFS='|' read -r one other; do
        echo "$one | $other"
        first=$(stream "$one\nbx lr")
        second=$(stream "$other\nbx lr")
        [ "$first" != "$second" ]
    done <<'EOF'
vadd.f32 s0, s1, s2|vsub.f32 s0, s1, s2
vadd.f32 s0, s1, s2|vadd.f32 s0, s2, s1
vmul.f32 s0, s1, s2|vnmul.f32 s0, s1, s2
vmla.f32 s0, s1, s2|vmls.f32 s0, s1, s2
vmla.f32 s0, s1, s2|vnmls.f32 s0, s1, s2
vldr s0, 1f\nvmla.f32 s0, s1, s2\nbx lr\n.align 2\n1: .word 9|vldr s0, 1f\nvmls.f32 s0, s1, s2\nbx lr\n.align 2\n1: .word 9
vldr s3, 1f\nvsub.f32 s0, s1, s3\nbx lr\n.align 2\n1: .word 9|vldr s3, 1f\nvsub.f32 s0, s3, s1\nbx lr\n.align 2\n1: .word 9
vldr s3, 1f\nvadd.f32 s0, s1, s2\nbx lr\n.align 2\n1: .word 9|vldr s3, 1f\nvsub.f32 s0, s1, s2\nbx lr\n.align 2\n1: .word 9
ldr r1, =0x20000000\nvldr s0, [r1]|ldr r1, =0x60000000\nvldr s0, [r1]
ldr r1, =0x20000000\nstr r0, [r1, r2]|ldr r1, =0x60000000\nstr r0, [r1, r2]
ldr r1, =0x20000000\nadd r1, r1, r2\nldr r0, [r1]|ldr r1, =0x60000000\nadd r1, r1, r2\nldr r0, [r1]
movw r1, #4\nmovt r1, #0x2000\nldr r0, [r1]|movw r1, #4\nmovt r1, #0x6000\nldr r0, [r1]
vldr s0, [r0, #4]|vldr s0, [r0, #8]
EOF
}
only_constants() {
    local one other first second
    while IFS='|' read -r one other; do
        echo "$one | $other"
        first=$(stream "$one\nbx lr\n.align 2\n1: .float 1.7")
        second=$(stream "$other\nbx lr\n.align 2\n1: .float 2.3")
        [ -n "$first" ]
        [ "$first" = "$second" ]
    done <<'EOF'
vldr s3, 1f\nvadd.f32 s0, s1, s3|vldr s3, 1f\nvsub.f32 s0, s1, s3
vldr s3, 1f\nvadd.f32 s0, s3, s1|vldr s3, 1f\nvsub.f32 s0, s1, s3
vldr s3, 1f\nvmla.f32 s0, s1, s3|vldr s3, 1f\nvmls.f32 s0, s1, s3
vldr s0, 1f\nvmla.f32 s0, s1, s2|vldr s0, 1f\nvnmls.f32 s0, s1, s2
vldr s0, 1f\nvfma.f32 s0, s1, s2|vldr s0, 1f\nvfnms.f32 s0, s1, s2
ldr r1, =7000001\nvmov s3, r1\nvfma.f32 s0, s3, s1|ldr r1, =7000000\nvmov s3, r1\nvfms.f32 s0, s3, s1
ldr r1, =0x3f812345\nstr r1, [r0]|ldr r1, =0x3f912345\nstr r1, [r0]
EOF
}
another_shape_changes_it() {
    # shellcheck disable=SC2086
    $m4f -std=c99 -O1 -ffp-contract=off -c "$work/seed1/model.c" -o "$work/slower.o"
    "$epiwcet" --core m4f --against "$work/old.json" "$work/slower.o" >"$work/text"
    grep -q 'has changed' "$work/text"
    grep -qE 'cycles +[0-9]+ -> [0-9]+ \(\+' "$work/text"
    "$epiwcet" --core m4f --json --against "$work/old.json" "$work/slower.o" | grep '"same_stream": false'
}
a_changed_stream_can_fail() {
    "$epiwcet" --core m4f --same-stream --against "$work/old.json" "$work/seed2/model.o" >/dev/null
    "$epiwcet" --core m4f --against "$work/old.json" "$work/slower.o" >/dev/null
    refuted "$epiwcet" --core m4f --same-stream --against "$work/old.json" "$work/slower.o" 2>&1 >/dev/null |
        grep 'the instruction stream is not that of'
}
only_like_is_compared() {
    refuted "$epiwcet" --core m4f --flash-buffers 1 --against "$work/old.json" "$work/seed1/model.o" 2>&1 | grep 'not comparable'
    refuted "$epiwcet" --core m7 --against "$work/old.json" "$work/seed1/model.o" 2>&1 | grep 'not comparable'
    refuted "$epiwcet" --core m4f --flash-wait 2 --against "$work/old.json" "$work/seed1/model.o" 2>&1 |
        grep 'not comparable'
    echo '{"epiwcet": 1, "core": "cortex-m4f"}' >"$work/bad.json"
    refuted "$epiwcet" --core m4f --against "$work/bad.json" "$work/seed1/model.o" 2>&1 | grep 'bad.json:1:'
}
# What compilers make of a network, at every level: never refused, never a byte of RAM.
accepts() {
    local level compiler
    read -ra compiler <<<"${*:2}"
    for level in $levels; do
        "${compiler[@]}" -std=c99 -ffreestanding -ffp-contract=off "$level" -c "$work/one/model.c" -o "$work/level.o"
        echo "$level"
        "$epiwcet" --core "$1" --json "$work/level.o" >"$work/json"
        prints 0 figures ram
    done
}
variables_are_ram() {
    local size
    cat >"$work/ram.c" <<'EOF'
static const float w[6] = {0.1F, 0.7F, -2.5F, 1.0F, 0.2F, 0.3F};
static int calls, unused[10];
static float last = 1.5F;
float g_infer(float x, int i);
float g_infer(float x, int i) { calls++; last = x * w[i] + last; return last; }
int other(void);
int other(void) { return unused[calls]++; }
EOF
    # shellcheck disable=SC2086
    $m4f -O2 -c "$work/ram.c" -o "$work/ram.o"
    "$epiwcet" --core m4f --json "$work/ram.o" >"$work/json"
    grep -E '"(ram|flash)"' "$work/json"
    size=$(arm-none-eabi-nm -S "$work/ram.o" | awk '/g_infer/ { print $2 }')
    # Flash: 24 bytes of w, 4 for the first value of last, and the code.
    prints "8 $((24 + 4 + 0x$size))" figures ram flash
}
soft_float_is_refused() {
    arm-none-eabi-gcc -mthumb -mcpu="$1" -std=c99 -O2 -c "$work/one/model.c" -o "$work/soft.o"
    refuted "$epiwcet" --core "$1" "$work/soft.o" 2>&1 | grep -E 'calls __aeabi_f[a-z]+, a soft-float helper'
}

measuring_code_compiles() {
    # shellcheck disable=SC2016
    sed -n '/^```c$/,/^```$/p' verify/README.md | sed '1d;$d' >"$work/measure.c"
    # shellcheck disable=SC2086
    $m4f -std=c99 -O2 -Wall -Wextra -Werror -I"$work/one" -c "$work/measure.c" -o "$work/measure.o"
    # The empty call and the network's are one and the same instruction.
    arm-none-eabi-objdump -d "$work/measure.o" >"$work/measure.s"
    prints 1 grep -cE '\sblx\s' "$work/measure.s"
}

make_model one "$work/one"
check "the measuring code for a board compiles" measuring_code_compiles
check "Cortex-M4F executes as many instructions" equals_emulation cortex-m4f m4
check "Cortex-M7 executes as many instructions" equals_emulation cortex-m7 m7
check "Cortex-M33 executes as many instructions" equals_emulation cortex-m33 m33
check "RV32 executes as many instructions" equals_emulation rv32imafc rv32
check "variables take RAM, those used" variables_are_ram
check "gcc for Cortex-M4F, every level" accepts cortex-m4f "$m4f"
check "clang for Cortex-M4F, every level" accepts cortex-m4f clang --target=arm-none-eabi -mcpu=cortex-m4 -mfloat-abi=hard -mthumb
check "clang for Cortex-M33, every level" accepts cortex-m33 clang --target=arm-none-eabi -mcpu=cortex-m33 -mfloat-abi=hard -mthumb
check "gcc for RV32, every level" accepts rv32imafc "$rv32"
# Without the last flag clang puts constants into .sdata, which is RAM.
check "clang for RV32, every level" accepts rv32imafc clang --target=riscv32 -march=rv32imafc -mabi=ilp32f -msmall-data-limit=0
check "retraining changes only constants" retraining_keeps_the_stream
check "another training changes only constants" training_again_keeps_the_stream -O2
check "another training changes only constants, -Os" training_again_keeps_the_stream -Os
check "operations, operands and addresses are no constants" no_constants
check "terms with a constant are" only_constants
check "another level changes more" another_shape_changes_it
check "a changed stream fails if it must not" a_changed_stream_can_fail
check "only like is compared with like" only_like_is_compared
check "Cortex-M3: soft float is refused" soft_float_is_refused cortex-m3
check "Cortex-M0+: soft float is refused" soft_float_is_refused cortex-m0plus
finish
