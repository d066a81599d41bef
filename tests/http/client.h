/*
 * A danad of one's own and requests to it, for the HTTP tests.
 */
#ifndef TESTS_HTTP_CLIENT_H
#define TESTS_HTTP_CLIENT_H

#include <curl/curl.h>
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* The limit of a body that the server is started with, in bytes. */
#define CLIENT_MAX_BODY (4u << 20)

/* A request. Strings are borrowed; zeroed members mean the default. */
typedef struct {
    const char *method; /* NULL: POST with a body, GET without */
    const char *path;   /* NULL: /v1/extract */
    const char *const
        *headers; /* "Name: value", NULL-terminated; NULL: only the media type of JSON */
    const char *body;
    size_t body_length;
    bool streamed; /* the body comes from a callback: chunked where `headers` say so */
    CURL *handle;  /* kept connection; NULL: a new one */
} http_request;

/* A reply; owned (http_reply_free). */
typedef struct {
    long status;
    char *headers; /* all header lines as received, NUL-terminated */
    char *body;    /* NUL-terminated */
    size_t body_length;
    long new_connections; /* made for this request: 0 where one was kept */
    size_t body_sent;     /* bytes that a streamed body was asked for */
    CURLcode outcome;
} http_reply;

/* Group fixtures: start the server that DANAD_BIN names on a free port; stop it, and fail where it
 * does not end with status 0. */
int client_start(void **state);
int client_stop(void **state);

/* Sends a request. Never fails: see outcome. */
http_reply client_send(const http_request *request);

/* Frees what a reply owns. */
void http_reply_free(http_reply *reply);

/* Returns the value of a header, owned by the caller, or NULL. */
char *http_header(const http_reply *reply, const char *name);

/* POSTs a JSON value (stolen) to /v1/extract, asserts the status, and returns the answer, owned. */
json_t *client_extract(json_t *request, long status);

/* POSTs JSON text, asserts the status, and returns the answer, owned. */
json_t *client_extract_text(const char *body, size_t length, long status);

/* Returns an object's member that must be an integer. */
json_int_t client_integer(const json_t *object, const char *name);

/* Whether an answer has a warning of this code. */
bool client_has_warning(const json_t *answer, const char *code);

/* Returns the contents of a file, NUL-terminated and owned, and its length; fails the test. */
char *client_read_file(const char *path, size_t *length);

#endif
