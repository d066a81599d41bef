#include "dana/extract.h"

#include "base/error.h"
#include "catalogue/params.h"
#include "page/ops.h"
#include "page/page.h"
#include "text/span_sets.h"

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

    dana_status status = dana__effective_params(algorithm, params, effective, err);

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

    return prepare(page, algorithm, params, &effective, &scan, DANA__ERROR(err));
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

/* Whether some text lies in a selection. */
static bool has_text(const dana_scan *scan, const dana_selection *selection)
{
    size_t next = 0;

    for (size_t i = 0; i < scan->unit_count; i++) {
        const dana_unit *unit = &scan->units[i];

        if (dana__touches(selection, &next, unit->start, unit->start + unit->length)) {
            return true;
        }
    }
    return false;
}

/* Where the caller's selectors choose the content, the algorithm's selection gives way to it. */
static void choose_content(const dana_page *page, dana_result *out)
{
    if (!page->has_chosen) {
        return;
    }
    out->selection = page->chosen;
    if (page->chosen.count == 0) {
        out->warnings |= 1u << DANA_WARNING_SELECTOR_WITHOUT_MATCH;
    } else if (!has_text(out->scan, &page->chosen)) {
        out->selection.count = 0;
    }
}

dana_status dana_extract(dana_page *page, const dana_algorithm *algorithm,
                         const dana_params *params, dana_result *out, dana_error *err)
{
    dana_error *why = DANA__ERROR(err);

    *out = (dana_result){.algorithm = algorithm};
    dana_status status = prepare(page, algorithm, params, &out->params, &out->scan, why);

    if (status == DANA_OK) {
        status = algorithm->ops->extract(page, out, why);
    }
    if (status == DANA_OK) {
        choose_content(page, out);
    }
    if (status == DANA_OK && out->selection.count == 0) {
        out->warnings |= 1u << DANA_WARNING_NO_CONTENT;
    }
    if (status == DANA_OK && is_shell(page, out->scan)) {
        out->warnings |= 1u << DANA_WARNING_SCRIPT_RENDERED;
    }
    return status;
}
