#include "outline/raised.h"

#include "base/utf8.h"
#include "outline/short_text.h"

#include <string.h>

/* Longest raised text that is a power, longest lowered one that is an index. */
#define RAISED_MAX 16

/* Longest start tag of a link that is looked at before a mark. */
#define LINK_MAX 512

/* Letters of a word that is no unit and no name of a quantity. */
#define WORD_MIN 4

static bool is_digit(uint32_t c)
{
    return c >= '0' && c <= '9';
}

static bool is_upper(uint32_t c)
{
    return c >= 'A' && c <= 'Z';
}

static bool is_lower(uint32_t c)
{
    return c >= 'a' && c <= 'z';
}

/* Letters of formulas and units: Latin, Greek, Cyrillic. */
static bool is_letter(uint32_t c)
{
    return is_upper(c) || is_lower(c) || (c >= 0xC0 && c < 0x530 && c != 0xD7 && c != 0xF7);
}

static bool is_sign(uint32_t c)
{
    return c == '+' || c == '-' || c == 0x2212 || c == 0x2013;
}

static bool is_operator(uint32_t c)
{
    return is_sign(c) || c == '*' || c == '/' || c == '=' || c == '^' || c == 0xD7 || c == 0x22C5 ||
           c == 0xB7 || c == 0x2044;
}

static bool is_slash(uint32_t c)
{
    return c == '/' || c == 0x2044;
}

/* Letters at the end of a text. */
static size_t count_last_letters(const dana__short_text *text)
{
    size_t count = 0;

    while (count < text->count && is_letter(text->c[text->count - 1 - count])) {
        count++;
    }
    return count;
}

static size_t count_last_digits(const dana__short_text *text)
{
    size_t count = 0;

    while (count < text->count && is_digit(text->c[text->count - 1 - count])) {
        count++;
    }
    return count;
}

/* Whether the last `count` letters of a text are one of these words (UTF-8). */
static bool ends_with_word(const dana__short_text *text, size_t count, const char *const words[])
{
    char encoded[4 * DANA__SHORT_TEXT + 1];
    size_t bytes = 0;

    for (size_t i = text->count - count; i < text->count; i++) {
        bytes += dana__utf8_encode(text->c[i], encoded + bytes);
    }
    encoded[bytes] = '\0';
    for (size_t i = 0; words[i] != NULL; i++) {
        if (strcmp(words[i], encoded) == 0) {
            return true;
        }
    }
    return false;
}

/* A number with an optional sign before it (a power) or after it (a charge). */
static bool is_number(const dana__short_text *text)
{
    size_t i = text->count > 1 && is_sign(text->c[0]);
    size_t end = text->count - (i == 0 && text->count > 1 && is_sign(text->c[text->count - 1]));

    for (size_t k = i; k < end; k++) {
        if (!is_digit(text->c[k]) && (k == i || (text->c[k] != '.' && text->c[k] != ','))) {
            return false;
        }
    }
    return end > i;
}

static bool has_operator(const dana__short_text *text)
{
    for (size_t i = 0; i < text->count; i++) {
        if (is_operator(text->c[i])) {
            return true;
        }
    }
    return false;
}

static bool has_kinds(const dana__short_text *text, bool *letters, bool *digits)
{
    *letters = false;
    *digits = false;
    for (size_t i = 0; i < text->count; i++) {
        *letters |= is_letter(text->c[i]);
        *digits |= is_digit(text->c[i]);
    }
    return *letters || *digits;
}

/* One sign, number, letter or word stands alone; more needs parentheses. */
static dana__raised signed_or_group(const dana__short_text *text)
{
    bool letters;
    bool digits;

    has_kinds(text, &letters, &digits);
    for (size_t i = 0; i < text->count; i++) {
        if (!is_letter(text->c[i]) && !is_digit(text->c[i]) && !(digits && text->c[i] == '.') &&
            !(i == 0 && is_sign(text->c[i])) &&
            !(i + 1 == text->count && digits && !letters && is_sign(text->c[i]))) {
            return DANA__RAISED_GROUP;
        }
    }
    return letters && digits ? DANA__RAISED_GROUP : DANA__RAISED_SIGNED;
}

/* Whether a parenthesis that has just closed holds a formula: an operator, or a name or number
 * without space. A mark after numbers, (5.6)<sup>d</sup>, is that of a table's note. */
static bool closes_formula(const dana__short_text *before, const dana__short_text *text)
{
    bool has_sign = false;
    bool has_space = false;
    bool has_letter = false;

    for (size_t i = before->count - 1; i > 0; i--) {
        uint32_t c = before->c[i - 1];

        if (c == '(' || c == '[') {
            return has_sign || (!has_space && (has_letter || is_number(text)));
        }
        has_sign |= is_operator(c);
        has_space |= c == ' ';
        has_letter |= is_letter(c);
    }
    return has_sign;
}

