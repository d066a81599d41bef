#include "dana/select.h"

#include "base/error.h"
#include "page/page.h"
#include "select/match.h"
#include "select/parse.h"

#include <string.h>

/* More than the texts and tests of all lists need. */
#define CHECK_CAP ((size_t)8 * 1024 * 1024)

/* Reads all lists; *which is the index of the last one that was read. */
static dana_status read_lists(dana__selector_program *program, const dana_selectors *selectors,
                              size_t *which, dana_error *err)
{
    size_t count = selectors->select_count + selectors->remove_count;
    dana_status status = DANA_OK;

    for (size_t i = 0; status == DANA_OK && i < count; i++) {
        bool selects = i < selectors->select_count;
        dana_view list = selects ? selectors->select[i]
                                 : selectors->remove[i - selectors->select_count];

        *which = i;
        status = dana__read_selectors(program, list, selects ? DANA__USE_SELECT : DANA__USE_REMOVE,
                                      err);
    }
    return status;
}

dana_status dana_selectors_check(const dana_selectors *selectors, size_t *which, dana_error *err)
{
    dana_error *why = DANA__ERROR(err);
    dana_arena *arena = dana_arena_new(CHECK_CAP, NULL);
    dana__selector_program program;

    *which = 0;
    if (arena == NULL) {
        return dana_error_set(why, DANA_NO_MEMORY, 0, "out of memory");
    }
    dana__selectors_start(&program, arena);
    dana_status status = read_lists(&program, selectors, which, why);

    dana_arena_free(arena);
    return status;
}

/* Writes over a removed element what is read as a comment, its newlines kept: nothing is left of
 * it, not even a space. The shortest tag, <b>, has room for "<?>"; a body without a tag may not. */
static void blank(char *start, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        start[i] = start[i] == '\n' ? '\n' : ' ';
    }
    if (length >= 3) {
        start[0] = '<';
        start[1] = '?';
        start[length - 1] = '>';
    }
}

/* Gives a page a source without the removed elements. */
static dana_status remove_elements(dana_page *page, const dana_selection *removed, dana_error *err)
{
    if (removed->count == 0) {
        return DANA_OK;
    }
    char *source = dana_arena_alloc(page->arena, page->source.length, err);

    if (source == NULL) {
        return err->status;
    }
    memcpy(source, page->source.data, page->source.length);
    for (size_t i = 0; i < removed->count; i++) {
        dana_span span = removed->spans[i];

        blank(source + span.start, span.end - span.start);
    }
    page->source.data = source;
    return DANA_OK;
}

dana_status dana_page_select(dana_page *page, const dana_selectors *selectors, dana_error *err)
{
    dana_error *why = DANA__ERROR(err);
    dana_selection found[DANA__USE_COUNT];
    dana__selector_program program;
    size_t which;

    dana__selectors_start(&program, page->arena);
    dana_status status = read_lists(&program, selectors, &which, why);

    if (status == DANA_OK && program.compounds.length > 0) {
        status = dana__match_page(page, &program, found, why);
    }
    if (status != DANA_OK || program.compounds.length == 0) {
        return status;
    }
    page->has_chosen = selectors->select_count > 0;
    page->chosen = found[DANA__USE_SELECT];
    return remove_elements(page, &found[DANA__USE_REMOVE], why);
}
