#!/bin/bash
# epitrain --plot: pictures of every kind, what they show is what the C answers, and what cannot be
# drawn is refused before anything is trained.
. tests/scripts/lib.sh
top=$PWD
epitrain=$PWD/build/epitrain-sanitized
cd "$work" || exit

awk 'BEGIN {
    print "speed,tilt,gust,lift force,drag"; s = 3
    for (i = 0; i < 80; i++) {
        for (k = 0; k < 3; k++) { s = (s * 16807) % 2147483647; u[k] = s / 2147483647 }
        printf "%.5f,%.5f,%.5f,%.5f,%.5f\n", 9 * u[0] + 1, 4 * u[1] - 2, u[2], u[0] * u[1], 5 * u[0]
    }
}' >data.csv

recipe() { # INPUTS OUTPUTS
    printf 'epitrain: 1\nname: glider\ndata: {train: data.csv, inputs: [%s], outputs: [%s], units: {speed: m/s%s}}\n' \
        "$1" "$2" "${3:-}"
    printf 'network: {trunk: [6], eta: [6]}\nfit: {epochs: 5, batch: 16}\nepistemic: {teacher: samples, steps: 20, batch: 16}\n'
}
recipe speed drag ', drag: N' >one.yaml
recipe 'speed, tilt' 'lift force' >two.yaml
recipe 'speed, tilt, gust' 'lift force, drag' ', drag: N' >three.yaml

