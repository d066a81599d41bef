/* The effective settings of a server; settings.c says what they mean. */
#ifndef SVC_CONFIG_CONFIG_H
#define SVC_CONFIG_CONFIG_H

#include <stdbool.h>

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
    long long fetch_robots; /* 0 ignore, 1 respect */
    const char *renderer;   /* "unix:PATH"; "": none */
    long long render_timeout_ms;
    long long render_workers;
    long long render_memory; /* bytes */
    long long render_cpu;    /* percent of a CPU */
    long long render_pages;
    const char *render_browser; /* "": the one of this machine */
    const char *render_user;
    long long render_sandbox;                 /* 0 off, 1 on */
    const char *admin_listen;                 /* "": no listener of its own */
    long long metrics;                        /* 0 off, 1 on */
    long long log_level;                      /* svc_log_level */
    long long log_format;                     /* svc_log_format */
    long long seccomp;                        /* svc_seccomp */
    long long landlock;                       /* 0 off, 1 on */
    bool print_only;                          /* --print-config was among the flags */
    char listen_text[SVC_CONFIG_LISTEN_SIZE]; /* what `listen` is where PORT changed it */
} svc_config;

#endif
