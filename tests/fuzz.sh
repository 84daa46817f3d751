#!/bin/bash
# The readers under libFuzzer, each for FUZZ_SECONDS (5 in `make test`, 600 in `make fuzz`), with
# address and undefined-behaviour sanitizers. New inputs stay in build/fuzz-corpus.
. tests/lib.sh
seconds=${FUZZ_SECONDS:-5}

# fuzz READER SEEDS...
fuzz() {
    local reader=$1 status=0 words=tests/fuzz/spec.dict
    shift
    [ ! -f "tests/fuzz/$reader.dict" ] || words=tests/fuzz/$reader.dict
    mkdir -p "build/fuzz-corpus/$reader"
    "build/fuzz_$reader" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 \
        -print_final_stats=1 -dict="$words" -artifact_prefix=build/fuzz- \
        "build/fuzz-corpus/$reader" "$@" >"$work/log" 2>&1 || status=$?
    tail -n 40 "$work/log"
    return "$status"
}

# reader NAME SEEDS...
reader() {
    check "$1" fuzz "$@"
    grep -E '^(Done|stat::)' "$work/log"
}

reader spec tests/fuzz/corpus tests/golden/refused tests/golden/good
reader table tests/fuzz/corpus_table
reader validate tests/golden/good
reader recipe tests/golden/recipes_refused models/*/
reader points tests/fuzz/corpus_points
finish
