#include "text/permalink.h"

#include "base/ascii.h"
#include "base/search.h"
#include "dana/text.h"
#include "html/references.h"

#include <string.h>
#include <strings.h>

/* Longest source of a link that edits a section, in any script; brackets and links between it and
 * its heading at most: "[edit | edit source]". */
#define EDIT_MAX    64
#define BETWEEN_MAX 4

/* Longest source of a sign of a program, and bytes before it that are looked at for its class. */
#define CONTROL_MAX 9
#define REACH_BACK  160

/* Longest source of the sign of an item: a reference. */
#define WORD_SIGN_MAX 8

/* Start tags between an item's text and its tag that are passed. */
#define SIGN_TAGS 3

/* The a element around a unit; NULL: none. */
static const dana_anchor *anchor_of(const dana_scan *scan, const dana_unit *unit)
{
    size_t after = dana__first_from(scan->anchors, scan->anchor_count, sizeof(*scan->anchors),
                                    unit->start);

    return after > 0 && scan->anchors[after - 1].end > unit->start ? &scan->anchors[after - 1]
                                                                   : NULL;
}

/* Whether a unit is all the text that a link holds. */
static bool is_alone(const dana_scan *scan, const dana_anchor *anchor, const dana_unit *unit)
{
    size_t index = (size_t)(unit - scan->units);

    return (index == 0 || unit[-1].start < anchor->start) &&
           (index + 1 == scan->unit_count || unit[1].start >= anchor->end);
}

static bool has_word(dana_view source, const dana_unit *unit)
{
    char decoded[DANA__DECODED_BOUND(DANA__PERMALINK_MAX) + 4];
    const char *end = source.data + unit->start + unit->length;
    size_t written = 0;
    size_t position = 0;
    dana_span word;

    for (const char *p = source.data + unit->start; p < end;) {
        size_t length;

        written += dana__utf8_encode(dana__character_at(p, end, &length), decoded + written);
        p += length;
    }
    /* A line is a word's character, but "_" alone is the sign of tDiary. */
    return dana_next_word((dana_view){decoded, written}, &position, &word) &&
           (written != 1 || decoded[0] != '_');
}

/* Whether a unit begins with an arrow, up or back, or with a sign of links to the place itself. */
static bool is_sign(dana_view source, const dana_unit *unit)
{
    static const uint32_t signs[] = {0x21A9, 0x21AA, 0x21B5, 0x21B0, 0x2191, 0x21D1, 0x2196, 0x2934,
                                     0x23CE, 0x2B06, 0x2B11, 0x25B2, '^',    0xB6,   0x1F517};
    const char *p = source.data + unit->start;
    size_t length;
    uint32_t first = dana__character_at(p, p + unit->length, &length);

    for (size_t i = 0; i < sizeof(signs) / sizeof(*signs); i++) {
        if (signs[i] == first) {
            return true;
        }
    }
    return false;
}

/* Whether the address of a link has the word "edit". */
static bool leads_to_edit(dana_view source, const dana_anchor *anchor)
{
    dana_view href;

    if (!dana_tag_attribute((dana_view){source.data + anchor->start, anchor->start_length}, "href",
                            &href)) {
        return false;
    }
    const char *end = href.data + href.length;

    for (const char *p = href.data; (p = memmem(p, (size_t)(end - p), "edit", 4)) != NULL; p++) {
        bool is_escaped = p - href.data > 3 && p[-3] == '%'; /* "action%3Dedit" */

        if (p > href.data && (is_escaped || (!dana__is_letter(p[-1]) && p[-1] != '-')) &&
            (p + 4 == end || (!dana__is_letter(p[4]) && p[4] != '-'))) {
            return true;
        }
    }
    return false;
}

/* Whether a unit is nothing but brackets, or a line, as they stand around and between such links.
 */
static bool is_bracket(dana_view source, const dana_unit *unit)
{
    if (unit->length > 3) {
        return false;
    }
    for (size_t i = 0; i < unit->length; i++) {
        if (strchr("[]()| ", source.data[unit->start + i]) == NULL) {
            return false;
        }
    }
    return true;
}

/* Whether a unit is all of a link to a form. */
static bool is_link_to_edit(dana_view source, const dana_scan *scan, const dana_unit *unit)
{
    const dana_anchor *anchor = unit->in_anchor && unit->length <= EDIT_MAX ? anchor_of(scan, unit)
                                                                            : NULL;

    return anchor != NULL && is_alone(scan, anchor, unit) && leads_to_edit(source, anchor);
}

