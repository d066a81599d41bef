#include "dana/arena.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define CHUNK_SIZE     ((size_t)16 * 1024)
#define ALIGNMENT      sizeof(max_align_t)
#define FIRST_ELEMENTS 64
#define FIRST_BYTES    ((size_t)4096) /* fewer elements where so many are larger */

/* A block of memory in the arena's list: a chunk of small pieces, or one buffer's array. */
struct dana_arena_block {
    struct dana_arena_block *previous;
    struct dana_arena_block *next;
    size_t size; /* bytes after the header */
    size_t used; /* chunks only */
    max_align_t data[];
};

struct dana_arena {
    dana_allocator allocator;
    struct dana_arena_block *blocks;
    struct dana_arena_block *chunk;
    size_t cap;
    size_t used;
    size_t peak;
};

static void *default_allocate(size_t size, void *context)
{
    (void)context;
    return malloc(size);
}

static void *default_resize(void *pointer, size_t size, void *context)
{
    (void)context;
    return realloc(pointer, size);
}

static void default_release(void *pointer, void *context)
{
    (void)context;
    free(pointer);
}

static const dana_allocator default_allocator = {default_allocate, default_resize, default_release,
                                                 NULL};

dana_allocator dana_allocator_or_default(const dana_allocator *allocator)
{
    return allocator != NULL ? *allocator : default_allocator;
}

dana_arena *dana_arena_new(size_t cap_bytes, const dana_allocator *allocator)
{
    dana_allocator source = dana_allocator_or_default(allocator);
    dana_arena *arena = source.allocate(sizeof(*arena), source.context);

    if (arena == NULL) {
        return NULL;
    }
    *arena = (dana_arena){
        .allocator = source, .cap = cap_bytes, .used = sizeof(*arena), .peak = sizeof(*arena)};
    return arena;
}

void dana_arena_free(dana_arena *arena)
{
    if (arena == NULL) {
        return;
    }
    dana_allocator allocator = arena->allocator;
    struct dana_arena_block *block = arena->blocks;

    while (block != NULL) {
        struct dana_arena_block *next = block->next;

        allocator.release(block, allocator.context);
        block = next;
    }
    allocator.release(arena, allocator.context);
}

size_t dana_arena_left(const dana_arena *arena)
{
    return arena->used < arena->cap ? arena->cap - arena->used : 0;
}

size_t dana_arena_peak(const dana_arena *arena)
{
    return arena->peak;
}

static bool fits(const dana_arena *arena, size_t bytes)
{
    return bytes <= dana_arena_left(arena);
}

static void account(dana_arena *arena, size_t bytes)
{
    arena->used += bytes;
    if (arena->used > arena->peak) {
        arena->peak = arena->used;
    }
}

static dana_status over_cap(const dana_arena *arena, dana_error *err)
{
    return dana_error_set_limit(err, DANA_TOO_COMPLEX, 0, "memory", arena->cap,
                                "the page needs more memory than its limit of %zu bytes",
                                arena->cap);
}

static dana_status out_of_memory(dana_error *err)
{
    return dana_error_set(err, DANA_NO_MEMORY, 0, "out of memory");
}

static void link_block(dana_arena *arena, struct dana_arena_block *block)
{
    block->previous = NULL;
    block->next = arena->blocks;
    if (block->next != NULL) {
        block->next->previous = block;
    }
    arena->blocks = block;
}

static void unlink_block(dana_arena *arena, struct dana_arena_block *block)
{
    if (block->previous != NULL) {
        block->previous->next = block->next;
    } else {
        arena->blocks = block->next;
    }
    if (block->next != NULL) {
        block->next->previous = block->previous;
    }
}

/* Adds a block with room for `size` bytes to the arena. */
static dana_status new_block(dana_arena *arena, size_t size, struct dana_arena_block **out,
                             dana_error *err)
{
    size_t total = sizeof(**out) + size;

    if (total < size || !fits(arena, total)) {
        return over_cap(arena, err);
    }
    struct dana_arena_block *block = arena->allocator.allocate(total, arena->allocator.context);

    if (block == NULL) {
        return out_of_memory(err);
    }
    block->size = size;
    block->used = 0;
    link_block(arena, block);
    account(arena, total);
    *out = block;
    return DANA_OK;
}

void *dana_arena_alloc(dana_arena *arena, size_t size, dana_error *err)
{
    size_t rounded = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;

    if (rounded < size) {
        over_cap(arena, err);
        return NULL;
    }
    if (rounded > CHUNK_SIZE / 4) {
        struct dana_arena_block *block = NULL;

        return new_block(arena, rounded, &block, err) == DANA_OK ? block->data : NULL;
    }
    if ((arena->chunk == NULL || arena->chunk->size - arena->chunk->used < rounded) &&
        new_block(arena, CHUNK_SIZE - sizeof(*arena->chunk), &arena->chunk, err) != DANA_OK) {
        return NULL;
    }
    void *piece = (char *)arena->chunk->data + arena->chunk->used;

    arena->chunk->used += rounded;
    return piece;
}

