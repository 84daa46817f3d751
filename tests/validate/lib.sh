# Wrong versions of emitted files, for tests/scripts/verify/validate.sh and the scripts beside this one. Sourced, behind
# tests/scripts/lib.sh.
# shellcheck shell=bash disable=SC2154

# mutants NAME SPEC CODE HEADER PREFIX FILE COUNT: wrong versions of FILE, which is CODE or HEADER, by kind (tests/tools/mutate.c).
# Each must be refused, at the line of the change where that is to be expected, in words that name it.
mutants() {
    local dir=$work/mutants.$1 spec=$2 code=$3 header=$4 missed=0 count=0 file line kind words pattern answer
    mkdir -p "$dir"
    build/tools/mutate "$6" "$5" "$dir" 1 "$7" >"$dir/list"
    while IFS=$'\t' read -r file line kind words; do
        count=$((count + 1))
        case $file in *.c) code=$dir/$file ;; *) header=$dir/$file ;; esac
        [ "$line" != 0 ] || line='[0-9]+'
        pattern="^epivalidate: $dir/$file:$line: .*($words)"
        answer=
        if build/epivalidate --header="$header" "$spec" "$code" >"$dir/out" 2>&1; then
            echo "$kind: $file was accepted"
        elif ! read -r answer <"$dir/out" || [[ ! $answer =~ $pattern ]]; then
            echo "$kind: expected $pattern, not $answer"
        else
            continue
        fi
        missed=$((missed + 1))
    done <"$dir/list"
    echo "$1: $count mutants of $(cut -f 3 "$dir/list" | sort -u | wc -l) kinds, $missed not found and named" | tee -a "$work/counts"
    [ "$missed" -eq 0 ]
}

# tiled_model SPEC DIR: the spec's tiled form, with the prefix `model`.
tiled_model() { "$epigen" "$1" --prefix=model --form=tiled -o "$2"; }
# tiled_mutants NAME SPEC DIR COUNT: wrong versions of DIR/model.c.
tiled_mutants() { mutants "$1" "$2" "$3/model.c" "$3/model.h" model "$3/model.c" "$4"; }
