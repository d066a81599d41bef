#include "evidence/text_hints.h"

#include "base/ascii.h"
#include "evidence/date_digits.h"
#include "evidence/words_before.h"
#include "html/attribute.h"
#include "text/plain_text.h"

#include <string.h>

/* Longest text that is looked at as a whole. */
#define TEXT_MAX 240

/* Longest text in which words before a date alone count. */
#define LABEL_MAX 48

/* What words before a date of publication add to what it is worth. */
#define WORTH_LABEL 11

/* What the date is worth that a paragraph begins with: near the headline alone. */
#define WORTH_DATELINE 24

/* What a reporter named in the first line of a text is worth: less than other bylines. */
#define WORTH_REPORTER 46

/* Whether one of some words stands in a text. */
static bool has_any(dana_view text, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count && text.length > 0; i++) {
        if (memmem(text.data, text.length, words[i], strlen(words[i])) != NULL) {
            return true;
        }
    }
    return false;
}

/* Notes a date of publication that a text may hold. start: what a block's beginning adds. */
static void note_date(dana__hint_walk *w, dana_view text, int start)
{
    bool says = dana__words_before(text, DANA__BEFORE_DATE) > 0;
    bool said = says || w->dated;

    w->changed = w->changed && !says;
    dana__add_hint(w, (dana__hint){.about = DANA__ABOUT_PUBLISHED,
                                   .source = DANA_METADATA_VISIBLE,
                                   .form = DANA__FORM_TEXT,
                                   .worth = 40 + start + (said ? WORTH_LABEL : 0),
                                   .rule = "text",
                                   .text = text});
}

/* Whether one of the kinds of words that a text may begin, or end, with is this. */
static bool is_one(unsigned kinds, dana__before kind)
{
    return (kinds >> kind & 1u) != 0;
}

/* Notes what a text may tell by itself: a date, a name after words before one. */
static void read_short_text(dana__hint_walk *w, dana_view text, dana__before_chance chance)
{
    size_t words = is_one(chance.begins, DANA__BEFORE_NAME)
                       ? dana__words_before(text, DANA__BEFORE_NAME)
                       : 0;
    int start = w->block ? 4 : 0;

    if (w->byline) {
        dana__add_hint(w, (dana__hint){.about = DANA__ABOUT_AUTHOR,
                                       .source = DANA_METADATA_VISIBLE,
                                       .form = DANA__FORM_BYLINE,
                                       .worth = 56 + w->in_anchor * 4,
                                       .rule = "byline",
                                       .text = text});
    }
    bool named = w->byline;

    w->byline = w->named && dana__words_before(text, DANA__BETWEEN_NAMES) == text.length;
    w->named = named;
    if (words > 0 && words < text.length) {
        dana__add_hint(w, (dana__hint){.about = DANA__ABOUT_AUTHOR,
                                       .source = DANA_METADATA_VISIBLE,
                                       .form = DANA__FORM_BYLINE,
                                       .worth = 50 + start,
                                       .rule = "byline",
                                       .text = {text.data + words, text.length - words}});
    } else if (words > 0 || (is_one(chance.ends, DANA__BEFORE_NAME) &&
                             dana__ends_with_words(text, DANA__BEFORE_NAME))) {
        w->byline = true;
    }
    if (dana__may_hold_date(text)) {
        note_date(w, text, start);
    }
}

/* The date that a paragraph begins with, as reports of agencies and clubs do: all in digits
 * ("27.1.2022 - ..."), or in brackets ("(21 November 2022) ..."). data NULL: none. */
static dana_view dateline_of(dana_view text)
{
    const char *end = text.data + (text.length < LABEL_MAX ? text.length : LABEL_MAX);
    const char *p = text.data;

    if (*p == '(') {
        const char *close = memchr(p, ')', (size_t)(end - p));

        text = dana__between(p + 1, close != NULL ? close : p + 1);
    } else {
        while (p < end && (dana__is_digit(*p) || *p == '.' || *p == '/')) {
            p++;
        }
        text = dana__between(text.data, p);
        /* Two parts of two digits and a year: 7.1.2022 is the shortest. */
        text.length = text.length >= 8 && p < end && *p == ' ' ? text.length : 0;
    }
    return text.length > 0 && dana__may_hold_date(text) ? text : (dana_view){NULL, 0};
}

const char dana__reporter_rule[] = "reporter";

