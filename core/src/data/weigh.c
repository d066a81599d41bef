#include "data/weigh.h"

#include "base/ascii.h"
#include "base/utf8.h"
#include "data/prose.h"
#include "html/references.h"
#include "jsonld/escapes.h"
#include "text/plain_text.h"

#include <string.h>

/* Shorter strings are not measured. */
#define STRING_LEAST 16
/* How long strings are that are compared with the page's title. */
#define TITLE_LEAST 6
#define TITLE_MOST  600
/* What one code point of running text weighs, by where it stands. */
#define WEIGHT_BODY    1.0F
#define WEIGHT_UNKNOWN 0.6F
#define WEIGHT_TEASER  0.15F
/* Texts of a teaser's name that are no teasers: what is advertised, a vacancy. */
#define LONG_TEASER 400
/* What an object that is titled like the page weighs more, and one of a list of links less. */
#define PAGE_FACTOR    4.0F
#define LISTING_FACTOR 0.25F
/* The walk goes on into a member that holds this part: of a list, of an object with a title, of any
 * other object. */
#define PART_OF_LIST  0.8F
#define PART_OF_THING 0.85F
#define PART_OF_ANY   0.3F

static bool is_container(const dana__value *value)
{
    return value->kind == DANA__JSON_OPEN_OBJECT || value->kind == DANA__JSON_OPEN_ARRAY;
}

/* What a value is by its own name alone. */
static dana__meaning own_meaning(const dana__value *value)
{
    switch (value->means) {
    case DANA__MEANS_AUTHOR:
    case DANA__MEANS_PUBLISHED:
    case DANA__MEANS_MODIFIED:
        return DANA__MEANS_OTHER;
    case DANA__MEANS_ID:
    case DANA__MEANS_TYPE:
    case DANA__MEANS_LEVEL:
    case DANA__MEANS_URL:
        return is_container(value) ? DANA__MEANS_NOTHING : DANA__MEANS_OTHER;
    case DANA__MEANS_ITEMS:
        return DANA__MEANS_BODY;
    case DANA__MEANS_NAME:
        return DANA__MEANS_TITLE;
    default:
        return value->means;
    }
}

static bool is_short_form(dana__meaning meaning)
{
    return meaning == DANA__MEANS_TEASER || meaning == DANA__MEANS_LEAD;
}

/* What a value is where it stands. */
static dana__meaning meaning_within(const dana__value *parent, const dana__value *value)
{
    dana__meaning own = own_meaning(value);
    dana__meaning above = parent->within;

    if (above == DANA__MEANS_OTHER || parent->block == DANA__BLOCK_OTHER) {
        return DANA__MEANS_OTHER;
    }
    if (is_short_form(above) || above == DANA__MEANS_TITLE || above == DANA__MEANS_ALT) {
        return own == DANA__MEANS_OTHER ? own : above;
    }
    return own == DANA__MEANS_NOTHING ? above : own;
}

static float weight_of(const dana__value *value)
{
    switch (value->within) {
    case DANA__MEANS_BODY:
        return WEIGHT_BODY;
    case DANA__MEANS_NOTHING:
        return WEIGHT_UNKNOWN;
    case DANA__MEANS_TEASER:
    case DANA__MEANS_LEAD:
        return value->prose >= LONG_TEASER ? WEIGHT_UNKNOWN : WEIGHT_TEASER;
    default:
        return 0.0F;
    }
}

/* Tells an object what kind of block its members say it is. */
static void note_block(dana__tree *tree, const dana__value *value)
{
    dana__value *object = dana__value_at(tree, value->parent);
    unsigned level = 0;

    if (value->means == DANA__MEANS_TYPE && value->kind == DANA__JSON_STRING) {
        dana__block_kind kind = dana__block_kind_of(dana__value_text(value), &level);

        object->block = kind > object->block ? kind : object->block;
    } else if (value->means == DANA__MEANS_LEVEL && value->text_length == 1 &&
               value->text[0] >= '1' && value->text[0] <= '6') {
        level = (unsigned)(value->text[0] - '0');
    }
    if (level > 0) {
        object->level = level & 7U;
        dana__value *above = dana__value_at(tree, object->parent);

        above->level = above->level == 0 ? level & 7U : above->level;
    }
}

/* Makes room for `bytes` in a buffer that is written over. */
static dana_status make_room(const dana__tree *tree, dana_buffer *buffer, size_t bytes,
                             dana_error *err)
{
    buffer->length = 0;
    return dana_buffer_reserve(tree->arena, buffer, bytes, err);
}

