#include "client.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#define TIMEOUT_S       60L
#define LISTENING       "listening on http://127.0.0.1:"
#define MAX_BODY_STRING "4194304"

/* Deadlines of the server: a sanitizer on a busy machine takes long. */
#define PATIENCE "90s"
_Static_assert(CLIENT_MAX_BODY == 4194304u, "the server is told the same limit");

/* The server under test: one a program. */
static struct {
    pid_t pid;
    pid_t reader;
    int port;
} server;

typedef struct {
    char *data;
    size_t length;
} text;

typedef struct {
    const http_request *request;
    size_t sent;
} upload;

static void run_server(int log)
{
    char *binary = strdup(getenv("DANAD_BIN"));

    unsetenv("DANAD_BIN"); /* the server refuses settings that it does not know */
    setenv("DANAD_LISTEN", "127.0.0.1:0", 1);
    setenv("DANAD_MAX_BODY_BYTES", MAX_BODY_STRING, 1);
    setenv("DANAD_WORKERS", "2", 1);
    setenv("DANAD_DRAIN_DELAY", "0", 1);
    setenv("DANAD_PROCESS_TIMEOUT", PATIENCE, 1);
    setenv("DANAD_QUEUE_TIMEOUT", PATIENCE, 1);
    setenv("DANAD_READ_TIMEOUT", PATIENCE, 1);
    setenv("DANAD_WRITE_TIMEOUT", PATIENCE, 1);
    dup2(log, STDERR_FILENO);
    execl(binary, binary, "serve", (char *)NULL);
    _exit(127);
}

/* Reads the log up to the line that names the port; 0 where the log ends before. */
static int read_port(FILE *log)
{
    char line[4096];

    while (fgets(line, sizeof(line), log) != NULL) {
        const char *found = strstr(line, LISTENING);

        if (found != NULL) {
            return (int)strtol(found + strlen(LISTENING), NULL, 10);
        }
        fputs(line, stderr);
    }
    return 0;
}

/* Keeps the pipe of the log empty; shows what a sanitizer says. */
static void show_log(FILE *log)
{
    char line[4096];
    bool is_report = false;

    while (fgets(line, sizeof(line), log) != NULL) {
        is_report = is_report || line[0] != '{';
        if (is_report) {
            fputs(line, stderr);
        }
    }
    _exit(0);
}

int client_start(void **state)
{
    int ends[2];

    (void)state;
    if (getenv("DANAD_BIN") == NULL || pipe(ends) != 0) {
        return -1;
    }
    curl_global_init(CURL_GLOBAL_ALL);
    server.pid = fork();
    if (server.pid == 0) {
        close(ends[0]);
        run_server(ends[1]);
    }
    close(ends[1]);
    FILE *log = fdopen(ends[0], "r");

    server.port = read_port(log);
    server.reader = fork();
    if (server.reader == 0) {
        show_log(log);
    }
    fclose(log);
    return server.port > 0 ? 0 : -1;
}

int client_stop(void **state)
{
    int status = 0;

    (void)state;
    kill(server.pid, SIGTERM);
    waitpid(server.pid, &status, 0);
    waitpid(server.reader, NULL, 0);
    curl_global_cleanup();
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        fprintf(stderr, "danad ended with status %d\n", status);
        exit(EXIT_FAILURE); /* cmocka does not count the end of a group */
    }
    return 0;
}

static size_t append(char *data, size_t size, size_t count, void *arg)
{
    text *out = arg;
    size_t length = size * count;
    char *grown = realloc(out->data, out->length + length + 1);

    if (grown == NULL) {
        return 0;
    }
    memcpy(grown + out->length, data, length);
    out->data = grown;
    out->length += length;
    out->data[out->length] = '\0';
    return length;
}

static size_t feed(char *buffer, size_t size, size_t count, void *arg)
{
    upload *from = arg;
    size_t left = from->request->body_length - from->sent;
    size_t length = left < size * count ? left : size * count;

    memcpy(buffer, from->request->body + from->sent, length);
    from->sent += length;
    return length;
}

static void set_method(CURL *curl, const http_request *request)
{
    if (request->body != NULL) {
        curl_easy_setopt(curl, CURLOPT_POST, 1L);
    }
    if (request->method != NULL && strcmp(request->method, "HEAD") == 0) {
        curl_easy_setopt(curl, CURLOPT_NOBODY, 1L);
    } else if (request->method != NULL) {
        curl_easy_setopt(curl, CURLOPT_CUSTOMREQUEST, request->method);
    }
}

