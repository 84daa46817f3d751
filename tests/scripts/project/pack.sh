#!/bin/bash
# epipack: every kind is written, twice the same; what is in it; refusals. `make package-bars` builds and runs all kinds.
# --update writes the list of files anew.
# verifies: REQ-PACKAGED
. tests/scripts/lib.sh
epipack=build/epipack-sanitized
spec=tests/golden/updraft.yaml
list=tests/golden/packages.txt
kinds="cmake zephyr platformio arduino esp-idf cmsis-pack fmu2 fmu3 python octave wasm rust"

pack() { # KIND SPEC DIRECTORY [OPTION...]
    "$epipack" --for="$1" "$2" -o "$3" "${@:4}"
}
files_of() { # KIND
    (cd "$work/first/$1" && find . -type f | LC_ALL=C sort | sed "s|^\./|$1: |")
}
# The files that depend on a compiler are left out: it may not be installed.
files_list() {
    local kind
    for kind in $kinds; do files_of "$kind"; done | grep -v '\.so$\|\.wasm$'
}

mkdir "$work/first" "$work/second" "$work/awkward" "$work/bare" "$work/policy"
for kind in $kinds; do
    pack "$kind" "$spec" "$work/first/$kind" >>"$work/said.txt"
done
build/epigen-sanitized "$spec" -o "$work/emitted"
if [ "${1:-}" = --update ]; then
    files_list >"$list"
    exit
fi

twice_the_same() { # KIND
    TZ=Asia/Tokyo LC_ALL=de_DE.UTF-8 pack "$1" - "$work/second/$1" <"$spec"
    diff -r "$work/first/$1" "$work/second/$1"
}
same_bytes() { # KIND: the emitted files
    local file found
    for file in updraft.c updraft.h updraft_selftest.c updraft_vectors.h; do
        found=$(find "$work/first/$1" -name "$file")
        cmp "$found" "$work/emitted/$file"
    done
}
spec_is_inside() { # KIND
    local folder
    folder=$(dirname "$(find "$work/first/$1" -name updraft.yaml)")
    cmp "$spec" "$folder/updraft.yaml"
    (cd "$folder" && sha256sum -c updraft.yaml.sha256)
}
three_lines_of_use() { # KIND
    sed -n '/^## Use/,/^[^ #]/p' "$work/first/$1/README.md" | grep '^    ' >"$work/use"
    cat "$work/use"
    prints 3 grep -c . "$work/use"
    grep 'no licence condition' "$work/first/$1/LICENSE"
}
files_are_listed() {
    files_list | diff "$list" -
}

# Archives hold what lies beside them.
zip_is_tree() { # KIND ARCHIVE
    local tree=$work/first/$1
    mkdir "$work/unzipped"
    unzip -q "$tree/$2" -d "$work/unzipped"
    diff -r "$tree" "$work/unzipped" >"$work/differences" || true
    lacks -v "^Only in $tree: " "$work/differences"
    grep -v '\.fmu$\|\.pack$\|README\.md$\|LICENSE$' "$work/differences" >"$work/more" || true
    prints '' cat "$work/more"
    unzip -Z -l "$tree/$2" | grep '^-' >"$work/entries"
    lacks -v ' 80-Jan-01 00:00 ' "$work/entries"
    unzip -Z -1 "$tree/$2" >"$work/names"
    LC_ALL=C sort -c "$work/names"
    rm -r "$work/unzipped"
}
tar_is_tree() {
    mkdir "$work/untarred"
    tar -xzf "$work/first/python/dist/updraft-0.0.0.tar.gz" -C "$work/untarred"
    diff -r -x dist "$work/first/python" "$work/untarred/updraft-0.0.0"
    rm -r "$work/untarred"
}

# A name, units and versions that templates must carry along; names that meet in one list of variables.
awkward=$work/awkward.yaml
cat >"$awkward" <<'END'
epigen: 1
name: Awkward_1
inputs:
  - {name: status, unit: "m<&>s", min: -1, max: 1}
  - {name: time, min: 0, max: 3.4e38}
  - {name: f, unit: "%d, (x)", min: -1, max: 1}
layers:
  - {name: h, from: inputs, activation: tanh, weights: [[1, 0, 2], [1, 0, 1]], bias: [0, 0]}
  - {name: s, from: h, activation: exp, weights: [[1, 1], [1, 0]], bias: [0, 0]}
  - {name: e, from: h, activation: sigmoid, weights: [[1, 1]], bias: [0]}