/* Undoes references in place, a text only gets shorter: markup that was escaped. */
static size_t decode_references(char *data, size_t length)
{
    const char *end = data + length;
    size_t written = 0;

    for (const char *p = data; p < end;) {
        uint32_t code_points[2];
        size_t used = *p == '&' ? dana__read_reference(p, end, code_points) : 0;
        char bytes[8];
        size_t count = used > 0 ? dana__utf8_encode(code_points[0], bytes) : 1;

        if (used == 0 || code_points[1] != 0 || count > used) {
            data[written++] = *p++;
            continue;
        }
        memcpy(data + written, bytes, count);
        written += count;
        p += used;
    }
    return written;
}

dana_status dana__string_text(const dana__tree *tree, uint32_t index, dana_buffer *buffer,
                              dana_view *out, dana_error *err)
{
    const dana__value *value = dana__value_at(tree, index);
    dana_status status = make_room(tree, buffer, value->text_length + (size_t)1, err);

    if (status == DANA_OK) {
        buffer->length = dana__json_decode(dana__value_text(value), buffer->data);
        if (value->is_escaped) {
            buffer->length = decode_references(buffer->data, buffer->length);
        }
        *out = (dana_view){buffer->data, buffer->length};
    }
    return status;
}

static dana_status measure(dana__tree *tree, uint32_t index, dana_buffer *scratch, dana_error *err)
{
    dana__value *value = dana__value_at(tree, index);
    dana_view text;

    if (value->kind != DANA__JSON_STRING || value->within == DANA__MEANS_OTHER) {
        return DANA_OK;
    }
    if (value->text_length < STRING_LEAST) {
        value->is_visible = value->text_length > 0;
        return DANA_OK;
    }
    dana_status status = dana__string_text(tree, index, scratch, &text, err);

    if (status == DANA_OK) {
        dana__prose prose = dana__measure_prose(text);

        if (prose.is_escaped) {
            value->is_escaped = true;
            status = dana__string_text(tree, index, scratch, &text, err);
            prose = status == DANA_OK ? dana__measure_prose(text) : prose;
        }
        value->prose = prose.length;
        value->is_markup = prose.is_markup;
        value->is_visible = prose.has_visible;
    }
    return status;
}

/* Whether a string is the page's title, or the greater part of it. */
static dana_status is_title(const dana__tree *tree, const dana__value *value, dana_view title,
                            bool *is, dana_error *err)
{
    dana_view text = dana__value_text(value);

    *is = false;
    if (text.length < TITLE_LEAST || text.length > TITLE_MOST || title.length < TITLE_LEAST) {
        return DANA_OK;
    }
    dana_status status = dana__json_text(tree->arena, text, TITLE_MOST, &text, err);

    if (status == DANA_OK && text.length >= TITLE_LEAST) {
        *is = memmem(title.data, title.length, text.data, text.length) != NULL &&
              text.length * 4 >= title.length;
    }
    return status;
}

/* Notes on an object what its member says of it. */
static dana_status note_member(dana__tree *tree, const dana__value *value, dana__page_title *title,
                               dana_error *err)
{
    dana__value *object = dana__value_at(tree, value->parent);
    bool named = value->means == DANA__MEANS_TITLE || value->means == DANA__MEANS_NAME;
    bool is = false;
    dana_status status = DANA_OK;

    object->has_url |= value->means == DANA__MEANS_URL;
    object->has_title |= named && (value->kind == DANA__JSON_STRING || is_container(value));
    if (named && value->kind == DANA__JSON_STRING && title->left > 0) {
        title->left--;
        status = is_title(tree, value, title->text, &is, err);
        object->is_page |= is;
    }
    return status;
}

/* Adds up from the last value to the first. */
static void add_up(dana__tree *tree)
{
    for (uint32_t i = (uint32_t)tree->values.length; i-- > 1;) {
        dana__value *value = dana__value_at(tree, i);
        dana__value *parent = dana__value_at(tree, value->parent);

        if (value->kind == DANA__JSON_STRING) {
            value->mass = weight_of(value) * (float)value->prose;
        }
        if (value->is_page) {
            value->mass *= PAGE_FACTOR;
        } else if (value->has_url && value->has_title && parent->kind == DANA__JSON_OPEN_ARRAY) {
            value->mass *= LISTING_FACTOR;
        }
        parent->mass += value->mass;
        parent->prose += weight_of(value) > 0.0F || is_container(value) ? value->prose : 0;
    }
}

dana_status dana__weigh(dana__tree *tree, dana__page_title *title, dana_buffer *scratch,
                        dana_error *err)
{
    uint32_t count = (uint32_t)tree->values.length;
    dana_status status = DANA_OK;

    for (uint32_t i = 1; i < count; i++) {
        note_block(tree, dana__value_at(tree, i));
    }
    for (uint32_t i = 1; i < count && status == DANA_OK; i++) {
        dana__value *value = dana__value_at(tree, i);

        value->within = meaning_within(dana__value_at(tree, value->parent), value);
        status = note_member(tree, value, title, err);
        if (status == DANA_OK) {
            status = measure(tree, i, scratch, err);
        }
    }
    if (status == DANA_OK) {
        add_up(tree);
    }
    return status;
}

