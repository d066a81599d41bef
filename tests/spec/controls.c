#include "controls.h"

#include "dana/format.h"
#include "dana/posts.h"
#include "dana/select.h"

#include <stdio.h>
#include <string.h>

bool apply_selectors(dana_page *page, const char *select, const char *remove)
{
    const dana_view selected = {select, select != NULL ? strlen(select) : 0};
    const dana_view removed = {remove, remove != NULL ? strlen(remove) : 0};
    const dana_selectors selectors = {.select = &selected,
                                      .select_count = select != NULL,
                                      .remove = &removed,
                                      .remove_count = remove != NULL};
    dana_error err;

    if (dana_page_select(page, &selectors, &err) != DANA_OK) {
        fprintf(stderr, "%s\n", err.message);
        return false;
    }
    return true;
}

static bool has(const char *switches, const char *name)
{
    size_t length = strlen(name);

    for (const char *p = strstr(switches, name); p != NULL; p = strstr(p + 1, name)) {
        if ((p == switches || p[-1] == ' ') && (p[length] == '\0' || p[length] == ' ')) {
            return true;
        }
    }
    return false;
}

static bool switch_comments(dana_page *page, bool take, dana_result *result, dana_view text)
{
    const dana_metadata_input input = {.url = {"", 0}, .result = result, .text = text};
    dana_posts posts;

    return dana_find_posts(page, &input, &posts, NULL) == DANA_OK &&
           dana_set_comments(page, &posts, take, result, NULL) == DANA_OK;
}

bool apply_switches(dana_page *page, const char *switches, dana_result *result, dana_view *text)
{
    bool fine = true;

    if (switches == NULL) {
        return true;
    }
    result->plain = (has(switches, "no-links") ? DANA_PLAIN_LINKS : 0u) |
                    (has(switches, "no-images") ? DANA_PLAIN_IMAGES : 0u);
    if (has(switches, "comments") || has(switches, "no-comments")) {
        fine = switch_comments(page, has(switches, "comments"), result, *text);
    }
    if (fine && has(switches, "no-tables")) {
        fine = dana_leave_out_tables(page, result, NULL) == DANA_OK;
    }
    return fine && dana_render_plain(page, result, text, NULL) == DANA_OK;
}
