#include "measure/top_links.h"

#include "measure/calls.h"

#include <string.h>
#include <strings.h>

/* Code points of such a line at most. */
#define LINE_MOST 48

/* What pages call their top. */
static const char *const tops[] = {"#top",       "#_top",   "#pagetop", "#page-top", "#page_top",
                                   "#backtotop", "#totop",  "#oben",    "#haut",     "#arriba",
                                   "#topo",      "#inizio", "#toppen",  "#topofpage"};

static bool is_top(dana_view address)
{
    for (size_t i = 0; i < DANA__COUNT(tops); i++) {
        if (strlen(tops[i]) == address.length &&
            strncasecmp(tops[i], address.data, address.length) == 0) {
            return true;
        }
    }
    return false;
}

bool dana__leads_to_top(const dana_page *page, const dana__block *block)
{
    const char *end = page->source.data + block->end;
    dana_view href;

    /* Brackets and arrows may stand outside the link. */
    if (block->links == 0 || block->text > LINE_MOST || block->text > block->link_text + 4) {
        return false;
    }
    const char *p = dana__start_with_tags(page, block);

    while (dana__next_link(&p, end, &href)) {
        if (href.data != NULL) {
            return is_top(href);
        }
    }
    return false;
}
