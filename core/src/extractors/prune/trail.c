#include "extractors/prune/trail.h"

#include "html/content.h"
#include "html/elements.h"
#include "html/references.h"

/* Taken blocks at the beginning that are looked at. */
#define BLOCKS_MOST 2

/* Code points of a trail and of a step at most, and signs between steps at least. */
#define TRAIL_MOST  240
#define STEP_MOST   120
#define SIGNS_LEAST 2

/* What has been read of a trail. */
typedef struct {
    size_t signs;    /* that part steps */
    size_t step;     /* code points of the step at hand, but white space */
    bool opens;      /* a quotation mark that is the counterpart of a sign */
    bool is_trail;   /* steps are parted by signs, and none is long */
    bool after_sign; /* nothing but signs since the last step */
} trail;

/* Whether a character leads from a step to the next one. */
static bool is_sign(uint32_t c)
{
    switch (c) {
    case '>':
    case 0x00BB: /* » */
    case 0x203A: /* › */
    case 0x2192: /* → */
    case 0x25B6: /* ▶ */
    case 0x25B8: /* ▸ */
    case 0x276F: /* ❯ */
    case 0x3009: /* 〉 */
    case 0xFF1E: /* ＞ */
        return true;
    default:
        return false;
    }
}

static void take_character(trail *t, uint32_t c)
{
    if (dana__is_white(c)) {
        return;
    }
    if (!is_sign(c)) {
        t->opens |= c == 0x00AB || c == 0x2039 || c == 0x3008; /* «‹〈 */
        t->step++;
        t->after_sign = false;
        t->is_trail &= t->step <= STEP_MOST;
        return;
    }
    /* A sign of several, as in ">>". */
    if (!t->after_sign) {
        t->is_trail &= t->step > 0;
        t->signs++;
        t->step = 0;
        t->after_sign = true;
    }
}

static void read_text(trail *t, dana_view text)
{
    const char *end = text.data + text.length;

    for (const char *p = text.data; p < end;) {
        size_t length;

        take_character(t, dana__character_at(p, end, &length));
        p += length;
    }
}

static bool is_trail(const dana_page *page, const dana__blocks *blocks, const dana__block *block)
{
    const char *p = page->source.data + block->start;
    const char *end = page->source.data + block->end;
    trail t = {.is_trail = true};
    dana_view text;

    if (block->link_text == 0 || block->text > TRAIL_MOST ||
        dana__is_inside(&blocks->nodes[block->node], DANA__KIND_BIT(PRE))) {
        return false;
    }
    while (t.is_trail && !t.opens && dana__next_text(&p, end, false, &text)) {
        read_text(&t, text);
    }
    return t.is_trail && !t.opens && t.signs >= SIGNS_LEAST;
}

void dana__cut_trail(const dana_page *page, dana__blocks *blocks)
{
    size_t taken = 0;

    for (size_t i = 0; i < blocks->block_count && taken < BLOCKS_MOST; i++) {
        dana__block *block = &blocks->blocks[i];

        if (!dana__is_taken(block)) {
            continue;
        }
        if (is_trail(page, blocks, block)) {
            block->decision = DANA__DECISION_CUT;
            return;
        }
        taken++;
    }
}
