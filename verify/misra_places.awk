# misra_places.awk -v name=NAME -v file=NAME.c MISRA.md FILE: the suppressions in FILE stand above the lines
# that the table of places names, as often as it says, and nowhere else.
FNR == NR {
    # A bar inside a pattern is written \\| in the table.
    row = $0
    gsub(/\\[|]/, "\001", row)
    split(row, cell, / *[|] */)
    if (/^## /) section = $0
    if (section ~ /Deviations/ && cell[2] ~ /^D[0-9]/) rule[cell[2]] = cell[3]
    if (section ~ /Places/ && cell[2] ~ /^D[0-9]/) {
        gsub(/NAME/, name, cell[3])
        if (cell[3] != file) next
        gsub(/`/, "", cell[4]); gsub(/\001/, "|", cell[4]); gsub(/NAME/, name, cell[4])
        above[++n] = cell[4]; times[n] = cell[5]; of[n] = rule[cell[2]]
    }
    next
}
{
    for (i = 1; i <= n; i++) if ($0 ~ above[i]) {
        lines[i]++
        if (of[i] == suppressed) { found[i]++; suppressed = "" }
    }
    if (suppressed != "") fault("rule " suppressed " is suppressed above what the table of places does not name", FNR - 1)
    suppressed = ""
}
/cppcheck-suppress/ { suppressed = $0; sub(/.*c2012-/, "", suppressed); sub(/ .*/, "", suppressed) }
function fault(text, line) { print file ":" line ": " text; faults++ }
END {
    if (suppressed != "") fault("rule " suppressed " is suppressed above nothing", FNR)
    for (i = 1; i <= n; i++) {
        expected = times[i] == "each" ? lines[i] : times[i]
        if (found[i] + 0 != expected + 0) fault("rule " of[i] " is suppressed " found[i] + 0 " times, the table of places says " expected + 0, 1)
    }
    exit faults > 0
}
