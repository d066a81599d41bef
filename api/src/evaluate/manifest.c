#include "api/evaluation.h"
#include "json/parse.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static char *copy_member(const json_t *row, const char *name)
{
    const char *value = json_string_value(json_object_get(row, name));

    return strdup(value != NULL ? value : "");
}

/* The strings of a member that is a list. Returns false where memory ran out. */
static bool copy_list(const json_t *row, const char *name, api_snippets *out)
{
    const json_t *list = json_object_get(row, name);
    size_t count = json_array_size(list);

    *out = (api_snippets){.texts = calloc(count + 1, sizeof(*out->texts))};
    for (size_t i = 0; i < count && out->texts != NULL; i++) {
        const char *text = json_string_value(json_array_get(list, i));

        if (text == NULL) {
            continue;
        }
        out->texts[out->count] = strdup(text);
        if (out->texts[out->count] == NULL) {
            return false;
        }
        out->count++;
    }
    return out->texts != NULL;
}

static void clear_list(api_snippets *list)
{
    for (size_t i = 0; i < list->count; i++) {
        free(list->texts[i]);
    }
    free(list->texts);
}

/* The host of a URL: what stands between "//" and the next '/', ':', '?' or '#'. */
static char *host_of(const char *url)
{
    const char *start = strstr(url, "//");

    start = start != NULL ? start + 2 : url;
    return strndup(start, strcspn(start, "/:?#"));
}

bool api_manifest_row(const char *line, size_t length, const char *set, api_corpus_page *out)
{
    json_t *row = api__parse_json(line, length, 0, NULL);
    const char *url = json_string_value(json_object_get(row, "url"));

    *out = (api_corpus_page){.set = strdup(set),
                             .id = copy_member(row, "id"),
                             .language = copy_member(row, "lang"),
                             .page_type = copy_member(row, "page_type"),
                             .site = host_of(url != NULL ? url : ""),
                             .charset = copy_member(row, "charset_used"),
                             .headline = copy_member(row, "headline")};
    bool lists = copy_list(row, "with", &out->with) && copy_list(row, "without", &out->without);
    bool whole = lists && out->set != NULL && out->id != NULL && out->language != NULL &&
                 out->page_type != NULL && out->site != NULL && out->charset != NULL &&
                 out->headline != NULL && out->id[0] != '\0';

    json_decref(row);
    if (!whole) {
        api_corpus_page_clear(out);
    }
    return whole;
}

void api_corpus_page_clear(api_corpus_page *page)
{
    free(page->set);
    free(page->id);
    free(page->language);
    free(page->page_type);
    free(page->site);
    free(page->charset);
    free(page->headline);
    clear_list(&page->with);
    clear_list(&page->without);
    *page = (api_corpus_page){0};
}
