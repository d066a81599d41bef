#include "evidence/evidence.h"

#include "page/page.h"

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

/* Whether a part is none of the page's subject. */
static bool is_set_aside(const dana__evidence *evidence, const dana__part *part, bool with_comments)
{
    size_t headline = evidence->headline_at > 0 ? evidence->headline_at : evidence->heading_at;

    return (with_comments || !part->comments) && !holds(part, headline) &&
           !holds(part, evidence->content_at);
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
