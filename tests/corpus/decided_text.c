#include "decided_text.h"

#include "page/ops.h"
#include "page/page.h"

dana_status corpus_decided_text(dana_page *page, const dana__auto_settings *settings,
                                dana__auto_trace *trace, dana_view *text)
{
    dana_result result = {.algorithm = &dana__auto};
    dana_scan_options options = {0};
    dana_error err;
    dana_status status = dana_scan_page(page, &options, &result.scan, &err);

    /* The title element, which the headline is known by, is found by the scan. */
    if (status == DANA_OK) {
        status = dana__auto_decide(page, settings, trace, &err);
    }
    if (status == DANA_OK && trace->kept_noscript) {
        options.keep_noscript = true;
        status = dana_scan_page(page, &options, &result.scan, &err);
    }
    if (status == DANA_OK) {
        status = dana__auto_select(page, trace, &result.selection, &err);
    }
    return status == DANA_OK ? dana_render_text(page, &result, text, &err) : status;
}
