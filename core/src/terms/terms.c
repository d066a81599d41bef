#include "terms/terms.h"

#include "base/ascii.h"
#include "base/search.h"
#include "base/utf8.h"
#include "terms/porter.h"

#include <string.h>
#include <unicode/uchar.h>

/* Longer words are no words of English. */
#define STEMMED_MAX 64

#define WORD(word)  #word,
static const char *const english[] = {
#include "terms/stop_words.def"
};
#undef WORD

static uint64_t token_of(const char *word, size_t length)
{
    dana__token_reader reader;
    uint64_t token = 0;

    dana__read_tokens(&reader, word, word + length);
    (void)dana__next_token(&reader, &token);
    return token;
}

dana_status dana__make_stop_words(dana_arena *arena, dana__stop_words *out, dana_error *err)
{
    uint64_t *tokens = dana_arena_alloc(arena, DANA__COUNT(english) * sizeof(*tokens), err);

    if (tokens == NULL) {
        return err->status;
    }
    for (size_t i = 0; i < DANA__COUNT(english); i++) {
        tokens[i] = token_of(english[i], strlen(english[i]));
    }
    dana__sort_tokens(tokens, DANA__COUNT(english));
    *out = (dana__stop_words){tokens, DANA__COUNT(english)};
    return DANA_OK;
}

static bool is_stop_word(const dana__stop_words *words, uint64_t token)
{
    size_t at = dana__first_value(words->tokens, words->count, token);

    return at < words->count && words->tokens[at] == token;
}

/* Copies the ASCII letters of the token that was read from [p, end), in lower case. Returns their
 * number; 0 where the token has other letters, digits or references, or is too long. */
static size_t letters_of(const char *p, const char *end, char letters[STEMMED_MAX])
{
    size_t count = 0;
    size_t bytes;

    for (; p < end; p += bytes) {
        uint32_t c = dana__utf8_decode(p, &bytes);

        if (c < 0x80 && dana__is_letter((char)c)) {
            if (count == STEMMED_MAX) {
                return 0;
            }
            letters[count++] = (char)(c | 0x20);
        } else if (c == '&' || u_isalnum((UChar32)c)) {
            return 0;
        }
    }
    return count;
}

static uint64_t stem(const char *p, const char *end, uint64_t token)
{
    char letters[STEMMED_MAX];
    size_t count = letters_of(p, end, letters);

    return count > 0 ? token_of(letters, dana__porter_stem(letters, count)) : token;
}

void dana__read_terms(dana__term_reader *reader, const dana__term_rules *rules, const char *p,
                      const char *end)
{
    dana__read_tokens(&reader->tokens, p, end);
    reader->rules = rules;
}

bool dana__next_term(dana__term_reader *reader, uint64_t *term)
{
    const char *start = reader->tokens.p;

    while (dana__next_token(&reader->tokens, term)) {
        if (!is_stop_word(&reader->rules->stop_words, *term)) {
            if (reader->rules->stems) {
                *term = stem(start, reader->tokens.p, *term);
            }
            return true;
        }
        start = reader->tokens.p;
    }
    return false;
}
