#!/bin/bash
# epigen as a user calls it: options, exit statuses, nothing left behind, C++ callers.
# verifies: REQ-CLEAN, REQ-TRACEABLE, SPEC-PROVENANCE
# supports: AOU-8, AOU-15
EPIGEN=build/epigen-sanitized
. tests/scripts/lib.sh
spec=tests/golden/updraft.yaml

writes_the_four_files() {
    "$epigen" "$spec" -o "$work/four" "$@"
    ls "$work/four" >"$work/names"
    printf '%s\n' updraft.c updraft.h updraft_selftest.c updraft_vectors.h | diff - "$work/names"
}

# epi_ and EPI_ are replaced, or refused, at the start of names only.
names_stay() {
    cat >"$work/inner.yaml" <<'END'
epigen: 1
name: names
inputs: [{name: old_epi_speed, min: -1, max: 1}]
layers:
  - {name: h_EPI_1, from: inputs, activation: tanh, weights: [[1]], bias: [0]}
  - {name: s_m4_1, from: h_EPI_1, activation: exp, weights: [[1]], bias: [0]}
  - {name: e, from: h_EPI_1, activation: sigmoid, weights: [[1]], bias: [0]}
outputs: {mean: {from: h_EPI_1, names: [new_epi_speed]}, sigma: {from: s_m4_1, floor: 0.1}, eta: {from: e}}
END
    "$epigen" "$work/inner.yaml" -o "$work/inner"
    grep -q old_epi_speed "$work/inner/names.h"
    grep -q new_epi_speed "$work/inner/names.h"
    grep -q h_EPI_1 "$work/inner/names.c"
    cc -std=c99 -c "$work/inner/names.c" -o "$work/inner/names.o"
}

prefix_is_everywhere() {
    "$epigen" "$spec" --prefix=other -o "$work/prefix"
    cc -std=c99 -c "$work/prefix/other.c" -o "$work/prefix/other.o"
    nm -g --defined-only "$work/prefix/other.o" >"$work/prefix.symbols"
    prints other_infer cut -d ' ' -f 3 "$work/prefix.symbols"
    sed -i '/^ \* Options: /s/; model updraft of the spec/;/' "$work/prefix"/*.[ch]
    lacks -i updraft "$work/prefix"/*.[ch]
}

# Every header that those of C and POSIX include, by two C libraries: no model has its name.
c_headers="assert complex ctype errno fenv inttypes iso646 limits locale math setjmp signal stdalign stdarg stdatomic
    stdbool stddef stdint stdio stdlib stdnoreturn string tgmath time wchar wctype"
posix_headers="aio cpio dirent dlfcn endian fcntl fmtmsg fnmatch ftw glob grp iconv langinfo libgen libintl monetary mqueue
    netdb nl_types poll pthread pwd regex sched search semaphore spawn strings syslog tar termios threads uchar ulimit unistd
    utime utmpx wordexp"
headers_of() { # COMPILER NAME...
    local compiler=$1
    shift
    printf '#include <%s.h>\n' "$@" | "$compiler" -D_GNU_SOURCE -M -x c - | tr ' \134' '\n' |
        sed -nE 's|.*/include(-fixed)?/([a-z][a-z0-9_]*)\.h$|\2|p'
}
headers_are_no_models() {
    local name
    # shellcheck disable=SC2086
    {
        headers_of gcc $c_headers $posix_headers
        headers_of arm-none-eabi-gcc $c_headers
        printf '%s\n' $c_headers $posix_headers
    } | sort -u >"$work/headers"
    grep -qx features "$work/headers"
    while read -r name; do
        exits_with 2 'expected a name that' "$epigen" --prefix="$name" "$spec" >"$work/said" || { echo "$name.h can be hidden"; return 1; }
    done <"$work/headers"
}

