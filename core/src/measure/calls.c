#include "measure/calls.h"

#include "base/ascii.h"
#include "html/elements.h"
#include "html/tokenizer.h"
#include "text/lower.h"

#include <string.h>

/* Characters of a line that leads elsewhere outside its link at most. */
#define CALL_MOST 48

/* Bytes of one at most. */
#define CALL_BYTES (CALL_MOST * DANA__LOWER_MOST)

/* Tags before a block's text that are read, and bytes of one. */
#define TAGS_BACK 4
#define TAG_MOST  1024

static const char *const calls[] = {
#include "measure/read_also.def"
};

const char *dana__start_with_tags(const dana_page *page, const dana__block *block)
{
    const char *source = page->source.data;
    const char *p = source + block->start;

    for (int i = 0; i < TAGS_BACK && p > source && p[-1] == '>'; i++) {
        size_t reach = (size_t)(p - source) < TAG_MOST ? (size_t)(p - source) : TAG_MOST;
        const char *open = memrchr(p - reach, '<', reach);
        dana__markup tag;

        if (open == NULL) {
            break;
        }
        dana__read_markup(open, p, &tag);
        if (tag.end != p || (tag.flags & DANA__BLOCK) != 0) {
            break;
        }
        p = open;
    }
    return p;
}

/* The text before a block's first link, in lower case: at most what `out` holds. */
static dana_view text_before_link(const char *p, const char *end, char out[CALL_BYTES])
{
    size_t length = 0;
    dana__markup token;

    while (p < end && length < CALL_BYTES - DANA__LOWER_MOST) {
        const char *tag = dana__find_markup(p, end);

        while (p < tag && length < CALL_BYTES - DANA__LOWER_MOST) {
            p = dana__lower_character(p, tag, out + length, &length);
        }
        if (p == end || p < tag) {
            break;
        }
        dana__read_markup(p, end, &token);
        if ((token.flags & DANA__ANCHOR) != 0 && token.kind == DANA__START_TAG) {
            break;
        }
        p = token.end > p ? token.end : p + 1;
    }
    return (dana_view){out, length};
}

/* Marks before and behind a call. */
static const char *const marks[] = {
    " ",
    "\t",
    "\r",
    "\n",
    ":",
    ">",
    "-",
    "|",
    "*",
    "+",
    "\xC2\xBB" /* » */,
    "\xE2\x80\xBA" /* › */,
    "\xE2\x80\x93" /* – */,
    "\xE2\x80\x94" /* — */,
    "\xE2\x80\xA2" /* • */,
    "\xE2\x86\x92" /* → */,
    "\xE2\x96\xB6" /* ▶ */,
    "\xE2\x96\xBA" /* ► */,
    "\xEF\xBC\x9A" /* ： */,
};

/* A text without the marks around it. */
static dana_view without_marks(dana_view text)
{
    for (size_t i = 0; i < DANA__COUNT(marks) && text.length > 0;) {
        size_t length = strlen(marks[i]);
        bool fits = text.length >= length;

        if (fits && memcmp(text.data, marks[i], length) == 0) {
            text.data += length;
        } else if (!fits || memcmp(text.data + text.length - length, marks[i], length) != 0) {
            i++;
            continue;
        }
        text.length -= length;
        i = 0;
    }
    return text;
}

static bool is_call(dana_view text)
{
    for (size_t i = 0; i < sizeof(calls) / sizeof(*calls) && text.length > 0; i++) {
        if (*calls[i] == *text.data && strlen(calls[i]) == text.length &&
            memcmp(calls[i], text.data, text.length) == 0) {
            return true;
        }
    }
    return false;
}

bool dana__calls_to_read(const dana_page *page, const dana__blocks *blocks,
                         const dana__block *block)
{
    char words[CALL_BYTES];

    if (block->text > block->link_text + CALL_MOST || 2 * block->link_text < block->text ||
        dana__is_inside(&blocks->nodes[block->node], DANA__KIND_BIT(TABLE))) {
        return false;
    }
    return is_call(without_marks(text_before_link(dana__start_with_tags(page, block),
                                                  page->source.data + block->end, words)));
}
