/*
 * The only file that includes libxml2. Its parser is used as a source of events: it keeps a stack
 * of open elements and nothing else, so that no tree of its own has to be freed.
 */
#include "dom/tree.h"

#include "dana/library.h"
#include "html/elements.h"
#include "page/page.h"

#include <libxml/HTMLparser.h>
#include <libxml/threads.h>
#include <libxml/xmlerror.h>
#include <setjmp.h>
#include <string.h>

/* Most elements that may be open at once: libxml2 looks through them at every end tag. The deepest
 * page of the corpora has 55. */
#define MAX_DEPTH   1024

#define POLL_EVENTS 4096

/* Names in the order of dana__element, and of strcmp. */
static const char *const element_names[DANA__ELEMENT_COUNT] = {
#include "dom/element_names.def"
};

/* The state of one parse. */
typedef struct {
    dana_page *page;
    dana_error *err;
    htmlParserCtxtPtr parser;
    dana_buffer nodes;
    uint32_t *unit_nodes;
    size_t unit_count;
    size_t next_unit;
    uint32_t current; /* index of the innermost open node */
    size_t depth;
    size_t events;
    dana_status status; /* the first failure; events after it are ignored */
    jmp_buf out_of_memory;
} builder;

void dana_library_init(void)
{
    xmlInitParser();
}

bool dana_library_init_thread(void)
{
    return xmlGetGlobalState() != NULL;
}

static dana__element element_of(const char *name)
{
    size_t low = DANA__A;
    size_t high = DANA__ELEMENT_COUNT;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = strcmp(name, element_names[middle]);

        if (order == 0) {
            return (dana__element)middle;
        }
        if (order < 0) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return DANA__OTHER;
}

/* The scan's own table says what is block-level; names come in lower case. */
static bool is_block(const char *name)
{
    dana__name key = {0, strlen(name)};

    for (size_t i = 0; i < key.length && i < sizeof(key.key); i++) {
        key.key |= (uint64_t)(unsigned char)name[i] << (8 * i);
    }
    return (dana__element_flags(key, name) & DANA__BLOCK) != 0 && strcmp(name, "br") != 0;
}

static dana__node *node_at(const builder *b, uint32_t index)
{
    return (dana__node *)b->nodes.data + index;
}

static void fail(builder *b, dana_status status)
{
    b->status = status;
    xmlStopParser(b->parser);
}

static void poll_events(builder *b)
{
    if (++b->events % POLL_EVENTS == 0) {
        dana_status status = dana__poll(b->page, b->err);

        if (status != DANA_OK) {
            fail(b, status);
        }
    }
}

static dana_status push_node(builder *b, dana__node node)
{
    dana_status status = dana_buffer_reserve(b->page->arena, &b->nodes, 1, b->err);

    if (status == DANA_OK) {
        ((dana__node *)b->nodes.data)[b->nodes.length++] = node;
    }
    return status;
}

static void on_start(void *context, const xmlChar *name, const xmlChar **attributes)
{
    builder *b = context;
    const char *text = (const char *)name;

    (void)attributes;
    poll_events(b);
    if (b->status != DANA_OK) {
        return;
    }
    if (++b->depth > MAX_DEPTH) {
        fail(b, dana_error_set(b->err, DANA_TOO_COMPLEX, 0, "the page nests more than %d elements",
                               MAX_DEPTH));
        return;
    }
    dana__element element = element_of(text);
    dana__node node = {.parent = b->current,
                       .first_unit = (uint32_t)b->next_unit,
                       .element = (uint8_t)element,
                       .is_block = is_block(text),
                       .in_link = element == DANA__A || node_at(b, b->current)->in_link};
    uint32_t index = (uint32_t)b->nodes.length;
    dana_status status = push_node(b, node);

    if (status != DANA_OK) {
        fail(b, status);
        return;
    }
    b->current = index;
}

