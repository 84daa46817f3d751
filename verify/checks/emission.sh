#!/bin/bash
# In the place of validate for a form that epivalidate does not read: all four files are byte for byte what
# epigen emits of the spec. That epigen is right about weights and connections is not shown by it.
. verify/checks/lib.sh
need "$epigen" cmp || broken "a tool is missing"

emitted_here
figure files "$(files_of "$name" | wc -l)"
summary "all files are what epigen emits of the spec; nothing else has read their weights and connections"
