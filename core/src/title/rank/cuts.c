#include "title/rank/cuts.h"

#include "page/page.h"
#include "title/rank/host.h"
#include "title/rank/segments.h"

static bool is_host(const dana__candidates *pool, const dana__segment *segment)
{
    return dana__is_in_host(pool->host,
                            (dana_view){segment->start, (size_t)(segment->end - segment->start)});
}

static void note_cuts(const dana__candidates *pool, dana__candidate *candidate,
                      const dana__segment *segments, size_t count, size_t first, size_t last)
{
    if (candidate == NULL || candidate->segments > 0) {
        return;
    }
    candidate->cut_host = (first > 0 && is_host(pool, &segments[first - 1])) ||
                          (last + 1 < count && is_host(pool, &segments[last + 1]));
    candidate->segments = (uint8_t)count;
    candidate->cut_before = (uint8_t)(first > 0 ? segments[first - 1].cut : DANA__CUT_NONE);
    candidate->cut_after = (uint8_t)segments[last].cut;
    for (size_t i = first; i < last; i++) {
        if (segments[i].cut > candidate->cut_inside) {
            candidate->cut_inside = (uint8_t)segments[i].cut;
        }
    }
}

static dana_status add_run(dana__candidates *pool, const dana__split *s,
                           const dana__segment *segments, size_t count, size_t from, size_t to)
{
    const char *start = segments[from].start;
    dana_view raw = {start, (size_t)(segments[to].end - start)};
    dana__place p = {
        .span = dana__source_span(pool, raw), .block = s->block, .heading = s->heading};
    dana__candidate *candidate = NULL;
    dana_status status = dana__head_text(pool->page, raw, s->is_json, &pool->text, &p.text,
                                         pool->err);

    p.places = from == 0 ? s->first : to == count - 1 ? s->last : s->part;
    if (status == DANA_OK) {
        status = dana__add_place(pool, &p, &candidate);
    }
    note_cuts(pool, candidate, segments, count, from, to);
    return status;
}

dana_status dana__add_segments(dana__candidates *pool, const dana__split *s)
{
    dana__segment segments[DANA__SEGMENTS_MAX];
    size_t count = s->raw.length <= DANA__HEADLINE_BYTES_MAX ? dana__split_title(s->raw, segments)
                                                             : 0;
    dana_status status = DANA_OK;

    for (size_t from = 0; count > 1 && from < count; from++) {
        for (size_t to = from; to < count && status == DANA_OK; to++) {
            bool whole = from == 0 && to == count - 1;

            if (!whole && (from == 0 || to == count - 1 || from == to)) {
                status = add_run(pool, s, segments, count, from, to);
            }
        }
    }
    return status;
}
