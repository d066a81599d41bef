#include "evidence/rules.h"

#include "base/ascii.h"
#include "blocks/class_words.h"
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
        if (strlen(rules[i].name) == name.length && dana__is_text(name, rules[i].name)) {
            return &rules[i];
        }
    }
    return NULL;
}

const dana__name_rule *dana__meta_rule(dana_view name)
{
    return find_name(meta_rules, DANA__COUNT(meta_rules), name);
}

const dana__name_rule *dana__member_rule(dana_view name)
{
    return find_name(member_rules, DANA__COUNT(member_rules), name);
}

/* A class word and its points. */
typedef struct {
    const char *word;
    signed char author;
    signed char published;
    signed char modified;
    signed char subtitle;
    signed char avoided;
} word_rule;

/* Class words of generators' and newspapers' templates: English by convention, whatever the page's
 * language. Sorted by the word. */
static const word_rule word_rules[] = {
    {"about", -4, 0, 0, 0, 0},       {"action", -4, 0, 0, 0, 0},
    {"actions", -4, 0, 0, 0, 0},     {"ad", -4, 0, 0, 0, 4},
    {"ads", -4, 0, 0, 0, 4},         {"advert", 0, 0, 0, 0, 4},
    {"article", 0, 0, 0, 0, -2},     {"author", 4, -1, 0, -3, -5},
    {"authors", 4, -1, 0, -3, -5},   {"avatar", -5, 0, 0, 0, 0},
    {"badge", -4, 0, 0, 0, 0},       {"banner", 0, 0, 0, 0, 3},
    {"bio", -5, 0, 0, -5, 0},        {"biography", -5, 0, 0, -5, 0},
    {"blockquote", 0, 0, 0, 0, 3},   {"box", -2, 0, 0, 0, 0},
    {"brand", -4, 0, 0, 0, 0},       {"breadcrumb", 0, 0, 0, 0, 4},
    {"breadcrumbs", 0, 0, 0, 0, 4},  {"btn", -3, 0, 0, 0, 0},
    {"button", -3, 0, 0, 0, 0},      {"by", 3, 0, 0, 0, 0},
    {"byl", 4, 0, 0, 0, -5},         {"byline", 5, 1, 0, -4, -5},
    {"calendar", 0, -1, 0, 0, 0},    {"carousel", 0, 0, 0, 0, 3},
    {"category", -5, 0, 0, -5, 0},   {"chapeau", 0, 0, 0, 4, 0},
    {"comment", -3, -3, 0, 0, 4},    {"comments", -5, -3, 0, 0, 5},
    {"content", 0, 0, 0, 0, -3},     {"contributor", 4, 0, 0, 0, 0},
    {"cookie", 0, 0, 0, 0, 5},       {"copyright", -4, -4, 0, 0, 3},
    {"count", -5, -5, 0, 0, 0},      {"created", 0, 3, 0, 0, 0},
    {"creator", 4, 0, 0, 0, 0},      {"date", -4, 4, 1, -5, 0},
    {"dateline", 0, 4, 0, -5, 0},    {"dates", -4, 3, 0, -5, 0},
    {"datetime", -4, 4, 0, -5, 0},   {"deck", 0, 0, 0, 4, 0},
    {"dek", 0, 0, 0, 5, 0},          {"desc", -5, 0, 0, 0, 0},
    {"description", -5, 0, 0, 1, 0}, {"duration", 0, -5, 0, 0, 0},
    {"edited", 0, -4, 3, 0, 0},      {"entry", 0, 0, 0, 0, -4},
    {"event", 0, -4, 0, 0, 0},       {"filter", -4, 0, 0, 0, 0},
    {"fn", 3, 0, 0, 0, 0},           {"follow", -5, 0, 0, 0, 0},
    {"footer", 0, 0, 0, 0, 4},       {"group", -3, 0, 0, 0, 0},
    {"has", 0, 0, 0, 0, -5},         {"headline", 0, 0, 0, 1, 0},
    {"icon", -4, -4, 0, 0, 0},       {"image", -5, 0, 0, 0, 0},
    {"img", -5, 0, 0, 0, 0},         {"intro", 0, 0, 0, 2, 0},
    {"job", -4, 0, 0, 0, 0},         {"joined", -5, -5, 0, 0, 0},
    {"lastmod", 0, -4, 4, 0, 0},     {"latest", -2, 0, 0, 0, 3},
    {"layout", 0, 0, 0, 0, -5},      {"lead", 0, 0, 0, 3, 0},
    {"lede", 0, 0, 0, 4, 0},         {"list", -2, 0, 0, 0, 0},
    {"login", -5, 0, 0, 0, 0},       {"logo", -5, 0, 0, -4, 0},
    {"main", 0, 0, 0, 0, -5},        {"member", 2, 0, 0, 0, 0},
    {"menu", -5, 0, 0, 0, 4},        {"meta", 0, 1, 0, -3, 0},
    {"modal", 0, 0, 0, 0, 3},        {"modified", 0, -4, 4, 0, 0},
    {"more", -3, 0, 0, 0, 2},        {"name", 2, 0, 0, 0, 0},
    {"nav", -5, 0, 0, 0, 4},         {"navbar", -5, 0, 0, 0, 4},
    {"navigation", -5, 0, 0, 0, 4},  {"newsletter", -5, 0, 0, -4, 4},
    {"nick", 4, 0, 0, 0, 0},         {"nickname", 5, 0, 0, 0, 0},
    {"no", 0, 0, 0, 0, -5},          {"offline", -4, 0, 0, 0, 0},
    {"online", -4, 0, 0, 0, 0},      {"photo", -5, 0, 0, 0, 0},
    {"pic", -4, 0, 0, 0, 0},         {"picker", 0, -5, 0, 0, 0},
    {"picture", -5, 0, 0, 0, 0},     {"popular", -4, 0, 0, 0, 4},
    {"popup", -3, 0, 0, 0, 3},       {"post", 0, 0, 0, 0, -2},
    {"posted", 1, 3, 0, 0, 0},       {"poster", 3, 0, 0, 0, 0},
    {"product", -3, 0, 0, 0, 0},     {"profile", 1, 0, 0, 0, 0},
    {"promo", -4, 0, 0, 0, 4},       {"pubdate", 0, 5, 0, 0, 0},
    {"publish", 0, 4, 0, 0, 0},      {"published", 0, 5, -1, 0, 0},
    {"quote", 0, 0, 0, 0, 3},        {"quoted", 0, 0, 0, 0, 3},
    {"rank", -4, 0, 0, 0, 0},        {"read", 0, -5, 0, 0, 0},
    {"reading", 0, -5, 0, 0, 0},     {"recent", -3, 0, 0, 0, 4},
    {"recirc", -4, 0, 0, 0, 5},      {"recommendations", -4, 0, 0, 0, 5},
    {"recommended", -4, 0, 0, 0, 5}, {"related", -5, 0, 0, -4, 5},
    {"replies", -4, -4, 0, 0, 4},    {"reply", -3, 0, 0, 0, 0},
    {"respond", 0, 0, 0, 0, 4},      {"reviewer", -5, 0, 0, 0, 0},
    {"role", -4, 0, 0, 0, 0},        {"search", -5, 0, 0, 0, 3},
    {"share", -5, 0, 0, 0, 3},       {"sidebar", -2, 0, 0, 0, 4},
    {"signature", -5, -5, 0, 0, 4},  {"similar", -4, 0, 0, 0, 4},
    {"site", -3, 0, 0, -4, 0},       {"social", -5, 0, 0, 0, 3},
    {"standfirst", 0, 0, 0, 5, 0},   {"stats", -5, 0, 0, 0, 0},
    {"status", -4, 0, 0, 0, 0},      {"sub", 0, 0, 0, 2, 0},
    {"subhead", 0, 0, 0, 4, 0},      {"subheading", 0, 0, 0, 4, 0},
    {"subheadline", 0, 0, 0, 5, 0},  {"subtitle", 0, 0, 0, 5, 0},
    {"summary", 0, 0, 0, 2, 0},      {"tag", -5, 0, 0, -5, 0},
    {"tags", -5, 0, 0, -5, 0},       {"teaser", -2, 0, 0, 0, 3},
    {"thumb", -4, 0, 0, 0, 0},       {"time", -4, 3, 1, -5, 0},
    {"timestamp", -4, 4, 1, -5, 0},  {"title", -3, 0, 0, 1, 0},
    {"tooltip", -3, 0, 0, 0, 0},     {"trending", -4, 0, 0, 0, 4},
    {"updated", 0, -2, 4, 0, 0},     {"user", 2, 0, 0, 0, 0},
    {"username", 5, 0, 0, 0, 0},     {"vcard", 2, 0, 0, 0, 0},
    {"widget", -1, 0, 0, 0, 3},      {"with", 0, 0, 0, 0, -5},
    {"writer", 4, 0, 0, 0, 0},
};

