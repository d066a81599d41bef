#include "page/filter.h"

#include "base/utf8.h"
#include "page/tokenizer.h"

#include <string.h>

/* Code length of "<a>", of "</a>", and of the attribute part that Filter 3 leaves away. */
#define BARE_START_TAG 3
#define BARE_END_TAG   4
#define BARE_ANCHOR    7

/* A cursor over lines that are patched in the order of the source. */
typedef struct {
    dana_view source;
    dana_line *lines;
    size_t count;
    size_t current;
    bool by_source_line;
} line_patch;

static dana_line *line_of(line_patch *patch, size_t offset)
{
    while (patch->current + 1 < patch->count && patch->lines[patch->current + 1].start <= offset) {
        patch->current++;
    }
    return &patch->lines[patch->current];
}

static uint32_t code_of(const line_patch *patch, size_t start, size_t end)
{
    return (uint32_t)dana__utf8_count(patch->source.data + start, end - start);
}

/* Takes a tag's code [start, end) off its line, or its lines, and puts `code` on the first. */
static void replace_code(line_patch *patch, size_t start, size_t end, uint32_t code)
{
    dana_line *first = line_of(patch, start);
    const char *data = patch->source.data;

    while (patch->by_source_line) {
        const char *newline = memchr(data + start, '\n', end - start);

        if (newline == NULL) {
            break;
        }
        size_t line_end = (size_t)(newline - data);

        if (line_end > start) {
            line_of(patch, start)->code -= code_of(patch, start, line_end);
        }
        start = line_end + 1;
    }
    if (end > start) {
        line_of(patch, start)->code -= code_of(patch, start, end);
    }
    first->code += code;
}

/* Code of a start tag under Filter 2 (4.6.1.2) and Filter 3 (4.6.1.3): with Filter 3 the code of
 * an anchor equals LT. deviation: the placeholder printed there is one character longer. */
static uint32_t start_code(dana_filter filter, uint32_t text_length)
{
    if (filter == DANA_FILTER_3 && text_length > BARE_ANCHOR) {
        return BARE_START_TAG + text_length - BARE_ANCHOR;
    }
    return BARE_START_TAG;
}

/* Returns the offset behind the end tag at offset `end`, or `end` where the anchor has none. */
static size_t end_tag_end(dana_view source, size_t end)
{
    dana__markup markup;

    if (end >= source.length || source.data[end + 1] != '/') {
        return end;
    }
    dana__read_markup(source.data + end, source.data + source.length, &markup);
    return (size_t)(markup.end - source.data);
}

static void filter_anchors(line_patch *patch, const dana_scan *scan, dana_filter filter)
{
    for (size_t i = 0; i < scan->anchor_count; i++) {
        const dana_anchor *anchor = &scan->anchors[i];
        size_t behind = end_tag_end(patch->source, anchor->end);

        replace_code(patch, anchor->start, anchor->start + anchor->start_length,
                     start_code(filter, anchor->text_length));
        if (filter == DANA_FILTER_3 && behind > anchor->end) {
            replace_code(patch, anchor->end, behind, BARE_END_TAG);
        }
    }
}

static size_t drop_empty_lines(dana_line *lines, size_t count)
{
    size_t kept = 0;

    for (size_t i = 0; i < count; i++) {
        if (lines[i].content != 0 || lines[i].code != 0) {
            lines[kept++] = lines[i];
        }
    }
    return kept;
}

void dana__filter_lines(const dana_page *page, dana_scan *scan, dana_line *lines)
{
    line_patch patch = {.source = page->source,
                        .lines = lines,
                        .count = scan->line_count,
                        .by_source_line = scan->options.lines == DANA_LINES_SOURCE};

    if (scan->options.filter >= DANA_FILTER_2) {
        filter_anchors(&patch, scan, scan->options.filter);
        scan->line_count = drop_empty_lines(lines, scan->line_count);
    }
}
