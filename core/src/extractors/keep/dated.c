#include "extractors/keep/dated.h"

#include "base/ascii.h"
#include "html/elements.h"
#include "page/page.h"

#include <string.h>

/* Code points of a line with a date at most, and digits at least: a year, the time. */
#define LINE_MOST    70
#define DIGITS_LEAST 6

/* Runs of digits of a line with a year after the Hijra: of a day, the year and a time. */
#define HIJRI_RUNS 4

/* Rows of a group at least, and groups that are looked at. */
#define ROWS_LEAST  2
#define GROUPS_MOST 8

/* Code points outside links: of the article before the rows, before rows that name nobody, and of
 * each row in the mean. */
#define ARTICLE_LEAST 80
#define LONG_ARTICLE  400
#define ROW_LEAST     20

/* Code points of a name at most. */
#define NAME_MOST 40

/* Headings between the rows: at most one for so many rows. */
#define ROWS_PER_HEADING 5

/* Lines of one shape that have a date. */
typedef struct {
    uint32_t shape;  /* of their element */
    uint32_t around; /* of the one around it */
    uint8_t heading; /* the order of the headings that they are; 0: they are none */
    size_t first;
    size_t last;
    size_t count;
    size_t named;  /* of them with a name beside them */
    uint32_t day;  /* of the first */
    bool has_days; /* some are of another day */
    uint64_t text; /* of the lines, outside links */
} row_group;

/* What the digits of a line say. */
typedef struct {
    bool has_time; /* 9:41 */
    bool has_year; /* 2012, 1391/3/12, or 6.1.12 */
    size_t count;  /* of the digits */
    uint32_t day;  /* hash of what is not of a time */
} line_digits;

/* A run of digits, and what parts it from the one before it. */
typedef struct {
    size_t length;
    uint32_t value;
    char before; /* the character between two runs, ':' for a wide one; 0 where there are more */
} digit_run;

/* A digit, and its bytes in the source. */
typedef struct {
    uint32_t value;
    size_t length; /* 0: it is none */
} digit;

static digit digit_at(const char *p, const char *end)
{
    unsigned char lead = (unsigned char)p[0];
    unsigned first = lead == 0xD9 ? 0xA0 : lead == 0xDB ? 0xB0 : 0; /* of U+0660, U+06F0 */

    if (dana__is_digit(*p)) {
        return (digit){(uint32_t)(*p - '0'), 1};
    }
    if (first == 0 || end - p < 2 || (unsigned char)p[1] - first > 9) {
        return (digit){0, 0};
    }
    return (digit){(unsigned char)p[1] - first, 2};
}

/* What stands between two runs of digits. */
static char separator_of(const char *start, const char *end)
{
    if (end - start == 1) {
        return *start;
    }
    return end - start == 3 && memcmp(start, "\xEF\xBC\x9A", 3) == 0 ? ':' : 0; /* U+FF1A */
}

/* Reads the next run of digits outside tags. Returns false at the end. */
static bool next_run(const char **p, const char *end, digit_run *run)
{
    const char *start = *p;
    bool in_tag = false;

    while (*p < end && (in_tag || digit_at(*p, end).length == 0)) {
        in_tag = in_tag ? **p != '>' : **p == '<';
        (*p)++;
    }
    run->before = separator_of(start, *p);
    run->length = 0;
    run->value = 0;
    while (*p < end) {
        digit next = digit_at(*p, end);

        if (next.length == 0) {
            break;
        }
        run->value = run->length < 4 ? 10 * run->value + next.value : run->value;
        run->length++;
        *p += next.length;
    }
    return run->length > 0;
}

static bool is_year(const digit_run *run)
{
    return run->length == 4 && run->value >= 1900 && run->value < 2100;
}

/* A year after the Hijra: beside a day and a time, as 1391 alone may be a price. */
static bool is_hijri_year(const digit_run *run)
{
    return run->length == 4 && run->value >= 1300 && run->value < 1500;
}

/* Whether two runs are an hour and minutes. */
static bool is_time(const digit_run *hour, const digit_run *minutes)
{
    return minutes->before == ':' && minutes->length == 2 && hour->length > 0 && hour->length <= 2;
}

