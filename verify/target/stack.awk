# stack.awk -v root=FUNCTION SYMBOLS GRAPH: the worst stack of FUNCTION and all it calls, in
# bytes. GRAPH is what gcc -fcallgraph-info=su writes; SYMBOLS is what nm says of the object: of
# functions with the same code gcc keeps one, and the others become names for its address.
# Refuses what has no bound: recursion, frames of dynamic size, calls to functions without a
# known frame (indirect calls among them).

# The text after `before` up to the next quote.
function quoted(text, before,    rest)
{
    rest = substr(text, index(text, before) + length(before))
    return substr(rest, 1, index(rest, "\"") - 1)
}

# Static functions are titled file:function.
function function_name(text, before,    title)
{
    title = quoted(text, before)
    sub(/^.*:/, "", title)
    return title
}

function refuse(what)
{
    print "stack.awk: " what > "/dev/stderr"
    failed = 1
    exit 1
}

function depth(name, level,    f, i, d, worst)
{
    f = (name in frame) ? name : same[address[name]]
    if (level > 1000)
        refuse("recursion through " name)
    if (f == "")
        refuse("no frame size for " name)
    for (i = 1; i <= calls[f]; i++) {
        d = depth(callee[f, i], level + 1)
        if (d > worst)
            worst = d
    }
    return frame[f] + worst
}

NF == 3 && $2 ~ /^[tT]$/ {
    address[$3] = $1
}

/^node:/ && match($0, /[0-9]+ bytes \([a-z,]*\)/) {
    size = substr($0, RSTART, RLENGTH)
    f = function_name($0, "title: \"")
    if (size ~ /dynamic/ && size !~ /bounded/)
        refuse(f " has a frame of dynamic size")
    frame[f] = size + 0
    if (f in address)
        same[address[f]] = f
}

/^edge:/ {
    f = function_name($0, "sourcename: \"")
    callee[f, ++calls[f]] = function_name($0, "targetname: \"")
}

END {
    if (failed)
        exit 1
    print depth(root, 0)
}
