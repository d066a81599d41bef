/*
 * What a program's data says of its article beside the text: title, authors, dates.
 */
#ifndef DANA_DATA_FACTS_H
#define DANA_DATA_FACTS_H

#include "dana/result.h"
#include "data/read/tree.h"

/* The facts, raw strings; data is NULL where one is not known. */
typedef struct {
    dana_view title;
    dana_view authors[DANA_DATA_AUTHORS_MAX];
    size_t author_count;
    dana_view published;
    dana_view modified;
    dana_view excerpt;
} dana__facts;

/* Reads the facts of the object that holds the value `chosen`, or is it. */
void dana__read_facts(const dana__tree *tree, uint32_t chosen, dana__facts *out);

#endif
