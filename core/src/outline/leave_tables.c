#include "dana/format.h"

#include "base/error.h"
#include "outline/table_survey.h"
#include "text/span_builder.h"
#include "text/span_sets.h"

/* A page whose tables are looked for. */
typedef struct {
    dana_page *page;
    dana__outline outline;
    dana_buffer tables; /* the survey's */
    dana__spans spans;  /* of the outermost tables of data */
    const char *start;  /* of the one that is open; NULL: none */
    uint32_t serial;
} finder;

/* The outermost table of data that is open; NULL: none. */
static const dana__frame *outermost(const finder *f)
{
    const dana__table *tables = f->tables.data;
    const dana__frame *found = NULL;
    const dana__frame *top = dana__innermost(&f->outline);

    for (size_t at = top != NULL ? top->table : 0; at > 0;) {
        const dana__frame *table = dana__frame_at(&f->outline, at);

        if (table->number < f->tables.length && dana__is_data(&tables[table->number])) {
            found = table;
        }
        at = at > 1 ? dana__frame_at(&f->outline, at - 1)->table : 0;
    }
    return found;
}

/* Ends the table that was open where it is not any more, and notes the one that is. */
static dana_status look(finder *f, const char *at)
{
    const dana__frame *table = outermost(f);
    dana_status status = DANA_OK;

    if (f->start != NULL && (table == NULL || table->serial != f->serial)) {
        status = dana__spans_add(&f->spans, f->start, at);
        dana__spans_skip(&f->spans);
        f->start = NULL;
    }
    if (f->start == NULL && table != NULL) {
        f->start = table->tag.length > 0 ? table->tag.data : at;
        f->serial = table->serial;
    }
    return status;
}

static dana_status find_tables(finder *f, bool keeps_noscript, dana_span part, dana_error *err)
{
    dana__event event;
    dana_status status = DANA_OK;

    dana__outline_start(&f->outline, f->page, keeps_noscript, part, err);
    while (status == DANA_OK && dana__outline_next(&f->outline, &event)) {
        status = look(f, event.start);
    }
    if (status == DANA_OK && f->start != NULL) {
        status = dana__spans_add(&f->spans, f->start, f->outline.pass.p);
    }
    return status == DANA_OK ? f->outline.pass.status : status;
}

static dana_status leave_out(finder *f, dana_result *result, dana_error *err)
{
    const dana_span part = {0, result->selection.spans[result->selection.count - 1].end};
    dana__picker picker;

    dana__picker_start(&picker, f->page, result);
    dana_status status = dana__survey_tables(&picker, part, &f->outline, &f->tables, err);

    if (status != DANA_OK || f->tables.length == 0) {
        return status;
    }
    status = find_tables(f, result->scan->options.keep_noscript, part, err);
    if (status != DANA_OK) {
        return status;
    }
    dana_selection tables = dana__spans_finish(&f->spans);

    return dana__subtract_spans(f->page, &result->selection, &tables, &result->selection, err);
}

dana_status dana_leave_out_tables(dana_page *page, dana_result *result, dana_error *err)
{
    dana_error *why = DANA__ERROR(err);
    dana_buffer room;

    if (result->selection.count == 0 || result->data != NULL) {
        return DANA_OK;
    }
    dana_buffer_init(&room, 1);
    dana_status status = dana_buffer_reserve(page->arena, &room, sizeof(finder), why);

    if (status != DANA_OK) {
        return status;
    }
    finder *f = room.data;

    *f = (finder){.page = page};
    dana_buffer_init(&f->tables, sizeof(dana__table));
    dana__spans_start(&f->spans, page, why);
    status = leave_out(f, result, why);
    if (status == DANA_OK && result->selection.count == 0) {
        result->warnings |= 1u << DANA_WARNING_NO_CONTENT;
    }
    dana_buffer_release(page->arena, &f->tables);
    dana_buffer_release(page->arena, &room);
    return status;
}
