#include "answer/content.h"

#include "dana/format.h"
#include "dana/text.h"

/* Longest language tag that is passed on (RFC 5646 4.4.1). */
#define LANGUAGE_MAX 35
/* Room for the tags around the content. */
#define TAG_ROOM 128

static dana_status switch_comments(api__extraction *e)
{
    bool take = e->request->options.control.comments == API__TAKEN;
    dana_status status = api__find_posts(e);

    return status == DANA_OK ? dana_set_comments(e->page, &e->posts, take, &e->result, &e->err)
                             : status;
}

/* Takes what the request switches off out of the content, or in what it switches on, and renders
 * the text again where that changes it. */
static dana_status switch_content(api__extraction *e)
{
    const api__control *control = &e->request->options.control;
    dana_status status = DANA_OK;

    e->result.plain = (control->no_links ? DANA_PLAIN_LINKS : 0u) |
                      (control->no_images ? DANA_PLAIN_IMAGES : 0u);
    if (control->comments == API__AS_FOUND && !control->no_tables) {
        return DANA_OK;
    }
    if (control->comments != API__AS_FOUND) {
        status = switch_comments(e);
    }
    if (status == DANA_OK && control->no_tables) {
        status = dana_leave_out_tables(e->page, &e->result, &e->err);
    }
    return status == DANA_OK ? dana_render_plain(e->page, &e->result, &e->text, &e->err) : status;
}

dana_status api__render_content(api__extraction *e)
{
    dana_status status = switch_content(e);

    if (status != DANA_OK || !api__includes(e, API__INCLUDE_MARKDOWN | API__INCLUDE_HTML)) {
        return status;
    }
    status = api__find_base(e);
    if (status == DANA_OK && api__includes(e, API__INCLUDE_MARKDOWN)) {
        status = dana_render_markdown(e->page, &e->result, e->base, &e->markdown, &e->err);
    }
    if (status == DANA_OK && api__includes(e, API__INCLUDE_HTML)) {
        status = dana_render_html(e->page, &e->result, e->base, &e->html, &e->err);
    }
    return status;
}

static bool is_language(dana_view language)
{
    for (size_t i = 0; i < language.length; i++) {
        char c = language.data[i];
        bool inner = c == '_' && i > 0 && i + 1 < language.length;

        if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
              c == '-' || inner)) {
            return false;
        }
    }
    return language.length > 0 && language.length <= LANGUAGE_MAX;
}

/* Appends a language tag. Pages part its subtags as names of locales do, too ("ar_EG"); a browser
 * knows a tag by hyphens alone (RFC 5646). */
static void append_tag(api__buffer *b, dana_view language)
{
    size_t start = 0;

    for (size_t i = 0; i <= language.length; i++) {
        if (i < language.length && language.data[i] != '_') {
            continue;
        }
        api__append_view(b, (dana_view){language.data + start, i - start});
        if (i < language.length) {
            api__append_string(b, "-");
        }
        start = i + 1;
    }
}

bool api__append_language(api__buffer *b, api__extraction *e)
{
    dana_view language = api__language(e).tag;
    const char *dir = api__direction(e);

    if (is_language(language)) {
        api__append_string(b, " lang=\"");
        append_tag(b, language);
        api__append_string(b, "\"");
    }
    if (dir != NULL) {
        api__append_string(b, " dir=\"");
        api__append_string(b, dir);
        api__append_string(b, "\"");
    }
    return is_language(language) || dir != NULL;
}

/* Appends the HTML of the content, in a div that tells its language and direction. */
static void append_html(api__buffer *b, api__extraction *e)
{
    api__append_string(b, "<div");
    if (!api__append_language(b, e)) {
        b->length = 0;
        api__append_view(b, e->html);
        return;
    }
    api__append_string(b, ">\n");
    api__append_view(b, e->html);
    api__append_string(b, "</div>\n");
}

/* Writes a member of text, null where it was not asked for. */
static void write_part(const api__extraction *e, api__writer *w, const char *name, unsigned bit,
                       dana_view text)
{
    if (api__includes(e, bit)) {
        api__write_text(w, name, text);
    } else {
        api__write_null(w, name);
    }
}

static void write_html(api__extraction *e, api__writer *w)
{
    api__buffer html = {0};

    if (api__includes(e, API__INCLUDE_HTML) && api__reserve(&html, e->html.length + TAG_ROOM)) {
        append_html(&html, e);
    }
    if (html.failed) {
        api__buffer_fail(&w->buffer);
    }
    write_part(e, w, "html", API__INCLUDE_HTML, (dana_view){html.data, html.length});
    api__buffer_clear(&html);
}

void api__write_content(api__extraction *e, api__writer *w, const char *name)
{
    api__write_begin(w, name);
    write_part(e, w, "text", API__INCLUDE_TEXT, api__limited_text(e));
    write_html(e, w);
    write_part(e, w, "markdown", API__INCLUDE_MARKDOWN, e->markdown);
    api__write_number(w, "chars", (int64_t)dana_count_code_points(e->text));
    api__write_number(w, "words", (int64_t)dana_count_words(e->text));
    api__write_boolean(w, "truncated", api__is_truncated(e));
    api__write_string(w, "source", e->result.data != NULL ? e->result.data->source : "dom");
    api__write_end(w);
}
