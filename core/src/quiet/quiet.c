#include "quiet/quiet.h"

#include "base/search.h"
#include "html/implied_ends.h"
#include "html/letters.h"
#include "listing/listing.h"
#include "math/formula.h"

#include <string.h>

#define OF_OUTLINE ((unsigned)DANA__QUIET_OUTLINE)
#define OF_MEDIA   ((unsigned)DANA__QUIET_MEDIA)

/* Most open blocks that are followed. */
#define OPEN_MAX 100

/* Most records of an element that is found: their count stands beside the bits. */
#define RECORDS_MAX (UINT16_MAX >> DANA__QUIET_BITS)

/* Kinds whose nearest open element a start tag inside may close: none must be open around. */
#define KNOWN_LEAKS (DANA__KIND_BIT(P) | DANA__KIND_BIT(HEADING))

/* An open block. */
typedef struct {
    uint64_t leaks;   /* kinds whose nearest open element a start tag inside would close */
    uint32_t index;   /* of its record */
    uint32_t inlines; /* start tags of other elements directly inside */
    uint16_t height;  /* most elements that are open at once in a block inside */
    uint8_t row;
    uint8_t kind;
    uint8_t loud; /* what something inside is: the bits of ways in which it is not quiet */
    bool in_heading;
} open_block;

/* The state of the search. */
typedef struct {
    dana_page *page;
    uint16_t *found;
    const char *end;   /* of the source */
    bool has_tools;    /* a class may be one of tools, numbers or formulas */
    bool has_listings; /* or of a listing */
    size_t depth;      /* open blocks */
    size_t broken;     /* so many of them, the outermost, are not written as they nest */
    open_block open[OPEN_MAX + 1]; /* the first one is the page, which is of no kind */
} finder;

/* The innermost open block, or the page. */
static inline open_block *innermost(finder *f)
{
    return &f->open[f->depth];
}

static inline void be_loud(finder *f, unsigned ways)
{
    innermost(f)->loud |= (uint8_t)ways;
}

/* Notes the start tag of an element that is no block. */
static inline void open_inline(finder *f, unsigned ways)
{
    be_loud(f, ways);
    innermost(f)->inlines++;
}

/* No open block nests as it is written. */
static inline void break_all(finder *f)
{
    f->broken = f->depth;
}

#define OF_TABLES (DANA__KIND_BIT(ROW) | DANA__KIND_BIT(ROWS) | DANA__KIND_BIT(CELL))
#define UNSTOPPED (DANA__KIND_BIT(TABLE) | DANA__KIND_BIT(BODY) | DANA__KIND_BIT(HTML))

/* The kinds whose search for an open element ends at one of a kind (see dana__end_scope). */
static const uint64_t stopped_by[DANA__KIND_COUNT] = {
    [DANA__KIND_LIST] = DANA__KIND_BIT(ITEM),
    [DANA__KIND_DEFINITIONS] = DANA__KIND_BIT(DEFINITION),
    [DANA__KIND_TABLE] = ~UNSTOPPED,
    [DANA__KIND_CELL] = ~(UNSTOPPED | OF_TABLES),
};

/* Takes the innermost block off the stack. */
static void pop(finder *f)
{
    f->depth--;
    f->broken = f->broken < f->depth ? f->broken : f->depth;
}

/* Closes the innermost block by its end tag. */
static void close_innermost(finder *f, uint32_t index)
{
    const open_block *block = innermost(f);
    open_block *parent = &f->open[f->depth - 1];
    uint32_t height = block->height + block->inlines + 1;
    uint32_t records = index - block->index;

    if ((block->leaks >> block->kind & 1u) != 0) {
        break_all(f); /* a start tag inside would have closed it */
    }
    uint64_t leaks = block->leaks & ~stopped_by[block->kind];

    if (f->broken < f->depth && (leaks & ~KNOWN_LEAKS) == 0 && height <= DANA__QUIET_DEPTH &&
        records <= RECORDS_MAX) {
        f->found[block->index] = (uint16_t)(records << DANA__QUIET_BITS |
                                            (~block->loud & (OF_OUTLINE | OF_MEDIA)));
    }
    height = height < UINT16_MAX ? height : UINT16_MAX;
    parent->leaks |= leaks;
    parent->loud |= block->loud;
    parent->height = (uint16_t)(height > parent->height ? height : parent->height);
    pop(f);
}

