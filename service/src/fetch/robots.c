#include "fetch/robots.h"

#include "base/buffer.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* What a path and a rule can grow by when they are normalised: a byte becomes %XX. */
#define GROWTH 3
/* Bytes of a path that all rules together may read: some are written to take long. */
#define WORK_MAX ((size_t)16 * 1024 * 1024)

/* A rule; its pattern stands normalised in the rules' text. */
typedef struct {
    size_t start;
    size_t length;
    bool allows;
} rule;

/* The rules of the groups for somebody. */
typedef struct {
    rule *items;
    size_t count;
    bool is_named; /* there is such a group, perhaps without rules */
} rule_list;

struct svc_robots {
    char *text; /* patterns, normalised */
    size_t used;
    rule_list own; /* of groups that name the robot */
    rule_list any; /* of groups for * */
};

/* A line's parts, and where the text goes on. */
typedef struct {
    const char *key;
    size_t key_length;
    const char *value;
    size_t value_length;
} line;

/* Whom the rules that follow are for. */
typedef struct {
    bool for_own;
    bool for_any;
    bool has_rules; /* the next user-agent begins another group */
} group;

static bool is_token_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '-';
}

/* RFC 9309, 2.2.1: the product token is what an identification begins with. */
static size_t token_length(const char *text, size_t length)
{
    size_t i = 0;

    while (i < length && is_token_char(text[i])) {
        i++;
    }
    return i;
}

static void trim(const char **text, size_t *length)
{
    while (*length > 0 && svc_is_blank(**text)) {
        ++*text;
        --*length;
    }
    while (*length > 0 && svc_is_blank((*text)[*length - 1])) {
        --*length;
    }
}

/* RFC 9309, 2.2: key, colon, value, and perhaps a comment. Without a colon there is no key. */
static line split(const char *text, size_t length)
{
    const char *comment = memchr(text, '#', length);
    size_t end = comment != NULL ? (size_t)(comment - text) : length;
    const char *colon = memchr(text, ':', end);
    line l = {.key = text};

    if (colon == NULL) {
        return l;
    }
    l.key_length = (size_t)(colon - text);
    l.value = colon + 1;
    l.value_length = end - l.key_length - 1;
    trim(&l.key, &l.key_length);
    trim(&l.value, &l.value_length);
    return l;
}

static bool key_is(const line *l, const char *key)
{
    return strlen(key) == l->key_length && strncasecmp(l->key, key, l->key_length) == 0;
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    c = (char)(c | 0x20);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* RFC 3986, 2.3 */
static bool is_unreserved(int c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' ||
           c == '.' || c == '_' || c == '~';
}

static size_t put_encoded(char *out, unsigned char c)
{
    static const char digits[] = "0123456789ABCDEF";

    out[0] = '%';
    out[1] = digits[c >> 4];
    out[2] = digits[c & 15];
    return 3;
}

/*
 * RFC 9309, 2.2.2: bytes outside ASCII are compared percent-encoded, and encoded unreserved
 * characters decoded. encoded: further characters to encode, so that those of a path are not taken
 * for the special ones of a pattern (2.2.3). Returns the length; out has room for GROWTH times the
 * text.
 */
static size_t normalise(const char *text, size_t length, const char *encoded, char *out)
{
    size_t used = 0;

    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];
        int high = c == '%' && length - i > 2 ? hex_digit(text[i + 1]) : -1;
        int low = high >= 0 ? hex_digit(text[i + 2]) : -1;
        if (low >= 0) {
            c = (unsigned char)(high << 4 | low);
            i += 2;
        }
        bool plain = low >= 0 ? is_unreserved(c)
                              : c > ' ' && c < 0x7F && strchr(encoded, c) == NULL;
        if (plain) {
            out[used++] = (char)c;
        } else {
            used += put_encoded(out + used, c);
        }
    }
    return used;
}

static bool append(rule_list *list, rule r)
{
    rule *items = svc_array_grow(list->items, list->count, sizeof *items);

    if (items == NULL) {
        return false;
    }
    list->items = items;
    list->items[list->count++] = r;
    return true;
}

/* Adds a rule to the lists that its group is for. An empty pattern matches nothing. */
static bool add_rule(svc_robots *robots, const group *g, const line *l, bool allows)
{
    rule r = {.start = robots->used, .allows = allows};

    if ((!g->for_own && !g->for_any) || l->value_length == 0) {
        return true;
    }
    r.length = normalise(l->value, l->value_length, "", robots->text + robots->used);
    robots->used += r.length;
    return (!g->for_own || append(&robots->own, r)) && (!g->for_any || append(&robots->any, r));
}

/* RFC 9309, 2.2.1: user-agent lines in a row are for one group. */
static void name_group(svc_robots *robots, group *g, const line *l, const char *token,
                       size_t length)
{
    size_t named = token_length(l->value, l->value_length);

    if (g->has_rules) {
        *g = (group){.for_own = false};
    }
    if (named > 0 && named == length && strncasecmp(l->value, token, length) == 0) {
        g->for_own = true;
        robots->own.is_named = true;
    }
    if (l->value_length > 0 && l->value[0] == '*' &&
        (l->value_length == 1 || svc_is_blank(l->value[1]))) {
        g->for_any = true;
    }
}

