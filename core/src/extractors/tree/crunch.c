/*
 * Crunch (thesis 3.2.1, Algorithm 1), with its authors' settings and rules
 * (github.com/Programming-Systems-Lab/archived-memento, pervasive/crunch: ContentExtractor.java,
 * settings.txt).
 *
 * Filters that change no text are left out: styles, widths, images, scripts, line breaks.
 */
#include "base/ascii.h"
#include "extractors/tree/units.h"
#include "page/ops.h"
#include "page/page.h"

#include <string.h>
#include <strings.h>

enum { ADS, LINK_CELLS, RATIO, TEXT_LINKS, EMPTY_TABLES, MIN_TEXT };

/* Crunch takes a word to have this many letters. */
#define LETTERS_PER_WORD 5

static const dana_param crunch_params[] = {
    [ADS] = {.name = "ads",
             .type = DANA_PARAM_BOOLEAN,
             .default_value = 1,
             .unit = "",
             .doc = "Remove links to servers of advertisements."},
    [LINK_CELLS] = {.name = "link_cells",
                    .type = DANA_PARAM_BOOLEAN,
                    .default_value = 1,
                    .unit = "",
                    .doc = "Remove the links and the text of table cells that hold link lists."},
    [RATIO] = {.name = "link_ratio",
               .type = DANA_PARAM_INTEGER,
               .minimum = 0,
               .maximum = 1000,
               .default_value = 25,
               .unit = "%",
               .doc = "Links per word outside links above which a cell holds a link list; a word "
                      "is five letters."},
    [TEXT_LINKS] = {.name = "text_links",
                    .type = DANA_PARAM_BOOLEAN,
                    .default_value = 0,
                    .unit = "",
                    .doc = "Remove all links that hold no image."},
    [EMPTY_TABLES] = {.name = "empty_tables",
                      .type = DANA_PARAM_BOOLEAN,
                      .default_value = 1,
                      .unit = "",
                      .doc = "Remove tables that are left with hardly any text and no link."},
    [MIN_TEXT] = {.name = "min_text",
                  .type = DANA_PARAM_INTEGER,
                  .minimum = 0,
                  .maximum = 10000,
                  .default_value = 12,
                  .unit = "characters",
                  .doc = "Least text that makes a table worth keeping."},
};

/* Crunch reads a list of ad servers from a file, of 2003; this one names those that are common
 * today. A host is one of them when it is, or ends in a dot and, one of these. */
static const char *const ad_servers[] = {
    "2mdn.net",
    "adform.net",
    "adnxs.com",
    "adroll.com",
    "adsrvr.org",
    "advertising.com",
    "amazon-adsystem.com",
    "atdmt.com",
    "casalemedia.com",
    "criteo.com",
    "doubleclick.net",
    "fastclick.net",
    "googleadservices.com",
    "googlesyndication.com",
    "mediaplex.com",
    "mgid.com",
    "openx.net",
    "outbrain.com",
    "pubmatic.com",
    "revcontent.com",
    "rubiconproject.com",
    "serving-sys.com",
    "smartadserver.com",
    "taboola.com",
    "tribalfusion.com",
    "yieldmanager.com",
    "zedo.com",
};

/* What is known of an a element. */
enum { IS_LINK = 1, IS_AD = 2, HAS_IMAGE = 4 };

typedef struct {
    const dana_page *page;
    const dana_scan *scan;
    const dana__dom *dom;
    const int *values;
    uint8_t *keep;        /* per unit */
    uint8_t *links;       /* per node: flags of a elements */
    uint32_t *texts;      /* per unit + 1: text left before it, for tables */
    uint32_t *links_left; /* per node + 1: links left before it, for tables */
} crunch;

static bool ends_in(dana_view host, const char *server)
{
    size_t length = strlen(server);

    return host.length >= length &&
           strncasecmp(host.data + host.length - length, server, length) == 0 &&
           (host.length == length || host.data[host.length - length - 1] == '.');
}

