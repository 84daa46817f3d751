# awk -f shell_assertions.awk SCRIPT...: finds commands of bash scripts whose failure nobody sees although
# `set -e` is on. Prints `file:line: what` for each and ends with status 1 if there is one.
#
#   A && B          anywhere but at the end of a function, subshell or script: when A fails, bash goes on.
#   A && B || C     there too, unless C leaves (return, exit, false ...): C also runs when B fails.
#   A || echo ...   there too, unless A is a test: the failure ends as a line that nobody reads.
#   ! A             there too: `set -e` ignores what is negated. `! A | B`: everywhere.
#   [ "$(A)" = x ]  and <(A): the status of A is lost.
#   local x=$(A)    is the status of `local`.
#   { A; B; } || C  and `if f`, f being a function: `set -e` is off within a condition, so A may fail unseen.
#   A | B           in a script without `set -o pipefail`, and $(A; B) without `shopt -s inherit_errexit`.
#   A | grep -q     is no lost failure but one too many: with pipefail A dies of a pipe that nobody reads.
#
# A recursive descent over bash's grammar. The text of a script is `s`, the place in it `p`. Every list_*
# answer is about the list that was read last; a function that calls another one copies what it needs.
#   pending  findings that hold unless the list is the end of a function, subshell or script
#   middle   line of a command that can fail and is not the last of its list; 0: none
#   any      line of a command that can fail; 0: none
#   tail     names of the commands that end the list

FNR == 1 { if (NR > 1) script_end(); script_begin() }
{ s = s $0 "\n" }
END { if (NR > 0) script_end(); conditions_judge(); exit bad }

function script_begin() { file = FILENAME; s = ""; sourced[file] = $0 !~ /^#!/ }

function script_end() {
    p = 1; line = 1; length_s = length(s); heredocs = 0
    list_read("", "script")
    if (p <= length_s) finding(line, "cannot be read from here on: " substr(s, p, 20))
    if (!sourced[file]) safety_judge()
}

function finding(at, what) { print file ":" at ": " what; bad = 1 }

# A script says by itself, or by way of a library that it sources, how failures are seen.
function safety_judge() {
    if (s ~ /\n\. [^\n]*lib\.sh/) return
    if (s !~ /\nset -eu? -o pipefail/) finding(1, "no `set -eu -o pipefail`: what fails in a pipe is not seen")
    if (s !~ /\nshopt -s inherit_errexit/) finding(1, "no `shopt -s inherit_errexit`: `set -e` is off in $(...)")
}

# --- characters -----------------------------------------------------------------------------------

function at(text) { return substr(s, p, length(text)) == text }
function rest_matches(pattern) { return match(substr(s, p, 200), pattern) == 1 }

function newline_skip(  i, eol, text) {
    p++; line++
    for (i = 1; i <= heredocs; i++)
        while (p <= length_s) {
            eol = index(substr(s, p), "\n"); text = substr(s, p, eol - 1)
            p += eol; line++
            if (heredoc_tabs[i]) sub(/^\t+/, "", text)
            if (text == heredoc_end[i]) break
        }
    heredocs = 0
}

function blanks_skip() {
    while (p <= length_s) {
        if (at(" ") || at("\t")) p++
        else if (at("\\\n")) { p += 2; line++ }
        else if (at("#")) p += index(substr(s, p), "\n") - 1
        else break
    }
}

# Blanks, newlines and, where `semicolons`, separators.
function separators_skip(semicolons) {
    for (;;) {
        blanks_skip()
        if (p > length_s) return
        if (at("\n")) newline_skip()
        else if (semicolons && ((at(";") && !at(";;")) || (at("&") && !at("&&")))) p++
        else return
    }
}

function single_quoted_skip() {
    for (p++; p <= length_s && !at("'"); p++) if (at("\n")) line++
    p++
}

# Up to the bracket that closes; p stands behind the one that opens. For ${...}, $((...)) and ((...)).
function nested_skip(open, close_, depth) {
    while (p <= length_s && depth > 0) {
        if (at("\\")) p++
        else if (at("'") && open != "(" ) { single_quoted_skip(); continue }
        else if (at("\"")) { double_quoted_skip(); continue }
        else if (open == "{" && at("$(") && !at("$((")) { substitution_read(); continue }
        else if (at(open)) depth++
        else if (at(close_)) depth--
        else if (at("\n")) line++
        p++
    }
}

function double_quoted_skip() {
    p++
    while (p <= length_s && !at("\"")) {
        if (at("\\")) { if (substr(s, p + 1, 1) == "\n") line++; p += 2 }
        else if (at("$")) dollar_skip(1)
        else { if (at("\n")) line++; p++ }
    }
    p++
}

function dollar_skip(quoted) {
    if (at("$((")) { p += 3; nested_skip("(", ")", 2) }
    else if (at("$(")) substitution_read()
    else if (at("${")) { p += 2; if (quoted) parameter_skip(); else nested_skip("{", "}", 1) }
    else if (!quoted && at("$'")) { p += 2; while (p <= length_s && !at("'")) { if (at("\\")) p++; p++ } p++ }
    else p++
}

# ${...} within double quotes, where a single quote is a character like any other.
function parameter_skip(  depth) {
    for (depth = 1; p <= length_s && depth > 0; ) {
        if (at("\\")) p += 2
        else if (at("\"")) double_quoted_skip()
        else if (at("$")) { dollar_skip(1) }
        else { if (at("{")) depth++; if (at("}")) depth--; if (at("\n")) line++; p++ }
    }
}

# $(...), p at the dollar, or <(...) and >(...), p at the bracket: a script of its own.
function substitution_read() {
    p += 2
    list_read(")", "subshell")
    p++
    substitutions++
    # What can fail in it, for whoever asks at once.
    substitution_any = list_any
}

# One word as it stands in the script; "" where none begins.
function word_read(  begin) {
    begin = p
    while (p <= length_s) {
        if (at("\\")) { if (substr(s, p + 1, 1) == "\n") line++; p += 2 }
        else if (at("'")) single_quoted_skip()
        else if (at("\"")) double_quoted_skip()
        else if (at("$")) dollar_skip(0)
        else if (at("`")) { for (p++; p <= length_s && !at("`"); p++); p++; substitutions++ }
        else if (at("(") && substr(s, begin, p - begin) ~ /^[A-Za-z_0-9]+(\[[^]]*\])?\+?=$/) array_read()
        else if (substr(s, p, 1) ~ /[ \t\n;&|()<>]/) break
        else p++
    }
    return substr(s, begin, p - begin)
}

