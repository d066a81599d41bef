/*
 * Text in Markdown: escaped where it would mean something else; code, images, destinations of
 * links.
 */
#ifndef DANA_RENDER_MARKDOWN_TEXT_H
#define DANA_RENDER_MARKDOWN_TEXT_H

#include "render/renderer.h"

/* What a character is to delimiter runs (6.2). Symbols count as punctuation since 0.31, and as
 * letters before: neither is relied on. */
typedef enum {
    DANA__CLASS_WHITE,
    DANA__CLASS_PUNCTUATION,
    DANA__CLASS_SYMBOL,
    DANA__CLASS_LETTER
} dana__character_class;

/* Returns the class of a character. */
dana__character_class dana__class_of(uint32_t c);

/* Returns the class of the character that ends at `end` in the output, and where it starts; lines
 * begin after white space. */
dana__character_class dana__class_before(dana__renderer *r, size_t end, size_t *start);

/* Notes that an inline element begins or ends here: letters before it are in another one. */
void dana__note_border(dana__renderer *r);

/* Writes a link's destination (6.3): escapes parentheses and what inline parsing reads first. */
void dana__put_destination(dana__renderer *r, dana_view url);

/* See dana__form.text. */
void dana__markdown_text(dana__renderer *r, dana_view text);

/* See dana__form.code. */
void dana__markdown_code(dana__renderer *r, dana_view text);

/* See dana__form.image. */
void dana__markdown_image(dana__renderer *r, const dana_image *image);

/* See dana__form.media. */
void dana__markdown_media(dana__renderer *r, const dana_media *media, bool is_linked);

/* See dana__form.formula. */
void dana__markdown_formula(dana__renderer *r, dana_view tex, bool is_display);

#endif
