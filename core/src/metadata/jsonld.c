#include "metadata/jsonld.h"

#include "metadata/json.h"
#include "metadata/plain_text.h"

#include <string.h>

/* A name of the vocabulary and what it says. */
typedef struct {
    const char *name;
    int value;
} row;

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

/* Names of members. schema.org, JSON-LD 1.1 section 9.16 (keywords). */
static const row members[] = {
    {"@type", DANA__LD_TYPE},
    {"@id", DANA__LD_ID},
    {"@graph", DANA__LD_GRAPH},
    {"mainEntity", DANA__LD_GRAPH},
    {"mainEntityOfPage", DANA__LD_GRAPH},
    {"name", DANA__LD_NAME},
    {"author", DANA__LD_AUTHOR},
    {"creator", DANA__LD_AUTHOR},
    {"datePublished", DANA__LD_PUBLISHED},
    {"dateCreated", DANA__LD_PUBLISHED},
    {"uploadDate", DANA__LD_PUBLISHED},
    {"dateModified", DANA__LD_MODIFIED},
    {"description", DANA__LD_DESCRIPTION},
    {"image", DANA__LD_IMAGE},
    {"thumbnailUrl", DANA__LD_IMAGE},
    {"url", DANA__LD_URL},
    {"contentUrl", DANA__LD_URL},
    {"publisher", DANA__LD_PUBLISHER},
    {"inLanguage", DANA__LD_LANGUAGE},
    {"alternativeHeadline", DANA__LD_SUBTITLE},
};

/* Ranks of types: what a page is about when it holds one. The others have rank 1. */
static const row ranks[] = {
    {"Article", 4},
    {"NewsArticle", 4},
    {"BlogPosting", 4},
    {"ReportageNewsArticle", 4},
    {"OpinionNewsArticle", 4},
    {"AnalysisNewsArticle", 4},
    {"BackgroundNewsArticle", 4},
    {"ReviewNewsArticle", 4},
    {"LiveBlogPosting", 4},
    {"SocialMediaPosting", 4},
    {"TechArticle", 4},
    {"ScholarlyArticle", 4},
    {"MedicalScholarlyArticle", 4},
    {"Report", 4},
    {"AdvertiserContentArticle", 4},
    {"SatiricalArticle", 4},
    {"DiscussionForumPosting", 4},
    {"Question", 4},
    {"QAPage", 3},
    {"Recipe", 3},
    {"HowTo", 3},
    {"Review", 3},
    {"Product", 3},
    {"Book", 3},
    {"Course", 3},
    {"Event", 3},
    {"VideoObject", 2},
    {"PodcastEpisode", 3},
    {"Episode", 3},
    {"CreativeWork", 3},
    {"SoftwareApplication", 3},
    {"MedicalWebPage", 3},
    {"Dataset", 3},
    {"WebPage", 2},
    {"ItemPage", 2},
    {"AboutPage", 2},
    {"CollectionPage", 2},
    {"FAQPage", 2},
    {"WebSite", 0},
    {"Organization", 0},
    {"Person", 0},
    {"BreadcrumbList", 0},
    {"ImageObject", 0},
    {"Comment", 0},
    {"Answer", 0},
    {"ListItem", 0},
};

static int find_row(const row *rows, size_t count, dana_view name, int otherwise)
{
    for (size_t i = 0; i < count; i++) {
        if (strlen(rows[i].name) == name.length &&
            memcmp(rows[i].name, name.data, name.length) == 0) {
            return rows[i].value;
        }
    }
    return otherwise;
}

/* Types are named alone or by a URL of the vocabulary. */
static dana_view type_name(dana_view type)
{
    for (size_t i = type.length; i > 0; i--) {
        if (type.data[i - 1] == '/' || type.data[i - 1] == '#' || type.data[i - 1] == ':') {
            return (dana_view){type.data + i, type.length - i};
        }
    }
    return type;
}

void dana__ld_init(dana__ld *ld)
{
    dana_buffer_init(&ld->objects, sizeof(dana__ld_object));
    dana_buffer_init(&ld->members, sizeof(dana__ld_member));
}

/* A container that is open: its object, or where in its object it stands. */
typedef struct {
    uint32_t object; /* NONE: kept nowhere */
    dana__ld_member_kind role;
    bool is_object;
} place;

#define NONE UINT32_MAX

/* The state of reading one script. */
typedef struct {
    dana_arena *arena;
    dana__ld *ld;
    place places[DANA__JSON_DEPTH_MAX + 1]; /* places[0] is the top */
    size_t depth;
    dana_error *err;
} reading;

static dana__ld_object *objects_of(const dana__ld *ld)
{
    return ld->objects.data;
}

static const dana__ld_member *members_of(const dana__ld *ld)
{
    return ld->members.data;
}

/* Adds the object that begins in `above`. */
static dana_status add_object(reading *r, const place *above, dana__ld_member_kind role,
                              uint32_t *index)
{
    dana_buffer *buffer = &r->ld->objects;

    *index = NONE;
    if (buffer->length >= DANA__LD_OBJECTS_MAX) {
        return DANA_OK;
    }
    dana_status status = dana_buffer_reserve(r->arena, buffer, 1, r->err);

    if (status != DANA_OK) {
        return status;
    }
    *index = (uint32_t)buffer->length++;
    dana__ld_object *objects = buffer->data;
    bool top = above->object == NONE;

    objects[*index] = (dana__ld_object){
        .parent = top ? *index : above->object,
        .role = role,
        .rank = 1,
        .own = top || (objects[above->object].own && role == DANA__LD_GRAPH),
    };
    return DANA_OK;
}

