#include "blocks/attributes.h"

#include "base/hash.h"
#include "blocks/marks.h"
#include "blocks/page_hints.h"
#include "html/attribute.h"
#include "listing/class_words.h"
#include "math/mentions.h"
#include "styles/hiding.h"

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
        memo->slots[slot].said = dana__read_class_with(&memo->words, value);
        memo->slots[slot].in_sets = false;
        if (dana__may_be_in_sets(value, memo->words.readable)) {
            unsigned sets = dana__class_sets(value) |
                            (dana__names_formula(value) ? DANA__CLASS_FORMULA : 0);

            memo->slots[slot].in_sets = sets != 0;
            memo->sets |= sets;
        }
    }
    memo->last_in_sets |= memo->slots[slot].in_sets;
    return &memo->slots[slot].said;
}

/* The same for an id, which stands once on a page. */
static dana__said read_id(dana__class_memo *memo, dana_view value)
{
    if (dana__may_be_in_sets(value, memo->words.readable)) {
        memo->sets |= dana__class_sets(value) & DANA__ID_SETS;
    }
    return dana__read_class_with(&memo->words, value);
}

static bool value_is(const dana__attribute *attribute, const char *text)
{
    return attribute->value_length == strlen(text) &&
           strncasecmp(attribute->value, text, attribute->value_length) == 0;
}

/* React streams sections in elements "hidden id=S:n" and shows them by script. */
static bool is_streamed(const dana__attribute *id)
{
    return id->value_length > 2 && id->value[0] == 'S' && id->value[1] == ':';
}

/* What a start tag's attributes say. */
typedef struct {
    dana__said said;
    dana_view label; /* the id of what labels it */
    bool is_region;
    bool hidden;
    bool shrunk;
    bool streamed;
} tag_marks;

/* What the ids of labels call parts of a page: "podcast-promo", "article-byline". */
#define LABEL_MARKS                                                                                \
    (DANA__MARK_BIT(RELATED) | DANA__MARK_BIT(SHARE) | DANA__MARK_BIT(NEWSLETTER) |                \
     DANA__MARK_BIT(ADVERT) | DANA__MARK_BIT(AUTHOR))

static void join(dana__said *to, const dana__said *more)
{
    to->marks |= more->marks;
    dana__join_odds(&to->odds, &more->odds);
}

/* Takes one attribute. */
static void read_attribute(dana__class_memo *memo, const dana__attribute *a, tag_marks *out)
{
    dana_view value = {a->value, a->value_length};
    const dana__said *class;
    dana__said id;
    unsigned style;

    switch (dana__attribute_key(a)) {
    case DANA__NAME_KEY('i', 'd'):
        id = read_id(memo, value);
        join(&out->said, &id);
        out->streamed = is_streamed(a);
        break;
    case DANA__NAME_KEY('r', 'o', 'l', 'e'):
        out->said.marks |= dana__role_marks(value);
        out->is_region = value_is(a, "region");
        break;
    case DANA__NAME_KEY('c', 'l', 'a', 's', 's'):
        class = remembered(memo, value);
        join(&out->said, class);
        out->said.shape = class->shape;
        break;
    case DANA__NAME_KEY('s', 't', 'y', 'l', 'e'):
        style = dana__read_style(value, memo->words.readable);
        out->hidden |= (style & DANA__STYLE_HIDES) != 0;
        out->shrunk |= (style & DANA__STYLE_SHRINKS) != 0;
        break;
    case DANA__NAME_KEY('h', 'i', 'd', 'd', 'e', 'n'):
        out->hidden = true;
        break;
    case DANA__NAME_KEY('i', 't', 'e', 'm', 'p', 'r', 'o', 'p'):
        if (value_is(a, "author")) {
            out->said.marks |= UINT32_C(1) << DANA__MARK_AUTHOR;
        }
        break;
    case DANA__NAME_KEY('i', 't', 'e', 'm', 't', 'y', 'p', 'e'):
        memo->hints |= dana__item_hints(value);
        break;
    case 0:
        out->hidden |= dana__names(a, "aria-hidden") && value_is(a, "true");
        out->label = dana__names(a, "aria-labelledby") ? value : out->label;
        break;
    default:
        break;
    }
}

