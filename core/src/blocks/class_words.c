#include "blocks/class_words.h"

#include "base/ascii.h"
#include "base/bytes16.h"
#include "base/hash.h"
#include "blocks/marks.h"
#include "blocks/word_masks.h"
#include "html/hashed_names.h"
#include "text/plain_text.h"

#include <string.h>

/* Bytes of a value whose words have marks. */
#define MARKED_MOST 400

size_t dana__word_end(dana_view value, size_t at)
{
    dana__word_masks masks = dana__mask_words(value.data + at, value.length - at, DANA__STEP);

    if ((masks.ends & ~UINT64_C(1) & ((1u << DANA__STEP) - 1)) != 0) {
        size_t end = at + dana__masked_end(&masks, 0);

        return end < value.length ? end : value.length;
    }
    return dana__end_of_letters(value, at + masks.size);
}

size_t dana__next_word(dana_view value, size_t *at, char word[DANA__WORD_MAX])
{
    size_t start = *at;

    while (start < value.length) {
        if (!dana__is_letter(value.data[start])) {
            start++;
            continue;
        }
        size_t end = dana__word_end(value, start);

        if (end - start < DANA__WORD_MAX) {
            for (size_t i = start; i < end; i++) {
                word[i - start] = (char)(value.data[i] | 0x20);
            }
            word[end - start] = '\0';
            *at = end;
            return end - start;
        }
        start = end;
    }
    *at = value.length;
    return 0;
}

/* Knuth: 2^32 by the golden ratio. */
#define SHAPE_PRIME 2654435769u

/* The letters of the shortest prefix of a hash ("sc-"). */
#define PREFIX_LEAST 3

bool dana__is_in_hash(dana_view value, size_t end)
{
    return dana__find_name_run(value, end, end).is_hash;
}

/* The end of the name that begins at a byte: class values part their names by white space. */
static size_t name_end(dana_view value, size_t at)
{
    while (at < value.length && !dana__is_space(value.data[at])) {
        at++;
    }
    return at;
}

/* Whether a name is one that WordPress, TypePad or Ghost gives a whole post, or a page of posts. */
static bool is_name_of_post(dana_view name)
{
    static const char *const whole[] = {"hentry", "archive", "post", "post-card"};
    static const char *const first[] = {"status-publish", "type-post",      "entry-type-",
                                        "single-post",    "postid-",        "post-template",
                                        "tag-template",   "author-template"};

    for (size_t i = 0; i < sizeof(whole) / sizeof(*whole); i++) {
        if (name.length == strlen(whole[i]) && dana__begins(name, whole[i])) {
            return true;
        }
    }
    for (size_t i = 0; i < sizeof(first) / sizeof(*first); i++) {
        if (dana__begins(name, first[i])) {
            return true;
        }
    }
    return name.length > 5 && dana__begins(name, "post-") && dana__is_digit(name.data[5]);
}

static bool is_class_of_post(dana_view value)
{
    size_t end;

    for (size_t at = 0; at < value.length; at = end + 1) {
        end = name_end(value, at);
        if (is_name_of_post((dana_view){value.data + at, end - at})) {
            return true;
        }
    }
    return false;
}

/* Whether a name begins with that of a kind of subjects, and a subject follows it. */
static bool begins_subject(dana_view name)
{
    static const struct {
        char third;
        const char *kind;
    } kinds[] = {{'t', "category-"}, {'t', "cat-"},  {'g', "tag-"},      {'t', "author-"},
                 {'p', "topic-"},    {'r', "term-"}, {'x', "taxonomy-"}, {'x', "tax-"}};

    if (name.length < 3 || (name.data[0] != 'c' && name.data[0] != 't' && name.data[0] != 'a')) {
        return false;
    }
    for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++) {
        if (name.data[2] == kinds[i].third && dana__begins(name, kinds[i].kind) &&
            name.length > strlen(kinds[i].kind)) {
            return true;
        }
    }
    return false;
}

/* Whether a name tells what a post is about: "category-music", "product_cat-cookies",
 * "entry-author-ann". */
static bool is_name_of_subject(dana_view name)
{
    for (size_t i = 0; i < name.length; i++) {
        bool is_start = i == 0 || name.data[i - 1] == '-' || name.data[i - 1] == '_';

        if (is_start && begins_subject((dana_view){name.data + i, name.length - i})) {
            return true;
        }
    }
    return false;
}

