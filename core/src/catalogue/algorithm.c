#include "dana/algorithm.h"

#include "base/ascii.h"
#include "catalogue/extractors.h"

#include <string.h>

/* What stands after the extractors in the list; the first headline method is the default. */
#define OTHERS(X) X(combine) X(titlerank) X(titlefinder) X(largest_heading) X(title) X(largest_font)

OTHERS(DANA__DECLARE_ALGORITHM)

static const dana_algorithm *const algorithms[] = {DANA__EXTRACTORS(DANA__ALGORITHM_ROW)
                                                       OTHERS(DANA__ALGORITHM_ROW)};

size_t dana_algorithm_count(void)
{
    return DANA__COUNT(algorithms);
}

const dana_algorithm *dana_algorithm_at(size_t index)
{
    return index < DANA__COUNT(algorithms) ? algorithms[index] : NULL;
}

const dana_algorithm *dana_algorithm_find(dana_kind kind, const char *id, size_t id_length)
{
    for (size_t i = 0; i < DANA__COUNT(algorithms); i++) {
        const dana_algorithm *algorithm = algorithms[i];

        if (algorithm->kind == kind && strlen(algorithm->id) == id_length &&
            memcmp(algorithm->id, id, id_length) == 0) {
            return algorithm;
        }
    }
    return NULL;
}

const dana_algorithm *dana_algorithm_default(dana_kind kind)
{
    size_t i = 0;

    while (algorithms[i]->kind != kind) {
        i++;
    }
    return algorithms[i];
}

const char *dana_fidelity_name(dana_fidelity fidelity)
{
    return fidelity == DANA_FIDELITY_EXACT ? "exact" : "completed";
}
