#include "blocks/read_blocks.h"

#include "blocks/marks.h"
#include "blocks/open_elements.h"
#include "blocks/page_hints.h"
#include "blocks/section_ids.h"
#include "html/content.h"
#include "html/dropped.h"
#include "jsonld/read_ld.h"
#include "page/pass.h"

#include <string.h>

#define LINK_KEY DANA__NAME_KEY('l', 'i', 'n', 'k')
#define FONT_KEY DANA__NAME_KEY('f', 'o', 'n', 't')

/* What few texts and tags need stands apart: the others save few registers. */
#define APART __attribute__((noinline))

static uint32_t offset_of(const dana__walker *w, const char *p)
{
    return (uint32_t)(p - w->base);
}

/* Adds a piece of text that is more than white space to the current block. leads: a white-space run
 * of its line ends before it. */
static APART void add_visible(dana__walker *w, const dana__text_count *count, bool leads)
{
    uint32_t text = count->content - (uint32_t)count->leading_space + (uint32_t)leads;

    if (w->block.text == 0) {
        w->block.start = offset_of(w, count->first);
        w->block.links = w->in_anchor;
    }
    w->block.end = offset_of(w, count->end);
    w->block.text += text;
    w->block.link_text += w->in_anchor ? text : 0;
    if (w->out->block_count < w->limit) {
        (count->has_reference ? dana__measure_decoded : dana__measure_text)(
            &w->block, &w->text_hash, count->first, count->end, w->end);
    }
}

/* Adds a piece of text to the current block. */
static inline void add_text(dana__walker *w, const dana__text_count *count)
{
    bool leads = dana__continue_line(&w->line_state, count);

    if (count->first != NULL) {
        add_visible(w, count, leads);
    }
}

/* Adds a piece of text that nobody has counted. */
static APART void add_uncounted(dana__walker *w, const char *p, const char *end)
{
    static const dana_scan_options options = {.count = DANA_COUNT_CHARACTERS};
    dana__line_state alone = {false, false};
    dana__text_count count;

    dana__count_text(p, end, w->end, &options, &alone, &count);
    add_text(w, &count);
}

/* Takes a text in the head: more than white space begins the body. */
static APART void take_head_text(dana__walker *w, const char *p, const char *end)
{
    if (!dana__is_blank(p, end)) {
        dana__end_head(w);
        add_uncounted(w, p, end);
    }
}

static void on_text(void *state, const char *p, const char *end, const dana__text_count *count)
{
    dana__walker *w = state;

    if (w->open[DANA__KIND_HEAD] > 0) {
        take_head_text(w, p, end);
    } else if (count != NULL) {
        add_text(w, count);
    } else {
        add_uncounted(w, p, end);
    }
}

static bool is_void(dana__kind kind)
{
    return kind == DANA__KIND_BR || kind == DANA__KIND_RULE || kind == DANA__KIND_META;
}

/*
 * What an element is called. Parts of code and of formulas are parts of a text: highlighters call
 * them "comment", "title" and "tag", and the form of a formula that is not for the eye is hidden.
 */
static dana__said said_by(dana__walker *w, const dana__markup *tag, dana__kind kind)
{
    if (kind == DANA__KIND_SPAN && w->open[DANA__KIND_PRE] > 0) {
        w->passed_classes = true;
        return (dana__said){.marks = 0};
    }
    dana__said said = dana__read_tag(w->memo, tag);

    w->page->is_plain_tag = !w->memo->last_in_sets;
    if (kind == DANA__KIND_PRE) { /* named after what it shows: "live-sample---nav" */
        said.marks &= DANA__MARK_BIT(HIDDEN) | DANA__MARK_BIT(REWRITTEN);
    }
    if ((said.marks & DANA__MARK_BIT(REWRITTEN)) != 0) {
        w->page->has_rewritten = true;
        said.marks = kind == DANA__KIND_SPAN
                         ? 0
                         : said.marks & ~(DANA__MARK_BIT(REWRITTEN) | DANA__MARK_BIT(HIDDEN));
    }
    return said;
}

