/* As much of the Arduino core as the sketches of a package use. */
#ifndef TEST_ARDUINO_H
#define TEST_ARDUINO_H

#include <stdint.h>

class TestSerial
{
  public:
    void begin(unsigned long baud);
    void print(const char *text);
    void println(double number, int digits);
    void println(unsigned long number);
};
extern TestSerial Serial;

void delay(unsigned long milliseconds);
void setup();
void loop();

#endif
