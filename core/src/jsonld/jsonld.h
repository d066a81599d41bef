/*
 * JSON-LD: the objects of a page's scripts as a flat list, with the members that metadata and the
 * ranking of headlines need. The vocabulary is schema.org's.
 */
#ifndef DANA_JSONLD_JSONLD_H
#define DANA_JSONLD_JSONLD_H

#include "dana/arena.h"
#include "dana/view.h"
#include "jsonld/vocabulary.h"

#include <stdbool.h>
#include <stdint.h>

/* Most objects and members that are kept; what comes later is left out. */
#define DANA__LD_OBJECTS_MAX 1024
#define DANA__LD_MEMBERS_MAX 4096

/* No member follows. */
#define DANA__LD_NONE UINT32_MAX

/* An object. rank: how much it is the page's own subject, 0 not at all, 4 an article. */
typedef struct {
    uint32_t parent;           /* index, before its own; its own at the top */
    uint32_t first;            /* its first member, DANA__LD_NONE: it has none */
    uint32_t last;             /* its last one, where it has one */
    dana__ld_member_kind role; /* the member of the parent that holds it */
    uint8_t rank;
    bool own;      /* reached from the top by arrays and DANA__LD_GRAPH alone */
    bool closed;   /* its end was found */
    bool is_typed; /* it names a type */
    dana_view id;
} dana__ld_object;

/* A member that is text, or one of an array of texts. */
typedef struct {
    uint32_t next; /* of the same object, DANA__LD_NONE after the last one */
    dana__ld_member_kind kind;
    dana_view text; /* raw JSON characters */
} dana__ld_member;

/* What the scripts of a page say: objects in the order in which they begin, the scripts' in the
 * order in which they were read. */
typedef struct dana__ld {
    dana_buffer objects; /* dana__ld_object */
    dana_buffer members; /* dana__ld_member */
    dana_buffer scripts; /* which were read, see read_ld.c */
} dana__ld;

/* Objects [first, end). */
typedef struct {
    uint32_t first;
    uint32_t end;
} dana__ld_range;

/* Finds the first text of a member of an object; data NULL where it has none. */
dana_view dana__ld_text(const dana__ld *ld, uint32_t object, dana__ld_member_kind kind);

/* Returns whether a type of an object is `type` of schema.org, named alone or by its URL. */
bool dana__ld_is_a(const dana__ld *ld, uint32_t object, const char *type);

/*
 * Finds the object that speaks for the page about `kind`: of those that have such a member, as text
 * or as an object, the one of highest rank, the first of equals, of rank `least` at least. Returns
 * its index, or -1.
 */
int32_t dana__ld_subject(const dana__ld *ld, dana__ld_member_kind kind, unsigned least);

/*
 * Lists texts of a member of an object: those that are texts, and of those that are objects (or
 * name one by @id) the texts of their member `inner`. Returns their number, at most `most`.
 */
size_t dana__ld_texts(const dana__ld *ld, uint32_t object, dana__ld_member_kind kind,
                      dana__ld_member_kind inner, dana_view *out, size_t most);

/* Finds the first object of a type of schema.org named `type` with a name; data NULL: none. */
dana_view dana__ld_name_of_type(const dana__ld *ld, const char *type);

#endif
