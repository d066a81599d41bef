/*
 * What auto decided of each block, as callers are told.
 */
#include "dana/trace.h"

#include "base/error.h"
#include "extractors/auto/auto.h"
#include "extractors/auto/rules.h"
#include "extractors/auto/settle.h"
#include "page/page.h"

static const char *const decisions[] = {
    [DANA__DECISION_OUTSIDE] = "outside",   [DANA__DECISION_PRUNED] = "pruned",
    [DANA__DECISION_REPEATED] = "repeated", [DANA__DECISION_CUT] = "cut",
    [DANA__DECISION_REFUSED] = "refused",   [DANA__DECISION_SUBTREE] = "subtree",
    [DANA__DECISION_REST] = "rest",         [DANA__DECISION_LEARNED] = "learned",
};

static dana_traced_block describe(const dana__blocks *blocks, size_t i)
{
    const dana__block *block = &blocks->blocks[i];
    uint8_t by = blocks->settled_by[i];

    return (dana_traced_block){
        .span = {block->start, block->end},
        .decision = decisions[block->decision],
        .rule = block->rule != 0 ? dana__rules[block->rule].name : NULL,
        .settled_by = by != 0 ? dana__settle_rule_name(by - 1u) : NULL,
        .taken = dana__is_taken(block),
        .density = (double)block->density,
        .score = (double)block->score,
    };
}

static dana_status describe_all(dana_page *page, const dana__blocks *blocks,
                                const dana_traced_block **out, size_t *count, dana_error *err)
{
    dana_traced_block *traced = dana_arena_alloc(page->arena, blocks->block_count * sizeof(*traced),
                                                 err);

    if (traced == NULL) {
        return err->status;
    }
    for (size_t i = 0; i < blocks->block_count; i++) {
        traced[i] = describe(blocks, i);
    }
    *out = traced;
    *count = blocks->block_count;
    return DANA_OK;
}

dana_status dana_result_trace(dana_page *page, const dana_result *result,
                              const dana_traced_block **out, size_t *count, dana_error *err)
{
    dana_error *why = DANA__ERROR(err);
    dana__auto_settings settings;
    dana__auto_trace again;

    *out = NULL;
    *count = 0;
    if (result->algorithm != &dana__auto) {
        return DANA_OK;
    }
    settings = dana__auto_settings_of(&result->params);
    settings.records_rules = true;
    dana_status status = dana__auto_decide(page, &settings, &again, why);

    if (status == DANA_OK) {
        status = describe_all(page, &again.blocks, out, count, why);
        dana__release_blocks(page, &again.blocks);
    }
    return status;
}
