#include "data/twins.h"

#include "base/ascii.h"
#include "base/hash.h"

/* Letters of a beginning. */
#define TWIN_LETTERS 40

uint64_t dana__beginning_of(dana_view text)
{
    uint64_t hash = DANA__HASH_EMPTY;
    unsigned letters = 0;
    bool in_tag = false;

    for (size_t i = 0; i < text.length && letters < TWIN_LETTERS; i++) {
        char byte = text.data[i];

        in_tag = byte == '<' || (in_tag && byte != '>');
        if (!in_tag && (dana__is_alphanumeric(byte) || (unsigned char)byte >= 0x80)) {
            hash = dana__hash(hash, (unsigned char)dana__to_lower(byte));
            letters++;
        }
    }
    return letters < TWIN_LETTERS ? 0 : hash | 1U;
}

bool dana__is_twin(dana__twins *twins, uint64_t hash)
{
    for (size_t i = 0; i < 8; i++) {
        uint64_t *slot = &twins->slots[((hash >> 8) + i) % DANA__TWINS_MAX];

        if (*slot == hash) {
            return true;
        }
        if (*slot == 0) {
            *slot = hash;
            return false;
        }
    }
    return false;
}
