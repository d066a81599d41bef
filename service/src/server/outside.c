#include "server/outside.h"

#include <stdio.h>
#include <string.h>

static bool start_fetcher(svc_outside *outside, const svc_config *config, const char *version,
                          svc_metrics *metrics, char *error)
{
    if (config->fetch == 0) {
        return true;
    }
    snprintf(outside->user_agent, sizeof outside->user_agent, "danad/%s", version);
    const svc_fetch_settings settings = {
        .limits = {.timeout_ms = (long)config->fetch_timeout_ms,
                   .connect_timeout_ms = (long)config->fetch_connect_timeout_ms,
                   .max_bytes = (size_t)config->fetch_max_bytes,
                   .robots = config->fetch_robots != 0,
                   .max_ratio = (size_t)config->fetch_max_ratio,
                   .max_redirects = (int)config->fetch_max_redirects,
                   .concurrency = (unsigned)config->fetch_concurrency,
                   .per_host = (unsigned)config->fetch_per_host},
        .ports = config->fetch_ports,
        .allow_networks = config->fetch_allow_cidrs,
        .deny_networks = config->fetch_deny_cidrs,
        .allow_hosts = config->fetch_allow_hosts,
        .deny_hosts = config->fetch_deny_hosts,
        .proxy = config->fetch_proxy,
        .metrics = metrics,
        .user_agent = config->fetch_user_agent[0] != '\0' ? config->fetch_user_agent
                                                          : outside->user_agent};
    outside->fetcher = svc_fetcher_start(&settings, error);
    return outside->fetcher != NULL;
}

static bool start_renderers(svc_outside *outside, const svc_config *config, char *error)
{
    const svc_renderers_settings settings = {.path = config->renderer + strlen("unix:"),
                                             .timeout_ms = (double)config->render_timeout_ms,
                                             .fetcher = outside->fetcher};

    if (config->renderer[0] == '\0') {
        return true;
    }
    outside->renderers = svc_renderers_start(&settings);
    if (outside->renderers == NULL) {
        snprintf(error, SVC_FETCHER_ERROR_SIZE, "cannot start the thread of renderers");
    }
    return outside->renderers != NULL;
}

bool svc_outside_start(svc_outside *outside, const svc_config *config, const char *version,
                       svc_metrics *metrics, char error[SVC_FETCHER_ERROR_SIZE])
{
    *outside = (svc_outside){.fetcher = NULL};
    return start_fetcher(outside, config, version, metrics, error) &&
           start_renderers(outside, config, error);
}

void svc_outside_end(svc_outside *outside)
{
    svc_renderers_stop(outside->renderers); /* while the fetcher runs: its pages wait for it */
    svc_fetcher_stop(outside->fetcher);
    svc_renderers_free(outside->renderers);
    svc_fetcher_free(outside->fetcher);
}
