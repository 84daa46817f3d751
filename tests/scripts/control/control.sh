#!/bin/bash
# The control runtime (runtime/control) under the gates of the emitted code: no warning, MISRA, no
# branch on data in the functions of the control step, the same bits on every machine, the same
# instructions for every input, no alarm of Eva, every line run, a bound by epiwcet.
# supports: AOU-9, AOU-11
. tests/scripts/lib.sh
. tests/harness/branches.sh

step="gain feedforward trigger supervisor watch"
small=""
large="-DEPI_N_IN=5U -DEPI_N_OUT=4U -DEPI_N_U=4U -DEPI_N_X=12U -DEPI_STORE_CAPACITY=9U"
huge="-DEPI_N_IN=31U -DEPI_N_OUT=6U -DEPI_N_U=7U -DEPI_N_X=15U"
policies="0U 1U 2U"

no_warning() {
    local file
    for file in runtime/control/*.c; do
        # shellcheck disable=SC2086
        $1 $strict $2 -O2 -c "$file" -o "$work/object.o"
    done
}

# All of the control step as one file: one compilation a level.
step_branch_free() {
    local level size
    for level in $levels; do
        for size in "$small" "$large"; do
            echo "at $level $size"
            branch_free "$1 $size" "$level" "$work/step.c"
        done
    done
}

# A size that the code is not made for.
size_compiles() { gcc -std=c99 "-D$1" -Iruntime -c runtime/control/store.c -o "$work/object.o"; }

# flag_refused WORDS COMPILER FLAGS NAME: flags that change the results of NAME.c end in an error with these words.
flag_refused() {
    # shellcheck disable=SC2086
    exits_with 1 "$1" "$2" $3 -ffreestanding -Iruntime -fsyntax-only "runtime/control/$4.c"
}

# links FLAGS-OF-RUNTIME FLAGS-OF-CALLER: a caller of everything that has sizes, compiled with other flags than it.
links() {
    # shellcheck disable=SC2086
    (cd "$work" && gcc -std=c99 $1 -I"$OLDPWD/runtime" -c "$OLDPWD"/runtime/control/{feedforward,gain,store}.c)
    # shellcheck disable=SC2086
    gcc -std=c99 $2 -Iruntime -c "$work/sized_caller.c" -o "$work/sized_caller.o"
    gcc "$work"/{sized_caller,feedforward,gain,store}.o -o "$work/sized" 2>&1
}
# mismatch NAME FLAGS: the caller's sizes alone are others; the linker names the function with the caller's sizes.
mismatch() {
    refuted links "" "$2" >"$work/said" 2>&1
    grep "undefined reference to .$1'" "$work/said"
}
caller_make() {
    printf '#include "control/%s.h"\n' feedforward gain store
    printf '%s\n' 'static uint8_t memory[EPI_STORE_BYTES]; static epi_store_t s;' \
        'static float a[EPI_N_IN + EPI_N_OUT + EPI_N_K], b[EPI_N_IN + EPI_N_OUT + EPI_N_K];' \
        'int main(void) { epi_store_format(memory, &s); epi_feedforward(a, 0.5F, 1.0F, b); epi_gain_matrix(a, 1.0F, b);' \
        'epi_gain_apply(a, a, a, b); return (int)(epi_crc_word(1U, 2U) & 0U) + (epi_gain_factor(a, 1.0F, 1.0F, 2.0F) > 9.0F)' \
        '+ (int)epi_store_put(memory, &s, 1U, a, a, a) - 1 + (int)epi_store_open(memory, &s); }'
}

# A caller in C++ links with all of it.
cplusplus_links() {
    local header
    for header in feedforward gain store supervisor trigger watch; do
        echo "#include \"control/$header.h\""
    done >"$work/caller.cpp"
    printf '%s\n' 'int main() { epi_watch_t w = {}; epi_trust_t t = {}; uint32_t seed = 1;' \
        'epi_supervisor_trust(EPI_FALLBACK, &t); float s[EPI_N_OUT] = {};' \
        'return (int)(epi_watch(0.5F, 3U, &w) + epi_trigger_draw(0.0F, 0.0F, 0U, &seed)) + (epi_gain_factor(s, 2.0F, 1.0F, 2.0F) > 9.0F); }' \
        >>"$work/caller.cpp"
    (cd "$work" && gcc -std=c99 -c "$OLDPWD"/runtime/control/*.c)
    "$1" -std=c++11 -Wall -Wextra -Wpedantic -Werror -Iruntime "$work/caller.cpp" "$work"/{gain,trigger,supervisor,watch}.o -o "$work/caller"
    "$work/caller"
}

# replay_sources: the replay of all policies as one program. tests/harness/control.c prints every result as bits; it and the store
# are there once for each policy, which is part of the names that they link by.
replay_sources() {
    local policy calls=''
    mkdir "$work/replay"
    for policy in $policies; do
        printf '#define EPI_STORE_POLICY %s\n' "$policy" | tee "$work/replay/store_$policy.c" >"$work/replay/caller_$policy.c"
        printf '#define main control_%s\n#include "%s"\n' "$policy" "$PWD/tests/harness/control.c" >>"$work/replay/caller_$policy.c"
        echo "#include \"$PWD/runtime/control/store.c\"" >>"$work/replay/store_$policy.c"
        echo "int control_$policy(void);"
        calls="${calls}board_print(\"policy $policy\\n\"); status |= control_$policy(); "
    done >"$work/replay/all.c"
    printf '#include "%s"\nint main(void) { int status = 0; %s return status; }\n' "$PWD/verify/target/board.h" "$calls" >>"$work/replay/all.c"
}
# replay PREFIX RUNNER LEVEL: what it prints. Who calls does not change with the level.
replay() {
    # shellcheck disable=SC2086
    $1 -std=c99 -ffp-contract=off $3 -Iruntime "$work/replay"/{*.o,store_*.c} "$work/step.c" -o "$work/control"
    $2 "$work/control"
}
replay_callers() { # PREFIX
    rm -f "$work/replay"/*.o
    # shellcheck disable=SC2086
    (cd "$work/replay" && $1 -std=c99 -O1 -ffp-contract=off -I"$OLDPWD/runtime" -c all.c caller_*.c "$OLDPWD/tests/harness/host_board.c")
}

same_bits() {
    local level
    replay_callers "$1"
    for level in -O0 -O2 -Os; do
        replay "$1" "$2" "$level" >"$work/said"
        cmp "$work/said" "$work/expected"
    done
}

board() {
    verify/target/run-program m4 "$work/board" -Iruntime "$work/replay"/*.c "$work/step.c" >"$work/said"
    cmp "$work/said" "$work/expected"
}

# timing_build COMPILER LEVEL POLICY [SOURCE]: the harness with the functions of SOURCE, or of the tree.
timing_build() {
    # shellcheck disable=SC2086
    "$1" -std=c99 -ffp-contract=off -g "$2" -DEPI_STORE_POLICY="$3" -DEPI_STORE_CAPACITY=5U -Iruntime \
        -c "${4:-$work/all.c}" -o "$work/timed.o"
    "$1" -std=gnu99 -O1 -DEPI_STORE_POLICY="$3" -DEPI_STORE_CAPACITY=5U -Iruntime tests/harness/control_timing.c \
        "$work/timed.o" -o "$work/timing"
}
no_jump_depends() {
    timing_build "$@"
    valgrind -q --error-exitcode=1 --undef-value-errors=yes "$work/timing" undefined
}
one_count() {
    timing_build "$@"
    rm -f "$work"/counts*
    valgrind -q --tool=callgrind --callgrind-out-file="$work/counts" "$work/timing" counts
    grep -l 'Client Request' "$work"/counts.* | xargs sed -n 's/^totals: //p' | sort | uniq -c >"$work/totals"
    cat "$work/totals"
    awk '{ n += $1 } END { exit !(NR == 1 && n >= 64) }' "$work/totals"
}

# Any bits from sensors, network and memory. Four slots: a slot chosen by masks is then below 4 by itself.
eva_control() {
    frama-c -machdep gcc_x86_64 -cpp-extra-args="-I$PWD/runtime -DEPI_STORE_CAPACITY=3U -DEPI_STORE_POLICY=$1" \
        -warn-special-float none -eva -eva-precision 1 -eva-auto-loop-unroll 200 tests/harness/control_eva.c \
        "${@:2}" >"$work/eva.log" 2>&1 || { tail -n 5 "$work/eva.log"; return 1; }
    grep -A 2 'eva:alarm' "$work/eva.log" || true
    grep -q '^  0 alarms generated' "$work/eva.log"
    grep -q 'reached (out of [0-9]*): 100% coverage' "$work/eva.log"
}
eva_of() {
    sed "$1" "runtime/control/$2.c" >"$work/$2.c"
    sed -i "s|#include \"|&$PWD/runtime/control/|" "$work/$2.c"
    # shellcheck disable=SC2046
    eva_control 0U "$work/$2.c" $(find runtime/control -name '*.c' ! -name "$2.c")
}

# Every line of every file runs in the replay, with one policy or another.
all_lines_run() {
    local policy name top=$PWD
    mkdir "$work/coverage"
    for policy in $policies; do
        (
            mkdir "$work/coverage/$policy"
            cd "$work/coverage/$policy"
            gcc -std=c99 -O0 -ffp-contract=off --coverage -DEPI_STORE_POLICY="$policy" -I"$top/runtime" \
                "$top/tests/harness/control.c" "$top/tests/harness/host_board.c" "$top"/runtime/control/*.c -o covered
            ./covered >/dev/null
            gcov --json-format --stdout ./*.gcda |
                jq -r '.files[] | select(.file | test("runtime/control/")) | .file as $f | .lines[] | "\($f) \(.line_number) \(.count)"'
        )
    done | sed "s|.*/control/||" | awk '{ at = $1 ":" $2; seen[at] += $3 } END {
        for (at in seen) { n++; if (seen[at] == 0) { print at " never runs"; bad = 1 } }
        print n " lines"; exit bad || n < 200 }'
}

