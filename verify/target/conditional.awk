# conditional.awk: reads objdump -d of ARM or RISC-V code and prints how many instructions make the time
# of the code depend on flags: conditional branches of any kind, and instructions under an IT
# block that take longer executed than skipped (memory, FPU but for VMOV, multiply, divide).
# Then the number of IT blocks, harmless if the first number is 0.
BEGIN {
    FS = "\t"
    condition = "(eq|ne|cs|cc|hs|lo|mi|pl|vs|vc|hi|ls|ge|lt|gt|le)"
}

$3 ~ "^b" condition "([.][nw])?$" || $3 ~ /^(cbn?z|tb[bh])/ { timed++ }
$3 ~ /^b(eq|ne|lt|ge|gt|le)(u|z)?$/ && $3 !~ "^b" condition "$" { timed++ } # RISC-V
$3 ~ /^(div|rem)u?$/ { timed++ } # integers: as long as the operands make it

under > 0 {
    under--
    if ($3 ~ /^(v[^m]|vmul|vml|ldr|str|ldm|stm|push|pop|mul|ml|smul|umul|sml|uml|sdiv|udiv)/ ||
        $3 ~ "^b(l|x|lx)?" condition)
        timed++
}

$3 ~ /^it[te]*$/ {
    blocks++
    under = length($3) - 1
}

END { print timed + 0, blocks + 0 }
