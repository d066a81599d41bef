#include "config.h"

#include "cors.h"
#include "cpus.h"
#include "fetch/url.h"
#include "listen.h"

#include "api/api.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define PREFIX        "DANAD_"
#define PREFIX_LENGTH (sizeof PREFIX - 1)
#define KIB           1024LL
#define MIB           (1024LL * KIB)
/* What a RATE counts in: thousandths. */
#define RATE_UNIT   1000LL
#define RATE_DIGITS 3
/* Longest name of a setting with its NUL. */
#define NAME_SIZE                 32
#define QUEUE_PER_WORKER          64
#define BATCH_INFLIGHT_PER_WORKER 2
/* Kubernetes' terminationGracePeriodSeconds, unless it is set. */
#define GRACE_PERIOD_MS 30000

typedef enum {
    ADDRESS,
    OPTIONAL_ADDRESS,
    COUNT,
    RATE,
    BYTES,
    DURATION,
    LEVEL,
    FORMAT,
    SWITCH,
    PORTS,
    NETWORKS,
    SERVICES,
    PROXY,
    ORIGINS,
    PATH,
    STATUS,
    TEXT
} setting_type;

/* One setting; a RATE counts in thousandths. `field` is where it lives in svc_config; default_text
 * NULL: worked out at start. */
typedef struct {
    const char *name;
    setting_type type;
    size_t field;
    long long min;
    long long max;
    const char *default_text;
    const char *default_doc;
    const char *unit;
    const char *doc;
} setting;

