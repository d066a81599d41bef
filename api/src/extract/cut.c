/*
 * A batch's body is cut into what stands in front of its items, and its items, in pieces of any
 * size. `json/locate.h` does the same to a text that is there as a whole, and is the oracle of
 * this.
 */
#include "api/batch.h"
#include "http/batch_list.h"
#include "json/strings.h"

#include <string.h>

/* Where in a body the next byte stands. The head goes up to NEXT. */
enum {
    BEGIN,
    NAME,
    IN_NAME,
    COLON,
    VALUE,
    IN_VALUE,
    NEXT,
    FIRST,
    AFTER_ITEM,
    AFTER_COMMA,
    IN_ITEM,
    BEHIND,
    OVER,
    DROPPED
};

/* No name of a member begins with so many bytes of "items". */
#define NO_MATCH 255

static const char items_name[] = "items";

api_cutter api_batch_cutter(const api_context *context, const api_batch *batch)
{
    return (api_cutter){
        .lines = batch->lines_in, .items_max = context->batch_max_items, .closing = ""};
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Whether a character can neither begin a value nor be in the middle of one without quotes. */
static bool ends_word(char c)
{
    return memchr(",:]}[{\" \t\r\n", c, 12) != NULL;
}

/* --- values */

/* Begins a value. Returns how many bytes of it are behind, or -1: no value begins so. */
static int begin_value(api_cutter *c, char first)
{
    bool nested = first == '{' || first == '[';

    c->in_string = first == '"';
    c->escaped = false;
    c->in_word = !c->in_string && !nested;
    c->depth = nested ? 1 : 0;
    if (c->in_word) {
        return ends_word(first) ? -1 : 0;
    }
    return 1;
}

static const char *pass_string(api_cutter *c, const char *p, const char *end)
{
    bool high = false;

    if (c->escaped) {
        c->escaped = false;
        return p + 1;
    }
    p = api__find_special(p, end, &high);
    if (p == end) {
        return p;
    }
    c->in_string = *p != '"';
    c->escaped = *p == '\\';
    return p + 1;
}

static const char *pass_nested(api_cutter *c, const char *p, const char *end)
{
    while (p < end && c->depth > 0 && !c->in_string) {
        char at = *p++;

        if (at == '"') {
            c->in_string = true;
        } else if (at == '{' || at == '[') {
            c->depth++;
        } else if (at == '}' || at == ']') {
            c->depth--;
        }
    }
    return p;
}

/* Steps over a value that has begun. Returns where that ends; *over: the value has ended too. */
static const char *pass_value(api_cutter *c, const char *p, const char *end, bool *over)
{
    *over = false;
    while (p < end && !*over) {
        if (c->in_word) {
            *over = ends_word(*p);
            p += !*over;
            continue;
        }
        p = c->in_string ? pass_string(c, p, end) : pass_nested(c, p, end);
        *over = !c->in_string && c->depth == 0;
    }
    return p;
}

/* --- the head */

/* Steps over the name of a member, and compares it. An escaped name is not known. */
static const char *pass_name(api_cutter *c, const char *p, const char *end)
{
    while (p < end && *p != '"' && *p != '\\' && !c->escaped) {
        bool same = c->matched < sizeof items_name - 1 && *p == items_name[c->matched];
        c->matched = same ? (unsigned char)(c->matched + 1) : NO_MATCH;
        p++;
    }
    if (p == end) {
        return p;
    }
    if (c->escaped || *p == '\\') {
        c->escaped = !c->escaped; /* it is false behind each name and value */
        c->matched = NO_MATCH;
    } else {
        c->state = COLON;
    }
    return p + 1;
}

/* Ends the head with what is to be added to it before it is read. */
static int end_head(api_cutter *c, const char *closing, unsigned char state, int taken)
{
    c->closing = closing;
    c->state = state;
    return taken;
}

/* A value begins; that of `items` ends the head. */
static int take_value(api_cutter *c, char first)
{
    if (c->matched == sizeof items_name - 1) {
        return first == '[' ? end_head(c, "]}", FIRST, 1) : end_head(c, "0}", DROPPED, 0);
    }
    int taken = begin_value(c, first);

    c->state = IN_VALUE;
    return taken >= 0 ? taken : end_head(c, "", DROPPED, 1);
}

/* Takes a byte between names and values. Returns how many bytes that were. What is wrong ends the
 * head: whoever reads it finds out. */
static int take_mark(api_cutter *c, char mark)
{
    static const struct {
        unsigned char state;
        char mark;
        unsigned char next;
    } marks[] = {{BEGIN, '{', NAME},     {BEGIN, '\xEF', BEGIN}, {BEGIN, '\xBB', BEGIN},
                 {BEGIN, '\xBF', BEGIN}, {NAME, '"', IN_NAME},   {COLON, ':', VALUE},
                 {NEXT, ',', NAME}};

    if (c->state == VALUE) {
        return take_value(c, mark);
    }
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        if (marks[i].state == c->state && marks[i].mark == mark) {
            c->state = marks[i].next;
            c->matched = c->state == VALUE ? c->matched : 0;
            return 1;
        }
    }
    return end_head(c, c->state == BEGIN && mark == '[' ? "]" : "", DROPPED, 1);
}

