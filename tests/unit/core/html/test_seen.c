/*
 * What the look for a tag's end tells of its attributes, against reading them one by one; and what
 * is remembered of classes in code, against looking at each.
 */
#include "unit.h"

#include "support.h"

#include "base/ascii.h"
#include "html/attribute.h"
#include "html/tokenizer.h"
#include "listing/beside_code.h"
#include "wide/fastest.h"

#include <stdio.h>
#include <stdlib.h>

#define TAGS       20000
#define LENGTH_MAX 160

static uint32_t seed = 1;

static uint32_t random_below(uint32_t limit)
{
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) % limit;
}

/* Most are attributes as pages write them. */
static const char *const pieces[] = {
    " class=\"one two\"",
    " id='x'",
    " href=\"/a?b=c&d=>\"",
    " name=\"n\"",
    " CLASS=\"Nav\"",
    " data-a-long-name-of-one='y'",
    " style=\"display:none\"",
    " role=\"button\"",
    " hidden",
    " aria-hidden=\"true\"",
    " itemprop=\"author\"",
    " itemtype=\"https://schema.org/QAPage\"",
    " alt=\"a picture of some caf\xC3\xA9\"",
    " disabled",
    "\nid=\"z\"",
    "/",
    " id = \"w\"",
    " class=bare",
    " title=\"it's > that\"",
    " =\"\"",
    "\"",
    "  ",
    " x=\"\"y=\"\"",
    "\x01id=\"v\"",
    " hidden=\"\"",
    " class",
    " data-x=\"a value that is longer than a step or two\"",
    " data-y=\"a value that is longer than all the steps that are looked at one after the other: a "
    "hundred and twenty-eight bytes, and more\"",
};

/* Two of three tags are of the first pieces alone. */
static dana_view random_tag(void)
{
    static char room[LENGTH_MAX + 192];
    uint32_t count = random_below(3) == 0 ? DANA__COUNT(pieces) : 14;
    size_t most = random_below(LENGTH_MAX);
    size_t length = 2;

    memcpy(room, "<a", length);
    while (length < most) {
        const char *piece = pieces[random_below(count)];

        memcpy(room + length, piece, strlen(piece));
        length += strlen(piece);
    }
    memcpy(room + length, "> and a text", 12);
    length += random_below(2) == 0 ? 1 : 12;
    char *tag = malloc(length);

    assert_non_null(tag);
    memcpy(tag, room, length);
    return (dana_view){tag, length};
}

/* What a tag's attributes are, one by one. */
typedef struct {
    size_t classes;
    size_t ids;
    size_t hrefs;
    size_t names;
    size_t others;
    dana_view class;
    dana_view id;
} attributes;

static attributes read_all(const dana__markup *tag)
{
    static const char *const others[] = {"role",        "style",    "hidden",
                                         "aria-hidden", "itemprop", "itemtype"};
    const char *tag_end;
    dana__attribute a;
    attributes out = {.classes = 0};

    for (const char *p =
             dana__next_attribute(tag->name_text + tag->name.length, tag->end, &a, &tag_end);
         p != NULL; p = dana__next_attribute(p, tag->end, &a, &tag_end)) {
        dana_view value = {a.value, a.value_length};

        if (dana__names(&a, "class")) {
            out.classes++;
            out.class = value;
        } else if (dana__names(&a, "id")) {
            out.ids++;
            out.id = value;
        }
        out.hrefs += dana__names(&a, "href");
        out.names += dana__names(&a, "name");
        for (size_t i = 0; i < DANA__COUNT(others); i++) {
            out.others += dana__names(&a, others[i]);
        }
    }
    return out;
}

static void assert_same(dana_view a, dana_view b)
{
    assert_ptr_equal(a.data, b.data);
    assert_int_equal(a.length, b.length);
}

static void check_seen(const dana__markup *tag, const attributes *all)
{
    unsigned seen = tag->seen;

    if ((seen & DANA__SEEN_OTHER) == 0) {
        assert_int_equal((seen & DANA__SEEN_CLASS) != 0, all->classes > 0);
        assert_int_equal((seen & DANA__SEEN_ID) != 0, all->ids > 0);
        assert_int_equal((seen & DANA__SEEN_HREF) != 0, all->hrefs > 0);
        assert_int_equal((seen & DANA__SEEN_NAME) != 0, all->names > 0);
        assert_int_equal(all->others, 0);
        assert_true(all->classes <= 1 && all->ids <= 1);
        if (all->classes > 0) {
            assert_same(tag->class_value, all->class);
        }
        if (all->ids > 0) {
            assert_same(tag->id, all->id);
        }
    }
}

static bool is_ascii(dana_view text)
{
    for (size_t i = 0; i < text.length; i++) {
        if ((unsigned char)text.data[i] >= 0x80) {
            return false;
        }
    }
    return true;
}

/* Reads a tag by the function of this processor that finds the ends of tags, and checks the end. */
static dana__markup read_fast(dana_view source, const dana__markup *plain, bool is_noted)
{
    dana__tag_ender *tag_end = dana__choose_tag_end(is_noted);
    dana__markup tag = *plain;
    const char *end = tag_end(tag.name_text + tag.name.length, source.data + source.length, &tag);

    if (plain->kind == DANA__START_TAG) {
        assert_ptr_equal(end, plain->end);
    } else {
        assert_null(end);
        tag.seen = 0;
    }
    return tag;
}

