/*
 * The members "links", "images" and "media" of an answer.
 */
#ifndef API_ANSWER_LINKS_H
#define API_ANSWER_LINKS_H

#include "answer/extraction.h"
#include "json/writer.h"

/* Writes the links of the content. Where core fails the writer does, and extraction->err is set. */
void api__write_links(api__extraction *extraction, api__writer *writer, const char *name);

/* Writes the images of the content; failures as above. */
void api__write_images(api__extraction *extraction, api__writer *writer, const char *name);

/* Writes the videos, sounds and embedded posts of the content; failures as above. */
void api__write_media(api__extraction *extraction, api__writer *writer, const char *name);

#endif
