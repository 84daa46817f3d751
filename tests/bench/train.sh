#!/bin/bash
# train.sh [-o OUT] [PART...]: measures what epitrain promises, prints one table with every bar, its
# value and PASS or FAIL, and writes it to OUT/train.txt (OUT: build/bench). Exit status 1 if a bar
# fails. Parts, all by default: steps, neighbours, growth, memory, logs.
# Needs build/epitrain, build/epirun, build/tools/make_spec, and the libraries in build/lib: `make bench` makes them.
#
# Times are processor time on one thread; bars are ratios to a peer in the same run, or generous
# limits. Without python3-torch or python3-scipy the ratios are left out, and the table says so.
set -eu -o pipefail
shopt -s inherit_errexit

root=$(cd "$(dirname "$0")/../.." && pwd)
here=$root/tests/bench
out=$root/build/bench
if [ "${1:-}" = -o ]; then
    out=$2
    shift 2
fi
parts=${*:-steps neighbours growth memory logs}

# shellcheck source=tests/bench/table.sh
. "$here/table.sh"

# program NAME: compiles tests/bench/NAME.c
program()
{
    gcc -std=c11 -D_XOPEN_SOURCE=700 -O2 -ffp-contract=off -I "$root/gen" -I "$root/train" \
        "$here/$1.c" -Wl,--start-group "$root"/build/lib/*.a -Wl,--end-group \
        -lyaml -lmd -lz -llzma -lm -pthread -o "$out/$1"
}

# peer FILE SCRIPT [ARGUMENT]: its lines go to FILE; false if what it measures is not installed
peer()
{
    status=0
    file=$1
    shift
    "$@" >"$file" 2>"$out/peer.err" || status=$?
    [ "$status" -ne 77 ] || return 1
    if [ "$status" -ne 0 ]; then
        cat "$out/peer.err" >&2
        failed=1
    fi
}

# --- the parts of the table ------------------------------------------------------------------

# The peer between two halves of our own measurement.
steps()
{
    heading "training, 21-50-50-2, tanh, 10,000 rows, batches of 32, one thread"
    program train
    "$out/train" 2 >"$out/train.first"
    found=yes
    peer "$out/train.peer" "$here/train_peer.py" || found=no
    "$out/train" 2 >"$out/train.second"
    ours=$(cat "$out/train.first" "$out/train.second" | tr ' ' '\n' | sed -n 's/^step_us=//p' |
        sort -n | head -n 1)
    info "epitrain, us a step" "$ours"
    info "epitrain with vectors of 4 floats, us a step" \
        "$(EPITRAIN_LANES=4 "$out/train" 1 | tr ' ' '\n' | sed -n 's/^step_us=//p')"
    if [ "$found" = no ]; then
        info "PyTorch: python3-torch is not installed" "skipped"
        return
    fi
    version=$(field version "$out/train.peer")
    tr ' ' '\n' <"$out/train.peer" | sed -n 's/^\([a-z_]*\)_us=/\1 /p' | while read -r way us; do
        [ "$way" = step ] || info "PyTorch $version, $way, us a step" "$us"
    done
    bar "times the steps a second of PyTorch's fastest" \
        "$(ratio "$(field step_us "$out/train.peer")" "$ours")" at-least 8
}

neighbours()
{
    heading "nearest of 10,000 points for 430,000 queries, one thread, against scipy's cKDTree"
    program nearest
    if ! peer "$out/nearest.peer" "$here/nearest_peer.py" "$out/nearest"; then
        info "cKDTree: python3-scipy is not installed" "skipped"
        for inputs in 21 3; do
            info "$inputs inputs: epitrain, s" "$("$out/nearest" "$inputs" 0.3 | sed 's/.*query_s //')"
        done
        return
    fi
    bar "cases measured" "$(wc -l <"$out/nearest.peer")" exactly 4
    while read -r line; do
        echo "$line" >"$out/nearest.case"
        case=$(sed 's/inputs=\([^ ]*\) noise=\([^ ]*\).*/\1 inputs, noise \2/' "$out/nearest.case")
        least=3
        inputs=$(field inputs "$out/nearest.case")
        [ "$inputs" -gt 3 ] || least=1
        info "$case: epitrain, s" "$(field ours_s "$out/nearest.case")"
        info "$case: cKDTree, s" "$(field peer_s "$out/nearest.case")"
        bar "$case: different answers" "$(field different "$out/nearest.case")" exactly 0
        bar "$case: times faster" "$(field ratio "$out/nearest.case")" at-least "$least"
    done <"$out/nearest.peer"
}

