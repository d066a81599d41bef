/*
 * Which heading, or text of one, is the headline: all of it or what stands beside a kicker; the one
 * that is seen in place of a title that is not.
 */
#ifndef DANA_TITLE_RANK_HEADING_TEXTS_H
#define DANA_TITLE_RANK_HEADING_TEXTS_H

#include "title/rank/features.h"

/*
 * Returns the text inside the heading `best` that is the headline, where the page does not call
 * itself as the whole heading says; NULL: none. Borrowed from the page's pool. Linear in the
 * candidates.
 */
const dana__candidate *dana__beside_kicker(const dana__rank_page *page,
                                           const dana__candidate *best);

/*
 * Returns the heading that `best` is cut from, where the page calls itself as the whole heading
 * says; NULL: none, or `best` is not cut from a heading. Borrowed from the page's pool. Linear in
 * the candidates.
 */
const dana__candidate *dana__whole_heading(const dana__rank_page *page,
                                           const dana__candidate *best);

/*
 * Returns the heading above the main text that says nearly what `best` says, where that is seen
 * nowhere and JSON-LD does not call the page so; NULL: none. Borrowed from the page's pool. Linear
 * in the candidates.
 */
const dana__candidate *dana__seen_form(const dana__rank_page *page, const dana__candidate *best);

/*
 * Returns the only heading of level 1 of an article, near above the main text, where `best` is seen
 * nowhere and says something else, or JSON-LD does not say it; NULL: none. Borrowed from the page's
 * pool. Linear in the candidates.
 */
const dana__candidate *dana__only_heading(const dana__rank_page *page, const dana__candidate *best);

/*
 * Returns the only heading of level 1, near above the main text, where `best` is no heading and
 * seen in a menu, and only the title calls the page so; NULL: none. Borrowed from the page's pool.
 * Linear in the candidates.
 */
const dana__candidate *dana__beside_menu(const dana__rank_page *page, const dana__candidate *best);

/*
 * Returns the heading that says what `best` says, which is seen nowhere, without marks before or
 * behind it; NULL: none. Borrowed from the page's pool. Linear in the candidates.
 */
const dana__candidate *dana__bare_heading(const dana__rank_page *page, const dana__candidate *best);

/*
 * Returns the heading nearest above the main text, of those of the highest level there, where
 * `best` is of a title that shares no word with a text of the page: the name of a site. NULL: none,
 * or the page is its site's first. Borrowed from the page's pool. Linear in the candidates.
 */
const dana__candidate *dana__untitled(const dana__rank_page *page, const dana__candidate *best);

/*
 * Returns the text of the heading `best` without the number of an issue behind it, which the title
 * has elsewhere ("Boats sink by gil · Pull Request #12"); NULL: there is none. Borrowed from the
 * page's pool. Linear in the candidates.
 */
const dana__candidate *dana__without_number(const dana__rank_page *page,
                                            const dana__candidate *best);

/*
 * Returns the text inside the heading `best` that it says several times over, as pages do for
 * screens of several sizes; NULL: none, or the page calls itself as the whole heading says.
 * Borrowed from the page's pool. Linear in the candidates.
 */
const dana__candidate *dana__said_once(const dana__rank_page *page, const dana__candidate *best);

/* The next heading that is a part of the title, where what ranks best is another part that leads to
 * another page: a masthead, or a text of the way through the site; NULL for none. */
const dana__candidate *dana__below_masthead(const dana__rank_page *page,
                                            const dana__candidate *best);

#endif