static dana_status add_member(reading *r, uint32_t object, dana__ld_member_kind kind,
                              dana_view text)
{
    dana_buffer *buffer = &r->ld->members;

    if (object == NONE || kind == DANA__LD_OTHER || text.length == 0 ||
        buffer->length >= DANA__LD_MEMBERS_MAX) {
        return DANA_OK;
    }
    dana__ld_object *owner = &objects_of(r->ld)[object];

    if (kind == DANA__LD_ID) {
        owner->id = text;
    }
    if (kind == DANA__LD_TYPE) {
        int rank = find_row(ranks, COUNT(ranks), type_name(text), 1);

        owner->rank = (uint8_t)rank;
    }
    dana_status status = dana_buffer_reserve(r->arena, buffer, 1, r->err);

    if (status == DANA_OK) {
        ((dana__ld_member *)buffer->data)[buffer->length++] = (dana__ld_member){object, kind, text};
    }
    return status;
}

/* The member that an event belongs to: by its key, in an array by the array's. */
static dana__ld_member_kind role_of(const place *above, const dana__json_event *event)
{
    if (event->key.data == NULL) {
        return above->is_object ? DANA__LD_OTHER : above->role;
    }
    return (dana__ld_member_kind)find_row(members, COUNT(members), event->key, DANA__LD_OTHER);
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
        r->depth -= r->depth > 0;
        break;
    case DANA__JSON_STRING:
    case DANA__JSON_OTHER:
        status = add_member(r, object, role, event->text);
        break;
    default:
        break;
    }
    return status;
}

dana_status dana__ld_read(dana_arena *arena, dana__ld *ld, dana_view text, dana_error *err)
{
    reading r = {.arena = arena, .ld = ld, .err = err};
    dana__json json;
    dana__json_event event;
    dana_status status = DANA_OK;

    r.places[0] = (place){NONE, DANA__LD_GRAPH, false};
    dana__json_start(&json, text);
    do {
        dana__json_next(&json, &event);
        status = read_event(&r, &event);
    } while (status == DANA_OK && event.kind != DANA__JSON_END);
    return status;
}

/* How much an object speaks for the page: its rank where it is the page's own, else 0. */
static unsigned weight_of(const dana__ld_object *object)
{
    return object->own ? object->rank : 0;
}

int32_t dana__ld_subject(const dana__ld *ld, dana__ld_member_kind kind, unsigned least)
{
    const dana__ld_object *objects = objects_of(ld);
    const dana__ld_member *texts = members_of(ld);
    int32_t best = -1;
    unsigned best_weight = least > 0 ? least - 1 : 0;

    for (size_t i = 0; i < ld->members.length; i++) {
        unsigned weight = weight_of(&objects[texts[i].object]);

        if (texts[i].kind == kind && weight > best_weight) {
            best = (int32_t)texts[i].object;
            best_weight = weight;
        }
    }
    for (size_t i = 0; i < ld->objects.length; i++) {
        unsigned weight = weight_of(&objects[objects[i].parent]);

        if (objects[i].role == kind && objects[i].parent != i && weight > best_weight) {
            best = (int32_t)objects[i].parent;
            best_weight = weight;
        }
    }
    return best;
}

/* Adds the first text of a member of an object. */
static size_t add_first(const dana__ld *ld, uint32_t object, dana__ld_member_kind kind,
                        dana_view *out)
{
    const dana__ld_member *texts = members_of(ld);

    for (size_t i = 0; i < ld->members.length; i++) {
        if (texts[i].object == object && texts[i].kind == kind) {
            *out = texts[i].text;
            return 1;
        }
    }
    return 0;
}

/* Searches that one question may make, so that odd lists stay cheap. */
#define SEARCHES_MAX 64

/* The text of an object, or of the object elsewhere that has its @id. */
static size_t add_inner(const dana__ld *ld, uint32_t object, dana__ld_member_kind inner,
                        dana_view *out, size_t *searches)
{
    const dana__ld_object *objects = objects_of(ld);
    dana_view id = objects[object].id;
    size_t added = add_first(ld, object, inner, out);

    ++*searches;
    for (size_t i = 0; i < ld->objects.length && added == 0 && id.length > 0; i++) {
        if (i != object && objects[i].id.length == id.length && *searches < SEARCHES_MAX &&
            memcmp(objects[i].id.data, id.data, id.length) == 0) {
            added = add_first(ld, (uint32_t)i, inner, out);
            ++*searches;
        }
    }
    return added;
}

size_t dana__ld_texts(const dana__ld *ld, uint32_t object, dana__ld_member_kind kind,
                      dana__ld_member_kind inner, dana_view *out, size_t most)
{
    const dana__ld_object *objects = objects_of(ld);
    const dana__ld_member *texts = members_of(ld);
    size_t count = 0;
    size_t searches = 0;

    for (size_t i = 0; i < ld->members.length && count < most; i++) {
        if (texts[i].object == object && texts[i].kind == kind) {
            out[count++] = texts[i].text;
        }
    }
    for (size_t i = 0; i < ld->objects.length && count < most && searches < SEARCHES_MAX; i++) {
        if (objects[i].parent == object && objects[i].role == kind && i != object) {
            count += add_inner(ld, (uint32_t)i, inner, out + count, &searches);
        }
    }
    return count;
}

dana_view dana__ld_name_of_type(const dana__ld *ld, const char *type)
{
    const dana__ld_member *texts = members_of(ld);
    dana_view name = {NULL, 0};
    size_t searches = 0;

    for (size_t i = 0; i < ld->members.length && searches < SEARCHES_MAX; i++) {
        if (texts[i].kind != DANA__LD_TYPE || !dana__is_text(type_name(texts[i].text), type)) {
            continue;
        }
        searches++;
        if (add_first(ld, texts[i].object, DANA__LD_NAME, &name) > 0) {
            break;
        }
    }
    return name;
}
