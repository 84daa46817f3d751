#!/bin/bash
# Emitted files defend themselves: without -ffp-contract=off they give the specified bits on a machine with
# fused multiply-add, and flags that would change the bits end in an error with a sentence.
# verifies: SPEC-OPERATION
# supports: AOU-1, AOU-2
. tests/scripts/lib.sh

# The self-test with all that a user may forget: no -ffp-contract=off, no -std=c99.
native="-O2 -march=native -std=gnu99 -Wno-psabi"

selftest_passes() { # DIR COMPILER
    # shellcheck disable=SC2086
    "$2" $native -I "$1" -DMODEL_SELFTEST_MAIN "$1/model.c" "$1/model_selftest.c" -o "$1/selftest"
    "$1/selftest"
}

without_pragma() { # DIR COMPILER
    mkdir -p "$1/without"
    cp "$1"/model* "$1/without"
    sed -i '/^#pragma \(GCC optimize\|STDC\)/d' "$1/without/model.c"
    refuted cmp -s "$1/model.c" "$1/without/model.c"
    selftest_passes "$1/without" "$2"
}

# refused WORDS COMPILER FLAG...: the file does not compile, and says why.
refused() {
    local words=$1
    shift
    exits_with 1 "$words" "$@" -ffreestanding -fsyntax-only -I "$work/wide" "$work/wide/model.c"
}

# accepted COMPILER FLAG...
accepted() { "$@" -ffreestanding -fsyntax-only -I "$work/wide" "$work/wide/model.c"; }

make_model wide "$work/wide"
if grep -qm 1 '^flags.* fma ' /proc/cpuinfo; then
    for compiler in $compilers; do
        for form in unrolled tiled 'simd --lanes=8 --batch=19'; do
            dir=$work/$compiler-${form%% *}
            # shellcheck disable=SC2086
            "$epigen" "$work/wide/spec.yaml" --prefix=model --form=$form -o "$dir"
            check "$compiler, ${form%% *}: the expected bits without -ffp-contract=off" selftest_passes "$dir" "$compiler"
            check "$compiler, ${form%% *}: other bits without the pragma" refuted without_pragma "$dir" "$compiler"
        done
    done
else
    echo 'skipped: this machine has no fused multiply-add'
fi

ieee='this file needs IEEE 754 arithmetic'
round='this file needs float operations that round to float'
for flag in -ffast-math -funsafe-math-optimizations -ffinite-math-only -fno-signed-zeros; do
    check "gcc $flag" refused "$ieee" gcc -O2 "$flag"
done
check "clang -ffast-math" refused "$ieee" clang -O2 -ffast-math
check "x87" refused "$round" gcc -O2 -m32 -mno-sse
check "x87 or SSE, as the compiler likes" refused "$round" gcc -O2 -m32 -msse2 -mfpmath=sse,387
check "64-bit x87" refused "$round" gcc -O2 -mfpmath=387
check "64-bit x87 or SSE, as the compiler likes" refused "$round" gcc -O2 -mfpmath=both
check "32-bit x86 with SSE" accepted gcc -O2 -m32 -msse2 -mfpmath=sse
check "clang, x87" refused "$round" clang -O2 -m32 -mno-sse
check "half precision in half precision, float in float" accepted gcc -O2 -mavx512fp16 -std=gnu2x
# Other rounding modes, which no compiler flag shows, are seen by the self-test; that of the contract is not one of them.
rounding_is_seen() { # BITS-OF-MXCSR STATUS
    cat >"$work/rounding.c" <<'EOF'
#include "model.h"
#include <xmmintrin.h>
int main(void)
{
    _mm_setcsr(0x1F80U | MODE);
    const unsigned wrong = model_selftest();
    _mm_setcsr(0x1F80U);
    return wrong == 0U ? 0 : 1;
}
EOF
    gcc -std=c99 -O2 -ffp-contract=off "-DMODE=$1" -I "$work/wide" "$work/rounding.c" "$work/wide/model.c" "$work/wide/model_selftest.c" \
        -o "$work/rounding"
    exits_with "$2" '' "$work/rounding"
}
if grep -qm 1 '^flags.* sse2 ' /proc/cpuinfo; then
    check "rounding to nearest: the expected bits" rounding_is_seen 0U 0
    for mode in 0x2000U 0x4000U 0x6000U; do
        check "another rounding mode ($mode): the self-test sees it" rounding_is_seen $mode 1
    done
fi
finish
