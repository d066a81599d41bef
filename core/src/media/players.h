/*
 * Players of video and sound: whose frames and elements they are, and the page that shows the same.
 */
#ifndef DANA_MEDIA_PLAYERS_H
#define DANA_MEDIA_PLAYERS_H

#include "dana/links.h"
#include "html/tokenizer.h"

#include <stdbool.h>

/* A player: addresses of `host` (and of what is below it) whose path begins with `path`. */
typedef struct {
    const char *host;
    const char *path;
    const char
        *query; /* the member of the query that holds the id; NULL: the path goes on with it */
    const char *name; /* of the service */
    const char *page; /* address of the page before the id; "": the id is an address; NULL: the
                       * player's own address is all there is */
    dana_media_kind kind;
    bool is_deep; /* the id is all that is left of the path, not one segment */
} dana__player;

/* Finds the player of an address (http, https or without a scheme); NULL: it is of none. */
const dana__player *dana__player_of(dana_view address);

/* Returns the raw address in a frame's tag (iframe, embed, object, amp-iframe) that is a player's;
 * empty: there is none. */
dana_view dana__frame_address(dana_view tag, const dana__player **player);

/*
 * Finds what an element plays that a script turns into a player ("lite-youtube", "amp-vimeo", a div
 * of the class "youtube-player"): the player of what its attribute holds, and that raw id or
 * address. Returns NULL where the element is none.
 */
const dana__player *dana__player_of_element(const dana__markup *tag, dana_view *id);

/*
 * Gives the address of the page that shows what a player plays. decoded: the player's address, or
 * of an element the id. *out is in the arena; data NULL: there is none, the player's address
 * counts. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__player_page(dana_arena *arena, const dana__player *player,
                                            dana_view decoded, dana_view *out, dana_error *err);

#endif
