/*
 * Pictures that nobody looks at: counting pixels, icons, logos, portraits of authors,
 * advertisements; by their sizes, classes and addresses.
 */
#ifndef DANA_MEDIA_JUNK_H
#define DANA_MEDIA_JUNK_H

#include "base/needles.h"
#include "media/pieces.h"

/* Makes the index of the parts of addresses that dana__is_junk looks for. */
void dana__index_junk(dana__needles *out);

/* The side of a picture in pixels, as an attribute of its tag states it. -1: it does not, or states
 * a share of what is around it: a percentage, a small number where layout="responsive". */
int dana__picture_side(dana_view tag, const char *name);

/* Returns whether a picture or another medium is none of a text, wherever it stands. junk: by
 * dana__index_junk. */
bool dana__is_junk(const dana_page *page, dana__piece *piece, const dana__needles *junk);

/* Returns whether a picture is too small, or called what pictures beside a text are called, to be
 * one of the text where no text stands around it. */
bool dana__is_minor(const dana_page *page, dana__piece *piece);

/* Returns whether a picture is one of a row of minor ones, three at least without a text between
 * them: the logos of customers, icons. */
bool dana__is_of_row(const dana_page *page, const dana_scan *scan, const dana__pieces *pieces,
                     dana__piece *piece);

/* Returns whether a link around a picture leads to a page rather than to the picture itself. */
bool dana__leads_elsewhere(const dana_page *page, const dana__holder *link);

#endif
