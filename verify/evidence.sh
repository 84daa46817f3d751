#!/bin/bash
# What epiverify runs, in the environment that it made: every check on one model, a line each, and its certificate.
#
# All paths of the user become absolute first: everything else runs from the top of the source tree, or of
# share/epigen, where an installation has its files in the same places (V_TOP, V_PROGRAMS, V_TOOLS, V_ABOUT). No verdict
# is remembered from one run to the next: an old certificate is gone before the first check begins. All checks read copies
# of spec and code, hashed before the first of them, and run programs that are listed in programs.txt, hashed too.
set -eu -o pipefail
shopt -s inherit_errexit
# Long ones first; exact and builds share what they compile.
checks="misra exact builds constant-time bounds proof wcet validate coverage"

stop() {
    echo "epiverify: $*" >&2
    exit 1
}

usage() {
    [ $# -eq 0 ] || echo "epiverify: $*" >&2
    echo "Try 'epiverify --help' for more information." >&2
    exit 2
}

help() {
    cat <<'END'
Usage: epiverify [OPTION]... SPEC
Run every check on the C code of one model and write its certificate.

SPEC is a YAML file (see epigen-spec(5)), - for standard input.

  -o, --output=DIR     write certificate.md, .html and .json, the emitted files and what
                       the checks found to DIR, made if missing (default: evidence)
      --code=DIR       check the emitted files that are in DIR, instead of emitting them
      --form=FORM      emit that form, or expect it in DIR: unrolled or tiled
      --type=TYPE      float32 (default), or q15: fixed point; --core=CORE and --tables
                       go with it, as epigen has them
      --only=CHECK     run one check, write no certificate: misra, exact, builds,
                       constant-time, bounds, proof, wcet, validate, coverage or properties
      --properties=FILE prove these properties too (VNN-LIB or YAML, see epiprove(1))
      --data=FILE      prove how far from these training rows eta can be low (CSV)
      --samples=N      inputs for the check bounds (1000 to 99999999; default: 1000000)
  -j, --jobs=N         checks at a time (default: 2)
      --tools=DIR      take the programs that are in DIR from there; the certificate
                       says which and PASSED WITH OTHER TOOLS
      --sarif          write findings.sarif to DIR as well: SARIF 2.1.0
      --junit          write findings.xml to DIR as well: a test suite in JUnit's XML
      --bom            write bom.json to DIR as well: a CycloneDX 1.6 ML-BOM of the model
      --packages       print the Debian packages that the checks need and exit
      --help           print this help and exit
      --version        print the version and exit

Exit status: 0 all checks passed, 1 one failed or SPEC is at fault, 2 the call is at fault.
END
}

# --- the call -----------------------------------------------------------------------------------------

absolute() { # PATH
    case $1 in
    /*) echo "$1" ;;
    *) echo "$PWD/$1" ;;
    esac
}

sarif='' junit='' bom='' output=evidence code_given='' form_given='' type_given='' core_given='' tables='' only='' tools_given='' samples=1000000 jobs=2
properties_given='' data_given=''

options_parse() {
    local words
    words=$(getopt -n epiverify -o o:j: \
        -l output:,code:,form:,type:,core:,tables,only:,properties:,data:,samples:,jobs:,tools:,sarif,junit,bom,packages,help,version -- "$@") || usage
    eval "set -- $words"
    while [ "$1" != -- ]; do
        case $1 in
        -o | --output) output=$2 ;;
        --code) code_given=$2 ;;
        --form) form_given=$2 ;;
        --type) type_given=$2 ;;
        --core) core_given=$2 ;;
        --tables)
            tables=--tables
            set -- "$1" "$@"
            ;;
        --only) only=$2 ;;
        --properties) properties_given=$2 ;;
        --data) data_given=$2 ;;
        --samples) samples=$2 ;;
        -j | --jobs) jobs=$2 ;;
        --tools) tools_given=$2 ;;
        --sarif | --junit | --bom)
            printf -v "${1#--}" yes
            set -- "$1" "$@"
            ;;
        --packages) cat "$V_ABOUT/epiverify-packages"; exit ;;
        --help) help; exit ;;
        --version) echo "epiverify $(cat "$V_ABOUT/version")"; exit ;;
        esac
        shift 2
    done
    shift
    [ $# -ne 0 ] || usage "no spec given"
    [ $# -eq 1 ] || usage "more than one spec given"
    given=$1
}

is_number() { # TEXT LEAST MOST
    case $1 in
    '' | *[!0-9]* | ?????????*) return 1 ;;
    esac
    if [ "$1" -lt "$2" ]; then return 1; fi
    [ "$1" -le "$3" ]
}

options_judge() {
    case ${form_given:-unrolled} in
    unrolled | tiled) ;;
    *) usage "--form=$form_given: expected unrolled or tiled" ;;
    esac
    case ${type_given:-float32} in
    float32) [ -z "$core_given$tables" ] || usage "--core and --tables: expected --type=q15 with them" ;;
    q15) [ -z "$properties_given$data_given" ] || usage "--properties and --data: epiprove proves nothing of fixed point" ;;
    *) usage "--type=$type_given: expected float32 or q15" ;;
    esac
    case ${core_given:-portable} in
    portable | cortex-m4 | cortex-m0plus | cortex-m3 | rv32imc) ;;
    *) usage "--core=$core_given: expected portable, cortex-m4, cortex-m0plus, cortex-m3 or rv32imc" ;;
    esac
    [ -z "$properties_given$data_given" ] || checks="properties $checks"
    case " $checks " in
    *" ${only:-misra} "*) ;;
    *) usage "--only=$only: expected one of $checks" ;;
    esac
    [ -n "$given" ] || usage "the spec has no name"
    [ -n "$output" ] || usage "--output: expected a directory"
    if [ -n "$tools_given" ]; then
        [ -d "$tools_given" ] || usage "--tools=$tools_given: expected a directory"
        tools_given=$(realpath -- "$tools_given")
    fi
    # A few samples are no evidence, and less than one for each half is none at all.
    is_number "$samples" 1000 99999999 || usage "--samples=$samples: expected a whole number from 1000 to 99999999"
    is_number "$jobs" 1 1024 || usage "--jobs=$jobs: expected a whole number from 1 to 1024"
    [ -z "$bom" ] || [ -z "$only" ] || usage "--bom goes with all checks, not with --only"
    export SAMPLES=$samples
}

# --- the model ----------------------------------------------------------------------------------------

# What is left of an earlier run does not speak for this one.
certificate_remove() { rm -f "$out/certificate."{md,json,html} "$out/findings."{sarif,xml} "$out/bom.json"; }

model_find() {
    out=$(absolute "$output")
    mkdir -p "$out" || stop "$output: cannot be made"
    [ -z "$code_given" ] || code_given=$(absolute "$code_given")
    [ -z "$properties_given" ] || [ -f "$properties_given" ] || { certificate_remove; stop "$properties_given: no such file"; }
    [ -z "$data_given" ] || [ -f "$data_given" ] || { certificate_remove; stop "$data_given: no such file"; }
    [ -z "$properties_given" ] || properties_given=$(absolute "$properties_given")
    [ -z "$data_given" ] || data_given=$(absolute "$data_given")
    if [ "$given" = - ]; then
        spec=$out/standard-input.yaml case=standard-input
        cat >"$spec"
    else
        spec=$(absolute "$given") case=$(basename -- "$given") case=${case%.yaml}
        case=${case//[!A-Za-z0-9_. +-]/?} # it stands in the first line of the certificate
    fi
    [ -f "$spec" ] || { certificate_remove; stop "$given: no such file"; }
}

# Two specs of one name must not share a certificate: the directory remembers whose it is. What is not epiverify's in
# it is not removed.
directory_claim() {
    local owner found
    owner=$(realpath "$spec")
    if [ -f "$out/verified" ]; then
        found=$(cat "$out/verified")
        [ "$found" = "$owner" ] || stop "$output belongs to $found: remove it, or take another by --output"
    elif [ -e "$out/checks" ]; then
        stop "$output/checks is not epiverify's: take another directory by --output"
    fi
    echo "$owner" >"$out/verified"
}

code_find() {
    local file
    if [ -n "$code_given" ]; then
        code=$code_given
        [ -d "$code" ] || stop "$code: no such directory"
        name=$(cd "$code" && echo *_selftest.c)
        name=${name%_selftest.c}
        [[ $name != *[!A-Za-z0-9_]* ]] || stop "$code: expected one NAME_selftest.c and the files beside it"
    else
        code=$out
        # A spec that epigen refuses claims no directory.
        "$epigen" --dump=spec "$spec" >"$out/verified.spec" || { rm -f "$out/verified" "$out/verified.spec"; exit 1; }
        name=$(sed -n 's/^name: //p' "$out/verified.spec")
        rm "$out/verified.spec"
        # shellcheck disable=SC2086
        "$epigen" "$spec" --form="${form_given:-unrolled}" --type="${type_given:-float32}" ${core_given:+"--core=$core_given"} $tables -o "$code"
    fi
    for file in $(files_of "$name"); do
        [ -f "$code/$file" ] || stop "$code/$file is missing"
    done
}

# Type and form that the code is of. Loops are in the tiled form only: elsewhere one is a failure.
form_judge() {
    local written=$code/$name.c core has_tables
    type=$(type_of "$written")
    core=$(core_of "$written")
    has_tables=$(tables_of "$written")
    form=$(form_of "$written")
    [ "${type_given:-$type}" = "$type" ] || stop "--type=$type_given: $written is of the type $type"
    [ "${core_given:-$core}" = "$core" ] || stop "--core=$core_given: $written is for $core"
    [ "${tables:-$has_tables}" = "$has_tables" ] || stop "--tables: $written has no tables of functions"
    [ "${form_given:-$form}" = "$form" ] || stop "--form=$form_given: $written is of the form $form"
    case $form in
    unrolled) ;;
    tiled) export LOOPS=1 ;;
    *) stop "the form $form cannot be certified: expected unrolled or tiled" ;;
    esac
}

# The options by which epigen emits such a file.
choices_of() { # FILE
    if [ "$type" = q15 ]; then
        echo "--type=q15 --core=$(core_of "$1") $(tables_of "$1")"
    else
        echo "--accuracy=$(accuracy_of "$1" | grep . || echo full) --clamps=$(clamps_of "$1" | grep . || echo needed)"
    fi
}

# The subjects of all checks: copies of the spec and the code, what epigen emits of the spec now, and
# the checksums. Whoever changes a file while the checks run is seen at the end.
subjects_take() {
    local file vectors
    rm -rf "${V_EVIDENCE:?}/code" "$V_EVIDENCE/fresh"
    mkdir -p "$V_EVIDENCE/code" "$V_EVIDENCE/fresh"
    cp "$spec" "$V_EVIDENCE/spec.yaml"
    rm -f "$V_EVIDENCE"/asked.*
    # The ending says which language it is.
    case $properties_given in
    '') ;;
    *.yaml | *.yml) cp "$properties_given" "$V_EVIDENCE/asked.yaml" ;;
    *) cp "$properties_given" "$V_EVIDENCE/asked.vnnlib" ;;
    esac
    [ -z "$data_given" ] || cp "$data_given" "$V_EVIDENCE/asked.csv"
    for file in $(files_of "$name"); do
        cp "$code/$file" "$V_EVIDENCE/code/"
    done
    vectors=$(vectors_of "$V_EVIDENCE/code" "$name")
    # shellcheck disable=SC2046
    "$epigen" "$V_EVIDENCE/spec.yaml" --prefix="$name" --vectors="${vectors:-96}" --form="$form" \
        $(choices_of "$V_EVIDENCE/code/$name.c") -o "$V_EVIDENCE/fresh" || stop "epigen does not take $given"
    checksums "$V_EVIDENCE/spec.yaml" "$V_EVIDENCE/code" "$name" >"$V_EVIDENCE/sha256"
}

# --- the checks ---------------------------------------------------------------------------------------

check_run() { # CHECK
    local status=0 word=ok TIMEFORMAT='%R %U %S'
    export V_OUT=$V_EVIDENCE/$1
    mkdir -p "$V_OUT"
    { time verify/checks/"$1".sh >"$V_OUT/log" 2>&1; } 2>"$V_OUT/seconds" || status=$?
    if [ "$status" -ne 0 ]; then
        word=FAILED
        [ -s "$V_OUT/summary" ] || tail -n 1 "$V_OUT/log" >"$V_OUT/summary"
    fi
    echo "$word" >"$V_OUT/verdict"
    # Seconds on the wall, and of processors.
    printf '%-7s %s  %-14s %s\n' "$word" "$(awk '{ printf "%4.0f s %4.0f cpu", $1, $2 + $3 }' "$V_OUT/seconds")" "$1" \
        "$(head -n 1 "$V_OUT/summary")"
    [ "$word" = ok ] || tail -n 15 "$V_OUT/log" | sed 's/^/    | /'
}
export -f check_run

# line_of FILE: its first line; an empty one where there is none.
line_of() {
    local line=
    [ ! -f "$1" ] || IFS= read -r line <"$1" || true
    printf '%s\n' "$line"
}

# What the checks found, in the formats of continuous integration.
findings_write() { # CHECK...
    local check
    for check in "$@"; do
        echo "$check"
        line_of "$V_EVIDENCE/$check/verdict"
        line_of "$V_EVIDENCE/$check/summary"
    done | jq -Rn --arg name "$name" --arg version "$(cat "$V_ABOUT/version")" '[inputs] as $lines | {name: $name, version: $version,
        checks: [range(0; $lines | length; 3) | {check: $lines[.], passed: ($lines[. + 1] == "ok"), summary: $lines[. + 2]}]}' \
        >"$V_EVIDENCE/findings.json"
    [ -z "$sarif" ] || jq -f verify/sarif.jq "$V_EVIDENCE/findings.json" >"$out/findings.sarif"
    [ -z "$junit" ] || jq -r -f verify/junit.jq "$V_EVIDENCE/findings.json" >"$out/findings.xml"
    if [ -n "$bom" ] && [ -f "$out/certificate.json" ]; then jq -f verify/bom.jq "$out/certificate.json" >"$out/bom.json"; fi
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
. "$V_TOP/verify/toolbox.sh"
options_parse "$@"
options_judge
model_find
directory_claim
certificate_remove
cd "$V_TOP"
toolbox_make
. verify/lib.sh
code_find
form_judge
[ -n "$only" ] || rm -rf "$out/checks"
mkdir -p "$out/checks"
# The checks know the directory by a name without blanks, quotes and the like: tools hand names on to shells.
ln -s "$out/checks" "$work/evidence"
export V_EVIDENCE=$work/evidence V_NAME=$name
subjects_take
export V_SPEC=$V_EVIDENCE/spec.yaml V_CODE=$V_EVIDENCE/code V_FRESH=$V_EVIDENCE/fresh
began=$SECONDS
if [ -n "$only" ]; then
    rm -rf "${V_EVIDENCE:?}/$only" "$V_EVIDENCE/objects"
    check_run "$only"
    findings_write "$only"
    verdict=$(cat "$V_EVIDENCE/$only/verdict")
    [ "$verdict" = ok ] || exit 1
    exit
fi
programs_take
# shellcheck disable=SC2016,SC2086
printf '%s\n' $checks | xargs -n 1 -P "$jobs" bash -c 'check_run "$1"' check_run
status=0
programs_judge >"$V_EVIDENCE/programs.changed"
export V_GIVEN=${code_given:+given} V_SPEC_GIVEN=$spec V_CODE_GIVEN=$code
V_CASE=$case V_CHECKS=$checks V_FORM=$form verify/certificate.sh "$out" || status=1
# shellcheck disable=SC2086
findings_write $checks
if [ "$status" -eq 0 ]; then
    echo "$case: all $(wc -w <<<"$checks") checks passed in $((SECONDS - began)) s: ${output%/}/certificate.md"
elif [ -f "$out/certificate.md" ]; then
    echo "$case: FAILED; ${output%/}/certificate.md says so"
else
    echo "$case: FAILED; no certificate could be written"
fi
exit "$status"
