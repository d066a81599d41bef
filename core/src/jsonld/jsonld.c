#include "jsonld/jsonld.h"

#include "base/ascii.h"
#include "dana/scan.h"
#include "html/attribute.h"
#include "jsonld/json.h"

#include <string.h>
#include <strings.h>

/* A name of the vocabulary and what it says. */
typedef struct {
    const char *name;
    size_t length;
    int value;
} row;

#define ROW(name, value)                                                                           \
    {                                                                                              \
        name, sizeof(name) - 1, value                                                              \
    }

/* Names of members. schema.org, JSON-LD 1.1 section 9.16 (keywords). */
static const row members[] = {
    ROW("@type", DANA__LD_TYPE),
    ROW("@id", DANA__LD_ID),
    ROW("@graph", DANA__LD_GRAPH),
    ROW("mainEntity", DANA__LD_GRAPH),
    ROW("mainEntityOfPage", DANA__LD_GRAPH),
    ROW("name", DANA__LD_NAME),
    ROW("author", DANA__LD_AUTHOR),
    ROW("creator", DANA__LD_AUTHOR),
    ROW("datePublished", DANA__LD_PUBLISHED),
    ROW("dateCreated", DANA__LD_PUBLISHED),
    ROW("uploadDate", DANA__LD_PUBLISHED),
    ROW("dateModified", DANA__LD_MODIFIED),
    ROW("description", DANA__LD_DESCRIPTION),
    ROW("image", DANA__LD_IMAGE),
    ROW("thumbnailUrl", DANA__LD_IMAGE),
    ROW("url", DANA__LD_URL),
    ROW("contentUrl", DANA__LD_URL),
    ROW("publisher", DANA__LD_PUBLISHER),
    ROW("inLanguage", DANA__LD_LANGUAGE),
    ROW("alternativeHeadline", DANA__LD_SUBTITLE),
    ROW("headline", DANA__LD_HEADLINE),
    ROW("isPartOf", DANA__LD_SITE),
    ROW("provider", DANA__LD_SITE),
    ROW("itemListElement", DANA__LD_ITEM),
    ROW("item", DANA__LD_ITEM),
};

/* Ranks of types: what a page is about when it holds one. The others have rank 1. */
static const row ranks[] = {
    ROW("Article", 4),
    ROW("NewsArticle", 4),
    ROW("BlogPosting", 4),
    ROW("ReportageNewsArticle", 4),
    ROW("OpinionNewsArticle", 4),
    ROW("AnalysisNewsArticle", 4),
    ROW("BackgroundNewsArticle", 4),
    ROW("ReviewNewsArticle", 4),
    ROW("LiveBlogPosting", 4),
    ROW("SocialMediaPosting", 4),
    ROW("TechArticle", 4),
    ROW("ScholarlyArticle", 4),
    ROW("MedicalScholarlyArticle", 4),
    ROW("Report", 4),
    ROW("AdvertiserContentArticle", 4),
    ROW("SatiricalArticle", 4),
    ROW("DiscussionForumPosting", 4),
    ROW("Question", 4),
    ROW("QAPage", 3),
    ROW("Recipe", 3),
    ROW("HowTo", 3),
    ROW("Review", 3),
    ROW("Product", 3),
    ROW("Book", 3),
    ROW("Course", 3),
    ROW("Event", 3),
    ROW("VideoObject", 2),
    ROW("PodcastEpisode", 3),
    ROW("Episode", 3),
    ROW("CreativeWork", 3),
    ROW("SoftwareApplication", 3),
    ROW("MedicalWebPage", 3),
    ROW("Dataset", 3),
    ROW("WebPage", 2),
    ROW("ItemPage", 2),
    ROW("AboutPage", 2),
    ROW("CollectionPage", 2),
    ROW("FAQPage", 2),
    ROW("WebSite", 0),
    ROW("Organization", 0),
    ROW("Person", 0),
    ROW("BreadcrumbList", 0),
    ROW("ImageObject", 0),
    ROW("Comment", 0),
    ROW("Answer", 0),
    ROW("ListItem", 0),
};

