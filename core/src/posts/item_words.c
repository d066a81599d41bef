#include "posts/item_words.h"

#include "base/ascii.h"
#include "blocks/class_words.h"
#include "blocks/marks.h"
#include "blocks/word_odds.h"
#include "html/attribute.h"
#include "posts/tallies.h"
#include "text/plain_text.h"

#include <stdbool.h>
#include <string.h>

typedef struct {
    const char *word;
    dana__called called;
} word_row;

/* Class words: WordPress, phpBB, vBulletin, XenForo, MyBB, FluxBB, SMF, IPB, Discourse, Flarum,
 * StackExchange, Lemmy, Hacker News, microformats. */
static const word_row words[] = {
    {"comment", DANA__CALLED_COMMENT},
    {"reply", DANA__CALLED_COMMENT},
    {"comtr", DANA__CALLED_COMMENT},
    {"post", DANA__CALLED_POST},
    {"posting", DANA__CALLED_POST},
    {"message", DANA__CALLED_POST},
    {"msg", DANA__CALLED_POST},
    {"answer", DANA__CALLED_POST},
    {"question", DANA__CALLED_POST},
    {"hentry", DANA__CALLED_POST},
    {"entry", DANA__CALLED_POST},
    {"postbit", DANA__CALLED_POST},
    {"postbitlegacy", DANA__CALLED_POST},
    {"postcontainer", DANA__CALLED_POST},
    {"blockpost", DANA__CALLED_POST},
    {"windowbg", DANA__CALLED_POST},
    {"fatitem", DANA__CALLED_POST},
    {"thing", DANA__CALLED_POST},
    {"commentpost", DANA__CALLED_COMMENT},
    {"commentitem", DANA__CALLED_COMMENT},
    {"commentbox", DANA__CALLED_COMMENT},
    {"commententry", DANA__CALLED_COMMENT},
    {"usercomment", DANA__CALLED_COMMENT},
    {"comentario", DANA__CALLED_COMMENT},
    {"commentaire", DANA__CALLED_COMMENT},
    {"kommentar", DANA__CALLED_COMMENT},
    {"commento", DANA__CALLED_COMMENT},
    {"komentarz", DANA__CALLED_COMMENT},
    {"reactie", DANA__CALLED_COMMENT},
};

/* Words in a token that change nothing. */
static const char *const neutral[] = {"block",   "blog",    "box",    "c",   "card",   "container",
                                      "crawler", "element", "forum",  "h",   "ips",    "item",
                                      "js",      "node",    "o",      "row", "single", "topic",
                                      "u",       "wrap",    "wrapper"};

/* Words of ids alone. */
static const word_row id_words[] = {
    {"p", DANA__CALLED_POST},
    {"pid", DANA__CALLED_POST},
};

static const word_row types[] = {
    {"Comment", DANA__CALLED_COMMENT},
    {"UserComments", DANA__CALLED_COMMENT},
    {"Answer", DANA__CALLED_POST},
    {"Question", DANA__CALLED_POST},
    {"DiscussionForumPosting", DANA__CALLED_POST},
    {"BlogPosting", DANA__CALLED_POST},
    {"SocialMediaPosting", DANA__CALLED_POST},
};

/* Class words, less what parts them, of elements that hold an item's text and nothing else: the
 * generators above, WordPress, Reddit. */
static const char *const bodies[] = {
    "answerbody",     "answercontent", "answertext",  "bbwrapper",    "commentbody",
    "commentcontent", "commentcopy",   "commenttext", "commtext",     "content",
    "cooked",         "entrycontent",  "md",          "messagebody",  "messagecontent",
    "messagetext",    "msgbody",       "postbody",    "postcontent",  "postmessage",
    "postmsg",        "posttext",      "postentry",   "questionbody", "questioncontent",
    "questiontext",   "replycontent",  "sprose",      "usertextbody", "jspostbody",
};

/* Words of the parts of questions and answers. */
static const struct {
    const char *word;
    uint8_t roles;
} role_words[] = {
    {"question", DANA__ROLE_QUESTION},
    {"answer", DANA__ROLE_ANSWER},
    {"accepted", DANA__ROLE_ACCEPTED},
    {"solution", DANA__ROLE_ACCEPTED},
};

/* Most rows are refused by one byte. */
static bool is_same(const char *a, const char *b)
{
    return a[0] == b[0] && strcmp(a, b) == 0;
}

static dana__called find_word(const word_row *rows, size_t count, const char *word)
{
    for (size_t i = 0; i < count; i++) {
        if (is_same(rows[i].word, word)) {
            return rows[i].called;
        }
    }
    return DANA__CALLED_NOTHING;
}

