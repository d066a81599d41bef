#include "answer/links.h"

#include "dana/links.h"
#include "json/values.h"

/* A text, null where it is empty. */
static json_t *text_or_null(dana_view text)
{
    return text.length > 0 ? api__text_value(text) : json_null();
}

static json_t *link_value(const dana_link *link, api__offset_cursor *cursor)
{
    size_t start = api__offset_at(cursor, link->span.start);
    size_t end = api__offset_at(cursor, link->span.end);

    return json_pack("{so so so sI sI}", "href", api__text_value(link->href), "text",
                     api__text_value(link->text), "rel", text_or_null(link->rel), "start",
                     (json_int_t)start, "end", (json_int_t)end);
}

json_t *api__links_value(api__extraction *e)
{
    api__offset_cursor cursor = api__new_cursor(e);
    const dana_link *links;
    size_t count;
    dana_result shown;

    if (dana_result_with_captions(e->page, &e->result, e->base, &shown, &e->err) != DANA_OK ||
        dana_result_links(e->page, &shown, e->base, &links, &count, &e->err) != DANA_OK) {
        return NULL;
    }
    json_t *list = json_array();

    for (size_t i = 0; i < count; i++) {
        api__push(&list, link_value(&links[i], &cursor));
    }
    return list;
}

static json_t *image_value(const dana_image *image, api__offset_cursor *cursor)
{
    size_t start = api__offset_at(cursor, image->span.start);
    size_t end = api__offset_at(cursor, image->span.end);

    return json_pack("{so so so sI sI}", "src", api__text_value(image->src), "alt",
                     text_or_null(image->alt), "caption", text_or_null(image->caption), "start",
                     (json_int_t)start, "end", (json_int_t)end);
}

json_t *api__images_value(api__extraction *e)
{
    api__offset_cursor cursor = api__new_cursor(e);
    const dana_image *images;
    size_t count;

    if (dana_result_images(e->page, &e->result, e->base, &images, &count, &e->err) != DANA_OK) {
        return NULL;
    }
    json_t *list = json_array();

    for (size_t i = 0; i < count; i++) {
        api__push(&list, image_value(&images[i], &cursor));
    }
    return list;
}

static json_t *medium_value(const dana_media *media, api__offset_cursor *cursor)
{
    static const char *const kinds[] = {
        [DANA_MEDIA_VIDEO] = "video", [DANA_MEDIA_AUDIO] = "audio", [DANA_MEDIA_EMBED] = "embed"};
    size_t start = api__offset_at(cursor, media->span.start);
    size_t end = api__offset_at(cursor, media->span.end);

    return json_pack("{ss so so ss? so so sI sI}", "kind", kinds[media->kind], "url",
                     api__text_value(media->url), "src", api__text_value(media->src), "provider",
                     media->provider, "title", text_or_null(media->title), "caption",
                     text_or_null(media->caption), "start", (json_int_t)start, "end",
                     (json_int_t)end);
}

json_t *api__media_value(api__extraction *e)
{
    api__offset_cursor cursor = api__new_cursor(e);
    const dana_media *media;
    size_t count;

    if (dana_result_media(e->page, &e->result, e->base, &media, &count, &e->err) != DANA_OK) {
        return NULL;
    }
    json_t *list = json_array();

    for (size_t i = 0; i < count; i++) {
        api__push(&list, medium_value(&media[i], &cursor));
    }
    return list;
}
