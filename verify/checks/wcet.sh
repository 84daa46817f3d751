#!/bin/bash
# The static bound of epiwcet on every core it knows, gcc -O2; cores without an FPU must be refused.
. verify/checks/lib.sh
need "$epiwcet" jq arm-none-eabi-gcc riscv64-unknown-elf-gcc || broken "a tool is missing"

text=
while read -r core _ compiler flags; do
    # shellcheck disable=SC2086
    "$compiler" -std=c99 -O2 -ffp-contract=off $flags -c "$code/$name.c" -o "$out/$core.o"
    "$epiwcet" --core "$core" --entry "${name}_infer" --json "$out/$core.o" >"$out/$core.json" \
        2>"$out/words" || broken "$core: $(head -n 1 "$out/words")"
    for key in instructions cycles stack flash ram; do
        figure "$core $key" "$(jq -er ".$key" "$out/$core.json")"
    done
    text="$text${text:+, }$core $(jq -r .cycles "$out/$core.json")"
done <<<"$cores"
while read -r core compiler flags; do
    # shellcheck disable=SC2086
    "$compiler" -std=c99 -O2 -ffp-contract=off $flags -c "$code/$name.c" -o "$out/$core.o"
    if "$epiwcet" --core "$core" --entry "${name}_infer" --json "$out/$core.o" >"$out/words" 2>&1; then
        broken "$core: soft float got a bound"
    fi
    cat "$out/words"
    figure "$core" refused
done <<<"$soft_cores"
summary "cycles at -O2: $text"
