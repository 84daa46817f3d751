# Shared by the checks of make verify; sourced. verify.sh gives the model in the environment:
# V_SPEC the spec, V_CODE the directory of the emitted files, V_NAME their prefix, V_OUT a directory
# for this check alone. A check prints what went wrong and exits with 1, or notes its figures.
# shellcheck shell=bash disable=SC2034
set -eu
. verify/lib.sh
spec=$V_SPEC code=$V_CODE name=$V_NAME out=$V_OUT

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
