#include "blocks/class_words.h"

#include "base/ascii.h"
#include "base/bytes16.h"
#include "base/hash.h"
#include "blocks/marks.h"
#include "html/hashed_names.h"

#include <string.h>

/* ASCII letters in lower case; 0 for all other bytes. */
static const char lower_case[256] = {
    ['A'] = 'a', ['B'] = 'b', ['C'] = 'c', ['D'] = 'd', ['E'] = 'e', ['F'] = 'f', ['G'] = 'g',
    ['H'] = 'h', ['I'] = 'i', ['J'] = 'j', ['K'] = 'k', ['L'] = 'l', ['M'] = 'm', ['N'] = 'n',
    ['O'] = 'o', ['P'] = 'p', ['Q'] = 'q', ['R'] = 'r', ['S'] = 's', ['T'] = 't', ['U'] = 'u',
    ['V'] = 'v', ['W'] = 'w', ['X'] = 'x', ['Y'] = 'y', ['Z'] = 'z', ['a'] = 'a', ['b'] = 'b',
    ['c'] = 'c', ['d'] = 'd', ['e'] = 'e', ['f'] = 'f', ['g'] = 'g', ['h'] = 'h', ['i'] = 'i',
    ['j'] = 'j', ['k'] = 'k', ['l'] = 'l', ['m'] = 'm', ['n'] = 'n', ['o'] = 'o', ['p'] = 'p',
    ['q'] = 'q', ['r'] = 'r', ['s'] = 's', ['t'] = 't', ['u'] = 'u', ['v'] = 'v', ['w'] = 'w',
    ['x'] = 'x', ['y'] = 'y', ['z'] = 'z',
};

static char lower(char c)
{
    return lower_case[(unsigned char)c];
}

size_t dana__word_end(dana_view value, size_t at)
{
    do {
        at++;
    } while (at < value.length && lower(value.data[at]) != 0 &&
             !(value.data[at] < 'a' && value.data[at - 1] >= 'a'));
    return at;
}

