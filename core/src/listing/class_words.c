#include "listing/class_words.h"

#include "base/ascii.h"
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

bool dana__has_class_word(dana_view value, const char *const words[])
{
    char folded[DANA__CLASS_WORD_MAX + 1];
    dana_view word;

    while (dana__take_class_word(&value, &word)) {
        dana__fold_class_word(word, folded);
        for (size_t i = 0; words[i] != NULL; i++) {
            if (folded[0] == words[i][0] && strcmp(folded, words[i]) == 0) {
                return true;
            }
        }
    }
    return false;
}

static bool has_part(dana_view value, const char *const parts[])
{
    char folded[DANA__CLASS_WORD_MAX + 1];
    dana_view word;

    while (dana__take_class_word(&value, &word)) {
        dana__fold_class_word(word, folded);
        for (size_t i = 0; parts[i] != NULL; i++) {
            if (strstr(folded, parts[i]) != NULL) {
                return true;
            }
        }
    }
    return false;
}

bool dana__class_says(dana__class_answers *answers, dana_view value, dana__class_question question,
                      const char *const words[], bool in_parts)
{
    size_t slot = dana__value_slot(value, DANA__CLASS_ANSWERS);
    uint16_t bit = (uint16_t)(1u << question);

    if (value.length == 0) {
        return false;
    }
    if (answers->slots[slot].value == NULL || answers->slots[slot].length != value.length ||
        memcmp(answers->slots[slot].value, value.data, value.length) != 0) {
        answers->slots[slot].value = value.data;
        answers->slots[slot].length = (uint32_t)value.length;
        answers->slots[slot].asked = 0;
        answers->slots[slot].yes = 0;
    }
    if ((answers->slots[slot].asked & bit) == 0) {
        bool yes = in_parts ? has_part(value, words) : dana__has_class_word(value, words);

        answers->slots[slot].asked |= bit;
        answers->slots[slot].yes |= yes ? bit : 0;
    }
    return (answers->slots[slot].yes & bit) != 0;
}
