/*
 * Section numbers are those of CommonMark 0.30; strikethrough is that of GitHub Flavored Markdown
 * 0.29.
 */
#include "render/markdown_inline.h"

#include "base/utf8.h"
#include "render/inlines.h"
#include "render/markdown_text.h"
#include "render/output.h"

#include <string.h>

/* Where the run of '*' at the output's end begins; its end where there is none. */
static size_t run_at_end(dana__renderer *r)
{
    return r->markdown.run_end == r->out.length && r->out.length > 0 ? r->markdown.run_start
                                                                     : r->out.length;
}

/* Notes that the last `length` bytes are of a run of '*'. */
static void note_run(dana__renderer *r, size_t length)
{
    dana__markdown_state *s = &r->markdown;

    if (s->run_end + length != r->out.length || s->run_end == 0) {
        s->run_start = r->out.length - length;
    }
    s->run_end = r->out.length;
}

static const char *const markers[DANA__PART_COUNT] = {
    [DANA__PART_STRONG] = "**",
    [DANA__PART_EM] = "*",
    [DANA__PART_DEL] = "~~",
};

/* Whether a run may open before a character (6.2, left-flanking). */
static bool may_open(dana__renderer *r, dana__character_class next)
{
    size_t start;
    dana__character_class before = dana__class_before(r, run_at_end(r), &start);

    return next == DANA__CLASS_LETTER ||
           (next != DANA__CLASS_WHITE &&
            (before == DANA__CLASS_WHITE || before == DANA__CLASS_PUNCTUATION));
}

static bool open_delimiter(dana__renderer *r, dana__opened_inline *element, dana_view *text,
                           bool more)
{
    if (text == NULL || more) {
        element->silent = !may_open(r, DANA__CLASS_PUNCTUATION);
    } else {
        size_t length;

        while (text->length > 0 &&
               !may_open(r, dana__class_of(dana__utf8_decode(text->data, &length)))) {
            dana__markdown_text(r, (dana_view){text->data, length});
            *text = (dana_view){text->data + length, text->length - length};
        }
        if (text->length == 0) {
            return false;
        }
    }
    element->position = r->out.length;
    if (!element->silent) {
        dana__puts(r, markers[element->part]);
        if (element->part != DANA__PART_DEL) {
            note_run(r, strlen(markers[element->part]));
        }
    }
    dana__note_border(r);
    return true;
}

/* A '!' before it would make an image of a link (6.4). */
static void open_bracket(dana__renderer *r)
{
    dana_view out = dana__written(r);

    if (out.length > 0 && out.data[out.length - 1] == '!') {
        dana__insert(r, out.length - 1, "\\", 1);
    }
    dana__puts(r, "[");
}

bool dana__open_markdown_inline(dana__renderer *r, dana_view *text, bool more)
{
    dana__opened_inline *element = &r->inlines[r->inline_count - 1];

    if (r->status != DANA_OK) {
        return false;
    }
    if (markers[element->part] != NULL) {
        return open_delimiter(r, element, text, more);
    }
    if (element->part == DANA__PART_LINK) {
        open_bracket(r);
    }
    dana__puts(r, dana__line_opening(element));
    element->position = r->out.length;
    dana__note_border(r);
    return true;
}

/* Whether a run may close after a character and before another one (6.2, right-flanking). */
static bool may_close(dana__character_class before, dana__next next)
{
    return before == DANA__CLASS_LETTER ||
           (before != DANA__CLASS_WHITE && next != DANA__NEXT_LETTER);
}

/* Takes an opened delimiter back: nothing but text stands behind it, so that one right before it
 * may go, too. */
static void withdraw(dana__renderer *r, const dana__opened_inline *element)
{
    dana__remove(r, element->position, strlen(markers[element->part]));
    r->markdown.run_end = 0;
    r->markdown.last_letter = 0;
    r->markdown.last_border = element->position;
}

/* Closes emphasis where it counts: before white space at its end, else after its last letter. Of
 * punctuation alone there is none; after a link or code the character that follows is written as a
 * reference, which is punctuation. */
static void close_delimiter(dana__renderer *r, const dana__opened_inline *element, dana__next next)
{
    const char *marker = markers[element->part];
    size_t length = strlen(marker);

    if (element->part != DANA__PART_DEL && r->markdown.last_letter <= element->position &&
        r->markdown.last_border == element->position + length) {
        withdraw(r, element);
        return;
    }
    size_t at = r->out.length;
    size_t run = element->part == DANA__PART_DEL ? at : run_at_end(r);
    size_t start;
    dana__character_class before = dana__class_before(r, run, &start);

    while (run == at && before == DANA__CLASS_WHITE && start > element->position && start < at) {
        run = start;
        at = start;
        next = DANA__NEXT_WHITE;
        before = dana__class_before(r, at, &start);
    }
    if (!may_close(before, next) && r->markdown.last_letter > element->position) {
        at = r->markdown.last_letter;
        dana__insert(r, at, marker, length);
        r->markdown.last_letter = at + length;
        return;
    }
    if (!may_close(before, next) && r->markdown.last_border == element->position + length) {
        withdraw(r, element);
        return;
    }
    r->markdown.encodes = !may_close(before, next);
    dana__insert(r, at, marker, length);
    dana__note_border(r);
    if (element->part != DANA__PART_DEL && at + length == r->out.length) {
        note_run(r, length);
    }
}

/* Code is put between more backticks than any run of them inside (6.1). */
static void close_code(dana__renderer *r, const dana__opened_inline *element)
{
    const char *text = (const char *)r->out.data + element->position;
    size_t length = r->out.length - element->position;
    size_t run = 0;
    size_t longest = 0;

    for (size_t i = 0; i < length; i++) {
        run = text[i] == '`' ? run + 1 : 0;
        longest = run > longest ? run : longest;
    }
    bool pads = length > 0 && (text[0] == '`' || text[length - 1] == '`');

    dana__insert(r, r->out.length, " ", pads);
    dana__insert(r, element->position, " ", pads);
    dana__insert_run(r, r->out.length, '`', longest + 1);
    dana__insert_run(r, element->position, '`', longest + 1);
}

void dana__close_markdown_inline(dana__renderer *r, dana__next next)
{
    const dana__opened_inline *element = &r->inlines[r->inline_count - 1];

    if (r->status != DANA_OK || element->silent) {
        return;
    }
    if (markers[element->part] != NULL) {
        close_delimiter(r, element, next);
        return;
    }
    if (element->part == DANA__PART_LINK) {
        dana__puts(r, "](");
        dana__put_destination(r, element->target);
        dana__puts(r, ")");
    } else if (element->part == DANA__PART_CODE) {
        close_code(r, element);
    } else if (element->part == DANA__PART_SHORT) {
        dana__spell_out(r);
    } else {
        dana__puts(r, dana__line_closing(element));
    }
    dana__note_border(r);
}
