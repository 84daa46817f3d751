#!/bin/bash
# Statement coverage of the emitted file by its own self-test is 100 %, and nothing in it is dead: no
# statement that does not run, no function or constant that is not used, no branch. In the tiled form: no
# branch but those of loops, each taken both ways.
# verifies: REQ-CLEAN, REQ-CONSTANT-TIME
. verify/checks/lib.sh
need gcc gcov jq clang || broken "a tool is missing"

directory=$(cd "$code" && pwd)
main=-D$(upper "$name")_SELFTEST_MAIN
(cd "$out" && gcc -std=c99 -O0 -ffp-contract=off --coverage -c "$directory/$name.c" -o model.o &&
    gcc -std=c99 -O0 "$main" -c "$directory/${name}_selftest.c" -o selftest.o &&
    gcc --coverage model.o selftest.o -o covered) || broken "does not compile for gcov"
"$out/covered" || broken "the self-test fails"
(cd "$out" && gcov --json-format --branch-probabilities --stdout model.gcda >coverage.json) ||
    broken "gcov fails"
of_model=".files[] | select(.file | endswith(\"/$name.c\"))"
jq -r "$of_model | .lines[] | select(.count == 0) | \"line \(.line_number) of $name.c never runs\"" \
    "$out/coverage.json" >"$out/words"
jq -r "$of_model | .functions[] | select(.execution_count == 0) | \"\(.name) is never called\"" \
    "$out/coverage.json" >>"$out/words"
[ ! -s "$out/words" ] || broken "$(head -n 1 "$out/words")"
lines=$(jq "[$of_model | .lines[]] | length" "$out/coverage.json")
functions=$(jq "[$of_model | .functions[]] | length" "$out/coverage.json")
branches=$(jq "[$of_model | .lines[].branches[]?] | length" "$out/coverage.json")
[ "$lines" -gt 0 ] || broken "gcov saw no statement of $name.c"
no_branch="no branch"
form=$(form_of "$code/$name.c")
if [ "$form" = tiled ]; then
    jq -r "$of_model | .lines[] | select(.branches | length > 0) | \"\(.line_number) \([.branches[].count] | min)\"" \
        "$out/coverage.json" >"$out/branches"
    while read -r line least; do
        sed -n "${line}p" "$code/$name.c" | grep -E '^ +for \(uint32_t [a-z]+ = 0U; [a-z]+ < [0-9]+U; [a-z]+(\+\+| \+= [0-9]+U)\) \{$' ||
            broken "a branch in line $line of $name.c that is not of a loop with constant bounds"
        [ "$least" -gt 0 ] || broken "a branch in line $line of $name.c is never taken"
    done <"$out/branches"
    no_branch="no branch but those of $(wc -l <"$out/branches") loops with constant bounds"
else
    [ "$branches" -eq 0 ] || broken "$branches branches in $name.c"
fi
clang -std=c99 -ffreestanding -Weverything -Wno-float-equal -Wno-declaration-after-statement -Wno-unsafe-buffer-usage \
    -Wno-unknown-warning-option -fsyntax-only "$code/$name.c" >"$out/clang" 2>&1 || broken "clang fails: $(head -n 1 "$out/clang")"
if grep -E 'unused|unreachable' "$out/clang" >"$out/words"; then broken "$(head -n 1 "$out/words")"; fi
figure statement_lines "$lines"
figure coverage_percent 100
figure branches "$branches"
summary "all $lines lines with code in $functions functions run in the self-test; $no_branch, nothing unused"
