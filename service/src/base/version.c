#include "base/version.h"

#include "danad_revision.h" /* made by deploy/package/revision.cmake */

const char *svc_version(void)
{
    return DANAD_VERSION;
}

const char *svc_revision(void)
{
    return DANAD_REVISION;
}