/* The name around a byte of a value. */
static dana_view name_at(dana_view value, size_t at)
{
    size_t start = at;

    while (start > 0 && !dana__is_space(value.data[start - 1])) {
        start--;
    }
    return (dana_view){value.data + start, name_end(value, at) - start};
}

bool dana__is_of_subject(dana_view value, size_t end)
{
    return is_name_of_subject(name_at(value, end)) && is_class_of_post(value);
}

/* A value as it is read: the word at hand, the run that was looked at last, the name.
 */
typedef struct {
    dana_view value;
    size_t start;
    size_t end;
    dana__word_walk walk;
    dana__name_run run;
    size_t name_end;
    bool is_subject; /* the name tells what a post is about */
    bool is_asked;   /* whether the value is a post's */
    bool is_post;
    dana__said said;
} class_word;

/* Reads the name that begins at a byte, to its end. */
static void read_name(class_word *word, size_t at)
{
    word->name_end = name_end(word->value, at);
    word->is_subject = is_name_of_subject((dana_view){word->value.data + at, word->name_end - at});
    if (word->is_subject && !word->is_asked) {
        word->is_post = is_class_of_post(word->value);
        word->is_asked = true;
    }
    word->is_subject &= word->is_post;
}

/* Whether a word is a part of a hash. One alone is none but with the prefix of a tool. */
static inline bool is_of_hash(class_word *word)
{
    const char *value = word->value.data;
    size_t start = word->start;

    if (start < word->run.end) {
        return word->run.is_hash;
    }
    bool is_alone = dana__stands_alone(&word->walk.masks, start - word->walk.at,
                                       word->end - word->walk.at) ||
                    ((start == 0 || !dana__is_alphanumeric(value[start - 1])) &&
                     (word->end == word->value.length || !dana__is_alphanumeric(value[word->end])));

    if (is_alone && (start < PREFIX_LEAST || value[start - 1] != '-' ||
                     (value[start - 2] != 's' && value[start - 2] != 'c'))) {
        return false;
    }
    word->run = dana__find_name_run(word->value, start, word->end);
    return word->run.is_hash;
}

/* Returns the word with which names begin that tell a state, by its last letter: "no-sidebar". */
static const char *word_of_state(char last)
{
    switch (last) {
    case 'o':
        return "no-";
    case 's':
        return "has-";
    case 'h':
        return "with-";
    case 't':
        return "without-";
    default:
        return NULL;
    }
}

/* Whether a word tells what an element has or has not, or may do: "no-sidebar", "has-comments",
 * "modal-enabled". */
static bool is_of_state(const class_word *word)
{
    static const char *const after[] = {"-enabled", "-disabled"};
    const char *start = word->value.data + word->start;
    dana_view rest = {word->value.data + word->end, word->value.length - word->end};
    const char *before = word->start > 2 && start[-1] == '-' ? word_of_state(start[-2]) : NULL;

    return (before != NULL && dana__has_name_prefix(word->value, word->start, before)) ||
           (rest.length > 0 && *rest.data == '-' &&
            (dana__begins(rest, after[0]) || dana__begins(rest, after[1])));
}

/* Whether a word follows one that says what is signed: the signature of a function. */
static bool is_of_declaration(const class_word *word)
{
    static const char *const declared[] = {"type",        "member", "method",   "function",
                                           "constructor", "field",  "property", "class"};
    const char *start = word->value.data + word->start;

    for (size_t i = 0; i < sizeof(declared) / sizeof(*declared); i++) {
        size_t length = strlen(declared[i]);

        if (word->start > length && (start[-1] == '-' || start[-1] == '_') &&
            memcmp(start - 1 - length, declared[i], length) == 0) {
            return true;
        }
    }
    return false;
}

/* Whether a word goes on as the name of a text: "CopyrightRichText" is one that is not to be
 * copied.
 */
static bool is_of_rich_text(const class_word *word)
{
    dana_view rest = {word->value.data + word->end, word->value.length - word->end};

    return dana__begins(rest, "RichText");
}

