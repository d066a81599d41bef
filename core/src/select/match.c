#include "select/match.h"

#include "select/read_tree.h"
#include "select/tag_groups.h"

#include <string.h>

/* A page that is being matched. */
typedef struct {
    dana_page *page;
    const dana__selector_program *program;
    dana_buffer spans[DANA__USE_COUNT];
    dana_buffer last; /* bytes of bits, by serial: the element is its parent's last */
    dana__value_room room;
    dana__element element;
    dana_error *err;
    dana_status status;
} matcher;

static void note_element(void *state, dana__open_node *parent, dana__open_node *node,
                         const dana__markup *tag)
{
    matcher *m = state;
    size_t bytes = node->serial / 8 + 1;

    (void)parent, (void)tag;
    while (m->status == DANA_OK && m->last.length < bytes) {
        const unsigned char none = 0;

        m->status = dana_buffer_append(m->page->arena, &m->last, &none, 1, m->err);
    }
}

static void note_nothing(void *state, dana__open_node *parent, dana__open_node *node,
                         const dana__markup *tag)
{
    (void)state, (void)parent, (void)node, (void)tag;
}

static void note_last(void *state, const dana__open_node *node, const char *end)
{
    matcher *m = state;
    unsigned char *bits = m->last.data;

    (void)end;
    if (m->status == DANA_OK && node->last_child != 0) {
        bits[node->last_child / 8] |= (unsigned char)(1u << node->last_child % 8);
    }
}

static bool is_last(const matcher *m, uint32_t serial)
{
    const unsigned char *bits = m->last.data;

    return serial / 8 < m->last.length && (bits[serial / 8] >> serial % 8 & 1) != 0;
}

/* Whether what stands before a compound is there. */
static bool is_reached(const dana__compound *compound, size_t index, const dana__open_node *parent)
{
    switch (compound->before) {
    case DANA__BEFORE_ANCESTOR:
        return dana__has_compound(&parent->above, index - 1);
    case DANA__BEFORE_PARENT:
        return dana__has_compound(&parent->matched, index - 1);
    case DANA__BEFORE_PREVIOUS:
        return dana__has_compound(&parent->previous, index - 1);
    case DANA__BEFORE_SIBLING:
        return dana__has_compound(&parent->siblings, index - 1);
    default:
        return true;
    }
}

/* Notes the compounds that an element matches. Returns the bits of dana__use that it has. */
static unsigned match_compounds(matcher *m, const dana__open_node *parent, dana__open_node *node)
{
    const dana__selector_program *program = m->program;
    const dana__compound *compounds = program->compounds.data;
    unsigned uses = 0;

    for (size_t i = 0; i < program->compounds.length; i++) {
        const dana__compound *compound = &compounds[i];

        if (is_reached(compound, i, parent) &&
            dana__compound_holds(program, compound, &m->element, &m->room)) {
            dana__add_compound(&node->matched, i);
            uses |= compound->is_subject ? 1u << compound->use : 0u;
        }
    }
    return uses;
}

/* Whether an element may end before those inside it do. */
static bool ends_early(const dana__markup *tag)
{
    return tag != NULL &&
           (dana__is_formatting(tag) || dana__kind_of(tag->flags) == DANA__KIND_FORM);
}

/* Begins a span for each use, unless it would lie inside another one. */
static void begin_spans(matcher *m, unsigned uses, dana__open_node *node, const dana__markup *tag)
{
    for (size_t use = 0; use < DANA__USE_COUNT; use++) {
        dana_span span = {(uint32_t)(node->start - m->page->source.data), 0};
        bool begins = ((uses & ~(unsigned)node->covered) >> use & 1) != 0 && node->spans[use] == 0;

        if (begins && m->status == DANA_OK) {
            m->status = dana_buffer_append(m->page->arena, &m->spans[use], &span, 1, m->err);
            node->spans[use] = (uint32_t)m->spans[use].length;
        }
    }
    node->covered |= (uint8_t)(ends_early(tag) ? 0u : uses);
}

static void match_element(void *state, dana__open_node *parent, dana__open_node *node,
                          const dana__markup *tag)
{
    matcher *m = state;

    m->element.name = (dana_view){node->name_text, node->name.length};
    dana__read_attributes_of(m->program, tag, &m->element);
    m->element.place = node->place;
    m->element.is_last = is_last(m, node->serial);
    node->covered |= parent->covered;
    unsigned uses = match_compounds(m, parent, node);

    dana__add_compounds(&node->above, &parent->above);
    dana__add_compounds(&node->above, &node->matched);
    parent->previous = node->matched;
    dana__add_compounds(&parent->siblings, &node->matched);
    begin_spans(m, uses, node, tag);
}

static void end_spans(void *state, const dana__open_node *node, const char *end)
{
    matcher *m = state;

    for (size_t use = 0; use < DANA__USE_COUNT; use++) {
        if (node->spans[use] != 0) {
            dana_span *spans = m->spans[use].data;

            spans[node->spans[use] - 1].end = (uint32_t)(end - m->page->source.data);
        }
    }
}

/* Spans lie in the order of their beginnings, but those of an html or body that got its attributes
 * later: each is moved to its place. */
static void sort(dana_buffer *buffer)
{
    dana_span *spans = buffer->data;

    for (size_t i = 1; i < buffer->length; i++) {
        dana_span late = spans[i];
        size_t place = i;

        while (place > 0 && spans[place - 1].start > late.start) {
            place--;
        }
        memmove(spans + place + 1, spans + place, (i - place) * sizeof(*spans));
        spans[place] = late;
    }
}

/* Joins spans that touch; those of implied elements that hold nothing are left out. */
static dana_selection join(dana_buffer *buffer)
{
    dana_span *spans = buffer->data;
    size_t count = 0;

    sort(buffer);
    for (size_t i = 0; i < buffer->length; i++) {
        if (spans[i].start >= spans[i].end) {
            continue;
        }
        if (count > 0 && spans[i].start <= spans[count - 1].end) {
            spans[count - 1].end = spans[i].end > spans[count - 1].end ? spans[i].end
                                                                       : spans[count - 1].end;
        } else {
            spans[count++] = spans[i];
        }
    }
    return (dana_selection){spans, count};
}

static dana_status run(matcher *m)
{
    const dana__tree_reader first = {m, note_element, note_nothing, note_last};
    const dana__tree_reader second = {m, match_element, match_element, end_spans};
    dana_status status = DANA_OK;

    if (m->program->asks_last) {
        status = dana__read_tree(m->page, &first, m->err);
    }
    if (status == DANA_OK && m->status == DANA_OK) {
        status = dana__read_tree(m->page, &second, m->err);
    }
    status = status == DANA_OK ? m->status : status;
    return status == DANA_OK ? m->room.status : status;
}

dana_status dana__match_page(dana_page *page, const dana__selector_program *program,
                             dana_selection out[DANA__USE_COUNT], dana_error *err)
{
    matcher m = {
        .page = page, .program = program, .room = {.arena = page->arena, .err = err}, .err = err};

    dana_buffer_init(&m.room.text, 1);
    dana_buffer_init(&m.last, 1);
    for (size_t use = 0; use < DANA__USE_COUNT; use++) {
        dana_buffer_init(&m.spans[use], sizeof(dana_span));
    }
    dana_status status = run(&m);

    dana_buffer_release(page->arena, &m.room.text);
    dana_buffer_release(page->arena, &m.last);
    for (size_t use = 0; use < DANA__USE_COUNT; use++) {
        out[use] = join(&m.spans[use]);
    }
    return status;
}
