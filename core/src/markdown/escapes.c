#include "markdown/escapes.h"

#include "base/ascii.h"
#include "base/bytes16.h"
#include "dana/format.h"

#include <string.h>

/* A longer name is no reference; bytes between brackets that are looked at. */
#define LONGEST_REFERENCE 40
#define LONGEST_BRACKETS  200
/* Brackets in brackets: with it the cost is linear. */
#define MOST_OPEN 8

/* What decides of a character in the middle of a line: 1 always, else what is around. */
enum {
    PLAIN,
    ALWAYS,
    BACKSLASH,
    STAR,
    BRACKET,
    LESS,
    IN_LINK,
    IN_CELL,
    HASH,
    UNDERSCORE,
    REFERENCE
};

static const unsigned char text_class[256] = {
    ['\\'] = BACKSLASH, ['`'] = ALWAYS,     ['*'] = STAR,      ['['] = BRACKET,
    ['<'] = LESS,       ['~'] = ALWAYS,     [']'] = IN_LINK,   ['|'] = IN_CELL,
    ['#'] = HASH,       ['_'] = UNDERSCORE, ['&'] = REFERENCE,
};

static bool is_punctuation(char c)
{
    return c > ' ' && c < 0x7F && !dana__is_alphanumeric(c);
}

static bool is_letter(char c)
{
    return (unsigned char)c >= 0x80 || dana__is_alphanumeric(c);
}

static bool is_of_reference(char c)
{
    return c == '#' || dana__is_alphanumeric(c);
}

/* Returns where the name or number of a reference ends that the '&' at i may begin. */
static size_t reference_end(dana_view text, size_t i)
{
    size_t k = i + 1;

    while (k < text.length && k - i < LONGEST_REFERENCE && is_of_reference(text.data[k])) {
        k++;
    }
    return k;
}

size_t dana__ends_reference(dana_view written, dana_view text)
{
    size_t more = 0;
    size_t at = written.length;

    while (more < text.length && more < LONGEST_REFERENCE && is_of_reference(text.data[more])) {
        more++;
    }
    if (more == text.length || text.data[more] != ';') {
        return SIZE_MAX;
    }
    while (at > 0 && written.length - at < LONGEST_REFERENCE &&
           is_of_reference(written.data[at - 1])) {
        at--;
    }
    bool is = at > 0 && written.data[at - 1] == '&' && written.length - at + more > 0 &&
              (at < 2 || written.data[at - 2] != '\\');

    return is ? at - 1 : SIZE_MAX;
}

bool dana__begins_reference(dana_view text, size_t i)
{
    size_t end = reference_end(text, i);

    return end > i + 1 && dana__byte_at(text, end) == ';';
}

/* Whether what stands in brackets is empty, a mark of a task (GFM 5.3) or of a note. */
static bool is_mark(dana_view inside)
{
    return inside.length == 0 || inside.data[0] == '^' ||
           (inside.length == 1 && strchr(" xX", inside.data[0]) != NULL);
}

/* Whether the '[' at i may begin a link, an image, a definition or a mark: unless it is closed, and
 * no ']' up to there has a '(', '[' or ':' behind it (4.7, 6.3). */
static bool begins_link(dana_view text, size_t i)
{
    size_t open = 0;

    for (size_t k = i; k < text.length && k - i < LONGEST_BRACKETS && open <= MOST_OPEN; k++) {
        if (text.data[k] == '[') {
            open++;
        } else if (text.data[k] == ']') {
            char next = dana__byte_at(text, k + 1);

            if (next == '\0' || next == '(' || next == '[' || next == ':') {
                return true;
            }
            if (--open == 0) {
                return is_mark((dana_view){text.data + i + 1, k - i - 1});
            }
        }
    }
    return true;
}

/* An underscore between letters is one (6.2); one at the text's ends may get a neighbour. */
static bool is_delimiter(dana_view text, size_t i)
{
    return i == 0 || i + 1 == text.length || !is_letter(text.data[i - 1]) ||
           !is_letter(text.data[i + 1]);
}

