# Shared by the test scripts; sourced, from the top of the source tree.
# shellcheck shell=bash disable=SC2034

export LOCPATH=$PWD/build/locale # the Makefile puts a comma-decimal locale there
. verify/lib.sh

# name inputs widths outputs activation seed [zeros [results]]: what the models under test look like.
# 1 to 40 inputs, 1 to 6 hidden layers, 1 to 7 outputs, every activation, dense and pruned.
# The layers of relu are so wide that a compiler is to keep the order of statements.
# "-": every layer another activation, heads that read the inputs too, no wider than a layer in groups of neurons is;
# "+": elu, silu and clip, the mean clipped; sampled and radial: averages of several networks, and points with distances to them.
# Three have no sigma, no eta or neither.
# The seed of mixed gives it a weight below 1e-4, whose exponent validate.sh changes.
shapes="one      1 8              1 tanh       1
relu     2 34,34          2 relu       2
leaky    3 5,7            1 leaky_relu 3 0 mean
sigmoid  5 12,9,10        3 sigmoid    4
softplus 8 24,24          1 softplus   5 0 mean,sigma
wide    21 34,34          1 tanh       6
mixed   12 8,8,8,16,8,4   2 -          6
exp      4 3              1 exp        8 0 mean,eta
pruned   6 20,20          2 tanh       9 0.8
many    40 8              7 tanh      10 0.3
sampled  3 9,8,7,5        2 sampled   11
radial   4 19             1 radial    12
shaped   6 9,16,8         3 +         13"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# shape_spec SHAPE: its spec. The model is no exp or relu, which are names of files in the runtime.
shape_spec() {
    local line
    line=$(grep "^$1 " <<<"$shapes")
    # shellcheck disable=SC2086
    build/tools/make_spec shape_$line
}
# make_model NAME DIR: the spec of a shape and what epigen makes of it, with the prefix `model`.
make_model() {
    local name=$1 dir=$2
    mkdir -p "$dir"
    shape_spec "$name" >"$dir/spec.yaml"
    "$epigen" "$dir/spec.yaml" --prefix=model -o "$dir"
}

# model_object COMPILER LEVEL DIR: DIR/model.c compiled for this machine by the flags of the contract, without a warning; prints
# the object's name. What several scripts ask for is compiled once: an object serves all who have the same text and the same
# compiler. tests/run begins without any.
model_object() {
    local objects=build/test-objects key
    key=$({ stat -Lc '%s %y' "$(command -v "$1")"; echo "$1 $2 $strict"; cat "$3/model.c" "$3/model.h"; } | sha256sum | cut -d ' ' -f 1)
    mkdir -p "$objects"
    (
        flock 9
        if [ ! -f "$objects/$key.o" ]; then
            # shellcheck disable=SC2086
            $1 $strict "$2" -c "$3/model.c" -o "$objects/$key.new"
            mv "$objects/$key.new" "$objects/$key.o"
        fi
    ) 9>"$objects/$key.lock"
    echo "$objects/$key.o"
}

# plugin_shared: run-target's plugin is compiled once for all runs of all scripts that call this.
plugin_shared() {
    local objects=build/test-objects key
    key=$(cat verify/target/trace-plugin verify/target/trace_plugin.c | sha256sum | cut -d ' ' -f 1)
    mkdir -p "$objects"
    (
        flock 9
        if [ ! -f "$objects/$key.so" ]; then
            verify/target/trace-plugin "$objects/$key.new"
            mv "$objects/$key.new" "$objects/$key.so"
        fi
    ) 9>"$objects/$key.lock"
    export TRACE_PLUGIN=$PWD/$objects/$key.so
}

# updraft_lock COMMAND...: of make, on build/updraft, by one script at a time. Who comes first trains; it is the same recipe.
updraft_lock() {
    mkdir -p build/test-objects
    flock build/test-objects/updraft.lock "$@"
}

# callers_compile DIR: DIR/callers.o, what calls DIR's model in a test. Linked with it, `PROGRAM INPUTS RESULTS` is
# verify/checks/replay.c, and PROGRAM alone the self-test.
callers_compile() {
    cat >"$1/callers.c" <<EOF
#define main replay
#include "$PWD/verify/checks/replay.c"
#undef main
#define main selftest
#include "model_selftest.c"
#undef main
int main(int n, char **words) { return n > 1 ? replay(n, words) : selftest(); }
EOF
    gcc -std=c99 -O1 -DMODEL_SELFTEST_MAIN -I "$1" -c "$1/callers.c" -o "$1/callers.o"
}

shape_names() { cut -d ' ' -f 1 <<<"$shapes"; }

# times_print: the seconds of processors of this script and of what it started.
times_print() {
    times >"$work/times"
    awk '{ gsub(/[ms]/, " "); sum += 60 * $1 + $2 + 60 * $3 + $4 } END { printf "%6.1f  ", sum }' "$work/times"
}

passed=0
failed=0
# check WHAT COMMAND...: one line, and the command's output when it fails. The command runs in a
# shell of its own with -e: bash ignores -e inside a condition, so the result is looked at later.
# ONLY=WORDS in the environment leaves out checks without these words in their name; with TIMES=1 each line begins
# with the seconds of processors that the script has used so far.
check() {
    local what=$1 output status
    case $what in *"${ONLY:-}"*) ;; *) return ;; esac
    shift
    [ -z "${TIMES:-}" ] || times_print
    set +e
    output=$(set -e && "$@" 2>&1)
    status=$?
    set -e
    if [ "$status" -eq 0 ]; then
        passed=$((passed + 1))
        echo "ok      $what"
    else
        failed=$((failed + 1))
        echo "FAILED  $what"
        tail -n 15 <<<"$output" | sed 's/^/    | /'
    fi
}

# refuted COMMAND...: succeeds when the command fails. Shows that a check can go red.
refuted() {
    local status
    set +e
    (set -e && "$@")
    status=$?
    set -e
    [ "$status" -ne 0 ]
}

# prints TEXT COMMAND...: the command succeeds and prints this text, no more.
prints() {
    local expected=$1 output
    shift
    output=$("$@")
    echo "$output"
    [ "$output" = "$expected" ]
}

# lacks ARGUMENT...: of grep. Succeeds when grep finds nothing, not when it cannot look.
lacks() {
    local status=0
    grep "$@" || status=$?
    [ "$status" -eq 1 ]
}

is_png() { head -c 4 "$1" | tail -c 3 | grep -x PNG; }

# exits_with STATUS WORDS COMMAND...: the command's exit status, and words that it prints.
exits_with() {
    local expected=$1 words=$2 status=0 output
    shift 2
    output=$(timeout 60 "$@" 2>&1 </dev/null) || status=$?
    echo "$output"
    [ "$status" -eq "$expected" ] && grep -q -- "$words" <<<"$output"
}

# The sanitized build names no commit, so the version in a spec may differ from the other build's.
specs_same() { # SPEC SPEC
    sed 's/^\( *trainer: "epitrain [0-9.]*\)[^"]*/\1/' "$1" >"$work/left"
    sed 's/^\( *trainer: "epitrain [0-9.]*\)[^"]*/\1/' "$2" >"$work/right"
    cmp "$work/left" "$work/right"
}

finish() {
    echo "$passed passed, $failed failed"
    [ "$passed" -gt 0 ] && [ "$failed" -eq 0 ]
}
