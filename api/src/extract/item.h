/*
 * Items of a batch.
 */
#ifndef API_EXTRACT_ITEM_H
#define API_EXTRACT_ITEM_H

#include "http/batch_list.h"

#include <stdbool.h>

/*
 * Makes defaults of a value, which it steals; NULL (memory ran out) is refused too. As
 * api_defaults_read.
 */
api_defaults *api__defaults_new(const char *request_id, json_t *root, api_response *refusal);

/*
 * Gives an object with options that name no algorithm one; where there are no options, only if
 * `needed`. Returns false where memory ran out.
 */
bool api__name_algorithm(json_t *root, const char *algorithm, bool needed);

/* Adds the page of an item to a site. algorithm: that of options without one. start_ms: when the
 * request began. Returns false where the item is wrong, or brings nothing. */
bool api__item_learn(const api_context *context, const api_defaults *defaults, const api_item *item,
                     const char *algorithm, api_site *site, double start_ms);

/* As api_item_answer, for a page that is compared with its site: it must have come along. start_ms:
 * when the request began, from which on its time counts. */
void api__item_answer_in_site(const api_context *context, const api_defaults *defaults,
                              const api_item *item, const char *algorithm, const api_site *site,
                              double start_ms, api_response *out);

#endif
