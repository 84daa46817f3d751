/*
 * Returns exp(z * 2^-12) in units of 2^-30 * 2^*power by a table, for z from -45056 to 45056 (11).
 * The code turns the argument into one of 2^x; *power is the whole part of x, -16 to 15, and a
 * table of 64 words, between whose numbers it interpolates, holds half of 2 to the fraction: the
 * result lies from 2^30 to 2^31. The largest relative error is 7.9e-5, and 2.7e-5 for arguments
 * near 0. The address that is read depends on z.
 */
/*@ requires -45056 <= z <= 45056;
    requires \valid(power);
    assigns \result, *power \from z;
    ensures 1073741824 <= \result <= 2147483647;
    ensures \initialized(power) && -16 <= *power <= 15;
*/
static inline int32_t epi_exp_table(int32_t z, int32_t *power)
{
    static const uint32_t table[64] = {
        0x80001649U, 0x81651684U, 0x82CD16CFU, 0x843A1708U, 0x85AB1742U, 0x871F178DU, 0x889817C9U,
        0x8A151808U, 0x8B95185AU, 0x8D1B188FU, 0x8EA418D9U, 0x90321919U, 0x91C4195EU, 0x935A19ABU,
        0x94F519EEU, 0x96941A3AU, 0x98381A80U, 0x99E01ACFU, 0x9B8D1B19U, 0x9D3F1B5EU, 0x9EF51BB0U,
        0xA0B01BFFU, 0xA2701C4CU, 0xA4351C98U, 0xA5FF1CE4U, 0xA7CD1D41U, 0xA9A11D8EU, 0xAB7A1DDFU,
        0xAD581E32U, 0xAF3B1E8AU, 0xB1241ED7U, 0xB3111F3AU, 0xB5051F84U, 0xB6FD1FE5U, 0xB8FB2040U,
        0xBAFF2095U, 0xBD0820F4U, 0xBF17214FU, 0xC12C21A7U, 0xC346220DU, 0xC5672261U, 0xC78D22C6U,
        0xC9B9232BU, 0xCBEC2383U, 0xCE2423EDU, 0xD063244CU, 0xD2A824AFU, 0xD4F32519U, 0xD745257BU,
        0xD99D25E5U, 0xDBFB2659U, 0xDE6126B7U, 0xE0CC2732U, 0xE33F279AU, 0xE5B92800U, 0xE8392875U,
        0xEAC028ECU, 0xED4F2954U, 0xEFE429D0U, 0xF2812A40U, 0xF5252AB7U, 0xF7D02B34U, 0xFA832BA9U,
        0xFD3E2C18U};
    const int32_t x = 23637 * z;
    const uint32_t place = (uint32_t)x;

    *power = epi_shift(x, 26U);
    return 2 * epi_line(table[(place >> 20U) & 63U], (place >> 10U) & 1023U);
}
