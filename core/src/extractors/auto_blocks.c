/*
 * The scan of the successor: tokens in, blocks and elements out.
 */
#include "extractors/auto_blocks.h"

#include "base/utf8.h"
#include "extractors/auto_hints.h"
#include "extractors/auto_rules.h"
#include "page/count.h"
#include "page/page.h"
#include "page/tokenizer.h"

#include <string.h>
#include <strings.h>

/* Records are bounded: one per this many source bytes, and some for small pages. */
#define BYTES_PER_RECORD ((size_t)160)
#define RECORDS_FREE     ((size_t)1024)

/* Deepest stack of open elements; what is deeper belongs to the deepest. */
#define STACK_MAX    512

#define INSIDE(kind) (UINT64_C(1) << DANA__KIND_##kind)

/* The name "link", as dana__name holds it. */
#define LINK_KEY UINT64_C(0x6B6E696C)

/* An open element. One that is not recorded shares its parent's record. */
typedef struct {
    uint32_t node;
    uint8_t kind;
    bool recorded;
} open_element;

/* The state of the pass. `block` is the one being filled; its text is 0 where it is empty. */
typedef struct {
    dana_page *page;
    const char *base;
    const char *end;
    dana__blocks *out;
    size_t limit; /* most blocks, and most nodes */
    open_element *stack;
    size_t depth;
    uint32_t open[DANA__KIND_COUNT]; /* how many of a kind are on the stack */
    dana__block block;
    dana__line_state line_state;
    uint32_t tags; /* since the last block */
    unsigned heading;
    bool in_anchor;
    bool keep_noscript;
    bool trust_nesting;
    uint64_t unclosed[3];
    size_t unclosed_count;
    const char *poll_at;
    dana_error *err;
} walker;

static uint32_t offset_of(const walker *w, const char *p)
{
    return (uint32_t)(p - w->base);
}

static uint16_t clip16(uint32_t value)
{
    return value < UINT16_MAX ? (uint16_t)value : UINT16_MAX;
}

static uint32_t top_node(const walker *w)
{
    return w->depth > 0 ? w->stack[w->depth - 1].node : 0;
}

/* Keeps the current block where it has text. Beyond the limit, the last block takes the rest. */
static void end_block(walker *w)
{
    dana__blocks *out = w->out;

    w->line_state = (dana__line_state){false, false};
    if (w->block.text == 0) {
        return;
    }
    w->block.node = top_node(w);
    w->block.tags = clip16(w->tags);
    w->block.heading = (uint8_t)w->heading;
    w->tags = 0;
    if (out->block_count < w->limit) {
        out->blocks[out->block_count++] = w->block;
    } else {
        dana__block *last = &out->blocks[out->block_count - 1];

        out->merged = true;
        last->end = w->block.end;
        last->text += w->block.text;
        last->link_text += w->block.link_text;
        last->hash ^= w->block.hash;
    }
    w->block = (dana__block){0};
}

/* Marks that part sentences and clauses outside ASCII: Arabic, Armenian, Devanagari, CJK. */
static bool is_wide_mark(const unsigned char *p, size_t length)
{
    if (length == 2) {
        return (p[0] == 0xD8 && (p[1] == 0x8C || p[1] == 0x9B || p[1] == 0x9F)) ||
               (p[0] == 0xDB && p[1] == 0x94) || (p[0] == 0xD6 && p[1] == 0x89);
    }
    if (length != 3) {
        return false;
    }
    if (p[0] == 0xE3 && p[1] == 0x80) {
        return p[2] == 0x81 || p[2] == 0x82;
    }
    if (p[0] == 0xEF && p[1] == 0xBC) {
        return p[2] == 0x81 || p[2] == 0x8C || p[2] == 0x9F || p[2] == 0x9B;
    }
    return p[0] == 0xE0 && p[1] == 0xA5 && (p[2] == 0xA4 || p[2] == 0xA5);
}

/* Hashes the visible text and counts its marks and digits. */
static void measure_text(dana__block *block, const char *p, const char *end)
{
    uint32_t hash = block->hash;
    uint32_t marks = block->punctuation;
    uint32_t digits = block->digits;

    while (p < end) {
        unsigned char c = (unsigned char)*p;
        size_t length = dana__utf8_length(c);

        hash = (hash ^ c) * 0x01000193u;
        if (c < 0x80) {
            marks += c == ',' || c == '.' || c == ';' || c == '!' || c == '?';
            digits += c >= '0' && c <= '9';
        } else {
            hash = (hash ^ (unsigned char)p[length - 1]) * 0x01000193u;
            marks += is_wide_mark((const unsigned char *)p, length);
        }
        p += length;
    }
    block->hash = hash;
    block->punctuation = clip16(marks);
    block->digits = clip16(digits);
}

