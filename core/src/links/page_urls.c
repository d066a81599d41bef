#include "dana/links.h"

#include "base/ascii.h"
#include "base/error.h"
#include "base/url_parts.h"
#include "html/references.h"
#include "links/resolve.h"
#include "page/page.h"
#include "page/pass.h"

#include <strings.h>

/* Whether rel's words hold "canonical". */
static bool is_canonical(dana_view tag)
{
    static const char word[] = "canonical";
    dana_view rel;
    size_t start = 0;

    if (!dana_tag_attribute(tag, "rel", &rel)) {
        return false;
    }
    for (size_t i = 0; i <= rel.length; i++) {
        if (i < rel.length && !dana__is_space(rel.data[i])) {
            continue;
        }
        if (i - start == sizeof(word) - 1 && strncasecmp(rel.data + start, word, i - start) == 0) {
            return true;
        }
        start = i + 1;
    }
    return false;
}

/* Where the pass for them may stop: after the last element that the page's scan saw, if that drops
 * what the pass drops. */
static const char *url_tags_end(const dana_page *page)
{
    bool is_known = page->has_scan && !page->scan.options.keep_noscript;

    return page->source.data + (is_known ? page->url_tags_end : page->source.length);
}

/* Passes tags of the tape whose names are those of the table of elements: neither base nor link is
 * there, nor is an end tag either. */
static void pass_known(dana__pass *pass, const char *end)
{
    const dana__taped *record = dana__pass_record(pass);

    while (record != NULL && pass->tape->source + record->start < end && pass->p < pass->poll_at &&
           record->length != DANA__TAPE_LONG &&
           ((record->bits & DANA__TAPE_KNOWN) != 0 ||
            (record->bits & DANA__TAPE_KIND) != DANA__START_TAG)) {
        record = dana__pass_over(pass, record);
    }
}

/* Reads up to the next tag that may be a base or a link. */
static bool next_tag(dana__pass *pass, const char *end, dana__markup *tag)
{
    pass_known(pass, end);
    return pass->p < end && dana__pass_next_tag(pass, tag);
}

/* Finds the raw hrefs of the first base and the first canonical link, once a page. */
static dana_status find_hrefs(dana_page *page, dana_error *err)
{
    dana__pass pass;
    dana__markup tag;
    dana_view *base = &page->base_href;
    dana_view *canonical = &page->canonical_href;

    if (page->has_hrefs) {
        return DANA_OK;
    }
    const char *end = url_tags_end(page);

    dana__pass_start(&pass, page, false, err);
    while ((base->data == NULL || canonical->data == NULL) && next_tag(&pass, end, &tag)) {
        dana_view text = {tag.start, (size_t)(tag.end - tag.start)};

        if (base->data == NULL && dana__is_start_of(&tag, "base")) {
            dana_tag_attribute(text, "href", base);
        } else if (canonical->data == NULL && dana__is_start_of(&tag, "link") &&
                   is_canonical(text)) {
            dana_tag_attribute(text, "href", canonical);
        }
    }
    page->has_hrefs = pass.status == DANA_OK;
    return pass.status;
}

/* Resolves a raw href of the page. out->data NULL: none on the web. */
static dana_status resolve_href(dana_page *page, dana_view base, dana_view href, dana_view *out,
                                dana_error *err)
{
    dana_error *why = DANA__ERROR(err);

    *out = (dana_view){NULL, 0};
    if (href.data == NULL) {
        return DANA_OK;
    }
    dana_status status = dana__resolve_value(page, base, href, out, why);

    if (status == DANA_OK && out->data != NULL && !dana__is_web(*out)) {
        *out = (dana_view){NULL, 0};
    }
    return status;
}

/* The raw content of the first og:url of the head; empty: there is none. */
static dana_status find_shared_url(dana_page *page, dana_view *out, dana_error *err)
{
    dana__pass pass;
    dana__markup tag;

    *out = (dana_view){NULL, 0};
    dana__pass_start(&pass, page, false, err);
    while (out->data == NULL && dana__pass_next_tag(&pass, &tag)) {
        dana_view text = {tag.start, (size_t)(tag.end - tag.start)};
        dana_view property;

        if ((tag.flags & DANA__BODY) != 0) {
            break;
        }
        if (dana__is_start_of(&tag, "meta") && dana_tag_attribute(text, "property", &property) &&
            dana__is_called(property, "og:url")) {
            dana_tag_attribute(text, "content", out);
        }
    }
    return pass.status;
}

/* Finds the URL that the page gives itself, where nobody tells it. data NULL: it gives none. */
static dana_status own_url(dana_page *page, dana_view *out, dana_error *err)
{
    static const dana_view none = {"", 0};
    dana_view shared;
    dana_status status = resolve_href(page, none, page->canonical_href, out, err);

    if (status == DANA_OK && out->data == NULL) {
        status = find_shared_url(page, &shared, err);
        if (status == DANA_OK) {
            status = resolve_href(page, none, shared, out, err);
        }
    }
    return status;
}

dana_status dana_page_base(dana_page *page, dana_view document, dana_view *out, dana_error *err)
{
    dana_error *why = DANA__ERROR(err);
    bool is_raw = false;
    dana_view original = dana__original_url(document, &is_raw);
    dana_status status = find_hrefs(page, why);

    document = is_raw ? original : document;

    if (status == DANA_OK) {
        status = resolve_href(page, document, page->base_href, out, why);
    }
    if (status != DANA_OK || out->data != NULL) {
        return status;
    }
    *out = document;
    if (document.length == 0) {
        status = own_url(page, out, why);
        if (status == DANA_OK && out->data != NULL && page->base_href.data != NULL) {
            dana_view own = *out;

            status = resolve_href(page, own, page->base_href, out, why);
            *out = out->data != NULL ? *out : own;
        }
    }
    if (status == DANA_OK && out->data == NULL) {
        *out = document;
    }
    return status;
}

dana_status dana_page_canonical(dana_page *page, dana_view base, dana_view *out, dana_error *err)
{
    dana_status status = find_hrefs(page, err);

    if (status != DANA_OK) {
        return status;
    }
    return resolve_href(page, base, page->canonical_href, out, err);
}
