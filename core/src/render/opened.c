#include "render/opened.h"

#include "outline/table_survey.h"

dana__opened *dana__find_opened(dana__renderer *r, dana__part part)
{
    for (size_t i = r->opened_count; i > 0; i--) {
        if (r->opened[i - 1].part == part) {
            return &r->opened[i - 1];
        }
    }
    return NULL;
}

static bool nests(dana__part part)
{
    return part == DANA__PART_QUOTE || part == DANA__PART_LIST || part == DANA__PART_DEFINITIONS;
}

/* Whether a block only holds others: text of its own stands outside it. */
static bool only_holds(dana__part part)
{
    return part == DANA__PART_LIST || part == DANA__PART_DEFINITIONS || part == DANA__PART_TABLE ||
           part == DANA__PART_ROW;
}

static dana__part innermost_part(const dana__renderer *r)
{
    return r->opened_count > 0 ? r->opened[r->opened_count - 1].part : DANA__PART_NONE;
}

void dana__close_opened(dana__renderer *r, size_t count)
{
    while (r->opened_count > count) {
        r->nesting -= nests(innermost_part(r));
        r->form->close(r);
        r->opened_count--;
    }
}

static bool is_opened(const dana__renderer *r, uint32_t serial)
{
    for (size_t i = r->opened_count; i > 0; i--) {
        if (r->opened[i - 1].serial == serial) {
            return true;
        }
    }
    return false;
}

/* Surveys the tables of the part that is rendered, in an outline of its own. */
static void survey(dana__renderer *r)
{
    dana_arena *arena = r->page->arena;
    dana_buffer room;

    dana_buffer_init(&room, sizeof(dana__outline));
    if (r->status == DANA_OK) {
        r->status = dana_buffer_reserve(arena, &room, 1, r->err);
    }
    if (r->status == DANA_OK) {
        r->status = dana__survey_tables(&r->part_picker, r->part, room.data, &r->tables, r->err);
    }
    dana_buffer_release(arena, &room);
    r->is_surveyed = true;
}

/* What the table around a block looks like. Tables are surveyed where one is written. Of a table in
 * what the scan drops, which a formula without its end uncovers, nothing is known. */
static const dana__table *facts_of(dana__renderer *r, const dana__frame *block)
{
    static const dana__table nothing = {0};
    const dana__frame *table = dana__frame_at(&r->outline, block->table);

    if (!r->is_surveyed) {
        survey(r);
    }
    return r->status == DANA_OK && table->number < r->tables.length
               ? (const dana__table *)r->tables.data + table->number
               : &nothing;
}

/* Opens a block in the output; first: what its first item says of it. */
static void open_opened(dana__renderer *r, const dana__frame *block, const dana__frame *first)
{
    dana__opened *opened = &r->opened[r->opened_count++];

    *opened = (dana__opened){.serial = block->serial,
                             .part = block->part,
                             .is_ordered = block->is_ordered,
                             .is_down = block->is_down,
                             .style = block->style,
                             .is_header = block->is_header,
                             .across = block->across,
                             .down = block->down,
                             .number = block->part == DANA__PART_LIST ? first->number
                                                                      : block->number,
                             .own = block->own};
    if (block->part == DANA__PART_TABLE) {
        opened->columns = facts_of(r, block)->columns;
        opened->is_header = dana__has_header(facts_of(r, block));
    }
    r->nesting += nests(block->part);
    r->form->open(r);
}

/* Opens what holds the block at `index` (a list, a table), where it is not open yet. */
static void open_holder(dana__renderer *r, size_t holder, size_t index)
{
    dana__frame *blocks = r->outline.blocks;

    if (is_opened(r, blocks[holder].serial)) {
        return;
    }
    open_opened(r, &blocks[holder], &blocks[index]);
    for (size_t i = holder; i < index; i++) {
        blocks[i].rendered = (uint16_t)r->opened_count;
    }
}

/* Whether a table is written as one. */
static bool is_table(dana__renderer *r, const dana__frame *block)
{
    const dana__table *facts = facts_of(r, block);

    return r->form->is_lines ? dana__fits_lines(facts) : dana__is_data(facts);
}

/* Whether a list or quote still fits; on a line of a table nothing does. */
static bool has_room(const dana__renderer *r, const dana__frame *holder)
{
    bool on_line = r->form->is_lines && innermost_part(r) == DANA__PART_CELL;

    return !on_line &&
           (r->nesting < DANA__NESTING_MAX || (holder != NULL && is_opened(r, holder->serial)));
}

/* Opens the block at `index` of the outline where the form writes it as one. */
static void open_block(dana__renderer *r, size_t index)
{
    const dana__frame *blocks = r->outline.blocks;
    const dana__frame *block = &blocks[index];
    const dana__frame *holder = dana__frame_at(&r->outline, block->holder);

    if ((r->form->parts >> block->part & 1u) == 0) {
        return;
    }
    switch ((dana__part)block->part) {
    case DANA__PART_QUOTE:
        if (has_room(r, NULL)) {
            open_opened(r, block, NULL);
        }
        break;
    case DANA__PART_TERM:
    case DANA__PART_DETAIL:
    case DANA__PART_ITEM:
        if (has_room(r, holder)) {
            open_holder(r, (size_t)block->holder - 1, index);
            open_opened(r, block, NULL);
        }
        break;
    case DANA__PART_CAPTION:
        if (is_table(r, block)) {
            open_holder(r, (size_t)block->table - 1, index);
            open_opened(r, block, NULL);
        }
        break;
    case DANA__PART_CELL:
        if (is_table(r, block)) {
            open_holder(r, (size_t)block->table - 1, index);
            open_holder(r, index - 1, index);
            open_opened(r, block, NULL);
        }
        break;
    default:
        break;
    }
}

