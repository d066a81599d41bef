#include "terms/term_vectors.h"

#include "base/search.h"
#include "text/words.h"

dana__term_vector dana__make_term_vector(uint64_t *tokens, size_t count, uint32_t *frequencies)
{
    size_t distinct = 0;

    dana__sort_tokens(tokens, count);
    for (size_t i = 0; i < count; i++) {
        if (distinct > 0 && tokens[distinct - 1] == tokens[i]) {
            frequencies[distinct - 1]++;
            continue;
        }
        tokens[distinct] = tokens[i];
        frequencies[distinct++] = 1;
    }
    return (dana__term_vector){tokens, frequencies, distinct};
}

size_t dana__find_term(const dana__term_vector *terms, uint64_t token)
{
    size_t at = dana__first_value(terms->tokens, terms->count, token);

    return at < terms->count && terms->tokens[at] == token ? at : terms->count;
}

uint32_t dana__term_frequency(const dana__term_vector *terms, uint64_t token)
{
    size_t at = dana__find_term(terms, token);

    return at < terms->count ? terms->frequencies[at] : 0;
}
