/* What the renderer gives up before it starts a browser: the network, and being root. */
#ifndef SVC_RENDERER_WALLS_H
#define SVC_RENDERER_WALLS_H

#include <stdbool.h>
#include <stddef.h>

/* Room for the sentence that says what cannot be given up. */
#define SVC_WALLS_ERROR_SIZE 200

/*
 * Gives up the network, for this process and all that it starts, unless it has none; and being
 * root, for a user (by name; not used where it is not root). Returns false with the reason where it
 * cannot: nothing may be rendered then. To be called before the first thread.
 */
bool svc_walls_raise(const char *user, char error[SVC_WALLS_ERROR_SIZE]);

#endif