# A gnuplot that keeps its script: what goes into a picture.
mkdir fake
cat >fake/gnuplot <<'END'
#!/bin/sh
[ "$2" = --version ] || { cat >>script.gp && echo picture; }
END
# shellcheck disable=SC2016
printf '#!/bin/sh\n[ "$2" = --version ] || { echo "line 7: it is broken" >&2; exit 1; }\n' >fake/broken
chmod +x fake/*

scripted() {
    rm -f script.gp
    PATH=$work/fake:$PATH "$epitrain" "$@" -o spec.yaml
}

png() {
    "$epitrain" "$@" --plot=picture.png -o spec.yaml
    is_png picture.png
    find picture.png -size +10000c | grep .
}

other_kinds() {
    "$epitrain" two.yaml --plot=picture.svg -o spec.yaml
    grep -q '<svg' picture.svg
    grep -q 'speed \[m/s\]' picture.svg
    grep -q 'data:image/png' picture.svg
    "$epitrain" one.yaml --plot=picture.pdf -o spec.yaml
    prints %PDF head -c 4 picture.pdf
}

same_bytes_again() {
    for kind in png svg pdf; do
        "$epitrain" one.yaml --plot=first.$kind -o spec.yaml
        sleep 1 # another second, for formats that note the time
        "$epitrain" one.yaml --plot=second.$kind -o spec.yaml
        cmp first.$kind second.$kind
    done
}

datablock() { awk -v name="\$$1" '$1 == "END_OF_DATA" { on = 0 } on && NF; $1 == name && $2 == "<<" { on = 1 }' script.gp; }

# Input, mean, band and eta of the sweep, and the same from the C.
curve_is_what_the_c_answers() {
    scripted three.yaml --plot=picture.png --plot-inputs=tilt --plot-output=drag
    (cd "$top" && build/epigen "$work/spec.yaml" -o "$work/c")
    awk '/name: speed|name: gust/ { match($0, /mean: [-0-9.e+]+/); print substr($0, RSTART + 6, RLENGTH - 6) }' spec.yaml >held
    prints 2 wc -l <held
    cat >c/answer.c <<'END'
#include "glider.h"
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    double tilt;
    float x[GLIDER_N_IN] = {(float)atof(argv[1]), 0.0F, (float)atof(argv[argc - 1])};
    glider_result_t r;
    while (scanf("%lf%*[^\n]", &tilt) == 1) {
        x[1] = (float)tilt;
        glider_infer(x, &r);
        double mean = (double)r.mean[1], band = 2.0 * (double)r.sigma[1];
        printf("%.9g %.9g %.9g %.9g %.9g\n", (double)x[1], mean, mean - band, mean + band, (double)r.eta);
    }
    return 0;
}
END
    cc -std=c99 -O1 -ffp-contract=off c/answer.c c/glider.c -o c/answer
    datablock sweep >drawn
    # shellcheck disable=SC2046
    c/answer $(cat held) <drawn >answered
    awk 'END { exit NR <= 500 }' drawn
    diff drawn answered
    datablock rows >points
    prints 72 wc -l <points
    grep -q "^set ylabel 'drag \[N\]'$" script.gp
    grep -q "^set xlabel 'tilt'$" script.gp
    grep -q 'other inputs are at their mean' script.gp
}

map_covers_the_domain() {
    scripted three.yaml --plot=picture.png --plot-inputs=speed,gust
    grep -q "^set xlabel 'speed \[m/s\]'$" script.gp
    grep -q "^set ylabel 'gust'$" script.gp
    datablock eta | awk '$3 < 0 || $3 > 1 || NF != 3 { bad = 1 } $1 > 10 { beyond = 1 } END { exit bad || !beyond || NR < 10000 }'
    datablock rows | awk 'NF != 3 { bad = 1 } END { exit bad || NR == 0 }'
}

# A header for people stands in the picture, also where C needs another name.
header_is_the_label() {
    scripted two.yaml --plot=picture.png --plot-inputs=speed
    grep -q "^set ylabel 'lift force'$" script.gp
    grep -q 'names: \[lift_force\]' spec.yaml
    grep -q 'name: speed, unit: m/s' spec.yaml
}

# refuses STATUS WORDS ARGUMENT...: before training, and nothing is left.
refuses() {
    local expected=$1 words=$2 status=0
    shift 2
    rm -f spec.yaml picture.*
    "$epitrain" "$@" -o spec.yaml >said 2>&1 || status=$?
    cat said
    [ "$status" -eq "$expected" ]
    grep -q -- "$words" said
    lacks RMSE said
    prints '' find . -name spec.yaml -o -name 'picture.*'
}

without_gnuplot() { PATH=/nowhere refuses_quietly; }
refuses_quietly() {
    local status=0 said
    "$epitrain" one.yaml --plot=picture.png -o never.yaml >said 2>&1 || status=$?
    said=$(<said)
    echo "$status $said"
    [[ $status -eq 1 && $said = *'cannot run gnuplot'* && ! -e never.yaml ]]
}

# Hours of training are not lost: the spec is there, the picture is not.
broken_gnuplot() {
    rm -f spec.yaml picture.png
    mkdir -p bad
    cp fake/broken bad/gnuplot
    PATH=$work/bad:$PATH exits_with 1 'gnuplot failed: line 7: it is broken' "$epitrain" one.yaml --plot=picture.png -o spec.yaml
    [ -s spec.yaml ]
    [ ! -e picture.png ]
}

check "one input" png one.yaml
check "two inputs" png two.yaml
check "one of three inputs" png three.yaml --plot-inputs=gust
check "two of three inputs" png three.yaml --plot-inputs=gust,speed
check "svg and pdf" other_kinds
check "the same bytes again" same_bytes_again
check "the curve is what the C answers" curve_is_what_the_c_answers
check "the map covers the domain" map_covers_the_domain
check "labels are the header's" header_is_the_label
a_unit_is_said_once() {
    sed '1s/tilt/tilt [rad]/; 1s/speed/speed [kn]/' data.csv >units.csv
    recipe '"speed [kn]", "tilt [rad]"' drag ', "speed [kn]": m/s, "tilt [rad]": rad, drag: N' | sed 's/data\.csv/units.csv/; s/speed: m.s, //' >units.yaml
    scripted units.yaml --plot=picture.png
    grep -q "label 'tilt \[rad\]'$" script.gp
    grep -q "label 'speed \[kn\] \[m/s\]'$" script.gp
}
check "a unit that the name says is not said again" a_unit_is_said_once
# The two inputs of the map are named, and the third one has the value of a row.
three_inputs() {
    scripted three.yaml --plot=picture.png 2>said
    grep -qE 'picture.png: drawn over (speed|tilt|gust) and (speed|tilt|gust), along which eta says most' said
    grep -q 'other inputs are those of a training row' script.gp
    datablock eta | awk 'END { exit NR < 10000 }'
}
check "three inputs, none chosen" three_inputs
check "three inputs as PNG" png three.yaml
# What held-out rows show: every second page has its three panels, and they are what the C answers.
second_page() {
    scripted one.yaml --plot=picture.png
    [ -e picture_held_out.png ]
    datablock pairs >two_columns
    prints 8 wc -l <two_columns
    datablock coverage | awk '$1 > 0.9 && $2 == 0 { bad = 1 } $1 < last || $2 < 0 || $2 > 1 { bad = 1 } { last = $1 } END { exit bad || NR != 50 }'
    datablock sorted | awk '$2 < last { bad = 1 } { last = $2 } END { exit bad || NR != 8 }'
    "$epitrain" one.yaml --plot=pages.pdf -o spec.yaml
    prints 2 grep -ac '/Type /Page %' pages.pdf
}
check "the second page" second_page
check "a second page in place of the spec" exits_with 1 'p_held_out.png: is named for two outputs' "$epitrain" one.yaml --plot=p.png -o p_held_out.png
check "three inputs chosen" refuses 2 'expected one input or two' three.yaml --plot=picture.png --plot-inputs=speed,tilt,gust
check "one input twice" refuses 2 'twice the same input' three.yaml --plot=picture.png --plot-inputs=tilt,tilt
check "no such input" refuses 2 'no "wind", expected one of speed, tilt, gust' three.yaml --plot=picture.png --plot-inputs=wind
check "no such output" refuses 2 'no "wind", expected one of drag' one.yaml --plot=picture.png --plot-output=wind
check "an output of a map" refuses 2 'shows eta, which all outputs share' two.yaml --plot=picture.png --plot-output=lift_force
check "an unknown ending" refuses 2 'ends in .png, .svg or .pdf' one.yaml --plot=picture.jpg
check "no ending" refuses 2 'ends in .png, .svg or .pdf' one.yaml --plot=.png
check "--plot-inputs alone" refuses 2 'plot-inputs without --plot' one.yaml --plot-inputs=speed
check "an unwritable picture" refuses 1 'nowhere/picture.png: No such file' one.yaml --plot=nowhere/picture.png
check "a picture in place of the spec" exits_with 1 'both.png: is named for two outputs' "$epitrain" one.yaml --plot=both.png -o both.png
check "no gnuplot" without_gnuplot
check "a gnuplot that fails" broken_gnuplot
finish
