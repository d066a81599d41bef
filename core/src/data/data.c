#include "data/data.h"

#include "base/ascii.h"
#include "base/search.h"
#include "data/elements.h"
#include "data/read/scripts.h"
#include "data/weigh.h"
#include "page/ops.h"
#include "page/page.h"
#include "text/plain_text.h"
#include "text/span_sets.h"

#include <stdlib.h>

/* Content of more than so many code points is never replaced, and other content only by an article
 * so many times as long. On the pages of the corpora two have less and an article in their data:
 * one a notice about browsers, one the first lines of the article. Short articles begin at 160. */
#define CONTENT_MOST  ((size_t)200)
#define TIMES_CONTENT ((size_t)3)
/* The least text that is an article, in code points. */
#define ARTICLE_LEAST ((size_t)100)
/* The same where nothing near it is its title: widgets have texts too. */
#define NAMELESS_LEAST ((size_t)600)
/* The part of it that must be paragraphs of text. */
#define TRUSTED_PART(prose) ((prose) / 10 * 4)
/* What the program's own state must have of the text of JSON-LD to be preferred: it has the
 * structure that JSON-LD leaves out. */
#define STATE_PART(prose) ((prose) / 10 * 7)
/* Longest headline and names, in bytes of raw text. */
#define HEADLINE_BYTES ((size_t)1000)
#define EXCERPT_BYTES  ((size_t)2000)

/* Memory that an article takes by its length, and what is left beside it at least. */
#define ROOM_FACTOR ((size_t)8)
#define ROOM_BASE   ((size_t)96 * 1024)
/* Strings of a page that are compared with its title. */
#define TITLES_MAX ((size_t)1024)

/* The best article so far. */
typedef struct {
    dana_page *page;
    dana__page_title title;
    dana_buffer scratch;
    bool found;
    bool is_json_ld;
    bool is_elements; /* the composition is all elements of a page, not the article alone */
    dana__composition composition;
    dana__composition elements;
    dana_data data;
    dana_error *err;
} search;

/* The place of a raw string of a document. */
static dana_span place_of(const search *s, const dana__document *document, dana_view raw)
{
    if (document->origins != NULL && document->origins->length > 0) {
        return dana__origin_of(document->origins, (uint32_t)(raw.data - document->text.data));
    }
    if (!document->is_source) {
        return document->where;
    }
    uint32_t start = (uint32_t)(raw.data - s->page->source.data);

    return (dana_span){start, start + (uint32_t)raw.length};
}

static dana_status plain(const search *s, dana_view raw, size_t most, dana_view *out)
{
    *out = (dana_view){NULL, 0};
    if (raw.data == NULL) {
        return DANA_OK;
    }
    dana_status status = dana__json_text(s->page->arena, raw, most, out, s->err);

    if (out->length == 0) {
        *out = (dana_view){NULL, 0};
    }
    return status;
}

/* Keeps the facts of the best article, decoded: the document that has them goes. */
static dana_status keep_facts(search *s, const dana__document *document, const dana__facts *facts)
{
    dana_data *data = &s->data;
    dana_status status = plain(s, facts->title, HEADLINE_BYTES, &data->headline.text);

    data->headline.where = facts->title.data != NULL ? place_of(s, document, facts->title)
                                                     : (dana_span){0, 0};
    data->author_count = 0;
    for (size_t i = 0; i < facts->author_count && status == DANA_OK; i++) {
        status = plain(s, facts->authors[i], HEADLINE_BYTES, &data->authors[data->author_count]);
        data->author_count += data->authors[data->author_count].data != NULL;
    }
    if (status == DANA_OK) {
        status = plain(s, facts->published, HEADLINE_BYTES, &data->published);
    }
    if (status == DANA_OK) {
        status = plain(s, facts->modified, HEADLINE_BYTES, &data->modified);
    }
    return status == DANA_OK ? plain(s, facts->excerpt, EXCERPT_BYTES, &data->excerpt) : status;
}

/* Turns the parts' strings into their places: the text of a document does not stay. */
static void place_parts(const search *s, const dana__document *document,
                        const dana__composition *composition)
{
    dana__part *parts = composition->parts.data;

    for (size_t i = 0; i < composition->parts.length; i++) {
        dana_span where = place_of(s, document, (dana_view){parts[i].text, parts[i].length});

        parts[i].text = s->page->source.data + where.start;
        parts[i].length = where.end - where.start;
    }
}

/* Whether an article is better than the best one so far. */
static bool is_better(const search *s, const dana__document *document,
                      const dana__composition *composition)
{
    size_t prose = composition->prose, best = s->composition.prose;

    if (prose < ARTICLE_LEAST ||
        dana__sure_text(composition, document->is_json_ld) < TRUSTED_PART(prose)) {
        return false;
    }
    if (!s->found || document->is_json_ld == s->is_json_ld) {
        return prose > best || !s->found;
    }
    return document->is_json_ld ? prose > best && STATE_PART(prose) > best
                                : prose >= STATE_PART(best);
}

