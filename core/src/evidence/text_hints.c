#include "evidence/text_hints.h"

#include "base/ascii.h"
#include "base/utf8.h"
#include "dates/date.h"
#include "evidence/date_digits.h"
#include "evidence/people.h"
#include "evidence/words_before.h"
#include "html/attribute.h"
#include "html/references.h"
#include "page/page.h"
#include "text/plain_text.h"

#include <string.h>
#include <strings.h>

/* Longest text that is looked at as a whole. */
#define TEXT_MAX 240

/* What words before a date of publication add to what it is worth. */
#define WORTH_LABEL 11

/* What those before a date of change add, which mostly stands below the text. */
#define WORTH_CHANGE 14

/* What the date is worth that a paragraph begins with: near the headline alone. */
#define WORTH_DATELINE 24

/* Longest text with a name behind a date, and what that is worth. */
#define BEHIND_MAX   96
#define WORTH_BEHIND 48

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

/* What words before a date tell of it. */
static int worth_of_label(const dana__hint_walk *w, dana_view text, bool says)
{
    if (says || w->dated) {
        return WORTH_LABEL;
    }
    return w->changed || dana__tells_change(text) ? WORTH_CHANGE : 0;
}

/* Notes a date of publication that a text may hold. start: what a block's beginning adds. */
static void note_date(dana__hint_walk *w, dana_view text, int start)
{
    if (w->others || dana__words_before(text, DANA__BEFORE_OTHERS) > 0) {
        return; /* the day on which somebody joined */
    }
    bool says = dana__words_before(text, DANA__BEFORE_DATE) > 0;
    int label = worth_of_label(w, text, says);

    w->changed = w->changed && !says;
    dana__add_hint(w, (dana__hint){.about = DANA__ABOUT_PUBLISHED,
                                   .source = DANA_METADATA_VISIBLE,
                                   .form = DANA__FORM_TEXT,
                                   .worth = 40 + start + label,
                                   .rule = "text",
                                   .text = text});
}

/* Whether one of the kinds of words that a text may begin, or end, with is this. */
static bool is_one(unsigned kinds, dana__before kind)
{
    return (kinds >> kind & 1u) != 0;
}

/* Whether a text goes on with a sentence: it begins with a small letter, and with no words before
 * names or dates. */
static bool goes_on(dana_view text)
{
    const char *p = text.data;
    const char *end = p + text.length;

    while (p < end && strchr(",;.:)]|- ", *p) != NULL) {
        p++;
    }
    dana_view rest = dana__between(p, end);

    return rest.length > 0 && *p >= 'a' && *p <= 'z' &&
           dana__words_before(rest, DANA__BEFORE_NAME) == 0 &&
           dana__words_before(rest, DANA__BEFORE_DATE) == 0;
}

/* Whether a text ends with words before a name as a label does: running text ends with them too,
 * "which is funded by", and goes on with a link. */
static bool ends_as_label(const dana__hint_walk *w, dana_view text)
{
    return dana__is_label(text) && !dana__in_running_text(w) && dana__ends_as_byline(text) &&
           !goes_on(text);
}

/* Notes the name that stands behind a date: "3 May 2020 by Anna Lee". */
static void note_name_behind(dana__hint_walk *w, dana_view text, int start)
{
    const char *end = text.data + text.length;
    const char *p = text.data;
    bool of_day = text.length > 3 && (memcmp(p, "on ", 3) == 0 || memcmp(p, "am ", 3) == 0);
    size_t length = 0;

    if (dana__utf8_count(text.data, text.length) > BEHIND_MAX || (!of_day && goes_on(text))) {
        return;
    }
    while (p < end && !dana__is_digit(*p) && !dana__begins_arabic(*p)) {
        p++;
    }
    while (p + 1 < end && length == 0) {
        length = *p == ' ' ? dana__word_behind(p, end) : 0;
        p += length > 0 ? length : 1;
    }
    if (length > 0) {
        dana__add_hint(w, (dana__hint){.about = DANA__ABOUT_AUTHOR,
                                       .source = DANA_METADATA_VISIBLE,
                                       .form = DANA__FORM_BYLINE,
                                       .worth = WORTH_BEHIND + start,
                                       .rule = "byline",
                                       .text = dana__between(p, end),
                                       .running = !w->block});
    }
}

