#include "data/read/keys.h"

#include "base/ascii.h"

/* Where a row's word stands in a name. */
typedef enum { WHOLE_NAME, ANY_WORD, LAST_WORD } position;

typedef struct {
    const char *word;
    position where;
    dana__meaning meaning;
} row;

static const row rows[] = {
#define WHOLE(word, meaning) {word, WHOLE_NAME, DANA__MEANS_##meaning},
#define ANY(word, meaning)   {word, ANY_WORD, DANA__MEANS_##meaning},
#define LAST(word, meaning)  {word, LAST_WORD, DANA__MEANS_##meaning},
#include "data/read/keys.def"
#undef WHOLE
#undef ANY
#undef LAST
};

/* Words of types. The last of those in a name counts, "list-item" is an item; but "code-block" and
 * "quote-text" are code and a quotation. */
static const struct {
    const char *word;
    dana__block_kind kind;
} types[] = {
    {"text", DANA__BLOCK_INLINE},
    {"span", DANA__BLOCK_INLINE},
    {"textnode", DANA__BLOCK_INLINE},
    {"inline", DANA__BLOCK_INLINE},
    {"link", DANA__BLOCK_INLINE},
    {"hyperlink", DANA__BLOCK_INLINE},
    {"autolink", DANA__BLOCK_INLINE},
    {"a", DANA__BLOCK_INLINE},
    {"strong", DANA__BLOCK_INLINE},
    {"em", DANA__BLOCK_INLINE},
    {"b", DANA__BLOCK_INLINE},
    {"i", DANA__BLOCK_INLINE},
    {"mark", DANA__BLOCK_INLINE},
    {"linebreak", DANA__BLOCK_INLINE},
    {"paragraph", DANA__BLOCK_PARAGRAPH},
    {"p", DANA__BLOCK_PARAGRAPH},
    {"block", DANA__BLOCK_PARAGRAPH},
    {"normal", DANA__BLOCK_PARAGRAPH},
    {"unstyled", DANA__BLOCK_PARAGRAPH},
    {"body", DANA__BLOCK_PARAGRAPH},
    {"html", DANA__BLOCK_PARAGRAPH},
    {"richtext", DANA__BLOCK_PARAGRAPH},
    {"heading", DANA__BLOCK_HEADING},
    {"header", DANA__BLOCK_HEADING},
    {"subheading", DANA__BLOCK_HEADING},
    {"subhead", DANA__BLOCK_HEADING},
    {"crosshead", DANA__BLOCK_HEADING},
    {"title", DANA__BLOCK_HEADING},
    {"subtitle", DANA__BLOCK_HEADING},
    {"item", DANA__BLOCK_ITEM},
    {"listitem", DANA__BLOCK_ITEM},
    {"li", DANA__BLOCK_ITEM},
    {"bullet", DANA__BLOCK_ITEM},
    {"list", DANA__BLOCK_LIST},
    {"ul", DANA__BLOCK_LIST},
    {"ol", DANA__BLOCK_ORDERED},
    {"quote", DANA__BLOCK_QUOTE},
    {"blockquote", DANA__BLOCK_QUOTE},
    {"pullquote", DANA__BLOCK_QUOTE},
    {"code", DANA__BLOCK_CODE},
    {"codeblock", DANA__BLOCK_CODE},
    {"pre", DANA__BLOCK_CODE},
    {"image", DANA__BLOCK_IMAGE},
    {"img", DANA__BLOCK_IMAGE},
    {"figure", DANA__BLOCK_IMAGE},
    {"picture", DANA__BLOCK_IMAGE},
    {"photo", DANA__BLOCK_IMAGE},
    {"ad", DANA__BLOCK_OTHER},
    {"ads", DANA__BLOCK_OTHER},
    {"advert", DANA__BLOCK_OTHER},
    {"advertisement", DANA__BLOCK_OTHER},
    {"newsletter", DANA__BLOCK_OTHER},
    {"promo", DANA__BLOCK_OTHER},
    {"related", DANA__BLOCK_OTHER},
    {"recirculation", DANA__BLOCK_OTHER},
    {"embed", DANA__BLOCK_OTHER},
    {"cta", DANA__BLOCK_OTHER},
    {"button", DANA__BLOCK_OTHER},
    {"form", DANA__BLOCK_OTHER},
    {"social", DANA__BLOCK_OTHER},
    {"script", DANA__BLOCK_OTHER},
    {"style", DANA__BLOCK_OTHER},
};

/* Longest name whose words are read. */
#define NAME_MAX_BYTES 64

/* Cuts the next word, in lower case, from a name: at punctuation, before a capital. */
static size_t next_word(const char **p, const char *end, char out[NAME_MAX_BYTES])
{
    size_t length = 0;

    while (*p < end && !dana__is_alphanumeric(**p)) {
        ++*p;
    }
    while (*p < end && dana__is_alphanumeric(**p) && length < NAME_MAX_BYTES) {
        bool capital = **p >= 'A' && **p <= 'Z';
        bool after_small = length > 0 && !((*p)[-1] >= 'A' && (*p)[-1] <= 'Z');

        if (capital && after_small) {
            break;
        }
        out[length++] = dana__to_lower(*(*p)++);
    }
    return length;
}

