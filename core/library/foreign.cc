/*
 * Calls of libraries in C++ from libdana, instead of src/base/foreign.c: that replaces the operators
 * new and delete of the process, which a library must not do to the program that links it.
 */
extern "C" {
#include "base/foreign.h"
}

#include <cerrno>

/* The calls pass through functions in C, which have unwind tables (library/CMakeLists.txt). */
bool dana__call_foreign(dana__foreign_call *call, void *arg)
{
    try {
        errno = 0;
        call(arg);
        return errno != ENOMEM;
    } catch (...) {
        return false;
    }
}