outputs: {mean: {from: h, names: [f, eta]}, sigma: {from: s, floor: 0.1}, eta: {from: e}}
provenance: {version: 12.3.4, author: A Person, url: "https://example.com/a", description: "Drag, lift"}
END
awkward_pack() { # KIND...: once, whichever check comes first
    local kind
    for kind in "$@"; do
        [ -e "$work/awkward/$kind" ] || pack "$kind" "$awkward" "$work/awkward/$kind"
    done
}
awkward_is_carried() { # KIND
    awkward_pack "$1"
    lacks -r 'EPI_\|m4_' "$work/awkward/$1" --include='*' --exclude='*.c' --exclude='*.so' --exclude='*.wasm'
}
versions_are_carried() {
    awkward_pack cmake arduino platformio wasm rust cmsis-pack python fmu3
    grep 'VERSION 12.3.4 ' "$work/awkward/cmake/CMakeLists.txt"
    grep '^version=12.3.4$' "$work/awkward/arduino/library.properties"
    grep '^author=A Person$' "$work/awkward/arduino/library.properties"
    grep '^url=https://example.com/a$' "$work/awkward/arduino/library.properties"
    grep '"version": "12.3.4"' "$work/awkward/platformio/library.json"
    grep '"name": "awkward_1"' "$work/awkward/wasm/package.json"
    grep '^version = "12.3.4"' "$work/awkward/rust/Cargo.toml"
    grep 'release version="12.3.4"' "$work/awkward/cmsis-pack/epigen.Awkward_1.pdsc"
    [ -f "$work/awkward/cmsis-pack/epigen.Awkward_1.12.3.4.pack" ]
    [ -f "$work/awkward/python/dist/Awkward_1-12.3.4.tar.gz" ]
    grep 'description="Drag, lift"' "$work/awkward/fmu3/modelDescription.xml"
}
variables_are_unique() { # KIND
    local description=$work/awkward/$1/modelDescription.xml
    awkward_pack "$1"
    grep -o '<[A-Za-z0-9]* name="[^"]*" valueReference="[0-9]*"' "$description" | cut -d '"' -f 2,4 | tr '"' ' ' >"$work/variables"
    cat "$work/variables"
    grep -x 'status 1' "$work/variables"
    grep -x 'status_out 4' "$work/variables"
    grep -x 'f_out 5' "$work/variables"
    grep -x 'eta_out 6\|eta 6' "$work/variables"
    cut -d ' ' -f 1 "$work/variables" | sort | uniq -d >"$work/repeated"
    prints '' cat "$work/repeated"
    grep 'unit="m&lt;&amp;&gt;s" min="-1" max="1"' "$description"
}

# A model with neither sigma nor eta: no wrapper has them.
neither_is_there() { # KIND FILE
    [ -e "$work/policy/$1" ] || pack "$1" tests/golden/good/policy.yaml "$work/policy/$1"
    lacks 'r\.sigma\|r\.eta\|name="eta"\|_sigma"\|pub eta\|pub sigma' "$work/policy/$1/$2"
}

# Tools that are not there: the package is, and says what it lacks.
without_tools() { # KIND MISSING WORDS
    mkdir -p "$work/only"
    ln -sfn "$(command -v m4)" "$work/only/m4"
    PATH=$work/only pack "$1" "$spec" "$work/bare/$1" >"$work/bare.txt"
    cat "$work/bare.txt"
    grep -F "$3" "$work/bare.txt"
    [ ! -e "$work/bare/$1/$2" ]
    [ -f "$work/bare/$1/README.md" ]
}

nothing_is_left() { # STATUS WORDS COMMAND...: the call is refused and leaves nothing
    mkdir "$work/nothing"
    exits_with "$@"
    ls -A "$work/nothing" >"$work/left"
    prints '' cat "$work/left"
    rmdir "$work/nothing"
}
# A compiler that ends epipack while the directory is half written.
ends_by_signal() {
    mkdir -p "$work/nothing" "$work/ending"
    ln -sfn "$(command -v m4)" "$work/ending/m4"
    # shellcheck disable=SC2016 # of the shell that stands in for the compiler
    printf '#!/bin/sh\nkill -TERM "$PPID"\nexec /bin/sleep 1\n' >"$work/ending/cc"
    chmod +x "$work/ending/cc"
    refuted env PATH="$work/ending" "$PWD/$epipack" --for=fmu3 "$spec" -o "$work/nothing/p"
    ls -A "$work/nothing" >"$work/left"
    prints '' cat "$work/left"
    rmdir "$work/nothing"
}
with_provenance() { # TEXT: a spec with this in its provenance
    sed "s|^provenance: .*|provenance: {$1}|" tests/golden/good/tiny.yaml >"$work/provenance.yaml"
}
provenance_is_refused() { # TEXT WORDS
    with_provenance "$1"
    nothing_is_left 1 "$2" "$epipack" --for=rust "$work/provenance.yaml" -o "$work/nothing/p"
}
full_is_refused() {
    mkdir "$work/full"
    echo mine >"$work/full/mine"
    exits_with 1 'is not empty, expected a new or an empty directory' "$epipack" --for=cmake "$spec" -o "$work/full"
    prints mine cat "$work/full/mine"
}
empty_is_taken() {
    mkdir "$work/empty"
    pack cmake "$spec" "$work/empty//"
    [ -f "$work/empty/CMakeLists.txt" ]
}
all_kinds_are_named() {
    local kind
    "$epipack" --for=deb "$spec" -o "$work/no" 2>"$work/kinds.txt" || true
    for kind in $kinds; do
        grep -w -- "$kind" "$work/kinds.txt"
        "$epipack" --help | grep "^  *$kind "
        grep -w -- "$kind" gen/pack/epipack.1
    done
}