/* The host of an absolute address, "//host" too; empty where there is none. */
static dana_view host_of(dana_view address)
{
    const char *end = address.data + address.length;
    const char *slashes = memmem(address.data, address.length, "//", 2);
    const char *host = slashes != NULL ? slashes + 2 : end;
    const char *p = host;

    while (p < end && strchr("/:?#", *p) == NULL) {
        p++;
    }
    return (dana_view){host, (size_t)(p - host)};
}

static bool is_ad(dana_view address)
{
    dana_view host = host_of(address);

    for (size_t i = 0; host.length > 0 && i < DANA__COUNT(ad_servers); i++) {
        if (ends_in(host, ad_servers[i])) {
            return true;
        }
    }
    return false;
}

static uint8_t judge_anchor(const crunch *c, const dana_anchor *anchor)
{
    dana_view tag = {c->page->source.data + anchor->start, anchor->start_length};
    dana_view address;

    if (!dana_tag_attribute(tag, "href", &address)) {
        return 0;
    }
    return is_ad(address) ? IS_LINK | IS_AD : IS_LINK;
}

/* The n-th a element of the tree is the n-th anchor of the scan: neither parser invents one. */
static void judge_links(crunch *c)
{
    size_t next = 0;

    for (size_t i = 1; i < c->dom->node_count; i++) {
        const dana__node *node = &c->dom->nodes[i];

        if (node->element == DANA__A && next < c->scan->anchor_count) {
            c->links[i] = judge_anchor(c, &c->scan->anchors[next++]);
        } else if (node->element == DANA__IMG && c->dom->nodes[node->parent].element == DANA__A) {
            c->links[node->parent] |= HAS_IMAGE;
        }
    }
}

static bool is_text_link(const crunch *c, size_t node)
{
    return (c->links[node] & (IS_LINK | HAS_IMAGE)) == IS_LINK;
}

static void remove_units(crunch *c, size_t node)
{
    const dana__node *n = &c->dom->nodes[node];

    memset(c->keep + n->first_unit, 0, n->unit_end - n->first_unit);
}

static uint32_t text_links_under(const crunch *c, size_t cell)
{
    uint32_t count = 0;

    for (size_t i = cell + 1; i < c->dom->nodes[cell].end; i++) {
        count += is_text_link(c, i) ? 1 : 0;
    }
    return count;
}

/* Removes the text and the text links of a cell; links with an image stay. */
static void empty_cell(crunch *c, size_t cell)
{
    const dana__node *node = &c->dom->nodes[cell];

    for (size_t i = node->first_unit; i < node->unit_end; i++) {
        size_t holder = c->dom->unit_nodes[i];

        while (holder > cell && (c->links[holder] & IS_LINK) == 0) {
            holder = c->dom->nodes[holder].parent;
        }
        if (holder <= cell || is_text_link(c, holder)) {
            c->keep[i] = 0;
        }
    }
}

/* Links per word outside links; a cell without such words is one of links (or empty). */
static bool is_link_cell(const crunch *c, size_t cell)
{
    const dana__node *node = &c->dom->nodes[cell];
    uint64_t letters = dana__node_chars(c->dom, node) - dana__node_link_chars(c->dom, node);

    return letters == 0 || (uint64_t)text_links_under(c, cell) * LETTERS_PER_WORD * 100 >
                               (uint64_t)c->values[RATIO] * letters;
}

/* Algorithm 1, node by node in document order. A cell that is emptied is not entered again. */
static dana_status filter_nodes(crunch *c, dana_error *err)
{
    for (size_t i = 1; i < c->dom->node_count;) {
        const dana__node *node = &c->dom->nodes[i];
        size_t next = i + 1;

        if ((c->links[i] & IS_AD) != 0 && c->values[ADS] != 0) {
            remove_units(c, i);
            next = node->end;
        } else if (node->element == DANA__TD && c->values[LINK_CELLS] != 0) {
            if (dana__poll(c->page, err) != DANA_OK) {
                return err->status;
            }
            if (is_link_cell(c, i)) {
                empty_cell(c, i);
                next = node->end;
            }
        } else if (is_text_link(c, i) && c->values[TEXT_LINKS] != 0) {
            remove_units(c, i);
            next = node->end;
        }
        i = next;
    }
    return DANA_OK;
}

