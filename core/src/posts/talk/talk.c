#include "posts/talk/talk.h"

#include "base/ascii.h"
#include "html/tokenizer.h"
#include "listing/class_words.h"
#include "page/page.h"
#include "text/plain_text.h"

#include <string.h>

static const char start_mark[] = "data-mw-comment-start";
static const char end_mark[] = "data-mw-comment-end";
static const char time_mark[] = "ext-discussiontools-init-timestamplink";

/* Bytes of a tag at most. */
#define TAG_MOST 1024

/* Digits of a time in an id ("20210304080000"), with two places each but for the year. */
#define TIME_DIGITS 14

/* Bytes of an id at most, and comments before one among which the one is that it answers. */
#define ID_MOST      300
#define PARENT_REACH 128

/* Links of a signature at most, and bytes between two of them that are no tags. */
#define LINKS_MOST 6
#define GAP_MOST   8

/* The tag around a place, from its '<' to behind its '>'; data NULL: there is none. */
static dana_view tag_around(dana_view source, const char *at)
{
    size_t before = (size_t)(at - source.data);
    size_t behind = source.length - before;
    size_t reach = before < TAG_MOST ? before : TAG_MOST;
    const char *open = memrchr(at - reach, '<', reach);
    const char *close = memchr(at, '>', behind < TAG_MOST ? behind : TAG_MOST);

    return open == NULL || close == NULL ? (dana_view){NULL, 0}
                                         : (dana_view){open, (size_t)(close + 1 - open)};
}

static int read_digits(const char *digits, int count)
{
    int value = 0;

    for (int i = 0; i < count; i++) {
        value = 10 * value + (digits[i] - '0');
    }
    return value;
}

/* Whether a time stands at a place of an id; its digits are in `when`. */
static bool is_time(dana_view id, size_t at)
{
    for (size_t i = 0; i < TIME_DIGITS; i++) {
        if (at + i >= id.length || !dana__is_digit(id.data[at + i])) {
            return false;
        }
    }
    return at + TIME_DIGITS == id.length || id.data[at + TIME_DIGITS] == '-';
}

/* Reads an id: "c-Gil_Moss-20210304080000-Lamp". Returns whether it is that of a comment. */
static bool read_id(dana_view id, dana__talk_comment *out)
{
    size_t at = 2;

    if (id.length <= TIME_DIGITS || memcmp(id.data, "c-", 2) != 0) {
        return false;
    }
    while (at < id.length && !(id.data[at - 1] == '-' && at > 3 && is_time(id, at))) {
        at++;
    }
    if (at >= id.length) {
        return false;
    }
    size_t end = at + TIME_DIGITS;
    const char *digits = id.data + at;

    out->name = (dana_view){id.data + 2, at - 3};
    out->own = (dana_view){id.data + 2, end - 2};
    out->above = end + 1 < id.length ? (dana_view){id.data + end + 1, id.length - end - 1}
                                     : (dana_view){NULL, 0};
    out->when = (dana__date){.year = read_digits(digits, 4),
                             .month = read_digits(digits + 4, 2),
                             .day = read_digits(digits + 6, 2),
                             .hour = read_digits(digits + 8, 2),
                             .minute = read_digits(digits + 10, 2),
                             .has_time = true,
                             .has_zone = true};
    return out->when.month >= 1 && out->when.month <= 12 && out->when.day >= 1 &&
           out->when.day <= dana__month_length(out->when.year, out->when.month);
}

/* Whether a character that ends at a place ends a sentence, or is a dash before a signature. */
static bool parts(const char *start, const char *last)
{
    bool is_dash = last - start >= 2 && (last[0] == '\x93' || last[0] == '\x94') &&
                   last[-1] == '\x80' && last[-2] == '\xE2';

    return is_dash || *last == '.' || *last == '!' || *last == '?' || *last == '-';
}

/* The last link before a place, with hardly a text between; NULL: there is none. */
static const char *link_before(const char *start, const char *at)
{
    const char *p = at;
    size_t gap = 0;
    bool is_closed = false;

    while (p > start && gap <= GAP_MOST) {
        const char *before = p - 1;

        if (*before == '>') {
            const char *open = memrchr(start, '<', (size_t)(before - start));

            if (open == NULL || (size_t)(before - open) > TAG_MOST) {
                return NULL;
            }
            if (before - open >= 3 && memcmp(open, "<a ", 3) == 0) {
                return is_closed ? open : NULL;
            }
            is_closed |= before - open == 3 && memcmp(open, "</a", 3) == 0;
            before = open;
        } else if (!is_closed) {
            gap += parts(start, before) ? GAP_MOST + 1 : !dana__is_space(*before);
        }
        p = before;
    }
    return NULL;
}

