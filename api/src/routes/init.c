#include "api/api.h"

#include "dana/library.h"
#include "json/parse.h"

void api_init(void)
{
    dana_library_init();
    api__parse_init();
}

bool api_init_thread(void)
{
    return dana_library_init_thread();
}
