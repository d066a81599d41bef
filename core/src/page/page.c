#include "page/page.h"

#include "base/error.h"
#include "dana/text.h"

#define CAP_FACTOR ((size_t)8)
#define CAP_BASE   ((size_t)512 * 1024)

size_t dana_page_default_cap(size_t length)
{
    return length * CAP_FACTOR + CAP_BASE;
}

static dana_status check_source(dana_view source, dana_error *err)
{
    if (source.length > DANA_SOURCE_MAX) {
        return dana_error_set_limit(err, DANA_TOO_LARGE, 0, "bytes", DANA_SOURCE_MAX,
                                    "the source has %zu bytes, the limit is %zu", source.length,
                                    DANA_SOURCE_MAX);
    }
    size_t valid = dana_utf8_valid_length(source.data, source.length);

    if (valid < source.length) {
        return dana_error_set(err, DANA_INVALID_UTF8, valid, "invalid UTF-8 at byte %zu", valid);
    }
    return DANA_OK;
}

static dana_limits default_limits(void)
{
    return (dana_limits){
        .max_attributes = 512, .max_depth = 1024, .max_nodes = 1000000, .max_lines = 200000};
}

static void init_page(dana_page *page, dana_page values)
{
    *page = values;
    dana_buffer_init(&page->lines, sizeof(dana_line));
    dana_buffer_init(&page->units, sizeof(dana_unit));
    dana_buffer_init(&page->anchors, sizeof(dana_anchor));
    dana_buffer_init(&page->layouts, sizeof(dana_span));
    dana_buffer_init(&page->taped, sizeof(dana__taped));
    dana_buffer_init(&page->quiet, sizeof(uint16_t));
}

dana_status dana_page_open(const char *source, size_t length, size_t cap_bytes,
                           const dana_allocator *allocator, dana_page **out, dana_error *err)
{
    const dana_view text = {source != NULL ? source : "", length};
    dana_status status = check_source(text, err);

    *out = NULL;
    if (status != DANA_OK) {
        return status;
    }
    dana_arena *arena = dana_arena_new(cap_bytes != 0 ? cap_bytes : dana_page_default_cap(length),
                                       allocator);

    if (arena == NULL) {
        return dana_error_set(err, DANA_NO_MEMORY, 0, "out of memory");
    }
    dana_error *why = DANA__ERROR(err);
    dana_page *page = dana_arena_alloc(arena, sizeof(*page), why);

    if (page == NULL) {
        dana_arena_free(arena);
        return why->status;
    }
    init_page(
        page,
        (dana_page){.arena = arena, .source = text, .original = text, .limits = default_limits()});
    *out = page;
    return DANA_OK;
}

dana_status dana__page_inside(dana_page *outer, dana_view source, dana_page **out, dana_error *err)
{
    dana_page *page = dana_arena_alloc(outer->arena, sizeof(*page), err);

    *out = page;
    if (page == NULL) {
        return err->status;
    }
    init_page(page, (dana_page){.arena = outer->arena,
                                .source = source,
                                .limits = outer->limits,
                                .cancel = outer->cancel,
                                .cancel_arg = outer->cancel_arg,
                                .url = outer->url});
    return DANA_OK;
}

void dana_page_close(dana_page *page)
{
    if (page != NULL) {
        dana_arena_free(page->arena);
    }
}

void dana_page_set_cancel(dana_page *page, dana_cancel *cancel, void *arg)
{
    page->cancel = cancel;
    page->cancel_arg = arg;
}

void dana_page_set_url(dana_page *page, dana_view url)
{
    page->url = url;
}

void dana_page_set_limits(dana_page *page, const dana_limits *limits)
{
    page->limits = limits != NULL ? *limits : default_limits();
}

dana_status dana__poll(const dana_page *page, dana_error *err)
{
    if (page->cancel != NULL && page->cancel(page->cancel_arg)) {
        return dana_error_set(err, DANA_CANCELLED, 0, "the work was cancelled");
    }
    return DANA_OK;
}

dana_view dana_page_source(const dana_page *page)
{
    return page->original;
}

dana_arena *dana_page_arena(dana_page *page)
{
    return page->arena;
}