static line_digits read_digits(const char *p, const char *end)
{
    line_digits out = {false, false, 0, 0};
    digit_run run;
    digit_run last = {0, 0, 0};
    size_t short_runs = 0; /* of a day, a month, a year in a row */
    size_t runs = 0;
    bool has_hijri_year = false;

    for (; next_run(&p, end, &run); runs++) {
        bool parts = run.before == '.' || run.before == '/' || run.before == '-';

        out.has_time |= is_time(&last, &run);
        short_runs = run.length > 2 ? 0 : parts && short_runs > 0 ? short_runs + 1 : 1;
        out.has_year |= is_year(&run) || (short_runs == 3 && run.length == 2);
        has_hijri_year |= is_hijri_year(&run);
        if (run.before != ':' && last.before != ':') {
            out.day = (out.day ^ last.value) * 16777619u;
        }
        out.count += run.length;
        last = run;
    }
    if (last.before != ':') {
        out.day = (out.day ^ last.value) * 16777619u;
    }
    out.has_year |= has_hijri_year && runs >= HIJRI_RUNS;
    return out;
}

/* Whether a block is a line with a day and a time, no heading of the page's text; *day: hash of the
 * day. */
static bool is_dated(const dana_page *page, const dana__block *block, uint32_t *day)
{
    const char *start = page->source.data + block->start;
    size_t length = block->end - block->start;

    if (block->text > LINE_MOST || (block->heading != 0 && dana__is_taken(block)) ||
        (block->digits < DIGITS_LEAST && memchr(start, 0xDB, length) == NULL &&
         memchr(start, 0xD9, length) == NULL)) {
        return false;
    }
    line_digits digits = read_digits(start, start + length);

    *day = digits.day;
    return digits.count >= DIGITS_LEAST && digits.has_time && digits.has_year;
}

/* Whether a block may be the name of who wrote a row. */
static bool is_name(const dana__block *block)
{
    return block->text <= NAME_MOST && block->heading == 0 && block->digits == 0;
}

/* Adds a line to the group of its shape; one of a ninth shape is left out. */
static void add_row(const dana__blocks *blocks, size_t index, uint32_t day, row_group *groups,
                    size_t *count)
{
    const dana__block *block = &blocks->blocks[index];
    const dana__node *node = &blocks->nodes[block->node];
    uint32_t around = blocks->nodes[node->parent].shape;
    size_t i = 0;

    while (i < *count && (groups[i].shape != node->shape || groups[i].around != around)) {
        i++;
    }
    if (i == GROUPS_MOST) {
        return;
    }
    if (i == *count) {
        groups[i] = (row_group){.shape = node->shape,
                                .around = around,
                                .heading = block->heading,
                                .first = index,
                                .day = day};
        (*count)++;
    }
    groups[i].last = index;
    groups[i].count++;
    groups[i].has_days |= groups[i].day != day;
    groups[i].named += block->link_text > 0 || (index > 0 && is_name(block - 1)) ||
                       (index + 1 < blocks->block_count && is_name(block + 1));
    groups[i].text += dana__text_outside_links(block);
}

/* The smallest element around the first and the last row; *row: the one inside it that holds the
 * first, 0 where the line itself is in it. */
static size_t element_of(const dana__blocks *blocks, const row_group *group, uint32_t *row)
{
    uint32_t node = blocks->blocks[group->first].node;

    *row = 0;
    while (node != 0 && blocks->nodes[node].end_block <= group->last) {
        *row = node;
        node = blocks->nodes[node].parent;
    }
    return node;
}

/* Whether the rows from `first` on have texts, and hardly a heading but their own. */
static bool are_rows(const dana__blocks *blocks, const row_group *group, size_t end)
{
    uint64_t text = 0;
    size_t headings = 0;

    for (size_t i = group->first; i < end; i++) {
        const dana__block *block = &blocks->blocks[i];

        text += dana__text_outside_links(block);
        headings += i <= group->last && block->heading > 0 && block->heading != group->heading;
    }
    return text >= group->text + ROW_LEAST * group->count &&
           ROWS_PER_HEADING * headings <= group->count - 1;
}

/* Where the last row ends: it has as many blocks as the others in the mean. */
static size_t end_of(const dana__blocks *blocks, const row_group *group, size_t element)
{
    size_t end = group->last + (group->last - group->first) / (group->count - 1);
    uint32_t node = blocks->blocks[group->last].node;
    size_t most = blocks->nodes[element].end_block;

    while (node != element && blocks->nodes[node].parent != element) {
        node = blocks->nodes[node].parent;
    }
    if (node != element && blocks->nodes[node].end_block > end) {
        end = blocks->nodes[node].end_block;
    }
    return end < most ? end : most;
}

