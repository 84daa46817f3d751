#include "insn.h"
bool decode_riscv(const uint8_t *bytes, size_t available, uint64_t address, struct insn *insn)
{
    (void)bytes;
    (void)available;
    (void)address;
    (void)insn;
    return false;
}
