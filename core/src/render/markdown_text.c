/*
 * Section numbers are those of CommonMark 0.30; tables and strikethrough are those of GitHub
 * Flavored Markdown 0.29.
 */
#include "render/markdown_text.h"

#include "base/ascii.h"
#include "base/bytes16.h"
#include "base/utf8.h"
#include "markdown/escapes.h"
#include "render/inlines.h"
#include "render/lines.h"
#include "render/output.h"

#include <string.h>
#include <unicode/uchar.h>

/* Digits before the '.' of a list item (5.2). */
#define ITEM_DIGITS 9

dana__character_class dana__class_of(uint32_t c)
{
    if (c < 0x80) {
        return dana__is_alphanumeric((char)c) ? DANA__CLASS_LETTER
               : c <= ' '                     ? DANA__CLASS_WHITE
                                              : DANA__CLASS_PUNCTUATION;
    }
    if (u_isUWhiteSpace((UChar32)c)) {
        return DANA__CLASS_WHITE;
    }
    uint32_t mask = U_GET_GC_MASK((UChar32)c);

    return (mask & U_GC_P_MASK) != 0   ? DANA__CLASS_PUNCTUATION
           : (mask & U_GC_S_MASK) != 0 ? DANA__CLASS_SYMBOL
                                       : DANA__CLASS_LETTER;
}

dana__character_class dana__class_before(dana__renderer *r, size_t end, size_t *start)
{
    const char *out = r->out.data;

    *start = end;
    if (end == 0 || end <= r->markdown.content) {
        return DANA__CLASS_WHITE;
    }
    do {
        --*start;
    } while (*start > 0 && dana__utf8_continues((unsigned char)out[*start]));
    size_t length;

    return dana__class_of(dana__utf8_decode(out + *start, &length));
}

/* Whether the line holds nothing but digits yet, so that '.' or ')' would make it an item. */
static bool follows_item_digits(dana__renderer *r)
{
    size_t length = r->out.length - r->markdown.content;
    const char *line = (const char *)r->out.data + r->markdown.content;

    if (!r->in_line || dana__in_cell(r) || length == 0 || length > ITEM_DIGITS) {
        return false;
    }
    for (size_t i = 0; i < length; i++) {
        if (!dana__is_digit(line[i])) {
            return false;
        }
    }
    return true;
}

/* Writes a backslash before an '&' that is written, if the text would make a reference of it. */
static void part_reference(dana__renderer *r, dana_view text)
{
    size_t content = r->markdown.content;
    dana_view line = {(const char *)r->out.data + content, r->out.length - content};
    size_t at = r->out.length > content ? dana__ends_reference(line, text) : SIZE_MAX;

    if (at != SIZE_MAX && r->status == DANA_OK) {
        dana__insert(r, content + at, "\\", 1);
        r->markdown.last_letter += r->markdown.last_letter > content + at;
        r->markdown.last_border += r->markdown.last_border > content + at;
    }
}

/* Writes characters of text; the first one stands where the output ends. */
static void put_plain(dana__renderer *r, dana_view text)
{
    part_reference(r, text);
    dana__escape_place place = {.in_link = dana__in_inline(r, DANA__PART_LINK),
                                .in_cell = dana__in_cell(r),
                                .in_heading = r->leaf == DANA__PART_HEADING};
    size_t done = 0;

    for (size_t i = 0; (i = dana__next_escape(text, i, place)) < text.length; i++) {
        dana__put(r, text.data + done, i - done);
        dana__puts(r, "\\");
        done = i;
    }
    dana__put(r, text.data + done, text.length - done);
}

/* Digits at a line's start and the '.' or ')' after them: "1\." (5.2). Returns the bytes. */
static size_t put_item_number(dana__renderer *r, dana_view text)
{
    size_t digits = 0;

    while (digits < text.length && dana__is_digit(text.data[digits])) {
        digits++;
    }
    if (digits == 0 || digits > ITEM_DIGITS || digits == text.length ||
        (text.data[digits] != '.' && text.data[digits] != ')') ||
        (digits + 1 < text.length && text.data[digits + 1] != ' ')) {
        return 0;
    }
    dana__put(r, text.data, digits);
    dana__puts(r, "\\");
    dana__put(r, text.data + digits, 1);
    return digits + 1;
}

/* Writes what needs care at the start of a line. Returns the bytes of text that are written. */
static size_t put_line_start(dana__renderer *r, dana_view text)
{
    bool at_start = r->in_line && r->out.length == r->markdown.content && !dana__in_cell(r);

    if (at_start && dana__needs_escape_at_start(text)) {
        dana__puts(r, "\\");
        dana__put(r, text.data, 1);
        return 1;
    }
    if (at_start) {
        return put_item_number(r, text);
    }
    if ((text.data[0] == '.' || text.data[0] == ')') && follows_item_digits(r)) {
        dana__puts(r, "\\");
        dana__put(r, text.data, 1);
        return 1;
    }
    return 0;
}

/* Code has no escapes (6.1), but '|' in a table's cell (GFM 4.10). */
static void put_code_text(dana__renderer *r, dana_view text)
{
    size_t done = 0;

    for (size_t i = 0; dana__in_cell(r) && i < text.length; i++) {
        if (text.data[i] == '|') {
            dana__put(r, text.data + done, i - done);
            dana__puts(r, "\\");
            done = i;
        }
    }
    dana__put(r, text.data + done, text.length - done);
}

/* Notes where the last letter of the text at the output's end stands, `length` bytes at most. */
static void note_last_letter(dana__renderer *r, size_t length)
{
    size_t first = r->out.length - length;
    size_t end = r->out.length;
    size_t start;

    while (end > first && dana__class_before(r, end, &start) != DANA__CLASS_LETTER) {
        end = start;
    }
    if (end > first) {
        r->markdown.last_letter = end;
    }
}

