#!/bin/bash
# Every kind of package, built and run on this machine; the bits against those of the interpreter. `make package-bars`
# installs what this needs. Schemas that may not be redistributed are taken from EPIGEN_DATA (fmi, cmsis); without it those checks are
# skipped by name. ONLY='words': as for the scripts in tests/scripts.
# verifies: REQ-PACKAGED, REQ-EXACT
. tests/scripts/lib.sh
unset MAKEFLAGS MAKELEVEL MFLAGS # what builds are looked at say all their commands, whatever make runs this
harness=$PWD/tests/harness/pack
data=$(realpath -m "${EPIGEN_DATA:-../shared/data}")
rows=4000

# skipped WHAT WHY
skipped() { case $1 in *"${ONLY:-}"*) echo "skipped $1 ($2)" ;; esac; }

# The models: all outputs; neither sigma nor eta; many inputs and outputs. Each with rows and the interpreter's answers.
models="updraft policy shape_mixed"
model_prepare() { # NAME
    local dir=$work/$1
    mkdir -p "$dir"
    case $1 in
    updraft) cp tests/golden/updraft.yaml "$dir/spec.yaml" ;;
    shape_*) shape_spec "${1#shape_}" >"$dir/spec.yaml" ;;
    *) cp "tests/golden/good/$1.yaml" "$dir/spec.yaml" ;;
    esac
    build/tools/answers "$dir/spec.yaml" "$rows" 19 "$dir/inputs" "$dir/results"
    n_in=$(($(stat -c %s "$dir/inputs") / 4 / rows))
    n_result=$(($(stat -c %s "$dir/results") / 4 / rows))
    n_out=$("$epigen" "$dir/spec.yaml" -o "$dir/emitted" && sed -n 's/^#define [A-Z0-9_]*_N_OUT \([0-9]*\)$/\1/p' "$dir/emitted/$1.h")
    # mean and status, sigma and eta where they are
    parts=$((2 + (n_result > 2 * n_out) + ((n_result - 1) % n_out == 1 || (n_out == 1 && n_result == 4))))
    [ "$n_out" -ne 1 ] || parts=$n_result
}
pack() { # MODEL KIND
    rm -rf "${work:?}/$1/$2"
    build/epipack --for="$2" "$work/$1/spec.yaml" -o "$work/$1/$2"
}
bits() { cmp "$work/$1/results" "$2"; } # MODEL RESULTS

# --- cmake -----------------------------------------------------------------------------------------

cmake_native() { # MODEL
    pack "$1" cmake
    cmake -S "$work/$1/cmake" -B "$work/$1/build" -DCMAKE_INSTALL_PREFIX="$work/$1/prefix" -DCMAKE_C_FLAGS='-Wall -Wextra -Werror'
    cmake --build "$work/$1/build"
    ctest --test-dir "$work/$1/build" --output-on-failure | grep '100% tests passed, 0 tests failed out of 1'
    cmake --install "$work/$1/build"
}
# A user's project, with a program that prints the self-test's answer.
cmake_consumer() { # MODEL HOW
    local dir=$work/$1/consumer
    rm -rf "$dir"
    mkdir "$dir"
    cat >"$dir/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.13)
project(consumer LANGUAGES C CXX)
$2
get_target_property(options $1::$1 INTERFACE_COMPILE_OPTIONS)
message(STATUS "carries \${options}")
add_executable(program program.cpp)
target_link_libraries(program PRIVATE $1::$1)
END
    cat >"$dir/program.cpp" <<END
#include "$1.h"
int main() { float x[sizeof(float) * 1024] = {0}; $1_result_t r; $1_infer(x, &r); return r.mean[0] - r.mean[0] == 0.0F ? 0 : 1; }
END
    cmake -S "$dir" -B "$dir/build" "${@:3}" >"$dir/said"
    cat "$dir/said"
    grep 'carries.*-ffp-contract=off' "$dir/said"
    cmake --build "$dir/build" -- VERBOSE=1 >"$dir/built"
    grep 'ffp-contract=off.*program.cpp' "$dir/built"
    "$dir/build/program"
}
cmake_pkg_config() { # MODEL
    local flags pc
    pc=$(dirname "$(find "$work/$1/prefix" -name "$1.pc")")
    flags=$(PKG_CONFIG_PATH=$pc pkg-config --cflags --libs "$1")
    grep -e '-ffp-contract=off' <<<"$flags"
    # shellcheck disable=SC2086
    gcc -D"$(upper "$1")_SELFTEST_MAIN" "$work/$1/cmake/src/$1_selftest.c" $flags -o "$work/$1/linked"
    "$work/$1/linked"
}
cmake_arm() { # MODEL
    cat >"$work/arm.cmake" <<'END'
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR arm)
set(CMAKE_C_COMPILER arm-linux-gnueabihf-gcc)
set(CMAKE_EXE_LINKER_FLAGS -static)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-arm)
END
    cmake -S "$work/$1/cmake" -B "$work/$1/arm" -DCMAKE_TOOLCHAIN_FILE="$work/arm.cmake"
    cmake --build "$work/$1/arm"
    file -L "$work/$1/arm/$1_selftest" | grep 'ARM'
    ctest --test-dir "$work/$1/arm" --output-on-failure | grep '100% tests passed, 0 tests failed out of 1'
}

