# How each claim about emitted code is checked: shared by epiverify and by the scripts in tests/.
# Sourced, from the top of the source tree or of an installed share/epigen. NAME is the prefix of the emitted files, DIR where they
# are. Every function here succeeds only if what it checks holds.
# shellcheck shell=bash disable=SC2034
# A failure in a pipe or in $(...) is one of the whole command.
set -eu -o pipefail
shopt -s inherit_errexit

# epiverify names its programs; the scripts in tests/ take those of build/, or name others.
epigen=${EPIGEN:-build/epigen}
epiwcet=${EPIWCET:-build/epiwcet}
epivalidate=${EPIVALIDATE:-build/epivalidate}
epiprove=${EPIPROVE:-build/epiprove}
answers=${EPIGEN_TOOLS:-build/tools}/answers
raw_answers=${EPIGEN_TOOLS:-build/tools}/raw_answers
reference=${EPIGEN_TOOLS:-build/tools}/reference
compilers="gcc clang"
levels="-O0 -O1 -O2 -O3 -Os"
# The flags of the contract: freestanding C99 without a warning.
strict="-std=c99 -ffreestanding -nostdlib -ffp-contract=off -Wall -Wextra -Wpedantic -Wconversion
 -Wdouble-promotion -Wfloat-conversion -Wshadow -Wundef -Werror"

# The cores: name for epiwcet, and the board of verify/target/run-target, which knows compiler and flags.
cores="cortex-m4f m4
cortex-m7 m7
cortex-m33 m33
rv32imafc rv32"
small_constants=20000
# Of models in fixed point those that the file is for, see cores_of.
q15_cores="cortex-m0 m0
cortex-m0plus m0plus
cortex-m3 m3
cortex-m4f m4
cortex-m7 m7
cortex-m33 m33
rv32imc rv32imc"
# Without an FPU: float code must be refused.
soft_cores="cortex-m3 arm-none-eabi-gcc -mcpu=cortex-m3 -mthumb
cortex-m0plus arm-none-eabi-gcc -mcpu=cortex-m0plus -mthumb"

# need TOOL...: names every tool that is missing.
need() {
    local tool missing=
    for tool in "$@"; do
        command -v "$tool" >/dev/null || missing="$missing ${tool##*/}"
    done
    [ -z "$missing" ] || { echo "missing:$missing (Debian: apt-get install \$(epiverify --packages))"; return 1; }
}

upper() { tr '[:lower:]' '[:upper:]' <<<"$1"; }

# The emitted files of a prefix, and how many vectors they hold.
files_of() { printf '%s\n' "$1.c" "$1.h" "$1_selftest.c" "$1_vectors.h"; }
vectors_of() { sed -n "s/^#define $(upper "$2")_N_VECTORS \([0-9]*\)$/\1/p" "$1/$2_vectors.h"; }

# checksums SPEC DIR NAME: of the spec and of the emitted files, a line each.
checksums() {
    local file
    printf 'spec\t%s\n' "$(sha256sum <"$1" | cut -d ' ' -f 1)"
    for file in $(files_of "$3"); do
        printf '%s\t%s\n' "$file" "$(sha256sum <"$2/$file" | cut -d ' ' -f 1)"
    done
}

# The text that `make exhaustive` proves things of: another one needs another run.
fixed_kernels_sha256() { LC_ALL=C cat runtime/q15/*.h runtime/q15/*/*.h gen/program/q15/kernels.[ch] | sha256sum | cut -d ' ' -f 1; }
kernels_sha256() { LC_ALL=C cat runtime/float32/*.h runtime/float32/cheaper/*.h gen/program/activation* | sha256sum | cut -d ' ' -f 1; }

# MISRA C:2012 by cppcheck's addon, all files in one run: some rules are about all of them. Any word is a
# finding: for those rules, and when the addon breaks down, its exit status is 0 all the same. (With -j it
# forgets suppressions; two runs in one directory take each other's files.) unreadVariable is no MISRA
# rule, and wrong about unions: writing one member to read the other is what they are for here.
misra() {
    local words status=0
    words=$(cppcheck --addon=misra --std=c99 --enable=style --inline-suppr --error-exitcode=1 --quiet \
        --suppress=unusedStructMember --suppress=unreadVariable "$@" 2>&1) || status=$?
    [ -z "$words" ] || echo "$words" >&2
    [ "$status" -eq 0 ] && [ -z "$words" ]
}

# selftest_main DIR NAME OUT COMPILER FLAG...: the self-test as a program.
selftest_main() {
    local dir=$1 name=$2 out=$3
    shift 3
    "$@" -std=c99 -ffp-contract=off -I "$dir" "-D$(upper "$name")_SELFTEST_MAIN" "$dir/$name.c" \
        "$dir/${name}_selftest.c" -o "$out"
}

# raw_constants DIR NAME: what raw numbers of a model in fixed point stand for, as arrays in C.
raw_constants() {
    local big name names numbers i what
    big=$(upper "$2")
    names=$(sed -nE "s/^    ${big}_IN_([A-Z0-9_]+) = [0-9]+,? .*/\1/p" "$1/$2.h")
    # The array, and the end of the macro whose numbers it has.
    while read -r what name; do
        printf 'static const double model_%s[] = {' "$what"
        for i in $names; do printf '%s, ' "${big}_${i}_$name"; done
        printf '};\n'
    done <<<'scale SCALE
offset OFFSET
low RAW_MIN
high RAW_MAX' | sed -E 's/double (model_(low|high))/int \1/'
    numbers=$(sed -nE "s/^#define ${big}_N_OUT ([0-9]+)$/\1/p" "$1/$2.h")
    for what in mean sigma; do
        if ! grep -q "^#define ${big}_$(upper $what)_SCALE_0 " "$1/$2.h"; then continue; fi
        for name in scale offset; do
            printf 'static const double model_%s_%s[] = {' "$what" "$name"
            for ((i = 0; i < numbers; i++)); do printf '%s, ' "${big}_$(upper $what)_$(upper $name)_$i"; done
            printf '};\n'
        done
    done
}

