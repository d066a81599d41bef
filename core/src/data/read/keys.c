#include "data/read/keys.h"

#include "base/ascii.h"
#include "base/hash.h"

#include <string.h>

/* A word by its key, with what it says where it is the whole name, one of its words, or the last of
 * them, and as a word of a type. Key 0: an open slot. */
typedef struct {
    uint32_t key;
    uint8_t whole;
    uint8_t any;
    uint8_t last;
    uint8_t type;
} key_word;

#include "data/read/keys_table.inc"

/* Longest name whose words are read. */
#define NAME_MAX_BYTES 64

/* The words of a name, read one after another. */
typedef struct {
    const char *at;
    const char *end;
    dana_view word;
    uint32_t key;   /* of the word in lower case */
    uint32_t whole; /* of all words so far, as one */
} name_words;

static name_words words_of(dana_view name)
{
    return (name_words){
        .at = name.data, .end = name.data + name.length, .whole = DANA__HASH32_EMPTY};
}

/* Reads the next word of a name: it ends at punctuation, and before a capital that no capital
 * precedes. Returns whether there was one. */
static bool next_word(name_words *name)
{
    const char *p = name->at;
    uint32_t key = DANA__HASH32_EMPTY;
    uint32_t whole = name->whole;

    while (p < name->end && !dana__is_alphanumeric(*p)) {
        p++;
    }
    const char *start = p;

    for (; p < name->end && dana__is_alphanumeric(*p); p++) {
        if (p > start && dana__is_capital(*p) && !dana__is_capital(p[-1])) {
            break;
        }
        char c = dana__to_lower(*p);

        key = dana__hash32(key, c);
        whole = dana__hash32(whole, c);
    }
    name->at = p;
    name->key = key;
    name->whole = whole;
    name->word = dana__between(start, p);
    return p > start;
}

static const key_word *find_word(uint32_t key)
{
    static const key_word none;

    for (size_t i = key % KEY_SLOTS; key_words[i].key != 0; i = (i + 1) % KEY_SLOTS) {
        if (key_words[i].key == key) {
            return &key_words[i];
        }
    }
    return &none;
}

/* The first of two meanings, where it has one. */
static uint8_t first_of(uint8_t first, uint8_t second)
{
    return first != DANA__MEANS_NOTHING ? first : second;
}

dana__meaning dana__meaning_of(dana_view key)
{
    uint8_t any = DANA__MEANS_NOTHING;
    uint8_t last = DANA__MEANS_NOTHING;

    if (key.length == 0 || key.length >= NAME_MAX_BYTES) {
        return DANA__MEANS_NOTHING;
    }
    name_words name = words_of(key);

    while (next_word(&name)) {
        const key_word *word = find_word(name.key);

        any = first_of(any, word->any);
        last = word->last;
    }
    if (name.whole == DANA__HASH32_EMPTY) {
        return DANA__MEANS_NOTHING;
    }
    const key_word *whole = find_word(name.whole);

    return (dana__meaning)first_of(first_of(whole->whole, any), first_of(last, whole->last));
}

dana__meaning dana__meaning_known(dana__known_names *known, dana_view key)
{
    if (key.length == 0) {
        return DANA__MEANS_NOTHING;
    }
    size_t slot = (key.length * 5 + (unsigned char)key.data[0] +
                   3u * (unsigned char)key.data[key.length / 2] +
                   7u * (unsigned char)key.data[key.length - 1]) %
                  DANA__KNOWN_NAMES;

    if (known->names[slot].length != key.length ||
        memcmp(known->names[slot].text, key.data, key.length) != 0) {
        known->names[slot].text = key.data;
        known->names[slot].length = (uint32_t)key.length;
        known->names[slot].means = dana__meaning_of(key);
    }
    return known->names[slot].means;
}

/* A heading by its level: "h2", or the digit of "heading2", "header_two" has none. */
static unsigned level_of(dana_view word)
{
    char last = word.data[word.length - 1];
    bool is_level = last >= '1' && last <= '6' &&
                    (word.length == 1 || (word.length == 2 && (word.data[0] | 0x20) == 'h') ||
                     (word.length == 8 && dana__begins_with(word, "heading")));

    return is_level ? (unsigned)(last - '0') : 0;
}

/* Words of a type, read one after another. */
typedef struct {
    dana__block_kind kind;
    unsigned level;
    bool is_ordered;
} type_words;

static void read_type_word(type_words *t, const name_words *name)
{
    dana_view word = name->word;
    unsigned digit = level_of(word);
    dana__block_kind found = digit > 0 && word.length > 1
                                 ? DANA__BLOCK_HEADING
                                 : (dana__block_kind)find_word(name->key)->type;

    t->level = digit > 0 ? digit : t->level;
    if ((found > DANA__BLOCK_PARAGRAPH || t->kind <= DANA__BLOCK_PARAGRAPH) &&
        found != DANA__BLOCK_UNKNOWN) {
        t->kind = found;
    }
    t->is_ordered |= dana__is_text(word, "ordered") || dana__is_text(word, "number") ||
                     dana__is_text(word, "numbered");
}

dana__block_kind dana__block_kind_of(dana_view value, unsigned *level)
{
    type_words type = {DANA__BLOCK_UNKNOWN, 0, false};

    *level = 0;
    if (value.length == 0 || value.length >= NAME_MAX_BYTES) {
        return DANA__BLOCK_UNKNOWN;
    }
    name_words name = words_of(value);

    while (next_word(&name)) {
        read_type_word(&type, &name);
    }
    if (type.kind == DANA__BLOCK_UNKNOWN) {
        type.kind = (dana__block_kind)find_word(name.whole)->type;
    }
    bool is_list = type.kind == DANA__BLOCK_LIST || type.kind == DANA__BLOCK_UNKNOWN;

    *level = type.level;
    return is_list && type.is_ordered ? DANA__BLOCK_ORDERED : type.kind;
}
