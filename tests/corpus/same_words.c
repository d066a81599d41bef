#include "same_words.h"

#include <string.h>

/* Whether the text at in_b is the word in_a of another text. */
static bool same_word(dana_view a, dana_span in_a, dana_view b, dana_span in_b)
{
    return in_a.end - in_a.start == in_b.end - in_b.start &&
           memcmp(a.data + in_a.start, b.data + in_b.start, in_a.end - in_a.start) == 0;
}

/* Whether a word is the ones at *found and after it, which the signs of indices, powers and notes
 * part, or a link to a medium that stands inside the word; *found is then the last of them. */
static bool is_parted(dana_view content, dana_span word, dana_view text, size_t *at,
                      dana_span *found)
{
    size_t next = *at;
    dana_span part = *found;
    dana_span rest = word;

    while (part.end - part.start < rest.end - rest.start) {
        dana_span first = {rest.start, rest.start + (part.end - part.start)};

        if (!same_word(content, first, text, part) || !dana_next_word(text, &next, &part)) {
            return false;
        }
        rest.start = first.end;
    }
    if (!same_word(content, rest, text, part)) {
        return false;
    }
    *at = next;
    *found = part;
    return true;
}

bool has_words(dana_view content, dana_view text, additions added, size_t *where)
{
    size_t at_content = 0;
    size_t at_text = 0;
    size_t more = 0;
    dana_span word;
    dana_span found = {0, 0};

    *where = 0;
    while (dana_next_word(content, &at_content, &word)) {
        bool is_there = false;

        while (!is_there && dana_next_word(text, &at_text, &found)) {
            is_there = same_word(content, word, text, found) ||
                       is_parted(content, word, text, &at_text, &found);
            more += !is_there;
        }
        if (!is_there || more > added.labels) {
            return false;
        }
        *where = word.end;
    }
    while (dana_next_word(text, &at_text, &found)) {
        more++;
    }
    return more == added.labels;
}

/* Whether an item's number stands at an offset: the first word of a line, before ". "; or the 'x'
 * of a task that is done. */
static bool is_number(dana_view text, size_t at)
{
    if (at > 2 && at + 1 < text.length && memcmp(text.data + at - 2, " [x]", 4) == 0) {
        return true;
    }
    size_t before = at;
    size_t i = at;

    while (before > 0 && text.data[before - 1] == ' ') {
        before--;
    }
    while (i < text.length && text.data[i] >= '0' && text.data[i] <= '9') {
        i++;
    }
    return (before == 0 || text.data[before - 1] == '\n') && i > at && i + 1 < text.length &&
           text.data[i] == '.' && text.data[i + 1] == ' ';
}

bool same_plain_words(dana_view raw, dana_view plain, size_t *where)
{
    size_t at_raw = 0;
    size_t at_plain = 0;
    dana_span in_raw;
    dana_span in_plain;

    *where = 0;
    while (dana_next_word(plain, &at_plain, &in_plain)) {
        size_t after = at_plain;
        dana_span next;

        if (!dana_next_word(raw, &at_raw, &in_raw)) {
            in_raw = (dana_span){(uint32_t)raw.length, (uint32_t)raw.length};
        }
        while (is_number(plain, in_plain.start) && dana_next_word(plain, &after, &next) &&
               (same_word(raw, in_raw, plain, next) || is_number(plain, next.start))) {
            at_plain = after;
            in_plain = next;
        }
        *where = in_raw.start;
        if (!same_word(raw, in_raw, plain, in_plain) &&
            !is_parted(raw, in_raw, plain, &at_plain, &in_plain) &&
            !(in_raw.start == raw.length && is_number(plain, in_plain.start))) {
            return false;
        }
    }
    return !dana_next_word(raw, &at_raw, &in_raw);
}
