/* What the commands that are no server tell the API of themselves. */
#ifndef SVC_COMMANDS_CONTEXT_H
#define SVC_COMMANDS_CONTEXT_H

#include "api/api.h"

/* Returns what the API is told by the commands that are no server: lines and nodes without limit.
 */
api_context svc_command_context(void);

#endif
