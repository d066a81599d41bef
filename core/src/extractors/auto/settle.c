#include "extractors/auto/settle.h"

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
#include "extractors/keep/layout.h"
#include "extractors/keep/panels.h"
#include "extractors/keep/small.h"
#include "extractors/short/calls.h"
#include "extractors/short/card_ends.h"
#include "extractors/short/closing.h"
#include "extractors/short/facts.h"
#include "extractors/short/flow.h"
#include "extractors/short/lead.h"
#include "extractors/short/quotes.h"
#include "extractors/short/spoken.h"
#include "extractors/short/thread.h"

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

/* Code and lists that an author shows stay whole, and what a damaged page shows of its own goes. */
static void keep_whole(const dana_page *page, const dana__choice *choice, dana__blocks *blocks)
{
    dana__keep_listings(page, blocks);
    dana__drop_scripts(page, blocks);
    dana__keep_facts(blocks, choice->headline);
    dana__drop_widgets(page, blocks);
    dana__keep_opening(blocks, choice);
    dana__keep_answers(blocks, choice);
    dana__keep_flow(blocks);
    dana__keep_document(blocks, choice->types[DANA_PAGE_DOCUMENTATION]);
    dana__keep_notes(page, blocks);
    dana__keep_lists(blocks);
    dana__keep_data_tables(blocks);
    dana__keep_tabs(blocks);
    dana__keep_button_tabs(blocks);
    dana__keep_accordions(page, blocks, choice->types);
    dana__keep_lines(blocks);
    dana__keep_paragraphs(blocks);
    dana__keep_small(page, blocks);
    dana__keep_short_flow(page, blocks);
    dana__keep_infoboxes(blocks);
    dana__keep_comments(blocks);
    dana__keep_headed(blocks);
    dana__keep_announced(page, blocks);
    dana__keep_cards(blocks, choice->types);
    dana__keep_card_ends(blocks, choice->types);
}

/* What stands beside a text and is none of it goes; a lead is its beginning. */
static void cut_foreign(const dana_page *page, const dana__choice *choice, dana__blocks *blocks)
{
    if (dana__is_article(blocks, choice->types)) {
        dana__cut_asides(page, blocks);
    }
    if (dana__ends_before_rows(blocks, choice->types)) {
        dana__cut_dated(page, blocks, choice->headline);
    }
    if (dana__is_beside_rows(blocks, choice)) {
        dana__cut_beside(page, blocks, choice->headline, dana__may_be_article(choice->types));
    }
    if (dana__ends_before_rows(blocks, choice->types)) {
        dana__keep_lead(page, blocks, choice->headline);
    }
    if (dana__begins_at_headline(blocks, choice)) {
        dana__cut_before(blocks, choice->headline);
    }
    dana__settle_posts(page, blocks, choice->types);
    dana__cut_reviews(page, blocks, choice->types);
    dana__cut_spoken(page, blocks);
    if (!dana__is_thread(blocks, choice->types)) {
        dana__cut_calls(page, blocks);
    }
    dana__keep_last_paragraph(page, blocks, dana__may_be_article(choice->types));
    dana__cut_closing(page, blocks);
}

/* What the page states of itself, and what a thread quotes of itself. */
static dana_status follow_texts(dana_page *page, const dana__auto_settings *settings,
                                bool is_thread, dana__blocks *blocks, dana_error *err)
{
    dana_status status = DANA_OK;

    if ((settings->steps_off & DANA__STEP_LEARNED) == 0) {
        status = dana__follow_stated(page, blocks, is_thread, err);
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
        keep_whole(page, choice, blocks);
        cut_foreign(page, choice, blocks);
        status = follow_texts(page, settings, dana__is_thread(blocks, choice->types), blocks, err);
    }
    if (status == DANA_OK) {
        cut_ends(blocks, settings);
    }
    return status;
}