/* The heaviest of what a container holds. */
static uint32_t heaviest_inside(const dana__tree *tree, uint32_t container)
{
    uint32_t best = DANA__NO_VALUE;
    float mass = 0.0F;

    for (uint32_t i = container + 1; i < dana__value_at(tree, container)->end;
         i = dana__value_at(tree, i)->end) {
        if (dana__value_at(tree, i)->mass > mass) {
            mass = dana__value_at(tree, i)->mass;
            best = i;
        }
    }
    return best;
}

/* The part of a container that a member must hold for the walk to go on into it. */
static float part_of(const dana__value *container, const dana__value *member)
{
    if (container->kind == DANA__JSON_OPEN_ARRAY) {
        return PART_OF_LIST;
    }
    return container->has_title || !is_container(member) ? PART_OF_THING : PART_OF_ANY;
}

/* Whether an object has several texts beside one another, as a recipe its ingredients and its
 * steps. */
static bool has_several_texts(const dana__tree *tree, uint32_t object)
{
    const dana__value *value = dana__value_at(tree, object);
    size_t count = 0;

    for (uint32_t i = object + 1; i < value->end; i = dana__value_at(tree, i)->end) {
        const dana__value *member = dana__value_at(tree, i);

        count += own_meaning(member) == DANA__MEANS_BODY && member->within == DANA__MEANS_BODY &&
                 (member->end > i + 1 || member->is_visible);
    }
    return value->kind == DANA__JSON_OPEN_OBJECT && value->has_title && count > 1;
}

/* Whether a list's element is a part of one text, however long: a string among others, a block. */
static bool is_part_of_text(const dana__value *list, const dana__value *element)
{
    bool is_single = list->end == element->end && list + 1 == element;

    return list->kind == DANA__JSON_OPEN_ARRAY && !is_single &&
           (!is_container(element) || element->block != DANA__BLOCK_UNKNOWN);
}

uint32_t dana__heaviest(const dana__tree *tree)
{
    uint32_t at = 0;

    for (;;) {
        const dana__value *value = dana__value_at(tree, at);
        uint32_t next = is_container(value) ? heaviest_inside(tree, at) : DANA__NO_VALUE;

        if (next == DANA__NO_VALUE) {
            return value->mass > 0.0F ? at : DANA__NO_VALUE;
        }
        const dana__value *member = dana__value_at(tree, next);

        if (member->mass < value->mass * part_of(value, member) || has_several_texts(tree, at) ||
            is_part_of_text(value, member)) {
            return at;
        }
        at = next;
    }
}

/* Whether a short string is a part of a text: a line of a list, a word of a paragraph. */
static bool is_short_text(const dana__tree *tree, const dana__value *value)
{
    const dana__value *parent = dana__value_at(tree, value->parent);

    bool is_node = parent->block == DANA__BLOCK_INLINE && value->key != NULL &&
                   dana__is_text((dana_view){value->key, value->key_length}, "data");

    return value->within == DANA__MEANS_BODY && value->is_visible &&
           (value->means == DANA__MEANS_BODY || is_node ||
            (value->key == NULL && parent->kind == DANA__JSON_OPEN_ARRAY));
}

/* Whether an object says that it is a question: its name is what is asked (schema.org). */
static bool is_question(const dana__tree *tree, uint32_t object)
{
    uint32_t end = dana__value_at(tree, object)->end;

    for (uint32_t i = object + 1; i < end; i = dana__value_at(tree, i)->end) {
        const dana__value *member = dana__value_at(tree, i);

        if (member->means == DANA__MEANS_TYPE && member->kind == DANA__JSON_STRING) {
            return dana__is_text(dana__value_text(member), "Question");
        }
    }
    return false;
}

bool dana__is_article_text(const dana__tree *tree, uint32_t chosen, uint32_t index)
{
    const dana__value *value = dana__value_at(tree, index);

    if (value->kind != DANA__JSON_STRING || index == chosen) {
        return index == chosen;
    }
    if (value->within == DANA__MEANS_TITLE) {
        return value->parent != chosen && dana__value_at(tree, value->parent)->prose > 0 &&
               (value->means == DANA__MEANS_TITLE ||
                (value->means == DANA__MEANS_NAME && is_question(tree, value->parent)));
    }
    if (is_short_form(value->within)) {
        return value->prose >= LONG_TEASER;
    }
    return (value->prose > 0 && weight_of(value) > 0.0F) || is_short_text(tree, value);
}