static APART void read_meta(dana__walker *w, const dana__markup *tag)
{
    const dana__meta meta = dana__read_meta(tag);

    w->out->hints |= dana__meta_hints(&meta);
    dana__head_meta(&w->out->head, w->base, &meta);
}

/* Opens an element that a page defines, if its name says what it is. */
static APART void open_custom(dana__walker *w, const dana__markup *tag)
{
    dana__said custom = {.marks = dana__custom_marks(tag)};

    if (custom.marks != 0) {
        dana__push_node(w, DANA__KIND_SPAN, tag->start, &custom);
    }
}

/* Takes the start tag of an element without a kind. */
static inline void open_unknown(dana__walker *w, const dana__markup *tag)
{
    if (tag->name.key == LINK_KEY) {
        dana__head_link(&w->out->head, w->base, dana__tag_view(tag));
    } else if (tag->name.key == FONT_KEY) {
        dana__open_font(w, tag);
    } else if (dana__has_dash(tag)) {
        open_custom(w, tag);
    }
}

static void push_element(dana__walker *w, const dana__markup *tag, dana__kind kind)
{
    dana__said said = said_by(w, tag, kind);

    if (w->open[DANA__KIND_HEAD] > 0) {
        dana__end_head(w);
    }
    dana__push_node(w, kind, tag->start, &said);
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
        w->in_anchor = !dana__is_place(tag);
        w->block.links = (uint16_t)(w->block.links + (w->block.text > 0));
        return;
    }
    if (kind != DANA__KIND_NONE && !is_void(kind)) {
        push_element(w, tag, kind);
        return;
    }
    if (kind == DANA__KIND_META) {
        read_meta(w, tag);
    } else if (kind == DANA__KIND_NONE) {
        open_unknown(w, tag);
    }
}

static void on_end_tag(void *state, const dana__markup *tag)
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
    if (kind == DANA__KIND_NONE) {
        if (tag->name.key == FONT_KEY) {
            dana__close_font(w);
        } else if (dana__has_dash(tag) && dana__custom_marks(tag) != 0) {
            dana__close_kind(w, DANA__KIND_SPAN);
        }
        return;
    }
    /* The body's and the page's ends are not the end: text after them is content (13.2.6.4.19). */
    if (kind != DANA__KIND_BODY && kind != DANA__KIND_HTML) {
        dana__close_kind(w, kind);
    }
}

static void note_json_ld(dana__walker *w, dana_view content)
{
    dana__ld_range objects;

    dana__head_json(&w->out->head, w->base, content);
    if (w->status == DANA_OK) {
        w->status = dana__read_ld(w->page, content, &objects, w->err);
    }
    if (w->status == DANA_OK) {
        w->out->hints |= dana__type_hints(dana__ld_of(w->page), objects);
    }
}

/* Notes what the content of an element says that is passed over: raw text up to `close`. */
static APART void note_raw(dana__walker *w, const dana__markup *tag, const char *close)
{
    if ((tag->flags & DANA__TITLE) != 0 && w->out->title.end == 0) {
        w->out->title = (dana_span){offset_of(w, tag->end), offset_of(w, close)};
    } else if ((tag->flags & DANA__SCRIPT) != 0 && dana__is_json_ld(dana__tag_view(tag))) {
        note_json_ld(w, (dana_view){tag->end, (size_t)(close - tag->end)});
    } else if ((tag->flags & DANA__NOSCRIPT) != 0 && w->open[DANA__KIND_HEAD] == 0 &&
               !dana__holds_escaped_markup(tag, close)) {
        w->out->noscript_text += dana__count_hidden_text(tag->end, close);
    }
}

static void on_start_tag(void *state, const dana__markup *tag, bool dropped, const char *raw_end)
{
    dana__walker *w = state;

    if (!dropped) {
        open_element_of(w, tag);
    } else if (raw_end != NULL) {
        note_raw(w, tag, raw_end);
    }
}

