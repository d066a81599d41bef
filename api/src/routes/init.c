#include "api/api.h"

#include "dana/library.h"

void api_init(void)
{
    dana_library_init();
}
