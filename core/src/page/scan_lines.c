/*
 * The lines of a scan, what texts and tags add to them, the anchors, and the memory of all this and
 * of the tape.
 */
#include "base/ascii.h"
#include "base/bytes16.h"
#include "base/utf8.h"
#include "page/scanner.h"

#include <string.h>

/* Code length of "<a></a>" (thesis 4.6.1.3). */
#define BARE_ANCHOR 7

/* Source bytes for a record, at least: a page with more tags has no tape, as its other records need
 * the memory. Nineteen pages of twenty have more bytes a tag. */
#define BYTES_PER_RECORD 36

/* Records of a short page, and the most of a large one: 2 MiB. */
#define SPARE_RECORDS 16
#define MAX_RECORDS   ((size_t)1 << 18)

void dana__scan_start_tape(dana__scanner *s)
{
    dana_page *page = s->page;
    size_t records = page->source.length / BYTES_PER_RECORD + SPARE_RECORDS;

    records = records < MAX_RECORDS ? records : MAX_RECORDS;
    s->taper.is_full = true;
    if (s->pass.tape != NULL || dana_arena_left(page->arena) < page->source.length) {
        return;
    }
    page->tape.source = NULL;
    dana_buffer_release(page->arena, &page->taped);
    dana_buffer_release(page->arena, &page->quiet);
    if (dana_buffer_reserve(page->arena, &page->taped, records, NULL) == DANA_OK) {
        s->taper = (dana__taper){.source = page->source.data,
                                 .next = page->taped.data,
                                 .end = (dana__taped *)page->taped.data + records};
    }
}

void dana__scan_drop_tape(dana__scanner *s)
{
    dana_page *page = s->page;

    if (s->pass.tape == NULL) {
        s->taper.is_full = true;
        page->tape.source = NULL;
        dana_buffer_release(page->arena, &page->taped);
    }
}

void dana__scan_keep_tape(dana__scanner *s)
{
    dana_page *page = s->page;
    const dana__nesting *nesting = &s->pass.nesting;

    /* What a pass drops after an element that is never closed depends on where it began. */
    if (s->taper.is_full || nesting->distrust || nesting->unclosed_count > 0) {
        dana__scan_drop_tape(s);
        return;
    }
    page->taped.length = (size_t)(s->taper.next - (dana__taped *)page->taped.data);
    dana_buffer_trim(page->arena, &page->taped);
    page->tape = (dana__tape){.source = page->source.data,
                              .records = page->taped.data,
                              .count = page->taped.length,
                              .keep_noscript = s->scan->options.keep_noscript};
}

dana_status dana__scan_reserve(dana__scanner *s, dana_buffer *buffer, size_t count)
{
    dana_status status = dana_buffer_reserve(s->page->arena, buffer, count, s->err);

    if (status == DANA_TOO_COMPLEX && s->page->taped.capacity > 0) {
        dana__scan_drop_tape(s);
        status = dana_buffer_reserve(s->page->arena, buffer, count, s->err);
    }
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

/* LT counts an anchor's own text: a white-space run before its first character is not inside. */
static void count_anchor_text(dana__scanner *s, const dana__text_count *count)
{
    dana_anchor *anchor = (dana_anchor *)s->page->anchors.data + (s->page->anchors.length - 1);
    uint32_t text = count->content + count->code;

    anchor->text_length += anchor->text_length == 0 && count->leading_space ? text - 1 : text;
}

/* Whether text is left out of the line: filter 1 removes anchors with what is inside them. */
static inline bool drops_text(const dana__scanner *s)
{
    return s->in_anchor && s->removes_anchors;
}

/* Counts text that lies on one line and widens `seen` to its visible part. */
static void add_text_part(dana__scanner *s, const char *p, const char *end, dana__text_count *seen)
{
    dana__text_count count;
    dana__line_state aside = s->line_state;
    bool dropped = drops_text(s);

    dana__count_text(p, end, s->pass.end, &s->scan->options, dropped ? &aside : &s->line_state,
                     &count);
    if (!dropped) {
        s->line.content += count.content;
        s->line.code += count.code;
    }
    if (s->listener != NULL) {
        s->listener->text(s->listener->state, p, end, &count);
    }
    s->scan->has_rtl |= count.has_rtl;
    seen->has_reference |= count.has_reference;
    if (count.first == NULL) {
        return;
    }
    if (s->in_anchor) {
        count_anchor_text(s, &count);
    }
    if (seen->first == NULL) {
        seen->first = count.first;
    }
    seen->end = count.end;
}

/* Whether a text is another word than the one before it, though only tags lie between. */
static bool parts_words(const dana__scanner *s, const dana__text_count *seen)
{
    size_t count = s->page->units.length;

    /* The unit itself is among the units already. */
    return count > 1 && !s->block_border && s->code == 0 && s->open.whole.key != DANA__PRE_KEY &&
           dana__scan_parts_words(s, (const dana_unit *)s->page->units.data + count - 2,
                                  (dana_view){seen->first, (size_t)(seen->end - seen->first)});
}

static dana_status add_unit(dana__scanner *s, const char *text, const dana__text_count *seen)
{
    dana_unit *unit = dana__scan_append(s, &s->page->units);

    if (unit == NULL) {
        return s->err->status;
    }
    *unit = (dana_unit){
        .start = dana__scan_offset(s, seen->first),
        .length = (uint32_t)(seen->end - seen->first) & DANA_SOURCE_MAX,
        .heading = s->heading & 7u,
        .space_before = s->space || seen->first > text || parts_words(s, seen),
        .break_before = s->block_border,
        .in_anchor = s->in_anchor,
        .has_reference = seen->has_reference,
    };
    s->space = false;
    s->block_border = false;
    return DANA_OK;
}

/* Whether a text is white space alone, as those between the tags of lines in the source are. */
static inline bool is_blank(const dana__scanner *s, const dana__markup *token)
{
    return token->is_blank ||
           (s->pass.tape != NULL && dana__is_blank_text(token->start, token->end, s->pass.end));
}

dana_status dana__scan_add_text(dana__scanner *s, const dana__markup *token)
{
    bool has_lines = s->has_source_lines;
    const char *p = token->start;
    const char *text = p;
    const char *end = token->end;

    if (!has_lines && is_blank(s, token)) {
        dana__scan_add_space(s, token);
        return DANA_OK;
    }
    dana__text_count seen = {0};

    if (has_lines) {
        const char *newline = memchr(p, '\n', (size_t)(end - p));

        while (newline != NULL) {
            add_text_part(s, p, newline, &seen);
            p = newline + 1;
            dana_status status = dana__scan_start_line(s, p);

            if (status != DANA_OK) {
                return status;
            }
            newline = memchr(p, '\n', (size_t)(end - p));
        }
    }
    add_text_part(s, p, end, &seen);
    if (seen.first != NULL) {
        dana_status status = add_unit(s, text, &seen);

        if (status != DANA_OK) {
            return status;
        }
        s->space = seen.end < end;
        return DANA_OK;
    }
    s->space |= p < end || text < p;
    return DANA_OK;
}
