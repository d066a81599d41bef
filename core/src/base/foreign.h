/* Libraries in C++ that throw where memory is out: nobody could catch that here. */
#ifndef DANA_BASE_FOREIGN_H
#define DANA_BASE_FOREIGN_H

#include <stdbool.h>

/* Calls such a library. */
typedef void dana__foreign_call(void *arg);

/*
 * Makes a call. Returns false where the library found no memory: the call was left at that point,
 * and what it had allocated is lost; or it went on without, and what it says counts for nothing.
 * Calls do not stand in each other.
 */
bool dana__call_foreign(dana__foreign_call *call, void *arg);

#endif
