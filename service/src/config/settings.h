/*
 * The settings of the server, as data: names, types, limits, defaults, and what they are for.
 */
#ifndef SVC_CONFIG_SETTINGS_H
#define SVC_CONFIG_SETTINGS_H

#include "config/config.h"

#include <stddef.h>

/* In front of the name of a setting, as a variable. */
#define SVC_SETTING_PREFIX "DANAD_"

/* Longest name of a setting with its NUL. */
#define SVC_SETTING_NAME_SIZE 32

/* What a rate counts in: thousandths. */
#define SVC_RATE_UNIT 1000LL

/* What a setting's text says. */
typedef enum {
    SVC_SETTING_ADDRESS,
    SVC_SETTING_OPTIONAL_ADDRESS,
    SVC_SETTING_COUNT,
    SVC_SETTING_RATE,
    SVC_SETTING_BYTES,
    SVC_SETTING_DURATION,
    SVC_SETTING_LEVEL,
    SVC_SETTING_FORMAT,
    SVC_SETTING_SWITCH,
    SVC_SETTING_PORTS,
    SVC_SETTING_NETWORKS,
    SVC_SETTING_NAMES,
    SVC_SETTING_SERVICES,
    SVC_SETTING_PROXY,
    SVC_SETTING_ORIGINS,
    SVC_SETTING_PATH,
    SVC_SETTING_STATUS,
    SVC_SETTING_ROBOTS,
    SVC_SETTING_SECCOMP,
    SVC_SETTING_SOCKET,
    SVC_SETTING_TEXT
} svc_setting_type;

/* One setting; a rate counts in thousandths. `field` is where it lives in svc_config; default_text
 * NULL: worked out at start. */
typedef struct {
    const char *name;
    svc_setting_type type;
    size_t field;
    long long min;
    long long max;
    const char *default_text;
    const char *default_doc;
    const char *unit;
    const char *doc;
} svc_setting;

/* All settings, svc_setting_count of them, in the order in which they are shown. */
extern const svc_setting svc_settings[];
extern const size_t svc_setting_count;

#endif
