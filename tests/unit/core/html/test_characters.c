/*
 * Characters written as they stand and as references, read forwards and backwards; texts measured
 * whichever way they are written.
 */
#include "unit.h"

#include "blocks/block_text.h"
#include "html/references.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *text;
    uint32_t first;
    size_t first_length;
    uint32_t last;
    size_t last_length;
} rows[] = {
    {"a", 'a', 1, 'a', 1},
    {"\xC3\xA9t\xC3\xA9", 0xE9, 2, 0xE9, 2},
    {"&eacute;t&#233;", 0xE9, 8, 0xE9, 6},
    {"&#x3002;", 0x3002, 8, 0x3002, 8},
    {"&#12290;x&#x65E5;", 0x3002, 8, 0x65E5, 8},
    {"& b;", '&', 1, ';', 1},
    {"&copy 2026", 0xA9, 5, '6', 1},
    {"R&D;", 'R', 1, ';', 1},
    {"&nosuch;", '&', 1, ';', 1},
    {"&amp;", '&', 5, '&', 5},
    {";", ';', 1, ';', 1},
    {"\xE3\x80\x82;", 0x3002, 3, ';', 1},
    {"&copy;;", 0xA9, 6, ';', 1},
    {"x&#8203;", 'x', 1, 0x200B, 7},
    {"&CounterClockwiseContourIntegral;", 0x2233, 33, 0x2233, 33},
};

static void characters_are_read_at_both_ends(void **state)
{
    (void)state;
    for (size_t i = 0; i < DANA__COUNT(rows); i++) {
        const char *end = rows[i].text + strlen(rows[i].text);
        const char *at = NULL;
        size_t length = 0;

        assert_int_equal(dana__character_at(rows[i].text, end, &length), rows[i].first);
        assert_int_equal(length, rows[i].first_length);
        assert_int_equal(dana__character_before(rows[i].text, end, &at), rows[i].last);
        assert_int_equal(end - at, rows[i].last_length);
    }
}

static void nothing_before_the_start_is_read(void **state)
{
    static const char text[] = "&#233;t";
    const char *at = NULL;

    (void)state;
    assert_int_equal(dana__character_before(text + 1, text + 6, &at), ';');
    assert_int_equal(dana__character_before(text + 5, text + 6, &at), ';');
    assert_ptr_equal(at, text + 5);
}

static void values_say_what_their_references_stand_for(void **state)
{
    static const struct {
        const char *raw;
        bool says;
    } values[] = {{"application/ld+json", true},
                  {"Application/LD+JSON", true},
                  {"application/ld&#x2B;json", true},
                  {"application&#x2F;ld&#43;json", true},
                  {"application/ld&plus;json", true},
                  {"application/ld&#x2D;json", false},
                  {"application/ld+jso", false},
                  {"application/ld+jsonx", false},
                  {"application/ld\xE2\x81\xBAjson", false},
                  {"", false}};

    (void)state;
    for (size_t i = 0; i < DANA__COUNT(values); i++) {
        dana_view raw = {values[i].raw, strlen(values[i].raw)};

        assert_int_equal(dana__says(raw, "application/ld+json"), values[i].says);
    }
}

/* Characters of all kinds that are measured, each written in three ways. */
static const char *const characters[][3] = {
    {"\xE3\x80\x82", "&#12290;", "&#x3002;"},
    {"7", "&#55;", "&#x37;"},
    {"\xC3\xA9", "&eacute;", "&#233;"},
    {"!", "&excl;", "&#33;"},
    {"&", "&amp;", "&#38;"},
    {"\xD8\x8C", "&#1548;", "&#x60c;"},
    {"ab", "a&#98;", "&#97;b"},
    {"\xF0\x9F\x98\x80", "&#128512;", "&#x1F600;"},
    {" ", " ", " "},
    {"longer words", "longer words", "longer words"},
};

/* A number below a limit, from a state that goes on. */
static uint32_t pick(uint32_t *state, uint32_t limit)
{
    *state = *state * 1664525u + 1013904223u;
    return (*state >> 8) % limit;
}

static size_t append(char *out, size_t length, const char *text)
{
    size_t more = strlen(text);

    memcpy(out + length, text, more + 1);
    return length + more;
}

static dana__block measure(const char *text, bool decoded)
{
    dana__block block = {0};
    dana__text_hash hash = {0};
    const char *end = text + strlen(text);

    (decoded ? dana__measure_decoded : dana__measure_text)(&block, &hash, text, end, end);
    block.hash = dana__finish_hash(&hash);
    return block;
}

static void texts_are_measured_as_what_they_say(void **state)
{
    enum { TEXTS = 3000, PIECES = 40 };

    (void)state;
    for (uint32_t seed = 1; seed < TEXTS; seed++) {
        uint32_t random = seed;
        char plain[PIECES * 16] = "";
        char written[PIECES * 16] = "";
        size_t lengths[2] = {0, 0};

        for (uint32_t i = pick(&random, PIECES); i > 0; i--) {
            const char *const *c = characters[pick(&random, DANA__COUNT(characters))];
            /* An ampersand as it stands may begin a reference with what follows. */
            uint32_t way = **c == '&' ? 1 + pick(&random, 2) : pick(&random, 3);

            lengths[0] = append(plain, lengths[0], c[0]);
            lengths[1] = append(written, lengths[1], c[way]);
        }
        dana__block a = measure(plain, false);
        dana__block b = measure(written, true);

        assert_memory_equal(&a, &b, sizeof(a));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(characters_are_read_at_both_ends),
        cmocka_unit_test(nothing_before_the_start_is_read),
        cmocka_unit_test(values_say_what_their_references_stand_for),
        cmocka_unit_test(texts_are_measured_as_what_they_say),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