/* Reads the end tag of a block: where it is not that of the innermost one, no block around nests.
 */
static void read_block_end(finder *f, unsigned row, uint32_t index)
{
    size_t at = f->depth;

    if (at > 0 && innermost(f)->row == row) {
        close_innermost(f, index);
        return;
    }
    break_all(f);
    while (at > 0 && f->open[at].row != row) {
        at--;
    }
    while (at > 0 && f->depth >= at) {
        pop(f);
    }
}

static bool is_void(dana__kind kind)
{
    return kind == DANA__KIND_BR || kind == DANA__KIND_RULE;
}

/* Whether the class of a record's tag is known to be none that says more. */
static bool is_unmarked(const dana__taped *record)
{
    return (record->bits & (DANA__TAPE_PLAIN | DANA__TAPE_BARE)) != 0;
}

/* The ways in which a div or a list is loud. */
static inline unsigned loud_of_box(const finder *f, const dana__taped *record, dana__kind kind)
{
    dana_view tag = {f->page->tape.source + record->start, record->length};
    bool is_marked = !is_unmarked(record) &&
                     (f->has_listings || (f->has_tools && kind == DANA__KIND_DIV));
    bool is_player = kind == DANA__KIND_DIV && dana__may_be_player_box(tag);

    return (is_marked ? OF_OUTLINE : 0) | (is_player ? OF_MEDIA : 0);
}

/* Kinds of blocks that are loud in each way. A video ends a p for the outline alone, and what is
 * open in that goes on behind it. */
#define OUTLINE_KINDS                                                                              \
    (DANA__KIND_BIT(TABLE) | DANA__KIND_BIT(ROWS) | DANA__KIND_BIT(ROW) | DANA__KIND_BIT(CELL) |   \
     DANA__KIND_BIT(PRE) | DANA__KIND_BIT(MEDIA))
#define MEDIA_KINDS (DANA__KIND_BIT(MEDIA) | DANA__KIND_BIT(FIGURE))

/* The ways in which the start tag of a block is loud. */
static inline unsigned loud_of_block(const finder *f, const dana__taped *record,
                                     const dana__named_element *element, dana__kind kind)
{
    uint64_t bit = UINT64_C(1) << kind;

    if ((bit & (DANA__KIND_BIT(DIV) | DANA__KIND_BIT(LIST))) != 0) {
        return loud_of_box(f, record, kind);
    }
    if (kind == DANA__KIND_CAPTION) {
        return element->key == DANA__NAME_KEY('c', 'a', 'p', 't', 'i', 'o', 'n') ? OF_OUTLINE : 0;
    }
    if (kind == DANA__KIND_HEADING) {
        return (char)(element->key >> 8) <= '2' ? OF_MEDIA : 0;
    }
    return ((bit & OUTLINE_KINDS) != 0 ? OF_OUTLINE : 0) |
           ((bit & MEDIA_KINDS) != 0 ? OF_MEDIA : 0);
}

/* Reads the start tag of a block. Returns false where there is no room for it. */
static inline bool read_block_start(finder *f, const dana__taped *record, unsigned row,
                                    uint32_t index)
{
    const dana__named_element *element = &dana__elements[row];
    dana__kind kind = dana__kind_of(element->flags);
    uint64_t ends = dana__implied_ends(kind);
    bool in_heading = kind == DANA__KIND_HEADING;

    be_loud(f, loud_of_block(f, record, element, kind));
    open_block *around = innermost(f);
    bool is_ended = (ends >> around->kind & 1u) != 0;

    if (is_ended || (around->in_heading && !is_void(kind))) {
        break_all(f);
    }
    around->leaks |= ends;
    in_heading |= around->in_heading;
    f->depth -= is_ended;
    f->broken -= is_ended;
    if (is_void(kind)) {
        return true;
    }
    if (f->depth == OPEN_MAX) {
        return false;
    }
    f->open[++f->depth] = (open_block){
        .index = index, .row = (uint8_t)row, .kind = (uint8_t)kind, .in_heading = in_heading};
    return true;
}

