#include "config/config.h"

#include "access/cors.h"
#include "config/settings.h"
#include "fetch/url.h"
#include "system/cpus.h"
#include "system/listen.h"

#include "api/api.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define PREFIX        "DANAD_"
#define PREFIX_LENGTH (sizeof PREFIX - 1)
#define KIB           1024LL
#define MIB           (1024LL * KIB)
#define RATE_DIGITS   3
/* Longest name of a setting with its NUL. */
#define NAME_SIZE                 32
#define QUEUE_PER_WORKER          64
#define BATCH_INFLIGHT_PER_WORKER 2
/* Kubernetes' terminationGracePeriodSeconds, unless it is set. */
#define GRACE_PERIOD_MS 30000

static long long *number_field(svc_config *config, const svc_setting *s)
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

static bool parse_number(const svc_setting *s, const char *text, long long *out)
{
    size_t digits = strspn(text, "0123456789");
    const char *suffix = text + digits;
    long long factor = 1;

    if (s->type == SVC_SETTING_BYTES && strcmp(suffix, "KiB") == 0) {
        factor = KIB;
    } else if (s->type == SVC_SETTING_BYTES && strcmp(suffix, "MiB") == 0) {
        factor = MIB;
    } else if (s->type == SVC_SETTING_DURATION && strcmp(suffix, "s") == 0) {
        factor = 1000;
    } else if (*suffix != '\0' && !(s->type == SVC_SETTING_DURATION && strcmp(suffix, "ms") == 0)) {
        return false;
    }
    if (!digits_to_number(text, digits, out)) {
        return false;
    }
    *out *= factor;
    return *out >= s->min && *out <= s->max;
}

/* "20", "0.5" or "0.125", in thousandths. */
static bool parse_rate(const svc_setting *s, const char *text, long long *out)
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
    *out = *out * SVC_RATE_UNIT + part;
    return *out >= s->min && *out <= s->max;
}

