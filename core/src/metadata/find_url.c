#include "metadata/find_url.h"

#include "dana/url.h"
#include "html/attribute.h"

dana_status dana__resolve_url(const dana__search *search, dana_view raw, dana_view *out)
{
    dana_view value;

    *out = (dana_view){NULL, 0};
    if (raw.length == 0 || raw.length > DANA__URL_MAX) {
        return DANA_OK;
    }
    dana_status status = dana__attribute_value(search->arena, raw, &value, search->err);

    if (status == DANA_OK) {
        status = dana_url_resolve(search->arena, search->base, value, out, search->err);
    }
    if (status == DANA_OK && out->data != NULL && !dana_url_has_scheme(*out, "http") &&
        !dana_url_has_scheme(*out, "https")) {
        *out = (dana_view){NULL, 0};
    }
    return status;
}

dana_status dana__best_url(const dana__search *search, dana__about about,
                           dana_metadata_field *field, int *worth)
{
    const dana__evidence *e = search->evidence;

    *worth = 0;
    for (size_t i = 0; i < e->hint_count; i++) {
        const dana__hint *hint = &e->hints[i];
        dana_view url;

        if (hint->about != about || hint->form != DANA__FORM_VALUE || hint->worth <= *worth) {
            continue;
        }
        dana_status status = dana__resolve_url(search, hint->text, &url);

        if (status != DANA_OK) {
            return status;
        }
        if (url.data != NULL) {
            *field = (dana_metadata_field){url, hint->source};
            *worth = hint->worth;
        }
    }
    return DANA_OK;
}
