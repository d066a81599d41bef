#include "evidence/rules.h"

#include "base/ascii.h"
#include "base/hash.h"
#include "blocks/class_words.h"
#include "blocks/word_masks.h"
#include "html/hashed_names.h"
#include "html/references.h"
#include "text/plain_text.h"

#include <string.h>
#include <strings.h>

/* Origin: Open Graph, Dublin Core, Highwire Press tags, parse.ly, Sailthru, and what pages use. */
static const dana__name_rule meta_rules[] = {
    {"citation_author", DANA__ABOUT_AUTHOR, 88},
    {"parsely-author", DANA__ABOUT_AUTHOR, 80},
    {"sailthru.author", DANA__ABOUT_AUTHOR, 80},
    {"byl", DANA__ABOUT_AUTHOR, 80},
    {"author", DANA__ABOUT_AUTHOR, 78},
    {"article:author_name", DANA__ABOUT_AUTHOR, 78},
    {"dc.creator", DANA__ABOUT_AUTHOR, 76},
    {"dcterms.creator", DANA__ABOUT_AUTHOR, 76},
    {"dc.author", DANA__ABOUT_AUTHOR, 76},
    {"article:author", DANA__ABOUT_AUTHOR, 74},
    {"og:article:author", DANA__ABOUT_AUTHOR, 74},
    {"authors", DANA__ABOUT_AUTHOR, 74},
    {"twitter:data1", DANA__ABOUT_AUTHOR, 66},
    {"article:published_time", DANA__ABOUT_PUBLISHED, 86},
    {"citation_publication_date", DANA__ABOUT_PUBLISHED, 84},
    {"citation_date", DANA__ABOUT_PUBLISHED, 82},
    {"citation_online_date", DANA__ABOUT_PUBLISHED, 80},
    {"og:article:published_time", DANA__ABOUT_PUBLISHED, 84},
    {"og:published_time", DANA__ABOUT_PUBLISHED, 84},
    {"datepublished", DANA__ABOUT_PUBLISHED, 84},
    {"parsely-pub-date", DANA__ABOUT_PUBLISHED, 84},
    {"sailthru.date", DANA__ABOUT_PUBLISHED, 82},
    {"publication_date", DANA__ABOUT_PUBLISHED, 82},
    {"publish-date", DANA__ABOUT_PUBLISHED, 82},
    {"publish_date", DANA__ABOUT_PUBLISHED, 82},
    {"publishdate", DANA__ABOUT_PUBLISHED, 82},
    {"published_date", DANA__ABOUT_PUBLISHED, 82},
    {"published-date", DANA__ABOUT_PUBLISHED, 82},
    {"w-published-date", DANA__ABOUT_PUBLISHED, 78},
    {"published", DANA__ABOUT_PUBLISHED, 80},
    {"ms.date", DANA__ABOUT_PUBLISHED, 78},
    {"pubdate", DANA__ABOUT_PUBLISHED, 82},
    {"pubtime", DANA__ABOUT_PUBLISHED, 82},
    {"_pubtime", DANA__ABOUT_PUBLISHED, 82},
    {"article.published", DANA__ABOUT_PUBLISHED, 82},
    {"dc.date.issued", DANA__ABOUT_PUBLISHED, 82},
    {"dc.date.created", DANA__ABOUT_PUBLISHED, 80},
    {"dcterms.created", DANA__ABOUT_PUBLISHED, 80},
    {"dcterms.issued", DANA__ABOUT_PUBLISHED, 80},
    {"dcterms.date", DANA__ABOUT_PUBLISHED, 78},
    {"dc.date", DANA__ABOUT_PUBLISHED, 78},
    {"article:post_date", DANA__ABOUT_PUBLISHED, 82},
    {"article:created", DANA__ABOUT_PUBLISHED, 76},
    {"date", DANA__ABOUT_PUBLISHED, 74},
    {"article:modified_time", DANA__ABOUT_MODIFIED, 86},
    {"og:article:modified_time", DANA__ABOUT_MODIFIED, 84},
    {"datemodified", DANA__ABOUT_MODIFIED, 84},
    {"og:updated_time", DANA__ABOUT_MODIFIED, 80},
    {"dcterms.modified", DANA__ABOUT_MODIFIED, 80},
    {"dc.date.modified", DANA__ABOUT_MODIFIED, 80},
    {"last-modified", DANA__ABOUT_MODIFIED, 74},
    {"modified-date", DANA__ABOUT_MODIFIED, 76},
    {"updated", DANA__ABOUT_MODIFIED, 74},
    {"lastmod", DANA__ABOUT_MODIFIED, 74},
    {"revised", DANA__ABOUT_MODIFIED, 70},
    {"content-language", DANA__ABOUT_LANGUAGE, 80},
    {"language", DANA__ABOUT_LANGUAGE, 74},
    {"dc.language", DANA__ABOUT_LANGUAGE, 74},
    {"dcterms.language", DANA__ABOUT_LANGUAGE, 74},
    {"og:locale", DANA__ABOUT_LANGUAGE, 70},
    {"og:site_name", DANA__ABOUT_SITE, 86},
    {"application-name", DANA__ABOUT_SITE, 70},
    {"apple-mobile-web-app-title", DANA__ABOUT_SITE, 60},
    {"dc.publisher", DANA__ABOUT_SITE, 58},
    {"og:description", DANA__ABOUT_EXCERPT, 80},
    {"description", DANA__ABOUT_EXCERPT, 84},
    {"dc.description", DANA__ABOUT_EXCERPT, 74},
    {"twitter:description", DANA__ABOUT_EXCERPT, 76},
    {"og:url", DANA__ABOUT_CANONICAL, 70},
    {"og:image", DANA__ABOUT_IMAGE, 86},
    {"og:image:url", DANA__ABOUT_IMAGE, 84},
    {"og:image:secure_url", DANA__ABOUT_IMAGE, 83},
    {"twitter:image", DANA__ABOUT_IMAGE, 78},
    {"twitter:image:src", DANA__ABOUT_IMAGE, 78},
    {"thumbnail", DANA__ABOUT_IMAGE, 60},
    {"article:tag", DANA__ABOUT_TAGS, 86},
    {"og:article:tag", DANA__ABOUT_TAGS, 84},
    {"parsely-tags", DANA__ABOUT_TAGS, 80},
    {"sailthru.tags", DANA__ABOUT_TAGS, 76},
    {"article:section", DANA__ABOUT_CATEGORIES, 86},
    {"og:article:section", DANA__ABOUT_CATEGORIES, 84},
    {"parsely-section", DANA__ABOUT_CATEGORIES, 80},
    {"keywords", DANA__ABOUT_KEYWORDS, 80},
    {"news_keywords", DANA__ABOUT_KEYWORDS, 84},
    {"citation_keywords", DANA__ABOUT_KEYWORDS, 86},
    {"dc.subject", DANA__ABOUT_KEYWORDS, 72},
    {"dcterms.subject", DANA__ABOUT_KEYWORDS, 72},
    {"dcterms.license", DANA__ABOUT_LICENSE, 80},
    {"dc.rights.license", DANA__ABOUT_LICENSE, 78},
    {"og:video:secure_url", DANA__ABOUT_VIDEO, 86},
    {"og:video:url", DANA__ABOUT_VIDEO, 85},
    {"og:video", DANA__ABOUT_VIDEO, 84},
    {"twitter:player:stream", DANA__ABOUT_VIDEO, 66},
    {"twitter:player", DANA__ABOUT_VIDEO, 64},
};