check "all kinds have the files of $list" files_are_listed
for kind in $kinds; do
    check "$kind: twice the same bytes" twice_the_same "$kind"
    check "$kind: the emitted files are epigen's" same_bytes "$kind"
    check "$kind: the spec and its checksum" spec_is_inside "$kind"
    check "$kind: three lines of use, the licence note" three_lines_of_use "$kind"
    check "$kind: awkward names and units" awkward_is_carried "$kind"
done
check "cmsis-pack: the archive is the tree" zip_is_tree cmsis-pack epigen.updraft.0.0.0.pack
check "fmu2: the archive is the tree" zip_is_tree fmu2 updraft.fmu
check "fmu3: the archive is the tree" zip_is_tree fmu3 updraft.fmu
check "python: the archive is the tree" tar_is_tree
check "version, author and address of the spec" versions_are_carried
check "fmu2: variables of one name" variables_are_unique fmu2
check "fmu3: variables of one name" variables_are_unique fmu3
for file in fmu2/modelDescription.xml fmu3/modelDescription.xml fmu3/sources/policy_fmi3.c python/src/module.c octave/src/policy_mex.c \
    octave/src/policy_sfun.c wasm/policy.js rust/src/lib.rs arduino/examples/Infer/Infer.ino; do
    check "$file has neither sigma nor eta" neither_is_there "${file%%/*}" "${file#*/}"
done
check "fmu3 without a compiler" without_tools fmu3 binaries/x86_64-linux 'without binaries/x86_64-linux/updraft.so, which needs cc (not found here: cc) on x86_64'
check "wasm without a compiler" without_tools wasm updraft.wasm 'without updraft.wasm, which needs clang and wasm-ld (not found here: clang, wasm-ld)'
check "cmake without cmake" without_tools cmake nothing 'building it needs cmake and cc (not found here: cmake, cc)'

check "all kinds are named where one is unknown" all_kinds_are_named
check "refused: an unknown kind" nothing_is_left 2 '--for=deb: expected cmake, zephyr' "$epipack" --for=deb "$spec" -o "$work/nothing/p"
check "refused: no kind" nothing_is_left 2 'no --for given' "$epipack" "$spec" -o "$work/nothing/p"
check "refused: no directory" nothing_is_left 2 'no -o DIR given' "$epipack" --for=cmake "$spec"
check "refused: no spec" nothing_is_left 2 'no spec given' "$epipack" --for=cmake -o "$work/nothing/p"
check "refused: a prefix" nothing_is_left 2 '--prefix=int: expected' "$epipack" --for=cmake --prefix=int "$spec" -o "$work/nothing/p"
check "refused: a faulty spec" nothing_is_left 1 ':[0-9]*: ' "$epipack" --for=cmake tests/golden/refused/layer-is-text.yaml -o "$work/nothing/p"
check "refused: a directory without a parent" nothing_is_left 1 'No such file' "$epipack" --for=cmake "$spec" -o "$work/nothing/no/p"
check "refused: a word of Python" nothing_is_left 1 'expected a name that is not a word of Python' \
    "$epipack" --for=python --prefix=lambda "$spec" -o "$work/nothing/p"
check "refused: a word of Rust" nothing_is_left 1 'not a word of Rust' "$epipack" --for=rust --prefix=match "$spec" -o "$work/nothing/p"
check "refused: a target of CMake" nothing_is_left 1 'not a word of CMake' "$epipack" --for=cmake --prefix=install "$spec" -o "$work/nothing/p"
for version in 1.0 1.0.0.0 1.0.x 01.0.0 1.0. 1..0; do
    check "refused: version $version" provenance_is_refused "version: \"$version\"" "version is \"$version\", expected three numbers"
done
check "refused: an author with a quote" provenance_is_refused "author: 'a \"b'" 'provenance, author: expected 1 to 200 characters'
check "a signal leaves nothing" ends_by_signal
check "refused: a full directory" full_is_refused
check "an empty directory is taken" empty_is_taken
check "refused: macros left in a template" nothing_is_left 1 'no templates found in' \
    "$epipack" --for=cmake --templates=/nowhere "$spec" -o "$work/nothing/p"

# One kind is built, where its tools are: the others are for make package-bars.
cmake_builds() {
    cmake -S "$work/first/cmake" -B "$work/build" -DCMAKE_BUILD_TYPE=Release
    cmake --build "$work/build"
    ctest --test-dir "$work/build"
}
python_builds() {
    cp -r "$work/first/python" "$work/python"
    /usr/bin/python3 "$work/python/backend.py" wheel "$work/wheels"
    (cd "$work/wheels" && unzip -q ./*.whl)
    PYTHONPATH=$work/wheels /usr/bin/python3 "$work/python/tests/test_updraft.py"
}
if command -v cmake >/dev/null; then
    check "cmake: builds, and its self-test passes" cmake_builds
else
    echo "skipped cmake: builds (cmake is not installed)"
fi
if echo '#include <Python.h>' | gcc -E -I/usr/include/python3.11 - >/dev/null 2>&1; then
    check "python: builds, and its test passes" python_builds
else
    echo "skipped python: builds (python3-dev is not installed)"
fi
finish