/* Whether the page's memory suffices for the article as a page of its own, and for the rest. */
static bool has_room(const search *s, const dana__tree *tree, uint32_t chosen)
{
    size_t bytes = 0;

    for (uint32_t i = chosen; i < dana__value_at(tree, chosen)->end; i++) {
        bytes += dana__value_at(tree, i)->text_length;
    }
    return dana_arena_left(s->page->arena) >= bytes * ROOM_FACTOR + ROOM_BASE;
}

static dana_status consider(search *s, const dana__document *document, const dana__tree *tree,
                            uint32_t chosen)
{
    dana__composition composition;
    dana__facts facts;

    if (!has_room(s, tree, chosen)) {
        return DANA_OK;
    }
    dana__composition_start(&composition);
    dana_status status = dana__compose(tree, chosen, &s->scratch, &composition, s->err);

    dana__read_facts(tree, chosen, &facts);
    if (status != DANA_OK || !is_better(s, document, &composition) ||
        (facts.title.data == NULL && !document->is_json_ld && composition.prose < NAMELESS_LEAST)) {
        dana__composition_clear(s->page->arena, &composition);
        return status;
    }
    dana__composition_clear(s->page->arena, &s->composition);
    place_parts(s, document, &composition);
    s->composition = composition;
    s->found = true;
    s->is_json_ld = document->is_json_ld;
    return keep_facts(s, document, &facts);
}

static dana_status take(void *state, const dana__document *document, dana__tree *tree)
{
    search *s = state;
    dana_status status = dana__weigh(tree, &s->title, &s->scratch, s->err);
    uint32_t chosen = status == DANA_OK ? dana__heaviest(tree) : DANA__NO_VALUE;

    return chosen != DANA__NO_VALUE ? consider(s, document, tree, chosen) : status;
}

/* Keeps the elements that a program makes. */
static dana_status take_elements(void *state, dana__flight *flight)
{
    search *s = state;

    if (flight->prose < ARTICLE_LEAST ||
        dana_arena_left(s->page->arena) < flight->html.length * ROOM_FACTOR + ROOM_BASE) {
        return DANA_OK;
    }
    return dana__take_composition(s->page, flight, &s->elements, s->err);
}

/* Elements are taken where no data has as much text: they have the structure of the page. */
static void choose_elements(search *s)
{
    dana__composition unused = s->composition;

    if (s->elements.prose < ARTICLE_LEAST ||
        (s->found && s->elements.prose < STATE_PART(s->composition.prose))) {
        unused = s->elements;
    } else {
        s->composition = s->elements;
        s->is_elements = true;
        s->is_json_ld = false;
        s->found = true;
    }
    dana__composition_clear(s->page->arena, &unused);
}

/* The places of the parts that are selected, sorted, each byte once. */
static dana_status select_parts(search *s, const dana_selection *inner, dana_selection *out)
{
    const dana_data_part *parts = s->data.parts;
    uint32_t length = (uint32_t)s->data.page->source.length;
    size_t next = 0;
    size_t chosen = 0;
    dana_span *spans = dana_arena_alloc(s->page->arena, s->data.part_count * sizeof(*spans),
                                        s->err);
    size_t count = 0;

    if (spans == NULL) {
        return s->err->status;
    }
    for (size_t i = 0; i < s->data.part_count; i++) {
        uint32_t end = i + 1 < s->data.part_count ? parts[i + 1].start : length;

        if (dana__touches(inner, &next, parts[i].start, end)) {
            spans[chosen++] = parts[i].where;
        }
    }
    qsort(spans, chosen, sizeof(*spans), dana__compare_spans);
    for (size_t i = 0; i < chosen; i++) {
        if (count > 0 && spans[i].start <= spans[count - 1].end) {
            spans[count - 1].end = spans[i].end > spans[count - 1].end ? spans[i].end
                                                                       : spans[count - 1].end;
        } else {
            spans[count++] = spans[i];
        }
    }
    *out = (dana_selection){spans, count};
    return DANA_OK;
}

static dana_status keep_parts(search *s)
{
    const dana__part *composed = s->composition.parts.data;
    size_t count = s->composition.parts.length;
    dana_data_part *parts = dana_arena_alloc(s->page->arena, count * sizeof(*parts), s->err);

    if (parts == NULL) {
        return s->err->status;
    }
    for (size_t i = 0; i < count; i++) {
        uint32_t start = (uint32_t)(composed[i].text - s->page->source.data);

        parts[i] = (dana_data_part){composed[i].start, {start, start + composed[i].length}};
    }
    s->data.parts = parts;
    s->data.part_count = count;
    dana_buffer_release(s->page->arena, &s->composition.parts);
    return DANA_OK;
}

