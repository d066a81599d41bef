#include "evaluate/sequence.h"

#include "base/hash.h"
#include "base/utf8.h"
#include "dana/text.h"
#include "text/words.h"

#include <string.h>
#include <unicode/uchar.h>

static uint64_t hash_word(dana_view text, dana_span word)
{
    uint64_t hash = DANA__HASH_EMPTY;
    size_t length;

    for (size_t i = word.start; i < word.end; i += length) {
        UChar32 c = (UChar32)dana__utf8_decode(text.data + i, &length);

        hash = dana__hash(hash, (uint64_t)u_tolower(c));
    }
    return hash;
}

static dana_status push(dana_arena *arena, dana_buffer *keys, uint64_t key, dana_error *err)
{
    dana_status status = dana_buffer_reserve(arena, keys, 1, err);

    if (status == DANA_OK) {
        ((uint64_t *)keys->data)[keys->length++] = key;
    }
    return status;
}

static dana_status push_words(dana_arena *arena, dana_view text, dana_buffer *keys, dana_error *err)
{
    size_t position = 0;
    dana_span word;
    dana_status status = DANA_OK;

    while (status == DANA_OK && dana_next_word(text, &position, &word)) {
        status = push(arena, keys, hash_word(text, word), err);
    }
    return status;
}

/* Spaces are left out, as Density's authors do. */
static dana_status push_characters(dana_arena *arena, dana_view text, dana_buffer *keys,
                                   dana_error *err)
{
    dana_status status = DANA_OK;
    size_t length;

    for (size_t i = 0; i < text.length && status == DANA_OK; i += length) {
        uint32_t c = dana__utf8_decode(text.data + i, &length);

        if (!dana__is_white(c) && !u_isUWhiteSpace((UChar32)c)) {
            status = push(arena, keys, c, err);
        }
    }
    return status;
}

static dana_status push_units(dana_arena *arena, dana__unit_kind kind, dana_view text,
                              dana_buffer *keys, dana_error *err)
{
    return kind == DANA__BY_WORDS ? push_words(arena, text, keys, err)
                                  : push_characters(arena, text, keys, err);
}

static size_t drop_repeats(uint64_t *keys, size_t count)
{
    size_t kept = 0;

    for (size_t i = 0; i < count; i++) {
        if (kept == 0 || keys[kept - 1] != keys[i]) {
            keys[kept++] = keys[i];
        }
    }
    return kept;
}

static uint32_t rank_of(const uint64_t *sorted, size_t count, uint64_t key)
{
    size_t low = 0;
    size_t high = count;

    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;

        if (sorted[middle] <= key) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return (uint32_t)low;
}

dana_status dana__make_sequences(dana_arena *arena, dana__unit_kind kind, dana_view text,
                                 dana_view gold, dana__sequences *out, dana_error *err)
{
    dana_buffer keys;

    dana_buffer_init(&keys, sizeof(uint64_t));
    dana_status status = push_units(arena, kind, text, &keys, err);
    size_t text_length = keys.length;

    if (status == DANA_OK) {
        status = push_units(arena, kind, gold, &keys, err);
    }
    if (status != DANA_OK) {
        return status;
    }
    uint64_t *sorted = dana_arena_alloc(arena, keys.length * sizeof(*sorted), err);
    uint32_t *numbers = dana_arena_alloc(arena, keys.length * sizeof(*numbers), err);

    if (sorted == NULL || numbers == NULL) {
        return err->status;
    }
    const uint64_t *all = keys.data;

    if (keys.length > 0) {
        memcpy(sorted, all, keys.length * sizeof(*sorted));
    }
    dana__sort_tokens(sorted, keys.length);
    size_t alphabet = drop_repeats(sorted, keys.length);

    for (size_t i = 0; i < keys.length; i++) {
        numbers[i] = rank_of(sorted, alphabet, all[i]);
    }
    *out = (dana__sequences){.text = numbers,
                             .text_length = text_length,
                             .gold = numbers + text_length,
                             .gold_length = keys.length - text_length,
                             .alphabet = alphabet};
    dana_buffer_release(arena, &keys);
    return DANA_OK;
}
