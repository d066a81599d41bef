#include "catalogue/extractors.h"

#include "base/ascii.h"

#include <string.h>

static const dana_algorithm *const extractors[] = {DANA__EXTRACTORS(DANA__ALGORITHM_ROW)};

const dana_algorithm *dana__find_extractor(dana_view id)
{
    for (size_t i = 0; i < DANA__COUNT(extractors); i++) {
        const char *own = extractors[i]->id;

        if (strlen(own) == id.length && memcmp(own, id.data, id.length) == 0) {
            return extractors[i];
        }
    }
    return NULL;
}
