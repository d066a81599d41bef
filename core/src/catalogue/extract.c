#include "dana/extract.h"

#include "page/ops.h"
#include "page/page.h"

static const struct {
    const char *code;
    const char *text;
} warnings[DANA_WARNING_COUNT] = {
#define WARNING_ROW(name, code, text) [DANA_WARNING_##name] = {code, text},
    DANA_WARNING_LIST(WARNING_ROW)
#undef WARNING_ROW
};

const char *dana_warning_code(dana_warning warning)
{
    return warnings[warning].code;
}

const char *dana_warning_text(dana_warning warning)
{
    return warnings[warning].text;
}

/* What every content algorithm needs first: its parameters checked, its scan made. */
static dana_status prepare(dana_page *page, const dana_algorithm *algorithm,
                           const dana_params *params, dana_params *effective,
                           const dana_scan **scan, dana_error *err)
{
    dana_scan_options options = {0};

    if (params != NULL) {
        *effective = *params;
    } else {
        dana_params_defaults(algorithm, effective);
    }
    dana_status status = dana__check_params(algorithm, effective, err);

    if (status != DANA_OK) {
        return status;
    }
    algorithm->ops->scan_options(effective, &options);
    return algorithm->ops->scan != NULL ? algorithm->ops->scan(page, &options, scan, err)
                                        : dana_scan_page(page, &options, scan, err);
}

dana_status dana_prepare(dana_page *page, const dana_algorithm *algorithm,
                         const dana_params *params, dana_error *err)
{
    dana_params effective;
    const dana_scan *scan;

    return prepare(page, algorithm, params, &effective, &scan, err);
}

/* A page of at least so many bytes, with at most so many of text, and that many times as many in
 * all, is suspected to be filled by scripts. Of wcxb-dev that names five pages, whose gold text no
 * part of their source holds. */
#define SHELL_BYTES ((size_t)2048)
#define SHELL_TEXT  ((size_t)400)
#define SHELL_RATIO ((size_t)20)

static bool is_shell(const dana_page *page, const dana_scan *scan)
{
    size_t text = 0;

    for (size_t i = 0; i < scan->unit_count && text <= SHELL_TEXT; i++) {
        text += scan->units[i].length;
    }
    return page->source.length >= SHELL_BYTES && text <= SHELL_TEXT &&
           page->source.length >= SHELL_RATIO * text;
}

dana_status dana_extract(dana_page *page, const dana_algorithm *algorithm,
                         const dana_params *params, dana_result *out, dana_error *err)
{
    *out = (dana_result){.algorithm = algorithm};
    dana_status status = prepare(page, algorithm, params, &out->params, &out->scan, err);

    if (status == DANA_OK) {
        status = algorithm->ops->extract(page, out, err);
    }
    if (status == DANA_OK && out->selection.count == 0) {
        out->warnings |= 1u << DANA_WARNING_NO_CONTENT;
    }
    if (status == DANA_OK && is_shell(page, out->scan)) {
        out->warnings |= 1u << DANA_WARNING_SCRIPT_RENDERED;
    }
    return status;
}

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
    return dana_render_span(page, candidate->span, out, err);
}

dana_status dana_find_headline(dana_page *page, const dana_algorithm *algorithm,
                               const dana_params *params, bool want_candidates, dana_headline *out,
                               dana_error *err)
{
    const dana_scan *scan;

    *out = (dana_headline){.algorithm = algorithm};
    if (params != NULL) {
        out->params = *params;
    } else {
        dana_params_defaults(algorithm, &out->params);
    }
    dana_status status = dana__check_params(algorithm, &out->params, err);

    if (status == DANA_OK) {
        status = headline_scan(page, &scan, err);
    }
    if (status != DANA_OK) {
        return status;
    }
    if (algorithm->ops->needs_title && !scan->has_title) {
        out->warnings |= 1u << DANA_WARNING_NO_TITLE;
        return DANA_OK;
    }
    status = algorithm->ops->headline(page, scan, want_candidates, out, err);
    if (status == DANA_OK && !out->found) {
        out->warnings |= 1u << DANA_WARNING_NO_HEADLINE;
    }
    return status;
}
