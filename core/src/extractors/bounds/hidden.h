/*
 * What a page hides until its reader signs in, pays or asks for it, and what it hides from all
 * readers.
 */
#ifndef DANA_EXTRACTORS_BOUNDS_HIDDEN_H
#define DANA_EXTRACTORS_BOUNDS_HIDDEN_H

#include "blocks/blocks.h"

/*
 * Leaves out what is taken in elements of the class "hidden", which frameworks do not show: boxes
 * to sign in or to subscribe, data of a player. Not where a class says when they are shown ("hidden
 * md:block"), and nothing where they hold more than three tenths of what is taken: a script shows
 * it. Linear in elements and the blocks of those that are hidden.
 */
void dana__cut_hidden(const dana_page *page, dana__blocks *blocks);

/* Leaves out elements of that class on a thread whose texts are all taken once more right behind
 * them: programs are to read them there, as VerticalScope's forums have it. Linear. */
void dana__cut_hidden_copies(const dana_page *page, dana__blocks *blocks);

/* Leaves out code in a pre element of that class: what belongs to an example and is not shown, as
 * MDN has it. Linear in elements. */
void dana__cut_hidden_code(const dana_page *page, dana__blocks *blocks);

#endif