static void add_text(walker *w, const char *p, const char *end)
{
    static const dana_scan_options options = {.count = DANA_COUNT_CHARACTERS};
    dana__text_count count;

    if (w->open[DANA__KIND_HEAD] > 0) {
        return;
    }
    dana__count_text(p, end, &options, &w->line_state, &count);
    if (count.first == NULL) {
        return;
    }
    if (w->block.text == 0) {
        w->block.start = offset_of(w, count.first);
        w->block.links = w->in_anchor;
    }
    w->block.end = offset_of(w, count.behind);
    w->block.text += count.content;
    if (w->in_anchor) {
        w->block.link_text += count.content;
    }
    measure_text(&w->block, count.first, count.behind);
}

static void close_node(walker *w, const open_element *element)
{
    if (element->recorded) {
        dana__node *node = &w->out->nodes[element->node];

        node->end = (uint32_t)w->out->node_count;
        node->end_block = (uint32_t)w->out->block_count;
    }
}

/* Pops the stack down to `depth` elements; blocks end where a recorded element does. */
static void pop_to(walker *w, size_t depth)
{
    while (w->depth > depth) {
        open_element *element = &w->stack[w->depth - 1];

        if (element->recorded) {
            end_block(w);
            close_node(w, element);
        }
        w->open[element->kind]--;
        w->depth--;
    }
}

/* Kinds that an end tag or an implied end tag does not look beyond: HTML's scopes. */
static uint64_t scope_of(dana__kind kind)
{
    static const uint64_t table_scope = INSIDE(TABLE) | INSIDE(BODY) | INSIDE(HTML);

    switch (kind) {
    case DANA__KIND_ITEM:
        return INSIDE(LIST) | INSIDE(CELL) | INSIDE(TABLE);
    case DANA__KIND_DEFINITION:
        return INSIDE(DEFINITIONS) | INSIDE(CELL) | INSIDE(TABLE);
    case DANA__KIND_ROW:
    case DANA__KIND_ROWS:
    case DANA__KIND_CELL:
        return table_scope;
    case DANA__KIND_TABLE:
    case DANA__KIND_BODY:
    case DANA__KIND_HTML:
        return 0;
    default:
        return INSIDE(CELL) | INSIDE(TABLE);
    }
}

/* Closes the nearest open element of a kind, and all above it, unless its scope ends before. */
static void close_kind(walker *w, dana__kind kind)
{
    uint64_t scope = scope_of(kind);

    if (w->open[kind] == 0) {
        return;
    }
    for (size_t i = w->depth; i > 0; i--) {
        dana__kind here = (dana__kind)w->stack[i - 1].kind;

        if (here == kind) {
            pop_to(w, i - 1);
            return;
        }
        if ((scope >> here & 1u) != 0) {
            return;
        }
    }
}

/* HTML 13.1.2.4 and 13.2.6.4.7: what a start tag closes. */
static void close_implied(walker *w, dana__kind kind)
{
    if (w->open[DANA__KIND_P] > 0 && kind != DANA__KIND_BR && kind != DANA__KIND_SPAN &&
        kind != DANA__KIND_BUTTON && kind != DANA__KIND_MEDIA) {
        close_kind(w, DANA__KIND_P);
    }
    switch (kind) {
    case DANA__KIND_ITEM:
    case DANA__KIND_DEFINITION:
    case DANA__KIND_CELL:
    case DANA__KIND_HEADING:
        close_kind(w, kind);
        break;
    case DANA__KIND_ROW:
        close_kind(w, DANA__KIND_CELL);
        close_kind(w, DANA__KIND_ROW);
        break;
    case DANA__KIND_ROWS:
        close_kind(w, DANA__KIND_CELL);
        close_kind(w, DANA__KIND_ROW);
        close_kind(w, DANA__KIND_ROWS);
        break;
    case DANA__KIND_BODY:
        close_kind(w, DANA__KIND_HEAD);
        break;
    default:
        break;
    }
}

static bool value_is(const dana__attribute *attribute, const char *text)
{
    return attribute->value_length == strlen(text) &&
           strncasecmp(attribute->value, text, attribute->value_length) == 0;
}

