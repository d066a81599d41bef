#include "html/tokenizer.h"

#include "base/ascii.h"

#include <string.h>
#include <strings.h>

/* Classes of bytes inside tags: what ends a name, a white-space run or an unquoted value. */
enum { BLANK = 1, SLASH = 2, CLOSE = 4, EQUALS = 8 };

static const unsigned char tag_class[256] = {
    ['\t'] = BLANK, ['\n'] = BLANK, ['\f'] = BLANK, ['\r'] = BLANK,
    [' '] = BLANK,  ['/'] = SLASH,  ['>'] = CLOSE,  ['='] = EQUALS,
};

static inline bool is_class(char c, unsigned classes)
{
    return (tag_class[(unsigned char)c] & classes) != 0;
}

static bool ends_name(char c)
{
    return is_class(c, BLANK | SLASH | CLOSE);
}

/* Whether the '<' at p begins markup: HTML 13.2.5.6 and 13.2.5.7. */
static bool begins_markup(const char *p, const char *end)
{
    if (end - p < 2) {
        return false;
    }
    return dana__is_letter(p[1]) || p[1] == '!' || p[1] == '?' || (p[1] == '/' && end - p > 2);
}

const char *dana__find_markup(const char *p, const char *end)
{
    /* Half of all tags follow another one. */
    if (p < end && *p == '<' && begins_markup(p, end)) {
        return p;
    }
    while (p < end) {
        p = memchr(p, '<', (size_t)(end - p));
        if (p == NULL) {
            return end;
        }
        if (begins_markup(p, end)) {
            return p;
        }
        p++;
    }
    return end;
}

static const char *skip_space(const char *p, const char *end)
{
    while (p < end && is_class(*p, BLANK)) {
        p++;
    }
    return p;
}

/* Reads an attribute's value, p after the '='. Sets *after to its end; NULL: the source ended. */
static void read_value(const char *p, const char *end, dana__attribute *attribute,
                       const char **after)
{
    p = skip_space(p, end);
    if (p < end && (*p == '"' || *p == '\'')) {
        const char *close = memchr(p + 1, *p, (size_t)(end - p - 1));

        attribute->value = p + 1;
        attribute->value_length = close != NULL ? (size_t)(close - p - 1) : 0;
        *after = close != NULL ? close + 1 : NULL;
        return;
    }
    attribute->value = p;
    while (p < end && !is_class(*p, BLANK | CLOSE)) {
        p++;
    }
    attribute->value_length = (size_t)(p - attribute->value);
    *after = p;
}

/* HTML 13.2.5.32 to 13.2.5.40. An '=' where a name should begin is part of the name. */
static inline const char *next_attribute(const char *p, const char *end, dana__attribute *attribute,
                                         const char **tag_end)
{
    *tag_end = NULL;
    while (p < end && is_class(*p, BLANK | SLASH)) {
        p++;
    }
    if (p >= end) {
        return NULL;
    }
    if (*p == '>') {
        *tag_end = p + 1;
        return NULL;
    }
    attribute->name = p++;
    while (p < end && !is_class(*p, BLANK | SLASH | CLOSE | EQUALS)) {
        p++;
    }
    attribute->name_length = (size_t)(p - attribute->name);
    attribute->value = p;
    attribute->value_length = 0;
    const char *value = skip_space(p, end);
    const char *after = value;

    if (value < end && *value == '=') {
        read_value(value + 1, end, attribute, &after);
    }
    return after;
}

const char *dana__next_attribute(const char *p, const char *end, dana__attribute *attribute,
                                 const char **tag_end)
{
    return next_attribute(p, end, attribute, tag_end);
}

/* Returns the end of the tag whose name ends at p, NULL where the source ends first. */
static const char *tag_end(const char *p, const char *end)
{
    dana__attribute attribute;
    const char *after = NULL;

    while (p != NULL) {
        p = next_attribute(p, end, &attribute, &after);
    }
    return after;
}

