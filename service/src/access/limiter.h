/*
 * How often each client may ask. A table of fixed size: clients are addresses, IPv6 by its /64, as
 * one host has a whole one. Thread-safe; its mutex is a leaf.
 */
#ifndef SVC_ACCESS_LIMITER_H
#define SVC_ACCESS_LIMITER_H

#include "system/address.h"

#include <pthread.h>
#include <stdint.h>

/* What is known of a client. family 0: an empty slot. */
typedef struct {
    uint64_t prefix;
    double due_ms; /* when all it has asked for would be paid */
    int family;
} svc_limiter_client;

/* A limiter; its members are private. clients NULL: no limit. */
typedef struct {
    pthread_mutex_t mutex;
    svc_limiter_client *clients;
    double interval_ms;  /* what a request costs */
    double tolerance_ms; /* how far ahead of its payment a client may be */
    uint64_t seed;
} svc_limiter;

/* Sets a limit: requests per second, and how many at once. rate 0: none. False: memory is out. */
bool svc_limiter_init(svc_limiter *limiter, double rate, unsigned burst);

/* Frees the table; one that is zeroed is allowed. */
void svc_limiter_clear(svc_limiter *limiter);

/*
 * Counts a request of a client at a time (svc_now_ms). Returns 0, or in how many milliseconds it
 * may ask again; that request is not counted.
 */
double svc_limiter_take(svc_limiter *limiter, const svc_address *client, double now_ms);

/*
 * Counts `count` more requests of a client whose request was let through, whether its limit has
 * room for them or not: it waits that much longer until its next one. Returns 0; or, where others
 * that were let through at the same time have been counted so and are not paid for, in how many
 * milliseconds it may ask again: nothing is counted then.
 */
double svc_limiter_charge(svc_limiter *limiter, const svc_address *client, size_t count,
                          double now_ms);

/* Retry-After: the whole seconds after which a wait is over, at least one. */
int svc_limiter_retry_after_s(double wait_ms);

#endif
