# Shared by the benchmarks; sourced. $out is the directory for results, $table the file to which all
# lines go as well, $root the top of the source tree; $failed becomes 1 when a bar is missed.
# shellcheck shell=bash disable=SC2034,SC2154

failed=0

# table_begin OUT NAME: makes OUT and starts the table OUT/NAME
table_begin()
{
    mkdir -p "$1"
    out=$(cd "$1" && pwd)
    table=$out/$2
    : >"$table"
}

# --- the table -------------------------------------------------------------------------------

# say FORMAT VALUE...
say()
{
    # shellcheck disable=SC2059
    printf "$@" | tee -a "$table"
}

heading()
{
    say '\n%s\n' "$1"
}

# row WHAT VALUE BAR VERDICT
row()
{
    say '  %-58s %12s   %-12s %s\n' "$1" "$2" "$3" "$4"
}

# bar WHAT VALUE (at-most|at-least|exactly) LIMIT; a missing value fails
bar()
{
    case $3 in
    at-most) sign='<=' ;;
    at-least) sign='>=' ;;
    *) sign='=' ;;
    esac
    verdict=$(awk -v v="$2" -v l="$4" -v s="$sign" 'BEGIN {
        number = (v ~ /^[0-9.][-+0-9.e]*$/) && (v !~ /[.][.]/)
        good = s == "<=" ? v + 0 <= l + 0 : s == ">=" ? v + 0 >= l + 0 : v + 0 == l + 0
        print number && good ? "PASS" : "FAIL" }')
    [ "$verdict" = PASS ] || failed=1
    row "$1" "${2:--}" "$sign $4" "$verdict"
}

info()
{
    say '  %-58s %12s\n' "$1" "${2:--}"
}

# --- measuring -------------------------------------------------------------------------------

# usage COMMAND...: runs it; leaves its processor seconds in $seconds, its largest process in $mib
usage()
{
    env time -f '%U %S %M' -o "$out/usage" "$@"
    seconds=$(awk '{ printf "%.2f", $1 + $2 }' "$out/usage")
    mib=$(awk '{ printf "%.0f", $3 / 1024 }' "$out/usage")
}

# field NAME FILE: the value behind NAME= in a file of such words
field()
{
    tr ' ' '\n' <"$2" | sed -n "s/^$1=//p"
}

# ratio A B: with two digits, or - where there is none
ratio()
{
    awk -v a="$1" -v b="$2" 'BEGIN { if (a + 0 > 0 && b + 0 > 0) printf "%.2f", a / b; else printf "-" }'
}

# wcet CORE OBJECT OPTION...: what epiwcet reports, as words NAME=VALUE; its exit status
wcet()
{
    core=$1 object=$2
    shift 2
    "$root/build/epiwcet" --core "$core" --json "$@" "$object" >"$out/wcet.json" || return 1
    sed -n 's/^  "\([a-z_]*\)": "*\([0-9a-z]*\)"*,$/\1=\2/p' "$out/wcet.json"
}
