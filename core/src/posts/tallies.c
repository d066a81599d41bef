#include "posts/tallies.h"

#include "base/ascii.h"
#include "base/hash.h"
#include "blocks/class_words.h"
#include "html/attribute.h"
#include "html/class_alone.h"
#include "html/letters.h"
#include "text/plain_text.h"

#include <string.h>
#include <strings.h>

/* Longest text of a count, in bytes. */
#define COUNT_MOST 48

/* Most words after a number that name what is counted, in bytes. */
#define UNIT_MOST 16

/* No count is larger. */
#define VOTES_MOST ((int64_t)INT32_MAX)

enum { WORTH_CLASS = 1, WORTH_LABEL = 2, WORTH_ATTRIBUTE = 3, WORTH_MEMBER = 4 };

/* Attributes that hold a count: Stack Exchange, Reddit, Lemmy, XenForo and others. */
static const char *const count_attributes[] = {
    "data-score", "score",           "data-vote-count",    "data-votes",      "data-upvotes",
    "data-likes", "data-like-count", "data-comment-score", "data-vote-score", "upvote-count",
};

/* Class words that name a count, such that need a word of number beside them, and such that say
 * that it is another one. */
static const char *const count_words[] = {"score", "scores", "votes", "upvotes", "likes", "points"};
static const char *const vote_words[] = {"vote", "like", "upvote", "voting"};
static const char *const number_words[] = {"count", "counter", "number", "total", "value"};
static const char *const other_words[] = {
    "author",    "btn",   "button",  "dislike", "dislikes",   "down",   "downvote", "downvotes",
    "downvoted", "game",  "hidden",  "member",  "reputation", "user",   "voted",    "arrow",
    "icon",      "stars", "profile", "rating",  "badge",      "credit", "match",    "team",
};

static bool is_one_of(const char *word, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (words[i][0] == word[0] && strcmp(words[i], word) == 0) {
            return true;
        }
    }
    return false;
}

/* Whether a class value names a count of votes. */
static bool names_count(dana_view value)
{
    char word[DANA__WORD_MAX];
    size_t at = 0;
    bool counts = false;
    bool votes = false;
    bool numbers = false;

    value = dana__cut_bytes(value, 200);
    while (dana__next_word(value, &at, word) > 0) {
        if (is_one_of(word, other_words, DANA__COUNT(other_words))) {
            return false;
        }
        counts |= is_one_of(word, count_words, DANA__COUNT(count_words));
        votes |= is_one_of(word, vote_words, DANA__COUNT(vote_words));
        numbers |= is_one_of(word, number_words, DANA__COUNT(number_words));
    }
    return counts || (votes && numbers);
}

/* As names_count, of the class of a tag; a value that was there before is compared instead of read.
 */
static bool is_count_class(dana__tally_walk *walk, const dana__markup *tag, dana_view value)
{
    size_t slot = dana__value_slot(value, DANA__TALLY_CLASSES);

    if (value.length == 0) {
        return false;
    }
    if (walk->classes[slot].value == NULL || walk->classes[slot].length != value.length ||
        memcmp(walk->classes[slot].value, value.data, value.length) != 0) {
        walk->classes[slot].value = value.data;
        walk->classes[slot].length = (uint32_t)value.length;
        walk->classes[slot].names_count = dana__may_count(tag) && names_count(value);
    }
    return walk->classes[slot].names_count;
}

/* A number being read. */
typedef struct {
    int64_t value;
    int64_t unit; /* what its last digit stands for, as a part of 1: 10 for the first decimal */
    size_t at;
} number;

/* Whether a border of thousands stands at a place: three digits follow and no fourth. */
static bool is_border(dana_view text, size_t at)
{
    size_t digits = 0;

    while (digits < 4 && at + 1 + digits < text.length &&
           dana__is_digit(text.data[at + 1 + digits])) {
        digits++;
    }
    return digits == 3 && strchr(",. ", text.data[at]) != NULL;
}

/* Whether a decimal point stands at a place. */
static bool is_point(dana_view text, size_t at)
{
    return (text.data[at] == '.' || text.data[at] == ',') && at + 1 < text.length &&
           dana__is_digit(text.data[at + 1]);
}

/* Reads digits, groups of three ("1,204", "1 204") and decimals ("2.3"). */
static bool read_digits(dana_view text, number *n)
{
    size_t start = n->at;

    for (n->unit = 0; n->at < text.length && n->value < VOTES_MOST * 10; n->at++) {
        if (dana__is_digit(text.data[n->at])) {
            n->value = n->value * 10 + (text.data[n->at] - '0');
            n->unit *= 10;
        } else if (n->unit == 0 && n->at > start && is_border(text, n->at)) {
            continue;
        } else if (n->unit == 0 && is_point(text, n->at)) {
            n->unit = 1;
        } else {
            break;
        }
    }
    return n->at > start;
}

