#include "extractors/site/style_tree.h"

static dana__site_element *element_at(dana_site *site, uint32_t element)
{
    return (dana__site_element *)site->elements.data + element;
}

static dana__site_style *style_at(dana_site *site, uint32_t style)
{
    return (dana__site_style *)site->styles.data + style;
}

uint32_t dana__add_element(dana_site *site, uint32_t name)
{
    uint32_t element = (uint32_t)site->elements.length++;

    *element_at(site, element) = (dana__site_element){.name = name, .first_style = DANA__SITE_NONE};
    return element;
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
        dana__add_element(site, tree->nodes[i].name);
    }
    return style;
}

/* Section 3.3: from the top. */
void dana__add_nodes(dana_site *site, const dana__page_tree *tree, uint32_t *places)
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
