#include "commands/rendering.h"

#include "base/version.h"
#include "config/load.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

bool svc_rendering_is_mode(const char *text)
{
    return strcmp(text, "never") == 0 || strcmp(text, "auto") == 0 || strcmp(text, "always") == 0;
}

/* Copies digits to the text. Returns what follows them; NULL: there is none. */
static const char *add_digits(svc_text *text, const char *value)
{
    size_t length = strspn(value, "0123456789");

    if (length == 0 || length > 6 || (value[0] == '0' && length > 1)) {
        return NULL;
    }
    svc_text_addf(text, "%.*s", (int)length, value);
    return value + length;
}

static bool add_wait(svc_text *text, const char *value)
{
    static const char quiet[] = "quiet=";
    static const char selector[] = "selector=";
    const char *left = value;
    bool first = true;

    svc_text_add(text, "\"wait\":{");
    while (left != NULL && (first || *left == ',')) {
        const char *part = first ? left : left + 1;

        svc_text_add(text, first ? "" : ",");
        first = false;
        if (strncmp(part, selector, sizeof selector - 1) == 0) {
            svc_text_add(text, "\"selector\":"); /* which may hold commas: it is the last one */
            svc_text_add_json(text, part + sizeof selector - 1);
            left = "";
        } else if (strncmp(part, quiet, sizeof quiet - 1) == 0) {
            svc_text_add(text, "\"quiet_ms\":");
            left = add_digits(text, part + sizeof quiet - 1);
            left = left != NULL && strncmp(left, "ms", 2) == 0 ? left + 2 : left;
        } else {
            svc_text_add(text, "\"quiet_ms\":0");
            left = strncmp(part, "load", 4) == 0 ? part + 4 : NULL;
        }
    }
    svc_text_add(text, "},");
    return left != NULL && *left == '\0';
}

static bool add_viewport(svc_text *text, const char *value)
{
    svc_text_add(text, "\"viewport\":{\"width\":");
    const char *left = add_digits(text, value);

    if (left != NULL && *left == 'x') {
        svc_text_add(text, ",\"height\":");
        left = add_digits(text, left + 1);
    }
    svc_text_add(text, "},");
    return left != NULL && *left == '\0';
}

bool svc_rendering_add_options(svc_text *text, const char *wait, const char *viewport)
{
    return (wait == NULL || add_wait(text, wait)) &&
           (viewport == NULL || add_viewport(text, viewport)) && !text->overflow;
}

static bool load(svc_config *config, const char *address)
{
    char error[SVC_CONFIG_ERROR_SIZE];
    char flag[] = "--renderer";
    char *arguments[] = {flag, (char *)(size_t)address};

    if (svc_config_load(config, environ, address != NULL ? 2 : 0, arguments, error)) {
        return true;
    }
    fprintf(stderr, "danad: %s\n", error);
    return false;
}

/* Whether a mode asks for the browser. */
static bool renders(const char *mode)
{
    return mode != NULL && strcmp(mode, "never") != 0;
}

/* A site that goes away is no reason to end, but a reader of the output that goes is: the threads
 * inherit that they get no SIGPIPE, and this one keeps it. */
static bool start_outside(svc_rendering *rendering)
{
    char error[SVC_FETCHER_ERROR_SIZE];
    sigset_t pipes;
    sigset_t before;

    sigemptyset(&pipes);
    sigaddset(&pipes, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipes, &before);
    bool fine = svc_outside_start(&rendering->outside, &rendering->config, svc_version(), NULL,
                                  error);

    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!fine) {
        fprintf(stderr, "danad: %s\n", error);
    }
    return fine;
}

int svc_rendering_start(svc_rendering *rendering, const char *mode, const char *address)
{
    rendering->outside = (svc_outside){.fetcher = NULL};
    if (address == NULL && !renders(mode)) {
        return 0;
    }
    if (!load(&rendering->config, address)) {
        return 2;
    }
    if (rendering->config.renderer[0] == '\0') {
        if (renders(mode)) {
            fprintf(stderr,
                    "danad: --render %s: there is no renderer; --renderer or DANAD_RENDERER names "
                    "one\n",
                    mode);
        }
        return 0;
    }
    return start_outside(rendering) ? 0 : 1;
}

void svc_rendering_end(svc_rendering *rendering)
{
    svc_outside_end(&rendering->outside);
}
