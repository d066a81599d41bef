#include "evidence/hint_attributes.h"

#include "html/attribute.h"
#include "html/read_tag.h"

#include <stddef.h>
#include <string.h>
#include <strings.h>

/* Most attributes with names of one length, and an end. */
#define LENGTH_ROWS 5

typedef struct {
    const char *name; /* NULL ends a list */
    size_t offset;
} attribute_row;

#define ROW(name, member)                                                                          \
    {                                                                                              \
        (name), offsetof(dana__hint_attributes, member)                                            \
    }

/* The attributes by the length of their names. */
static const attribute_row attribute_rows[][LENGTH_ROWS] = {
    [2] = {ROW("id", id)},
    [3] = {ROW("rel", rel), ROW("dir", dir)},
    [4] = {ROW("name", name), ROW("href", href), ROW("lang", lang), ROW("type", type)},
    [5] = {ROW("class", class), ROW("title", title), ROW("value", value)},
    [7] = {ROW("content", content), ROW("data-ts", stamp)},
    [8] = {ROW("itemprop", itemprop), ROW("property", property), ROW("datetime", datetime),
           ROW("xml:lang", xml_lang)},
    [9] = {ROW("data-time", stamp)},
    [10] = {ROW("http-equiv", http_equiv)},
    [11] = {ROW("data-testid", test_id)},
    [13] = {ROW("data-username", user)},
    [14] = {ROW("data-timestamp", stamp)},
    [18] = {ROW("data-tippy-content", tip)},
    [19] = {ROW("data-original-title", tip)},
};

/* The attributes of names of up to eight letters, by their first eight bytes. */
static dana_view *short_slot(dana__hint_attributes *out, uint64_t name)
{
    switch (name) {
    case DANA__NAME_KEY('i', 'd'):
        return &out->id;
    case DANA__NAME_KEY('r', 'e', 'l'):
        return &out->rel;
    case DANA__NAME_KEY('d', 'i', 'r'):
        return &out->dir;
    case DANA__NAME_KEY('n', 'a', 'm', 'e'):
        return &out->name;
    case DANA__NAME_KEY('h', 'r', 'e', 'f'):
        return &out->href;
    case DANA__NAME_KEY('l', 'a', 'n', 'g'):
        return &out->lang;
    case DANA__NAME_KEY('t', 'y', 'p', 'e'):
        return &out->type;
    case DANA__NAME_KEY('c', 'l', 'a', 's', 's'):
        return &out->class;
    case DANA__NAME_KEY('t', 'i', 't', 'l', 'e'):
        return &out->title;
    case DANA__NAME_KEY('v', 'a', 'l', 'u', 'e'):
        return &out->value;
    case DANA__NAME_KEY('c', 'o', 'n', 't', 'e', 'n', 't'):
        return &out->content;
    case DANA__NAME_KEY('d', 'a', 't', 'a', '-', 't', 's'):
        return &out->stamp;
    case DANA__NAME_KEY('i', 't', 'e', 'm', 'p', 'r', 'o', 'p'):
        return &out->itemprop;
    case DANA__NAME_KEY('p', 'r', 'o', 'p', 'e', 'r', 't', 'y'):
        return &out->property;
    case DANA__NAME_KEY('d', 'a', 't', 'e', 't', 'i', 'm', 'e'):
        return &out->datetime;
    case DANA__NAME_KEY('x', 'm', 'l', ':', 'l', 'a', 'n', 'g'):
        return &out->xml_lang;
    default:
        return NULL;
    }
}

static dana_view *attribute_slot(dana__hint_attributes *out, const dana__attribute *a,
                                 const char *end)
{
    if (a->name_length <= sizeof(uint64_t) && (size_t)(end - a->name) >= sizeof(uint64_t)) {
        size_t spare = 8 * (sizeof(uint64_t) - a->name_length);

        return short_slot(out, dana__lower_bytes(dana__load8(a->name), UINT64_MAX >> spare));
    }
    if (a->name_length >= DANA__COUNT(attribute_rows)) {
        return NULL;
    }
    for (const attribute_row *row = attribute_rows[a->name_length]; row->name != NULL; row++) {
        if ((a->name[0] | 0x20) == row->name[0] &&
            strncasecmp(a->name, row->name, a->name_length) == 0) {
            return (dana_view *)(void *)((char *)out + row->offset);
        }
    }
    return NULL;
}

void dana__read_hint_attributes(const dana__markup *tag, const char *end,
                                dana__hint_attributes *out)
{
    const char *p = tag->name_text + tag->name.length;
    const char *tag_end;
    dana__attribute a;

    memset(out, 0, sizeof(*out));
    while (p < tag->end && *p != '>') {
        p = dana__read_next(p, end, &a, &tag_end);
        if (p == NULL) {
            return;
        }
        dana_view *slot = attribute_slot(out, &a, end);

        if (slot != NULL && slot->data == NULL) {
            *slot = dana__trim((dana_view){a.value, a.value_length});
        }
    }
}