/* Whether only brackets and such links stand between the last heading and a unit behind it. */
static bool is_right_behind_heading(dana_view source, const dana_scan *scan, const dana_unit *unit)
{
    const dana_unit *before = unit;
    const dana_unit *least = unit - scan->units > BETWEEN_MAX ? unit - BETWEEN_MAX : scan->units;

    do {
        if (before == least ||
            (before != unit && !before->in_anchor && !is_bracket(source, before))) {
            return false;
        }
        before--;
    } while (before->heading == 0);
    for (before++; before < unit; before++) {
        if (before->in_anchor && !is_link_to_edit(source, scan, before)) {
            return false;
        }
    }
    return true;
}

/* Whether a unit is the link of a heading to a form that edits its section: the heading's text
 * stands before it, in the heading or right before. */
static bool is_edit_link(dana_view source, const dana_scan *scan, const dana_unit *unit)
{
    bool follows = unit->heading == 0 ? is_right_behind_heading(source, scan, unit)
                                      : unit > scan->units && unit[-1].heading == unit->heading &&
                                            !unit[-1].in_anchor;

    return follows && is_link_to_edit(source, scan, unit);
}

/* Whether a unit is a bracket or a line around or between such links. */
static bool is_edit_bracket(dana_view source, const dana_scan *scan, const dana_unit *unit)
{
    size_t index = (size_t)(unit - scan->units);

    return is_bracket(source, unit) &&
           ((index > 0 && is_edit_link(source, scan, unit - 1)) ||
            (index + 1 < scan->unit_count && is_edit_link(source, scan, unit + 1)));
}

/* Whether a text stands in the source right before a unit. */
static bool has_before(dana_view source, const dana_unit *unit, const char *text)
{
    size_t reach = unit->start < REACH_BACK ? unit->start : REACH_BACK;

    return memmem(source.data + unit->start - reach, reach, text, strlen(text)) != NULL;
}

/* Whether a unit is what a program shows beside a text: the link of a declaration to its source
 * (Sphinx), the sign that folds a comment, the box that a recipe tells to screen readers. */
static bool is_control(dana_view source, const dana_unit *unit)
{
    static const char *const folds[] = {"[-]", "[+]", "[\xE2\x80\x93]", "[\xE2\x88\x92]",
                                        "[&ndash;]"};
    dana_view text = {source.data + unit->start, unit->length};

    if (text.length > CONTROL_MAX) {
        return false;
    }
    if (!unit->in_anchor) {
        return (dana__is_text(text, "\xE2\x96\xA2") || dana__is_text(text, "&#9634;")) &&
               (has_before(source, unit, "sr-only") || has_before(source, unit, "screen-reader"));
    }
    for (size_t i = 0; i < sizeof(folds) / sizeof(*folds); i++) {
        if (dana__is_text(text, folds[i])) {
            return true;
        }
    }
    return (dana__is_text(text, "[source]") || dana__is_text(text, "[docs]")) &&
           has_before(source, unit, "viewcode");
}

/* Whether a character stands in the brackets of a prompt. */
static bool is_of_prompt(uint32_t c)
{
    return c == ' ' || c == 0xA0 || c == '*' || (c >= '0' && c <= '9');
}

/* Whether a text is the number of a prompt, "[12]:", or begins with it. */
static bool is_number_of_prompt(const char *p, const char *end)
{
    size_t length = 0;
    uint32_t c = 0;

    while (p < end) {
        c = dana__character_at(p, end, &length);
        if (c != ' ' && c != 0xA0) {
            break;
        }
        p += length;
    }
    if (c != '[') {
        return false;
    }
    do {
        p += length;
        c = p < end ? dana__character_at(p, end, &length) : 0;
    } while (is_of_prompt(c));
    return c == ']' && (p + 1 == end || dana__is_text(dana__between(p, end), "]:"));
}

/* Whether a text is the prompt of a notebook's cell, "In [12]:", or a part of it. */
static bool is_prompt_text(dana_view text)
{
    size_t word = dana__begins(text, "In") ? 2 : dana__begins(text, "Out") ? 3 : 0;

    return (word > 0 && word == text.length) ||
           is_number_of_prompt(text.data + word, text.data + text.length);
}

/* Whether a unit is the prompt of a notebook's cell: Jupyter and its converters set it in an
 * element of that name, the word in one of its own. */
static bool is_prompt(dana_view source, const dana_unit *unit)
{
    static const char *const names[] = {"input_prompt\"", "output_prompt\"", "InputPrompt",
                                        "OutputPrompt", "class=\"prompt high"};
    const char *p = source.data + unit->start;

    if (unit->length > DANA__PERMALINK_MAX || (*p != 'I' && *p != 'O' && *p != '[') ||
        !is_prompt_text((dana_view){p, unit->length})) {
        return false;
    }
    for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
        if (has_before(source, unit, names[i])) {
            return true;
        }
    }
    return false;
}

