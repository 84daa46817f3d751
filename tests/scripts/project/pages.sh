#!/bin/bash
# The pages are true: links lead somewhere, README's lines from a CSV to C run as they stand there, the places of
# typical changes are two hops from README.
. tests/scripts/lib.sh
top=$PWD

links_lead_somewhere() {
    local page link folder broken=
    tests/tracked '*.md' | xargs grep -oE '[]]\([A-Za-z0-9_./#-]+\)' | sed 's/:\]/:x]/' >"$work/links"
    while IFS=: read -r page link; do
        link=${link#*](}
        link=${link%%[)#]*}
        case $link in http* | '') continue ;; esac
        folder=$(dirname "$page")
        [ -e "$folder/$link" ] || broken="$broken $page:$link"
    done <"$work/links"
    echo "broken:$broken"
    [ -z "$broken" ]
}

# The lines under "From your CSV to C", but for make, which has run, and the last, which tests/scripts/verify/verify.sh runs.
readme_lines_run() {
    local line lines
    mkdir "$work/csv"
    cd "$work/csv"
    ln -s "$top/build" build
    awk 'BEGIN { srand(3); print "v,alpha,drag"
                 for (i = 0; i < 120; i++) { v = 20 * rand(); a = rand() - 0.5; print v "," a "," 0.02 * v * v * (1 + a) + 0.1 * rand() } }' >wind.csv
    sed -n '/^epitrain: 1$/,/^```$/p' "$top/README.md" | sed '$d' >recipe.yaml
    lines=$(sed -n 's/^    \(build\/epitrain\|build\/epigen\|gcc\) /\1 /p' "$top/README.md")
    prints 3 wc -l <<<"$lines"
    while IFS= read -r line; do
        bash -e -c "$line"
    done <<<"$lines"
    ./selftest
    [ -s wind.png ]
}

# A page that names a file which was moved or renamed is out of date. Examples name files that do not exist.
named_files_exist() {
    local page name missing=
    tests/tracked >"$work/paths"
    sed 's|.*/||' "$work/paths" >"$work/files"
    grep -oHE '(^|[][ `(|,])[a-z][a-z0-9_./-]*\.(c|h|m4|sh|awk)\b' CONTRIBUTING.md gen/README.md templates/README.md \
        runtime/README.md runtime/control/README.md verify/README.md verify/*/README.md models/README.md tests/README.md >"$work/found"
    sed -e 's/:[][ `(|,]*/:/' -e '/swish/d' -e '/:out\//d' "$work/found" >"$work/named"
    while IFS=: read -r page name; do
        grep -qxF "${name##*/}" "$work/files" || missing="$missing $page:$name"
    done <"$work/named"
    echo "missing:$missing"
    [ -z "$missing" ]
}

readme_is_short() { awk 'END { exit NR > 120 }' README.md; }

# two_hops FILE: README or a page that README links to names it.
two_hops() {
    local page
    for page in README.md $(grep -oE '[]]\([A-Za-z0-9_./-]+\.md\)' README.md | sed 's/^](//; s/)$//'); do
        if grep -qF "$1" "$page"; then
            echo "$page"
            return 0
        fi
    done
    return 1
}

check "links in pages lead somewhere" links_lead_somewhere
check "files that pages of folders name exist" named_files_exist
check "README has at most 120 lines" readme_is_short
check "README's lines from a CSV to C" readme_lines_run
check "two hops to: add an activation" two_hops 'program/activation'
check "two hops to: add a core to epiwcet" two_hops 'wcet/cores'
check "two hops to: how eta's samples are drawn" two_hops 'eta/sample'
check "two hops to: the text of an emitted comment" two_hops 'source.m4'
finish