/* The ways in which the start tag of an element is loud that has properties and is no block. */
static inline unsigned loud_of_inline(const finder *f, const dana__taped *record, unsigned flags)
{
    dana__kind kind = dana__kind_of(flags);

    if ((flags & DANA__ANCHOR) != 0) {
        return 0;
    }
    if (kind == DANA__KIND_SPAN || kind == DANA__KIND_BUTTON) {
        return f->has_tools && !is_unmarked(record) ? OF_OUTLINE : 0;
    }
    return kind == DANA__KIND_META ? OF_MEDIA : OF_OUTLINE | OF_MEDIA;
}

/* The ways in which a picture is loud: it may be one of a formula. */
static unsigned loud_of_image(const finder *f, const dana__markup *tag)
{
    dana__formula formula;
    size_t wasted = 0;

    return dana__find_formula(tag, f->end, NULL, &wasted, &formula) != NULL ? OF_OUTLINE | OF_MEDIA
                                                                            : OF_MEDIA;
}

/* The ways in which the start tag of an element without properties is loud. */
static unsigned loud_of_other(const finder *f, const dana__markup *tag)
{
    switch (tag->name.length < sizeof(tag->name.key) ? tag->name.key : 0) {
    case DANA__NAME_KEY('i', 'm', 'g'):
        return loud_of_image(f, tag);
    case DANA__NAME_KEY('s', 'o', 'u', 'r', 'c', 'e'):
    case DANA__NAME_KEY('p', 'i', 'c', 't', 'u', 'r', 'e'):
    case DANA__NAME_KEY('e', 'm', 'b', 'e', 'd'):
    case DANA__NAME_KEY('o', 'b', 'j', 'e', 'c', 't'):
        return OF_MEDIA;
    case DANA__NAME_KEY('c', 'o', 'd', 'e'):
    case DANA__NAME_KEY('k', 'b', 'd'):
    case DANA__NAME_KEY('s', 'a', 'm', 'p'):
    case DANA__NAME_KEY('t', 't'):
        return OF_OUTLINE;
    default:
        break;
    }
    char first = (char)tag->name.key;
    bool is_custom = memchr(tag->name_text, '-', tag->name.length) != NULL;

    return is_custom ? OF_OUTLINE | OF_MEDIA : first == 'r' || first == 'm' ? OF_OUTLINE : 0;
}

/* Reads the start tag of an element that is dropped with its content, whose end follows. */
static void read_dropped(finder *f, const dana__taped *record)
{
    const dana__taped *end = record + 1;
    dana__formula formula;
    size_t wasted = 0;
    dana__markup tag;

    if ((record->bits & DANA__TAPE_KNOWN) == 0) {
        be_loud(f, OF_MEDIA);
        return;
    }
    unsigned flags = dana__elements[record->row].flags;

    if (dana__elements[record->row].key == DANA__NAME_KEY('i', 'f', 'r', 'a', 'm', 'e')) {
        be_loud(f, OF_MEDIA);
    }
    if ((flags & DANA__SCRIPT) == 0 || (record->bits & DANA__TAPE_BARE) != 0 ||
        end->length == DANA__TAPE_LONG) {
        return;
    }
    dana__tape_read(&f->page->tape, record, f->end, &tag);
    if (dana__find_formula(&tag, f->end, f->page->tape.source + end->start - end->length, &wasted,
                           &formula) != NULL) {
        be_loud(f, OF_OUTLINE);
    }
}