static const setting settings[] = {
    {"LISTEN", ADDRESS, offsetof(svc_config, listen), 0, 0, "127.0.0.1:8080", "127.0.0.1:8080",
     "address:port",
     "where to listen; [::]:8080 is every interface, port 0 a free one; the variable PORT replaces "
     "the port of DANAD_LISTEN"},
    {"BASE_PATH", PATH, offsetof(svc_config, base_path), 0, 0, "/", "/", "path",
     "path such as /a/b that requests may have in front of those of the API"},
    {"WORKERS", COUNT, offsetof(svc_config, workers), 1, 1024, NULL, "usable CPUs", "threads",
     "threads that extract"},
    {"QUEUE_SIZE", COUNT, offsetof(svc_config, queue_size), 1, 1000000, NULL, "64 x workers",
     "requests", "requests that may wait for a worker; more are answered 503"},
    {"MAX_BODY_BYTES", BYTES, offsetof(svc_config, max_body_bytes), 1 * KIB, 1024 * MIB, "10MiB",
     "10MiB", "bytes", "largest request body; KiB and MiB may follow the number"},
    {"PROCESS_TIMEOUT", DURATION, offsetof(svc_config, process_timeout_ms), 1, 3600000, "5s", "5s",
     "ms", "longest work on one page, then 422; ms or s may follow the number"},
    {"READ_TIMEOUT", DURATION, offsetof(svc_config, read_timeout_ms), 1, 3600000, "15s", "15s",
     "ms", "longest time that a request may take to arrive, then 408; ms or s may follow"},
    {"QUEUE_TIMEOUT", DURATION, offsetof(svc_config, queue_timeout_ms), 1, 3600000, "2s", "2s",
     "ms", "longest wait for a worker, then 503; ms or s may follow the number"},
    {"STUCK_WORKERS_MAX", COUNT, offsetof(svc_config, stuck_workers_max), 1, 1024, NULL, "workers",
     "threads", "workers that may be stuck, and are replaced, before /livez fails"},
    {"MAX_CONNECTIONS", COUNT, offsetof(svc_config, max_connections), 1, 100000, "1024", "1024",
     "connections", "connections that are served; more are answered 503"},
    {"MAX_HEADER_BYTES", BYTES, offsetof(svc_config, max_header_bytes), 4 * KIB, 1 * MIB, "32KiB",
     "32KiB", "bytes", "memory of a connection for the head of a request, then 414 or 431"},
    {"IDLE_TIMEOUT", DURATION, offsetof(svc_config, idle_timeout_ms), 100, 3600000, "30s", "30s",
     "ms", "longest silence of a connection between requests; ms or s may follow the number"},
    {"WRITE_TIMEOUT", DURATION, offsetof(svc_config, write_timeout_ms), 100, 3600000, "30s", "30s",
     "ms", "longest time that a client may take to read its answer; ms or s may follow"},
    {"DRAIN_DELAY", DURATION, offsetof(svc_config, drain_delay_ms), 0, 3600000, "5s", "5s", "ms",
     "how long it goes on accepting after SIGTERM, not ready, so that others learn of it"},
    {"DRAIN_TIMEOUT", DURATION, offsetof(svc_config, drain_timeout_ms), 0, 3600000, "20s", "20s",
     "ms", "longest wait for what has begun, after that; then what is queued is answered 503"},
    {"READY_QUEUE_HIGH_WATER", COUNT, offsetof(svc_config, ready_queue_high_water), 0, 100, "0",
     "0, off", "percent", "share of the queue from which on /readyz says 503; 0 is off"},
    {"MAX_LINES", COUNT, offsetof(svc_config, max_lines), 1, 10000000, "200000", "200000", "lines",
     "profile lines of a page; more is 422"},
    {"MAX_NODES", COUNT, offsetof(svc_config, max_nodes), 1, 100000000, "1000000", "1000000",
     "nodes", "tags, texts and comments of a page; more is 422"},
    {"MAX_ATTRS_PER_TAG", COUNT, offsetof(svc_config, max_attributes), 1, 100000, "512", "512",
     "attributes", "attributes of a tag, for algorithms that build a tree; more is 422"},
    {"MAX_DEPTH", COUNT, offsetof(svc_config, max_depth), 1, 10000, "1024", "1024", "elements",
     "open elements, for algorithms that build a tree; more is 422"},
    {"CORS_ALLOW_ORIGINS", ORIGINS, offsetof(svc_config, cors_allow_origins), 0, 0, "", "none",
     "origins",
     "web origins whose pages may call, such as https://a.example, separated by commas, "
     "in lower case and without path; or * for all"},
    {"CORS_MAX_AGE", COUNT, offsetof(svc_config, cors_max_age_s), 0, 86400, "7200", "7200",
     "seconds", "how long browsers may remember that they may call"},
    {"CORS_PRIVATE_NETWORK", SWITCH, offsetof(svc_config, cors_private_network), 0, 1, "off", "off",
     "on or off", "whether public pages may call a server in a private network (old browsers)"},
    {"AUTH_TOKENS_FILE", TEXT, offsetof(svc_config, auth_tokens_file), 0, 0, "", "none", "path",
     "file of bearer tokens, one a line; read again on SIGHUP. Without it no token is needed"},
    {"METRICS_AUTH", SWITCH, offsetof(svc_config, metrics_auth), 0, 1, "off", "off", "on or off",
     "whether /metrics needs a token too"},
    {"RATE_LIMIT", RATE, offsetof(svc_config, rate_limit_milli), 0, 1000000 * RATE_UNIT, "0",
     "0: off", "requests/s",
     "requests per second of a client's address, such as 20 or 0.5; more are answered 429; a batch "
     "counts as its documents"},
    {"RATE_BURST", COUNT, offsetof(svc_config, rate_burst), 1, 1000000, NULL,
     "as RATE_LIMIT, rounded up", "requests", "requests of a client's address at once"},
    {"TRUSTED_PROXIES", NETWORKS, offsetof(svc_config, trusted_proxies), 0, 0, "", "none",
     "networks", "proxies whose X-Forwarded-For is believed, as networks separated by commas"},
    {"MAX_PER_IP", COUNT, offsetof(svc_config, max_per_ip), 0, 1000000, "0", "0: off",
     "connections", "connections of one address; not behind a proxy, whose address counts"},
    {"OVERLOAD_STATUS", STATUS, offsetof(svc_config, overload_status), 429, 503, "503", "503",
     "429 or 503", "status of what is refused for too much load"},
    {"COMPRESS_MIN_BYTES", BYTES, offsetof(svc_config, compress_min_bytes), 0, 1024 * MIB, "1KiB",
     "1KiB", "bytes", "shortest answer that is compressed; KiB and MiB may follow the number"},
    {"BATCH_MAX_ITEMS", COUNT, offsetof(svc_config, batch_max_items), 1, 10000, "100", "100",
     "items", "items of a batch; more is 413"},
    {"BATCH_INFLIGHT", COUNT, offsetof(svc_config, batch_inflight), 1, 10000, NULL, "2 x workers",
     "items", "items of one batch that are worked on, or not sent yet"},
    {"COMPAT", SERVICES, offsetof(svc_config, compat), 0, 0, "", "none", "names",
     "services whose routes are answered too: tika, mercury"},
    {"PLAYGROUND", SWITCH, offsetof(svc_config, playground), 0, 1, "on", "on", "on or off",
     "whether browsers get a page at / to try danad out; off leaves the list of routes there"},
    {"FETCH", SWITCH, offsetof(svc_config, fetch), 0, 1, "on", "on", "on or off",
     "whether requests may name a url to fetch"},
    {"FETCH_TIMEOUT", DURATION, offsetof(svc_config, fetch_timeout_ms), 1, 3600000, "10s", "10s",
     "ms", "longest fetch with all its redirects; ms or s may follow the number"},
    {"FETCH_CONNECT_TIMEOUT", DURATION, offsetof(svc_config, fetch_connect_timeout_ms), 1, 3600000,
     "3s", "3s", "ms", "longest wait for a connection; ms or s may follow the number"},
    {"FETCH_MAX_BYTES", BYTES, offsetof(svc_config, fetch_max_bytes), 1 * KIB, 32 * MIB, "8MiB",
     "8MiB", "bytes", "largest fetched page, decompressed; KiB and MiB may follow the number"},
    {"FETCH_MAX_RATIO", COUNT, offsetof(svc_config, fetch_max_ratio), 1, 100000, "200", "200",
     "times", "how much larger than sent a page over 1 MiB may become"},
    {"FETCH_MAX_REDIRECTS", COUNT, offsetof(svc_config, fetch_max_redirects), 0, 20, "5", "5",
     "redirects", "redirects that are followed"},
    {"FETCH_CONCURRENCY", COUNT, offsetof(svc_config, fetch_concurrency), 1, 1024, "64", "64",
     "fetches", "fetches at once; four times as many wait, more are answered 503"},
    {"FETCH_PER_HOST", COUNT, offsetof(svc_config, fetch_per_host), 1, 1024, "4", "4",
     "connections", "connections to one host"},
    {"FETCH_PORTS", PORTS, offsetof(svc_config, fetch_ports), 0, 0, "80,443", "80,443", "ports",
     "ports that are fetched from, separated by commas"},
    {"FETCH_ALLOW_CIDRS", NETWORKS, offsetof(svc_config, fetch_allow_cidrs), 0, 0, "", "none",
     "networks", "networks to fetch from though they are private or special; wins over all else"},
    {"FETCH_DENY_CIDRS", NETWORKS, offsetof(svc_config, fetch_deny_cidrs), 0, 0, "", "none",
     "networks", "further networks not to fetch from"},
    {"FETCH_ALLOW_HOSTS", TEXT, offsetof(svc_config, fetch_allow_hosts), 0, 0, "", "none", "names",
     "host names to fetch from though they are special, such as localhost; .a.b is all below a.b"},
    {"FETCH_DENY_HOSTS", TEXT, offsetof(svc_config, fetch_deny_hosts), 0, 0, "", "none", "names",
     "host names not to fetch from; .a.b is all below a.b"},
    {"FETCH_PROXY", PROXY, offsetof(svc_config, fetch_proxy), 0, 0, "", "none", "URL",
     "http://host:port, proxy of all fetches, which then must refuse private addresses itself"},
    {"FETCH_USER_AGENT", TEXT, offsetof(svc_config, fetch_user_agent), 0, 0, "", "danad/VERSION",
     "text", "User-Agent of fetches"},
    {"ADMIN_LISTEN", OPTIONAL_ADDRESS, offsetof(svc_config, admin_listen), 0, 0, "", "none",
     "address:port", "a listener of its own for /metrics and health; /metrics is there alone then"},
    {"METRICS", SWITCH, offsetof(svc_config, metrics), 0, 1, "on", "on", "on or off",
     "whether /metrics is answered"},
    {"LOG_LEVEL", LEVEL, offsetof(svc_config, log_level), SVC_LOG_ERROR, SVC_LOG_DEBUG, "info",
     "info", "level", "error, warn, info or debug; requests for health and metrics are debug"},
    {"LOG_FORMAT", FORMAT, offsetof(svc_config, log_format), SVC_LOG_JSON, SVC_LOG_TEXT, "json",
     "json", "format", "json for machines or text for people"},
};

