#include "posts/boxes.h"

#include "base/ascii.h"
#include "blocks/marks.h"
#include "html/attribute.h"
#include "html/class_alone.h"
#include "html/implied_ends.h"
#include "page/page.h"
#include "posts/box_classes.h"
#include "text/plain_text.h"

#include <string.h>
#include <strings.h>

/* Records are bounded: one per this many source bytes, and some for small pages. */
#define BYTES_PER_BOX ((size_t)160)
#define BOXES_FREE    ((size_t)1024)

/* Deepest stack of open boxes; what is deeper belongs to the deepest. */
#define STACK_MAX 256

/* Kinds of elements that are boxes. */
#define BOX_KINDS                                                                                  \
    (DANA__KIND_BIT(DIV) | DANA__KIND_BIT(ITEM) | DANA__KIND_BIT(LIST) |                           \
     DANA__KIND_BIT(DEFINITIONS) | DANA__KIND_BIT(DEFINITION) | DANA__KIND_BIT(TABLE) |            \
     DANA__KIND_BIT(ROW) | DANA__KIND_BIT(ROWS) | DANA__KIND_BIT(CELL) | DANA__KIND_BIT(SECTION) | \
     DANA__KIND_BIT(ARTICLE) | DANA__KIND_BIT(ASIDE) | DANA__KIND_BIT(NAV) |                       \
     DANA__KIND_BIT(HEADER) | DANA__KIND_BIT(FOOTER) | DANA__KIND_BIT(MAIN) |                      \
     DANA__KIND_BIT(QUOTE) | DANA__KIND_BIT(FORM))

/* An open box. */
typedef struct {
    uint64_t key;
    size_t name_length;
    uint32_t box;
    uint8_t kind;
    bool recorded; /* else it shares the box around it */
} open_box;

/* The state of the pass. */
typedef struct {
    dana_buffer room; /* the memory of this */
    dana_arena *arena;
    const char *base;
    const char *end;
    dana__boxes *out;
    size_t limit;
    size_t depth;
    dana__known_class classes[DANA__CLASS_SLOTS];
    open_box stack[STACK_MAX];
} walker;

/* Whether a page defines an element itself; those of the table of elements it does not. */
static bool is_custom(const dana__markup *tag)
{
    return (tag->flags == 0 || (tag->flags & DANA__REWRITTEN) != 0) &&
           memchr(tag->name_text, '-', tag->name.length) != NULL;
}

static bool is_kind(unsigned kind, uint64_t kinds)
{
    return (kinds >> kind & 1) != 0;
}

static void close_top(walker *w, const char *at)
{
    const open_box *top = &w->stack[--w->depth];

    if (top->recorded) {
        w->out->boxes[top->box].end = (uint32_t)(at - w->base);
    }
}

/* Closes boxes until `depth` are left. */
static void close_to(walker *w, size_t depth, const char *at)
{
    while (w->depth > depth) {
        close_top(w, at);
    }
}

/* Closes the nearest open box of a kind, and all above it, unless its scope ends before. */
static void close_nearest(walker *w, unsigned kind, const char *at)
{
    uint64_t scope = dana__end_scope(kind);

    for (size_t i = w->depth; i > 0; i--) {
        if (w->stack[i - 1].kind == kind) {
            close_to(w, i - 1, at);
            return;
        }
        if (is_kind(w->stack[i - 1].kind, scope)) {
            return;
        }
    }
}

/* A list item closes the item before it, a row its cells and the row before it. */
static void close_implied(walker *w, const dana__markup *tag)
{
    uint64_t ends = dana__implied_ends(dana__kind_of(tag->flags)) & BOX_KINDS;

    for (; ends != 0; ends &= ends - 1) {
        close_nearest(w, (unsigned)__builtin_ctzll(ends), tag->start);
    }
}

/* The signature of a box (posts/boxes.h). */
static uint32_t signature_of(const dana__markup *tag, const dana__known_class *class)
{
    return class->length > 0 ? ((class->hash ^ (uint32_t)tag->name.key) * 16777619u) | 1 : 0;
}

/* Marks of what stands beside a text. */
#define WIDGET_MARKS                                                                               \
    (DANA__MARK_BIT(WIDGET) | DANA__MARK_BIT(ASIDE) | DANA__MARK_BIT(NAV) | DANA__MARK_BIT(RELATED))

/* Takes what the words of a class or an id say. A term of such a word is where a comment begins. */
static dana__called take_marks(dana__box *box, uint32_t marks)
{
    bool of_comments = (marks & DANA__MARK_BIT(COMMENTS)) != 0;

    box->in_comments |= of_comments;
    box->in_widget |= (marks & WIDGET_MARKS) != 0;
    return of_comments && box->in_list == DANA__IN_LIST_TERM ? DANA__CALLED_COMMENT
                                                             : DANA__CALLED_NOTHING;
}

