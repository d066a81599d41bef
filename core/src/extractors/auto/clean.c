#include "extractors/auto/clean.h"

#include "base/ascii.h"
#include "blocks/marks.h"
#include "extractors/auto/choose.h"
#include "extractors/prune/gutters.h"
#include "html/elements.h"
#include "html/references.h"
#include "html/tokenizer.h"
#include "measure/copies.h"
#include "measure/labels.h"
#include "measure/top_links.h"
#include "page/page.h"

#include <string.h>

#define CODE_KEY DANA__NAME_KEY('c', 'o', 'd', 'e')

/* Bytes of a script and of data at least, and how many of them stand for a sign of it at most. */
#define SHORTEST_SCRIPT 160
#define SHORTEST_DATA   40
#define SIGN_SHARE      16

/* Code points outside links of a page that is small. */
#define SMALL_PAGE 600

/* Links of a row of them at least, and characters that part two at most: " | ". */
#define ROW_LINKS 3
#define ROW_SIGNS 3

/* A link, or a row of links, outside what the page calls its content. */
static bool is_menu_link(const dana__blocks *blocks, const dana__block *block)
{
    const dana__node *node = &blocks->nodes[block->node];

    return block->heading == 0 &&
           !dana__is_inside(node, DANA__KIND_BIT(MAIN) | DANA__KIND_BIT(ARTICLE)) &&
           (10 * (uint64_t)block->link_text > 9 * (uint64_t)block->text ||
            (block->links >= ROW_LINKS &&
             dana__text_outside_links(block) <= ROW_SIGNS * (block->links + 1u)));
}

void dana__cut_small_menu(dana__blocks *blocks)
{
    size_t first = 0;

    if (blocks->non_link_text >= SMALL_PAGE) {
        return;
    }
    while (first < blocks->block_count && (!dana__is_taken(&blocks->blocks[first]) ||
                                           is_menu_link(blocks, &blocks->blocks[first]))) {
        first++;
    }
    for (size_t i = 0; i < first && first < blocks->block_count; i++) {
        if (dana__is_taken(&blocks->blocks[i])) {
            blocks->blocks[i].decision = DANA__DECISION_CUT;
        }
    }
    size_t end = dana__last_taken(blocks, blocks->block_count);

    /* The same row below the text: to the page before, above and behind this one. */
    for (size_t i = 0; i < first && end > first; i++) {
        if (blocks->blocks[i].hash == blocks->blocks[end - 1].hash &&
            is_menu_link(blocks, &blocks->blocks[end - 1])) {
            blocks->blocks[end - 1].decision = DANA__DECISION_CUT;
            return;
        }
    }
}

dana_status dana__clean_blocks(dana_page *page, dana__blocks *blocks,
                               const dana__auto_settings *settings, dana_error *err)
{
    dana_status status = dana__find_copies(page, blocks, err);

    if (status != DANA_OK) {
        return status;
    }
    if ((settings->steps_off & DANA__STEP_REPEATED) == 0) {
        dana__drop_copies(blocks);
    }
    if ((settings->steps_off & DANA__STEP_GUTTERS) == 0) {
        dana__drop_gutters(page, blocks);
    }
    return DANA_OK;
}

/* Bytes before a block that are looked at for the tag of code. */
#define REACH 200

/* What scripts and styles begin with. */
static const char *const script_starts[] = {
    "(function", "function",    "!function", "var ",      "let ",   "const ",  "window.",
    "document.", "googletag",   "jQuery",    "$(",        "if(",    "if (",    "try{",
    "try {",     "//<![CDATA[", "<![CDATA[", "/*",        "@media", "@import", ".ad",
    "window[",   "gtag(",       "_gaq",      "dataLayer",
};

/* Whether a text begins as an object of JSON, or a list of them: with the name of a member. */
static bool begins_json(dana_view text)
{
    size_t i = 0;

    while (i < text.length &&
           (text.data[i] == '{' || dana__is_space(text.data[i]) || (i == 0 && *text.data == '['))) {
        i++;
    }
    return i > 0 && memchr(text.data, '{', i) != NULL &&
           (dana__begins((dana_view){text.data + i, text.length - i}, "\"") ||
            dana__begins((dana_view){text.data + i, text.length - i}, "&quot;"));
}

/* Whether a text is a script, a style or data from its first byte to its last. */
static bool is_script(dana_view text, bool hidden)
{
    size_t signs = 0;
    bool is_begun = begins_json(text);
    bool is_data = hidden || text.data[0] == '{' || text.data[0] == '[';

    if (text.length < (is_data ? SHORTEST_DATA : SHORTEST_SCRIPT) ||
        strchr(";})]>", text.data[text.length - 1]) == NULL) {
        return false;
    }
    for (size_t i = 0; !is_begun && i < sizeof(script_starts) / sizeof(*script_starts); i++) {
        is_begun = dana__begins(text, script_starts[i]);
    }
    for (size_t i = 0; is_begun && i < text.length; i++) {
        signs += strchr("{}=;\":[]()", text.data[i]) != NULL;
    }
    return SIGN_SHARE * signs >= text.length;
}

