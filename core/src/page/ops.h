/*
 * What a descriptor does. Core's own: callers use dana_extract and dana_find_headline, which do
 * what all algorithms need (checks, scan, warnings) around these.
 */
#ifndef DANA_PAGE_OPS_H
#define DANA_PAGE_OPS_H

#include "dana/result.h"

/* Functions of a descriptor; those of the other kind are NULL. */
struct dana_algorithm_ops {
    /* Fills the options of the scan that the algorithm works on. */
    void (*scan_options)(const dana_params *params, dana_scan_options *options);
    /* CONTENT: makes the scan, reading more in the same pass; NULL: dana_scan_page does. */
    dana_status (*scan)(dana_page *page, const dana_scan_options *options, const dana_scan **scan,
                        dana_error *err);
    /* CONTENT: fills result's profile, selection and warnings; scan and params are set. */
    dana_status (*extract)(dana_page *page, dana_result *result, dana_error *err);
    /* HEADLINE: fills headline's candidates where wanted, headline, found; params are set. */
    dana_status (*headline)(dana_page *page, const dana_scan *scan, bool want_candidates,
                            dana_headline *headline, dana_error *err);
    /* HEADLINE: without a title element there is nothing to do. */
    bool needs_title;
    /* Judges the value of the algorithm's TEXT parameter (NUL-terminated); NULL where it has none.
     * Errors: DANA_INVALID_PARAM with the byte of the text as position. */
    dana_status (*check_text)(const char *text, dana_error *err);
    /* CONTENT: the text is rendered as R2L does (thesis 4.3.5): no ASCII, no references. */
    bool renders_non_ascii_only;
    /* What a page gives depends on its site (see dana/site.h). */
    bool reads_site;
    /* Where the page's elements have no content, that of its data is taken, and its headline. */
    bool takes_data;
};

/* Options of the default scan. A dana_algorithm_ops.scan_options. */
void dana__default_scan(const dana_params *params, dana_scan_options *options);

/* Sets result's profile to the lines of its scan, without a signal. */
void dana__share_profile(dana_result *result);

#endif
