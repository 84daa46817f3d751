#!/bin/bash
# includes.sh FILE...: every quoted include as `FILE: FILE THAT IT INCLUDES`, through tests/lint/includes.awk. An
# include is found beside its file or below one of the top-level folders, as the compiler finds it; what is
# neither (emitted headers) is passed over. Run from the top of a source tree.
set -eu -o pipefail
shopt -s inherit_errexit
grep -HE '^#include "' "$@" | sed -E 's/^([^:]*):#include "([^"]*)".*/\1 \2/' |
    while read -r file name; do
        for place in "${file%/*}" gen runtime train verify models tests; do
            if [ -f "$place/$name" ]; then
                found=$place/$name
                case /$found in */./* | */../*) found=$(realpath -m --relative-to=. "$found") ;; esac
                printf '%s: %s\n' "$file" "$found"
                break
            fi
        done
    done | awk -f tests/lint/includes.awk tests/lint/includes.order -
