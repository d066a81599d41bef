#include "posts/talk/mails.h"

#include "base/ascii.h"
#include "dates/date.h"
#include "extractors/threads/mail.h"
#include "listing/class_words.h"
#include "page/page.h"
#include "text/plain_text.h"

#include <string.h>

/* How debbugs begins the text of a mail and the box of its head. */
static const char bug_text[] = "<pre class=\"message\"";
static const char bug_head[] = "<div class=\"headers\"";

/* Bytes before a mail's text in which its head begins, and of a line of it. */
#define HEAD_MOST 4096
#define LINE_MOST 512

/* The first place of a mark between two, NULL: there is none. */
static const char *find(const char *p, const char *end, const char *mark)
{
    return p < end ? memmem(p, (size_t)(end - p), mark, strlen(mark)) : NULL;
}

/* The last one. */
static const char *find_last(const char *p, const char *end, const char *mark)
{
    const char *last = NULL;

    for (p = find(p, end, mark); p != NULL; p = find(p + 1, end, mark)) {
        last = p;
    }
    return last;
}

/* The line behind a label, up to its end, another place or an address in "<>". */
static dana_view line_behind(const char *p, const char *end, const char *label, const char *until)
{
    const char *at = find(p, end, label);

    if (at == NULL) {
        return (dana_view){NULL, 0};
    }
    at += strlen(label);
    end = end - at < LINE_MOST ? end : at + LINE_MOST;
    const char *close = find(at, end, until);
    const char *address = find(at, close != NULL ? close : end, "&lt;");

    close = address != NULL ? address : close;
    return close == NULL ? (dana_view){NULL, 0} : (dana_view){at, (size_t)(close - at)};
}

/* Reads who wrote a mail, and when. Returns whether a day is told. */
static bool read_head(dana_page *page, dana_view name, dana_view date, dana__talk_comment *out,
                      dana_status *status, dana_error *err)
{
    dana__date_reading reading = {.month_first = false};
    dana_view plain = {NULL, 0};
    dana_span span;

    if (name.data == NULL || date.data == NULL) {
        return false;
    }
    *status = dana__plain_text(page->arena, name, &out->name, err);
    if (*status == DANA_OK) {
        *status = dana__plain_text(page->arena, date, &plain, err);
    }
    return *status == DANA_OK && plain.length > 0 &&
           dana__find_date(plain, reading, &out->when, &span);
}

/* Reads the mail of debbugs whose text begins at `text`, behind `before`. Returns its end. */
static const char *read_bug(dana_page *page, const char *before, const char *text,
                            dana__talk_comment *out, bool *found, dana_status *status,
                            dana_error *err)
{
    const char *base = page->source.data;
    const char *end = base + page->source.length;
    const char *from = text - before < HEAD_MOST ? before : text - HEAD_MOST;
    const char *head = find_last(from, text, bug_head);
    const char *close = find(text, end, "</pre>");

    *found = close != NULL && head != NULL &&
             read_head(page, line_behind(head, text, "From:</span>", "</div>"),
                       line_behind(head, text, "Date:</span>", "</div>"), out, status, err);
    if (*found) {
        out->whole = (dana_span){(uint32_t)(head - base), (uint32_t)(close - base)};
        out->text = (dana_span){(uint32_t)(text - base), (uint32_t)(close - base)};
    }
    return close;
}

/* Reads the mail of public-inbox whose head has a line "From: " at `text`, likewise. */
static const char *read_inbox(dana_page *page, const char *before, const char *text,
                              dana__talk_comment *out, bool *found, dana_status *status,
                              dana_error *err)
{
    const char *base = page->source.data;
    const char *end = base + page->source.length;
    const char *from = text - before < HEAD_MOST ? before : text - HEAD_MOST;
    const char *head = find_last(from, text, "<pre");
    const char *close = find(text, end, "</pre>");
    const char *inner = close != NULL ? find(text, close, "\n\n") : NULL;
    const char *line_end = end - text < LINE_MOST ? end : text + LINE_MOST;
    dana_view name = line_behind(text, line_end, "From: ", " @ ");
    dana_view date = line_behind(text, line_end, " @ ", " UTC");

    *found = head != NULL && inner != NULL && date.data > name.data && date.data < inner &&
             read_head(page, name, date, out, status, err);
    if (*found) {
        const char *foot = find_last(inner, close, "\n\n<a\nhref=#m");

        out->whole = (dana_span){(uint32_t)(head - base), (uint32_t)(close - base)};
        out->text = (dana_span){out->whole.start, (uint32_t)((foot != NULL ? foot : close) - base)};
        out->head = (dana_span){out->whole.start, (uint32_t)(inner - base)};
        out->when.has_zone = true;
        out->when.zone_minutes = 0;
    }
    return close;
}

dana_status dana__find_mails(dana_page *page, dana__talk_comment **out, size_t *count,
                             dana_error *err)
{
    const char *base = page->source.data;
    const char *end = base + page->source.length;
    bool is_inbox = dana__is_inbox(page);
    const char *mark = is_inbox ? "\nFrom: " : bug_text;
    const char *before = base;
    dana_status status = DANA_OK;

    *out = NULL;
    *count = 0;
    if (!is_inbox && !dana__may_have_class(page, DANA__CLASS_THREAD)) {
        return DANA_OK;
    }
    for (const char *p = find(base, end, mark); p != NULL && status == DANA_OK;
         p = find(before, end, mark)) {
        bool found = false;

        if (*out == NULL) {
            *out = dana_arena_alloc(page->arena, DANA__TALK_MOST * sizeof(**out), err);
        }
        if (*out == NULL || *count == DANA__TALK_MOST) {
            return *out == NULL ? err->status : DANA_OK;
        }
        dana__talk_comment *mail = &(*out)[*count];

        *mail = (dana__talk_comment){.parent = -1};
        before = is_inbox ? read_inbox(page, before, p, mail, &found, &status, err)
                          : read_bug(page, before, p, mail, &found, &status, err);
        *count += found;
        if (before == NULL) {
            break;
        }
    }
    return status;
}
