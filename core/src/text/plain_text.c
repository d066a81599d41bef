#include "text/plain_text.h"

#include "base/utf8.h"
#include "html/references.h"
#include "html/tokenizer.h"
#include "jsonld/escapes.h"
#include "text/invisible.h"

#include <string.h>

/* A text being written: white-space runs are held back. */
typedef struct {
    char *data;
    size_t length;
    bool space;
} writer;

static void write_character(writer *w, uint32_t c)
{
    if (dana__is_white(c) || c < 0x20 || c == 0x2028 || c == 0x2029) {
        w->space = true;
        return;
    }
    if (c == 0x7F || dana__is_invisible(c) || (c >= 0x80 && c < 0xA0)) {
        return;
    }
    if (w->space && w->length > 0) {
        w->data[w->length++] = ' ';
    }
    w->space = false;
    w->length += dana__utf8_encode(c, w->data + w->length);
}

static const char *write_reference(writer *w, const char *p, const char *end)
{
    uint32_t code_points[2];
    size_t length = dana__read_reference(p, end, code_points);

    if (length == 0) {
        write_character(w, '&');
        return p + 1;
    }
    write_character(w, code_points[0]);
    if (code_points[1] != 0) {
        write_character(w, code_points[1]);
    }
    return p + length;
}

/* Writes one pass of decoding; markup counts as white space where it separates blocks. */
static void write_plain(writer *w, dana_view text, bool has_markup)
{
    const char *end = text.data + text.length;
    const char *next = has_markup ? dana__find_markup(text.data, end) : end;

    for (const char *p = text.data; p < end;) {
        if (p == next) {
            dana__markup markup;

            dana__read_markup(p, end, &markup);
            if (markup.kind == DANA__CUT_TAG) {
                /* A '<' that begins no tag is text. */
                next = end;
                continue;
            }
            w->space |= (markup.flags & DANA__BLOCK) != 0;
            p = markup.end;
            next = dana__find_markup(p, end);
        } else if (*p == '&') {
            p = write_reference(w, p, end);
        } else {
            size_t length;

            write_character(w, dana__utf8_decode(p, &length));
            p += length;
        }
    }
}

dana_status dana__plain_text(dana_arena *arena, dana_view text, dana_view *out, dana_error *err)
{
    if (text.length == 0) { /* what is not there has no bytes to begin with */
        *out = (dana_view){"", 0};
        return DANA_OK;
    }
    char *room = dana_arena_alloc(arena, DANA__DECODED_BOUND(text.length), err);

    if (room == NULL) {
        return err->status;
    }
    writer w = {.data = room};

    write_plain(&w, text, true);
    if (w.length > 0 && memchr(room, '&', w.length) != NULL) {
        dana_view once = {room, w.length};
        char *second = dana_arena_alloc(arena, DANA__DECODED_BOUND(once.length), err);

        if (second == NULL) {
            return err->status;
        }
        w = (writer){.data = second};
        write_plain(&w, once, false);
        room = second;
    }
    *out = (dana_view){room, w.length};
    return DANA_OK;
}

dana_status dana__json_text(dana_arena *arena, dana_view raw, size_t most, dana_view *out,
                            dana_error *err)
{
    raw = dana__cut_bytes(raw, most);
    if (raw.length == 0 || memchr(raw.data, '\\', raw.length) == NULL) {
        return dana__plain_text(arena, raw, out, err);
    }
    char *room = dana_arena_alloc(arena, raw.length, err);

    if (room == NULL) {
        return err->status;
    }
    return dana__plain_text(arena, (dana_view){room, dana__json_unescape(raw, room)}, out, err);
}

dana_view dana__cut_bytes(dana_view text, size_t most)
{
    if (text.length <= most) {
        return text;
    }
    while (most > 0 && dana__utf8_continues((unsigned char)text.data[most])) {
        most--;
    }
    return (dana_view){text.data, most};
}

dana_view dana__cut_text(dana_view text, size_t most, bool *cut)
{
    size_t at = 0;
    size_t space = 0;
    size_t count = 0;

    while (at < text.length && count < most) {
        if (text.data[at] == ' ') {
            space = at;
        }
        at += dana__utf8_length((unsigned char)text.data[at]);
        count++;
    }
    *cut = at < text.length;
    if (!*cut) {
        return text;
    }
    if (text.data[at] != ' ' && space > at / 2) {
        at = space;
    }
    return (dana_view){text.data, at};
}
