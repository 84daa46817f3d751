#!/bin/bash
# The lines of verify/CI.md do what it says: run as they stand there, on the model of gen/USAGE.md, they
# pass, and fail when the C is not the spec's, has a MISRA finding, or got larger.
. tests/scripts/lib.sh
if ! command -v git >/dev/null; then
    echo "the lines for CI need git"
    exit 77
fi
PATH=$PWD/build:$PATH
page=$PWD/verify/CI.md
usage=$PWD/gen/USAGE.md

# The lines of one of the two snippets, without those that install.
lines() { # PREFIX
    sed -n "s/^ *- $1\(epigen\|epivalidate\|cppcheck\|arm-none-eabi-gcc\|epiwcet\) /\1 /p" "$page"
}
gitlab=$(lines '')
github=$(lines 'run: ')

release() {
    mkdir "$work/repository"
    cd "$work/repository"
    sed -n '/^epigen: 1$/,/^```$/p' "$usage" | sed '$d' >wind.yaml
    git init -q .
    epigen wind.yaml -o out
    arm-none-eabi-gcc -std=c99 -O2 -ffp-contract=off -mcpu=cortex-m4 -mfpu=fpv4-sp-d16 -mfloat-abi=hard \
        -mthumb -c out/wind.c
    epiwcet --core=cortex-m4f --json wind.o >wcet.json
    git add -A
    git -c user.name=test -c user.email=test@example.org commit -qm release
}

ci() { # EDIT: a command run before the lines
    cd "$work/repository"
    git reset -q
    git checkout -q .
    git clean -qfd
    eval "$1"
    bash -e -c "$gitlab"
}

fails_with() { # WORDS EDIT
    local output status=0
    output=$(ci "$2" 2>&1) || status=$?
    echo "$output"
    [ "$status" -ne 0 ] && grep -q "$1" <<<"$output"
}

echo "$gitlab" >"$work/gitlab"
sed 's/--sarif/--junit/; s/\.sarif$/.xml/' <<<"$github" >"$work/github"
check "both snippets run the same lines" diff "$work/gitlab" "$work/github"
workflow_is_on_the_page() { # FILE
    sed 1d "verify/share/$1" >"$work/workflow"
    awk -v RS='```' 'NR % 2 == 0 && sub(/^yaml\n/, "") { printf "%s", $0 > FILE "." ++n }' FILE="$work/snippet" "$page"
    diff "$work/workflow" "$work/snippet.$2"
}
check "share/gitlab-ci.yml is the first snippet" workflow_is_on_the_page gitlab-ci.yml 1
check "share/github-model.yml is the second one" workflow_is_on_the_page github-model.yml 2
check "both install packages, which make install alone does not" \
    prints 2 grep -c 'make -C /opt/epigen packages install$' "$page"
check "six lines" prints 6 wc -l <<<"$gitlab"
check "a release" release
check "nothing changed" ci true
# shellcheck disable=SC2016
formats_are_written() {
    cd "$work/repository"
    grep -q 'failures="0"' epivalidate.xml
    grep -q 'failures="0"' epiwcet.xml
    bash -e -c "$github"
    jq -e '.runs[0].results == []' epivalidate.sarif epiwcet.sarif
}
check "what CI shows is written" formats_are_written
check "another weight than the committed C" fails_with '^-.*F' 'sed -i "s/0\.8/0.7/" wind.yaml'
check "a file that was never committed" fails_with 'new file' 'git rm -q --cached out/wind_selftest.c'
# shellcheck disable=SC2016
check "another stream, with --same-stream" fails_with 'the instruction stream is not' \
    'sed -i "s/\"stream\": \"[0-9a-f]*/\"stream\": \"0/" wcet.json; gitlab=${gitlab/--against/--same-stream --against}'
check "the release had fewer cycles" fails_with 'cycles' 'sed -i "s/\"cycles\": [0-9]*/\"cycles\": 10/" wcet.json'
gitlab=$(grep -v '^epigen\|^epivalidate' <<<"$gitlab")
check "a MISRA finding" fails_with 'misra' 'sed -i "s/^    r->status = status;/    if (status == 7U) status = 0U;\n&/" out/wind.c'
gitlab=$(lines '' | grep -v '^epigen')
check "C that is not the spec's" fails_with 'epivalidate' 'sed -i "s/0.8\([0-9]*\)F/0.7\1F/" out/wind.c'
finish
