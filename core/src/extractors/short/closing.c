#include "extractors/short/closing.h"

#include "base/ascii.h"
#include "extractors/bounds/outside.h"
#include "extractors/bounds/rows.h"
#include "html/elements.h"
#include "html/tokenizer.h"
#include "measure/sentence.h"
#include "page/page.h"
#include "text/lower.h"

#include <string.h>

/* Lines at the end that are looked at, and code points of one at most. */
#define LINES_MOST 6
#define LINE_MOST  400

/* Code points of a line at most that is told by its first words. */
#define SHORT_LINE 160

/* Bytes of a line that are read, of a post. */
#define SIGNED_MOST 64

/* Code points of the text that such lines close at least. */
#define TEXT_LEAST 40

/* What tells a line of the page's. EDITED: one that says when a text was changed; REVISED: one that
 * says so of a post, and on other pages may be a line of the text; LIKED: whom a post pleased;
 * COUNTED, MEMBER: a count or a day of who wrote one, and what else it tells of them. */
typedef enum {
    NONE,
    HOLDS,
    BEGINS,
    DATED,
    HEADS,
    LEADS,
    IS,
    EDITED,
    REVISED,
    LIKED,
    COUNTED,
    MEMBER
} phrase_kind;

typedef struct {
    const char *text;
    phrase_kind kind;
} closing_phrase;

/* Both tables are in the order of their bytes. */
static const closing_phrase held[] = {
#define HOLDS(words) {words, HOLDS},
#include "extractors/short/closing_held_table.inc"
#undef HOLDS
};

static const closing_phrase phrases[] = {
#define BEGINS(words)  {words, BEGINS},
#define DATED(words)   {words, DATED},
#define HEADS(words)   {words, HEADS},
#define LEADS(words)   {words, LEADS},
#define IS(words)      {words, IS},
#define EDITED(words)  {words, EDITED},
#define REVISED(words) {words, REVISED},
#define LIKED(words)   {words, LIKED},
#define COUNTED(words) {words, COUNTED},
#define MEMBER(words)  {words, MEMBER},
#include "extractors/short/closing_table.inc"
#undef BEGINS
#undef DATED
#undef HEADS
#undef LEADS
#undef IS
#undef EDITED
#undef REVISED
#undef LIKED
#undef COUNTED
#undef MEMBER
};

/* Adds the character at p; returns what follows it. Runs of white space are one space. */
static const char *add_character(dana__first_words *line, const char *p, const char *end)
{
    if (!dana__is_space(*p)) {
        return dana__lower_character(p, end, line->text + line->length, &line->length);
    }
    if (line->length > 0 && line->text[line->length - 1] != ' ') {
        line->text[line->length++] = ' ';
    }
    return p + 1;
}

/* « has two bytes. */
void dana__read_first_words(const dana_page *page, const dana__block *block, bool signs,
                            dana__first_words *out)
{
    const char *p = page->source.data + block->start;
    const char *end = page->source.data + block->end;
    dana__markup tag;

    out->length = 0;
    *out->text = '\0';
    while (p < end && out->length < (signs ? SIGNED_MOST : DANA__FIRST_WORDS)) {
        if (!dana__begins_markup(p, end)) {
            p = add_character(out, p, end);
            if (signs &&
                (*out->text == '\xC2' || (*out->text > 0 && !dana__is_letter(*out->text)))) {
                out->length = 0;
            }
            continue;
        }
        dana__read_markup(p, end, &tag);
        p = tag.end > p ? tag.end : p + 1;
    }
    out->text[out->length] = '\0';
}

/* Whether a year of the last hundred years or so begins so: of our calendar, of Iran's. */
static bool begins_year(const char *p)
{
    static const char *const centuries[] = {"19", "20", "13", "14"};

    for (size_t i = 0; i < DANA__COUNT(centuries); i++) {
        if (memcmp(p, centuries[i], 2) == 0) {
            return dana__is_digit(p[2]) && dana__is_digit(p[3]) && !dana__is_digit(p[4]);
        }
    }
    return false;
}

bool dana__has_year(const dana__first_words *line)
{
    for (size_t i = 0; i + 4 <= line->length; i++) {
        const char *p = line->text + i;

        if (begins_year(p) && (i == 0 || !dana__is_digit(p[-1]))) {
            return true;
        }
    }
    return false;
}

