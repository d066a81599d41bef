/* The renderer of danad extract --render, and the fetcher of what its pages ask for. */
#ifndef SVC_COMMANDS_RENDERING_H
#define SVC_COMMANDS_RENDERING_H

#include "base/text.h"
#include "server/outside.h"

/* Running, or without anything. Stays where it is meanwhile. */
typedef struct {
    svc_config config;
    svc_outside outside;
} svc_rendering;

/* Returns whether a text is a mode: never, auto or always. */
bool svc_rendering_is_mode(const char *text);

/*
 * Appends what a page is shown as to the members of a request's options, from the values of flags
 * (NULL: not given), each with a comma after it. wait: "load", "quiet=MS", "selector=CSS", or
 * several of these, the selector last, with commas between them. viewport: "WIDTH" or
 * "WIDTHxHEIGHT". Returns false where one is none of these.
 */
bool svc_rendering_add_options(svc_text *text, const char *wait, const char *viewport);

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
