#include "title/issue_number.h"

#include "base/ascii.h"
#include "page/page.h"
#include "text/selected_text.h"
#include "text/span_sets.h"

#include <string.h>

/* Digits at most. */
#define DIGITS_MOST 9

bool dana__is_issue_number(dana_view text)
{
    bool is = text.length > 1 && text.length <= DIGITS_MOST + 1 &&
              (text.data[0] == '#' || text.data[0] == '!');

    for (size_t i = 1; is && i < text.length; i++) {
        is = dana__is_digit(text.data[i]);
    }
    return is;
}

dana_status dana__cut_issue_number(dana_page *page, dana_view headline, dana_result *result,
                                   dana_error *err)
{
    const dana_scan *scan = result->scan;
    dana_span *heading = &result->headline;
    size_t after = dana__first_unit(scan, heading->end);
    const dana_unit *unit = after > 1 ? &scan->units[after - 1] : NULL;

    if (unit == NULL || unit->heading == 0 || unit->start <= heading->start) {
        return DANA_OK;
    }
    dana_view text = {page->source.data + unit->start, unit->length};
    bool says = headline.length >= text.length &&
                memcmp(headline.data + headline.length - text.length, text.data, text.length) == 0;

    if (!dana__is_issue_number(text) || says) {
        return DANA_OK;
    }
    heading->end = unit[-1].start + unit[-1].length;
    return dana__cut_span(page, (dana_span){unit->start, unit->start + unit->length},
                          &result->selection, err);
}
