/*
 * Depth is counted about as libxml2's HTML parser opens and closes elements: an end tag closes the
 * topmost element of its name unless an element of higher rank lies above it; some start tags close
 * the topmost element. On tag soup the two can differ either way by some levels: what builds a tree
 * must itself stand a deeper one.
 */
#include "page/shape.h"

#include "base/ascii.h"
#include "page/pass.h"

#include <strings.h>

/* Open elements without a row in the table (span, font) are looked for among so many on top. */
#define LOOK_BACK 32

/* Bytes of a name that are compared. */
#define NAME_COMPARED 64

#define NONE          UINT32_MAX

/* Groups of elements that the same start tags close. */
enum {
    PARAGRAPH = 1 << 0,
    ITEM = 1 << 1,
    TERM = 1 << 2,
    DESCRIPTION = 1 << 3,
    OPTION = 1 << 4,
    CELL = 1 << 5,
    ROW = 1 << 6,
    HEAD_ROWS = 1 << 7,
    BODY_ROWS = 1 << 8,
    FOOT_ROWS = 1 << 9,
    COLUMN_GROUP = 1 << 10,
    LINK = 1 << 11,
    SPAN = 1 << 12,
};

/* Ranks: an end tag does not close through an element of higher rank (libxml2's priorities). */
enum { RANK_OTHER, RANK_DIV, RANK_CELL, RANK_ROW, RANK_ROW_GROUP, RANK_TABLE, RANKS };

/* A row: a name of at most eight bytes (no two share a row of the table of elements), its group,
 * the groups that its start tag closes on top, its rank. */
typedef struct {
    const char *name;
    unsigned group;
    unsigned closes;
    unsigned rank;
} element_rule;

#define IN_ROW  (PARAGRAPH | CELL | LINK | SPAN)
#define IN_FOOT (PARAGRAPH | CELL | ROW | COLUMN_GROUP | HEAD_ROWS | BODY_ROWS)

/* What libxml2 2.9.14 closes, tried for most pairs of these elements: dd stays
 * open before dd, dt before dt. */
static const element_rule rules[] = {
    {"p", PARAGRAPH, PARAGRAPH, RANK_OTHER},
    {"li", ITEM, PARAGRAPH | ITEM, RANK_OTHER},
    {"dt", TERM, PARAGRAPH | DESCRIPTION, RANK_OTHER},
    {"dd", DESCRIPTION, PARAGRAPH | TERM, RANK_OTHER},
    {"option", OPTION, OPTION, RANK_OTHER},
    {"optgroup", 0, OPTION, RANK_OTHER},
    {"a", LINK, LINK, RANK_OTHER},
    {"div", 0, PARAGRAPH, RANK_DIV},
    {"td", CELL, IN_ROW, RANK_CELL},
    {"th", CELL, IN_ROW, RANK_CELL},
    {"tr", ROW, PARAGRAPH | CELL | ROW | COLUMN_GROUP, RANK_ROW},
    {"thead", HEAD_ROWS, COLUMN_GROUP, RANK_ROW_GROUP},
    {"tbody", BODY_ROWS, IN_FOOT | FOOT_ROWS, RANK_ROW_GROUP},
    {"tfoot", FOOT_ROWS, IN_FOOT, RANK_ROW_GROUP},
    {"colgroup", COLUMN_GROUP, PARAGRAPH | COLUMN_GROUP, RANK_OTHER},
    {"table", 0, PARAGRAPH | LINK, RANK_TABLE},
    {"h1", 0, PARAGRAPH, RANK_OTHER},
    {"h2", 0, PARAGRAPH, RANK_OTHER},
    {"h3", 0, PARAGRAPH, RANK_OTHER},
    {"h4", 0, PARAGRAPH, RANK_OTHER},
    {"h5", 0, PARAGRAPH, RANK_OTHER},
    {"h6", 0, PARAGRAPH, RANK_OTHER},
    {"ul", 0, PARAGRAPH, RANK_OTHER},
    {"ol", 0, PARAGRAPH, RANK_OTHER},
    {"dl", 0, PARAGRAPH, RANK_OTHER},
    {"form", 0, PARAGRAPH, RANK_OTHER},
    {"pre", 0, PARAGRAPH, RANK_OTHER},
    {"fieldset", 0, PARAGRAPH, RANK_OTHER},
    {"address", 0, PARAGRAPH, RANK_OTHER},
    {"center", 0, PARAGRAPH, RANK_OTHER},
    {"span", SPAN, 0, RANK_OTHER},
    {"font", SPAN, 0, RANK_OTHER},
    {"b", SPAN, 0, RANK_OTHER},
    {"i", SPAN, 0, RANK_OTHER},
    {"section", 0, 0, RANK_OTHER},
    {"article", 0, 0, RANK_OTHER},
};

