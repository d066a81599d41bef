/*
 * Algorithms and parameters as JSON values.
 */
#ifndef API_ANSWER_DESCRIBE_H
#define API_ANSWER_DESCRIBE_H

#include "dana/algorithm.h"
#include "json/writer.h"

/* Returns a parameter's value as it goes over the wire: a number, "auto", a choice's name, a
 * boolean, or `text` where it is a TEXT. New reference; NULL when memory ran out. */
json_t *api__param_value(const dana_param *param, int value, const char *text);

/* Returns {id, revision, params} of a run. New reference; NULL when memory ran out. */
json_t *api__describe_run(const dana_algorithm *algorithm, const dana_params *params);

/* Writes the same as a member; without a run (algorithm NULL) null. */
void api__write_run(api__writer *writer, const char *name, const dana_algorithm *algorithm,
                    const dana_params *params);

/* Returns the ids of a kind in the list's order. New reference; NULL when memory ran out. */
json_t *api__algorithm_ids(dana_kind kind);

#endif
