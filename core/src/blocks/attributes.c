#include "blocks/attributes.h"

#include "base/hash.h"
#include "blocks/marks.h"

#include <string.h>
#include <strings.h>

/* As dana__read_class; a value that was there before is compared instead of read. */
static const dana__said *remembered(dana__class_memo *memo, dana_view value)
{
    size_t slot = dana__value_slot(value, DANA__CLASS_SLOTS);

    if (memo->slots[slot].length != value.length || memo->slots[slot].value == NULL ||
        memcmp(memo->slots[slot].value, value.data, value.length) != 0) {
        memo->slots[slot].value = value.data;
        memo->slots[slot].length = (uint32_t)value.length;
        memo->slots[slot].said = dana__read_class(value);
    }
    return &memo->slots[slot].said;
}

static bool value_is(const dana__attribute *attribute, const char *text)
{
    return attribute->value_length == strlen(text) &&
           strncasecmp(attribute->value, text, attribute->value_length) == 0;
}

static bool name_is(const dana__attribute *attribute, const char *name, size_t length)
{
    return attribute->name_length == length && strncasecmp(attribute->name, name, length) == 0;
}

/* Whether a style value hides its element: display:none, visibility:hidden. */
static bool hides(dana_view style)
{
    const char *none = memmem(style.data, style.length, "none", 4);

    if (none != NULL) {
        const char *display = memmem(style.data, style.length, "display", 7);

        return display != NULL && display < none && none - display <= 10;
    }
    const char *visibility = memmem(style.data, style.length, "visibility", 10);

    return visibility != NULL &&
           memmem(visibility, style.length - (size_t)(visibility - style.data), "hidden", 6) !=
               NULL;
}

/* React streams sections in elements "hidden id=S:n" and shows them by script. */
static bool is_streamed(const dana__attribute *id)
{
    return id->value_length > 2 && id->value[0] == 'S' && id->value[1] == ':';
}

/* What a start tag's attributes say. */
typedef struct {
    dana__said said;
    bool hidden;
    bool streamed;
} tag_marks;

static void join(dana__said *to, const dana__said *more)
{
    to->marks |= more->marks;
    dana__join_odds(&to->odds, &more->odds);
}

/* Takes one attribute; its name's length tells most of them apart. */
static void read_attribute(dana__class_memo *memo, const dana__attribute *a, tag_marks *out)
{
    dana_view value = {a->value, a->value_length};

    switch (a->name_length) {
    case 2:
        if (name_is(a, "id", 2)) {
            dana__said said = dana__read_class(value);

            join(&out->said, &said);
            out->streamed = is_streamed(a);
        }
        break;
    case 4:
        if (name_is(a, "role", 4)) {
            out->said.marks |= dana__role_marks(value);
        }
        break;
    case 5:
        if (name_is(a, "class", 5)) {
            const dana__said *said = remembered(memo, value);

            join(&out->said, said);
            out->said.shape = said->shape;
        } else if (name_is(a, "style", 5)) {
            out->hidden |= hides(value);
        }
        break;
    case 6:
        out->hidden |= name_is(a, "hidden", 6);
        break;
    case 8:
        if (name_is(a, "itemprop", 8) && value_is(a, "author")) {
            out->said.marks |= UINT32_C(1) << DANA__MARK_AUTHOR;
        }
        break;
    case 11:
        out->hidden |= name_is(a, "aria-hidden", 11) && value_is(a, "true");
        break;
    default:
        break;
    }
}

dana__said dana__read_attributes(dana__class_memo *memo, const dana__markup *tag)
{
    const char *p = tag->name_text + tag->name.length;
    const char *tag_end;
    dana__attribute a;
    tag_marks out = {0};

    for (p = dana__next_attribute(p, tag->end, &a, &tag_end); p != NULL;
         p = dana__next_attribute(p, tag->end, &a, &tag_end)) {
        read_attribute(memo, &a, &out);
    }
    if (out.hidden && !out.streamed) {
        out.said.marks |= UINT32_C(1) << DANA__MARK_HIDDEN;
    }
    return out.said;
}
