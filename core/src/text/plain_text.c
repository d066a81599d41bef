#include "text/plain_text.h"

#include "base/bytes16.h"
#include "base/utf8.h"
#include "html/attribute.h"
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
    c = dana__is_c1(c) ? dana__c1_meaning(c) : c;
    if (c == 0x7F || dana__is_invisible(c) || dana__is_c1(c)) {
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

/*
 * Which of sixteen bytes are not written as they stand: references, control characters, and what
 * begins the characters beyond ASCII that write_character does not keep (U+0080 to U+00BF, U+2000
 * to U+2FFF, U+F000 to U+FFFF).
 */
static inline unsigned special_bits(dana__bytes16 bytes)
{
    dana__bytes16 control = (dana__bytes16)(bytes < ' ') | dana__equal16(bytes, 0x7F);
    dana__bytes16 lead = dana__equal16(bytes, (char)0xC2) | dana__equal16(bytes, (char)0xE2) |
                         dana__equal16(bytes, (char)0xEF);

    return dana__bits16(control | lead | dana__equal16(bytes, '&'));
}

/* Where what is written as it stands ends, from p, which is no space, to `end`: single spaces
 * between other characters do, one at the end does not. Bytes up to `readable` may be read. */
static const char *find_special(const char *p, const char *end, const char *readable)
{
    unsigned after_space = 0;

    while (p < end) {
        size_t count = end - p < DANA__STEP ? (size_t)(end - p) : DANA__STEP;
        dana__bytes16 bytes = dana__load_some16(p, count, readable);
        unsigned spaces = dana__bits16(dana__equal16(bytes, ' '));
        unsigned stops = special_bits(bytes) | (spaces & (spaces << 1 | after_space)) | 1u << count;
        unsigned length = dana__first16(stops);

        p += length;
        if (length < DANA__STEP) {
            return length > 0 ? p - (spaces >> (length - 1) & 1) : p - after_space;
        }
        after_space = spaces >> (DANA__STEP - 1) & 1;
    }
    return p - after_space;
}

/* Writes what is written as it stands. */
static void write_piece(writer *w, const char *p, size_t length)
{
    if (w->space && w->length > 0) {
        w->data[w->length++] = ' ';
    }
    w->space = false;
    memcpy(w->data + w->length, p, length);
    w->length += length;
}

/* Writes what begins at p as far as it is written as it stands, else one character. */
static const char *write_run(writer *w, const char *p, const char *end, const char *readable)
{
    const char *stop = *p != ' ' ? find_special(p, end, readable) : p;
    size_t length = (size_t)(stop - p);

    if (length == 0) {
        write_character(w, dana__utf8_decode(p, &length));
        return p + length;
    }
    write_piece(w, p, length);
    return stop;
}

/* Writes a text; markup counts as white space where it separates blocks. */
static void write_plain(writer *w, dana_view text)
{
    const char *end = text.data + text.length;
    const char *next = dana__find_markup(text.data, end);

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
            p = write_run(w, p, next, end);
        }
    }
}

/* Writes a text that was written before, in which references alone are still to be decoded. */
static void write_again(writer *w, dana_view once)
{
    const char *end = once.data + once.length;

    for (const char *p = once.data; p < end;) {
        if (*p == '&') {
            p = write_reference(w, p, end);
        } else if (*p == ' ') {
            w->space = true;
            p++;
        } else {
            const char *reference = memchr(p, '&', (size_t)(end - p));
            const char *stop = reference != NULL ? reference : end;

            stop -= stop[-1] == ' '; /* it is held back */
            write_piece(w, p, (size_t)(stop - p));
            p = stop;
        }
    }
}

/* Writes a character beyond ASCII: a space that does not break as a space, what has no form not at
 * all. Returns the bytes written. */
static size_t write_readable(uint32_t c, char *out)
{
    if (c == 0xA0 || c == 0x202F || c == 0x2007) {
        *out = ' ';
        return 1;
    }
    bool is_mark_of_direction = c == 0x200E || c == 0x200F;

    return dana__is_invisible(c) || is_mark_of_direction ? 0 : dana__utf8_encode(c, out);
}

/* Writes what stands at *at, and passes it: a character beyond ASCII as it stands, no comment.
 * Returns the bytes written. */
static size_t copy_character(const char **at, const char *end, char *out)
{
    dana__markup markup;
    const char *p = *at;
    size_t read;

    if (*p == '<' && dana__begins_markup(p, end)) {
        dana__read_markup(p, end, &markup);
        *at = markup.end;
        return 0;
    }
    uint32_t c = dana__character_at(p, end, &read);

    *at += read;
    if (c >= 0x80) {
        return write_readable(c, out);
    }
    memcpy(out, p, read);
    return read;
}

/* Tells whether a text reads as it is written: it has no byte that begins what reads otherwise. */
static bool is_readable(const char *p, const char *end)
{
    while (p < end) {
        size_t left = (size_t)(end - p);
        dana__bytes16 bytes = dana__load_part16(p, left);

        if (dana__bits16(dana__equal16(bytes, '&') | dana__equal16(bytes, '<') |
                         dana__equal16(bytes, '\xC2') | dana__equal16(bytes, '\xE2')) != 0) {
            return false;
        }
        p += left < DANA__STEP ? left : DANA__STEP;
    }
    return true;
}

/* The next byte that is not copied as it stands with what is before it: beyond ASCII, or one that
 * begins a tag or a reference. */
static const char *find_other(const char *p, const char *end)
{
    while (p < end) {
        size_t left = (size_t)(end - p);
        dana__bytes16 bytes = dana__load_part16(p, left);
        unsigned special = dana__bits16(bytes | dana__equal16(bytes, '&') |
                                        dana__equal16(bytes, '<'));

        if (special != 0) {
            return p + dana__first16(special);
        }
        p += left < DANA__STEP ? left : DANA__STEP;
    }
    return end;
}

dana_view dana__readable(dana_view raw, char *out)
{
    dana_view head = dana__cut_bytes(raw, DANA__READABLE_MAX);
    const char *p = head.data;
    const char *end = p + head.length;
    size_t length = 0;

    if (head.length == 0 || is_readable(p, end)) {
        return raw;
    }
    while (p < end) {
        const char *special = find_other(p, end);

        memcpy(out + length, p, (size_t)(special - p));
        length += (size_t)(special - p);
        p = special;
        if (p < end) {
            length += copy_character(&p, end, out + length);
        }
    }
    dana_view text = dana__trim((dana_view){out, length});

    return text.length > 0 ? text : (dana_view){"\xC2\xA0", 2};
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

    write_plain(&w, text);
    if (w.length > 0 && memchr(room, '&', w.length) != NULL) {
        dana_view once = {room, w.length};
        char *second = dana_arena_alloc(arena, DANA__DECODED_BOUND(once.length), err);

        if (second == NULL) {
            return err->status;
        }
        w = (writer){.data = second};
        write_again(&w, once);
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