/* A star between spaces is one (6.2); nearer to the text's start it may begin a line (5.2). */
static bool is_free(dana_view text, size_t i)
{
    return i >= 2 && text.data[i - 1] == ' ' && dana__byte_at(text, i + 1) == ' ';
}

/* Whether the run of '#' at i may end a heading: nothing but spaces behind it, as far as the text
 * goes, and a space, or nothing, before it (4.2). */
static bool is_closing_run(dana_view text, size_t i)
{
    size_t end = i;

    if (i > 0 && text.data[i - 1] != ' ') {
        return false;
    }
    while (end < text.length && text.data[end] == '#') {
        end++;
    }
    while (end < text.length && text.data[end] == ' ') {
        end++;
    }
    return end == text.length;
}

/* Whether the byte at i, of a class that is not PLAIN, needs one. */
static bool needs_escape(dana_view text, size_t i, dana__escape_place place)
{
    char next = dana__byte_at(text, i + 1);

    switch (text_class[(unsigned char)text.data[i]]) {
    case ALWAYS:
        return true;
    case BACKSLASH:
        return next == '\0' || is_punctuation(next);
    case STAR:
        return !is_free(text, i);
    case BRACKET:
        return place.in_link || begins_link(text, i);
    case LESS:
        return next == '\0' || dana__is_letter(next) || strchr("/!?", next) != NULL;
    case IN_LINK:
        return place.in_link;
    case IN_CELL:
        return place.in_cell;
    case HASH:
        return place.in_heading && is_closing_run(text, i);
    case UNDERSCORE:
        return is_delimiter(text, i);
    case REFERENCE:
        return dana__begins_reference(text, i);
    default:
        return false;
    }
}

/* Which of sixteen bytes may be of a class that is not PLAIN: all that are, and some others. */
static unsigned may_need_escape(dana__bytes16 bytes)
{
    /* From '[' to '_' and from '{' on, in one comparison. */
    dana__bytes16 brackets = (dana__bytes16)((dana__bytes16)((bytes | 0x20) - '{') <= 4);

    return dana__bits16(brackets | dana__equal16(bytes, '`') | dana__equal16(bytes, '*') |
                        dana__equal16(bytes, '<') | dana__equal16(bytes, '#') |
                        dana__equal16(bytes, '&'));
}

size_t dana__next_escape(dana_view text, size_t from, dana__escape_place place)
{
    for (size_t i = from; i < text.length; i += DANA__STEP) {
        unsigned found = may_need_escape(dana__load_part16(text.data + i, text.length - i));

        for (; found != 0; found &= found - 1) {
            size_t at = i + dana__first16(found);

            if (text_class[(unsigned char)text.data[at]] != PLAIN &&
                needs_escape(text, at, place)) {
                return at;
            }
        }
    }
    return from > text.length ? from : text.length;
}

size_t dana_markdown_next_escape(dana_view text, size_t from)
{
    return dana__next_escape(text, from, (dana__escape_place){.in_heading = true});
}

/* Whether a run of the text's first character is followed by one of `ends`, or by nothing. */
static bool is_run_before(dana_view text, const char *ends)
{
    size_t run = 1;

    while (run < text.length && text.data[run] == text.data[0]) {
        run++;
    }
    return run == text.length || strchr(ends, text.data[run]) != NULL;
}

bool dana__needs_escape_at_start(dana_view text)
{
    switch (text.data[0]) {
    case '>': /* 5.1 */
    case '|': /* tables (GFM 4.10) */
    case '~': /* 4.5 */
        return true;
    case '#': /* 4.2 */
    case '=': /* 4.3 */
        return is_run_before(text, " ");
    case '-': /* 4.1, 4.3, 5.2; tables */
        return is_run_before(text, " |:");
    case '+': /* 5.2 */
        return text.length == 1 || text.data[1] == ' ';
    case ':': /* tables; lists of terms in other dialects */
        return text.length == 1 || text.data[1] == ' ' || text.data[1] == '-';
    default:
        return false;
    }
}
