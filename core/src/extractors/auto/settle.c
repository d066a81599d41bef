#include "extractors/auto/settle.h"

#include "blocks/page_hints.h"
#include "extractors/auto/clean.h"
#include "extractors/auto/listings.h"
#include "extractors/auto/page_type.h"
#include "extractors/bounds/before.h"
#include "extractors/bounds/bounds.h"
#include "extractors/bounds/reviews.h"
#include "extractors/bounds/stated.h"
#include "extractors/keep/accordion.h"
#include "extractors/keep/announced.h"
#include "extractors/keep/asides.h"
#include "extractors/keep/cards.h"
#include "extractors/keep/data_tables.h"
#include "extractors/keep/dated.h"
#include "extractors/keep/document.h"
#include "extractors/keep/headed.h"
#include "extractors/keep/lists.h"
#include "extractors/keep/panels.h"
#include "extractors/keep/small.h"
#include "extractors/manual/manual.h"
#include "extractors/manual/notes.h"
#include "extractors/manual/repository.h"
#include "extractors/prune/body_of_post.h"
#include "extractors/prune/calls.h"
#include "extractors/prune/dialogs.h"
#include "extractors/prune/entry.h"
#include "extractors/prune/heads.h"
#include "extractors/prune/layout.h"
#include "extractors/prune/trail.h"
#include "extractors/prune/wiki.h"
#include "extractors/recipes/ingredients.h"
#include "extractors/short/closing.h"
#include "extractors/short/dated_text.h"
#include "extractors/short/described.h"
#include "extractors/short/facts.h"
#include "extractors/short/flow.h"
#include "extractors/short/lead.h"
#include "extractors/short/names.h"
#include "extractors/short/quotes.h"
#include "extractors/short/spoken.h"
#include "extractors/short/thread.h"
#include "extractors/short/torn.h"
#include "extractors/threads/bodies.h"
#include "extractors/threads/mail.h"

/* The last cuts: a small page's menu, headings with nothing below them. */
static void cut_ends(dana__blocks *blocks, const dana__auto_settings *settings)
{
    if ((settings->steps_off & DANA__STEP_SMALL) == 0) {
        dana__cut_menu_cells(blocks);
        dana__cut_small_menu(blocks);
    }
    if ((settings->steps_off & DANA__STEP_TAIL) == 0) {
        dana__cut_last_headings(blocks);
    }
}

/* Whether a page is a thread by its type, or by what its markup says. */
static bool is_discussion(const dana__choice *choice, const dana__blocks *blocks)
{
    return dana__is_thread(blocks, choice->types) || (blocks->hints & DANA__HINT_THREAD) != 0;
}

/* Code and lists that an author shows stay whole, and what a damaged page shows of its own goes. */
static void keep_whole(const dana_page *page, const dana__choice *choice, dana__blocks *blocks)
{
    dana__cut_dialogs(blocks);
    if (dana__is_article(blocks, choice->types)) {
        dana__take_body(blocks, choice->headline);
    }
    dana__keep_listings(page, blocks);
    dana__drop_scripts(page, blocks);
    dana__keep_facts(blocks, choice->headline);
    dana__follow_markdown(page, blocks);
    dana__drop_widgets(page, blocks);
    dana__keep_opening(blocks, choice);
    dana__keep_answers(blocks, choice);
    dana__keep_flow(blocks);
    if (dana__is_told_manual(blocks) && (blocks->hints & DANA__HINT_WIKI) == 0) {
        dana__keep_manual(page, blocks, choice->headline, choice->headline_likeness);
    }
    dana__keep_document(blocks, choice->types[DANA_PAGE_DOCUMENTATION]);
    dana__follow_wiki(page, blocks);
    if (dana__is_manual(blocks, choice->types)) {
        dana__keep_hidden_panels(page, blocks);
    }
    dana__keep_notes(page, blocks);
    bool has_links = dana__keep_lists(page, blocks, is_discussion(choice, blocks));

    if (!is_discussion(choice, blocks)) {
        dana__keep_listed_facts(blocks, choice->headline);
    }
    dana__keep_data_tables(blocks);
    if (dana__is_product(blocks->hints, choice->types[DANA_PAGE_PRODUCT])) {
        dana__keep_product_facts(blocks);
    }
    dana__keep_tabs(page, blocks, has_links);
    dana__keep_button_tabs(blocks);
    dana__keep_accordions(page, blocks, choice->types);
    dana__keep_lines(blocks);
    dana__keep_paragraphs(blocks);
    dana__keep_small(page, blocks);
    dana__keep_short_flow(page, blocks);
    dana__keep_infoboxes(blocks);
    dana__keep_comments(blocks);
    dana__keep_replies(page, blocks);
    dana__take_bodies(page, blocks);
    dana__take_card_names(blocks);
    dana__keep_headed(page, blocks, choice->types[DANA_PAGE_ARTICLE] >= DANA__LIKELY_ARTICLE);
    dana__keep_announced(page, blocks);
    dana__keep_terms(page, blocks);
    dana__keep_cards(blocks, choice->types);
    dana__keep_heads(blocks, choice->types);
}

