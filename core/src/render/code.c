#include "render/code.h"

#include "base/ascii.h"
#include "base/utf8.h"
#include "html/references.h"
#include "math/write_formula.h"
#include "page/page.h"
#include "render/leaf.h"
#include "render/output.h"
#include "text/invisible.h"
#include "text/span_sets.h"

#include <string.h>

/* Decodes the character at *p, which it passes: a reference; a no-break space as a space; CR LF and
 * CR as LF; a control of C1 as what it was meant to be; NUL and what only lets lines break as
 * nothing. Returns the bytes written to out. */
static size_t decode_special(const char **p, const char *end, char out[8])
{
    uint32_t code_points[2] = {(unsigned char)**p, 0};
    size_t length = **p == '&' ? dana__read_reference(*p, end, code_points) : 0;

    if (**p == '\xC2' || **p == '\xE2' || **p == '\xEF') {
        code_points[0] = dana__utf8_decode(*p, &length);
    }
    *p += length > 0 ? length : 1;
    if (code_points[0] == '\0' || dana__is_invisible(code_points[0]) ||
        (code_points[0] == '\r' && *p < end && **p == '\n')) {
        return 0;
    }
    if (dana__is_c1(code_points[0])) {
        return dana__write_c1(code_points[0], out);
    }
    uint32_t first = code_points[0] == '\r' ? '\n' : code_points[0] == 0xA0 ? ' ' : code_points[0];
    size_t bytes = dana__utf8_encode(first, out);

    return bytes + (code_points[1] != 0 ? dana__utf8_encode(code_points[1], out + bytes) : 0);
}

void dana__decode_code(dana__renderer *r, dana_buffer *out, const char *p, const char *end)
{
    while (p < end && r->status == DANA_OK) {
        const char *next = p;
        char encoded[8];

        while (next < end && *next != '&' && *next != '\r' && *next != '\0' && *next != '\xC2' &&
               *next != '\xE2' && *next != '\xEF') {
            next++;
        }
        dana__append(r, out, p, (size_t)(next - p));
        p = next;
        if (p < end) {
            dana__append(r, out, encoded, decode_special(&p, end, encoded));
        }
    }
}

void dana__end_code_line(dana__renderer *r)
{
    const char *data = r->white.data;

    while (r->white.length > 0 &&
           (data[r->white.length - 1] == ' ' || data[r->white.length - 1] == '\t')) {
        r->white.length--;
    }
    dana__append(r, &r->white, "\n", 1);
}

/* Before the first text of code only the indentation of its line counts. */
static void keep_indentation(dana__renderer *r)
{
    const char *data = r->white.data;
    const char *newline = r->white.length > 0 ? memrchr(data, '\n', r->white.length) : NULL;

    if (newline != NULL) {
        size_t left = r->white.length - (size_t)(newline + 1 - data);

        memmove(r->white.data, newline + 1, left);
        r->white.length = left;
    }
}

/* A break, a border of a block or of a span separates code where no white space does. */
static void part_code(dana__renderer *r)
{
    if (r->breaks > 0 &&
        (r->white.length == 0 || memchr(r->white.data, '\n', r->white.length) == NULL)) {
        r->white.length = 0;
        dana__append(r, &r->white, "\n", 1);
    } else if (r->space && r->white.length == 0) {
        dana__append(r, &r->white, " ", 1);
    }
    r->breaks = 0;
    r->outline.border = false;
}

static void write_white(dana__renderer *r)
{
    if (r->white.length > 0) {
        r->form->code(r, (dana_view){r->white.data, r->white.length});
    }
    r->white.length = 0;
}

void dana__put_code(dana__renderer *r, dana_view text)
{
    if (text.length == 0) {
        return;
    }
    if (dana__changes_leaf(r)) {
        keep_indentation(r);
    } else {
        part_code(r);
        write_white(r);
    }
    r->space = false;
    dana__begin(r, &text);
    write_white(r);
    r->form->code(r, text);
}

void dana__write_code(dana__renderer *r, const dana__pick *pick)
{
    r->scratch.length = 0;
    dana__decode_code(r, &r->scratch, pick->start, pick->end);
    dana__put_code(r, (dana_view){r->scratch.data, r->scratch.length});
}

/* The serial of the innermost block, counted from 1; 0 outside all. */
static uint32_t block_of(const dana__renderer *r)
{
    const dana__frame *top = dana__innermost(&r->outline);

    return top != NULL ? top->serial : 0;
}

void dana__put_tex(dana__renderer *r, dana_view tex, bool is_display)
{
    is_display &= dana__leaf_block(r) == NULL;
    dana__write_kept_formula(r);
    r->outline.border |= is_display;
    dana__begin(r, NULL);
    r->form->formula(r, tex, is_display);
    r->outline.border |= is_display;
    dana__note_written(r);
}

/* Writes what r->tex holds as the form does. */
static void put_formula(dana__renderer *r, const dana__formula *formula, bool is_tex)
{
    dana_view text = {r->tex.data, r->tex.length};
    dana_view out = dana__written(r);
    bool is_display = formula->is_display && is_tex && dana__leaf_block(r) == NULL;

    r->outline.border |= is_display;
    r->space |= formula->kind == DANA__FORMULA_FRACTION && out.length > 0 &&
                dana__is_digit(out.data[out.length - 1]);
    if (is_tex) {
        dana__begin(r, NULL);
        r->form->formula(r, text, formula->is_display);
    } else {
        dana__begin(r, &text);
        r->form->text(r, text);
    }
    r->outline.border |= is_display;
    r->after_formula = true;
    dana__note_written(r);
}

static void write_formula(dana__renderer *r, const dana__formula *formula)
{
    bool is_tex = true;

    r->tex.length = 0;
    if (r->status == DANA_OK) {
        r->status = dana__write_formula(r->page->arena, formula, &r->tex, &is_tex, r->err);
    }
    if (r->status == DANA_OK && r->tex.length > 0) {
        put_formula(r, formula, is_tex);
    }
}

void dana__read_formula(dana__renderer *r, const dana__event *event)
{
    const char *source = r->page->source.data;
    bool selected = dana__touches(&r->result->selection, &r->formula_span,
                                  (size_t)(event->start - source), (size_t)(event->end - source));

    if (event->formula.kind == DANA__FORMULA_NONE) {
        return;
    }
    if (selected || (r->written_block == block_of(r) + 1 && r->leaf != DANA__PART_NONE)) {
        dana__write_kept_formula(r);
        write_formula(r, &event->formula);
        return;
    }
    r->kept_formula = event->formula;
    r->kept_block = block_of(r) + 1;
    r->kept_space = r->space;
    r->space = false;
}

void dana__write_kept_formula(dana__renderer *r)
{
    bool space = r->space;

    if (r->kept_block == 0) {
        return;
    }
    r->space = r->kept_space;
    if (r->kept_block == block_of(r) + 1) {
        write_formula(r, &r->kept_formula);
    }
    r->space |= space;
    r->kept_block = 0;
}

void dana__note_written(dana__renderer *r)
{
    r->written_block = block_of(r) + 1;
}