/* Whether digits can have a power: 2019<sup>1</sup> and COVID-19<sup>1</sup> have a note. */
static bool takes_power_digits(const dana__short_text *before, size_t digits)
{
    size_t i = before->count - digits;
    bool is_year = digits == 4 && (before->c[i] == '1' || before->c[i] == '2');
    uint32_t last = i > 0 ? before->c[i - 1] : 0;

    return !is_year && !is_letter(last) && !(i > 1 && is_sign(last) && is_letter(before->c[i - 2]));
}

/* Whether what stands before a power is something that can have one. */
static bool takes_power(const dana__short_text *before, const dana__short_text *text)
{
    static const char *const words[] = {
        "m",   "cm", "mm",   "km",  "dm",  "nm",  "µm",  "um", "ft",  "in",  "yd",   "mi",   "ha",
        "sec", "sq", "inch", "min", "sin", "cos", "tan", "ln", "log", "exp", "sinh", "cosh", "tanh",
        "cot", "м",  "см",   "мм",  "км",  "дм",  "kg",  "Hz", "px",  "mol", NULL};
    uint32_t last = before->count > 0 ? before->c[before->count - 1] : 0;
    size_t letters = count_last_letters(before);
    size_t digits = count_last_digits(before);

    if (digits > 0) {
        return takes_power_digits(before, digits);
    }
    if (letters > 0) {
        return letters == 1 || ends_with_word(before, letters, words);
    }
    return (last == ')' || last == ']' || last == '}' || last == '|' || last == 0x221E) &&
           (last == '}' || last == '|' || last == 0x221E || closes_formula(before, text));
}

/* Letters that end numbers and abbreviations: 2e, 1o, n°, M.r. */
static bool is_ending(uint32_t c, uint32_t before)
{
    return is_digit(before) ? strchr("nmkxyijpqNM", (int)(c < 0x80 ? c : 'a')) == NULL
                            : (is_upper(before) || before == 'n') && c < 0x80 &&
                                  strchr("oaersd", (int)c) != NULL;
}

/* A price: a sign of money before digits, two digits raised. */
static bool is_price(const dana__short_text *before, const dana__short_text *text)
{
    size_t digits = count_last_digits(before);
    size_t i = before->count - digits;

    if (text->count != 2 || !is_digit(text->c[0]) || !is_digit(text->c[1]) || digits == 0) {
        return false;
    }
    while (i > 0 && (before->c[i - 1] == ' ' || before->c[i - 1] == ',' ||
                     before->c[i - 1] == '.' || is_digit(before->c[i - 1]))) {
        i--;
    }
    return i > 0 && (before->c[i - 1] == '$' || before->c[i - 1] == 0x20AC ||
                     before->c[i - 1] == 0xA3 || before->c[i - 1] == 0xA5);
}

static bool is_exponent(const dana__short_text *text, uint32_t base)
{
    bool letters;
    bool digits;

    if (!has_kinds(text, &letters, &digits)) {
        return false;
    }
    if (is_number(text) || text->count == 1) {
        return digits || !is_ending(text->c[0], base);
    }
    return has_operator(text) || (letters && digits && !is_digit(base));
}

/* Whether raised digits after a text, which are no power of it, are the mark of a footnote: after a
 * word or the end of a sentence, a year, a name with a number. */
static bool is_plain_mark(const dana__short_text *before, const dana__short_text *text)
{
    uint32_t last = before->count > 0 ? before->c[before->count - 1] : 0;

    return text->count <= 2 && count_last_digits(text) == text->count && last != ' ' && last != 0 &&
           (count_last_letters(before) >= WORD_MIN || count_last_digits(before) > 0 ||
            (last < 0x80 ? strchr(".,;:!?)\"'", (int)last) != NULL : !is_letter(last)));
}

static dana__raised judge_power(const dana__short_text *before, const dana__short_text *text,
                                const dana__short_text *after)
{
    uint32_t last = before->count > 0 ? before->c[before->count - 1] : 0;

    if (is_digit(text->c[0]) && is_slash(after->c[0])) {
        return is_digit(last) ? DANA__RAISED_PART : DANA__RAISED_PLAIN;
    }
    if (is_price(before, text)) {
        return DANA__RAISED_CENTS;
    }
    if (takes_power(before, text) && is_exponent(text, last)) {
        return signed_or_group(text);
    }
    return is_plain_mark(before, text) ? DANA__RAISED_NOTE : DANA__RAISED_PLAIN;
}