/* Bytes of an account's name, and what it is worth behind words before a name: less than a name. */
#define ACCOUNT_LEAST 4
#define ACCOUNT_MOST  20
#define WORTH_ACCOUNT 40

const char dana__account_rule[] = "account";

/* Whether what begins a block, or is a text of its own, is one word that no name looks like. */
static bool is_account(const dana__hint_walk *w, dana_view text)
{
    bool is_odd = text.length > 0 && text.data[0] >= 'a' && text.data[0] <= 'z';

    if (!w->block || text.length < ACCOUNT_LEAST || text.length > ACCOUNT_MOST) {
        return false;
    }
    for (size_t i = 0; i < text.length; i++) {
        if (!dana__is_alphanumeric(text.data[i]) && strchr("_.-", text.data[i]) == NULL) {
            return false;
        }
        is_odd |= dana__is_digit(text.data[i]);
    }
    return is_odd;
}

/* Notes the name behind words before one: of a person, or of an account. */
static void note_named(dana__hint_walk *w, dana_view name, int start)
{
    bool is_word = is_account(w, name);

    dana__add_hint(w, (dana__hint){.about = DANA__ABOUT_AUTHOR,
                                   .source = DANA_METADATA_VISIBLE,
                                   .form = DANA__FORM_BYLINE,
                                   .worth = is_word ? WORTH_ACCOUNT : 50 + start,
                                   .rule = is_word ? dana__account_rule : "byline",
                                   .text = name,
                                   .running = !w->block});
}

/* Whether the text is the first one of a link. */
static bool begins_link(const dana__hint_walk *w)
{
    return w->in_anchor && w->anchor_piece == w->piece;
}

/* Notes the text behind words before a name. Two links are none: "Authors" is one of a menu. */
static void note_expected(dana__hint_walk *w, dana_view text)
{
    w->byline = w->byline && !(w->linked && begins_link(w));
    if (w->byline) {
        dana__add_hint(w, (dana__hint){.about = DANA__ABOUT_AUTHOR,
                                       .source = DANA_METADATA_VISIBLE,
                                       .form = DANA__FORM_BYLINE,
                                       .worth = 56 + w->in_anchor * 4,
                                       .rule = "byline",
                                       .text = text});
    }
}

/* Whether words before a name are of a sentence: "the boat <a>No. 12</a> built by <a>...". Several
 * that begin small, behind a text which is no date and has no mark at its end. */
static bool is_mention(const dana__hint_walk *w, dana_view words)
{
    char last = w->last.length > 0 ? w->last.data[w->last.length - 1] : '|';
    dana__date date;
    dana_span span;

    if (words.length == 0 || w->block) {
        return false;
    }
    bool begins_small = words.data[0] >= 'a' && words.data[0] <= 'z';

    return dana__in_running_text(w) ||
           (begins_small && memchr(words.data, ' ', words.length) != NULL &&
            (dana__is_alphanumeric(last) || (unsigned char)last >= 0x80) &&
            !dana__find_date(w->last, (dana__date_reading){0}, &date, &span));
}

/* Whether the text stands behind a name that words tell: a date there is that of a byline. */
static bool is_behind_name(const dana__hint_walk *w)
{
    return w->named && !w->block;
}

/* Length of the words before a name: those before a date are more, "written on" than "written". */
static size_t words_of_name(dana_view text)
{
    size_t words = dana__words_before(text, DANA__BEFORE_NAME);

    return words > 0 && dana__words_before(text, DANA__BEFORE_DATE) > words ? 0 : words;
}

