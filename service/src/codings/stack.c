#include "codings/stack.h"

#include <string.h>

/* Between the names of a list (RFC 9110, 5.6.1). */
#define SEPARATORS ", \t"

static svc_coding_status push(svc_coding_stack *stack, const char *name, size_t length)
{
    const svc_coding *coding = svc_coding_find(name, length);

    if (length == 0 || svc_coding_is_none(name, length)) {
        return SVC_CODING_FINE;
    }
    if (coding == NULL || stack->count == SVC_CODINGS_MAX) {
        return SVC_CODING_BROKEN;
    }
    stack->decoders[stack->count] = svc_decoder_new(coding);
    if (stack->decoders[stack->count] == NULL) {
        return SVC_CODING_NO_MEMORY;
    }
    stack->count++; /* the bottom one writes where its user wants it */
    bool has_room = stack->count == 1 ||
                    svc_buffer_reserve(&stack->between[stack->count - 1], SVC_CODING_STEP);

    return has_room ? SVC_CODING_FINE : SVC_CODING_NO_MEMORY;
}

svc_coding_status svc_coding_stack_add(svc_coding_stack *stack, const char *list)
{
    svc_coding_status status = SVC_CODING_FINE;

    while (*list != '\0' && status == SVC_CODING_FINE) {
        size_t length = strcspn(list, SEPARATORS);
        status = push(stack, list, length);
        list += length;
        list += strspn(list, SEPARATORS);
    }
    return status;
}

/* Without a coding: one byte beyond `max` tells that there are more. */
static svc_coding_status copy(const char *bytes, size_t length, size_t max, svc_buffer *out)
{
    size_t left = out->length <= max ? max + 1 - out->length : 0;

    if (!svc_buffer_add(out, bytes, length < left ? length : left)) {
        return SVC_CODING_NO_MEMORY;
    }
    return out->length <= max ? SVC_CODING_FINE : SVC_CODING_TOO_LARGE;
}

/* A layer of a body on its way, and where its bottom goes. */
typedef struct {
    svc_coding_stack *stack;
    size_t layer; /* 0: the bottom */
    size_t max;
    svc_buffer *out;
} way;

/* A svc_coding_sink: undoes a layer, and those below it. As deep as there are codings. */
static svc_coding_status take_layer(void *arg, const char *bytes, size_t length)
{
    const way *w = arg;
    way below = *w;
    svc_decoder *decoder = w->stack->decoders[w->layer];

    if (w->layer == 0) {
        return svc_decoder_take(decoder, bytes, length, w->max, w->out);
    }
    below.layer--;
    return svc_decoder_pass(decoder, bytes, length, w->stack->between[w->layer].bytes, take_layer,
                            &below);
}

svc_coding_status svc_coding_stack_take(svc_coding_stack *stack, const char *bytes, size_t length,
                                        size_t max, svc_buffer *out)
{
    if (stack->count == 0) {
        return copy(bytes, length, max, out);
    }
    stack->began = stack->began || length > 0;

    way top = {stack, stack->count - 1, max, out};
    return take_layer(&top, bytes, length);
}

bool svc_coding_stack_is_whole(const svc_coding_stack *stack)
{
    for (size_t i = 0; i < stack->count; i++) {
        if (stack->began && !svc_decoder_is_whole(stack->decoders[i])) {
            return false;
        }
    }
    return true;
}

void svc_coding_stack_clear(svc_coding_stack *stack)
{
    for (size_t i = 0; i < stack->count; i++) {
        svc_decoder_free(stack->decoders[i]);
        svc_buffer_clear(&stack->between[i]);
    }
    *stack = (svc_coding_stack){.count = 0};
}
