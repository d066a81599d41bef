/* Whether a page's content in a format has the words of its raw text, in their order. */
#ifndef TESTS_SAME_WORDS_H
#define TESTS_SAME_WORDS_H

#include "dana/text.h"

#include <stdbool.h>
#include <stddef.h>

/* What figures and media add to a text. */
typedef struct {
    size_t labels; /* words of the links to media */
} additions;

/* Whether a text in a format has the words of the content in their order, and besides them only
 * what was added. *where: the offset in content behind the last word that was found. */
bool has_words(dana_view content, dana_view text, additions added, size_t *where);

/* Whether plain text has the words of the raw text, the numbers of its items aside. *where: the
 * offset in raw of the last word that was compared. */
bool same_plain_words(dana_view raw, dana_view plain, size_t *where);

#endif
