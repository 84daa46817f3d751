#!/bin/bash
# MISRA C:2012 by cppcheck's addon: no finding in the model and its self-test; the documents of MISRA
# Compliance:2020 from runtime/MISRA.md; no suppression in the files that is not a recorded deviation at a
# recorded place. cppcheck must find what a wrong file breaks before its silence counts.
# verifies: REQ-CLEAN
. verify/checks/lib.sh
need cppcheck awk || broken "a tool is missing"

misra_control "$out" >"$out/words" || broken "$(head -n 1 "$out/words")"
# Not the configuration for clang, which would be all of it a second time: it has one line more, a pragma
# that epivalidate compares. tests/scripts/emitted/misra.sh has it too.
misra -U__clang__ "$code/$name.c" "$code/${name}_selftest.c" 2>"$out/words" || broken "$(sed '1s|.*/||; q' "$out/words")"
misra_odd "$code/$name"*.[ch] >"$out/words"
[ ! -s "$out/words" ] || broken "a suppression that is not of the one known form: $(sed "1s|^$code/||; q" "$out/words")"
misra_deviations | sort >"$out/recorded"
misra_suppressions "$code/$name"*.[ch] >"$out/suppressed"
unrecorded=$(comm -23 "$out/suppressed" "$out/recorded" | paste -sd ' ')
[ -z "$unrecorded" ] || broken "suppressed without a deviation record: $unrecorded"
misra_places "$code" "$name" >"$out/words" || broken "$(head -n 1 "$out/words")"
# shellcheck disable=SC2046
categories=$(misra_categories $(cat "$out/suppressed") | paste -sd ' ')
for document in plan recategorisation deviations summary; do
    awk -v document=$document -v words="$name.c, $name.h and $name""_selftest.c: 0 findings by $(cppcheck --version), $(
        wc -l <"$out/suppressed") rules with recorded deviations." -f verify/misra.awk runtime/MISRA.md \
        >"$out/$document.md" || broken "runtime/MISRA.md is not sound"
done
figure findings 0
figure guidelines "$(grep -cE '^\| (Dir )?[0-9]+\.' "$out/plan.md")"
figure deviations "$(wc -l <"$out/suppressed")"
figure "places of deviations" "$(cat "$code/$name"*.[ch] | grep -c 'cppcheck-suppress')"
summary "0 findings; $(wc -l <"$out/suppressed") recorded deviations, of $categories rules, at the recorded places; documents in checks/misra"