put_is_bounded() {
    arm-none-eabi-gcc -mcpu=cortex-m4 -mfpu=fpv4-sp-d16 -mthumb -mfloat-abi=hard -std=c99 -O2 -ffp-contract=off \
        -DEPI_STORE_POLICY="$1" -Iruntime -c runtime/control/store.c -o "$work/store.o"
    "$epiwcet" --core=cortex-m4f --entry="epi_store_put_2U_1U_64U_$1" "$work/store.o" | grep '^cycles'
}

# Loops have constant bounds.
gain_is_bounded() {
    # shellcheck disable=SC2086
    arm-none-eabi-gcc -mcpu=cortex-m4 -mfpu=fpv4-sp-d16 -mthumb -mfloat-abi=hard -std=c99 -O2 -ffp-contract=off \
        $huge -Iruntime -c runtime/control/gain.c -o "$work/gain.o"
    "$epiwcet" --core=cortex-m4f --entry="$1" "$work/gain.o" | grep '^cycles'
}

for compiler in $compilers; do
    for policy in $policies; do
        check "$compiler, policy $policy: no warning" no_warning "$compiler" "-DEPI_STORE_POLICY=$policy"
    done
    check "$compiler, large: no warning" no_warning "$compiler" "$large"
    check "$compiler, with loops: no warning" no_warning "$compiler" "$huge"
