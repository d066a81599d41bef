/*
 * Lone surrogates in JSON: browsers write them as \ud800 escapes, which are no characters.
 */
#ifndef API_JSON_SURROGATES_H
#define API_JSON_SURROGATES_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Looks for \uD800 to \uDFFF escapes without a partner. Returns false where there is none;
 * else true and an owned copy of the text (free) with \ufffd in their place, NULL without memory.
 */
bool api__replace_surrogates(const char *text, size_t length, char **out);

#endif
