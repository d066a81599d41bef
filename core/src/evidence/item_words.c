#include "evidence/item_words.h"

#include "base/ascii.h"
#include "base/bytes16.h"
#include "blocks/class_words.h"
#include "blocks/marks.h"
#include "html/attribute.h"
#include "text/plain_text.h"

#include <stdbool.h>
#include <string.h>

/* A word with its length: most words of a class are of another one. */
typedef struct {
    size_t length;
    const char *text;
} row_word;

#define WORD(text)                                                                                 \
    {                                                                                              \
        sizeof(text) - 1, (text)                                                                   \
    }

typedef struct {
    row_word word;
    dana__called called;
} word_row;

/* Class words that call an element an item. */
static const word_row words[] = {
#include "evidence/item_words.def"
};

/* Words in a token that change nothing. */
static const row_word neutral[] = {
    WORD("block"),     WORD("blog"),    WORD("box"),     WORD("c"),     WORD("card"),
    WORD("container"), WORD("crawler"), WORD("element"), WORD("forum"), WORD("h"),
    WORD("ips"),       WORD("item"),    WORD("js"),      WORD("node"),  WORD("o"),
    WORD("row"),       WORD("single"),  WORD("topic"),   WORD("trac"),  WORD("u"),
    WORD("wrap"),      WORD("wrapper")};

/* Words of ids alone. */
static const word_row id_words[] = {
    {WORD("p"), DANA__CALLED_POST},
    {WORD("pid"), DANA__CALLED_POST},
    {WORD("change"), DANA__CALLED_POST}, /* Redmine, Trac */
};

static const word_row types[] = {
    {WORD("Comment"), DANA__CALLED_COMMENT},
    {WORD("UserComments"), DANA__CALLED_COMMENT},
    {WORD("Answer"), DANA__CALLED_POST},
    {WORD("Question"), DANA__CALLED_POST},
    {WORD("DiscussionForumPosting"), DANA__CALLED_POST},
    {WORD("BlogPosting"), DANA__CALLED_POST},
    {WORD("SocialMediaPosting"), DANA__CALLED_POST},
};

/* Names of elements that hold an item's text and nothing else. */
static const row_word bodies[] = {
#include "evidence/body_words.def"
};

/* The text of a review, below a line about it in what is called its text: WooCommerce. */
static const row_word inner = WORD("description");

/* What Flarum calls a line between posts: somebody has renamed the thread, or closed it. */
static const row_word event = WORD("EventPost");

/* Words of the parts of questions and answers. */
static const struct {
    row_word word;
    uint8_t roles;
} role_words[] = {
    {WORD("question"), DANA__ROLE_QUESTION},
    {WORD("answer"), DANA__ROLE_ANSWER},
    {WORD("accepted"), DANA__ROLE_ACCEPTED},
    {WORD("solution"), DANA__ROLE_ACCEPTED},
};

/* First letters of the words of all of these tables but the bodies, and of "is", by their length:
 * most words of a class are none of them. */
static const uint32_t first_letters[] = {
#include "evidence/first_letters.def"
};

/* Whether a word of letters, of either case, may be in a table. */
static bool may_be_row(const char *word, size_t length)
{
    return length < DANA__COUNT(first_letters) &&
           (first_letters[length] >> ((word[0] | 0x20) - 'a') & 1) != 0;
}

/* Letters of the name of a body, and one. */
#define BODY_MAX 32

/* First and last letters of the names of bodies. */
#define BODY_FIRST                                                                                 \
    (DANA__LETTER_BIT('a') | DANA__LETTER_BIT('b') | DANA__LETTER_BIT('c') |                       \
     DANA__LETTER_BIT('e') | DANA__LETTER_BIT('j') | DANA__LETTER_BIT('m') |                       \
     DANA__LETTER_BIT('n') | DANA__LETTER_BIT('p') | DANA__LETTER_BIT('q') |                       \
     DANA__LETTER_BIT('r') | DANA__LETTER_BIT('s') | DANA__LETTER_BIT('t') |                       \
     DANA__LETTER_BIT('u') | DANA__LETTER_BIT('w'))
#define BODY_LAST                                                                                  \
    (DANA__LETTER_BIT('d') | DANA__LETTER_BIT('e') | DANA__LETTER_BIT('f') |                       \
     DANA__LETTER_BIT('g') | DANA__LETTER_BIT('i') | DANA__LETTER_BIT('p') |                       \
     DANA__LETTER_BIT('r') | DANA__LETTER_BIT('t') | DANA__LETTER_BIT('y'))

