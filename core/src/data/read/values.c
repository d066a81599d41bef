#include "data/read/values.h"

#include "base/ascii.h"

#include <string.h>

void dana__values_start(dana__values *values, dana_view text)
{
    *values = (dana__values){.p = text.data, .end = text.data + text.length};
}

void dana__values_start_list(dana__values *values, dana_view text)
{
    dana__values_start(values, text);
    values->is_list = true;
}

bool dana__is_quote(char c)
{
    return c == '"' || c == '\'' || c == '`';
}

/* Returns the end of the comment at p, p itself where there is none. */
static const char *skip_comment(const char *p, const char *end)
{
    const char *last = NULL;

    if (end - p < 2 || (p[1] != '/' && p[1] != '*')) {
        return p;
    }
    if (p[1] == '/') {
        last = memchr(p, '\n', (size_t)(end - p));
        return last != NULL ? last : end;
    }
    last = memmem(p + 2, (size_t)(end - p) - 2, "*/", 2);
    return last != NULL ? last + 2 : end;
}

/* Passes what dana__skip_blank does where there is something to pass. */
static inline const char *skip_blank(const char *p, const char *end)
{
    bool may_be_blank = p < end && ((unsigned char)*p <= ' ' || *p == '/');

    return may_be_blank ? dana__skip_blank(p, end) : p;
}

const char *dana__skip_blank(const char *p, const char *end)
{
    while (p < end) {
        const char *before = p;

        if ((unsigned char)*p <= ' ') {
            p++;
        } else if (*p == '/') {
            p = skip_comment(p, end);
        }
        if (p == before) {
            break;
        }
    }
    return p;
}

/* Reads the string at p, which holds its mark: its raw characters are *out. Returns the position
 * after its last mark, end where there is none. */
static const char *read_quoted(const char *p, const char *end, dana_view *out)
{
    const char mark = *p++;
    const char *start = p;

    const char *close = memchr(p, mark, (size_t)(end - p));

    /* No byte is searched twice: a mark that is not escaped stays the one to reach. */
    while (close != NULL) {
        const char *slash = memchr(p, '\\', (size_t)(close - p));

        if (slash == NULL) {
            break;
        }
        p = slash + 2;
        if (p > close) {
            close = p < end ? memchr(p, mark, (size_t)(end - p)) : NULL;
        }
    }
    p = close != NULL ? close : end;
    *out = (dana_view){start, (size_t)(p - start)};
    return p < end ? p + 1 : end;
}

/* A word: a number, a name, an operator. */
static const char *read_word(const char *p, const char *end, dana_view *out)
{
    static const bool ends_word[256] = {
        [','] = true, [':'] = true, ['{'] = true, ['}'] = true, ['['] = true,
        [']'] = true, ['('] = true, [')'] = true, ['"'] = true, ['\''] = true,
        ['`'] = true, [';'] = true, ['/'] = true,
    };
    const char *start = p++;

    while (p < end && (unsigned char)*p > ' ' && !ends_word[(unsigned char)*p]) {
        p++;
    }
    *out = (dana_view){start, (size_t)(p - start)};
    return p;
}

/* Whether a colon follows, so that what was read is a name. Passes it. */
static bool passes_colon(dana__values *v)
{
    const char *p = skip_blank(v->p, v->end);

    if (p >= v->end || *p != ':' || v->open == 0 || v->pending.data != NULL) {
        return false;
    }
    v->p = p + 1;
    return true;
}

/* Gives an event with the name that waits for its value. */
static void give(dana__values *v, dana__json_event *event, dana__json_kind kind, dana_view text)
{
    *event = (dana__json_event){kind, v->pending, text};
    v->pending = (dana_view){NULL, 0};
}

/* Reads a bracket. Returns true where it is an event. */
static bool read_bracket(dana__values *v, dana__json_event *event)
{
    const dana_view nothing = {NULL, 0};
    char c = *v->p++;

    if (c == '{' || c == '[') {
        v->open++;
        give(v, event, c == '{' ? DANA__JSON_OPEN_OBJECT : DANA__JSON_OPEN_ARRAY, nothing);
        return true;
    }
    v->pending = nothing;
    v->open -= v->open > 0;
    give(v, event, DANA__JSON_CLOSE, nothing);
    return true;
}

/* Whether a byte that is no part of a value ends the whole. */
static bool ends(dana__values *v, char c)
{
    if (c == '(') {
        v->parens++;
    } else if (c == ')' && v->parens > 0) {
        v->parens--;
    } else if (c == ')') {
        return v->open == 0;
    } else if (c == ',' || c == ';') {
        v->pending = (dana_view){NULL, 0};
    }
    return false;
}

/* Reads a string or a word. Returns true where it is an event, false for a name. */
static bool read_scalar(dana__values *v, dana__json_event *event)
{
    dana_view text;
    bool quoted = dana__is_quote(*v->p);

    v->p = quoted ? read_quoted(v->p, v->end, &text) : read_word(v->p, v->end, &text);
    if (passes_colon(v)) {
        v->pending = text;
        return false;
    }
    give(v, event, quoted ? DANA__JSON_STRING : DANA__JSON_OTHER, text);
    return true;
}

static bool is_bracket(char c)
{
    return c == '{' || c == '}' || c == '[' || c == ']';
}

static bool is_separator(char c)
{
    return c == '(' || c == ')' || c == ',' || c == ';' || c == ':';
}

void dana__values_next(dana__values *v, dana__json_event *event)
{
    *event = (dana__json_event){.kind = DANA__JSON_END};
    while (!v->ended) {
        v->p = skip_blank(v->p, v->end);
        if (v->p >= v->end || (is_bracket(*v->p) && v->open == 0 && strchr("}]", *v->p) != NULL)) {
            break;
        }
        bool given = false;

        if (is_bracket(*v->p)) {
            given = read_bracket(v, event);
        } else if (is_separator(*v->p)) {
            if (ends(v, *v->p++)) {
                break;
            }
        } else {
            given = read_scalar(v, event);
        }
        if (given) {
            v->ended = !v->is_list && v->open == 0;
            return;
        }
    }
    v->ended = true;
}
