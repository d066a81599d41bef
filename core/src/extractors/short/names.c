#include "extractors/short/names.h"

#include "blocks/marks.h"
#include "blocks/open_elements.h"
#include "evidence/people.h"
#include "extractors/short/spoken.h"
#include "html/elements.h"
#include "html/tokenizer.h"
#include "measure/spoken_tags.h"
#include "page/page.h"

#include <string.h>

/* Code points of a name at most, blocks between one and its text (forums state ranks, counts and
 * what members own beside names), and names of a page at least. */
#define NAME_MOST   40
#define REACH       64
#define NAMES_LEAST 2

/* Kinds of names that are counted: in elements of one shape. */
#define KINDS_MOST  16

#define QUOTE_KINDS DANA__KIND_BIT(QUOTE)

/* Tags right before a name that are looked at: <h4><a class="username"><span>. */
#define TAGS_MOST 3

/* The kind of all names that are called so. */
#define CALLED 0

/* What states a name. */
typedef enum {
    NAME_NONE,
    NAME_LINK,     /* a link to an account */
    NAME_USERNAME, /* a class word */
    NAME_STATED,   /* microdata */
} name_source;

typedef struct {
    name_source source;
    uint32_t kind; /* shape of the element around a link, else CALLED */
    size_t text;   /* the block of its post's text */
} name;

typedef struct {
    uint32_t kind;
    uint32_t names; /* posts that have one */
    size_t last;    /* text of the last of them */
    uint32_t hash;  /* of the first name */
    bool differs;   /* not all are the same: no labels of links to accounts */
} name_kind;

typedef struct {
    name_kind kinds[KINDS_MOST];
    size_t count;
} name_kinds;

/* Whether a tag states a name in microdata. */
static bool states_name(dana_view tag)
{
    static const char called[] = "name";
    dana_view value;

    return dana_tag_attribute(tag, "itemprop", &value) && value.length == sizeof(called) - 1 &&
           memcmp(value.data, called, sizeof(called) - 1) == 0;
}

/* What a tag says of the text in it; NAME_NONE: nothing of a name. */
static name_source read_tag(dana_view tag, bool may_state)
{
    static const char username[] = "username";
    dana_view value;

    if (may_state && states_name(tag)) {
        return NAME_STATED;
    }
    if (dana_tag_attribute(tag, "class", &value) &&
        memmem(value.data, value.length, username, sizeof(username) - 1) != NULL) {
        return NAME_USERNAME;
    }
    return dana_tag_attribute(tag, "href", &value) &&
                   dana__leads_to_person(value) != DANA__PERSON_NONE
               ? NAME_LINK
               : NAME_NONE;
}

/* What the elements that hold a block's text right away say of it; microdata states names of
 * authors, but also of the pages above in breadcrumbs. */
static name_source source_of(const dana_page *page, const dana__blocks *blocks, size_t i)
{
    const dana__block *block = &blocks->blocks[i];
    bool may_state = (blocks->nodes[block->node].all_marks & DANA__MARK_BIT(AUTHOR)) != 0;
    size_t at = block->start;
    name_source found = NAME_NONE;

    for (int k = 0; k < TAGS_MOST && block->text <= NAME_MOST; k++) {
        dana_view tag = dana__tag_before(page->source.data, at);
        name_source says;

        if (tag.data == NULL || tag.data[1] == '/') {
            break;
        }
        says = read_tag(tag, may_state);
        found = says > found ? says : found;
        at = (size_t)(tag.data - page->source.data);
    }
    return found;
}

/* The text that is taken below a block, in an element that holds no text taken before it; the
 * count of blocks: there is none. */
static size_t text_below(const dana__blocks *blocks, size_t i)
{
    uint32_t node = blocks->blocks[i].node;
    size_t before = dana__last_taken(blocks, i);
    size_t text = i + 1;

    while (text < blocks->block_count && text < i + REACH &&
           !dana__is_taken(&blocks->blocks[text])) {
        text++;
    }
    if (text >= blocks->block_count || !dana__is_taken(&blocks->blocks[text])) {
        return blocks->block_count;
    }
    while (blocks->nodes[node].end_block <= text) {
        node = blocks->nodes[node].parent;
    }
    return before == 0 || blocks->nodes[node].first_block >= before ? text : blocks->block_count;
}

