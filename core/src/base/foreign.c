/*
 * The process's operators new and delete, by the names that the linker knows them by (the ABI of
 * all compilers on Linux), so that the build needs no compiler of C++.
 */
#include "base/foreign.h"

#include <errno.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdlib.h>

/* operator new(size_t), operator new[](size_t); and delete of both, with and without a size. */
void *dana__new(size_t size) __asm__("_Znwm");
void *dana__new_array(size_t size) __asm__("_Znam");
void dana__delete(void *block) __asm__("_ZdlPv");
void dana__delete_array(void *block) __asm__("_ZdaPv");
void dana__delete_sized(void *block, size_t size) __asm__("_ZdlPvm");
void dana__delete_array_sized(void *block, size_t size) __asm__("_ZdaPvm");

static _Thread_local jmp_buf *out_of_memory;

void *dana__new(size_t size)
{
    void *block = malloc(size > 0 ? size : 1);

    if (block == NULL && out_of_memory != NULL) {
        longjmp(*out_of_memory, 1);
    }
    if (block == NULL) {
        __builtin_trap(); /* outside of a call: at the start, before there is work */
    }
    return block;
}

void *dana__new_array(size_t size)
{
    return dana__new(size);
}

void dana__delete(void *block)
{
    free(block);
}

void dana__delete_array(void *block)
{
    dana__delete(block);
}

void dana__delete_sized(void *block, size_t size)
{
    (void)size;
    dana__delete(block);
}

void dana__delete_array_sized(void *block, size_t size)
{
    dana__delete_sized(block, size);
}

bool dana__call_foreign(dana__foreign_call *call, void *arg)
{
    jmp_buf left;

    if (setjmp(left) != 0) {
        out_of_memory = NULL;
        return false;
    }
    out_of_memory = &left;
    errno = 0;
    call(arg);
    out_of_memory = NULL;
    return errno != ENOMEM; /* malloc() and strdup() of which the library took no notice */
}
