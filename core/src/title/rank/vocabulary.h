/*
 * The words by which a page is called: which of its names hold a word.
 */
#ifndef DANA_TITLE_RANK_VOCABULARY_H
#define DANA_TITLE_RANK_VOCABULARY_H

#include "dana/arena.h"
#include "dana/page.h"
#include "dana/view.h"

#include <stdbool.h>
#include <stdint.h>

/* Names that a text is compared with. */
typedef enum {
    DANA__REF_TITLE,
    DANA__REF_OG,
    DANA__REF_TWITTER,
    DANA__REF_META,
    DANA__REF_LD_HEADLINE,
    DANA__REF_LD_NAME,
    DANA__REF_CRUMB,
    DANA__REF_SITE,    /* all names of the site */
    DANA__REF_ADDRESS, /* the last part of the page's address */
    DANA__REF_H1,      /* the first h1 */
    DANA__REF_LEAD,    /* what the main text begins with */
    DANA__REF_COUNT
} dana__ref;

/* Most words that are kept of one name. */
#define DANA__REF_WORDS_MAX 64

/* Slots of the table; a power of two. */
#define DANA__VOCABULARY_SLOTS 1024

/* Words (hashes, as text/words.h makes them) and, a bit a name, which names hold them. */
typedef struct {
    dana_buffer memory;
    uint64_t *words; /* 0: an empty slot */
    uint16_t *refs;
    size_t count;
    uint32_t lengths[DANA__REF_COUNT]; /* words of each name */
} dana__vocabulary;

/* Makes an empty vocabulary. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY. Its memory is the buffer's.
 */
DANA_MUST_USE dana_status dana__vocabulary_make(dana_page *page, dana__vocabulary *out,
                                                dana_error *err);

/* Adds the words of a name; a vocabulary that is half full takes no new words. */
void dana__vocabulary_add(dana__vocabulary *vocabulary, dana__ref ref, const uint64_t *words,
                          size_t count);

/* Returns the names that hold a word, a bit each: 1u << dana__ref. */
uint16_t dana__vocabulary_refs(const dana__vocabulary *vocabulary, uint64_t word);

#endif
