/* Prints what the model EPI_PREFIX says of one point. */
#include <EPI_PREFIX.h>

void setup()
{
    Serial.begin(115200);
}

void loop()
{
    const float x[EPI_UPPER()_N_IN] = {
m4_divert(2)m4_dnl
    };
    epi_result_t r;
    epi_infer(x, &r);
m4_divert(4)m4_dnl
EPI_IF_ETA(<|    Serial.print("EPI_ETA_NAME: ");
    Serial.println(r.eta, 6);
|>)m4_dnl
    Serial.print("EPI_STATUS_NAME: ");
    Serial.println(r.status);
    delay(1000);
}
m4_divert(-1)
EPI_VALUE(<|EPI_EACH_INPUT|>, <|m4_divert(1)        EPI_V_START, /* EPI_V_NAME<||>EPI_IF_UNIT(<| [EPI_UNIT_ASCII]|>), EPI_V_MIN to EPI_V_MAX */
|>)
EPI_VALUE(<|EPI_EACH_MEAN|>, <|m4_divert(3)    Serial.print("EPI_V_NAME<||>EPI_IF_UNIT(<| [EPI_UNIT_ASCII]|>): ");
    Serial.println(r.mean[EPI_V_PLACE], 6);
|>)
EPI_VALUE(<|EPI_EACH_SIGMA|>, <|m4_divert(3)    Serial.print("EPI_V_UNIQUE: ");
    Serial.println(r.sigma[EPI_V_PLACE], 6);
|>)
