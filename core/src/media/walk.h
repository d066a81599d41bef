/*
 * The walk over a page's tags: the stack of open elements, and the pieces found so far.
 */
#ifndef DANA_MEDIA_WALK_H
#define DANA_MEDIA_WALK_H

#include "base/needles.h"
#include "media/pieces.h"
#include "page/pass.h"

/* Deepest stack; what is deeper belongs to the deepest. */
#define DANA__WAY_MAX 256

/* What the walk needs of a tag. */
typedef struct {
    dana_view source;
    uint64_t key; /* of its name */
    uint32_t name_length;
    uint32_t flags; /* of its name, see html/elements.h */
    bool is_bare;
} dana__way_tag;

/* An open element. */
typedef struct {
    dana__way_tag tag;
    uint32_t holder;      /* its record, 0: none yet */
    uint32_t first_piece; /* pieces before it */
    uint8_t kind;         /* dana__kind */
    int8_t is_caption;    /* its class calls it one; -1: not looked at */
} dana__way;

/* The state of the pass. */
typedef struct dana__media_walk {
    dana_page *page;
    const dana_result *result;
    dana__pass pass;
    dana__pieces *out;
    dana_buffer pieces;
    dana_buffer holders;
    size_t limit; /* most pieces */
    size_t depth;
    uint32_t open[DANA__KIND_COUNT];
    size_t middle; /* offset of the middle of the selected text */
    bool passed_middle;
    bool is_open;           /* a caption of the last piece may follow */
    bool is_settled;        /* no element that closes gives it one */
    size_t skipped;         /* bytes of text since the last piece that are no caption */
    dana_view list;         /* the address of the last source element in a picture */
    dana__needles captions; /* parts of class words that captions have */
    /* Called where an element that holds pieces closes. */
    void (*closed)(struct dana__media_walk *w, dana__way *element, const char *at);
    dana_error *err;
    dana_status status;
    dana__way way[DANA__WAY_MAX]; /* the last member: what is opened is set */
} dana__media_walk;

/* Returns what the walk needs of a tag. */
static inline dana__way_tag dana__way_tag_of(const dana__markup *tag)
{
    return (dana__way_tag){.source = dana__tag_view(tag),
                           .key = tag->name.key,
                           .name_length = (uint32_t)tag->name.length,
                           .flags = tag->flags,
                           .is_bare = tag->is_bare};
}

/* Puts a start tag's element on the stack, and closes what it ends. */
void dana__way_open(dana__media_walk *w, const dana__way_tag *tag);

/* Closes the element that an end tag names. */
void dana__way_close(dana__media_walk *w, const dana__way_tag *tag);

/* Closes elements until `depth` are left. */
void dana__way_pop(dana__media_walk *w, size_t depth, const char *at);

/* Returns the record of the innermost open element, made where there is none. 0: there is no open
 * element, or no room (w->status). */
uint32_t dana__way_record(dana__media_walk *w);

/* Returns the innermost open element of a kind or, KIND_NONE, of a name; NULL: there is none. */
dana__way *dana__way_find(dana__media_walk *w, dana__kind kind, const char *name);

/* Returns the offset in the middle of the selected text; SIZE_MAX: none is selected. */
size_t dana__middle_of(const dana_result *result);

/* Returns the piece that was found last; NULL: there is none. */
static inline dana__piece *dana__last_piece(const dana__media_walk *w)
{
    return w->pieces.length > 0 ? (dana__piece *)w->pieces.data + w->pieces.length - 1 : NULL;
}

/* Returns the offset of a place in the source. */
static inline uint32_t dana__media_offset(const dana__media_walk *w, const char *p)
{
    return (uint32_t)(p - w->page->source.data);
}

#endif
