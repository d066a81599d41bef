#include "answer/links.h"

#include "dana/links.h"

/* Writes a text, null where it is empty. */
static void write_text_or_null(api__writer *w, const char *name, dana_view text)
{
    if (text.length > 0) {
        api__write_text(w, name, text);
    } else {
        api__write_null(w, name);
    }
}

static void write_span(api__writer *w, dana_span span, api__offset_cursor *cursor)
{
    api__write_number(w, "start", (int64_t)api__offset_at(cursor, span.start));
    api__write_number(w, "end", (int64_t)api__offset_at(cursor, span.end));
}

static void write_link(api__writer *w, const dana_link *link, api__offset_cursor *cursor)
{
    api__write_begin(w, NULL);
    api__write_text(w, "href", link->href);
    api__write_text(w, "text", link->text);
    write_text_or_null(w, "rel", link->rel);
    write_span(w, link->span, cursor);
    api__write_end(w);
}

void api__write_links(api__extraction *e, api__writer *w, const char *name)
{
    api__offset_cursor cursor = api__new_cursor(e);
    const dana_link *links;
    size_t count;
    dana_result shown;

    if (dana_result_with_captions(e->page, &e->result, e->base, &shown, &e->err) != DANA_OK ||
        dana_result_links(e->page, &shown, e->base, &links, &count, &e->err) != DANA_OK) {
        api__buffer_fail(&w->buffer);
        return;
    }
    api__write_begin_array(w, name);
    for (size_t i = 0; i < count; i++) {
        write_link(w, &links[i], &cursor);
    }
    api__write_end_array(w);
}

static void write_image(api__writer *w, const dana_image *image, api__offset_cursor *cursor)
{
    api__write_begin(w, NULL);
    api__write_text(w, "src", image->src);
    write_text_or_null(w, "alt", image->alt);
    write_text_or_null(w, "caption", image->caption);
    write_span(w, image->span, cursor);
    api__write_end(w);
}

void api__write_images(api__extraction *e, api__writer *w, const char *name)
{
    api__offset_cursor cursor = api__new_cursor(e);
    const dana_image *images;
    size_t count;

    if (dana_result_images(e->page, &e->result, e->base, &images, &count, &e->err) != DANA_OK) {
        api__buffer_fail(&w->buffer);
        return;
    }
    api__write_begin_array(w, name);
    for (size_t i = 0; i < count; i++) {
        write_image(w, &images[i], &cursor);
    }
    api__write_end_array(w);
}

static void write_medium(api__writer *w, const dana_media *media, api__offset_cursor *cursor)
{
    static const char *const kinds[] = {
        [DANA_MEDIA_VIDEO] = "video", [DANA_MEDIA_AUDIO] = "audio", [DANA_MEDIA_EMBED] = "embed"};

    api__write_begin(w, NULL);
    api__write_string(w, "kind", kinds[media->kind]);
    api__write_text(w, "url", media->url);
    api__write_text(w, "src", media->src);
    if (media->provider != NULL) {
        api__write_string(w, "provider", media->provider);
    } else {
        api__write_null(w, "provider");
    }
    write_text_or_null(w, "title", media->title);
    write_text_or_null(w, "caption", media->caption);
    write_span(w, media->span, cursor);
    api__write_end(w);
}

void api__write_media(api__extraction *e, api__writer *w, const char *name)
{
    api__offset_cursor cursor = api__new_cursor(e);
    const dana_media *media;
    size_t count;

    if (dana_result_media(e->page, &e->result, e->base, &media, &count, &e->err) != DANA_OK) {
        api__buffer_fail(&w->buffer);
        return;
    }
    api__write_begin_array(w, name);
    for (size_t i = 0; i < count; i++) {
        write_medium(w, &media[i], &cursor);
    }
    api__write_end_array(w);
}