bool dana__is_ignored_list(dana_view tag)
{
    static const char name[] = "mso-list:";
    const char *end = tag.data + tag.length;
    const char *p = memmem(tag.data, tag.length, name, sizeof(name) - 1);

    p = p != NULL ? p + sizeof(name) - 1 : end;
    while (p < end && dana__is_space(*p)) {
        p++;
    }
    return dana__begins_with(dana__between(p, end), "ignore");
}

/* Whether a unit is the sign of an item in a list of Word's: a letter that its font shows as a
 * bullet. Numbers are text. */
static bool is_word_sign(dana_view source, const dana_unit *unit)
{
    const char *p = source.data + unit->start;
    char last = p[unit->length - 1];
    size_t reach = unit->start < REACH_BACK ? unit->start : REACH_BACK;
    bool is_sign = unit->length <= WORD_SIGN_MAX && last != '.' && last != ')' &&
                   (unit->length == 1 || !dana__is_alphanumeric(*p));
    const char *tag = is_sign && reach > 0 && p[-1] == '>' ? memrchr(p - reach, '<', reach) : NULL;

    return tag != NULL && dana__is_ignored_list(dana__between(tag, p));
}

/* Whether a text is a bullet; those of dashes and stars count where LaTeXML writes them. */
static bool is_bullet(dana_view source, const dana_unit *unit)
{
    static const char *const bullets[] = {"\u2022", "&bull;", "&#8226;", "\u25AA", "\u25E6",
                                          "\u25CF", "\u25A0", "\u2023",  "\u2219", "\u00B7"};
    static const char *const others[] = {"\u2013", "*", "\u2217", "-"};
    dana_view text = {source.data + unit->start, unit->length};

    return dana__is_one_of(text, bullets, DANA__COUNT(bullets)) ||
           (dana__is_one_of(text, others, DANA__COUNT(others)) &&
            has_before(source, unit, "ltx_tag_item"));
}

/* The start tag that ends at `end`, but for white space; NULL: another thing does. */
static const char *start_tag_before(dana_view source, const char *end)
{
    while (end > source.data && dana__is_space(end[-1])) {
        end--;
    }
    size_t before = (size_t)(end - source.data);
    size_t reach = before < REACH_BACK ? before : REACH_BACK;
    const char *tag = reach > 0 && end[-1] == '>' ? memrchr(end - reach, '<', reach) : NULL;

    return tag != NULL && dana__is_letter(tag[1]) ? tag : NULL;
}

/* Whether a unit is the sign of an item, which the page sets alone on a line before the blocks of
 * the item: the list has one. */
static bool is_item_sign(dana_view source, const dana_scan *scan, const dana_unit *unit)
{
    const char *p = source.data + unit->start;
    size_t next = (size_t)(unit - scan->units) + 1;
    bool is_item = false;

    if (unit->length > WORD_SIGN_MAX || next == scan->unit_count ||
        !scan->units[next].break_before || !is_bullet(source, unit)) {
        return false;
    }
    for (int i = 0; i < SIGN_TAGS && p != NULL && !is_item; i++) {
        p = start_tag_before(source, p);
        is_item = p != NULL && strncasecmp(p + 1, "li", 2) == 0 && !dana__is_letter(p[3]);
    }
    return is_item;
}

/* Whether a link behind a heading's text leads back to where the page begins: "#top",
 * "#top_of_page". */
static bool leads_to_top(const dana_unit *unit, dana_view href)
{
    return unit->heading != 0 && unit[-1].heading == unit->heading && dana__begins(href, "#top") &&
           (href.length == 4 || !dana__is_letter(href.data[4]));
}

/* Whether a unit is a sign that is no link. */
static bool is_mark(dana_view source, const dana_scan *scan, const dana_unit *unit)
{
    return is_control(source, unit) || is_prompt(source, unit) || is_word_sign(source, unit) ||
           is_item_sign(source, scan, unit);
}

bool dana__is_permalink(dana_view source, const dana_scan *scan, const dana_unit *unit)
{
    if (is_mark(source, scan, unit)) {
        return true;
    }
    if (!unit->in_anchor) {
        return is_edit_bracket(source, scan, unit);
    }
    if (is_edit_link(source, scan, unit)) {
        return true;
    }
    const dana_anchor *anchor = unit->length <= DANA__PERMALINK_MAX ? anchor_of(scan, unit) : NULL;
    dana_view href;

    return anchor != NULL && is_alone(scan, anchor, unit) &&
           dana_tag_attribute((dana_view){source.data + anchor->start, anchor->start_length},
                              "href", &href) &&
           (unit->heading != 0 ? memchr(href.data, '#', href.length) != NULL
                               : dana__begins(href, "#")) &&
           ((!has_word(source, unit) && (unit->heading != 0 || is_sign(source, unit))) ||
            (unit > scan->units && leads_to_top(unit, href)));
}