/* Reads the letter of thousands or millions. A decimal without one counts no votes. */
static bool read_scale(dana_view text, number *n)
{
    char c = n->at < text.length ? (char)(text.data[n->at] | 0x20) : '\0';
    bool alone = n->at + 1 >= text.length || !dana__is_letter(text.data[n->at + 1]);
    int64_t scale = !alone ? 1 : c == 'k' ? 1000 : c == 'm' ? 1000000 : 1;

    n->at += scale > 1;
    n->value *= scale;
    if (n->unit > 1) {
        n->value /= n->unit;
    }
    return n->unit <= 1 || scale > 1;
}

/* Whether what follows a number is nothing, or a short word for what is counted. */
static bool is_unit(dana_view rest)
{
    rest = dana__trim(rest);
    for (size_t i = 0; i < rest.length; i++) {
        char c = rest.data[i];

        if (!dana__is_letter(c) && (unsigned char)c < 0x80 && c != ' ' && c != '(' && c != ')') {
            return false;
        }
    }
    return rest.length <= UNIT_MOST;
}

/* Reads the sign before a number. Returns whether it is a minus. */
static bool read_sign(dana_view text, size_t *at)
{
    static const char *const minuses[] = {"-", "\xE2\x88\x92", "\xE2\x80\x93", "&minus;"};

    for (size_t i = 0; i < DANA__COUNT(minuses); i++) {
        size_t length = strlen(minuses[i]);

        if (text.length > length && memcmp(text.data, minuses[i], length) == 0) {
            *at = length;
            return true;
        }
    }
    *at = text.length > 0 && text.data[0] == '+';
    return false;
}

bool dana__read_votes(dana_view text, int32_t *votes)
{
    number n = {.at = 0};

    text = dana__trim(text);
    bool negative = read_sign(text, &n.at);

    if (!read_digits(text, &n) || !read_scale(text, &n) || n.value > VOTES_MOST ||
        !is_unit((dana_view){text.data + n.at, text.length - n.at})) {
        return false;
    }
    *votes = (int32_t)(negative ? -n.value : n.value);
    return true;
}

/* The text after a start tag up to the next end tag, tags in it passed. */
static dana_view text_after(const char *p, const char *end)
{
    const char *stop = (size_t)(end - p) > COUNT_MOST * 2 ? p + COUNT_MOST * 2 : end;

    while (p < stop && (dana__is_space(*p) || (*p == '<' && p + 1 < stop && p[1] != '/'))) {
        const char *close = *p == '<' ? memchr(p, '>', (size_t)(stop - p)) : p;

        if (close == NULL) {
            return (dana_view){p, 0};
        }
        p = close + 1;
    }
    const char *close = p < stop ? memchr(p, '<', (size_t)(stop - p)) : NULL;

    return (dana_view){p, close != NULL && close - p <= COUNT_MOST ? (size_t)(close - p) : 0};
}

/* The attributes of a tag that may count. */
typedef struct {
    dana_view class;
    dana_view label;
    dana_view member;
    dana_view content;
    int32_t count;
    bool has_count;
} count_tag;

/* Takes an attribute that says what an element is, or what it counts as a member of microdata. */
static void take_known(count_tag *out, const dana__attribute *a)
{
    dana_view *member = NULL;

    switch (a->name_length) {
    case 4:
        member = dana__names(a, "href") ? &out->content : NULL;
        break;
    case 5:
        member = dana__names(a, "class") ? &out->class : NULL;
        break;
    case 7:
        member = dana__names(a, "content") ? &out->content : NULL;
        break;
    case 8:
        member = dana__names(a, "itemprop") ? &out->member : NULL;
        break;
    case 10:
        member = dana__names(a, "aria-label") ? &out->label : NULL;
        break;
    default:
        break;
    }
    if (member != NULL) {
        *member = dana__trim((dana_view){a->value, a->value_length});
    }
}

/* The lengths of count_attributes' names, as bits. */
#define COUNT_LENGTHS (1u << 5 | 1u << 10 | 1u << 12 | 1u << 15 | 1u << 18)

