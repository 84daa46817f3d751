/* Prints how many vectors of the self-test give other bits than they must on this board; 0 is right. */
#include <EPI_PREFIX.h>

void setup()
{
    Serial.begin(115200);
    Serial.print("EPI_PREFIX self-test: ");
    Serial.println(epi_selftest());
}

void loop()
{
}
