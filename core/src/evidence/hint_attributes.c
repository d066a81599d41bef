#include "evidence/hint_attributes.h"

#include "html/attribute.h"
#include "html/read_tag.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Rows of the table, a power of two: those of all names have different places in it. */
#define ROW_BITS 6

/* The place of a name by its first eight bytes, in small letters. */
#define PLACE(key) ((size_t)((key)*UINT64_C(0x2149954fb776594b) >> (64 - ROW_BITS)))

/* Names of more than eight bytes. */
enum {
    NOT_LONG,
    HTTP_EQUIV,
    TEST_ID,
    USER,
    TIME,
    TIP,
    TITLE,
};
static const char *const long_names[][2] = {
    [HTTP_EQUIV] = {"http-equiv", "http-equiv"},
    [TEST_ID] = {"data-testid", "data-testid"},
    [USER] = {"data-username", "data-username"},
    [TIME] = {"data-time", "data-timestamp"},
    [TIP] = {"data-tippy-content", "data-tippy-content"},
    [TITLE] = {"data-original-title", "data-original-title"},
};

/* An attribute: the first eight bytes of its name, its whole name where that is longer. */
typedef struct {
    uint64_t key;
    uint16_t offset; /* in dana__hint_attributes */
    uint8_t name;    /* of long_names */
} attribute_row;

#define ROW(member, whole, ...)                                                                    \
    [PLACE(DANA__NAME_KEY(__VA_ARGS__))] = {                                                       \
        .key = DANA__NAME_KEY(__VA_ARGS__),                                                        \
        .offset = offsetof(dana__hint_attributes, member),                                         \
        .name = (whole),                                                                           \
    }

static const attribute_row attribute_rows[1u << ROW_BITS] = {
    ROW(id, NOT_LONG, 'i', 'd'),
    ROW(rel, NOT_LONG, 'r', 'e', 'l'),
    ROW(dir, NOT_LONG, 'd', 'i', 'r'),
    ROW(name, NOT_LONG, 'n', 'a', 'm', 'e'),
    ROW(href, NOT_LONG, 'h', 'r', 'e', 'f'),
    ROW(lang, NOT_LONG, 'l', 'a', 'n', 'g'),
    ROW(type, NOT_LONG, 't', 'y', 'p', 'e'),
    ROW(class, NOT_LONG, 'c', 'l', 'a', 's', 's'),
    ROW(title, NOT_LONG, 't', 'i', 't', 'l', 'e'),
    ROW(value, NOT_LONG, 'v', 'a', 'l', 'u', 'e'),
    ROW(content, NOT_LONG, 'c', 'o', 'n', 't', 'e', 'n', 't'),
    ROW(stamp, NOT_LONG, 'd', 'a', 't', 'a', '-', 't', 's'),
    ROW(stamp, NOT_LONG, 't', 's'),
    ROW(itemprop, NOT_LONG, 'i', 't', 'e', 'm', 'p', 'r', 'o', 'p'),
    ROW(itemtype, NOT_LONG, 'i', 't', 'e', 'm', 't', 'y', 'p', 'e'),
    ROW(property, NOT_LONG, 'p', 'r', 'o', 'p', 'e', 'r', 't', 'y'),
    ROW(datetime, NOT_LONG, 'd', 'a', 't', 'e', 't', 'i', 'm', 'e'),
    ROW(xml_lang, NOT_LONG, 'x', 'm', 'l', ':', 'l', 'a', 'n', 'g'),
    ROW(http_equiv, HTTP_EQUIV, 'h', 't', 't', 'p', '-', 'e', 'q', 'u'),
    ROW(test_id, TEST_ID, 'd', 'a', 't', 'a', '-', 't', 'e', 's'),
    ROW(user, USER, 'd', 'a', 't', 'a', '-', 'u', 's', 'e'),
    ROW(stamp, TIME, 'd', 'a', 't', 'a', '-', 't', 'i', 'm'),
    ROW(tip, TIP, 'd', 'a', 't', 'a', '-', 't', 'i', 'p'),
    ROW(tip, TITLE, 'd', 'a', 't', 'a', '-', 'o', 'r', 'i'),
};

/* The first eight bytes of an attribute's name, in small letters. */
static uint64_t key_of(const dana__attribute *a, const char *end)
{
    uint64_t bytes = (size_t)(end - a->name) >= sizeof(bytes)
                         ? dana__load8(a->name)
                         : dana__load_few(a->name, a->name_length);

    if (a->name_length >= sizeof(bytes)) {
        return dana__lower_bytes(bytes, UINT64_MAX);
    }
    return dana__lower_bytes(bytes, UINT64_MAX >> (8 * (sizeof(bytes) - a->name_length)));
}

/* Whether an attribute's name is one of a row's long ones. */
static bool is_long_name(const dana__attribute *a, const attribute_row *row)
{
    for (size_t i = 0; row->name != NOT_LONG && i < DANA__COUNT(long_names[0]); i++) {
        if (dana__names(a, long_names[row->name][i])) {
            return true;
        }
    }
    return false;
}

static dana_view *attribute_slot(dana__hint_attributes *out, const dana__attribute *a,
                                 const char *end)
{
    uint64_t key = key_of(a, end);
    const attribute_row *row = &attribute_rows[PLACE(key)];

    if (row->key != key ||
        (a->name_length > sizeof(key) ? !is_long_name(a, row) : row->name != NOT_LONG)) {
        return NULL;
    }
    return (dana_view *)(void *)((char *)out + row->offset);
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

/* Words of a heading's id, from which on it is its text as an address: "sorting-by-name". */
#define SLUG_WORDS 3

bool dana__is_spelled(const dana__markup *tag, dana_view id)
{
    size_t words = 1;

    for (size_t i = 0; i < id.length; i++) {
        words += id.data[i] == '-' || id.data[i] == '_';
    }
    return (dana__kind_of(tag->flags) == DANA__KIND_HEADING && words >= SLUG_WORDS) ||
           memchr(id.data, '(', id.length) != NULL;
}

/* Whether a class says that its element is for screen readers alone. */
static bool is_spoken(dana_view class)
{
    static const char *const names[] = {"visually-hidden", "sr-only"};
    bool says = false;

    for (size_t i = 0; class.length > 0 && i < DANA__COUNT(names); i++) {
        says |= memmem(class.data, class.length, names[i], strlen(names[i])) != NULL;
    }
    return says;
}

void dana__add_id_points(dana__points_memo *memo, const dana__hint_attributes *a,
                         dana__points *points)
{
    const dana__points before = *points;

    dana__add_points(memo, a->id, points);
    if (points->author > before.author && is_spoken(a->class)) {
        *points = before;
    }
}

const dana__name_rule *dana__rule_of_members(dana_view names)
{
    const char *end = names.data + names.length;
    const dana__name_rule *rule = NULL;

    while (names.length > 0 && rule == NULL) {
        const char *space = memchr(names.data, ' ', names.length);
        dana_view name = dana__between(names.data, space != NULL ? space : end);

        rule = name.length > 0 ? dana__member_rule(name) : NULL;
        names = dana__between(space != NULL ? space + 1 : end, end);
    }
    return rule;
}
