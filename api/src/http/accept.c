#include "http/accept.h"

#include <string.h>
#include <strings.h>

const char *const api__json_types[] = {"application/json", NULL};
const char *const api__drawn_types[] = {"application/json", "image/svg+xml", NULL};

/* A q value in thousandths. */
#define Q_ONE 1000

/* A media range: how much it names (1: everything, 2: a type's subtypes, 3: one type). */
typedef struct {
    const char *type;
    size_t length;
    int q;
} range;

/* What the best range says of a type. */
typedef struct {
    int specificity; /* 0: no range names it */
    int q;
    size_t position; /* of the range in the header */
} verdict;

/* "0.5" to 500; whatever is no q value is 1. */
static int read_q(const char *text, size_t length)
{
    int q = Q_ONE;
    int digit = Q_ONE / 10;

    if (length == 0 || (text[0] != '0' && text[0] != '1') || (length > 1 && text[1] != '.')) {
        return Q_ONE;
    }
    q = text[0] == '1' ? Q_ONE : 0;
    for (size_t i = 2; i < length && text[i] >= '0' && text[i] <= '9'; i++) {
        q += digit * (text[i] - '0');
        digit /= 10;
    }
    return q < Q_ONE ? q : Q_ONE;
}

/* The end of a piece of a header: the next separator outside quotes. */
static const char *piece_end(const char *p, const char *separators)
{
    bool quoted = false;

    for (; *p != '\0' && (quoted || strchr(separators, *p) == NULL); p++) {
        if (quoted && *p == '\\' && p[1] != '\0') {
            p++;
        } else if (*p == '"') {
            quoted = !quoted;
        }
    }
    return p;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static void trim(const char **start, const char **end)
{
    while (*start < *end && is_blank(**start)) {
        ++*start;
    }
    while (*end > *start && is_blank((*end)[-1])) {
        --*end;
    }
}

/* Reads the range at p; returns the position after it. An empty one has length 0. */
static const char *read_range(const char *p, range *out)
{
    const char *end = piece_end(p, ",");
    const char *start = p;
    const char *stop = piece_end(p, ",;");

    *out = (range){.q = Q_ONE};
    for (const char *next = stop; next < end;) {
        const char *name = next + 1;

        next = piece_end(name, ",;");
        const char *last = next;

        trim(&name, &last);
        if (last - name >= 2 && (name[0] == 'q' || name[0] == 'Q') && name[1] == '=') {
            out->q = read_q(name + 2, (size_t)(last - name - 2));
        }
    }
    trim(&start, &stop);
    out->type = start;
    out->length = (size_t)(stop - start);
    return end;
}

static int specificity_of(const range *r, const char *type)
{
    size_t slash = strcspn(type, "/");

    if (r->length == 3 && memcmp(r->type, "*/*", 3) == 0) {
        return 1;
    }
    if (r->length == slash + 2 && strncasecmp(r->type, type, slash + 1) == 0 &&
        r->type[slash + 1] == '*') {
        return 2;
    }
    return r->length == strlen(type) && strncasecmp(r->type, type, r->length) == 0 ? 3 : 0;
}

static verdict judge(const char *accept, const char *type)
{
    verdict best = {0, 0, 0};
    size_t position = 0;

    for (const char *p = accept; *p != '\0'; position++) {
        range r;

        p = read_range(p, &r);
        p += *p == ',';
        int specificity = specificity_of(&r, type);

        if (specificity > best.specificity) {
            best = (verdict){specificity, r.q, position};
        }
    }
    return best;
}

static bool is_better(const verdict *a, const verdict *b)
{
    if (a->q != b->q) {
        return a->q > b->q;
    }
    if (a->specificity != b->specificity) {
        return a->specificity > b->specificity;
    }
    return a->position < b->position;
}

size_t api__accept_choose(const char *accept, const char *const *types)
{
    size_t chosen = API__NO_TYPE;
    verdict best = {0, 0, 0};

    if (accept == NULL || accept[strspn(accept, " \t")] == '\0') {
        return 0;
    }
    for (size_t i = 0; types[i] != NULL; i++) {
        verdict v = judge(accept, types[i]);

        if (v.q > 0 && is_better(&v, &best)) {
            best = v;
            chosen = i;
        }
    }
    return chosen;
}
