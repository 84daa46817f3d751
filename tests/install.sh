#!/bin/bash
# What `make install` puts in place works from there, without the source tree.
. tests/lib.sh

installed() {
    make -s install DESTDIR="$work/a root" PREFIX=/usr
    cp models/updraft/updraft.yaml "$work/spec.yaml"
    cd /
    "$work/a root/usr/bin/epigen" "$work/spec.yaml" -o "$work/out"
    [ -f "$work/out/updraft.c" ] && [ -f "$work/a root/usr/share/man/man1/epigen.1" ] &&
        [ -f "$work/a root/usr/share/man/man5/epigen-spec.5" ]
}

# --help and the man page know the same options.
options_are_documented() {
    local option
    for option in $("$epigen" --help | grep -oE -- '--[a-z]+' | sort -u); do
        sed 's/\\-/-/g' gen/epigen.1 | grep -q -- "${option#--}" || { echo "epigen.1 lacks $option"; return 1; }
    done
}

demo() {
    make -s demo >"$work/demo.txt"
    grep -q 'outside the domain' "$work/demo.txt"
    file=build/updraft/updraft.png
    [ "$(head -c 4 $file | tail -c 3)" = PNG ]
}

check "epigen runs where it was installed" installed
check "the man page has every option" options_are_documented
check "make demo" demo
finish