/* Whether a character is none of some letters, of either case, nor a sign that parts words. */
static bool is_beside(char c, uint32_t letters)
{
    return c != '-' && c != '_' &&
           !(dana__is_letter(c) && (letters >> ((c | 0x20) - 'a') & 1) != 0);
}

static bool is_same(const row_word *row, dana_view word)
{
    return row->length == word.length && memcmp(row->text, word.data, word.length) == 0;
}

static dana__called find_word(const word_row *rows, size_t count, dana_view word)
{
    for (size_t i = 0; i < count; i++) {
        if (is_same(&rows[i].word, word)) {
            return rows[i].called;
        }
    }
    return DANA__CALLED_NOTHING;
}

static bool is_neutral(dana_view word)
{
    for (size_t i = 0; i < DANA__COUNT(neutral); i++) {
        if (is_same(&neutral[i], word)) {
            return true;
        }
    }
    return false;
}

/* A token read word by word. */
typedef struct {
    dana__called called; /* by its last item word */
    bool other;          /* a word that is neither item nor neutral */
    dana__called by_id;  /* a word of ids */
} token_sense;

static void take_word(token_sense *sense, dana_view token, size_t start, size_t end)
{
    char letters[DANA__WORD_MAX];
    size_t length = end - start;
    dana_view word = {letters, length};

    if (!may_be_row(token.data + start, length)) {
        sense->by_id = length < DANA__WORD_MAX ? DANA__CALLED_NOTHING : sense->by_id;
        sense->other = true;
        return;
    }
    for (size_t i = 0; i < length; i++) {
        letters[i] = (char)(token.data[start + i] | 0x20);
    }
    dana__called called = find_word(words, DANA__COUNT(words), word);

    if (called != DANA__CALLED_NOTHING) {
        sense->called = called;
        return;
    }
    sense->by_id = find_word(id_words, DANA__COUNT(id_words), word);
    sense->other |= sense->by_id == DANA__CALLED_NOTHING && !is_neutral(word);
}

/* is_whole: another word makes what follows it not matter. */
static token_sense read_token(dana_view token, bool is_whole)
{
    token_sense sense = {DANA__CALLED_NOTHING, false, DANA__CALLED_NOTHING};
    size_t i = 0;

    while (i < token.length && !(is_whole && sense.other)) {
        size_t start = i;

        sense.other |= (unsigned char)token.data[i] >= 0x80;
        if (dana__is_letter(token.data[i])) {
            i = dana__word_end(token, i);
            take_word(&sense, token, start, i);
        } else {
            i++;
        }
    }
    return sense;
}

static bool has_digit(dana_view value)
{
    for (size_t i = 0; i < value.length; i++) {
        if (dana__is_digit(value.data[i])) {
            return true;
        }
    }
    return false;
}

dana__called dana__called_by_id(dana_view value)
{
    value = dana__cut_bytes(value, 60);
    if (!has_digit(value)) {
        return DANA__CALLED_NOTHING;
    }
    token_sense sense = read_token(value, true);

    if (sense.other) {
        return DANA__CALLED_NOTHING;
    }
    return sense.called != DANA__CALLED_NOTHING ? sense.called : sense.by_id;
}

/* The name at the end of a URL of the vocabulary. */
static dana_view type_name(dana_view value)
{
    for (size_t i = value.length; i > 0; i--) {
        if (value.data[i - 1] == '/') {
            return (dana_view){value.data + i, value.length - i};
        }
    }
    return value;
}

dana__called dana__called_by_type(dana_view value)
{
    dana_view name = type_name(value);

    for (size_t i = 0; i < DANA__COUNT(types); i++) {
        if (dana__is_text(name, types[i].word.text)) {
            return types[i].called;
        }
    }
    return DANA__CALLED_NOTHING;
}

/* Whether a token is the name of a body, its letters compared in small and without "-" and "_". */
static bool is_body_word(dana_view token)
{
    char letters[BODY_MAX];
    size_t length = 0;

    if (token.length == 0 || is_beside(token.data[0], BODY_FIRST) ||
        is_beside(token.data[token.length - 1], BODY_LAST)) {
        return false;
    }
    for (size_t i = 0; i < token.length; i++) {
        char c = token.data[i];

        if (c == '-' || c == '_') {
            continue;
        }
        if (!dana__is_letter(c) || length + 1 >= sizeof(letters)) {
            return false;
        }
        letters[length++] = (char)(c | 0x20);
    }
    for (size_t i = 0; i < DANA__COUNT(bodies); i++) {
        if (is_same(&bodies[i], (dana_view){letters, length})) {
            return true;
        }
    }
    return false;
}

