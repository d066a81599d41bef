/* The codings of one body, one over another, as the head's Content-Encoding lists them. */
#ifndef SVC_CODINGS_STACK_H
#define SVC_CODINGS_STACK_H

#include "codings/decoder.h"

/* Codings over one another that are undone. */
#define SVC_CODINGS_MAX 5

/* Zeroed it has no coding. Members are private. */
typedef struct {
    svc_decoder *decoders[SVC_CODINGS_MAX]; /* in the order in which they were applied */
    svc_buffer between[SVC_CODINGS_MAX];    /* room for what each gives to the one below it */
    size_t count;
    bool began;
} svc_coding_stack;

/*
 * Adds the codings of a list, as the field has it, over those that are there. Returns FINE, BROKEN
 * (one is not known, or they are too many) or NO_MEMORY.
 */
svc_coding_status svc_coding_stack_add(svc_coding_stack *stack, const char *list);

/* As svc_decoder_take: undoes all codings of some more bytes. Without a coding it copies them. */
svc_coding_status svc_coding_stack_take(svc_coding_stack *stack, const char *bytes, size_t length,
                                        size_t max, svc_buffer *out);

/* Whether each coding came to its end, or nothing came at all. */
bool svc_coding_stack_is_whole(const svc_coding_stack *stack);

/* Frees the decoders; the stack is empty then. */
void svc_coding_stack_clear(svc_coding_stack *stack);

#endif
