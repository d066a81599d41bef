/*
 * SVG as text in an arena: pieces are appended until one fails, then all are ignored.
 */
#ifndef DANA_PLOT_SVG_H
#define DANA_PLOT_SVG_H

#include "dana/arena.h"
#include "dana/view.h"

#include <stdint.h>

/* A text that grows in an arena. status: the first failure, kept. */
typedef struct {
    dana_arena *arena;
    dana_buffer buffer;
    dana_status status;
    dana_error *err; /* never NULL */
} dana__svg;

/* Starts an empty text. err must outlive it. */
void dana__svg_init(dana__svg *svg, dana_arena *arena, dana_error *err);

/* Appends a string as it is. */
void dana__svg_add(dana__svg *svg, const char *text);

/* Appends bytes as they are. */
void dana__svg_view(dana__svg *svg, dana_view text);

/* Appends text (valid UTF-8) escaped for XML content and attributes; controls become spaces. */
void dana__svg_escape(dana__svg *svg, dana_view text);

/* Appends a number in decimal. */
void dana__svg_number(dana__svg *svg, int64_t value);

/* Appends value / 10^decimals with that many decimals (at most 6), independent of locales. */
void dana__svg_decimal(dana__svg *svg, int64_t value, int decimals);

/* Appends a format in which %d takes an int and %s a string that needs no escape. */
void dana__svg_format(dana__svg *svg, const char *format, ...);

/* Opens the picture: role, title, desc (both escaped) and style follow; width and height in units.
 */
void dana__svg_open(dana__svg *svg, int width, int height, dana_view title, dana_view desc);

/* Closes the picture. *out is borrowed from the arena. Errors: the first failure. */
DANA_MUST_USE dana_status dana__svg_close(dana__svg *svg, dana_view *out);

/*
 * Returns a step of 1, 2 or 5 times a power of ten, so that at most `ticks` steps reach `range`
 * (> 0).
 */
int64_t dana__axis_step(int64_t range, int ticks);

#endif
