#include "title/rank/name_texts.h"

#include "dana/text.h"
#include "page/page.h"
#include "title/rank/cuts.h"
#include "title/rank/host.h"

#include <string.h>

/* Where the segments of each name go; 0: it is not split. */
static const struct {
    uint32_t whole;
    uint32_t part;
    dana__ref ref;
} sources[] = {
    [DANA__HEAD_OG] = {DANA__AT_OG, DANA__AT_OG_PART, DANA__REF_OG},
    [DANA__HEAD_TWITTER] = {DANA__AT_TWITTER, DANA__AT_OG_PART, DANA__REF_TWITTER},
    [DANA__HEAD_META] = {DANA__AT_META, DANA__AT_OG_PART, DANA__REF_META},
    [DANA__HEAD_LD_HEADLINE] = {DANA__AT_LD_HEADLINE, DANA__AT_LD_PART, DANA__REF_LD_HEADLINE},
    [DANA__HEAD_LD_NAME] = {DANA__AT_LD_NAME, DANA__AT_LD_PART, DANA__REF_LD_NAME},
    [DANA__HEAD_CRUMB] = {DANA__AT_CRUMB, 0, DANA__REF_CRUMB},
    [DANA__HEAD_SITE] = {DANA__AT_SITE, 0, DANA__REF_SITE},
};

static void note_length(dana__candidates *pool, size_t length)
{
    if (pool->longest_name == 0 || length < pool->shortest_name) {
        pool->shortest_name = length;
    }
    if (length > pool->longest_name) {
        pool->longest_name = length;
    }
}

static dana_status add_name(dana__candidates *pool, dana_view raw, bool is_json, uint32_t whole,
                            dana__ref ref, const dana__split *parts)
{
    dana__place p = {
        .span = dana__source_span(pool, raw), .places = whole, .block = DANA__NO_BLOCK};
    dana__candidate *candidate = NULL;
    dana_status status;

    if (raw.length > DANA__HEADLINE_BYTES_MAX) {
        return DANA_OK;
    }
    status = dana__head_text(pool->page, raw, is_json, &pool->text, &p.text, pool->err);
    if (status == DANA_OK) {
        status = dana__add_place(pool, &p, &candidate);
    }
    if (status == DANA_OK && p.text.length > 0 && ref != DANA__REF_SITE) {
        note_length(pool, dana_count_code_points(p.text));
    }
    if (whole == DANA__AT_TITLE) {
        pool->title = candidate;
    }
    if (status == DANA_OK && (ref == DANA__REF_SITE || pool->senses[ref] == 0)) {
        status = dana__add_reference(pool, ref, p.text);
    }
    return status == DANA_OK && parts->first != 0 ? dana__add_segments(pool, parts) : status;
}

static dana_status add_title(dana__candidates *pool)
{
    dana_span span = pool->trace->blocks.title;
    dana_view raw = {pool->page->source.data + span.start, (size_t)span.end - span.start};
    const dana__split parts = {.raw = raw,
                               .first = DANA__AT_TITLE_FIRST,
                               .last = DANA__AT_TITLE_LAST,
                               .part = DANA__AT_TITLE_PART,
                               .block = DANA__NO_BLOCK};

    return add_name(pool, raw, false, DANA__AT_TITLE, DANA__REF_TITLE, &parts);
}

static char *decode_percent(dana__candidates *pool, dana_view raw, size_t *length)
{
    char *out = dana_arena_alloc(pool->page->arena, raw.length + 1, pool->err);
    static const char digits[] = "0123456789abcdef";

    *length = 0;
    for (size_t i = 0; out != NULL && i < raw.length; i++) {
        const char *high = NULL;
        const char *low = NULL;

        if (raw.data[i] == '%' && i + 2 < raw.length) {
            high = memchr(digits, raw.data[i + 1] | 0x20, 16);
            low = memchr(digits, raw.data[i + 2] | 0x20, 16);
        }
        if (high != NULL && low != NULL) {
            out[(*length)++] = (char)((high - digits) << 4 | (low - digits));
            i += 2;
        } else {
            out[(*length)++] = raw.data[i];
        }
    }
    return out;
}

/* Takes host and slug of the page's address, where it is a whole one. */
static dana_status add_address(dana__candidates *pool, dana_view raw)
{
    dana_view slug;
    size_t length;

    if (pool->host.length > 0 || !dana__split_address(raw, &pool->host, &slug)) {
        return DANA_OK;
    }
    pool->path = (dana_view){pool->host.data + pool->host.length,
                             (size_t)(slug.data + slug.length - pool->host.data) -
                                 pool->host.length};
    char *plain = decode_percent(pool, slug, &length);

    if (plain == NULL) {
        return pool->err->status;
    }
    if (dana_utf8_valid_length(plain, length) == length) {
        slug = (dana_view){plain, length};
    }
    return dana__add_reference(pool, DANA__REF_ADDRESS, slug);
}

static dana_view raw_of(const dana__candidates *pool, const dana__head_entry *entry)
{
    return (dana_view){pool->page->source.data + entry->span.start,
                       (size_t)entry->span.end - entry->span.start};
}

dana_status dana__add_names(dana__candidates *pool)
{
    dana__head names;
    const dana__head *head = &names;
    dana_status status = dana__head_names(pool->page, &pool->trace->blocks.head, &names, pool->err);

    for (size_t i = 0; i < head->count && status == DANA_OK; i++) {
        if (head->entries[i].source == DANA__HEAD_ADDRESS) {
            status = add_address(pool, raw_of(pool, &head->entries[i]));
        }
    }
    if (status == DANA_OK) {
        status = add_title(pool);
    }
    for (size_t i = 0; i < head->count && status == DANA_OK; i++) {
        const dana__head_entry *entry = &head->entries[i];
        dana_view raw = raw_of(pool, entry);

        if (entry->source == DANA__HEAD_ADDRESS) {
            continue;
        }
        uint32_t part = sources[entry->source].part;
        const dana__split parts = {.raw = raw,
                                   .is_json = entry->is_json,
                                   .first = part,
                                   .last = part,
                                   .part = part,
                                   .block = DANA__NO_BLOCK};

        status = add_name(pool, raw, entry->is_json, sources[entry->source].whole,
                          sources[entry->source].ref, &parts);
    }
    return status;
}
