#include "json/parse.h"

#include <malloc.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdlib.h>

/* Blocks that there is room for at first; twice as many each time after that. */
#define FIRST_BLOCKS ((size_t)64)
/* From here on a block is freed at once; smaller ones are too many to be looked for. */
#define LARGE_BYTES ((size_t)64 * 1024)

typedef struct {
    void **items;
    size_t count;
    size_t capacity;
} block_list;

/*
 * A parse that is under way on this thread. jansson's lexer goes on where the buffer of a string
 * cannot grow: bytes are missing then, or it runs into an assertion. So an allocation that fails
 * leaves the parse at once, and all that it has allocated is freed here.
 */
typedef struct {
    jmp_buf out_of_memory;
    block_list blocks; /* all but large ones that were freed */
    block_list freed;  /* those of them that are to be freed */
} parse;

static _Thread_local parse *current;

/* Adds a block. Returns false where memory is out. */
static bool add(block_list *list, void *block)
{
    size_t capacity = list->capacity > 0 ? list->capacity * 2 : FIRST_BLOCKS;

    if (list->count == list->capacity) {
        void **items = realloc(list->items, capacity * sizeof *items);
        if (items == NULL) {
            return false;
        }
        list->items = items;
        list->capacity = capacity;
    }
    list->items[list->count++] = block;
    return true;
}

static void free_all(const block_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        free(list->items[i]);
    }
}

static void *noting_malloc(size_t size)
{
    parse *p = current;
    void *block = malloc(size);

    if (p != NULL && (block == NULL || !add(&p->blocks, block))) {
        free(block);
        longjmp(p->out_of_memory, 1);
    }
    return block;
}

static void forget(block_list *list, const void *block)
{
    size_t i = list->count;

    while (i > 0 && list->items[i - 1] != block) {
        i--;
    }
    if (i > 0) {
        list->items[i - 1] = list->items[--list->count];
    }
}

static void noting_free(void *block)
{
    parse *p = current;

    if (p == NULL || block == NULL) {
        free(block);
    } else if (malloc_usable_size(block) >= LARGE_BYTES) {
        forget(&p->blocks, block);
        free(block);
    } else if (!add(&p->freed, block)) {
        longjmp(p->out_of_memory, 1);
    }
}

void api__parse_init(void)
{
    json_set_alloc_funcs(noting_malloc, noting_free);
}

/* A function of its own: what setjmp's caller changes is lost when it comes back. */
static json_t *run(parse *p, const char *bytes, size_t length, size_t flags, json_error_t *error)
{
    if (setjmp(p->out_of_memory) != 0) {
        current = NULL;
        free_all(&p->blocks);
        if (error != NULL) {
            error->text[0] = '\0';
        }
        return NULL;
    }
    current = p;
    json_t *root = json_loadb(bytes, length, flags, error);
    current = NULL;
    free_all(&p->freed);
    return root;
}

json_t *api__parse_json(const char *bytes, size_t length, size_t flags, json_error_t *error)
{
    parse p = {.blocks = {.items = NULL}};
    json_t *root = run(&p, bytes, length, flags, error);

    free(p.blocks.items);
    free(p.freed.items);
    return root;
}