/* Whether letters may be chemical elements: one that is, two, or those after a number. */
static bool is_element(uint32_t last, uint32_t second, size_t letters)
{
    if (is_upper(last)) {
        return letters > 1 || is_digit(second) || strchr("HBCNOFPSKVYIWU", (int)last) != NULL;
    }
    return is_lower(last) && is_upper(second) && letters >= 2;
}

/* Whether a formula of chemistry goes on: H2O, CO2, Ca(OH)2, PM2.5. */
static bool is_chemical(const dana__short_text *before, const dana__short_text *text)
{
    size_t letters = count_last_letters(before);
    uint32_t last = before->count > 0 ? before->c[before->count - 1] : 0;
    uint32_t second = before->count > 1 ? before->c[before->count - 2] : 0;

    if (!is_digit(text->c[0]) || text->c[0] == '0') {
        return letters > 1 && is_upper(last) && text->count == 1 && text->c[0] == 'x';
    }
    return last == ')' || last == ']' ? is_letter(second) || is_digit(second)
                                      : is_element(last, second, letters);
}

static dana__raised judge_index(const dana__short_text *before, const dana__short_text *text)
{
    uint32_t last = before->count > 0 ? before->c[before->count - 1] : 0;
    bool letters;
    bool digits;

    if (!(is_letter(last) || is_digit(last) || last == ')' || last == ']' || last == 0x2211) ||
        !has_kinds(text, &letters, &digits) || is_chemical(before, text)) {
        return DANA__RAISED_PLAIN;
    }
    return signed_or_group(text);
}

/* Whether a text can be a footnote's mark: up to three digits or letters, or a sign; brackets of
 * its own are kept. */
static bool is_mark(const dana__short_text *text)
{
    static const uint32_t signs[] = {'*', 0x2020, 0x2021, 0xA7, 0xB6};
    bool letters;
    bool digits;

    if (text->count > 3) {
        return false;
    }
    for (size_t i = 0; text->count == 1 && i < sizeof(signs) / sizeof(signs[0]); i++) {
        if (text->c[0] == signs[i]) {
            return true;
        }
    }
    for (size_t i = 0; i < text->count; i++) {
        if (!is_letter(text->c[i]) && !is_digit(text->c[i])) {
            return false;
        }
    }
    return has_kinds(text, &letters, &digits) && (digits || text->count == 1);
}

/* Whether a link to a place of the same page begins directly before a tag. */
static bool follows_link(const char *start, const dana__markup *tag)
{
    size_t most = (size_t)(tag->start - start) < LINK_MAX ? (size_t)(tag->start - start) : LINK_MAX;
    const char *before = memrchr(tag->start - most, '<', most);
    dana__markup link;

    if (before == NULL || tag->start[-1] != '>') {
        return false;
    }
    dana__read_markup(before, tag->start, &link);
    return link.kind == DANA__START_TAG && (link.flags & DANA__ANCHOR) != 0 &&
           link.end == tag->start;
}

dana__raised dana__judge_raised(const dana__markup *tag, bool is_power, const char *start,
                                const char *end)
{
    const char *close = dana__short_content_end(tag->end, end, is_power ? "sup" : "sub");
    dana__short_text before;
    dana__short_text text = {0};
    dana__short_text after = {0};

    if (close == NULL) {
        return DANA__RAISED_PLAIN;
    }
    dana__read_short_text(tag->end, close, &text);
    dana__trim_short_text(&text);
    if (text.count == 0 || text.count > RAISED_MAX || text.cut) {
        return DANA__RAISED_PLAIN;
    }
    if (is_power && is_mark(&text) && (text.has_link || follows_link(start, tag))) {
        return DANA__RAISED_NOTE;
    }
    dana__read_text_before(start, tag->start, &before);
    if (text.has_link || before.has_link) {
        return DANA__RAISED_PLAIN;
    }
    dana__read_short_text(close + 6 < end ? close + 6 : end, close + 20 < end ? close + 20 : end,
                          &after);
    return is_power ? judge_power(&before, &text, &after) : judge_index(&before, &text);
}

const char *dana__raised_opening(dana__raised raised, bool is_power)
{
    switch (raised) {
    case DANA__RAISED_SIGNED:
        return is_power ? "^" : "_";
    case DANA__RAISED_GROUP:
        return is_power ? "^(" : "_(";
    case DANA__RAISED_NOTE:
        return "[";
    case DANA__RAISED_PART:
        return " ";
    case DANA__RAISED_CENTS:
        return ".";
    default:
        return "";
    }
}

const char *dana__raised_closing(dana__raised raised)
{
    return raised == DANA__RAISED_GROUP ? ")" : raised == DANA__RAISED_NOTE ? "]" : "";
}
