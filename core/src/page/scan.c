#include "page/scan.h"

#include "base/utf8.h"
#include "html/dropped.h"
#include "html/tokenizer.h"
#include "page/count.h"
#include "page/listener.h"
#include "page/page.h"

#include <string.h>

/* Code lengths of "<a>" and "</a>", and of both (thesis 4.6.1.3). */
#define BARE_START_TAG 3
#define BARE_END_TAG   4
#define BARE_ANCHOR    7

/* Longest tag name that a skeleton keeps: less than libxml2's own limit. */
#define MAX_SKETCHED_NAME 80

/* Source bytes per record, rarely fewer: measured on wcxb-dev. */
#define BYTES_PER_LINE   160
#define BYTES_PER_UNIT   160
#define BYTES_PER_ANCHOR 400

/* The state of one scan. Counts are kept in `line` until the line ends. */
typedef struct {
    dana_page *page;
    const char *base;
    const char *end;
    dana_scan *scan;
    dana_error *err;
    dana_line line;
    dana__line_state line_state;
    bool space;        /* white space lies behind the last text unit */
    bool block_border; /* a block-level tag lies behind the last text unit */
    unsigned heading;  /* 1 to 6 inside a heading */
    bool in_anchor;
    size_t anchor_line;    /* index of the line on which the open anchor began */
    const char *poll_at;   /* where to ask next whether to go on */
    size_t nodes;          /* tags, texts and comments so far */
    dana__nesting nesting; /* how far dropped elements nest */
    const dana__listener *listener;
} scanner;

static uint32_t offset_of(const scanner *s, const char *p)
{
    return (uint32_t)(p - s->base);
}

/* Makes room in a buffer; a listener gives its own up before the page is refused. */
static dana_status reserve(scanner *s, dana_buffer *buffer, size_t count)
{
    dana_status status = dana_buffer_reserve(s->page->arena, buffer, count, s->err);

    if (status == DANA_TOO_COMPLEX && s->listener != NULL) {
        s->listener->yield(s->listener->state);
        s->listener = NULL;
        status = dana_buffer_reserve(s->page->arena, buffer, count, s->err);
    }
    return status;
}

static void *push(scanner *s, dana_buffer *buffer)
{
    if (buffer->length == buffer->capacity && reserve(s, buffer, 1) != DANA_OK) {
        return NULL;
    }
    return (char *)buffer->data + buffer->element_size * buffer->length++;
}

static dana_status last_error(const scanner *s)
{
    return s->err->status;
}

static dana_status over_limit(const scanner *s, size_t position, const char *name, size_t value)
{
    return dana_error_set_limit(s->err, DANA_TOO_COMPLEX, position, name, value,
                                "the page has more %s than the limit of %zu", name, value);
}

/* Keeps the current line if it holds anything. */
static dana_status end_line(scanner *s)
{
    if (s->line.content == 0 && s->line.code == 0) {
        return DANA_OK;
    }
    if (s->page->lines.length >= s->page->limits.max_lines) {
        return over_limit(s, s->line.start, "lines", s->page->limits.max_lines);
    }
    dana_line *line = push(s, &s->page->lines);

    if (line == NULL) {
        return last_error(s);
    }
    *line = s->line;
    return DANA_OK;
}

static dana_status start_line(scanner *s, const char *p)
{
    dana_status status = end_line(s);

    s->line = (dana_line){.start = offset_of(s, p)};
    s->line_state = (dana__line_state){false, false};
    return status;
}

/* Adds the code of a tag, or of a part of one that lies on one line. */
static void count_code(scanner *s, const char *p, const char *end)
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

/* Adds a tag's code to its line; with source lines, each line gets the part that lies on it. */
static dana_status add_code(scanner *s, const char *p, const char *end)
{
    if (s->scan->options.lines == DANA_LINES_SOURCE) {
        const char *newline = memchr(p, '\n', (size_t)(end - p));

        while (newline != NULL) {
            count_code(s, p, newline);
            p = newline + 1;
            dana_status status = start_line(s, p);

            if (status != DANA_OK) {
                return status;
            }
            newline = memchr(p, '\n', (size_t)(end - p));
        }
    }
    count_code(s, p, end);
    return DANA_OK;
}

