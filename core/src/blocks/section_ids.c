#include "blocks/section_ids.h"

#include "base/ascii.h"
#include "blocks/attributes.h"
#include "blocks/marks.h"
#include "blocks/open_elements.h"
#include "html/attribute.h"
#include "html/elements.h"
#include "html/tokenizer.h"
#include "page/page.h"

#include <string.h>

/* Elements like one that stand beside it, at least; siblings that are looked at on each side. */
#define LIKE_LEAST    2
#define SIBLINGS_MOST 48

/* Characters outside links of a section at least, and how many of its text they are of 3. */
#define TEXT_LEAST 40
#define TEXT_THIRD 2

/* Letters and digits of an id and a heading that are compared, of each at least, and of what tools
 * set before the heading's at most. */
#define SLUG_MOST   96
#define SLUG_LEAST  4
#define BEFORE_MOST 8

/* Words of an id at least that tells a subject whatever the heading says. */
#define WORDS_LEAST 3

/* What boxes of a page are called; the other marks do no harm to a section. */
#define BOX_MARKS                                                                                  \
    (DANA__MARK_BIT(NAV) | DANA__MARK_BIT(FOOTER) | DANA__MARK_BIT(HEADER) |                       \
     DANA__MARK_BIT(ASIDE) | DANA__MARK_BIT(FORM) | DANA__MARK_BIT(HIDDEN) |                       \
     DANA__MARK_BIT(COMMENTS) | DANA__MARK_BIT(RELATED) | DANA__MARK_BIT(SHARE) |                  \
     DANA__MARK_BIT(NEWSLETTER) | DANA__MARK_BIT(COOKIE) | DANA__MARK_BIT(ADVERT) |                \
     DANA__MARK_BIT(CAPTION) | DANA__MARK_BIT(BUTTON) | DANA__MARK_BIT(AUTHOR) |                   \
     DANA__MARK_BIT(PAYWALL) | DANA__MARK_BIT(DIALOG) | DANA__MARK_BIT(NOTE) |                     \
     DANA__MARK_BIT(CONSENT))

/* The heading that an element begins with, 1 to 6; 0: with none. */
static unsigned first_heading(const dana__blocks *blocks, const dana__node *node)
{
    return node->first_block < node->end_block ? blocks->blocks[node->first_block].heading : 0;
}

static bool may_be_section(const dana__node *node)
{
    return node->kind == DANA__KIND_DIV || node->kind == DANA__KIND_SECTION ||
           node->kind == DANA__KIND_HEADING;
}

/* What stands at an article's end now and then under a heading of its own. */
#define END_MARKS                                                                                  \
    (DANA__MARK_BIT(FOOTER) | DANA__MARK_BIT(COMMENTS) | DANA__MARK_BIT(RELATED) |                 \
     DANA__MARK_BIT(SHARE) | DANA__MARK_BIT(NEWSLETTER) | DANA__MARK_BIT(AUTHOR) |                 \
     DANA__MARK_BIT(NOTE))

/* Of these what ends a manual now and then: who wrote it, and whose it is. */
#define LAST_MARKS (DANA__MARK_BIT(AUTHOR) | DANA__MARK_BIT(FOOTER))

/* Whether an element begins with a heading of the same order, and has the same class words. */
static bool is_like(const dana__blocks *blocks, const dana__node *node, const dana__node *other)
{
    return other->shape == node->shape &&
           first_heading(blocks, other) == first_heading(blocks, node);
}

/* The sibling before an element; 0: there is none. Climbs from the element that stands before. */
static size_t sibling_before(const dana__blocks *blocks, size_t index)
{
    size_t parent = blocks->nodes[index].parent;
    size_t at = index - 1;

    while (at > parent && blocks->nodes[at].parent != parent) {
        at = blocks->nodes[at].parent;
    }
    return at > parent ? at : 0;
}

/* Whether an element holds text outside links, and no form or box. */
static bool holds_prose(const dana__blocks *blocks, size_t index)
{
    const dana__node *node = &blocks->nodes[index];

    if (node->kind == DANA__KIND_HEADING) {
        return true;
    }
    if (node->non_link_text < TEXT_LEAST ||
        3 * (uint64_t)node->non_link_text < TEXT_THIRD * (uint64_t)node->text) {
        return false;
    }
    for (size_t i = index + 1; i < node->end; i++) {
        const dana__node *inner = &blocks->nodes[i];

        if (inner->kind == DANA__KIND_FORM ||
            (!may_be_section(inner) && (inner->marks & node->marks & BOX_MARKS) != 0)) {
            return false;
        }
    }
    return true;
}

