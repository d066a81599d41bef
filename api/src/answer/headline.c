#include "answer/headline.h"

/* "h1" to "h6", "title" for the title element, "og:title" and the like for other markup, or "text"
 * for any other position. */
static json_t *source_name(const api__extraction *e, const dana_candidate *candidate)
{
    const dana_scan *scan = e->result.scan;

    if (candidate->heading > 0) {
        return json_sprintf("h%u", candidate->heading);
    }
    if (candidate->source != NULL) {
        return json_string(candidate->source);
    }
    return json_string(scan->has_title && candidate->span.start == scan->title.start ? "title"
                                                                                     : "text");
}

static json_t *line_number(const api__extraction *e, size_t offset)
{
    const dana_profile *profile = &e->result.profile;

    if (profile->line_count == 0) {
        return json_null();
    }
    return json_integer((json_int_t)dana_line_at(profile->lines, profile->line_count, offset) + 1);
}

/* Writes a candidate's text; where core fails the writer does. */
static void write_candidate_text(api__extraction *e, api__writer *w,
                                 const dana_candidate *candidate)
{
    dana_view text;

    if (dana_candidate_text(e->page, candidate, &text, &e->err) == DANA_OK) {
        api__write_text(w, "text", text);
    } else {
        api__buffer_fail(&w->buffer);
    }
}

static void write_candidate(api__extraction *e, api__writer *w, const char *name,
                            const dana_candidate *candidate, api__offset_cursor *cursor)
{
    size_t start = api__offset_at(cursor, candidate->span.start);
    size_t end = api__offset_at(cursor, candidate->span.end);

    api__write_begin(w, name);
    write_candidate_text(e, w, candidate);
    api__write_value(w, "line", line_number(e, candidate->span.start));
    api__write_value(w, "start", json_integer((json_int_t)start));
    api__write_value(w, "end", json_integer((json_int_t)end));
    api__write_value(w, "source", source_name(e, candidate));
    api__write_value(w, "score", json_real(candidate->score));
    api__write_end(w);
}

void api__write_headline(api__extraction *e, api__writer *w, const char *name)
{
    api__offset_cursor cursor = api__new_cursor(e);

    if (e->headline.found) {
        write_candidate(e, w, name, &e->headline.headline, &cursor);
    } else {
        api__write_value(w, name, json_null());
    }
}

void api__write_candidates(api__extraction *e, api__writer *w, const char *name)
{
    api__offset_cursor cursor = api__new_cursor(e);

    api__write_begin_array(w, name, e->headline.candidate_count);
    for (size_t i = 0; i < e->headline.candidate_count; i++) {
        write_candidate(e, w, NULL, &e->headline.candidates[i], &cursor);
    }
    api__write_end_array(w);
}