/* Reads a tag whose row and properties are known. Returns false where the search ends. */
static inline bool read_known(finder *f, const dana__taped *record, unsigned row, uint32_t index)
{
    bool is_start = (record->bits & DANA__TAPE_KIND) == DANA__START_TAG;
    unsigned flags = dana__elements[row].flags;

    if ((flags & DANA__BLOCK) != 0) {
        if (is_start) {
            return read_block_start(f, record, row, index);
        }
        if (!is_void(dana__kind_of(flags))) {
            read_block_end(f, row, index);
        }
        return true;
    }
    if (is_start) {
        open_inline(f, loud_of_inline(f, record, flags));
    } else if ((flags & DANA__REWRITTEN) != 0) {
        be_loud(f, OF_OUTLINE);
    }
    return true;
}

/* Reads a tag whose name the tape does not tell. Returns false where the search ends. */
static __attribute__((noinline)) bool read_unknown(finder *f, const dana__taped *record,
                                                   uint32_t index)
{
    dana__markup tag;

    dana__tape_read(&f->page->tape, record, f->end, &tag);
    if (tag.flags != 0) {
        return read_known(f, record, tag.row, index);
    }
    if (tag.kind == DANA__START_TAG) {
        open_inline(f, loud_of_other(f, &tag));
    } else if ((char)tag.name.key == 'r') {
        be_loud(f, OF_OUTLINE);
    }
    return true;
}

/* Reads a record. Returns false where the search ends. */
static inline bool read_record(finder *f, const dana__taped *record, uint32_t index)
{
    unsigned kind = record->bits & DANA__TAPE_KIND;

    if ((record->bits & DANA__TAPE_END) != 0) {
        return true;
    }
    if (kind > DANA__END_TAG || record->length == DANA__TAPE_LONG) {
        be_loud(f, record->length == DANA__TAPE_LONG ? OF_OUTLINE | OF_MEDIA : 0);
        return kind == DANA__COMMENT || kind == DANA__DOCTYPE;
    }
    if ((record->bits & DANA__TAPE_DROPPED) != 0) {
        read_dropped(f, record);
        return true;
    }
    return (record->bits & DANA__TAPE_KNOWN) != 0 ? read_known(f, record, record->row, index)
                                                  : read_unknown(f, record, index);
}

/* Makes room for the numbers of a page's records. Returns false where there is none, or no tape. */
static bool make_room(dana_page *page)
{
    const dana__tape *tape = &page->tape;

    if (page->quiet.length > 0) {
        return true;
    }
    if (tape->source != page->source.data || tape->count == 0 ||
        dana_arena_left(page->arena) < page->source.length ||
        dana_buffer_reserve(page->arena, &page->quiet, tape->count, NULL) != DANA_OK) {
        return false;
    }
    memset(page->quiet.data, 0, tape->count * sizeof(uint16_t));
    page->quiet.length = tape->count;
    page->is_quiet_found = false;
    return true;
}

void dana__find_quiet_between(dana_page *page, size_t from, size_t stop)
{
    const dana__tape *tape = &page->tape;
    finder f;

    if (!make_room(page) || page->is_quiet_found) {
        return;
    }
    f.page = page;
    f.found = page->quiet.data;
    f.end = page->source.data + page->source.length;
    f.has_tools = dana__may_have_class(page, DANA__CLASS_TOOLS | DANA__CLASS_NUMBERS |
                                                 DANA__CLASS_FORMULA);
    f.has_listings = dana__may_have_class(page, DANA__LISTING_CLASSES);
    f.depth = 0;
    f.broken = 0;
    f.open[0] = (open_block){.kind = DANA__KIND_NONE};
    size_t first = dana__first_from(tape->records, tape->count, sizeof(*tape->records),
                                    (uint32_t)from);

    for (size_t i = first; i < tape->count && tape->records[i].start < stop; i++) {
        if (!read_record(&f, &tape->records[i], (uint32_t)i)) {
            return;
        }
    }
}

void dana__find_quiet(dana_page *page, size_t stop)
{
    dana__find_quiet_between(page, 0, stop);
    page->is_quiet_found = page->quiet.length > 0;
}
