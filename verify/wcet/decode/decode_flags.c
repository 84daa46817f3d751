/* Which Thumb instructions write the flags, by their bits (ARMv7-M Architecture Reference Manual,
   A5.2 and A5.3). The walk follows branches by these flags, so it does not rely on capstone here.
   Instructions in IT blocks differ, but the walk refuses IT blocks. */
#include "wcet/decode/insn.h"

static bool narrow_sets_flags(unsigned half)
{
    return half < 0x4400                 /* shift, add, subtract, move, compare; data processing */
           || (half & 0xFF00) == 0x4500; /* compare of high registers */
}

static bool wide_sets_flags(unsigned first, unsigned second)
{
    bool s = (first & 0x0010) != 0;
    if ((first & 0xFE00) == 0xEA00) /* data processing, shifted register */
        return s;
    if ((first & 0xFA00) == 0xF000 && (second & 0x8000) == 0) /* modified immediate */
        return s;
    if ((first & 0xFF80) == 0xFA00 && (second & 0x0080) == 0) /* shift by a register */
        return s;
    return first == 0xEEF1 && (second & 0xF000) == 0xF000; /* VMRS to the flags */
}

bool thumb_sets_flags(const uint8_t *bytes, unsigned size)
{
    unsigned first = bytes[0] | (unsigned)bytes[1] << 8;
    if (size < 4)
        return narrow_sets_flags(first);
    return wide_sets_flags(first, bytes[2] | (unsigned)bytes[3] << 8);
}
