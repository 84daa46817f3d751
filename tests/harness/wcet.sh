# Shared by the tests of epiwcet; sourced after lib.sh: assembles code, and says what epiwcet makes of it.
# shellcheck shell=bash disable=SC2034,SC2154
epiwcet=build/epiwcet-sanitized

arm="arm-none-eabi-gcc -mthumb"
m4f="$arm -mcpu=cortex-m4 -mfpu=fpv4-sp-d16 -mfloat-abi=hard"
rv32="riscv64-unknown-elf-gcc -march=rv32imafc -mabi=ilp32f"

# assemble COMPILER: standard input into $work/code.o.
assemble() {
    cat >"$work/code.s"
    # shellcheck disable=SC2086
    $1 -c "$work/code.s" -o "$work/code.o"
}

# The head of a function in assembly, for either machine.
function_head() { printf '.text\n.align 2\n.global %s\n.type %s, %%function\n%s:\n' "$1" "$1" "$1"; }
thumb_head() {
    printf '.syntax unified\n.thumb\n.thumb_func\n'
    function_head "$1"
}

# refuses CORE COMPILER WORDS: the code on standard input, with exit status 1 and these words.
refuses() {
    local status=0
    assemble "$2"
    "$epiwcet" --core "$1" "$work/code.o" >"$work/out" 2>"$work/err" || status=$?
    cat "$work/err"
    [ "$status" -eq 1 ] && [ ! -s "$work/out" ] && grep -q "^epiwcet: $work/code.o: " "$work/err" &&
        grep -qF -- "$3" "$work/err"
}

# body WORDS...: checks a refusal of an M4F function with this body.
refused_body() {
    { thumb_head f_infer; printf '%b\n' "$2"; echo '.size f_infer, . - f_infer'; } |
        refuses "${3:-cortex-m4f}" "${4:-$m4f}" "$1"
}

# figure NAME: from the JSON on standard input.
figure() { sed -n "s/^  \"$1\": \"\{0,1\}\([^\",]*\)\"\{0,1\},*\$/\1/p"; }

# figures NAME...: from $work/json, in a line.
figures() {
    local name
    for name in "$@"; do
        figure "$name" <"$work/json"
    done | paste -s -d ' '
}

# figures_are CORE COMPILER "INSTRUCTIONS CYCLES STACK" [OPTION...]: of the code on standard input.
figures_are() {
    assemble "$2"
    "$epiwcet" --core "$1" --json "${@:4}" "$work/code.o" >"$work/json"
    prints "$3" figures instructions cycles stack
}
risc_v_refuses() { { function_head f_infer; printf '%b\n' "$2"; echo '.size f_infer, . - f_infer'; } | refuses rv32imafc "$rv32" "$1"; }

# field NAME: from the line of run-target on standard input.
field() { grep -oE " $1=[0-9]+" | cut -d = -f 2; }

# equals_emulation CORE CPU [DIR]: executed on an emulated core, walked in the object and in the linked firmware: one number.
# With `fault` set, run-target must find just this wrong with the model.
equals_emulation() {
    local core=$1 cpu=$2 dir=${3:-$work/one} line ran touched stack file status=0
    WORK=$work/$cpu CALLS=${CALLS:-20} verify/target/run-target "$dir" model "$cpu" >"$work/line" 2>"$work/err" || status=$?
    cat "$work/err"
    if [ -n "${fault:-}" ]; then
        [ "$status" -eq 1 ]
        grep -q "^run-target: model: $fault\$" "$work/err"
    else
        [ "$status" -eq 0 ]
    fi
    line=$(grep calls= "$work/line")
    ran=$(field instructions <<<"$line")
    echo "$line"
    prints 1 field traces <<<"$line"
    touched=$(field stack_touched <<<"$line")
    for file in firmware.elf model.o; do
        # A RISC-V linker shortens calls, so there the firmware alone is what runs.
        if [[ "$cpu $file" = rv32*" model.o" ]]; then continue; fi
        "$epiwcet" --core "$core" --entry model_infer --json "$work/$cpu/$file" >"$work/json"
        stack=$(figure stack <"$work/json")
        echo "$file: stack $stack, touched $touched"
        prints "$ran" figure instructions <"$work/json"
        [ "$stack" -ge "$touched" ]
    done
}
