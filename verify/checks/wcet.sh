#!/bin/bash
# The static bound of epiwcet on every core it knows, gcc -O2; cores without an FPU must be refused. In
# fixed point with the flags of the head comment, on the cores that the file is for.
# verifies: REQ-WCET
# supports: AOU-4, AOU-5
. verify/checks/lib.sh
need "$epiwcet" jq arm-none-eabi-gcc riscv64-unknown-elf-gcc || broken "a tool is missing"

text=
while read -r core board _; do
    object=$(board_object "$board") || broken "$core: does not compile"
    # shellcheck disable=SC2046
    "$epiwcet" --core "$core" $(core_options "$core") --entry "${name}_infer" --json "$object" >"$out/$core.json" \
        2>"$out/words" || broken "$core: $(head -n 1 "$out/words")"
    for key in kind instructions cycles stack flash ram; do
        figure "$core $key" "$(jq -er ".$key" "$out/$core.json")"
    done
    text="$text${text:+, }$core $(jq -r '"\(.cycles) (\(.kind))"' "$out/$core.json")"
    case $core in cortex-m0 | cortex-m0plus)
        "$epiwcet" --core "$core" --multiplier=1 --entry "${name}_infer" --json "$object" >"$out/words" || broken "$core --multiplier=1"
        figure "$core cycles --multiplier=1" "$(jq -er .cycles "$out/words")"
        ;;
    esac
done <<<"$cores"
if [ "$type" = q15 ]; then
    figure "flags" "$(flags_of "$code/$name.c")"
    summary "cycles at $(flags_of "$code/$name.c"): $text${tables:+; tables of functions: on the Cortex-M7 in tightly coupled memory}"
    exit
fi
# A Cortex-M4F as boards have it: flash that waits, and literals that collide with the fetch.
mkdir -p "$out/waits"
for waits in "--flash-wait 5 --flash-line 16" "--literal-wait 1" "--flash-wait 5 --flash-line 16 --literal-wait 1"; do
    # shellcheck disable=SC2086
    "$epiwcet" --core cortex-m4f --entry "${name}_infer" $waits --json "$objects/m4.o" >"$out/waits/report.json" \
        2>"$out/words" || broken "cortex-m4f $waits: $(head -n 1 "$out/words")"
    cycles=$(jq -er .cycles "$out/waits/report.json")
    figure "cortex-m4f cycles $waits" "$cycles"
done
text="$text; cortex-m4f with $waits $cycles"
while read -r core compiler flags; do
    # shellcheck disable=SC2086
    "$compiler" -std=c99 -O0 -ffp-contract=off $flags -c "$code/$name.c" -o "$out/$core.o"
    if "$epiwcet" --core "$core" --entry "${name}_infer" --json "$out/$core.o" >"$out/words" 2>&1; then
        broken "$core: soft float got a bound"
    fi
    cat "$out/words"
    figure "$core" refused
done <<<"$soft_cores"
# What a controller links beside the model, if the tree has it; not part of the verdict on the model.
mkdir -p "$out/control"
for source in runtime/control/*.c; do
    [ -f "$source" ] || continue
    object=$out/control/$(basename "$source" .c).o
    arm-none-eabi-gcc -std=c99 -O2 -ffp-contract=off -mcpu=cortex-m4 -mfpu=fpv4-sp-d16 -mthumb -mfloat-abi=hard \
        -Iruntime/control -Iruntime -c "$source" -o "$object" 2>"$out/words" || continue
    for entry in $(arm-none-eabi-nm -g --defined-only "$object" | awk '$2 == "T" { print $3 }'); do
        "$epiwcet" --core cortex-m4f --entry "$entry" --json "$object" >"$out/control/$entry.json" 2>"$out/words" ||
            { jq -n --arg entry "$entry" --arg why "$(sed "s|.*$object: ||" "$out/words" | head -n 1)" \
                '{entry: $entry, core: "cortex-m4f", kind: "refused", why: $why}' >"$out/control/$entry.json"; }
    done
done
summary "cycles at -O2: $text"
