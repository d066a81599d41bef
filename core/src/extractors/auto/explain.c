#include "dana/trace.h"
#include "extractors/auto/auto.h"
#include "extractors/auto/rules.h"
#include "page/ops.h"
#include "page/page.h"

static const char *const fates[] = {
    [DANA__FATE_OUTSIDE] = "outside",   [DANA__FATE_PRUNED] = "pruned",
    [DANA__FATE_REPEATED] = "repeated", [DANA__FATE_CUT] = "cut",
    [DANA__FATE_REFUSED] = "refused",   [DANA__FATE_SUBTREE] = "subtree",
    [DANA__FATE_REST] = "rest",         [DANA__FATE_LEARNED] = "learned",
};

static dana_traced_block describe(const dana__block *block)
{
    return (dana_traced_block){
        .span = {block->start, block->end},
        .fate = fates[block->fate],
        .rule = block->rule != 0 ? dana__rules[block->rule].name : NULL,
        .taken = dana__is_taken(block),
        .density = (double)block->density,
        .score = (double)block->score,
    };
}

dana_status dana_result_trace(dana_page *page, const dana_result *result,
                              const dana_traced_block **out, size_t *count, dana_error *err)
{
    static const dana__auto_settings settings = {0};
    dana_error local;
    dana_error *why = err != NULL ? err : &local;
    dana__auto_trace trace;

    *out = NULL;
    *count = 0;
    if (result->algorithm != &dana__auto) {
        return DANA_OK;
    }
    dana_status status = dana__auto_decide(page, &settings, &trace, why);

    if (status != DANA_OK) {
        return status;
    }
    dana_traced_block *blocks = dana_arena_alloc(page->arena,
                                                 trace.blocks.block_count * sizeof(*blocks), why);

    for (size_t i = 0; blocks != NULL && i < trace.blocks.block_count; i++) {
        blocks[i] = describe(&trace.blocks.blocks[i]);
    }
    *count = blocks != NULL ? trace.blocks.block_count : 0;
    *out = blocks;
    dana__release_blocks(page, &trace.blocks);
    return blocks != NULL ? DANA_OK : why->status;
}