vectors_are_counted() {
    "$epigen" "$spec" --vectors=200 -o "$work/vectors"
    grep -q 'UPDRAFT_N_VECTORS 200' "$work/vectors/updraft_vectors.h"
    cc -std=c99 -ffp-contract=off -DUPDRAFT_SELFTEST_MAIN "$work"/vectors/*.c -o "$work/vectors/self"
    "$work/vectors/self"
}

prints_bounds() {
    "$epigen" --bounds "$spec" | awk 'NR > 1 && NF >= 5 && $2 < $3 && $4 > 0 { rows++ } END { exit rows != 3 }'
    "$epigen" --bounds=json "$spec" -o "$work/none" | jq -e '.outputs | length == 3 and all(.low < .high)'
    [ ! -e "$work/none" ]
}

no_libm_no_static_data() {
    "$epigen" "$spec" -o "$work/alone"
    cc -std=c99 -O2 -c "$work/alone/updraft.c" -o "$work/alone/updraft.o"
    prints '' nm -u "$work/alone/updraft.o"
    nm "$work/alone/updraft.o" >"$work/alone/symbols"
    cat "$work/alone/symbols"
    lacks -i ' [bdcs] ' "$work/alone/symbols"
}

cplusplus_calls_it() {
    "$epigen" "$spec" -o "$work/cpp"
    cat >"$work/cpp/main.cpp" <<'END'
#include "updraft.h"
#include "updraft.h"
int main() { float x[UPDRAFT_N_IN] = {-1.5F}; updraft_result_t r; updraft_infer(x, &r); return r.status == 0U ? 0 : 1; }
END
    cc -std=c99 -O2 -ffp-contract=off -c "$work/cpp/updraft.c" -o "$work/cpp/updraft.o"
    for compiler in g++ clang++; do
        $compiler -std=c++11 -Wall -Wextra -Wpedantic -Wold-style-cast -Werror "$work/cpp/main.cpp" \
            "$work/cpp/updraft.o" -o "$work/cpp/main"
        "$work/cpp/main"
    done
}

# m4 would take these before our own.
files_nearby_do_not_matter() {
    local tool=$PWD/$epigen spec=$PWD/$spec
    mkdir "$work/nearby"
    "$tool" "$spec" -o "$work/nearby/plain"
    cd "$work/nearby"
    for file in tanh.h bits.h source.m4 common.m4; do echo 'garbage' >$file; done
    "$tool" "$spec" -o garbage
    diff -r plain garbage
}

# What the spec says of its training stands in the header, unless it could end the comment.
header_has_provenance() {
    sed '/^provenance:/c provenance: {data_sha256: 0123abcd, note: "*/ #error", seed: 7, tool: "EPI_UPPER", metrics: {rmse: 1}}' \
        "$spec" >"$work/provenance.yaml"
    "$epigen" "$work/provenance.yaml" -o "$work/provenance"
    grep -qx ' \*   data_sha256: 0123abcd' "$work/provenance/updraft.h"
    grep -qx ' \*   seed: 7' "$work/provenance/updraft.h"
    refuted grep -E 'note|tool|rmse' "$work/provenance/updraft.h"
    gcc -std=c99 -fsyntax-only "$work/provenance/updraft.h"
}

# The macros of the header, in C and in C++: where the model comes from, and its domain.
header_macros_are_usable() {
    local sha
    sha=$(sha256sum <"$spec" | cut -d ' ' -f 1)
    mkdir -p "$work/macros"
    "$epigen" "$spec" -o "$work/macros"
    cat >"$work/macros/main.c" <<'END'
#include "updraft.h"
#include <stdio.h>
int main(void)
{
    const float low[UPDRAFT_N_IN] = {UPDRAFT_X_MIN}, high[UPDRAFT_N_IN] = {UPDRAFT_X_MAX};
    printf("%s %s %s %.9g %.9g\n", UPDRAFT_SPEC_SHA256, UPDRAFT_EPIGEN_VERSION, UPDRAFT_EPIGEN_OPTIONS, (double)low[0], (double)high[0]);
    return 0;
}
END
    cp "$work/macros/main.c" "$work/macros/main.cpp"
    gcc -std=c99 -Wall -Wextra -Wpedantic -Werror "$work/macros/main.c" -o "$work/macros/c"
    g++ -std=c++11 -Wall -Wextra -Wpedantic -Werror "$work/macros/main.cpp" -o "$work/macros/cpp"
    "$work/macros/c" | grep -E "^$sha [0-9][^ ]* --form=unrolled --accuracy=full --clamps=needed $(sed -nE 's/.*min: ([^,]*), max: ([^,}]*).*/\1 \2/p' "$spec" | head -n 1)$"
    "$work/macros/c" >"$work/macros/said"
    "$work/macros/cpp" | diff "$work/macros/said" -
}

