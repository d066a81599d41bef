/* Pictures of a page, with outlines around what was selected. */
#ifndef SVC_RENDERER_PICTURE_H
#define SVC_RENDERER_PICTURE_H

#include "renderer/page/take.h"

/*
 * Takes a picture of the page, with outlines around what stands in the spans of its HTML (an array
 * of api_span, `length` bytes). Returns a PNG in base64; an empty buffer where there is none.
 */
svc_buffer svc_picture_take(svc_page *page, const svc_taken *taken, const char *spans,
                            size_t length);

#endif
