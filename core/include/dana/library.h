/*
 * What core needs once in a process.
 */
#ifndef DANA_LIBRARY_H
#define DANA_LIBRARY_H

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Sets up libxml2, which the DOM-based algorithms use. To be called once, before the first thread
 * that works on pages is started; api_init does so for those who use api. A program of one thread
 * may leave it out. Calling it again does nothing.
 */
void dana_library_init(void);

#ifdef __cplusplus
}
#endif
#endif