/* Where the signature of an agency's or a paper's report may stand in its first paragraph. */
#define SIGNATURE_MAX 160

/* The brackets in which reports of Chinese papers name who wrote them, behind place and day;
 * empty: there are none, or those of a photographer. */
static dana_view signature_of(dana_view text)
{
    static const char *const opens[] = {"\xEF\xBC\x88", "("};
    static const char *const closes[] = {"\xEF\xBC\x89", ")"};
    static const char *const reporters[] = {"记者", "記者"};
    static const char *const others[] = {"摄", "攝"};
    dana_view head = dana__cut_bytes(text, SIGNATURE_MAX);
    dana_view inside = {NULL, 0};

    for (size_t i = 0; i < DANA__COUNT(opens) && inside.length == 0; i++) {
        const char *end = head.data + head.length;
        const char *open = memmem(head.data, head.length, opens[i], strlen(opens[i]));
        const char *from = open != NULL ? open + strlen(opens[i]) : end;
        const char *close = memmem(from, (size_t)(end - from), closes[i], strlen(closes[i]));

        inside = dana__between(from, close != NULL ? close : from);
    }
    bool names = has_any(inside, reporters, DANA__COUNT(reporters));

    return names && !has_any(inside, others, DANA__COUNT(others)) ? inside : (dana_view){NULL, 0};
}

/* Notes who wrote a text, as its beginning says: "(记者李明)", or a line "記者李明／台北報導". */
static void note_reporter(dana__hint_walk *w, dana_view text)
{
    static const char *const lines[] = {"／", "╱", "/"};
    static const char *const begins[] = {"記者", "记者"};
    dana_view head = dana__cut_bytes(text, sizeof("記者") - 1);
    bool is_line = text.length <= LABEL_MAX && has_any(head, begins, DANA__COUNT(begins)) &&
                   has_any(text, lines, DANA__COUNT(lines));
    dana_view name = is_line ? text : signature_of(text);

    if (name.length > 0) {
        dana__add_hint(w, (dana__hint){.about = DANA__ABOUT_AUTHOR,
                                       .source = DANA_METADATA_VISIBLE,
                                       .form = DANA__FORM_BYLINE,
                                       .worth = WORTH_REPORTER,
                                       .rule = dana__reporter_rule,
                                       .text = name});
    }
}

/* Notes the date that a long text begins with. */
static void note_dateline(dana__hint_walk *w, dana_view text)
{
    dana_view date = dateline_of(text);

    if (date.data != NULL) {
        dana__add_hint(w, (dana__hint){.about = DANA__ABOUT_PUBLISHED,
                                       .source = DANA_METADATA_VISIBLE,
                                       .form = DANA__FORM_TEXT,
                                       .worth = WORTH_DATELINE,
                                       .rule = "dateline",
                                       .text = date});
    }
}

/* Whether a text says what the date after it is of. */
static bool is_before(dana_view text, dana__before_chance chance, dana__before kind)
{
    return (is_one(chance.begins, kind) && dana__words_before(text, kind) > 0) ||
           (is_one(chance.ends, kind) && dana__ends_with_words(text, kind));
}

void dana__read_hint_text(dana__hint_walk *w, const char *p, const char *end)
{
    dana_view text = dana__trim((dana_view){p, (size_t)(end - p)});
    size_t at = (size_t)(text.data - w->base);

    if (text.length == 0) {
        return;
    }
    if (w->headline.end > w->headline.start && w->out->headline_piece == UINT32_MAX &&
        at + text.length > w->headline.start) {
        w->out->headline_piece = w->piece;
        w->out->headline_at = w->headline.start;
    }
    if (w->out->content_piece == UINT32_MAX && at + text.length > w->content_start) {
        w->out->content_piece = w->piece;
    }
    bool is_short = text.length <= TEXT_MAX;
    dana__before_chance chance = {0, 0};

    if (is_short) {
        chance = dana__chance_of_before(text);
        read_short_text(w, text, chance);
    } else if (w->block) {
        note_dateline(w, text);
    }
    if (w->block && (unsigned char)text.data[0] >= 0xE3) {
        note_reporter(w, text);
    }
    w->byline = w->byline && is_short;
    w->changed = is_short && is_before(text, chance, DANA__BEFORE_CHANGE);
    w->dated = text.length <= LABEL_MAX && is_before(text, chance, DANA__BEFORE_DATE);
    w->piece++;
    w->block = false;
}
