/*
 * The options of rendering: whether a browser shows the page, what it waits for, how large its
 * window is.
 */
#ifndef API_REQUEST_RENDER_OPTIONS_H
#define API_REQUEST_RENDER_OPTIONS_H

#include "request/members.h"

/* When a page is rendered. */
typedef enum { API__RENDER_NEVER, API__RENDER_AUTO, API__RENDER_ALWAYS } api__render_mode;

/* Options; the selector is borrowed. */
typedef struct {
    api__render_mode mode;
    const char *selector; /* NULL: none */
    long quiet_ms;
    int width;
    int height;
} api__rendering;

/* Sets every option to its default. */
void api__rendering_defaults(api__rendering *rendering);

/* Reads "never", "auto" or "always" into an api__rendering. */
void api__read_render(const api__reading *reading, const json_t *value);

/* Reads what is waited for. */
void api__read_wait(const api__reading *reading, const json_t *value);

/* Reads the size of the window. */
void api__read_viewport(const api__reading *reading, const json_t *value);

#endif
