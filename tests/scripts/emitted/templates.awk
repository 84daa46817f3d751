# Faults in how templates declare their macros (templates/declare.m4 says how), a line each: an argument
# that the body does not use, a $n beyond the arguments, a macro that is defined without a declaration.
# A body reaches from its EPI_DEFINE to the next one.
function fault(words) { print place ": " words }

function body_check(    names, n, i, used) {
    n = split(arguments, names, /, */)
    while (match(body, /\$[0-9]+/)) {
        i = substr(body, RSTART + 1, RLENGTH - 1) + 0
        if (i > n && !(i in used)) fault(macro " uses $" i ", arguments declared: " n)
        used[i] = 1
        body = substr(body, RSTART + RLENGTH)
    }
    for (i = 1; i <= n; i++)
        if (!(i in used)) fault(macro " does not use its argument \"" names[i] "\"")
    macro = arguments = body = ""
}

FNR == 1 { body_check() }
/^\/\// { next }
/^EPI_DEFINE\(/ {
    body_check()
    place = FILENAME ":" FNR
    split($0, part, /<\||\|>/)
    macro = part[2]
    arguments = part[4]
    $0 = part[6]
    if (macro !~ /^EPI_[A-Z0-9_]+$/) fault("this is not the form EPI_DEFINE(<|EPI_NAME|>, <|arguments|>, ...)")
}
/m4_define\(<\|EPI_/ { place = FILENAME ":" FNR; fault("a macro is defined without a declaration") }
{ body = body $0 "\n" }
END { body_check() }
