/*
 * The pictures of an article in a program's data: blocks of editors, members that hold one.
 */
#ifndef DANA_DATA_PICTURES_H
#define DANA_DATA_PICTURES_H

#include "data/read/tree.h"

/* Strings of a tree; DANA__NO_VALUE where there is none but for the address. */
typedef struct {
    uint32_t address;
    uint32_t alt;
    uint32_t caption;
} dana__picture;

/* Reads the picture that a value is: an object, or an address under a name of pictures. Returns
 * false where it is none. Looks at some values inside it only. */
bool dana__read_picture(const dana__tree *tree, uint32_t index, dana__picture *out);

/* Finds the picture that belongs to the article which the value `chosen` holds and stands beside
 * its text. Returns false where there is none. Linear in the object's members. */
bool dana__find_lead_picture(const dana__tree *tree, uint32_t chosen, dana__picture *out);

#endif