/* An id, and what it alone names. */
typedef struct {
    dana_view value;
    uint32_t marks; /* that neither class words nor the role name */
} element_id;

static element_id read_id(const dana_page *page, const dana__node *node)
{
    const char *end = page->source.data + page->source.length;
    uint32_t by_others = dana__kind_marks((dana__kind)node->kind);
    element_id out = {{NULL, 0}, 0};
    dana__attribute a;
    dana__markup tag;

    dana__read_markup(page->source.data + node->start, end, &tag);
    for (const char *p = tag.name_text + tag.name.length;
         (p = dana__next_attribute(p, tag.end, &a, &end)) != NULL;) {
        dana_view value = {a.value, a.value_length};

        if (dana__names(&a, "id")) {
            out.value = value;
        } else if (dana__names(&a, "class")) {
            by_others |= dana__read_class(value).marks;
        } else if (dana__names(&a, "role")) {
            by_others |= dana__role_marks(value);
        }
    }
    out.marks = dana__read_class(out.value).marks & ~by_others;
    return out;
}

/* Letters and digits in a row: of an id, of a heading. */
typedef struct {
    char text[SLUG_MOST];
    size_t length;
} squeezed;

/* Adds the letters and digits of a text, tags left out, in small letters. */
static void squeeze(dana_view text, squeezed *out)
{
    bool in_tag = false;

    for (size_t i = 0; i < text.length && out->length < SLUG_MOST; i++) {
        char c = dana__to_lower(text.data[i]);

        in_tag = c == '<' || (in_tag && c != '>');
        if (!in_tag && (dana__is_digit(c) || (c >= 'a' && c <= 'z'))) {
            out->text[out->length++] = c;
        }
    }
}

/* Adds what the heading that an element begins with says: all of its blocks, as its number may be
 * one of its own. */
static void squeeze_heading(const dana_page *page, const dana__blocks *blocks, size_t first,
                            squeezed *out)
{
    const dana__node *node = &blocks->nodes[blocks->blocks[first].node];

    while (node->kind != DANA__KIND_HEADING && node->parent != 0) {
        node = &blocks->nodes[node->parent];
    }
    size_t end = node->kind == DANA__KIND_HEADING ? node->end_block : first + 1;

    for (size_t i = first; i < end && out->length < SLUG_MOST; i++) {
        const dana__block *block = &blocks->blocks[i];

        squeeze((dana_view){page->source.data + block->start, block->end - block->start}, out);
    }
}

/* How an id is like what a heading says. */
typedef enum { UNLIKE, BEGINS_IT, SAYS_IT } likeness;

/* Tools set a letter or a word before an id; a heading's number is no part of it. */
static likeness compare_id(const squeezed *id, const char *text, size_t length)
{
    if (id->length < SLUG_LEAST || length < SLUG_LEAST) {
        return UNLIKE;
    }
    if (id->length < length) {
        return memcmp(text, id->text, id->length) == 0 ? BEGINS_IT : UNLIKE;
    }
    size_t before = id->length - length;

    return before <= BEFORE_MOST && memcmp(id->text + before, text, length) == 0 ? SAYS_IT : UNLIKE;
}

/* Whether an id says what the heading that begins with a block says, or its beginning. */
static likeness like_heading(const dana_page *page, const dana__blocks *blocks, dana_view id,
                             size_t first)
{
    squeezed said = {.length = 0};
    squeezed heading = {.length = 0};
    size_t number = 0;

    squeeze(id, &said);
    squeeze_heading(page, blocks, first, &heading);
    while (number < heading.length && dana__is_digit(heading.text[number])) {
        number++;
    }
    likeness with_number = compare_id(&said, heading.text, heading.length);

    return with_number != UNLIKE
               ? with_number
               : compare_id(&said, heading.text + number, heading.length - number);
}

/* The section that begins with a heading and holds more, else the heading. */
static size_t section_of(const dana__blocks *blocks, size_t index)
{
    const dana__node *node = &blocks->nodes[index];
    const dana__node *parent = &blocks->nodes[node->parent];
    bool is_in = node->kind == DANA__KIND_HEADING && parent->kind == DANA__KIND_SECTION &&
                 node->parent + 1 == index;

    return is_in ? node->parent : index;
}

/* Whether the id of an element, or of the heading right in it, says what the heading says, to the
 * last letter. */
static bool says_heading(const dana_page *page, const dana__blocks *blocks, const dana__node *node)
{
    node += node->kind == DANA__KIND_SECTION && node[1].kind == DANA__KIND_HEADING;
    return like_heading(page, blocks, read_id(page, node).value, node->first_block) == SAYS_IT;
}

