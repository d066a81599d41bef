#include "dana/library.h"

const char *dana_version(void)
{
    return DANA_VERSION;
}
