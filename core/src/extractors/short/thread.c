#include "extractors/short/thread.h"

#include "base/ascii.h"
#include "blocks/marks.h"
#include "extractors/bounds/rows.h"
#include "extractors/short/closing.h"
#include "extractors/short/posts.h"
#include "html/elements.h"
#include "listing/class_words.h"
#include "measure/block_texts.h"
#include "measure/sentence.h"
#include "page/page.h"
#include "text/plain_text.h"

#include <string.h>

/* Code points of a text beside a post at most, and how sure the learned step has to be of it. */
#define BESIDE_MOST 40
#define SURE_ABOVE  .7f

/* Bytes of a start tag that are read at most. */
#define TAG_MOST 512

/* How a block lies in the post around it. */
typedef struct {
    uint32_t post; /* the largest element around it that is one of posts; 0: there is none */
    bool in_body;  /* an element around it in that is called content */
} post_place;

/* Products and teasers are called posts, too, by blogs that sell. */
static bool is_post(const dana__node *node)
{
    return (node->marks & (DANA__MARK_BIT(POST) | DANA__MARK_BIT(CARD))) == DANA__MARK_BIT(POST);
}

/* Marks the elements that are called posts and stand beside one of the same kind and class.
 * Returns whether there are any. */
static bool mark_posts(dana__blocks *blocks)
{
    dana__node *nodes = blocks->nodes;
    bool found = false;

    if (!dana__has_mark(blocks, DANA__MARK_BIT(POST))) {
        return false;
    }
    for (size_t i = 1; i < blocks->node_count; i++) {
        size_t next = nodes[i].end;

        if (is_post(&nodes[i]) && next < blocks->node_count && is_post(&nodes[next]) &&
            nodes[next].parent == nodes[i].parent && nodes[next].shape == nodes[i].shape) {
            nodes[i].is_one_of_posts = true;
            nodes[next].is_one_of_posts = true;
            found = true;
        }
    }
    return found;
}

static post_place find_post(const dana__blocks *blocks, size_t i)
{
    post_place out = {0, false};
    bool in_body = false;

    for (uint32_t node = blocks->blocks[i].node; node != 0; node = blocks->nodes[node].parent) {
        if (blocks->nodes[node].is_one_of_posts) {
            out = (post_place){node, in_body};
        }
        in_body |= (blocks->nodes[node].marks & DANA__MARK_BIT(CONTENT)) != 0;
    }
    return out;
}

/* Cuts what stands beside the text of a post. */
static void cut_beside(const dana_page *page, dana__blocks *blocks, size_t first, size_t end)
{
    bool has_body = false;

    for (size_t i = first; i < end; i++) {
        has_body |= dana__is_taken(&blocks->blocks[i]) && find_post(blocks, i).in_body;
    }
    for (size_t i = first; has_body && i < end; i++) {
        dana__block *block = &blocks->blocks[i];

        if (dana__is_taken(block) && block->text <= BESIDE_MOST && block->score < SURE_ABOVE &&
            !find_post(blocks, i).in_body && !dana__ends_sentence(page, block)) {
            block->decision = DANA__DECISION_CUT;
        }
    }
}

void dana__settle_posts(const dana_page *page, dana__blocks *blocks, const float *types)
{
    size_t end;

    dana__keep_posts(page, blocks, types);
    if (!mark_posts(blocks)) {
        return;
    }
    for (size_t i = 0; i < blocks->block_count; i = end) {
        uint32_t post = find_post(blocks, i).post;

        end = post != 0 ? blocks->nodes[post].end_block : i + 1;
        if (post != 0) {
            cut_beside(page, blocks, i, end);
        }
    }
}

/* Code points of an element that tells of a change at most, and digits of a line with a day at
 * least: names have years, too ("gil1982"). */
#define NOTE_MOST  160
#define DAY_DIGITS 5

/* Whether a line has a year and the digits of a day, of any script. */
static bool has_day(const dana_page *page, const dana__block *block)
{
    dana__first_words line;
    size_t digits = 0;

    dana__read_first_words(page, block, false, &line);
    for (const char *p = line.text; *p != '\0'; p++) {
        digits += dana__is_digit(*p);
    }
    return digits >= DAY_DIGITS && dana__has_year(&line);
}

/* Whether an element is called what programs call the note that a post was changed: SMF, MyBB,
 * vBulletin, XenForo, FluxBB. */
static bool is_called_change(const dana_page *page, const dana__node *node)
{
    static const char *const names[] = {
        "lastedit",   "lastedited", "messagelastedit", "editdate", "postedit",      "postedited",
        "editedpost", "edited",     "bposteditinfo",   "modified", "bposteditnote", NULL};
    const char *tag = page->source.data + node->start;
    size_t most = page->source.length - node->start;
    const char *close = memchr(tag, '>', most < TAG_MOST ? most : TAG_MOST);

    return close != NULL &&
           dana__has_class_word(dana__class_value(dana__between(tag, close + 1)), names);
}

/* The element of a line, or the one around it, that is called a change and holds hardly more; 0:
 * there is none. */
static uint32_t change_around(const dana_page *page, const dana__blocks *blocks,
                              const dana__block *block)
{
    uint32_t node = block->heading == 0 ? block->node : 0;

    for (int i = 0; i < 2 && node != 0 && blocks->nodes[node].text <= NOTE_MOST; i++) {
        if (is_called_change(page, &blocks->nodes[node])) {
            return node;
        }
        node = blocks->nodes[node].parent;
    }
    return 0;
}

