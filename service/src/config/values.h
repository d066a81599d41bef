/* The value of a setting, from its text and back. */
#ifndef SVC_CONFIG_VALUES_H
#define SVC_CONFIG_VALUES_H

#include "config/settings.h"

#include <stdio.h>

/* Sets the field of a setting; a text is borrowed. Returns false where it is not of its type. */
bool svc_value_set(svc_config *config, const svc_setting *s, const char *text);

/* Prints the value of a setting, in a form that svc_value_set takes. */
void svc_value_print(const svc_config *config, const svc_setting *s, FILE *out);

/* Returns whether values of a type are numbers, with limits. */
bool svc_value_is_number(svc_setting_type type);

/* Returns a number of a setting as people write it, in whole units. */
long long svc_value_shown(const svc_setting *s, long long number);

/*
 * Reads a time ("250", "250ms", "3s") of min to max milliseconds. Returns false where it is none.
 */
bool svc_value_duration(const char *text, long long min, long long max, long long *out);

#endif
