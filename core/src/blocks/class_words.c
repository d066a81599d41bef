#include "blocks/class_words.h"

#include "base/ascii.h"
#include "base/bytes16.h"
#include "base/hash.h"
#include "blocks/marks.h"
#include "blocks/word_masks.h"
#include "html/hashed_names.h"
#include "subjects/subjects.h"
#include "text/plain_text.h"

#include <string.h>

/* Bytes of a value whose words have marks. */
#define MARKED_MOST 400

size_t dana__word_end(dana_view value, size_t at)
{
    dana__word_masks masks = dana__mask_words(value.data + at, value.length - at, DANA__STEP,
                                              value.data + value.length);

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

/* A value as it is read: the word at hand, the run that was looked at last, the name. memo may be
 * NULL. */
typedef struct {
    dana_view value;
    dana__word_memo *memo;
    size_t start;
    size_t end;
    dana__word_walk walk;
    dana__name_run run;
    size_t name_end; /* SIZE_MAX: names are not read */
    bool has_kind;   /* a word is the name of a kind of subjects: names are to be read */
    bool is_subject; /* the name tells what a post is about */
    bool is_asked;   /* whether the value is a post's */
    bool is_post;
    dana__said said;
} class_word;

/* Reads the name that begins at a byte, to its end. */
static void read_name(class_word *word, size_t at)
{
    word->name_end = dana__name_end(word->value, at);
    word->is_subject = dana__is_name_of_subject(
        (dana_view){word->value.data + at, word->name_end - at});
    if (word->is_subject && !word->is_asked) {
        word->is_post = dana__is_class_of_post(word->value);
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

/* Returns the word of a state, by its last letter and what parts it from the next word: "no-". */
static const char *word_of_state(char last, char after)
{
    switch (last) {
    case 'o':
        return after == '-' ? "no-" : after == '_' ? "no_" : NULL;
    case 's':
        return after == '-' ? "has-" : NULL;
    case 'h':
        return after == '-' ? "with-" : after == '_' ? "with_" : NULL;
    case 't':
        return after == '-' ? "without-" : NULL;
    case 'k': /* what Docusaurus calls headings and notes */
        return after == 'y' ? "anchorTargetSticky" : NULL;
    default:
        return NULL;
    }
}

/* Whether a word tells what an element has or has not, or may do, or how something else is set, or
 * below what it comes to stand: "no-sidebar", "has-comments", "modal-enabled",
 * "pane-header-alignment-left", "anchorTargetStickyNavbar". */
static bool is_of_state(const class_word *word)
{
    static const char *const after[] = {"-enabled", "-disabled", "-height", "-alignment"};
    const char *start = word->value.data + word->start;
    dana_view rest = {word->value.data + word->end, word->value.length - word->end};
    const char *before = word->start > 2 ? word_of_state(start[-2], start[-1]) : NULL;
    bool is = before != NULL && dana__has_name_prefix(word->value, word->start, before);

    for (size_t i = 0; !is && i < DANA__COUNT(after); i++) {
        is = dana__begins(rest, after[i]);
    }
    return is;
}

/* Whether a word follows what is signed: a function; or the "abstract" of ScienceDirect. */
static bool is_of_declaration(const class_word *word)
{
    static const char *const declared[] = {"type",  "member",   "method", "function", "constructor",
                                           "field", "property", "class",  "call",     "tsd"};
    const char *start = word->value.data + word->start;

    for (size_t i = 0; i < DANA__COUNT(declared); i++) {
        size_t length = strlen(declared[i]);

        if (word->start > length && (start[-1] == '-' || start[-1] == '_') &&
            memcmp(start - 1 - length, declared[i], length) == 0) {
            return true;
        }
    }
    return dana__has_name_prefix(word->value, word->start, "abstract ");
}

/* Words that name something else where they go on so: what somebody offers ("ad-seller"), parts of
 * a text that fold on wikis ("NavHead"), a text that is not to be copied, a side of a layout. */
static const struct {
    uint32_t marks;
    const char *rest;
} going_on[] = {
    {DANA__MARK_BIT(ADVERT), "-description"}, {DANA__MARK_BIT(ADVERT), "-details"},
    {DANA__MARK_BIT(ADVERT), "-facts"},       {DANA__MARK_BIT(ADVERT), "-attributes"},
    {DANA__MARK_BIT(ADVERT), "-params"},      {DANA__MARK_BIT(ADVERT), "-features"},
    {DANA__MARK_BIT(ADVERT), "-gallery"},     {DANA__MARK_BIT(ADVERT), "-seller"},
    {DANA__MARK_BIT(ADVERT), "-price"},       {DANA__MARK_BIT(ADVERT), "-location"},
    {DANA__MARK_BIT(NAV), "Frame"},           {DANA__MARK_BIT(NAV), "Head"},
    {DANA__MARK_BIT(NAV), "Content"},         {DANA__MARK_BIT(FOOTER), "RichText"},
    {DANA__MARK_BIT(ASIDE), "Position"},
};

#define GO_ON                                                                                      \
    (DANA__MARK_BIT(ADVERT) | DANA__MARK_BIT(NAV) | DANA__MARK_BIT(FOOTER) | DANA__MARK_BIT(ASIDE))

/* Whether a word goes on as the name of something else: "ad" alone, of the words of its mark; a
 * part that folds ends its name ("NavHead"). */
static bool goes_on(const class_word *word, uint32_t marks)
{
    dana_view rest = {word->value.data + word->end, word->value.length - word->end};

    for (size_t i = 0; i < DANA__COUNT(going_on); i++) {
        if (marks == going_on[i].marks && dana__begins(rest, going_on[i].rest)) {
            size_t length = marks == DANA__MARK_BIT(NAV) ? strlen(going_on[i].rest) : rest.length;

            return (rest.length == length || rest.data[length] == ' ') &&
                   (marks != DANA__MARK_BIT(ADVERT) || word->end - word->start == 2);
        }
    }
    return false;
}

/* Whether a word is the "follow" of what comes later, and no button: "follow-up__text". What a
 * number follows is one of the remarks on a post, and "js-follow-up-link" is named after what it
 * does. */
static bool is_of_follow_up(const class_word *word)
{
    dana_view rest = {word->value.data + word->end, word->value.length - word->end};

    if (dana__has_name_prefix(word->value, word->start, "js-")) {
        return false;
    }
    return dana__begins(rest, "_up") || dana__begins(rest, "Up") ||
           (dana__begins(rest, "-up") && (rest.length < 5 || !dana__is_digit(rest.data[4])));
}

/* Whether a word is the comment of code or of its documentation, and no reader's, or a sign around
 * one: "deprecation-comment", "comment-delim". */
static bool is_of_code(const class_word *word)
{
    static const char *const of[] = {"deprecation-", "code-", "grammar-", "menu-", "doc-", "tsd-"};
    dana_view rest = {word->value.data + word->end, word->value.length - word->end};
    bool is = dana__begins(rest, "-delim");

    for (size_t i = 0; !is && i < DANA__COUNT(of); i++) {
        is = dana__has_name_prefix(word->value, word->start, of[i]);
    }
    return is;
}

/* Whether a word is of a style of Microsoft Office: "MsoCommentText", "MsoFooter". */
static bool is_of_office(const class_word *word)
{
    return word->start >= 3 && memcmp(word->value.data + word->start - 3, "Mso", 3) == 0;
}

/* Whether a word with these marks says something else where it stands. */
static bool has_another_sense(const class_word *word, uint32_t marks)
{
    return (marks == DANA__MARK_BIT(AUTHOR) && is_of_declaration(word)) ||
           (marks == DANA__MARK_BIT(SHARE) && is_of_follow_up(word)) ||
           (marks == DANA__MARK_BIT(COMMENTS) && is_of_code(word)) ||
           ((marks & GO_ON) != 0 && goes_on(word, marks));
}

/* Looks a word of `length` letters up, those of out->letters or too many for that: its key is that
 * of FNV-1a. */
static void look_up(const char *p, size_t length, dana__known_word *out)
{
    out->key = DANA__HASH32_EMPTY;
    out->marks = 0;
    out->has_odds = false;
    out->is_kind = dana__is_kind_of_subjects(out->letters);
    for (size_t i = 0; i < length; i++) {
        out->key = dana__hash32(out->key, (char)(p[i] | 0x20));
    }
    if (length > 1) {
        out->marks = dana__word_marks(out->key);
        out->has_odds = dana__find_word_odds(out->key, &out->odds);
    }
}

/* Returns the word at hand of at most DANA__KNOWN_LETTERS letters, in small letters. */
static inline uint64_t letters_of(const class_word *word)
{
    const char *p = word->value.data + word->start;
    size_t length = word->end - word->start;
    uint64_t letters = word->walk.readable - p >= (ptrdiff_t)sizeof(letters)
                           ? dana__load8(p) & UINT64_MAX >> (64 - 8 * length)
                           : dana__load_few(p, length);

    return letters | UINT64_C(0x2020202020202020) >> (64 - 8 * length);
}

/* Returns what is known of the word at hand, which lasts until the next one. */
static inline const dana__known_word *find_word(const class_word *word, dana__known_word *room)
{
    size_t length = word->end - word->start;
    uint64_t letters = length <= DANA__KNOWN_LETTERS ? letters_of(word) : 0;

    if (word->memo == NULL || letters == 0) {
        room->letters = letters;
        look_up(word->value.data + word->start, length, room);
        return room;
    }
    dana__known_word *known =
        &word->memo->words[(letters * DANA__HASH_MULTIPLIER >> 32) % DANA__KNOWN_WORDS];

    if (known->letters != letters) {
        known->letters = letters;
        look_up(word->value.data + word->start, length, known);
    }
    return known;
}

/* Notes whether the word at hand begins a name that may tell a subject. */
static inline void note_kind(class_word *word, const dana__known_word *known)
{
    char after = word->end < word->value.length ? word->value.data[word->end] : ' ';

    if (known->is_kind && (after == '-' || after == '_')) {
        word->has_kind = true;
    }
}

/* Adds what the word at hand says. */
static inline void take_word(class_word *word)
{
    dana__said *out = &word->said;
    dana__known_word room;
    const dana__known_word *known = find_word(word, &room);
    uint32_t found = known->marks;

    note_kind(word, known);
    out->shape = (out->shape ^ known->key) * SHAPE_PRIME;
    if ((found == 0 && !known->has_odds) || is_of_hash(word)) {
        return;
    }
    if (found != 0) {
        if (has_another_sense(word, found)) {
            return;
        }
        out->marks |= is_of_state(word) || is_of_office(word) ? 0 : found;
    }
    if (known->has_odds) {
        dana__add_odds(&out->odds, known->odds);
    }
}

/* Reads a word, unless it is of a name of a subject. */
static inline void read_word(class_word *word)
{
    if (word->start >= word->name_end) {
        read_name(word, word->start);
    }
    if (!word->is_subject && word->end - word->start < DANA__WORD_MAX) {
        take_word(word);
    }
}

/* Reads all words; name_end: 0 where names are read, too, else SIZE_MAX. */
static void read_words(dana__word_memo *memo, dana_view value, size_t name_end, class_word *word)
{
    size_t start;
    size_t end;

    *word = (class_word){
        .value = value, .memo = memo, .walk = dana__walk_words(value), .name_end = name_end};
    if (memo != NULL) {
        word->walk.readable = memo->readable;
    }
    while (dana__next_masked(&word->walk, &start, &end)) {
        word->start = word->walk.at + start;
        word->end = word->walk.at + end;
        read_word(word);
    }
}

dana__said dana__read_class_with(dana__word_memo *memo, dana_view value)
{
    class_word word;

    read_words(memo, value, SIZE_MAX, &word);
    if (word.has_kind) {
        read_words(memo, value, 0, &word);
    }
    return word.said;
}

dana__said dana__read_class(dana_view value)
{
    return dana__read_class_with(NULL, value);
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
