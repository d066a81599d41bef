/*
 * Borders of inline elements that part words though no white space does: pages set their pieces
 * apart by style alone ("<span class=name>Prep</span><span class=time>2 hrs</span>"), while
 * emphasis and initials stand inside words ("<b>par</b>tly"). The rules were found on borders whose
 * words stand side by side, or as one, in gold texts; see core/README.md.
 */
#include "base/ascii.h"
#include "base/utf8.h"
#include "html/references.h"
#include "html/tokenizer.h"
#include "listing/class_words.h"
#include "page/scanner.h"

#include <string.h>
#include <unicode/uchar.h>

/* A border with more source than this is not looked at. */
#define BORDER_MAX 8192

/* Start tags before a text that are looked at for the one that was closed after it. */
#define TAGS_BACK 4
#define BACK_MAX  1024

#define A_KEY     DANA__NAME_KEY('a')
#define SPAN_KEY  DANA__NAME_KEY('s', 'p', 'a', 'n')

/* Kinds of characters at a border. Han and kana are OTHER: their words are not parted by spaces. */
typedef enum { OTHER, LOWER, UPPER, DIGIT, LETTER, ENDS, STOP, BEGINS } character;

/* What stands on a side of a border: the character there, and whether the one behind it is of the
 * same word. */
typedef struct {
    character at;
    bool is_long;
} side;

/* The tags between two texts. */
typedef struct {
    bool has_control; /* a button, a label, a field */
    bool has_custom;  /* an element that the page defines */
    bool has_hidden;  /* text for screen readers */
    bool has_inner;   /* what stands inside words: wbr, sup, sub, ruby */
    bool has_box;     /* another element than emphasis */
    bool is_pair;     /* an element was closed and the next one opened after it */
    dana__markup end; /* of the pair */
    dana__markup start;
    bool has_pair_of_links;
} border;

static bool is_word(character c)
{
    return c == LOWER || c == UPPER || c == DIGIT || c == LETTER;
}

/* Classes of ASCII characters that are no letters and digits. */
static const unsigned char ascii_class[128] = {
    [':'] = ENDS, [';'] = ENDS,   ['!'] = ENDS,   ['?'] = ENDS, [')'] = ENDS,
    [']'] = ENDS, ['('] = BEGINS, ['$'] = BEGINS, ['.'] = STOP,
};

/* The class of a character beyond ASCII. */
static character class_of_other(uint32_t c)
{
    bool is_east_asian = (c >= 0x2E80 && c < 0xA000) || (c >= 0xF900 && c < 0xFB00) || c >= 0x20000;

    if (is_east_asian) {
        return OTHER;
    }
    if (c == 0xB0) {
        return LETTER; /* of a unit: "18°" */
    }
    return u_isdigit((UChar32)c)                         ? DIGIT
           : u_islower((UChar32)c)                       ? LOWER
           : u_isupper((UChar32)c)                       ? UPPER
           : u_isalpha((UChar32)c)                       ? LETTER
           : u_charType((UChar32)c) == U_CURRENCY_SYMBOL ? BEGINS
                                                         : OTHER;
}

static character class_of(uint32_t c)
{
    if (c >= 0x80) {
        return class_of_other(c);
    }
    if (dana__is_letter((char)c)) {
        return (c & 0x20) != 0 ? LOWER : UPPER;
    }
    return dana__is_digit((char)c) ? DIGIT : (character)ascii_class[c];
}

static side first_of(const char *p, const char *end)
{
    size_t length;
    character at = class_of(dana__utf8_decode(p, &length));

    return (side){at,
                  p + length < end && is_word(class_of(dana__utf8_decode(p + length, &length)))};
}

static const char *character_before(const char *p)
{
    do {
        p--;
    } while (dana__utf8_continues((unsigned char)*p));
    return p;
}

static side last_of(const char *start, const char *p)
{
    size_t length;
    const char *last = character_before(p);
    const char *at;
    bool is_reference = *last == ';' && dana__character_before(start, p, &at) != ';';

    return (side){is_reference ? OTHER : class_of(dana__utf8_decode(last, &length)),
                  last > start &&
                      is_word(class_of(dana__utf8_decode(character_before(last), &length)))};
}

/* What an inline element is to a border. */
typedef enum { BOX, EMPHASIS, CONTROL, INNER } role;

