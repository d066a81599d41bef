/* The networks that are not the public Internet, as data. */
#ifndef SVC_SYSTEM_SPECIAL_NETWORKS_H
#define SVC_SYSTEM_SPECIAL_NETWORKS_H

#include <stddef.h>

/* A network, and why it is not connected to. */
typedef struct {
    const char *network;
    const char *reason;
} svc_special_network;

/* All of them, svc_special_network_count. */
extern const svc_special_network svc_special_networks[];
extern const size_t svc_special_network_count;

#endif
