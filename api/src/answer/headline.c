#include "answer/headline.h"

/* "h1" to "h6", "title" for the title element, "og:title" and the like for other markup, or "text"
 * for any other position. */
static const char *source_name(const api__extraction *e, const dana_candidate *candidate)
{
    static const char *const headings[] = {"h1", "h2", "h3", "h4", "h5", "h6"};
    const dana_scan *scan = e->result.scan;

    if (candidate->heading > 0) {
        return headings[candidate->heading - 1];
    }
    if (candidate->source != NULL) {
        return candidate->source;
    }
    return scan->has_title && candidate->span.start == scan->title.start ? "title" : "text";
}

static void write_line(const api__extraction *e, api__writer *w, size_t offset)
{
    const dana_profile *profile = &e->result.profile;

    if (profile->line_count == 0) {
        api__write_null(w, "line");
        return;
    }
    api__write_number(w, "line",
                      (int64_t)dana_line_at(profile->lines, profile->line_count, offset) + 1);
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
    write_line(e, w, candidate->span.start);
    api__write_number(w, "start", (int64_t)start);
    api__write_number(w, "end", (int64_t)end);
    api__write_string(w, "source", source_name(e, candidate));
    api__write_real(w, "score", candidate->score);
    api__write_end(w);
}

void api__write_headline(api__extraction *e, api__writer *w, const char *name)
{
    api__offset_cursor cursor = api__new_cursor(e);

    if (e->headline.found) {
        write_candidate(e, w, name, &e->headline.headline, &cursor);
    } else {
        api__write_null(w, name);
    }
}

void api__write_candidates(api__extraction *e, api__writer *w, const char *name)
{
    api__offset_cursor cursor = api__new_cursor(e);

    api__write_begin_array(w, name);
    for (size_t i = 0; i < e->headline.candidate_count; i++) {
        write_candidate(e, w, NULL, &e->headline.candidates[i], &cursor);
    }
    api__write_end_array(w);
}
