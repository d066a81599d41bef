/* What the answer says of a page that a browser has shown. */
#ifndef API_ANSWER_RENDERED_H
#define API_ANSWER_RENDERED_H

#include "answer/extraction.h"
#include "json/writer.h"

/* Writes how the page was rendered, and what it has asked for; null where it was not. */
void api__write_rendered(api__extraction *extraction, api__writer *writer, const char *name);

/* Writes the picture of the page in base64; null where there is none. */
void api__write_screenshot(api__extraction *extraction, api__writer *writer, const char *name);

#endif