size_t dana__next_word(dana_view value, size_t *at, char word[DANA__WORD_MAX])
{
    size_t start = *at;

    while (start < value.length) {
        if (lower(value.data[start]) == 0) {
            start++;
            continue;
        }
        size_t end = dana__word_end(value, start);

        if (end - start < DANA__WORD_MAX) {
            for (size_t i = start; i < end; i++) {
                word[i - start] = lower(value.data[i]);
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
    static const char *const kinds[] = {"category-", "cat-",  "tag-",      "author-",
                                        "topic-",    "term-", "taxonomy-", "tax-"};

    if (name.data[0] != 'c' && name.data[0] != 't' && name.data[0] != 'a') {
        return false;
    }
    for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++) {
        if (dana__begins(name, kinds[i]) && name.length > strlen(kinds[i])) {
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

/* The names of a value, as they are read. */
typedef struct {
    dana_view value;
    size_t end;    /* of the last one */
    bool is_asked; /* whether it is known that the value is a post's: names of subjects ask once */
    bool is_post;
} class_names;

/* Whether a name that begins at a byte tells what a post is about; names->end is its end. */
static bool read_name(class_names *names, size_t at)
{
    names->end = name_end(names->value, at);
    if (!is_name_of_subject((dana_view){names->value.data + at, names->end - at})) {
        return false;
    }
    if (!names->is_asked) {
        names->is_post = is_class_of_post(names->value);
        names->is_asked = true;
    }
    return names->is_post;
}

/* A word as it is read: what it stands in, its key; the run that was looked at last. */
typedef struct {
    dana_view value;
    size_t start;
    size_t end;
    uint32_t key;
    dana__name_run run;
} class_word;

/* Reads the word that begins at a letter. */
static inline void read_word(class_word *word)
{
    dana_view value = word->value;
    size_t at = word->start;
    char letter = lower(value.data[at]);

    word->key = DANA__HASH32_EMPTY;
    do {
        word->key = dana__hash32(word->key, letter);
        at++;
        letter = at < value.length ? lower(value.data[at]) : 0;
    } while (letter != 0 && !(value.data[at] < 'a' && value.data[at - 1] >= 'a'));
    word->end = at;
}

/* Whether a word is a part of a hash. One alone is none but with the prefix of a tool. */
static inline bool is_of_hash(class_word *word)
{
    const char *value = word->value.data;
    size_t start = word->start;

    if (start < word->run.end) {
        return word->run.is_hash;
    }
    bool is_alone = (start == 0 || !dana__is_alphanumeric(value[start - 1])) &&
                    (word->end == word->value.length || !dana__is_alphanumeric(value[word->end]));

    if (is_alone && (start < PREFIX_LEAST || value[start - 1] != '-' ||
                     (value[start - 2] != 's' && value[start - 2] != 'c'))) {
        return false;
    }
    word->run = dana__find_name_run(word->value, start, word->end);
    return word->run.is_hash;
}

/* Whether a word tells what an element has or has not, or may do: "no-sidebar", "has-comments",
 * "modal-enabled". */
static bool is_of_state(const class_word *word)
{
    static const char *const before[] = {"no-", "has-", "with-", "without-"};
    static const char *const after[] = {"-enabled", "-disabled"};
    dana_view rest = {word->value.data + word->end, word->value.length - word->end};

    for (size_t i = 0; i < sizeof(before) / sizeof(*before); i++) {
        if (dana__has_name_prefix(word->value, word->start, before[i])) {
            return true;
        }
    }
    return dana__begins(rest, after[0]) || dana__begins(rest, after[1]);
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

/* Adds what a word says. */
static inline void take_word(class_word *word, dana__said *out)
{
    int8_t odds = 0;
    uint32_t found = 0;
    bool known = false;

    if (word->end - word->start > 1) {
        found = dana__word_marks(word->key);
        known = dana__find_word_odds(word->key, &odds);
    }
    out->shape = (out->shape ^ word->key) * SHAPE_PRIME;
    if ((found == 0 && !known) || is_of_hash(word)) {
        return;
    }
    if ((found == DANA__MARK_BIT(AUTHOR) && is_of_declaration(word)) ||
        (found == DANA__MARK_BIT(ADVERT) && is_of_offer(word))) {
        return;
    }
    out->marks |= found != 0 && is_of_state(word) ? 0 : found;
    if (known) {
        dana__add_odds(&out->odds, odds);
    }
}

/* Whether the name of a subject may stand in a value: it has the first three letters of one. */
static bool may_be_of_subject(dana_view value)
{
    const char *end = value.length > 0 ? value.data + value.length : value.data; /* may be NULL */

    for (const char *p = value.data; end - p > 3; p += DANA__STEP) {
        size_t left = (size_t)(end - p) - 2 < DANA__STEP ? (size_t)(end - p) - 2 : DANA__STEP;
        dana__bytes16 first = dana__load_part16(p, left);
        dana__bytes16 second = dana__load_part16(p + 1, left);
        dana__bytes16 third = dana__load_part16(p + 2, left);
        dana__bytes16 with_a = dana__equal16(second, 'a');
        dana__bytes16 ends_t = dana__equal16(third, 't');
        dana__bytes16 of_c = dana__equal16(first, 'c') & with_a & ends_t;
        dana__bytes16 of_a = dana__equal16(first, 'a') & dana__equal16(second, 'u') & ends_t;
        dana__bytes16 of_t = dana__equal16(first, 't') &
                             ((with_a & (dana__equal16(third, 'g') | dana__equal16(third, 'x'))) |
                              (dana__equal16(second, 'o') & dana__equal16(third, 'p')) |
                              (dana__equal16(second, 'e') & dana__equal16(third, 'r')));

        if (dana__bits16(of_c | of_a | of_t) != 0) {
            return true;
        }
    }
    return false;
}

dana__said dana__read_class(dana_view value)
{
    class_word word = {.value = value};
    dana__said out = {0};
    class_names names = {.value = value, .end = may_be_of_subject(value) ? 0 : SIZE_MAX};

    while (word.start < value.length) {
        if (lower(value.data[word.start]) == 0) {
            word.start++;
            continue;
        }
        if (word.start >= names.end && read_name(&names, word.start)) {
            word.start = names.end;
            continue;
        }
        read_word(&word);
        if (word.end - word.start < DANA__WORD_MAX) {
            take_word(&word, &out);
        }
        word.start = word.end;
    }
    return out;
}