function array_read() {
    p++
    for (;;) {
        separators_skip(0)
        if (p > length_s || at(")")) break
        if (at("<(")) process_read()
        else if (word_read() == "") p++
    }
    p++
}

# The word that comes next, without reading it.
function word_next() {
    blanks_skip()
    return rest_matches("[A-Za-z_]+|[{}!]|\\[\\[|\\(\\(") && substr(s, p + RLENGTH, 1) ~ /[ \t\n;&|()]/ ? substr(s, p, RLENGTH) : ""
}

# --- lists ----------------------------------------------------------------------------------------

# list_read(CLOSE, KIND): up to one of the words or characters in CLOSE, which stays. KIND `inherit`: the last
# command of the list is that of what the list stands in; any other: its status is seen.
function list_read(close_, kind,  pending, middle, any, tail, last_pending, last_middle, last_any, last_tail, n) {
    for (;;) {
        separators_skip(1)
        if (p > length_s || list_closes(close_)) break
        if (n++) { findings_report(last_pending); if (!middle) middle = last_any }
        chain_read()
        last_pending = list_pending; last_middle = list_middle; last_any = list_any; last_tail = list_tail
        if (!any) any = last_any
        if (n > 5000) break
    }
    if (!middle) middle = last_middle
    list_pending = kind == "inherit" ? last_pending : ""
    list_middle = middle; list_any = any; list_tail = last_tail
}

function list_closes(close_,  word) {
    if (at(")") || at(";;")) return 1
    word = word_next()
    return word != "" && index(" " close_ " ", " " word " ")
}

function findings_report(text,  i, n, lines) {
    n = split(text, lines, "\n")
    for (i = 1; i < n; i++) finding(substr(lines[i], 1, index(lines[i], " ") - 1), substr(lines[i], index(lines[i], " ") + 1))
}

# A condition: `set -e` is off in it.
function condition_judge(middle, names,  i, n, name) {
    if (middle) finding(middle, "may fail unseen: set -e is off in a condition")
    n = split(names, name, " ")
    for (i = 1; i <= n; i++) { calls++; call_file[calls] = file; call_line[calls] = line; call_name[calls] = name[i] }
}

