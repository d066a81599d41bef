/*
 * What a descriptor does. Core's own: callers use dana_extract and dana_find_headline, which do
 * what all algorithms need (checks, scan, warnings) around these.
 */
#ifndef DANA_PAGE_OPS_H
#define DANA_PAGE_OPS_H

#include "dana/extract.h"
#include "dana/headline.h"

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
};

/* Checks every value against its parameter. Errors: DANA_INVALID_PARAM. */
DANA_MUST_USE dana_status dana__check_params(const dana_algorithm *algorithm,
                                             const dana_params *params, dana_error *err);

/* The descriptors; the list in algorithm.c names them all. */
extern const dana_algorithm dana__r2l;
extern const dana_algorithm dana__dana;
extern const dana_algorithm dana__danag;
extern const dana_algorithm dana__addanag;
extern const dana_algorithm dana__density;
extern const dana_algorithm dana__bte;
extern const dana_algorithm dana__dsc;
extern const dana_algorithm dana__ccb;
extern const dana_algorithm dana__accb;
extern const dana_algorithm dana__tccb;
extern const dana_algorithm dana__boilerpipe;
extern const dana_algorithm dana__cetr;
extern const dana_algorithm dana__mss;
extern const dana_algorithm dana__lqf;
extern const dana_algorithm dana__cetd;
extern const dana_algorithm dana__combine;
extern const dana_algorithm dana__crunch;
extern const dana_algorithm dana__gswce;
extern const dana_algorithm dana__fe;
extern const dana_algorithm dana__kfe;
extern const dana_algorithm dana__auto;
extern const dana_algorithm dana__titlefinder;
extern const dana_algorithm dana__largest_heading;
extern const dana_algorithm dana__title;
extern const dana_algorithm dana__titlerank;

#endif
