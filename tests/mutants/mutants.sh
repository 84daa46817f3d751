#!/bin/bash
# mutants.sh [--check] [PATTERN...]: plants the faults of tests/mutants/table one at a time, all or those whose name
# matches a PATTERN (as in the shell: 'wcet-*'), and says which tests see them. With --check no test runs: it only
# says which faults cannot be planted any more.
#
#   caught       a test that passes without the fault fails with it
#   SURVIVED     all tests that ought to see the fault pass: one of them must learn to
#   not planted  the expression does not change exactly one line: the table is out of date
#   not built    the compiler refuses the fault, so that no test was asked: the table needs another
#
# Everything happens in a copy of the tree, build/mutants/tree, so the tree may change meanwhile; what was built before is taken
# over from build/.
# Before any fault the tests run without one: a test that is red anyhow proves nothing. The exit status is 0 when
# every fault was caught.
set -eu -o pipefail
shopt -s inherit_errexit
unset MAKEFLAGS MAKELEVEL MFLAGS
cd "$(dirname "$0")/../.."
top=$PWD
table=${MUTANTS_TABLE:-$top/tests/mutants/table}
root=$top/build/mutants
tree=$root/tree
seed=$root/seed # what the copy's build directory holds without a fault
base=$top       # whose files the faults are for: a run's are the copy's
planted_file=$root/planted.$$ # of this process alone: --check runs beside others
trap 'rm -f "$planted_file"' EXIT
export LOCPATH=$tree/build/locale

die() {
    echo "mutants.sh: $*" >&2
    exit 1
}

# --- the table -------------------------------------------------------------------------------------

declare -A needs=() file=() expression=() what=() tests=()
names=()

table_read() {
    local word rest name='' line=0
    while read -r word rest; do
        line=$((line + 1))
        case $word in
        '' | '#'*) ;;
        needs)
            read -r name rest <<<"$rest"
            needs[$name]=$rest
            ;;
        mutant)
            name=$rest
            [ -z "${what[$name]+set}" ] || die "table:$line: a second mutant $name"
            names+=("$name")
            what[$name]='' file[$name]='' expression[$name]='' tests[$name]=''
            ;;
        what) what[$name]=$rest ;;
        file) file[$name]=$rest ;;
        sed) expression[$name]=$rest ;;
        tests) tests[$name]=$rest ;;
        *) die "table:$line: unknown word $word" ;;
        esac
    done <"$table"
    for name in "${names[@]}"; do
        if [ -z "${what[$name]}" ] || [ -z "${file[$name]}" ] || [ -z "${expression[$name]}" ] || [ -z "${tests[$name]}" ]; then
            die "mutant $name: expected the words what, file, sed and tests"
        fi
    done
}

# --- tests -----------------------------------------------------------------------------------------

# A test is a unit test's name or the name of a script below tests/scripts; SCRIPT:WORDS are those checks of a
# script whose name holds the words.
test_script() { echo "tests/scripts/${1%%:*}.sh"; }

# What make must build for tests, one a line.
targets_of() { # TEST...
    local test script
    for test in "$@"; do
        script=${test%%:*}
        case $test in
        test_*) echo "build/tests/$test" ;;
        *)
            [ -n "${needs[$script]+set}" ] || die "the table has no line of needs for $script"
            tr ' ' '\n' <<<"${needs[$script]}"
            ;;
        esac
    done | sort -u
}

test_run() { # TEST SECONDS: its status; the output is in $root/log
    local only=
    case $1 in
    test_*) timeout -k 5 "$2" "build/tests/$1" ;;
    *)
        case $1 in *:*) only=${1#*:} ;; esac
        only=${only//_/ }
        ONLY=$only timeout -k 5 "$2" "$(test_script "$1")"
        ;;
    esac >"$root/log" 2>&1 </dev/null
}

build() { # TARGET...
    [ $# -eq 0 ] || make -s -j2 CC="${CC:-gcc}" "$@" >"$root/log" 2>&1
}

# --- the copy --------------------------------------------------------------------------------------

# Sources and objects keep their times, so that make finds what was built in build/ up to date.
tree_make() {
    local part
    rm -rf "$tree" "$seed"
    mkdir -p "$tree/build"
    # An unpacked `make dist` has a list in place of git; in a work tree new files belong to it too.
    if [ -f MANIFEST ]; then tr '\n' '\0' <MANIFEST; else git ls-files -z -co --exclude-standard; fi | xargs -0 -I {} find {} -maxdepth 0 -print0 |
        xargs -0 cp -p --parents -t "$tree"
    for part in "$top"/build/*; do
        case ${part##*/} in
        epi* | obj | obj-sanitized | lib | lib-sanitized | tests | tools | locale | exhaustive | fuzz_* | version)
            cp -a "$part" "$tree/build/"
            ;;
        esac
    done
}

# Puts back what a fault, its build and its tests changed.
tree_restore() { # FILE
    local changed
    [ ! -f "$root/original" ] || cp -p "$root/original" "$tree/$1"
    find build -newer "$root/stamp" -type f -print0 >"$root/changed"
    while IFS= read -r -d '' changed; do
        rm -f "$tree/$changed"
        [ ! -f "$seed/$changed" ] || cp -p "$seed/$changed" "$tree/$changed"
    done <"$root/changed"
}

# --- the runs --------------------------------------------------------------------------------------

