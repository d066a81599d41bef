#include "html/content.h"

#include <string.h>
#include <strings.h>

static bool ends_name(char c)
{
    return dana__is_space(c) || c == '/' || c == '>';
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
    *after = end;
    if (p < end) {
        dana__markup end_tag;

        dana__read_markup(p, end, &end_tag);
        *after = end_tag.end;
    }
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

const char *dana__over_comments(const char *p, const char *end)
{
    dana__markup markup;

    while (end - p > 4 && memcmp(p, "<!--", 4) == 0) {
        dana__read_markup(p, end, &markup);
        p = dana__find_markup(markup.end, end);
    }
    return p;
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
