#include "metadata/from_data.h"

#include "text/plain_text.h"

#include <string.h>

/* Longest excerpt, in code points. */
#define EXCERPT_MAX 300

static dana_metadata_source source_of(const dana_data *data)
{
    return strcmp(data->source, "state") == 0 ? DANA_METADATA_STATE : DANA_METADATA_JSON_LD;
}

/* Fills a date that is not known yet. */
static dana_status fill_date(const dana__search *search, dana_view text,
                             dana_metadata_source source, dana_metadata_field *field)
{
    dana__date_reading reading = search->reading;
    dana__date date;
    dana_span span;

    reading.machine = true;
    if (field->value.data != NULL || text.data == NULL ||
        !dana__find_date(text, reading, &date, &span)) {
        return DANA_OK;
    }
    char *written = dana_arena_alloc(search->arena, DANA__DATE_MAX, search->err);

    if (written == NULL) {
        return search->err->status;
    }
    *field = (dana_metadata_field){{written, dana__write_date(&date, written)}, source};
    return DANA_OK;
}

dana_status dana__fill_from_data(dana__search *search, const dana_data *data)
{
    dana_metadata *out = search->out;
    dana_metadata_source source = source_of(data);
    bool cut;

    if (out->author_count == 0 && data->author_count > 0) {
        memcpy(out->authors, data->authors, data->author_count * sizeof(*data->authors));
        out->author_count = data->author_count;
        out->author_source = source;
    }
    if (data->excerpt.data != NULL &&
        (out->excerpt.value.data == NULL || out->excerpt.source == DANA_METADATA_VISIBLE)) {
        dana_view excerpt = dana__cut_text(data->excerpt, EXCERPT_MAX, &cut);

        out->excerpt = (dana_metadata_field){excerpt, source};
    }
    dana_status status = fill_date(search, data->published, source, &out->published);

    return status == DANA_OK ? fill_date(search, data->modified, source, &out->modified) : status;
}