static bool begins_with(const char *text, const char *words)
{
    while (*words != '\0' && *words == *text) {
        words++;
        text++;
    }
    return *words == '\0';
}

/* Whether nothing of a line is left but spaces and signs of ASCII. */
static bool is_end(const char *rest)
{
    while (*rest >= ' ' && *rest <= '~' && !dana__is_alphanumeric(*rest)) {
        rest++;
    }
    return *rest == '\0';
}

/* Code points of a line of a member at most, and bytes of its words beside the digits: months. */
#define MEMBER_MOST  48
#define LETTERS_MOST 14

/* Whether a text is a count or a day. */
static bool is_count(const char *rest)
{
    size_t digits = 0;
    size_t letters = 0;

    for (; *rest != '\0'; rest++) {
        digits += dana__is_digit(*rest);
        letters += !dana__is_digit(*rest) && (*rest < 0 || dana__is_letter(*rest));
    }
    return digits > 0 && letters <= LETTERS_MOST;
}

/* Whether what ends at a place ends with a colon, an ordinary or a wide one. */
static bool ends_label(const char *start, const char *end)
{
    return end[-1] == ':' || (end - start >= 3 && memcmp(end - 3, "\xEF\xBC\x9A", 3) == 0);
}

/* Whether a line that begins with a phrase is told by it. */
static bool is_told_by(const closing_phrase *phrase, const dana__first_words *line,
                       const dana__block *block)
{
    const char *rest = line->text + strlen(phrase->text);

    switch (phrase->kind) {
    case DATED:
        return dana__has_year(line);
    case LEADS:
        return 2 * (uint64_t)block->link_text > block->text;
    case IS:
        return *rest == '\0';
    case HEADS:
        return is_end(rest);
    case COUNTED:
        return block->text <= MEMBER_MOST && is_count(rest);
    case MEMBER:
        return block->text <= MEMBER_MOST && (ends_label(line->text, rest) || is_end(rest));
    default:
        return block->text <= SHORT_LINE;
    }
}

/* The first two bytes of a text, by which phrases are looked up. */
static unsigned key_of(const char *text)
{
    return *text == '\0' ? 0 : (unsigned)(unsigned char)text[0] << 8 | (unsigned char)text[1];
}

/* The first phrase of a table whose key is not before another. */
static size_t first_phrase(const closing_phrase *table, size_t count, unsigned key)
{
    size_t first = 0;
    size_t end = count;

    while (first < end) {
        size_t middle = (first + end) / 2;

        if (key_of(table[middle].text) < key) {
            first = middle + 1;
        } else {
            end = middle;
        }
    }
    return first;
}

/* Whether a phrase is held from p on. */
static bool is_held(const char *p)
{
    unsigned key = key_of(p);

    for (size_t i = first_phrase(held, DANA__COUNT(held), key);
         i < DANA__COUNT(held) && key_of(held[i].text) == key; i++) {
        if (begins_with(p, held[i].text)) {
            return true;
        }
    }
    return false;
}

/* Whether a phrase is somewhere in a line: where a word begins, or any character that is not of
 * ASCII. */
static bool holds_phrase(const dana__first_words *line)
{
    char before = ' ';

    for (const char *p = line->text; *p != '\0'; before = *p, p++) {
        unsigned char c = (unsigned char)*p;

        if ((c >= 0xC2 || (dana__is_letter(*p) && !dana__is_alphanumeric(before))) && is_held(p)) {
            return true;
        }
    }
    return false;
}

static phrase_kind kind_of_line(const dana__first_words *line, const dana__block *block,
                                bool of_post)
{
    if (!of_post && holds_phrase(line)) {
        return HOLDS;
    }
    unsigned key = key_of(line->text);

    for (size_t i = first_phrase(phrases, DANA__COUNT(phrases), key);
         i < DANA__COUNT(phrases) && key_of(phrases[i].text) == key; i++) {
        if (begins_with(line->text, phrases[i].text) && is_told_by(&phrases[i], line, block)) {
            return phrases[i].kind;
        }
    }
    return NONE;
}

