// The core on an ATmega2560: text goes to the first serial port, whose output simavr prints. setup and
// one loop run, then sleep without interrupts ends the simulation.
#include "Arduino.h"

#include <avr/io.h>
#include <avr/interrupt.h>
#include <avr/sleep.h>
#include <stdlib.h>

TestSerial Serial;

static void letter_send(char letter)
{
    while ((UCSR0A & (1 << UDRE0)) == 0) {
    }
    UDR0 = (uint8_t)letter;
}

void TestSerial::begin(unsigned long baud)
{
    (void)baud;
    UCSR0B = 1 << TXEN0;
}

void TestSerial::print(const char *text)
{
    for (; *text != '\0'; text++)
        letter_send(*text);
}

void TestSerial::println(double number, int digits)
{
    char text[40];
    dtostrf(number, 1, (unsigned char)digits, text);
    print(text);
    letter_send('\n');
}

void TestSerial::println(unsigned long number)
{
    char text[12];
    ultoa(number, text, 10);
    print(text);
    letter_send('\n');
}

void delay(unsigned long milliseconds)
{
    (void)milliseconds;
}

int main()
{
    setup();
    loop();
    cli();
    sleep_enable();
    for (;;)
        sleep_cpu();
}
