/*
 * JSON that was read: a tree of jansson's, and long texts that stand beside it. A page does not
 * pass jansson's lexer, and is not copied where nothing in it is escaped.
 */
#ifndef API_JSON_DOCUMENT_H
#define API_JSON_DOCUMENT_H

#include "json/long_strings.h"

/* Zeroed it is empty; to be freed with api__json_clear. */
typedef struct {
    json_t *root; /* NULL: none */
    api__long_strings strings;
    bool surrogates_replaced; /* those without a partner are U+FFFD */
    char *source;             /* owned; the text, where it must live as long; else NULL */
} api__json;

/*
 * Reads JSON as json_loadb does with duplicate names refused, any value allowed, and NUL in it.
 * Lone surrogates are replaced. `texts` names members of the root, NULL-terminated, whose texts may
 * be long: their values are to be read by api__json_text alone, and borrow from `text`; NULL: none.
 * Returns false with *error as json_loadb has it, its text empty where memory ran out.
 */
bool api__json_read(dana_view text, const char *const *texts, api__json *out, json_error_t *error);

/* Returns the text of a string, borrowed; its data is NULL where the value is none. */
dana_view api__json_text(const api__json *json, const json_t *value);

/* Frees what a document owns but its root, which is returned: for one without long texts. */
json_t *api__json_take_root(api__json *json);

/* Frees what a document owns; it is empty again. */
void api__json_clear(api__json *json);

#endif
