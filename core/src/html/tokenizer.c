#include "html/tokenizer.h"

#include "base/ascii.h"
#include "base/bytes16.h"
#include "html/next_attribute.h"
#include "html/read_tag.h"

#include <string.h>
#include <strings.h>

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

const char *dana__next_attribute(const char *p, const char *end, dana__attribute *attribute,
                                 const char **tag_end)
{
    return dana__read_next(p, end, attribute, tag_end);
}

const char *dana__read_any_name(const char *p, const char *end, dana__name *name)
{
    const char *start = p;

    name->key = 0;
    for (; p < end && !dana__ends_name(*p); p++) {
        size_t i = (size_t)(p - start);

        if (i < sizeof(name->key)) {
            name->key |= (uint64_t)(unsigned char)dana__to_lower(*p) << (8 * i);
        }
    }
    name->length = (size_t)(p - start);
    return p;
}

void dana__read_tag_name(const char *end, dana__markup *tag)
{
    dana__read_name(tag->name_text, end, &tag->name);
    tag->flags = dana__element_and_row(tag->name, tag->name_text, &tag->row);
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
    /* All members of a tag are set by what reads it. */
    if (dana__is_letter(p[1])) {
        dana__read_tag_at(p, p + 1, end, dana__tag_end, markup);
        return;
    }
    if (p[1] == '/' && dana__is_letter(p[2])) {
        dana__read_tag_at(p, p + 2, end, dana__tag_end, markup);
        return;
    }
    *markup = (dana__markup){.start = p};
    if (p[1] == '!') {
        read_declaration(p, end, markup);
        return;
    }
    markup->kind = DANA__COMMENT;
    markup->end = found_or_end(memchr(p, '>', (size_t)(end - p)), 1, end);
}
