#include "dana/extract.h"

#include "base/error.h"
#include "base/utf8.h"
#include "catalogue/params.h"
#include "data/data.h"
#include "data/shell.h"
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

/* The code points of a text, those of three bytes and more twice. */
static size_t weight_of(const char *text, size_t length)
{
    size_t weight = dana__utf8_count(text, length);

    for (size_t i = 0; i < length; i++) {
        weight += (unsigned char)text[i] >= 0xE0;
    }
    return weight;
}

/* More content is not counted: neither data nor a browser would bring what is missing. */
#define CONTENT_COUNTED ((size_t)400)

/* The code points that are selected, as far as they are counted; those of scripts that write a word
 * in one or two signs count twice. *loose: those outside links. */
static size_t count_content(const dana_page *page, const dana_result *result, size_t *loose)
{
    const dana_selection *selection = &result->selection;
    size_t next = 0;
    size_t count = 0;

    *loose = 0;
    for (size_t i = 0; i < result->scan->unit_count && count < CONTENT_COUNTED; i++) {
        const dana_unit *unit = &result->scan->units[i];

        if (dana__touches(selection, &next, unit->start, (size_t)unit->start + unit->length)) {
            size_t weight = weight_of(page->source.data + unit->start, unit->length);

            count += weight;
            *loose += unit->in_anchor ? 0 : weight;
        }
    }
    return count;
}

/* Looks into the page's data where its elements have little, and judges what is missing. What data
 * would take too much memory leaves the content as it is. */
static dana_status complete(dana_page *page, dana_result *out, dana_error *err)
{
    size_t loose; /* the links of a shell are its menus: an article in the data is not held against
                     them */
    size_t content = count_content(page, out, &loose);
    dana_status status = DANA_OK;
    bool shell = false;

    if (out->algorithm->ops->takes_data && content < CONTENT_COUNTED) {
        status = dana__find_data(page, out, loose, &out->data, &out->selection, err);
    }
    if (status == DANA_TOO_COMPLEX) {
        status = DANA_OK;
    }
    page->data = out->data;
    if (status == DANA_OK && out->data != NULL) {
        out->warnings |= 1u << DANA_WARNING_CONTENT_FROM_DATA;
        return DANA_OK;
    }
    if (status == DANA_OK && content < CONTENT_COUNTED) {
        status = dana__is_shell(page, out->scan, &shell, err);
    }
    out->warnings |= shell ? 1u << DANA_WARNING_NEEDS_RENDERING : 0u;
    out->warnings |= out->selection.count == 0 ? 1u << DANA_WARNING_NO_CONTENT : 0u;
    return status;
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
    out->selection = page->chosen;
    if (page->chosen.count == 0) {
        out->warnings |= 1u << DANA_WARNING_SELECTOR_WITHOUT_MATCH;
    } else if (!has_text(out->scan, &page->chosen)) {
        out->selection.count = 0;
    }
    out->warnings |= out->selection.count == 0 ? 1u << DANA_WARNING_NO_CONTENT : 0u;
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
    if (status == DANA_OK && page->has_chosen) {
        choose_content(page, out);
        return DANA_OK;
    }
    return status == DANA_OK ? complete(page, out, why) : status;
}
