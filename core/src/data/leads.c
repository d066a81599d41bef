#include "data/leads.h"

#include "data/twins.h"
#include "data/weigh.h"

/* Code points of a lead at least. */
#define LEAD_LEAST 40

/* Steps up to the object that is the article. */
#define STEPS_MAX 4

/* Strings of the text that may be the lead once more. */
#define LOOKED_AT 4

/* The object of an article's title around its text, or the text's own; DANA__NO_VALUE: there is
 * none. */
static uint32_t find_titled(const dana__tree *tree, uint32_t chosen)
{
    uint32_t at = chosen;

    for (unsigned i = 0; i < STEPS_MAX; i++) {
        if (dana__value_at(tree, at)->has_title) {
            return at;
        }
        if (at == 0) {
            break;
        }
        at = dana__value_at(tree, at)->parent;
    }
    return DANA__NO_VALUE;
}

static uint32_t find_member(const dana__tree *tree, uint32_t object)
{
    uint32_t end = dana__value_at(tree, object)->end;

    for (uint32_t i = object + 1; i < end; i = dana__value_at(tree, i)->end) {
        const dana__value *value = dana__value_at(tree, i);

        if (value->kind == DANA__JSON_STRING && value->within == DANA__MEANS_LEAD &&
            value->prose >= LEAD_LEAST) {
            return i;
        }
    }
    return DANA__NO_VALUE;
}

dana_status dana__find_lead_text(const dana__tree *tree, uint32_t chosen, dana_buffer *scratch,
                                 uint32_t *index, dana_error *err)
{
    uint32_t object = find_titled(tree, chosen);
    uint32_t lead = object != DANA__NO_VALUE ? find_member(tree, object) : DANA__NO_VALUE;
    uint32_t end = dana__value_at(tree, chosen)->end;
    dana_view text;

    *index = DANA__NO_VALUE;
    if (lead == DANA__NO_VALUE || dana__is_article_text(tree, chosen, lead)) {
        return DANA_OK; /* long ones are texts of their own */
    }
    dana_status status = dana__string_text(tree, lead, scratch, &text, err);
    uint64_t hash = status == DANA_OK ? dana__beginning_of(text) : 0;
    unsigned looked = 0;

    for (uint32_t i = chosen; i < end && looked < LOOKED_AT && status == DANA_OK; i++) {
        if (!dana__is_article_text(tree, chosen, i) ||
            dana__value_at(tree, i)->kind != DANA__JSON_STRING) {
            continue;
        }
        looked++;
        status = dana__string_text(tree, i, scratch, &text, err);
        if (status == DANA_OK && hash == dana__beginning_of(text)) {
            return DANA_OK;
        }
    }
    *index = lead;
    return status;
}
