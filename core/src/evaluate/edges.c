#include "base/error.h"
#include "dana/evaluate.h"
#include "evaluate/sequence.h"
#include "text/words.h"

/* Units of a run. */
#define RUN_UNITS 4
/* A line of so many is a paragraph; so many behind the end are too many. */
#define PARAGRAPH_UNITS 10
#define TAIL_UNITS      10
/* So many units in a row that the gold standard has are its text, fewer are chance. */
#define STRETCH_UNITS 8

/* The runs of a text, sorted, to look others up in. */
typedef struct {
    const uint64_t *runs;
    size_t count;
    size_t width;
} run_set;

static bool has_run(const run_set *set, const uint32_t *first)
{
    return dana__find_token(set->runs, set->count, dana__hash_run(first, set->width)) != NULL;
}

static size_t run_width(size_t length)
{
    return length < RUN_UNITS ? length : RUN_UNITS;
}

/* Whether less than half of a paragraph's runs are in the text. */
static dana_status is_missing(dana_arena *arena, dana_view text, dana_view paragraph, bool *missing,
                              dana_error *err)
{
    dana__sequences s;
    run_set set;
    size_t found = 0;
    size_t first = 0;
    dana_status status = dana__make_sequences(arena, DANA__BY_UNITS, text, paragraph, &s, err);

    if (status != DANA_OK) {
        return status;
    }
    set.width = run_width(s.gold_length);
    set.runs = dana__sorted_runs(arena, s.text, s.text_length, set.width, &set.count, err);
    if (set.runs == NULL) {
        return err->status;
    }
    for (; first + set.width <= s.gold_length; first++) {
        found += has_run(&set, s.gold + first);
    }
    *missing = 2 * found < first;
    return DANA_OK;
}

/* Units behind the last stretch of the gold standard's units. */
static size_t count_tail(const dana__sequences *s, const run_set *gold)
{
    size_t wanted = s->gold_length < STRETCH_UNITS ? s->gold_length : STRETCH_UNITS;
    size_t end = 0;
    size_t covered = 0; /* units before it are in a run of the gold standard */
    size_t stretch = 0;

    for (size_t i = 0; i < s->text_length; i++) {
        if (i + gold->width <= s->text_length && has_run(gold, s->text + i)) {
            covered = i + gold->width;
        }
        stretch = i < covered ? stretch + 1 : 0;
        end = stretch >= wanted ? i + 1 : end;
    }
    return s->text_length - end;
}

static dana_status measure_tail(dana_arena *arena, dana_view text, dana_view gold, bool *goes_on,
                                dana_error *err)
{
    dana__sequences s;
    run_set set;
    dana_status status = dana__make_sequences(arena, DANA__BY_UNITS, text, gold, &s, err);

    if (status != DANA_OK) {
        return status;
    }
    set.width = run_width(s.gold_length);
    set.runs = dana__sorted_runs(arena, s.gold, s.gold_length, set.width, &set.count, err);
    if (set.runs == NULL) {
        return err->status;
    }
    *goes_on = count_tail(&s, &set) >= TAIL_UNITS;
    return DANA_OK;
}

/* The units of a line. */
static dana_status count_units(dana_arena *arena, dana_view line, size_t *units, dana_error *err)
{
    dana__sequences s;
    dana_status status = dana__make_sequences(arena, DANA__BY_UNITS, line, (dana_view){"", 0}, &s,
                                              err);

    *units = status == DANA_OK ? s.text_length : 0;
    return status;
}

/* The first and the last paragraph of a gold standard, empty where it has no unit. */
static dana_status find_paragraphs(dana_arena *arena, dana_view gold, dana_view *first,
                                   dana_view *last, dana_error *err)
{
    size_t best =
        0; /* units that count, of the paragraphs found: a long line replaces short ones */
    size_t start = 0;
    dana_status status = DANA_OK;

    *first = (dana_view){"", 0};
    *last = *first;
    for (size_t i = 0; i <= gold.length && status == DANA_OK; i++) {
        if (i < gold.length && gold.data[i] != '\n') {
            continue;
        }
        dana_view line = {gold.data + start, i - start};
        size_t units;

        status = count_units(arena, line, &units, err);
        units = units >= PARAGRAPH_UNITS ? 2 : units > 0;
        if (units > best) {
            *first = line;
        }
        best = units > best ? units : best;
        *last = units > 0 && units == best ? line : *last;
        start = i + 1;
    }
    return status;
}

dana_status dana_evaluate_edges(dana_arena *arena, dana_view text, dana_view gold, dana_edges *out,
                                dana_error *err)
{
    dana_error *why = DANA__ERROR(err);
    dana_view first;
    dana_view last;
    dana_status status = find_paragraphs(arena, gold, &first, &last, why);

    *out = (dana_edges){false, false, false};
    if (status == DANA_OK) {
        status = is_missing(arena, text, first, &out->first_missing, why);
    }
    if (status == DANA_OK) {
        status = is_missing(arena, text, last, &out->last_missing, why);
    }
    return status == DANA_OK ? measure_tail(arena, text, gold, &out->goes_on, why) : status;
}
