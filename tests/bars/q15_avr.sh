#!/bin/bash
# The portable files in fixed point on an 8-bit AVR, whose int has 16 bits: their self-tests on an emulated ATmega2560 (simavr)
# give the interpreter's bits, compiled with -Os and -O2. A wrong bit is seen.
. tests/scripts/lib.sh
need_programs() { local p; for p in avr-gcc simavr; do command -v "$p" >/dev/null || { echo "no $p"; exit 77; }; done; }
need_programs

cat >"$work/main.c" <<'END'
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include "model.h"
static void say(char c)
{
    while ((UCSR0A & (1 << UDRE0)) == 0) { }
    UDR0 = (uint8_t)c;
}
int main(void)
{
    uint32_t wrong = model_selftest();
    char digits[12], *d = digits;
    UCSR0B = 1 << TXEN0;
    for (const char *text = "wrong vectors: "; *text != '\0'; text++) say(*text);
    do { *d++ = (char)('0' + wrong % 10U); wrong /= 10U; } while (wrong != 0U);
    while (d > digits) say(*--d);
    say('\n');
    cli();
    sleep_mode(); /* sleeping without interrupts ends the emulator */
    return 0;
}
END
# self_test DIR LEVEL: what the emulated chip prints.
self_test() {
    avr-gcc -mmcu=atmega2560 -std=c99 "$2" -Wall -Wextra -Werror -I "$1" "$work/main.c" "$1/model.c" "$1/model_selftest.c" -o "$1/model.elf"
    avr-size "$1/model.elf" | tail -n 1
    timeout 120 simavr -m atmega2560 -f 16000000 "$1/model.elf" 2>&1 | sed 's/\x1b\[[0-9;]*m//g; s/\.*$//' | tee "$work/said"
}
right() {
    build/epigen --type=q15 "tests/golden/good/$1.yaml" --prefix=model -o "$work/$1"
    self_test "$work/$1" "$2"
    grep '^wrong vectors: 0$' "$work/said"
}
for level in -Os -O2; do
    for model in every shaped noisy policy guarded; do
        check "$model, $level" right "$model" "$level"
    done
done
seen() {
    build/epigen --type=q15 tests/golden/good/noisy.yaml --prefix=model -o "$work/faulty"
    sed -i '0,/h_0 + (16384 \*/s//h_0 + (16383 */' "$work/faulty/model.c"
    self_test "$work/faulty" -Os
    grep -E '^wrong vectors: [1-9]' "$work/said"
}
check "a wrong weight" seen
finish