/* What tells that a line is the page's instead of its text's, of a post's behind its signs; NONE:
 * nothing. */
static phrase_kind find_phrase(const dana_page *page, const dana__blocks *blocks,
                               const dana__block *block, bool of_post)
{
    dana__first_words line;

    if (block->heading > 0 || block->text > LINE_MOST ||
        dana__is_inside(&blocks->nodes[block->node], DANA__KIND_BIT(PRE))) {
        return NONE;
    }
    dana__read_first_words(page, block, of_post, &line);
    phrase_kind kind = kind_of_line(&line, block, of_post);

    return kind >= REVISED && !of_post ? NONE : kind;
}

/* Whether a line has a digit of any script. */
static bool has_digit(const dana_page *page, const dana__block *block)
{
    dana__first_words line;

    dana__read_first_words(page, block, false, &line);
    return strpbrk(line.text, "0123456789") != NULL;
}

bool dana__is_revision(const dana_page *page, const dana__blocks *blocks, const dana__block *block)
{
    phrase_kind kind = block->text <= SHORT_LINE ? find_phrase(page, blocks, block, true) : NONE;

    if (kind == LIKED) {
        return block->digits > 0 || block->link_text > 0;
    }
    bool says = kind == EDITED ||
                (kind == REVISED && (block->link_text > 0 || !dana__ends_sentence(page, block)));

    return says && has_digit(page, block);
}

dana__member_line dana__member_line_of(const dana_page *page, const dana__blocks *blocks,
                                       const dana__block *block)
{
    phrase_kind kind = block->text <= MEMBER_MOST ? find_phrase(page, blocks, block, true) : NONE;

    return kind == COUNTED  ? DANA__MEMBER_COUNT
           : kind == MEMBER ? DANA__MEMBER_OTHER
                            : DANA__MEMBER_NONE;
}

/* Lines at the end among which one may end a text, and one part of how much of the taken text may
 * follow it. */
#define ENDS_MOST    12
#define BEHIND_PARTS 4

/* Whether what follows a line of the page, so many lines before the end, is the page's as well. */
static bool ends_text(phrase_kind kind, int lines)
{
    switch (kind) {
    case DATED:
        return lines < LINES_MOST;
    case HOLDS:
    case BEGINS:
    case HEADS:
    case EDITED:
        return true;
    default:
        return false;
    }
}

/* Cuts a line near the end that tells of the page, with all that follows it. */
static void cut_ended(const dana_page *page, dana__blocks *blocks)
{
    uint64_t all = dana__taken_text(blocks, 0, blocks->block_count);
    size_t end = dana__last_taken(blocks, blocks->block_count);
    size_t first = blocks->block_count;
    uint64_t behind = 0;

    for (int i = 0; i < ENDS_MOST && end > 0; i++) {
        const dana__block *block = &blocks->blocks[end - 1];

        behind += dana__text_outside_links(block);
        if (BEHIND_PARTS * behind > all || all - behind < TEXT_LEAST) {
            break;
        }
        if (block->text <= SHORT_LINE && ends_text(find_phrase(page, blocks, block, false), i)) {
            first = end - 1;
        }
        end = dana__last_taken(blocks, end - 1);
    }
    dana__cut_taken(blocks, first, blocks->block_count);
}

/* Cuts the last lines that tell of the page. */
static void cut_last_lines(const dana_page *page, dana__blocks *blocks)
{
    uint64_t text = dana__taken_text(blocks, 0, blocks->block_count);
    size_t end = dana__last_taken(blocks, blocks->block_count);

    for (int i = 0; i < LINES_MOST && end > 0; i++) {
        dana__block *block = &blocks->blocks[end - 1];

        if (find_phrase(page, blocks, block, false) == NONE) {
            return;
        }
        text -= dana__text_outside_links(block);
        if (text < TEXT_LEAST) {
            return;
        }
        block->decision = DANA__DECISION_CUT;
        end = dana__last_taken(blocks, end - 1);
    }
}

void dana__cut_closing(const dana_page *page, dana__blocks *blocks, bool is_text)
{
    dana__cut_behind_main(blocks);
    if (is_text) {
        cut_ended(page, blocks);
    }
    cut_last_lines(page, blocks);
}