static bool is_word(const char *word, size_t length, const char *text)
{
    return word[0] == text[0] && strlen(text) == length && memcmp(word, text, length) == 0;
}

/* Finds a row for a word at a place of a name, DANA__MEANS_NOTHING where there is none. */
static dana__meaning find_row(const char *word, size_t length, position where)
{
    for (size_t i = 0; i < DANA__COUNT(rows); i++) {
        if (rows[i].where == where && is_word(word, length, rows[i].word)) {
            return rows[i].meaning;
        }
    }
    return DANA__MEANS_NOTHING;
}

dana__meaning dana__meaning_of(dana_view key)
{
    char whole[NAME_MAX_BYTES];
    char word[NAME_MAX_BYTES];
    size_t whole_length = 0;
    size_t length = 0;
    dana__meaning any = DANA__MEANS_NOTHING;
    const char *p = key.data;
    const char *end = key.data + key.length;

    if (key.length == 0 || key.length >= NAME_MAX_BYTES) {
        return DANA__MEANS_NOTHING;
    }
    for (size_t next; (next = next_word(&p, end, word)) > 0;) {
        length = next;
        memcpy(whole + whole_length, word, length);
        whole_length += length;
        any = any == DANA__MEANS_NOTHING ? find_row(word, length, ANY_WORD) : any;
    }
    if (whole_length == 0) {
        return DANA__MEANS_NOTHING;
    }
    dana__meaning meaning = find_row(whole, whole_length, WHOLE_NAME);

    /* `word` was written over by the call that found no further one, but not its bytes. */
    meaning = meaning == DANA__MEANS_NOTHING ? any : meaning;
    meaning = meaning == DANA__MEANS_NOTHING ? find_row(word, length, LAST_WORD) : meaning;
    return meaning == DANA__MEANS_NOTHING ? find_row(whole, whole_length, LAST_WORD) : meaning;
}

static dana__block_kind find_type(const char *word, size_t length)
{
    for (size_t i = 0; i < DANA__COUNT(types); i++) {
        if (is_word(word, length, types[i].word)) {
            return types[i].kind;
        }
    }
    return DANA__BLOCK_UNKNOWN;
}

/* The kind by the later one of two words, where that has one. */
static dana__block_kind later(dana__block_kind first, dana__block_kind second)
{
    return second != DANA__BLOCK_UNKNOWN ? second : first;
}

/* A heading by its level: "h2", or the digit of "heading-2", "header_two" has none. */
static unsigned level_of(const char *word, size_t length)
{
    char last = word[length - 1];
    bool is_level = last >= '1' && last <= '6' &&
                    (length == 1 || (length == 2 && word[0] == 'h') ||
                     (length == 8 && memcmp(word, "heading", 7) == 0));

    return is_level ? (unsigned)(last - '0') : 0;
}

/* Words of a type, read one after another. */
typedef struct {
    dana__block_kind kind;
    unsigned level;
    bool is_ordered;
} type_words;

static void read_type_word(type_words *t, const char *word, size_t length)
{
    unsigned digit = level_of(word, length);
    dana__block_kind found = digit > 0 && length > 1 ? DANA__BLOCK_HEADING
                                                     : find_type(word, length);

    t->level = digit > 0 ? digit : t->level;
    if (found > DANA__BLOCK_PARAGRAPH || t->kind <= DANA__BLOCK_PARAGRAPH) {
        t->kind = later(t->kind, found);
    }
    t->is_ordered |= is_word(word, length, "ordered") || is_word(word, length, "number") ||
                     is_word(word, length, "numbered");
}

dana__block_kind dana__block_kind_of(dana_view value, unsigned *level)
{
    char whole[NAME_MAX_BYTES];
    char word[NAME_MAX_BYTES];
    size_t whole_length = 0;
    type_words type = {DANA__BLOCK_UNKNOWN, 0, false};
    const char *p = value.data;
    const char *end = value.data + value.length;

    *level = 0;
    if (value.length == 0 || value.length >= NAME_MAX_BYTES) {
        return DANA__BLOCK_UNKNOWN;
    }
    for (size_t next; (next = next_word(&p, end, word)) > 0;) {
        memcpy(whole + whole_length, word, next);
        whole_length += next;
        read_type_word(&type, word, next);
    }
    if (whole_length > 0 && type.kind == DANA__BLOCK_UNKNOWN) {
        type.kind = find_type(whole, whole_length);
    }
    bool is_list = type.kind == DANA__BLOCK_LIST || type.kind == DANA__BLOCK_UNKNOWN;

    *level = type.level;
    return is_list && type.is_ordered ? DANA__BLOCK_ORDERED : type.kind;
}
