#include "density/profile.h"

#include "base/utf8.h"
#include "page/page.h"
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
static uint32_t start_code(dana__filter filter, uint32_t text_length)
{
    if (filter == DANA__FILTER_3 && text_length > BARE_ANCHOR) {
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

static void filter_anchors(line_patch *patch, const dana_scan *scan, dana__filter filter)
{
    for (size_t i = 0; i < scan->anchor_count; i++) {
        const dana_anchor *anchor = &scan->anchors[i];
        size_t behind = end_tag_end(patch->source, anchor->end);

        replace_code(patch, anchor->start, anchor->start + anchor->start_length,
                     start_code(filter, anchor->text_length));
        if (filter == DANA__FILTER_3 && behind > anchor->end) {
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

static dana_status filtered_lines(dana_page *page, const dana_scan *scan, dana__filter filter,
                                  dana_profile *profile, dana_error *err)
{
    dana_error local;
    dana_error *why = err != NULL ? err : &local;
    size_t size = scan->line_count * sizeof(dana_line);
    dana_line *lines = dana_arena_alloc(page->arena, size, why);

    if (lines == NULL) {
        return why->status;
    }
    memcpy(lines, scan->lines, size);
    line_patch patch = {.source = page->source,
                        .lines = lines,
                        .count = scan->line_count,
                        .by_source_line = scan->options.lines == DANA_LINES_SOURCE};

    filter_anchors(&patch, scan, filter);
    profile->lines = lines;
    profile->line_count = drop_empty_lines(lines, scan->line_count);
    return DANA_OK;
}

static int32_t difference(const dana_line *line)
{
    return (int32_t)line->content - (int32_t)line->code;
}

/* Thesis, formula 4.6: diff_i = T1_i - T2_i. */
static void subtract_lines(const dana_line *lines, size_t count, int32_t *out)
{
    for (size_t i = 0; i < count; i++) {
        out[i] = difference(&lines[i]);
    }
}

/* Thesis, formula 4.2: diff_i is the sum of T1 - T2 over the lines i-1, i, i+1; a neighbour
 * outside the page counts 0. */
static void smooth_lines(const dana_line *lines, size_t count, int32_t *out)
{
    int32_t before = 0;
    int32_t here = count > 0 ? difference(&lines[0]) : 0;

    for (size_t i = 0; i < count; i++) {
        int32_t after = i + 1 < count ? difference(&lines[i + 1]) : 0;

        out[i] = before + here + after;
        before = here;
        here = after;
    }
}

dana_status dana__build_profile(dana_page *page, const dana_scan *scan, dana__filter filter,
                                bool smooth, dana_profile *out, dana_error *err)
{
    dana_error local;
    dana_error *why = err != NULL ? err : &local;

    *out = (dana_profile){.lines = scan->lines, .line_count = scan->line_count};
    if (filter >= DANA__FILTER_2 && scan->anchor_count > 0) {
        dana_status status = filtered_lines(page, scan, filter, out, why);

        if (status != DANA_OK) {
            return status;
        }
    }
    int32_t *smoothed = dana_arena_alloc(page->arena, out->line_count * sizeof(*smoothed), why);

    if (smoothed == NULL) {
        return why->status;
    }
    if (smooth) {
        smooth_lines(out->lines, out->line_count, smoothed);
    } else {
        subtract_lines(out->lines, out->line_count, smoothed);
    }
    out->smoothed = smoothed;
    return DANA_OK;
}