/* Whether rows are none of the article before them, which has so much text. Half of them name who
 * wrote them: by a link in the line with the date, or a short text beside it. Where they name
 * nobody the article is long, and they are of several days: else they may be its entries, or a
 * programme. */
static bool are_of_others(const row_group *group, uint64_t article)
{
    return 2 * group->named >= group->count ? article >= ARTICLE_LEAST
                                            : group->has_days && article >= LONG_ARTICLE;
}

/* Whether a line of a group's shape stands before the headline: the headline is that of an entry
 * among others. */
static bool has_line_before(const dana_page *page, const dana__blocks *blocks,
                            const row_group *group, size_t headline)
{
    uint32_t day;

    for (size_t i = 0; i < headline; i++) {
        const dana__node *node = &blocks->nodes[blocks->blocks[i].node];

        if (node->shape == group->shape && blocks->nodes[node->parent].shape == group->around &&
            dana__is_taken(&blocks->blocks[i]) && is_dated(page, &blocks->blocks[i], &day)) {
            return true;
        }
    }
    return false;
}

/* Code points outside links that are taken between two blocks, of a group's shape and in the
 * element that holds its first line. */
static uint64_t text_beside(const dana__blocks *blocks, const row_group *group, size_t from)
{
    uint32_t around = blocks->nodes[blocks->blocks[group->first].node].parent;
    uint64_t text = 0;

    for (size_t i = from; i < group->first; i++) {
        const dana__block *block = &blocks->blocks[i];
        const dana__node *node = &blocks->nodes[block->node];

        if (node->shape == group->shape && node->parent == around && dana__is_taken(block)) {
            text += dana__text_outside_links(block);
        }
    }
    return text;
}

/* Code points of a line at most that says when something was entered and when it was changed. */
#define ENTERED_MOST 160

/* Whether a block has a day and a time, and hardly more: a tracker begins with one, and the rows
 * are its messages. */
static bool is_entered(const dana_page *page, const dana__block *block)
{
    const char *source = page->source.data;

    if (block->text > ENTERED_MOST || block->digits < DIGITS_LEAST) {
        return false;
    }
    line_digits digits = read_digits(source + block->start, source + block->end);

    return digits.has_time && digits.has_year;
}

/* Code points outside links of an article that are taken between two blocks; beside the rows of
 * lines that are longer than names, and no headings. */
static uint64_t article_text(const dana_page *page, const dana__blocks *blocks, size_t from,
                             size_t end, bool beside)
{
    uint64_t text = dana__taken_text(blocks, from, end);

    for (size_t i = from; i < end && text < ENTERED_MOST + LONG_ARTICLE; i++) {
        const dana__block *block = &blocks->blocks[i];
        bool is_short = beside && (block->heading > 0 || block->text <= NAME_MOST);

        if (dana__is_taken(block) && (is_short || is_entered(page, block))) {
            text -= dana__text_outside_links(block);
        }
    }
    return text;
}

static void cut_group(const dana_page *page, dana__blocks *blocks, const row_group *group,
                      size_t headline)
{
    uint32_t row;
    size_t element = element_of(blocks, group, &row);
    size_t start = row != 0 ? blocks->nodes[row].first_block : group->first;
    size_t end = end_of(blocks, group, element);
    uint64_t article = article_text(page, blocks, headline, start, false);

    if (article < ARTICLE_LEAST) {
        start = group->first;
        article = article_text(page, blocks, headline, start, true);
    }
    if (!are_of_others(group, article) || !are_rows(blocks, group, end) ||
        has_line_before(page, blocks, group, headline) ||
        text_beside(blocks, group, headline) >= LONG_ARTICLE) {
        return;
    }
    for (size_t i = start; i < end; i++) {
        if (dana__is_taken(&blocks->blocks[i])) {
            blocks->blocks[i].decision = DANA__DECISION_CUT;
        }
    }
}

void dana__cut_dated(const dana_page *page, dana__blocks *blocks, size_t headline)
{
    row_group groups[GROUPS_MOST];
    size_t count = 0;
    uint32_t day;

    for (size_t i = headline; i < blocks->block_count; i++) {
        const dana__node *node = &blocks->nodes[blocks->blocks[i].node];

        if (is_dated(page, &blocks->blocks[i], &day) &&
            !dana__is_inside(node, DANA__KIND_BIT(PRE))) {
            add_row(blocks, i, day, groups, &count);
        }
    }
    for (size_t i = 0; i < count; i++) {
        if (groups[i].count >= ROWS_LEAST) {
            cut_group(page, blocks, &groups[i], headline);
        }
    }
}
