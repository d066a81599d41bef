#include "links/resolve.h"

#include "base/ascii.h"
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

dana_status dana__link_target(dana_page *page, dana_view base, dana_view tag, dana_view *out,
                              dana_error *err)
{
    dana_view raw;

    *out = (dana_view){NULL, 0};
    if (!dana_tag_attribute(tag, "href", &raw)) {
        return DANA_OK;
    }
    dana_status status = dana__resolve_value(page, base, raw, out, err);

    if (status == DANA_OK && out->data != NULL && !dana__is_web(*out) &&
        !dana_url_has_scheme(*out, "mailto")) {
        *out = (dana_view){NULL, 0};
    }
    return status;
}
