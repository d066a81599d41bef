#include "decode/encodings.h"

#include <string.h>

#define EUC_KR_LEADS  126
#define EUC_KR_TRAILS 190

static const char16_t euc_kr[EUC_KR_LEADS][EUC_KR_TRAILS + 1] = {
#include "decode/euc_kr_table.inc"
};

/* euc-kr (WHATWG Encoding 13.1). */
static size_t read_euc_kr(const unsigned char *p, size_t left, dana__output *out)
{
    uint32_t character = 0;

    if (p[0] < 0x81 || p[0] > 0xFE || left < 2) {
        dana__write_replacement(out);
        return 1;
    }
    if (p[1] >= 0x41 && p[1] <= 0xFE) {
        character = euc_kr[p[0] - 0x81][p[1] - 0x41];
    }
    return dana__write_pair(character, p[1], out);
}

static dana__reader *reader_of(dana__encoding encoding)
{
    switch (encoding) {
    case DANA__BIG5:
        return dana__read_big5;
    case DANA__EUC_JP:
        return dana__read_euc_jp;
    case DANA__SHIFT_JIS:
        return dana__read_shift_jis;
    case DANA__EUC_KR:
        return read_euc_kr;
    default:
        return dana__read_gb18030; /* of gbk, too: WHATWG Encoding 10.1 */
    }
}

void dana__decode_multi_byte(const char *bytes, size_t length, dana__encoding encoding,
                             dana__output *out)
{
    dana__reader *read = reader_of(encoding);
    const unsigned char *p = (const unsigned char *)bytes;
    const unsigned char *end = p + length;

    while (p < end) {
        const unsigned char *ascii = p;

        while (p < end && *p < 0x80) {
            p++;
        }
        memcpy(out->data + out->length, ascii, (size_t)(p - ascii));
        out->length += (size_t)(p - ascii);
        while (p < end && *p >= 0x80) {
            p += read(p, (size_t)(end - p), out);
        }
    }
}
