#include "title/heading_words.h"

#include "base/ascii.h"
#include "text/words.h"

#include <string.h>

/* Most tokens of what follows a headline when that is the name of a site, and least of the headline
 * before it. */
#define SITE_MAX  6
#define TITLE_MIN 2

/* A heading is like the headline where its tokens have at least LIKE_PARTS of LIKE_OF in common
 * with the headline's (Dice's coefficient), and LIKE_MIN of them. */
#define LIKE_PARTS 3
#define LIKE_OF    4
#define LIKE_MIN   3

void dana__read_words(dana_view text, dana__words *out)
{
    dana__token_reader reader;
    uint64_t token;

    out->count = 0;
    dana__read_tokens(&reader, text.data, text.data + text.length);
    while (out->count < DANA__TOKENS_MAX && dana__next_token(&reader, &token)) {
        out->ends[out->count] = (size_t)(reader.p - text.data);
        out->tokens[out->count++] = token;
    }
}

bool dana__same_tokens(const uint64_t *a, const uint64_t *b, size_t count)
{
    return memcmp(a, b, count * sizeof(*a)) == 0;
}

/* Whether a sign that parts a headline from the name of a site stands among some bytes. */
static bool has_separator(dana_view text)
{
    static const char *const signs[] = {"|",           " - ",      "\xE2\x80\x93", "\xE2\x80\x94",
                                        "\xC2\xBB",    "\xC2\xAB", "\xC2\xB7",     "\xE2\x80\xA2",
                                        " :: ",        " / ",      "\xE2\x80\xBA", " _ ",
                                        "\xEF\xBD\x9C"};

    for (size_t i = 0; i < DANA__COUNT(signs); i++) {
        if (memmem(text.data, text.length, signs[i], strlen(signs[i])) != NULL) {
            return true;
        }
    }
    return false;
}

/* Whether `whole` is `part` and the name of a site after it or before it. */
static bool adds_site(dana_view text, const dana__words *whole, const dana__words *part)
{
    size_t more = whole->count - part->count;

    if (part->count < TITLE_MIN || whole->count <= part->count || more > SITE_MAX) {
        return false;
    }
    size_t before = whole->ends[part->count - 1];
    size_t head = more > 0 ? whole->ends[more - 1] : 0;
    size_t gap = head < text.length ? text.length - head : 0;

    before = before > 0 ? before - 1 : 0;
    head = head > 0 ? head - 1 : 0;
    return (dana__same_tokens(whole->tokens, part->tokens, part->count) &&
            has_separator((dana_view){text.data + before,
                                      text.length - before < 8 ? text.length - before : 8})) ||
           (dana__same_tokens(whole->tokens + more, part->tokens, part->count) &&
            has_separator((dana_view){text.data + head, gap < 8 ? gap : 8}));
}

/* Whether two texts share most of their words. */
static bool is_like(const dana__words *a, const dana__words *b)
{
    bool used[DANA__TOKENS_MAX] = {false};
    size_t common = 0;

    for (size_t i = 0; i < a->count; i++) {
        for (size_t k = 0; k < b->count; k++) {
            if (!used[k] && a->tokens[i] == b->tokens[k]) {
                used[k] = true;
                common++;
                break;
            }
        }
    }
    return 2 * common * LIKE_OF >= LIKE_PARTS * (a->count + b->count) && common >= LIKE_MIN;
}

/* Whether a text says a headline and goes on: "Harbour days: the programme". */
static bool goes_on(const dana__words *text, const dana__words *headline)
{
    return headline->count >= TITLE_MIN && text->count > headline->count &&
           dana__same_tokens(text->tokens, headline->tokens, headline->count);
}

bool dana__says_headline(dana_view text, bool is_first_order, dana_view headline,
                         const dana__words *wanted)
{
    dana__words found;

    dana__read_words(text, &found);
    if (found.count == wanted->count && found.count > 0) {
        return dana__same_tokens(found.tokens, wanted->tokens, found.count);
    }
    return adds_site(text, &found, wanted) || adds_site(headline, wanted, &found) ||
           (is_first_order && (is_like(&found, wanted) || goes_on(&found, wanted)));
}
