#include "data/read/functions.h"

#include "base/ascii.h"
#include "data/read/values.h"

/* Longest list of parameters, and what may stand before the value that a function returns. */
#define HEAD_MAX ((size_t)16 * 1024)

static size_t at_most(ptrdiff_t length, size_t most)
{
    return (size_t)length < most ? (size_t)length : most;
}

/* Where the value begins that a body returns; end where it returns none. */
static const char *find_value(const char *body, const char *end)
{
    if (body < end && *body == '{') {
        const char *result = memmem(body, at_most(end - body, HEAD_MAX), "return", 6);

        return result != NULL ? dana__skip_blank(result + 6, end) : end;
    }
    return body < end && *body == '(' ? dana__skip_blank(body + 1, end) : body;
}

/* The body of a function whose parameters end at `close`; end where there is none. */
static const char *find_body(const char *close, const char *end, bool is_named)
{
    const char *body = dana__skip_blank(close + 1, end);

    if (is_named) {
        return body;
    }
    return dana__begins(dana__between(body, end), "=>") ? dana__skip_blank(body + 2, end) : end;
}

bool dana__read_function(const char *p, const char *end, dana__function *out)
{
    const char *open = p;

    while (open < end && *open == '(') {
        open++;
    }
    bool is_named = dana__begins(dana__between(open, end), "function");

    open = is_named ? open + strlen("function") : open - (open > p);
    if (open >= end || *open != '(') {
        return false;
    }
    const char *close = memchr(open, ')', at_most(end - open, HEAD_MAX));

    if (close == NULL) {
        return false;
    }
    out->parameters = dana__between(open + 1, close);
    out->value = find_value(find_body(close, end, is_named), end);
    return out->value < end && (*out->value == '{' || *out->value == '[');
}
