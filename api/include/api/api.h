/*
 * The API: requests as bytes in, responses as bytes out. Opens no socket, starts no thread, reads
 * no clock but the one it is given. Thread-safe: all state is in the arguments.
 */
#ifndef API_API_H
#define API_API_H

#include "api/embedded.h"
#include "api/measures.h"
#include "api/rendered.h"

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The server that the API runs in. Filled once by the service before it starts. */
typedef struct {
    const char *version;       /* "1.2.3" */
    const char *base_path;     /* "/a/b", prefix of the paths that answers name; NULL: none */
    bool playground;           /* whether GET / serves the playground */
    size_t max_body_bytes;     /* limit of a request body */
    unsigned workers;          /* worker threads */
    unsigned queue_size;       /* jobs that may wait */
    double process_timeout_ms; /* longest work on one page, queue not counted; 0: any */
    double read_timeout_ms;    /* longest arrival of a request */
    double queue_timeout_ms;   /* longest wait for a worker */
    size_t max_attributes;     /* limits of a page's shape: see dana/limits.h */
    size_t max_depth;
    size_t max_nodes;
    size_t max_lines;
    size_t batch_max_items; /* limit of a batch's items */
    bool fetch;             /* whether URLs are fetched */
    bool renderer;          /* whether pages can be rendered */
    unsigned compat;        /* bits of api_compat_parse: replacement routes that are on */
    bool auth;              /* whether a token is asked for */
    int overload_status;    /* of requests refused because of load; 0: 503 */
    double (*now_ms)(void); /* monotonic clock, milliseconds */
    /* Called after each page, on the thread that worked on it; NULL: no observer. */
    void (*on_document)(void *observer, const api_measures *measures);
    /* Returns the body of /metrics, malloc'ed, as OpenMetrics or Prometheus text; NULL when memory
     * ran out. Without it there is no /metrics. */
    char *(*metrics)(void *observer, bool openmetrics, size_t *length);
    void *observer; /* the argument of both */
} api_context;

/* One of the things that readiness depends on. */
typedef struct {
    const char *name; /* one word, static */
    bool fine;
} api_check;

/* The state that probes report, read by the service when the request arrives. */
typedef struct {
    bool live;               /* false: /livez answers 503 */
    bool ready;              /* false: /readyz answers 503 */
    const char *reason;      /* why not, one word ("draining"); NULL where all is well */
    unsigned workers_stuck;  /* whose job was given up, and that have not returned yet */
    const api_check *checks; /* for /readyz?verbose; borrowed */
    size_t check_count;
} api_health;

/* A parameter of the query, decoded. Strings are borrowed; the value may hold NUL. */
typedef struct {
    const char *name;
    const char *value;
    size_t value_length;
} api_parameter;

/* A page to be fetched before a request can be answered. Numbers can only lower the service's. */
typedef struct {
    char *url;         /* owned by the response that holds the order */
    long timeout_ms;   /* 0: the service's own */
    int max_redirects; /* -1: the service's own */
    bool accept_error_status;
} api_fetch_order;

/* The result of a fetch order. All strings are borrowed; those after `detail` may be NULL. */
typedef struct {
    const char *problem;      /* a problem's code ("fetch-failed"); NULL: the page is there */
    const char *detail;       /* one sentence about the problem; NULL for the table's own */
    const char *final_url;    /* where the page came from, after redirects */
    const char *content_type; /* as sent by the site */
    const char *body;
    size_t body_length;
    int status; /* of the site's last answer; 0: none */
    int redirects;
    double elapsed_ms;
} api_fetched;

/* A request. All strings are borrowed and NUL-terminated; absent headers are NULL. */
typedef struct {
    const char *id;     /* request id, 36 characters at most 128 */
    const char *method; /* as sent: "POST" */
    const char *path;   /* decoded path without query */
    const char *content_type;
    const char *content_encoding;
    const char *accept;
    const api_parameter *parameters; /* of the query, in their order */
    size_t parameter_count;
    long long content_length; /* -1 where unknown */
    const char *body;         /* NULL before it was read */
    size_t body_length;
    double queue_ms;              /* time it waited for a worker */
    const api_fetched *fetched;   /* the page that an earlier response ordered; NULL: none yet */
    const api_rendered *rendered; /* what an earlier response ordered; NULL: nothing yet */
    api_health health;            /* for inline routes */
} api_request;

/* Most extra headers that a response has. */
#define API_HEADERS_MAX 8

/* A header of a response; name and value are owned by the response or static. */
typedef struct {
    const char *name;
    char value[400];
} api_header;

/* Opaque: the items of a batch; see api/batch.h. */
typedef struct api_batch api_batch;

/* Room for a language tag with its NUL. */
#define API_LANGUAGE_SIZE 24

