#include "extractors/prune/replies.h"

#include "extractors/prune/of_text.h"

/* Boxes that stand beside comments. */
#define BESIDE_COMMENTS                                                                            \
    (DANA__MARK_BIT(NAV) | DANA__MARK_BIT(FOOTER) | DANA__MARK_BIT(ASIDE) | DANA__CONSENT_MARKS)

/* Comments are the content of a page that calls itself no article, has no headline but links, and
 * no other text of so many code points outside links. */
#define TEXT_LEAST 80

/* Elements among which the body is. */
#define FIRST_NODES 8

/* Whether a page is nothing but comments: those on a text that stands elsewhere. */
static bool find_all_comments(const dana__blocks *blocks)
{
    uint64_t comments = 0;

    if ((blocks->hints & DANA__HINT_ARTICLE) != 0 || blocks->article_count > 0 ||
        (blocks->non_link_text > 0 && !dana__has_mark(blocks, DANA__MARK_BIT(COMMENTS)))) {
        return false;
    }
    /* A body that is called so says what the page is for. */
    for (size_t i = 1; i < blocks->node_count && i <= FIRST_NODES; i++) {
        if (blocks->nodes[i].kind == DANA__KIND_BODY &&
            (blocks->nodes[i].marks & DANA__MARK_BIT(COMMENTS)) != 0) {
            return false;
        }
    }
    for (size_t i = 0; i < blocks->block_count; i++) {
        const dana__block *block = &blocks->blocks[i];
        uint32_t marks = blocks->nodes[block->node].all_marks;

        if ((marks & DANA__MARK_BIT(COMMENTS)) != 0) {
            comments += dana__text_outside_links(block);
        } else if ((block->heading == 1 && dana__text_outside_links(block) > 0) ||
                   (dana__text_outside_links(block) >= TEXT_LEAST &&
                    (marks & BESIDE_COMMENTS) == 0)) {
            return false;
        }
    }
    return 2 * comments >= blocks->non_link_text;
}

/* Hints of a thread. */
#define THREAD_HINTS (DANA__HINT_THREAD | DANA__HINT_FORUM)

/* Tells the comments of a thread that are its replies from those that its posts hold: remarks.
 * What calls itself an article, too, has comments of its readers, whatever its section is called.
 */
void dana__find_replies(dana__blocks *blocks)
{
    blocks->all_comments = find_all_comments(blocks);
    blocks->has_replies = (blocks->hints & THREAD_HINTS) != 0 &&
                          (blocks->hints & DANA__HINT_ARTICLE) == 0 &&
                          dana__has_mark(blocks, DANA__MARK_BIT(COMMENTS));
    for (size_t i = 1; blocks->has_replies && i < blocks->node_count; i++) {
        dana__node *node = &blocks->nodes[i];
        uint32_t called = node->marks & (DANA__MARK_BIT(POST) | DANA__MARK_BIT(COMMENTS));

        node->in_post = blocks->nodes[node->parent].in_post ||
                        (called == DANA__MARK_BIT(POST) && !node->holds_main);
    }
}

/* An article with more comments than text: paragraphs at least, of so many code points outside
 * links and marks that part clauses and sentences, and their code points together. The post that
 * opens a thread is mostly shorter. */
#define PARAGRAPHS_LEAST   3
#define PARAGRAPH_LEAST    80
#define PUNCTUATION_LEAST  2
#define ARTICLE_TEXT_LEAST 300

bool dana__is_behind_article(const dana__blocks *blocks, const dana__node *comments,
                             const dana__block *headline)
{
    const dana__block *end = blocks->blocks + comments->first_block;
    uint64_t text = 0;
    unsigned paragraphs = 0;

    if (headline == NULL || comments->holds_main ||
        2 * (uint64_t)comments->non_link_text <= blocks->non_link_text) {
        return false;
    }
    for (const dana__block *block = headline; block < end; block++) {
        uint32_t own = dana__text_outside_links(block);

        if (blocks->nodes[block->node].pruned == 0 && own >= PARAGRAPH_LEAST &&
            block->punctuation >= PUNCTUATION_LEAST) {
            text += own;
            paragraphs++;
        }
    }
    return paragraphs >= PARAGRAPHS_LEAST && text >= ARTICLE_TEXT_LEAST;
}