/* Whether a line stands in an element that is called a change, and tells a day: the time may stand
 * apart. */
static bool is_in_change(const dana_page *page, const dana__blocks *blocks,
                         const dana__block *block)
{
    uint32_t change = change_around(page, blocks, block);
    bool dated = false;

    for (size_t i = blocks->nodes[change].first_block;
         change != 0 && i < blocks->nodes[change].end_block && !dated; i++) {
        dated = has_day(page, &blocks->blocks[i]);
    }
    return dated;
}

void dana__cut_revisions(const dana_page *page, dana__blocks *blocks)
{
    for (size_t i = 0; i < blocks->block_count; i++) {
        dana__block *block = &blocks->blocks[i];

        if (dana__is_taken(block) &&
            (dana__is_revision(page, blocks, block) || is_in_change(page, blocks, block))) {
            block->decision = DANA__DECISION_CUT;
        }
    }
}

/* Lines of a member that lie between two that go at most. */
#define LINES_BETWEEN 3

/* Cuts the taken lines next to one that tells a member's count, while they tell of the member. */
static void cut_member_lines(const dana_page *page, dana__blocks *blocks, size_t i, size_t step)
{
    for (int lines = 0; lines < LINES_BETWEEN; lines++) {
        i += step;
        if (i >= blocks->block_count ||
            dana__member_line_of(page, blocks, &blocks->blocks[i]) == DANA__MEMBER_NONE) {
            return;
        }
        if (dana__is_taken(&blocks->blocks[i])) {
            blocks->blocks[i].decision = DANA__DECISION_CUT;
        }
    }
}

void dana__cut_members(const dana_page *page, dana__blocks *blocks)
{
    for (size_t i = 0; i < blocks->block_count; i++) {
        dana__block *block = &blocks->blocks[i];

        if (!dana__is_taken(block) ||
            dana__member_line_of(page, blocks, block) != DANA__MEMBER_COUNT) {
            continue;
        }
        block->decision = DANA__DECISION_CUT;
        cut_member_lines(page, blocks, i, (size_t)-1);
        cut_member_lines(page, blocks, i, 1);
    }
}

/* Code points of what programs set beside the texts of posts at most. */
#define EXTRA_MOST 1000

/* How Invision's signature, and the box of a plugin of vBulletin that is seen much where Arabic is
 * read, are marked. */
static const char signature[] = "data-role=\"memberSignature\"";
static const char thanks[] = "post_thanks_box";

static bool holds(dana_view text, const char *mark)
{
    return memmem(text.data, text.length, mark, strlen(mark)) != NULL;
}

/* Whether an element is called what programs set between the texts of posts or below them;
 * has_marks: the page has one of the marks above. */
static bool is_called_extra(const dana_page *page, const dana__node *node, bool has_marks)
{
    dana_view tag = dana__cut_bytes(dana__start_tag_of(page, node), TAG_MOST);

    return (dana__class_sets(dana__class_value(tag)) & DANA__CLASS_EXTRA) != 0 ||
           (has_marks && (holds(tag, signature) || holds(tag, thanks)));
}

void dana__cut_extras(const dana_page *page, dana__blocks *blocks)
{
    dana_view source = {page->source.data, page->source.length};
    bool has_marks = holds(source, signature) || holds(source, thanks);

    if (!has_marks && !dana__may_have_class(page, DANA__CLASS_EXTRA)) {
        return;
    }
    for (size_t i = 1; i < blocks->node_count; i++) {
        const dana__node *node = &blocks->nodes[i];

        if (node->text == 0 || node->text > EXTRA_MOST || !is_called_extra(page, node, has_marks)) {
            continue;
        }
        dana__cut_taken(blocks, node->first_block, node->end_block);
        i = node->end - 1;
    }
}

/* Underscores of the line above a signature, and code points of one at most. */
#define LINE_LEAST     15
#define LINE_MOST      20
#define SIGNATURE_MOST 400

/* Whether a block is a line of underscores. *unit: as dana__next_text_of has it. */
static bool is_line(const dana_page *page, const dana__block *block, size_t *unit)
{
    const dana_unit *text = block->text >= LINE_LEAST && block->text <= LINE_MOST
                                ? dana__next_text_of(page, block, unit)
                                : NULL;
    size_t i = 0;

    while (text != NULL && i < text->length && page->source.data[text->start + i] == '_') {
        i++;
    }
    return i >= LINE_LEAST && i == text->length && i == block->text;
}

void dana__cut_signatures(const dana_page *page, dana__blocks *blocks)
{
    size_t unit = 0;

    for (size_t i = 0; i < blocks->block_count; i++) {
        if (!is_line(page, &blocks->blocks[i], &unit)) {
            continue;
        }
        size_t end = blocks->nodes[blocks->blocks[i].node].end_block;
        uint64_t text = 0;

        for (size_t k = i; k < end && text <= SIGNATURE_MOST; k++) {
            text += blocks->blocks[k].text;
        }
        for (size_t k = i; text <= SIGNATURE_MOST && k < end; k++) {
            if (dana__is_taken(&blocks->blocks[k])) {
                blocks->blocks[k].decision = DANA__DECISION_CUT;
            }
        }
    }
}
