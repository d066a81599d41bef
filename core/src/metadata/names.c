#include "metadata/names.h"

#include "base/ascii.h"
#include "base/utf8.h"
#include "dates/date.h"
#include "evidence/name_lists.h"
#include "evidence/words_before.h"
#include "text/lower.h"
#include "text/plain_text.h"

#include <string.h>
#include <strings.h>
#include <unicode/uchar.h>

/* Longest name, in bytes and words: lists of names in one text are names too. */
#define NAME_MAX         240
#define NAME_WORDS_MAX   14
#define STRICT_WORDS_MAX 6

/* Most names of a list that is longer. */
#define LIST_MAX 8

/* What separates a name from what follows it. */
static const char *const separators[] = {" | ",
                                         " , ",
                                         " \xC2\xB7",
                                         " \xE2\x80\xA2",
                                         " \xE2\x80\x93 ",
                                         " \xE2\x80\x94 ",
                                         " - ",
                                         "\xC2\xBB",
                                         " \xE2\x80\xBA ",
                                         " @"};

/* Marks of East Asian typography that stand around names, long dashes, the comma of Arabic. */
static const char *const wide_marks[] = {
    "\xEF\xBC\x8C", "\xE3\x80\x81", "\xEF\xBC\x9A", "\xEF\xBC\x9B", "\xEF\xBD\x9C",
    "\xE3\x80\x90", "\xE3\x80\x91", "\xE3\x80\x8C", "\xE3\x80\x8D", "\xE3\x80\x82",
    "\xEF\xBC\x8F", "\xE3\x80\x80", "\xE2\x80\x93", "\xE2\x80\x94", "\xD8\x8C "};

static bool is_wide_mark(const char *p)
{
    for (size_t i = 0; i < DANA__COUNT(wide_marks); i++) {
        if (memcmp(p, wide_marks[i], 3) == 0) {
            return true;
        }
    }
    return false;
}

static dana_view trim_wide_marks(dana_view text)
{
    while (text.length >= 3 && is_wide_mark(text.data)) {
        text = (dana_view){text.data + 3, text.length - 3};
    }
    while (text.length >= 3 && is_wide_mark(text.data + text.length - 3)) {
        text.length -= 3;
    }
    return dana__without_comma(text); /* the one of Arabic */
}

static dana_view trim_punctuation(dana_view text)
{
    static const char characters[] = " ,;:|-/@~*()";

    text = trim_wide_marks(text);
    while (text.length > 0 && text.data[0] != '\0' && strchr(" ,;:|-/@~*", text.data[0]) != NULL) {
        text = (dana_view){text.data + 1, text.length - 1};
    }
    while (text.length > 0 && text.data[text.length - 1] != '\0' &&
           strchr(characters, text.data[text.length - 1]) != NULL &&
           !(text.data[text.length - 1] == ')' && memchr(text.data, '(', text.length) != NULL)) {
        text.length--;
    }
    return trim_wide_marks(text);
}

static dana_view cut_at_separator(dana_view text)
{
    for (size_t i = 0; i < DANA__COUNT(separators); i++) {
        size_t length = strlen(separators[i]);
        const char *at = text.length > length
                             ? memmem(text.data + 1, text.length - 1, separators[i], length)
                             : NULL;

        if (at != NULL) {
            text.length = (size_t)(at - text.data);
        }
    }
    return text;
}

/* What a text is made of. */
typedef struct {
    size_t words;
    size_t letters;
    size_t digits;
    bool lower_first;  /* a first or last word begins with a small letter */
    bool of_sentence;  /* it has characters that names do not have */
    bool of_user_name; /* it has characters that only user names have */
} shape;

static bool is_one_of(UChar32 c, const UChar32 *characters)
{
    while (*characters != 0 && *characters != c) {
        characters++;
    }
    return *characters != 0;
}

/* Counts a character into a shape. */
static void add_character(shape *s, UChar32 c)
{
    static const UChar32 sentence[] = {'?',    '!',    '<',    '{',    '=',    '"',  ':', 0x201C,
                                       0x061F, 0x3002, 0xFF01, 0xFF1A, 0xFF1F, 0xA9, 0};
    static const UChar32 user_name[] = {'_', '#', '$', '%', '+', '/', '\\', 0};

    s->letters += u_isalpha(c) != 0;
    s->digits += u_isdigit(c) != 0;
    s->of_sentence |= is_one_of(c, sentence);
    s->of_user_name |= is_one_of(c, user_name);
}