/* Elements that are never open: void ones, and html, head and body, of which a tree has one. */
static const char *const never_open[] = {
    "br",  "hr",   "img",  "input", "meta",  "link",  "area",  "base",     "col",
    "wbr", "html", "head", "body",  "embed", "param", "frame", "basefont", "isindex",
};

/* An open element. */
typedef struct {
    dana__name name;
    const char *name_text;
    const element_rule *rule; /* NULL: an inline or unknown element */
    uint32_t same_below;      /* the next lower one of its row, or NONE */
    uint32_t rank_below;      /* the next lower one of its rank, or NONE */
} open_element;

/* The state of one check. */
typedef struct {
    dana_page *page;
    dana_error *err;
    dana_buffer elements; /* open_element; its length is not kept: depth is */
    open_element *stack;  /* elements.data */
    size_t depth;
    uint32_t topmost[DANA__COUNT(rules)];   /* of each rule, or NONE */
    uint32_t topmost_of_rank[RANKS];        /* of each rank, or NONE */
    uint64_t rule_keys[DANA__COUNT(rules)]; /* names as keys */
    uint64_t never_keys[DANA__COUNT(never_open)];
    unsigned char rule_of_row[DANA__ELEMENT_ROWS]; /* 1 + index, 0: none */
} checker;

static void set_up(checker *c)
{
    for (size_t i = 0; i < DANA__COUNT(rules); i++) {
        c->rule_keys[i] = dana__name_key(rules[i].name);
        c->topmost[i] = NONE;
        c->rule_of_row[dana__element_row((dana__name){c->rule_keys[i], 0})] = (unsigned char)(i +
                                                                                              1);
    }
    for (size_t i = 0; i < DANA__COUNT(never_open); i++) {
        c->never_keys[i] = dana__name_key(never_open[i]);
    }
    for (size_t i = 0; i < RANKS; i++) {
        c->topmost_of_rank[i] = NONE;
    }
}

static const element_rule *rule_of(const checker *c, const dana__markup *tag)
{
    size_t row = c->rule_of_row[dana__element_row(tag->name)];

    if (row == 0 || c->rule_keys[row - 1] != tag->name.key || tag->name.length > 8) {
        return NULL;
    }
    return &rules[row - 1];
}

static bool is_never_open(const checker *c, const dana__markup *tag)
{
    for (size_t i = 0; i < DANA__COUNT(never_open); i++) {
        if (c->never_keys[i] == tag->name.key && tag->name.length <= 8) {
            return true;
        }
    }
    return false;
}

static void pop(checker *c)
{
    const open_element *top = &c->stack[--c->depth];

    if (top->rule != NULL) {
        c->topmost[top->rule - rules] = top->same_below;
        c->topmost_of_rank[top->rule->rank] = top->rank_below;
    }
}

static dana_status push(checker *c, const dana__markup *tag, const element_rule *rule)
{
    c->elements.length = c->depth;
    dana_status status = dana_buffer_reserve(c->page->arena, &c->elements, 1, c->err);

    if (status != DANA_OK) {
        return status;
    }
    c->stack = c->elements.data;
    open_element *top = &c->stack[c->depth];

    *top = (open_element){.name = tag->name, .name_text = tag->name_text, .rule = rule};
    if (rule != NULL) {
        top->same_below = c->topmost[rule - rules];
        top->rank_below = c->topmost_of_rank[rule->rank];
        c->topmost[rule - rules] = (uint32_t)c->depth;
        c->topmost_of_rank[rule->rank] = (uint32_t)c->depth;
    }
    c->depth++;
    return DANA_OK;
}

/* Whether an element of a higher rank than `rank` lies above stack[index]. */
static bool is_shielded(const checker *c, size_t index, unsigned rank)
{
    for (size_t i = (size_t)rank + 1; i < RANKS; i++) {
        if (c->topmost_of_rank[i] != NONE && c->topmost_of_rank[i] > index) {
            return true;
        }
    }
    return false;
}

/* Compares what a key does not hold: a name's bytes from the ninth to the 64th. A name's text in
 * the page can be a megabyte long; those that differ only after it close each other. */
