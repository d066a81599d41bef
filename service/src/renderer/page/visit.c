#include "renderer/page/visit.h"

#include "base/clock.h"
#include "renderer/page/requests.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is kept of the time for taking the page: a part of all, and at most so much. */
#define RESERVE_SHARE 0.25
#define RESERVE_MS    1500.0
/* How often a selector is looked for. */
#define SELECTOR_MS 100.0
/* How long a page that has not loaded has been quiet when it is asked. */
#define SILENCE_MS 1000.0
/* How many windows high a page is shown for what loads where it is seen; how often at most; how
 * long it is waited for at most until it is drawn so, and what is seen then has to ask for
 * something. */
#define WINDOWS_MAX 8
#define ROUNDS_MAX  3
#define DRAWN_MS    2000.0
#define SEEN_MS     80.0
/* Longest wait for the end of a page, and for the end of its scripts. */
#define CLOSE_MS 2000.0
#define STILL_MS 2000.0

/*
 * What could only ask a network that is not there, or outlive the page. Whoever looks for it finds
 * that this browser does not have it.
 */
static const char absent[] =
    "delete Navigator.prototype.serviceWorker;"
    "for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'RTCDataChannel',"
    " 'WebTransport', 'SharedWorker']) delete globalThis[name];";

static bool keep_id(const json_t *result, const char *name, char out[SVC_PAGE_ID_SIZE])
{
    const char *text = json_string_value(json_object_get(result, name));

    return text != NULL && snprintf(out, SVC_PAGE_ID_SIZE, "%s", text) < SVC_PAGE_ID_SIZE;
}

/* Calls the browser and keeps an id of its answer. */
static bool call_for_id(svc_page *page, const char *method, json_t *params, const char *name,
                        char out[SVC_PAGE_ID_SIZE])
{
    json_t *result = svc_page_call(page, "", method, params, page->end_ms);
    bool kept = keep_id(result, name, out);

    json_decref(result);
    if (!kept) {
        svc_page_fail(page, "hung");
    }
    return kept;
}

static bool make_page(svc_page *page)
{
    const svc_page_order *order = &page->order;

    return call_for_id(page, "Target.createBrowserContext", json_pack("{sb}", "disposeOnDetach", 1),
                       "browserContextId", page->context) &&
           call_for_id(page, "Target.createTarget",
                       json_pack("{ss ss si si}", "url", "about:blank", "browserContextId",
                                 page->context, "width", order->width, "height", order->height),
                       "targetId", page->target) &&
           call_for_id(page, "Target.attachToTarget",
                       json_pack("{ss sb}", "targetId", page->target, "flatten", 1), "sessionId",
                       page->session);
}

static void set_window(svc_page *page, int height)
{
    svc_page_send(page, "Emulation.setDeviceMetricsOverride",
                  json_pack("{si si si sb}", "width", page->order.width, "height", height,
                            "deviceScaleFactor", 1, "mobile", 0));
}

/* The last answer is waited for: a page that is loaded before tells of nothing. */
static bool set_up(svc_page *page)
{
    svc_page_send(page, "Inspector.enable", NULL);
    svc_page_send(page, "Network.enable",
                  json_pack("{si si}", "maxTotalBufferSize", 0, "maxResourceBufferSize", 0));
    svc_page_send(page, "Network.setBypassServiceWorker", json_pack("{sb}", "bypass", 1));
    svc_page_send(page, "Network.setCacheDisabled", json_pack("{sb}", "cacheDisabled", 1));
    svc_page_send(page, "Fetch.enable", json_pack("{s[{ss}]}", "patterns", "urlPattern", "*"));
    svc_page_send(page, "Page.addScriptToEvaluateOnNewDocument",
                  json_pack("{ss}", "source", absent));
    set_window(page, page->order.height);
    json_t *result = svc_page_call(page, page->session, "Page.enable", NULL, page->end_ms);

    json_decref(result);
    return result != NULL;
}

static double quiet_since(const svc_page *page)
{
    return fmax(page->loaded_ms, page->requests.changed_ms);
}

