#include "request/offsets.h"

#include "dana/text.h"

/* Bytes whose line ends a byte counts. */
#define FEW ((size_t)192)

static const char *const unit_names[] = {"utf8", "utf16", "codepoint"};

const char *api__offset_unit_name(size_t unit)
{
    return unit < sizeof(unit_names) / sizeof(unit_names[0]) ? unit_names[unit] : NULL;
}

size_t api__offset_at(api__offset_cursor *cursor, size_t byte)
{
    if (cursor->unit == API__UTF8) {
        return byte;
    }
    if (byte < cursor->byte) {
        cursor->byte = 0;
        cursor->value = 0;
    }
    dana_view between = {cursor->source.data + cursor->byte, byte - cursor->byte};

    cursor->value += cursor->unit == API__UTF16 ? dana_count_utf16(between)
                                                : dana_count_code_points(between);
    cursor->byte = byte;
    return cursor->value;
}

/* Counts LF, CRLF and CR in `count` bytes, of which there is one more. No branch, and a sum of
 * bytes, so that it is vectorised. */
static inline unsigned char count_few(const char *data, size_t count)
{
    unsigned char ends = 0;

    for (size_t i = 0; i < count; i++) {
        ends = (unsigned char)(ends +
                               ((data[i] == '\n') | ((data[i] == '\r') & (data[i + 1] != '\n'))));
    }
    return ends;
}

/* Does that for [from, to), to < length or 0. */
static size_t count_line_ends(dana_view source, size_t from, size_t to)
{
    size_t ends = 0;
    size_t i = from;

    for (; to - i >= FEW; i += FEW) {
        ends += count_few(source.data + i, FEW);
    }
    return ends + count_few(source.data + i, to - i);
}

size_t api__source_line_at(api__line_cursor *cursor, size_t byte)
{
    if (byte < cursor->byte) {
        cursor->byte = 0;
        cursor->line_ends = 0;
    }
    cursor->line_ends += count_line_ends(cursor->source, cursor->byte, byte);
    cursor->byte = byte;
    return cursor->line_ends + 1;
}