static bool read_line(svc_robots *robots, group *g, const line *l, const char *token, size_t length)
{
    bool allows = key_is(l, "allow");

    if (key_is(l, "user-agent")) {
        name_group(robots, g, l, token, length);
        return true;
    }
    if (!allows && !key_is(l, "disallow")) {
        return true; /* RFC 9309, 2.2.4: others do not end a group */
    }
    g->has_rules = true;
    return add_rule(robots, g, l, allows);
}

static bool read_lines(svc_robots *robots, const char *text, size_t length, const char *token)
{
    size_t named = token_length(token, strlen(token));
    group g = {.for_own = false};
    bool fine = true;

    if (length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) {
        text += 3;
        length -= 3;
    }
    while (length > 0 && fine) {
        size_t end = 0;
        while (end < length && text[end] != '\n' && text[end] != '\r') {
            end++;
        }
        line l = split(text, end);
        fine = read_line(robots, &g, &l, token, named);
        end += end < length;
        text += end;
        length -= end;
    }
    return fine;
}

svc_robots *svc_robots_read(const char *text, size_t length, const char *user_agent)
{
    svc_robots *robots = calloc(1, sizeof *robots);

    if (robots == NULL) {
        return NULL;
    }
    robots->text = malloc(length * GROWTH + 1);
    if (robots->text == NULL || !read_lines(robots, text, length, user_agent)) {
        svc_robots_free(robots);
        return NULL;
    }
    return robots;
}

void svc_robots_free(svc_robots *robots)
{
    if (robots == NULL) {
        return;
    }
    free(robots->own.items);
    free(robots->any.items);
    free(robots->text);
    free(robots);
}

/* A path that is compared with rules, and how much of it they may still read. */
typedef struct {
    const char *text;
    size_t length;
    size_t work_left;
} subject;

/*
 * Finds a piece of a pattern from a position of the path on; at_end: it must be the path's end.
 * Returns the position after it, NULL where it is not there.
 */
static const char *find_piece(subject *s, const char *from, const char *piece, size_t length,
                              bool at_end)
{
    size_t left = s->length - (size_t)(from - s->text);

    if (at_end) {
        const char *end = s->text + s->length;
        return left >= length && memcmp(end - length, piece, length) == 0 ? end : NULL;
    }
    s->work_left -= left < s->work_left ? left : s->work_left;
    const char *found = length > 0 ? memmem(from, left, piece, length) : from;
    return found != NULL ? found + length : NULL;
}

/*
 * RFC 9309, 2.2.2 and 2.2.3: a pattern is a prefix of the path; * is any characters, $ after it
 * its end. Each piece between stars is taken where it comes first, which leaves most to the others.
 */
static bool matches(subject *s, const char *pattern, size_t length)
{
    bool anchored = length > 0 && pattern[length - 1] == '$';
    const char *end = pattern + length - anchored;
    const char *star = memchr(pattern, '*', (size_t)(end - pattern));
    size_t head = (size_t)((star != NULL ? star : end) - pattern);

    if (head > s->length || memcmp(s->text, pattern, head) != 0) {
        return false;
    }
    const char *at = s->text + head;
    if (star == NULL) {
        return !anchored || at == s->text + s->length;
    }
    while (star != NULL && at != NULL && s->work_left > 0) {
        const char *piece = star + 1;
        star = memchr(piece, '*', (size_t)(end - piece));
        size_t size = (size_t)((star != NULL ? star : end) - piece);
        at = find_piece(s, at, piece, size, star == NULL && anchored);
    }
    return at != NULL;
}

/* The longest rule that matches decides (2.2.2); of two as long the one that allows. */
static bool judge(const svc_robots *robots, subject *s)
{
    const rule_list *list = robots->own.is_named ? &robots->own : &robots->any;
    size_t longest = 0;
    bool allowed = true;

    for (size_t i = 0; i < list->count && s->work_left > 0; i++) {
        const rule *r = &list->items[i];
        bool counts = r->length > longest || (r->length == longest && r->allows && !allowed);
        if (counts && matches(s, robots->text + r->start, r->length)) {
            longest = r->length;
            allowed = r->allows;
        }
    }
    return allowed && s->work_left > 0;
}

bool svc_robots_allow(const svc_robots *robots, const char *path)
{
    size_t length = strlen(path);
    char *text = malloc(length * GROWTH + 1);

    if (text == NULL) {
        return false;
    }
    subject s = {
        .text = text, .length = normalise(path, length, "*$", text), .work_left = WORK_MAX};
    bool allowed = strcmp(path, "/robots.txt") == 0 || judge(robots, &s);
    free(text);
    return allowed;
}
