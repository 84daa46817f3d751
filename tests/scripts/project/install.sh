#!/bin/bash
# What `make install` puts in place works from there, without the source tree.
. tests/scripts/lib.sh

installed() {
    make -s install DESTDIR="$work/a root" PREFIX=/usr
    cp tests/golden/updraft.yaml "$work/spec.yaml"
    cd /
    "$work/a root/usr/bin/epigen" "$work/spec.yaml" -o "$work/out"
    [ -f "$work/out/updraft.c" ]
    [ -f "$work/a root/usr/share/man/man1/epigen.1" ]
    [ -f "$work/a root/usr/share/man/man5/epigen-spec.5" ]
}

# --help and the man page know the same options.
options_are_documented() {
    local option program=$1 page=$2
    sed 's/\\-/-/g' "$page" >"$work/page"
    for option in $("$program" --help | grep -oE -- '--[a-z][a-z-]*' | sort -u); do
        grep -q -- "Fl ${option#--}\b" "$work/page" || { echo "$page lacks $option"; return 1; }
    done
}

demo() {
    make -s demo >"$work/demo.txt"
    grep -q 'outside the domain' "$work/demo.txt"
    # The compiled C knows where it was flown, and knows where not.
    awk -F, '{ x = $1 < 0 ? -$1 : $1 }
        x > 1.2 && x < 2.8 { known++; bad = bad || $4 > 0.5 }
        x < 0.5 || x > 3.8 { unknown++; bad = bad || $4 < 0.9 }
        END { exit bad || known < 100 || unknown < 100 }' build/updraft/sweep.csv
    is_png build/updraft/updraft.png
}

# The table in README.md is what the demo printed, row by row.
readme_is_true() {
    local rows row
    rows=$(sed -n '/x \[m\]  mean/,/^$/p' README.md | sed 's/^ *//; s/ *$//; /^$/d')
    mapfile -t lines <<<"$rows"
    [ "${#lines[@]}" -ge 8 ]
    sed 's/^ *//; s/ *$//' "$work/demo.txt" >"$work/printed.txt"
    while IFS= read -r row; do
        grep -qxF -- "$row" "$work/printed.txt" || { echo "README.md, not from the demo: $row"; return 1; }
    done <<<"$rows"
}

check "epigen runs where it was installed" installed
check "epigen.1 has every option" options_are_documented "$epigen" gen/epigen.1
check "epitrain.1 has every option" options_are_documented build/epitrain train/epitrain.1
check "make demo" demo
check "the table in README.md is the demo's" readme_is_true
finish