done
check "a caller in C++: g++" cplusplus_links g++
check "a caller in C++: clang++" cplusplus_links clang++
for entry in epi_gain_{factor,matrix,apply}_31U_6U_7U_15U; do
    check "$entry of 7 x 15: epiwcet bounds it" gain_is_bounded "$entry"
done
caller_make >"$work/sized_caller.c"
check "a caller with the same sizes links" links "$large" "$large"
check "a policy has one name" links -DEPI_STORE_POLICY=1U -DEPI_STORE_POLICY=EPI_STORE_OLDEST
while read -r name flag; do
    check "$flag for the caller alone: $name does not link" mismatch "$name" "-D$flag"
done <<'END'
epi_store_put_5U_1U_64U_0U EPI_N_IN=5U
epi_store_open_5U_1U_64U_0U EPI_N_IN=5U
epi_store_format_2U_1U_9U_0U EPI_STORE_CAPACITY=9U
epi_store_put_2U_1U_64U_1U EPI_STORE_POLICY=1U
epi_crc_word_2U_3U_64U_0U EPI_N_OUT=3U
epi_feedforward_2U_3U_1U_2U EPI_N_OUT=3U
epi_gain_factor_2U_3U_1U_2U EPI_N_OUT=3U
epi_gain_matrix_2U_1U_2U_2U EPI_N_U=2U
epi_gain_apply_2U_1U_1U_4U EPI_N_X=4U
END
check "a store of one point compiles" size_compiles EPI_STORE_CAPACITY=1U
for size in EPI_STORE_CAPACITY=0U EPI_STORE_CAPACITY=65536U EPI_STORE_POLICY=3U; do
    check "$size does not" refuted size_compiles "$size"