static bool has_same_tail(const char *name, const dana__markup *tag)
{
    size_t length = tag->name.length < NAME_COMPARED ? tag->name.length : NAME_COMPARED;

    return length <= sizeof(tag->name.key) ||
           strncasecmp(name + sizeof(tag->name.key), tag->name_text + sizeof(tag->name.key),
                       length - sizeof(tag->name.key)) == 0;
}

/* Finds what an end tag closes: its stack index, or NONE. Constant time. */
static uint32_t find_open(const checker *c, const dana__markup *tag, const element_rule *rule)
{
    if (rule != NULL) {
        return c->topmost[rule - rules];
    }
    for (size_t i = c->depth; i > 0 && c->depth - i < LOOK_BACK; i--) {
        const open_element *open = &c->stack[i - 1];

        if (open->name.key == tag->name.key && open->name.length == tag->name.length &&
            has_same_tail(open->name_text, tag)) {
            return (uint32_t)(i - 1);
        }
    }
    return NONE;
}

static void close_element(checker *c, const dana__markup *tag)
{
    const element_rule *rule = rule_of(c, tag);
    uint32_t index = find_open(c, tag, rule);

    if (index == NONE || is_shielded(c, index, rule != NULL ? rule->rank : RANK_OTHER)) {
        return;
    }
    while (c->depth > index) {
        pop(c);
    }
}

/* What a tag holds besides its name. */
typedef struct {
    size_t attributes;
    bool is_empty; /* ends with "/>", the slash not being part of a value */
} tag_shape;

static tag_shape read_shape(const dana__markup *tag)
{
    tag_shape shape = {0, false};
    dana__attribute attribute;
    const char *tag_end;
    const char *last = tag->name_text + tag->name.length;
    const char *p = dana__next_attribute(last, tag->end, &attribute, &tag_end);

    for (; p != NULL; p = dana__next_attribute(p, tag->end, &attribute, &tag_end)) {
        shape.attributes++;
        last = p;
    }
    shape.is_empty = last <= tag->end - 2 && tag->end[-2] == '/';
    return shape;
}

static dana_status over_limit(const checker *c, const dana__markup *tag, const char *name,
                              size_t value, const char *text)
{
    size_t position = (size_t)(tag->start - c->page->source.data);

    return dana_error_set_limit(c->err, DANA_TOO_COMPLEX, position, name, value,
                                "%s at byte %zu exceeds the limit of %zu", text, position, value);
}

static dana_status open_element_of(checker *c, const dana__markup *tag)
{
    tag_shape shape = read_shape(tag);
    const dana_limits *limits = &c->page->limits;
    const element_rule *rule = rule_of(c, tag);

    if (shape.attributes > limits->max_attributes) {
        return over_limit(c, tag, "attributes", limits->max_attributes,
                          "the number of attributes of the tag");
    }
    while (rule != NULL && c->depth > 0 && c->stack[c->depth - 1].rule != NULL &&
           (c->stack[c->depth - 1].rule->group & rule->closes) != 0) {
        pop(c);
    }
    if (shape.is_empty || (tag->flags & DANA__RAW) != 0 || is_never_open(c, tag)) {
        return DANA_OK;
    }
    if (c->depth >= limits->max_depth) {
        return over_limit(c, tag, "depth", limits->max_depth, "the depth of open elements");
    }
    return push(c, tag, rule);
}

/* Goes over the tags; what a script or another dropped element holds is not part of the tree. */
static dana_status check_tags(checker *c)
{
    dana__pass pass;
    dana__markup tag;
    dana_status status = DANA_OK;

    dana__pass_start(&pass, c->page, false, c->err);
    while (status == DANA_OK && dana__pass_next_tag(&pass, &tag)) {
        if (tag.kind == DANA__END_TAG) {
            close_element(c, &tag);
        } else if (pass.p == tag.end) {
            status = open_element_of(c, &tag);
        }
    }
    return status == DANA_OK ? pass.status : status;
}

dana_status dana__check_shape(dana_page *page, dana_error *err)
{
    checker c = {.page = page, .err = err};

    if (page->has_shape) {
        return DANA_OK;
    }
    dana_buffer_init(&c.elements, sizeof(open_element));
    set_up(&c);
    dana_status status = check_tags(&c);

    dana_buffer_release(page->arena, &c.elements);
    page->has_shape = status == DANA_OK;
    return status;
}