bool svc_config_duration(const char *text, long long min, long long max, long long *out)
{
    const svc_setting duration = {.type = SVC_SETTING_DURATION, .min = min, .max = max};

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

static bool parse_robots(const char *text, long long *out)
{
    *out = strcmp(text, "respect") == 0;
    return *out == 1 || strcmp(text, "ignore") == 0;
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
static bool is_fine_text(svc_setting_type type, const char *text)
{
    svc_listen_address address;
    svc_url_rules rules;
    svc_networks networks;

    if (type == SVC_SETTING_ADDRESS || type == SVC_SETTING_OPTIONAL_ADDRESS) {
        return (type == SVC_SETTING_OPTIONAL_ADDRESS && *text == '\0') ||
               svc_listen_parse(text, &address);
    }
    if (type == SVC_SETTING_PORTS) {
        return svc_ports_parse(text, &rules);
    }
    if (type == SVC_SETTING_PATH) {
        return is_path(text);
    }
    if (type == SVC_SETTING_SERVICES) {
        unsigned bits;
        return api_compat_parse(text, &bits);
    }
    if (type == SVC_SETTING_ORIGINS) {
        return svc_cors_is_list(text);
    }
    if (type == SVC_SETTING_NETWORKS) {
        bool fine = svc_networks_parse(text, &networks);
        free(fine ? networks.items : NULL);
        return fine;
    }
    if (type == SVC_SETTING_NAMES) {
        return svc_names_are_fine(text);
    }
    if (type == SVC_SETTING_PROXY) {
        return *text == '\0' || svc_proxy_is_fine(text);
    }
    return has_no_controls(text);
}

static bool assign(svc_config *config, const svc_setting *s, const char *value)
{
    switch (s->type) {
    case SVC_SETTING_ADDRESS:
    case SVC_SETTING_OPTIONAL_ADDRESS:
    case SVC_SETTING_PORTS:
    case SVC_SETTING_NETWORKS:
    case SVC_SETTING_NAMES:
    case SVC_SETTING_SERVICES:
    case SVC_SETTING_PROXY:
    case SVC_SETTING_ORIGINS:
    case SVC_SETTING_PATH:
    case SVC_SETTING_TEXT:
        *(const char **)(void *)((char *)config + s->field) = value;
        return is_fine_text(s->type, value);
    case SVC_SETTING_SWITCH:
        return parse_switch(value, number_field(config, s));
    case SVC_SETTING_ROBOTS:
        return parse_robots(value, number_field(config, s));
    case SVC_SETTING_STATUS:
        return parse_status(value, number_field(config, s));
    case SVC_SETTING_LEVEL:
        return parse_level(value, number_field(config, s));
    case SVC_SETTING_FORMAT:
        return parse_format(value, number_field(config, s));
    case SVC_SETTING_RATE:
        return parse_rate(s, value, number_field(config, s));
    case SVC_SETTING_COUNT:
    case SVC_SETTING_BYTES:
    case SVC_SETTING_DURATION:
        return parse_number(s, value, number_field(config, s));
    }
    return false;
}

static bool is_number(svc_setting_type type)
{
    return type == SVC_SETTING_COUNT || type == SVC_SETTING_RATE || type == SVC_SETTING_BYTES ||
           type == SVC_SETTING_DURATION;
}

/* A number of a setting as people write it, in whole units. */
static long long shown_number(const svc_setting *s, long long number)
{
    return s->type == SVC_SETTING_RATE ? number / SVC_RATE_UNIT : number;
}

/* Keeps a message one line whatever the value holds. */
static void remove_controls(char *text)
{
    for (; *text != '\0'; text++) {
        *text = iscntrl((unsigned char)*text) ? '?' : *text;
    }
}

static bool assign_or_explain(svc_config *config, const svc_setting *s, const char *value,
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
        snprintf(error, SVC_CONFIG_ERROR_SIZE, "%s: '%.40s' is not valid; it takes %s (%s)", where,
                 value, s->unit, s->doc);
    }
    remove_controls(error);
    return false;
}

static const svc_setting *find_setting(const char *name, size_t length)
{
    for (size_t i = 0; i < svc_setting_count; i++) {
        if (strlen(svc_settings[i].name) == length &&
            memcmp(svc_settings[i].name, name, length) == 0) {
            return &svc_settings[i];
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
    const svc_setting *s = find_setting(entry + PREFIX_LENGTH, length);
    if (s == NULL) {
        snprintf(error, SVC_CONFIG_ERROR_SIZE, "unknown variable %.*s%s", (int)(equals - entry),
                 entry, "; see danad serve --help");
        return false;
    }
    snprintf(where, sizeof where, PREFIX "%s", s->name);
    return assign_or_explain(config, s, equals + 1, where, error);
}

/* "max-body-bytes" to the setting MAX_BODY_BYTES. */
static const svc_setting *find_flag(const char *flag, size_t length)
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
    const svc_setting *s = NULL;
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
    for (size_t i = 0; i < svc_setting_count; i++) {
        if (svc_settings[i].default_text != NULL) {
            assign(config, &svc_settings[i], svc_settings[i].default_text);
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
        long long rate = (config->rate_limit_milli + SVC_RATE_UNIT - 1) / SVC_RATE_UNIT;
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

static bool is_text(svc_setting_type type)
{
    return type == SVC_SETTING_ADDRESS || type == SVC_SETTING_OPTIONAL_ADDRESS ||
           type == SVC_SETTING_PORTS || type == SVC_SETTING_NETWORKS || type == SVC_SETTING_NAMES ||
           type == SVC_SETTING_PROXY || type == SVC_SETTING_ORIGINS || type == SVC_SETTING_PATH ||
           type == SVC_SETTING_SERVICES || type == SVC_SETTING_TEXT;
}

void svc_config_print(const svc_config *config, FILE *out)
{
    svc_config copy = *config;

    for (size_t i = 0; i < svc_setting_count; i++) {
        const svc_setting *s = &svc_settings[i];
        fprintf(out, PREFIX "%s=", s->name);
        if (is_text(s->type)) {
            fprintf(out, "%s\n", *(const char **)(void *)((char *)&copy + s->field));
        } else if (s->type == SVC_SETTING_SWITCH) {
            fprintf(out, "%s\n", *number_field(&copy, s) != 0 ? "on" : "off");
        } else if (s->type == SVC_SETTING_ROBOTS) {
            fprintf(out, "%s\n", *number_field(&copy, s) != 0 ? "respect" : "ignore");
        } else if (s->type == SVC_SETTING_LEVEL) {
            fprintf(out, "%s\n", svc_log_level_name((svc_log_level)*number_field(&copy, s)));
        } else if (s->type == SVC_SETTING_FORMAT) {
            fprintf(out, "%s\n", svc_log_format_name((svc_log_format)*number_field(&copy, s)));
        } else if (s->type == SVC_SETTING_RATE && *number_field(&copy, s) % SVC_RATE_UNIT != 0) {
            long long rate = *number_field(&copy, s);
            fprintf(out, "%lld.%03lld\n", rate / SVC_RATE_UNIT, rate % SVC_RATE_UNIT);
        } else {
            fprintf(out, "%lld\n", shown_number(s, *number_field(&copy, s)));
        }
    }
}

void svc_config_help(FILE *out)
{
    for (size_t i = 0; i < svc_setting_count; i++) {
        const svc_setting *s = &svc_settings[i];
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