# All four files say how they were made: no two configurations have a file in common.
files_name_their_options() {
    local file
    "$epigen" --prefix=up --form=tiled --accuracy=1e-3 --clamps=all "$spec" -o "$work/options"
    for file in up.c up.h up_selftest.c up_vectors.h; do
        grep -qxF ' * Options: --form=tiled --accuracy=1e-3 --clamps=all; model updraft of the spec, prefix up.' "$work/options/$file"
    done
    "$epigen" --form=simd --lanes=8 --batch=9 "$spec" -o "$work/options"
    grep -qxF '#define UPDRAFT_EPIGEN_OPTIONS "--form=simd --accuracy=full --clamps=needed --lanes=8 --batch=9"' "$work/options/updraft.h"
}

valgrind_is_quiet() { valgrind -q --error-exitcode=1 --leak-check=full build/epigen "$spec" -o "$work/valgrind"; }

nothing_left_when_unwritable() {
    mkdir -p "$work/blocked/updraft_vectors.h" # a directory where a file must go
    local status=0
    "$epigen" "$spec" -o "$work/blocked" || status=$?
    [ "$status" -eq 1 ]
    prints updraft_vectors.h ls -A "$work/blocked"
}

old_files_survive_a_failure() {
    mkdir -p "$work/old/updraft_vectors.h"
    echo precious >"$work/old/updraft.c"
    refuted "$epigen" "$spec" -o "$work/old"
    prints precious cat "$work/old/updraft.c"
}

# templates_with SED EXPRESSION WORDS: a fault in a template ends the run with these words.
templates_with() {
    rm -rf "$work/templates" "$work/faulty"
    cp -r templates "$work/templates"
    sed -i "$1" "$work/templates/infer.m4"
    exits_with 1 "$2" "$epigen" --templates="$work/templates" "$spec" -o "$work/faulty"
    [ ! -e "$work/faulty" ]
}

model_and_layer_names_do_not_clash() {
    printf 'epigen: 1\nname: v\ninputs: [{name: x, unit: "__unix__ __gnu__", min: 0, max: 1}]\nlayers:\n%s\n%s\n%s\n%s\n' \
        '  - {name: clamp, from: inputs, activation: tanh, weights: [[1]], bias: [0]}' \
        '  - {name: bits, from: clamp, activation: identity, weights: [[1]], bias: [0]}' \
        '  - {name: sigmoid, from: clamp, activation: softplus, weights: [[1]], bias: [0]}' \
        '  - {name: v, from: clamp, activation: sigmoid, weights: [[1]], bias: [0]}' >"$work/v.yaml"
    echo 'outputs: {mean: {from: bits}, sigma: {from: sigmoid, floor: 1}, eta: {from: v}}' >>"$work/v.yaml"
    "$epigen" "$work/v.yaml" -o "$work/v"
    grep -q '__unix__ __gnu__' "$work/v/v.h"
    cc -std=c99 -Wall -Wextra -Wshadow -Werror -DV_SELFTEST_MAIN "$work/v/v.c" "$work/v/v_selftest.c" -o "$work/v/v"
    "$work/v/v"
}

