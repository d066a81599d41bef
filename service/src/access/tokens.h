/*
 * Bearer tokens (RFC 6750) from a file: one a line; blank lines and lines that begin with # are
 * comments. Only their digests are kept, so no memory dump, log or comparison gives one away.
 *
 * Thread rule: the I/O thread checks while the main thread reloads; the mutex is a leaf.
 */
#ifndef SVC_ACCESS_TOKENS_H
#define SVC_ACCESS_TOKENS_H

#include "base/sha256.h"

#include <pthread.h>
#include <stdbool.h>

/* Size of an error message of this module. */
#define SVC_TOKENS_ERROR_SIZE 256

/* The tokens that are taken; members are private. */
typedef struct {
    pthread_mutex_t mutex;
    const char *path; /* borrowed; "": none is asked for. Constant */
    unsigned char (*digests)[SVC_SHA256_SIZE];
    size_t count;
} svc_tokens;

/* What an Authorization header is worth. */
typedef enum {
    SVC_TOKEN_RIGHT,
    SVC_TOKEN_MISSING, /* no header, or one of another scheme */
    SVC_TOKEN_WRONG    /* a bearer token that is not ours */
} svc_token_verdict;

/*
 * Reads the file at `path` (borrowed; "": no token is asked for). Returns false, and one line in
 * `error` that names the setting and the file and holds no token, where it cannot be read, has no
 * token or a line that is none.
 */
bool svc_tokens_open(svc_tokens *tokens, const char *path, char error[SVC_TOKENS_ERROR_SIZE]);

/* Reads the file again; the tokens stay what they were where that fails, as above. */
bool svc_tokens_reload(svc_tokens *tokens, char error[SVC_TOKENS_ERROR_SIZE]);

/* Frees what the tokens hold. */
void svc_tokens_close(svc_tokens *tokens);

/* Returns whether tokens are asked for. */
bool svc_tokens_wanted(const svc_tokens *tokens);

/*
 * Judges an Authorization header (NULL: absent). How long that takes depends on the length of what
 * was sent and on how many tokens there are, not on what they are.
 */
svc_token_verdict svc_tokens_judge(svc_tokens *tokens, const char *authorization);

#endif
