#include "extractors/manual/repository.h"

#include "html/elements.h"
#include "html/tokenizer.h"
#include "listing/class_words.h"
#include "measure/sentence.h"
#include "page/page.h"

/* Code points of the document that are taken at least. */
#define TEXT_LEAST 40

/* Elements in which files are listed: what they hold ends as sentences do as well. */
#define LIST_KINDS                                                                                 \
    (DANA__KIND_BIT(TABLE) | DANA__KIND_BIT(ROW) | DANA__KIND_BIT(LIST) | DANA__KIND_BIT(NAV))

static const char *const documents[] = {"markdownbody", "fileview", NULL};
static const char *const files[] = {"jscheckbidi", "codeview", NULL};

static bool is_called(const dana_page *page, const dana__node *node, const char *const names[])
{
    return dana__has_class_word(dana__class_value(dana__start_tag_of(page, node)), names);
}

/* The element that is called a document; 0: there is none, or more than one. */
static uint32_t find_document(const dana_page *page, const dana__blocks *blocks)
{
    uint32_t found = 0;

    for (uint32_t i = 1; i < blocks->node_count; i++) {
        const dana__node *node = &blocks->nodes[i];

        if (node->text >= TEXT_LEAST && is_called(page, node, documents)) {
            if (found != 0) {
                return 0;
            }
            found = i;
        }
    }
    return found;
}

/* Whether a block is of a list of files: a cell, or what is no sentence outside links. */
static bool is_of_list(const dana_page *page, const dana__blocks *blocks, const dana__block *block)
{
    return dana__is_inside(&blocks->nodes[block->node], LIST_KINDS) ||
           block->link_text == block->text || !dana__ends_sentence(page, block);
}

static void cut_before(const dana_page *page, dana__blocks *blocks, uint32_t document,
                       size_t headline)
{
    size_t end = blocks->nodes[document].first_block;

    for (size_t i = 0; i < end; i++) {
        dana__block *block = &blocks->blocks[i];

        if (dana__is_taken(block) && i != headline && block->heading != 1 &&
            is_of_list(page, blocks, block)) {
            block->decision = DANA__DECISION_CUT;
        }
    }
}

/* Takes the code of the files. */
static void take_files(const dana_page *page, dana__blocks *blocks)
{
    uint32_t i = 1;

    while (i < blocks->node_count) {
        const dana__node *node = &blocks->nodes[i];
        bool is_file = node->pruned == 0 && is_called(page, node, files);

        for (size_t k = node->first_block; is_file && k < node->end_block; k++) {
            dana__block *block = &blocks->blocks[k];

            if (dana__is_out(block)) {
                block->decision = DANA__DECISION_LEARNED;
            }
        }
        i = is_file ? node->end : i + 1;
    }
}

void dana__keep_repository(const dana_page *page, dana__blocks *blocks, size_t headline)
{
    if ((blocks->hints & DANA__HINT_REPOSITORY) == 0) {
        return;
    }
    uint32_t document = find_document(page, blocks);

    if (document != 0 && dana__taken_text(blocks, blocks->nodes[document].first_block,
                                          blocks->nodes[document].end_block) >= TEXT_LEAST) {
        cut_before(page, blocks, document, headline);
    }
    take_files(page, blocks);
}
