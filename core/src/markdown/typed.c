#include "markdown/typed.h"

#include "base/ascii.h"
#include "base/utf8.h"
#include "html/references.h"
#include "page/page.h"
#include "text/selected_text.h"
#include "text/span_sets.h"

#include <string.h>

/* Signs of items: of bullets, the last two as the font Symbol has them, any may follow any. */
static const struct {
    uint32_t sign;
    char kind;
} signs[] = {{0x2022, 'b'}, {0xB7, 'b'},   {0x25AA, 'b'}, {0x25AB, 'b'}, {0x25CF, 'b'},
             {0x25E6, 'b'}, {0x2023, 'b'}, {0x2043, 'b'}, {0x2219, 'b'}, {0xF0B7, 'b'},
             {0xF0A7, 'b'}, {'*', '*'},    {'+', '+'},    {'-', '-'}};

/* Lines in a row at least: people also speak behind a dash. */
#define LINES_LEAST  2
#define DASHES_LEAST 3

/* A line of the page: its units [first, next), the kind of its sign. */
typedef struct {
    size_t first;
    size_t next;
    char kind; /* 0: it is no item */
} typed_line;

/* The kind of a sign; 0: it is none. */
static char kind_of(uint32_t c)
{
    size_t i = 0;

    while (i < DANA__COUNT(signs) && signs[i].sign != c) {
        i++;
    }
    return i < DANA__COUNT(signs) ? signs[i].kind : '\0';
}

size_t dana__typed_sign(dana_view text)
{
    size_t length = 0;
    char kind = text.length > 0 ? kind_of(dana__utf8_decode(text.data, &length)) : '\0';

    if (kind == '\0') {
        return 0;
    }
    return length + (length < text.length && text.data[length] == ' ');
}

/* The kind of the sign that a line begins with and something follows: behind those of ASCII, which
 * are also written before words ("-v", "*note"), a space does. */
static char kind_of_line(const dana_page *page, const dana_unit *unit, bool has_more)
{
    const char *p = page->source.data + unit->start;
    const char *end = p + unit->length;
    size_t length;
    char kind = kind_of(dana__character_at(p, end, &length));
    size_t space;

    if (kind == '\0' || (p + length == end && !has_more)) {
        return '\0';
    }
    if (kind == 'b') {
        return kind;
    }
    bool is_parted = p + length == end
                         ? unit[1].space_before
                         : dana__is_white(dana__character_at(p + length, end, &space));

    return is_parted ? kind : '\0';
}

/* Reads the line that begins with a unit. */
static typed_line read_line(const dana_page *page, const dana_result *result, size_t first)
{
    const dana_scan *scan = result->scan;
    const dana_unit *unit = &scan->units[first];
    typed_line line = {.first = first, .next = first + 1};

    while (line.next < scan->unit_count && !scan->units[line.next].break_before) {
        line.next++;
    }
    if (dana__is_selected(&result->selection, unit->start, (size_t)unit->start + unit->length)) {
        line.kind = kind_of_line(page, unit, line.next > first + 1);
    }
    return line;
}

/* How a text ends or begins that somebody says. */
static bool is_of_speech(uint32_t c)
{
    static const uint32_t marks[] = {'?',    '!',    '"',   0x2026, 0xAB,   0xBB,   0x201C,
                                     0x201D, 0x201E, 0x61F, 0xFF1F, 0xFF01, 0x300C, 0x300D};
    size_t i = 0;

    while (i < DANA__COUNT(marks) && marks[i] != c) {
        i++;
    }
    return i < DANA__COUNT(marks);
}

/* Whether a dash stands in a text behind its first byte, as one parts a speech from its speaker. */
static bool holds_dash(dana_view text)
{
    static const char *const dashes[] = {" - ", " \u2013 ", " \u2014 "};
    bool holds = false;

    for (size_t i = 0; !holds && text.length > 1 && i < DANA__COUNT(dashes); i++) {
        holds = memmem(text.data + 1, text.length - 1, dashes[i], strlen(dashes[i])) != NULL;
    }
    return holds;
}

/* Whether a line behind a dash may be what somebody says. */
static bool may_be_speech(const dana_page *page, const dana_scan *scan, const typed_line *line)
{
    const dana_unit *first = &scan->units[line->first];
    const dana_unit *last = &scan->units[line->next - 1];
    const char *source = page->source.data;
    const char *p = source + first->start + 1;
    const char *end = source + first->start + first->length;
    const char *at;

    while (p < end && dana__is_space(*p)) {
        p++;
    }
    size_t length;
    bool is = (p < end && is_of_speech(dana__character_at(p, end, &length))) ||
              is_of_speech(dana__character_before(source + last->start,
                                                  source + last->start + last->length, &at));

    for (size_t i = line->first; !is && i < line->next; i++) {
        is = holds_dash((dana_view){source + scan->units[i].start, scan->units[i].length});
    }
    return is;
}

/* Reads the run of lines that begins with a unit. */
static dana__typed_run read_run(const dana_page *page, const dana_result *result, size_t first)
{
    const dana_scan *scan = result->scan;
    typed_line line = read_line(page, result, first);
    char kind = line.kind;
    size_t lines = 0;
    bool is_speech = false;
    dana__typed_run run = {.start = scan->units[first].start, .end = scan->units[first].start + 1};

    while (kind != '\0' && line.kind == kind) {
        lines++;
        run.end = scan->units[line.first].start + 1;
        is_speech |= kind == '-' && may_be_speech(page, scan, &line);
        if (line.next == scan->unit_count) {
            break;
        }
        line = read_line(page, result, line.next);
    }
    run.is_list = lines >= (kind == '-' ? DASHES_LEAST : LINES_LEAST) && !is_speech;
    return run;
}

bool dana__is_typed_item(const dana_page *page, const dana_result *result, uint32_t at,
                         dana__typed_run *run)
{
    if (at < run->start || at >= run->end) {
        size_t first = dana__first_unit(result->scan, at);
        bool begins = first < result->scan->unit_count && result->scan->units[first].start == at;

        *run = begins ? read_run(page, result, first) : (dana__typed_run){.start = at};
    }
    return run->is_list;
}
