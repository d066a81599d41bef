#include "extractors/site/style_tree.h"

#include "base/error.h"
#include "extractors/site/site_terms.h"
#include "page/page.h"

#define DEFAULT_CAP ((size_t)64 * 1024 * 1024)

static dana__site_element *element_at(dana_site *site, uint32_t element)
{
    return (dana__site_element *)site->elements.data + element;
}

static dana__site_style *style_at(dana_site *site, uint32_t style)
{
    return (dana__site_style *)site->styles.data + style;
}

/* Adds an element node; there is room. Returns its index. */
static uint32_t add_element(dana_site *site, uint32_t name)
{
    uint32_t element = (uint32_t)site->elements.length++;

    *element_at(site, element) = (dana__site_element){.name = name, .first_style = DANA__SITE_NONE};
    return element;
}

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
    add_element(site, 0);
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

size_t dana_site_bytes(const dana_site *site)
{
    return dana_arena_peak(site->arena);
}

void dana_page_set_site(dana_page *page, const dana_site *site)
{
    page->site = site;
}

/* Whether the children of a node are those of a style: the hash says so, and so do all names. */
static bool is_style_of(const dana_site *site, const dana__site_style *style,
                        const dana__page_tree *tree, const dana__site_node *node)
{
    const dana__site_element *elements = site->elements.data;
    uint32_t child = node->first;

    if (style->sequence != node->sequence || style->count != node->children) {
        return false;
    }
    for (uint32_t i = 0; i < style->count; i++, child = tree->nodes[child].next) {
        if (elements[style->first + i].name != tree->nodes[child].name) {
            return false;
        }
    }
    return true;
}

uint32_t dana__find_style(const dana_site *site, uint32_t element, const dana__page_tree *tree,
                          uint32_t node)
{
    const dana__site_style *styles = site->styles.data;
    uint32_t style = ((const dana__site_element *)site->elements.data)[element].first_style;

    while (style != DANA__SITE_NONE &&
           !is_style_of(site, &styles[style], tree, &tree->nodes[node])) {
        style = styles[style].next;
    }
    return style;
}

/* Adds the style of a node to an element, with an element node for each child; there is room. */
static uint32_t add_style(dana_site *site, uint32_t element, const dana__page_tree *tree,
                          const dana__site_node *node)
{
    dana__site_element *parent = element_at(site, element);
    uint32_t style = (uint32_t)site->styles.length++;

    *style_at(site, style) = (dana__site_style){.sequence = node->sequence,
                                                .first = (uint32_t)site->elements.length,
                                                .count = node->children,
                                                .next = parent->first_style};
    parent->first_style = style;
    parent->style_count++;
    for (uint32_t i = node->first; i != DANA__SITE_NONE; i = tree->nodes[i].next) {
        add_element(site, tree->nodes[i].name);
    }
    return style;
}

/* Section 3.3: a page's tree is laid over the style tree from the top; what it has not yet is
 * added. places: per node the element node that stands for it. */
static void add_nodes(dana_site *site, const dana__page_tree *tree, uint32_t *places)
{
    places[0] = 0;
    for (uint32_t i = 0; i < tree->count; i++) {
        uint32_t style = dana__find_style(site, places[i], tree, i);

        if (style == DANA__SITE_NONE) {
            style = add_style(site, places[i], tree, &tree->nodes[i]);
        }
        element_at(site, places[i])->pages++;
        style_at(site, style)->pages++;
        uint32_t place = style_at(site, style)->first;

        for (uint32_t child = tree->nodes[i].first; child != DANA__SITE_NONE;
             child = tree->nodes[child].next) {
            places[child] = place++;
        }
    }
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
        add_nodes(site, &tree, places);
        dana__add_terms(site, page, &tree, places);
    }
    dana__release_page_tree(page, &tree);
    return status;
}
