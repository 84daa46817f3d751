# Includes against the direction of tests/lint/includes.order, and cycles. Input: that file, then lines
# `FILE: FILE THAT IT INCLUDES`. Prints a line for each fault; exit status 1 if there is one.
# A .c and its .h are one module: a cycle is one of modules, however their headers are guarded.

FILENAME ~ /includes[.]order$/ {
    if (/^#/ || NF == 0)
        next
    folder = substr($1, 1, length($1) - 1)
    named[folder] = 1
    for (i = 2; i <= NF; i++)
        below[folder] = below[folder] " " $i
    next
}

{
    from = substr($1, 1, length($1) - 1)
    to = $2
    if (!is_main(from))
        direction_check(from, to)
    edge_add(module_of(from), module_of(to))
}

END {
    cycles_check()
    exit faults > 0
}

function is_main(file) { return file ~ /(^|\/)epi(gen|train|compare|wcet|validate|fly|import|pack|prove|report|tune|run)[.]c$/ }
function module_of(file) { sub(/[.][ch]$/, "", file); return file }

function fault(text) { print text; faults++ }

# The named folder that a file belongs to; "" for tests and others that may include anything.
function folder_of(file) {
    while (sub(/\/[^\/]*$/, "", file))
        if (file in named)
            return file
    return ""
}

# Whether `target` is reached from `folder` by going down.
function may_include(folder, target,    list, n, i) {
    if (folder == target)
        return 1
    n = split(below[folder], list, " ")
    for (i = 1; i <= n; i++)
        if (may_include(list[i], target))
            return 1
    return 0
}

function direction_check(from, to,    a, b) {
    a = folder_of(from)
    b = folder_of(to)
    if (a == "")
        return
    if (b == "")
        fault(from ": includes " to ", which belongs to no stage of the pipeline")
    else if (!may_include(a, b))
        fault(from ": includes " to ", but " a " may not depend on " b " (tests/lint/includes.order)")
}

function edge_add(a, b) {
    if (a == b || (a, b) in edge)
        return
    edge[a, b] = 1
    out[a] = out[a] " " b
    nodes[a] = nodes[b] = 1
}

# Takes away modules that depend on nothing that is left; what stays is in or above a cycle.
function cycles_check(    node, list, n, i, open, again) {
    do {
        again = 0
        for (node in nodes) {
            n = split(out[node], list, " ")
            open = 0
            for (i = 1; i <= n; i++)
                open += list[i] in nodes
            if (!open) {
                delete nodes[node]
                again = 1
            }
        }
    } while (again)
    for (node in nodes)
        if (reaches(node, node))
            fault(node ": depends on itself through its includes: " way(node))
}

# Whether there is a way from `from` to `goal`; leaves it in `step`.
function reaches(from, goal,    queue, head, tail, list, n, i, at) {
    split("", step)
    queue[tail++] = from
    for (head = 0; head < tail; head++) {
        at = queue[head]
        n = split(out[at], list, " ")
        for (i = 1; i <= n; i++)
            if (!(list[i] in step)) {
                step[list[i]] = at
                if (list[i] == goal)
                    return 1
                queue[tail++] = list[i]
            }
    }
    return 0
}

function way(node,    text, at) {
    text = node
    at = step[node]
    while (at != node) {
        text = at " -> " text
        at = step[at]
    }
    return node " -> " text
}