/* An identifier of 128 bits as it is written: 8-4-4-4-12 digits and letters. */
#define IDENTIFIER 36

static bool is_identifier(const char *p)
{
    for (size_t i = 0; i < IDENTIFIER; i++) {
        bool is_dash = i == 8 || i == 13 || i == 18 || i == 23;
        char c = (char)(p[i] | 0x20);

        if (is_dash ? p[i] != '-' : !dana__is_digit(p[i]) && !(c >= 'a' && c <= 'f')) {
            return false;
        }
    }
    return true;
}

/* Whether most of a block's text are identifiers, outside its tags: what programs hide there, or
 * spell a word with that machines are not to read. */
static bool is_identifiers(const dana__block *block, dana_view text)
{
    const char *end = text.data + text.length;
    uint64_t found = 0;
    bool in_tag = false;

    for (const char *p = text.data; block->digits >= IDENTIFIER / 2 && p + IDENTIFIER <= end; p++) {
        in_tag = *p == '<' || (in_tag && *p != '>');
        if (!in_tag && is_identifier(p)) {
            found += IDENTIFIER;
            p += IDENTIFIER - 1;
        }
    }
    return found > IDENTIFIER && 2 * found > block->text;
}

/* Whether a text is the place of a value that a script fills in: "{{ count }}". */
static bool is_template(dana_view text)
{
    return text.length > 4 && dana__begins(text, "{{") &&
           memcmp(text.data + text.length - 2, "}}", 2) == 0;
}

static bool is_hidden(const dana__blocks *blocks, const dana__block *block)
{
    return (blocks->nodes[block->node].all_marks & DANA__MARK_BIT(HIDDEN)) != 0;
}

/* Whether code begins right before a block: an author shows it. */
static bool is_shown_code(const dana_page *page, const dana__block *block)
{
    size_t reach = block->start < REACH ? block->start : REACH;
    const char *start = page->source.data + block->start;
    const char *p = start - reach;
    dana__markup tag;
    bool is_code = false;

    for (p = dana__find_markup(p, start); p < start; p = dana__find_markup(p, start)) {
        dana__read_markup(p, start, &tag);
        p = tag.end;
        is_code = tag.kind == DANA__START_TAG &&
                  (tag.name.key == CODE_KEY || (is_code && (tag.flags & DANA__BLOCK) == 0));
    }
    return is_code;
}

void dana__drop_scripts(const dana_page *page, dana__blocks *blocks)
{
    for (size_t i = 0; i < blocks->block_count; i++) {
        dana__block *block = &blocks->blocks[i];
        dana_view text = {page->source.data + block->start, block->end - block->start};

        if (dana__is_taken(block) &&
            !dana__is_inside(&blocks->nodes[block->node], DANA__KIND_BIT(PRE)) &&
            (is_script(text, is_hidden(blocks, block)) || is_template(text) ||
             is_identifiers(block, text)) &&
            !is_shown_code(page, block)) {
            block->decision = DANA__DECISION_CUT;
        }
    }
}

/* Longest label in bytes, one with tags, its code points, and most counters that are kept. */
#define LABEL_MOST   160
#define TAGGED_MOST  320
#define LABEL_TEXT   96
#define COUNTER_MOST 9

/* Bytes of a reference for each byte of its character: "&#30456;" for three. */
#define REFERENCE_BYTES 3

/* Headings of one text at most that an author sets. */
#define HEADINGS_MOST 2

/* A place in a row of pictures: "2 / 5", "2 of 5". */
typedef struct {
    unsigned number;
    unsigned count; /* 0: it is none */
} counter;

static size_t read_number(dana_view text, size_t at, unsigned *out)
{
    size_t start = at;

    for (*out = 0; at < text.length && at - start < 3 && dana__is_digit(text.data[at]); at++) {
        *out = *out * 10 + (unsigned)(text.data[at] - '0');
    }
    return at;
}

static counter read_counter(dana_view text)
{
    static const char *const between[] = {"/", " / ", " of "};
    counter out = {0, 0};
    size_t at = text.length <= COUNTER_MOST ? read_number(text, 0, &out.number) : 0;

    for (size_t i = 0; i < sizeof(between) / sizeof(*between) && at > 0; i++) {
        size_t length = strlen(between[i]);

        if (text.length > at + length && memcmp(text.data + at, between[i], length) == 0 &&
            read_number(text, at + length, &out.count) == text.length && out.number >= 1 &&
            out.number <= out.count) {
            return out;
        }
    }
    return (counter){0, 0};
}

/* Takes out the counters of a row: each is followed by the next one. */
static void drop_counter(dana__block *block, counter here, dana__block **before, counter *last)
{
    if (*before != NULL && here.count == last->count && here.number == last->number + 1) {
        (*before)->decision = dana__is_taken(*before) ? DANA__DECISION_CUT : (*before)->decision;
        block->decision = dana__is_taken(block) ? DANA__DECISION_CUT : block->decision;
    }
    *before = block;
    *last = here;
}

