#include "terms/porter.h"

#include <stdbool.h>
#include <string.h>

/* A word in work. */
typedef struct {
    char *text;
    size_t length;
} word;

/* A rule: (m > least) suffix -> replacement. */
typedef struct {
    const char *suffix;
    const char *replacement;
} rule;

static bool is_consonant(const char *text, size_t i)
{
    switch (text[i]) {
    case 'a':
    case 'e':
    case 'i':
    case 'o':
    case 'u':
        return false;
    case 'y': {
        /* y is a consonant at the start and after a vowel, so every other one of a run is. */
        size_t run = 0;

        while (run < i && text[i - run - 1] == 'y') {
            run++;
        }
        bool first = i == run || strchr("aeiou", text[i - run - 1]) != NULL;

        return run % 2 == 0 ? first : !first;
    }
    default:
        return true;
    }
}

/* m, the number of VC in [C](VC){m}[V]. */
static size_t measure(const char *text, size_t length)
{
    size_t m = 0;

    for (size_t i = 1; i < length; i++) {
        m += is_consonant(text, i) && !is_consonant(text, i - 1);
    }
    return m;
}

static bool has_vowel(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (!is_consonant(text, i)) {
            return true;
        }
    }
    return false;
}

static bool ends_double(const word *w)
{
    size_t n = w->length;

    return n >= 2 && w->text[n - 1] == w->text[n - 2] && is_consonant(w->text, n - 1);
}

/* *o: the stem ends consonant, vowel, consonant, and the last is not w, x or y. */
static bool ends_cvc(const char *text, size_t n)
{
    return n >= 3 && is_consonant(text, n - 1) && !is_consonant(text, n - 2) &&
           is_consonant(text, n - 3) && strchr("wxy", text[n - 1]) == NULL;
}

/* Length of the stem before a suffix; 0 where the word does not end in it or is no longer. */
static size_t stem_before(const word *w, const char *suffix)
{
    size_t length = strlen(suffix);

    if (w->length <= length || memcmp(w->text + w->length - length, suffix, length) != 0) {
        return 0;
    }
    return w->length - length;
}

/* No rule makes a word longer than it came in. */
static void replace(word *w, size_t stem, const char *replacement)
{
    size_t length = strlen(replacement);

    memcpy(w->text + stem, replacement, length);
    w->length = stem + length;
}

/* Applies the first rule whose suffix the word has, where the stem's measure is more than least. */
static bool apply(word *w, const rule *rules, size_t least)
{
    for (size_t i = 0; rules[i].suffix != NULL; i++) {
        size_t stem = stem_before(w, rules[i].suffix);

        if (stem > 0) {
            if (measure(w->text, stem) <= least) {
                return false;
            }
            replace(w, stem, rules[i].replacement);
            return true;
        }
    }
    return false;
}

/* Plurals. */
static void step_1a(word *w)
{
    if (stem_before(w, "sses") > 0 || stem_before(w, "ies") > 0) {
        w->length -= 2;
    } else if (stem_before(w, "ss") == 0 && stem_before(w, "s") > 0) {
        w->length -= 1;
    }
}

/* -eed, -ed, -ing. */
static void step_1b(word *w)
{
    size_t stem = stem_before(w, "eed");

    if (stem > 0) {
        w->length -= measure(w->text, stem) > 0;
        return;
    }
    stem = stem_before(w, "ed");
    if (stem == 0) {
        stem = stem_before(w, "ing");
    }
    if (stem == 0 || !has_vowel(w->text, stem)) {
        return;
    }
    w->length = stem;
    if (stem_before(w, "at") > 0 || stem_before(w, "bl") > 0 || stem_before(w, "iz") > 0) {
        replace(w, stem, "e");
    } else if (ends_double(w) && strchr("lsz", w->text[stem - 1]) == NULL) {
        w->length--;
    } else if (measure(w->text, stem) == 1 && ends_cvc(w->text, stem)) {
        replace(w, stem, "e");
    }
}

static void step_1c(word *w)
{
    size_t stem = stem_before(w, "y");

    if (stem > 0 && has_vowel(w->text, stem)) {
        w->text[stem] = 'i';
    }
}

static const rule step_2[] = {
    {"ational", "ate"}, {"tional", "tion"}, {"enci", "ence"}, {"anci", "ance"}, {"izer", "ize"},
    {"abli", "able"},   {"alli", "al"},     {"entli", "ent"}, {"eli", "e"},     {"ousli", "ous"},
    {"ization", "ize"}, {"ation", "ate"},   {"ator", "ate"},  {"alism", "al"},  {"iveness", "ive"},
    {"fulness", "ful"}, {"ousness", "ous"}, {"aliti", "al"},  {"iviti", "ive"}, {"biliti", "ble"},
    {NULL, NULL},
};

static const rule step_3[] = {
    {"icate", "ic"}, {"ative", ""}, {"alize", "al"}, {"iciti", "ic"},
    {"ical", "ic"},  {"ful", ""},   {"ness", ""},    {NULL, NULL},
};

static const rule step_4[] = {
    {"al", ""},  {"ance", ""},  {"ence", ""}, {"er", ""},  {"ic", ""},   {"able", ""}, {"ible", ""},
    {"ant", ""}, {"ement", ""}, {"ment", ""}, {"ent", ""}, {"ou", ""},   {"ism", ""},  {"ate", ""},
    {"iti", ""}, {"ous", ""},   {"ive", ""},  {"ize", ""}, {NULL, NULL},
};

/* -ion goes only after s or t. */
static void apply_step_4(word *w)
{
    size_t stem = stem_before(w, "ion");

    if (stem == 0) {
        apply(w, step_4, 1);
    } else if (strchr("st", w->text[stem - 1]) != NULL && measure(w->text, stem) > 1) {
        w->length = stem;
    }
}

static void step_5(word *w)
{
    size_t stem = stem_before(w, "e");

    if (stem > 0) {
        size_t m = measure(w->text, stem);

        if (m > 1 || (m == 1 && !ends_cvc(w->text, stem))) {
            w->length = stem;
        }
    }
    if (w->text[w->length - 1] == 'l' && ends_double(w) && measure(w->text, w->length - 1) > 1) {
        w->length--;
    }
}

size_t dana__porter_stem(char *text, size_t length)
{
    word w = {text, length};

    if (length <= 2) {
        return length;
    }
    step_1a(&w);
    step_1b(&w);
    step_1c(&w);
    apply(&w, step_2, 0);
    apply(&w, step_3, 0);
    apply_step_4(&w);
    step_5(&w);
    return w.length;
}
