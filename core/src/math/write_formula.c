#include "math/write_formula.h"

#include "base/ascii.h"
#include "base/utf8.h"
#include "html/attribute.h"
#include "html/content.h"
#include "html/references.h"
#include "html/tokenizer.h"
#include "math/mathml.h"
#include "math/tex.h"

#include <string.h>

/* Parts of a fraction that are read. */
#define PARTS_MAX 2

/* Appends the text of markup: references decoded, white-space runs as one space. */
static void put_text(dana__tex *tex, dana_view markup)
{
    const char *p = markup.data;
    const char *end = p + markup.length;
    bool space = false;
    dana_view text;

    while (dana__next_text(&p, end, false, &text)) {
        const char *at = text.data;

        while (at < text.data + text.length) {
            uint32_t c[2] = {0, 0};
            size_t length = *at == '&' ? dana__read_reference(at, text.data + text.length, c) : 0;
            char encoded[8];

            if (length == 0) {
                c[0] = dana__utf8_decode(at, &length);
            }
            at += length;
            if (dana__is_white(c[0]) || c[0] < 0x20) {
                space = true;
                continue;
            }
            dana__tex_put(tex, " ", space && tex->out->length > 0);
            space = false;
            dana__tex_put(tex, encoded, dana__utf8_encode(c[0], encoded));
        }
    }
}

static bool is_slash(dana_view text)
{
    return (text.length == 1 && text.data[0] == '/') ||
           (text.length == 3 && memcmp(text.data, "\xE2\x81\x84", 3) == 0) ||
           (text.length == 7 && memcmp(text.data, "&frasl;", 7) == 0);
}

/* A fraction of two texts gets its slash; what has one, or more parts, is text. */
static void put_fraction(dana__tex *tex, dana_view markup)
{
    const char *p = markup.data;
    const char *end = p + markup.length;
    dana_view parts[PARTS_MAX];
    size_t count = 0;
    bool has_slash = false;
    dana_view text;

    while (dana__next_text(&p, end, false, &text)) {
        text = dana__trim(text);
        has_slash |= is_slash(text);
        if (text.length > 0 && !is_slash(text)) {
            if (count < PARTS_MAX) {
                parts[count] = text;
            }
            count++;
        }
    }
    if (count != PARTS_MAX) {
        put_text(tex, markup);
        return;
    }
    put_text(tex, parts[0]);
    dana__tex_puts(tex, "/");
    put_text(tex, parts[1]);
}

/* MathML in an attribute: its references are decoded first. */
static void put_escaped(dana__tex *tex, dana_view value)
{
    dana_buffer markup;
    dana__tex decoded = *tex;

    dana_buffer_init(&markup, 1);
    decoded.out = &markup;
    put_text(&decoded, value);
    tex->status = decoded.status;
    if (tex->status == DANA_OK) {
        dana__mathml_to_tex(tex, (dana_view){markup.data, markup.length});
    }
    dana_buffer_release(tex->arena, &markup);
}

dana_status dana__write_formula(dana_arena *arena, const dana__formula *formula, dana_buffer *out,
                                bool *is_tex, dana_error *err)
{
    dana__tex tex = {.arena = arena, .out = out, .err = err, .status = DANA_OK};

    *is_tex = formula->kind != DANA__FORMULA_FRACTION && formula->kind != DANA__FORMULA_TEXT;
    switch (formula->kind) {
    case DANA__FORMULA_TEX:
        dana__tex_clean(&tex, formula->body);
        break;
    case DANA__FORMULA_MATHML:
        dana__mathml_to_tex(&tex, formula->body);
        break;
    case DANA__FORMULA_ESCAPED_MATHML:
        put_escaped(&tex, formula->body);
        break;
    case DANA__FORMULA_FRACTION:
        put_fraction(&tex, formula->body);
        break;
    case DANA__FORMULA_TEXT:
        put_text(&tex, formula->body);
        break;
    default:
        break;
    }
    return tex.status;
}
