#include "select_compare.h"

#include "dana/text.h"
#include "select/match.h"
#include "select/parse.h"
#include "select_random.h"
#include "select_reference.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Whether a name of the selector ends inside a character, as cut words may. */
static bool is_text(const char *css)
{
    return dana_utf8_valid_length(css, strlen(css)) == strlen(css);
}

/* Compares one selector. */
static bool compare(dana_page *page, const reference_tree *tree, const reference_selector *selector,
                    unsigned char *map)
{
    size_t length = dana_page_source(page).length;
    dana__selector_program program;
    dana_selection found[DANA__USE_COUNT];
    dana_arena *arena = dana_arena_new(1 << 20, NULL);
    char css[4 * 6 * 4 * REFERENCE_NAME];
    dana_error err = {.status = DANA_OK};

    reference_write(selector, css, sizeof(css));
    memset(map, 0, length);
    reference_mark(tree, selector, map);
    dana__selectors_start(&program, arena);
    bool fine = !is_text(css) || (dana__read_selectors(&program, (dana_view){css, strlen(css)},
                                                       DANA__USE_REMOVE, &err) == DANA_OK &&
                                  dana__match_page(page, &program, found, &err) == DANA_OK);
    size_t at = 0;

    for (size_t i = 0; fine && is_text(css) && i <= found[DANA__USE_REMOVE].count; i++) {
        const dana_selection *spans = &found[DANA__USE_REMOVE];
        size_t start = i < spans->count ? spans->spans[i].start : length;
        size_t end = i < spans->count ? spans->spans[i].end : length;

        fine = memchr(map + at, 1, start - at) == NULL &&
               memchr(map + start, 0, end - start) == NULL;
        at = end;
    }
    if (!fine) {
        printf("FAILED: %s: %s\n", css, err.status != DANA_OK ? err.message : "other elements");
    }
    dana_arena_free(arena);
    return fine;
}

bool reference_compare(dana_page *page, size_t count)
{
    reference_tree tree;
    reference_selector selector;
    unsigned char *map = malloc(dana_page_source(page).length + 1);
    bool fine = reference_read(page, &tree);

    for (size_t i = 0; fine && tree.count > 0 && !tree.merged && i < count; i++) {
        reference_random(&tree, &selector);
        fine = compare(page, &tree, &selector, map);
    }
    reference_clear(&tree);
    free(map);
    return fine;
}
