/*
 * A server inside the test's own process, so that functions of it can be wrapped (ld's --wrap), and
 * requests to it.
 */
#ifndef TESTS_HTTP_INSIDE_H
#define TESTS_HTTP_INSIDE_H

#include "../unit/unit.h"

#include "common.h"
#include "server/server.h"

#include <jansson.h>

#define PAGE "<title>Rain</title><h1>Rain</h1><p>After nine dry weeks the first rain fell."

/* Naps that something may take which must come: a minute. */
#define NAPS_MAX 6000

/* The state of a group of tests. */
typedef struct {
    svc_server server;
    char url[96];
} fixture;

/* An answer; status 0: none came. */
typedef struct {
    long status;
    json_t *body; /* owned; NULL: no JSON */
} reply;

/* A request that is made beside the test, in a thread of its own. */
typedef struct {
    const fixture *server;
    const char *path;
    const char *id;
    const char *body; /* NULL: GET */
    reply answer;     /* there when the thread has ended */
} question;

/* Starts a server with settings ("DANAD_X=y", NULL at the end). Returns 0, or -1. */
int inside_start(void **state, char **environment);

/* Stops it. Returns 0, or -1 where workers are stuck. */
int inside_stop(void **state);

/* Waits until a flag is set. Returns false where that did not come. */
bool comes(const atomic_bool *flag);

/* Waits until so many workers are at work. */
bool comes_to_work(fixture *f, unsigned busy);

/* Asks the server; body NULL: GET, else JSON for a batch and HTML for all else. */
reply ask(const fixture *f, const char *path, const char *id, const char *body);

/* Asks a question (void *, for pthread_create). */
void *ask_beside(void *arg);

/* Checks a status and a string member of the body, which it frees. */
void assert_reply(reply r, long status, const char *member, const char *value);

#endif
