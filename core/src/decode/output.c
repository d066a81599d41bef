/* What all decoders write. */
#include "base/utf8.h"
#include "decode/encodings.h"

void dana__write_replacement(dana__output *out)
{
    out->length += dana__utf8_encode(DANA__REPLACEMENT_CHARACTER, out->data + out->length);
    out->replacements++;
}

void dana__write_character(uint32_t character, dana__output *out)
{
    if (character == 0) {
        dana__write_replacement(out);
        return;
    }
    out->length += dana__utf8_encode(character, out->data + out->length);
}

size_t dana__write_pair(uint32_t character, unsigned char trail, dana__output *out)
{
    if (character != 0) {
        dana__write_character(character, out);
        return 2;
    }
    dana__write_replacement(out);
    return trail < 0x80 ? 1 : 2;
}
