/*
 * The arena: all memory of one page, freed at once, under one cap.
 *
 * Small pieces come from chunks; growing arrays (dana_buffer) are blocks of their own that the
 * arena can enlarge in place. Nothing is freed singly. Not thread-safe: one arena, one thread.
 */
#ifndef DANA_ARENA_H
#define DANA_ARENA_H

#include "dana/status.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Opaque arena. */
typedef struct dana_arena dana_arena;

/* A growing array inside an arena: `length` elements of `element_size` bytes, room for `capacity`.
 * Pointers into `data` are valid until the next reserve on the same buffer. */
typedef struct {
    void *data;
    size_t length;
    size_t capacity;
    size_t element_size;
    struct dana_arena_block *block;
} dana_buffer;

/* How core gets memory; each function behaves as its C namesake. Tests inject failures here. */
typedef struct {
    void *(*allocate)(size_t size, void *context);
    void *(*resize)(void *pointer, size_t size, void *context);
    void (*release)(void *pointer, void *context);
    void *context;
} dana_allocator;

/* Returns a copy of an allocator; NULL stands for malloc, realloc and free. */
dana_allocator dana_allocator_or_default(const dana_allocator *allocator);

/*
 * Makes an arena that never holds more than cap_bytes at once, counting its own bookkeeping.
 * allocator NULL means malloc, realloc, free; else it is copied.
 * Returns an owned arena (dana_arena_free), or NULL when out of memory.
 */
dana_arena *dana_arena_new(size_t cap_bytes, const dana_allocator *allocator);

/* Frees the arena and everything in it; NULL is allowed. */
void dana_arena_free(dana_arena *arena);

/*
 * Returns `size` bytes aligned for any type, uninitialised, owned by the arena; size 0 gives a
 * valid pointer. NULL with err DANA_TOO_COMPLEX (cap reached) or DANA_NO_MEMORY.
 */
void *dana_arena_alloc(dana_arena *arena, size_t size, dana_error *err);

/* As dana_arena_alloc, for `count` elements of `size` bytes, all zero. */
void *dana_arena_zeroed(dana_arena *arena, size_t count, size_t size, dana_error *err);

/* Sets up an empty buffer for elements of element_size bytes (> 0); allocates nothing. */
void dana_buffer_init(dana_buffer *buffer, size_t element_size);

/*
 * Makes room for at least `extra` more elements. Keeps the contents; may move them.
 * Errors: DANA_TOO_COMPLEX (cap reached), DANA_NO_MEMORY; the buffer is then unchanged.
 */
DANA_MUST_USE dana_status dana_buffer_reserve(dana_arena *arena, dana_buffer *buffer, size_t extra,
                                              dana_error *err);

/*
 * Appends `count` elements, copied; elements NULL is allowed where count is 0. Errors: as
 * dana_buffer_reserve.
 */
DANA_MUST_USE dana_status dana_buffer_append(dana_arena *arena, dana_buffer *buffer,
                                             const void *elements, size_t count, dana_error *err);

/* Returns unused room beyond `length` to the arena. Moves the contents at most once. */
void dana_buffer_trim(dana_arena *arena, dana_buffer *buffer);

/* Frees a buffer's memory before its arena dies; the buffer is empty afterwards. */
void dana_buffer_release(dana_arena *arena, dana_buffer *buffer);

/* Returns the bytes that may still be taken under the cap. */
size_t dana_arena_left(const dana_arena *arena);

/* Returns the most bytes ever held at once. */
size_t dana_arena_peak(const dana_arena *arena);

#ifdef __cplusplus
}
#endif
#endif