static bool name_is(const dana__attribute *attribute, const char *name, size_t length)
{
    return attribute->name_length == length && strncasecmp(attribute->name, name, length) == 0;
}

/* Whether a style value hides its element: display:none, visibility:hidden. */
static bool hides(dana_view style)
{
    const char *none = memmem(style.data, style.length, "none", 4);

    if (none != NULL) {
        const char *display = memmem(style.data, style.length, "display", 7);

        return display != NULL && display < none && none - display <= 10;
    }
    const char *visibility = memmem(style.data, style.length, "visibility", 10);

    return visibility != NULL &&
           memmem(visibility, style.length - (size_t)(visibility - style.data), "hidden", 6) !=
               NULL;
}

/* React streams sections in elements "hidden id=S:n" and shows them by script. */
static bool is_streamed(const dana__attribute *id)
{
    return id->value_length > 2 && id->value[0] == 'S' && id->value[1] == ':';
}

/* What a start tag's attributes say. */
typedef struct {
    uint32_t marks;
    bool hidden;
    bool streamed;
} tag_marks;

/* Takes one attribute; its name's length tells most of them apart. */
static void read_attribute(const dana__attribute *a, tag_marks *out)
{
    dana_view value = {a->value, a->value_length};

    switch (a->name_length) {
    case 2:
        if (name_is(a, "id", 2)) {
            out->marks |= dana__class_marks(value);
            out->streamed = is_streamed(a);
        }
        break;
    case 4:
        if (name_is(a, "role", 4)) {
            out->marks |= dana__role_marks(value);
        }
        break;
    case 5:
        if (name_is(a, "class", 5)) {
            out->marks |= dana__class_marks(value);
        } else if (name_is(a, "style", 5)) {
            out->hidden |= hides(value);
        }
        break;
    case 6:
        out->hidden |= name_is(a, "hidden", 6);
        break;
    case 8:
        if (name_is(a, "itemprop", 8) && value_is(a, "author")) {
            out->marks |= UINT32_C(1) << DANA__MARK_AUTHOR;
        }
        break;
    case 11:
        out->hidden |= name_is(a, "aria-hidden", 11) && value_is(a, "true");
        break;
    default:
        break;
    }
}

/* The marks that a start tag's attributes give its element. */
static uint32_t attribute_marks(const walker *w, const dana__markup *tag)
{
    const char *p = tag->name_text + tag->name.length;
    const char *behind;
    dana__attribute a;
    tag_marks out = {0, false, false};

    if (tag->end - p <= 1) {
        return 0;
    }
    for (p = dana__next_attribute(p, w->end, &a, &behind); p != NULL;
         p = dana__next_attribute(p, w->end, &a, &behind)) {
        read_attribute(&a, &out);
    }
    return out.hidden && !out.streamed ? out.marks | UINT32_C(1) << DANA__MARK_HIDDEN : out.marks;
}

static void push_node(walker *w, dana__kind kind, uint32_t marks)
{
    dana__blocks *out = w->out;
    uint32_t parent = top_node(w);
    bool recorded = out->node_count < w->limit && (kind != DANA__KIND_SPAN || marks != 0);

    if (w->depth >= STACK_MAX) {
        return;
    }
    if (recorded) {
        end_block(w);
        dana__node *above = &out->nodes[parent];

        above->children = (uint16_t)(above->children + (above->children < UINT16_MAX));
        marks |= dana__kind_marks(kind);
        out->nodes[out->node_count] = (dana__node){
            .parent = parent,
            .first_block = (uint32_t)out->block_count,
            .marks = marks,
            .all_marks = marks | above->all_marks,
            .inside = above->inside | UINT64_C(1) << kind,
            .kind = (uint8_t)kind,
            .depth = (uint16_t)(above->depth + 1u),
        };
        parent = (uint32_t)out->node_count++;
        out->article_count += kind == DANA__KIND_ARTICLE;
    }
    w->stack[w->depth++] = (open_element){parent, (uint8_t)kind, recorded};
    w->open[kind]++;
}

static bool is_void(dana__kind kind)
{
    return kind == DANA__KIND_BR || kind == DANA__KIND_RULE || kind == DANA__KIND_META;
}

static dana_view view_of(const dana__markup *tag)
{
    return (dana_view){tag->start, (size_t)(tag->end - tag->start)};
}

