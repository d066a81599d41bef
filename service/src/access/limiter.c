#include "access/limiter.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

/* 8192 clients in sets; a client may have any slot of its set: 192 KiB. */
#define SET_COUNT 1024U
#define WAYS      8U
/* Of sums of times. */
#define ROUNDING_MS 1e-3

bool svc_limiter_init(svc_limiter *limiter, double rate, unsigned burst)
{
    *limiter = (svc_limiter){.clients = NULL};
    pthread_mutex_init(&limiter->mutex, NULL);
    if (rate <= 0.0) {
        return true;
    }
    limiter->interval_ms = 1000.0 / rate;
    limiter->tolerance_ms = limiter->interval_ms * (burst > 0 ? burst - 1 : 0);
    limiter->clients = calloc((size_t)SET_COUNT * WAYS, sizeof *limiter->clients);
    /* Without the seed clients could choose addresses that share a set; it need not be more. */
    return limiter->clients != NULL &&
           getrandom(&limiter->seed, sizeof limiter->seed, 0) == sizeof limiter->seed;
}

void svc_limiter_clear(svc_limiter *limiter)
{
    free(limiter->clients);
    limiter->clients = NULL;
    pthread_mutex_destroy(&limiter->mutex);
}

/* The IPv4 address, or the first 64 bits of the IPv6 one. */
static uint64_t prefix_of(const svc_address *address)
{
    uint64_t prefix = 0;

    for (size_t i = 0; i < 8; i++) {
        prefix = prefix << 8 | address->bytes[i];
    }
    return prefix;
}

/* Steele, Lea, Flood, "Fast splittable pseudorandom number generators" (2014), figure 17: mix64. */
static uint64_t mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

/*
 * The client's slot. Where it has none, that of the one in its set that has paid first: who asks
 * least is forgotten first, and whoever is being refused stays.
 */
static svc_limiter_client *find(svc_limiter *limiter, int family, uint64_t prefix)
{
    uint64_t hash = mix(mix(prefix ^ limiter->seed) + (uint64_t)family);
    svc_limiter_client *set = limiter->clients + (hash % SET_COUNT) * WAYS;
    svc_limiter_client *best = set;

    for (size_t i = 0; i < WAYS; i++) {
        if (set[i].family == family && set[i].prefix == prefix) {
            return &set[i];
        }
        if (set[i].due_ms < best->due_ms) {
            best = &set[i];
        }
    }
    *best = (svc_limiter_client){.prefix = prefix, .due_ms = 0.0, .family = family};
    return best;
}

/* Whether a client can be told from others, and there is a limit. */
static bool applies(const svc_limiter *limiter, const svc_address *client)
{
    return limiter->clients != NULL && client->family != 0;
}

/*
 * The generic cell rate algorithm (ITU-T I.371, annex A, virtual scheduling): a bucket of `burst`
 * requests that fills at `rate`, kept as one time. The mutex is held.
 */
static double take(const svc_limiter *limiter, svc_limiter_client *slot, double now_ms)
{
    double due_ms = slot->due_ms > now_ms ? slot->due_ms : now_ms;

    if (due_ms - now_ms > limiter->tolerance_ms) {
        return due_ms - now_ms - limiter->tolerance_ms;
    }
    slot->due_ms = due_ms + limiter->interval_ms;
    return 0.0;
}

double svc_limiter_take(svc_limiter *limiter, const svc_address *client, double now_ms)
{
    if (!applies(limiter, client)) {
        return 0.0;
    }
    pthread_mutex_lock(&limiter->mutex);
    double wait_ms = take(limiter, find(limiter, client->family, prefix_of(client)), now_ms);
    pthread_mutex_unlock(&limiter->mutex);
    return wait_ms;
}

/*
 * Beyond I.371: cells that were let through already are paid for afterwards, however many. A client
 * whose request was let through alone is ahead by the tolerance and that request at most: by more
 * only where it has been charged since.
 */
double svc_limiter_charge(svc_limiter *limiter, const svc_address *client, size_t count,
                          double now_ms)
{
    if (!applies(limiter, client) || count == 0) {
        return 0.0;
    }
    pthread_mutex_lock(&limiter->mutex);
    svc_limiter_client *slot = find(limiter, client->family, prefix_of(client));
    double due_ms = slot->due_ms > now_ms ? slot->due_ms : now_ms;
    double most_ms = limiter->tolerance_ms + limiter->interval_ms + ROUNDING_MS;
    double wait_ms = due_ms - now_ms > most_ms ? due_ms - now_ms - limiter->tolerance_ms : 0.0;
    if (wait_ms == 0.0) {
        slot->due_ms = due_ms + limiter->interval_ms * (double)count;
    }
    pthread_mutex_unlock(&limiter->mutex);
    return wait_ms;
}

int svc_limiter_retry_after_s(double wait_ms)
{
    return wait_ms > 1000.0 ? (int)ceil(wait_ms / 1000.0) : 1;
}