static void set_body(CURL *curl, const http_request *request, upload *from)
{
    if (request->body == NULL) {
        return;
    }
    curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)request->body_length);
    if (request->streamed) {
        curl_easy_setopt(curl, CURLOPT_READFUNCTION, feed);
        curl_easy_setopt(curl, CURLOPT_READDATA, from);
        curl_easy_setopt(curl, CURLOPT_EXPECT_100_TIMEOUT_MS, TIMEOUT_S * 1000);
    } else {
        curl_easy_setopt(curl, CURLOPT_POSTFIELDS, request->body);
    }
}

static struct curl_slist *header_list(const http_request *request)
{
    static const char *const json_only[] = {"Content-Type: application/json", "Expect:", NULL};
    const char *const *headers = request->headers != NULL ? request->headers : json_only;
    struct curl_slist *list = NULL;

    for (size_t i = 0; headers[i] != NULL; i++) {
        list = curl_slist_append(list, headers[i]);
    }
    return list;
}

http_reply client_send(const http_request *request)
{
    http_reply reply = {0};
    text headers = {calloc(1, 1), 0};
    text body = {calloc(1, 1), 0};
    upload from = {request, 0};
    char url[256];
    CURL *curl = request->handle != NULL ? request->handle : curl_easy_init();
    struct curl_slist *list = header_list(request);

    curl_easy_reset(curl);
    snprintf(url, sizeof(url), "http://127.0.0.1:%d%s", server.port,
             request->path != NULL ? request->path : "/v1/extract");
    curl_easy_setopt(curl, CURLOPT_URL, url);
    curl_easy_setopt(curl, CURLOPT_PROXY, "");
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_PATH_AS_IS, 1L);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT, TIMEOUT_S);
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, list);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, append);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, &body);
    curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, append);
    curl_easy_setopt(curl, CURLOPT_HEADERDATA, &headers);
    set_method(curl, request);
    set_body(curl, request, &from);
    reply.outcome = curl_easy_perform(curl);
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &reply.status);
    curl_easy_getinfo(curl, CURLINFO_NUM_CONNECTS, &reply.new_connections);
    reply.headers = headers.data;
    reply.body = body.data;
    reply.body_length = body.length;
    reply.body_sent = from.sent;
    curl_slist_free_all(list);
    if (request->handle == NULL) {
        curl_easy_cleanup(curl);
    }
    return reply;
}

void http_reply_free(http_reply *reply)
{
    free(reply->headers);
    free(reply->body);
    *reply = (http_reply){0};
}

char *http_header(const http_reply *reply, const char *name)
{
    size_t length = strlen(name);
    const char *line = reply->headers;

    while (line != NULL && *line != '\0') {
        if (strncasecmp(line, name, length) == 0 && line[length] == ':') {
            const char *value = line + length + 1;

            value += strspn(value, " ");
            return strndup(value, strcspn(value, "\r\n"));
        }
        line = strchr(line, '\n');
        line = line != NULL ? line + 1 : NULL;
    }
    return NULL;
}

json_t *client_extract_text(const char *body, size_t length, long status)
{
    http_request request = {.body = body, .body_length = length};
    http_reply reply = client_send(&request);
    json_error_t error;

    assert_int_equal(reply.outcome, CURLE_OK);
    if (reply.status != status) {
        fprintf(stderr, "status %ld: %.600s\n", reply.status, reply.body);
    }
    assert_int_equal(reply.status, status);
    json_t *answer = json_loadb(reply.body, reply.body_length, JSON_ALLOW_NUL, &error);

    assert_non_null(answer);
    http_reply_free(&reply);
    return answer;
}

json_t *client_extract(json_t *request, long status)
{
    char *body = json_dumps(request, JSON_COMPACT);

    json_decref(request);
    assert_non_null(body);
    json_t *answer = client_extract_text(body, strlen(body), status);

    free(body);
    return answer;
}

char *client_read_file(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");

    if (file == NULL) {
        fail_msg("cannot read %s", path);
        return NULL;
    }
    text all = {calloc(1, 1), 0};
    char buffer[16384];

    for (size_t n = fread(buffer, 1, sizeof(buffer), file); n > 0;
         n = fread(buffer, 1, sizeof(buffer), file)) {
        append(buffer, 1, n, &all);
    }
    fclose(file);
    *length = all.length;
    return all.data;
}

json_int_t client_integer(const json_t *object, const char *name)
{
    const json_t *value = json_object_get(object, name);

    assert_true(json_is_integer(value));
    return json_integer_value(value);
}

bool client_has_warning(const json_t *answer, const char *code)
{
    size_t i;
    json_t *warning;

    json_array_foreach(json_object_get(answer, "warnings"), i, warning)
    {
        if (strcmp(json_string_value(json_object_get(warning, "code")), code) == 0) {
            return true;
        }
    }
    return false;
}
