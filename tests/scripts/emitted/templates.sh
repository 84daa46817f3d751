#!/bin/bash
# Macros of the templates: each is declared with its arguments (templates/declare.m4), uses all of them and
# is used; a call with another number of arguments ends epigen with the macro's name.
# shellcheck disable=SC2016 # $1 is an argument of a macro here
. tests/scripts/lib.sh

spec=tests/golden/good/tiny.yaml

declarations_are_right() { # DIRECTORY
    local words
    words=$(find "$1" -name '*.m4' ! -name declare.m4 -exec awk -f tests/scripts/emitted/templates.awk {} +)
    echo "$words"
    [ -z "$words" ]
}

# A macro is called by C, which may leave out EPI_, or by another macro.
every_macro_is_called() {
    local macro macros calls unused=
    calls=$(find templates -name '*.m4' -exec sed -E 's/EPI_(DEFINE|VALUE|APPEND)\(<\|EPI_[A-Z0-9_]+\|>//' {} +
        find gen verify train models -name '*.c' -exec cat {} + | grep -oE '"[A-Z0-9_]+"|EPI_[A-Z0-9_]+' | sed -E 's/"(.*)"/EPI_\1/')
    macros=$(find templates -name '*.m4' -exec sed -nE 's/^(<\|)? *EPI_(DEFINE|VALUE)\(<\|(EPI_[A-Z0-9_]+)\|>.*/\3/p' {} + | sort -u)
    for macro in $macros; do
        case $macro in EPI_VALUE | EPI_APPEND) continue ;; esac
        grep -qE "(^|[^A-Z0-9_])$macro([^A-Z0-9_]|$)" <<<"$calls" || unused="$unused $macro"
    done
    echo "never called:$unused"
    [ -z "$unused" ]
}

# planted FILE SED: the templates with a change of one file, in $work/templates.
planted() {
    rm -rf "$work/templates" "$work/out"
    cp -r templates "$work/templates"
    sed -i "$2" "$work/templates/$1"
    refuted cmp -s "templates/$1" "$work/templates/$1"
}

# refused FILE SED WORDS: epigen ends with these words, status 1 and no file.
refused() {
    planted "$1" "$2"
    exits_with 1 "$3" "$epigen" --templates="$work/templates" "$spec" -o "$work/out"
    [ ! -e "$work/out" ]
}

# found FILE SED WORDS: the check of the declarations says so.
found() {
    local words
    planted "$1" "$2"
    words=$(refuted declarations_are_right "$work/templates")
    grep "$3" <<<"$words"
}

check "every macro declares its arguments and uses them" declarations_are_right templates
check "every macro is called" every_macro_is_called
check "found: an argument that is not used" found block.m4 's/ \* $3\[$4\]/ * $3[0]/' \
    'EPI_TERM does not use its argument "index"'
check "found: a \$n that is not declared" found block.m4 's/ \* $3\[$4\]/ * $3[$4 + $5]/' 'EPI_TERM uses $5, arguments declared: 4'
check "found: a macro without a declaration" found infer.m4 's/^EPI_DEFINE(<|EPI_COPY|>, <|[^|]*|>/m4_define(<|EPI_COPY|>/' \
    'infer.m4:[0-9]*: a macro is defined without a declaration'

check "a declaration with an argument less" refused block.m4 's/(<|EPI_TERM|>, <|[^|]*|>/(<|EPI_TERM|>, <|neuron, weight, source|>/' \
    'macro EPI_TERM(neuron, weight, source) takes 3 arguments, got 4'
check "a declaration with an argument more" refused stage.m4 's/(<|EPI_STAGE_BODY|>, <||>/(<|EPI_STAGE_BODY|>, <|layer, stage|>/' \
    'macro EPI_STAGE_BODY(layer, stage) takes 2 arguments, got 1'
check "a call with an argument too many" refused source.m4 's/^EPI_ORIGIN/EPI_ORIGIN(<|version|>)/' \
    'macro EPI_ORIGIN() takes 0 arguments, got 1'
check "a call with arguments too few" refused source.m4 's/^EPI_ORIGIN/EPI_COPY(<|to|>)/' \
    'macro EPI_COPY(to, from) takes 2 arguments, got 1'
check "a call without arguments" refused source.m4 's/^EPI_ORIGIN/EPI_ETA_OR_ONE/' 'macro EPI_ETA_OR_ONE(eta) takes 1 argument, got 0'
check "a value that is called with an argument" refused source.m4 's/^EPI_ORIGIN/EPI_UPPER(<|x|>)/' \
    'macro EPI_UPPER() takes 0 arguments, got 1'
check "a declaration without a body" refused infer.m4 's/^EPI_DEFINE(<|EPI_COPY|>, <|[^|]*|>,/&<|x|>, /' \
    'macro EPI_DEFINE(name, arguments, body) takes 3 arguments, got 4'
finish
