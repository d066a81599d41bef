#include "answer/extraction.h"

#include "dana/boxes.h"
#include "dana/links.h"
#include "dana/text.h"

#include <string.h>
#include <strings.h>

bool api__includes(const api__extraction *e, unsigned parts)
{
    return (e->parts & parts) != 0;
}

bool api__has_boxes(const api__extraction *e)
{
    return dana_page_has_boxes(e->page);
}

bool api__is_rendered(const api__extraction *e)
{
    return e->rendered != NULL && e->rendered->problem == NULL;
}

dana_view api__document_url(const api__extraction *e)
{
    const char *document = e->fetched != NULL ? e->fetched->final_url : e->request->base_url;

    if (api__is_rendered(e) && document != NULL) {
        document = e->rendered->final_url;
    }

    return (dana_view){document != NULL ? document : "", document != NULL ? strlen(document) : 0};
}

dana_status api__find_base(api__extraction *e)
{
    return dana_page_base(e->page, api__document_url(e), &e->base, &e->err);
}

dana_status api__find_headline(api__extraction *e, dana_headline *out)
{
    const api__extract_options *options = &e->request->options;

    return dana_find_headline(e->page, options->headline_algorithm, &options->headline_params,
                              api__includes(e, API__INCLUDE_CANDIDATES), out, &e->err);
}

dana_status api__metadata_input(api__extraction *e, dana_metadata_input *input)
{
    dana_status status = DANA_OK;

    if (e->headline.algorithm != NULL) {
        e->background = e->headline;
    } else if (e->background.algorithm == NULL) {
        status = api__find_headline(e, &e->background);
    }
    *input = (dana_metadata_input){.url = api__document_url(e), .result = &e->result};
    if (status == DANA_OK) {
        /* Without the marks of lists: excerpts are sentences. */
        status = dana_render_text(e->page, &e->result, &input->text, &e->err);
    }
    if (status == DANA_OK && e->background.found) {
        input->headline = e->background.headline.span;
    }
    return status;
}

dana_status api__find_posts(api__extraction *e)
{
    dana_metadata_input input;

    if (e->has_posts) {
        return DANA_OK;
    }
    dana_status status = api__metadata_input(e, &input);

    if (status == DANA_OK) {
        status = dana_find_posts(e->page, &input, &e->posts, &e->err);
    }
    e->has_posts = status == DANA_OK;
    return status;
}

dana_status api__title(api__extraction *e, dana_view *title)
{
    *title = (dana_view){NULL, 0};
    return e->result.scan->has_title
               ? dana_render_span(e->page, e->result.scan->title, title, &e->err)
               : DANA_OK;
}

dana_status api__headline_text(api__extraction *e, dana_view *text)
{
    *text = (dana_view){NULL, 0};
    if (!e->headline.found) {
        return DANA_OK;
    }
    return e->result.data != NULL
               ? dana_candidate_text(e->page, &e->headline.headline, text, &e->err)
               : dana_render_span(e->page, e->headline.headline.span, text, &e->err);
}

/* Finds an attribute of a tag; false where the page has no such tag, or the attribute is empty. */
static bool tag_attribute(const api__extraction *e, dana_span span, const char *name,
                          dana_view *value)
{
    dana_view tag = {dana_page_source(e->page).data + span.start, span.end - span.start};

    return tag.length > 0 && dana_tag_attribute(tag, name, value) && value->length > 0;
}

dana_language api__language(api__extraction *e)
{
    if (!e->has_language) {
        dana_status status = dana_find_language(e->page, e->result.scan, e->text, &e->language,
                                                &e->err);

        e->has_language = status == DANA_OK;
    }
    return e->has_language ? e->language : (dana_language){{"", 0}, DANA_LANGUAGE_HTML};
}

static bool is_word(dana_view value, const char *word)
{
    return value.length == strlen(word) && strncasecmp(value.data, word, value.length) == 0;
}

/* The direction that a tag declares; "auto" and anything unknown declare none. */
static dana_dir declared_dir(const api__extraction *e, dana_span tag)
{
    dana_view value;

    if (!tag_attribute(e, tag, "dir", &value)) {
        return DANA_DIR_NONE;
    }
    if (is_word(value, "rtl")) {
        return DANA_DIR_RTL;
    }
    return is_word(value, "ltr") ? DANA_DIR_LTR : DANA_DIR_NONE;
}

const char *api__direction(const api__extraction *e)
{
    dana_dir dir = declared_dir(e, e->result.scan->html_tag);

    if (dir == DANA_DIR_NONE) {
        dir = declared_dir(e, e->result.scan->body_tag);
    }
    if (dir == DANA_DIR_NONE) {
        dir = dana_text_direction(e->text);
    }
    return dir == DANA_DIR_NONE ? NULL : dir == DANA_DIR_RTL ? "rtl" : "ltr";
}

api__offset_cursor api__new_cursor(const api__extraction *e)
{
    return (api__offset_cursor){.source = dana_page_source(e->page),
                                .unit = e->request->options.offset_unit};
}

dana_view api__limited_text(const api__extraction *e)
{
    size_t left = e->request->options.max_text_chars;
    size_t length = 0;

    if (left == 0) {
        return e->text;
    }
    for (; length < e->text.length; length++) {
        bool starts = ((unsigned char)e->text.data[length] & 0xC0) != 0x80;

        if (starts && left-- == 0) {
            break;
        }
    }
    return (dana_view){e->text.data, length};
}

bool api__is_truncated(const api__extraction *e)
{
    return api__includes(e, API__INCLUDE_TEXT) && api__limited_text(e).length < e->text.length;
}