# A; A && B; A || B; ! A: pipelines and what joins them.
function chain_read(  begin, ands, ors, mixed, negated, op, acts, pending, middle, any, tail, what) {
    begin = line
    for (;;) {
        separators_skip(0)
        negated = 0
        while (word_next() == "!") { negated = !negated; p++ }
        pipeline_read()
        if (negated && pipeline_parts > 1) finding(begin, "`! A | B`: a failure of A looks like success")
        if (op != "||" && !command_tests) acts = 1
        pending = list_pending; middle = list_middle; any = list_any; tail = list_tail
        if (negated) { condition_judge(middle, tail); middle = 0; tail = ""; any = begin }
        blanks_skip()
        op = at("&&") ? "&&" : at("||") ? "||" : ""
        if (op == "") break
        if (!negated) condition_judge(middle, tail)
        p += 2
        if (op == "&&") { ands++; if (ors) mixed = 1 } else ors++
    }
    if (ors && !mixed && command_leaves) { pending = ""; any = 0 }
    else if (ors == 1 && !ands && acts && command_prints) { what = "`A || print`"; any = begin }
    else if (ands) { what = ors ? "`A && B || C`" : "`A && B`"; any = begin }
    else if (negated && !ors) { what = "`! A`"; any = begin }
    if (what != "") pending = begin " " what ": a failure goes unseen here; one assertion a line, or `if`\n"
    list_pending = pending; list_middle = middle; list_any = any; list_tail = tail
}

function pipeline_read(  n, any, pending, middle, tail) {
    if (word_next() == "time") p += 4
    for (;;) {
        separators_skip(0)
        ends_early = 0
        command_read()
        if (n++ && ends_early) finding(line, "`A | grep -q`: grep ends early, and A fails of it")
        if (!any) any = list_any
        if (!middle) middle = list_middle
        pending = list_pending; tail = list_tail
        blanks_skip()
        if (!at("|") || at("||")) break
        p += at("|&") ? 2 : 1
    }
    if (n > 1) { pending = ""; if (!any) any = 0 }
    pipeline_parts = n
    list_pending = pending; list_middle = middle; list_any = any; list_tail = tail
}

# --- commands -------------------------------------------------------------------------------------

function command_read(  word) {
    command_leaves = command_prints = command_tests = 0
    word = word_next()
    if (word == "if") if_read()
    else if (word == "while" || word == "until") { p += 5; list_read("do", "condition"); condition_judge(list_middle, list_tail); body_read() }
    else if (word == "for" || word == "select") for_read(word)
    else if (word == "case") case_read()
    else if (word == "{") { p++; list_read("}", "inherit"); p++ }
    else if (word == "((" ) { p += 2; nested_skip("(", ")", 2); nothing_fails() }
    else if (word == "[[") double_bracket_read()
    else if (at("(")) { p++; list_read(")", "subshell"); p++ }
    else { simple_read(); return }
    redirections_read()
}

function nothing_fails() { list_pending = ""; list_middle = 0; list_any = 0; list_tail = "" }

function keyword_expect(word) {
    separators_skip(1)
    if (word_next() == word) p += length(word)
    else finding(line, "expected `" word "`")
}

function if_read(  pending, middle, any, tail) {
    p += 2
    for (;;) {
        list_read("then", "condition")
        condition_judge(list_middle, list_tail)
        keyword_expect("then")
        list_read("elif else fi", "inherit")
        pending = pending list_pending; if (!middle) middle = list_middle; if (!any) any = list_any; tail = tail " " list_tail
        if (word_next() != "elif") break
        p += 4
    }
    if (word_next() == "else") {
        p += 4
        list_read("fi", "inherit")
        pending = pending list_pending; if (!middle) middle = list_middle; if (!any) any = list_any; tail = tail " " list_tail
    }
    keyword_expect("fi")
    list_pending = pending; list_middle = middle; list_any = any; list_tail = tail
}

# do ... done: only the status of the last round is seen.
function body_read() {
    keyword_expect("do")
    list_read("done", "inherit")
    findings_report(list_pending)
    keyword_expect("done")
    list_pending = ""; list_middle = list_any; list_tail = ""
}

function for_read(word) {
    p += length(word)
    blanks_skip()
    if (at("((")) { p += 2; nested_skip("(", ")", 2) }
    else {
        while (!at("\n") && !at(";") && p <= length_s) { if (word_read() == "") p++; blanks_skip() }
    }
    body_read()
}

function case_read(  pending, middle, any, tail) {
    p += 4
    blanks_skip(); word_read(); keyword_expect("in")
    for (;;) {
        separators_skip(0)
        if (p > length_s || word_next() == "esac") break
        while (p <= length_s && !at(")")) { if (word_read() == "") p++; blanks_skip() }
        p++
        list_read("esac", "inherit")
        pending = pending list_pending; if (!middle) middle = list_middle; if (!any) any = list_any; tail = tail " " list_tail
        if (at(";;")) p += 2
    }
    keyword_expect("esac")
    list_pending = pending; list_middle = middle; list_any = any; list_tail = tail
}

