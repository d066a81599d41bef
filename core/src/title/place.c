/*
 * Where the headline of a page stands in its content, so that a document shows it once.
 */
#include "dana/headline.h"

#include "base/ascii.h"
#include "base/error.h"
#include "dana/text.h"
#include "data/data.h"
#include "page/page.h"
#include "text/selected_text.h"
#include "text/span_sets.h"
#include "title/heading_words.h"
#include "title/issue_number.h"

/* The headline is looked for among so many blocks at the beginning of the content, and so many
 * bytes of their text. */
#define BLOCKS_MAX 24
#define BYTES_MAX  4000

/* A copy stands at most so many blocks from the headline: a date, an author between them. */
#define NEAR_BLOCKS 3

/* Bytes of a text that is more than a date and an author. */
#define TEXT_LEAST 80

/* Bytes before a text in which the tag of an h1 around it is looked for. */
#define BEFORE_MOST 768

/* Bytes between the lines of one heading, and its lines. */
#define GAP_MOST   512
#define LINES_MOST 6

/* A run of selected texts without a border of a block between them. */
typedef struct {
    dana_span span;
    unsigned heading;
    bool in_anchor;
} block;

/* Finds the block that begins with the selected text *unit, and moves it after the block. Returns
 * false at the end of the content. */
static bool next_block(const dana_result *result, size_t *unit, block *out)
{
    const dana_scan *scan = result->scan;
    bool found = false;

    for (; *unit < scan->unit_count; ++*unit) {
        const dana_unit *here = &scan->units[*unit];
        uint32_t end = here->start + here->length;

        if (found && here->break_before) {
            return true;
        }
        if (!dana__is_selected(&result->selection, here->start, end)) {
            continue;
        }
        if (!found) {
            *out = (block){{here->start, end}, here->heading, here->in_anchor};
            found = true;
        }
        out->span.end = end;
    }
    return found;
}

/* Whether a block goes on with the heading that ends at an offset so far: no heading ends between
 * them. The scan has br as the end of one. */
static bool is_next_line(const dana_page *page, size_t end, const block *next)
{
    const char *gap = page->source.data + end;
    size_t length = next->span.start - end;

    return length <= GAP_MOST && memmem(gap, length, "</h", 3) == NULL &&
           memmem(gap, length, "</H", 3) == NULL;
}

/* Finds the block at *unit as next_block does; a heading with all of its lines. */
static bool next_heading(const dana_page *page, const dana_result *result, size_t *unit, block *out)
{
    bool found = next_block(result, unit, out);
    size_t after = *unit;

    for (int i = 1; found && out->heading > 0 && i < LINES_MOST; i++) {
        block next;

        if (!next_block(result, &after, &next) || !is_next_line(page, out->span.end, &next)) {
            break;
        }
        out->span.end = next.span.end;
        *unit = after;
    }
    return found;
}

/* What the search found. */
typedef struct {
    block place;    /* the headline */
    bool found;     /* there is a place */
    size_t at;      /* which of the blocks it is */
    size_t before;  /* bytes of the texts before it that are no headings */
    block copy;     /* a block near it that says the same */
    size_t copies;  /* all that do */
    dana_span site; /* a first heading that is the name of the site */
    bool has_site;
} places;

/* Whether a heading before the headline is the name of the site: the title element names it beside
 * the headline. */
static dana_status is_site(dana_page *page, const dana_result *result, dana_view text,
                           const dana__words *headline, bool *out, dana_error *err)
{
    dana_view title;
    dana__words site;
    dana__words whole;

    *out = false;
    if (!result->scan->has_title) {
        return DANA_OK;
    }
    dana_status status = dana_render_span(page, result->scan->title, &title, err);

    if (status != DANA_OK) {
        return status;
    }
    dana__read_words(text, &site);
    dana__read_words(title, &whole);
    if (site.count == 0 || site.count >= whole.count ||
        site.count + headline->count > whole.count) {
        return DANA_OK;
    }
    *out = dana__same_tokens(whole.tokens, site.tokens, site.count) ||
           dana__same_tokens(whole.tokens + whole.count - site.count, site.tokens, site.count);
    return DANA_OK;
}

