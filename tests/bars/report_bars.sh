#!/bin/bash
# Pages of epireport, epicompare and epifly in a browser, at length: 100 random points bit for bit, the keyboard, axe-core, widths of
# window in light and dark, printing, speed and size. `make report-bars` installs what this needs; axe-core comes from npm. Screenshots are
# left in build/report. ONLY='words': as for the scripts in tests/scripts.
# verifies: REQ-REPORT
. tests/scripts/lib.sh
data=$(realpath -m "${EPIGEN_DATA:-../shared/data}")
out=build/report
mkdir -p "$out"
if [ ! -f "$out/node_modules/axe-core/axe.min.js" ]; then
    if ! npm install --silent --no-fund --no-audit --ignore-scripts --prefix "$out" axe-core@4; then
        echo 'npm has no axe-core for us: those checks fail'
    fi
fi

# The models: one input; two inputs; many inputs and outputs, neither sigma nor eta; 21 inputs.
pages_make() {
    build/epitrain models/updraft/recipe.yaml -o "$out/updraft.yaml"
    build/epireport "$out/updraft.yaml" --data=models/updraft/updraft.csv --max-cycles=8000 -o "$out/updraft.html"
    build/epitrain models/gaussian2d/recipe.yaml -o "$out/gaussian2d.yaml"
    build/epireport "$out/gaussian2d.yaml" --data=models/gaussian2d/train.csv --test=models/gaussian2d/test.csv -o "$out/gaussian2d.html"
    shape_spec many >"$out/many.yaml"
    build/epireport "$out/many.yaml" --core=none -o "$out/many.html"
    shape_spec leaky >"$out/leaky.yaml"
    build/epireport "$out/leaky.yaml" --core=none -o "$out/leaky.html"
    build/tools/make_spec speed 21 50,50 3 tanh 1 >"$out/speed.yaml"
    build/epireport "$out/speed.yaml" --core=none -o "$out/speed.html"
    build/epireport "$out/gaussian2d.yaml" --data=models/gaussian2d/train.csv --wasm=no --core=none -o "$out/plain.html"
    build/epicompare models/gaussian2d/recipe.yaml models/split1d/recipe.yaml --learners=gp,knn,mahalanobis --seeds=2 --html="$out/compare.html"
    build/epifly --seeds=1 --rounds=1 --selection=none,epiout --gain=sigma -o "$out/fly" --html="$out/fly.html"
}
page_tried() { # PAGE SPEC
    node tests/report/check.mjs "$out/$1.html" "$2" 100
}
page_judged() { # PAGE
    node tests/report/bars.mjs "$1" "$out" "${2:-}"
}
check "the pages are written" pages_make
for page in updraft gaussian2d many leaky speed; do
    check "$page: bits, keyboard, widths" page_tried "$page" "$out/$page.yaml"
done
for page in plain compare fly; do
    check "$page: keyboard, widths" page_tried "$page" -
done
for page in updraft gaussian2d many leaky plain compare fly; do
    check "$page: axe-core, paper, screenshots, first paint" page_judged "$page"
done
check "speed: 200,000 points a second of 21-50-50-3" page_judged speed points
check "gaussian2d: a map of 100 x 100 points at 30 frames a second" page_judged gaussian2d frames

# Written one program after the other, so that processor seconds are those of the clock on a machine with nothing else to do.
crazyflie_fits() {
    local TIMEFORMAT='%R %U %S' seconds size
    [ -s "$out/crazyflie.yaml" ] || EPIGEN_DATA=$data build/epitrain models/crazyflie/recipe.yaml -o "$out/crazyflie.yaml"
    seconds=$({ time build/epireport "$out/crazyflie.yaml" --data="$data/crazyflie/train.csv" --test="$data/crazyflie/test_in.csv" \
        -o "$out/crazyflie.html" 2>/dev/null; } 2>&1)
    size=$(stat -c %s "$out/crazyflie.html")
    echo "crazyflie: $size bytes; seconds by the clock, of the user, of the system: $seconds" | tee "$out/crazyflie.txt"
    [ "$size" -le 2000000 ]
    awk '{ exit !($2 + $3 <= 5) }' <<<"$seconds"
}
if [ -f "$data/crazyflie/train.csv" ]; then
    check "crazyflie: at most 2 MB, written in at most 5 s" crazyflie_fits
    check "crazyflie: bits, keyboard, widths" page_tried crazyflie "$out/crazyflie.yaml"
    check "crazyflie: axe-core, paper, screenshots, first paint" page_judged crazyflie
else
    echo "skipped crazyflie ($data/crazyflie is not there)"
fi
finish