void dana__markdown_text(dana__renderer *r, dana_view text)
{
    size_t before = r->out.length;

    if (r->status != DANA_OK || text.length == 0) {
        return;
    }
    if (dana__in_inline(r, DANA__PART_CODE)) {
        put_code_text(r, text);
        return;
    }
    if (r->markdown.encodes) {
        size_t length;
        uint32_t c = dana__utf8_decode(text.data, &length);

        r->markdown.encodes = false;
        dana__puts(r, "&#");
        dana__put_number(r, c);
        dana__puts(r, ";");
        text = (dana_view){text.data + length, text.length - length};
    }
    if (text.length > 0) {
        size_t done = put_line_start(r, text);

        put_plain(r, (dana_view){text.data + done, text.length - done});
    }
    if (r->inline_count > 0 && r->status == DANA_OK) {
        note_last_letter(r, r->out.length - before);
    }
}

void dana__markdown_code(dana__renderer *r, dana_view text)
{
    dana__markdown_state *s = &r->markdown;
    const char *p = text.data;
    const char *end = text.data + text.length;

    while (p < end) {
        const char *newline = memchr(p, '\n', (size_t)(end - p));
        const char *stop = newline != NULL ? newline : end;

        if (!r->in_line && (stop > p || newline == NULL)) {
            dana__start_line(r);
        } else if (!r->in_line) {
            dana__blank_line(r, r->opened_count);
        }
        for (const char *c = p; c < stop; c++) {
            s->backticks = *c == '`' ? s->backticks + 1 : 0;
            s->longest = s->backticks > s->longest ? s->backticks : s->longest;
        }
        dana__put(r, p, (size_t)(stop - p));
        if (newline != NULL) {
            s->backticks = 0;
            dana__end_line(r);
        }
        p = newline != NULL ? newline + 1 : end;
    }
}

void dana__note_border(dana__renderer *r)
{
    r->markdown.last_letter = 0;
    r->markdown.last_border = r->out.length;
}

/* Returns the index at or after i of a byte of a URL that may need care; its length: there is none.
 * "'", '=' are such bytes too. */
static size_t next_unsafe(dana_view url, size_t i)
{
    for (; i < url.length; i += DANA__STEP) {
        dana__bytes16 bytes = dana__load_part16(url.data + i, url.length - i);
        dana__bytes16 unsafe = (dana__bytes16)(bytes <= ' ') |
                               (dana__bytes16)((dana__bytes16)(bytes - '&') <= ')' - '&') |
                               (dana__bytes16)((dana__bytes16)(bytes - '<') <= '>' - '<') |
                               dana__equal16(bytes | 0x20, '|') | dana__equal16(bytes, '`') |
                               dana__equal16(bytes, 0x7F);
        unsigned found = dana__bits16(unsafe);

        if (found != 0) {
            return i + dana__first16(found);
        }
    }
    return url.length;
}

void dana__put_destination(dana__renderer *r, dana_view url)
{
    static const char hex[] = "0123456789ABCDEF";
    size_t written = 0;

    for (size_t i = next_unsafe(url, 0); i < url.length; i = next_unsafe(url, i + 1)) {
        unsigned char c = (unsigned char)url.data[i];
        char escape[3] = {'%', hex[c >> 4], hex[c & 15]};

        if (c <= ' ' || c == '<' || c == '>' || c == '`' || c == 0x7F) {
            dana__put(r, url.data + written, i - written);
            dana__put(r, escape, 3);
            written = i + 1;
        } else if (c == '(' || c == ')' || c == '\\' || (c == '|' && dana__in_cell(r)) ||
                   (c == '&' && dana__begins_reference(url, i))) {
            dana__put(r, url.data + written, i - written);
            dana__puts(r, "\\");
            written = i;
        }
    }
    dana__put(r, url.data + written, url.length - written);
}

/* Writes the text of an image or a link in brackets, on one line. */
static void put_label(dana__renderer *r, dana_view label)
{
    dana__escape_place place = {.in_link = true, .in_cell = dana__in_cell(r)};
    size_t next = dana__next_escape(label, 0, place);
    size_t written = 0;

    for (size_t i = 0; i < label.length; i++) {
        bool is_white = (unsigned char)label.data[i] <= ' ';

        if (i == next) {
            next = dana__next_escape(label, i + 1, place);
        } else if (!is_white) {
            continue;
        }
        dana__put(r, label.data + written, i - written);
        dana__puts(r, is_white ? " " : "\\");
        written = is_white ? i + 1 : i;
    }
    dana__put(r, label.data + written, label.length - written);
}

void dana__markdown_image(dana__renderer *r, const dana_image *image)
{
    r->markdown.encodes = false;
    dana__puts(r, "![");
    put_label(r, image->alt);
    dana__puts(r, "](");
    dana__put_destination(r, image->src);
    dana__puts(r, ")");
    dana__note_border(r);
}

void dana__markdown_media(dana__renderer *r, const dana_media *media, bool is_linked)
{
    dana_view label = dana__media_label(media);

    r->markdown.encodes = false;
    if (is_linked) {
        put_label(r, label);
        return;
    }
    dana__puts(r, "[");
    put_label(r, label);
    dana__puts(r, "](");
    dana__put_destination(r, media->url);
    dana__puts(r, ")");
    dana__note_border(r);
}

/* TeX has no escapes of Markdown: it is for readers that know formulas. */
void dana__markdown_formula(dana__renderer *r, dana_view tex, bool is_display)
{
    const char *sign = is_display ? "$$" : "$";

    r->markdown.encodes = false;
    dana__puts(r, sign);
    put_code_text(r, tex);
    dana__puts(r, sign);
    dana__note_border(r);
}
