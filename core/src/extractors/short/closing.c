#include "extractors/short/closing.h"

#include "base/ascii.h"
#include "html/elements.h"
#include "html/tokenizer.h"
#include "page/page.h"
#include "text/lower.h"

#include <string.h>

/* Lines at the end that are looked at, and code points of one at most. */
#define LINES_MOST 6
#define LINE_MOST  400

/* Code points of a line at most that is told by its first words. */
#define SHORT_LINE 160

/* Bytes of a line that are read. */
#define READ_MOST 512

/* Code points of the text that such lines close at least. */
#define TEXT_LEAST 40

/* What tells a line of the page's. */
typedef enum { BEGINS, HOLDS, DATED, LEADS, IS } phrase_kind;

typedef struct {
    const char *text;
    phrase_kind kind;
} closing_phrase;

static const closing_phrase phrases[] = {
#define BEGINS(words) {words, BEGINS},
#define HOLDS(words)  {words, HOLDS},
#define DATED(words)  {words, DATED},
#define LEADS(words)  {words, LEADS},
#define IS(words)     {words, IS},
#include "extractors/short/closing.def"
#undef BEGINS
#undef HOLDS
#undef DATED
#undef LEADS
#undef IS
};

/* The first words of a line in lower case, without tags. */
typedef struct {
    char text[READ_MOST + DANA__LOWER_MOST + 1];
    size_t length;
} first_words;

/* Adds the character at p; returns what follows it. Runs of white space are one space. */
static const char *add_character(first_words *line, const char *p, const char *end)
{
    if (!dana__is_space(*p)) {
        return dana__lower_character(p, end, line->text + line->length, &line->length);
    }
    if (line->length > 0 && line->text[line->length - 1] != ' ') {
        line->text[line->length++] = ' ';
    }
    return p + 1;
}

static void read_line(const dana_page *page, const dana__block *block, first_words *out)
{
    const char *p = page->source.data + block->start;
    const char *end = page->source.data + block->end;
    dana__markup tag;

    out->length = 0;
    while (p < end && out->length < READ_MOST) {
        if (!dana__begins_tag(p, end)) {
            p = add_character(out, p, end);
            continue;
        }
        dana__read_markup(p, end, &tag);
        p = tag.end > p ? tag.end : p + 1;
    }
    out->text[out->length] = '\0';
}

/* Whether a line has a year: four digits alone, of the last hundred years or so. */
static bool has_year(const first_words *line)
{
    for (size_t i = 0; i + 4 <= line->length; i++) {
        const char *p = line->text + i;

        if ((memcmp(p, "19", 2) == 0 || memcmp(p, "20", 2) == 0) && dana__is_digit(p[2]) &&
            dana__is_digit(p[3]) && !dana__is_digit(p[4]) && (i == 0 || !dana__is_digit(p[-1]))) {
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

static bool is_told_by(const closing_phrase *phrase, const first_words *line,
                       const dana__block *block)
{
    if (phrase->kind == HOLDS) {
        return strstr(line->text, phrase->text) != NULL;
    }
    if (!begins_with(line->text, phrase->text)) {
        return false;
    }
    switch (phrase->kind) {
    case DATED:
        return has_year(line);
    case LEADS:
        return 2 * (uint64_t)block->link_text > block->text;
    case IS:
        return line->text[strlen(phrase->text)] == '\0';
    default:
        return block->text <= SHORT_LINE;
    }
}

/* Whether a line tells of the page instead of being of its text. */
static bool is_closing(const dana_page *page, const dana__blocks *blocks, const dana__block *block)
{
    first_words line;

    if (block->heading > 0 || block->text > LINE_MOST ||
        dana__is_inside(&blocks->nodes[block->node], DANA__KIND_BIT(PRE))) {
        return false;
    }
    read_line(page, block, &line);
    for (size_t i = 0; i < DANA__COUNT(phrases); i++) {
        if (is_told_by(&phrases[i], &line, block)) {
            return true;
        }
    }
    return false;
}

/* Parts of ten of the taken text that the main element holds at least; where that is so short. */
#define MAIN_PARTS  8
#define SHORT_TEXT  1200
#define SHORT_PARTS 5

/* Cuts what is taken behind the page's main element, where there is one that holds most of it. */
static void cut_behind_main(dana__blocks *blocks)
{
    if (!dana__has_kind(blocks, DANA__KIND_BIT(MAIN))) {
        return;
    }
    uint64_t all = dana__taken_text(blocks, 0, blocks->block_count);
    uint64_t parts = all <= SHORT_TEXT ? SHORT_PARTS : MAIN_PARTS;
    const dana__node *main = NULL;

    for (size_t i = 1; i < blocks->node_count; i++) {
        if (blocks->nodes[i].kind != DANA__KIND_MAIN) {
            continue;
        }
        if (main != NULL) {
            return;
        }
        main = &blocks->nodes[i];
    }
    if (main == NULL ||
        10 * dana__taken_text(blocks, main->first_block, main->end_block) < parts * all) {
        return;
    }
    for (size_t i = main->end_block; i < blocks->block_count; i++) {
        if (dana__is_taken(&blocks->blocks[i])) {
            blocks->blocks[i].decision = DANA__DECISION_CUT;
        }
    }
}

void dana__cut_closing(const dana_page *page, dana__blocks *blocks)
{
    cut_behind_main(blocks);

    uint64_t text = dana__taken_text(blocks, 0, blocks->block_count);
    size_t end = dana__last_taken(blocks, blocks->block_count);

    for (int i = 0; i < LINES_MOST && end > 0; i++) {
        dana__block *block = &blocks->blocks[end - 1];

        if (!is_closing(page, blocks, block)) {
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
