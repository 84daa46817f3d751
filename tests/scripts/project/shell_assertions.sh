#!/bin/bash
# The lint check tests/lint/shell_assertions.awk: red on each form of a failure that nobody sees, at its line,
# and silent on what only looks like one. And bash itself: the planted forms really go on.
# shellcheck disable=SC2016 # planted scripts
. tests/scripts/lib.sh

lint=(awk -f tests/lint/shell_assertions.awk)

# plant TEXT: a script of this text behind the usual head, three lines long.
plant() {
    printf '#!/bin/bash\nset -eu -o pipefail\nshopt -s inherit_errexit\n%b\n' "$1" >"$work/planted.sh"
    bash -n "$work/planted.sh"
}

# red LINE WORDS TEXT
red() {
    plant "$3"
    exits_with 1 "^$work/planted.sh:$1: .*$2" "${lint[@]}" "$work/planted.sh"
}

# silent TEXT
silent() {
    plant "$1"
    prints '' "${lint[@]}" "$work/planted.sh"
}

# goes_on TEXT: the planted text, with `false` for the assertion, does not end the script.
goes_on() {
    plant "$1\necho went on"
    prints 'went on' bash "$work/planted.sh"
}

check "A && B in a script" red 4 'A && B' 'grep -q a x && grep -q b x\necho end'
check "A && B in a function" red 5 'A && B' 'f() {\n    [ 1 -eq 1 ] && true\n    true\n}'
check "A && B over two lines" red 5 'A && B' 'f() {\n    grep -q a x &&\n        grep -q b x\n    true\n}'
check "A && B in a subshell" red 4 'A && B' '(cd x && make; make test)'
check "A && B in a group in the middle" red 4 'A && B' '{ cat x && echo more; } >y\nmake'
check "A && B at the end of a loop" red 6 'A && B' 'f() {\n    for i in 1 2; do\n        grep -q $i x && grep -q b x\n    done\n}'
check "A && B in a branch that is not the end" red 5 'A && B' 'if true; then\n    grep -q a x && grep -q b x\nfi\nmake'
check "A && B in \$(...)" red 4 'A && B' 'x=$(grep a x && grep b x; true)'
check "A && B behind a heredoc" red 7 'A && B' 'cat >x <<END\nnot && this\nEND\ngrep -q a x && grep -q b x\nmake'
check "A && B || C" red 4 'A && B || C' '[ -e x ] && rm x || make x\nmake'
check "A || B && C" red 4 'A && B' 'make x || make y && make z\nmake'
check "A || print" red 4 'A || print' 'make x || cat log\nmake'
check "! A" red 4 '! A' '! grep -q a x\nmake'
check "! A in a function" red 5 '! A' 'f() {\n    ! grep -q a x\n    make\n}'
check "! A | B" red 4 '! A | B' 'f() { ! make x | grep error; }'
check "A | grep -q" red 4 'ends early' 'f() { make x | grep -qx y; }'
check "\$(...) in [ ]" red 4 'in \[ \]' '[ "$(wc -l <x)" -eq 3 ]'
check "\$(...) in [ ] of a condition" red 4 'in \[ \]' 'if [ -z "$(make x)" ]; then make y; fi'
check "\$(...) in [[ ]]" red 4 'in \[\[ \]\]' '[[ $(make x) = y ]]'
check "\$(...) in a test that is checked" red 4 'in \[ \]' 'check "three lines" [ "$(wc -l <x)" -eq 3 ]'
check "<(...)" red 4 '<(' 'diff <(make x) y'
check "< <(...)" red 4 '<(' 'while read -r x; do echo "$x"; done < <(make x)'
check "local x=\$(...)" red 4 'local' 'f() { local x=$(make x); echo "$x"; }'
check "a group as a condition" red 4 'may fail unseen' '{ make x; make y; } || exit 1'
check "a subshell as a condition" red 5 'may fail unseen' 'if (\n    cd x\n    make y); then make z; fi'
check "a function as a condition" red 5 'in a condition' 'f() {\n    make x\n    make y\n}\nif f; then make z; fi'
check "a function that a condition ends in" red 5 'in a condition' 'f() {\n    make x\n    make y\n}\ng() { f; }\ng || exit 1'
check "a loop in a function as a condition" red 4 'in a condition' 'f() { for i in 1 2; do make $i; done; }\nf && make y'

without() { # HEAD WORDS
    printf '#!/bin/bash\n%b\nmake x | cat\n' "$1" >"$work/planted.sh"
    exits_with 1 "$2" "${lint[@]}" "$work/planted.sh"
}
check "no pipefail" without 'set -eu\nshopt -s inherit_errexit' 'pipefail'
check "no inherit_errexit" without 'set -eu -o pipefail' 'inherit_errexit'

check "the end of a function" silent 'f() {\n    make x\n    make y && make z\n}'
check "! A at the end of a function" silent 'f() {\n    make x\n    ! grep -q a x\n}'
check "the end of a branch at the end" silent 'f() {\n    if make x; then\n        make y && make z\n    else\n        make z\n    fi\n}'
check "the end of a case at the end" silent 'f() {\n    case $1 in\n    a | b) make y && make z ;;\n    (*) ! make z ;;\n    esac\n}'
check "a condition" silent 'if make x && ! make y; then make z; fi\nwhile make a && make b; do make c; done\nmake z'
check "a failure that ends it" silent 'make x && make y || exit 1\nmake z || { cat log; exit 1; }\n[ -e x ] || echo no x\nmake x || status=$?'
check "a directory for one command" silent '(cd x && make)\nmake y'
check "a substitution in an assignment" silent 'lines=$(wc -l <x)\n[ "$lines" -eq $((1 + 2)) ]'
check "print in <(...)" silent 'diff <(echo x) y'
check "quotes, comments, heredocs, patterns" silent "echo 'a && b' \"! c && \$(make x)\" # d && e\ncat <<'END'\n! a && b\nEND\necho \${x%%&&*} \$'it\\\\'s' && :"
check "a function that only tests, as a condition" silent 'f() { [ -e "$1" ] && [ -s "$1" ]; }\nif f x; then make y; fi'
check "a function that leaves by itself" silent 'f() {\n    make x || return 1\n    make y\n}\nf || exit 1'

check "bash goes on: A && B" goes_on 'false && true'
check "bash goes on: ! A" goes_on '! true'
check "bash goes on: [ ]" goes_on '[ -z "$(false)" ]'
check "bash goes on: local" goes_on 'f() { local x=$(false); }\nf'
check "bash goes on: <(...)" goes_on 'cat <(false)'
check "bash goes on: a condition" goes_on 'f() {\n    false\n    true\n}\nf || exit 1'
finish