/* Where the text of a comment ends: before the links to its author that the time follows. */
static const char *text_end(const char *start, const char *end)
{
    const char *mark = NULL;
    dana_view part = {start, (size_t)(end - start)};

    for (const char *p = start; p != NULL; p = p != NULL ? p + 1 : NULL) {
        p = memmem(p, (size_t)(end - p), time_mark, sizeof(time_mark) - 1);
        mark = p != NULL ? p : mark;
    }
    dana_view tag = mark != NULL ? tag_around(part, mark) : (dana_view){NULL, 0};
    const char *at = tag.data != NULL ? tag.data : end;

    for (int i = 0; i < LINKS_MOST && tag.data != NULL; i++) {
        const char *link = link_before(start, at);

        if (link == NULL || memchr(link, ':', (size_t)(at - link)) == NULL) {
            break;
        }
        at = link;
    }
    return at;
}

/* The comment that another one answers, one of those before; -1: none. */
static int32_t parent_of(const dana__talk_comment *comments, size_t index)
{
    dana_view above = comments[index].above;

    for (size_t k = 1; k <= index && k <= PARENT_REACH && above.length > 0; k++) {
        dana_view own = comments[index - k].own;

        if (own.length == above.length && memcmp(own.data, above.data, own.length) == 0) {
            return (int32_t)(index - k);
        }
    }
    return -1;
}

/* Makes the name of an id plain, in which "_" stands for a space. */
static dana_status plain_name(dana_page *page, dana__talk_comment *comment, dana_error *err)
{
    char *name = dana_arena_alloc(page->arena, comment->name.length + 1, err);

    if (name == NULL) {
        return err->status;
    }
    for (size_t i = 0; i < comment->name.length; i++) {
        name[i] = comment->name.data[i] == '_' ? ' ' : comment->name.data[i];
    }
    return dana__plain_text(page->arena, (dana_view){name, comment->name.length}, &comment->name,
                            err);
}

/* Reads the comment whose start tag is given, up to its end mark. Returns where to go on, NULL
 * where no end mark follows; *found: it is one. */
static const char *read_comment(dana_view source, dana_view tag, dana__talk_comment *out,
                                bool *found)
{
    const char *start = tag.data + tag.length;
    dana_view id;

    *found = dana_tag_attribute(tag, "id", &id) && id.length <= ID_MOST && read_id(id, out);
    if (!*found) {
        return start;
    }
    const char *mark = memmem(start, source.length - (size_t)(start - source.data), end_mark,
                              sizeof(end_mark) - 1);
    dana_view close = mark != NULL ? tag_around(source, mark) : (dana_view){NULL, 0};

    *found = close.data != NULL && close.data >= start;
    if (*found) {
        out->head = (dana_span){0, 0};
        out->whole = (dana_span){(uint32_t)(start - source.data),
                                 (uint32_t)(close.data - source.data)};
        out->text = (dana_span){out->whole.start,
                                (uint32_t)(text_end(start, close.data) - source.data)};
    }
    return mark;
}

dana_status dana__find_talk(dana_page *page, dana__talk_comment **out, size_t *count,
                            dana_error *err)
{
    dana_view source = {page->source.data, page->source.length};
    const char *end = source.data + source.length;
    const char *p = dana__may_have_class(page, DANA__CLASS_WIKI)
                        ? memmem(source.data, source.length, start_mark, sizeof(start_mark) - 1)
                        : NULL;
    dana_status status = DANA_OK;

    *out = NULL;
    *count = 0;
    if (p == NULL) {
        return DANA_OK;
    }
    *out = dana_arena_alloc(page->arena, DANA__TALK_MOST * sizeof(**out), err);
    if (*out == NULL) {
        return err->status;
    }
    while (p != NULL && *count < DANA__TALK_MOST && status == DANA_OK) {
        dana__talk_comment *comment = &(*out)[*count];
        dana_view tag = tag_around(source, p);
        bool found = false;

        p = tag.data != NULL ? read_comment(source, tag, comment, &found)
                             : p + sizeof(start_mark) - 1;
        if (found) {
            comment->parent = parent_of(*out, *count);
            status = plain_name(page, comment, err);
            ++*count;
        }
        p = p != NULL ? memmem(p, (size_t)(end - p), start_mark, sizeof(start_mark) - 1) : NULL;
    }
    return status;
}