/* Closes blocks that only hold others: what comes is of none of those. */
static void leave_holders(dana__renderer *r)
{
    size_t count = r->opened_count;

    while (count > 0 && only_holds(r->opened[count - 1].part)) {
        count--;
    }
    if (count == r->opened_count) {
        return;
    }
    dana__close_opened(r, count);
    for (size_t i = r->outline.block_count; i > 0 && r->outline.blocks[i - 1].rendered > count;
         i--) {
        r->outline.blocks[i - 1].rendered = (uint16_t)count;
    }
}

uint32_t dana__figure_around(dana__renderer *r, bool *in_caption)
{
    const dana__figures *all = r->figures;

    *in_caption = false;
    if (all == NULL) {
        return 0;
    }
    while (r->next_figure < all->figure_count && all->figures[r->next_figure].span.end <= r->at) {
        r->next_figure++;
    }
    if (r->next_figure == all->figure_count || all->figures[r->next_figure].span.start > r->at) {
        return 0;
    }
    dana_span caption = all->figures[r->next_figure].caption;

    *in_caption = caption.start <= r->at && r->at < caption.end;
    return (uint32_t)r->next_figure + 1;
}

/* Opens a figure or a caption: neither is a block of the outline. */
static void open_figure(dana__renderer *r, dana__part part)
{
    r->opened[r->opened_count++] = (dana__opened){.serial = UINT32_MAX, .part = (uint8_t)part};
    r->form->open(r);
}

bool dana__open_typed_item(dana__renderer *r)
{
    if (r->nesting >= DANA__NESTING_MAX || r->opened_count + 2 > DANA__OPENED_MAX ||
        (innermost_part(r) == DANA__PART_ITEM && !dana__innermost_opened(r)->has_leaf)) {
        return false;
    }
    for (int i = 0; i < 2; i++) {
        r->opened[r->opened_count++] = (dana__opened){
            .serial = UINT32_MAX, .part = i == 0 ? DANA__PART_LIST : DANA__PART_ITEM, .number = 1};
        r->form->open(r);
    }
    r->nesting++;
    return true;
}

/* Closes what is not around the next leaf. stays: the figure is open and remains. */
static void close_blocks(dana__renderer *r, bool *stays)
{
    dana__outline *o = &r->outline;
    size_t same = o->unchanged;
    size_t keep = same > 0 ? o->blocks[same - 1].rendered : 0;
    const dana__opened *open = dana__find_opened(r, DANA__PART_FIGURE);
    size_t index = open != NULL ? (size_t)(open - r->opened) : 0;
    bool in_caption;
    uint32_t figure = dana__figure_around(r, &in_caption);

    *stays = open != NULL && figure == r->figure && keep >= index;
    if (open != NULL && keep >= index) {
        keep = index + *stays + (*stays && in_caption && r->in_caption);
    }
    dana__close_opened(r, keep);
    for (size_t i = same; open != NULL && i > 0 && o->blocks[i - 1].rendered > r->opened_count;
         i--) {
        o->blocks[i - 1].rendered = (uint16_t)r->opened_count;
    }
    r->figure = figure;
    r->in_caption = in_caption;
}

/* Opens the blocks around the next leaf; those inside a figure are but borders. */
static void open_blocks(dana__renderer *r, bool in_figure)
{
    dana__outline *o = &r->outline;
    const char *begin = r->page->source.data;

    for (size_t i = o->unchanged; i < o->block_count; i++) {
        dana_view tag = o->blocks[i].tag;

        if (r->figure > 0 && tag.length > 0) {
            in_figure |= tag.data >= begin + r->figures->figures[r->figure - 1].span.start;
        }
        if (!in_figure) {
            open_block(r, i);
        }
        o->blocks[i].rendered = (uint16_t)r->opened_count;
    }
    leave_holders(r);
}

/* Closes all that is open: the headline of a document is of no list, quote or table. What is around
 * it opens for what comes next. */
static void leave_all(dana__renderer *r)
{
    dana__outline *o = &r->outline;

    dana__close_opened(r, 0);
    for (size_t i = 0; i < o->block_count; i++) {
        o->blocks[i].rendered = 0;
    }
    o->unchanged = 0;
    r->figure = 0;
    r->in_caption = false;
}

void dana__sync_blocks(dana__renderer *r, bool is_headline)
{
    dana__outline *o = &r->outline;
    bool stays;

    if (is_headline) {
        leave_all(r);
        if (r->rule) {
            r->form->rule(r);
        }
        return;
    }

    close_blocks(r, &stays);
    if (r->rule && !stays && !only_holds(innermost_part(r))) {
        r->form->rule(r);
    }
    open_blocks(r, stays);
    if ((r->form->parts & DANA__PART_BIT(FIGURE)) != 0 && r->figure > 0) {
        if (!stays) {
            open_figure(r, DANA__PART_FIGURE);
        }
        if (r->in_caption && innermost_part(r) != DANA__PART_FIGURE_CAPTION) {
            open_figure(r, DANA__PART_FIGURE_CAPTION);
        }
    }
    o->unchanged = o->block_count;
}