/* Whether a block is no text of anybody: signs, what a widget says, a way back to the page's top.
 * Old pages lay out all in tables; what stands in a cell is data unless it has several words, and
 * what is a heading unless it has a number as well ("Showing 2 of 2 products") or comes again and
 * again ("Loading..."). */
static bool is_widget(const dana_page *page, const dana__block *block, dana_view text,
                      bool is_in_table)
{
    bool is_heading = block->heading > 0 && block->repeats <= HEADINGS_MOST;
    dana__label label = is_heading && block->digits == 0 ? DANA__NO_LABEL : dana__label_of(text);

    if (label == DANA__LONG_LABEL || (!is_heading && dana__leads_to_top(page, block))) {
        return true;
    }
    return !is_in_table &&
           ((label == DANA__LABEL && !is_heading) || dana__is_separators(text, block->heading > 0));
}

/* Whether a block is a dash between two that are left out: buttons. */
static bool is_dash(const dana__blocks *blocks, size_t i, dana_view text)
{
    size_t length;
    uint32_t c = dana__character_at(text.data, text.data + text.length, &length);

    return i > 0 && i + 1 < blocks->block_count && (c == '-' || c == 0x2013) &&
           length == text.length && !dana__is_taken(&blocks->blocks[i - 1]) &&
           !dana__is_taken(&blocks->blocks[i + 1]);
}

/* Whether a text has more bytes than a label, with its tags, or with as many references. */
static bool is_too_long(const dana__block *block, dana_view text)
{
    size_t most = block->text > LABEL_TEXT ? LABEL_MOST : TAGGED_MOST;

    return text.length > most &&
           (text.length > REFERENCE_BYTES * most || memchr(text.data, '&', text.length) == NULL);
}

/* On threads what is refused goes for good, too: rules that keep replies would take it again. */
void dana__drop_widgets(const dana_page *page, dana__blocks *blocks)
{
    bool is_thread = (blocks->hints & (DANA__HINT_FORUM | DANA__HINT_THREAD)) != 0;
    dana__block *before = NULL;
    counter last = {0, 0};

    for (size_t i = 0; i < blocks->block_count; i++) {
        dana__block *block = &blocks->blocks[i];
        const dana__node *node = &blocks->nodes[block->node];
        dana_view text = {page->source.data + block->start, block->end - block->start};

        if (is_too_long(block, text) || dana__is_inside(node, DANA__KIND_BIT(PRE))) {
            continue;
        }
        bool is_in_table = dana__is_inside(node, DANA__KIND_BIT(TABLE));
        counter here = !is_in_table && block->digits > 1 && block->heading == 0 ? read_counter(text)
                                                                                : (counter){0, 0};

        if (here.count > 0) {
            drop_counter(block, here, &before, &last);
        } else if ((dana__is_taken(block) || (is_thread && dana__is_out(block))) &&
                   (is_widget(page, block, text, is_in_table) ||
                    (!is_in_table && block->text == 1 && is_dash(blocks, i, text)))) {
            block->decision = DANA__DECISION_CUT;
        }
    }
}

/* Headings at the content's end that are cut (more in a row are items), and lines of one of them.
 */
#define LAST_HEADINGS 2
#define HEADING_LINES 4

/* Characters and marks of the longest of them: longer ones are text set as a heading. */
#define LAST_TEXT  80
#define LAST_MARKS 1

/* Whether a block is a heading's line; only the first one says its level. In a manual a heading
 * that is a link, or goes on with one behind a number, names a chapter in a list of them. */
static bool is_short_heading(const dana__blocks *blocks, const dana__block *block)
{
    bool is_chapter = (blocks->hints & DANA__HINT_MANUAL) != 0 && block->link_text > 0;

    return (block->heading > 0 ||
            dana__is_inside(&blocks->nodes[block->node], DANA__KIND_BIT(HEADING))) &&
           block->text <= LAST_TEXT && block->punctuation <= LAST_MARKS && !is_chapter;
}

void dana__cut_last_headings(dana__blocks *blocks)
{
    size_t run[LAST_HEADINGS * HEADING_LINES + 1];
    size_t lines = 0;
    size_t headings = 0;
    size_t text = 0;
    size_t at = dana__last_taken(blocks, blocks->block_count);

    while (at > 0 && is_short_heading(blocks, &blocks->blocks[at - 1]) &&
           lines < DANA__COUNT(run)) {
        headings += lines == 0 ||
                    blocks->blocks[run[lines - 1]].node != blocks->blocks[at - 1].node;
        text += blocks->blocks[at - 1].text;
        run[lines++] = at - 1;
        at = dana__last_taken(blocks, at - 1);
    }
    if (at == 0 || lines == 0 || headings > LAST_HEADINGS || lines == DANA__COUNT(run) ||
        text > headings * LAST_TEXT || blocks->blocks[run[lines - 1]].heading == 0) {
        return; /* long ones are text, and so are lines without the first one */
    }
    while (lines > 0) {
        blocks->blocks[run[--lines]].decision = DANA__DECISION_CUT;
    }
}
