#!/bin/bash
# The test scripts themselves: a check fails when any command in it does, not only the last.
. tests/scripts/lib.sh

fails_in_the_middle() {
    false
    true
}
fails_under_a_pipe() { grep -q no such file </dev/null; }

check_sees() {
    local before=$failed
    check "" "$1" >/dev/null
    [ "$failed" -eq $((before + 1)) ]
}

check "a failure in the middle" check_sees fails_in_the_middle
check "a failure at the end" check_sees fails_under_a_pipe
check "refuted turns a failure round" refuted fails_in_the_middle
check "refuted turns a success round" refuted refuted true
finish