static bool is_neutral(const char *word)
{
    for (size_t i = 0; i < DANA__COUNT(neutral); i++) {
        if (is_same(neutral[i], word)) {
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
    char word[DANA__WORD_MAX];
    size_t length = end - start;

    if (length >= DANA__WORD_MAX) {
        sense->other = true;
        return;
    }
    for (size_t i = 0; i < length; i++) {
        word[i] = (char)(token.data[start + i] | 0x20);
    }
    word[length] = '\0';
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

dana__called dana__called_by_class(dana_view value)
{
    dana__called best = DANA__CALLED_NOTHING;
    size_t start = 0;

    value = dana__cut_bytes(value, 400);
    for (size_t i = 0; i <= value.length; i++) {
        if (i < value.length && !dana__is_space(value.data[i])) {
            continue;
        }
        token_sense sense = read_token((dana_view){value.data + start, i - start}, true);

        if (!sense.other && sense.called > best) {
            best = sense.called;
        }
        start = i + 1;
    }
    return best;
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

bool dana__is_comment_number(dana_view id)
{
    size_t i = 1;

    while (i < id.length && dana__is_digit(id.data[i])) {
        i++;
    }
    return id.length > 1 && i == id.length && (id.data[0] | 0x20) == 'c';
}

bool dana__heads_comments(const dana__markup *tag, const char *end)
{
    const char *p = tag->name_text + tag->name.length;
    const char *tag_end;
    dana__attribute a;

    for (p = dana__next_attribute(p, end, &a, &tag_end); p != NULL;
         p = dana__next_attribute(p, end, &a, &tag_end)) {
        if (dana__names(&a, "id")) {
            dana_view id = {a.value, a.value_length};

            return (dana__marks_of_value(id) & DANA__MARK_BIT(COMMENTS)) != 0;
        }
    }
    return false;
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
        if (dana__is_text(name, types[i].word)) {
            return types[i].called;
        }
    }
    return DANA__CALLED_NOTHING;
}

/* Whether a token is the name of a body, its letters compared in small and without "-" and "_". */
static bool is_body_word(dana_view token)
{
    char letters[DANA__WORD_MAX];
    size_t length = 0;

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
    letters[length] = '\0';
    for (size_t i = 0; i < DANA__COUNT(bodies); i++) {
        if (is_same(bodies[i], letters)) {
            return true;
        }
    }
    return false;
}

/* What the words of a token say, where none is of something else. */
static uint8_t roles_of_token(dana_view token)
{
    char word[DANA__WORD_MAX];
    size_t at = 0;
    uint8_t roles = 0;

    while (dana__next_word(token, &at, word) > 0) {
        uint8_t found = 0;

        for (size_t i = 0; i < DANA__COUNT(role_words); i++) {
            found |= is_same(role_words[i].word, word) ? role_words[i].roles : 0;
        }
        if (found == 0 && !is_neutral(word) && strcmp(word, "is") != 0 &&
            find_word(words, DANA__COUNT(words), word) == DANA__CALLED_NOTHING) {
            return 0;
        }
        roles |= found;
    }
    return roles;
}

uint8_t dana__roles_of_class(dana_view value)
{
    uint8_t roles = 0;
    size_t start = 0;

    value = dana__cut_bytes(value, 400);
    for (size_t i = 0; i <= value.length; i++) {
        if (i < value.length && !dana__is_space(value.data[i])) {
            continue;
        }
        dana_view token = {value.data + start, i - start};

        roles |= roles_of_token(token);
        roles |= is_body_word(token) ? DANA__ROLE_BODY : 0;
        start = i + 1;
    }
    return roles;
}

uint32_t dana__marks_of_value(dana_view value)
{
    char word[DANA__WORD_MAX];
    size_t at = 0;
    uint32_t marks = 0;

    value = dana__cut_bytes(value, 400);
    for (size_t length = dana__next_word(value, &at, word); length > 0;
         length = dana__next_word(value, &at, word)) {
        marks |= dana__word_marks(dana__word_key(word, length));
    }
    return marks;
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

bool dana__read_level(const dana__attribute *a, int16_t *level)
{
    int32_t read = -1;

    if (!dana__names(a, "indent") && !dana__names(a, "depth") && !dana__names(a, "data-depth") &&
        !dana__names(a, "data-level") && !dana__names(a, "aria-level")) {
        return false;
    }
    bool found = dana__read_votes(dana__trim((dana_view){a->value, a->value_length}), &read);

    *level = found && read >= 0 && read < INT16_MAX ? (int16_t)read : -1;
    return true;
}
