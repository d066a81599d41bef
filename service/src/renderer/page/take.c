#include "renderer/page/take.h"

#include "base/clock.h"

#include <math.h>

/* How long the browser may take for the tree of a page until its scripts are ended. */
#define PATIENCE_MS 700.0

static json_t *styles_wanted(const svc_page *page)
{
    json_t *styles = json_array();

    for (size_t i = 0; page->order.boxes && svc_look_styles[i] != NULL; i++) {
        json_array_append_new(styles, json_string(svc_look_styles[i]));
    }
    return styles;
}

static json_t *ask_for_tree(svc_page *page, double until_ms)
{
    return svc_page_call(page, page->session, "DOMSnapshot.captureSnapshot",
                         json_pack("{so}", "computedStyles", styles_wanted(page)), until_ms);
}

/* A page whose script does not end answers nothing, until the script is ended. */
static json_t *find_tree(svc_page *page)
{
    double now_ms = svc_now_ms();
    json_t *result = ask_for_tree(page, fmin(now_ms + PATIENCE_MS, page->end_ms));

    if (result == NULL && page->failure == NULL && !page->is_unwanted) {
        page->is_complete = false;
        svc_page_send(page, "Emulation.setScriptExecutionDisabled", json_pack("{sb}", "value", 1));
        svc_page_send(page, "Runtime.terminateExecution", NULL);
        result = ask_for_tree(page, page->end_ms);
    }
    return result;
}

static void split_tree(svc_page *page, svc_tree *tree)
{
    json_t *document = svc_page_call(page, page->session, "DOM.getDocument",
                                     json_pack("{si sb}", "depth", -1, "pierce", 1), page->end_ms);

    svc_tree_split(tree, document);
    json_decref(document);
}

bool svc_take(svc_page *page, svc_taken *taken)
{
    *taken = (svc_taken){.snapshot = find_tree(page)};
    if (taken->snapshot == NULL || !svc_tree_read(&taken->tree, taken->snapshot)) {
        svc_page_fail(page, "hung");
        return false;
    }
    if (taken->tree.is_nested) {
        split_tree(page, &taken->tree);
    }
    if (!svc_markup_write(&taken->markup, &taken->tree) ||
        (page->order.boxes && !svc_look_write(&taken->tree, &taken->markup, &taken->boxes))) {
        svc_page_fail(page, "memory");
    }
    return page->failure == NULL;
}

void svc_taken_clear(svc_taken *taken)
{
    svc_tree_clear(&taken->tree);
    svc_markup_clear(&taken->markup);
    svc_buffer_clear(&taken->boxes);
    json_decref(taken->snapshot);
    taken->snapshot = NULL;
}
