#include "inside.h"

#include "config/load.h"
#include "system/listen.h"

#include <curl/curl.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

bool comes(const atomic_bool *flag)
{
    for (int i = 0; i < NAPS_MAX && !atomic_load(flag); i++) {
        nap();
    }
    return atomic_load(flag);
}

bool comes_to_work(fixture *f, unsigned busy)
{
    for (int i = 0; i < NAPS_MAX && atomic_load(&f->server.http.work.pool.busy) != busy; i++) {
        nap();
    }
    return atomic_load(&f->server.http.work.pool.busy) == busy;
}

static size_t collect(char *bytes, size_t size, size_t count, void *arg)
{
    FILE *out = arg;

    return fwrite(bytes, size, count, out);
}

reply ask(const fixture *f, const char *path, const char *id, const char *body)
{
    char url[160];
    char id_header[64];
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    CURL *handle = curl_easy_init();
    bool is_batch = strcmp(path, "/v1/extract/batch") == 0;
    struct curl_slist *headers = curl_slist_append(NULL, is_batch ? "Content-Type: application/json"
                                                                  : "Content-Type: text/html");
    reply r = {0, NULL};

    snprintf(url, sizeof(url), "%s%s", f->url, path);
    snprintf(id_header, sizeof(id_header), "X-Request-Id: %s", id);
    headers = curl_slist_append(headers, id_header);
    curl_easy_setopt(handle, CURLOPT_URL, url);
    curl_easy_setopt(handle, CURLOPT_PROXY, "");
    curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(handle, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, collect);
    curl_easy_setopt(handle, CURLOPT_WRITEDATA, out);
    curl_easy_setopt(handle, CURLOPT_TIMEOUT, 90L);
    if (body != NULL) {
        curl_easy_setopt(handle, CURLOPT_POSTFIELDS, body);
    }
    if (curl_easy_perform(handle) == CURLE_OK) {
        curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &r.status);
    }
    fclose(out);
    r.body = json_loadb(text, length, 0, NULL);
    free(text);
    curl_slist_free_all(headers);
    curl_easy_cleanup(handle);
    return r;
}

void *ask_beside(void *arg)
{
    question *q = arg;

    q->answer = ask(q->server, q->path, q->id, q->body);
    return NULL;
}

void assert_reply(reply r, long status, const char *member, const char *value)
{
    assert_int_equal(r.status, status);
    assert_string_equal(json_string_value(json_object_get(r.body, member)), value);
    json_decref(r.body);
}

int inside_start(void **state, char **environment)
{
    const svc_log log = {.fd = STDERR_FILENO, .level = SVC_LOG_ERROR};
    fixture *f = calloc(1, sizeof(*f));
    svc_config config;
    char error[SVC_CONFIG_ERROR_SIZE];

    *state = f;
    if (!svc_config_load(&config, environment, 0, NULL, error) ||
        !svc_server_start(&f->server, &config, &log, "0")) {
        return -1;
    }
    svc_listen_url(f->server.listen_fd, f->url, sizeof(f->url));
    return 0;
}

int inside_stop(void **state)
{
    fixture *f = *state;
    bool stopped = svc_server_stop(&f->server);

    free(f);
    return stopped ? 0 : -1;
}
