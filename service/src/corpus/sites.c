#include "corpus/sites.h"

#include "api/site.h"

#include <stdlib.h>
#include <string.h>

/* of: per entry of the corpus; the first entry of a site owns it. */
struct svc_sites {
    api_site **of;
    size_t *order; /* indices of the entries, by set and site */
    size_t count;
};

/* What the order compares: qsort has no argument. */
typedef struct {
    const api_corpus_page *page;
    size_t index;
} key;

static int compare_sites(const api_corpus_page *a, const api_corpus_page *b)
{
    int order = strcmp(a->set, b->set);

    return order != 0 ? order : strcmp(a->site, b->site);
}

static int compare_keys(const void *a, const void *b)
{
    const key *one = a;
    const key *other = b;
    int order = compare_sites(one->page, other->page);

    return order != 0 ? order : (one->index > other->index) - (one->index < other->index);
}

/* Puts the entries of each site side by side, in the order of the corpus. */
static bool sort_entries(svc_sites *sites, const svc_corpus *corpus)
{
    key *keys = calloc(sites->count + 1, sizeof *keys);

    for (size_t i = 0; keys != NULL && i < sites->count; i++) {
        keys[i] = (key){&corpus->entries[i].page, i};
    }
    if (keys != NULL) {
        qsort(keys, sites->count, sizeof *keys, compare_keys);
    }
    for (size_t i = 0; keys != NULL && i < sites->count; i++) {
        sites->order[i] = keys[i].index;
    }
    free(keys);
    return keys != NULL;
}

/* Returns the place after the last entry of the site that the entry at place `first` belongs to. */
static size_t end_of_site(const svc_sites *sites, const svc_corpus *corpus, size_t first)
{
    const svc_corpus_entry *entries = corpus->entries;
    size_t end = first + 1;

    while (end < sites->count && compare_sites(&entries[sites->order[first]].page,
                                               &entries[sites->order[end]].page) == 0) {
        end++;
    }
    return end;
}

static void learn_page(api_site *site, const api_context *context, const svc_corpus_entry *entry)
{
    size_t length = 0;
    char *html = svc_corpus_read(entry->html_path, &length);

    if (html != NULL) {
        api_site_add(site, context, html, length, entry->page.charset, NULL);
    }
    free(html);
}

/* Learns from the entries at the places [first, end). */
static bool learn_site(svc_sites *sites, const svc_corpus *corpus, const api_context *context,
                       size_t first, size_t end)
{
    api_site *site = api_site_new();

    for (size_t i = first; site != NULL && i < end; i++) {
        sites->of[sites->order[i]] = site;
        learn_page(site, context, &corpus->entries[sites->order[i]]);
    }
    if (site != NULL) {
        api_site_measure(site);
    }
    return site != NULL;
}

svc_sites *svc_sites_learn(const svc_corpus *corpus, const api_context *context)
{
    svc_sites *sites = calloc(1, sizeof *sites);
    bool fine = sites != NULL;

    if (fine) {
        sites->count = corpus->count;
        sites->of = calloc(corpus->count + 1, sizeof *sites->of);
        sites->order = calloc(corpus->count + 1, sizeof *sites->order);
        fine = sites->of != NULL && sites->order != NULL && sort_entries(sites, corpus);
    }
    for (size_t i = 0; fine && i < corpus->count;) {
        size_t end = end_of_site(sites, corpus, i);

        fine = learn_site(sites, corpus, context, i, end);
        i = end;
    }
    if (!fine) {
        svc_sites_free(sites);
        return NULL;
    }
    return sites;
}

const api_site *svc_sites_of(const svc_sites *sites, size_t index)
{
    return sites != NULL ? sites->of[index] : NULL;
}

/* Entries of a site lie side by side in the order: each site is freed where it begins. */
void svc_sites_free(svc_sites *sites)
{
    if (sites == NULL) {
        return;
    }
    for (size_t i = 0; sites->of != NULL && sites->order != NULL && i < sites->count; i++) {
        api_site *site = sites->of[sites->order[i]];

        if (i + 1 == sites->count || sites->of[sites->order[i + 1]] != site) {
            api_site_free(site);
        }
    }
    free(sites->of);
    free(sites->order);
    free(sites);
}