/* Whether an attribute's name may be one of those that hold a count: few are. */
static bool may_count(const dana__attribute *a)
{
    char first = (char)(a->name[0] | 0x20);

    return a->name_length <= 18 && (COUNT_LENGTHS >> a->name_length & 1) != 0 &&
           (first == 'd' || first == 's' || first == 'u');
}

static void take_attribute(count_tag *out, const dana__attribute *a)
{
    take_known(out, a);
    if (out->has_count || !may_count(a)) {
        return;
    }
    for (size_t i = 0; i < DANA__COUNT(count_attributes) && !out->has_count; i++) {
        out->has_count = dana__names(a, count_attributes[i]) &&
                         dana__read_votes(dana__trim((dana_view){a->value, a->value_length}),
                                          &out->count);
    }
}

static count_tag read_tag(const dana__markup *tag, const char *end)
{
    count_tag out = {.has_count = false};
    const char *tag_end;
    dana__attribute a;

    for (const char *p = dana__next_attribute(tag->name_text + tag->name.length, end, &a, &tag_end);
         p != NULL; p = dana__next_attribute(p, end, &a, &tag_end)) {
        take_attribute(&out, &a);
    }
    return out;
}

/* Whether a text ends with a word. */
static bool ends_with(dana_view text, const char *word)
{
    size_t length = strlen(word);

    return text.length >= length &&
           strncasecmp(text.data + text.length - length, word, length) == 0;
}

/* Whether a label says what it counts: "57 Points". */
static bool is_label(dana_view label)
{
    static const char *const units[] = {"points", "point", "votes", "vote", "upvotes", "likes"};

    for (size_t i = 0; i < DANA__COUNT(units); i++) {
        if (ends_with(label, units[i])) {
            return true;
        }
    }
    return false;
}

/* Whether a member of microdata counts votes. The kind of an interaction stands before its count.
 */
static bool is_member(dana__tally_walk *walk, const count_tag *found)
{
    if (dana__is_text(found->member, "interactionType")) {
        walk->counts_votes = ends_with(found->content, "LikeAction") ||
                             ends_with(found->content, "VoteAction") ||
                             ends_with(found->content, "EndorseAction");
    }
    return dana__is_text(found->member, "upvoteCount") ||
           (walk->counts_votes && dana__is_text(found->member, "userInteractionCount"));
}

/* Whether a start tag may count something: most do not, by their letters or their class alone. */
static bool may_be_tally(dana__tally_walk *walk, const dana__markup *tag, const char *end)
{
    dana_view class;

    return dana__has_class_alone(tag, end, &class) ? is_count_class(walk, tag, dana__trim(class))
                                                   : dana__may_count(tag);
}

dana__tally dana__read_tally(dana__tally_walk *walk, const dana__markup *tag, const char *base,
                             const char *end)
{
    dana__tally out = {.worth = 0};

    if (!may_be_tally(walk, tag, end)) {
        return out;
    }
    count_tag found = read_tag(tag, end);
    bool is_count = is_member(walk, &found);
    dana_view text = {tag->end, 0};

    out.start = (uint32_t)(tag->start - base);
    if (is_count && dana__read_votes(found.content, &out.votes)) {
        out.worth = WORTH_MEMBER;
        return out;
    }
    if (is_count || is_count_class(walk, tag, found.class)) {
        text = text_after(tag->end, end);
        out.worth = dana__read_votes(text, &out.votes) ? is_count ? WORTH_MEMBER : WORTH_CLASS : 0;
    }
    if (found.has_count && out.worth < WORTH_ATTRIBUTE) {
        out.votes = found.count;
        out.worth = WORTH_ATTRIBUTE;
    } else if (out.worth == 0 && is_label(found.label) &&
               dana__read_votes(found.label, &out.votes)) {
        out.worth = WORTH_LABEL;
        text = text_after(tag->end, end);
    }
    if (out.worth > 0 && text.length > 0) {
        out.start = (uint32_t)(text.data - base);
        out.end = out.start + (uint32_t)text.length;
    }
    return out;
}

bool dana__read_level(const dana__attribute *a, int16_t *level)
{
    char first = (char)(a->name[0] | 0x20);
    int32_t read = -1;

    if (first != 'i' && first != 'd' && first != 'a') {
        return false;
    }
    if (!dana__names(a, "indent") && !dana__names(a, "depth") && !dana__names(a, "data-depth") &&
        !dana__names(a, "data-level") && !dana__names(a, "aria-level")) {
        return false;
    }
    bool found = dana__read_votes(dana__trim((dana_view){a->value, a->value_length}), &read);

    *level = found && read >= 0 && read < INT16_MAX ? (int16_t)read : -1;
    return true;
}
