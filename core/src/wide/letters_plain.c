#include "base/bytes16.h"
#include "wide/letters.h"

dana__letters dana__letters_plain(const char *p, size_t size)
{
    dana__letters out = {0, 0, 0};

    for (size_t at = 0; at < size; at += DANA__STEP) {
        dana__bytes16 bytes = dana__load16(p + at);
        dana__bytes16 letters = (dana__bytes16)((bytes | 0x20) - 'a' < 26) |
                                (dana__bytes16)(bytes - '0' < 10);
        dana__bytes16 deleted = dana__equal16(bytes, '\'') | dana__equal16(bytes, '"') |
                                dana__equal16(bytes, ',') | dana__equal16(bytes, ':');

        out.letters |= (uint64_t)dana__bits16(letters) << at;
        out.deleted |= (uint64_t)dana__bits16(deleted) << at;
        out.special |= (uint64_t)dana__bits16(bytes | dana__equal16(bytes, '&')) << at;
    }
    uint64_t known = size < DANA__LETTERS_MOST ? (UINT64_C(1) << size) - 1 : UINT64_MAX;

    out.letters &= known;
    out.deleted &= known;
    out.special &= known;
    return out;
}
