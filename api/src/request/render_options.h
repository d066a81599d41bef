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

/* Each reads a member into an api__rendering: "never", "auto" or "always"; what is waited for; the
 * size of the window. */
void api__read_render(const api__reading *reading, const json_t *value);
void api__read_wait(const api__reading *reading, const json_t *value);
void api__read_viewport(const api__reading *reading, const json_t *value);

#endif
