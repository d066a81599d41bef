#include "extractors/site/site_terms.h"

#include "base/hash.h"
#include "page/page.h"
#include "text/words.h"

#include <math.h>
#include <string.h>

/* Fewest places of the table. */
#define PLACES_MIN ((size_t)1024)

/* Of four places three are taken at most. */
static bool is_roomy(size_t places, size_t terms)
{
    return terms <= places / 4 * 3;
}

/* Returns the place of a key, or the free one where it would stand. */
static dana__site_term *find_place(dana__site_term *terms, size_t places, uint64_t key)
{
    size_t at = (size_t)(key >> 32 ^ key) & (places - 1);

    while (terms[at].key != 0 && terms[at].key != key) {
        at = (at + 1) & (places - 1);
    }
    return &terms[at];
}

/* Replaces the table by one with more places. */
static dana_status grow(dana_site *site, size_t places, dana_error *err)
{
    dana_buffer old = site->terms;
    const dana__site_term *terms = old.data;
    dana_buffer made;

    dana_buffer_init(&made, sizeof(dana__site_term));
    dana_status status = dana_buffer_reserve(site->arena, &made, places, err);

    if (status != DANA_OK) {
        return status;
    }
    memset(made.data, 0, places * sizeof(*terms));
    made.length = places;
    for (size_t i = 0; i < old.length; i++) {
        if (terms[i].key != 0) {
            *find_place(made.data, places, terms[i].key) = terms[i];
        }
    }
    site->terms = made;
    dana_buffer_release(site->arena, &old);
    return DANA_OK;
}

static void read_unit(const dana_page *page, const dana_unit *unit, dana__token_reader *reader)
{
    const char *start = page->source.data + unit->start;

    dana__read_tokens(reader, start, start + unit->length);
}

static size_t count_tokens(const dana_page *page, const dana_scan *scan)
{
    dana__token_reader reader;
    uint64_t token;
    size_t count = 0;

    for (size_t i = 0; i < scan->unit_count; i++) {
        read_unit(page, &scan->units[i], &reader);
        while (dana__next_token(&reader, &token)) {
            count++;
        }
    }
    return count;
}

dana_status dana__reserve_terms(dana_site *site, const dana_page *page, const dana__page_tree *tree,
                                dana_error *err)
{
    size_t terms = site->term_count + count_tokens(page, tree->scan);
    size_t places = site->terms.length > 0 ? site->terms.length : PLACES_MIN;

    while (!is_roomy(places, terms)) {
        places *= 2;
    }
    return places > site->terms.length ? grow(site, places, err) : DANA_OK;
}

/* Counts what the last page has among what the pages before have. */
static void end_page(dana__site_term *term)
{
    term->times += term->here;
    term->spread += term->here * logf(term->here);
    term->here = 0.0f;
}

static void add_term(dana_site *site, uint32_t element, uint64_t token)
{
    uint64_t key = dana__hash(dana__hash(token, element), token >> 32) | 1;
    dana__site_term *term = find_place(site->terms.data, site->terms.length, key);

    if (term->key == 0) {
        *term = (dana__site_term){.key = key, .element = element, .page = site->pages};
        site->term_count++;
    } else if (term->page != site->pages) {
        end_page(term);
        term->page = site->pages;
    }
    term->here += 1.0f;
}

void dana__add_terms(dana_site *site, const dana_page *page, const dana__page_tree *tree,
                     const uint32_t *places)
{
    dana__token_reader reader;
    uint64_t token;

    for (size_t i = 0; i < tree->scan->unit_count; i++) {
        read_unit(page, &tree->scan->units[i], &reader);
        while (dana__next_token(&reader, &token)) {
            add_term(site, places[tree->unit_nodes[i]], token);
        }
    }
}

/* H(a) = - sum of p_j log_m p_j, where p_j is the share of the word's places that page j has, and m
 * the number of pages that have the element (section 3.4). */
static double entropy_of(const dana__site_term *term, uint32_t pages)
{
    double times = (double)term->times;

    return pages > 1 ? (log(times) - (double)term->spread / times) / log((double)pages) : 0.0;
}

void dana__measure_terms(dana_site *site)
{
    dana__site_element *elements = site->elements.data;
    dana__site_term *terms = site->terms.data;

    for (size_t i = 0; i < site->terms.length; i++) {
        dana__site_element *element = &elements[terms[i].element];

        if (terms[i].key != 0) {
            end_page(&terms[i]);
            element->term_count++;
            element->entropy += (float)entropy_of(&terms[i], element->pages);
        }
    }
}
