# Shared by the test scripts; sourced, from the top of the source tree.
# shellcheck shell=bash disable=SC2034

export LOCPATH=$PWD/build/locale # the Makefile puts a comma-decimal locale there
. verify/lib.sh

# name inputs widths outputs activation seed [zeros]: what the models under test look like.
# 1 to 40 inputs, 1 to 5 hidden layers, 1 to 7 outputs, every activation, dense and pruned.
# "-": every layer another activation, heads that read the inputs too; "+": elu, silu and clip, the mean clipped; sampled and radial: averages
# of several networks, and points with distances to them.
shapes="one      1 8              1 tanh       1
relu     2 16,16          2 relu       2
leaky    3 5,7            1 leaky_relu 3
sigmoid  5 12,9,10        3 sigmoid    4
softplus 8 24,24          1 softplus   5
wide    21 50,50          1 tanh       6
mixed   32 16,16,8,16,16  7 -          7
exp      4 3              1 exp        8
pruned   6 20,20          2 tanh       9 0.8
many    40 8              4 tanh      10 0.3
sampled  3 9,8,7,5        2 sampled   11
radial   4 19             1 radial    12
shaped   6 9,16,8         3 +         13"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# make_model NAME DIR: the spec of a shape and what epigen makes of it, with the prefix `model`.
make_model() {
    local name=$1 dir=$2 line
    line=$(grep "^$name " <<<"$shapes")
    mkdir -p "$dir"
    # shellcheck disable=SC2086
    build/tools/make_spec $line >"$dir/spec.yaml"
    "$epigen" "$dir/spec.yaml" --prefix=model -o "$dir"
}

shape_names() { cut -d ' ' -f 1 <<<"$shapes"; }

passed=0
failed=0
# check WHAT COMMAND...: one line, and the command's output when it fails. The command runs in a
# shell of its own with -e: bash ignores -e inside a condition, so the result is looked at later.
# ONLY=WORDS in the environment leaves out checks without these words in their name.
check() {
    local what=$1 output status
    case $what in *"${ONLY:-}"*) ;; *) return ;; esac
    shift
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