static void open_element_of(walker *w, const dana__markup *tag)
{
    dana__kind kind = dana__kind_of(tag->flags);

    if ((tag->flags & DANA__BLOCK) != 0) {
        end_block(w);
        close_implied(w, kind);
        w->heading = kind == DANA__KIND_HEADING ? (unsigned)(tag->name_text[1] - '0') : 0;
    }
    w->tags++;
    if ((tag->flags & DANA__ANCHOR) != 0) {
        w->in_anchor = true;
        w->block.links = (uint16_t)(w->block.links + (w->block.text > 0));
        return;
    }
    if (kind == DANA__KIND_META) {
        w->out->hints |= dana__meta_hints(view_of(tag));
        dana__head_meta(&w->out->head, w->base, view_of(tag));
        return;
    }
    if (tag->name.key == LINK_KEY) {
        dana__head_link(&w->out->head, w->base, view_of(tag));
    }
    if (kind == DANA__KIND_NONE || is_void(kind)) {
        return;
    }
    push_node(w, kind, attribute_marks(w, tag));
}

static void close_element_of(walker *w, const dana__markup *tag)
{
    dana__kind kind = dana__kind_of(tag->flags);

    w->tags++;
    if ((tag->flags & DANA__ANCHOR) != 0) {
        w->in_anchor = false;
        return;
    }
    if ((tag->flags & DANA__BLOCK) != 0) {
        end_block(w);
        w->heading = 0;
    }
    /* The body's and the page's ends are not the end: text behind them is content (13.2.6.4.19). */
    if (kind != DANA__KIND_NONE && kind != DANA__KIND_BODY && kind != DANA__KIND_HTML) {
        close_kind(w, kind);
    }
}

/* Code points of text in markup that is not read otherwise. */
static uint32_t count_hidden_text(const char *p, const char *end)
{
    static const dana_scan_options options = {.count = DANA_COUNT_CHARACTERS};
    dana__line_state state = {false, false};
    dana__text_count count;
    dana__markup markup;
    uint32_t text = 0;

    while (p < end) {
        const char *next = dana__find_markup(p, end);

        dana__count_text(p, next, &options, &state, &count);
        text += count.content;
        p = next;
        if (p < end) {
            dana__read_markup(p, end, &markup);
            p = markup.end;
        }
    }
    return text;
}

/* Passes raw text. Returns the position behind it, NULL where it is to be read as markup. */
static const char *pass_raw(walker *w, const dana__markup *tag)
{
    const char *behind;
    bool noscript = (tag->flags & DANA__NOSCRIPT) != 0;

    if (noscript && w->keep_noscript) {
        return NULL;
    }
    const char *close = dana__raw_text_end(tag->end, w->end, tag, &behind);

    if ((tag->flags & DANA__TITLE) != 0 && w->out->title.end == 0) {
        w->out->title = (dana_span){offset_of(w, tag->end), offset_of(w, close)};
    } else if ((tag->flags & DANA__SCRIPT) != 0 && dana__is_json_ld(view_of(tag))) {
        dana_view content = {tag->end, (size_t)(close - tag->end)};

        w->out->hints |= dana__json_hints(content);
        dana__head_json(&w->out->head, w->base, content);
    } else if (noscript && w->open[DANA__KIND_HEAD] == 0) {
        w->out->noscript_text += count_hidden_text(tag->end, close);
    }
    return behind;
}

/* As the shared scan does: an element that is never closed is not dropped. */
static const char *pass_nested(walker *w, const dana__markup *tag)
{
    if (dana__is_empty_element(tag)) {
        return tag->end;
    }
    for (size_t i = 0; i < w->unclosed_count; i++) {
        if (w->unclosed[i] == tag->name.key) {
            return NULL;
        }
    }
    bool nest = w->trust_nesting && (tag->flags & DANA__NO_NESTING) == 0;
    const char *behind = dana__element_end(tag->end, w->end, tag, nest);

    if (behind == NULL && nest) {
        w->trust_nesting = false;
        behind = dana__element_end(tag->end, w->end, tag, false);
    }
    if (behind == NULL) {
        w->unclosed[w->unclosed_count++] = tag->name.key;
    }
    return behind;
}

static const char *read_start_tag(walker *w, const dana__markup *tag)
{
    const char *behind = NULL;

    if ((tag->flags & DANA__RAW) != 0) {
        behind = pass_raw(w, tag);
    } else if ((tag->flags & DANA__NESTED) != 0) {
        behind = pass_nested(w, tag);
    }
    if (behind != NULL) {
        return behind;
    }
    open_element_of(w, tag);
    return tag->end;
}

