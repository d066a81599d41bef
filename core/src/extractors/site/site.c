#include "dana/site.h"

#include "base/error.h"
#include "extractors/site/site_terms.h"
#include "page/page.h"

#define DEFAULT_CAP ((size_t)64 * 1024 * 1024)

dana_status dana_site_new(size_t cap_bytes, const dana_allocator *allocator, dana_site **out,
                          dana_error *err)
{
    dana_error *why = DANA__ERROR(err);
    dana_arena *arena = dana_arena_new(cap_bytes != 0 ? cap_bytes : DEFAULT_CAP, allocator);

    *out = NULL;
    if (arena == NULL) {
        return dana_error_set(err, DANA_NO_MEMORY, 0, "out of memory");
    }
    dana_site *site = dana_arena_zeroed(arena, 1, sizeof(*site), why);
    dana_status status = site != NULL ? DANA_OK : why->status;

    if (status == DANA_OK) {
        site->arena = arena;
        dana_buffer_init(&site->elements, sizeof(dana__site_element));
        dana_buffer_init(&site->styles, sizeof(dana__site_style));
        dana_buffer_init(&site->terms, sizeof(dana__site_term));
        status = dana_buffer_reserve(arena, &site->elements, 1, why);
    }
    if (status != DANA_OK) {
        dana_arena_free(arena);
        return status;
    }
    dana__add_element(site, 0);
    *out = site;
    return DANA_OK;
}

void dana_site_free(dana_site *site)
{
    if (site != NULL) {
        dana_arena_free(site->arena);
    }
}

size_t dana_site_pages(const dana_site *site)
{
    return site->pages;
}

void dana_page_set_site(dana_page *page, const dana_site *site)
{
    page->site = site;
}

/* Makes room for all that a page may bring, so that nothing fails when it is half added. */
static dana_status reserve(dana_site *site, dana_page *page, const dana__page_tree *tree,
                           uint32_t **places, dana_error *err)
{
    dana_status status = dana__poll(page, err);

    *places = status == DANA_OK ? dana_arena_alloc(page->arena, tree->count * sizeof(**places), err)
                                : NULL;
    if (*places == NULL) {
        return err->status;
    }
    status = dana_buffer_reserve(site->arena, &site->elements, tree->count, err);
    if (status == DANA_OK) {
        status = dana_buffer_reserve(site->arena, &site->styles, tree->count, err);
    }
    return status == DANA_OK ? dana__reserve_terms(site, page, tree, err) : status;
}

dana_status dana_site_add(dana_site *site, dana_page *page, dana_error *err)
{
    dana_error *why = DANA__ERROR(err);
    dana__page_tree tree;
    uint32_t *places;
    dana_status status = dana__read_page_tree(page, &tree, why);

    if (status != DANA_OK) {
        return status;
    }
    status = reserve(site, page, &tree, &places, why);
    if (status == DANA_OK) {
        site->pages++;
        dana__add_nodes(site, &tree, places);
        dana__add_terms(site, page, &tree, places);
    }
    dana__release_page_tree(page, &tree);
    return status;
}
