/*
 * A thread that reads from descriptors while others work: it calls back where there is something to
 * read, or where somebody asked it to go on.
 */
#ifndef SVC_WORK_RECEIVER_H
#define SVC_WORK_RECEIVER_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

typedef struct svc_source svc_source;

/* What is read from; the first member of it. */
struct svc_source {
    int fd; /* of its own */
    /* Both are called on the receiver's thread. Reads what is there without waiting; returns false
     * where the source has ended, which is then no longer the receiver's, and told so. */
    bool (*read)(svc_source *source);
    void (*end)(svc_source *source);
    atomic_bool go_on; /* asked for */
    svc_source *next;  /* the receiver's */
    svc_source *previous;
};

/* A receiver; its members are private. The mutex, which guards the list, is a leaf. */
typedef struct {
    pthread_t thread;
    pthread_mutex_t mutex;
    svc_source *first;
    atomic_bool running;
    atomic_bool stopping;
    int epoll_fd;
    int wake_fd;
} svc_receiver;

/* Makes a receiver without a thread, which the first source starts. */
void svc_receiver_init(svc_receiver *receiver);

/* Ends the thread; sources that are left are forgotten. */
void svc_receiver_destroy(svc_receiver *receiver);

/* Adds a source, whose `read` is called soon. Returns false where it cannot be. */
bool svc_receiver_add(svc_receiver *receiver, svc_source *source);

/* Calls `read` of a source as soon as it can be. From any thread, as long as it is there. */
void svc_receiver_go_on(svc_receiver *receiver, svc_source *source);

/* Calls `read` once there is something to read. From `read` alone. */
void svc_receiver_wait(svc_receiver *receiver, svc_source *source);

#endif
