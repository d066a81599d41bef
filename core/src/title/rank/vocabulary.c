#include "title/rank/vocabulary.h"

#include "page/page.h"

#include <string.h>

dana_status dana__vocabulary_make(dana_page *page, dana__vocabulary *out, dana_error *err)
{
    const size_t slot = sizeof(*out->words) + sizeof(*out->refs);

    *out = (dana__vocabulary){.count = 0};
    dana_buffer_init(&out->memory, slot);
    dana_status status = dana_buffer_reserve(page->arena, &out->memory, DANA__VOCABULARY_SLOTS,
                                             err);

    if (status != DANA_OK) {
        return status;
    }
    memset(out->memory.data, 0, DANA__VOCABULARY_SLOTS * slot);
    out->words = out->memory.data;
    out->refs = (uint16_t *)(void *)(out->words + DANA__VOCABULARY_SLOTS);
    return DANA_OK;
}

/* The slot of a word, or the empty one where it belongs. FNV mixes the high bits best. */
static size_t slot_of(const dana__vocabulary *vocabulary, uint64_t word)
{
    size_t slot = (size_t)(word ^ word >> 32) & (DANA__VOCABULARY_SLOTS - 1);

    while (vocabulary->words[slot] != 0 && vocabulary->words[slot] != word) {
        slot = (slot + 1) & (DANA__VOCABULARY_SLOTS - 1);
    }
    return slot;
}

void dana__vocabulary_add(dana__vocabulary *vocabulary, dana__ref ref, const uint64_t *words,
                          size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t slot = slot_of(vocabulary, words[i]);
        bool is_new = vocabulary->words[slot] == 0;

        if (words[i] == 0 || (is_new && vocabulary->count >= DANA__VOCABULARY_SLOTS / 2)) {
            continue;
        }
        vocabulary->count += is_new;
        vocabulary->words[slot] = words[i];
        vocabulary->refs[slot] |= (uint16_t)(1u << ref);
    }
    vocabulary->lengths[ref] += (uint32_t)count;
}

uint16_t dana__vocabulary_refs(const dana__vocabulary *vocabulary, uint64_t word)
{
    return word != 0 ? vocabulary->refs[slot_of(vocabulary, word)] : 0;
}
