#include "api/api.h"

#include "dana/library.h"
#include "json/parse.h"

void api_init(void)
{
    dana_library_init();
    api__parse_init();
}