static const char *read_markup(walker *w, const char *p)
{
    dana__markup markup;

    dana__read_markup(p, w->end, &markup);
    if (markup.kind == DANA__START_TAG) {
        return read_start_tag(w, &markup);
    }
    if (markup.kind == DANA__END_TAG) {
        close_element_of(w, &markup);
    }
    return markup.end;
}

static dana_status read_source(walker *w)
{
    const char *p = w->base;

    while (p < w->end) {
        if (p >= w->poll_at) {
            dana_status status = dana__poll(w->page, w->err);

            if (status != DANA_OK) {
                return status;
            }
            w->poll_at = p + DANA__POLL_BYTES;
        }
        const char *markup = dana__find_markup(p, w->end);

        if (markup > p) {
            add_text(w, p, markup);
        }
        p = markup < w->end ? read_markup(w, markup) : w->end;
    }
    end_block(w);
    pop_to(w, 0);
    return DANA_OK;
}

/* Adds up text from the blocks to their elements, from the last element to the first. */
static void sum_nodes(dana__blocks *out)
{
    for (size_t i = 0; i < out->block_count; i++) {
        const dana__block *block = &out->blocks[i];
        dana__node *node = &out->nodes[block->node];

        node->text += block->text;
        node->own_text += block->text - block->link_text;
    }
    for (size_t i = out->node_count; i > 1; i--) {
        const dana__node *node = &out->nodes[i - 1];
        dana__node *parent = &out->nodes[node->parent];

        parent->text += node->text;
        parent->own_text += node->own_text;
    }
    out->text = out->nodes[0].text;
    out->own_text = out->nodes[0].own_text;
}

/* Reserves all records at once: the pass itself allocates nothing. */
static dana_status reserve_records(walker *w)
{
    dana__blocks *out = w->out;
    dana_arena *arena = w->page->arena;

    *out = (dana__blocks){.node_count = 1};
    dana_buffer_init(&out->memory[0], sizeof(*out->blocks));
    dana_buffer_init(&out->memory[1], sizeof(*out->nodes));
    dana_status status = dana_buffer_reserve(arena, &out->memory[0], w->limit, w->err);

    if (status == DANA_OK) {
        status = dana_buffer_reserve(arena, &out->memory[1], w->limit, w->err);
    }
    if (status != DANA_OK) {
        return status;
    }
    w->stack = dana_arena_alloc(arena, STACK_MAX * sizeof(*w->stack), w->err);
    if (w->stack == NULL) {
        return w->err->status;
    }
    out->blocks = out->memory[0].data;
    out->nodes = out->memory[1].data;
    out->nodes[0] = (dana__node){.parent = 0};
    return DANA_OK;
}

void dana__trim_blocks(dana_page *page, dana__blocks *blocks)
{
    blocks->memory[0].length = blocks->block_count;
    blocks->memory[1].length = blocks->node_count;
    dana_buffer_trim(page->arena, &blocks->memory[0]);
    dana_buffer_trim(page->arena, &blocks->memory[1]);
    blocks->blocks = blocks->memory[0].data;
    blocks->nodes = blocks->memory[1].data;
}

void dana__release_blocks(dana_page *page, dana__blocks *blocks)
{
    dana_buffer_release(page->arena, &blocks->memory[0]);
    dana_buffer_release(page->arena, &blocks->memory[1]);
}

dana_status dana__read_blocks(dana_page *page, bool keep_noscript, size_t max_records,
                              dana__blocks *out, dana_error *err)
{
    size_t most = page->source.length / BYTES_PER_RECORD + RECORDS_FREE;
    walker w = {.page = page,
                .base = page->source.data,
                .end = page->source.data + page->source.length,
                .out = out,
                .limit = max_records > 0 && max_records < most ? max_records : most,
                .keep_noscript = keep_noscript,
                .trust_nesting = true,
                .poll_at = page->source.data,
                .err = err};

    dana_status reserved = reserve_records(&w);

    if (reserved != DANA_OK) {
        return reserved;
    }
    dana_status status = read_source(&w);

    if (status == DANA_OK) {
        out->nodes[0].end = (uint32_t)out->node_count;
        out->nodes[0].end_block = (uint32_t)out->block_count;
        sum_nodes(out);
    }
    return status;
}
