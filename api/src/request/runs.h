/*
 * Runs as people write them: "addanag,danag:gap=5,fill=true,dana" names three algorithms, the
 * second with two parameters.
 */
#ifndef API_REQUEST_RUNS_H
#define API_REQUEST_RUNS_H

#include "dana/algorithm.h"
#include "dana/view.h"
#include "request/members.h"

/* Longest label of a run. */
#define API__RUN_LABEL_SIZE 200

/* An algorithm with its parameters. label: as it was written, NUL-terminated. */
typedef struct {
    const dana_algorithm *algorithm;
    dana_params params;
    char label[API__RUN_LABEL_SIZE];
} api__run;

/*
 * Reads a list of at most `max` runs, of content algorithms and, where headlines_too, headline
 * methods. Errors: DANA_UNKNOWN_ALGORITHM, DANA_UNKNOWN_PARAM, DANA_INVALID_PARAM with position.
 */
DANA_MUST_USE dana_status api__runs_read(dana_view list, bool headlines_too, api__run *runs,
                                         size_t max, size_t *count, dana_error *err);

/*
 * Reads the runs of a member of a request, a string. Returns whether they were read; what is wrong
 * is added to the errors.
 */
bool api__read_runs(const api__reading *reading, const json_t *value, bool headlines_too,
                    api__run *runs, size_t max, size_t *count);

#endif
