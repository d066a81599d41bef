#include "evaluate/sequence.h"

#include "base/hash.h"
#include "base/utf8.h"
#include "dana/text.h"
#include "text/words.h"

#include <string.h>
#include <unicode/uchar.h>

#define MIX 0x9e3779b97f4a7c15u

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

/* Pushes the characters of Chinese and Japanese that a word holds, and the words between them. */
static dana_status push_parts(dana_arena *arena, dana_view text, dana_span word, dana_buffer *keys,
                              dana_error *err)
{
    dana_span part = {word.start, word.start};
    dana_status status = DANA_OK;
    size_t length;

    for (size_t i = word.start; i < word.end && status == DANA_OK; i += length) {
        bool alone = dana__is_cjk(dana__utf8_decode(text.data + i, &length));

        part.end = (uint32_t)(alone ? i : i + length);
        if (part.end > part.start && (alone || part.end == word.end)) {
            status = push(arena, keys, hash_word(text, part), err);
        }
        if (alone && status == DANA_OK) {
            status = push(arena, keys,
                          hash_word(text, (dana_span){(uint32_t)i, (uint32_t)(i + length)}), err);
            part.start = (uint32_t)(i + length);
        }
    }
    return status;
}

static dana_status push_words(dana_arena *arena, dana__unit_kind kind, dana_view text,
                              dana_buffer *keys, dana_error *err)
{
    size_t position = 0;
    dana_span word;
    dana_status status = DANA_OK;

    while (status == DANA_OK && dana_next_word(text, &position, &word)) {
        status = kind == DANA__BY_WORDS ? push(arena, keys, hash_word(text, word), err)
                                        : push_parts(arena, text, word, keys, err);
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
    return kind == DANA__BY_CHARACTERS ? push_characters(arena, text, keys, err)
                                       : push_words(arena, kind, text, keys, err);
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

uint64_t dana__hash_run(const uint32_t *first, size_t width)
{
    uint64_t hash = 0;

    for (size_t k = 0; k < width; k++) {
        hash = (hash ^ (hash >> 29)) * MIX + first[k] + 1;
    }
    return hash;
}

uint64_t *dana__sorted_runs(dana_arena *arena, const uint32_t *elements, size_t length,
                            size_t width, size_t *count, dana_error *err)
{
    *count = length >= width ? length - width + 1 : 0;
    uint64_t *runs = dana_arena_alloc(arena, *count * sizeof(*runs), err);

    for (size_t i = 0; runs != NULL && i < *count; i++) {
        runs[i] = dana__hash_run(elements + i, width);
    }
    if (runs != NULL) {
        dana__sort_tokens(runs, *count);
    }
    return runs;
}
