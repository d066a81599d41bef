#include "jsonld/read_ld.h"

#include "base/ascii.h"
#include "base/search.h"
#include "dana/scan.h"
#include "html/attribute.h"
#include "html/references.h"
#include "jsonld/json.h"
#include "page/page.h"

#include <string.h>

bool dana__is_json_ld(dana_view tag)
{
    dana_view type;

    return dana_tag_attribute(tag, "type", &type) &&
           dana__says(dana__trim(type), "application/ld+json");
}

/* A container that is open: its object, or the member of its object that it is. */
typedef struct {
    uint32_t object; /* DANA__LD_NONE: kept nowhere */
    dana__ld_member_kind role;
    bool is_object;
} place;

/* The state of reading one script. */
typedef struct {
    dana_arena *arena;
    dana__ld *ld;
    place places[DANA__JSON_DEPTH_MAX + 1]; /* places[0] is the top */
    size_t depth;
    dana_error *err;
} reading;

/* Adds the object that begins in `above`. */
static dana_status add_object(reading *r, const place *above, dana__ld_member_kind role,
                              uint32_t *index)
{
    dana_buffer *buffer = &r->ld->objects;

    *index = DANA__LD_NONE;
    if (buffer->length >= DANA__LD_OBJECTS_MAX) {
        return DANA_OK;
    }
    dana_status status = dana_buffer_reserve(r->arena, buffer, 1, r->err);

    if (status != DANA_OK) {
        return status;
    }
    *index = (uint32_t)buffer->length++;
    dana__ld_object *objects = buffer->data;
    bool top = above->object == DANA__LD_NONE;

    objects[*index] = (dana__ld_object){
        .parent = top ? *index : above->object,
        .first = DANA__LD_NONE,
        .role = role,
        .rank = 1,
        .own = top || (objects[above->object].own && role == DANA__LD_GRAPH),
    };
    return DANA_OK;
}

/* Of an object without a type that has a headline: creative works alone have one. */
#define UNTYPED_RANK 3

static dana_status add_member(reading *r, uint32_t object, dana__ld_member_kind kind,
                              dana_view text)
{
    dana_buffer *buffer = &r->ld->members;

    if (object == DANA__LD_NONE || kind == DANA__LD_OTHER || text.length == 0 ||
        buffer->length >= DANA__LD_MEMBERS_MAX) {
        return DANA_OK;
    }
    dana__ld_object *owner = &((dana__ld_object *)r->ld->objects.data)[object];

    if (kind == DANA__LD_ID) {
        owner->id = text;
    }
    if (kind == DANA__LD_HEADLINE && !owner->is_typed) {
        owner->rank = UNTYPED_RANK;
    }
    if (kind == DANA__LD_TYPE) {
        uint8_t rank = dana__ld_rank_of(text);

        /* Of several types the one of highest rank counts. */
        owner->rank = owner->is_typed && owner->rank > rank ? owner->rank : rank;
        owner->is_typed = true;
    }
    dana_status status = dana_buffer_reserve(r->arena, buffer, 1, r->err);

    if (status != DANA_OK) {
        return status;
    }
    uint32_t index = (uint32_t)buffer->length++;
    dana__ld_member *texts = buffer->data;

    texts[index] = (dana__ld_member){DANA__LD_NONE, kind, text};
    if (owner->first == DANA__LD_NONE) {
        owner->first = index;
    } else {
        texts[owner->last].next = index;
    }
    owner->last = index;
    return DANA_OK;
}

/* The member that an event belongs to: by its key, in an array by the array's. */
static dana__ld_member_kind role_of(const place *above, const dana__json_event *event)
{
    if (event->key.data == NULL) {
        return above->is_object ? DANA__LD_OTHER : above->role;
    }
    return dana__ld_kind_of(event->key);
}

/* Values that say nothing, whatever they are a member of. */
static bool is_nothing(dana_view literal)
{
    return dana__is_text(literal, "null") || dana__is_text(literal, "false") ||
           dana__is_text(literal, "true");
}

static void close_place(reading *r)
{
    const place *p = &r->places[r->depth];

    if (p->is_object && p->object != DANA__LD_NONE) {
        ((dana__ld_object *)r->ld->objects.data)[p->object].closed = true;
    }
    r->depth -= r->depth > 0;
}

