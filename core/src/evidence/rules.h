/*
 * Where metadata stands: names of meta elements, members of microdata, class words, as rows of
 * data.
 */
#ifndef DANA_EVIDENCE_RULES_H
#define DANA_EVIDENCE_RULES_H

#include "dana/view.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a finding is about. */
typedef enum {
    DANA__ABOUT_NOTHING,
    DANA__ABOUT_AUTHOR,
    DANA__ABOUT_PUBLISHED,
    DANA__ABOUT_MODIFIED,
    DANA__ABOUT_LANGUAGE,
    DANA__ABOUT_SITE,
    DANA__ABOUT_EXCERPT,
    DANA__ABOUT_CANONICAL,
    DANA__ABOUT_IMAGE,
    DANA__ABOUT_SUBTITLE,
    DANA__ABOUT_TAGS,
    DANA__ABOUT_CATEGORIES,
    DANA__ABOUT_KEYWORDS,
    DANA__ABOUT_LICENSE,
    DANA__ABOUT_NEXT,
    DANA__ABOUT_VIDEO,
    DANA__ABOUT_COUNT
} dana__about;

/* A row: a name, what it is about, and how much it is worth, 0 to 100. */
typedef struct {
    const char *name;
    dana__about about;
    int worth;
} dana__name_rule;

/* Finds the row of a meta element's name, property or http-equiv; NULL where there is none. */
const dana__name_rule *dana__meta_rule(dana_view name);

/* Finds the row of a member of microdata (itemprop) or RDFa (property); NULL for none. */
const dana__name_rule *dana__member_rule(dana_view name);

/* What the words of an element's class, id and data attributes speak for, in points; 3 are enough.
 */
typedef struct {
    int author;
    int published;
    int modified;
    int subtitle;
    int comments;        /* words that name readers' comments */
    int quotes;          /* words that name quotations and signatures */
    int crumbs;          /* words that name the way to the page through the site */
    int footers;         /* words that name a footer */
    int categories;      /* words that name a wiki's list of categories */
    int dated;           /* what words of a date took from the author's points */
    const void *without; /* the row of a class word that does not count, for ablation; NULL: none */
    int avoided;         /* a part of the page that is not its subject: comments, teasers, menus */
} dana__points;

/* Values that are remembered at a time; a power of two. */
#define DANA__POINTS_SLOTS 256

/* Kinds of points. */
#define DANA__POINTS_KINDS 11

/* Room of the index of class words, which chains rows: row numbers from 1, 0 ends a chain. */
#define DANA__POINTS_BUCKETS  1024
#define DANA__POINTS_ROWS_MAX 192

/* Class values with the points of their words: pages repeat few values on many tags. All zero at a
 * page's beginning; values are borrowed from the source. */
typedef struct {
    bool is_indexed;
    uint8_t buckets[DANA__POINTS_BUCKETS];
    uint8_t next[DANA__POINTS_ROWS_MAX];
    struct {
        const char *value;
        uint32_t length;
        int16_t points[DANA__POINTS_KINDS]; /* in the order of dana__points */
    } slots[DANA__POINTS_SLOTS];
} dana__points_memo;

/* As dana__add_points; a value that was there before is compared instead of read. */
void dana__add_known_points(dana__points_memo *memo, dana_view value, dana__points *points);

/* Adds the points of the words of a class or id. A word ends at what is no letter and before a
 * capital letter. */
void dana__add_points(dana__points_memo *memo, dana_view value, dana__points *points);

/* What class words of an author are worth, and those of a comment's author: too little to be the
 * page's, they tell posts apart. */
#define DANA__WORTH_AUTHOR  50
#define DANA__WORTH_COMMENT 20

/* Returns what an element is worth as an author; 0: nothing. */
static inline int dana__author_worth(const dana__points *points)
{
    if (points->author >= 3) {
        return DANA__WORTH_AUTHOR + 2 * (points->author < 6 ? points->author : 6);
    }
    return points->author > 0 && points->comments > 0 ? DANA__WORTH_COMMENT : 0;
}

/* Returns the name of row `index` of all rows (meta elements, then members, then class words), NULL
 * beyond the last; *rule is what stands for it in ablations. */
const char *dana__rule_at(size_t index, const void **rule);

/* Returns whether letters are one of some words, in any case. */
bool dana__is_word_of(const char *letters, size_t length, const char *const *words, size_t count);

#endif