/* Whether a block is an item of a list or a cell of a table: what it says there is its own. A page
 * whose layouts are not told apart is one. */
static bool is_in_layout(const dana_page *page, const dana_scan *scan, const block *here)
{
    for (size_t i = 0; i < scan->layout_count && scan->layouts[i].start <= here->span.start; i++) {
        if (here->span.end <= scan->layouts[i].end) {
            return scan->layouts[i].end - scan->layouts[i].start < page->source.length;
        }
    }
    return false;
}

/* Notes a block that says what the headline says. */
static void note_copy(places *out, const block *here, size_t at)
{
    if (!out->found) {
        out->place = *here;
        out->found = at <= (here->heading > 0 ? BLOCKS_MAX : NEAR_BLOCKS);
        out->at = at;
        return;
    }
    bool is_near = at - out->at <= NEAR_BLOCKS;
    bool is_better = is_near && here->heading > 0 && out->place.heading == 0;

    out->copies += is_near ? 1 : 2; /* one that stands further on is a refrain */
    out->copy = is_better ? out->place : *here;
    out->place = is_better ? *here : out->place;
}

/* Notes the block at *unit, the at-th one, and moves behind it, if it is a heading of several lines
 * that says what the headline says. */
static dana_status note_lines(dana_page *page, const dana_result *result, size_t at,
                              dana_view headline, const dana__words *wanted, size_t *unit,
                              places *out, dana_error *err)
{
    size_t first = *unit;
    size_t after = *unit;
    block here;
    block whole;
    dana_view text;

    if (!next_block(result, &first, &here) || here.heading == 0 ||
        !next_heading(page, result, &after, &whole) || after == first ||
        whole.span.end - whole.span.start > BYTES_MAX) {
        return DANA_OK;
    }
    dana_status status = dana_render_span(page, whole.span, &text, err);

    if (status == DANA_OK && dana__says_headline(text, false, headline, wanted)) {
        note_copy(out, &whole, at);
        *unit = after;
    }
    return status;
}

/* Judges a block of the beginning, the at-th one. */
static dana_status judge(dana_page *page, const dana_result *result, const block *here, size_t at,
                         dana_view headline, const dana__words *wanted, places *out,
                         dana_error *err)
{
    dana_view text;
    bool site = false;
    dana_status status = dana_render_span(page, here->span, &text, err);

    if (status != DANA_OK) {
        return status;
    }
    if (dana__says_headline(text, here->heading == 1, headline, wanted)) {
        if (!out->found || !is_in_layout(page, result->scan, here)) {
            note_copy(out, here, at);
        }
        return DANA_OK;
    }
    out->before += out->found || here->heading > 0 ? 0 : here->span.end - here->span.start;
    if (here->heading == 1 && !out->found && !out->has_site) {
        status = is_site(page, result, text, wanted, &site, err);
    }
    if (site) {
        out->site = here->span;
        out->has_site = true;
    }
    return status;
}

static dana_status search_place(dana_page *page, const dana_result *result, dana_view headline,
                                places *out, dana_error *err)
{
    dana__words wanted;
    block here;
    size_t unit = 0;
    size_t bytes = 0;
    dana_status status = DANA_OK;

    dana__read_words(headline, &wanted);
    for (size_t i = 0; i < BLOCKS_MAX && bytes < BYTES_MAX && status == DANA_OK; i++) {
        status = note_lines(page, result, i, headline, &wanted, &unit, out, err);
        if (status != DANA_OK || !next_block(result, &unit, &here)) {
            break;
        }
        bytes += here.span.end - here.span.start;
        if (here.span.end - here.span.start <= BYTES_MAX) {
            status = judge(page, result, &here, i, headline, &wanted, out, err);
        }
    }
    return status;
}

/* Whether a text stands in an h1 with blocks in it, where the scan sees the blocks alone. */
static bool is_in_first(const dana_page *page, const dana_unit *unit)
{
    size_t most = unit->start < BEFORE_MOST ? unit->start : BEFORE_MOST;
    const char *start = page->source.data + unit->start - most;

    for (const char *p = start + most; (p = memrchr(start, '<', (size_t)(p - start))) != NULL;) {
        dana_view tag = dana__between(p, start + most);

        if (dana__begins_with(tag, "<h1") || dana__begins_with(tag, "</h")) {
            return p[1] != '/';
        }
    }
    return false;
}