done
for name in $step store; do
    for flag in -ffast-math -ffinite-math-only -fno-signed-zeros; do
        check "$name: $flag is refused" flag_refused 'with -ffast-math or parts of it' gcc $flag "$name"
    done
    for flag in -mfpmath=387 -mfpmath=both '-m32 -mno-sse'; do
        check "$name: $flag is refused" flag_refused 'float operations that round to float' gcc "$flag" "$name"
    done
    check "$name: clang with x87 is refused" flag_refused 'float operations that round to float' clang '-m32 -mno-sse' "$name"
    check "$name: 32-bit x86 with SSE is not" gcc -ffreestanding -m32 -msse2 -mfpmath=sse -Iruntime -fsyntax-only "runtime/control/$name.c"
done
for name in $step; do
    echo "#include \"$PWD/runtime/control/$name.c\""
done >"$work/step.c"
for name in $step store; do
    echo "#include \"$PWD/runtime/control/$name.c\""
done >"$work/all.c"
sed "s|EPI_STORE_WRITE(memory, at, .uint8_t.(value \& 0xFFU));|if (value != 0U) { & }|" runtime/control/store.c \
    >"$work/branching_store.c"
for name in $step; do
    echo "#include \"$PWD/runtime/control/$name.c\""
done >"$work/branching.c"
sed "s|#include \"|&$PWD/runtime/control/|" "$work/branching_store.c" >>"$work/branching.c"
sed 's|return now & trusted;|if (now != 0U) { return trusted; } return 0U;|; s|#include "|&'"$PWD"'/runtime/control/|' \
    runtime/control/trigger.c >"$work/jumping.c"
for name in gain feedforward supervisor watch store; do
    echo "#include \"$PWD/runtime/control/$name.c\""
done >>"$work/jumping.c"
for compiler in $compilers; do
    for level in -O0 -O2; do
        check "$compiler $level: no jump or address depends on what is given" no_jump_depends "$compiler" "$level" 0U
    done
done
for policy in $policies; do
    check "policy $policy: one instruction count, a put included" one_count gcc -O2 "$policy"
    check "policy $policy: Eva has no alarm" eva_control "$policy" runtime/control/*.c
    check "policy $policy: epiwcet bounds a put" put_is_bounded "$policy"
done
check "memcheck sees a jump" refuted no_jump_depends gcc -O0 0U "$work/jumping.c"
check "callgrind sees a branch" refuted one_count gcc -O0 0U "$work/branching.c"
check "Eva sees a slot too many" refuted eva_of 's/const uint32_t first = slot_word(s->spare);/const uint32_t first = slot_word(s->spare + 1U);/' store
check "every line runs" all_lines_run
while read -r target; do
    check "branch-free: $target" step_branch_free "$target"
done <<<"$branch_targets"
replay_sources
replay_callers gcc
replay gcc "" -O1 >"$work/expected"
for policy in $policies; do
    lines=$(sed -n "/^policy $policy\$/,/^policy/p" "$work/expected" | wc -l)
    check "policy $policy: the replay says something" [ "$lines" -gt 2000 ]
done
check "same bits: gcc" same_bits gcc ""
check "same bits: clang" same_bits clang ""
check "same bits: ARM" same_bits "arm-linux-gnueabihf-gcc -static" qemu-arm
check "same bits: RISC-V" same_bits "riscv64-linux-gnu-gcc -static" qemu-riscv64
check "same bits: Cortex-M4 board" board
finish