/* Whether a sibling like a section is one beyond doubt: no mark, or an id as its heading. */
static bool is_section(const dana_page *page, const dana__blocks *blocks, const dana__node *node)
{
    return (node->marks & BOX_MARKS) == 0 ||
           like_heading(page, blocks, read_id(page, node).value, node->first_block) != UNLIKE;
}

/* Whether an element may stand last of a text: tools for manuals gave each heading before it an id
 * that says it, too ("AUTHOR" ends what perl's documentation says of a program). */
static bool may_be_last(const dana_page *page, const dana__blocks *blocks, size_t index,
                        uint32_t marks)
{
    const dana__node *node = &blocks->nodes[index];
    size_t before = sibling_before(blocks, index);
    int said = 0;

    if ((marks & ~LAST_MARKS) != 0) {
        return false;
    }
    for (int i = 0; i < SIBLINGS_MOST && before != 0 && said < LIKE_LEAST; i++) {
        const dana__node *last = &blocks->nodes[before];

        said += is_like(blocks, node, last) && says_heading(page, blocks, last);
        before = sibling_before(blocks, before);
    }
    return said == LIKE_LEAST;
}

/* Whether an element stands among others like it: before, and where `ends`, after it. */
static bool is_among_sections(const dana_page *page, const dana__blocks *blocks, size_t index,
                              bool ends)
{
    const dana__node *node = &blocks->nodes[index];
    size_t end = blocks->nodes[node->parent].end;
    size_t after = node->end;
    size_t before = sibling_before(blocks, index);
    int likes = 0;
    int likes_after = 0;

    for (int i = 0; i < SIBLINGS_MOST; i++) {
        const dana__node *next = &blocks->nodes[after];
        const dana__node *last = &blocks->nodes[before];

        if (after < end) {
            likes_after += is_like(blocks, node, next) && is_section(page, blocks, next);
            after = next->end;
        }
        if (before > 0) {
            likes += is_like(blocks, node, last) && is_section(page, blocks, last);
            before = sibling_before(blocks, before);
        }
    }
    return likes + likes_after >= LIKE_LEAST && (!ends || likes_after > 0);
}

/* Whether an id has so many words that it tells a subject, and no box: translations keep the ids of
 * the text that they are of. */
static bool has_words(dana_view id)
{
    size_t words = 1;

    for (size_t i = 0; i < id.length; i++) {
        words += id.data[i] == '-' || id.data[i] == '_';
    }
    return words >= WORDS_LEAST;
}

/* The marks that the id of an element names though it tells what the text is about. */
static uint32_t marks_of_subject(const dana_page *page, const dana__blocks *blocks, size_t index)
{
    const dana__node *node = &blocks->nodes[index];
    element_id id = read_id(page, node);
    uint32_t marks = id.marks & BOX_MARKS;

    if (marks == 0) {
        return 0;
    }
    likeness like = like_heading(page, blocks, id.value, node->first_block);
    bool has_class = node->shape != dana__shape_of(0, (dana__kind)node->kind);
    bool is_long = has_words(id.value);

    /* Blogs set each reader's comment below a heading of its own: "Comment by ...". */
    if (node->kind == DANA__KIND_HEADING &&
        (like != SAYS_IT || dana__begins(id.value, "comment"))) {
        marks &= ~DANA__MARK_BIT(COMMENTS);
    }
    if (!has_class && like == UNLIKE && !(node->kind == DANA__KIND_SECTION && is_long)) {
        return 0;
    }

    size_t section = section_of(blocks, index);
    bool ends = (marks & END_MARKS) != 0 &&
                (like != SAYS_IT || (!is_long && !may_be_last(page, blocks, section, marks)));

    return is_among_sections(page, blocks, section, ends) ? marks : 0;
}

/* The marks that an element does not deserve. */
static uint32_t wrong_marks(const dana_page *page, const dana__blocks *blocks, size_t index)
{
    const dana__node *node = &blocks->nodes[index];

    return (node->marks & BOX_MARKS) != 0 && may_be_section(node) &&
                   first_heading(blocks, node) != 0 && holds_prose(blocks, index)
               ? marks_of_subject(page, blocks, index)
               : 0;
}

void dana__unmark_sections(const dana_page *page, dana__blocks *blocks)
{
    bool changed = false;

    for (size_t i = 1; i < blocks->node_count; i++) {
        uint32_t wrong = wrong_marks(page, blocks, i);

        blocks->nodes[i].marks &= ~wrong;
        changed |= wrong != 0;
    }
    if (changed) {
        dana__spread_marks(blocks);
    }
}
