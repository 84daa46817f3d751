#!/bin/bash
# Frama-C's Eva for all inputs: no alarm, every precondition proven; then, for all finite inputs, that
# no operation gives a NaN or an infinity. Kernels and clamp are taken by their contracts: those of the
# kernels are discharged by make exhaustive, that of the clamp for this model's domains here. A contract
# that somebody else wrote into the file would be believed too: every comment must be epigen's.
# verifies: REQ-TOTAL
# supports: AOU-7
. verify/checks/lib.sh
need frama-c gcc awk || broken "a tool is missing"

for file in "$name.c" "$name.h"; do
    comments "$code/$file" >"$out/$file.comments"
    comments "$fresh/$file" | diff "$out/$file.comments" - >"$out/words" ||
        broken "$file: an annotation that epigen does not emit of the spec: $(sed -n '/^[<>]/{p;q}' "$out/words")"
done
annotations=$(cat "$out/$name".[ch].comments | grep -cE '^ *@')

# shellcheck disable=SC2154
[ "$type" = float32 ] || { . verify/checks/proof_raw.sh; exit; }

clauses=$(clamp_clauses "$code/$name.c")
calls=$(clamp_calls "$code/$name.c" "$name" | sort -u)
cut -d ' ' -f 1-3 <<<"$clauses" | sort >"$out/domains"
cut -d ' ' -f 1-3 <<<"$calls" | diff "$out/domains" - ||
    broken "the clamp's contract does not speak of exactly the domains in use"
# Each with the clamp that is called for it.
sed 's/ /,/; s/ /,/' <<<"$clauses" | sort >"$out/clauses"
sed 's/ /,/; s/ /,/' <<<"$calls" | sort >"$out/calls"
join -j 1 "$out/clauses" "$out/calls" | sed 's/,/ /g; s/ /, /g; s/.*/CLAUSE(&)/' >"$out/clamp-clauses.h"
stated=$(wc -l <"$out/clauses") called=$(wc -l <"$out/clamp-clauses.h")
[ "$called" -eq "$stated" ] || broken "one domain, two clamps"
# No model has a header with a dash in its name, so none is taken for these two.
# The emitted file up to the end of its last clamp.
awk -v clamp="^static (inline )?float ${name}_clamp(_zero)?[(]" '
    NR == FNR { inside = inside || $0 ~ clamp; if (inside && /^}/) { last = FNR; inside = 0 } next }
    FNR <= last' "$code/$name.c" "$code/$name.c" >"$out/clamp-of-model.h"
# Through an absolute path: #include is relative to the harness.
directory=$(cd "$code" && pwd) here=$(cd "$out" && pwd)
gcc -std=c11 -O3 -march=native -ffp-contract=off -I "$directory" -DSOURCE="\"$here/clamp-of-model.h\"" \
    -DCLAUSES="\"$here/clamp-clauses.h\"" verify/checks/clamp_domains.c -o "$out/clamp" ||
    broken "the clamp's clauses do not compile"

# A second core while the prover runs.
"$out/clamp" >"$out/clamp.words" 2>&1 &
clamp=$!
trap 'kill "$clamp" 2>/dev/null || true' EXIT # where the prover objects first
eva_any || broken "Eva, any bits: $(eva_words "$eva_log")"
eva "$code" "$name" "$out" finite || broken "Eva, finite inputs: $(eva_words "$out/eva-finite.log")"
wait "$clamp" || broken "the clamp's contract does not hold: $(head -n 1 "$out/clamp.words")"
eva_ranges "$eva_log" >"$out/ranges"
preconditions=$(sed -n 's/^ *Preconditions *\([0-9]*\) valid.*/\1/p' "$eva_log")
figure alarms 0
figure preconditions_proven "$preconditions"
figure "annotations, all as epigen emits them" "$annotations"
figure "clamp domains on all 2^32 inputs" "$(wc -l <"$out/clamp-clauses.h")"
summary "Eva: 0 alarms for all inputs, $preconditions of $preconditions preconditions; annotations are epigen's; $(
    awk '{ printf "%s%s in [%.4g, %.4g]", (NR > 1 ? ", " : ""), $1, $2, $3 }' "$out/ranges" | cut -c 1-160)"