/* Notes what a text may tell by itself: a date, a name after words before one. */
static void read_short_text(dana__hint_walk *w, dana_view text, dana__before_chance chance)
{
    size_t words = is_one(chance.begins, DANA__BEFORE_NAME) ? words_of_name(text) : 0;
    int start = w->block ? 4 : 0;
    bool named = w->byline;
    bool behind_name = is_behind_name(w);

    note_expected(w, text);
    w->byline = w->named && dana__words_before(text, DANA__BETWEEN_NAMES) == text.length;
    w->named = named;
    w->linked = false;
    dana_view said = dana__trim((dana_view){text.data, words});
    bool mentions = is_mention(w, said);

    if (words > 0 && words < text.length && !mentions) {
        note_named(w, dana__between(text.data + words, text.data + text.length), start);
    } else if ((words == text.length && !mentions) ||
               (is_one(chance.ends, DANA__BEFORE_NAME) && ends_as_label(w, text))) {
        w->byline = true;
        w->linked = begins_link(w);
    }
    if (dana__may_hold_date(text)) {
        w->out->orders |= dana__order_of_days(text);
        if (words == 0 && !named && !w->byline) {
            note_name_behind(w, text, start);
        }
        w->dated |= behind_name;
        note_date(w, text, start);
    }
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

/* Longest line of a reporter and a name, "记者 李明". */
#define NAMED_MAX 21

/* Notes who wrote a text, as its beginning says: "(记者李明)", or a line "記者李明／台北報導". */
static void note_reporter(dana__hint_walk *w, dana_view text)
{
    static const char *const lines[] = {"／", "╱", "/"};
    static const char *const begins[] = {"記者", "记者"};
    dana_view head = dana__cut_bytes(text, sizeof("記者") - 1);
    bool is_named = text.length <= NAMED_MAX && text.length > head.length &&
                    text.data[head.length] == ' ';
    bool is_line = dana__is_label(text) && has_any(head, begins, DANA__COUNT(begins)) &&
                   (is_named || has_any(text, lines, DANA__COUNT(lines)));
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
    dana_view date = dana__dateline_of(text);

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

/* Notes where the headline and the content begin. */
static void note_places(dana__hint_walk *w, dana_view text)
{
    size_t at = (size_t)(text.data - w->base);

    if (w->headline.end > w->headline.start && w->out->headline_piece == UINT32_MAX &&
        at + text.length > w->headline.start) {
        w->out->headline_piece = w->piece;
        w->out->headline_at = w->headline.start;
    }
    if (w->out->content_piece == UINT32_MAX && at + text.length > w->content_start) {
        w->out->content_piece = w->piece;
    }
    if (at < w->content_end) {
        w->out->content_end = w->piece + 1;
    }
}

/* Notes whether a text is what stands before a date of some kind. */
static void note_labels(dana__hint_walk *w, dana_view text, dana__before_chance chance)
{
    w->changed = text.length <= TEXT_MAX && is_before(text, chance, DANA__BEFORE_CHANGE);
    w->dated = dana__is_label(text) && is_before(text, chance, DANA__BEFORE_DATE);
    w->others = dana__is_label(text) && is_one(chance.begins, DANA__BEFORE_OTHERS) &&
                dana__words_before(text, DANA__BEFORE_OTHERS) == text.length;
}

void dana__read_hint_text(dana__hint_walk *w, const char *p, const char *end)
{
    dana_view raw = dana__trim((dana_view){p, (size_t)(end - p)});
    dana_view text = dana__readable(raw, w->readable[++w->which % 2]);

    if (text.length == 0 || (text.length == 1 && *text.data == ':' && !w->block)) {
        return; /* a colon belongs to the words before it */
    }
    w->place = raw.data;
    note_places(w, raw);
    dana__note_sender(w, text);
    bool is_short = text.length <= TEXT_MAX;
    dana__before_chance chance = {0, 0};

    if (is_short) {
        dana_view said = dana__without_mark(text);

        if (w->end - end > 1 && end[1] == '/') {
            said = dana__without_comma(said);
        }
        chance = dana__chance_of_before(said);
        read_short_text(w, said, chance);
    } else if (w->block) {
        note_dateline(w, text);
    }
    if (w->block && (unsigned char)text.data[0] >= 0xE3) {
        note_reporter(w, text);
    }
    w->byline = w->byline && is_short;
    note_labels(w, text, chance);
    size_t letters = dana__letters_of(text, DANA__LABEL_MAX);

    w->longest = w->block || letters > w->longest ? letters : w->longest;
    w->last = text;
    w->piece++;
    w->block = false;
}