uint8_t dana__roles_of_id(dana_view value)
{
    size_t end = value.length;

    while (end > 0 && dana__is_digit(value.data[end - 1])) {
        end--;
    }
    return end < value.length && dana__begins(value, "post") &&
                   is_body_word((dana_view){value.data, end})
               ? DANA__ROLE_BODY
               : 0;
}

/* Whether the first word of a token may be in a table; those too long for a word do not count. */
static bool may_begin_row(dana_view token)
{
    size_t at = 0;

    while (at < token.length && !dana__is_letter(token.data[at])) {
        at++;
    }
    size_t length = at < token.length ? dana__word_end(token, at) - at : 0;

    return length >= DANA__WORD_MAX || (length > 0 && may_be_row(token.data + at, length));
}

/* What the words of a token say, where none is of something else. */
static uint8_t roles_of_token(dana_view token)
{
    char letters[DANA__WORD_MAX];
    size_t at = 0;
    uint8_t roles = 0;

    for (size_t length = dana__next_word(token, &at, letters); length > 0;
         length = dana__next_word(token, &at, letters)) {
        dana_view word = {letters, length};
        uint8_t found = 0;

        if (!may_be_row(letters, length)) {
            return 0;
        }
        for (size_t i = 0; i < DANA__COUNT(role_words); i++) {
            found |= is_same(&role_words[i].word, word) ? role_words[i].roles : 0;
        }
        if (found == 0 && !is_neutral(word) && !dana__is_text(word, "is") &&
            find_word(words, DANA__COUNT(words), word) == DANA__CALLED_NOTHING) {
            return 0;
        }
        roles |= found;
    }
    return roles;
}

/* Returns where the token at `start` of a value ends: at white space, or with the value. */
static size_t end_of_token(dana_view value, size_t start)
{
    for (size_t i = start; i < value.length; i += DANA__STEP) {
        unsigned spaces = dana__bits16(
            dana__spaces16(dana__load_part16(value.data + i, value.length - i)));

        if (spaces != 0) {
            return i + dana__first16(spaces);
        }
    }
    return value.length;
}

dana__class_says dana__read_item_class(dana_view value)
{
    dana__class_says says = {DANA__CALLED_NOTHING, 0};
    bool is_event = false;

    value = dana__cut_bytes(value, 400);
    for (size_t start = 0, end; start < value.length; start = end + 1) {
        end = end_of_token(value, start);
        dana_view token = {value.data + start, end - start};

        if (may_begin_row(token)) {
            token_sense sense = read_token(token, true);

            says.called = !sense.other && sense.called > says.called ? sense.called : says.called;
            says.roles |= roles_of_token(token);
        }
        says.roles |= is_body_word(token) ? DANA__ROLE_BODY : 0;
        says.roles |= is_same(&inner, token) ? DANA__ROLE_INNER : 0;
        is_event |= is_same(&event, token);
    }
    says.called = is_event ? DANA__CALLED_NOTHING : says.called;
    return says;
}

uint8_t dana__roles_of_type(dana_view value)
{
    dana_view name = type_name(value);

    if (dana__is_text(name, "Question")) {
        return DANA__ROLE_QUESTION;
    }
    return dana__is_text(name, "Answer") ? DANA__ROLE_ANSWER : 0;
}

uint8_t dana__roles_of_member(dana_view value)
{
    if (dana__is_text(value, "text") || dana__is_text(value, "articleBody") ||
        dana__is_text(value, "commentText")) {
        return DANA__ROLE_BODY;
    }
    if (dana__is_text(value, "acceptedAnswer")) {
        return DANA__ROLE_ANSWER | DANA__ROLE_ACCEPTED;
    }
    return dana__is_text(value, "suggestedAnswer") ? DANA__ROLE_ANSWER : 0;
}

dana__called dana__called_by_name(dana_view name)
{
    size_t start = name.length;

    while (start > 0 && name.data[start - 1] != '-') {
        start--;
    }
    if (start == 0) {
        return DANA__CALLED_NOTHING;
    }
    return read_token((dana_view){name.data + start, name.length - start}, false).called;
}