/* Reads a tag's name at p; returns its end. */
static const char *read_name(const char *p, const char *end, dana__name *name)
{
    const char *start = p;
    uint64_t key = 0;

    for (; p < end && !ends_name(*p); p++) {
        size_t i = (size_t)(p - start);

        if (i < sizeof(key)) {
            unsigned char c = (unsigned char)*p;

            key |= (uint64_t)(c >= 'A' && c <= 'Z' ? c | 0x20 : c) << (8 * i);
        }
    }
    name->key = key;
    name->length = (size_t)(p - start);
    return p;
}

static void read_tag(const char *name, const char *end, dana__markup *markup)
{
    const char *after_name = read_name(name, end, &markup->name);
    const char *after_tag = after_name < end && *after_name == '>' ? after_name + 1
                                                                   : tag_end(after_name, end);

    markup->name_text = name;
    markup->flags = dana__element_flags(markup->name, name);
    if (after_tag == NULL) {
        markup->kind = DANA__CUT_TAG;
        after_tag = end;
    }
    markup->end = after_tag;
}

static const char *found_or_end(const char *found, size_t length, const char *end)
{
    return found != NULL ? found + length : end;
}

/* A comment, p after "<!--": ends at "-->" or "--!>"; "<!-->" and "<!--->" are whole. */
static const char *comment_end(const char *p, const char *end)
{
    if (p < end && *p == '>') {
        return p + 1;
    }
    if (end - p >= 2 && p[0] == '-' && p[1] == '>') {
        return p + 2;
    }
    while (p < end) {
        p = memchr(p, '-', (size_t)(end - p));
        if (p == NULL) {
            return end;
        }
        if (end - p >= 3 && p[1] == '-' && p[2] == '>') {
            return p + 3;
        }
        if (end - p >= 4 && p[1] == '-' && p[2] == '!' && p[3] == '>') {
            return p + 4;
        }
        p++;
    }
    return end;
}

static void read_declaration(const char *p, const char *end, dana__markup *markup)
{
    markup->kind = DANA__COMMENT;
    if (end - p >= 4 && p[2] == '-' && p[3] == '-') {
        markup->end = comment_end(p + 4, end);
        return;
    }
    if (end - p >= 9 && strncasecmp(p + 2, "doctype", 7) == 0) {
        markup->kind = DANA__DOCTYPE;
    }
    markup->end = found_or_end(memchr(p, '>', (size_t)(end - p)), 1, end);
}

void dana__read_markup(const char *p, const char *end, dana__markup *markup)
{
    *markup = (dana__markup){.start = p};
    if (dana__is_letter(p[1])) {
        markup->kind = DANA__START_TAG;
        read_tag(p + 1, end, markup);
        return;
    }
    if (p[1] == '/' && dana__is_letter(p[2])) {
        markup->kind = DANA__END_TAG;
        read_tag(p + 2, end, markup);
        return;
    }
    if (p[1] == '!') {
        read_declaration(p, end, markup);
        return;
    }
    markup->kind = DANA__COMMENT;
    markup->end = found_or_end(memchr(p, '>', (size_t)(end - p)), 1, end);
}

/* Whether the text at p is `name` in any case and ends there as a tag's name does. */
static bool is_tag_named(const char *p, const char *end, const char *name, size_t length)
{
    return (size_t)(end - p) > length && strncasecmp(p, name, length) == 0 && ends_name(p[length]);
}

/*
 * Scripts: after "<!--" a "<script" hides the next "</script", until "-->" (HTML 13.2.5.18 to
 * 13.2.5.31, the escaped and the double escaped states).
 */
typedef struct {
    bool escaped;
    bool twice;
} script_state;

