/*
 * What the files that find fields share: the page, its evidence and what was found so far.
 */
#ifndef DANA_METADATA_FIND_H
#define DANA_METADATA_FIND_H

#include "dana/metadata.h"
#include "dates/date.h"
#include "evidence/evidence.h"

#include <stdbool.h>

/* A search for metadata. */
typedef struct {
    dana_page *page;
    dana_arena *arena;
    const dana_metadata_input *input;
    const dana__evidence *evidence;
    dana__date_reading reading; /* of dates on this page */
    dana_view base;             /* URL that references are relative to; empty: unknown */
    dana_metadata *out;
    dana_error *err;
} dana__search;

/*
 * Returns what a visible hint is worth where it stands: less with every text between it and the
 * headline, less still in parts that are set aside. Hints of the head are worth what they say.
 */
int dana__worth_in_place(const dana__search *search, const dana__hint *hint);

/* As dana_find_metadata, without one rule (dana__rule_at): what a rule is worth is what is lost. */
DANA_MUST_USE dana_status dana__find_metadata_without(dana_page *page,
                                                      const dana_metadata_input *input,
                                                      const void *without, dana_metadata *out,
                                                      dana_error *err);

/* Reads the name that a hint gives; *name is empty where it gives none. Errors: DANA_TOO_COMPLEX,
 * DANA_NO_MEMORY. */
DANA_MUST_USE dana_status dana__hint_name(const dana__search *search, const dana__hint *hint,
                                          dana_view *name);

/* Reads the date that a hint gives. *found: there is one; *changed: words of change stand before
 * it. Errors: as dana__hint_name. */
DANA_MUST_USE dana_status dana__hint_date(const dana__search *search, const dana__hint *hint,
                                          bool *found, bool *changed, dana__date *date);

/* How dates are to be read once the language is known: the month comes first in American English
 * alone; numbers of Persian pages may be solar Hijri years. */
dana__date_reading dana__reading_of(const dana_metadata *out);

/* Finds the authors. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY. */
DANA_MUST_USE dana_status dana__find_authors(dana__search *search);

/* Finds the dates of publication and change. Errors: as dana__find_authors. */
DANA_MUST_USE dana_status dana__find_dates(dana__search *search);

/* Finds language and direction. Errors: as dana__find_authors. */
DANA_MUST_USE dana_status dana__find_language(dana__search *search);

/* Finds the site's name; after the language. Errors: as dana__find_authors. */
DANA_MUST_USE dana_status dana__find_site_name(dana__search *search);

/* Finds canonical URL and main image. Errors: as dana__find_authors, DANA_CANCELLED. */
DANA_MUST_USE dana_status dana__find_urls(dana__search *search);

/* Finds excerpt and subtitles. Errors: as dana__find_authors. */
DANA_MUST_USE dana_status dana__find_texts(dana__search *search);

/* Finds the best hint about something outside the visible page, data NULL where there is none;
 * *source is set. The view is raw. */
dana_view dana__best_head_hint(const dana__search *search, dana__about about,
                               dana_metadata_source *source);

#endif
