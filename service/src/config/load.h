/*
 * Settings from flags and the environment: flag --max-body-bytes is the environment's
 * DANAD_MAX_BODY_BYTES, and a flag wins.
 */
#ifndef SVC_CONFIG_LOAD_H
#define SVC_CONFIG_LOAD_H

#include "config/config.h"

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

/* Returns a warning about settings that are fine but not together, or NULL. */
const char *svc_config_warning(const svc_config *config);

#endif
