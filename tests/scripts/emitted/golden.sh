#!/bin/bash
# Every spec in tests/golden/good gives exactly the files beside it, whatever the locale, the
# directory and the number of times. `tests/scripts/emitted/golden.sh --update` writes them anew: read the diff.
# verifies: REQ-TRACEABLE
EPIGEN=build/epigen-sanitized
. tests/scripts/lib.sh

# A spec may name the options in its first line: "# options: --form=tiled".
generate() {
    local spec=$1
    shift
    # shellcheck disable=SC2046
    "$epigen" $(sed -n '1s/^# options: //p' "$spec") "$@"
}

if [ "${1:-}" = --update ]; then
    for spec in tests/golden/good/*.yaml; do
        generate "$spec" "$spec" -o "$work"
        name=$(basename "$spec" .yaml)
        cp "$work/$name.c" "$work/$name.h" tests/golden/good/
        case $name in tiny | policy | guarded) cp "$work/${name}_vectors.h" "$work/${name}_selftest.c" tests/golden/good/ ;; esac
    done
    exit
fi

same_files() {
    local name=$1 file
    rm -rf "$work/out"
    generate "tests/golden/good/$name.yaml" "tests/golden/good/$name.yaml" -o "$work/out"
    for file in tests/golden/good/"$name"[._]*[ch]; do
        diff "$file" "$work/out/$(basename "$file")"
    done
}

same_in_comma_locale() {
    prints 1,5 env LC_ALL=de_DE.UTF-8 printf '%.1f' 1,5
    LC_ALL=de_DE.UTF-8 same_files "$1"
}

# Written out canonically and read back, a spec means the same.
same_when_rewritten() {
    "$epigen" --dump=spec "tests/golden/good/$1.yaml" >"$work/$1.yaml"
    "$epigen" --dump=spec "$work/$1.yaml" | diff "$work/$1.yaml" -
    "$epigen" --dump=program "$work/$1.yaml" >"$work/rewritten.program"
    "$epigen" --dump=program "tests/golden/good/$1.yaml" | diff - "$work/rewritten.program"
}

from_standard_input() {
    # shellcheck disable=SC2094
    generate "tests/golden/good/$1.yaml" - -o "$work/stdin" <"tests/golden/good/$1.yaml"
    diff "$work/stdin/$1.c" "tests/golden/good/$1.c"
}

# A comment names no function, type or macro of the model that the file does not have.
comments_name_what_is_there() {
    local name=$1 upper words
    upper=$(tr '[:lower:]' '[:upper:]' <<<"$name")
    gcc -fpreprocessed -dD -E -P "tests/golden/good/$name.c" >"$work/code"
    cat "tests/golden/good/$name.h" >>"$work/code"
    grep -oE '\w+' "$work/code" >"$work/words"
    words=$(grep -oE "\b($name|$upper)_[A-Za-z0-9_]+" "tests/golden/good/$name.c" | sort -u |
        grep -vxE "${name}_(in_domain|selftest)" | grep -vxFf "$work/words" || true)
    echo "named only in comments: $words"
    [ -z "$words" ]
}

# The head names as many bytes of arrays as the functions have, those for batches left out (f is in a type).
arrays_are_counted() {
    local bytes
    bytes=$(awk -v type="$1_vector" '/^\/\* Batches: /{ exit }
        match($0, /vector_size\([0-9]+\)/) { lane = substr($0, RSTART + 12, RLENGTH - 13) }
        match($0, /^    [a-z_]+ [a-z0-9_]+\[[0-9]+\];$/) && ($1 == "float" || $1 == type) && $2 !~ /^f\[/ {
            size = $2; sub(/.*\[/, "", size); bytes += size * ($1 == type ? lane : 4) }
        END { print bytes + 0 }' "tests/golden/good/$1.c")
    grep -x " \* $bytes bytes of arrays on the stack; no writable static data\." "tests/golden/good/$1.c"
}

for spec in tests/golden/good/*.yaml; do
    name=$(basename "$spec" .yaml)
    check "$name: the bytes of arrays are counted" arrays_are_counted "$name"
    check "$name: comments name what is there" comments_name_what_is_there "$name"
    check "$name: the same files" same_files "$name"
    check "$name: the same under a comma-decimal locale" same_in_comma_locale "$name"
    check "$name: the same when written out and read back" same_when_rewritten "$name"
    check "$name: the same from standard input" from_standard_input "$name"
done
finish
