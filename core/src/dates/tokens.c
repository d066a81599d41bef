#include "dates/tokens.h"

#include "base/utf8.h"
#include "text/plain_text.h"

#include <unicode/uchar.h>

/* Stands for a word that the table does not hold. */
static const dana__date_word no_word = {"", DANA__WORD_NONE, 0};

static bool is_word_part(UChar32 c)
{
    int8_t type = u_charType(c);

    return u_isalpha(c) || type == U_NON_SPACING_MARK || type == U_COMBINING_SPACING_MARK ||
           c == 0x200C || c == 0x200D;
}

static bool is_space(UChar32 c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || u_isUWhiteSpace(c) ||
           (c >= 0x200E && c <= 0x200F);
}

/* East Asian text has no spaces: each ideograph that names a part of a date is a word. */
static bool is_ideograph(UChar32 c)
{
    return (c >= 0x3400 && c <= 0x9FFF) || (c >= 0xAC00 && c <= 0xD7A3);
}

/* The character at `at` and the position after it. */
static UChar32 next_character(dana_view text, size_t at, size_t *after)
{
    size_t length;
    UChar32 c = (UChar32)dana__utf8_decode(text.data + at, &length);

    *after = at + length;
    return c;
}

static size_t read_number(dana_view text, size_t at, dana__token *token)
{
    size_t after = at;
    UChar32 c = next_character(text, at, &after);

    token->kind = DANA__TOKEN_NUMBER;
    token->persian = c >= 0x06F0 && c <= 0x06F9;
    while (u_charDigitValue(c) >= 0 && u_isdigit(c)) {
        if (++token->digits <= 18) {
            token->value = token->value * 10 + u_charDigitValue(c);
        }
        at = after;
        if (at >= text.length) {
            break;
        }
        c = next_character(text, at, &after);
    }
    if (token->digits > 18) {
        token->kind = DANA__TOKEN_PUNCTUATION;
        token->value = 0;
    }
    return at;
}

static size_t read_word(dana_view text, size_t at)
{
    size_t after;
    UChar32 c = next_character(text, at, &after);

    if (is_ideograph(c) && c < 0xAC00) {
        /* Two ideographs may be one word: morning, afternoon. */
        return after;
    }
    while (is_word_part(c)) {
        at = after;
        if (at >= text.length) {
            break;
        }
        c = next_character(text, at, &after);
    }
    return at;
}

/* Reads the token at `at`, which is no white space. Returns the position after it. */
static size_t read_token(dana_view text, size_t at, dana__token *token)
{
    size_t after;
    UChar32 c = next_character(text, at, &after);

    if (u_isdigit(c)) {
        after = read_number(text, at, token);
    } else if (is_word_part(c)) {
        token->kind = DANA__TOKEN_WORD;
        after = read_word(text, at);
    } else {
        token->kind = DANA__TOKEN_PUNCTUATION;
        token->value = c;
    }
    token->span = (dana_span){(uint32_t)at, (uint32_t)after};
    return after;
}

bool dana__split_tokens(dana_view text, dana__tokens *out)
{
    bool space = false;
    bool has_number = false;
    size_t at = 0;

    text = dana__cut_bytes(text, DANA__DATE_TEXT_MAX);
    out->text = text;
    out->count = 0;
    while (at < text.length && out->count < DANA__TOKENS_MAX) {
        size_t after;

        if (is_space(next_character(text, at, &after))) {
            space = true;
            at = after;
            continue;
        }
        dana__token *token = &out->tokens[out->count++];

        *token = (dana__token){.space_before = space};
        at = read_token(text, at, token);
        has_number |= token->kind == DANA__TOKEN_NUMBER;
        space = false;
    }
    out->tokens[out->count] = (dana__token){.kind = DANA__TOKEN_END};
    return has_number;
}

/* Whether a word is one ideograph. */
static bool is_ideograph_at(const dana__tokens *tokens, const dana__token *token)
{
    size_t after;

    return token->span.end - token->span.start == 3 &&
           is_ideograph(next_character(tokens->text, token->span.start, &after));
}

/* Looks for what stands in the source from one token to another. */
static const dana__date_word *find_word(const dana__tokens *tokens, const dana__token *first,
                                        const dana__token *last)
{
    return dana__find_date_word(
        (dana_view){tokens->text.data + first->span.start, last->span.end - first->span.start});
}

/* Looks for a month that Vietnamese numbers in words, one or two behind the prefix. */
static const dana__date_word *find_named_month(const dana__tokens *tokens, size_t index)
{
    const dana__token *token = &tokens->tokens[index];
    const dana__date_word *found = NULL;

    for (size_t more = 2; more > 0 && found == NULL; more--) {
        if (index + more < tokens->count && token[1].kind == DANA__TOKEN_WORD &&
            token[more].kind == DANA__TOKEN_WORD) {
            found = find_word(tokens, token, token + more);
        }
    }
    return found;
}

/* Whether so many tokens behind one there is a word. */
static bool has_words_behind(const dana__tokens *tokens, size_t index, size_t more)
{
    return index + more < tokens->count && tokens->tokens[index + more].kind == DANA__TOKEN_WORD;
}

/* Looks for a word that is longer than one token: with the next one, beyond a point inside, as Thai
 * shortens its months, or with two ideographs behind it: the later months of China. */
static const dana__date_word *find_longer(const dana__tokens *tokens, size_t index)
{
    const dana__token *token = &tokens->tokens[index];
    const dana__date_word *found = NULL;
    bool has_point = index + 2 < tokens->count && token[1].kind == DANA__TOKEN_PUNCTUATION &&
                     token[1].value == '.' && !token[1].space_before && !token[2].space_before;
    size_t next = has_point ? 2 : 1;

    if (has_words_behind(tokens, index, next)) {
        found = find_word(tokens, token, token + next);
    }
    if (found == NULL && has_words_behind(tokens, index, 2) && is_ideograph_at(tokens, token)) {
        found = find_word(tokens, token, token + 2);
    }
    return found;
}

/* Looks for a word, and with those behind it: these stay words of their own, which none is. */
static const dana__date_word *find_words(const dana__tokens *tokens, size_t index)
{
    const dana__token *token = &tokens->tokens[index];
    const dana__date_word *found = find_word(tokens, token, token);

    if (found != NULL && found->kind == DANA__WORD_MONTH_PREFIX) {
        const dana__date_word *named = find_named_month(tokens, index);

        return named != NULL ? named : found;
    }
    return found != NULL ? found : find_longer(tokens, index);
}

dana__word_kind dana__token_word(dana__tokens *tokens, size_t index)
{
    dana__token *token = &tokens->tokens[index];

    if (index >= tokens->count || token->kind != DANA__TOKEN_WORD) {
        return DANA__WORD_NONE;
    }
    if (token->word == NULL) {
        const dana__date_word *found = find_words(tokens, index);

        token->word = found != NULL ? found : &no_word;
    }
    return token->word->kind;
}