/* What stands beside a text and is none of it goes; a lead is its beginning. */
static void cut_foreign(const dana_page *page, const dana__choice *choice, dana__blocks *blocks)
{
    bool may_be_article = dana__may_be_article(blocks, choice->types, choice->headline,
                                               choice->headline_likeness);
    bool is_thread = is_discussion(choice, blocks);

    if (dana__is_article(blocks, choice->types)) {
        dana__cut_asides(page, blocks);
    }
    if (dana__ends_before_rows(blocks, choice->types)) {
        dana__cut_dated(page, blocks, choice->headline);
    }
    if (dana__is_beside_rows(blocks, choice)) {
        dana__cut_beside(page, blocks, choice->headline, may_be_article);
    }
    if (dana__ends_before_rows(blocks, choice->types)) {
        dana__keep_lead(page, blocks, choice->headline);
    }
    if (dana__begins_at_headline(blocks, choice)) {
        dana__cut_before(page, blocks, choice->headline);
    }
    dana__settle_posts(page, blocks, choice->types);
    dana__cut_reviews(page, blocks, choice->types);
    if (is_thread) {
        dana__keep_names(page, blocks);
        dana__cut_revisions(page, blocks);
    } else {
        dana__keep_items(page, blocks);
    }
    dana__mend_lines(page, blocks, choice->types);
    dana__cut_spoken(page, blocks);
    dana__cut_trail(page, blocks);
    dana__keep_last_paragraph(page, blocks, may_be_article);
    dana__keep_referred_notes(page, blocks);
    dana__cut_closing(page, blocks, may_be_article && !is_thread);
    if (may_be_article && !is_thread) {
        dana__cut_calls(page, blocks);
    }
    if (!is_thread) {
        dana__follow_entry(page, blocks, choice->headline);
    }
    dana__keep_mail(page, blocks, choice->headline);
    dana__keep_repository(page, blocks, choice->headline);
}

/* How likely a page is a product at most that may be a dated text (a book has its day), and a dated
 * text an article at least. */
#define PRODUCT_MOST  .5f
#define DATED_ARTICLE .5f

/* What is known of a page once it is known whether it is a dated text: on sites that the learned
 * step never saw, its type is that of pages with as many links. */
static dana__choice choice_of(const dana_page *page, const dana__choice *choice,
                              dana__blocks *blocks)
{
    dana__choice out = *choice;

    blocks->is_dated = out.types[DANA_PAGE_PRODUCT] <= PRODUCT_MOST &&
                       !dana__is_told_manual(blocks) &&
                       dana__is_dated_text(page, blocks, out.headline);
    if (blocks->is_dated && out.types[DANA_PAGE_ARTICLE] < DATED_ARTICLE) {
        out.types[DANA_PAGE_ARTICLE] = DATED_ARTICLE;
    }
    return out;
}

/* What the page states of itself, and what a thread quotes of itself. */
static dana_status follow_texts(dana_page *page, const dana__auto_settings *settings,
                                const dana__choice *choice, dana__blocks *blocks, dana_error *err)
{
    bool is_thread = dana__is_thread(blocks, choice->types);
    dana_status status = DANA_OK;

    if ((settings->steps_off & DANA__STEP_LEARNED) == 0) {
        status = dana__follow_stated(page, blocks, is_thread, err);
        if (status == DANA_OK) {
            status = dana__keep_ingredients(page, blocks, err);
        }
        if (status == DANA_OK && dana__ends_before_rows(blocks, choice->types)) {
            status = dana__keep_described(page, blocks, choice->headline, err);
        }
    }
    if (status == DANA_OK && is_thread && (settings->steps_off & DANA__STEP_REPEATED) == 0) {
        status = dana__cut_quotes(page, blocks, err);
    }
    return status;
}

dana_status dana__settle_blocks(dana_page *page, const dana__auto_settings *settings,
                                const dana__choice *choice, dana__blocks *blocks, dana_error *err)
{
    dana_status status = DANA_OK;

    if ((settings->steps_off & DANA__STEP_LISTINGS) == 0) {
        dana__choice settled = choice_of(page, choice, blocks);

        keep_whole(page, &settled, blocks);
        cut_foreign(page, &settled, blocks);
        dana__cut_choices(blocks, settled.types, (settings->steps_off & DANA__STEP_REPEATED) == 0);
        status = follow_texts(page, settings, choice, blocks, err);
    }
    if (status == DANA_OK) {
        cut_ends(blocks, settings);
    }
    return status;
}
