/*
 * The scan of the successor: texts and tags in, blocks and elements out. They come from the shared
 * scan, which it reads along with, or from a pass of its own.
 */
#include "blocks/blocks.h"

#include "blocks/page_hints.h"
#include "blocks/reader.h"
#include "html/dropped.h"
#include "page/listener.h"
#include "page/page.h"

/* Records are bounded: one per this many source bytes, and some for small pages. */
#define BYTES_PER_RECORD ((size_t)160)
#define RECORDS_FREE     ((size_t)1024)

#define LINK_KEY         DANA__NAME_KEY('l', 'i', 'n', 'k')

static uint32_t offset_of(const dana__walker *w, const char *p)
{
    return (uint32_t)(p - w->base);
}

/* Adds a piece of text to the current block. */
static void hear_text(void *state, const dana__text_count *count)
{
    dana__walker *w = state;

    if (w->open[DANA__KIND_HEAD] > 0) {
        return;
    }
    bool leads = dana__continue_line(&w->line_state, count);

    if (count->first == NULL) {
        return;
    }
    uint32_t text = count->content - (uint32_t)count->leading_space + (uint32_t)leads;

    if (w->block.text == 0) {
        w->block.start = offset_of(w, count->first);
        w->block.links = w->in_anchor;
    }
    w->block.end = offset_of(w, count->behind);
    w->block.text += text;
    if (w->in_anchor) {
        w->block.link_text += text;
    }
    if (w->out->block_count < w->limit) {
        dana__measure_text(&w->block, &w->text_hash, count->first, count->behind);
    }
}

static bool is_void(dana__kind kind)
{
    return kind == DANA__KIND_BR || kind == DANA__KIND_RULE || kind == DANA__KIND_META;
}

static dana_view view_of(const dana__markup *tag)
{
    return (dana_view){tag->start, (size_t)(tag->end - tag->start)};
}

static void open_element_of(dana__walker *w, const dana__markup *tag)
{
    dana__kind kind = dana__kind_of(tag->flags);

    if ((tag->flags & DANA__BLOCK) != 0) {
        dana__end_block(w);
        dana__close_implied(w, kind);
        w->heading = kind == DANA__KIND_HEADING ? (unsigned)(tag->name_text[1] - '0') : 0;
    }
    w->tags++;
    if ((tag->flags & DANA__ANCHOR) != 0) {
        w->in_anchor = true;
        w->block.links = (uint16_t)(w->block.links + (w->block.text > 0));
        return;
    }
    if (kind == DANA__KIND_META) {
        w->out->hints |= dana__meta_hints(view_of(tag));
        dana__head_meta(&w->out->head, w->base, view_of(tag));
        return;
    }
    if (tag->name.key == LINK_KEY) {
        dana__head_link(&w->out->head, w->base, view_of(tag));
    }
    if (kind == DANA__KIND_NONE || is_void(kind)) {
        return;
    }
    dana__push_node(w, kind, tag->start, dana__attribute_marks(&w->memo, tag));
}

static void hear_end_tag(void *state, const dana__markup *tag)
{
    dana__walker *w = state;
    dana__kind kind = dana__kind_of(tag->flags);

    w->tags++;
    if ((tag->flags & DANA__ANCHOR) != 0) {
        w->in_anchor = false;
        return;
    }
    if ((tag->flags & DANA__BLOCK) != 0) {
        dana__end_block(w);
        w->heading = 0;
    }
    /* The body's and the page's ends are not the end: text behind them is content (13.2.6.4.19). */
    if (kind != DANA__KIND_NONE && kind != DANA__KIND_BODY && kind != DANA__KIND_HTML) {
        dana__close_kind(w, kind);
    }
}

/* Code points of text in markup that is not read otherwise. */
static uint32_t count_hidden_text(const char *p, const char *end)
{
    static const dana_scan_options options = {.count = DANA_COUNT_CHARACTERS};
    dana__line_state state = {false, false};
    dana__text_count count;
    dana__markup markup;
    uint32_t text = 0;

    while (p < end) {
        const char *next = dana__find_markup(p, end);

        dana__count_text(p, next, &options, &state, &count);
        text += count.content;
        p = next;
        if (p < end) {
            dana__read_markup(p, end, &markup);
            p = markup.end;
        }
    }
    return text;
}

