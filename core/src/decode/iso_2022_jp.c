/* iso-2022-jp (WHATWG Encoding 12.2): escape sequences switch between four character sets. */
#include "base/utf8.h"
#include "decode/encodings.h"

#define ESCAPE 0x1B
#define NONE   DANA__REPLACEMENT_CHARACTER

/* Character sets. */
typedef enum { ASCII, ROMAN, KATAKANA, JIS0208 } charset;

static const struct {
    unsigned char bytes[2]; /* behind the escape */
    charset set;
} escapes[] = {
    {{'(', 'B'}, ASCII},   {{'(', 'J'}, ROMAN},   {{'(', 'I'}, KATAKANA},
    {{'$', '@'}, JIS0208}, {{'$', 'B'}, JIS0208},
};

typedef struct {
    const unsigned char *p;
    const unsigned char *end;
    charset set;
    bool switched; /* no character has come since the last escape sequence */
} reader;

/* One byte of ASCII, JIS X 0201's Latin letters or katakana. */
static uint32_t single_of(charset set, unsigned char byte)
{
    if (set == KATAKANA) {
        return byte >= 0x21 && byte <= 0x5F ? 0xFF61u + byte - 0x21 : NONE;
    }
    if (byte >= 0x80 || byte == 0x0E || byte == 0x0F) {
        return NONE;
    }
    if (set == ROMAN && (byte == 0x5C || byte == 0x7E)) {
        return byte == 0x5C ? 0xA5 : 0x203E;
    }
    return byte;
}

static bool is_cell(unsigned char byte)
{
    return byte >= 0x21 && byte <= 0x7E;
}

/* A character of JIS X 0208. A lead byte without its trail is one error; an escape is not eaten. */
static void read_pair(reader *r, dana__output *out)
{
    uint32_t character = 0;
    size_t taken = 1;

    if (is_cell(r->p[0]) && r->end - r->p >= 2 && r->p[1] != ESCAPE) {
        character = is_cell(r->p[1]) ? dana__jis0208(r->p[0] - 0x21u, r->p[1] - 0x21u) : 0;
        taken = 2;
    }
    dana__write_character(character, out);
    r->p += taken;
}

static void read_single(reader *r, dana__output *out)
{
    uint32_t character = single_of(r->set, *r->p++);

    if (character == NONE) {
        dana__write_replacement(out);
    } else {
        out->length += dana__utf8_encode(character, out->data + out->length);
    }
}

/*
 * An escape that begins no known sequence; what follows is text. Deviation from 12.2.1, as in
 * browsers: if the byte behind its '$' or '(' is no character, it has no U+FFFD of its own.
 */
static void read_unknown_escape(reader *r, dana__output *out)
{
    dana__write_replacement(out);
    r->p++;
    if (r->end - r->p < 2 || (r->p[0] != '$' && r->p[0] != '(')) {
        return;
    }
    if (r->set != JIS0208 && r->p[1] != ESCAPE && single_of(r->set, r->p[1]) == NONE) {
        read_single(r, out);
        r->p++;
    } else if (r->set == JIS0208 && r->p[1] == ESCAPE) {
        r->p++;
    } else if (r->set == JIS0208 &&
               (!is_cell(r->p[1]) || dana__jis0208(r->p[0] - 0x21u, r->p[1] - 0x21u) == 0)) {
        r->p += 2;
    }
}

/*
 * An escape sequence at `p`. One behind another is an error: it would hide what stands between, for
 * example in a filter that looks for '<'.
 */
static void read_escape(reader *r, dana__output *out)
{
    for (size_t i = 0; i < sizeof(escapes) / sizeof(escapes[0]); i++) {
        if (r->end - r->p >= 3 && r->p[1] == escapes[i].bytes[0] &&
            r->p[2] == escapes[i].bytes[1]) {
            r->set = escapes[i].set;
            r->p += 3;
            if (r->switched) {
                dana__write_replacement(out);
            }
            r->switched = true;
            return;
        }
    }
    r->switched = false;
    read_unknown_escape(r, out);
}

void dana__decode_iso_2022_jp(const char *bytes, size_t length, dana__output *out)
{
    reader r = {.p = (const unsigned char *)bytes, .set = ASCII};

    r.end = r.p + length;
    while (r.p < r.end) {
        if (*r.p == ESCAPE) {
            read_escape(&r, out);
            continue;
        }
        r.switched = false;
        if (r.set == JIS0208) {
            read_pair(&r, out);
        } else {
            read_single(&r, out);
        }
    }
}
