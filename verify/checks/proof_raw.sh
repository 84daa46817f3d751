# The check proof in fixed point; sourced by proof.sh. Eva for any raw inputs, kernels by their contracts, which
# tests/unit/q15/test_q15_kernels.c discharges. Words of two values are not followed by Eva: of a file with such words it shows
# that nothing outside of an array or unset is read, and that nothing overflows in the portable file of the same spec, whose
# numbers are the same.
# shellcheck shell=bash disable=SC2154

# eva_raw DIRECTORY OUT
eva_raw() {
    log=$2/eva-raw.log
    eva "$1" "$name" "$2" raw
}
# What Eva objects to but overflow and what a kernel is given.
objections() {
    grep -A 1 'eva:alarm' "$log" | grep -v 'eva:alarm\|^--' |
        awk '!/signed overflow|precondition/ || /valid|separated|initialized|bounds/'
}

words="Eva: 0 alarms for all inputs"
core=$(core_of "$code/$name.c")
if [ "$core" = cortex-m4 ]; then
    eva_raw "$code" "$out/packed" >"$out/words" 2>&1 || true
    grep -q 'ANALYSIS SUMMARY' "$log" || broken "Eva: $(eva_words "$log")"
    objections >"$out/words" || true
    [ ! -s "$out/words" ] || broken "Eva: $(head -n 1 "$out/words")"
    # shellcheck disable=SC2086
    "$epigen" --type=q15 $tables "$spec" --prefix="$name" -o "$out/portable"
    eva_raw "$out/portable" "$out/portable" || broken "Eva, the portable file of this spec: $(eva_words "$log")"
    words="Eva for all inputs: no access outside of an array; no alarm on the portable file of this spec, whose sums are the same"
    figure "overflow shown on" "the portable file of the same spec"
else
    eva_raw "$code" "$out" || broken "Eva: $(eva_words "$log")"
fi
preconditions=$(sed -n 's/^ *Preconditions *\([0-9]*\) valid.*/\1/p' "$log")
figure alarms 0
figure preconditions_proven "$preconditions"
figure "annotations, all as epigen emits them" "$annotations"
summary "$words; $preconditions of $preconditions preconditions; annotations are epigen's"
