#include "fetch/fetch.h"

#include "base/clock.h"
#include "fetch/transfer.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

/* Orders that wait, for each transfer at once. */
#define WAITING_PER_TRANSFER 4
/* Connections kept open when nobody uses them. */
#define KEPT_CONNECTIONS 16L
/* Longest sleep of the thread; what is to be done is begun before, or wakes it up. */
#define POLL_MS 1000
/*
 * Lookups that nobody waits for any more: how long the resolver may keep one (three name servers,
 * twice five seconds each), and how many there may be. Each has a thread.
 */
#define LOOKUP_MS        30000.0
#define LEFT_LOOKUPS_MAX 64

struct svc_fetcher {
    svc_transfer_settings settings;
    svc_address_rules addresses;
    svc_url_rules rules;
    CURLM *multi;
    pthread_t thread;
    /* The thread's own: */
    svc_transfer **active;
    unsigned active_count;
    double left_lookups_ms[LEFT_LOOKUPS_MAX]; /* when they were left, a ring; 0: not yet */
    size_t next_left_lookup;
    /* Guarded by the mutex, a leaf: */
    pthread_mutex_t mutex;
    svc_transfer **waiting; /* a ring */
    size_t waiting_size;
    size_t first;
    size_t count;
    bool stopping;
};

/* Takes the oldest order that waits; NULL: none. */
static svc_transfer *take_waiting(svc_fetcher *f)
{
    svc_transfer *transfer = NULL;

    pthread_mutex_lock(&f->mutex);
    if (f->count > 0) {
        transfer = f->waiting[f->first];
        f->first = (f->first + 1) % f->waiting_size;
        f->count--;
    }
    pthread_mutex_unlock(&f->mutex);
    return transfer;
}

static bool is_stopping(svc_fetcher *f)
{
    pthread_mutex_lock(&f->mutex);
    bool stopping = f->stopping;
    pthread_mutex_unlock(&f->mutex);
    return stopping;
}

/* Lets a transfer go on with a handle (NULL: it is over). Returns whether it is under way. */
static bool go_on(svc_fetcher *f, svc_transfer *transfer, CURL *handle)
{
    if (handle != NULL && curl_multi_add_handle(f->multi, handle) == CURLM_OK) {
        return true;
    }
    svc_transfer_finish(transfer);
    return false;
}

static void note_left_lookup(svc_fetcher *f)
{
    f->left_lookups_ms[f->next_left_lookup] = svc_now_ms();
    f->next_left_lookup = (f->next_left_lookup + 1) % LEFT_LOOKUPS_MAX;
}

/* Whether as many lookups hang as may. The ring's next slot holds the oldest one. */
static bool lookups_hang(const svc_fetcher *f)
{
    double oldest_ms = f->left_lookups_ms[f->next_left_lookup];

    return oldest_ms > 0.0 && svc_now_ms() - oldest_ms < LOOKUP_MS;
}

static CURL *begin(const svc_fetcher *f, svc_transfer *transfer)
{
    if (lookups_hang(f)) {
        svc_transfer_refuse_lookup(transfer);
        return NULL;
    }
    return svc_transfer_begin(transfer);
}

static void begin_waiting(svc_fetcher *f)
{
    while (f->active_count < f->settings.limits.concurrency) {
        svc_transfer *transfer = take_waiting(f);
        if (transfer == NULL) {
            return;
        }
        if (go_on(f, transfer, begin(f, transfer))) {
            f->active[f->active_count++] = transfer;
        }
    }
}

static void forget(svc_fetcher *f, const svc_transfer *transfer)
{
    for (unsigned i = 0; i < f->active_count; i++) {
        if (f->active[i] == transfer) {
            f->active[i] = f->active[--f->active_count];
            return;
        }
    }
}

/* Takes the end of a request: its transfer goes on to the next hop, or is over. */
static void end_request(svc_fetcher *f, svc_transfer *transfer, CURL *handle, CURLcode code)
{
    curl_multi_remove_handle(f->multi, handle);
    if (svc_transfer_leaves_lookup(transfer, code)) {
        note_left_lookup(f);
    }
    if (!go_on(f, transfer, svc_transfer_step(transfer, code))) {
        forget(f, transfer);
    }
}

static void take_ended(svc_fetcher *f)
{
    int left;

    for (CURLMsg *m = curl_multi_info_read(f->multi, &left); m != NULL;
         m = curl_multi_info_read(f->multi, &left)) {
        char *private = NULL;
        CURL *handle = m->easy_handle;
        CURLcode code = m->data.result; /* the message dies with the next call */
        curl_easy_getinfo(handle, CURLINFO_PRIVATE, &private);
        end_request(f, (svc_transfer *)(void *)private, handle, code);
    }
}

/* Backwards, as the last one takes the place of one that is over. */
static void end_late(svc_fetcher *f)
{
    for (unsigned i = f->active_count; i > 0; i--) {
        CURL *handle = svc_transfer_late(f->active[i - 1]);
        if (handle != NULL) {
            end_request(f, f->active[i - 1], handle, CURLE_OPERATION_TIMEDOUT);
        }
    }
}

