#include "render/spelled.h"

#include "base/ascii.h"
#include "base/hash.h"
#include "render/output.h"

#include <string.h>

/* Bytes of a title, and digits: a date has more. */
#define TITLE_LEAST 3
#define TITLE_MOST  120
#define DIGITS_MOST 2
/* Bytes of the output in which the words may stand already. */
#define BEFORE_MOST 400

bool dana__is_spelling(dana_view title)
{
    size_t digits = 0;
    size_t letters = 0;

    for (size_t i = 0; i < title.length; i++) {
        digits += dana__is_digit(title.data[i]);
        letters += dana__is_letter(title.data[i]) || (unsigned char)title.data[i] >= 0x80;
    }
    return title.length >= TITLE_LEAST && title.length <= TITLE_MOST && digits <= DIGITS_MOST &&
           letters > 1 && !dana__begins(title, "http");
}

static bool is_near(const dana__renderer *r, dana_view title)
{
    dana_view out = {r->out.data, r->out.length};
    size_t length = out.length < BEFORE_MOST ? out.length : BEFORE_MOST;
    const char *end = out.data + out.length;

    for (const char *p = end - length; p + title.length <= end; p++) {
        if (dana__equal_text((dana_view){p, title.length}, title)) {
            return true;
        }
    }
    return false;
}

/* Notes a title. Returns whether it was written before; no more are once the table is full. */
static bool is_known(dana__renderer *r, dana_view title)
{
    uint64_t hash = DANA__HASH_EMPTY;

    for (size_t i = 0; i < title.length; i++) {
        hash = dana__hash(hash, (unsigned char)title.data[i]);
    }
    for (size_t i = 0; i < r->spelled_count; i++) {
        if (r->spelled[i] == hash) {
            return true;
        }
    }
    if (r->spelled_count == DANA__SPELLED_MAX) {
        return true;
    }
    r->spelled[r->spelled_count++] = hash;
    return false;
}

void dana__spell_out(dana__renderer *r)
{
    const dana__opened_inline *element = &r->inlines[r->inline_count - 1];
    size_t written = r->out.length - element->position;
    dana_view title = element->target;

    if (r->status != DANA_OK || title.length <= written || is_near(r, title) ||
        is_known(r, title)) {
        return;
    }
    dana__puts(r, " (");
    r->form->text(r, title);
    dana__puts(r, ")");
}
