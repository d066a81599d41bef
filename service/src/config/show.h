/* Settings as text for people. */
#ifndef SVC_CONFIG_SHOW_H
#define SVC_CONFIG_SHOW_H

#include "config/config.h"

#include <stdio.h>

/* Prints the effective settings as lines DANAD_NAME=value, which the environment would accept. */
void svc_config_print(const svc_config *config, FILE *out);

/* Prints flags, variables, defaults and documentation of all settings. */
void svc_config_help(FILE *out);

#endif