# growth_of KIND: ten times the points, of which 25 times the time is allowed
growth_of()
{
    "$out/nearest_self" "$1" 100000 1 100000 >"$out/growth.few"
    "$out/nearest_self" "$1" 1000000 1 1000000 >"$out/growth.many"
    info "1,000,000 $1 points in one input, s" "$(field all_s "$out/growth.many")"
    bar "$1: times the time of 100,000" \
        "$(ratio "$(field all_s "$out/growth.many")" "$(field all_s "$out/growth.few")")" \
        at-most 25
}

growth()
{
    heading "5 nearest of every point among all others, one thread"
    program nearest_self
    for kind in equal sorted clustered gaussian; do
        growth_of "$kind"
    done
    "$out/nearest_self" gaussian 200000 20 2000 >"$out/growth.wide"
    bar "200,000 gaussian points in 20 inputs (from 2,000 queries), s" \
        "$(field all_s "$out/growth.wide")" at-most 600
}

# memory_of ROWS COLUMNS: a short training; the bar is 3 times the data in double, plus 64 MB
memory_of()
{
    what="$1 x $2"
    "$out/rows" "$1" "$2" >"$out/rows.csv"
    "$out/load" "$out/rows.csv" >"$out/load.words"
    if [ "$1" -ge 1000000 ]; then
        bar "$what: loading, s" "$(field load_s "$out/load.words")" at-most 2
    else
        info "$what: loading, s" "$(field load_s "$out/load.words")"
    fi
    inputs=$(seq -s ', ' -f 'x%g' 1 $(($2 - 1)))
    printf '%s\n' 'epitrain: 1' 'name: rows' \
        "data: {train: rows.csv, inputs: [$inputs], outputs: [y]}" \
        'fit: {epochs: 1}' 'epistemic: {teacher: samples, steps: 100}' >"$out/rows.yaml"
    usage "$root/build/epitrain" "$out/rows.yaml" -o "$out/rows_spec.yaml" 2>"$out/rows.err"
    rm -f "$out/rows.csv"
    info "$what: one epoch and 100 steps of eta, s" "$seconds"
    bar "$what: largest resident set, MB" "$(awk '{ printf "%.0f", $3 * 1.024e-3 }' "$out/usage")" \
        at-most $((3 * $1 * $2 * 8 / 1000000 + 64))
}

memory()
{
    heading "epitrain on many rows"
    program rows
    program load
    memory_of 100000 21
    memory_of 1000000 20
}

# linear WHAT COMMAND...: with a million rows of the log in place of FILE, and 20 times with ten thousand: a hundred times the
# time of one, with some room. Leaves $seconds and $mib of the million.
# shellcheck disable=SC2016 # the inner shell expands
linear()
{
    what=$1
    shift
    usage bash -c 'for i in $(seq 20); do "${@//FILE/$0}" >/dev/null; done' "$out/few.csv" "$@"
    few=$(awk -v s="$seconds" 'BEGIN { print s / 20 }')
    usage bash -c '"${@//FILE/$0}" >/dev/null' "$out/many.csv" "$@"
    bar "$what: times the time of 10,000" "$(ratio "$seconds" "$few")" at-most 150
}

logs()
{
    heading "logs of 1,000,000 rows, one core"
    program rows
    program load
    "$out/rows" 1000000 20 >"$out/many.csv"
    head -n 10001 "$out/many.csv" >"$out/few.csv"
    linear "reading 1,000,000 x 20" "$out/load" FILE
    bar "reading 1,000,000 x 20, s" "$seconds" at-most 2
    bar "reading 1,000,000 x 20: largest resident set, MB" "$(awk '{ printf "%.0f", $3 * 1.024e-3 }' "$out/usage")" at-most 400
    "$root/build/tools/make_spec" model 21 50,50 3 tanh 1 >"$out/spec.yaml"
    "$out/rows" 1000000 21 >"$out/many.csv"
    head -n 10001 "$out/many.csv" >"$out/few.csv"
    linear "epirun, 21-50-50-3, 1,000,000 rows" "$root/build/epirun" --quiet --inputs="$(seq -s, 21)" "$out/spec.yaml" FILE
    bar "epirun, 21-50-50-3, 1,000,000 rows, s" "$seconds" at-most 4
    rm -f "$out/many.csv" "$out/few.csv"
}

table_begin "$out" train.txt
for part in $parts; do
    case $part in
    steps) steps ;;
    neighbours) neighbours ;;
    growth) growth ;;
    memory) memory ;;
    logs) logs ;;
    *)
        echo "train.sh: $part: expected steps, neighbours, growth, memory or logs" >&2
        exit 2
        ;;
    esac
done
exit "$failed"