static shape shape_of(dana_view text)
{
    shape s = {0};
    bool in_word = false;
    bool lower = false;
    size_t length;

    for (size_t i = 0; i < text.length; i += length) {
        UChar32 c = (UChar32)dana__utf8_decode(text.data + i, &length);
        bool part = u_isalnum(c) || u_charType(c) == U_NON_SPACING_MARK || c == 0x200C;

        if (part && !in_word) {
            lower = u_islower(c) != 0;
            s.lower_first |= s.words == 0 && lower;
            s.words++;
        }
        if (c == ' ' || part) {
            in_word = part;
        }
        add_character(&s, c);
    }
    s.lower_first |= lower;
    return s;
}

static bool is_url(dana_view text)
{
    return memmem(text.data, text.length, "://", 3) != NULL ||
           memmem(text.data, text.length, "www.", 4) != NULL || text.data[0] == '/';
}

/* Whether a text begins with a number of one to three digits and a space: minutes, a count. */
static bool is_count(dana_view text)
{
    size_t digits = 0;

    while (digits < text.length && dana__is_digit(text.data[digits])) {
        digits++;
    }
    return digits > 0 && digits < 4 && digits < text.length && text.data[digits] == ' ';
}

/* Names of fewer words may have the name of a day for their last. */
#define NAMED_WORDS 2

dana_view dana__cut_weekday(dana_view text)
{
    text = trim_punctuation(text);
    const char *space = text.length > 0 ? memrchr(text.data, ' ', text.length) : NULL;
    dana_view name = {text.data, space != NULL ? (size_t)(space - text.data) : 0};
    dana_view last = {text.data + name.length, text.length - name.length};

    return space != NULL && dana__is_weekday(trim_punctuation(last)) &&
                   shape_of(name).words >= NAMED_WORDS
               ? name
               : text;
}

/* Cuts off what follows a date: "Anna Lee, 3 May 2020". The day of the week before it is none. */
static dana_view cut_at_date(dana_view text)
{
    dana__date date;
    dana_span span;

    if (dana__find_date(text, (dana__date_reading){0}, &date, &span)) {
        text = dana__cut_weekday((dana_view){text.data, span.start});
        if (dana__is_weekday(text)) {
            text.length = 0;
        }
    }
    return text;
}

/* Cuts off the word before a date or a day of the week: "Anna Lee on Monday", "Anna Lee
 * on 10.29.12".
 */
static dana_view cut_at_day(dana_view text)
{
    static const char *const words[] = {" on", " am", " در", " في"};

    for (size_t i = 0; i < DANA__COUNT(words); i++) {
        const char *end = text.data + text.length;
        size_t length = strlen(words[i]);
        const char *at = text.length > 4 ? memmem(text.data + 1, text.length - 1, words[i], length)
                                         : NULL;

        if (at != NULL && (at + length == end || at[length] == ' ')) {
            dana_view rest = trim_punctuation(dana__between(at + length, end));

            if (rest.length == 0 || dana__is_digit(*rest.data) || dana__is_weekday(rest)) {
                text.length = (size_t)(at - text.data);
            }
        }
    }
    return text;
}

/* Cuts off where or for whom somebody writes: "Anna Lee in Paris", "Anna Lee for the Daily". */
static dana_view cut_at_place(dana_view text)
{
    enum { FOR_WHOM };
    static const char *const words[] = {
        [FOR_WHOM] = " for ", " in ", " at ", " under ", " of the "};

    for (size_t i = 0; i < DANA__COUNT(words); i++) {
        size_t length = strlen(words[i]);
        const char *at = text.length > length
                             ? memmem(text.data + 1, text.length - 1, words[i], length)
                             : NULL;
        const char *end = text.data + text.length;

        if (at == NULL && text.length > length &&
            strncasecmp(end - length + 1, words[i], length - 1) == 0) {
            at = end - length + 1;
        }
        if (at != NULL && i == FOR_WHOM &&
            memchr(text.data, ' ', (size_t)(at - text.data)) == NULL) {
            continue; /* "Registering for free" */
        }
        text.length = at != NULL ? (size_t)(at - text.data) : text.length;
    }
    return text;
}

/* Cuts off a date of publication that stands before a name: "Posted on May 3, 2020 by Anna Lee". A
 * date without words before a name behind it leaves nothing. */
static dana_view cut_date_before(dana_view text)
{
    dana__date date;
    dana_span span;

    if (dana__words_before(text, DANA__BEFORE_DATE) == 0 ||
        !dana__find_date(text, (dana__date_reading){0}, &date, &span)) {
        return text;
    }
    text = trim_punctuation((dana_view){text.data + span.end, text.length - span.end});
    return dana__words_before(text, DANA__BEFORE_NAME) > 0 ? text : (dana_view){text.data, 0};
}

/* What templates and buttons write where a name could stand. */
static const char *const no_names[] = {
#include "metadata/no_names_table.inc"
};

