#!/bin/bash
# Every build without a warning: gcc and clang, every level, C99 freestanding, all warnings errors;
# nothing undefined, no static data; the header from C and C++.
. verify/checks/lib.sh
need gcc clang g++ clang++ nm || broken "a compiler is missing"

build() {
    # shellcheck disable=SC2086
    "$1" $strict "$2" -c "$code/$3.c" -o "$out/$3.o" 2>"$out/words" ||
        broken "$1 $2 on $3.c: $(grep -m 1 -E 'error|warning' "$out/words")"
    cat "$out/words"
}

count=0
for compiler in $compilers; do
    for level in $levels; do
        build "$compiler" "$level" "$name"
        build "$compiler" "$level" "${name}_selftest"
        undefined=$(nm -u "$out/$name.o" | awk '{ printf " %s", $2 }')
        [ -z "$undefined" ] || broken "$compiler $level: $name.o needs$undefined"
        data=$(nm "$out/$name.o" | awk '$2 ~ /^[bBdDcCsS]$/ { printf " %s", $3 }')
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
