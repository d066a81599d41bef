#include "data/prose.h"

#include "base/ascii.h"
#include "base/utf8.h"
#include "html/attribute.h"
#include "html/content.h"
#include "html/tokenizer.h"

/* Longest word of running text that is written with spaces, in code points, in the mean. */
#define WORD_MEAN_MAX 24
/* The share of letters, digits and spaces in running text is at least this part. */
#define LETTERS_PART(length) ((length)*4 / 5)
/* Signs of programs and style sheets: at most one in so many characters. */
#define CODE_SIGNS_EACH 40
/* Digits, as of coordinates: at most one in so many characters. */
#define DIGITS_EACH 4
/* Fewer characters than this are no running text. */
#define LEAST 16

/* Counts of a text. */
typedef struct {
    uint32_t length;
    uint32_t letters; /* letters, digits, and all beyond ASCII */
    uint32_t digits;
    uint32_t wide; /* beyond Latin, Greek and Cyrillic: scripts that may do without spaces */
    uint32_t spaces;
    uint32_t code; /* braces, semicolons, equals signs, backslashes, underscores */
} counts;

static void count_byte(counts *c, unsigned char byte)
{
    /* Most are. */
    if (dana__is_letter((char)byte)) {
        c->length++;
        c->letters++;
        return;
    }
    if (dana__utf8_continues(byte)) {
        return;
    }
    c->length++;
    if (byte >= 0x80 || dana__is_alphanumeric((char)byte)) {
        c->letters++;
        c->wide += byte >= 0xE0;
        c->digits += dana__is_digit((char)byte);
    } else if (byte <= ' ') {
        c->spaces++;
    } else {
        c->code += strchr("{}=\\_|<>;", byte) != NULL;
    }
}

static void count_text(counts *c, const char *p, const char *end)
{
    while (p < end) {
        const char *reference = *p == '&' ? memchr(p, ';', end - p < 12 ? (size_t)(end - p) : 12)
                                          : NULL;

        /* A reference is a character, of whatever kind. */
        if (reference != NULL) {
            c->length++;
            c->spaces++;
            p = reference + 1;
        } else {
            count_byte(c, (unsigned char)*p++);
        }
    }
}

static bool is_running(const counts *c)
{
    bool has_words = c->wide * 3 > c->length || c->length <= (c->spaces + 1) * WORD_MEAN_MAX;

    return c->length >= LEAST && has_words && (c->spaces > 0 || c->wide > 0) &&
           c->letters + c->spaces >= LETTERS_PART(c->length) &&
           c->digits <= c->length / DIGITS_EACH && c->code <= c->length / CODE_SIGNS_EACH;
}

/* Whether a text has tags of HTML: an end tag, or a start tag of an element without one. */
static bool has_tags(dana_view text, const char *open, const char *const names[], size_t count)
{
    const char *end = text.data + text.length;
    size_t length = strlen(open);

    if (memchr(text.data, open[0], text.length) == NULL) {
        return false;
    }
    for (const char *p = text.data; p < end; p += length) {
        p = memmem(p, (size_t)(end - p), open, length);
        if (p == NULL) {
            return false;
        }
        for (size_t i = 0; i < count; i++) {
            size_t name = strlen(names[i]);

            if ((size_t)(end - p) > length + name && strncasecmp(p + length, names[i], name) == 0 &&
                !dana__is_letter(p[length + name])) {
                return true;
            }
        }
    }
    return false;
}

/* Whether a text is data again: JSON, as far as its ends tell. */
static bool is_data(dana_view text)
{
    text = dana__trim(text);
    const char *p = text.data;
    const char *end = p + text.length;

    if (end - p < 2 || !((*p == '{' && end[-1] == '}') || (*p == '[' && end[-1] == ']'))) {
        return false;
    }
    for (p++; p < end && dana__is_space(*p); p++) {
    }
    return *p != '\0' && strchr("[{\"}]", *p) != NULL;
}

/* Whether a text has places that a program fills: a template. */
static bool is_template(dana_view text)
{
    const char *end = text.data + text.length;
    const char *brace = memchr(text.data, '{', text.length);

    for (; brace != NULL; brace = memchr(brace + 1, '{', (size_t)(end - brace - 1))) {
        if ((brace > text.data && brace[-1] == '$') || (end - brace > 1 && brace[1] == '{')) {
            return true;
        }
    }
    return memchr(text.data, '%', text.length) != NULL &&
           memmem(text.data, text.length, "<%", 2) != NULL;
}

static const char *const tag_names[] = {"/p",  "p",     "br",      "/div",   "/a",    "/b",
                                        "/li", "/span", "/strong", "/em",    "/i",    "/h1",
                                        "/h2", "/h3",   "/h4",     "/table", "/code", "img"};

dana__prose dana__measure_prose(dana_view text)
{
    counts c = {0};
    dana__prose prose = {
        .is_markup = has_tags(text, "<", tag_names, DANA__COUNT(tag_names)),
    };
    const char *p = text.data;
    const char *end = text.data + text.length;
    dana_view piece;

    prose.is_escaped = !prose.is_markup &&
                       has_tags(text, "&lt;", tag_names, DANA__COUNT(tag_names));
    if (!prose.is_markup) {
        count_text(&c, p, end);
    }
    while (prose.is_markup && dana__next_text(&p, end, false, &piece)) {
        count_text(&c, piece.data, piece.data + piece.length);
    }
    if (is_data(text) || is_template(text)) {
        return (dana__prose){.has_visible = false};
    }
    prose.has_visible = c.letters > 0;
    prose.length = is_running(&c) ? c.length : 0;
    return prose;
}
