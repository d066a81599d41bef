#include "page/scan.h"

#include "base/ascii.h"
#include "math/formula.h"
#include "math/sign.h"
#include "page/scanner.h"
#include "wide/fastest.h"

#include <string.h>

/* Code lengths of "<a>" and "</a>" (thesis 4.6.1.3). */
#define BARE_START_TAG 3
#define BARE_END_TAG   4

#define LINK_KEY       DANA__NAME_KEY('l', 'i', 'n', 'k')
#define IMAGE_KEY      DANA__NAME_KEY('i', 'm', 'g')
#define BASE_KEY       DANA__NAME_KEY('b', 'a', 's', 'e')
#define KBD_KEY        DANA__NAME_KEY('k', 'b', 'd')
#define Q_KEY          DANA__NAME_KEY('q')

/* Source bytes per record, rarely fewer: measured on wcxb-dev. */
#define BYTES_PER_LINE   160
#define BYTES_PER_UNIT   160
#define BYTES_PER_ANCHOR 400

static dana_span span_of(const dana__scanner *s, const char *p, const char *end)
{
    return (dana_span){dana__scan_offset(s, p), dana__scan_offset(s, end)};
}

static bool is_empty_span(dana_span span)
{
    return span.start == span.end;
}

/* Notes what a dropped element says: the title is one, and the script of a formula. */
static void note_dropped(dana__scanner *s, const dana__markup *tag)
{
    dana__formula formula;
    size_t unused = 0;

    if ((tag->flags & DANA__TITLE) != 0 && !s->scan->has_title) {
        s->scan->title = span_of(s, tag->end, s->pass.raw_end);
        s->scan->has_title = true;
    }
    if ((tag->flags & DANA__SCRIPT) != 0) {
        s->page->has_script = true;
        s->page->has_rewritten |= dana__find_formula(tag, s->pass.end, s->pass.raw_end, &unused,
                                                     &formula) != NULL;
    }
}

/* Whether "tex" stands in a tag; an x is rare in one. */
static bool mentions_tex(const dana__markup *tag)
{
    const char *p = tag->name_text + tag->name.length;

    for (p = memchr(p, 'x', (size_t)(tag->end - p)); p != NULL;
         p = memchr(p + 1, 'x', (size_t)(tag->end - p - 1))) {
        if (p[-1] == 'e' && p[-2] == 't') {
            return true;
        }
    }
    return false;
}

/* Whether a picture is one of a formula. */
static bool is_formula(const dana__scanner *s, const dana__markup *tag)
{
    dana__formula formula;
    size_t unused = 0;

    return mentions_tex(tag) &&
           dana__find_formula(tag, s->pass.end, NULL, &unused, &formula) != NULL;
}

/* Whether a picture stands for characters. */
static bool is_sign(const dana__markup *tag)
{
    dana_view text;

    return tag->name.length == 3 && dana__is_sign(dana__between(tag->start, tag->end), &text);
}

/* Whether an element is code inside a line: its pieces are no words that stand apart. */
static bool is_inline_code(const dana__markup *tag)
{
    switch (tag->flags == 0 ? tag->name.key : 0) {
    case DANA__NAME_KEY('c', 'o', 'd', 'e'):
    case KBD_KEY:
    case DANA__NAME_KEY('s', 'a', 'm', 'p'):
    case DANA__NAME_KEY('t', 't'):
        return true;
    default:
        return false;
    }
}

/* Whether an element begins a key right behind another one, in no listing: two keys are two words.
 */
static bool is_next_key(const dana__scanner *s, const dana__markup *tag)
{
    return tag->name.key == KBD_KEY && s->keys_end == s->page->units.length + 1 &&
           s->open.whole.key != DANA__PRE_KEY;
}

/* Notes the start tag of an element without properties. */
static void note_other_tag(dana__scanner *s, const dana__markup *tag)
{
    if (is_inline_code(tag)) {
        s->code++;
        s->space |= is_next_key(s, tag);
        dana__scan_open_code(s, tag);
    } else if (tag->name.key == LINK_KEY || tag->name.key == BASE_KEY) {
        s->page->url_tags_end = dana__scan_offset(s, tag->end);
    } else if (tag->name.key == Q_KEY) {
        s->page->has_rewritten = true;
    } else if (tag->name.key == IMAGE_KEY) {
        s->page->has_rewritten |= is_formula(s, tag) || is_sign(tag);
    }
}