/* Whether a word is the "ad" of a part of what somebody offers: "ad-description", "ad-seller". */
static bool is_of_offer(const class_word *word)
{
    static const char *const parts[] = {"-description", "-details",  "-facts",   "-attributes",
                                        "-params",      "-features", "-gallery", "-seller",
                                        "-price",       "-location"};
    dana_view rest = {word->value.data + word->end, word->value.length - word->end};

    for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++) {
        if (word->end - word->start == 2 && dana__begins(rest, parts[i])) {
            return true;
        }
    }
    return false;
}

/* Adds what a word says, by its key. */
static inline void take_word(class_word *word, uint32_t key)
{
    dana__said *out = &word->said;
    int8_t odds = 0;
    uint32_t found = 0;
    bool known = false;

    if (word->end - word->start > 1) {
        found = dana__word_marks(key);
        known = dana__find_word_odds(key, &odds);
    }
    out->shape = (out->shape ^ key) * SHAPE_PRIME;
    if ((found == 0 && !known) || is_of_hash(word)) {
        return;
    }
    if (found != 0) {
        if ((found == DANA__MARK_BIT(AUTHOR) && is_of_declaration(word)) ||
            (found == DANA__MARK_BIT(ADVERT) && is_of_offer(word)) ||
            (found == DANA__MARK_BIT(FOOTER) && is_of_rich_text(word))) {
            return;
        }
        out->marks |= is_of_state(word) ? 0 : found;
    }
    if (known) {
        dana__add_odds(&out->odds, odds);
    }
}

/* Whether the name of a subject may stand in a value: a part of a name begins with that of a kind.
 */
static bool may_be_of_subject(dana_view value)
{
    for (size_t at = 0; at + 2 < value.length; at += DANA__STEP) {
        const char *p = value.data + at;
        size_t left = value.length - at - 1 < DANA__STEP ? value.length - at - 1 : DANA__STEP;
        dana__bytes16 first = dana__load_part16(p, left);
        dana__bytes16 second = dana__load_part16(p + 1, left);
        dana__bytes16 with_a = dana__equal16(second, 'a');
        dana__bytes16 of_c = dana__equal16(first, 'c') & with_a;
        dana__bytes16 of_a = dana__equal16(first, 'a') & dana__equal16(second, 'u');
        dana__bytes16 of_t = dana__equal16(first, 't') &
                             (with_a | dana__equal16(second, 'o') | dana__equal16(second, 'e'));

        for (unsigned found = dana__bits16(of_c | of_a | of_t); found != 0; found &= found - 1) {
            size_t i = at + dana__first16(found);

            if ((i == 0 || !dana__is_letter(value.data[i - 1])) &&
                begins_subject((dana_view){value.data + i, value.length - i})) {
                return true;
            }
        }
    }
    return false;
}

/* Reads a word, unless it is of a name of a subject. */
static inline void read_word(class_word *word)
{
    const char *p = word->value.data + word->start;
    const char *end = word->value.data + word->end;
    uint32_t key = DANA__HASH32_EMPTY;

    if (word->start >= word->name_end) {
        read_name(word, word->start);
    }
    if (word->is_subject || end - p >= DANA__WORD_MAX) {
        return;
    }
    do {
        key = dana__hash32(key, (char)(*p++ | 0x20));
    } while (p < end);
    take_word(word, key);
}

dana__said dana__read_class(dana_view value)
{
    class_word word = {.value = value,
                       .walk = dana__walk_words(value),
                       .name_end = may_be_of_subject(value) ? 0 : SIZE_MAX};
    size_t start;
    size_t end;

    while (dana__next_masked(&word.walk, &start, &end)) {
        word.start = word.walk.at + start;
        word.end = word.walk.at + end;
        read_word(&word);
    }
    return word.said;
}

uint32_t dana__marks_of_value(dana_view value)
{
    dana__word_walk walk = dana__walk_words(dana__cut_bytes(value, MARKED_MOST));
    uint32_t marks = 0;
    size_t start;
    size_t end;

    while (dana__next_masked(&walk, &start, &end)) {
        const char *word = walk.value.data + walk.at;
        uint32_t key = DANA__HASH32_EMPTY;

        if (end - start >= DANA__WORD_MAX) {
            continue;
        }
        for (size_t i = start; i < end; i++) {
            key = dana__hash32(key, (char)(word[i] | 0x20));
        }
        marks |= dana__word_marks(key);
    }
    return marks;
}
