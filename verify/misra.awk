# misra.awk -v document=plan|recategorisation|deviations|summary MISRA.md: one of the documents of MISRA
# Compliance:2020, from the one table of guidelines.
BEGIN { FS = " *[|] *" }
/^## / { section = $0 }
# Rows of tables; the head of each and the rule below it are not among them.
/^[|]/ && $2 !~ /^(---|id|guideline)/ {
    if (section ~ /Deviations/) { rule_of[$2] = $3; deviations[++n_deviations] = $2; category_of[$2] = $4; where[$2] = $5; why[$2] = $6 }
    if (section ~ /Disapplied/) reason[$2] = $3
    if (section ~ /Guidelines/) { g[++n] = $2; category[n] = $3; again[n] = $4; by[n] = $5; deviation[n] = $6 }
}

# What the Compliance document lets one do, and that the parts of the table agree.
function fault(text) { print "MISRA.md: " text > "/dev/stderr"; faults++ }
function table_judge(    i) {
    for (i = 1; i <= n; i++) {
        seen[g[i]]++
        if (category[i] !~ /^(mandatory|required|advisory)$/) fault(g[i] ": category " category[i])
        if (again[i] == "disapplied" && category[i] != "advisory") fault(g[i] ": only an advisory guideline can be disapplied")
        if ((again[i] == "disapplied") != (g[i] in reason)) fault(g[i] ": disapplied without a reason, or a reason without it")
        if (deviation[i] != "-" && rule_of[deviation[i]] != g[i]) fault(g[i] ": deviation " deviation[i] " is of another rule")
        if (deviation[i] != "-" && category[i] == "mandatory") fault(g[i] ": a mandatory guideline has no deviation")
        if (by[i] == "" || by[i] == "nothing" && again[i] != "disapplied") fault(g[i] ": enforced by nothing")
        if (deviation[i] != "-") used[deviation[i]] = 1
    }
    for (i = 1; i <= n; i++) if (deviation[i] != "-" && category_of[deviation[i]] != category[i])
        fault(deviation[i] ": " g[i] " is " category[i] ", not " category_of[deviation[i]])
    for (i in seen) if (seen[i] > 1) fault(i ": twice")
    for (i = 1; i <= n_deviations; i++) if (!(deviations[i] in used)) fault(deviations[i] ": no guideline has it")
    if (n != 175) fault(n " guidelines, expected 175: 17 directives and 158 rules")
}
function effective(i) { return again[i] == "-" ? category[i] : again[i] }

END {
    table_judge()
    if (faults) exit 1
    if (document == "plan") {
        print "# Guideline enforcement plan\n\n| guideline | category | enforced by |\n|---|---|---|"
        for (i = 1; i <= n; i++) print "| " g[i] " | " category[i] " | " by[i] " |"
    } else if (document == "recategorisation") {
        print "# Guideline re-categorisation plan\n\nAll guidelines that are not named keep their category.\n"
        print "| guideline | category | revised category | why |\n|---|---|---|---|"
        for (i = 1; i <= n; i++) if (again[i] != "-") print "| " g[i] " | " category[i] " | " again[i] " | " reason[g[i]] " |"
    } else if (document == "deviations") {
        print "# Deviation records"
        for (i = 1; i <= n_deviations; i++) {
            d = deviations[i]
            print "\n## " d ": rule " rule_of[d] "\n\n- Category: " category_of[d] "\n- Where: " where[d] "\n- Why: " why[d] "\n- Marked in the code: `cppcheck-suppress misra-c2012-" rule_of[d] "` at each place"
        }
    } else {
        print "# Guideline compliance summary\n\n" words "\n\n| guideline | category | compliance |\n|---|---|---|"
        for (i = 1; i <= n; i++)
            print "| " g[i] " | " effective(i) " | " (again[i] == "disapplied" ? "disapplied" : deviation[i] != "-" ? "deviations (" deviation[i] ")" : "compliant") " |"
    }
}
