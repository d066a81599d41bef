/*
 * A page's scan is kept: whoever asks for the same one again gets it without another pass.
 */
#include "dana/scan.h"

#include "base/error.h"
#include "page/page.h"
#include "page/scan.h"

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
    page->has_script = false;
    page->has_long_tag = false;
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
