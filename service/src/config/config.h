/*
 * Settings, declared once: flag --max-body-bytes is the environment's DANAD_MAX_BODY_BYTES, and a
 * flag wins. The table in config.c is also the help text.
 */
#ifndef SVC_CONFIG_CONFIG_H
#define SVC_CONFIG_CONFIG_H

#include "base/log.h"

#include <stdio.h>

/* Longest listen address with its NUL. */
#define SVC_CONFIG_LISTEN_SIZE 64

/* Effective settings. Strings are borrowed from the arguments, the environment and the struct. */
typedef struct {
    const char *listen;
    const char *base_path; /* "/", or "/a/b" */
    long long workers;
    long long queue_size;
    long long max_body_bytes;
    long long process_timeout_ms;
    long long read_timeout_ms;
    long long queue_timeout_ms;
    long long stuck_workers_max;
    long long max_connections;
    long long max_header_bytes;
    long long idle_timeout_ms;
    long long write_timeout_ms;
    long long drain_delay_ms;
    long long drain_timeout_ms;
    long long ready_queue_high_water; /* percent, 0 off */
    long long max_attributes;
    long long max_depth;
    long long max_nodes;
    long long max_lines;
    const char *cors_allow_origins;
    long long cors_max_age_s;
    long long cors_private_network; /* 0 off, 1 on */
    const char *auth_tokens_file;
    long long metrics_auth;     /* 0 off, 1 on */
    long long rate_limit_milli; /* requests in a thousand seconds, 0 off */
    long long rate_burst;
    const char *trusted_proxies;
    long long max_per_ip;
    long long overload_status;
    long long compress_min_bytes;
    long long batch_max_items;
    long long batch_inflight;
    long long fetch; /* 0 off, 1 on */
    long long fetch_timeout_ms;
    long long fetch_connect_timeout_ms;
    long long fetch_max_bytes;
    long long fetch_max_ratio;
    long long fetch_max_redirects;
    long long fetch_concurrency;
    long long fetch_per_host;
    const char *fetch_ports;
    const char *compat;
    long long playground; /* 0 off, 1 on */
    const char *fetch_allow_cidrs;
    const char *fetch_deny_cidrs;
    const char *fetch_allow_hosts;
    const char *fetch_deny_hosts;
    const char *fetch_proxy;
    const char *fetch_user_agent;
    long long fetch_robots;                   /* 0 ignore, 1 respect */
    const char *admin_listen;                 /* "": no listener of its own */
    long long metrics;                        /* 0 off, 1 on */
    long long log_level;                      /* svc_log_level */
    long long log_format;                     /* svc_log_format */
    bool print_only;                          /* --print-config was among the flags */
    char listen_text[SVC_CONFIG_LISTEN_SIZE]; /* what `listen` is where PORT changed it */
} svc_config;

/* Size of an error message of svc_config_load. */
#define SVC_CONFIG_ERROR_SIZE 256

/*
 * Fills *out from defaults, the environment (NULL-terminated "NAME=value" strings) and the flags
 * (argument_count strings, without the names of program and command). PORT, as hosts of
 * containers set it, takes the place of the port of DANAD_LISTEN, but not of the flag's. Returns
 * false and one clear line in `error` where a flag or DANAD_ variable is unknown or a value is bad.
 */
bool svc_config_load(svc_config *out, char *const *environment, int argument_count,
                     char *const *arguments, char error[SVC_CONFIG_ERROR_SIZE]);

/*
 * Reads a time ("250", "250ms", "3s") of min to max milliseconds. Returns false where it is none.
 */
bool svc_config_duration(const char *text, long long min, long long max, long long *out);

/* Prints the effective settings as lines DANAD_NAME=value, which the environment would accept. */
void svc_config_print(const svc_config *config, FILE *out);

/* Returns a warning about settings that are fine but not together, or NULL. */
const char *svc_config_warning(const svc_config *config);

/* Prints flags, variables, defaults and documentation of all settings. */
void svc_config_help(FILE *out);

#endif