/* Microdata and RDFa of schema.org; microformats 1 and 2 are class words. */
static const dana__name_rule member_rules[] = {
    {"author", DANA__ABOUT_AUTHOR, 76},
    {"creator", DANA__ABOUT_AUTHOR, 70},
    {"datePublished", DANA__ABOUT_PUBLISHED, 80},
    {"dateCreated", DANA__ABOUT_PUBLISHED, 76},
    {"dc:date", DANA__ABOUT_PUBLISHED, 70},
    {"dateModified", DANA__ABOUT_MODIFIED, 80},
    {"description", DANA__ABOUT_EXCERPT, 60},
    {"image", DANA__ABOUT_IMAGE, 62},
    {"alternativeHeadline", DANA__ABOUT_SUBTITLE, 76},
    {"inLanguage", DANA__ABOUT_LANGUAGE, 66},
    {"keywords", DANA__ABOUT_KEYWORDS, 66},
    {"articleSection", DANA__ABOUT_CATEGORIES, 66},
};

static const dana__name_rule *find_name(const dana__name_rule *rules, size_t count, dana_view name)
{
    for (size_t i = 0; i < count; i++) {
        if ((rules[i].name[0] | 0x20) == (name.data[0] | 0x20) &&
            strlen(rules[i].name) == name.length && dana__is_text(name, rules[i].name)) {
            return &rules[i];
        }
    }
    return NULL;
}

