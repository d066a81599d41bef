/*
 * A page's scan is kept: whoever asks for the same one again gets it without another pass. So is
 * the tape that a scan writes for the passes that follow it.
 */
#include "dana/scan.h"

#include "base/error.h"
#include "page/page.h"
#include "page/scan.h"
#include "page/scanner.h"

/* Source bytes for a record, at least: a page with more tags has no tape, as its other records need
 * the memory. Nineteen pages of twenty have more bytes a tag. */
#define BYTES_PER_RECORD 36

/* Records of a short page. */
#define SPARE_RECORDS 16

static bool same_options(const dana_scan_options *a, const dana_scan_options *b)
{
    return a->lines == b->lines && a->count == b->count && a->filter == b->filter &&
           a->rtl_ranges_only == b->rtl_ranges_only && a->keep_noscript == b->keep_noscript &&
           a->tag_bytes_literal == b->tag_bytes_literal;
}

static void publish(dana_page *page, dana_scan *scan)
{
    dana_buffer_trim(page->arena, &page->lines);
    dana_buffer_trim(page->arena, &page->units);
    dana_buffer_trim(page->arena, &page->anchors);
    dana_buffer_trim(page->arena, &page->layouts);
    scan->lines = page->lines.data;
    scan->line_count = page->lines.length;
    scan->units = page->units.data;
    scan->unit_count = page->units.length;
    scan->anchors = page->anchors.data;
    scan->anchor_count = page->anchors.length;
    scan->layouts = page->layouts.data;
    scan->layout_count = page->layouts.length;
}

static void forget_scan(dana_page *page)
{
    page->has_scan = false;
    page->has_rewritten = false;
    page->has_table = false;
    page->has_class_sets = false;
    page->url_tags_end = 0;
    page->prefetched_blocks = NULL;
    dana_buffer_release(page->arena, &page->lines);
    dana_buffer_release(page->arena, &page->units);
    dana_buffer_release(page->arena, &page->anchors);
    dana_buffer_release(page->arena, &page->layouts);
}

dana_status dana_scan_page(dana_page *page, const dana_scan_options *options, const dana_scan **out,
                           dana_error *err)
{
    *out = &page->scan;
    if (page->has_scan && same_options(&page->scan.options, options)) {
        return DANA_OK;
    }
    forget_scan(page);
    page->scan = (dana_scan){.options = *options};
    dana_status status = dana__scan_source(page, &page->scan, DANA__ERROR(err));

    if (status != DANA_OK) {
        return status;
    }
    publish(page, &page->scan);
    page->has_scan = true;
    return DANA_OK;
}

void dana__scan_start_tape(dana__scanner *s)
{
    dana_page *page = s->page;
    size_t records = page->source.length / BYTES_PER_RECORD + SPARE_RECORDS;

    s->taper.is_full = true;
    if (s->pass.tape != NULL || dana_arena_left(page->arena) < page->source.length) {
        return;
    }
    page->tape.source = NULL;
    dana_buffer_release(page->arena, &page->taped);
    if (dana_buffer_reserve(page->arena, &page->taped, records, NULL) == DANA_OK) {
        s->taper = (dana__taper){.source = page->source.data,
                                 .next = page->taped.data,
                                 .end = (dana__taped *)page->taped.data + page->taped.capacity};
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

size_t dana_line_at(const dana_line *lines, size_t line_count, size_t offset)
{
    size_t low = 0;
    size_t high = line_count;

    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;

        if (lines[middle].start <= offset) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}