/* Updates the state at p, which holds '<' or '-'. Returns true at the script's own end tag. */
static bool script_step(script_state *state, const char *p, const char *end)
{
    if (*p == '-') {
        if (state->escaped && end - p >= 3 && p[1] == '-' && p[2] == '>') {
            *state = (script_state){false, false};
        }
        return false;
    }
    if (end - p >= 4 && memcmp(p, "<!--", 4) == 0) {
        state->escaped = true;
        return false;
    }
    if (end - p < 2) {
        return false;
    }
    if (p[1] == '/') {
        if (!is_tag_named(p + 2, end, "script", 6)) {
            return false;
        }
        if (!state->twice) {
            return true;
        }
        state->twice = false;
        return false;
    }
    if (state->escaped && is_tag_named(p + 1, end, "script", 6)) {
        state->twice = true;
    }
    return false;
}

/* Returns the first '<', or '-' where dashes count, in [p, end). */
static const char *script_mark(const char *p, const char *end, bool dashes)
{
    if (!dashes) {
        const char *next = memchr(p, '<', (size_t)(end - p));

        return next != NULL ? next : end;
    }
    while (p < end && *p != '<' && *p != '-') {
        p++;
    }
    return p;
}

static const char *script_end(const char *p, const char *end)
{
    script_state state = {false, false};

    for (p = script_mark(p, end, false); p < end; p = script_mark(p, end, state.escaped)) {
        if (script_step(&state, p, end)) {
            return p;
        }
        /* "<!-->" closes what it opens: its dashes serve both. */
        p += *p == '<' && state.escaped && end - p >= 4 && p[1] == '!' ? 2 : 1;
    }
    return end;
}

const char *dana__raw_text_end(const char *p, const char *end, const dana__markup *start_tag,
                               const char **after)
{
    const char *name = start_tag->name_text;
    size_t length = start_tag->name.length;

    if ((start_tag->flags & DANA__SCRIPT) != 0) {
        p = script_end(p, end);
    } else {
        while (p < end && !(p[0] == '<' && end - p > 2 && p[1] == '/' &&
                            is_tag_named(p + 2, end, name, length))) {
            const char *next = memchr(p + 1, '<', (size_t)(end - p - 1));

            p = next != NULL ? next : end;
        }
    }
    const char *found = p < end ? tag_end(p + 2 + length, end) : NULL;

    *after = found != NULL ? found : end;
    return p;
}

bool dana__next_text(const char **p, const char *end, bool with_raw, dana_view *text)
{
    const char *at = *p;
    dana__markup markup;

    while (at < end) {
        const char *found = dana__find_markup(at, end);

        if (found > at) {
            *text = (dana_view){at, (size_t)(found - at)};
            *p = found;
            return true;
        }
        dana__read_markup(at, end, &markup);
        at = markup.end;
        if (!with_raw && markup.kind == DANA__START_TAG && (markup.flags & DANA__RAW) != 0) {
            dana__raw_text_end(markup.end, end, &markup, &at);
        }
    }
    *p = end;
    return false;
}

bool dana__is_empty_element(const dana__markup *markup)
{
    return (markup->flags & DANA__FOREIGN) != 0 && markup->end[-2] == '/';
}

const char *dana__element_end(const char *p, const char *end, const dana__markup *start_tag,
                              bool nest)
{
    size_t depth = 1;
    dana__markup markup;

    for (p = dana__find_markup(p, end); p < end; p = dana__find_markup(p, end)) {
        dana__read_markup(p, end, &markup);
        p = markup.end;
        bool same = markup.flags == start_tag->flags && markup.name.key == start_tag->name.key &&
                    markup.name.length == start_tag->name.length;

        if (markup.kind == DANA__END_TAG && same) {
            depth--;
        } else if (markup.kind == DANA__START_TAG && same && nest &&
                   !dana__is_empty_element(&markup)) {
            depth++;
        } else if (markup.kind == DANA__START_TAG && (markup.flags & DANA__RAW) != 0) {
            dana__raw_text_end(p, end, &markup, &p);
        }
        if (depth == 0) {
            return p;
        }
    }
    return NULL;
}