# under_the_name_model DIR NAME OUT: a header OUT/model.h for the harnesses in tests/harness; in fixed point
# OUT/model_raw.h beside it, see raw_constants.
under_the_name_model() {
    local big type
    big=$(upper "$2")
    type=$(type_of "$1/$2.c")
    mkdir -p "$3"
    if [ "$2" != model ]; then
        printf '#include "%s.h"\n' "$2" >"$3/model.h"
        printf '#define %s %s\n' MODEL_N_IN "${big}_N_IN" MODEL_N_OUT "${big}_N_OUT" \
            MODEL_HAS_SIGMA "${big}_HAS_SIGMA" MODEL_HAS_ETA "${big}_HAS_ETA" \
            model_infer "$2_infer" model_result_t "$2_result_t" >>"$3/model.h"
    fi
    if [ "$type" = q15 ]; then
        raw_constants "$1" "$2" >"$3/model_raw.h"
        [ "$2" = model ] || printf '#define %s %s\n' MODEL_ETA_ONE "${big}_ETA_ONE" >>"$3/model.h"
    fi
}

# The functions of a file that a prover takes by their contract: all that return a float; in fixed point all whose
# contract says what they return, but those by exp_core, whose bodies say more.
kernels_of() {
    local type
    type=$(type_of "$1")
    if [ "$type" != float32 ]; then
        kernels_with_contract "$1"
        return
    fi
    sed -nE 's/^static (inline )?float ([A-Za-z_0-9]+)\(.*/\2/p' "$1" | paste -sd,
}
kernels_with_contract() {
    awk '/^\/\*@/ { ensures = 0 } /ensures .*\\result/ { ensures = 1 }
         match($0, /^static (inline )?u?int32_t [A-Za-z_0-9]+\(/) {
             name = substr($0, 1, RLENGTH - 1); sub(/.* /, "", name)
             if (ensures && name !~ /_exp(_t)?$/) print name
             ensures = 0 }' "$1" | paste -sd,
}

# eva_driver NAME INPUTS any|finite|raw: a main that calls the model with any bits, any finite floats or, in fixed
# point, any raw numbers.
eva_driver() {
    local i big
    big=$(upper "$1") || return 1
    echo "#include \"$1.h\""
    echo '#include <__fc_builtin.h>'
    if [ "$3" = raw ]; then echo 'volatile int16_t any_bits;'; else echo 'volatile uint32_t any_bits;'; fi
    echo 'int main(void) {'
    echo "    $1_result_t r;"
    if [ "$3" = any ]; then
        echo "    uint32_t x[${big}_N_IN];"
    elif [ "$3" = raw ]; then
        echo "    int16_t x[${big}_N_IN];"
    else
        echo "    float x[${big}_N_IN];"
    fi
    for ((i = 0; i < $2; i++)); do
        if [ "$3" != finite ]; then
            echo "    x[$i] = any_bits;"
        else
            echo "    x[$i] = Frama_C_float_interval(-0x1.fffffep127F, 0x1.fffffep127F);"
        fi
    done
    if [ "$3" = raw ]; then echo "    $1_infer(x, &r);"; else echo "    $1_infer((const float *)x, &r);"; fi
    echo '    return 0;'
    echo '}'
}

# eva DIR NAME WORK any|finite|raw: Frama-C's Eva on the model, kernels and clamp by their contracts. No
# alarm, every precondition proven, none of the other contracts in doubt. With `any` the inputs are
# any bits, and results are judged by the contracts; with `finite` every operation that could give a
# NaN or an infinity is an alarm too. Loops of the tiled form are followed round by round. Leaves its words
# in WORK/eva-MODE.log.
eva() {
    local dir=$1 name=$2 out=$3 mode=$4 floats=none log inputs
    log=$out/eva-$mode.log
    [ "$mode" != finite ] || floats=non-finite
    mkdir -p "$out"
    inputs=$(sed -n "s/^#define $(upper "$name")_N_IN \([0-9]*\)$/\1/p" "$dir/$name.h") || return 1
    eva_driver "$name" "$inputs" "$mode" >"$out/eva-$mode.c" || return 1
    # Its preprocessor takes no path with a space, hence a name without one for the directory.
    ln -sfn "$(cd "$dir" && pwd -P)" "$out/code" || return 1
    (cd "$out" && frama-c -machdep gcc_x86_64 -cpp-extra-args=-Icode -warn-special-float $floats -eva \
        -eva-precision 1 -eva-auto-loop-unroll 4096 -eva-use-spec "$(kernels_of "code/$name.c")" "code/$name.c" "eva-$mode.c") \
        >"$log" 2>&1 || { tail -n 20 "$log"; return 1; }
    grep -A 20 'ANALYSIS SUMMARY' "$log" || return 1
    grep -E 'eva:alarm|got status (unknown|invalid)' "$log" || true
    grep -q '  0 alarms generated' "$log" && grep -qE 'Preconditions +[1-9][0-9]* valid +0 unknown +0 invalid' "$log" &&
        ! grep -qE 'got status (unknown|invalid)' "$log"
}

# eva_words LOG: what Eva objected to, or how it ended.
eva_words() {
    grep -m 1 -E 'alarm\]|[1-9][0-9]* unknown|got status|User Error' "$1" ||
        { [ -s "$1" ] && echo "frama-c ended with: $(tail -n 1 "$1")"; } || echo 'frama-c printed nothing'
}

# comments FILE: every comment, which is where annotations are; and what else a prover may take for one.
comments() {
    awk '{ line = $0
           while (line != "") {
               if (inside) { end = index(line, "*/"); print end ? substr(line, 1, end + 1) : line
                             line = end ? substr(line, end + 2) : ""; inside = !end }
               else if (begin = index(line, "/*")) { outside(substr(line, 1, begin - 1)); line = substr(line, begin)
                             print "/*"; line = substr(line, 3); inside = 1
                             if (line == "") print "" }
               else { outside(line); line = "" } } }
         function outside(text) { if (text ~ /@|\/\/|\\$|\?\?|%:|#[ \t]*pragma/) print "outside of comments: " text }' "$1"
}

# eva_ranges LOG: output, low, high of every output as Eva proved it.
eva_ranges() {
    sed -n '/Values at end of function main:/,/__retres/p' "$1" |
        sed -nE 's/^ *r?\.(mean|sigma|eta)(\[([0-9.]+)\])? ∈ [[{]([^ ]*)( \.\. (.*))?[]}]$/\1 \3 \4 \6/p' |
        awk '{ if ($1 == "eta") { place = "0"; low = $2; high = NF > 2 ? $3 : $2 }
               else { place = $2; low = $3; high = NF > 3 ? $4 : $3 }
               split(place, ends, /\.\./); last = ends[2] == "" ? ends[1] : ends[2]
               for (i = ends[1] + 0; i <= last + 0; i++)
                   printf "%s[%d] %.12g %.12g\n", $1, i, low, high }'
}

# clamp_clauses FILE: low, high, nan as bits and the numbers that the clamp's contract says of them.
clamp_clauses() {
    awk '/&& \(low == /  { low = $4; high = $8; nan = $12; next }
         /==> .* <= v <= / && low != "" { sub(/\).*/, "", $6); print low, high, nan, $2, $6; low = "" }' "$1"
}