static void close_node(builder *b)
{
    dana__node *node = node_at(b, b->current);

    node->end = (uint32_t)b->nodes.length;
    node->unit_end = (uint32_t)b->next_unit;
    b->current = node->parent;
}

/* libxml2 reports an end for every start, innermost first. */
static void on_end(void *context, const xmlChar *name)
{
    builder *b = context;

    (void)name;
    if (b->status == DANA_OK && b->current != 0) {
        close_node(b);
        b->depth--;
    }
}

/* Each "x" is the next unit. */
static void on_text(void *context, const xmlChar *text, int length)
{
    builder *b = context;

    poll_events(b);
    for (int i = 0; i < length && b->status == DANA_OK; i++) {
        if (text[i] == 'x' && b->next_unit < b->unit_count) {
            b->unit_nodes[b->next_unit++] = b->current;
        }
    }
}

static dana_status prepare(builder *b)
{
    dana_buffer_init(&b->nodes, sizeof(dana__node));
    b->unit_nodes = dana_arena_alloc(b->page->arena, b->unit_count * sizeof(*b->unit_nodes),
                                     b->err);
    if (b->unit_nodes == NULL) {
        return b->err->status;
    }
    return push_node(b, (dana__node){.element = DANA__DOCUMENT});
}

/* libxml2 2.9.14 goes on where an allocation fails, for ever if all do. It tells of each: the first
 * one ends the parse. */
static void on_error(void *context, xmlErrorPtr error)
{
    builder *b = context;

    if (error->code == XML_ERR_NO_MEMORY) {
        longjmp(b->out_of_memory, 1);
    }
}

/* A function of its own: what setjmp's caller changes is lost when it comes back. */
static bool run(builder *b)
{
    if (setjmp(b->out_of_memory) != 0) {
        return false;
    }
    htmlParseDocument(b->parser);
    return true;
}

/* deviation from a tree of libxml2's own: it gets no attributes, which have no influence on the
 * tree. */
static dana_status parse(builder *b, dana_view skeleton)
{
    const htmlSAXHandler handler = {.startElement = on_start,
                                    .endElement = on_end,
                                    .characters = on_text,
                                    .cdataBlock = on_text};
    const int options = HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING |
                        HTML_PARSE_NONET | (int)XML_PARSE_HUGE;

    b->parser = htmlCreateMemoryParserCtxt(skeleton.data, (int)skeleton.length);
    if (b->parser == NULL) {
        return dana_error_set(b->err, DANA_NO_MEMORY, 0, "out of memory");
    }
    htmlCtxtUseOptions(b->parser, options);
    *b->parser->sax = handler;
    b->parser->userData = b;
    xmlSetStructuredErrorFunc(b, on_error);
    bool done = run(b);
    xmlSetStructuredErrorFunc(NULL, NULL);
    if (b->status == DANA_OK && !done) {
        b->status = dana_error_set(b->err, DANA_NO_MEMORY, 0, "out of memory");
    }
    htmlFreeParserCtxt(b->parser);
    return b->status;
}

dana_status dana__build_tree(dana_page *page, dana_view skeleton, dana__dom *dom, dana_error *err)
{
    builder b = {.page = page, .err = err, .unit_count = dom->unit_count};
    dana_status status = prepare(&b);

    /* libxml2 takes no empty memory. */
    if (status == DANA_OK && skeleton.length > 0) {
        status = parse(&b, skeleton);
    }
    if (status != DANA_OK) {
        return status;
    }
    dom->unmapped = b.unit_count - b.next_unit;
    while (b.current != 0) {
        close_node(&b);
    }
    while (b.next_unit < b.unit_count) {
        b.unit_nodes[b.next_unit++] = 0;
    }
    close_node(&b);
    dana_buffer_trim(page->arena, &b.nodes);
    dom->nodes = b.nodes.data;
    dom->node_count = b.nodes.length;
    dom->unit_nodes = b.unit_nodes;
    return DANA_OK;
}
