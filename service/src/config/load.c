#include "config/load.h"

#include "config/values.h"
#include "system/cpus.h"
#include "system/listen.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define QUEUE_PER_WORKER          64
#define BATCH_INFLIGHT_PER_WORKER 2
/* Kubernetes' terminationGracePeriodSeconds, unless it is set. */
#define GRACE_PERIOD_MS 30000

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
    if (svc_value_set(config, s, value)) {
        return true;
    }
    if (svc_value_is_number(s->type)) {
        snprintf(error, SVC_CONFIG_ERROR_SIZE,
                 "%s: '%.60s' is not a number of %s from %lld to %lld", where, value, s->unit,
                 svc_value_shown(s, s->min), svc_value_shown(s, s->max));
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
    char where[(sizeof SVC_SETTING_PREFIX - 1) + SVC_SETTING_NAME_SIZE];

    if (equals == NULL ||
        strncmp(entry, SVC_SETTING_PREFIX, (sizeof SVC_SETTING_PREFIX - 1)) != 0) {
        return true;
    }
    size_t length = (size_t)(equals - entry) - (sizeof SVC_SETTING_PREFIX - 1);
    const svc_setting *s = find_setting(entry + (sizeof SVC_SETTING_PREFIX - 1), length);
    if (s == NULL) {
        snprintf(error, SVC_CONFIG_ERROR_SIZE, "unknown variable %.*s%s", (int)(equals - entry),
                 entry, "; see danad serve --help");
        return false;
    }
    snprintf(where, sizeof where, SVC_SETTING_PREFIX "%s", s->name);
    return assign_or_explain(config, s, equals + 1, where, error);
}

/* "max-body-bytes" to the setting MAX_BODY_BYTES. */
static const svc_setting *find_flag(const char *flag, size_t length)
{
    char name[SVC_SETTING_NAME_SIZE];

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
    char where[SVC_SETTING_NAME_SIZE + 2];

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
            svc_value_set(config, &svc_settings[i], svc_settings[i].default_text);
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
                 SVC_SETTING_PREFIX "METRICS_AUTH needs " SVC_SETTING_PREFIX "AUTH_TOKENS_FILE");
        return false;
    }
    return true;
}