# --- machines: the C of a package, everywhere ------------------------------------------------------

# machine_run MODEL COMPILER EMULATOR FLAGS...: self-test and rows.
machine_run() {
    local model=$1 compiler=$2 emulator=$3 dir=$work/$1/machine inputs=$work/$1/inputs results=$work/$1/results
    shift 3
    rm -rf "$dir"
    mkdir "$dir"
    build/epipack --for=cmake --prefix=model "$work/$model/spec.yaml" -o "$dir/package"
    $compiler -std=c99 -O2 -ffp-contract=off -static "$@" -DMODEL_SELFTEST_MAIN "$dir"/package/src/*.c -o "$dir/selftest"
    # shellcheck disable=SC2086
    $emulator "$dir/selftest"
    $compiler -std=c11 -O2 -ffp-contract=off -static "$@" -I "$dir/package/src" "$dir/package/src/model.c" verify/checks/replay.c -o "$dir/replay"
    if [ "$compiler" = s390x-linux-gnu-gcc ]; then # words of the other byte order
        objcopy -I binary -O binary --reverse-bytes=4 "$inputs" "$dir/inputs"
        objcopy -I binary -O binary --reverse-bytes=4 "$results" "$dir/results"
        inputs=$dir/inputs results=$dir/results
    fi
    # shellcheck disable=SC2086
    $emulator "$dir/replay" "$inputs" "$results"
}
x87_is_refused() { # MODEL
    exits_with 1 'on 32-bit x86 compile it with -msse2 -mfpmath=sse' i686-linux-gnu-gcc -std=c99 -mfpmath=387 -c \
        "$work/$1/emitted/$1.c" -o "$work/x87.o"
}

# --- Arduino, PlatformIO ---------------------------------------------------------------------------

avr="-mmcu=atmega2560 -Os -ffp-contract=off -ffunction-sections -fdata-sections"
# sketch_run MODEL KIND SKETCH: on an ATmega2560, what it prints.
sketch_run() {
    local source=$work/$1/$2/src dir=$work/$1/$2.avr file
    rm -rf "$dir"
    mkdir "$dir"
    for file in "$source"/*.c; do
        # shellcheck disable=SC2086
        avr-gcc $avr -std=c99 -c "$file" -o "$dir/$(basename "$file").o"
    done
    # shellcheck disable=SC2086
    avr-g++ $avr -std=gnu++11 -fno-exceptions -I "$source" -I "$harness/arduino" -include Arduino.h -x c++ "$work/$1/$2/examples/$3/$3.ino" \
        -x c++ "$harness/arduino/core.cpp" -x none "$dir"/*.o -Wl,--gc-sections -Wl,-u,vfprintf -lprintf_flt -lm -o "$dir/sketch.elf"
    timeout 120 simavr -m atmega2560 -f 16000000 "$dir/sketch.elf" 2>&1 | sed 's/\x1b\[[0-9;]*m//g; s/\.*$//'
}
avr_selftest() { # MODEL KIND
    pack "$1" "$2"
    sketch_run "$1" "$2" SelfTest >"$work/avr.txt"
    cat "$work/avr.txt"
    grep "$1 self-test: 0" "$work/avr.txt"
}
avr_infer() { # MODEL KIND WORDS
    sketch_run "$1" "$2" Infer >"$work/avr.txt"
    cat "$work/avr.txt"
    grep "$3" "$work/avr.txt"
}
arm_compiles() { # MODEL KIND: the sketch is C++, the library C
    local flags="-mcpu=cortex-m4 -mthumb -mfpu=fpv4-sp-d16 -mfloat-abi=hard -Os -Wall -Wextra -Werror"
    # shellcheck disable=SC2086
    arm-none-eabi-gcc $flags -ffp-contract=off -std=c99 -c "$work/$1/$2/src/$1.c" -o "$work/arm.o"
    # shellcheck disable=SC2086
    arm-none-eabi-g++ $flags -I "$work/$1/$2/src" -I "$harness/arduino" -include Arduino.h -x c++ -c "$work/$1/$2/examples/Infer/Infer.ino" -o "$work/arm2.o"
}
# What the library manager of Arduino asks for.
properties_are_right() { # MODEL
    local file=$work/$1/arduino/library.properties key
    for key in name version author maintainer sentence paragraph category url architectures includes; do
        grep "^$key=." "$file"
    done
    grep -xE 'name=[A-Za-z0-9][A-Za-z0-9 _.-]{0,62}' "$file"
    grep -xE 'version=[0-9]+\.[0-9]+\.[0-9]+' "$file"
    grep -xE 'category=(Display|Communication|Signal Input/Output|Sensors|Device Control|Timing|Data Storage|Data Processing|Other)' "$file"
    grep -xE 'url=https?://.*' "$file"
}
library_is_right() { # MODEL
    jq -e '(.name | test("^[^:/]+$")) and (.version | test("^[0-9]+\\.[0-9]+\\.[0-9]+$")) and (.keywords | type == "string")
        and (.authors[0].name | length > 0) and .build.flags == "-ffp-contract=off" and .build.srcDir == "src" and .frameworks == "*"
        and .platforms == "*" and ([.examples[] | .base + "/" + .files[0]] == ["examples/Infer/Infer.ino", "examples/SelfTest/SelfTest.ino"])' \
        "$work/$1/platformio/library.json"
}

# --- Zephyr, ESP-IDF, CMSIS-Pack -------------------------------------------------------------------

zephyr_module() { # MODEL
    pack "$1" zephyr
    /usr/bin/python3 - "$work/$1/zephyr/zephyr/module.yml" "$harness/zephyr/module.schema.yml" <<'END'
import sys
from pykwalify.core import Core
Core(source_file=sys.argv[1], schema_files=[sys.argv[2]]).validate()
END
    grep -x '  kconfig: zephyr/Kconfig' "$work/$1/zephyr/zephyr/module.yml"
    [ -f "$work/$1/zephyr/zephyr/Kconfig" ]
}
zephyr_kconfig() { # MODEL
    local symbol
    symbol=EPIGEN_$(upper "$1")
    (cd "$work/$1/zephyr/samples/selftest" && /usr/bin/python3 - "$symbol" <<'END')
import sys
import kconfiglib
kconfig = kconfiglib.Kconfig("../../zephyr/Kconfig", warn_to_stderr=False)
kconfig.load_config("prj.conf")
assert kconfig.syms[sys.argv[1]].str_value == "y"
assert kconfig.syms[sys.argv[1] + "_SELFTEST"].str_value == "y"
END
}
zephyr_sample() { # MODEL
    cmake -S "$work/$1/zephyr/samples/selftest" -B "$work/$1/zephyr.build" -DZephyr_DIR="$harness/zephyr"
    cmake --build "$work/$1/zephyr.build" -- VERBOSE=1 >"$work/zephyr.txt"
    grep "ffp-contract=off.*src/$1.c" "$work/zephyr.txt"
    prints "$1 self-test: 0" "$work/$1/zephyr.build/app"
}
esp_idf_example() { # MODEL
    pack "$1" esp-idf
    mkdir -p "$work/$1/components"
    rm -rf "$work/$1/components/$1"
    cp -r "$work/$1/esp-idf" "$work/$1/components/$1"
    IDF_PATH=$harness/esp_idf cmake -S "$work/$1/components/$1/examples/selftest" -B "$work/$1/esp.build"
    cmake --build "$work/$1/esp.build" -- VERBOSE=1 >"$work/esp.txt"
    grep "ffp-contract=off.*src/$1.c" "$work/esp.txt"
    prints "$1 self-test: 0" "$work/$1/esp.build/firmware"
}
esp_idf_manifest() { # MODEL: the fields that the component manager knows
    /usr/bin/python3 - "$work/$1/esp-idf" <<'END'
import os
import re
import sys
import yaml
with open(sys.argv[1] + "/idf_component.yml") as file:
    manifest = yaml.safe_load(file)
known = {"version", "description", "url", "maintainers", "tags", "examples", "dependencies", "targets", "files", "license",
         "repository", "documentation", "issues", "discussion"}
assert set(manifest) <= known, manifest
assert re.fullmatch(r"\d+\.\d+\.\d+", manifest["version"])
assert all(re.fullmatch(r"[A-Za-z0-9_-]{3,32}", tag) for tag in manifest["tags"])
assert manifest["url"].startswith("https://") and manifest["maintainers"]
assert all(os.path.isdir(os.path.join(sys.argv[1], e["path"])) for e in manifest["examples"])
END
}
cmsis_schema() { xmllint --noout --schema "$data/cmsis/PACK.xsd" "$work/$1/cmsis-pack/epigen.$1.pdsc"; }
# The files that the description names, on a Cortex-M4 with the self-test.
cmsis_runs() { # MODEL
    local dir=$work/$1/unpacked
    pack "$1" cmsis-pack
    rm -rf "$dir"
    unzip -q "$work/$1/cmsis-pack/epigen.$1".*.pack -d "$dir"
    sed -n 's/.*<file category="[a-z]*" name="\([^"]*\)".*/\1/p' "$dir/epigen.$1.pdsc" >"$work/pack.txt"
    while read -r file; do [ -f "$dir/$file" ]; done <"$work/pack.txt"
    CALLS=20 verify/target/run-target "$dir/src" "$1" m4
}

