/* robots.txt: the first line is a path, all else the file. */
#include "fetch/robots.h"
#include "target.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    const char *line = size > 0 ? memchr(text, '\n', size) : NULL;
    char path[512] = "/";

    if (line == NULL || line - text > 500) {
        return 0;
    }
    memcpy(path + 1, text, (size_t)(line - text));
    size_t length = size - (size_t)(line + 1 - text);
    svc_robots *robots = svc_robots_read(line + 1, length, "danad/1");

    must_be_right(robots != NULL ? NULL : "memory");
    bool allowed = svc_robots_allow(robots, path);
    must_be_right(svc_robots_allow(robots, path) == allowed ? NULL : "two verdicts");
    svc_robots_free(robots);
    return 0;
}