/* As dana__read_attributes, where the tokenizer has seen what is asked for. */
static dana__said read_seen(dana__class_memo *memo, const dana__markup *tag)
{
    dana__said said = {0};
    bool has_class = (tag->seen & DANA__SEEN_CLASS) != 0;

    if (has_class) {
        said = *remembered(memo, tag->class_value);
    }
    if ((tag->seen & DANA__SEEN_ID) != 0) {
        dana__said id = read_id(memo, tag->id);

        id.shape = said.shape;
        if (has_class) {
            join(&id, &said);
        }
        said = id;
    }
    return said;
}

/* As dana__read_attributes, one attribute after the other. */
static dana__said read_all(dana__class_memo *memo, const dana__markup *tag)
{
    const char *p = tag->name_text + tag->name.length;
    const char *tag_end;
    dana__attribute a;
    tag_marks out = {0};

    for (p = dana__next_attribute(p, tag->end, &a, &tag_end); p != NULL;
         p = dana__next_attribute(p, tag->end, &a, &tag_end)) {
        read_attribute(memo, &a, &out);
    }
    if (out.is_region && out.label.length > 0) {
        out.said.marks |= dana__marks_of_value(out.label) & LABEL_MARKS;
    }
    if (out.shrunk) { /* what is in a block may have a size of its own */
        memo->sets |= DANA__CLASS_SHRUNK;
        out.hidden |= (tag->flags & DANA__BLOCK) == 0;
    }
    if (out.hidden && !out.streamed) {
        out.said.marks |= UINT32_C(1) << DANA__MARK_HIDDEN;
    }
    return out.said;
}

/* Whether a tag is of a comment in code, as highlighters set it: a span whose class is "comment"
 * and nothing else. */
static bool is_of_code(const dana__markup *tag)
{
    dana_view class;

    return dana__kind_of(tag->flags) == DANA__KIND_SPAN &&
           dana_tag_attribute(dana__tag_view(tag), "class", &class) &&
           dana__is_text(class, "comment");
}

dana__said dana__read_attributes(dana__class_memo *memo, const dana__markup *tag)
{
    bool is_seen = (tag->seen & (DANA__SEEN | DANA__SEEN_OTHER)) == DANA__SEEN;
    dana__said said = is_seen ? read_seen(memo, tag) : read_all(memo, tag);

    if ((said.marks & DANA__MARK_BIT(COMMENTS)) != 0 && is_of_code(tag)) {
        said.marks &= ~DANA__MARK_BIT(COMMENTS);
    }
    return said;
}

/* Boxes that pages define elements of their own for: "site-footer"; those of AMP: "amp-ad". */
#define CUSTOM_MARKS (DANA__MARK_BIT(FOOTER) | DANA__MARK_BIT(COOKIE) | DANA__MARK_BIT(CONSENT))
#define AMP_MARKS    (CUSTOM_MARKS | DANA__MARK_BIT(ADVERT) | DANA__MARK_BIT(SHARE))

uint32_t dana__custom_marks(const dana__markup *tag)
{
    dana_view name = {tag->name_text, tag->name.length};

    return dana__read_class(name).marks &
           (strncasecmp(name.data, "amp-", 4) == 0 ? AMP_MARKS : CUSTOM_MARKS);
}

/* Whether an anchor has an id and nothing else: XHTML ends such a place in its tag, so that in HTML
 * all that follows is in it. */
static bool is_marked_place(const dana__markup *tag)
{
    dana__attribute a;
    const char *tag_end;
    const char *p = dana__next_attribute(tag->name_text + tag->name.length, tag->end, &a, &tag_end);

    return p != NULL && dana__names(&a, "id") &&
           dana__next_attribute(p, tag->end, &a, &tag_end) == NULL;
}

bool dana__is_place(const dana__markup *tag)
{
    const char *after = tag->name_text + tag->name.length;
    dana_view value;

    if ((tag->seen & DANA__SEEN) != 0) {
        unsigned seen = tag->seen &
                        (DANA__SEEN_HREF | DANA__SEEN_NAME | DANA__SEEN_ID | DANA__SEEN_CLASS);

        return (seen & (DANA__SEEN_HREF | DANA__SEEN_NAME)) == DANA__SEEN_NAME ||
               (seen == DANA__SEEN_ID && is_marked_place(tag));
    }
    if (tag->end - after > 5 && strncasecmp(after, " href", 5) == 0) {
        return false;
    }
    return is_marked_place(tag) || (dana_tag_attribute(dana__tag_view(tag), "name", &value) &&
                                    !dana_tag_attribute(dana__tag_view(tag), "href", &value));
}