/* Whether a block may be no more than a name: not what quotations ("Ann wrote:") and labels are. */
static bool may_be_name(const dana_page *page, const dana__blocks *blocks, size_t i)
{
    const dana__block *block = &blocks->blocks[i];
    const dana__node *node = &blocks->nodes[block->node];

    return (node->all_marks & (DANA__MARK_BIT(NAV) | DANA__MARK_BIT(HIDDEN))) == 0 &&
           block->heading != 1 && block->decision != DANA__DECISION_REPEATED &&
           !dana__is_inside(node, QUOTE_KINDS) &&
           memchr(page->source.data + block->start, ':', block->end - block->start) == NULL;
}

/* Reads the name that a block is; text is the count of blocks where it is none, or where a name is
 * taken below it. */
static name name_at(const dana_page *page, const dana__blocks *blocks, size_t i)
{
    bool may_be = !dana__is_taken(&blocks->blocks[i]) && may_be_name(page, blocks, i);
    name out = {.source = may_be ? source_of(page, blocks, i) : NAME_NONE,
                .text = blocks->block_count};
    uint32_t node = blocks->blocks[i].node;

    if (out.source == NAME_NONE) {
        return out;
    }
    while (blocks->nodes[node].kind == DANA__KIND_SPAN) {
        node = blocks->nodes[node].parent;
    }
    out.kind = out.source == NAME_LINK ? blocks->nodes[node].shape : CALLED;
    out.text = text_below(blocks, i);
    if (out.text < blocks->block_count && may_be_name(page, blocks, out.text) &&
        source_of(page, blocks, out.text) != NAME_NONE) {
        out.text = blocks->block_count;
    }
    return out;
}

/* Counts a name with those of its kind: of one post once. */
static void count_name(name_kinds *all, name found, uint32_t hash)
{
    size_t k = 0;

    while (k < all->count && all->kinds[k].kind != found.kind) {
        k++;
    }
    if (k == KINDS_MOST) {
        return;
    }
    if (k == all->count) {
        all->kinds[all->count++] = (name_kind){.kind = found.kind, .hash = hash};
    }
    all->kinds[k].names += all->kinds[k].last != found.text;
    all->kinds[k].last = found.text;
    all->kinds[k].differs |= all->kinds[k].hash != hash;
}

/* The kind of which most names are, the last of such: next to the texts. What is called a name
 * counts twice. NULL: there is none. */
static const name_kind *find_kind(const name_kinds *all)
{
    const name_kind *most = NULL;
    uint32_t most_names = 0;

    for (size_t k = 0; k < all->count; k++) {
        const name_kind *kind = &all->kinds[k];
        uint32_t names = kind->names << (kind->kind == CALLED);

        if (kind->names >= NAMES_LEAST && (kind->kind == CALLED || kind->differs) &&
            names >= most_names) {
            most = kind;
            most_names = names;
        }
    }
    return most;
}

void dana__keep_names(const dana_page *page, dana__blocks *blocks)
{
    name_kinds all = {.count = 0};
    const name_kind *most;
    size_t below = blocks->block_count; /* the name that was taken last */

    for (size_t i = 0; i < blocks->block_count; i++) {
        name found = name_at(page, blocks, i);

        if (found.text < blocks->block_count) {
            count_name(&all, found, blocks->blocks[i].hash);
        }
    }
    most = find_kind(&all);
    for (size_t i = blocks->block_count; most != NULL && i > 0; i--) {
        name found = name_at(page, blocks, i - 1);

        if (found.text < blocks->block_count && found.text != below && found.kind == most->kind) {
            blocks->blocks[i - 1].decision = DANA__DECISION_LEARNED;
            below = i - 1;
        }
    }
}
