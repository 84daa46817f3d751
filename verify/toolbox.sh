# The programs that the checks run, and their checksums; sourced by evidence.sh. `work` is a directory for this run alone.
# shellcheck shell=bash disable=SC2154

# program_find NAME: `place` is where it is: in the directory of --tools, among epigen's own programs, in /usr/bin or /bin; or
# empty. Every run asks for some seventy programs, so none is started for it.
program_find() {
    local directory directories=("$tools_given" /usr/bin /bin)
    case $1 in
    epigen | epiwcet | epivalidate | epiprove) directories=("$tools_given" "$own_programs") ;;
    answers | describe | raw_answers | reference) directories=("$tools_given" "$own_tools") ;;
    esac
    place=
    for directory in "${directories[@]}"; do
        if [ -z "$directory" ] || [ ! -f "$directory/$1" ] || [ ! -x "$directory/$1" ]; then continue; fi
        place=$directory/$1
        return
    done
}

# toolbox_make: links to all programs of programs.txt in work/bin, which becomes PATH; what is missing has no link. Their
# names, places and version options are in work/programs.
toolbox_make() {
    local name option place own_programs own_tools found=()
    own_programs=$(realpath -m -- "$V_PROGRAMS")
    own_tools=$(realpath -m -- "$V_TOOLS")
    while read -r name option; do
        case $name in '' | '#'*) continue ;; esac
        program_find "$name"
        [ -z "$place" ] || found+=("$place")
        printf '%s\t%s\t%s\n' "$name" "$option" "$place"
    done <"$V_TOP/verify/programs.txt" >"$work/programs"
    mkdir "$work/bin"
    ln -s -t "$work/bin" -- "${found[@]}"
    export PATH=$work/bin EPIGEN=$work/bin/epigen EPIWCET=$work/bin/epiwcet EPIVALIDATE=$work/bin/epivalidate EPIPROVE=$work/bin/epiprove
    export EPIGEN_TOOLS=$work/bin
}

# What is not found by PATH but by those who run it: the parts of compilers, and the addon of cppcheck.
parts_list() {
    local compiler part place
    for compiler in gcc g++ arm-none-eabi-gcc riscv64-unknown-elf-gcc arm-linux-gnueabihf-gcc riscv64-linux-gnu-gcc; do
        for part in cc1 cc1plus collect2 as ld; do
            # g++ has the others of gcc, and compiles C++ alone.
            case $compiler:$part in g++:cc1plus) ;; g++:* | *:cc1plus) continue ;; esac
            place=$("$compiler" "-print-prog-name=$part" 2>/dev/null) || continue
            if [ -f "$place" ]; then printf '%s: %s\t-\t%s\n' "$compiler" "$part" "$place"; fi
        done
    done
    for place in /usr/share/cppcheck/addons /usr/lib/*/cppcheck/addons; do
        for part in misra.py cppcheckdata.py; do
            if [ -f "$place/$part" ]; then printf 'cppcheck: %s\t-\t%s\n' "$part" "$place/$part"; fi
        done
    done
}

# The first line with a number that a program prints of its version; an empty line if there is none.
version_of() { # NAME OPTION
    local line version='' number='[0-9]\.[0-9]'
    if [ "$2" != - ]; then
        { "$1" "$2" 2>/dev/null </dev/null || true; } >"$work/words"
        # The last line may have no end.
        while [ -z "$version" ] && { IFS= read -r line || [ -n "$line" ]; }; do
            if [[ $line =~ $number ]]; then version=${line//$'\t'/ }; fi
        done <"$work/words"
    fi
    printf '%s\n' "${version:0:120}"
}

# The sha256 of each place in a list; a place without a file gives an empty line. One process reads all files; of a name with a
# backslash it says so by one in front of the sum.
places_sha256() { # FILE
    local place sum there=()
    while IFS= read -r place; do
        if [ -f "$place" ]; then there+=("$place"); fi
    done <"$1"
    sha256sum -- "${there[@]}" >"$work/sums"
    while IFS= read -r place; do
        sum=
        if [ -f "$place" ]; then read -r sum _ <&3; fi
        printf '%s\n' "${sum#\\}"
    done <"$1" 3<"$work/sums"
}

# Which of our scripts and texts the evidence and the emitted files are made by.
scripts_sha256() { cat verify/*.sh verify/*.jq verify/*.awk verify/*.txt verify/checks/* verify/target/* "$V_PROGRAMS/epiverify" | sha256sum | cut -d ' ' -f 1; }
templates_sha256() { cat templates/*.m4 templates/q15/*.m4 runtime/float32/*.h runtime/float32/*/*.h runtime/q15/*.h runtime/q15/*/*.h | sha256sum | cut -d ' ' -f 1; }

# programs_take: name, sha256, whether it is from --tools, and version of all programs, into V_EVIDENCE/programs; the
# libraries that they load into V_EVIDENCE/libraries.
programs_take() {
    local name option place
    parts_list >>"$work/programs"
    cut -f 3 "$work/programs" >"$work/places"
    places_state >"$work/places.state"
    places_sha256 "$work/places" >"$work/places.sha256"
    while IFS=$'\t' read -r name option place; do
        if [ -n "$place" ]; then version_of "$name" "$option"; else echo missing; fi
    done <"$work/programs" >"$work/versions"
    awk -F '\t' -v own="${tools_given:+$tools_given/}" '
        { print $1 "\t" (own != "" && index($3, own) == 1 ? "--tools" : "") }' "$work/programs" >"$work/names"
    paste "$work/names" "$work/places.sha256" "$work/versions" >"$V_EVIDENCE/programs"
    libraries_list
}

# ldd knows nothing of scripts and of programs for other machines, and ends with 1 then.
libraries_list() {
    local file
    { grep . "$work/places" | xargs -d '\n' ldd 2>/dev/null || true; } | sed -n 's|.* => \(/[^ ]*\) .*|\1|p' | sort -u >"$work/libraries"
    places_sha256 "$work/libraries" >"$work/libraries.sha256"
    while IFS= read -r file; do printf '%s\n' "${file##*/}"; done <"$work/libraries" |
        paste "$work/libraries.sha256" - >"$V_EVIDENCE/libraries"
}

# The state of each program's file. Whoever writes to it, or puts another into its place, changes the second or third
# number or the last time, which nobody can set.
places_state() { grep . "$work/places" | xargs -d '\n' stat -L -c '%d %i %s %y %z' --; }

# programs_judge: says if a program is not what it was before the first check.
programs_judge() {
    places_state >"$work/places.again"
    if ! cmp -s "$work/places.again" "$work/places.state"; then echo 'a program changed during the checks'; fi
}
