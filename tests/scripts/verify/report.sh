#!/bin/bash
# epireport: the same bytes twice, what stands in a page, what a hostile spec does to it, refusals; in a browser, where chromium and
# node are installed, that a page runs and says what the interpreter says. `make report-bars` tries pages at length.
# verifies: REQ-REPORT
. tests/scripts/lib.sh
epireport=build/epireport-sanitized
data=models/updraft/updraft.csv
spec=$work/updraft.yaml
sed '/^provenance:/,$d' tests/golden/updraft.yaml >"$spec"
printf 'provenance: {data_sha256: "%s", rows: 270, held_out_force: {rows: 30, rmse: 0.08, within_2_sigma: 0.9}}\n' \
    "$(sha256sum <"$data" | cut -d ' ' -f 1)" >>"$spec"

page() { # FILE SPEC [OPTION...]
    "$epireport" "$2" -o "$1" --core=none "${@:3}"
}
# The data of a page, as JSON.
data_of() { sed -n 's/^<script type="application\/json" id="data">//; /^{"kind"/,/<\/script>$/p' "$1" | sed 's/<\/script>$//'; }

page "$work/live.html" "$spec" --data="$data" 2>"$work/said"
page "$work/plain.html" "$spec" --data="$data" --wasm=no

twice_the_same() {
    mkdir "$work/elsewhere"
    cp "$spec" "$work/elsewhere/other.yaml"
    cp "$data" "$work/elsewhere/updraft.csv"
    TZ=Asia/Tokyo LC_ALL=de_DE.UTF-8 page "$work/elsewhere/again.html" "$work/elsewhere/other.yaml" \
        --data="$work/elsewhere/updraft.csv" --wasm=no
    cmp "$work/plain.html" "$work/elsewhere/again.html"
}
date_is_asked_for() {
    page "$work/dated.html" "$spec" --wasm=no --date="12 May 2031"
    grep -c '12 May 2031' "$work/dated.html"
    lacks -q "$(date +%Y-%m-%d)" "$work/plain.html"
}
check "the same input gives the same bytes" twice_the_same
check "a date only by --date" date_is_asked_for
front_is_shown() {
    printf 'trial,form,cycles,nll,rmse\n1,tiled,900,-1,0.2\n2,tiled,2000,-1.5,0.1\n' >"$work/front.csv"
    page "$work/front.html" "$spec" --wasm=no --front="$work/front.csv"
    data_of "$work/front.html" | jq -r .front.cycles | base64 -d | od -An -v -f -w8 | grep -x ' *900 *2000'
}
check "sizes that epitune tried" front_is_shown

# --- what stands in it ----------------------------------------------------------------------------

loads_nothing() {
    grep -c "default-src 'none'" "$work/plain.html"
    lacks -qiE '(src|href)="?(https?:|//)|@import|url\("?[a-z]' "$work/plain.html"
    lacks -qE ' style="| on[a-z]+="' "$work/plain.html"
}
# The policy knows the script and the style by their checksums.
sum_of() { openssl dgst -sha256 -binary | base64; }
policy_is_right() {
    local script style
    script=$(sed -n '/^<script>/,/^<\/script>/p' "$work/plain.html" | sed '1s/^<script>//; $d' | sum_of)
    grep -qF "script-src 'sha256-$script'" "$work/plain.html"
    style=$(sed -n '/^<style>/,/<\/style>$/p' "$work/plain.html" | sed '1s/^<style>//; $d' | sum_of)
    grep -qF "style-src 'sha256-$style'" "$work/plain.html"
}
green_is_earned() { # without a certificate no check is green
    grep -q 'Nothing failed, but not everything was run' "$work/plain.html"
    lacks -q 'class="verdict pass"' "$work/plain.html"
    sed -n '/<caption>Checks of epiverify/,/<\/table>/p' "$work/plain.html" >"$work/checks"
    lacks -q 'class="state pass"' "$work/checks"
    prints 10 grep -c 'class="state notrun"' "$work/checks"
}
rows_are_counted() {
    data_of "$work/plain.html" >"$work/data.json"
    prints 300 jq .data.shown "$work/data.json"
    prints true jq .data.training "$work/data.json"
    page "$work/few.html" "$spec" --data="$data" --wasm=no --rows=40
    data_of "$work/few.html" >"$work/few.json"
    prints "40 300" jq -r '"\(.data.shown) \(.data.all)"' "$work/few.json"
    grep -q 'pictures draw 40 of them' "$work/few.html"
    jq -r .data.number "$work/few.json" | base64 -d | od -An -v -f -w4 >"$work/numbers"
    awk 'NR == 1 { first = $1 } NR > 1 { gap = $1 - last; if (gap < 4 || gap > 8) exit 1 } { last = $1 } END { exit !(first == 1 && last > 285) }' "$work/numbers"
    prints "$(jq -c .data.histograms "$work/data.json")" jq -c .data.histograms "$work/few.json"
}
figures_are_epiruns() {
    local rmse
    build/epirun "$spec" "$data" -o "$work/rows.csv" --quiet
    rmse=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "error_force") c = i; next } { s += $c * $c; n++ } END { printf "%.4g", sqrt(s / n) }' "$work/rows.csv")
    grep -q "<td>$rmse</td>" "$work/plain.html"
}
check "the page loads nothing" loads_nothing
check "the policy names script and style" policy_is_right
check "green only for what was run" green_is_earned
check "rows are counted and thinned" rows_are_counted
check "errors are those of epirun" figures_are_epiruns