function double_bracket_read(  begin, before) {
    begin = line; before = substitutions
    for (p += 2; p <= length_s && !at("]]"); ) {
        blanks_skip()
        if (at("\n")) newline_skip()
        else if (at("]]")) break
        else if (word_read() == "") p++
    }
    p += 2
    if (substitutions > before) finding(begin, "$(...) in [[ ]]: its failure is lost")
    nothing_fails()
    list_any = begin
    command_tests = 1
}

function process_read(  begin) {
    begin = line
    substitution_read()
    if (substitution_any) finding(begin, "<(...): its failure is lost")
}

function redirections_read() {
    for (;;) {
        blanks_skip()
        if (!rest_matches("[0-9]*[<>]|&>") || at("<(") || at(">(")) return
        redirection_read()
    }
}

function redirection_read(  tabs, end) {
    while (substr(s, p, 1) ~ /[0-9&]/) p++
    if (at("<<<")) { p += 3; blanks_skip(); word_read(); return }
    if (at("<<")) {
        p += 2; tabs = at("-"); p += tabs; blanks_skip()
        end = word_read(); gsub(/["'\\]/, "", end)
        heredocs++; heredoc_end[heredocs] = end; heredoc_tabs[heredocs] = tabs
        return
    }
    while (substr(s, p, 1) ~ /[<>&|]/) { p++; if (at("(")) { p--; process_read(); return } }
    blanks_skip()
    if (at("<(") || at(">(")) process_read()
    else word_read()
}

# Assignments, words and redirections; or the definition of a function.
function simple_read(  begin, before, word, n, first, assigned, tested, redirected) {
    begin = line; before = substitutions
    for (;;) {
        blanks_skip()
        if (at("<(") || at(">(")) { process_read(); before = substitutions; continue }
        if (rest_matches("[0-9]*[<>]|&>")) { redirection_read(); redirected = 1; continue }
        word = word_read()
        if (word == "") break
        if (n == 0 && word ~ /^[A-Za-z_][A-Za-z_0-9]*(\[[^]]*\])?\+?=/) { assigned = substitutions > before; continue }
        if (++n == 1) {
            first = word
            if (rest_matches("[ \t]*\\(\\)")) { function_read(word); return }
        }
        if (first == "grep" && word ~ /^-[A-Za-z]*[qm]/) ends_early = 1
        if (word == "[" || (word == "test" && (n == 1 || first ~ /^(check|refuted)$/))) tested = 1
        if (tested && substitutions > before) { finding(begin, "$(...) in [ ]: its failure is lost"); tested = 0 }
        if (first ~ /^(local|export|declare|readonly)$/ && word ~ /^[A-Za-z_0-9]+=.*\$\([^(]/) finding(begin, "`" first " x=$(...)`: its failure is lost")
    }
    if (n == 0 && p <= length_s && !assigned && !redirected && substr(s, p, 1) ~ /[()]/) { finding(line, "cannot be read: " substr(s, p, 20)); p = length_s + 1 }
    nothing_fails()
    command_leaves = first ~ /^(return|exit|false|true|:|break|continue)$/ || n == 0
    command_prints = first ~ /^(echo|printf|cat|tail|head)$/
    command_tests = first ~ /^(\[|test)$/
    if (n == 0 ? assigned : first !~ /^(echo|printf|true|:|shift|return|exit|break|continue|set|shopt|trap|unset|local|declare|export|readonly|cat|tail|head|rm|mkdir|sleep)$/) list_any = begin
    list_tail = first ~ /^[A-Za-z_][A-Za-z_0-9]*$/ ? first : ""
}

function function_read(name,  middle) {
    p += index(substr(s, p), ")")
    separators_skip(0)
    command_read()
    function_middle[file, name] = list_middle
    function_tail[file, name] = list_tail
    function_known[file, name] = 1
    if (sourced[file]) library[name] = file
    nothing_fails()
}

# --- functions in conditions ----------------------------------------------------------------------

function conditions_judge(  i, n, names, k, where, name) {
    for (i = 1; i <= calls; i++) {
        name = call_name[i]
        where = (call_file[i], name) in function_known ? call_file[i] : name in library ? library[name] : ""
        if (where == "" || ((where, name, "judged") in judged)) continue
        judged[where, name, "judged"] = 1
        if (function_middle[where, name]) {
            file = where
            finding(function_middle[where, name], "may fail unseen: " call_file[i] ":" call_line[i] " calls " name " in a condition, where set -e is off")
        }
        n = split(function_tail[where, name], names, " ")
        for (k = 1; k <= n; k++) { calls++; call_file[calls] = where; call_line[calls] = call_line[i]; call_name[calls] = names[k] }
    }
}
