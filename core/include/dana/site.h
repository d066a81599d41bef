/*
 * A site: what its pages have in common, learned from some of them, for the algorithms that tell
 * templates by comparing pages (`sst`).
 *
 *   dana_site_new, dana_site_add for each page, dana_site_measure,
 *   then for each page: dana_page_set_site, dana_extract.
 */
#ifndef DANA_SITE_H
#define DANA_SITE_H

#include "dana/descriptor.h"
#include "dana/page.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Opaque site. One thread while pages are added; any number of them read it once it is measured. */
typedef struct dana_site dana_site;

/* Fewest pages that can be compared. */
#define DANA_SITE_PAGES_MIN ((size_t)2)

/*
 * Makes a site without pages. cap_bytes bounds its memory; 0: 64 MiB. A page of 100 KB takes some
 * 30 to 60 KB. *out is owned: dana_site_free. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana_site_new(size_t cap_bytes, const dana_allocator *allocator,
                                        dana_site **out, dana_error *err);

/*
 * Adds a page, which may be closed afterwards; not after dana_site_measure. Errors, which leave the
 * site as it was: DANA_TOO_COMPLEX (no room left: the pages that it has are its sample),
 * DANA_NO_MEMORY, DANA_CANCELLED.
 */
DANA_MUST_USE dana_status dana_site_add(dana_site *site, dana_page *page, dana_error *err);

/* Returns the number of pages that were added. */
size_t dana_site_pages(const dana_site *site);

/* Measures what was added: to be called once, before a page is given the site. */
void dana_site_measure(dana_site *site);

/*
 * Gives a page the site that it is compared with; NULL: none. The site is borrowed, is measured,
 * and may have been made with or without the page.
 */
void dana_page_set_site(dana_page *page, const dana_site *site);

/* Returns whether an algorithm with these parameters, or one that it combines, compares a page with
 * its site. */
bool dana_reads_site(const dana_algorithm *algorithm, const dana_params *params);

/* Frees a site; NULL is allowed. */
void dana_site_free(dana_site *site);

#ifdef __cplusplus
}
#endif
#endif
