/*
 * A page in a browser, for one connection of a server: its commands and events, and the messages
 * to and from the server. Used by one thread.
 */
#ifndef SVC_RENDERER_PAGE_H
#define SVC_RENDERER_PAGE_H

#include "render/message.h"
#include "renderer/browser/browser.h"

/* Room for ids of the browser. */
#define SVC_PAGE_ID_SIZE 64

/* What is asked for. Texts are borrowed. */
typedef struct {
    const char *url;
    const char *selector; /* that is waited for; "": none */
    svc_part html;        /* UTF-8 */
    double timeout_ms;    /* of all, from the connection on */
    double quiet_ms;      /* without requests, after the load event; 0: that event is enough */
    int width;
    int height;
    bool pictures; /* whether pictures and fonts are fetched */
    bool boxes;
    bool picture; /* whether a PNG may be asked for afterwards */
} svc_page_order;

/* A request of the page that the server is asked for. */
typedef struct {
    unsigned id; /* 0: free */
    char *url;
    char *paused; /* the browser's id */
    char type[24];
    bool is_document; /* of the page itself, not of a frame */
} svc_page_request;

#define SVC_PAGE_REQUESTS_MAX 64

/* The requests of a page. */
typedef struct {
    svc_page_request slots[SVC_PAGE_REQUESTS_MAX];
    unsigned last_id;
    unsigned outstanding;
    double changed_ms; /* when one began or ended */
    unsigned total;
    unsigned loaded;
    unsigned refused;
    unsigned skipped;
    unsigned failed;
    size_t bytes;
    svc_buffer report; /* a line each: outcome, type, status, bytes, code, URL; separated by tabs */
    unsigned lines;
} svc_page_requests;

typedef struct svc_page svc_page;

/* What is done about the requests of a page: see requests.h. */
typedef struct {
    void (*paused)(svc_page *page, const json_t *event);         /* one is made */
    void (*fetched)(svc_page *page, const svc_message *message); /* the server's answer to one */
    void (*socket)(svc_page *page, const json_t *event);         /* a web socket */
} svc_page_hooks;

/* A page. */
struct svc_page {
    const svc_page_hooks *hooks;
    svc_browser *browser;
    svc_channel *channel;
    svc_page_order order;
    char context[SVC_PAGE_ID_SIZE];
    char target[SVC_PAGE_ID_SIZE]; /* and the id of its frame */
    char session[SVC_PAGE_ID_SIZE];
    double began_ms;
    double end_ms;  /* the browser is killed at it */
    bool was_given; /* its HTML, to the browser */
    bool is_shown;  /* in the place of what the browser showed before */
    bool is_loaded;
    bool was_early;   /* it had not loaded when it began to go elsewhere */
    bool is_cut;      /* it was to go elsewhere before it had loaded, and cannot */
    bool is_hopeless; /* what is waited for never comes */
    bool is_still;    /* it was loaded again, without its scripts */
    bool is_complete; /* it has what was waited for */
    double loaded_ms;
    const char *failure; /* static; NULL: none */
    bool is_unwanted;    /* the server has gone */
    long awaited;        /* id of the command whose answer is waited for */
    json_t *answer;
    double measured_ms; /* when its memory was looked at */
    size_t memory;      /* the most that it had */
    svc_page_requests requests;
    svc_buffer ranges; /* of a PICTURE that has come */
    bool picture_asked;
};

/* Notes why a page fails; the first reason counts. */
void svc_page_fail(svc_page *page, const char *reason);

/* Sends a command to the page and waits for nothing. */
void svc_page_send(svc_page *page, const char *method, json_t *params);

/*
 * Waits for events and messages until a time, for one at least. Returns false where the page is
 * over: it failed, or is unwanted.
 */
bool svc_page_turn(svc_page *page, double until_ms);

/*
 * Sends a command (session "": to the browser) and waits for its answer until a time. Returns a new
 * reference to the result; NULL: an error, or none in time.
 */
json_t *svc_page_call(svc_page *page, const char *session, const char *method, json_t *params,
                      double until_ms);

#endif