# --- FMU -------------------------------------------------------------------------------------------

fmu_schema() { # MODEL VERSION
    xmllint --noout --schema "$data/fmi/$2/fmi$2ModelDescription.xsd" "$work/$1/fmu$2/modelDescription.xml"
    [ "$2" -eq 2 ] || xmllint --noout --schema "$data/fmi/3/fmi3BuildDescription.xsd" "$work/$1/fmu3/sources/buildDescription.xml"
}
importer_build() { # VERSION [FLAG...]
    gcc -std=c11 -D_XOPEN_SOURCE=700 -Wall -Wextra -Werror "${@:2}" "$harness/importer.c" "$harness/importer$1.c" -pthread -ldl -o "$work/importer$1"
}
token() { sha256sum <"$work/$1/spec.yaml" | cut -d ' ' -f 1; }
import() { # MODEL VERSION LIBRARY
    rm -f "$work/$1/imported"
    "$work/importer$2" "$3" "$(token "$1")" "$work/$1/inputs" "$work/$1/imported" "$n_in" "$n_result"
    bits "$1" "$work/$1/imported"
}
# The binary inside of the archive, by two instances in two threads.
fmu_binary() { # MODEL VERSION
    local library=binaries/x86_64-linux/$1.so
    [ "$2" -eq 3 ] || library=binaries/linux64/$1.so
    pack "$1" "fmu$2"
    rm -rf "$work/$1/fmu"
    unzip -q "$work/$1/fmu$2/$1.fmu" -d "$work/$1/fmu"
    importer_build "$2"
    import "$1" "$2" "$work/$1/fmu/$library"
}
# The sources that the description lists, without a warning and under the thread sanitizer.
fmu_sources() { # MODEL VERSION
    local folder=$work/$1/fmu/sources files
    if [ "$2" -eq 2 ]; then
        files=$(sed -n 's/.*<File name="\([^"]*\)".*/\1/p' "$folder/../modelDescription.xml")
    else
        files=$(sed -n 's/.*<SourceFile name="\([^"]*\)".*/\1/p' "$folder/buildDescription.xml")
    fi
    # shellcheck disable=SC2086
    (cd "$folder" && gcc -std=c99 -O1 -g -Wall -Wextra -Werror -ffp-contract=off -fsanitize=thread -fPIC -shared $files -o ../tsan.so)
    importer_build "$2" -fsanitize=thread
    import "$1" "$2" "$work/$1/fmu/tsan.so"
}
# Two FMUs in one program: the prefix of the standard's source FMUs.
fmu_prefix() { # MODEL VERSION
    gcc -std=c99 -ffp-contract=off "-DFMI$2_FUNCTION_PREFIX=$1_" -c "$work/$1/fmu/sources/$1_fmi$2.c" -o "$work/prefixed.o"
    nm -g --defined-only "$work/prefixed.o" | cut -d ' ' -f 3 >"$work/symbols"
    grep -x "$1_fmi$2DoStep" "$work/symbols"
    lacks -v "^$1_fmi$2" "$work/symbols"
}

