#include "dom/skeleton.h"

#include "page/listener.h"
#include "page/page.h"

#include <string.h>

/* Longest tag name that a skeleton keeps: less than libxml2's own limit. */
#define MAX_NAME 80

/* A skeleton being written. status: the first failure; nothing is written after it. */
typedef struct {
    dana_arena *arena;
    dana_buffer *bytes;
    dana_status status;
    dana_error *err;
} sketch;

static void write_bytes(sketch *s, const char *text, size_t length)
{
    if (s->status == DANA_OK) {
        s->status = dana_buffer_reserve(s->arena, s->bytes, length, s->err);
    }
    if (s->status == DANA_OK) {
        memcpy((char *)s->bytes->data + s->bytes->length, text, length);
        s->bytes->length += length;
    }
}

/* Names as libxml2 reads them too; any other stands in the skeleton as "unknown". */
static dana_view written_name(const dana__markup *tag)
{
    size_t length = tag->name.length;

    for (size_t i = 0; i < length; i++) {
        char c = tag->name_text[i];

        if (i >= MAX_NAME || !(dana__is_letter(c) || dana__is_digit(c) || c == '-' || c == '_')) {
            return (dana_view){"unknown", sizeof("unknown") - 1};
        }
    }
    return (dana_view){tag->name_text, length};
}

/* Writes "<name>" or "</name>", whatever the tag's attributes. */
static void write_tag(sketch *s, const dana__markup *tag)
{
    dana_view name = written_name(tag);

    write_bytes(s, "</", tag->kind == DANA__END_TAG ? 2 : 1);
    write_bytes(s, name.data, name.length);
    write_bytes(s, ">", 1);
}

static void on_text(void *state, const char *p, const char *end, const dana__text_count *count)
{
    (void)p;
    (void)end;
    if (count->first != NULL) {
        write_bytes(state, "x", 1);
    }
}

static void on_start_tag(void *state, const dana__markup *tag, bool dropped, const char *raw_end)
{
    (void)raw_end;
    if (!dropped) {
        write_tag(state, tag);
    }
}

static void on_end_tag(void *state, const dana__markup *tag)
{
    write_tag(state, tag);
}

static dana_status on_finish(void *state)
{
    return ((sketch *)state)->status;
}

dana_status dana__scan_skeleton(dana_page *page, dana_buffer *skeleton, const dana_scan **scan,
                                dana_error *err)
{
    const dana_scan_options options = {0};
    sketch s = {.arena = page->arena, .bytes = skeleton, .status = DANA_OK, .err = err};
    const dana__listener listener = {&s, on_text, on_start_tag, on_end_tag, on_finish, NULL, false};

    dana_buffer_init(skeleton, 1);
    page->has_scan = false;
    page->listener = &listener;
    dana_status status = dana_scan_page(page, &options, scan, err);

    page->listener = NULL;
    return status;
}