/* Takes the hints of microdata and of the addresses that the head names. */
static void note_hints(dana__walker *w)
{
    dana__blocks *out = w->out;

    for (size_t i = 0; i < out->head.count; i++) {
        dana_span span = out->head.entries[i].span;

        if (out->head.entries[i].source == DANA__HEAD_ADDRESS) {
            out->hints |= dana__address_hints(
                (dana_view){w->base + span.start, span.end - span.start});
        }
    }
    out->hints |= dana__caller_hints(w->page->url) | w->memo->hints;
    out->hints = dana__weigh_address(out->hints | dana__class_hints(w->memo->sets));
}

/* Closes what is open at the source's end, and sums up. */
static dana_status on_finish(void *state)
{
    dana__walker *w = state;
    dana__blocks *out = w->out;

    dana__end_block(w);
    dana__pop_all(w);
    out->nodes[0].end = (uint32_t)out->node_count;
    out->nodes[0].end_block = (uint32_t)out->block_count;
    dana__sum_nodes(out, w->base);
    note_hints(w);
    dana__note_body(w->page, out);
    dana__unmark_sections(w->page, out);
    w->complete = w->status == DANA_OK;
    return DANA_OK;
}

/* Starts a pass. Reserves all records at once: the pass itself allocates for JSON-LD alone. */
static dana_status start_pass(dana_page *page, size_t max_records, dana__blocks *out,
                              dana__walker *w, dana_error *err)
{
    *w = (dana__walker){
        .page = page,
        .base = page->source.data,
        .end = page->source.data + page->source.length,
        .out = out,
        .status = DANA_OK,
        .err = err,
    };
    dana_status status = dana__reserve_blocks(page, max_records, out, &w->limit, err);

    dana_buffer_init(&w->memory, 1);
    if (status == DANA_OK) {
        status = dana_buffer_reserve(page->arena, &w->memory, sizeof(*w->memo), err);
    }
    if (status != DANA_OK) {
        return status;
    }
    w->memo = memset(w->memory.data, 0, sizeof(*w->memo));
    w->memo->words.readable = w->end;
    w->stack = dana_arena_alloc(page->arena, DANA__STACK_MAX * sizeof(*w->stack), err);
    return w->stack != NULL ? DANA_OK : err->status;
}

/* Gives back what only the pass needs. */
static void end_pass(dana__walker *w)
{
    dana_buffer_release(w->page->arena, &w->memory);
    w->memo = NULL;
}

/* Gives the blocks up: the scan needs their memory. */
static void yield(void *state)
{
    dana__walker *w = state;

    dana__release_blocks(w->page, w->out);
    end_pass(w);
}

static dana__listener listener_of(dana__walker *w)
{
    return (dana__listener){w, on_text, on_start_tag, on_end_tag, on_finish, yield, false};
}

dana_status dana__read_blocks(dana_page *page, bool keep_noscript, size_t max_records,
                              dana__blocks *out, dana_error *err)
{
    dana__walker w;
    dana_status status = start_pass(page, max_records, out, &w, err);

    if (status != DANA_OK) {
        end_pass(&w);
        return status;
    }
    const dana__listener listener = listener_of(&w);

    status = dana__pass_run(page, keep_noscript, &listener, 1, err);
    end_pass(&w);
    return status == DANA_OK ? w.status : status;
}

/* Scans with a listener. Returns whether the blocks were read to the end. */
static bool scan_along(dana_page *page, const dana_scan_options *options, dana__walker *w,
                       const dana_scan **scan, dana_status *status, dana_error *err)
{
    const dana__listener listener = listener_of(w);

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
    dana__blocks *prefetched = NULL;

    if (page->prefetched_blocks == NULL) {
        prefetched = dana_arena_alloc(page->arena, sizeof(*prefetched), &ignored);
    }
    if (prefetched == NULL) {
        return dana_scan_page(page, options, scan, err);
    }
    if (start_pass(page, 0, prefetched, &w, &ignored) != DANA_OK) {
        dana__release_blocks(page, prefetched);
        end_pass(&w);
        return dana_scan_page(page, options, scan, err);
    }
    if (scan_along(page, options, &w, scan, &status, err)) {
        page->prefetched_blocks = prefetched;
        page->class_sets = w.memo->sets;
        page->has_class_sets = !w.passed_classes;
    } else {
        dana__release_blocks(page, prefetched);
    }
    end_pass(&w);
    return status;
}
