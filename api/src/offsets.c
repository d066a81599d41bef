#include "offsets.h"

#include "dana/text.h"

#include <stdbool.h>

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

size_t api__source_line_at(api__line_cursor *cursor, size_t byte)
{
    const char *data = cursor->source.data;

    if (byte < cursor->byte) {
        cursor->byte = 0;
        cursor->line_ends = 0;
    }
    for (; cursor->byte < byte; cursor->byte++) {
        size_t i = cursor->byte;
        bool before_lf = i + 1 < cursor->source.length && data[i + 1] == '\n';

        cursor->line_ends += data[i] == '\n' || (data[i] == '\r' && !before_lf);
    }
    return cursor->line_ends + 1;
}
