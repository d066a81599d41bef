#include "listing/beside_code.h"

#include "base/ascii.h"
#include "base/hash.h"
#include "dana/scan.h"
#include "html/class_alone.h"
#include "html/content.h"
#include "listing/class_words.h"

#include <string.h>

/* Bytes that may be read in vain on a page. */
#define WASTE_MAX ((size_t)4 << 20)

/* Characters of what is set beside code: the label of a button, the name of a language. */
#define LABEL_MAX 40

/* Marks before the text of a note at most. */
#define MARKS_MOST 2

/* Bytes of an element that is looked at. */
#define LOOK_BYTES ((size_t)256 * 1024)

/* Parts of the words of line numbers, beside DANA__CLASS_NUMBERS. */
static const char *const number_parts[] = {"lineno", "linenum", "gutter", NULL};

/* Parts of the words of buttons and labels inside listings; around them only a whole word says it:
 * DANA__CLASS_TOOLS. */
static const char *const tool_parts[] = {"copy", "clipboard", "button", "btn", "toolbar", NULL};

static bool has_part(dana_view value, const char *const parts[])
{
    char folded[DANA__CLASS_WORD_MAX + 1];
    dana_view word;

    while (dana__take_class_word(&value, &word)) {
        dana__fold_class_word(word, folded);
        for (size_t i = 0; parts[i] != NULL; i++) {
            if (strstr(folded, parts[i]) != NULL) {
                return true;
            }
        }
    }
    return false;
}

/* What a class says; a value that was there before is compared instead of read. */
static const dana__seen_class *see_class(dana__look *look, dana_view value)
{
    dana__seen_class *seen = &look->seen[dana__value_slot(value, DANA__SEEN_CLASSES)];

    if (seen->value == NULL || seen->length != value.length ||
        memcmp(seen->value, value.data, value.length) != 0) {
        *seen = (dana__seen_class){.value = value.data,
                                   .length = (uint32_t)value.length,
                                   .sets = dana__class_sets(value),
                                   .has_numbers = has_part(value, number_parts),
                                   .has_tool = has_part(value, tool_parts)};
    }
    return seen;
}

static bool has_attribute(dana_view tag, const char *name, const char *part)
{
    dana_view value;

    return dana_tag_attribute(tag, name, &value) &&
           (part == NULL || memmem(value.data, value.length, part, strlen(part)) != NULL);
}

/* Whether a character stands among line numbers. */
static bool is_of_numbers(char c)
{
    return dana__is_digit(c) || dana__is_space(c) || c == ':' || c == '.' || c == '|';
}

/* Reads a text of numbers. Returns false where it has another character. */
static bool read_numbers(const char *p, const char *end)
{
    while (p < end) {
        if (*p == '&') {
            bool blank = end - p >= 6 && memcmp(p, "&nbsp;", 6) == 0;

            if (!blank) {
                return false;
            }
            p += 6;
        } else if ((unsigned char)*p == 0xC2 && end - p >= 2 && (unsigned char)p[1] == 0xA0) {
            p += 2;
        } else if (!is_of_numbers(*p++)) {
            return false;
        }
    }
    return true;
}

static bool read_label(const char *p, const char *end, size_t *length)
{
    for (; p < end; p++) {
        *length += !dana__is_space(*p) && ((unsigned char)*p & 0xC0) != 0x80;
    }
    return *length <= LABEL_MAX;
}

static bool has_image(const char *p, const char *end)
{
    return memmem(p, (size_t)(end - p), "<img", 4) != NULL;
}

/* Whether the texts in [p, end) are all numbers, or together no longer than a label. */
static bool is_small(const char *p, const char *end, bool numbers)
{
    dana_view text;
    size_t length = 0;

    while (dana__next_text(&p, end, false, &text)) {
        const char *text_end = text.data + text.length;

        if (numbers ? !read_numbers(text.data, text_end)
                    : !read_label(text.data, text_end, &length)) {
            return false;
        }
    }
    return true;
}

/* Returns the end of an element, NULL where it is not closed soon. */
static const char *end_of(dana__look *look, const dana__markup *tag)
{
    const char *stop = (size_t)(look->end - tag->end) > LOOK_BYTES ? tag->end + LOOK_BYTES
                                                                   : look->end;

    if (look->wasted > WASTE_MAX) {
        return NULL;
    }
    const char *end = dana__element_end(tag->end, stop, tag, true);

    look->wasted += end == NULL ? (size_t)(stop - tag->end) : 0;
    return end;
}