static api_cut cut_head(api_cutter *c, const char *bytes, size_t length)
{
    const char *p = bytes;
    const char *end = bytes + length;
    bool over;

    while (p < end && c->state <= NEXT) {
        if (c->state == IN_VALUE) {
            p = pass_value(c, p, end, &over);
            c->state = over ? NEXT : IN_VALUE;
        } else if (c->state == IN_NAME) {
            p = pass_name(c, p, end);
        } else {
            p += is_space(*p) ? 1 : take_mark(c, *p);
        }
    }
    size_t taken = (size_t)(p - bytes);
    return (api_cut){0, taken, taken, c->state <= NEXT ? API_CUT_MORE : API_CUT_HEAD};
}

/* --- the items */

/* Steps over an item that begins at `from`, and was looked at up to `at`. */
static api_cut cut_item(api_cutter *c, const char *bytes, size_t from, size_t at, size_t length)
{
    bool over;
    size_t to = (size_t)(pass_value(c, bytes + at, bytes + length, &over) - bytes);

    if (over) {
        c->items++;
        c->state = AFTER_ITEM;
    }
    return (api_cut){from, to - from, to, over ? API_CUT_ITEM : API_CUT_MORE};
}

/* Nothing that follows is an item. */
static api_cut_event fail(api_cutter *c, api_cut_event event)
{
    c->state = DROPPED;
    return event;
}

static api_cut_event begin_item(api_cutter *c, char first)
{
    if (begin_value(c, first) < 0) {
        return fail(c, API_CUT_BROKEN);
    }
    if (c->items == c->items_max) {
        return fail(c, API_CUT_TOO_MANY);
    }
    c->state = IN_ITEM;
    return API_CUT_MORE;
}

/* Takes a byte between items, or behind them. One that begins an item is looked at alone. */
static api_cut_event take_separator(api_cutter *c, char mark)
{
    if (c->state == AFTER_COMMA || (c->state == FIRST && mark != ']')) {
        return begin_item(c, mark);
    }
    if (mark == ']' && (c->state == FIRST || c->state == AFTER_ITEM)) {
        c->state = BEHIND;
    } else if (mark == ',' && c->state == AFTER_ITEM) {
        c->state = AFTER_COMMA;
    } else if (mark == '}' && c->state == BEHIND) {
        c->state = OVER;
    } else {
        return fail(c, mark == ',' && c->state == BEHIND ? API_CUT_LATE : API_CUT_BROKEN);
    }
    return API_CUT_MORE;
}

static api_cut cut_items(api_cutter *c, const char *bytes, size_t length)
{
    if (c->state == IN_ITEM) {
        return cut_item(c, bytes, 0, 0, length);
    }
    for (size_t i = 0; i < length && c->state != DROPPED; i++) {
        api_cut_event event = is_space(bytes[i]) ? API_CUT_MORE : take_separator(c, bytes[i]);

        if (c->state == IN_ITEM) {
            return cut_item(c, bytes, i, i + (size_t)begin_value(c, bytes[i]), length);
        }
        if (event != API_CUT_MORE) {
            return (api_cut){0, 0, i + 1, event};
        }
    }
    return (api_cut){0, 0, length, API_CUT_MORE};
}

static api_cut cut_line(const char *bytes, size_t length)
{
    const char *feed = memchr(bytes, '\n', length);
    size_t kept = feed != NULL ? (size_t)(feed - bytes) : length;

    return feed != NULL ? (api_cut){0, kept, kept + 1, API_CUT_ITEM}
                        : (api_cut){0, kept, kept, API_CUT_MORE};
}

api_cut api_cutter_next(api_cutter *c, const char *bytes, size_t length)
{
    if (c->lines) {
        return cut_line(bytes, length);
    }
    return c->state <= NEXT ? cut_head(c, bytes, length) : cut_items(c, bytes, length);
}

api_cut_event api_cutter_end(const api_cutter *c)
{
    if (c->lines || c->state == IN_ITEM) {
        return API_CUT_ITEM;
    }
    if (c->state <= NEXT) {
        return API_CUT_HEAD;
    }
    return c->state >= OVER ? API_CUT_MORE : API_CUT_BROKEN;
}

void api_cutter_drop(api_cutter *c)
{
    c->state = DROPPED;
}

const char *api_cut_problem(api_cut_event event)
{
    static const char *const codes[] = {[API_CUT_TOO_MANY] = "too-many-items",
                                        [API_CUT_LATE] = "invalid-request",
                                        [API_CUT_BROKEN] = "invalid-json"};

    return codes[event];
}
