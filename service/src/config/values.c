#include "config/values.h"

#include "access/cors.h"
#include "base/log.h"
#include "confine/confine.h"
#include "fetch/url_rules.h"
#include "system/listen.h"

#include "api/api.h"

#include <stdlib.h>
#include <string.h>
#include <sys/un.h>

#define KIB         1024LL
#define MIB         (1024LL * KIB)
#define RATE_DIGITS 3

#define TYPES       (SVC_SETTING_TEXT + 1)

/* --- numbers */

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

bool svc_value_duration(const char *text, long long min, long long max, long long *out)
{
    const svc_setting duration = {.type = SVC_SETTING_DURATION, .min = min, .max = max};

    return parse_number(&duration, text, out);
}

/* --- words */

static const char *level_name(long long value)
{
    return svc_log_level_name((svc_log_level)value);
}

static const char *format_name(long long value)
{
    return svc_log_format_name((svc_log_format)value);
}

static const char *switch_name(long long value)
{
    return value != 0 ? "on" : "off";
}

static const char *robots_name(long long value)
{
    return value != 0 ? "respect" : "ignore";
}

static const char *status_name(long long value)
{
    return value == 429 ? "429" : value == 503 ? "503" : "";
}

/* The words of types whose values are named; a setting takes those from its min to its max. */
static const char *(*const names[TYPES])(long long value) = {
    [SVC_SETTING_LEVEL] = level_name,   [SVC_SETTING_FORMAT] = format_name,
    [SVC_SETTING_SWITCH] = switch_name, [SVC_SETTING_ROBOTS] = robots_name,
    [SVC_SETTING_STATUS] = status_name, [SVC_SETTING_SECCOMP] = svc_seccomp_name,
};

static bool parse_name(const svc_setting *s, const char *text, long long *out)
{
    for (*out = s->min; *out <= s->max; ++*out) {
        if (*text != '\0' && strcmp(text, names[s->type](*out)) == 0) {
            return true;
        }
    }
    return false;
}

/* --- texts */

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

static bool is_address(const char *text)
{
    svc_listen_address address;

    return svc_listen_parse(text, &address);
}

static bool is_optional_address(const char *text)
{
    return *text == '\0' || is_address(text);
}

static bool is_ports(const char *text)
{
    svc_url_rules rules;

    return svc_ports_parse(text, &rules);
}

static bool is_networks(const char *text)
{
    svc_networks networks;
    bool fine = svc_networks_parse(text, &networks);

    free(fine ? networks.items : NULL);
    return fine;
}

static bool is_services(const char *text)
{
    unsigned bits;

    return api_compat_parse(text, &bits);
}

/* "unix:/path", short enough for the address of a socket; or nothing. */
static bool is_optional_socket(const char *text)
{
    struct sockaddr_un address;
    bool named = strncmp(text, "unix:/", 6) == 0;

    return *text == '\0' ||
           (named && has_no_controls(text) && strlen(text + 5) < sizeof address.sun_path);
}

static bool is_optional_proxy(const char *text)
{
    return *text == '\0' || svc_proxy_is_fine(text);
}

/* The types whose values are texts, and which texts they take. */
static bool (*const texts[TYPES])(const char *text) = {
    [SVC_SETTING_ADDRESS] = is_address,
    [SVC_SETTING_OPTIONAL_ADDRESS] = is_optional_address,
    [SVC_SETTING_PORTS] = is_ports,
    [SVC_SETTING_NETWORKS] = is_networks,
    [SVC_SETTING_NAMES] = svc_names_are_fine,
    [SVC_SETTING_SERVICES] = is_services,
    [SVC_SETTING_PROXY] = is_optional_proxy,
    [SVC_SETTING_ORIGINS] = svc_cors_is_list,
    [SVC_SETTING_PATH] = is_path,
    [SVC_SETTING_SOCKET] = is_optional_socket,
    [SVC_SETTING_TEXT] = has_no_controls,
};

/* --- all of them */

bool svc_value_is_number(svc_setting_type type)
{
    return texts[type] == NULL && names[type] == NULL;
}

bool svc_value_set(svc_config *config, const svc_setting *s, const char *text)
{
    void *field = (char *)config + s->field;

    if (texts[s->type] != NULL) {
        *(const char **)field = text;
        return texts[s->type](text);
    }
    if (names[s->type] != NULL) {
        return parse_name(s, text, field);
    }
    return s->type == SVC_SETTING_RATE ? parse_rate(s, text, field) : parse_number(s, text, field);
}

long long svc_value_shown(const svc_setting *s, long long number)
{
    return s->type == SVC_SETTING_RATE ? number / SVC_RATE_UNIT : number;
}

void svc_value_print(const svc_config *config, const svc_setting *s, FILE *out)
{
    const void *field = (const char *)config + s->field;

    if (texts[s->type] != NULL) {
        fputs(*(const char *const *)field, out);
        return;
    }
    long long number = *(const long long *)field;
    if (names[s->type] != NULL) {
        fputs(names[s->type](number), out);
        return;
    }
    fprintf(out, "%lld", svc_value_shown(s, number));
    if (s->type == SVC_SETTING_RATE && number % SVC_RATE_UNIT != 0) {
        fprintf(out, ".%03lld", number % SVC_RATE_UNIT);
    }
}
