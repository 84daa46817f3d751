/*
 * Emitted code sees a float as its 32 bits through this union only; it needs binary32 of IEEE 754.
 * Deviation from MISRA C:2012 rule 19.2 (advisory, no unions): the alternatives break required
 * rules (memcpy: 21.15, a pointer cast: 11.3), and C99 (6.5.2.3, note 82) defines what reading the
 * other member gives. cppcheck expands the typedef and reports every variable of this type again,
 * hence the same suppression at each of them.
 */
/* cppcheck-suppress misra-c2012-19.2 */
typedef union {
    float f;
    uint32_t u;
} epi_bits;