#define SETTING_COUNT (sizeof settings / sizeof settings[0])

static long long *number_field(svc_config *config, const setting *s)
{
    return (long long *)(void *)((char *)config + s->field);
}

static bool digits_to_number(const char *text, size_t length, long long *out)
{
    /* Twelve digits are more than any limit and far from overflow. */
    if (length == 0 || length > 12 || strspn(text, "0123456789") < length) {
        return false;
    }
    *out = strtoll(text, NULL, 10);
    return true;
}

static bool parse_number(const setting *s, const char *text, long long *out)
{
    size_t digits = strspn(text, "0123456789");
    const char *suffix = text + digits;
    long long factor = 1;

    if (s->type == BYTES && strcmp(suffix, "KiB") == 0) {
        factor = KIB;
    } else if (s->type == BYTES && strcmp(suffix, "MiB") == 0) {
        factor = MIB;
    } else if (s->type == DURATION && strcmp(suffix, "s") == 0) {
        factor = 1000;
    } else if (*suffix != '\0' && !(s->type == DURATION && strcmp(suffix, "ms") == 0)) {
        return false;
    }
    if (!digits_to_number(text, digits, out)) {
        return false;
    }
    *out *= factor;
    return *out >= s->min && *out <= s->max;
}

/* "20", "0.5" or "0.125", in thousandths. */
static bool parse_rate(const setting *s, const char *text, long long *out)
{
    size_t whole = strcspn(text, ".");
    const char *fraction = text[whole] == '.' ? text + whole + 1 : "0";
    size_t digits = strlen(fraction);
    long long part;

    if (digits > RATE_DIGITS || !digits_to_number(text, whole, out) ||
        !digits_to_number(fraction, digits, &part)) {
        return false;
    }
    for (; digits < RATE_DIGITS; digits++) {
        part *= 10;
    }
    *out = *out * RATE_UNIT + part;
    return *out >= s->min && *out <= s->max;
}