# type_of FILE: float32 or q15, by the options in the head comment; core_of FILE: which core a file in fixed point is
# written for; tables_of FILE: --tables where it has tables of functions. flags_of FILE: those that it asks gcc for.
option_of() { sed -nE "s/^ \* Options: (.* )?--$2=([a-z0-9-]+)[ ;].*/\2/p" "$1" | head -n 1; }
type_of() { option_of "$1" type | grep . || echo float32; }
core_of() { option_of "$1" core; }
tables_of() { sed -nE 's/^ \* Options: .*(--tables)[ ;].*/\1/p' "$1" | head -n 1; }
flags_of() { sed -nE 's/^ \* Compile this file with (-std=c99 )?(-O[0-9s])(, with gcc also)?(.*)\. Its results .*/\2\4/p' "$1" | head -n 1; }

# cores_of FILE: lines like those of `cores`, for its type: in fixed point those that it is written for.
cores_of() {
    local type core bytes pattern
    type=$(type_of "$1")
    core=$(core_of "$1")
    if [ "$type" != q15 ]; then
        echo "$cores"
        return
    fi
    case $core in
    cortex-m4) pattern='m4|m7|m33' ;;
    cortex-m0plus) pattern='m0|m0plus' ;;
    cortex-m3) pattern=m3 ;;
    rv32imc) pattern=rv32imc ;;
    *) pattern='.*' ;;
    esac
    # The board of the Cortex-M0 has 256 KB of flash.
    bytes=$(sed -nE 's/^ \* Memory: ([0-9]+) bytes .*/\1/p' "$1" | head -n 1 | grep .)
    if [ "$bytes" -gt "$small_constants" ]; then
        pattern=${pattern/#.\*/'m[347]|m33|rv32imc'}
    fi
    grep -E " ($pattern)\$" <<<"$q15_cores"
}

