/*
 * Pieces: pictures, videos and other media of a page, with their captions and the elements around
 * them, from one pass over its tags. Which of them belong to a selection is decided after it.
 */
#ifndef DANA_MEDIA_PIECES_H
#define DANA_MEDIA_PIECES_H

#include "blocks/attributes.h"
#include "dana/page.h"
#include "dana/result.h"
#include "media/players.h"

#include <stdbool.h>

/* An element around a piece. Indices of elements count from 1; 0: there is none. */
typedef struct {
    uint32_t start;      /* of its start tag */
    uint32_t tag_length; /* of its start tag */
    uint32_t end;        /* of its end tag, or where it is closed */
    uint32_t parent;     /* the one around it; elements between need not be recorded */
    uint32_t marks;      /* see dana__holder_marks */
    uint32_t other;      /* bytes of its text that are not selected and in no caption, up to some
                          * bound; UINT32_MAX: not counted yet */
    uint8_t kind;        /* dana__kind */
    bool is_link;
    bool has_marks; /* else they were not asked for yet */
    int8_t texts;   /* whether it holds selected text: 1 or -1; 0: not asked yet */
} dana__holder;

/* A picture or another medium. */
typedef struct {
    uint32_t at;       /* where it stands: the tag, or the noscript element that holds it */
    dana_span tag;     /* its start tag */
    dana_span caption; /* from its first text to its last; start == end: none */
    dana_view address; /* raw, where has_address; empty: unknown */
    uint32_t holder;   /* the innermost element around it */
    dana_media_kind kind;
    const dana__player *player; /* whose address it is, NULL: none */
    bool has_address;           /* else it is that of a picture's tag, see dana__piece_address */
    bool is_picture;
    bool in_noscript;
    bool belongs; /* to the selection; found later */
    int8_t minor; /* whether it is a minor picture (media/junk.h): 1 or -1; 0: not asked yet */
} dana__piece;

/* Most headings that are noted. */
#define DANA__HEADINGS_MAX 32

/* Where a heading ends. */
typedef struct {
    uint32_t end;
    uint8_t level;
} dana__heading_end;

/* What a page has of them. Memory of the page's arena. */
typedef struct {
    dana__piece *pieces;
    size_t piece_count;
    dana__holder *holders;
    size_t holder_count;
    uint32_t middle; /* the innermost element at the middle of the selected text */
    dana__heading_end headings[DANA__HEADINGS_MAX]; /* h1 and h2, the first of the page */
    size_t heading_count;
    dana_view share; /* raw address of the picture for sharing (og:image); empty: none */
} dana__pieces;

/* Bytes of the source that are read after the last selected text: a caption may end there. */
#define DANA__TAIL_BYTES 8192

/* Most pieces: one in so many bytes of the source, and some more. */
#define DANA__PIECE_BYTES 160
#define DANA__PIECE_SPARE 1024

/*
 * Reads the pieces of a page up to what follows the last selected text.
 * Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY, DANA_CANCELLED.
 */
DANA_MUST_USE dana_status dana__read_pieces(dana_page *page, const dana_result *result,
                                            dana__pieces *out, dana_error *err);

/* Returns the address of a piece; of a picture it is read when somebody asks for it. */
dana_view dana__piece_address(const dana_page *page, dana__piece *piece);

/* Returns the marks of an element's name and attributes (see blocks/marks.h), which are read when
 * somebody asks for them first. */
uint32_t dana__holder_marks(const dana_page *page, dana__class_memo *memo, dana__holder *holder);

/* Returns an element by its index; NULL for 0. */
static inline const dana__holder *dana__holder_at(const dana__pieces *pieces, uint32_t index)
{
    return index > 0 ? &pieces->holders[index - 1] : NULL;
}

#endif