static role role_of(const dana__markup *tag)
{
    switch (tag->name.length <= 8 ? tag->name.key : 0) {
    case DANA__NAME_KEY('b'):
    case DANA__NAME_KEY('i'):
    case DANA__NAME_KEY('u'):
    case DANA__NAME_KEY('s'):
    case DANA__NAME_KEY('e', 'm'):
    case DANA__NAME_KEY('b', 'i', 'g'):
    case DANA__NAME_KEY('d', 'e', 'l'):
    case DANA__NAME_KEY('d', 'f', 'n'):
    case DANA__NAME_KEY('i', 'n', 's'):
    case DANA__NAME_KEY('v', 'a', 'r'):
    case DANA__NAME_KEY('f', 'o', 'n', 't'):
    case DANA__NAME_KEY('m', 'a', 'r', 'k'):
    case DANA__NAME_KEY('a', 'b', 'b', 'r'):
    case DANA__NAME_KEY('s', 't', 'r', 'o', 'n', 'g'):
    case DANA__NAME_KEY('s', 't', 'r', 'i', 'k', 'e'):
    case DANA__NAME_KEY('a', 'c', 'r', 'o', 'n', 'y', 'm'):
        return EMPHASIS;
    case DANA__NAME_KEY('i', 'n', 'p', 'u', 't'):
    case DANA__NAME_KEY('l', 'a', 'b', 'e', 'l'):
    case DANA__NAME_KEY('m', 'e', 't', 'e', 'r'):
    case DANA__NAME_KEY('b', 'u', 't', 't', 'o', 'n'):
    case DANA__NAME_KEY('o', 'u', 't', 'p', 'u', 't'):
    case DANA__NAME_KEY('p', 'r', 'o', 'g', 'r', 'e', 's', 's'):
        return CONTROL;
    case DANA__NAME_KEY('w', 'b', 'r'):
    case DANA__NAME_KEY('r', 'b'):
    case DANA__NAME_KEY('r', 'p'):
    case DANA__NAME_KEY('r', 't'):
    case DANA__NAME_KEY('s', 'u', 'b'):
    case DANA__NAME_KEY('s', 'u', 'p'):
    case DANA__NAME_KEY('r', 'u', 'b', 'y'):
        return INNER;
    default:
        return BOX;
    }
}

static dana_view tag_view(const dana__markup *tag)
{
    return (dana_view){tag->start, tag->start != NULL ? (size_t)(tag->end - tag->start) : 0};
}

/* The value of an attribute of a tag, data NULL where the tag or the attribute is not there. */
static dana_view value_of(dana_view tag, const char *name)
{
    dana_view value;

    return tag.length > 0 && dana_tag_attribute(tag, name, &value) ? value : (dana_view){NULL, 0};
}

static bool holds(dana_view text, const char *word)
{
    return text.data != NULL && memmem(text.data, text.length, word, strlen(word)) != NULL;
}

/* The start tag of an element that was closed after a text: one of those directly before the text.
 * Empty where it is not found. */
static dana_view start_tag_before(const char *source, const char *text, const dana__markup *end_tag)
{
    const char *p = text;

    for (int i = 0; i < TAGS_BACK && p > source && p[-1] == '>'; i++) {
        size_t most = (size_t)(p - source) < BACK_MAX ? (size_t)(p - source) : BACK_MAX;
        const char *start = memrchr(p - most, '<', most);
        dana__markup tag;

        if (start == NULL) {
            break;
        }
        dana__read_markup(start, p, &tag);
        if (tag.end != p || tag.kind != DANA__START_TAG) {
            break;
        }
        if (tag.name.key == end_tag->name.key && tag.name.length == end_tag->name.length) {
            return tag_view(&tag);
        }
        p = start;
    }
    return (dana_view){NULL, 0};
}

/* Whether a tag, or the start tag of what an end tag closes, only says how its letters look: word
 * processors and mail programs cut words. */
static bool is_style(dana_view tag)
{
    return value_of(tag, "class").data == NULL &&
           (value_of(tag, "style").data != NULL || value_of(tag, "lang").data != NULL);
}

/* A border at work. */
typedef struct {
    const char *source;
    const char *text; /* the text before it */
    border found;
    dana__markup last_end; /* the tag read last, where it is an end tag */
    bool closed_link;
} reader;

static void note_tag(reader *r, const dana__markup *tag)
{
    border *b = &r->found;
    role is = role_of(tag);
    dana_view start = tag->kind == DANA__START_TAG ? tag_view(tag)
                                                   : start_tag_before(r->source, r->text, tag);

    b->has_control |= is == CONTROL;
    b->has_inner |= is == INNER;
    b->has_custom |= memchr(tag->name_text, '-', tag->name.length) != NULL;
    b->has_hidden |= dana__hides_text(value_of(start, "class"));
    b->has_box |= (is == BOX && !is_style(start)) ||
                  (is == EMPHASIS && value_of(start, "class").data != NULL);
}

/* Notes which element was closed before another one was opened, the last such two. */
static void note_pair(reader *r, const dana__markup *tag)
{
    bool is_link = (tag->flags & DANA__ANCHOR) != 0;

    if (tag->kind == DANA__END_TAG) {
        r->closed_link |= is_link;
        r->last_end = *tag;
        return;
    }
    r->found.has_pair_of_links |= r->closed_link && is_link;
    if (r->last_end.start != NULL) {
        r->found.is_pair = true;
        r->found.end = r->last_end;
        r->found.start = *tag;
    }
    r->last_end.start = NULL;
}