bool svc_config_duration(const char *text, long long min, long long max, long long *out)
{
    const setting duration = {.type = DURATION, .min = min, .max = max};

    return parse_number(&duration, text, out);
}

static bool parse_level(const char *text, long long *out)
{
    for (long long level = SVC_LOG_ERROR; level <= SVC_LOG_DEBUG; level++) {
        if (strcmp(text, svc_log_level_name((svc_log_level)level)) == 0) {
            *out = level;
            return true;
        }
    }
    return false;
}

static bool parse_format(const char *text, long long *out)
{
    for (long long format = SVC_LOG_JSON; format <= SVC_LOG_TEXT; format++) {
        if (strcmp(text, svc_log_format_name((svc_log_format)format)) == 0) {
            *out = format;
            return true;
        }
    }
    return false;
}

static bool parse_switch(const char *text, long long *out)
{
    *out = strcmp(text, "on") == 0;
    return *out == 1 || strcmp(text, "off") == 0;
}

/* What goes into a header or a log line must not end it. */
static bool has_no_controls(const char *text)
{
    for (; *text != '\0'; text++) {
        if ((unsigned char)*text < ' ' || *text == 0x7F) {
            return false;
        }
    }
    return true;
}

static bool parse_status(const char *text, long long *out)
{
    *out = strcmp(text, "429") == 0 ? 429 : 503;
    return *out == 429 || strcmp(text, "503") == 0;
}