static bool is_no_name(dana_view text)
{
    return dana__is_phrase(text, no_names, DANA__COUNT(no_names));
}

/* Returns the place of the last of some words in a text, NULL where none is there. *length: its
 * bytes. */
static const char *last_of(dana_view text, const char *const *words, size_t count, size_t *length)
{
    const char *last = NULL;

    for (size_t i = 0; i < count; i++) {
        size_t bytes = strlen(words[i]);

        for (size_t at = 0; at + bytes <= text.length; at++) {
            if (text.data + at >= last && memcmp(text.data + at, words[i], bytes) == 0) {
                last = text.data + at;
                *length = bytes;
            }
        }
    }
    return last;
}

/* Whether a text ends with what papers of East Asia end a byline with: a report, a telegram. */
static bool is_of_desk(dana_view text)
{
    static const char *const ends[] = {"報導", "報道", "报道", "报导", "日電", "日电"};
    size_t length = 0;
    const char *at = last_of(text, ends, DANA__COUNT(ends), &length);

    return at != NULL && at + length == text.data + text.length;
}

/* Takes the reporter's name out of a byline of East Asia, paper, name and place:
 * "記者李明／台北報導". One that names a desk alone leaves nothing. */
static dana_view cut_reporter(dana_view text)
{
    static const char *const reporters[] = {"記者", "记者"};
    static const char *const slashes[] = {"\xE2\x95\xB1", "\xEF\xBC\x8F", "/", "通讯员", "通訊員"};
    const char *end = text.data + text.length;
    size_t length = 0;
    const char *at = last_of(text, reporters, DANA__COUNT(reporters), &length);

    if (at == NULL) {
        return is_of_desk(text) ? (dana_view){text.data, 0} : text;
    }
    dana_view name = trim_punctuation(dana__between(at + length, end));

    /* Correspondents are those who sent the news in. */
    for (size_t i = 0; i < DANA__COUNT(slashes); i++) {
        const char *slash = name.length > 0
                                ? memmem(name.data, name.length, slashes[i], strlen(slashes[i]))
                                : NULL;

        name.length = slash != NULL ? (size_t)(slash - name.data) : name.length;
    }
    return trim_punctuation(name);
}

bool dana__is_long_name(dana_view name)
{
    dana_view pieces[LIST_MAX];
    size_t spaces = 0;

    for (size_t i = 0; i < name.length; i++) {
        spaces += name.data[i] == ' ';
    }
    return spaces >= STRICT_WORDS_MAX && shape_of(name).words > STRICT_WORDS_MAX &&
           dana__split_names(name, pieces, LIST_MAX) == 1;
}

/* Digits of an account's name at least that has one letter. */
#define ACCOUNT_DIGITS 2

/* Whether a text has the letters of a name; of an account's one and digits: "K2000". */
static bool has_letters(dana_view text, const shape *s, bool strict)
{
    return s->letters >= 2 ||
           (!strict && s->words == 1 && s->letters == 1 && s->digits >= ACCOUNT_DIGITS &&
            s->digits + 1 == text.length && dana__is_letter(text.data[0]));
}

/* Whether a text looks like a name; strict: like that of one person. */
static bool is_name(dana_view text, bool strict)
{
    if (text.length < 2 || is_url(text) || is_count(text) || is_no_name(text) ||
        dana__words_before(text, DANA__BEFORE_DATE) == text.length ||
        dana__words_before(text, DANA__BEFORE_CHANGE) > 0) {
        return false;
    }
    shape s = shape_of(text);

    if (strict && (dana__is_long_name(text) || s.digits > 0 || s.lower_first || s.of_user_name)) {
        return false;
    }
    return has_letters(text, &s, strict) && s.words <= NAME_WORDS_MAX && !s.of_sentence;
}

dana_view dana__clean_name(dana_view text, bool strict)
{
    if (text.length == 0 || text.length > NAME_MAX) {
        return (dana_view){NULL, 0};
    }
    text = cut_date_before(trim_punctuation(text));
    size_t words = dana__words_before(text, DANA__BEFORE_NAME);

    if (words > 0) {
        text = trim_punctuation((dana_view){text.data + words, text.length - words});
    }
    text = trim_punctuation(cut_at_day(cut_at_date(cut_at_separator(text))));
    text = trim_punctuation(cut_reporter(text));
    if (strict) {
        dana_view name = trim_punctuation(cut_at_place(text));

        text = name.length < text.length && is_no_name(text) ? text : name; /* "Sign in" */
    }
    text = dana__cut_at_role(text);
    if (strict && !is_name(text, true)) {
        text = dana__before_comma(text);
    }
    return is_name(text, strict) ? text : (dana_view){NULL, 0};
}
