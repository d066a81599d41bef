#include "server/confinement.h"

#include "confine/confine.h"
#include "fetch/url_rules.h"
#include "system/listen.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>

#define DNS_PORT 53

/* Both kinds of socket addresses have the port at the same place. */
static void add_bind(svc_landlock_needs *needs, const char *listen)
{
    svc_listen_address parsed;

    if (svc_listen_parse(listen, &parsed)) {
        needs->bind[needs->bind_count++] = ntohs(
            ((const struct sockaddr_in *)&parsed.address)->sin_port);
    }
}

static void add_connect(svc_landlock_needs *needs, unsigned long port)
{
    needs->connect[needs->connect_count++] = (unsigned short)port;
}

/* A proxy whose URL does not end in its port may be at any. */
static void add_proxy(svc_landlock_needs *needs, const char *proxy)
{
    const char *colon = strrchr(proxy, ':');
    char *end;
    unsigned long port = strtoul(colon + 1, &end, 10);

    if (port == 0 || (*end != '\0' && *end != '/')) {
        needs->connects_anywhere = true;
        return;
    }
    add_connect(needs, port);
}

static void add_fetches(svc_landlock_needs *needs, const svc_config *config)
{
    svc_url_rules rules = {.port_count = 0};

    add_connect(needs, DNS_PORT);
    if (config->fetch_proxy[0] != '\0') {
        add_proxy(needs, config->fetch_proxy);
        return;
    }
    svc_ports_parse(config->fetch_ports, &rules);
    for (size_t i = 0; i < rules.port_count; i++) {
        add_connect(needs, rules.ports[i]);
    }
}

void svc_confinement_start(const svc_config *config, const svc_log *log)
{
    svc_confine_settings settings = {.seccomp = (svc_seccomp)config->seccomp,
                                     .landlock = config->landlock != 0,
                                     .needs.tokens_file = config->auth_tokens_file};

    add_bind(&settings.needs, config->listen);
    if (config->admin_listen[0] != '\0') {
        add_bind(&settings.needs, config->admin_listen);
    }
    if (config->fetch != 0) {
        add_fetches(&settings.needs, config);
    }
    svc_confine(&settings, log);
}
