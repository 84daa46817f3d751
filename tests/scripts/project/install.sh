#!/bin/bash
# What `make install` puts in place works from there, without the source tree.
. tests/scripts/lib.sh

root="$work/a root/usr"

install_all() {
    make -s install DESTDIR="$work/a root" PREFIX=/usr
    mkdir "$work/elsewhere"
    cp tests/golden/updraft.yaml "$work/elsewhere/spec.yaml"
    cp tests/golden/good/tiny.yaml "$work/elsewhere/tiny.yaml"
}

# Every program of the Makefile, with its man page.
all_are_installed() {
    local program
    for program in epigen epipack epiimport epitrain epirun epicompare epiwcet epivalidate epiprove epireport epitune epifly epiverify; do
        prints "$program $(cat build/version)" "$root/bin/$program" --version
        [ -f "$root/share/man/man1/$program.1" ]
    done
    find "$root/bin" -type f >"$work/programs"
    prints 13 wc -l <"$work/programs"
}

emits() {
    cd "$work/elsewhere"
    "$root/bin/epigen" spec.yaml -o out
    [ -f out/updraft.c ]
    [ -f "$root/share/man/man5/epigen-spec.5" ]
}

packs() {
    cd "$work/elsewhere"
    "$root/bin/epipack" --for=cmake spec.yaml -o pack
    cmp pack/src/updraft.c out/updraft.c
}

# The cheapest checks that need programs, tools, kernels, boards and documents of the installation; with a relative spec,
# and without a tree that could stand in.
verifies() { # CHECK
    cd "$work/elsewhere"
    "$root/bin/epiverify" tiny.yaml -o "e vidence" --samples=1000 --only="$1"
    [ ! -e "e vidence/certificate.md" ]
}
by_a_link() {
    ln -s "$root/bin/epiverify" "$work/elsewhere/link"
    "$work/elsewhere/link" "$work/elsewhere/spec.yaml" -o "$work/linked" --only=validate
}
# The certificate states what `make exhaustive` was about.
same_kernels() {
    local here
    here=$(. verify/lib.sh && kernels_sha256)
    cd "$root/share/epigen"
    . verify/lib.sh
    prints "$here" kernels_sha256
}
needs_no_source() {
    refuted grep -rlF "$PWD" "$root/bin/epiverify" "$root/share"
}

nothing_is_left() {
    make -s uninstall DESTDIR="$work/a root" PREFIX=/usr
    find "$work/a root" ! -type d >"$work/left"
    cat "$work/left"
    [ ! -s "$work/left" ]
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
    updraft_lock make -s demo >"$work/demo.txt"
    grep -q 'outside the domain' "$work/demo.txt"
    # The compiled C knows where it was flown, but for the false alarms that it promises, and knows where not.
    awk -F, '{ x = $1 < 0 ? -$1 : $1 }
        x > 1.2 && x < 2.8 { known++; alarms += $4 > 0.5 }
        x < 0.5 || x > 3.8 { unknown++; bad = bad || $4 < 0.9 }
        END { exit bad || alarms > 0.05 * known || known < 100 || unknown < 100 }' build/updraft/sweep.csv
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

check "make install" install_all
check "every program and its man page" all_are_installed
check "epigen runs where it was installed" emits
check "epipack runs where it was installed" packs
for subject in validate wcet misra bounds constant-time; do
    check "epiverify runs where it was installed: $subject" verifies "$subject"
done
check "epiverify by a link" by_a_link
check "the kernels of the certificate" same_kernels
check "no path of the source tree" needs_no_source
check "make uninstall leaves nothing" nothing_is_left
check "epigen.1 has every option" options_are_documented "$epigen" gen/epigen.1
check "epipack.1 has every option" options_are_documented build/epipack gen/pack/epipack.1
check "epitrain.1 has every option" options_are_documented build/epitrain train/epitrain.1
check "epiverify.1 has every option" options_are_documented build/epiverify verify/epiverify.1
check "make demo" demo
check "the table in README.md is the demo's" readme_is_true
finish
