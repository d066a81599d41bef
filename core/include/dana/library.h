/*
 * What core needs once in a process.
 */
#ifndef DANA_LIBRARY_H
#define DANA_LIBRARY_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Sets up libxml2, which the DOM-based algorithms use. To be called once, before the first thread
 * that works on pages is started; api_init does so for those who use api. A program of one thread
 * may leave it out. Calling it again does nothing.
 */
void dana_library_init(void);

/*
 * Sets up what libxml2 keeps for each thread, which it cannot do without memory later. To be called
 * by each thread that works on pages, before the first one; calling it again does nothing. Returns
 * false where memory is out.
 */
bool dana_library_init_thread(void);

/* Returns the version of the library that runs ("1.0.0-rc.1"); static. */
const char *dana_version(void);

#ifdef __cplusplus
}
#endif
#endif
