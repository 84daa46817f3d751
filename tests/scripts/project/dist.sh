#!/bin/bash
# The tarball of a release: the same bytes from every clone of a commit, and a tree that needs no git.
. tests/scripts/lib.sh

# A git that must not be asked.
plant() {
    mkdir "$work/bin"
    printf '%s\n' '#!/bin/sh' "echo \"\$@\" >>'$work/asked'" 'exit 1' >"$work/bin/git"
    chmod +x "$work/bin/git"
}
without_git() {
    PATH=$work/bin:$PATH "$@"
    [ ! -e "$work/asked" ]
}

same_bytes_twice() {
    tests/dist "$work/first.tar.gz"
    sleep 1.1 # more than the precision of a time in the tarball
    (umask 077 && TZ=Asia/Tokyo LC_ALL=de_DE.UTF-8 tests/dist "$work/second.tar.gz")
    cmp "$work/first.tar.gz" "$work/second.tar.gz"
}
# The other clone is shallow, and its files have no right for others.
same_bytes_from_two_clones() {
    git clone -q . "$work/one"
    (umask 077 && git clone -q --depth 1 "file://$PWD" "$work/two")
    "$work/one/tests/dist" "$work/one.tar.gz"
    "$work/two/tests/dist" "$work/two.tar.gz"
    cmp "$work/one.tar.gz" "$work/two.tar.gz"
}
nobody_owns_it() {
    tar -tvzf "$work/first.tar.gz" --numeric-owner >"$work/list"
    refuted grep -vE '^[-d]rw[-x]r-[-x]r-[-x] 0/0 ' "$work/list"
    refuted grep -v ' epigen-[0-9.]*/' "$work/list"
}
unpack() {
    mkdir "$work/unpacked"
    tar -xzf "$work/first.tar.gz" -C "$work/unpacked"
    mv "$work/unpacked"/epigen-* "$work/tree"
    tests/tracked >"$work/expected"
    (cd "$work/tree" && find . -type f ! -name MANIFEST -printf '%P\n' | LC_ALL=C sort) >"$work/found"
    LC_ALL=C sort "$work/expected" | diff - "$work/found"
}

builds() {
    cd "$work/tree"
    without_git make -s -j 2 CFLAGS=-O0 build/epigen build/epivalidate
}
says_its_version() {
    prints "epigen $(gen/base/version.sh)" "$work/tree/build/epigen" --version
}
# The golden files have the version without the commit.
emits_golden() {
    local full=$1 file
    cd "$work/tree"
    without_git build/epigen tests/golden/good/tiny.yaml -o out
    for file in tiny.c tiny.h tiny_vectors.h tiny_selftest.c; do
        sed "s/${full//+/[+]}/${full%%+*}/" "out/$file" | diff "tests/golden/good/$file" -
    done
}
# What lint looks at, without git.
lists_its_files() {
    local list=(tests/tracked '*.c' '*.h' '*.sh' ':!tests/golden' ':!models/*/firmware/*')
    "${list[@]}" >"$work/expected"
    [ -s "$work/expected" ]
    cd "$work/tree"
    without_git "${list[@]}" >"$work/found"
    diff "$work/expected" "$work/found"
}
as_git_lists_them() {
    local pattern=('gen/*.c' '*.h' tests/golden ':!tests/golden/good' ':!*/firmware/*')
    git ls-files -- "${pattern[@]}" >"$work/expected"
    tests/tracked "${pattern[@]}" | diff "$work/expected" -
}
# The scripts that ask which files there are.
scripts_without_git() {
    cd "$work/tree"
    ONLY='files that pages' without_git tests/scripts/project/pages.sh >"$work/pages"
    ONLY='every fault' without_git tests/scripts/project/mutants.sh >"$work/mutants"
    grep '^1 passed, 0 failed' "$work/pages"
    grep '^1 passed, 0 failed' "$work/mutants"
}
same_bytes_again() {
    cd "$work/tree"
    without_git make -s dist
    cmp build/epigen-*.tar.gz "$work/first.tar.gz"
}

plant
check "the same bytes twice, in another zone, locale and umask" same_bytes_twice
check "no owner, no odd right, one folder" nobody_owns_it
if [ -e .git ] && command -v git >/dev/null; then
    check "the same bytes from two clones" same_bytes_from_two_clones
    check "patterns are git's" as_git_lists_them
fi
check "it holds every file and no other" unpack
check "it builds without git" builds
check "it says which version it is" says_its_version
check "it emits the golden files" emits_golden "$(gen/base/version.sh)"
check "it lists its files without git" lists_its_files
check "scripts ask no git" scripts_without_git
check "it makes the same tarball again" same_bytes_again
finish