/* Notes the start tag of a block. */
static void note_block(dana__scanner *s, const dana__markup *tag)
{
    s->block_border = true;
    s->heading = (tag->flags & DANA__HEADING) != 0 ? (unsigned)(tag->name_text[1] - '0') : 0;
    s->code = 0;
    s->page->has_table |= dana__kind_of(tag->flags) == DANA__KIND_TABLE;
    if ((tag->flags & DANA__HTML) != 0 && is_empty_span(s->scan->html_tag)) {
        s->scan->html_tag = span_of(s, tag->start, tag->end);
    }
    if ((tag->flags & DANA__BODY) != 0 && is_empty_span(s->scan->body_tag)) {
        s->scan->body_tag = span_of(s, tag->start, tag->end);
    }
}

/* Notes what a start tag means for the scan besides its code. */
static dana_status note_start_tag(dana__scanner *s, const dana__markup *tag)
{
    if (tag->flags == 0) {
        note_other_tag(s, tag);
        return DANA_OK;
    }
    if ((tag->flags & DANA__BLOCK) != 0) {
        note_block(s, tag);
    }
    if ((tag->flags & DANA__REWRITTEN) != 0) {
        s->page->has_rewritten = true;
    }
    return (tag->flags & DANA__ANCHOR) != 0 ? dana__scan_open_anchor(s, tag) : DANA_OK;
}

/* Filter 1 (thesis 4.6.1.1): anchors are not there, nor the markup inside them. */
static bool is_dropped(const dana__scanner *s, const dana__markup *tag)
{
    return s->removes_anchors && (s->in_anchor || (tag->flags & DANA__ANCHOR) != 0);
}

static bool begins_line(const dana__scanner *s, const dana__markup *tag)
{
    return (s->all_begin_lines || (tag->flags & s->begins_lines) != 0) && !is_dropped(s, tag);
}

/* Filters 2 and 3: attributes count nothing; the tag belongs to the source line where it starts. */
static dana_status add_anchor_tag(dana__scanner *s, const dana__markup *tag)
{
    s->line.code += tag->kind == DANA__START_TAG ? BARE_START_TAG : BARE_END_TAG;
    if (s->scan->options.lines != DANA_LINES_SOURCE) {
        return DANA_OK;
    }
    const char *newline = memrchr(tag->start, '\n', (size_t)(tag->end - tag->start));

    return newline != NULL ? dana__scan_start_line(s, newline + 1) : DANA_OK;
}

static bool is_normalised(const dana__scanner *s, const dana__markup *tag)
{
    dana_filter filter = s->scan->options.filter;

    return filter == DANA_FILTER_3 || (filter == DANA_FILTER_2 && tag->kind == DANA__START_TAG);
}

/* Whether a tag is known to be of ASCII alone, as most are: as many characters as bytes. */
static bool is_ascii(const dana__markup *tag)
{
    return (tag->seen & DANA__SEEN_ASCII) != 0 && tag->name.length <= sizeof(tag->name.key) &&
           (tag->name.key & UINT64_C(0x8080808080808080)) == 0;
}

static dana_status add_tag(dana__scanner *s, const dana__markup *tag)
{
    if (is_dropped(s, tag)) {
        return DANA_OK;
    }
    if ((tag->flags & DANA__ANCHOR) != 0 && is_normalised(s, tag)) {
        return add_anchor_tag(s, tag);
    }
    if (is_ascii(tag) && (!s->has_source_lines || tag->is_bare)) {
        s->line.code += (uint32_t)(tag->end - tag->start);
        return DANA_OK;
    }
    return dana__scan_add_code(s, tag->start, tag->end);
}

/* Notes what a block's tag means for the layouts. */
static dana_status note_layout(dana__scanner *s, const dana__markup *tag)
{
    if ((tag->flags & DANA__LAYOUT) == 0) {
        return s->open.whole.key != 0 || s->open.table_count > 0 ? dana__scan_pass_block(s, tag)
                                                                 : DANA_OK;
    }
    if (tag->kind == DANA__END_TAG) {
        return dana__scan_close_layout(s, tag);
    }
    dana__scan_open_layout(s, tag);
    return DANA_OK;
}

static dana_status read_start_tag(dana__scanner *s, const dana__markup *tag)
{
    if (s->listener != NULL) {
        s->page->is_plain_tag = false;
        s->listener->start_tag(s->listener->state, tag, s->pass.dropped, s->pass.raw_end);
        if (!s->taper.is_full) {
            /* Without a branch: which tag is plain is hard to predict. */
            s->taper.next[-1].bits |= (uint8_t)(DANA__TAPE_PLAIN * s->page->is_plain_tag);
        }
    }
    if (s->pass.dropped) {
        /* Dropped before lines are counted: its newlines end no line either. */
        note_dropped(s, tag);
        return DANA_OK;
    }
    dana_status status = begins_line(s, tag) ? dana__scan_start_line(s, tag->start) : DANA_OK;

    s->page->has_long_tag |= tag->end - tag->start >= DANA__LONG_TAG;
    if (status == DANA_OK) {
        status = note_start_tag(s, tag);
    }
    if (status == DANA_OK && (tag->flags & DANA__BLOCK) != 0) {
        status = note_layout(s, tag);
    }
    return status;
}

