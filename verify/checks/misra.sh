#!/bin/bash
# MISRA C:2012 by cppcheck's addon: no finding in the model and its self-test; the documents of MISRA
# Compliance:2020 from runtime/MISRA.md; no suppression in the files that is not a recorded deviation.
. verify/checks/lib.sh
need cppcheck awk || broken "a tool is missing"

findings() { misra "$1" 2>"$out/$(basename "$1").words" || broken "$(basename "$1"): $(grep -m 1 . "$out/$(basename "$1").words")"; }
# One of the two is slow: a core each.
findings "$code/$name.c" &
model=$!
findings "$code/${name}_selftest.c"
wait "$model" || exit 1
misra_deviations | sort >"$out/recorded"
misra_suppressions "$code/$name"*.[ch] >"$out/suppressed"
unrecorded=$(comm -23 "$out/suppressed" "$out/recorded" | paste -sd ' ')
[ -z "$unrecorded" ] || broken "suppressed without a deviation record: $unrecorded"
for document in plan recategorisation deviations summary; do
    awk -v document=$document -v words="$name.c, $name.h and $name""_selftest.c: 0 findings by $(cppcheck --version), $(
        wc -l <"$out/suppressed") rules with recorded deviations." -f verify/misra.awk runtime/MISRA.md \
        >"$out/$document.md" || broken "runtime/MISRA.md is not sound"
done
figure findings 0
figure guidelines "$(grep -cE '^\| (Dir )?[0-9]+\.' "$out/plan.md")"
figure deviations "$(wc -l <"$out/suppressed")"
summary "0 findings; $(wc -l <"$out/suppressed") recorded deviations, all advisory; documents in evidence/misra"
