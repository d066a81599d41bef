#include "request/render_options.h"

#include <string.h>

/* A page is quiet when it has asked for nothing for this long. */
#define QUIET_MS       500
#define QUIET_MAX_MS   30000
#define SELECTOR_BYTES 500
/* The window of a common screen, and bounds. */
#define WIDTH      1280
#define HEIGHT     800
#define WINDOW_MIN 200
#define WIDTH_MAX  3840
#define HEIGHT_MAX 4320

static const char *mode_name(size_t index)
{
    static const char *const names[] = {"never", "auto", "always"};

    return index < sizeof(names) / sizeof(names[0]) ? names[index] : NULL;
}

void api__rendering_defaults(api__rendering *rendering)
{
    *rendering = (api__rendering){
        .mode = API__RENDER_NEVER, .quiet_ms = QUIET_MS, .width = WIDTH, .height = HEIGHT};
}

void api__read_render(const api__reading *r, const json_t *value)
{
    api__rendering *rendering = r->target;
    size_t mode;

    if (api__read_name(r, value, mode_name, "render must be one of", &mode)) {
        rendering->mode = (api__render_mode)mode;
    }
}

static void read_quiet(const api__reading *r, const json_t *value)
{
    api__rendering *rendering = r->target;
    json_int_t quiet_ms = json_integer_value(value);

    if (quiet_ms < 0 || quiet_ms > QUIET_MAX_MS) {
        api__refuse_value(r, "quiet_ms must be from 0 to 30000");
        return;
    }
    rendering->quiet_ms = (long)quiet_ms;
}

static void read_selector(const api__reading *r, const json_t *value)
{
    api__rendering *rendering = r->target;
    size_t length = json_string_length(value);

    if (length == 0 || length > SELECTOR_BYTES || strlen(json_string_value(value)) < length) {
        api__refuse_value(r, "selector must have from 1 to 500 bytes, and no U+0000");
        return;
    }
    rendering->selector = json_string_value(value);
}

static const api__member wait_members[] = {
    {"quiet_ms", API__INTEGER, read_quiet},
    {"selector", API__STRING, read_selector},
    {NULL, API__STRING, NULL},
};

void api__read_wait(const api__reading *r, const json_t *value)
{
    api__read_members(r->target, value, r->pointer, wait_members, r->errors);
}

/* Reads a length of the window in CSS pixels. */
static void read_pixels(const api__reading *r, const json_t *value, int max, const char *rule,
                        int *out)
{
    json_int_t pixels = json_integer_value(value);

    if (pixels < WINDOW_MIN || pixels > max) {
        api__refuse_value(r, rule);
        return;
    }
    *out = (int)pixels;
}

static void read_width(const api__reading *r, const json_t *value)
{
    api__rendering *rendering = r->target;

    read_pixels(r, value, WIDTH_MAX, "width must be from 200 to 3840", &rendering->width);
}

static void read_height(const api__reading *r, const json_t *value)
{
    api__rendering *rendering = r->target;

    read_pixels(r, value, HEIGHT_MAX, "height must be from 200 to 4320", &rendering->height);
}

static const api__member viewport_members[] = {
    {"width", API__INTEGER, read_width},
    {"height", API__INTEGER, read_height},
    {NULL, API__STRING, NULL},
};

void api__read_viewport(const api__reading *r, const json_t *value)
{
    api__read_members(r->target, value, r->pointer, viewport_members, r->errors);
}
