#include "jsonld/vocabulary.h"

#include "base/ascii.h"

#include <string.h>

/* A name of the vocabulary and what it says. */
typedef struct {
    const char *name;
    size_t length;
    int value;
} row;

#define ROW(name, value)                                                                           \
    {                                                                                              \
        name, sizeof(name) - 1, value                                                              \
    }

/* Names of members. schema.org, JSON-LD 1.1 section 9.16 (keywords). */
static const row members[] = {
    ROW("@type", DANA__LD_TYPE),
    ROW("@id", DANA__LD_ID),
    ROW("@graph", DANA__LD_GRAPH),
    ROW("mainEntity", DANA__LD_GRAPH),
    ROW("mainEntityOfPage", DANA__LD_GRAPH),
    ROW("name", DANA__LD_NAME),
    ROW("author", DANA__LD_AUTHOR),
    ROW("creator", DANA__LD_AUTHOR),
    ROW("datePublished", DANA__LD_PUBLISHED),
    ROW("dateCreated", DANA__LD_PUBLISHED),
    ROW("uploadDate", DANA__LD_PUBLISHED),
    ROW("dateModified", DANA__LD_MODIFIED),
    ROW("description", DANA__LD_DESCRIPTION),
    ROW("image", DANA__LD_IMAGE),
    ROW("thumbnailUrl", DANA__LD_IMAGE),
    ROW("url", DANA__LD_URL),
    ROW("contentUrl", DANA__LD_URL),
    ROW("publisher", DANA__LD_PUBLISHER),
    ROW("inLanguage", DANA__LD_LANGUAGE),
    ROW("alternativeHeadline", DANA__LD_SUBTITLE),
    ROW("keywords", DANA__LD_KEYWORDS),
    ROW("articleSection", DANA__LD_SECTION),
    ROW("license", DANA__LD_LICENSE),
    ROW("video", DANA__LD_VIDEO),
    ROW("embedUrl", DANA__LD_EMBED),
    ROW("text", DANA__LD_TEXT),
    ROW("articleBody", DANA__LD_BODY),
    ROW("upvoteCount", DANA__LD_VOTES),
    ROW("acceptedAnswer", DANA__LD_ACCEPTED),
    ROW("interactionStatistic", DANA__LD_STATISTIC),
    ROW("interactionType", DANA__LD_INTERACTION),
    ROW("userInteractionCount", DANA__LD_COUNT),
    ROW("headline", DANA__LD_HEADLINE),
    ROW("isPartOf", DANA__LD_SITE),
    ROW("provider", DANA__LD_SITE),
    ROW("itemListElement", DANA__LD_ITEM),
    ROW("item", DANA__LD_ITEM),
    ROW("recipeIngredient", DANA__LD_INGREDIENT),
    ROW("ingredients", DANA__LD_INGREDIENT),
};

/* Ranks of types: what a page is about when it holds one. The others have rank 1. */
static const row ranks[] = {
    ROW("Article", 4),
    ROW("NewsArticle", 4),
    ROW("BlogPosting", 4),
    ROW("ReportageNewsArticle", 4),
    ROW("OpinionNewsArticle", 4),
    ROW("AnalysisNewsArticle", 4),
    ROW("BackgroundNewsArticle", 4),
    ROW("ReviewNewsArticle", 4),
    ROW("LiveBlogPosting", 4),
    ROW("SocialMediaPosting", 4),
    ROW("TechArticle", 4),
    ROW("ScholarlyArticle", 4),
    ROW("MedicalScholarlyArticle", 4),
    ROW("Report", 4),
    ROW("AdvertiserContentArticle", 4),
    ROW("SatiricalArticle", 4),
    ROW("DiscussionForumPosting", 4),
    ROW("Question", 4),
    ROW("QAPage", 3),
    ROW("Recipe", 3),
    ROW("HowTo", 3),
    ROW("Review", 3),
    ROW("Product", 3),
    ROW("Book", 3),
    ROW("Course", 3),
    ROW("Event", 3),
    ROW("VideoObject", 2),
    ROW("PodcastEpisode", 3),
    ROW("Episode", 3),
    ROW("CreativeWork", 3),
    ROW("SoftwareApplication", 3),
    ROW("MedicalWebPage", 3),
    ROW("Dataset", 3),
    ROW("WebPage", 2),
    ROW("ItemPage", 2),
    ROW("AboutPage", 2),
    ROW("CollectionPage", 2),
    ROW("FAQPage", 2),
    ROW("WebSite", 0),
    ROW("Organization", 0),
    ROW("Person", 0),
    ROW("BreadcrumbList", 0),
    ROW("ImageObject", 0),
    ROW("Comment", 0),
    ROW("Answer", 0),
    ROW("ListItem", 0),
};

static int find_row(const row *rows, size_t count, dana_view name, int otherwise)
{
    for (size_t i = 0; i < count && name.length > 0; i++) {
        if (rows[i].name[0] == name.data[0] && rows[i].length == name.length &&
            memcmp(rows[i].name, name.data, name.length) == 0) {
            return rows[i].value;
        }
    }
    return otherwise;
}

dana__ld_member_kind dana__ld_kind_of(dana_view name)
{
    return (dana__ld_member_kind)find_row(members, DANA__COUNT(members), name, DANA__LD_OTHER);
}

uint8_t dana__ld_rank_of(dana_view type)
{
    return (uint8_t)find_row(ranks, DANA__COUNT(ranks), dana__ld_type_name(type), 1);
}

dana_view dana__ld_type_name(dana_view type)
{
    for (size_t i = type.length; i > 0; i--) {
        if (type.data[i - 1] == '/' || type.data[i - 1] == '#' || type.data[i - 1] == ':') {
            return (dana_view){type.data + i, type.length - i};
        }
    }
    return type;
}