# --- Python, Octave, Simulink, wasm, Rust ----------------------------------------------------------

python_bits() { # MODEL
    local dir=$work/$1/python
    pack "$1" python
    rm -rf "$work/$1/sdist" "$work/$1/site"
    mkdir "$work/$1/sdist" "$work/$1/site"
    tar -xzf "$dir/dist/$1-"*.tar.gz -C "$work/$1/sdist"
    # Neither pip nor setuptools nor anything else of the user's: -I
    (cd "$work/$1/sdist"/* && /usr/bin/python3 -I backend.py wheel "$work/$1/wheels")
    unzip -q -o "$work/$1/wheels"/*.whl -d "$work/$1/site"
    PYTHONPATH=$work/$1/site /usr/bin/python3 "$work/$1/sdist"/*/tests/test_"$1".py
    PYTHONPATH=$work/$1/site /usr/bin/python3 "$harness/replay.py" "$1" "$work/$1/inputs" "$work/$1/replayed" "$n_in"
    bits "$1" "$work/$1/replayed"
}
python_by_build() { # MODEL: the sdist through the standard's front end, twice the same wheel
    rm -rf "$work/$1/built" "$work/$1/again"
    /usr/bin/python3 -m build --no-isolation --wheel "$(echo "$work/$1/sdist"/*)" -o "$work/$1/built"
    cmp "$work/$1/built"/*.whl "$work/$1/wheels"/*.whl
}
python_types() { # MODEL
    MYPYPATH=$work/$1/site mypy --strict -c "import $1; r: $1.Result = $1.infer([0.0]); m: float = r.mean[0]; b: memoryview = $1.infer_batch([[0.0]]).mean"
    MYPYPATH=$work/$1/site exits_with 1 'has no attribute "median"' mypy --strict -c "import $1; $1.infer([0.0]).median"
}
octave_bits() { # MODEL
    pack "$1" octave
    (cd "$work/$1/octave" && octave-cli --no-init-file --eval "$1_build; addpath('$harness'); replay('$1', '$work/$1/inputs', '$work/$1/octave.out', $n_in, $n_out, $parts)")
    bits "$1" "$work/$1/octave.out"
}
simulink_bits() { # MODEL
    local source=$work/$1/octave/src
    gcc -std=c99 -Wall -Wextra -Werror -ffp-contract=off -I "$harness/simulink" -I "$source" "$source/$1_sfun.c" "$source/$1.c" \
        "$harness/simulink/drive.c" -o "$work/$1/drive"
    "$work/$1/drive" "$work/$1/inputs" "$work/$1/simulink.out"
    bits "$1" "$work/$1/simulink.out"
}
wasm_bits() { # MODEL
    pack "$1" wasm
    (cd "$work/$1/wasm" && npm test --silent)
    node "$harness/replay.mjs" "$work/$1/wasm/$1.js" "$work/$1/inputs" "$work/$1/wasm.out"
    bits "$1" "$work/$1/wasm.out"
}
# npm's own build line gives the bytes that epipack made.
wasm_again() { # MODEL
    cp -r "$work/$1/wasm" "$work/$1/wasm.again"
    rm "$work/$1/wasm.again/$1.wasm"
    (cd "$work/$1/wasm.again" && npm run build --silent)
    cmp "$work/$1/wasm/$1.wasm" "$work/$1/wasm.again/$1.wasm"
    rm -r "$work/$1/wasm.again"
}
wasm_types() { # MODEL
    cat >"$work/$1/wasm/use.mts" <<END
import { inputs, load } from "./$1.js";
const model = await load();
const mean: Float32Array = model.infer(new Float32Array(inputs.length)).mean;
const status: number = model.infer(inputs.map((input) => input.min)).status;
console.log(mean, status, model.selftest());
END
    npm_tool typescript tsc --noEmit --strict --target es2022 --module nodenext --moduleResolution nodenext "$work/$1/wasm/use.mts"
}
# npm_tool PACKAGE PROGRAM...: of npm's registry, kept in build/.
npm_tool() {
    [ -d "build/package-bars/node_modules/$1" ] || npm install --silent --ignore-scripts --prefix build/package-bars "$1"
    "build/package-bars/node_modules/.bin/$2" "${@:3}"
}
rust_test() { # MODEL
    local registry=/usr/share/cargo/registry
    pack "$1" rust
    mkdir "$work/$1/rust/.cargo"
    printf '[source.crates-io]\nreplace-with = "debian"\n[source.debian]\ndirectory = "%s"\n' "$registry" >"$work/$1/rust/.cargo/config.toml"
    (cd "$work/$1/rust" && cargo check --offline && cargo test --offline) 2>&1 | tee "$work/rust.txt"
    grep 'test result: ok. 2 passed' "$work/rust.txt"
    lacks -w warning "$work/rust.txt"
}

for model in $models; do
    model_prepare "$model"
    check "$model cmake: builds, ctest" cmake_native "$model"
    check "$model cmake: add_subdirectory" cmake_consumer "$model" "add_subdirectory($work/$model/cmake package)"
    check "$model cmake: find_package in the package" cmake_consumer "$model" "find_package($model 0.0.0 CONFIG REQUIRED)" -D"${model}_DIR=$work/$model/cmake"
    check "$model cmake: find_package of an installation" cmake_consumer "$model" "find_package($model 0.0.0 EXACT CONFIG REQUIRED)" \
        -DCMAKE_PREFIX_PATH="$work/$model/prefix"
    check "$model cmake: pkg-config" cmake_pkg_config "$model"
    check "$model cmake: ARM toolchain file, ctest" cmake_arm "$model"
    for version in 2 3; do
        check "$model fmu$version: binary, two instances, $rows rows" fmu_binary "$model" "$version"
        check "$model fmu$version: sources, thread sanitizer" fmu_sources "$model" "$version"
        check "$model fmu$version: function prefix" fmu_prefix "$model" "$version"
        if [ -d "$data/fmi/$version" ]; then
            check "$model fmu$version: schema" fmu_schema "$model" "$version"
        else
            skipped "$model fmu$version: schema" "EPIGEN_DATA has no fmi/$version"
        fi
    done
    check "$model python: $rows rows" python_bits "$model"
    check "$model python: python3 -m build" python_by_build "$model"
    check "$model python: types" python_types "$model"
    check "$model octave: $rows rows" octave_bits "$model"
    check "$model simulink: $rows rows" simulink_bits "$model"
    check "$model wasm: $rows rows" wasm_bits "$model"
    check "$model wasm: npm run build" wasm_again "$model"
    check "$model wasm: types" wasm_types "$model"
    if command -v cargo >/dev/null; then
        check "$model rust: cargo check, cargo test" rust_test "$model"
    else
        skipped "$model rust: cargo check, cargo test" "cargo is not installed"
    fi
    check "$model zephyr: module.yml" zephyr_module "$model"
    check "$model zephyr: Kconfig" zephyr_kconfig "$model"
    check "$model zephyr: sample" zephyr_sample "$model"
    check "$model esp-idf: example" esp_idf_example "$model"
    check "$model esp-idf: manifest" esp_idf_manifest "$model"
    check "$model cmsis-pack: Cortex-M4" cmsis_runs "$model"
    if [ -f "$data/cmsis/PACK.xsd" ]; then
        check "$model cmsis-pack: schema" cmsis_schema "$model"
    else
        skipped "$model cmsis-pack: schema" "EPIGEN_DATA has no cmsis/PACK.xsd"
    fi
    # The vectors of the large one do not fit into the memory of an ATmega2560.
    if [ "$model" != shape_mixed ]; then
        for kind in arduino platformio; do
            check "$model $kind: self-test on an ATmega2560" avr_selftest "$model" "$kind"
            check "$model $kind: the example prints" avr_infer "$model" "$kind" '^status: 0'
            check "$model $kind: Cortex-M4, C++" arm_compiles "$model" "$kind"
        done
        check "$model arduino: library.properties" properties_are_right "$model"
        check "$model platformio: library.json" library_is_right "$model"
    fi
    check "$model x86-64: self-test, $rows rows" machine_run "$model" gcc ''
    check "$model x86-64, clang: self-test, $rows rows" machine_run "$model" clang ''
    check "$model i686 with SSE2: self-test, $rows rows" machine_run "$model" i686-linux-gnu-gcc qemu-i386 -msse2 -mfpmath=sse
    check "$model i686 with x87 is refused by a sentence" x87_is_refused "$model"
    check "$model aarch64: self-test, $rows rows" machine_run "$model" aarch64-linux-gnu-gcc qemu-aarch64
    check "$model armhf: self-test, $rows rows" machine_run "$model" arm-linux-gnueabihf-gcc qemu-arm
    check "$model riscv64: self-test, $rows rows" machine_run "$model" riscv64-linux-gnu-gcc qemu-riscv64
    check "$model s390x: self-test, $rows rows" machine_run "$model" s390x-linux-gnu-gcc qemu-s390x -fexcess-precision=fast
done
finish
