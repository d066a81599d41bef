/*
 * Writing into the buffers of a rendering.
 */
#ifndef DANA_RENDER_OUTPUT_H
#define DANA_RENDER_OUTPUT_H

#include "render/renderer.h"

#include <string.h>

/* Makes room in a buffer of the rendering. Returns false, with r->status set, where there is none.
 */
bool dana__reserve(dana__renderer *r, dana_buffer *buffer, size_t extra);

/* Appends bytes to a buffer of bytes of the rendering. */
void dana__append(dana__renderer *r, dana_buffer *buffer, const char *bytes, size_t length);

/* Appends bytes to the output. */
void dana__put(dana__renderer *r, const char *bytes, size_t length);

/* Appends a string to the output. */
static inline void dana__puts(dana__renderer *r, const char *text)
{
    dana__put(r, text, strlen(text));
}

/* Appends a number in decimal. */
void dana__put_number(dana__renderer *r, uint64_t number);

/* Inserts bytes at a position of the output. */
void dana__insert(dana__renderer *r, size_t position, const char *bytes, size_t length);

/* Inserts a byte `count` times at a position of the output. */
void dana__insert_run(dana__renderer *r, size_t position, char byte, size_t count);

/* Removes bytes of the output. */
void dana__remove(dana__renderer *r, size_t position, size_t length);

/* Returns the output as it is now; data is valid until the next byte is written. */
dana_view dana__written(const dana__renderer *r);

#endif