progress() { # WORDS
    [ ! -t 2 ] || printf '\r\033[K%s\r' "$*" >&2
}

left() { # DONE ALL SECONDS: how long the rest takes
    if [ "$1" -gt 0 ]; then echo "about $((($2 - $1) * $3 / $1 / 60 + 1)) min left"; fi
}

declare -A limit=()
control() { # MUTANT...
    local name test began list targets=() controls=()
    list=$(for name in "$@"; do tr ' ' '\n' <<<"${tests[$name]}"; done | sort -u)
    mapfile -t controls <<<"$list"
    list=$(targets_of "${controls[@]}")
    mapfile -t targets <<<"$list"
    progress "without a fault: building"
    if ! build "${targets[@]}"; then
        tail -n 20 "$root/log" >&2
        die "the tree does not build"
    fi
    mkdir "$seed"
    cp -a "$tree/build" "$seed/"
    for test in "${controls[@]}"; do
        progress "without a fault: $test"
        began=$SECONDS
        if ! test_run "$test" 600; then
            awk '/^FAILED|ERROR/ { left = 15 } left-- > 0' "$root/log" >&2
            die "without a fault $test fails: it would prove nothing"
        fi
        limit[$test]=$((10 * (SECONDS - began) + 60))
    done
}

# Puts the changed file into $planted_file; `planted` says whether one line of it is another, or is gone.
plant() { # MUTANT
    local original=$base/${file[$1]} places
    planted=no
    [ -f "$original" ] || return 0
    sed -e "${expression[$1]}" "$original" >"$planted_file"
    places=$(diff "$original" "$planted_file" | sed -n '/^[0-9]/p') || true # 1 where they differ
    if [[ $places =~ ^[0-9]+(c[0-9]+|d[0-9]+)$ ]]; then planted=yes; fi
}

# The verdict on a fault, as one line.
try() { # MUTANT
    local name=$1 test list targets=() status=0
    # shellcheck disable=SC2086 # a list
    list=$(targets_of ${tests[$name]})
    mapfile -t targets <<<"$list"
    touch "$root/stamp"
    rm -f "$root/original"
    [ ! -f "$tree/${file[$name]}" ] || cp -p "$tree/${file[$name]}" "$root/original"
    plant "$name"
    if [ "$planted" = no ]; then
        echo "not planted"
        return
    fi
    cat "$planted_file" >"$tree/${file[$name]}"
    if ! build "${targets[@]}"; then
        echo "not built"
        return
    fi
    for test in ${tests[$name]}; do
        status=0
        test_run "$test" "${limit[$test]}" || status=$?
        case $status in
        0) ;;
        124 | 137)
            echo "caught $test, which does not come to an end"
            return
            ;;
        *)
            echo "caught $test"
            return
            ;;
        esac
    done
    echo "SURVIVED ${tests[$name]}"
}

# The names that match a pattern, or all.
names_match() { # PATTERN...
    local name pattern
    for name in "${names[@]}"; do
        [ $# -gt 0 ] || echo "$name"
        for pattern in "$@"; do
            # shellcheck disable=SC2053 # a pattern
            if [[ $name == $pattern ]]; then
                echo "$name"
                break
            fi
        done
    done
}

check() { # MUTANT...
    local name bad=0
    for name in "$@"; do
        # shellcheck disable=SC2086 # a list
        targets_of ${tests[$name]} >/dev/null
        plant "$name"
        if [ "$planted" = no ]; then
            echo "not planted  $name: ${file[$name]}: ${expression[$name]}"
            bad=1
        fi
    done
    [ "$bad" -eq 0 ]
}

main() {
    local name list wanted=() verdict count=0 began only_check=
    declare -A seen=()
    if [ "${1:-}" = --check ]; then
        only_check=yes
        shift
    fi
    table_read
    list=$(names_match "$@")
    [ -n "$list" ] || die "no mutant is called so"
    mapfile -t wanted <<<"$list"
    mkdir -p "$root"
    if [ -n "$only_check" ]; then
        check "${wanted[@]}"
        echo "${#wanted[@]} mutants can be planted"
        return
    fi
    progress "copying the tree"
    tree_make
    base=$tree
    cd "$tree"
    control "${wanted[@]}"
    began=$SECONDS
    for name in "${wanted[@]}"; do
        progress "$count of ${#wanted[@]}: $name $(left "$count" "${#wanted[@]}" $((SECONDS - began)))"
        verdict=$(try "$name")
        progress
        cp "$root/log" "$root/$name.log" 2>/dev/null || true
        case $verdict in
        caught*) printf 'caught       %-32s by %s\n' "$name" "${verdict#caught }" ;;
        SURVIVED*) printf 'SURVIVED     %-32s %s (%s): %s\n' "$name" "${what[$name]}" "${file[$name]}" "${verdict#SURVIVED }" ;;
        *) printf '%-12s %-32s %s: %s\n' "$verdict" "$name" "${file[$name]}" "${expression[$name]}" ;;
        esac
        verdict=${verdict%% *}
        seen[$verdict]=$((${seen[$verdict]:-0} + 1))
        tree_restore "${file[$name]}"
        count=$((count + 1))
    done
    echo "${seen[caught]:-0} of $count caught, ${seen[SURVIVED]:-0} survived, ${seen[not]:-0} not planted or not built"
    [ "${seen[caught]:-0}" -eq "$count" ]
}

main "$@"
