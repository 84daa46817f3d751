#!/bin/bash
# The bars of epiprove: ACAS Xu, cersyve and acc from EPIGEN_DATA/networks, imported by epiimport, each within its time
# and as in the literature (the README there); memory; two threads against one; where eta is proven high, for 1, 2 and 3 inputs.
# Prints a line each, exits 1 when one fails.
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
# Two proofs of a second or two by one thread and by two: of the shorter ones the start is what takes the time.
threads_take() { # THREADS: seconds
    local from to property
    from=$(date +%s.%N)
    for property in 5 6; do
        build/epiprove --threads="$1" "$work/1_1.yaml" "$networks/acasxu_prop_$property.vnnlib" >/dev/null
    done
    to=$(date +%s.%N)
    awk -v from="$from" -v to="$to" 'BEGIN { print to - from }'
}
one=$(threads_take 1)
two=$(threads_take 2)
answer=$(awk -v one="$one" -v two="$two" 'BEGIN { printf "%.2f times", one / two }') seconds=$two memory=0 good=no
if within 1.7 "${answer% times}"; then good=yes; fi
judge 'two threads against one, on two free cores' "$good"

# eta_is_proven WHAT LIMIT RECIPE DATA: trains, and proves 99 % of the volume within so many seconds.
eta_is_proven() {
    local good=no
    build/epitrain "$3" -o "$work/eta.yaml" 2>/dev/null
    /usr/bin/time -f '%e %M' -o "$work/time" build/epiprove --eta --data="$4" "$work/eta.yaml" >"$work/answer" 2>"$work/words" || true
    seconds=$(awk '{ print $1 }' "$work/time") memory=$(awk '{ print $2 }' "$work/time")
    answer=$(grep -oE '[0-9.]+ % undecided' "$work/answer" || echo 'no share')
    if within "$(tr -dc 0-9. <<<"$answer" | sed 's/^$/100/')" 1 && within "$seconds" "$2"; then good=yes; fi
    judge "eta, $1" "$good"
}
eta_is_proven 'split1d' 1 models/split1d/recipe.yaml models/split1d/train.csv
eta_is_proven 'gaussian2d' 20 models/gaussian2d/recipe.yaml models/gaussian2d/train.csv
# What a quadcopter measures on two squares, one inside the other, through thermals (models/quadcopter).
awk 'BEGIN { s = 7; print "x,y,force"
    for (i = 0; i < 230; i++) {
        s = (s * 16807) % 2147483647; noise = s / 2147483647
        side = i < 130 ? 0.1 : 0.05; from = (0.1 - side) / 2; at = (i * 4 * 7.3 / 130) % 4; along = side * (at % 1)
        x = from + (at < 1 ? along : at < 2 ? side : at < 3 ? side - along : 0)
        y = from + (at < 1 ? 0 : at < 2 ? along : at < 3 ? side : side - along)
        f = 1.6 * exp(-((x - 0.03)^2 + (y - 0.08)^2) / 0.0008) + exp(-((x - 0.09)^2 + (y - 0.02)^2) / 0.001)
        printf "%.6f,%.6f,%.6f\n", x, y, f * (1 + noise) / 2
    } }' >"$work/squares.csv"
printf '%s\n' 'epitrain: 1' 'name: thermal' 'data: {train: squares.csv, inputs: [x, y], outputs: [force]}' \
    'domain: {x: [-0.05, 0.15], y: [-0.05, 0.15]}' >"$work/squares.yaml"
eta_is_proven 'two squares through thermals' 20 "$work/squares.yaml" "$work/squares.csv"
awk 'BEGIN { s = 1; print "a,b,c,y"
    for (i = 0; i < 300; i++) {
        for (k = 0; k < 4; k++) { s = (s * 16807) % 2147483647; u[k] = s / 2147483647 }
        printf "%.6f,%.6f,%.6f,%.6f\n", 2 * u[0] - 1, u[0] + u[1], u[2] - u[1], sin(3 * u[0]) + 0.1 * u[3]
    } }' >"$work/three.csv"
printf '%s\n' 'epitrain: 1' 'name: three' 'data: {train: three.csv, inputs: [a, b, c], outputs: [y]}' >"$work/three.yaml"
eta_is_proven 'three inputs' 120 "$work/three.yaml" "$work/three.csv"
exit "$failed"