static const word_rule *find_word(const char *word)
{
    size_t low = 0;
    size_t high = DANA__COUNT(word_rules);

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = strcmp(word_rules[middle].word, word);

        if (order == 0) {
            return &word_rules[middle];
        }
        if (order < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return NULL;
}

static bool is_one_of(const char *word, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(words[i], word) == 0) {
            return true;
        }
    }
    return false;
}

static const char *const comment_words[] = {"comment", "comments", "replies", "respond"};
static const char *const crumb_words[] = {"breadcrumb", "breadcrumbs"};
static const char *const quote_words[] = {"blockquote", "quote", "quoted", "signature"};

void dana__add_points(dana_view value, dana__points *points)
{
    char word[DANA__WORD_MAX];
    size_t at = 0;

    value = dana__cut_bytes(value, 400);
    while (dana__next_word(value, &at, word) > 0) {
        const word_rule *rule = find_word(word);

        if (rule != NULL && rule != points->without) {
            points->author += rule->author;
            points->published += rule->published;
            points->modified += rule->modified;
            points->subtitle += rule->subtitle;
            points->avoided += rule->avoided;
            points->comments += is_one_of(word, comment_words, DANA__COUNT(comment_words));
            points->quotes += is_one_of(word, quote_words, DANA__COUNT(quote_words));
            points->crumbs += is_one_of(word, crumb_words, DANA__COUNT(crumb_words));
        }
    }
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

bool dana__leads_to_person(dana_view href)
{
    static const char *const people[] = {
        "author",      "authors", "contributor", "contributors", "member", "members",
        "memberlist",  "people",  "profile",     "profiles",     "user",   "users",
        "viewprofile", "writer",  "writers",     "byline",       "u"};
    char word[DANA__WORD_MAX];
    size_t at = 0;

    href = dana__cut_bytes(href, 300);
    if (memmem(href.data, href.length, "/@", 2) != NULL) {
        return true;
    }
    while (dana__next_word(href, &at, word) > 0) {
        if (is_one_of(word, people, DANA__COUNT(people))) {
            return true;
        }
    }
    return false;
}