/* Whether an h1 of the content is not the headline. */
static bool has_other_first(const dana_page *page, const dana_result *result)
{
    const dana_scan *scan = result->scan;
    size_t span = 0;

    for (size_t i = 0; i < scan->unit_count && span < result->selection.count; i++) {
        const dana_unit *unit = &scan->units[i];
        size_t end = (size_t)unit->start + unit->length;

        if (dana__touches(&result->selection, &span, unit->start, end) &&
            (unit->start < result->headline.start || unit->start >= result->headline.end) &&
            (unit->heading == 1 || (unit->heading == 0 && is_in_first(page, unit)))) {
            return true;
        }
    }
    return false;
}

/* Whether a heading behind the first text says what an h1 above all of the content says: it is the
 * name of a part, of the recipe that a text leads to, and the headline stands above the text. */
static bool is_name_of_part(const dana_page *page, const dana_result *result, const places *found)
{
    const dana_scan *scan = result->scan;
    dana_span place = found->place.span;
    const char *name = page->source.data + place.start;
    bool is_said = false;

    for (size_t i = 0; found->found && found->before >= TEXT_LEAST && i < scan->unit_count &&
                       scan->units[i].start < result->selection.spans[0].start;
         i++) {
        const dana_unit *unit = &scan->units[i];

        is_said |= unit->heading == 1 && unit->length == place.end - place.start &&
                   memcmp(page->source.data + unit->start, name, unit->length) == 0;
    }
    return is_said;
}

/* Notes what a document says as its headline: its pictures need not say it again. */
static dana_status note_document(dana_page *page, const dana_result *document, dana_view headline,
                                 dana_error *err)
{
    char *copy = dana_arena_alloc(page->arena, headline.length + 1, err);

    if (copy == NULL) {
        return err->status;
    }
    memcpy(copy, headline.data, headline.length);
    page->document = document;
    page->document_spans = document->selection.spans;
    page->document_headline = (dana_view){copy, headline.length};
    page->figures = NULL;
    return DANA_OK;
}

/* Whether what says the headline is none: lines of a song, the name of a part, or a link behind a
 * text, to the page that is quoted. */
static bool is_no_headline(const dana_page *page, const dana_result *result, const places *found)
{
    bool is_text = found->place.heading == 0;

    return (is_text && found->copies > 0) ||
           (is_text && found->place.in_anchor && found->before >= TEXT_LEAST) ||
           is_name_of_part(page, result, found);
}

dana_status dana_result_with_headline(dana_page *page, const dana_result *result,
                                      dana_view headline, dana_result *out, dana_error *err)
{
    dana_error *why = DANA__ERROR(err);
    places found = {.found = false};
    dana_status status = DANA_OK;
    dana_result *inner;

    if (result->data != NULL) {
        status = dana__wrap_data(page, result, out, &inner, why);
        if (status == DANA_OK) {
            status = dana_result_with_headline(result->data->page, result->data->result, headline,
                                               inner, why);
            out->headline = inner->headline;
        }
        return status;
    }
    *out = *result;
    if (headline.length > 0 && result->selection.count > 0) {
        status = search_place(page, result, headline, &found, why);
    }
    if (is_no_headline(page, result, &found)) {
        found = (places){.has_site = found.has_site, .site = found.site};
    }
    if (status == DANA_OK && found.found) {
        out->headline = found.place.span;
        status = dana__cut_issue_number(page, headline, out, why);
    }
    if (status == DANA_OK && found.copies == 1) {
        status = dana__cut_span(page, found.copy.span, &out->selection, why);
    }
    if (status == DANA_OK && found.has_site) {
        status = dana__cut_span(page, found.site, &out->selection, why);
    }
    if (status == DANA_OK && headline.length > 0) {
        status = note_document(page, out, headline, why);
    }
    out->deeper = headline.length > 0 && has_other_first(page, out);
    return status;
}
