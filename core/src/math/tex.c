#include "math/tex.h"

#include "base/ascii.h"
#include "base/search.h"
#include "base/utf8.h"
#include "html/attribute.h"
#include "html/references.h"

#include <string.h>

static const struct {
    uint32_t code_point;
    const char *tex;
} symbols[] = {
#define SYMBOL(code_point, tex) {(code_point), (tex)},
#include "math/symbols.def"
};

/* Letters of formulas (1D400 to 1D6A3): alphabets of 52, A to Z and a to z, one after the other. */
#define ALPHABETS_FIRST 0x1D400u
#define ALPHABETS_END   0x1D6A4u
#define ALPHABET        52u

/* Greek letters of formulas (1D6A8 to 1D7CB): alphabets of 58, from Alpha on. */
#define GREEK_FIRST  0x1D6A8u
#define GREEK_END    0x1D7CCu
#define GREEK        58u

#define DIGITS_FIRST 0x1D7CEu
#define DIGITS_END   0x1D800u

void dana__tex_put(dana__tex *tex, const char *bytes, size_t length)
{
    if (length == 0 || tex->status != DANA_OK) {
        return;
    }
    if (tex->after_command && (dana__is_letter(bytes[0]) || (unsigned char)bytes[0] >= 0x80)) {
        tex->status = dana_buffer_append(tex->arena, tex->out, " ", 1, tex->err);
    }
    tex->after_command = false;
    if (tex->status == DANA_OK) {
        tex->status = dana_buffer_append(tex->arena, tex->out, bytes, length, tex->err);
    }
}

/* Whether a text ends with a command's name. */
static bool ends_command(const char *text)
{
    size_t i = strlen(text);

    while (i > 0 && dana__is_letter(text[i - 1])) {
        i--;
    }
    return i > 0 && text[i] != '\0' && text[i - 1] == '\\';
}

void dana__tex_puts(dana__tex *tex, const char *text)
{
    dana__tex_put(tex, text, strlen(text));
    tex->after_command = ends_command(text);
}

static const char *find_symbol(uint32_t c)
{
    size_t at = dana__first_from(symbols, DANA__COUNT(symbols), sizeof(*symbols), c);

    return at < DANA__COUNT(symbols) && symbols[at].code_point == c ? symbols[at].tex : NULL;
}

/* The plain character of one of the alphabets for formulas. */
static uint32_t plain_character(uint32_t c)
{
    if (c >= ALPHABETS_FIRST && c < ALPHABETS_END) {
        uint32_t letter = (c - ALPHABETS_FIRST) % ALPHABET;

        return letter < 26 ? 'A' + letter : 'a' + letter - 26;
    }
    if (c >= GREEK_FIRST && c < GREEK_END) {
        uint32_t letter = (c - GREEK_FIRST) % GREEK;

        return letter < 25 ? 0x391 + letter : letter == 25 ? 0x2207 : 0x3B1 + letter - 26;
    }
    return c >= DIGITS_FIRST && c < DIGITS_END ? '0' + (c - DIGITS_FIRST) % 10 : c;
}

void dana__tex_character(dana__tex *tex, uint32_t c)
{
    char encoded[8];

    c = plain_character(c);
    const char *symbol = find_symbol(c);

    if (symbol != NULL) {
        dana__tex_puts(tex, symbol);
        return;
    }
    bool is_space = dana__is_white(c) || c < 0x20;

    if (c == 0x200B || c == 0xFEFF || c == 0) {
        return;
    }
    dana__tex_put(tex, is_space ? " " : encoded, is_space ? 1 : dana__utf8_encode(c, encoded));
}

static bool ends(dana_view text, const char *suffix)
{
    size_t length = strlen(suffix);

    return text.length >= length && memcmp(text.data + text.length - length, suffix, length) == 0;
}

/* Whether the brace that a text begins with is closed at its end. */
static bool is_group(dana_view text)
{
    size_t depth = 0;

    for (size_t i = 0; i < text.length; i++) {
        if (text.data[i] == '\\') {
            i++;
        } else if (text.data[i] == '{') {
            depth++;
        } else if (text.data[i] == '}' && --depth == 0) {
            return i + 1 == text.length;
        }
    }
    return false;
}

/* What pages write around TeX; a shell is a beginning and its end. */
static dana_view unshell(dana_view text)
{
    static const char *const shells[][2] = {
        {"% <![CDATA[", "%]]>"}, {"<![CDATA[", "]]>"}, {"$$", "$$"},
        {"\\[", "\\]"},          {"\\(", "\\)"},       {"$", "$"},
    };
    static const char *const styles[] = {"\\displaystyle", "\\textstyle", "\\scriptstyle"};
    size_t before;

    do {
        before = text.length;
        text = dana__trim(text);
        for (size_t i = 0; i < sizeof(shells) / sizeof(*shells); i++) {
            size_t first = strlen(shells[i][0]);
            size_t last = strlen(shells[i][1]);

            if (text.length > first + last && dana__begins(text, shells[i][0]) &&
                ends(text, shells[i][1])) {
                text = (dana_view){text.data + first, text.length - first - last};
            }
        }
        if (dana__begins(text, "{\\") && is_group(text)) {
            dana_view inner = dana__trim((dana_view){text.data + 1, text.length - 2});

            for (size_t i = 0; i < sizeof(styles) / sizeof(*styles); i++) {
                size_t length = strlen(styles[i]);

                if (dana__begins(inner, styles[i]) && inner.length > length &&
                    !dana__is_letter(inner.data[length])) {
                    text = (dana_view){inner.data + length, inner.length - length};
                    break;
                }
            }
        }
    } while (text.length < before);
    return text;
}

/* Appends raw TeX, references decoded, white-space runs as one space. */
static void put_decoded(dana__tex *tex, dana_view text)
{
    const char *p = text.data;
    const char *end = p + text.length;
    bool space = false;

    while (p < end) {
        uint32_t c[2] = {(unsigned char)*p, 0};
        size_t length = *p == '&' ? dana__read_reference(p, end, c) : 0;
        char encoded[16];
        size_t bytes = 0;

        if (length == 0) {
            c[0] = dana__utf8_decode(p, &length);
        }
        p += length;
        if (dana__is_white(c[0]) || c[0] < 0x20) {
            space = true;
            continue;
        }
        if (space) {
            dana__tex_put(tex, " ", 1);
        }
        space = false;
        bytes = dana__utf8_encode(c[0], encoded);
        bytes += c[1] != 0 ? dana__utf8_encode(c[1], encoded + bytes) : 0;
        tex->after_command = false;
        dana__tex_put(tex, encoded, bytes);
    }
}

void dana__tex_clean(dana__tex *tex, dana_view source)
{
    size_t start = tex->out->length;

    put_decoded(tex, source);
    if (tex->status != DANA_OK) {
        return;
    }
    char *data = (char *)tex->out->data + start;
    dana_view text = unshell((dana_view){data, tex->out->length - start});

    memmove(data, text.data, text.length);
    tex->out->length = start + text.length;
}
