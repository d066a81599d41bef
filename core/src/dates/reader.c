#include "dates/reader.h"

#include <string.h>

const dana__token *dana__date_token_at(const dana__date_reader *r, size_t index)
{
    return &r->tokens->tokens[index < r->tokens->count ? index : r->tokens->count];
}

const dana__token *dana__date_token(const dana__date_reader *r)
{
    return dana__date_token_at(r, r->at);
}

bool dana__is_punctuation(const dana__token *token, const char *characters)
{
    return token->kind == DANA__TOKEN_PUNCTUATION && token->value > 0 && token->value < 0x80 &&
           strchr(characters, (int)token->value) != NULL;
}

bool dana__read_date_number(dana__date_reader *r, unsigned fewest, unsigned most, int64_t *value)
{
    const dana__token *token = dana__date_token(r);

    if (token->kind != DANA__TOKEN_NUMBER || token->digits < fewest || token->digits > most) {
        return false;
    }
    *value = token->value;
    r->at++;
    return true;
}

bool dana__read_day_of_month(dana__date_reader *r)
{
    if (dana__read_date_number(r, 1, 2, &r->day)) {
        return true;
    }
    dana__word_kind kind = dana__token_word(r->tokens, r->at);
    size_t and = 0;
    int tens = 0;

    if (kind == DANA__WORD_DAY_TENS) {
        and = dana__token_word(r->tokens, r->at + 1) == DANA__WORD_DAY_AND ? 2 : 1;
        tens = dana__date_token(r)->word->value;
        kind = dana__token_word(r->tokens, r->at + and);
    }
    if (kind != DANA__WORD_DAY) {
        return false;
    }
    const dana__token *ordinal = dana__date_token_at(r, r->at + and);

    r->day = tens + ordinal->word->value;
    r->at += and+dana__date_word_tokens(ordinal);
    return true;
}

bool dana__skip_date_word(dana__date_reader *r, dana__word_kind kind)
{
    if (dana__token_word(r->tokens, r->at) != kind) {
        return false;
    }
    r->at++;
    return true;
}

size_t dana__date_word_tokens(const dana__token *token)
{
    size_t spaces = 0;

    if (strchr(token->word->text, '.') != NULL) {
        return 3;
    }
    for (const char *p = token->word->text; *p != '\0'; p++) {
        spaces += *p == ' ';
    }
    bool ideographs = (unsigned char)token->word->text[0] >= 0xE3;

    size_t length = strlen(token->word->text);

    return spaces == 0 && ideographs && length > token->span.end - token->span.start ? length / 3
                                                                                     : 1 + spaces;
}

void dana__skip_hyphen_before(dana__date_reader *r, dana__word_kind suffix)
{
    r->at += dana__is_punctuation(dana__date_token(r), "-") &&
             dana__token_word(r->tokens, r->at + 1) == suffix;
}
