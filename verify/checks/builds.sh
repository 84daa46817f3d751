#!/bin/bash
# Every build without a warning: gcc and clang, every level, C99 freestanding, all warnings errors;
# nothing undefined, no static data; the header from C and C++.
# verifies: REQ-CLEAN
# supports: AOU-1, AOU-6, AOU-8
. verify/checks/lib.sh
need gcc clang g++ clang++ nm || broken "a compiler is missing"

selftest_build() {
    # shellcheck disable=SC2086
    "$1" $strict "$2" -c "$code/${name}_selftest.c" -o "$out/selftest.o"
}
first_word() { grep -m 1 -E 'error|warning' "$out/words"; }

count=0
# The check exact begins with the other compiler and the other end of the levels: they meet in the middle.
for compiler in $compilers; do
    for level in $(tr ' ' '\n' <<<"$levels" | tac); do
        object=$(host_object "$compiler" "$level" 2>"$out/words") ||
            broken "$compiler $level on $name.c: $(first_word)"
        selftest_build "$compiler" "$level" 2>"$out/words" ||
            broken "$compiler $level on ${name}_selftest.c: $(first_word)"
        undefined=$(nm -u "$object" | awk '{ printf " %s", $2 }')
        [ -z "$undefined" ] || broken "$compiler $level: $name.o needs$undefined"
        data=$(nm "$object" | awk '$2 ~ /^[bBdDcCsS]$/ { printf " %s", $3 }')
        [ -z "$data" ] || broken "$compiler $level: $name.o has static data:$data"
        count=$((count + 2))
    done
done
printf '#include "%s.h"\n#include "%s.h"\nint main() { %s_result_t r; (void)r; return 0; }\n' \
    "$name" "$name" "$name" >"$out/include.cpp"
for compiler in g++ clang++; do
    "$compiler" -std=c++11 -Wall -Wextra -Wpedantic -Wold-style-cast -Werror -I "$code" \
        -c "$out/include.cpp" -o "$out/include.o" || broken "$compiler does not take $name.h"
done
figure builds "$count"
figure warnings 0
summary "$count builds by $compilers, ${levels// /, }, C99 freestanding, 0 warnings; C++ takes the header"
