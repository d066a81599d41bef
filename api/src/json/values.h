/*
 * JSON values: texts, and lists and objects as they are filled.
 */
#ifndef API_JSON_VALUES_H
#define API_JSON_VALUES_H

#include "dana/view.h"

#include <jansson.h>

/* Returns the text of a JSON string, borrowed; its data is NULL where the value is none. */
dana_view api__view_of(const json_t *value);

/* Returns core's text, which is valid UTF-8 already, as a string: a new reference, or NULL. */
json_t *api__text_value(dana_view text);

/*
 * Adds a value, which it steals, to a list. Where there is no value or no list (memory ran out),
 * *list is freed and NULL, so that it is enough to check it at the end.
 */
void api__push(json_t **list, json_t *value);

/* The same for a member of an object. */
void api__set(json_t **object, const char *name, json_t *value);

/* Returns a list of what name_at gives for 0, 1, ... until NULL. New reference or NULL. */
json_t *api__name_list(const char *(*name_at)(size_t index));

/* Returns a list of strings that ends with NULL. New reference or NULL. */
json_t *api__string_list(const char *const *strings);

#endif