/* "/", or segments of unreserved characters (RFC 3986, 2.3), each after a slash; none is empty. */
static bool is_path(const char *text)
{
    static const char unreserved[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                     "0123456789-._~";

    if (strcmp(text, "/") == 0) {
        return true;
    }
    while (*text == '/') {
        size_t length = strspn(text + 1, unreserved);
        bool dots = strncmp(text + 1, "..", length) == 0; /* also a segment of one dot */
        if (length == 0 || (length <= 2 && dots)) {
            return false;
        }
        text += 1 + length;
        if (*text == '\0') {
            return true;
        }
    }
    return false;
}

/* Whether the text of a setting is one of its type. */
static bool is_fine_text(setting_type type, const char *text)
{
    svc_listen_address address;
    svc_url_rules rules;
    svc_networks networks;

    if (type == ADDRESS || type == OPTIONAL_ADDRESS) {
        return (type == OPTIONAL_ADDRESS && *text == '\0') || svc_listen_parse(text, &address);
    }
    if (type == PORTS) {
        return svc_ports_parse(text, &rules);
    }
    if (type == PATH) {
        return is_path(text);
    }
    if (type == SERVICES) {
        unsigned bits;
        return api_compat_parse(text, &bits);
    }
    if (type == ORIGINS) {
        return svc_cors_is_list(text);
    }
    if (type == NETWORKS) {
        bool fine = svc_networks_parse(text, &networks);
        free(fine ? networks.items : NULL);
        return fine;
    }
    if (type == PROXY) {
        return *text == '\0' || svc_proxy_is_fine(text);
    }
    return has_no_controls(text);
}

static bool assign(svc_config *config, const setting *s, const char *value)
{
    switch (s->type) {
    case ADDRESS:
    case OPTIONAL_ADDRESS:
    case PORTS:
    case NETWORKS:
    case SERVICES:
    case PROXY:
    case ORIGINS:
    case PATH:
    case TEXT:
        *(const char **)(void *)((char *)config + s->field) = value;
        return is_fine_text(s->type, value);
    case SWITCH:
        return parse_switch(value, number_field(config, s));
    case STATUS:
        return parse_status(value, number_field(config, s));
    case LEVEL:
        return parse_level(value, number_field(config, s));
    case FORMAT:
        return parse_format(value, number_field(config, s));
    case RATE:
        return parse_rate(s, value, number_field(config, s));
    case COUNT:
    case BYTES:
    case DURATION:
        return parse_number(s, value, number_field(config, s));
    }
    return false;
}

static bool is_number(setting_type type)
{
    return type == COUNT || type == RATE || type == BYTES || type == DURATION;
}

/* A number of a setting as people write it, in whole units. */
static long long shown_number(const setting *s, long long number)
{
    return s->type == RATE ? number / RATE_UNIT : number;
}

static bool assign_or_explain(svc_config *config, const setting *s, const char *value,
                              const char *where, char *error)
{
    if (assign(config, s, value)) {
        return true;
    }
    if (is_number(s->type)) {
        snprintf(error, SVC_CONFIG_ERROR_SIZE,
                 "%s: '%.60s' is not a number of %s from %lld to %lld", where, value, s->unit,
                 shown_number(s, s->min), shown_number(s, s->max));
    } else {
        snprintf(error, SVC_CONFIG_ERROR_SIZE, "%s: '%.60s' is not valid (%s)", where, value,
                 s->doc);
    }
    return false;
}

static const setting *find_setting(const char *name, size_t length)
{
    for (size_t i = 0; i < SETTING_COUNT; i++) {
        if (strlen(settings[i].name) == length && memcmp(settings[i].name, name, length) == 0) {
            return &settings[i];
        }
    }
    return NULL;
}

static bool load_variable(svc_config *config, const char *entry, char *error)
{
    const char *equals = strchr(entry, '=');
    char where[PREFIX_LENGTH + NAME_SIZE];

    if (equals == NULL || strncmp(entry, PREFIX, PREFIX_LENGTH) != 0) {
        return true;
    }
    size_t length = (size_t)(equals - entry) - PREFIX_LENGTH;
    const setting *s = find_setting(entry + PREFIX_LENGTH, length);
    if (s == NULL) {
        snprintf(error, SVC_CONFIG_ERROR_SIZE, "unknown variable %.*s%s", (int)(equals - entry),
                 entry, "; see danad serve --help");
        return false;
    }
    snprintf(where, sizeof where, PREFIX "%s", s->name);
    return assign_or_explain(config, s, equals + 1, where, error);
}

/* "max-body-bytes" to the setting MAX_BODY_BYTES. */
static const setting *find_flag(const char *flag, size_t length)
{
    char name[NAME_SIZE];

    if (length >= sizeof name) {
        return NULL;
    }
    for (size_t i = 0; i < length; i++) {
        if (flag[i] != '-' && !islower((unsigned char)flag[i])) {
            return NULL;
        }
        name[i] = flag[i] == '-' ? '_' : (char)toupper((unsigned char)flag[i]);
    }
    return find_setting(name, length);
}

/* Takes one flag; *used is how many arguments it was. */
static bool load_flag(svc_config *config, int count, char *const *arguments, int *used, char *error)
{
    const char *flag = arguments[0];
    const setting *s = NULL;
    size_t length = strcspn(flag, "=");
    char where[NAME_SIZE + 2];

    *used = 1;
    if (strcmp(flag, "--print-config") == 0) {
        config->print_only = true;
        return true;
    }
    if (strncmp(flag, "--", 2) == 0) {
        s = find_flag(flag + 2, length - 2);
    }
    if (s == NULL) {
        snprintf(error, SVC_CONFIG_ERROR_SIZE, "unknown flag %.60s; see danad serve --help", flag);
        return false;
    }
    snprintf(where, sizeof where, "%.*s", (int)length, flag);
    if (flag[length] == '=') {
        return assign_or_explain(config, s, flag + length + 1, where, error);
    }
    if (count < 2) {
        snprintf(error, SVC_CONFIG_ERROR_SIZE, "%s needs a value", where);
        return false;
    }
    *used = 2;
    return assign_or_explain(config, s, arguments[1], where, error);
}

static void set_constant_defaults(svc_config *config)
{
    *config = (svc_config){.print_only = false};
    for (size_t i = 0; i < SETTING_COUNT; i++) {
        if (settings[i].default_text != NULL) {
            assign(config, &settings[i], settings[i].default_text);
        }
    }
}

static void set_computed_defaults(svc_config *config)
{
    if (config->workers == 0) {
        config->workers = svc_cpus_usable("");
    }
    if (config->stuck_workers_max == 0) {
        config->stuck_workers_max = config->workers;
    }
    if (config->rate_burst == 0) {
        long long rate = (config->rate_limit_milli + RATE_UNIT - 1) / RATE_UNIT;
        config->rate_burst = rate > 0 ? rate : 1;
    }
    if (config->batch_inflight == 0) {
        config->batch_inflight = BATCH_INFLIGHT_PER_WORKER * config->workers;
    }
    if (config->queue_size == 0) {
        config->queue_size = QUEUE_PER_WORKER * config->workers;
    }
}

/* The address stays, the port becomes PORT's. */
static bool replace_port(svc_config *config, const char *port, char *error)
{
    size_t host = (size_t)(strrchr(config->listen, ':') - config->listen);
    svc_listen_address address;
    int length = snprintf(config->listen_text, sizeof config->listen_text, "%.*s:%s", (int)host,
                          config->listen, port);

    if (length < 0 || (size_t)length >= sizeof config->listen_text || strchr(port, ':') != NULL ||
        !svc_listen_parse(config->listen_text, &address)) {
        snprintf(error, SVC_CONFIG_ERROR_SIZE, "PORT: '%.60s' is not a port", port);
        return false;
    }
    config->listen = config->listen_text;
    return true;
}

const char *svc_config_warning(const svc_config *config)
{
    if (config->drain_delay_ms + config->drain_timeout_ms >= GRACE_PERIOD_MS) {
        return "DRAIN_DELAY and DRAIN_TIMEOUT together are not under 30 s, after which Kubernetes "
               "kills by default";
    }
    return NULL;
}

bool svc_config_load(svc_config *out, char *const *environment, int argument_count,
                     char *const *arguments, char error[SVC_CONFIG_ERROR_SIZE])
{
    const char *port = NULL;

    set_constant_defaults(out);
    for (; *environment != NULL; environment++) {
        if (!load_variable(out, *environment, error)) {
            return false;
        }
        if (strncmp(*environment, "PORT=", 5) == 0) {
            port = *environment + 5;
        }
    }
    if (port != NULL && !replace_port(out, port, error)) {
        return false;
    }
    for (int i = 0, used = 0; i < argument_count; i += used) {
        if (!load_flag(out, argument_count - i, arguments + i, &used, error)) {
            return false;
        }
    }
    set_computed_defaults(out);
    if (out->metrics_auth != 0 && out->auth_tokens_file[0] == '\0') {
        snprintf(error, SVC_CONFIG_ERROR_SIZE,
                 PREFIX "METRICS_AUTH needs " PREFIX "AUTH_TOKENS_FILE");
        return false;
    }
    return true;
}

static bool is_text(setting_type type)
{
    return type == ADDRESS || type == OPTIONAL_ADDRESS || type == PORTS || type == NETWORKS ||
           type == PROXY || type == ORIGINS || type == PATH || type == SERVICES || type == TEXT;
}

void svc_config_print(const svc_config *config, FILE *out)
{
    svc_config copy = *config;

    for (size_t i = 0; i < SETTING_COUNT; i++) {
        const setting *s = &settings[i];
        fprintf(out, PREFIX "%s=", s->name);
        if (is_text(s->type)) {
            fprintf(out, "%s\n", *(const char **)(void *)((char *)&copy + s->field));
        } else if (s->type == SWITCH) {
            fprintf(out, "%s\n", *number_field(&copy, s) != 0 ? "on" : "off");
        } else if (s->type == LEVEL) {
            fprintf(out, "%s\n", svc_log_level_name((svc_log_level)*number_field(&copy, s)));
        } else if (s->type == FORMAT) {
            fprintf(out, "%s\n", svc_log_format_name((svc_log_format)*number_field(&copy, s)));
        } else if (s->type == RATE && *number_field(&copy, s) % RATE_UNIT != 0) {
            long long rate = *number_field(&copy, s);
            fprintf(out, "%lld.%03lld\n", rate / RATE_UNIT, rate % RATE_UNIT);
        } else {
            fprintf(out, "%lld\n", shown_number(s, *number_field(&copy, s)));
        }
    }
}

void svc_config_help(FILE *out)
{
    for (size_t i = 0; i < SETTING_COUNT; i++) {
        const setting *s = &settings[i];
        char flag[NAME_SIZE];
        size_t k = 0;
        for (; s->name[k] != '\0'; k++) {
            flag[k] = s->name[k] == '_' ? '-' : (char)tolower((unsigned char)s->name[k]);
        }
        flag[k] = '\0';
        fprintf(out, "  --%s VALUE\n      %s\n      variable " PREFIX "%s, %s, default %s", flag,
                s->doc, s->name, s->unit, s->default_doc);
        if (is_number(s->type)) {
            fprintf(out, ", from %lld to %lld", shown_number(s, s->min), shown_number(s, s->max));
        }
        fputc('\n', out);
    }
}
