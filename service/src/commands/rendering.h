/* The renderer of danad extract --render, and the fetcher of what its pages ask for. */
#ifndef SVC_COMMANDS_RENDERING_H
#define SVC_COMMANDS_RENDERING_H

#include "server/outside.h"

/* Running, or without anything. Stays where it is meanwhile. */
typedef struct {
    svc_config config;
    svc_outside outside;
} svc_rendering;

/* Returns whether a text is a mode: never, auto or always. */
bool svc_rendering_is_mode(const char *text);

/*
 * Starts what is needed to render, from the variables of danad serve. mode: as above; NULL: none is
 * given, pages say it themselves. address: "unix:PATH"; NULL: the variable's. Without an address
 * outside.renderers is NULL, and a line on standard error says so. Returns the
 * exit status: 0, or with a line on standard error 1, it cannot run, or 2, a setting is wrong.
 * svc_rendering_end is to be called in any case.
 */
int svc_rendering_start(svc_rendering *rendering, const char *mode, const char *address);

/* Ends what runs. */
void svc_rendering_end(svc_rendering *rendering);

#endif