# form_of FILE: as the head comment says it; accuracy_of FILE, clamps_of FILE: of the kernels.
form_of() { sed -nE 's/^ \* Form: ([a-z]+)[.,].*/\1/p' "$1" | head -n 1 | grep . || echo unrolled; }
clamps_of() { sed -nE 's/^ \* Clamps of the kernels: (needed|all)[ ,].*/\1/p' "$1" | head -n 1; }
accuracy_of() { sed -nE 's/^ \* Accuracy of the kernels: (full|1e-[0-9])[.:].*/\1/p' "$1" | head -n 1; }

# clamp_calls FILE NAME: low, high, nan as bits of every call, and which clamp is called; with literals, or
# in a loop over the rows of a table.
clamp_calls() {
    sed -nE "s/.*= ($2_clamp(_zero)?)\(x\[[A-Z_0-9a-z]+\], (0x[0-9A-F]+U), (0x[0-9A-F]+U), (0x[0-9A-F]+U), .*/\3 \4 \5 \1/p" "$1"
    awk -v clamp="$2_clamp" '
        /^    static const uint32_t bounds\[/ { inside = 1; next }
        /^    };/ { inside = 0 }
        inside { gsub(/[{},]/, " "); row[n++] = $1 " " $2 " " $3 }
        match($0, clamp "(_zero)?\\(x\\[i\\], bounds\\[i\\]") {
            called = substr($0, RSTART, index(substr($0, RSTART), "(") - 1)
            for (i = 0; i < n; i++) print row[i], called }' "$1"
}

# The rules that runtime/MISRA.md records a deviation for; those that files suppress; the categories of rules.
misra_deviations() { sed -n 's/^| D[0-9]* | \([0-9.]*\) |.*/\1/p' runtime/MISRA.md; }
misra_suppressions() {
    { grep -rhoE 'cppcheck-suppress misra-c2012-[0-9.]+' "$@" || true; } | sed 's/.*c2012-//' | sort -u
}
misra_categories() { # RULE...
    local rule
    for rule in "$@"; do sed -n "s/^| $rule | \([a-z]*\) |.*/\1/p" runtime/MISRA.md; done | sort -u
}

# misra_odd FILE...: what is about suppressions and not of the one form, a line of its own.
misra_odd() {
    grep -nE 'cppcheck-+(suppress|begin|end|file|macro)' "$@" /dev/null |
        grep -vE ':[0-9]+: *\/\* cppcheck-suppress misra-c2012-[0-9]+\.[0-9]+ \*\/$' || true
}

# misra_places DIR NAME: the suppressions stand exactly where the table of places says.
misra_places() {
    local file
    for file in $(files_of "$2"); do
        awk -v name="$2" -v file="$file" -f verify/misra_places.awk runtime/MISRA.md "$1/$file" || return 1
    done
}

# misra_control WORK: does the addon find what is there to find, across files too?
misra_control() {
    local rule
    mkdir -p "$1"
    printf '%s\n' 'int f(int x);' 'static int same(int x)' '{' '    return x + 2;' '}' 'int f(int x)' '{' \
        '    union { int i; float g; } u;' '    u.i = 017;' '    if (x > u.i) { goto end; }' 'end:' '    return same(x);' '}' >"$1/control.c"
    printf '%s\n' 'int g(int x);' 'static int same(int x)' '{' '    return x + 1;' '}' 'int g(int x)' '{' \
        '    return same(x);' '}' >"$1/control2.c"
    if misra "$1/control.c" "$1/control2.c" >"$1/control.words" 2>&1; then
        echo 'cppcheck has no finding in files that break MISRA rules'
        return 1
    fi
    for rule in 5.9 7.1 15.1 19.2; do
        grep -q "misra-c2012-$rule\\]" "$1/control.words" || {
            echo "cppcheck does not find that rule $rule is broken where it is: $(tail -n 1 "$1/control.words")"
            return 1
        }
    done
}
