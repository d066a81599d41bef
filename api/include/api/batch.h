/*
 * Many extractions in one request, or one input: items in, one line of JSON out for each. An item
 * that is wrong in any way has a problem as its result; the others are not affected. Thread-safe:
 * items of a batch may be answered at the same time.
 */
#ifndef API_BATCH_H
#define API_BATCH_H

#include "api/api.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Opaque: the include and options of items that have none. Never changes after it was made. */
typedef struct api_defaults api_defaults;

/* An item. All is borrowed. */
typedef struct {
    const char *request_id;
    size_t index;     /* its position among the items, from 0 */
    const char *json; /* its text: the members of a request of /v1/extract, and `id` */
    size_t length;
    bool is_line;                 /* index is that of a line, which problems name */
    double queue_ms;              /* how long it waited for a worker */
    const api_fetched *fetched;   /* the page that an earlier answer ordered; NULL: none yet */
    const api_rendered *rendered; /* the same of a page that was rendered */
    api_form form; /* what a 200 has as body: a result (JSON), or the content alone in a form */
} api_item;

/*
 * Reads defaults: a JSON object with include and options, both optional. Returns them, owned
 * (api_defaults_free); or NULL, and *refusal is the problem.
 */
api_defaults *api_defaults_read(const char *request_id, const char *json, size_t length,
                                api_response *refusal);

/* Frees defaults; NULL is allowed. */
void api_defaults_free(api_defaults *defaults);

/*
 * Answers an item. *out: the status of the item, and as body its result without a line end,
 * {"index":0,"id":"a","status":200,"result":{...}}, or with "problem" in place of "result"; its
 * code is out->problem. The body is NULL only where memory is out. Where it wants a fetch, the item
 * is to be answered again with `fetched` set. defaults may be NULL.
 */
void api_item_answer(const api_context *context, const api_defaults *defaults, const api_item *item,
                     api_response *out);

/*
 * Answers an item that will not be worked on with a problem: code as for api_problem_response,
 * or one of a cutter; limit that it exceeds, 0 where there is none. Reads no more of the item than
 * its id; json may be NULL. *out as above.
 */
void api_item_refuse(const api_context *context, const api_item *item, const char *code,
                     size_t limit, int retry_after_s, api_response *out);

/*
 * Begins a batch whose body has not come yet: what its head says. Of one in JSON the part of the
 * body in front of the items must follow (api_batch_begin) before items are answered. Returns it,
 * owned (api_batch_free); or NULL, and *refusal is the problem.
 */
api_batch *api_batch_open(const api_context *context, const api_request *head,
                          api_response *refusal);

/* Returns how many bytes may stand in front of the items of a batch in JSON that is cut. */
size_t api_batch_front_max(const api_context *context);

/* What comes next in a body that is cut. */
typedef enum {
    API_CUT_MORE,     /* more bytes are needed */
    API_CUT_HEAD,     /* what stands in front of the items is complete, or cannot become that */
    API_CUT_ITEM,     /* an item is complete */
    API_CUT_TOO_MANY, /* an item would be one too many */
    API_CUT_LATE,     /* members behind the items */
    API_CUT_BROKEN    /* no JSON */
} api_cut_event;

/* Cuts the body of a batch into its parts. The members are private but for `lines` and `closing`.
 */
typedef struct {
    bool lines;          /* items are lines; there is no part in front of them */
    const char *closing; /* after API_CUT_HEAD: makes a whole of it, for api_batch_begin; static */
    size_t items;
    size_t items_max;
    size_t depth;
    bool in_string;
    bool in_word;
    bool escaped;
    unsigned char state;
    unsigned char matched;
} api_cutter;

/* Of the bytes given, `kept` ones from `from` on belong to the part; `taken` are behind in all. */
typedef struct {
    size_t from;
    size_t kept;
    size_t taken;
    api_cut_event event; /* after them */
} api_cut;

/* Returns what cuts the body of a batch that was opened, at its begin. */
api_cutter api_batch_cutter(const api_context *context, const api_batch *batch);

/* Cuts the next bytes, up to the end of a part. All that follows a problem is dropped. */
api_cut api_cutter_next(api_cutter *cutter, const char *bytes, size_t length);

/* Returns what the end of the body means: API_CUT_HEAD and API_CUT_ITEM end a part with what was
 * kept of it; API_CUT_MORE: nothing is missing. */
api_cut_event api_cutter_end(const api_cutter *cutter);

/* Drops all that follows. */
void api_cutter_drop(api_cutter *cutter);

/* Returns the code of the problem that an event is, static; NULL: it is none. */
const char *api_cut_problem(api_cut_event event);

/*
 * Reads what stands in front of the items of a batch in JSON: text, and `closing` of the cutter
 * behind it. NULL: it has more than api_batch_front_max. Returns false with a refusal.
 */
bool api_batch_begin(const api_context *context, const api_request *head, api_batch *batch,
                     const char *text, size_t length, const char *closing, api_response *refusal);

/* Returns whether a line is no item of a batch: nothing, or white space. */
bool api_batch_is_blank(const char *line, size_t length);

/* Returns the number of items of a batch; those that have not come yet are not counted. */
size_t api_batch_count(const api_batch *batch);

/* Returns the bytes that a batch holds in addition to the body of its request. */
size_t api_batch_bytes(const api_batch *batch);

/* Returns the defaults of a batch; NULL: none. */
const api_defaults *api_batch_defaults(const api_batch *batch);

/* Fills index, json, length and is_line of the next item. Returns false where there is none. */
bool api_batch_next(api_batch *batch, api_item *out);

/* Returns the media type of the answer, static. */
const char *api_batch_media_type(const api_batch *batch);

/* Returns whether results must come in the order of the items. */
bool api_batch_is_ordered(const api_batch *batch);

/* The parts of an answer around its results: before all, between two, after each, after all. */
typedef enum {
    API_BATCH_OPENING,
    API_BATCH_SEPARATOR,
    API_BATCH_ENDING,
    API_BATCH_CLOSING
} api_batch_part;

/* Room for a part with its NUL. */
#define API_BATCH_PART_SIZE 96

/* Writes a part of an answer; ok and failed are what the summary of the last one says. */
void api_batch_write_part(const api_batch *batch, api_batch_part part, size_t ok, size_t failed,
                          char out[API_BATCH_PART_SIZE]);

/* Frees a batch; NULL is allowed. */
void api_batch_free(api_batch *batch);

#ifdef __cplusplus
}
#endif
#endif
