#include "dana/links.h"

#include "base/error.h"
#include "data/data.h"
#include "media/figures.h"
#include "page/page.h"

/* Finds the figures of a result; NULL where that fails. */
static const dana__figures *figures_of(dana_page *page, const dana_result *result, dana_view base,
                                       dana_error *err)
{
    const dana__figures *figures;
    dana_status status = dana__poll(page, err);

    if (status == DANA_OK) {
        status = dana__find_figures(page, result, base, &figures, err);
    }
    return status == DANA_OK ? figures : NULL;
}

/* The images of content from data stand where its strings do. */
static dana_status images_of_data(const dana_data *data, dana_view base, const dana_image **out,
                                  size_t *count, dana_error *err)
{
    dana_status status = dana_result_images(data->page, data->result, base, out, count, err);
    dana_image *images = (dana_image *)(uintptr_t)*out;

    for (size_t i = 0; status == DANA_OK && i < *count; i++) {
        images[i].span = dana__data_place(data, images[i].span);
    }
    return status;
}

dana_status dana_result_images(dana_page *page, const dana_result *result, dana_view base,
                               const dana_image **out, size_t *count, dana_error *err)
{
    if (result->data != NULL) {
        return images_of_data(result->data, base, out, count, err);
    }
    dana_error *why = DANA__ERROR(err);
    const dana__figures *figures = figures_of(page, result, base, why);

    *out = NULL;
    *count = 0;
    if (figures == NULL) {
        return why->status;
    }
    dana_image *images = dana_arena_alloc(page->arena, figures->item_count * sizeof(*images), why);

    if (images == NULL) {
        return why->status;
    }
    for (size_t i = 0; i < figures->item_count; i++) {
        if (figures->items[i].is_picture) {
            images[(*count)++] = figures->items[i].image;
        }
    }
    *out = images;
    return DANA_OK;
}

/* As images_of_data. */
static dana_status media_of_data(const dana_data *data, dana_view base, const dana_media **out,
                                 size_t *count, dana_error *err)
{
    dana_status status = dana_result_media(data->page, data->result, base, out, count, err);
    dana_media *media = (dana_media *)(uintptr_t)*out;

    for (size_t i = 0; status == DANA_OK && i < *count; i++) {
        media[i].span = dana__data_place(data, media[i].span);
    }
    return status;
}

dana_status dana_result_media(dana_page *page, const dana_result *result, dana_view base,
                              const dana_media **out, size_t *count, dana_error *err)
{
    if (result->data != NULL) {
        return media_of_data(result->data, base, out, count, err);
    }
    dana_error *why = DANA__ERROR(err);
    const dana__figures *figures = figures_of(page, result, base, why);

    *out = NULL;
    *count = 0;
    if (figures == NULL) {
        return why->status;
    }
    dana_media *media = dana_arena_alloc(page->arena, figures->item_count * sizeof(*media), why);

    if (media == NULL) {
        return why->status;
    }
    for (size_t i = 0; i < figures->item_count; i++) {
        if (!figures->items[i].is_picture) {
            media[(*count)++] = figures->items[i].media;
        }
    }
    *out = media;
    return DANA_OK;
}

dana_status dana_result_with_captions(dana_page *page, const dana_result *result, dana_view base,
                                      dana_result *out, dana_error *err)
{
    dana_error *why = DANA__ERROR(err);

    if (result->data != NULL) {
        dana_result *inner;
        dana_status status = dana__wrap_data(page, result, out, &inner, why);

        return status == DANA_OK ? dana_result_with_captions(result->data->page,
                                                             result->data->result, base, inner, why)
                                 : status;
    }
    const dana__figures *figures = figures_of(page, result, base, why);

    if (figures == NULL) {
        return why->status;
    }
    *out = *result;
    out->selection = figures->shown;
    return DANA_OK;
}
