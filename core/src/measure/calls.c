#include "measure/calls.h"

#include "base/ascii.h"
#include "html/elements.h"
#include "html/tokenizer.h"
#include "measure/sentence.h"
#include "text/lower.h"

#include <string.h>

/* Characters of a line that leads elsewhere outside its link at most. */
#define CALL_MOST 48

/* Bytes of one at most. */
#define CALL_BYTES (CALL_MOST * DANA__LOWER_MOST)

/* Tags before a block's text that are read, and bytes of one. */
#define TAGS_BACK 8
#define TAG_MOST  1024

static const char *const calls[] = {
#include "measure/read_also_table.inc"
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

bool dana__next_link_tag(const char **p, const char *end, dana_view *link)
{
    dana__markup tag;

    for (*p = dana__find_markup(*p, end); *p < end; *p = dana__find_markup(*p, end)) {
        dana__read_markup(*p, end, &tag);
        *p = tag.end > *p ? tag.end : *p + 1;
        if (tag.kind == DANA__START_TAG && (tag.flags & DANA__ANCHOR) != 0) {
            *link = dana__between(tag.start, tag.end);
            return true;
        }
    }
    return false;
}

bool dana__in_one_link(const dana_page *page, const dana__block *a, const dana__block *b,
                       size_t most)
{
    const char *p = page->source.data + a->end;
    const char *end = page->source.data + b->start;
    dana__markup tag;

    if (end < p || (size_t)(end - p) > most) {
        return false;
    }
    for (p = dana__find_markup(p, end); p < end; p = dana__find_markup(p, end)) {
        dana__read_markup(p, end, &tag);
        if ((tag.flags & DANA__ANCHOR) != 0) {
            return false;
        }
        p = tag.end > p ? tag.end : p + 1;
    }
    return true;
}

bool dana__next_link(const char **p, const char *end, dana_view *href)
{
    dana_view link;

    if (!dana__next_link_tag(p, end, &link)) {
        return false;
    }
    if (!dana_tag_attribute(link, "href", href)) {
        *href = (dana_view){NULL, 0};
    } else if (href->data == NULL) {
        *href = (dana_view){"", 0};
    }
    return true;
}

dana__link_kind dana__first_link(const dana_page *page, const dana__block *block)
{
    const char *p = dana__start_with_tags(page, block);
    dana_view address;

    if (!dana__next_link(&p, page->source.data + block->end, &address)) {
        return DANA__LINK_NONE;
    }
    if (address.length == 0 || dana__begins(address, "javascript:")) {
        return DANA__LINK_PRESSED;
    }
    if (*address.data != '#') {
        return DANA__LINK_ELSEWHERE;
    }
    return address.length == 1 ? DANA__LINK_PRESSED : DANA__LINK_PLACE;
}

/* The text before a block's first link, in lower case: at most what `out` holds. whole: all of the
 * text instead. */
static dana_view first_text(const char *p, const char *end, bool whole, char out[CALL_BYTES])
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
        if (!whole && (token.flags & DANA__ANCHOR) != 0 && token.kind == DANA__START_TAG) {
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
    "[",
    "]",
    "(",
    ")",
    "...",
    "\xE2\x80\xA6" /* … */,
    "\xC2\xBB" /* » */,
    "\xE2\x80\xBA" /* › */,
    "\xE2\x80\x93" /* – */,
    "\xE2\x80\x94" /* — */,
    "\xE2\x80\xA2" /* • */,
    "\xE2\x86\x92" /* → */,
    "\xE2\x96\xB6" /* ▶ */,
    "\xE2\x96\xBA" /* ► */,
    "\xEF\xBC\x9A" /* ： */,
    "\xE1\x8D\xA6" /* ፦ */,
    "\xE1\x8D\xA1" /* ፡ */,
    "\xE1\x9F\x96" /* ៖ */,
    "\xD5\x9D" /* ՝ */,
    "\xD6\x89" /* ։ */,
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

static bool is_one_of(dana_view text, const char *const *words, size_t count)
{
    for (size_t i = 0; text.length > 0 && i < count; i++) {
        if (words[i][0] == text.data[0] && strlen(words[i]) == text.length &&
            memcmp(words[i], text.data, text.length) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_call(dana_view text)
{
    return is_one_of(text, calls, DANA__COUNT(calls));
}

/* Whether a text has two words and more, or is of a script whose words need not be parted. */
static bool is_telling(dana_view text)
{
    bool is_ascii = true;

    for (size_t i = 0; i < text.length; i++) {
        is_ascii = is_ascii && (unsigned char)text.data[i] < 0x80;
    }
    return !is_ascii || memchr(text.data, ' ', text.length) != NULL;
}

/* Whether a block stands in a table beside others: not in one that is set around a line. */
static bool is_of_table(const dana__blocks *blocks, const dana__block *block)
{
    const dana__node *node = &blocks->nodes[block->node];

    if (!dana__is_inside(node, DANA__KIND_BIT(TABLE))) {
        return false;
    }
    while (node->kind != DANA__KIND_TABLE) {
        node = &blocks->nodes[node->parent];
    }
    return node->end_block - node->first_block > 1;
}

/* Characters behind the link of a sentence at least. */
#define BEHIND_LEAST 8

/* Whether a block is a sentence around its link: "Read Gears and belts to learn more." before:
 * bytes of its first words. */
static bool goes_on(const dana_page *page, const dana__block *block, size_t before)
{
    return dana__text_outside_links(block) >= before + BEHIND_LEAST &&
           dana__ends_sentence(page, block);
}

bool dana__calls_to_read(const dana_page *page, const dana__blocks *blocks,
                         const dana__block *block)
{
    const char *end = page->source.data + block->end;
    char words[CALL_BYTES];

    if (block->text > block->link_text + CALL_MOST || 2 * block->link_text < block->text ||
        is_of_table(blocks, block)) {
        return false;
    }
    const char *start = dana__start_with_tags(page, block);
    dana_view before = without_marks(first_text(start, end, false, words));

    if (before.length > 0) {
        return is_call(before) && !goes_on(page, block, before.length);
    }
    before = without_marks(first_text(start, end, true, words));
    return block->text <= CALL_MOST && is_telling(before) && is_call(before);
}

/* Sections of works of reference, and links to other sites: authors set them. */
static const char *const sections[] = {
    "see also",
    "further reading",
    "siehe auch",
    "voir aussi",
    "ver tambi\xC3\xA9n",
    "veja tamb\xC3\xA9m",
    "vedi anche",
    "zobacz te\xC5\xBC",
    "katso my\xC3\xB6s",
    "vezi \xC8\x99i",
    "\xCE\xB4\xCE\xB5\xCE\xAF\xCF\x84\xCE\xB5 \xCE\xB5\xCF\x80\xCE\xAF\xCF\x83\xCE\xB7\xCF\x82",
    "\xD1\x81\xD0\xBC. \xD1\x82\xD0\xB0\xD0\xBA\xD0\xB6\xD0\xB5",
    "lihat juga",
    "xem th\xC3\xAAm",
    "\xE9\x96\xA2\xE9\x80\xA3\xE3\x83\xAA\xE3\x83\xB3\xE3\x82\xAF",
};

/* How heads of such links begin that end with a colon: "More from the valley:". */
static const char *const head_starts[] = {
    "more about ",
    "more from ",
    "more on ",
    "mehr aus ",
    "mehr zu ",
    "mehr zum ",
    "mehr zur ",
    "m\xC3\xA1s sobre ",
    "mais sobre ",
    "meer over ",
    "wi\xC4\x99"
    "cej o ",
    "\xD8\xA7\xD9\x84\xD9\x85\xD8\xB2\xD9\x8A\xD8\xAF \xD8\xB9\xD9\x86 ",
    "\xD8\xA7\xD9\x84\xD9\x85\xD8\xB2\xD9\x8A\xD8\xAF \xD9\x85\xD9\x86 ",
    "\xD7\xA7\xD7\xA8\xD7\x90\xD7\x95 \xD7\xA2\xD7\x95\xD7\x93 ",
};

/* Whether a text without its marks is a head that its colon tells: one word ("Also:", "Related:"),
 * or any that begins as one. */
static bool is_colon_head(dana_view text)
{
    for (size_t i = 0; i < DANA__COUNT(head_starts); i++) {
        if (dana__begins(text, head_starts[i])) {
            return true;
        }
    }
    return is_call(text) || dana__is_text(text, "also");
}

/* Whether a colon stands behind a text in what it is of. */
static bool has_colon(dana_view whole, dana_view text)
{
    const char *end = text.data + text.length;

    return text.length > 0 && memchr(end, ':', (size_t)(whole.data + whole.length - end)) != NULL;
}

bool dana__heads_calls(const dana_page *page, const dana__block *block, bool is_sure)
{
    char words[CALL_BYTES];

    if (block->text > CALL_MOST) {
        return false;
    }
    const char *start = dana__start_with_tags(page, block);
    dana_view whole = first_text(start, page->source.data + block->end, true, words);
    dana_view text = without_marks(whole);
    bool is_head = has_colon(whole, text)
                       ? (is_sure || is_telling(text)) && is_colon_head(text)
                       : (!is_sure || block->heading > 0) && is_telling(text) && is_call(text);

    return is_head && !is_one_of(text, sections, DANA__COUNT(sections));
}
