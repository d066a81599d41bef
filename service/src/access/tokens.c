#include "access/tokens.h"

#include "base/buffer.h"
#include "base/file.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define FILE_MAX_BYTES ((size_t)1024 * 1024)
/* Longest wait for it, where it is a pipe: whoever reads it does not see signals meanwhile. */
#define FILE_WAIT_MS 5000
/* What messages begin with: the setting and its file. */
#define NAMED "DANAD_AUTH_TOKENS_FILE: %.120s: "

typedef unsigned char digest[SVC_SHA256_SIZE];

/* Digests while a file is read. */
typedef struct {
    digest *items;
    size_t count;
    size_t line; /* 1-based */
} digest_list;

/* RFC 6750, 2.1: b64token = 1*( ALPHA / DIGIT / "-" / "." / "_" / "~" / "+" / "/" ) *"=" */
static bool is_token(const char *text, size_t length)
{
    size_t i = 0;

    while (i < length && (isalnum((unsigned char)text[i]) || memchr("-._~+/", text[i], 6))) {
        i++;
    }
    size_t named = i;
    while (i < length && text[i] == '=') {
        i++;
    }
    return named > 0 && i == length;
}

static bool append(digest_list *list, const char *token, size_t length)
{
    digest *items = svc_array_grow(list->items, list->count, sizeof *items);

    if (items == NULL) {
        return false;
    }
    list->items = items;
    svc_sha256(token, length, items[list->count++]);
    return true;
}

/* Returns what is wrong with a line, or NULL. */
static const char *add_line(digest_list *list, const char *line, size_t length)
{
    while (length > 0 && strchr(" \t\r", line[length - 1]) != NULL) {
        length--;
    }
    while (length > 0 && strchr(" \t", *line) != NULL) {
        line++;
        length--;
    }
    if (length == 0 || *line == '#') {
        return NULL;
    }
    if (!is_token(line, length)) {
        return "is not a token: letters, digits and -._~+/ with = at the end";
    }
    return append(list, line, length) ? NULL : "does not fit into memory";
}

static bool read_lines(digest_list *list, const char *text, size_t length, const char *path,
                       char *error)
{
    const char *end = text + length;

    while (text < end) {
        const char *feed = memchr(text, '\n', (size_t)(end - text));
        const char *line_end = feed != NULL ? feed : end;
        list->line++;
        const char *wrong = add_line(list, text, (size_t)(line_end - text));
        if (wrong != NULL) {
            snprintf(error, SVC_TOKENS_ERROR_SIZE, NAMED "line %zu %s", path, list->line, wrong);
            return false;
        }
        text = line_end + (feed != NULL);
    }
    if (list->count == 0) {
        snprintf(error, SVC_TOKENS_ERROR_SIZE, NAMED "there is no token in it", path);
    }
    return list->count > 0;
}

/* Reads a file. Returns false with a line in error; the list is empty then. */
static bool read_file(digest_list *list, const char *path, char *error)
{
    size_t length;
    char *text = svc_file_read_soon(path, FILE_MAX_BYTES, FILE_WAIT_MS, &length);

    if (text == NULL) {
        snprintf(error, SVC_TOKENS_ERROR_SIZE, NAMED "%s", path, strerror(errno));
        return false;
    }
    bool fine = read_lines(list, text, length, path, error);
    explicit_bzero(text, length);
    free(text);
    if (!fine) {
        free(list->items);
        *list = (digest_list){NULL, 0, 0};
    }
    return fine;
}

bool svc_tokens_open(svc_tokens *tokens, const char *path, char error[SVC_TOKENS_ERROR_SIZE])
{
    *tokens = (svc_tokens){.path = path};
    pthread_mutex_init(&tokens->mutex, NULL);
    return !svc_tokens_wanted(tokens) || svc_tokens_reload(tokens, error);
}

bool svc_tokens_reload(svc_tokens *tokens, char error[SVC_TOKENS_ERROR_SIZE])
{
    digest_list list = {NULL, 0, 0};

    if (!read_file(&list, tokens->path, error)) {
        return false;
    }
    pthread_mutex_lock(&tokens->mutex);
    digest *old = tokens->digests;
    tokens->digests = list.items;
    tokens->count = list.count;
    pthread_mutex_unlock(&tokens->mutex);
    free(old);
    return true;
}

void svc_tokens_close(svc_tokens *tokens)
{
    free(tokens->digests);
    tokens->digests = NULL;
    tokens->count = 0;
    pthread_mutex_destroy(&tokens->mutex);
}

bool svc_tokens_wanted(const svc_tokens *tokens)
{
    return tokens->path[0] != '\0';
}

/* Looks at all bytes of all digests, whatever it finds. */
static bool is_among(const svc_tokens *tokens, const digest wanted)
{
    unsigned found = 0;

    for (size_t i = 0; i < tokens->count; i++) {
        unsigned difference = 0;
        for (size_t k = 0; k < SVC_SHA256_SIZE; k++) {
            difference |= tokens->digests[i][k] ^ wanted[k];
        }
        found |= (difference - 1) >> (8 * sizeof difference - 1);
    }
    return found != 0;
}

svc_token_verdict svc_tokens_judge(svc_tokens *tokens, const char *authorization)
{
    static const char scheme[] = "Bearer";
    digest wanted;

    if (authorization == NULL || strncasecmp(authorization, scheme, sizeof scheme - 1) != 0 ||
        strchr(" ", authorization[sizeof scheme - 1]) == NULL) {
        return SVC_TOKEN_MISSING;
    }
    const char *token = authorization + sizeof scheme - 1;
    token += strspn(token, " ");
    size_t length = strlen(token);
    svc_sha256(token, length, wanted);
    pthread_mutex_lock(&tokens->mutex);
    bool found = is_among(tokens, wanted);
    pthread_mutex_unlock(&tokens->mutex);
    return found ? SVC_TOKEN_RIGHT : SVC_TOKEN_WRONG;
}
