/*
 * The lines of a scan, the code that tags add to them, and the anchors.
 */
#include "base/utf8.h"
#include "page/scanner.h"

#include <string.h>

/* Code length of "<a></a>" (thesis 4.6.1.3). */
#define BARE_ANCHOR 7

dana_status dana__scan_reserve(dana__scanner *s, dana_buffer *buffer, size_t count)
{
    dana_status status = dana_buffer_reserve(s->page->arena, buffer, count, s->err);

    if (status == DANA_TOO_COMPLEX && s->listener != NULL && s->listener->yield != NULL) {
        s->listener->yield(s->listener->state);
        s->listener = NULL;
        status = dana_buffer_reserve(s->page->arena, buffer, count, s->err);
    }
    return status;
}

void *dana__scan_append(dana__scanner *s, dana_buffer *buffer)
{
    if (buffer->length == buffer->capacity && dana__scan_reserve(s, buffer, 1) != DANA_OK) {
        return NULL;
    }
    return (char *)buffer->data + buffer->element_size * buffer->length++;
}

dana_status dana__scan_end_line(dana__scanner *s)
{
    if (s->line.content == 0 && s->line.code == 0) {
        return DANA_OK;
    }
    if (s->page->lines.length >= s->page->limits.max_lines) {
        return dana_error_set_limit(
            s->err, DANA_TOO_COMPLEX, s->line.start, "lines", s->page->limits.max_lines,
            "the page has more lines than the limit of %zu", s->page->limits.max_lines);
    }
    dana_line *line = dana__scan_append(s, &s->page->lines);

    if (line == NULL) {
        return s->err->status;
    }
    *line = s->line;
    return DANA_OK;
}

dana_status dana__scan_start_line(dana__scanner *s, const char *p)
{
    dana_status status = dana__scan_end_line(s);

    s->line = (dana_line){.start = dana__scan_offset(s, p)};
    s->line_state = (dana__line_state){false, false};
    return status;
}

/* Adds the code of a tag, or of a part of one that lies on one line. */
static void count_code(dana__scanner *s, const char *p, const char *end)
{
    const dana_scan_options *options = &s->scan->options;
    uint32_t length = (uint32_t)(end - p);
    uint32_t characters = (uint32_t)dana__utf8_count(p, length);

    if (options->count == DANA_COUNT_CHARACTERS) {
        s->line.code += characters;
        return;
    }
    if (!options->tag_bytes_literal || characters == length) {
        /* deviation from thesis 4.3.2: every byte of a tag is code, since tags written in other
         * scripts than Latin are common today. */
        s->line.code += length;
        return;
    }
    for (; p < end; p++) {
        if ((unsigned char)*p >= 0x80) {
            s->line.content++;
        } else {
            s->line.code++;
        }
    }
}

dana_status dana__scan_add_code(dana__scanner *s, const char *p, const char *end)
{
    if (s->scan->options.lines == DANA_LINES_SOURCE) {
        const char *newline = memchr(p, '\n', (size_t)(end - p));

        while (newline != NULL) {
            count_code(s, p, newline);
            p = newline + 1;
            dana_status status = dana__scan_start_line(s, p);

            if (status != DANA_OK) {
                return status;
            }
            newline = memchr(p, '\n', (size_t)(end - p));
        }
    }
    count_code(s, p, end);
    return DANA_OK;
}

/* The line at an index: the current one is not among the lines yet. */
static dana_line *line_at(dana__scanner *s, size_t index)
{
    return index < s->page->lines.length ? (dana_line *)s->page->lines.data + index : &s->line;
}

/* Filter 3 (thesis 4.6.1.3): the code of a start tag is 3 + max(0, LT - 7), so that an anchor's
 * code equals LT. deviation: the placeholder printed there is one character longer. */
static void patch_anchor(dana__scanner *s, const dana_anchor *anchor)
{
    if (s->scan->options.filter == DANA_FILTER_3 && anchor->text_length > BARE_ANCHOR) {
        line_at(s, s->anchor_line)->code += anchor->text_length - BARE_ANCHOR;
    }
}

void dana__scan_close_anchor(dana__scanner *s, const char *p)
{
    if (s->in_anchor) {
        dana_anchor *anchor = (dana_anchor *)s->page->anchors.data + (s->page->anchors.length - 1);

        anchor->end = dana__scan_offset(s, p);
        patch_anchor(s, anchor);
        s->in_anchor = false;
    }
}

dana_status dana__scan_open_anchor(dana__scanner *s, const dana__markup *tag)
{
    dana__scan_close_anchor(s, tag->start);
    dana_anchor *anchor = dana__scan_append(s, &s->page->anchors);

    if (anchor == NULL) {
        return s->err->status;
    }
    *anchor = (dana_anchor){
        .start = dana__scan_offset(s, tag->start),
        .start_length = (uint32_t)(tag->end - tag->start),
    };
    s->in_anchor = true;
    s->anchor_line = s->page->lines.length;
    return DANA_OK;
}
