/*
 * Settings, declared once: flag --max-body-bytes is the environment's DANAD_MAX_BODY_BYTES, and a
 * flag wins. The table in config.c is also the help text.
 */
#ifndef SVC_CONFIG_H
#define SVC_CONFIG_H

#include "log.h"

#include <stdio.h>

/* Effective settings. Strings are borrowed from the arguments and the environment. */
typedef struct {
    const char *listen;
    long long workers;
    long long queue_size;
    long long max_body_bytes;
    long long process_timeout_ms;
    long long read_timeout_ms;
    long long queue_timeout_ms;
    long long stuck_workers_max;
    long long max_attributes;
    long long max_depth;
    long long max_nodes;
    long long max_lines;
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
    const char *fetch_allow_cidrs;
    const char *fetch_deny_cidrs;
    const char *fetch_allow_hosts;
    const char *fetch_deny_hosts;
    const char *fetch_proxy;
    const char *fetch_user_agent;
    const char *admin_listen; /* "": no listener of its own */
    long long metrics;        /* 0 off, 1 on */
    long long log_level;      /* svc_log_level */
    long long log_format;     /* svc_log_format */
    bool print_only;          /* --print-config was among the flags */
} svc_config;

/* Size of an error message of svc_config_load. */
#define SVC_CONFIG_ERROR_SIZE 256

/*
 * Fills *out from defaults, the environment (NULL-terminated "NAME=value" strings) and the flags
 * (argument_count strings, without the names of program and command). Returns false and one clear
 * line in `error` where a flag or DANAD_ variable is unknown or a value is bad.
 */
bool svc_config_load(svc_config *out, char *const *environment, int argument_count,
                     char *const *arguments, char error[SVC_CONFIG_ERROR_SIZE]);

/* Returns the number of CPUs that this process may run on. */
long long svc_usable_cpus(void);

/* Prints the effective settings as lines DANAD_NAME=value, which the environment would accept. */
void svc_config_print(const svc_config *config, FILE *out);

/* Prints flags, variables, defaults and documentation of all settings. */
void svc_config_help(FILE *out);

#endif
