#!/bin/bash
# Packages: plain make names those that are missing and installs nothing; each program asks for its own only;
# what installs says what it installs. Here dpkg, apt and the compiler are played by scripts.
. tests/scripts/lib.sh

# A machine without the packages in $work/missing, whose apt-get writes down what it is told.
plant() {
    mkdir "$work/bin"
    # shellcheck disable=SC2016
    printf '%s\n' '#!/bin/sh' 'shift 3' "for package in \"\$@\"; do grep -qxF -- \"\$package\" '$work/missing' || echo \"ii  \$package\"; done" \
        >"$work/bin/dpkg-query"
    printf '%s\n' '#!/bin/sh' "echo \"\$@\" >>'$work/installed'" >"$work/bin/apt-get"
    printf '%s\n' '#!/bin/sh' 'exec "$@"' >"$work/bin/sudo"
    # A compiler that finds no header and no library.
    printf '%s\n' '#!/bin/sh' 'cat >/dev/null' 'exit 1' >"$work/bin/bare-cc"
    chmod +x "$work/bin"/*
    PATH=$work/bin:$PATH
}

missing() { # PACKAGE...
    printf '%s\n' "$@" >"$work/missing"
    rm -f "$work/installed"
}
# on_it STATUS [GOAL]: the command by which make begins there; its words are in $work/said.
on_it() {
    local expected=$1 status=0
    shift
    make -n "$@" CC="$work/bin/bare-cc" >"$work/plan"
    grep -m 1 tests/packages "$work/plan" >"$work/command"
    sh "$work/command" >"$work/said" 2>&1 || status=$?
    cat "$work/command" "$work/said"
    [ "$status" -eq "$expected" ]
}

plain_make_stops() {
    local status=0
    missing libyaml-dev
    make CC="$work/bin/bare-cc" >"$work/said" 2>&1 || status=$?
    cat "$work/said"
    [ "$status" -ne 0 ]
    grep -q '^missing packages: libyaml-dev$' "$work/said"
    [ ! -e "$work/installed" ]
}
all_are_named() {
    missing libyaml-dev libopenblas-dev
    on_it 1
    grep -q '^missing packages: libopenblas-dev libyaml-dev$' "$work/said"
    grep -q 'apt-get install --no-install-recommends libopenblas-dev libyaml-dev ' "$work/said"
    [ ! -e "$work/installed" ]
}
asks_only_for_its_own() { # PROGRAM PACKAGE...: all of these
    local program=$1 asked
    shift
    missing none
    on_it 0 "build/$program"
    asked=$(sed 's/.*--check //' "$work/command")
    tr ' ' '\n' <<<"$asked" >"$work/asked"
    printf '%s\n' "$@" | sort | diff "$work/asked" -
}
installs() { # GOAL
    missing libmd-dev libyaml-dev
    on_it 0 "$1"
    grep -q '^installing: libmd-dev libyaml-dev$' "$work/said"
    grep -q 'install -y -qq --no-install-recommends libmd-dev libyaml-dev$' "$work/installed"
}
only_says() { # GOAL
    missing libmd-dev
    on_it 1 "$1"
    [ ! -e "$work/installed" ]
}
demo_needs_no_blas() {
    missing libopenblas-dev liblapacke-dev libcapstone-dev
    on_it 0 demo
    [ ! -e "$work/installed" ]
}
# GOAL PACKAGE: what only a named target needs is installed by that target, and by no other.
alone_installs() {
    missing "$2"
    on_it 0 "$1"
    grep -q "install -y -qq --no-install-recommends $2\$" "$work/installed"
    missing "$2"
    on_it 0 test
    [ ! -e "$work/installed" ]
}
# A library that somebody built by hand is one.
found_by_the_compiler() {
    missing gcc libyaml-dev libopenblas-dev
    CC=gcc tests/packages --check gcc libyaml-dev libopenblas-dev
}
no_dpkg() {
    mkdir "$work/empty"
    ln -s "$(command -v sh)" "$work/empty/"
    PATH=$work/empty tests/packages --check libyaml-dev
    PATH=$work/empty tests/packages --install libyaml-dev
}

plant
check "plain make stops, says what is missing and installs nothing" plain_make_stops
check "all that is missing is named, with the command" all_are_named
check "epigen" asks_only_for_its_own epigen gcc libc6-dev libmd-dev libyaml-dev m4
check "epivalidate" asks_only_for_its_own epivalidate gcc libc6-dev libmd-dev libyaml-dev
check "epiwcet" asks_only_for_its_own epiwcet gcc libc6-dev libmd-dev libyaml-dev libcapstone-dev libelf-dev
check "epitrain" asks_only_for_its_own epitrain gcc libc6-dev libmd-dev libyaml-dev liblzma-dev zlib1g-dev libonnx-dev libprotobuf-c-dev protobuf-c-compiler
check "epifly" asks_only_for_its_own epifly gcc libc6-dev libmd-dev libyaml-dev liblzma-dev zlib1g-dev
check "make packages installs" installs packages
check "make demo installs" installs demo
check "make test installs" installs test
check "make check installs" installs check
check_needs_little() {
    missing libcmocka-dev qemu-user frama-c-base
    on_it 0 check
    grep -q 'install -y -qq --no-install-recommends libcmocka-dev$' "$work/installed"
}
check "make check installs what it uses" check_needs_little
check "make package-bars installs what it needs alone" alone_installs package-bars octave-dev
check "make ci-formats installs what it needs alone" alone_installs ci-formats python3-junitparser
check "make deb installs what it needs alone" alone_installs deb debhelper
check "make install only says it" only_says install
check "make demo does not ask for what it does not use" demo_needs_no_blas
check "what the compiler finds is there" found_by_the_compiler
check "a machine without dpkg" no_dpkg
check "no mode" exits_with 2 '--check|--install' tests/packages --force m4
finish