static int find_row(const row *rows, size_t count, dana_view name, int otherwise)
{
    for (size_t i = 0; i < count; i++) {
        if (rows[i].length == name.length && memcmp(rows[i].name, name.data, name.length) == 0) {
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

void dana__ld_release(dana_arena *arena, dana__ld *ld)
{
    dana_buffer_release(arena, &ld->objects);
    dana_buffer_release(arena, &ld->members);
}

static bool is_text(dana_view text, const char *string)
{
    return text.length == strlen(string) && strncasecmp(text.data, string, text.length) == 0;
}

bool dana__is_json_ld(dana_view tag)
{
    dana_view type;

    return dana_tag_attribute(tag, "type", &type) &&
           is_text(dana__trim(type), "application/ld+json");
}

/* A container that is open: its object, or where in its object it stands. */
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

static dana__ld_object *objects_of(const dana__ld *ld)
{
    return ld->objects.data;
}

static dana__ld_member *members_of(const dana__ld *ld)
{
    return ld->members.data;
}

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

static dana_status add_member(reading *r, uint32_t object, dana__ld_member_kind kind,
                              dana_view text)
{
    dana_buffer *buffer = &r->ld->members;

    if (object == DANA__LD_NONE || kind == DANA__LD_OTHER || text.length == 0 ||
        buffer->length >= DANA__LD_MEMBERS_MAX) {
        return DANA_OK;
    }
    dana__ld_object *owner = &objects_of(r->ld)[object];

    if (kind == DANA__LD_ID) {
        owner->id = text;
    }
    if (kind == DANA__LD_TYPE) {
        int rank = find_row(ranks, DANA__COUNT(ranks), type_name(text), 1);

        /* Of several types the one of highest rank counts. */
        owner->rank = (uint8_t)(owner->is_typed && owner->rank > rank ? owner->rank : rank);
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
    return (dana__ld_member_kind)find_row(members, DANA__COUNT(members), event->key,
                                          DANA__LD_OTHER);
}

/* Values that say nothing, whatever they are a member of. */
static bool is_nothing(dana_view literal)
{
    return is_text(literal, "null") || is_text(literal, "false") || is_text(literal, "true");
}

static void close_place(reading *r)
{
    const place *p = &r->places[r->depth];

    if (p->is_object && p->object != DANA__LD_NONE) {
        objects_of(r->ld)[p->object].closed = true;
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

dana_status dana__ld_read(dana_arena *arena, dana__ld *ld, dana_view text, dana_error *err)
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

/* How much an object speaks for the page: its rank where it is the page's own, else 0. */
static unsigned weight_of(const dana__ld_object *object)
{
    return object->own ? object->rank : 0;
}

static bool has_text(const dana__ld *ld, uint32_t object, dana__ld_member_kind kind)
{
    return dana__ld_text(ld, object, kind).data != NULL;
}

int32_t dana__ld_subject(const dana__ld *ld, dana__ld_member_kind kind, unsigned least)
{
    const dana__ld_object *objects = objects_of(ld);
    int32_t best = -1;
    unsigned best_weight = least > 0 ? least - 1 : 0;

    for (uint32_t i = 0; i < ld->objects.length; i++) {
        unsigned weight = weight_of(&objects[i]);

        if (weight > best_weight && has_text(ld, i, kind)) {
            best = (int32_t)i;
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

dana_view dana__ld_text(const dana__ld *ld, uint32_t object, dana__ld_member_kind kind)
{
    const dana__ld_member *texts = members_of(ld);

    for (uint32_t i = objects_of(ld)[object].first; i != DANA__LD_NONE; i = texts[i].next) {
        if (texts[i].kind == kind) {
            return texts[i].text;
        }
    }
    return (dana_view){NULL, 0};
}

bool dana__ld_is_a(const dana__ld *ld, uint32_t object, const char *type)
{
    const dana__ld_member *texts = members_of(ld);

    for (uint32_t i = objects_of(ld)[object].first; i != DANA__LD_NONE; i = texts[i].next) {
        if (texts[i].kind == DANA__LD_TYPE && is_text(type_name(texts[i].text), type)) {
            return true;
        }
    }
    return false;
}

/* Searches that one question may make, so that odd lists stay cheap. */
#define SEARCHES_MAX 64

static size_t add_text(const dana__ld *ld, uint32_t object, dana__ld_member_kind kind,
                       dana_view *out)
{
    *out = dana__ld_text(ld, object, kind);
    return out->data != NULL;
}

/* The text of an object, or of the object elsewhere that has its @id. */
static size_t add_inner(const dana__ld *ld, uint32_t object, dana__ld_member_kind inner,
                        dana_view *out, size_t *searches)
{
    const dana__ld_object *objects = objects_of(ld);
    dana_view id = objects[object].id;
    size_t added = add_text(ld, object, inner, out);

    ++*searches;
    for (size_t i = 0; i < ld->objects.length && added == 0 && id.length > 0; i++) {
        if (i != object && objects[i].id.length == id.length && *searches < SEARCHES_MAX &&
            memcmp(objects[i].id.data, id.data, id.length) == 0) {
            added = add_text(ld, (uint32_t)i, inner, out);
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

    for (uint32_t i = objects[object].first; i != DANA__LD_NONE && count < most;
         i = texts[i].next) {
        if (texts[i].kind == kind) {
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
    dana_view name = {NULL, 0};

    for (uint32_t i = 0; i < ld->objects.length && name.data == NULL; i++) {
        if (dana__ld_is_a(ld, i, type)) {
            name = dana__ld_text(ld, i, DANA__LD_NAME);
        }
    }
    return name;
}
