/*
 * How important the element nodes of a site are (Yi, Liu, Li, KDD 2003, section 3.4): what many
 * pages show in one way, with the same words, is template.
 */
#include "dana/site.h"
#include "extractors/site/site_terms.h"

#include <math.h>

/* The attenuating factor gamma, as published. */
#define GAMMA 0.9

/* The importance of own text: 1 - the mean entropy of its words; 1 on a single page. */
static float measure_own(const dana__site_element *element)
{
    if (element->term_count == 0) {
        return -1.0f;
    }
    return element->pages > 1 ? 1.0f - element->entropy / (float)element->term_count : 1.0f;
}

/* What the children of one style add up to; own text counts as a child. */
static double mean_of_children(const dana__site_element *elements, const dana__site_style *style,
                               dana__site_element *element)
{
    double sum = element->own >= 0.0f ? (double)element->own : 0.0;
    uint32_t count = style->count + (element->own >= 0.0f ? 1 : 0);

    for (uint32_t i = 0; i < style->count; i++) {
        const dana__site_element *child = &elements[style->first + i];

        sum += (double)child->importance;
        element->greatest = fmaxf(element->greatest, child->greatest);
    }
    return count > 0 ? sum / count : 0.0;
}

/* CompImp(E) = (1 - gamma^l) NodeImp(E) + gamma^l sum of p_i CompImp(S_i), where l is the number of
 * its styles; NodeImp(E) = - sum of p_i log_m p_i, where m pages have E; 1 where m is 1. */
static double measure_styles(const dana_site *site, dana__site_element *element)
{
    const dana__site_element *elements = site->elements.data;
    const dana__site_style *styles = site->styles.data;
    double pages = (double)element->pages;
    double diversity = 0.0;
    double below = 0.0;

    for (uint32_t i = element->first_style; i != DANA__SITE_NONE; i = styles[i].next) {
        double p = (double)styles[i].pages / pages;

        diversity -= p * log(p);
        below += p * mean_of_children(elements, &styles[i], element);
    }
    double importance = element->pages > 1 ? diversity / log(pages) : 1.0;
    double weight = pow(GAMMA, (double)element->style_count);

    return (1.0 - weight) * importance + weight * below;
}

/* Whether no page shows anything inside an element but its own text. */
static bool is_leaf(const dana_site *site, const dana__site_element *element)
{
    const dana__site_style *styles = site->styles.data;

    return element->style_count == 1 && styles[element->first_style].count == 0;
}

/* deviation: an element without text on several pages (a picture) has importance 0, where the paper
 * compares the names of pictures; only text is extracted here. */
static void measure_element(const dana_site *site, dana__site_element *element)
{
    element->own = measure_own(element);
    if (!is_leaf(site, element)) {
        element->importance = (float)measure_styles(site, element);
    } else if (element->own >= 0.0f) {
        element->importance = element->own;
    } else {
        element->importance = element->pages == 1 ? 1.0f : 0.0f;
    }
    element->greatest = fmaxf(element->greatest, fmaxf(element->own, element->importance));
}

/* An element's children come after it: from the last to the first all below it is measured. */
void dana_site_measure(dana_site *site)
{
    dana__site_element *elements = site->elements.data;

    dana__measure_terms(site);
    for (size_t i = site->elements.length; site->pages > 0 && i > 0; i--) {
        measure_element(site, &elements[i - 1]);
    }
}
