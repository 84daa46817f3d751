#!/bin/bash
# A sample of what `make exhaustive` checks on all 2^32 inputs.
. tests/lib.sh
build/exhaustive --stride 4099