/* Reads the tags of a border. Returns false where it cannot be known. */
static bool read_border(reader *r, const char *p, const char *end, bool keep_noscript)
{
    dana__nesting nesting = {0};

    while (p < end) {
        dana__markup tag;
        const char *raw_end;

        dana__read_markup(p, end, &tag);
        p = tag.end;
        if (dana__may_be_dropped(&tag)) {
            p = dana__dropped_end(&nesting, end, &tag, keep_noscript, &raw_end);
            if (p == NULL) {
                return false;
            }
        } else if (tag.kind == DANA__START_TAG || tag.kind == DANA__END_TAG) {
            note_tag(r, &tag);
            note_pair(r, &tag);
        }
    }
    return true;
}

/* Whether the characters at a border look like those of two words: "hoursCook", "Prep2", "10Next".
 */
static bool changes(side before, side after)
{
    return (before.at == LOWER && after.at == UPPER) || (before.at == UPPER && after.at == DIGIT) ||
           (before.at == LOWER && after.at == DIGIT) || (before.at == DIGIT && after.at == UPPER) ||
           (before.at == DIGIT && after.at == LOWER);
}

/* Whether a single change of characters, beside any box, parts words. */
static bool parts_case(side before, side after)
{
    return (before.at == LOWER && after.at == UPPER && before.is_long && after.is_long) ||
           (before.at == DIGIT && after.at == UPPER && after.is_long) ||
           (before.at == LOWER && after.at == DIGIT && before.is_long);
}

/* Two links one after another are two; an editor that cuts one leaves the same address in both. */
static bool parts_links(const dana__scanner *s)
{
    const dana_anchor *anchors = s->page->anchors.data;
    size_t count = s->page->anchors.length;
    dana_view href[2];

    if (count < 2) {
        return false;
    }
    for (size_t i = 0; i < 2; i++) {
        const dana_anchor *anchor = &anchors[count - 2 + i];

        href[i] = value_of((dana_view){s->page->source.data + anchor->start, anchor->start_length},
                           "href");
    }
    return !dana__same_text(href[0], href[1]);
}

/* Whether a text has several words. */
static bool is_phrase(dana_view text)
{
    return memchr(text.data, ' ', text.length) != NULL;
}

/* Whether the words at a border are long enough to be two: initials are one letter, a unit before
 * another name too ("5 g", "Fat"), and the number of a meaning ("1", "a place"). */
static bool are_long(side before, side after, dana_view text)
{
    bool is_unit = before.at == LOWER && after.at == UPPER && after.is_long;
    bool is_number = before.at == DIGIT && after.at == LOWER && is_phrase(text);

    return !is_word(before.at) || is_unit || is_number ||
           (before.is_long && (after.is_long || changes(before, after)));
}

/* Whether two elements side by side are pieces of a layout: their classes differ, or the characters
 * at their border do. */
static bool parts_pair(const border *b, const char *source, dana_view next, const char *text,
                       side before, side after)
{
    dana_view start = tag_view(&b->start);
    dana_view end = start_tag_before(source, text, &b->end);
    dana_view class_before = value_of(end, "class");
    dana_view class_after = value_of(start, "class");

    if (role_of(&b->end) != BOX || role_of(&b->start) != BOX || !are_long(before, after, next)) {
        return false;
    }
    if (holds(value_of(start, "style"), "inline-block") ||
        holds(value_of(end, "style"), "inline-block")) {
        return true;
    }
    bool both = class_before.data != NULL && class_after.data != NULL;
    bool one = class_before.data != NULL || class_after.data != NULL;

    if ((both || (one && value_of(start, "style").data == NULL)) &&
        !dana__same_text(class_before, class_after)) {
        return true;
    }
    return !is_style(start) && !is_style(end) && (changes(before, after) || before.at == ENDS);
}

/* Whether a mark before the border may have a space after it: not within numbers. */
static bool may_part(side before, side after)
{
    bool is_after = is_word(after.at) || after.at == BEGINS;

    return (is_word(before.at) && is_after) ||
           (before.at == ENDS && is_after && after.at != DIGIT) ||
           (before.at == ENDS && after.at == DIGIT && !before.is_long) ||
           (before.at == STOP && before.is_long && after.at == UPPER);
}

/* Whether what stands at a border parts words, whatever the words are. */
static bool parts_always(const dana__scanner *s, const border *b, side before, side after)
{
    return b->has_control || b->has_hidden || (b->has_custom && before.is_long && after.is_long) ||
           (b->has_pair_of_links && before.is_long && parts_links(s));
}

bool dana__scan_parts_words(const dana__scanner *s, const dana_unit *before, dana_view text)
{
    const char *source = s->page->source.data;
    const char *start = source + before->start;
    const char *gap = start + before->length;
    side left = last_of(start, gap);
    side right = first_of(text.data, text.data + text.length);
    reader r = {.source = source, .text = start};
    const border *b = &r.found;

    /* A word before a stop is a name that goes on ("json.JSONDecoder"), more are a sentence. */
    if (!may_part(left, right) || (left.at == STOP && memchr(start, ' ', before->length) == NULL) ||
        text.data - gap > BORDER_MAX ||
        !read_border(&r, gap, text.data, s->scan->options.keep_noscript) || b->has_inner) {
        return false;
    }
    return parts_always(s, b, left, right) || (b->has_box && parts_case(left, right)) ||
           (b->is_pair && parts_pair(b, source, text, start, left, right));
}