# --- a hostile spec -------------------------------------------------------------------------------

# Units, names of files and provenance are anybody's.
# shellcheck disable=SC2016
hostile='</script><script>alert(1)</script>" onload=x EPI_PREFIX m4_exit |> <| $1 `'
hostile_is_text() {
    sed '/^provenance:/d; s/unit: m,/unit: "<img src=x>",/' "$spec" >"$work/hostile.yaml"
    printf "provenance:\n  note: '%s'\n" "$hostile" >>"$work/hostile.yaml"
    cp "$data" "$work/<b>log.csv"
    page "$work/hostile.html" "$work/hostile.yaml" --wasm=no --data="$work/<b>log.csv" --date='<i>now</i>'
    grep -q '&#60;&#47;script&#62;&#60;script&#62;alert(1)&#60;' "$work/hostile.html"
    lacks '<img\|<b>\|<i>\|<script>alert' "$work/hostile.html"
    prints 2 grep -c '<script' "$work/hostile.html"
    data_of "$work/hostile.html" | jq -r '.inputs[0].unit, .data.file' >"$work/texts"
    printf '<img src=x>\n<b>log.csv\n' | diff "$work/texts" -
}
certificate_of_another_spec() {
    mkdir -p "$work/evidence"
    echo '{"spec_sha256": "00", "checks": []}' >"$work/evidence/certificate.json"
    exits_with 1 'certificate.json:1: the certificate is of another spec' "$epireport" "$spec" -o "$work/no.html" --certificate="$work/evidence"
    [ ! -e "$work/no.html" ]
}
# A certificate of this spec whose checks failed or did not run.
certificate_make() { # RESULT CHECKS
    mkdir -p "$work/evidence"
    printf '{"spec_sha256": "%s", "result": "%s", "changed": "", "form": "unrolled", "code": "x", "epiverify": {"version": "1"}, "checks": %s}' \
        "$(sha256sum <"$spec" | cut -d ' ' -f 1)" "$1" "$2" >"$work/evidence/certificate.json"
}
red_is_shown() {
    certificate_make FAILED '[{"check": "misra", "passed": false, "ran": true, "summary": "2 findings"}, {"check": "exact", "passed": false, "ran": false, "summary": ""}]'
    page "$work/red.html" "$spec" --wasm=no --certificate="$work/evidence"
    grep -q 'class="verdict fail"' "$work/red.html"
    grep '<tr><th scope="row">misra.*class="state fail"' "$work/red.html"
    grep '<tr><th scope="row">exact.*class="state notrun"' "$work/red.html"
    grep '<tr><th scope="row">wcet.*class="state notrun"' "$work/red.html"
}
refusals() {
    local call=("$epireport" "$spec" -o "$work/no.html" --wasm=no)
    printf 'a,b\n1,2\n' >"$work/ab.csv"
    exits_with 2 'no -o FILE' "$epireport" "$spec"
    exits_with 2 'expected yes or no' "$epireport" "$spec" -o "$work/no.html" --wasm=maybe
    exits_with 2 '--core=avr: expected cortex-m4f' "${call[@]}" --core=avr
    exits_with 2 '--time=t without a log' "${call[@]}" --time=t
    exits_with 1 'no column "x"' "${call[@]}" --data="$work/ab.csv"
    exits_with 1 'no column "t", which --time names' "${call[@]}" --data="$data" --time=t
    exits_with 1 'certificate.json: No such file' "${call[@]}" --certificate="$work"
    [ ! -e "$work/no.html" ]
}
check "a hostile text stays text" hostile_is_text
check "a certificate of another spec" certificate_of_another_spec
check "a failed check is red, one that did not run is not" red_is_shown
check "refusals" refusals

# --- models of other kinds ------------------------------------------------------------------------

other_models() { # SHAPE
    shape_spec "$1" >"$work/$1.yaml"
    page "$work/$1.html" "$work/$1.yaml" --wasm=no
    data_of "$work/$1.html" | jq -e '.curves | length > 0'
}
for shape in leaky exp many mixed; do
    check "a page of $shape" other_models "$shape"
done

# --- in a browser ---------------------------------------------------------------------------------

missing=
for tool in chromium node clang wasm-ld; do
    command -v "$tool" >/dev/null || missing="$missing $tool"
done
if [ -n "$missing" ]; then
    echo "skipped a browser: not installed:$missing"
else
    check "a browser: a running model" node tests/report/check.mjs "$work/live.html" "$spec"
fi
finish
