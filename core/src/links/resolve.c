#include "links/resolve.h"

#include "base/ascii.h"
#include "dana/links.h"
#include "dana/url.h"
#include "html/attribute.h"
#include "page/page.h"

bool dana__is_web(dana_view url)
{
    return dana_url_has_scheme(url, "http") || dana_url_has_scheme(url, "https");
}

bool dana__is_start_of(const dana__markup *tag, const char *name)
{
    return tag->kind == DANA__START_TAG &&
           dana__is_text((dana_view){tag->name_text, tag->name.length}, name);
}

dana_status dana__resolve_value(dana_page *page, dana_view base, dana_view raw, dana_view *out,
                                dana_error *err)
{
    dana_view value;
    dana_status status = dana__attribute_value(page->arena, raw, &value, err);

    if (status != DANA_OK) {
        return status;
    }
    return dana_url_resolve(page->arena, base, value, out, err);
}

/* Resolves a raw reference; without a base a relative one stays as it is written. *is_relative: it
 * does. */
static dana_status resolve_or_keep(dana_page *page, dana_view base, dana_view raw, dana_view *out,
                                   bool *is_relative, dana_error *err)
{
    dana_view value;
    dana_status status = dana__attribute_value(page->arena, raw, &value, err);

    *is_relative = false;
    *out = (dana_view){NULL, 0};
    if (status == DANA_OK) {
        status = dana_url_resolve(page->arena, base, value, out, err);
    }
    if (status == DANA_OK && out->data == NULL && base.length == 0) {
        status = dana_url_relative(page->arena, value, out, err);
        *is_relative = status == DANA_OK && out->data != NULL;
        page->left_relative |= *is_relative;
    }
    return status;
}

dana_status dana__web_target(dana_page *page, dana_view base, dana_view raw, dana_view *out,
                             dana_error *err)
{
    bool is_relative;
    dana_status status = resolve_or_keep(page, base, raw, out, &is_relative, err);

    if (status == DANA_OK && out->data != NULL && !is_relative && !dana__is_web(*out)) {
        *out = (dana_view){NULL, 0};
    }
    return status;
}

dana_status dana__link_target(dana_page *page, dana_view base, dana_view tag, bool with_tel,
                              dana_view *out, dana_error *err)
{
    dana_view raw;
    bool is_relative;

    *out = (dana_view){NULL, 0};
    if (!dana_tag_attribute(tag, "href", &raw)) {
        return DANA_OK;
    }
    dana_status status = resolve_or_keep(page, base, raw, out, &is_relative, err);

    if (status == DANA_OK && out->data != NULL && !is_relative && !dana__is_web(*out) &&
        !dana_url_has_scheme(*out, "mailto") && !(with_tel && dana_url_has_scheme(*out, "tel"))) {
        *out = (dana_view){NULL, 0};
    }
    return status;
}

bool dana_page_left_relative(const dana_page *page)
{
    return page->left_relative;
}
