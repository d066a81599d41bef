/*
 * The attributes that evidence is read from: those of the table, and no others, as a reading of all
 * names says; and class words that name a part, which all set it aside.
 */
#include "unit.h"

#include "common.h"

#include "support.h"

#include "evidence/hint_attributes.h"
#include "evidence/rules.h"
#include "html/attribute.h"
#include "html/tokenizer.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Each attribute by its name. */
static const struct {
    const char *name;
    size_t offset;
} all[] = {
    {"class", offsetof(dana__hint_attributes, class)},
    {"id", offsetof(dana__hint_attributes, id)},
    {"itemprop", offsetof(dana__hint_attributes, itemprop)},
    {"property", offsetof(dana__hint_attributes, property)},
    {"name", offsetof(dana__hint_attributes, name)},
    {"content", offsetof(dana__hint_attributes, content)},
    {"value", offsetof(dana__hint_attributes, value)},
    {"rel", offsetof(dana__hint_attributes, rel)},
    {"href", offsetof(dana__hint_attributes, href)},
    {"datetime", offsetof(dana__hint_attributes, datetime)},
    {"title", offsetof(dana__hint_attributes, title)},
    {"lang", offsetof(dana__hint_attributes, lang)},
    {"xml:lang", offsetof(dana__hint_attributes, xml_lang)},
    {"dir", offsetof(dana__hint_attributes, dir)},
    {"http-equiv", offsetof(dana__hint_attributes, http_equiv)},
    {"type", offsetof(dana__hint_attributes, type)},
    {"data-testid", offsetof(dana__hint_attributes, test_id)},
    {"data-ts", offsetof(dana__hint_attributes, stamp)},
    {"data-time", offsetof(dana__hint_attributes, stamp)},
    {"data-timestamp", offsetof(dana__hint_attributes, stamp)},
    {"data-tippy-content", offsetof(dana__hint_attributes, tip)},
    {"data-original-title", offsetof(dana__hint_attributes, tip)},
    {"data-username", offsetof(dana__hint_attributes, user)},
};

/* Names that begin or end as some of them do. */
static const char *const others[] = {
    "i",        "idx",         "names",     "hrefs",         "data-t",      "data-tss",
    "data-tim", "data-timers", "data-user", "data-usernams", "data-testi",  "data-testids",
    "data-tip", "http-equ",    "itemprops", "ropertyx",      "x-data-time", "data-original-titles",
    "a",        "src",         "style",     "titl",          "http-equiva", "data-timestamps",
};

#define NAME_COUNT (COUNT_OF(all) + COUNT_OF(others))

/* The member that an attribute's value is put into; NULL: none. */
static dana_view *member_of(dana__hint_attributes *out, const dana__attribute *a)
{
    for (size_t i = 0; i < COUNT_OF(all); i++) {
        if (dana__names(a, all[i].name)) {
            return (dana_view *)(void *)((char *)out + all[i].offset);
        }
    }
    return NULL;
}

/* As dana__read_hint_attributes, name by name. */
static void read_by_name(const dana__markup *tag, const char *end, dana__hint_attributes *out)
{
    const char *tag_end;
    dana__attribute a;

    memset(out, 0, sizeof(*out));
    for (const char *p = dana__next_attribute(tag->name_text + tag->name.length, end, &a, &tag_end);
         p != NULL; p = dana__next_attribute(p, end, &a, &tag_end)) {
        dana_view *member = member_of(out, &a);

        if (member != NULL && member->data == NULL) {
            *member = dana__trim((dana_view){a.value, a.value_length});
        }
    }
}

static uint32_t seed = 7;

/* Writes an attribute: its name in either case, its value quoted or not, of up to 80 bytes. */
static size_t add_attribute(char *at, size_t room, const char *name)
{
    static const char *const quotes[] = {"\"", "'", ""};
    static const char filling[] =
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
        "aaaaaaaaa";
    const char *quote = quotes[next_random(&seed, 3)];
    char written[32];

    for (size_t i = 0; i <= strlen(name); i++) {
        bool is_small = name[i] >= 'a' && name[i] <= 'z';

        written[i] = (char)(is_small && next_random(&seed, 4) == 0 ? name[i] - 0x20 : name[i]);
    }
    return (size_t)snprintf(at, room, " %s=%s%.*s%s", written, quote,
                            (int)next_random(&seed, (uint32_t)sizeof(filling)), filling, quote);
}

static void attributes_are_those_of_their_names(void **state)
{
    (void)state;
    for (int round = 0; round < 20000; round++) {
        char html[1024] = "<a";
        size_t length = 2;
        size_t count = next_random(&seed, 6);
        dana__hint_attributes fast;
        dana__hint_attributes slow;
        dana__markup tag;

        for (size_t i = 0; i < count; i++) {
            size_t index = next_random(&seed, (uint32_t)NAME_COUNT);

            length += add_attribute(html + length, sizeof(html) - length,
                                    index < COUNT_OF(all) ? all[index].name
                                                          : others[index - COUNT_OF(all)]);
        }
        html[length++] = '>';
        char *copy = malloc(length); /* nothing behind it may be read */

        assert_non_null(copy);
        memcpy(copy, html, length);
        dana__read_markup(copy, copy + length, &tag);
        dana__read_hint_attributes(&tag, copy + length, &fast);
        read_by_name(&tag, copy + length, &slow);
        assert_memory_equal(&fast, &slow, sizeof(fast));
        free(copy);
    }
}

/* The words that name a part besides setting it aside. */
static const char *const parts[][4] = {
    {"comment", "comments", "replies", "respond"},
    {"quote", "quoted", "blockquote", "signature"},
    {"breadcrumb", "breadcrumbs"},
};

static void words_of_parts_set_them_aside(void **state)
{
    static dana__points_memo memo;

    (void)state;
    for (size_t sort = 0; sort < COUNT_OF(parts); sort++) {
        for (size_t i = 0; i < COUNT_OF(parts[sort]) && parts[sort][i] != NULL; i++) {
            dana__points points = {.without = NULL};

            dana__add_points(&memo, (dana_view){parts[sort][i], strlen(parts[sort][i])}, &points);
            assert_int_equal(points.comments, sort == 0);
            assert_int_equal(points.quotes, sort == 1);
            assert_int_equal(points.crumbs, sort == 2);
            assert_true(points.avoided > 0);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(attributes_are_those_of_their_names),
        cmocka_unit_test(words_of_parts_set_them_aside),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
