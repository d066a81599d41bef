#include "data/pictures.h"

#include "base/ascii.h"

#include <string.h>

/* Values of an object that are searched for an address, and how deep. */
#define VALUES_MOST 48
#define DEPTH_MOST  6
/* Steps up to the object that is the article. */
#define STEPS_MAX 4
/* Longest address. */
#define ADDRESS_MOST 2000

/* Whether a name is one of pictures: its last word, or all of it, without case. */
static bool names_picture(const dana__value *value)
{
    static const char *const words[] = {"image", "img",    "picture",  "photo",
                                        "cover", "figure", "thumbnail"};

    if (value->key == NULL || value->key_length == 0) {
        return false;
    }
    char last = (char)(value->key[value->key_length - 1] | 0x20);

    for (size_t i = 0; i < DANA__COUNT(words); i++) {
        size_t length = strlen(words[i]);

        if (words[i][length - 1] == last && value->key_length >= length &&
            strncasecmp(value->key + value->key_length - length, words[i], length) == 0) {
            return true;
        }
    }
    return false;
}

static bool names(const dana__value *value, const char *word)
{
    size_t length = strlen(word);

    for (uint32_t i = 0; value->key != NULL && i + length <= value->key_length; i++) {
        if (strncasecmp(value->key + i, word, length) == 0) {
            return true;
        }
    }
    return false;
}

/* Whether an address names a file of a picture. */
static bool has_picture_ending(dana_view text)
{
    static const char *const endings[] = {".jpg", ".jpeg", ".png", ".webp", ".gif", ".avif"};
    const char *query = memchr(text.data, '?', text.length);
    size_t length = query != NULL ? (size_t)(query - text.data) : text.length;

    for (size_t i = 0; i < DANA__COUNT(endings); i++) {
        size_t ending = strlen(endings[i]);

        if (length > ending && strncasecmp(text.data + length - ending, endings[i], ending) == 0) {
            return true;
        }
    }
    return false;
}

/* Whether a string is an address, by how it looks; of a picture where its name does not say so. */
static bool is_address(const dana__value *value, bool by_name)
{
    dana_view text = dana__value_text(value);
    bool begins = dana__begins(text, "http") || dana__begins(text, "/") ||
                  dana__begins(text, "\\/") || dana__begins(text, "\\u002F");

    return value->kind == DANA__JSON_STRING && begins && text.length <= ADDRESS_MOST &&
           memchr(text.data, ' ', text.length) == NULL &&
           (has_picture_ending(text) || (by_name && value->means == DANA__MEANS_URL));
}

/* How many objects and lists lie between a value and one inside it. */
static unsigned depth_in(const dana__tree *tree, uint32_t outer, uint32_t index)
{
    unsigned depth = 0;

    while (index > outer && depth < DEPTH_MOST) {
        index = dana__value_at(tree, index)->parent;
        depth++;
    }
    return depth;
}

/* Reads what an object says of its picture. */
static bool read_object(const dana__tree *tree, uint32_t object, dana__picture *out)
{
    uint32_t end = dana__value_at(tree, object)->end;
    unsigned depth = DEPTH_MOST;

    for (uint32_t i = object + 1; i < end && i - object <= VALUES_MOST; i++) {
        const dana__value *value = dana__value_at(tree, i);
        bool is_text = value->kind == DANA__JSON_STRING && value->text_length > 0;

        if (is_address(value, true) && depth_in(tree, object, i) < depth) {
            depth = depth_in(tree, object, i);
            out->address = i;
        } else if (is_text && out->alt == DANA__NO_VALUE && names(value, "alt")) {
            out->alt = i;
        } else if (is_text && out->caption == DANA__NO_VALUE && names(value, "caption")) {
            out->caption = i;
        }
    }
    return out->address != DANA__NO_VALUE;
}

bool dana__read_picture(const dana__tree *tree, uint32_t index, dana__picture *out)
{
    const dana__value *value = dana__value_at(tree, index);

    *out = (dana__picture){DANA__NO_VALUE, DANA__NO_VALUE, DANA__NO_VALUE};
    if (value->within == DANA__MEANS_OTHER) {
        return false;
    }
    if (value->kind == DANA__JSON_OPEN_OBJECT) {
        return (value->block == DANA__BLOCK_IMAGE || names_picture(value)) &&
               read_object(tree, index, out);
    }
    if (names_picture(value) && is_address(value, false)) {
        out->address = index;
        return true;
    }
    return false;
}

/* The first picture among the members of an object, those inside the article's text not counted. */
static bool find_member(const dana__tree *tree, uint32_t object, uint32_t chosen,
                        dana__picture *out)
{
    uint32_t end = dana__value_at(tree, object)->end;

    for (uint32_t i = object + 1; i < end; i = dana__value_at(tree, i)->end) {
        const dana__value *member = dana__value_at(tree, i);
        bool is_list = member->kind == DANA__JSON_OPEN_ARRAY && names_picture(member);

        if (i <= chosen && chosen < member->end) {
            continue;
        }
        if (dana__read_picture(tree, is_list && i + 1 < end ? i + 1 : i, out)) {
            return true;
        }
    }
    return false;
}

bool dana__find_lead_picture(const dana__tree *tree, uint32_t chosen, dana__picture *out)
{
    for (unsigned i = 0; i < STEPS_MAX && chosen != 0; i++) {
        uint32_t object = dana__value_at(tree, chosen)->parent;

        if (dana__value_at(tree, chosen)->has_title) {
            return false; /* its pictures are found with its texts */
        }
        if (dana__value_at(tree, object)->has_title) {
            return find_member(tree, object, chosen, out);
        }
        chosen = object;
    }
    return false;
}
