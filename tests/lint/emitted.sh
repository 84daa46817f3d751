#!/bin/bash
# emitted.sh: emitted files for build/lint, so that the files that include such can be analysed. The network is
# that of tests/bench. Run from the top of the source tree, with epigen and tests/tools built.
set -eu -o pipefail
shopt -s inherit_errexit
out=build/lint
spec=$out/network.yaml

emit() { # DIRECTORY PREFIX OPTION...
    build/epigen "$spec" --prefix="$2" -o "$out/$1" "${@:3}"
}

mkdir -p "$out"
build/tools/make_spec network 21 50,50 1 tanh 1 >"$spec"
emit model model
emit raw model --type=q15
(. verify/lib.sh && raw_constants "$out/raw" model >"$out/raw/model_raw.h")
emit updraft updraft
emit thermal thermal
emit batch model --form=simd --batch=8
emit forms unrolled
emit forms tiled --form=tiled
for lanes in 4 8 16; do
    emit forms "simd$lanes" --form=simd --lanes="$lanes"
done
emit forms batch --form=simd --lanes=8 --batch=64
cp "$out/model/model.c" "$out/model/clamp.h"
echo 'CLAUSE(0xBF800000U, 0x3F800000U, 0x00000000U, -1.0, 1.0, model_clamp_zero)' >"$out/model/clauses.h"
gcc -std=c11 -Igen tests/bench/looped_weights.c -Wl,--start-group build/lib/gen-*.a -Wl,--end-group -lyaml -lmd -lm \
    -o "$out/looped_weights"
"$out/looped_weights" "$spec" >"$out/forms/looped_weights.h"