/* The lengths of the names of attributes that tell something of a box, as bits. */
#define TELLING_LENGTHS (1u << 2 | 1u << 5 | 1u << 6 | 1u << 8 | 1u << 10)

/* Takes what a class tells of a box. Returns what it calls it. */
static dana__called take_class(walker *w, const dana__markup *tag, dana_view value, dana__box *box)
{
    const dana__known_class *class = dana__known_class_of(w->classes, value);

    box->signature = signature_of(tag, class);
    box->roles |= class->says.roles;
    return class->says.called | take_marks(box, class->marks);
}

/* Whether an id is a c and a number: comments in Movable Type, but parts of any page in TYPO3. */
static bool is_comment_number(dana_view id)
{
    size_t i = 1;

    while (i < id.length && dana__is_digit(id.data[i])) {
        i++;
    }
    return id.length > 1 && i == id.length && (id.data[0] | 0x20) == 'c';
}

/* Takes what an attribute tells of a box. Returns what it calls it. is_text: it is an item's text.
 */
static dana__called take_attribute(walker *w, const dana__markup *tag, const dana__attribute *a,
                                   dana__box *box, bool *is_text)
{
    dana_view value = dana__trim((dana_view){a->value, a->value_length});

    if (a->name_length == 5 && dana__names(a, "class")) {
        return take_class(w, tag, value, box);
    }
    if (a->name_length == 2 && dana__names(a, "id")) {
        box->is_numbered = is_comment_number(value);
        box->roles |= dana__roles_of_id(value);
        return dana__called_by_id(value) | take_marks(box, dana__marks_of_value(value));
    }
    if (a->name_length == 8 && dana__names(a, "itemtype")) {
        box->roles |= dana__roles_of_type(value);
        return dana__called_by_type(value);
    }
    if (a->name_length == 8 && dana__names(a, "itemprop")) {
        uint8_t roles = dana__roles_of_member(value);

        *is_text |= roles == DANA__ROLE_BODY;
        box->roles |= roles;
    }
    dana__read_level(a, &box->level);
    return DANA__CALLED_NOTHING;
}

/* Reads the attributes that tell what a box is. */
static void describe(walker *w, const dana__markup *tag, dana__box *box)
{
    const char *p = tag->name_text + tag->name.length;
    const char *tag_end;
    dana__attribute a;
    dana__called called = DANA__CALLED_NOTHING;
    bool is_text = false;
    dana_view class;

    if (is_custom(tag)) {
        called = dana__called_by_name((dana_view){tag->name_text, tag->name.length});
    }
    if (dana__has_class_alone(tag, w->end, &class)) {
        dana__called now = take_class(w, tag, dana__trim(class), box);

        box->called = (uint8_t)(now > called ? now : called);
        return;
    }
    while (p != NULL && p < tag->end && *p != '>') {
        p = dana__next_attribute(p, w->end, &a, &tag_end);
        if (p != NULL && a.name_length <= 10 && (TELLING_LENGTHS >> a.name_length & 1) != 0) {
            dana__called now = take_attribute(w, tag, &a, box, &is_text);

            called = now > called ? now : called;
        }
    }
    box->called = (uint8_t)(is_text ? DANA__CALLED_NOTHING : called);
}

static dana__in_list place_in_list(const dana__markup *tag)
{
    if (dana__kind_of(tag->flags) != DANA__KIND_DEFINITION) {
        return DANA__IN_NO_LIST;
    }
    return strncasecmp(tag->name_text, "dt", 2) == 0 ? DANA__IN_LIST_TERM
                                                     : DANA__IN_LIST_DEFINITION;
}

static void open_box_of(walker *w, const dana__markup *tag)
{
    dana__boxes *out = w->out;

    if (w->depth >= STACK_MAX) {
        return;
    }
    uint32_t around = w->depth > 0 ? w->stack[w->depth - 1].box : 0;
    bool recorded = out->count < w->limit;

    if (recorded) {
        dana__box *box = &out->boxes[out->count];

        *box = (dana__box){.start = (uint32_t)(tag->start - w->base),
                           .inner = (uint32_t)(tag->end - w->base),
                           .end = (uint32_t)(w->end - w->base),
                           .parent = around,
                           .name = (uint32_t)tag->name.key | 1,
                           .level = -1,
                           .in_list = (uint8_t)place_in_list(tag),
                           .in_comments = out->boxes[around].in_comments,
                           .in_widget = out->boxes[around].in_widget,
                           .in_quote = dana__kind_of(tag->flags) == DANA__KIND_QUOTE ||
                                       out->boxes[around].in_quote,
                           .aside = dana__kind_of(tag->flags) == DANA__KIND_ASIDE
                                        ? (uint32_t)out->count
                                        : out->boxes[around].aside};
        describe(w, tag, box);
        out->tail_end = box->is_numbered ? 0 : out->tail_end;
    }
    w->stack[w->depth++] = (open_box){.key = tag->name.key,
                                      .name_length = tag->name.length,
                                      .box = recorded ? (uint32_t)out->count : around,
                                      .kind = (uint8_t)dana__kind_of(tag->flags),
                                      .recorded = recorded};
    out->count += recorded;
}

