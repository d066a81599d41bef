#include "evidence/evidence.h"

#include "evidence/date_digits.h"
#include "page/page.h"

bool dana__is_month_first(const dana__evidence *evidence, bool of_language)
{
    bool known = evidence->orders == DANA__DAY_FIRST || evidence->orders == DANA__MONTH_FIRST;

    return known ? evidence->orders == DANA__MONTH_FIRST : of_language;
}

bool dana__is_copied(const dana_page *page, const dana__hint *hint)
{
    uintptr_t source = (uintptr_t)page->source.data;
    uintptr_t text = (uintptr_t)hint->text.data;

    return text < source || text > source + page->source.length;
}

uint32_t dana__hint_at(const dana_page *page, const dana__hint *hint)
{
    const char *text = dana__is_copied(page, hint) ? hint->place : hint->text.data;

    return (uint32_t)(text - page->source.data);
}

bool dana__is_quoted(const dana__evidence *evidence, const dana__hint *hint)
{
    for (int32_t i = hint->part; i >= 0; i = evidence->parts[i].around) {
        if (evidence->parts[i].quote) {
            return true;
        }
    }
    return false;
}

static bool holds(const dana__part *part, size_t at)
{
    return at > 0 && at >= part->start && at < part->end;
}

/* Where the page's headline stands, or its first h1. */
static size_t headline_of(const dana__evidence *evidence)
{
    return evidence->headline_at > 0 ? evidence->headline_at : evidence->heading_at;
}

/* Whether a part is none of the page's subject. What microdata says of one tells of names alone: a
 * reply has a date of change as the page has. */
static bool is_set_aside(const dana__evidence *evidence, const dana__part *part, bool with_comments)
{
    return !part->is_readers && !part->is_review && (with_comments || !part->comments) &&
           !holds(part, headline_of(evidence)) && !holds(part, evidence->content_at);
}

bool dana__is_aside(const dana__evidence *evidence, const dana__hint *hint, bool with_comments)
{
    for (int32_t i = hint->part; i >= 0; i = evidence->parts[i].around) {
        if (is_set_aside(evidence, &evidence->parts[i], with_comments)) {
            return true;
        }
    }
    return false;
}

/* Whether a page has several reviews: those of readers. */
static bool has_reviews(const dana__evidence *evidence)
{
    size_t reviews = 0;

    for (size_t i = 0; i < evidence->part_count && reviews < 2; i++) {
        reviews += evidence->parts[i].is_review;
    }
    return reviews > 1;
}

bool dana__is_readers(const dana__evidence *evidence, const dana__hint *hint)
{
    for (int32_t i = hint->part; i >= 0; i = evidence->parts[i].around) {
        const dana__part *part = &evidence->parts[i];

        if ((part->is_readers || (part->is_review && has_reviews(evidence))) &&
            !holds(part, headline_of(evidence))) {
            return true;
        }
    }
    return false;
}

bool dana__is_in_footer(const dana__evidence *evidence, const dana__hint *hint)
{
    for (int32_t i = hint->part; i >= 0; i = evidence->parts[i].around) {
        if (!evidence->parts[i].is_footer && is_set_aside(evidence, &evidence->parts[i], true)) {
            return false;
        }
    }
    return true;
}

/* Whether no part stands around a part but such as hold the headline, too. */
static bool is_outer(const dana__evidence *evidence, const dana__part *part)
{
    return part->around < 0 || holds(&evidence->parts[part->around], headline_of(evidence));
}

/* Whether a part is an article's foot behind the headline. */
static bool is_foot_behind(const dana__evidence *evidence, const dana__part *part)
{
    size_t headline = headline_of(evidence);

    return part->is_entrys && is_outer(evidence, part) && headline > 0 && part->start > headline;
}

bool dana__is_in_foot(const dana__evidence *evidence, const dana__hint *hint)
{
    int32_t outer = hint->part;

    while (outer >= 0 && !is_outer(evidence, &evidence->parts[outer])) {
        outer = evidence->parts[outer].around;
    }
    if (outer < 0 || !is_foot_behind(evidence, &evidence->parts[outer]) ||
        evidence->content_at == 0 || evidence->parts[outer].start < evidence->content_at) {
        return false;
    }
    for (int32_t i = 0; i < outer; i++) {
        if (is_foot_behind(evidence, &evidence->parts[i])) {
            return false;
        }
    }
    return true;
}

bool dana__is_beside(const dana__evidence *evidence, const dana__hint *hint)
{
    for (int32_t i = hint->part; i >= 0; i = evidence->parts[i].around) {
        if (!evidence->parts[i].is_foot && is_set_aside(evidence, &evidence->parts[i], true)) {
            return true;
        }
    }
    return false;
}

bool dana__is_aside_at(const dana__evidence *evidence, size_t at, bool with_comments)
{
    for (size_t i = 0; i < evidence->part_count; i++) {
        const dana__part *part = &evidence->parts[i];

        if (at >= part->start && at < part->end && is_set_aside(evidence, part, with_comments)) {
            return true;
        }
    }
    return false;
}

void dana__release_evidence(dana_page *page, dana__evidence *evidence)
{
    dana_buffer_release(page->arena, &evidence->memory);
}