/* Selects all of the composed page, or what the algorithm takes of a page of elements. */
static dana_status select_inner(search *s, dana_span *all, dana_result *result)
{
    const struct dana_algorithm_ops *ops = result->algorithm->ops;
    dana_scan_options options = {0};
    dana_status status;

    s->data.page->has_made = s->is_elements;
    if (s->is_elements) {
        ops->scan_options(&result->params, &options);
        status = ops->scan != NULL ? ops->scan(s->data.page, &options, &result->scan, s->err)
                                   : dana_scan_page(s->data.page, &options, &result->scan, s->err);
        if (status == DANA_OK) {
            status = ops->extract(s->data.page, result, s->err);
        }
    } else {
        status = dana_scan_page(s->data.page, &options, &result->scan, s->err);
        dana__share_profile(result);
    }
    if (status == DANA_OK && result->selection.count == 0) {
        *all = (dana_span){0, (uint32_t)s->data.page->source.length};
        result->selection = (dana_selection){all, 1};
    }
    return status;
}

/* Opens the composed page and selects its content. */
static dana_status open_inner(search *s, const dana_result *outer, dana_result *result)
{
    dana_buffer *html = &s->composition.html;
    dana_span *all = dana_arena_alloc(s->page->arena, sizeof(*all), s->err);
    dana_status status = all != NULL ? DANA_OK : s->err->status;

    dana_buffer_trim(s->page->arena, html);
    if (status == DANA_OK) {
        status = dana__page_inside(s->page, (dana_view){html->data, html->length}, &s->data.page,
                                   s->err);
    }
    *result = (dana_result){.algorithm = outer->algorithm, .params = outer->params};
    return status == DANA_OK ? select_inner(s, all, result) : status;
}

/* Gives back what a page took that could not be opened. */
static void close_inner(search *s)
{
    dana_page *page = s->data.page;

    if (page != NULL) {
        dana_buffer_release(s->page->arena, &page->lines);
        dana_buffer_release(s->page->arena, &page->units);
        dana_buffer_release(s->page->arena, &page->anchors);
    }
    dana__composition_clear(s->page->arena, &s->composition);
}

/* Makes what was found the content. */
static dana_status publish(search *s, const dana_result *outer, const dana_data **out,
                           dana_selection *selection)
{
    dana_data *data = dana_arena_alloc(s->page->arena, sizeof(*data), s->err);
    dana_result *result = dana_arena_alloc(s->page->arena, sizeof(*result), s->err);
    dana_status status = data != NULL && result != NULL ? keep_parts(s) : s->err->status;

    if (status == DANA_OK) {
        status = open_inner(s, outer, result);
    }
    if (status == DANA_OK) {
        status = select_parts(s, &result->selection, selection);
    }
    if (status != DANA_OK) {
        close_inner(s);
    } else {
        *data = s->data;
        data->source = s->is_json_ld ? "json-ld" : "state";
        data->result = result;
        *out = data;
    }
    return status;
}

dana_status dana__find_data(dana_page *page, const dana_result *result, size_t content,
                            const dana_data **out, dana_selection *selection, dana_error *err)
{
    search s = {.page = page, .title = {{"", 0}, TITLES_MAX}, .err = err};
    dana_status status = DANA_OK;

    *out = NULL;
    if (content > CONTENT_MOST) {
        return DANA_OK;
    }
    dana_buffer_init(&s.scratch, 1);
    dana__composition_start(&s.composition);
    dana__composition_start(&s.elements);
    if (result->scan->has_title) {
        status = dana_render_span(page, result->scan->title, &s.title.text, err);
    }
    if (status == DANA_OK) {
        status = dana__read_data(page, take, take_elements, &s, err);
    }
    dana_buffer_release(page->arena, &s.scratch);
    choose_elements(&s);
    if (status == DANA_OK && s.found && s.composition.prose >= content * TIMES_CONTENT) {
        return publish(&s, result, out, selection);
    }
    dana__composition_clear(page->arena, &s.composition);
    return status;
}

dana_span dana__data_place(const dana_data *data, dana_span span)
{
    size_t part = dana__last_to(data->parts, data->part_count, sizeof(*data->parts), span.start);

    return data->part_count > 0 ? data->parts[part].where : (dana_span){0, 0};
}

dana_status dana__wrap_data(dana_page *page, const dana_result *result, dana_result *out,
                            dana_result **inner, dana_error *err)
{
    dana_data *data = dana_arena_alloc(page->arena, sizeof(*data), err);

    *inner = data != NULL ? dana_arena_alloc(page->arena, sizeof(**inner), err) : NULL;
    if (*inner == NULL) {
        return err->status;
    }
    *data = *result->data;
    data->result = *inner;
    *out = *result;
    out->data = data;
    return DANA_OK;
}
