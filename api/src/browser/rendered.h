/* What the answer says of a page that a browser has shown. */
#ifndef API_BROWSER_RENDERED_H
#define API_BROWSER_RENDERED_H

#include "api/rendered.h"
#include "json/writer.h"

/* Writes how the page was rendered, and what it has asked for. */
void api__write_rendering(const api_rendered *rendered, api__writer *writer, const char *name);

/* Writes the picture of the page in base64; null where there is none. */
void api__write_picture(const api_rendered *rendered, api__writer *writer, const char *name);

#endif