/* The same of a name with references: programs write "og&#x3A;title". */
static const dana__name_rule *find_written(dana_view name)
{
    for (size_t i = 0; i < DANA__COUNT(meta_rules); i++) {
        if (dana__says(name, meta_rules[i].name)) {
            return &meta_rules[i];
        }
    }
    return NULL;
}

const dana__name_rule *dana__meta_rule(dana_view name)
{
    return memchr(name.data, '&', name.length) == NULL
               ? find_name(meta_rules, DANA__COUNT(meta_rules), name)
               : find_written(name);
}

const dana__name_rule *dana__member_rule(dana_view name)
{
    return find_name(member_rules, DANA__COUNT(member_rules), name);
}

/* Parts of a page that words which set their part aside name. */
enum { NONE, COMMENTS, QUOTES, CRUMBS, FOOTER, CATEGORIES };

/* A class word and its points. */
typedef struct {
    const char *word;
    signed char author;
    signed char published;
    signed char modified;
    signed char subtitle;
    signed char avoided;
    unsigned char part;
} word_rule;

/* Class words of generators' and newspapers' templates: English by convention, whatever the page's
 * language. */
static const word_rule word_rules[] = {
#include "evidence/word_rules.def"
};

/* Whether a run of ASCII letters is a word, whatever its case. */
static bool is_word(const char *letters, size_t length, const char *word)
{
    for (size_t i = 0; i < length; i++) {
        if ((letters[i] | 0x20) != word[i]) {
            return false;
        }
    }
    return word[length] == '\0';
}

/* Where a word stands in the index. */
static size_t bucket_of(const char *letters, size_t length)
{
    unsigned first = (unsigned char)(letters[0] | 0x20);
    unsigned middle = (unsigned char)(letters[length / 2] | 0x20);
    unsigned last = (unsigned char)(letters[length - 1] | 0x20);

    return (first * 37 + middle * 149 + last * 11 + length * 5) % DANA__POINTS_BUCKETS;
}

_Static_assert(DANA__COUNT(word_rules) < DANA__POINTS_ROWS_MAX, "rows have no room");

static void index_rows(dana__points_memo *memo)
{
    for (size_t row = DANA__COUNT(word_rules); row > 0; row--) {
        const char *word = word_rules[row - 1].word;
        uint8_t *bucket = &memo->buckets[bucket_of(word, strlen(word))];

        memo->next[row] = *bucket;
        *bucket = (uint8_t)row;
    }
    memo->is_indexed = true;
}

/* The row of a run of ASCII letters, NULL where there is none. */
static const word_rule *find_word(const dana__points_memo *memo, const char *letters, size_t length)
{
    for (size_t row = memo->buckets[bucket_of(letters, length)]; row > 0; row = memo->next[row]) {
        if (is_word(letters, length, word_rules[row - 1].word)) {
            return &word_rules[row - 1];
        }
    }
    return NULL;
}

bool dana__is_word_of(const char *letters, size_t length, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (is_word(letters, length, words[i])) {
            return true;
        }
    }
    return false;
}

/* Finds the next run of letters that is a word (blocks/class_words.h). Returns its length; 0: there
 * is none. */
static inline size_t next_letters(dana__word_walk *walk, const char **letters)
{
    size_t start;
    size_t end;

    while (dana__next_masked(walk, &start, &end)) {
        if (end - start < DANA__WORD_MAX) {
            *letters = walk->value.data + walk->at + start;
            return end - start;
        }
    }
    return 0;
}

/* Whether "by" stands between words of something else: "sold-by-single", "hide_by_plugin". Behind a
 * participle, "reviewed-by-box", a name may stand there. */
static bool is_by_else(dana_view value, const char *by)
{
    static const char *const names[] = {"author", "line", "name", "user", "writer"};
    dana_view rest = dana__between(by + 2, value.data + value.length);
    bool of_participle = by - value.data > 3 &&
                         (memcmp(by - 3, "ed", 2) == 0 || memcmp(by - 3, "en", 2) == 0);

    if (rest.length < 2 || of_participle || (*rest.data != '-' && *rest.data != '_') ||
        !dana__is_letter(rest.data[1])) {
        return false;
    }
    for (size_t i = 0; i < DANA__COUNT(names); i++) {
        if (dana__begins((dana_view){rest.data + 1, rest.length - 1}, names[i])) {
            return false;
        }
    }
    return true;
}