/* Adds up text from the blocks to their elements, from the last element to the first. */
static void sum_nodes(dana__blocks *out)
{
    for (size_t i = 0; i < out->block_count; i++) {
        const dana__block *block = &out->blocks[i];
        dana__node *node = &out->nodes[block->node];

        node->text += block->text;
        node->own_text += block->text - block->link_text;
    }
    for (size_t i = out->node_count; i > 1; i--) {
        const dana__node *node = &out->nodes[i - 1];
        dana__node *parent = &out->nodes[node->parent];

        parent->text += node->text;
        parent->own_text += node->own_text;
    }
    out->text = out->nodes[0].text;
    out->own_text = out->nodes[0].own_text;
}

/* Notes what the content of an element says that is passed over: raw text up to `close`. */
static void note_raw(dana__walker *w, const dana__markup *tag, const char *close)
{
    if ((tag->flags & DANA__TITLE) != 0 && w->out->title.end == 0) {
        w->out->title = (dana_span){offset_of(w, tag->end), offset_of(w, close)};
    } else if ((tag->flags & DANA__SCRIPT) != 0 && dana__is_json_ld(view_of(tag))) {
        dana_view content = {tag->end, (size_t)(close - tag->end)};

        w->out->hints |= dana__json_hints(content);
        dana__head_json(&w->out->head, w->base, content);
    } else if ((tag->flags & DANA__NOSCRIPT) != 0 && w->open[DANA__KIND_HEAD] == 0) {
        w->out->noscript_text += count_hidden_text(tag->end, close);
    }
}

static void hear_start_tag(void *state, const dana__markup *tag, bool dropped, const char *raw_end)
{
    dana__walker *w = state;

    if (!dropped) {
        open_element_of(w, tag);
    } else if (raw_end != NULL) {
        note_raw(w, tag, raw_end);
    }
}

/* Closes what is open at the source's end, and sums up. */
static void hear_end(void *state)
{
    dana__walker *w = state;
    dana__blocks *out = w->out;

    dana__end_block(w);
    dana__pop_all(w);
    out->nodes[0].end = (uint32_t)out->node_count;
    out->nodes[0].end_block = (uint32_t)out->block_count;
    sum_nodes(out);
    w->complete = true;
}

void dana__trim_blocks(dana_page *page, dana__blocks *blocks)
{
    blocks->memory[0].length = blocks->block_count;
    blocks->memory[1].length = blocks->node_count;
    dana_buffer_trim(page->arena, &blocks->memory[0]);
    dana_buffer_trim(page->arena, &blocks->memory[1]);
    blocks->blocks = blocks->memory[0].data;
    blocks->nodes = blocks->memory[1].data;
}

void dana__release_blocks(dana_page *page, dana__blocks *blocks)
{
    dana_buffer_release(page->arena, &blocks->memory[0]);
    dana_buffer_release(page->arena, &blocks->memory[1]);
}

/* Starts a pass. Reserves all records at once: the pass itself allocates nothing. */
static dana_status start_pass(dana_page *page, size_t max_records, dana__blocks *out,
                              dana__walker *w, dana_error *err)
{
    size_t most = page->source.length / BYTES_PER_RECORD + RECORDS_FREE;

    *w = (dana__walker){.page = page,
                        .base = page->source.data,
                        .out = out,
                        .limit = max_records > 0 && max_records < most ? max_records : most};
    *out = (dana__blocks){.node_count = 1};
    dana_buffer_init(&out->memory[0], sizeof(*out->blocks));
    dana_buffer_init(&out->memory[1], sizeof(*out->nodes));
    dana_status status = dana_buffer_reserve(page->arena, &out->memory[0], w->limit, err);

    if (status == DANA_OK) {
        status = dana_buffer_reserve(page->arena, &out->memory[1], w->limit, err);
    }
    if (status != DANA_OK) {
        return status;
    }
    w->stack = dana_arena_alloc(page->arena, DANA__STACK_MAX * sizeof(*w->stack), err);
    if (w->stack == NULL) {
        return err->status;
    }
    out->blocks = out->memory[0].data;
    out->nodes = out->memory[1].data;
    out->nodes[0] = (dana__node){.parent = 0};
    return DANA_OK;
}