static void close_box_of(walker *w, const dana__markup *tag)
{
    for (size_t i = w->depth; i > 0; i--) {
        if (w->stack[i - 1].key == tag->name.key &&
            w->stack[i - 1].name_length == tag->name.length) {
            close_to(w, i, tag->start);
            close_top(w, tag->end);
            return;
        }
    }
}

static bool is_box(const dana__markup *tag)
{
    return is_kind(dana__kind_of(tag->flags), BOX_KINDS) || is_custom(tag);
}

static void on_text(void *state, const char *p, const char *end, const dana__text_count *count)
{
    walker *w = state;
    uint32_t around = w->depth > 0 ? w->stack[w->depth - 1].box : 0;

    (void)count;
    w->out->boxes[around].text += (uint32_t)dana__trim((dana_view){p, (size_t)(end - p)}).length;
}

/* Whether the id of a start tag calls what follows it the readers' comments. */
static bool heads_comments(const dana__markup *tag, const char *end)
{
    const char *p = tag->name_text + tag->name.length;
    const char *tag_end;
    dana__attribute a;

    for (p = dana__next_attribute(p, end, &a, &tag_end); p != NULL;
         p = dana__next_attribute(p, end, &a, &tag_end)) {
        if (dana__names(&a, "id")) {
            dana_view id = {a.value, a.value_length};

            return (dana__marks_of_value(id) & DANA__MARK_BIT(COMMENTS)) != 0;
        }
    }
    return false;
}

static void note_heading(walker *w, const dana__markup *tag)
{
    uint32_t at = (uint32_t)(tag->start - w->base);

    w->out->tail_end = w->out->tail_end == 0 ? at : w->out->tail_end;
    if (heads_comments(tag, w->end)) {
        w->out->comments_in = w->depth > 0 ? w->stack[w->depth - 1].box : 0;
        w->out->comments_at = at;
    }
}

static void on_start_tag(void *state, const dana__markup *tag, bool dropped, const char *raw_end)
{
    (void)raw_end;
    if (dropped) {
        return;
    }
    if (dana__kind_of(tag->flags) == DANA__KIND_HEADING) {
        note_heading(state, tag);
    }
    if (is_box(tag)) {
        close_implied(state, tag);
        open_box_of(state, tag);
    }
}

static void on_end_tag(void *state, const dana__markup *tag)
{
    if (is_box(tag)) {
        close_box_of(state, tag);
    }
}

/* Closes what is open, and adds up the text from the last box to the first. */
static dana_status on_finish(void *state)
{
    walker *w = state;
    dana__box *boxes = w->out->boxes;
    close_to(w, 0, w->end);
    for (size_t i = w->out->count; i > 1; i--) {
        dana__box *around = &boxes[boxes[i - 1].parent];

        around->text += boxes[i - 1].text;
        around->comments += boxes[i - 1].called == DANA__CALLED_COMMENT;
    }
    dana_buffer room = w->room;

    dana_buffer_release(w->arena, &room);
    return DANA_OK;
}

dana_status dana__boxes_listener(dana_page *page, dana__boxes *out, dana__listener *listener,
                                 dana_error *err)
{
    size_t limit = page->source.length / BYTES_PER_BOX + BOXES_FREE;
    dana_buffer room;

    *out = (dana__boxes){.count = 1};
    dana_buffer_init(&out->memory, sizeof(*out->boxes));
    dana_buffer_init(&room, 1);
    dana_status status = dana_buffer_reserve(page->arena, &room, sizeof(walker), err);

    if (status == DANA_OK) {
        status = dana_buffer_reserve(page->arena, &out->memory, limit, err);
    }
    if (status != DANA_OK) {
        return status;
    }
    walker *w = room.data;

    memset(w, 0, sizeof(*w));
    w->room = room;
    w->arena = page->arena;
    out->boxes = out->memory.data;
    out->boxes[0] = (dana__box){.end = (uint32_t)page->source.length, .level = -1};
    w->base = page->source.data;
    w->end = page->source.data + page->source.length;
    w->out = out;
    w->limit = limit;
    *listener = (dana__listener){w, on_text, on_start_tag, on_end_tag, on_finish, NULL, true};
    return DANA_OK;
}

void dana__release_boxes(dana_page *page, dana__boxes *boxes)
{
    dana_buffer_release(page->arena, &boxes->memory);
}