/* Whether a word is of something else than a part that is set aside: of the side on which that part
 * is ("Layout--sidebarPosition-end"), of what a script does ("js-quote-selection"). A full name is
 * called "fn" and no more, a footnote "fn1", "fn:1", "fn-1". Javadoc calls a class
 * "type-name-label", and links to its members "member-name-link". */
static bool says_else(const word_rule *rule, dana_view value, const char *letters, size_t length)
{
    dana_view rest = dana__between(letters + length, value.data + value.length);

    if (length == 2 && rule->author > 0) {
        return is_word(letters, length, "by") ? is_by_else(value, letters)
                                              : rest.length > 0 && !dana__is_space(*rest.data);
    }
    if (rule->author > 0 && rest.length > 1 && *rest.data == '-' &&
        (rest.data[1] == 'n' || rest.data[1] == 'l')) {
        return dana__begins(rest, "-name-link") || dana__begins(rest, "-label");
    }
    return rule->avoided > 0 &&
           (dana__begins(rest, "Position") ||
            (rule->part == QUOTES &&
             dana__has_name_prefix(value, (size_t)(letters - value.data), "js-")));
}

/* Whether a word stands behind another one in a value. */
static bool follows_word(dana_view value, const char *letters, const char *before)
{
    size_t length = strlen(before);

    return (size_t)(letters - value.data) >= length &&
           memcmp(letters - length, before, length) == 0;
}

void dana__add_points(dana__points_memo *memo, dana_view value, dana__points *points)
{
    dana__word_walk walk = dana__walk_words(dana__cut_bytes(value, 400));
    const char *letters;

    if (!memo->is_indexed) {
        index_rows(memo);
    }
    for (size_t length = next_letters(&walk, &letters); length > 0;
         length = next_letters(&walk, &letters)) {
        const word_rule *rule = find_word(memo, letters, length);

        if (rule != NULL && rule != points->without && !says_else(rule, value, letters, length)) {
            points->author += rule->author;
            points->published += rule->published;
            points->dated -= rule->published >= 3 && rule->author < 0 ? rule->author : 0;
            points->modified += rule->modified;
            points->subtitle += rule->subtitle;
            points->avoided += rule->avoided;
            points->comments += rule->part == COMMENTS;
            points->quotes += rule->part == QUOTES;
            points->crumbs += rule->part == CRUMBS;
            points->footers += rule->part == FOOTER;
            points->categories += rule->part == CATEGORIES &&
                                  follows_word(value, letters, "normal-");
        }
    }
}

/* The points of a value by themselves, in the order of their members. */
static void keep_points(dana__points_memo *memo, dana_view value, const void *without,
                        int16_t out[DANA__POINTS_KINDS])
{
    dana__points p = {.without = without};

    dana__add_points(memo, value, &p);
    const int points[DANA__POINTS_KINDS] = {p.author,     p.published, p.modified, p.subtitle,
                                            p.comments,   p.quotes,    p.crumbs,   p.footers,
                                            p.categories, p.avoided,   p.dated};

    for (size_t i = 0; i < DANA__POINTS_KINDS; i++) {
        out[i] = (int16_t)points[i];
    }
}

void dana__add_known_points(dana__points_memo *memo, dana_view value, dana__points *points)
{
    size_t slot = dana__value_slot(value, DANA__POINTS_SLOTS);
    int16_t *known = memo->slots[slot].points;

    if (memo->slots[slot].value == NULL || memo->slots[slot].length != value.length ||
        memcmp(memo->slots[slot].value, value.data, value.length) != 0) {
        memo->slots[slot].value = value.data;
        memo->slots[slot].length = (uint32_t)value.length;
        keep_points(memo, value, points->without, known);
    }
    points->author += known[0];
    points->published += known[1];
    points->modified += known[2];
    points->subtitle += known[3];
    points->comments += known[4];
    points->quotes += known[5];
    points->crumbs += known[6];
    points->footers += known[7];
    points->categories += known[8];
    points->avoided += known[9];
    points->dated += known[10];
}

const char *dana__rule_at(size_t index, const void **rule)
{
    if (index < DANA__COUNT(meta_rules)) {
        *rule = &meta_rules[index];
        return meta_rules[index].name;
    }
    index -= DANA__COUNT(meta_rules);
    if (index < DANA__COUNT(member_rules)) {
        *rule = &member_rules[index];
        return member_rules[index].name;
    }
    index -= DANA__COUNT(member_rules);
    if (index < DANA__COUNT(word_rules)) {
        *rule = &word_rules[index];
        return word_rules[index].word;
    }
    *rule = NULL;
    return NULL;
}