/* A pass of its own. */
typedef struct {
    dana__walker walker;
    const char *end;
    const char *poll_at;
    dana__nesting nesting;
    bool keep_noscript;
} own_pass;

static const char *read_start_tag(own_pass *pass, const dana__markup *tag)
{
    const char *behind = NULL;
    const char *raw_end = NULL;

    if ((tag->flags & DANA__RAW) != 0 &&
        !(pass->keep_noscript && (tag->flags & DANA__NOSCRIPT) != 0)) {
        raw_end = dana__raw_text_end(tag->end, pass->end, tag, &behind);
    } else if ((tag->flags & DANA__NESTED) != 0) {
        behind = dana__nested_end(&pass->nesting, pass->end, tag);
    }
    hear_start_tag(&pass->walker, tag, behind != NULL, raw_end);
    return behind != NULL ? behind : tag->end;
}

static const char *read_markup(own_pass *pass, const char *p)
{
    dana__markup markup;

    dana__read_markup(p, pass->end, &markup);
    if (markup.kind == DANA__START_TAG) {
        return read_start_tag(pass, &markup);
    }
    if (markup.kind == DANA__END_TAG) {
        hear_end_tag(&pass->walker, &markup);
    }
    return markup.end;
}

static void read_text(own_pass *pass, const char *p, const char *end)
{
    static const dana_scan_options options = {.count = DANA_COUNT_CHARACTERS};
    dana__line_state alone = {false, false};
    dana__text_count count;

    dana__count_text(p, end, &options, &alone, &count);
    hear_text(&pass->walker, &count);
}

static dana_status read_source(own_pass *pass, dana_error *err)
{
    const char *p = pass->walker.base;

    while (p < pass->end) {
        if (p >= pass->poll_at) {
            dana_status status = dana__poll(pass->walker.page, err);

            if (status != DANA_OK) {
                return status;
            }
            pass->poll_at = p + DANA__POLL_BYTES;
        }
        const char *markup = dana__find_markup(p, pass->end);

        if (markup > p) {
            read_text(pass, p, markup);
        }
        p = markup < pass->end ? read_markup(pass, markup) : pass->end;
    }
    hear_end(&pass->walker);
    return DANA_OK;
}

dana_status dana__read_blocks(dana_page *page, bool keep_noscript, size_t max_records,
                              dana__blocks *out, dana_error *err)
{
    own_pass pass = {.end = page->source.data + page->source.length,
                     .poll_at = page->source.data,
                     .keep_noscript = keep_noscript};
    dana_status status = start_pass(page, max_records, out, &pass.walker, err);

    return status == DANA_OK ? read_source(&pass, err) : status;
}

static void give_up(void *state)
{
    dana__walker *w = state;

    dana__release_blocks(w->page, w->out);
}

/* Scans with a listener. Returns whether it heard the page to its end. */
static bool scan_along(dana_page *page, const dana_scan_options *options, dana__walker *w,
                       const dana_scan **scan, dana_status *status, dana_error *err)
{
    const dana__listener listener = {w, hear_text, hear_start_tag, hear_end_tag, hear_end, give_up};

    page->listener = &listener;
    *status = dana_scan_page(page, options, scan, err);
    page->listener = NULL;
    return *status == DANA_OK && w->complete;
}

dana_status dana__scan_with_blocks(dana_page *page, const dana_scan_options *options,
                                   const dana_scan **scan, dana_error *err)
{
    dana_error ignored;
    dana_status status;
    dana__walker w;
    dana__blocks *heard = NULL;

    if (page->heard == NULL) {
        heard = dana_arena_alloc(page->arena, sizeof(*heard), &ignored);
    }
    if (heard == NULL) {
        return dana_scan_page(page, options, scan, err);
    }
    if (start_pass(page, 0, heard, &w, &ignored) != DANA_OK) {
        dana__release_blocks(page, heard);
        return dana_scan_page(page, options, scan, err);
    }
    if (scan_along(page, options, &w, scan, &status, err)) {
        page->heard = heard;
    } else {
        dana__release_blocks(page, heard);
    }
    return status;
}
