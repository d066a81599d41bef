#include "evaluate/published.h"

const api__published api__published_rows[] = {
#include "evaluate/published.def"
};

const size_t api__published_count = sizeof(api__published_rows) / sizeof(api__published_rows[0]);
