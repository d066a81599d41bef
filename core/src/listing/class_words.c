#include "listing/class_words.h"

#include "base/ascii.h"
#include "base/bytes16.h"
#include "base/hash.h"
#include "dana/scan.h"

#include <string.h>

dana_view dana__class_value(dana_view tag)
{
    dana_view value;

    return tag.length > 0 && dana_tag_attribute(tag, "class", &value) ? value : (dana_view){"", 0};
}

bool dana__take_class_word(dana_view *value, dana_view *word)
{
    const char *p = value->data;
    const char *end = p + value->length;

    while (p < end && dana__is_space(*p)) {
        p++;
    }
    word->data = p;
    while (p < end && !dana__is_space(*p)) {
        p++;
    }
    word->length = (size_t)(p - word->data);
    *value = (dana_view){p, (size_t)(end - p)};
    return word->length > 0;
}

void dana__fold_class_word(dana_view word, char folded[DANA__CLASS_WORD_MAX + 1])
{
    size_t length = 0;

    for (size_t i = 0; i < word.length && length < DANA__CLASS_WORD_MAX; i++) {
        char c = word.data[i];

        if (c != '-' && c != '_') {
            folded[length++] = dana__is_letter(c) ? (char)(c | 0x20) : c;
        }
    }
    folded[length] = '\0';
}

/* A folded class word by its key, with its sets; key 0: an open slot. */
typedef struct {
    uint32_t key;
    unsigned sets;
} set_word;

#include "listing/class_sets_table.inc"

static unsigned sets_of(uint32_t key)
{
    size_t i = key % SET_SLOTS;

    while (set_words[i].key != 0) {
        if (set_words[i].key == key) {
            return set_words[i].sets;
        }
        i = (i + 1) % SET_SLOTS;
    }
    return 0;
}

unsigned dana__class_sets(dana_view value)
{
    uint32_t key = DANA__HASH32_EMPTY;
    unsigned sets = 0;

    if (!dana__may_be_in_sets(value, value.data + value.length)) {
        return 0;
    }
    for (size_t i = 0; i < value.length; i++) {
        char c = value.data[i];

        if (dana__is_space(c)) {
            sets |= sets_of(key);
            key = DANA__HASH32_EMPTY;
        } else if (c != '-' && c != '_') {
            key = dana__hash32(key, dana__to_lower(c));
        }
    }
    return sets | sets_of(key);
}

static bool is_folded(char c)
{
    return c == '-' || c == '_';
}

/* Whether the word at p begins with the letters that one of a set begins with. */
static inline bool begins_like(const char *p, const char *end)
{
    unsigned letters = 0;
    unsigned count = 0;

    /* As most words begin. */
    if (end - p >= 3 && dana__is_letter(p[0]) && dana__is_letter(p[1]) && dana__is_letter(p[2])) {
        letters = ((unsigned)p[0] & 31) << 10 | ((unsigned)p[1] & 31) << 5 | ((unsigned)p[2] & 31);
        count = 3;
    }
    for (; p < end && count < 3 && !dana__is_space(*p); p++) {
        if (!is_folded(*p)) {
            letters = letters << 5 | ((unsigned char)*p & 31);
            count++;
        }
    }
    unsigned bit = letters * BEGINNING_FACTOR >> 5 & 2047;

    return (beginnings[bit / 64] >> bit % 64 & 1) != 0;
}

bool dana__may_be_in_sets(dana_view value, const char *readable)
{
    const char *end = value.data + value.length;
    unsigned space_before = 1;

    for (const char *p = value.data; p < end; p += DANA__STEP) {
        size_t size = end - p < DANA__STEP ? (size_t)(end - p) : DANA__STEP;
        unsigned all = (1u << size) - 1;
        unsigned words = ~dana__bits16(dana__spaces16(dana__load_some16(p, size, readable))) & all;
        unsigned starts = words & ~(words << 1 | (space_before ^ 1));

        for (; starts != 0; starts &= starts - 1) {
            if (begins_like(p + dana__first16(starts), end)) {
                return true;
            }
        }
        space_before = words >> (DANA__STEP - 1) ^ 1;
    }
    return false;
}

bool dana__has_class_word(dana_view value, const char *const words[])
{
    char folded[DANA__CLASS_WORD_MAX + 1];
    dana_view word;

    while (dana__take_class_word(&value, &word)) {
        dana__fold_class_word(word, folded);
        for (size_t i = 0; words[i] != NULL; i++) {
            if (strcmp(folded, words[i]) == 0) {
                return true;
            }
        }
    }
    return false;
}

/* Whether one of the words that hide a text, or set it beside one, begins a text. */
static bool begins_hidden(const char *p, size_t left)
{
    static const char *const words[] = {
        "sr-only", "screen-reader", "screenreader", "visually-hidden", "visuallyhidden", "clipped",
        "a11y",    "sidenote",      "marginnote",   "margin-note",     "side-note"};

    for (size_t i = 0; i < DANA__COUNT(words); i++) {
        if (*p == words[i][0] && left >= strlen(words[i]) &&
            memcmp(p, words[i], strlen(words[i])) == 0) {
            return true;
        }
    }
    return false;
}

bool dana__hides_text(dana_view value)
{
    for (size_t i = 0; i < value.length; i++) {
        switch (value.data[i]) {
        case 's':
        case 'v':
        case 'c':
        case 'a':
        case 'm':
            if (begins_hidden(value.data + i, value.length - i)) {
                return true;
            }
            break;
        default:
            break;
        }
    }
    return false;
}