/* Returns the end of an element that holds nothing but numbers, or a label; else NULL. */
static const char *end_of_small(dana__look *look, const dana__markup *tag, bool numbers)
{
    const char *end = end_of(look, tag);

    if (end != NULL && is_small(tag->end, end, numbers) && !has_image(tag->end, end)) {
        return end;
    }
    look->wasted += end != NULL ? (size_t)(end - tag->end) : 0;
    return NULL;
}

/* Whether a tag in code says that its content is no part of it, whatever it is called. */
static bool is_unselectable(dana_view tag)
{
    dana_view value;

    return has_attribute(tag, "aria-hidden", "true") || has_attribute(tag, "unselectable", NULL) ||
           has_attribute(tag, "data-nosnippet", NULL) ||
           has_attribute(tag, "data-line-number", NULL) ||
           (dana_tag_attribute(tag, "style", &value) &&
            memmem(value.data, value.length, "user-select", 11) != NULL);
}

/* Whether an element may hold line numbers: their own pre stands in one that does. */
static bool may_hold_numbers(const dana__markup *tag)
{
    dana__kind kind = dana__kind_of(tag->flags);

    return kind != DANA__KIND_PRE && kind != DANA__KIND_TABLE && kind != DANA__KIND_FIGURE &&
           kind != DANA__KIND_ROWS && kind != DANA__KIND_LIST;
}

/* The class of a tag. *is_alone: the tag has no other attribute. end: of the source. */
static dana_view class_of(const dana__markup *tag, const char *end, bool *is_alone)
{
    dana_view class;

    *is_alone = dana__has_class_alone(tag, end, &class);
    return *is_alone ? class : dana__class_value(dana__tag_view(tag));
}

/* Returns the end of an element of line numbers, else NULL. */
static const char *end_of_numbers(dana__look *look, const dana__markup *tag, bool is_class_alone,
                                  const dana__seen_class *seen, bool in_code)
{
    bool named = (seen->sets & DANA__CLASS_NUMBERS) != 0 || seen->has_numbers;

    if (!may_hold_numbers(tag) ||
        !(named || (in_code && !is_class_alone && is_unselectable(dana__tag_view(tag)) &&
                    (seen->sets & DANA__CLASS_CODE) == 0))) {
        return NULL;
    }
    return end_of_small(look, tag, true);
}

const char *dana__end_beside_code(dana__look *look, const dana__markup *tag, bool in_code)
{
    dana__kind kind = dana__kind_of(tag->flags);
    bool is_class_alone;
    dana_view class = class_of(tag, look->end, &is_class_alone);
    const dana__seen_class *seen = see_class(look, class);
    const char *end = NULL;

    if (in_code && (seen->sets & DANA__CLASS_HIDDEN) != 0) {
        return end_of(look, tag);
    }
    if (in_code || kind == DANA__KIND_CELL || (seen->sets & DANA__CLASS_NUMBERS) != 0) {
        end = end_of_numbers(look, tag, is_class_alone, seen, in_code);
    }
    if (end != NULL || class.length == 0) {
        return end != NULL || !(in_code && kind == DANA__KIND_BUTTON)
                   ? end
                   : end_of_small(look, tag, false);
    }
    bool is_tool = in_code ? kind == DANA__KIND_BUTTON || seen->has_tool
                           : (seen->sets & DANA__CLASS_TOOLS) != 0;

    return is_tool && kind != DANA__KIND_PRE ? end_of_small(look, tag, false) : NULL;
}

const char *dana__end_of_repeated(dana__look *look, const dana__markup *tag)
{
    if ((dana__class_sets(dana__class_value(dana__tag_view(tag))) & DANA__CLASS_AGAIN) == 0) {
        return NULL;
    }
    const char *p = tag->end;
    const char *end = end_of_small(look, tag, true);
    dana__markup mark;

    for (int i = 0; i < MARKS_MOST && end == NULL && p < look->end && *p == '<'; i++) {
        dana__read_markup(p, look->end, &mark);
        const char *next = mark.kind == DANA__START_TAG ? end_of_small(look, &mark, true) : NULL;

        if (next == NULL) {
            break;
        }
        p = next;
    }
    return end != NULL ? end : p;
}
