#!/bin/bash
# One instruction count and one program-counter trace over more than 1,000 inputs, NaN, infinities,
# denormals and the bounds of the domain among them, on every emulated core; the count is the one that
# epiwcet derives from the same object, so no path was missed.
# verifies: REQ-CONSTANT-TIME
. verify/checks/lib.sh
need "$epiwcet" jq qemu-system-arm qemu-riscv32 arm-none-eabi-gcc riscv64-unknown-elf-gcc ||
    broken "a tool is missing"

text=
run_core() {
    local core=$1 board=$2 line object
    object=$(board_object "$board") || broken "$core: does not compile"
    board_run "$object" "$board" >"$out/$board.line" 2>"$out/$board.words" || {
        cat "$out/$board.words"
        broken "$core: $(tail -n 1 "$out/$board.words")"
    }
    line=$(cat "$out/$board.line")
    echo "$line"
    calls=$(sed -n 's/.* calls=\([0-9]*\).*/\1/p' <<<"$line")
    dynamic=$(sed -n 's/.* instructions=\([0-9.]*\).*/\1/p' <<<"$line")
    # shellcheck disable=SC2046
    static=$("$epiwcet" --core "$core" $(core_options "$core") --entry "${name}_infer" --json "$object" 2>"$out/words" |
        jq -er .instructions) || broken "$core: $(head -n 1 "$out/words")"
    [ "$calls" -ge 1000 ] || broken "$core: only $calls inputs ran"
    [ "$static" = "$dynamic" ] || broken "$core: $dynamic instructions ran, epiwcet says $static"
    figure "$core instructions" "$dynamic"
    figure "$core inputs" "$calls"
    figure "$core traces" 1
    text="$text${text:+, }$core $dynamic"
}
while read -r core board _; do
    run_core "$core" "$board"
done <<<"$cores"
summary "one count and trace for $calls inputs, equal to the static count: $text"
