# Shared by the checks of make verify; sourced. verify.sh gives the model in the environment:
# V_SPEC the spec, V_CODE the directory of the emitted files, V_FRESH of those that epigen emits now,
# V_NAME their prefix, V_OUT a directory for this check alone. A check prints what went wrong and exits with 1, or notes its figures.
# shellcheck shell=bash disable=SC2034
set -eu -o pipefail
. verify/lib.sh
spec=$V_SPEC code=$V_CODE fresh=$V_FRESH name=$V_NAME out=$V_OUT

# figure KEY VALUE: one figure of the certificate.
figure() { printf '%s\t%s\n' "$1" "$2" >>"$out/figures"; }
# summary TEXT: the line that people see.
summary() { echo "$*" >"$out/summary"; }
# broken TEXT: what is wrong, as the line that people see.
broken() {
    summary "$*"
    echo "$*"
    exit 1
}

# Objects of the model that more than one check needs, compiled once a run by whoever comes first.
objects=$V_EVIDENCE/objects
mkdir -p "$objects"

# once FILE COMMAND...: makes FILE by the command, unless another check has made it.
once() {
    local file=$1
    shift
    (
        flock 9
        [ -f "$file" ] || "$@"
    ) 9>"$file.lock"
}

# host_object COMPILER LEVEL: the model with the flags of the contract, warnings being errors.
host_compile() {
    # shellcheck disable=SC2086
    "$1" $strict "$2" -c "$code/$name.c" -o "$3.new" && mv "$3.new" "$3"
}
host_object() { once "$objects/$1$2.o" host_compile "$1" "$2" "$objects/$1$2.o" && echo "$objects/$1$2.o"; }

# board_object BOARD: the model for a board of run-target, at -O2.
board_compile() {
    OBJECT_ONLY=1 WORK=$objects/$1.new tests/target/run-target "$code" "$name" "$1" &&
        mv "$objects/$1.new/model.ci" "$objects/$1.ci" && mv "$objects/$1.new/model.o" "$objects/$1.o"
}
board_object() { once "$objects/$1.o" board_compile "$1" && echo "$objects/$1.o"; }

# eva_any: Eva for inputs of any bits, which proof judges and bounds compares with; its log in eva_log.
eva_log=$objects/eva-any.log
eva_once() { eva "$code" "$name" "$objects" any && : >"$objects/eva-any.passed"; }
eva_any() { once "$objects/eva-any.passed" eva_once; }
