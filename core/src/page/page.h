/*
 * The inside of a page, shared by the views that are built on it.
 */
#ifndef DANA_PAGE_PAGE_H
#define DANA_PAGE_PAGE_H

#include "dana/limits.h"
#include "dana/page.h"
#include "dana/scan.h"
#include "html/tape.h"

/*
 * url: where the page was read from, empty where that is unknown.
 * scan: the last one made, valid where has_scan. url_tags_end: no base or link element that this
 * scan read begins after this byte. has_shape: the shape was checked and is allowed. base_href,
 * canonical_href: raw, valid where has_hrefs; data
 * NULL: none. dom: the DOM view, NULL until made. masked: source is not the page's own but one with
 * text hidden (see catalogue/combine.c). trace: how `auto` decided the page's own source, NULL
 * until it did. listener: of the next scan, NULL for none (see page/listener.h). prefetched_blocks:
 * those that were read along with the scan and not taken since, else NULL. kept_evidence: what the
 * page's metadata was found by, for its posts, else NULL. json_ld: what was read of the source's
 * JSON-LD (see jsonld/read_ld.h), NULL: nothing was. data: of the last extraction, NULL: none.
 * original: the source as it was opened; dana_page_select takes elements out of `source`. chosen:
 * what its selectors chose as the content, valid where has_chosen. has_rewritten: the page has
 * formulas, ruby, indices, quotations or listings whose texts the outline writes in another way.
 * figures: those found last (see media/figures.h), else NULL. document, with the spans that it
 * selects: the result that is shown as one, with document_headline above it or in it (see
 * dana_result_with_headline). left_relative: a reference was given as it is written. detected: the
 * language that was detected last (see language/language.c), NULL: none was. site: what the page
 * is compared with (see dana/site.h), NULL: nothing. boxes: where a browser shows its nodes (see
 * dana/boxes.h), NULL: it was not rendered. look_tree: see looks/tree.h, NULL until made. dollars:
 * what dollar signs mean (see math/delimited.h), valid where has_dollars.
 * class_sets: the sets that class words of blocks and spans are of
 * (see listing/class_words.h), valid where has_class_sets: all of those that the scan passed.
 * is_plain_tag: a listener of the scan has read the class of the start tag that it was told of, and
 * it is plain (html/tokenizer.h). has_table: the scan passed a table. has_script: it dropped a
 * script. has_long_tag: a start tag that it read has DANA__LONG_TAG bytes or more. tape: of the
 * last scan that wrote one, in `taped`. quiet: a number for each of its records, once somebody asks
 * which elements may be passed whole (see quiet/quiet.h), else empty; is_quiet_found: of the whole
 * page.
 */
struct dana_page {
    dana_arena *arena;
    dana_view source;
    dana_view url;
    bool has_scan;
    dana_scan scan;
    size_t url_tags_end;
    dana_cancel *cancel;
    void *cancel_arg;
    dana_limits limits;
    bool has_shape;
    bool has_hrefs;
    dana_view base_href;
    dana_view canonical_href;
    dana_buffer lines;
    dana_buffer units;
    dana_buffer anchors;
    dana_buffer layouts;
    const struct dana__dom *dom;
    bool masked;
    bool has_rewritten;
    bool has_table;
    bool has_script;
    bool has_long_tag;
    bool has_class_sets;
    bool is_plain_tag;
    unsigned class_sets;
    const struct dana__auto_trace *trace;
    const struct dana__listener *listener;
    const struct dana__blocks *prefetched_blocks;
    const struct dana__evidence *kept_evidence;
    struct dana__ld *json_ld;
    const struct dana_data *data;
    bool has_made; /* its elements are those that a program makes of data */
    dana_view original;
    bool has_chosen;
    dana_selection chosen;
    const struct dana__figures *figures;
    bool left_relative;
    const struct dana_result *document;
    const dana_span *document_spans; /* another result may stand where it did */
    dana_view document_headline;
    struct dana__detected *detected;
    const struct dana_site *site;
    const struct dana_boxes *boxes;
    bool has_dollars;
    unsigned char dollars;
    const struct dana__look_tree *look_tree;
    dana__tape tape;
    dana_buffer taped;
    dana_buffer quiet;
    bool is_quiet_found;
};

/* Returns whether a block or span of the page may have a class word of some sets (DANA__CLASS_*):
 * false only where the scan has read all classes. */
static inline bool dana__may_have_class(const dana_page *page, unsigned sets)
{
    return !page->has_class_sets || (page->class_sets & sets) != 0;
}

/* Bytes of a tag that may hold a text: data in an attribute. */
#define DANA__LONG_TAG 120

/* Returns whether a script may stand in the page: false only where the scan has found none. */
static inline bool dana__may_have_script(const dana_page *page)
{
    return page->has_script || !page->has_scan || page->scan.options.keep_noscript;
}

/* Source bytes that the scan passes between two questions whether to go on. */
#define DANA__POLL_BYTES ((size_t)64 * 1024)

/* Asks whether to go on. Errors: DANA_CANCELLED. */
DANA_MUST_USE dana_status dana__poll(const dana_page *page, dana_error *err);

/*
 * Opens a page in the memory of another one, whose limits and deadline hold for it too: its source
 * (valid UTF-8) lies there. It is freed with that page. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__page_inside(dana_page *outer, dana_view source, dana_page **out,
                                            dana_error *err);

#endif