void *dana_arena_zeroed(dana_arena *arena, size_t count, size_t size, dana_error *err)
{
    void *array = dana_arena_alloc(arena, count * size, err);

    return array != NULL ? memset(array, 0, count * size) : NULL;
}

void dana_buffer_init(dana_buffer *buffer, size_t element_size)
{
    *buffer = (dana_buffer){.element_size = element_size};
}

static void take_block(dana_buffer *buffer, struct dana_arena_block *block)
{
    buffer->block = block;
    buffer->data = block->data;
    buffer->capacity = block->size / buffer->element_size;
}

/* Gives a buffer's block exactly `bytes` bytes; the block must exist. */
static dana_status resize_block(dana_arena *arena, dana_buffer *buffer, size_t bytes,
                                dana_error *err)
{
    struct dana_arena_block *old = buffer->block;
    size_t old_size = old->size;

    unlink_block(arena, old);
    struct dana_arena_block *block = arena->allocator.resize(old, sizeof(*block) + bytes,
                                                             arena->allocator.context);

    if (block == NULL) {
        link_block(arena, old);
        return out_of_memory(err);
    }
    link_block(arena, block);
    arena->used -= old_size;
    block->size = bytes;
    account(arena, bytes);
    take_block(buffer, block);
    return DANA_OK;
}

static dana_status first_block(dana_arena *arena, dana_buffer *buffer, size_t bytes,
                               dana_error *err)
{
    struct dana_arena_block *block = NULL;
    dana_status status = new_block(arena, bytes, &block, err);

    if (status == DANA_OK) {
        take_block(buffer, block);
    }
    return status;
}

/* Half as much again keeps copying amortised; near the cap only what is needed is taken. */
static size_t grown_capacity(const dana_arena *arena, const dana_buffer *buffer, size_t needed)
{
    size_t capacity = buffer->capacity + buffer->capacity / 2;
    size_t first = FIRST_BYTES / buffer->element_size;

    if (first > FIRST_ELEMENTS) {
        first = FIRST_ELEMENTS;
    }
    if (capacity < first) {
        capacity = first;
    }
    if (capacity < needed ||
        (capacity - buffer->capacity) * buffer->element_size > dana_arena_left(arena) / 2) {
        capacity = needed + needed / 16;
    }
    return capacity;
}

dana_status dana_buffer_reserve(dana_arena *arena, dana_buffer *buffer, size_t extra,
                                dana_error *err)
{
    if (extra <= buffer->capacity - buffer->length) {
        return DANA_OK;
    }
    size_t needed = buffer->length + extra;
    size_t limit = arena->cap / buffer->element_size;

    if (needed < extra || needed > limit) {
        return over_cap(arena, err);
    }
    size_t capacity = grown_capacity(arena, buffer, needed);
    size_t bytes = capacity * buffer->element_size;

    if (buffer->block == NULL) {
        return first_block(arena, buffer, bytes, err);
    }
    if (bytes > buffer->block->size && !fits(arena, bytes - buffer->block->size)) {
        return over_cap(arena, err);
    }
    return resize_block(arena, buffer, bytes, err);
}

dana_status dana_buffer_append(dana_arena *arena, dana_buffer *buffer, const void *elements,
                               size_t count, dana_error *err)
{
    size_t size = buffer->element_size;
    dana_status status = dana_buffer_reserve(arena, buffer, count, err);

    if (status == DANA_OK && count > 0) {
        memcpy((char *)buffer->data + buffer->length * size, elements, count * size);
        buffer->length += count;
    }
    return status;
}

void dana_buffer_trim(dana_arena *arena, dana_buffer *buffer)
{
    if (buffer->block != NULL && buffer->length < buffer->capacity) {
        /* A failure to shrink leaves the buffer as it was, which is still correct. */
        dana_status ignored = resize_block(arena, buffer, buffer->length * buffer->element_size,
                                           NULL);

        (void)ignored;
    }
}

void dana_buffer_release(dana_arena *arena, dana_buffer *buffer)
{
    if (buffer->block != NULL) {
        unlink_block(arena, buffer->block);
        arena->used -= sizeof(*buffer->block) + buffer->block->size;
        arena->allocator.release(buffer->block, arena->allocator.context);
    }
    dana_buffer_init(buffer, buffer->element_size);
}