/* A response. body is owned: freed by api_response_clear, or taken over by the sender. */
typedef struct {
    int status;
    const char *content_type; /* static */
    char *body;               /* malloc'ed, or static where body_is_static */
    size_t body_length;
    bool body_is_static;
    bool is_document;             /* a 200 with the same bytes for every client: may be cached */
    const api_embedded *document; /* its forms, static; NULL: it was not made before the start */
    bool close_connection;        /* the connection must not be used again */
    const char *problem;          /* code of its problem, static; NULL: it is none */
    api_measures measures;        /* of the page that was worked on */
    char language[API_LANGUAGE_SIZE]; /* of the page, where an item asks for a form; else empty */
    bool wants_fetch; /* no response yet: carry out `order`, then call api_handle again */
    api_fetch_order order;
    bool wants_render; /* the same with `render_order` */
    api_render_order render_order;
    bool wants_picture; /* the same: a picture of the rendered page, with these parts outlined */
    api_span *spans;    /* owned */
    size_t span_count;
    api_batch *batch; /* no response yet: its items are the answer. NULL: there is a response */
    api_header headers[API_HEADERS_MAX];
    size_t header_count;
} api_response;

/* Where a route's handler runs. */
typedef enum { API_INLINE, API_WORKER } api_place;

/*
 * Reads the names of services whose routes are on, separated by commas: tika (Apache Tika 3) and
 * mercury (Mercury Parser API). Returns false where a name is unknown.
 */
bool api_compat_parse(const char *names, unsigned *bits);

/* Opaque route. */
typedef struct api_route api_route;

/*
 * Sets up the libraries used. To be called once in a process, before the first thread that answers
 * requests is started.
 */
void api_init(void);

/*
 * Sets up what the libraries keep for a thread. To be called by each thread that answers requests,
 * before the first one. Returns false where memory is out; a request may then end the process.
 */
bool api_init_thread(void);

/*
 * Checks the head of a request before its body is read: path, method, media type, content coding
 * and declared length. Returns the route; or NULL, and *refusal holds the problem to send (404,
 * 405 with Allow, 406, 413, 415 with Accept-Post, 501) or the answer to OPTIONS (204 with Allow).
 */
const api_route *api_route_head(const api_context *context, const api_request *request,
                                api_response *refusal);

/*
 * Returns whether the body of a request for a route is a batch whose items may be read as they
 * come, of any length: lines, and JSON that is longer than other bodies may be. See api_batch_open.
 */
bool api_route_takes_items(const api_context *context, const api_route *route,
                           const api_request *request);

/* Returns where the handler of a route must run. */
api_place api_route_place(const api_route *route);

/* Returns the number of routes. */
size_t api_route_count(void);

/* Returns the index of the route at a path, whatever its methods; api_route_count(): none. */
size_t api_route_index(const char *path);

/* Returns the template of route `index` < api_route_count(), static. */
const char *api_route_path_at(size_t index);

/*
 * Answers a request whose body is complete. Never fails: every error is a response. *out is
 * overwritten; what it owns is the caller's to free (api_response_clear). Where it wants a fetch,
 * the same request is to be handled again, with `fetched` set.
 */
void api_handle(const api_context *context, const api_route *route, const api_request *request,
                api_response *out);

/*
 * Makes a problem document (RFC 9457) for what the service itself refuses: code is one of the
 * problem table's codes ("queue-full", "body-too-large", "invalid-http", ...), detail one English
 * sentence or NULL for the table's own, retry_after_s > 0 adds Retry-After. context may be
 * NULL.
 */
void api_problem_response(api_response *out, const api_context *context, const char *request_id,
                          const char *code, const char *detail, int retry_after_s);

/*
 * As api_problem_response, for requests refused because of load: codes "queue-full",
 * "queue-timeout" and "too-many-connections" have the status that the context says.
 */
void api_overload_response(api_response *out, const api_context *context, const char *request_id,
                           const char *code, const char *detail, int retry_after_s);

/* Adds a header, unless there are API_HEADERS_MAX; name is static, value is copied and cut. */
void api_response_add_header(api_response *response, const char *name, const char *value);

/* Frees what a response owns and zeroes it. */
void api_response_clear(api_response *response);

/* Opaque: what pages of one site have in common; see api/site.h. */
typedef struct dana_site api_site;

/* What the answer to an extraction is: JSON, the content as text, Markdown or HTML, or a picture of
 * the page. */
typedef enum {
    API_FORM_JSON,
    API_FORM_TEXT,
    API_FORM_MARKDOWN,
    API_FORM_HTML,
    API_FORM_SVG
} api_form;

/* A document of the command line. All is borrowed. */
typedef struct {
    const char *request_id;
    const char *html; /* in any encoding */
    size_t html_length;
    const char *options_json;     /* a JSON request without input member; NULL: defaults */
    api_form form;                /* what the body of a 200 is */
    const api_site *site;         /* what the page is compared with; NULL: nothing */
    const api_rendered *rendered; /* what an earlier response ordered; NULL: nothing yet */
} api_document;

/*
 * Runs /v1/extract on a document. The response is that of the route, which refuses one without a
 * byte; where it wants a rendering or a picture, the same document is to be given again, with
 * `rendered` set.
 */
void api_extract_document(const api_context *context, const api_document *document,
                          api_response *out);

/*
 * Runs /v1/trends on a JSON request (length bytes) for the command line. The response is that of
 * the route, a picture where want_svg.
 */
void api_trends_document(const api_context *context, const char *request_id, const char *json,
                         size_t length, bool want_svg, api_response *out);

/* Calls visit for each route: template and its methods, comma-separated; both static. */
void api_routes_each(void (*visit)(const char *path, const char *methods, void *arg), void *arg);

#ifdef __cplusplus
}
#endif
#endif
