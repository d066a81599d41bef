/* Boxes for any page, laid out at random: for tests of what reads boxes. */
#ifndef TESTS_RANDOM_BOXES_H
#define TESTS_RANDOM_BOXES_H

#include "dana/boxes.h"
#include "dana/view.h"

#include <stdint.h>

/*
 * Makes a box for each start tag and each text of a page, as far as '<' and '>' tell them apart:
 * most lie below each other, some anywhere, in other fonts and colours, empty or hidden. The same
 * seed gives the same boxes. They are owned: free_boxes.
 */
dana_boxes random_boxes(dana_view html, uint64_t seed);

/* Frees boxes. */
void free_boxes(dana_boxes *boxes);

#endif