/* Ends everything that is under way or waits. */
static void abandon_all(svc_fetcher *f)
{
    svc_transfer *transfer;

    while (f->active_count > 0) {
        transfer = f->active[--f->active_count];
        svc_transfer_abandon(transfer, f->multi);
        svc_transfer_finish(transfer);
    }
    for (transfer = take_waiting(f); transfer != NULL; transfer = take_waiting(f)) {
        svc_transfer_abandon(transfer, NULL);
        svc_transfer_finish(transfer);
    }
}

static void *run(void *arg)
{
    svc_fetcher *f = arg;
    int running;

    while (!is_stopping(f)) {
        curl_multi_perform(f->multi, &running);
        take_ended(f);
        end_late(f);
        begin_waiting(f); /* in the places of those that have ended */
        curl_multi_poll(f->multi, NULL, 0, POLL_MS, NULL);
    }
    abandon_all(f);
    return NULL;
}

static bool complain(char *error, const char *what, const char *value)
{
    snprintf(error, SVC_FETCHER_ERROR_SIZE, "%s%.80s", what, value);
    return false;
}

static bool set_rules(svc_fetcher *f, const svc_fetch_settings *settings, char *error)
{
    f->rules = (svc_url_rules){.addresses = &f->addresses,
                               .allow_hosts = settings->allow_hosts,
                               .deny_hosts = settings->deny_hosts};
    if (!svc_ports_parse(settings->ports, &f->rules)) {
        return complain(error, "no list of ports: ", settings->ports);
    }
    if (!svc_networks_parse(settings->allow_networks, &f->addresses.allow)) {
        return complain(error, "no list of networks: ", settings->allow_networks);
    }
    if (!svc_networks_parse(settings->deny_networks, &f->addresses.deny)) {
        return complain(error, "no list of networks: ", settings->deny_networks);
    }
    if (!svc_address_rules_find_own(&f->addresses)) {
        return complain(error, "cannot list the network interfaces", "");
    }
    return true;
}

static bool set_up(svc_fetcher *f, const svc_fetch_settings *settings, char *error)
{
    f->settings = (svc_transfer_settings){
        .limits = settings->limits,
        .proxy = settings->proxy != NULL ? settings->proxy : "",
        .user_agent = settings->user_agent,
        .rules = &f->rules,
        .metrics = settings->metrics,
    };
    f->waiting_size = (size_t)settings->limits.concurrency * WAITING_PER_TRANSFER;
    f->waiting = calloc(f->waiting_size, sizeof *f->waiting);
    f->active = calloc(settings->limits.concurrency, sizeof *f->active);
    f->multi = curl_multi_init();
    if (f->waiting == NULL || f->active == NULL || f->multi == NULL) {
        return complain(error, "out of memory", "");
    }
    curl_multi_setopt(f->multi, CURLMOPT_MAX_HOST_CONNECTIONS, (long)settings->limits.per_host);
    curl_multi_setopt(f->multi, CURLMOPT_MAXCONNECTS, KEPT_CONNECTIONS);
    if (!set_rules(f, settings, error)) {
        return false;
    }
    if (pthread_create(&f->thread, NULL, run, f) != 0) {
        return complain(error, "cannot start a thread", "");
    }
    return true;
}

static void free_fetcher(svc_fetcher *f)
{
    curl_multi_cleanup(f->multi);
    svc_address_rules_clear(&f->addresses);
    pthread_mutex_destroy(&f->mutex);
    free(f->waiting);
    free(f->active);
    free(f);
    curl_global_cleanup();
}

svc_fetcher *svc_fetcher_start(const svc_fetch_settings *settings,
                               char error[SVC_FETCHER_ERROR_SIZE])
{
    svc_fetcher *f = calloc(1, sizeof *f);

    if (f == NULL || curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
        free(f);
        complain(error, "out of memory", "");
        return NULL;
    }
    pthread_mutex_init(&f->mutex, NULL);
    if (!set_up(f, settings, error)) {
        free_fetcher(f);
        return NULL;
    }
    return f;
}

bool svc_fetcher_submit(svc_fetcher *f, const svc_fetch_order *order, svc_fetch_done *done,
                        void *arg)
{
    svc_transfer *transfer = svc_transfer_new(&f->settings, order, done, arg);

    if (transfer == NULL) {
        return false;
    }
    pthread_mutex_lock(&f->mutex);
    bool taken = !f->stopping && f->count < f->waiting_size;
    if (taken) {
        f->waiting[(f->first + f->count) % f->waiting_size] = transfer;
        f->count++;
    }
    pthread_mutex_unlock(&f->mutex);
    if (!taken) {
        svc_transfer_free(transfer);
        return false;
    }
    curl_multi_wakeup(f->multi);
    return true;
}

void svc_fetcher_stop(svc_fetcher *f)
{
    if (f == NULL) {
        return;
    }
    pthread_mutex_lock(&f->mutex);
    f->stopping = true;
    pthread_mutex_unlock(&f->mutex);
    curl_multi_wakeup(f->multi);
    pthread_join(f->thread, NULL);
}

void svc_fetcher_free(svc_fetcher *f)
{
    if (f != NULL) {
        free_fetcher(f);
    }
}
