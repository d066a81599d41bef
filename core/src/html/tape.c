#include "html/tape.h"

#include "base/search.h"
void dana__tape_write_end(dana__taper *taper, const char *after, const char *raw_end)
{
    size_t length = raw_end != NULL ? (size_t)(after - raw_end) : DANA__TAPE_LONG;

    if (taper->next == taper->end || (raw_end != NULL && length >= DANA__TAPE_LONG)) {
        taper->is_full = true;
        return;
    }
    taper->next[-1].bits |= DANA__TAPE_DROPPED;
    *taper->next++ = (dana__taped){.start = (uint32_t)(after - taper->source),
                                   .length = (uint16_t)length,
                                   .bits = DANA__TAPE_END};
}

void dana__tape_read(const dana__tape *tape, const dana__taped *record, const char *end,
                     dana__markup *markup)
{
    const char *start = tape->source + record->start;
    unsigned kind = record->bits & DANA__TAPE_KIND;

    if (record->length == DANA__TAPE_LONG || kind == DANA__CUT_TAG) {
        dana__read_markup(start, end, markup);
        return;
    }
    if (kind > DANA__END_TAG) {
        *markup = (dana__markup){.kind = (dana__markup_kind)kind,
                                 .start = start,
                                 .end = start + record->length,
                                 .is_bare = (record->bits & DANA__TAPE_BARE) != 0,
                                 .is_plain = (record->bits & DANA__TAPE_PLAIN) != 0};
        return;
    }
    dana__tape_read_tag(tape, record, end, markup);
}

/* The end of what a record stands for. */
static const char *end_of(const dana__tape *tape, size_t index, const char *end)
{
    const dana__taped *record = &tape->records[index];
    dana__markup markup;

    if ((record->bits & DANA__TAPE_END) != 0) {
        return tape->source + record->start;
    }
    dana__tape_read(tape, record, end, &markup);
    return markup.end;
}

size_t dana__tape_find(const dana__tape *tape, const char *p, const char *end)
{
    uint32_t at = (uint32_t)(p - tape->source);
    size_t low = dana__first_from(tape->records, tape->count, sizeof(*tape->records), at);

    if (low < tape->count && (tape->records[low].bits & DANA__TAPE_END) != 0) {
        return tape->records[low].start == at ? low + 1 : SIZE_MAX;
    }
    return low > 0 && end_of(tape, low - 1, end) > p ? SIZE_MAX : low;
}