/* The same of all tags by another form of the look for their ends, which may see more. */
static void attributes_are_seen_fast(void **state)
{
    size_t seen[2] = {0, 0};
    size_t ascii[2] = {0, 0};

    (void)state;
    for (size_t i = 0; i < TAGS; i++) {
        dana_view source = random_tag();
        dana__markup plain;

        dana__read_markup(source.data, source.data + source.length, &plain);
        dana__markup noted = read_fast(source, &plain, true);
        dana__markup bare = read_fast(source, &plain, false);

        if ((noted.seen & DANA__SEEN) != 0) {
            attributes all = read_all(&noted);

            check_seen(&noted, &all);
        }
        if (((noted.seen | bare.seen) & DANA__SEEN_ASCII) != 0) {
            assert_true(is_ascii(dana__tag_view(&plain)));
        }
        seen[0] += (plain.seen & DANA__SEEN) != 0;
        seen[1] += (noted.seen & DANA__SEEN) != 0;
        ascii[0] += (plain.seen & DANA__SEEN_ASCII) != 0;
        ascii[1] += (bare.seen & DANA__SEEN_ASCII) != 0;
        free((char *)source.data);
    }
    assert_true(seen[1] >= seen[0] - TAGS / 100);
    assert_true(ascii[1] >= ascii[0] / 2);
}

static void attributes_are_seen_as_they_are(void **state)
{
    size_t seen = 0;
    size_t without_others = 0;

    (void)state;
    for (size_t i = 0; i < TAGS; i++) {
        dana_view source = random_tag();
        dana__markup tag;

        dana__read_markup(source.data, source.data + source.length, &tag);
        if (tag.kind == DANA__START_TAG && (tag.seen & DANA__SEEN) != 0) {
            attributes all = read_all(&tag);

            check_seen(&tag, &all);
            if ((tag.seen & DANA__SEEN_ASCII) != 0) {
                assert_true(is_ascii(dana__tag_view(&tag)));
            }
            seen++;
            without_others += (tag.seen & DANA__SEEN_OTHER) == 0;
        }
        free((char *)source.data);
    }
    assert_in_range(seen, TAGS / 4, TAGS - TAGS / 10);
    assert_in_range(without_others, TAGS / 20, seen - 1);
}

static unsigned seen_of(const char *source)
{
    dana__markup tag;

    dana__read_markup(source, source + strlen(source), &tag);
    return tag.seen;
}

static void ordinary_tags_are_seen_whole(void **state)
{
    (void)state;
    assert_int_equal(seen_of("<p>"), DANA__SEEN | DANA__SEEN_ASCII);
    assert_int_equal(seen_of("<br />                     "), DANA__SEEN | DANA__SEEN_ASCII);
    assert_int_equal(seen_of("<a class=\"x\" id='y' href=\"z\">                  "),
                     DANA__SEEN | DANA__SEEN_CLASS | DANA__SEEN_ID | DANA__SEEN_HREF |
                         DANA__SEEN_ASCII);
    assert_int_equal(seen_of("<a name=\"x\" title=\"\xC3\xA9\">                  "),
                     DANA__SEEN | DANA__SEEN_NAME);
    assert_int_equal(seen_of("<div hidden>                    ") & DANA__SEEN_OTHER,
                     DANA__SEEN_OTHER);
    assert_int_equal(seen_of("<div class=\"a\" class=\"b\">                    "),
                     DANA__SEEN | DANA__SEEN_CLASS | DANA__SEEN_OTHER | DANA__SEEN_ASCII);
    assert_int_equal(seen_of("<div class=a>                    "), 0);
}

/* A look that has seen other classes finds what a fresh one does. */
static void classes_in_code_are_remembered_as_they_are(void **state)
{
    static const char *const classes[] = {
        "line-numbers", "hljs-keyword", "copy-btn",   "gutter",  "boring", "hljs-string", "token",
        "lnos",         "lineno a",     "rouge-code", "toolbar", "k",      "mi",          "p",
    };
    static char page[64 * 1024];
    const char *end = page;
    dana__look look = {.wasted = 0};
    dana__markup tag;
    size_t found = 0;

    (void)state;
    for (int i = 0; i < 1000; i++) {
        end += snprintf(
            page + (end - page), sizeof(page) - (size_t)(end - page),
            "<span class=\"%s%s\"%s>12</span>", classes[random_below(DANA__COUNT(classes))],
            random_below(2) == 0 ? "" : " x", random_below(3) == 0 ? " aria-hidden=\"true\"" : "");
    }
    for (const char *p = page; p < end; p = dana__find_markup(tag.end, end)) {
        dana__look fresh = {.end = end};
        bool in_code = random_below(2) == 0;

        look.end = end;
        dana__read_markup(p, end, &tag);
        if (tag.kind == DANA__START_TAG) {
            const char *expected = dana__end_beside_code(&fresh, &tag, in_code);

            assert_ptr_equal(dana__end_beside_code(&look, &tag, in_code), expected);
            found += expected != NULL;
        }
    }
    assert_in_range(found, 100, 900);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(attributes_are_seen_as_they_are),
        cmocka_unit_test(attributes_are_seen_fast),
        cmocka_unit_test(ordinary_tags_are_seen_whole),
        cmocka_unit_test(classes_in_code_are_remembered_as_they_are),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