/* Returns whether the requests have been quiet for so long. */
static bool is_quiet(const svc_page *page, double quiet_ms)
{
    return page->requests.outstanding == 0 && svc_now_ms() - quiet_since(page) >= quiet_ms;
}

/* The script that looks for a selector: null where it is none for the browser. NULL: no memory. */
static char *selector_script(const char *selector)
{
    char *script = NULL;
    json_t *text = json_string(selector);
    char *quoted = json_dumps(text, JSON_ENCODE_ANY | JSON_ENSURE_ASCII);

    if (quoted == NULL || asprintf(&script,
                                   "try{document.querySelector(%s)!==null}"
                                   "catch(e){e.name==='SyntaxError'?null:false}",
                                   quoted) < 0) {
        script = NULL;
    }
    json_decref(text);
    free(quoted);
    return script;
}

/* Looks for the selector. One that the browser cannot read never matches. */
static bool has_selector(svc_page *page, double until_ms)
{
    char *script = selector_script(page->order.selector);
    json_t *result = NULL;

    if (script != NULL) {
        result = svc_page_call(page, page->session, "Runtime.evaluate",
                               json_pack("{ss sb}", "expression", script, "returnByValue", 1),
                               until_ms);
    }
    const json_t *value = json_object_get(json_object_get(result, "result"), "value");
    bool found = json_is_true(value);

    page->is_hopeless |= json_is_null(value);
    json_decref(result);
    free(script);
    return found;
}

/* Whether the page says that it is loaded: where it has gone on to what is not to be had, no event
 * tells of it. Asked for pages that have been quiet for a while. */
static void look_whether_loaded(svc_page *page, double until_ms)
{
    json_t *result = svc_page_call(page, page->session, "Runtime.evaluate",
                                   json_pack("{ss sb}", "expression",
                                             "document.readyState === 'complete'", "returnByValue",
                                             1),
                                   until_ms);

    page->is_loaded |= json_is_true(json_object_get(json_object_get(result, "result"), "value"));
    page->loaded_ms = svc_now_ms();
    json_decref(result);
}

/*
 * A browser parses a page no further that is on its way elsewhere, and does not go on with it where
 * there is no way. The page is loaded once more then, without its scripts: its own text counts.
 */
static void load_again(svc_page *page)
{
    page->is_cut = false;
    if (page->is_still) {
        return; /* by a refresh, for example: nothing more can be done */
    }
    page->is_still = true;
    page->was_given = false;
    page->is_shown = false;
    page->is_loaded = false;
    json_decref(svc_page_call(page, page->session, "Emulation.setScriptExecutionDisabled",
                              json_pack("{sb}", "value", 1),
                              fmin(svc_now_ms() + STILL_MS, page->end_ms)));
    svc_page_send(page, "Page.navigate", json_pack("{ss}", "url", page->order.url));
}

/* Returns whether the page has all that is waited for; *next_ms: when to look again. */
static bool is_ready(svc_page *page, double until_ms, double *next_ms)
{
    const svc_page_order *order = &page->order;
    double now_ms = svc_now_ms();

    *next_ms = until_ms;
    if (page->is_cut) {
        load_again(page);
    }
    if (!page->is_loaded) {
        double asked_ms = fmax(quiet_since(page), page->began_ms) + SILENCE_MS;

        if (page->is_shown && page->requests.outstanding == 0 && now_ms >= asked_ms) {
            look_whether_loaded(page, until_ms);
        }
        *next_ms = page->requests.outstanding == 0 ? fmax(asked_ms, now_ms + SELECTOR_MS)
                                                   : until_ms;
        return false;
    }
    if (order->quiet_ms > 0.0 && !is_quiet(page, order->quiet_ms)) {
        *next_ms = page->requests.outstanding == 0 ? quiet_since(page) + order->quiet_ms : until_ms;
        return false;
    }
    *next_ms = now_ms + SELECTOR_MS;
    return order->selector[0] == '\0' || has_selector(page, until_ms);
}

