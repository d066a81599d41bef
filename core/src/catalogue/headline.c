#include "dana/headline.h"

#include "base/error.h"
#include "catalogue/params.h"
#include "page/ops.h"
#include "page/page.h"
#include "text/trim.h"

/* Without an extraction before it, a headline method scans with the default options. */
static dana_status headline_scan(dana_page *page, const dana_scan **scan, dana_error *err)
{
    dana_scan_options options = {0};

    if (page->has_scan) {
        options = page->scan.options;
    }
    return dana_scan_page(page, &options, scan, err);
}

dana_status dana_candidate_text(dana_page *page, const dana_candidate *candidate, dana_view *out,
                                dana_error *err)
{
    if (candidate->text.data != NULL) {
        *out = candidate->text;
        return DANA_OK;
    }
    dana_status status = dana_render_span(page, candidate->span, out, err);

    if (status == DANA_OK) {
        *out = dana__trim_unseen(*out);
    }
    return status;
}

/* Content from data has its title there, in the same object; the page's own names the site. */
static void take_data_headline(const dana_page *page, dana_headline *out)
{
    const dana_data *data = page->data;

    if (data != NULL && data->headline.text.data != NULL) {
        out->found = true;
        out->headline = (dana_candidate){.span = data->headline.where,
                                         .score = 1.0,
                                         .text = data->headline.text,
                                         .source = data->source};
    }
}

dana_status dana_find_headline(dana_page *page, const dana_algorithm *algorithm,
                               const dana_params *params, bool want_candidates, dana_headline *out,
                               dana_error *err)
{
    dana_error *why = DANA__ERROR(err);
    const dana_scan *scan;

    *out = (dana_headline){.algorithm = algorithm};
    dana_status status = dana__effective_params(algorithm, params, &out->params, why);

    if (status == DANA_OK) {
        status = headline_scan(page, &scan, why);
    }
    if (status != DANA_OK) {
        return status;
    }
    if (algorithm->ops->needs_title && !scan->has_title) {
        out->warnings |= 1u << DANA_WARNING_NO_TITLE;
        return DANA_OK;
    }
    status = algorithm->ops->headline(page, scan, want_candidates, out, why);
    if (status == DANA_OK && algorithm->ops->takes_data) {
        take_data_headline(page, out);
    }
    if (status == DANA_OK && !out->found) {
        out->warnings |= 1u << DANA_WARNING_NO_HEADLINE;
    }
    return status;
}
