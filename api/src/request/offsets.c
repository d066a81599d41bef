#include "request/offsets.h"

#include "dana/text.h"

#include <stdint.h>
#include <string.h>

/* Bytes whose line ends a byte counts. */
#define FEW ((size_t)192)
/* Bytes of a vector, those that are looked at together, and of a run in which no byte of a vector
 * counts more than it holds. */
#define BLOCK  ((size_t)16)
#define STRIDE ((size_t)4)
#define RUN    (UINT8_MAX / STRIDE * STRIDE * BLOCK)

/* GCC's vectors: SSE2, NEON, or plain words, as the machine has them. */
typedef uint8_t block __attribute__((vector_size(BLOCK)));

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

/* The same of any number of bytes. */
static size_t count_any(const char *data, size_t count)
{
    size_t ends = 0;

    for (; count >= FEW; count -= FEW, data += FEW) {
        ends += count_few(data, FEW);
    }
    return ends + count_few(data, count);
}

/* Counts LF in up to RUN bytes without CR: most pages have none. */
static size_t count_plain(const char *data, size_t count)
{
    block ends = {0};
    size_t sum = 0;

    for (; count >= STRIDE * BLOCK; count -= STRIDE * BLOCK, data += STRIDE * BLOCK) {
        block bytes[STRIDE];

        memcpy(bytes, data, sizeof(bytes));
        for (size_t k = 0; k < STRIDE; k++) {
            ends -= (block)(bytes[k] == '\n');
        }
    }
    for (size_t k = 0; k < BLOCK; k++) {
        sum += ends[k];
    }
    return sum + count_any(data, count);
}

/* Counts the line ends in [from, to), to < length or 0. */
static size_t count_line_ends(dana_view source, size_t from, size_t to)
{
    size_t ends = 0;

    while (from < to) {
        const char *data = source.data + from;
        size_t count = to - from < RUN ? to - from : RUN;

        ends += memchr(data, '\r', count) == NULL ? count_plain(data, count)
                                                  : count_any(data, count);
        from += count;
    }
    return ends;
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