/* LT counts an anchor's own text: a white-space run before its first character is not inside. */
static void count_anchor_text(scanner *s, const dana__text_count *count)
{
    dana_anchor *anchor = (dana_anchor *)s->page->anchors.data + (s->page->anchors.length - 1);
    uint32_t text = count->content + count->code;

    anchor->text_length += anchor->text_length == 0 && count->leading_space ? text - 1 : text;
}

/* Counts text that lies on one line and widens `seen` to its visible part. */
static void add_text_part(scanner *s, const char *p, const char *end, dana__text_count *seen)
{
    dana__text_count count;
    dana__line_state aside = s->line_state;
    bool dropped = s->in_anchor && s->scan->options.filter == DANA_FILTER_1;

    dana__count_text(p, end, &s->scan->options, dropped ? &aside : &s->line_state, &count);
    if (!dropped) {
        s->line.content += count.content;
        s->line.code += count.code;
    }
    if (s->listener != NULL) {
        s->listener->text(s->listener->state, &count);
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
    seen->behind = count.behind;
}

/* Appends to the page's skeleton, where one is wanted. */
static dana_status sketch(scanner *s, const char *text, size_t length)
{
    dana_buffer *skeleton = s->page->skeleton;

    if (skeleton == NULL) {
        return DANA_OK;
    }
    if (reserve(s, skeleton, length) != DANA_OK) {
        return last_error(s);
    }
    memcpy((char *)skeleton->data + skeleton->length, text, length);
    skeleton->length += length;
    return DANA_OK;
}

/* Names as libxml2 reads them too; any other stands in the skeleton as "unknown". */
static dana_view sketched_name(const dana__markup *tag)
{
    size_t length = tag->name.length;

    for (size_t i = 0; i < length; i++) {
        char c = tag->name_text[i];

        if (i >= MAX_SKETCHED_NAME || !((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                                        (c >= '0' && c <= '9') || c == '-' || c == '_')) {
            return (dana_view){"unknown", sizeof("unknown") - 1};
        }
    }
    return (dana_view){tag->name_text, length};
}

/* A tag of the skeleton: "<name>" or "</name>", whatever its attributes. */
static dana_status sketch_tag(scanner *s, const dana__markup *tag)
{
    if (s->page->skeleton == NULL) {
        return DANA_OK;
    }
    dana_view name = sketched_name(tag);
    dana_status status = sketch(s, "</", tag->kind == DANA__END_TAG ? 2 : 1);

    if (status == DANA_OK) {
        status = sketch(s, name.data, name.length);
    }
    return status == DANA_OK ? sketch(s, ">", 1) : status;
}

static dana_status add_unit(scanner *s, const char *text, const dana__text_count *seen)
{
    dana_unit *unit = push(s, &s->page->units);

    if (unit == NULL) {
        return last_error(s);
    }
    *unit = (dana_unit){
        .start = offset_of(s, seen->first),
        .length = (uint32_t)(seen->behind - seen->first) & DANA_SOURCE_MAX,
        .heading = s->heading & 7u,
        .space_before = s->space || seen->first > text,
        .break_before = s->block_border,
        .in_anchor = s->in_anchor,
        .has_reference = seen->has_reference,
    };
    s->space = false;
    s->block_border = false;
    return sketch(s, "x", 1);
}

/* A text node [p, end): one unit; with source lines its newlines end lines. */
static dana_status add_text(scanner *s, const char *p, const char *end)
{
    dana__text_count seen = {0};
    const char *text = p;

    if (s->scan->options.lines == DANA_LINES_SOURCE) {
        const char *newline = memchr(p, '\n', (size_t)(end - p));

        while (newline != NULL) {
            add_text_part(s, p, newline, &seen);
            p = newline + 1;
            dana_status status = start_line(s, p);

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
        s->space = seen.behind < end;
        return DANA_OK;
    }
    s->space |= p < end || text < p;
    return DANA_OK;
}

/* The line at an index: the current one is not among the lines yet. */
static dana_line *line_at(scanner *s, size_t index)
{
    return index < s->page->lines.length ? (dana_line *)s->page->lines.data + index : &s->line;
}

/* Filter 3 (thesis 4.6.1.3): the code of a start tag is 3 + max(0, LT - 7), so that an anchor's
 * code equals LT. deviation: the placeholder printed there is one character longer. */
static void patch_anchor(scanner *s, const dana_anchor *anchor)
{
    if (s->scan->options.filter == DANA_FILTER_3 && anchor->text_length > BARE_ANCHOR) {
        line_at(s, s->anchor_line)->code += anchor->text_length - BARE_ANCHOR;
    }
}

static void close_anchor(scanner *s, const char *p)
{
    if (s->in_anchor) {
        dana_anchor *anchor = (dana_anchor *)s->page->anchors.data + (s->page->anchors.length - 1);

        anchor->end = offset_of(s, p);
        patch_anchor(s, anchor);
        s->in_anchor = false;
    }
}

static dana_status open_anchor(scanner *s, const dana__markup *tag)
{
    close_anchor(s, tag->start);
    dana_anchor *anchor = push(s, &s->page->anchors);

    if (anchor == NULL) {
        return last_error(s);
    }
    *anchor = (dana_anchor){
        .start = offset_of(s, tag->start),
        .start_length = (uint32_t)(tag->end - tag->start),
    };
    s->in_anchor = true;
    s->anchor_line = s->page->lines.length;
    return DANA_OK;
}

static dana_span span_of(const scanner *s, const char *p, const char *end)
{
    return (dana_span){offset_of(s, p), offset_of(s, end)};
}

static bool is_empty_span(dana_span span)
{
    return span.start == span.end;
}

/* Passes raw text. Returns the position behind its end tag, *close is where that begins. */
static const char *pass_raw(scanner *s, const dana__markup *tag, const char **close)
{
    const char *behind;

    *close = dana__raw_text_end(tag->end, s->end, tag, &behind);
    if ((tag->flags & DANA__TITLE) != 0 && !s->scan->has_title) {
        s->scan->title = span_of(s, tag->end, *close);
        s->scan->has_title = true;
    }
    return behind;
}

/* Notes what a start tag means for the scan besides its code. */
static dana_status note_start_tag(scanner *s, const dana__markup *tag)
{
    if ((tag->flags & DANA__BLOCK) != 0) {
        s->block_border = true;
        s->heading = 0;
    }
    if ((tag->flags & DANA__HEADING) != 0) {
        s->heading = (unsigned)(tag->name_text[1] - '0');
    }
    if ((tag->flags & DANA__HTML) != 0 && is_empty_span(s->scan->html_tag)) {
        s->scan->html_tag = span_of(s, tag->start, tag->end);
    }
    if ((tag->flags & DANA__BODY) != 0 && is_empty_span(s->scan->body_tag)) {
        s->scan->body_tag = span_of(s, tag->start, tag->end);
    }
    return (tag->flags & DANA__ANCHOR) != 0 ? open_anchor(s, tag) : DANA_OK;
}

/* Filter 1 (thesis 4.6.1.1): anchors are not there, nor the markup inside them. */
static bool is_dropped(const scanner *s, const dana__markup *tag)
{
    return s->scan->options.filter == DANA_FILTER_1 &&
           (s->in_anchor || (tag->flags & DANA__ANCHOR) != 0);
}

static bool begins_line(const scanner *s, const dana__markup *tag)
{
    if (is_dropped(s, tag)) {
        return false;
    }
    return s->scan->options.lines == DANA_LINES_START ||
           (s->scan->options.lines == DANA_LINES_BLOCK && (tag->flags & DANA__BLOCK) != 0);
}

/* Filters 2 and 3: attributes count nothing; the tag belongs to the source line where it starts. */
static dana_status add_anchor_tag(scanner *s, const dana__markup *tag)
{
    s->line.code += tag->kind == DANA__START_TAG ? BARE_START_TAG : BARE_END_TAG;
    if (s->scan->options.lines != DANA_LINES_SOURCE) {
        return DANA_OK;
    }
    const char *newline = memrchr(tag->start, '\n', (size_t)(tag->end - tag->start));

    return newline != NULL ? start_line(s, newline + 1) : DANA_OK;
}

static bool is_normalised(const scanner *s, const dana__markup *tag)
{
    dana_filter filter = s->scan->options.filter;

    return (tag->flags & DANA__ANCHOR) != 0 &&
           (filter == DANA_FILTER_3 || (filter == DANA_FILTER_2 && tag->kind == DANA__START_TAG));
}

static dana_status add_tag(scanner *s, const dana__markup *tag)
{
    dana_status status = sketch_tag(s, tag);

    if (is_dropped(s, tag) || status != DANA_OK) {
        return status;
    }
    return is_normalised(s, tag) ? add_anchor_tag(s, tag) : add_code(s, tag->start, tag->end);
}

static bool is_kept(const scanner *s, const dana__markup *tag)
{
    return s->scan->options.keep_noscript && (tag->flags & DANA__NOSCRIPT) != 0;
}

static dana_status read_start_tag(scanner *s, dana__markup *tag)
{
    const char *behind = NULL;
    const char *raw_end = NULL;

    if ((tag->flags & DANA__RAW) != 0 && !is_kept(s, tag)) {
        behind = pass_raw(s, tag, &raw_end);
    } else if ((tag->flags & DANA__NESTED) != 0) {
        behind = dana__nested_end(&s->nesting, s->end, tag);
    }
    if (s->listener != NULL) {
        s->listener->start_tag(s->listener->state, tag, behind != NULL, raw_end);
    }
    if (behind != NULL) {
        /* Dropped before lines are counted: its newlines end no line either. */
        tag->end = behind;
        return DANA_OK;
    }
    dana_status status = begins_line(s, tag) ? start_line(s, tag->start) : DANA_OK;

    if (status == DANA_OK) {
        status = note_start_tag(s, tag);
    }
    return status == DANA_OK ? add_tag(s, tag) : status;
}

/* The end tag of a block element between two texts of one line acts as white space. */
static dana_status read_end_tag(scanner *s, const dana__markup *tag)
{
    if (s->listener != NULL) {
        s->listener->end_tag(s->listener->state, tag);
    }
    if ((tag->flags & DANA__BLOCK) != 0) {
        s->line_state.space = true;
        s->block_border = true;
        s->heading = 0;
    }
    if ((tag->flags & DANA__ANCHOR) != 0) {
        close_anchor(s, tag->start);
    }
    return add_tag(s, tag);
}

static dana_status read_markup(scanner *s, const char *p, const char **behind)
{
    dana__markup markup;
    dana_status status = DANA_OK;

    dana__read_markup(p, s->end, &markup);
    switch (markup.kind) {
    case DANA__START_TAG:
        status = read_start_tag(s, &markup);
        break;
    case DANA__END_TAG:
        status = read_end_tag(s, &markup);
        break;
    case DANA__COMMENT:
        break;
    case DANA__DOCTYPE:
    case DANA__CUT_TAG:
        status = add_code(s, markup.start, markup.end);
        break;
    }
    *behind = markup.end;
    return status;
}

/* Reserves what an ordinary page needs, so that few pages grow their buffers. */
static dana_status reserve_buffers(scanner *s)
{
    dana_page *page = s->page;
    size_t length = page->source.length;
    dana_status status = reserve(s, &page->lines, length / BYTES_PER_LINE + 1);

    if (status == DANA_OK) {
        status = reserve(s, &page->units, length / BYTES_PER_UNIT + 1);
    }
    if (status == DANA_OK) {
        status = reserve(s, &page->anchors, length / BYTES_PER_ANCHOR + 1);
    }
    return status;
}

static dana_status poll_scan(scanner *s, const char *p)
{
    size_t left = (size_t)(s->end - p);

    s->poll_at = left > DANA__POLL_BYTES ? p + DANA__POLL_BYTES : s->end;
    if (s->nodes > s->page->limits.max_nodes) {
        return over_limit(s, offset_of(s, p), "nodes", s->page->limits.max_nodes);
    }
    return dana__poll(s->page, s->err);
}

static dana_status read_source(scanner *s)
{
    const char *p = s->base;
    dana_status status = reserve_buffers(s);

    while (p < s->end && status == DANA_OK) {
        if (p >= s->poll_at) {
            status = poll_scan(s, p);
            continue;
        }
        const char *markup = dana__find_markup(p, s->end);

        if (markup > p) {
            s->nodes++;
            status = add_text(s, p, markup);
        }
        p = markup;
        if (status == DANA_OK && p < s->end) {
            s->nodes++;
            status = read_markup(s, p, &p);
        }
    }
    close_anchor(s, s->end);
    if (status == DANA_OK) {
        status = poll_scan(s, s->end);
    }
    if (status == DANA_OK) {
        status = end_line(s);
    }
    if (status == DANA_OK && s->listener != NULL) {
        s->listener->finish(s->listener->state);
    }
    return status;
}

dana_status dana__scan_source(dana_page *page, dana_scan *scan, dana_error *err)
{
    scanner s = {.page = page,
                 .base = page->source.data,
                 .end = page->source.data + page->source.length,
                 .scan = scan,
                 .err = err,
                 .poll_at = page->source.data,
                 .listener = page->listener};

    return read_source(&s);
}