/* Waits until a page is ready. Returns false where the time, or the page, is over before, or where
 * it cannot be. */
static bool wait_until_ready(svc_page *page, double until_ms)
{
    double next_ms = until_ms;

    while (!is_ready(page, until_ms, &next_ms)) {
        if (page->is_hopeless || svc_now_ms() >= until_ms ||
            !svc_page_turn(page, fmin(next_ms, until_ms))) {
            return false;
        }
    }
    return true;
}

/* The height of the page in CSS pixels; 0: unknown. */
static double page_height(svc_page *page, double until_ms)
{
    json_t *result = svc_page_call(page, page->session, "Page.getLayoutMetrics", NULL, until_ms);
    double height = json_number_value(
        json_object_get(json_object_get(result, "cssContentSize"), "height"));

    json_decref(result);
    return height;
}

/* Waits until the window has been drawn twice: what looks for what is seen is told of it after the
 * first time, and a busy machine may take long for that. */
static void wait_until_drawn(svc_page *page, double until_ms)
{
    json_t *result = svc_page_call(
        page, page->session, "Runtime.evaluate",
        json_pack("{ss sb}", "expression",
                  "new Promise(r => requestAnimationFrame(() => requestAnimationFrame(() => r())))",
                  "awaitPromise", 1),
        fmin(svc_now_ms() + DRAWN_MS, until_ms));

    json_decref(result);
}

/* Shows the page in a window so high that it sees what lies below, and waits for what that loads.
 * Returns whether it loaded something. */
static bool show_below(svc_page *page, double height, double until_ms)
{
    unsigned before = page->requests.total;

    set_window(page, (int)fmin(ceil(height), (double)page->order.height * WINDOWS_MAX));
    wait_until_drawn(page, until_ms);
    double shown_ms = svc_now_ms();

    while (svc_now_ms() < fmin(shown_ms + SEEN_MS, until_ms) && svc_page_turn(page, until_ms)) {
        /* what is seen asks */
    }
    return page->requests.total > before && wait_until_ready(page, until_ms);
}

/* Pages load pictures, and more of themselves, where somebody looks. */
static void look_at_all(svc_page *page, double until_ms)
{
    double seen = page->order.height;
    bool more = true;

    for (int i = 0; i < ROUNDS_MAX && more; i++) {
        double height = page_height(page, until_ms);

        more = height > seen && seen < (double)page->order.height * WINDOWS_MAX;
        if (more) {
            seen = height;
            more = show_below(page, height, until_ms);
        }
    }
    if (seen > page->order.height) {
        set_window(page, page->order.height);
    }
}

bool svc_visit_open(svc_page *page)
{
    double reserve_ms = fmin(RESERVE_MS, page->order.timeout_ms * RESERVE_SHARE);
    double until_ms = page->began_ms + page->order.timeout_ms - reserve_ms;

    if (!make_page(page) || !set_up(page)) {
        return false;
    }
    svc_page_send(page, "Page.navigate", json_pack("{ss}", "url", page->order.url));
    page->is_complete = wait_until_ready(page, until_ms);
    if (page->is_complete && page->order.quiet_ms > 0.0) {
        look_at_all(page, until_ms);
    }
    return page->failure == NULL && !page->is_unwanted;
}

bool svc_visit_close(svc_page *page)
{
    bool fine = page->failure == NULL && page->context[0] != '\0';
    json_t *result = NULL;

    if (fine) {
        page->is_unwanted = false; /* the browser is still wanted */
        page->channel = &(svc_channel){.fd = -1};
        page->session[0] = '\0';
        page->end_ms = svc_now_ms() + CLOSE_MS;
        result = svc_page_call(page, "", "Target.disposeBrowserContext",
                               json_pack("{ss}", "browserContextId", page->context), page->end_ms);
    }
    fine = result != NULL && page->failure == NULL;
    json_decref(result);
    svc_requests_clear(&page->requests);
    svc_buffer_clear(&page->ranges);
    return fine;
}
