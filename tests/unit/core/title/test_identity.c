/*
 * Texts have one identity where their characters are the same but for case and white space, and
 * else another.
 */
#include "unit.h"

#include "base/utf8.h"
#include "title/identity.h"

#include <string.h>
#include <unicode/uchar.h>

#define TEXT_BYTES 80

/* Pieces of which texts are made; each with one that is the same but for case or white space, or
 * not. */
static const char *const pieces[][2] = {
    {"a", "A"},
    {"the ferry", "The Ferry"},
    {"HARBOURS", "harbours"},
    {" ", "  "},
    {" ", "\t"},
    {" ", "\xC2\xA0"},
    {"  ", "\n "},
    {"", " "},
    {" ", ""},
    {"@[`{", "@[`{"},
    {"\x01", "\x02"},
    {"\xC3\x89", "\xC3\xA9"},
    {"\xE2\x84\xAA", "k"},
    {"\xE2\x80\x99", "'"},
    {"\xE4\xB8\xAD\xE6\x96\x87", "\xE4\xB8\xAD\xE6\x96\x87"},
    {"\xF0\x90\x90\x80", "\xF0\x90\x90\xA8"},
    {"x", "y"},
    {" and then one more ", " and THEN one More "},
};

static uint64_t random_state = 5;

static size_t random_below(size_t limit)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (size_t)(random_state >> 33) % limit;
}

/* Writes a text character by character: small, white space as one space, none around it. Returns
 * the number of characters. */
static size_t fold(dana_view text, UChar32 *out)
{
    size_t count = 0;
    size_t length;
    bool space = false;

    for (size_t i = 0; i < text.length; i += length) {
        UChar32 c = (UChar32)dana__utf8_decode(text.data + i, &length);

        if (u_isUWhiteSpace(c)) {
            space = count > 0;
            continue;
        }
        if (space) {
            out[count++] = ' ';
            space = false;
        }
        out[count++] = u_tolower(c);
    }
    return count;
}

static bool are_same(dana_view a, dana_view b)
{
    UChar32 folded[2][TEXT_BYTES];
    size_t count = fold(a, folded[0]);

    return fold(b, folded[1]) == count &&
           memcmp(folded[0], folded[1], count * sizeof(folded[0][0])) == 0;
}

static void identities_are_those_of_same_texts(void **state)
{
    (void)state;
    size_t same = 0;

    for (size_t round = 0; round < 60000; round++) {
        char texts[2][TEXT_BYTES];
        dana_view views[2] = {{texts[0], 0}, {texts[1], 0}};

        for (size_t left = round % 9; left > 0; left--) {
            size_t piece = random_below(sizeof(pieces) / sizeof(pieces[0]));

            for (size_t side = 0; side < 2; side++) {
                const char *text = pieces[piece][random_below(4) == 0 ? side : 0];

                if (views[side].length + strlen(text) <= TEXT_BYTES) {
                    memcpy(texts[side] + views[side].length, text, strlen(text));
                    views[side].length += strlen(text);
                }
            }
        }
        bool is_same = are_same(views[0], views[1]);

        same += is_same;
        assert_int_equal(dana__text_identity(views[0]) == dana__text_identity(views[1]), is_same);
    }
    assert_in_range(same, 10000, 55000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(identities_are_those_of_same_texts),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
