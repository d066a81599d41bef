/*
 * Canonical URL, main image, and URLs that hints name.
 */
#include "metadata/urls.h"

#include "base/url_parts.h"
#include "dana/links.h"
#include "dana/url.h"
#include "html/attribute.h"
#include "links/resolve.h"
#include "media/junk.h"
#include "page/page.h"
#include "text/plain_text.h"

/* An image of the content counts where its tag says nothing smaller than this, in pixels. */
#define IMAGE_LEAST 200

/* What an image in JSON-LD is worth: between og:image and twitter:image. */
#define WORTH_LD_IMAGE 80

dana_status dana__resolve_url(const dana__search *search, dana_view raw, dana_view *out)
{
    dana_view value;

    *out = (dana_view){NULL, 0};
    if (raw.length == 0 || raw.length > DANA__URL_MAX) {
        return DANA_OK;
    }
    dana_status status = dana__attribute_value(search->arena, raw, &value, search->err);

    if (status == DANA_OK) {
        status = dana_url_resolve(search->arena, search->base, dana__original_url(value, NULL), out,
                                  search->err);
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

static dana_status image_of_json_ld(const dana__search *search, dana_metadata_field *field,
                                    int worth)
{
    const dana__ld *ld = search->evidence->ld;
    int32_t subject = dana__ld_subject(ld, DANA__LD_IMAGE, 2);
    dana_view text;
    dana_view url;

    if (worth >= WORTH_LD_IMAGE || subject < 0 ||
        dana__ld_texts(ld, (uint32_t)subject, DANA__LD_IMAGE, DANA__LD_URL, &text, 1) == 0) {
        return DANA_OK;
    }
    dana_status status = dana__json_text(search->arena, text, DANA__URL_MAX, &text, search->err);

    if (status == DANA_OK) {
        status = dana__resolve_url(search, text, &url);
    }
    if (status == DANA_OK && url.data != NULL) {
        *field = (dana_metadata_field){url, DANA_METADATA_JSON_LD};
    }
    return status;
}

/* Whether an image may be the main one: its tag names no small size, and it is no vector drawing.
 */
static bool is_large(const dana__search *search, const dana_image *image)
{
    const char *source = dana_page_source(search->page).data;
    dana_view tag = {source + image->span.start, image->span.end - image->span.start};
    int width = dana__picture_side(tag, "width");
    int height = dana__picture_side(tag, "height");
    bool drawing = image->src.length > 4 &&
                   dana__is_text((dana_view){image->src.data + image->src.length - 4, 4}, ".svg");

    return !drawing && (width < 0 || width >= IMAGE_LEAST) && (height < 0 || height >= IMAGE_LEAST);
}

static dana_status image_of_content(const dana__search *search, dana_metadata_field *field)
{
    const dana_image *images;
    size_t count;
    bool left_relative = search->page->left_relative;
    dana_status status = dana_result_images(search->page, search->input->result, search->base,
                                            &images, &count, search->err);

    search->page->left_relative = left_relative; /* what is looked at here is not given */

    for (size_t i = 0; status == DANA_OK && i < count; i++) {
        if (dana__is_web(images[i].src) && is_large(search, &images[i])) {
            *field = (dana_metadata_field){dana__original_url(images[i].src, NULL),
                                           DANA_METADATA_VISIBLE};
            break;
        }
    }
    return status;
}

dana_status dana__find_urls(dana__search *search)
{
    dana_metadata *out = search->out;
    int worth;
    dana_status status = dana__best_url(search, DANA__ABOUT_CANONICAL, &out->canonical_url, &worth);

    if (status == DANA_OK) {
        status = dana__best_url(search, DANA__ABOUT_IMAGE, &out->image, &worth);
    }
    if (status == DANA_OK) {
        status = image_of_json_ld(search, &out->image, worth);
    }
    if (status == DANA_OK && out->image.value.data == NULL) {
        status = image_of_content(search, &out->image);
    }
    return status;
}