/* Sums what the filters left, so that each table is judged in no time. A link is left where some of
 * its text is. */
static void sum_rest(crunch *c)
{
    c->texts[0] = 0;
    for (size_t i = 0; i < c->dom->unit_count; i++) {
        c->texts[i + 1] = c->texts[i] + (c->keep[i] != 0 ? dana__unit_chars(c->dom, i) : 0);
    }
    c->links_left[0] = 0;
    for (size_t i = 0; i < c->dom->node_count; i++) {
        const dana__node *node = &c->dom->nodes[i];
        bool left = node->element == DANA__A &&
                    c->texts[node->unit_end] > c->texts[node->first_unit];

        c->links_left[i + 1] = c->links_left[i] + (left ? 1 : 0);
    }
}

static void remove_empty_tables(crunch *c)
{
    sum_rest(c);
    for (size_t i = 1; i < c->dom->node_count; i++) {
        const dana__node *node = &c->dom->nodes[i];

        if (node->element == DANA__TABLE && c->links_left[node->end] == c->links_left[i] &&
            c->texts[node->unit_end] - c->texts[node->first_unit] < (uint32_t)c->values[MIN_TEXT]) {
            remove_units(c, i);
        }
    }
}

static dana_status allocate(dana_page *page, crunch *c, dana_error *err)
{
    c->keep = dana_arena_zeroed(page->arena, c->dom->unit_count, 1, err);
    if (c->keep != NULL) {
        memset(c->keep, 1, c->dom->unit_count);
        c->links = dana_arena_zeroed(page->arena, c->dom->node_count, 1, err);
    }
    if (c->links != NULL) {
        c->texts = dana_arena_zeroed(page->arena, c->dom->unit_count + 1, sizeof(*c->texts), err);
    }
    if (c->texts != NULL) {
        c->links_left = dana_arena_zeroed(page->arena, c->dom->node_count + 1,
                                          sizeof(*c->links_left), err);
    }
    return c->links_left != NULL ? DANA_OK : err->status;
}

static dana_status extract_crunch(dana_page *page, dana_result *result, dana_error *err)
{
    crunch c = {.page = page, .scan = result->scan, .values = result->params.values};
    dana_status status = dana__begin_dom(page, result, &c.dom, err);

    if (status == DANA_OK) {
        status = allocate(page, &c, err);
    }
    if (status != DANA_OK) {
        return status;
    }
    judge_links(&c);
    status = filter_nodes(&c, err);
    if (status != DANA_OK) {
        return status;
    }
    if (c.values[EMPTY_TABLES] != 0) {
        remove_empty_tables(&c);
    }
    return dana__select_units(page, result->scan, c.keep, &result->selection, err);
}

static const struct dana_algorithm_ops crunch_ops = {.scan_options = dana__default_scan,
                                                     .extract = extract_crunch};

const dana_algorithm dana__crunch = {
    .id = "crunch",
    .title = "Crunch",
    .citation = "Gupta, Kaiser, Neistadt, Grimm: DOM-based Content Extraction of HTML Documents, "
                "WWW 2003; thesis 3.2.1, Algorithm 1",
    .revision = 1,
    .fidelity = DANA_FIDELITY_COMPLETED,
    .notes = "Settings and the rules for cells and tables are those of the authors' program "
             "(github.com/Programming-Systems-Lab/archived-memento); the list of ad servers is of "
             "today. Removed links are not added at the end.",
    .kind = DANA_KIND_CONTENT,
    .params = crunch_params,
    .param_count = DANA__COUNT(crunch_params),
    .ops = &crunch_ops,
};
