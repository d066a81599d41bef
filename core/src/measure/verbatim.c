#include "measure/verbatim.h"

#include "base/ascii.h"
#include "measure/block_texts.h"

#include <string.h>

/* Bytes of a text at least that is looked for, and its words of ASCII, which make two runs. */
#define BYTES_LEAST 32
#define WORDS_LEAST 4

/* Bytes behind the block before in which one is searched, and how often the text's length they may
 * be together: each is read at most so often. */
#define REACH          4096
#define SEARCHED_TIMES 8

/* Whether a byte parts words whatever is around it. */
static bool is_parting(char c)
{
    return (c & 0x80) == 0 && !dana__is_alphanumeric(c) && strchr("'\",:&", c) == NULL;
}

/* Whether a text has the words: ASCII letters and digits with a blank behind them. */
static bool has_words(dana_view text)
{
    size_t count = 0;

    for (size_t i = 1; i < text.length && count < WORDS_LEAST; i++) {
        count += text.data[i] == ' ' && dana__is_alphanumeric(text.data[i - 1]);
    }
    return count == WORDS_LEAST;
}

/* Whether no word goes on at one end of a text that was found: `inside` is its byte there,
 * `outside` the one beside it. */
static bool is_parted(char inside, char outside)
{
    return is_parting(inside) || is_parting(outside);
}

/* The place of the text of a unit right behind byte `at`, NULL: it does not stand there. */
static const char *find_here(dana_view stated, size_t at, dana_view text)
{
    while (at < stated.length && stated.data[at] == ' ') {
        at++;
    }
    return stated.length - at >= text.length &&
                   memcmp(stated.data + at, text.data, text.length) == 0
               ? stated.data + at
               : NULL;
}

/* The place of a text that does not stand where it would follow, NULL: it is not found. */
static const char *search(dana__verbatim *stated, dana_view text)
{
    size_t left = stated->text.length - stated->at;
    size_t reach = left < REACH ? left : REACH;

    if (stated->searched + reach > SEARCHED_TIMES * stated->text.length) {
        return NULL;
    }
    stated->searched += reach;
    return memmem(stated->text.data + stated->at, reach, text.data, text.length);
}

/* Whether no word is joined to a text that was found. */
static bool is_alone(dana_view stated, const char *found, size_t length)
{
    const char *end = found + length;
    char before = found > stated.data ? found[-1] : ' ';
    char behind = end < stated.data + stated.length ? *end : ' ';

    return is_parted(*found, before) && is_parted(end[-1], behind);
}

bool dana__is_verbatim(dana__verbatim *stated, const dana_page *page, const dana__block *block,
                       size_t *unit)
{
    size_t next = *unit;
    size_t at = stated->at;
    const dana_unit *first = stated->text.data != NULL ? dana__next_text_of(page, block, &next)
                                                       : NULL;

    for (const dana_unit *u = first; u != NULL; u = dana__next_text_of(page, block, &next)) {
        dana_view text = {page->source.data + u->start, u->length};

        if (u->has_reference != 0 ||
            (u == first && (text.length < BYTES_LEAST || !has_words(text)))) {
            return false;
        }
        const char *found = find_here(stated->text, at, text);

        if (found == NULL && u == first) {
            found = search(stated, text);
        }
        if (found == NULL || !is_alone(stated->text, found, text.length)) {
            return false;
        }
        at = (size_t)(found - stated->text.data) + text.length;
    }
    if (first != NULL) {
        stated->at = at;
        *unit = next;
    }
    return first != NULL;
}
