#include "commands/context.h"

#include "base/clock.h"
#include "base/version.h"

#include <stdint.h>

/* Longest document; what the service takes is up to its own settings. */
#define DOCUMENT_MAX_BYTES ((size_t)1024 * 1024 * 1024)
/* What is built into a tree is bounded as in the server. */
#define TREE_ATTRIBUTES_MAX 512
#define TREE_DEPTH_MAX      1024

api_context svc_command_context(void)
{
    return (api_context){.version = svc_version(),
                         .max_body_bytes = DOCUMENT_MAX_BYTES,
                         .workers = 1,
                         .queue_size = 1,
                         .max_attributes = TREE_ATTRIBUTES_MAX,
                         .max_depth = TREE_DEPTH_MAX,
                         .max_nodes = SIZE_MAX,
                         .max_lines = SIZE_MAX,
                         .now_ms = svc_now_ms};
}
