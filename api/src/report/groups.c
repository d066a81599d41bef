#include "report/groups.h"

#include <stdlib.h>
#include <string.h>

static const char *set_of(const api_corpus_page *page)
{
    return page->set;
}

static const char *language_of(const api_corpus_page *page)
{
    return page->language;
}

static const char *type_of(const api_corpus_page *page)
{
    return page->page_type;
}

static const char *site_of(const api_corpus_page *page)
{
    return page->site;
}

static const char *anything_of(const api_corpus_page *page)
{
    (void)page;
    return "all";
}

const api__grouping api__groupings[API__GROUPINGS] = {
    [API__BY_SET] = {"set", set_of},         [API__BY_LANGUAGE] = {"language", language_of},
    [API__BY_TYPE] = {"page type", type_of}, [API__BY_SITE] = {"site", site_of},
    [API__BY_ALL] = {"all", anything_of},
};

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Pages of which nothing is said ("") make no group. Returns false where memory ran out. */
bool api__find_groups(const api__report *r, const api__grouping *by, api__groups *out)
{
    size_t found = 0;

    *out = (api__groups){.names = calloc(r->count + 1, sizeof(*out->names))};
    if (out->names == NULL) {
        return false;
    }
    for (size_t i = 0; i < r->count; i++) {
        const char *name = by->of(&r->pages[i]);

        if (name[0] != '\0') {
            out->names[found++] = name;
        }
    }
    qsort(out->names, found, sizeof(*out->names), compare_names);
    for (size_t i = 0; i < found; i++) {
        if (out->count == 0 || strcmp(out->names[out->count - 1], out->names[i]) != 0) {
            out->names[out->count++] = out->names[i];
        }
    }
    return true;
}

typedef struct {
    const api__grouping *by;
    const char *name;
} membership;

static bool belongs(const api_corpus_page *page, const void *arg)
{
    const membership *m = arg;

    return strcmp(m->by->of(page), m->name) == 0;
}

api__mean api__group_mean(const api__report *r, const api__grouping *by, const char *name,
                          size_t run)
{
    membership m = {by, name};

    return api__mean_of(r->evaluation, r->pages, r->scores, r->count, run, belongs, &m);
}
