/*
 * Tags and URLs that tell nothing, by their letters: most have none of the words that somebody
 * looks for, and need not be taken apart.
 */
#ifndef DANA_HTML_LETTERS_H
#define DANA_HTML_LETTERS_H

#include "dana/view.h"
#include "html/markup.h"

#include <stdbool.h>

/* Returns whether a start tag has letters of a count of votes (posts/tallies.c), in any case. */
bool dana__may_count(const dana__markup *tag);

/* Returns the place, from one on, where the next letters stand with which a word begins that leads
 * to people (evidence/rules.c), in any case; a URL's length: there are none. */
size_t dana__next_of_people(dana_view href, size_t from);

/* Returns whether a tag may have one of the words that the classes of captions have (see
 * media/captions.c). */
bool dana__may_name_caption(dana_view tag);

/* Returns whether a tag may mention YouTube (see media/players.c). */
bool dana__may_be_player(dana_view tag);

/* No shorter tag is a player's box with an id. */
#define DANA__PLAYER_BOX (sizeof("<div class=youtube data-id=12345678901") - 1)

/* Returns whether a tag of a div may be that of a player. */
static inline bool dana__may_be_player_box(dana_view tag)
{
    return tag.length >= DANA__PLAYER_BOX && dana__may_be_player(tag);
}

/* Returns whether a tag may have an attribute by which a cell spans more than one column or row. */
bool dana__may_span(dana_view tag);

#endif