static dana_status read_event(reading *r, const dana__json_event *event)
{
    const place *above = &r->places[r->depth];
    dana__ld_member_kind role = role_of(above, event);
    uint32_t object = above->object;
    dana_status status = DANA_OK;

    switch (event->kind) {
    case DANA__JSON_OPEN_OBJECT:
        status = add_object(r, above, role, &object);
        r->places[++r->depth] = (place){object, DANA__LD_OTHER, true};
        break;
    case DANA__JSON_OPEN_ARRAY:
        r->places[++r->depth] = (place){object, role, false};
        break;
    case DANA__JSON_CLOSE:
        close_place(r);
        break;
    case DANA__JSON_STRING:
        status = add_member(r, object, role, event->text);
        break;
    case DANA__JSON_OTHER:
        if (!is_nothing(event->text)) {
            status = add_member(r, object, role, event->text);
        }
        break;
    default:
        break;
    }
    return status;
}

static dana_status read_text(dana_arena *arena, dana__ld *ld, dana_view text, dana_error *err)
{
    reading r = {.arena = arena, .ld = ld, .err = err};
    dana__json json;
    dana__json_event event;
    dana_status status = DANA_OK;

    r.places[0] = (place){DANA__LD_NONE, DANA__LD_GRAPH, false};
    dana__json_start(&json, text);
    do {
        dana__json_next(&json, &event);
        status = read_event(&r, &event);
    } while (status == DANA_OK && event.kind != DANA__JSON_END);
    return status;
}

/* A script that was read. */
typedef struct {
    uint32_t start; /* source byte of its content */
    dana__ld_range objects;
} script;

/* The index of the first script that does not begin before `start`. */
static size_t find_script(const dana__ld *ld, uint32_t start)
{
    const script *scripts = ld->scripts.data;
    return dana__first_from(scripts, ld->scripts.length, sizeof(*scripts), start);
}

/* Reads a script to the end of the list; what fails leaves the list as it was. */
static dana_status append_script(dana_arena *arena, dana__ld *ld, dana_view content,
                                 dana__ld_range *out, dana_error *err)
{
    size_t objects = ld->objects.length;
    size_t members = ld->members.length;
    dana_status status = read_text(arena, ld, content, err);

    if (status != DANA_OK) {
        ld->objects.length = objects;
        ld->members.length = members;
    }
    *out = (dana__ld_range){(uint32_t)objects, (uint32_t)ld->objects.length};
    return status;
}

static dana_status make_list(dana_page *page, dana_error *err)
{
    dana__ld *ld = dana_arena_alloc(page->arena, sizeof(*ld), err);

    if (ld == NULL) {
        return err->status;
    }
    dana_buffer_init(&ld->objects, sizeof(dana__ld_object));
    dana_buffer_init(&ld->members, sizeof(dana__ld_member));
    dana_buffer_init(&ld->scripts, sizeof(script));
    page->json_ld = ld;
    return DANA_OK;
}

dana_status dana__read_ld(dana_page *page, dana_view content, dana__ld_range *out, dana_error *err)
{
    dana_status status = page->json_ld == NULL ? make_list(page, err) : DANA_OK;

    if (status != DANA_OK) {
        return status;
    }
    dana__ld *ld = page->json_ld;
    uint32_t start = (uint32_t)(content.data - page->source.data);
    size_t at = find_script(ld, start);
    const script *known = ld->scripts.data;

    if (at < ld->scripts.length && known[at].start == start) {
        *out = known[at].objects;
        return DANA_OK;
    }
    status = dana_buffer_reserve(page->arena, &ld->scripts, 1, err);
    if (status == DANA_OK) {
        status = append_script(page->arena, ld, content, out, err);
    }
    if (status != DANA_OK || out->first == out->end) {
        return status;
    }
    script *scripts = ld->scripts.data;

    memmove(scripts + at + 1, scripts + at, (ld->scripts.length - at) * sizeof(*scripts));
    scripts[at] = (script){start, *out};
    ld->scripts.length++;
    return DANA_OK;
}

const dana__ld *dana__ld_of(const dana_page *page)
{
    static const dana__ld none = {.objects = {.length = 0}};

    return page->json_ld != NULL ? page->json_ld : &none;
}