/* The end tag of a block element between two texts of one line acts as white space. */
static dana_status read_end_tag(dana__scanner *s, const dana__markup *tag)
{
    if (s->listener != NULL) {
        s->listener->end_tag(s->listener->state, tag);
    }
    if ((tag->flags & DANA__BLOCK) != 0) {
        s->line_state.space = true;
        s->block_border = true;
        s->heading = 0;
        dana_status status = note_layout(s, tag);

        if (status != DANA_OK) {
            return status;
        }
    }
    if ((tag->flags & DANA__ANCHOR) != 0) {
        dana__scan_close_anchor(s, tag->start);
    }
    if (is_inline_code(tag)) {
        s->code -= s->code > 0;
        s->keys_end = tag->name.key == KBD_KEY ? s->page->units.length + 1 : s->keys_end;
        return dana__scan_close_code(s, tag);
    }
    return DANA_OK;
}

static dana_status read_token(dana__scanner *s, const dana__markup *token)
{
    dana_status status;

    /* A switch would be a jump through a table, which is predicted worse. */
    if (token->kind == DANA__TEXT) {
        if (token->is_blank && !s->has_source_lines) {
            dana__scan_add_space(s, token);
            return DANA_OK;
        }
        return dana__scan_add_text(s, token);
    }
    dana__scan_tape(s, token);
    if (token->kind == DANA__START_TAG) {
        status = read_start_tag(s, token);
    } else if (token->kind == DANA__END_TAG) {
        status = read_end_tag(s, token);
    } else {
        return token->kind != DANA__COMMENT ? dana__scan_add_code(s, token->start, token->end)
                                            : DANA_OK;
    }
    return status == DANA_OK && !s->pass.dropped ? add_tag(s, token) : status;
}

/* Reserves what an ordinary page needs, so that few pages grow their buffers. */
static dana_status reserve_buffers(dana__scanner *s)
{
    dana_page *page = s->page;
    size_t length = page->source.length;
    dana_status status = dana__scan_reserve(s, &page->lines, length / BYTES_PER_LINE + 1);

    if (status == DANA_OK) {
        status = dana__scan_reserve(s, &page->units, length / BYTES_PER_UNIT + 1);
    }
    if (status == DANA_OK) {
        status = dana__scan_reserve(s, &page->anchors, length / BYTES_PER_ANCHOR + 1);
    }
    return status;
}

static dana_status read_source(dana__scanner *s)
{
    dana_status status = reserve_buffers(s);
    dana__markup token;

    dana__scan_start_tape(s);
    while (status == DANA_OK && dana__next_token(&s->pass, &token)) {
        status = read_token(s, &token);
    }
    dana__scan_close_anchor(s, s->pass.end);
    if (status == DANA_OK) {
        status = dana__pass_check(&s->pass);
    }
    if (status == DANA_OK) {
        status = dana__scan_end_layouts(s);
    }
    if (status == DANA_OK) {
        status = dana__scan_end_line(s);
    }
    if (status == DANA_OK) {
        dana__scan_keep_tape(s);
    } else {
        dana__scan_drop_tape(s);
    }
    if (status == DANA_OK && s->listener != NULL) {
        status = s->listener->finish(s->listener->state);
    }
    return status;
}

dana_status dana__scan_source(dana_page *page, dana_scan *scan, dana_error *err)
{
    const dana_scan_options *options = &scan->options;
    dana__scanner s = {
        .page = page,
        .scan = scan,
        .err = err,
        .listener = page->listener,
        .removes_anchors = options->filter == DANA_FILTER_1,
        .has_source_lines = options->lines == DANA_LINES_SOURCE,
        .all_begin_lines = options->lines == DANA_LINES_START,
        .begins_lines = options->lines == DANA_LINES_BLOCK ? (unsigned)DANA__BLOCK : 0,
    };

    dana__pass_start(&s.pass, page, scan->options.keep_noscript, err);
    s.pass.max_tokens = page->limits.max_nodes;
    s.pass.is_noted = s.listener != NULL;
    s.pass.tag_end = dana__choose_tag_end(s.pass.is_noted);
    return read_source(&s);
}