two_models_link_together() {
    "$epigen" "$spec" --prefix=one -o "$work/two"
    "$epigen" "$spec" --prefix=two -o "$work/two"
    printf '#include "one.h"\n#include "two.h"\nint main(void) { float x[1] = {0.0F}; one_result_t a; two_result_t b; one_infer(x, &a); two_infer(x, &b); return a.eta == b.eta ? 0 : 1; }\n' >"$work/two/main.c"
    cc -std=c99 "$work/two/main.c" "$work/two/one.c" "$work/two/two.c" -o "$work/two/main"
    "$work/two/main"
    # Even in one translation unit: every name carries its prefix.
    printf '#include "one.c"\n#include "two.c"\n' >"$work/two/both.c"
    cc -std=c99 -c "$work/two/both.c" -o "$work/two/both.o"
}

check "writes four files into a new directory" writes_the_four_files
check "writes over its own files" writes_the_four_files
check "--prefix renames everything" prefix_is_everywhere
check "epi_ inside of a name stays" names_stay
check "--vectors" vectors_are_counted
check "bounds, as text and as JSON" prints_bounds
check "--bounds of another kind" exits_with 2 "expected json or nothing" "$epigen" --bounds=xml "$spec"
check "--bounds and --dump" exits_with 2 "expected one of them" "$epigen" --bounds --dump=m4 "$spec"
check "no libm, no static data, no undefined symbol" no_libm_no_static_data
check "C++ callers" cplusplus_calls_it
check "files in the current directory do not matter" files_nearby_do_not_matter
check "the header says where the training data come from" header_has_provenance
check "the macros of the header" header_macros_are_usable
check "all files name the options that they depend on" files_name_their_options
check "valgrind is quiet" valgrind_is_quiet
check "nothing is left when a file cannot be written" nothing_left_when_unwritable
check "old files survive a failure" old_files_survive_a_failure
check "a misspelt macro is seen" templates_with 's/<|EPI_COPY|>/<|EPI_KOPY|>/' 'EPI_COPY was not expanded'
check "a warning of m4 is an error" templates_with '/EPI_COPY|>/{n;s/; *$/; m4_eval(1 +)/}' 'm4 failed'
check "names of model and layers do not clash" model_and_layer_names_do_not_clash
check "two models in one program" two_models_link_together
check "--help" exits_with 0 'Usage: epigen' "$epigen" --help
check "--version" exits_with 0 '^epigen [0-9]' "$epigen" --version
check "no spec" exits_with 2 'no spec given' "$epigen"
check "two specs" exits_with 2 'more than one' "$epigen" a b
check "unknown option" exits_with 2 'help' "$epigen" --colour
check "bad --vectors" exits_with 2 'expected a whole number from 64' "$epigen" --vectors=10 "$spec"
check "bad --vectors text" exits_with 2 'expected a whole number from 64' "$epigen" --vectors=1e3 "$spec"
check "bad --dump" exits_with 2 'expected spec, program or m4' "$epigen" --dump=c "$spec"
check "bad --prefix" exits_with 2 'expected' "$epigen" --prefix=9x "$spec"
check "a header of C or POSIX as --prefix" headers_are_no_models
check "keyword as --prefix" exits_with 2 'expected' "$epigen" --prefix=while "$spec"
check "no such file" exits_with 1 'nowhere.yaml: No such file' "$epigen" nowhere.yaml
check "a directory as spec" exits_with 1 'epigen: models: ' "$epigen" models
check "no templates" exits_with 1 'no templates found in /nowhere' "$epigen" --templates=/nowhere "$spec"
check "empty standard input" exits_with 1 'standard input:1: ' "$epigen" -
check "--dump=program" exits_with 0 '^program updraft, float32' "$epigen" --dump=program "$spec"
check "--dump=m4" exits_with 0 '^EPI_TERM(' "$epigen" --dump=m4 "$spec"
check "full device" exits_with 1 'standard output' sh -c "$epigen --dump=spec $spec >/dev/full"
finish
