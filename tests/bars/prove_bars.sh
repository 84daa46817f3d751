#!/bin/bash
# The bars of epiprove: ACAS Xu, cersyve and acc from EPIGEN_DATA/networks, imported by epiimport, each within its time
# and as in the literature (the README there); memory; two threads against one. Prints a line each, exits 1 when one fails.
set -eu -o pipefail
shopt -s inherit_errexit
networks=${EPIGEN_DATA:?}/networks failed=0 decided=0 asked=0
[ -d "$networks" ] || { echo "skipped: no $networks"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The answer that the literature has, or "any".
expected() { # NETWORK PROPERTY
    case $2:$1 in
    1:* | 5:1_1 | 6:1_1 | 9:3_3 | 10:4_5) echo holds ;;
    7:1_9 | 8:2_9) echo violated ;;
    [34]:1_[789]) echo violated ;;
    [34]:*) echo holds ;;
    *) echo any ;;
    esac
}

# ask LIMIT SPEC PROPERTY: answer and seconds.
ask() {
    local status=0
    /usr/bin/time -f '%e %M' -o "$work/time" build/epiprove --timeout="$1" "$2" "$3" >"$work/answer" 2>"$work/words" || status=$?
    case $status in
    0) answer=holds ;;
    3) answer=undecided ;;
    1) answer=$(head -n 1 "$work/words") ;;
    *) answer="exit $status" ;;
    esac
    if grep -q ': violated' "$work/answer"; then answer=violated; fi
    seconds=$(awk '{ print $1 }' <<<"$(tail -n 1 "$work/time")") memory=$(awk '{ print $2 }' <<<"$(tail -n 1 "$work/time")")
}

judge() { # WHAT GOOD
    printf '%-4s %-44s %-10s %7s s %8s KB\n' "$([ "$2" = yes ] && echo ok || echo BAR)" "$1" "$answer" "$seconds" "$memory"
    [ "$2" = yes ] || failed=1
}

within() { awk -v a="$1" -v b="$2" 'BEGIN { exit !(a <= b) }'; }

for onnx in "$networks"/acasxu_*.onnx; do
    name=$(basename "$onnx" .onnx) name=${name#acasxu_}
    build/epiimport "$onnx" --domain=-1,1 --name=net -o "$work/$name.yaml" >"$work/words" 2>&1 || { echo "BAR  $name is not imported: $(tail -n 1 "$work/words")"; failed=1; continue; }
    grep -E "_${name}_batch" "$networks/acasxu_instances.csv" | sed -E 's/.*prop_([0-9]+)\.vnnlib,([0-9.]+).*/\1 \2/' >"$work/list"
    while read -r property limit; do
        ask "${limit%.*}" "$work/$name.yaml" "$networks/acasxu_prop_$property.vnnlib"
        want=$(expected "$name" "$property") good=no
        asked=$((asked + 1))
        case $answer in holds | violated) decided=$((decided + 1)) ;; esac
        if [ "$answer" = undecided ] || [ "$want" = any ] || [ "$answer" = "$want" ]; then good=yes; fi
        case $answer in holds | violated | undecided) ;; *) good=no ;; esac
        if [ "$property" = 1 ]; then
            [ "$answer" = holds ] || good=no
            within "$seconds" 5 || good=no
        fi
        within "$memory" 1000000 || good=no
        judge "ACAS Xu $name, property $property" "$good"
    done <"$work/list"
done
echo "ACAS Xu: $decided of $asked decided"
[ "$((10 * decided))" -ge "$((9 * asked))" ] || failed=1

for onnx in "$networks"/cersyve_*.onnx; do
    name=$(basename "$onnx" .onnx) name=${name#cersyve_}
    plant=$(sed -E 's/_(finetune|pretrain)_.*//' <<<"$name")
    build/epiimport "$onnx" --domain="$networks/cersyve_prop_$plant.vnnlib" --name=net -o "$work/c.yaml" >"$work/words" 2>&1 || { echo "BAR  $name is not imported: $(tail -n 1 "$work/words")"; failed=1; continue; }
    ask 120 "$work/c.yaml" "$networks/cersyve_prop_$plant.vnnlib"
    good=no
    case $answer in holds | violated | undecided) good=yes ;; esac
    within "$seconds" 125 || good=no
    judge "cersyve $name" "$good"
done
exit "$failed"
