#!/bin/bash
# MISRA C:2012 by cppcheck's addon: no finding in emitted code, self-test included, nor in runtime/;
# every suppression in the code is a deviation in runtime/MISRA.md and the other way round; and its table
# of guidelines is sound.
# verifies: REQ-CLEAN
. tests/scripts/lib.sh

deviations_match() {
    misra_suppressions runtime templates >"$work/suppressions"
    misra_deviations | sort -u | diff "$work/suppressions" -
}

# The table of all guidelines: sound, and wrong ones are seen.
table_is_sound() { awk -v document=plan -f verify/misra.awk "${1:-runtime/MISRA.md}" >/dev/null; }
wrong_table() {
    sed "$1" runtime/MISRA.md >"$work/MISRA.md"
    table_is_sound "$work/MISRA.md"
}
# What the table says that the addon enforces is what the installed addon has: every row that begins with
# its name.
addon_has_them() {
    local addon
    addon=$(dpkg -L cppcheck | grep '/misra.py$')
    sed -n 's/^| \([0-9.]*\) |.*| cppcheck.*|.*/\1/p' "${1:-runtime/MISRA.md}" | sort >"$work/enforced"
    [ -s "$work/enforced" ]
    grep -oE 'def misra_[0-9]+_[0-9]+' "$addon" | sed 's/def misra_//; s/_/./' | sort >"$work/known"
    comm -23 "$work/enforced" "$work/known" >"$work/unknown"
    cat "$work/unknown"
    [ ! -s "$work/unknown" ]
}
wrong_enforcement() {
    sed 's/^| 8.13 .*/| 8.13 | advisory | - | cppcheck, its style checks | - |/' runtime/MISRA.md >"$work/MISRA.md"
    addon_has_them "$work/MISRA.md"
}
# 8.13 has a check of its own.
pointer_to_const() {
    printf 'int f(int *p);\nint f(int *p)\n{\n    return *p;\n}\n' >"$work/pointer.c"
    refuted misra "$work/pointer.c" 2>&1 | grep constParameter
}

# places EDIT FILE: are the suppressions as the table has them, in an edited file?
places() {
    rm -rf "$work/places"
    cp -r "$work/mixed" "$work/places"
    sed -i "$1" "$work/places/$2"
    prints '' misra_odd "$work/places"/model*.[ch]
    misra_places "$work/places" model
}
# Findings about several files come with exit status 0.
across_files() {
    printf 'int f(int x);\nstatic int same(int x)\n{\n    return x;\n}\nint f(int x)\n{\n    return same(x);\n}\n' >"$work/f.c"
    sed 's/\<f\>/g/' "$work/f.c" >"$work/g.c"
    misra "$work/f.c" "$work/g.c"
}

violation() {
    printf 'int f(int x);\nint f(int x)\n{\n    if (x) return 1;\n    return 0;\n}\n' >"$work/bad.c"
    misra "$work/bad.c"
}

# The configuration for clang has one line more, a pragma. One shape is read in both.
for name in one shaped mixed pruned radial; do
    make_model "$name" "$work/$name"
    options=(-U__clang__)
    if [ "$name" = shaped ]; then options=(); fi
    check "$name: model.c and model_selftest.c" misra "${options[@]}" "$work/$name/model.c" "$work/$name/model_selftest.c"
    check "$name: suppressions stand where the table says" misra_places "$work/$name" model
done
for name in policy guarded; do
    "$epigen" "tests/golden/good/$name.yaml" -o "$work/$name"
    check "$name, without sigma: $name.c and ${name}_selftest.c" misra -U__clang__ "$work/$name/$name.c" "$work/$name/${name}_selftest.c"
    check "$name, without sigma: suppressions stand where the table says" misra_places "$work/$name" "$name"
done
check "runtime" misra runtime/float32/kernels.h
check "runtime/control" misra runtime/control/*.c
check "runtime/control, large, replacing the oldest" misra -DEPI_STORE_POLICY=1U -DEPI_N_IN=5U \
    -DEPI_N_OUT=4U -DEPI_N_U=4U -DEPI_N_X=12U runtime/control/*.c
check "runtime/control, sizes with loops" misra -DEPI_N_OUT=6U -DEPI_N_U=7U -DEPI_N_X=15U runtime/control/gain.c \
    runtime/control/feedforward.c
check "runtime/control, replacing the most redundant" misra -DEPI_STORE_POLICY=2U runtime/control/*.c
check "deviations are documented" deviations_match
check "the table of guidelines is sound" table_is_sound
check "the addon has the rules that the table names" addon_has_them
check "a missing guideline is seen" refuted wrong_table '/^| 10.1 |/d'
check "a guideline enforced by nothing is seen" refuted wrong_table 's/^| 1.1 |.*/| 1.1 | required | - | nothing | - |/'
check "a required guideline disapplied is seen" refuted wrong_table 's/^\(| 5.1 | required\) | - /\1 | disapplied /'
check "a deviation of another category is seen" refuted wrong_table 's/^\(| D2 | 8.9 |\) advisory/\1 required/'
check "a deviation without a record is seen" refuted wrong_table '/^| D2 |/d'
check "a rule that the addon does not have is seen" refuted wrong_enforcement
check "a pointer that could be to const is seen" pointer_to_const
check "cppcheck finds what a wrong file breaks" misra_control "$work/control"
check "a violation across files is seen" refuted across_files
check "places: untouched" places '' model.c
for form in 'cppcheck-suppress[misra-c2012-7.1]' 'cppcheck-suppress-begin misra-c2012-7.1' 'cppcheck-suppress-file misra-c2012-7.1' \
    'cppcheck-suppress-macro misra-c2012-7.1' 'cppcheck-suppress misra-c2012-19.2 misra-c2012-7.1' 'cppcheck-suppress misra-c2012-19.2'; do
    check "places: another $form is seen" refuted places "s|^    r->status = |    /* $form */\n&|" model.c
done
check "places: one too few is seen" refuted places '0,/cppcheck-suppress/{/cppcheck-suppress/d}' model_selftest.c
check "places: another rule is seen" refuted places '0,/c2012-8.9/s//c2012-19.2/' model_vectors.h
check "places: one in a header is seen" refuted places 's|^typedef|/* cppcheck-suppress misra-c2012-2.4 */\n&|' model.h
check "a violation is seen" refuted violation
finish
