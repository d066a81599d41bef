#include "extractors/tree/segments.h"

#include "page/page.h"
#include "terms/terms.h"

/* Code points by which stop words are counted. */
#define STOP_TEXT 10.0f

static void add16(uint16_t *to, unsigned more)
{
    unsigned sum = *to + more;

    *to = sum < UINT16_MAX ? (uint16_t)sum : UINT16_MAX;
}

static float share(float part, float whole)
{
    return whole > 0.0f ? part / whole : 0.0f;
}

static bool is_heading(uint8_t element)
{
    return element >= DANA__H1 && element <= DANA__H6;
}

/* Counts an element in its own node. */
static void count_element(dana__segment_counts *c, uint8_t element)
{
    switch (element) {
    case DANA__IMG:
        c->images = 1;
        break;
    case DANA__INPUT:
    case DANA__BUTTON:
    case DANA__SELECT:
        c->inputs = 1;
        break;
    case DANA__LI:
    case DANA__DT:
    case DANA__DD:
        c->items = 1;
        break;
    case DANA__P:
        c->paragraphs = 1;
        break;
    case DANA__TD:
    case DANA__TH:
        c->cells = 1;
        break;
    default:
        c->headings = is_heading(element);
        break;
    }
}

/* The English stop words in a text. */
static uint32_t count_stop_words(const dana__stop_words *stop_words, const char *p, const char *end)
{
    const dana__term_rules all = {.stems = false};
    const dana__term_rules kept = {.stop_words = *stop_words};
    dana__term_reader reader;
    uint64_t term;
    uint32_t count = 0;

    dana__read_terms(&reader, &all, p, end);
    while (dana__next_term(&reader, &term)) {
        count++;
    }
    dana__read_terms(&reader, &kept, p, end);
    while (dana__next_term(&reader, &term)) {
        count--;
    }
    return count;
}

/* Adds the texts to the nodes that hold them. */
static void count_texts(const dana_page *page, const dana_scan *scan, dana__segments *s,
                        const dana__stop_words *stop_words, const uint32_t *blocks)
{
    for (size_t i = 0; i < s->dom->unit_count; i++) {
        const char *text = page->source.data + scan->units[i].start;
        uint32_t node = s->dom->unit_nodes[i];

        s->counts[blocks[node]].own += dana__unit_chars(s->dom, i);
        s->counts[node].stop_words += count_stop_words(stop_words, text,
                                                       text + scan->units[i].length);
    }
}

/* Adds a node's counts to its parent. */
static void add_up(dana__segments *s, size_t index)
{
    const dana__node *node = &s->dom->nodes[index];
    const dana__segment_counts *c = &s->counts[index];
    dana__segment_counts *parent = &s->counts[node->parent];
    uint32_t text = dana__node_chars(s->dom, node);

    parent->longest = c->longest > parent->longest ? c->longest : parent->longest;
    parent->child = text > parent->child ? text : parent->child;
    parent->stop_words += c->stop_words;
    add16(&parent->images, c->images);
    add16(&parent->inputs, c->inputs);
    add16(&parent->items, c->items);
    add16(&parent->paragraphs, c->paragraphs);
    add16(&parent->headings, c->headings);
    add16(&parent->cells, c->cells);
    add16(&parent->children, 1);
    add16(&parent->filled, text > 0);
}

dana_status dana__count_segments(dana_page *page, const dana_scan *scan, const dana__dom *dom,
                                 dana__segments *out, dana_error *err)
{
    size_t count = dom->node_count;
    dana__stop_words stop_words;
    dana_buffer blocks; /* of each node: the innermost block element around it */

    *out = (dana__segments){.dom = dom, .text = dom->chars[dom->unit_count]};
    dana_buffer_init(&blocks, sizeof(uint32_t));
    out->counts = dana_arena_zeroed(page->arena, count, sizeof(*out->counts), err);
    if (out->counts == NULL || dana__make_stop_words(page->arena, &stop_words, err) != DANA_OK ||
        dana_buffer_reserve(page->arena, &blocks, count, err) != DANA_OK) {
        return err->status;
    }
    uint32_t *block = blocks.data;

    for (size_t i = 0; i < count; i++) {
        const dana__node *node = &dom->nodes[i];

        block[i] = node->is_block != 0 || i == 0 ? (uint32_t)i : block[node->parent];
        count_element(&out->counts[i], node->element);
        out->counts[i].depth = i > 0 ? (uint16_t)(out->counts[node->parent].depth + 1) : 0;
    }
    count_texts(page, scan, out, &stop_words, block);
    dana_buffer_release(page->arena, &blocks);
    for (size_t i = count; i-- > 0;) {
        dana__segment_counts *c = &out->counts[i];

        c->longest = c->own > c->longest ? c->own : c->longest;
        if (i > 0) {
            add_up(out, i);
        }
    }
    return dana__poll(page, err);
}

dana__segment_features dana__measure_segment(const dana__segments *s, size_t index)
{
    const dana__node *node = &s->dom->nodes[index];
    const dana__segment_counts *c = &s->counts[index];
    float text = (float)dana__node_chars(s->dom, node);
    float page = (float)s->text;

    return (dana__segment_features){
        .depth = c->depth,
        .position = share((float)s->dom->chars[node->first_unit], page),
        .text = text,
        .text_share = share(text, page),
        .link_share = share((float)dana__node_link_chars(s->dom, node), text),
        .links = (float)dana__node_links(s->dom, index),
        .text_of_tag = text / (float)(dana__node_tags(s->dom, index) + 1),
        .images = c->images,
        .inputs = c->inputs,
        .items = c->items,
        .paragraphs = c->paragraphs,
        .headings = c->headings,
        .cells = c->cells,
        .children = c->children,
        .filled = c->filled,
        .longest = (float)c->longest,
        .longest_share = share((float)c->longest, text),
        .child_share = share((float)c->child, text),
        .own_share = share((float)c->own, text),
        .stop_words = (float)c->stop_words,
        .stop_share = share(STOP_TEXT * (float)c->stop_words, text),
        .is_paragraph = node->element == DANA__P,
        .is_heading = is_heading(node->element),
        .is_list = node->element == DANA__UL || node->element == DANA__OL ||
                   node->element == DANA__DL,
        .is_table = node->element == DANA__TABLE || node->element == DANA__TR,
        .is_cell = node->element == DANA__TD || node->element == DANA__TH,
        .is_article = node->element == DANA__ARTICLE || node->element == DANA__MAIN,
    };
}
