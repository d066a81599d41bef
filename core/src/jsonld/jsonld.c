#include "jsonld/jsonld.h"

#include "base/ascii.h"

#include <string.h>

static const dana__ld_object *objects_of(const dana__ld *ld)
{
    return ld->objects.data;
}

static const dana__ld_member *members_of(const dana__ld *ld)
{
    return ld->members.data;
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

/* Whether a type's name (dana__ld_type_name) is one, in any case. Names end unlike, so the last
 * letter is looked at first. */
static bool is_type(dana_view text, const char *type, size_t length)
{
    return text.length >= length &&
           dana__to_lower(text.data[text.length - 1]) == dana__to_lower(type[length - 1]) &&
           strncasecmp(text.data + text.length - length, type, length) == 0 &&
           dana__ld_type_name(text).length == length;
}

bool dana__ld_is_a(const dana__ld *ld, uint32_t object, const char *type)
{
    const dana__ld_member *texts = members_of(ld);
    size_t length = strlen(type);

    for (uint32_t i = objects_of(ld)[object].first; i != DANA__LD_NONE; i = texts[i].next) {
        if (texts[i].kind == DANA__LD_TYPE && is_type(texts[i].text, type, length)) {
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
