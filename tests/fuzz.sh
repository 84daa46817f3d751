#!/bin/bash
# The spec reader under libFuzzer for FUZZ_SECONDS (15 in `make test`, 600 in `make fuzz`), with
# address and undefined-behaviour sanitizers. New inputs stay in build/fuzz-corpus.
. tests/lib.sh
seconds=${FUZZ_SECONDS:-15}
mkdir -p build/fuzz-corpus

fuzz() {
    build/fuzz_spec -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 \
        -dict=tests/fuzz/spec.dict -artifact_prefix=build/fuzz- \
        build/fuzz-corpus tests/fuzz/corpus tests/golden/refused tests/golden/good
}

if fuzz >"$work/log" 2>&1; then
    tail -n 12 "$work/log"
    echo "1 passed, 0 failed"
else
    tail -n 60 "$work/log"
    echo "0 passed, 1 failed"
    exit 1
fi
